// A stopwatch that pauses while the page is hidden.

import { clock } from "./stats.js";

/** A stopwatch that is shown in `node` until `signal` is fired. `stop()` and `seconds()` return seconds. */
export function timer(node, signal) {
  let before = 0;
  let since = 0;
  let tick = 0;
  let going = false;
  const seconds = () => (before + (since ? Math.max(0, performance.now() - since) : 0)) / 1000;
  const show = () => {
    node.textContent = clock(seconds());
  };
  const run = () => {
    if (!since) {
      since = performance.now();
      tick = setInterval(show, 500);
    }
  };
  const rest = () => {
    if (since) {
      before = 1000 * seconds();
      since = 0;
      clearInterval(tick);
    }
  };
  document.addEventListener(
    "visibilitychange",
    () => {
      if (going) (document.hidden ? rest : run)();
    },
    { signal },
  );
  signal.addEventListener("abort", rest);
  return {
    seconds,
    /** Start at that many seconds. */
    start(from = 0) {
      this.stand(from);
      going = true;
      if (!document.hidden) run();
    },
    stop() {
      going = false;
      rest();
      show();
      return seconds();
    },
    /** Show a time without running. */
    stand(at) {
      going = false;
      rest();
      before = 1000 * at;
      show();
    },
  };
}
