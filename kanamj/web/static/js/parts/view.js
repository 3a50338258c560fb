// Scrolls and shrinks a board so that the player sees the whole board.

const RATIO = 1.25;  // height of a cell divided by its width

/** The visible part of the page, from `above` to `below` in pixels. `phone`: the tab bar is at the bottom. */
function frame() {
  const above = document.querySelector(".top").getBoundingClientRect().bottom;
  const { top } = document.getElementById("tabs").getBoundingClientRect();
  const phone = top > innerHeight / 2;
  return { above, below: phone ? top : innerHeight, phone };
}

/** Scroll `node` to the top, just below the header, unless it is already wholly visible. */
export function inView(node) {
  const { top, bottom } = node.getBoundingClientRect();
  const { above, below } = frame();
  if (top < above - 1 || (bottom > below + 1 && top > above + 12)) window.scrollBy(0, top - above - 4);
}

/** On a phone, keep making the cells in `felt` so small that all of `felt` is visible, until `signal` is fired. */
export function fitted(felt, signal) {
  let less = 0;
  const fit = () => {
    const { below, phone } = frame();
    if (!phone || !felt.isConnected || !felt.offsetParent) return;
    const over = felt.getBoundingClientRect().bottom + scrollY - below;
    const rows = [...felt.querySelectorAll(".rack, .tray .cell")].map((node) => node.offsetTop);
    const count = new Set(rows).size;
    if (over <= 0 || !count) return;
    less += Math.ceil(over / RATIO / count);
    felt.style.setProperty("--less", `${less}px`);
  };
  const again = () => { less = 0; felt.style.removeProperty("--less"); fit(); };
  const watch = new ResizeObserver(fit);
  watch.observe(felt);
  window.addEventListener("resize", again, { signal });
  signal.addEventListener("abort", () => watch.disconnect());
}
