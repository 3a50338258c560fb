// A stopwatch that rests while the page is not seen.

import { clock } from "./stats.js";

/** Shows itself in `node`. start(), stop() -> seconds, seconds(). */
export function timer(node) {
  let before = 0;
  let since = 0;
  let tick = 0;
  const seconds = () => (before + (since ? performance.now() - since : 0)) / 1000;
  const show = () => { node.textContent = clock(seconds()); };
  const run = () => { if (!since) { since = performance.now(); tick = setInterval(show, 500); } };
  const rest = () => { if (since) { before += performance.now() - since; since = 0; clearInterval(tick); } };
  let going = false;
  document.addEventListener("visibilitychange", () => { if (going) (document.hidden ? rest : run)(); });
  return {
    seconds,
    start() { rest(); before = 0; going = true; run(); show(); },
    pause() { rest(); },
    go() { if (going) run(); },
    stop() { going = false; rest(); show(); return seconds(); },
  };
}
