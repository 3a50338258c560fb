// A stopwatch that pauses while the page is hidden.

import { clock } from "./stats.js";

/** A stopwatch that is shown in `node` until `signal` is fired. `stop()` and `seconds()` return seconds. */
export function timer(node, signal) {
  let before = 0; // milliseconds until `since`
  let since = 0; // when it last began to run; 0 if it rests
  let going = false;
  const seconds = () => (before + (since && performance.now() - since)) / 1000;
  const show = () => {
    node.textContent = clock(seconds());
  };
  const set = (at, on = going) => {
    going = on;
    before = 1000 * at;
    since = on && !document.hidden ? performance.now() : 0;
    show();
  };
  const tick = setInterval(() => since && show(), 500);
  document.addEventListener("visibilitychange", () => set(seconds()), { signal });
  signal.addEventListener("abort", () => {
    clearInterval(tick);
    set(seconds(), false);
  });
  return {
    seconds,
    /** Start at that many seconds. */
    start: (from = 0) => set(from, true),
    /** Show a time without running. */
    stand: (at) => set(at, false),
    stop() {
      set(seconds(), false);
      return seconds();
    },
  };
}
