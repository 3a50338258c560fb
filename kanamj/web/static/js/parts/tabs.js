// If a game or a hand is open in two tabs, the newer tab has it, and both tabs say so.

const me = Math.random().toString(36).slice(2);
const mine = new Map();  // what this tab has open -> {lost, shared}
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("kanamj") : null;
channel?.addEventListener("message", ({ data }) => {
  if (!data || data.from === me) return;
  const held = mine.get(data.what);
  if (!held) return;
  if (data.said === "open") {
    mine.delete(data.what);
    channel.postMessage({ said: "here", what: data.what, from: me });
    held.lost();
  } else if (data.said === "here") held.shared();
});

/** This tab has `what` now. `shared()`: another had it open; `lost()`: a newer tab opened it. */
export function claim(what, { lost, shared }) {
  mine.set(what, { lost, shared });
  channel?.postMessage({ said: "open", what, from: me });
}

export function release(what) {
  mine.delete(what);
}
