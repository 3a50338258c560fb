// Where the page stands: a board that has to be seen whole.

const RATIO = 1.25;  // a cell's height by its width

/** The window between header and tab bar; `phone`: the tab bar is below. */
function frame() {
  const above = document.querySelector(".top").getBoundingClientRect().bottom;
  const { top } = document.getElementById("tabs").getBoundingClientRect();
  const phone = top > innerHeight / 2;
  return { above, below: phone ? top : innerHeight, phone };
}

/** Bring `node` to the top of the window, below the header, unless it is seen whole already. */
export function inView(node) {
  const { top, bottom } = node.getBoundingClientRect();
  const { above, below } = frame();
  if (top < above - 1 || (bottom > below + 1 && top > above + 12)) window.scrollBy(0, top - above - 4);
}

/** Make the cells in `felt` as small as needed for it to be seen whole on a phone, whatever it holds, until `signal` is fired. */
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
