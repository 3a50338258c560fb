// What the tabs of this page tell each other. A game or a hand can be played in one tab only: if a second tab opens it, the second tab takes
// it over, and both tabs say so. A change of what all tabs share is announced.

const me = Math.random().toString(36).slice(2);
const mine = new Map(); // what this tab has open -> {lost, shared}
const heard = new EventTarget(); // fires what all tabs share and another tab has changed
/** The name of the own words among what all tabs share. */
export const OWN_WORDS = "own words";
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("kanamj") : null;
channel?.addEventListener("message", ({ data }) => {
  if (!data || data.from === me) return;
  if (data.said === "changed") heard.dispatchEvent(new Event(data.what));
  const held = mine.get(data.what);
  if (!held) return;
  if (data.said === "open") {
    mine.delete(data.what);
    channel.postMessage({ said: "here", what: data.what, from: me });
    held.lost();
  } else if (data.said === "here") held.shared();
});

/** Take over `what` in this tab. Calls `shared()` if another tab had it open, and later `lost()` if another tab takes it over. */
export function claim(what, { lost, shared }) {
  mine.set(what, { lost, shared });
  channel?.postMessage({ said: "open", what, from: me });
}

/** Tell the other tabs that `what` has changed. */
export function announce(what) {
  channel?.postMessage({ said: "changed", what, from: me });
}

/** Call `act()` when another tab announces that `what` has changed, until `signal` is fired. */
export function heed(what, act, signal = null) {
  heard.addEventListener(what, act, signal ? { signal } : {});
}

/** This tab does not have `what` open any more. */
export function release(what) {
  mine.delete(what);
}
