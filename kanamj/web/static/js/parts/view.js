// Scrolls and shrinks a board so that the player sees the whole board.

const RATIO = 1.25; // height of a cell divided by its width
const SMALL = 36; // pixels; a finger hits a narrower tile less surely

/** The visible part of the page, from `above` to `below` in pixels: between the header, and the tab bar if that is at the bottom. */
function frame() {
  const above = document.querySelector(".top").getBoundingClientRect().bottom;
  const { top } = document.getElementById("tabs").getBoundingClientRect();
  return { above, below: top > innerHeight / 2 ? top : innerHeight };
}

/** Scroll `node` to the top, just below the header, unless it is already wholly visible. */
export function inView(node) {
  const { top, bottom } = node.getBoundingClientRect();
  const { above, below } = frame();
  if (top < above - 1 || (bottom > below + 1 && top > above + 12)) window.scrollBy(0, top - above - 4);
}

/**
 * Keep making the cells in `felt` so small that all of the felt, or of its board and the place to throw, is visible, until `signal` is fired. The style sheet says in
 * which windows, and of which (--fit). If the cells become small, the felt also gets the class `tight`. When the phone is turned, a felt that is seen is scrolled into view.
 */
export function fitted(felt, signal) {
  let less = 0;
  let growing = true;
  const over = (node) => node.getBoundingClientRect().bottom + scrollY - frame().below;
  const shrink = (by) => felt.style.setProperty("--less", `${(less = by)}px`);
  const fit = () => {
    const what = getComputedStyle(felt).getPropertyValue("--fit").trim();
    if (!what || !felt.isConnected || !felt.offsetParent) return;
    const node = what === "board" ? (felt.querySelector(".zone") ?? felt.querySelector(".board")) : felt;
    const cells = [...felt.querySelectorAll(".rack, .tray .cell")];
    const count = new Set(cells.map((cell) => cell.offsetTop)).size;
    if (!node || !count) return;
    for (let tries = 0; tries < 4 && over(node) > 0; tries++) {
      shrink(less + Math.ceil(over(node) / RATIO / count));
    }
    while (growing && less > 0 && over(node) <= 0) {
      shrink(less - 1);
      if (over(node) > 0) {
        shrink(less + 1);
        break;
      }
    }
    growing = false;
    const fits = over(node) <= 0 && cells.at(-1).offsetWidth >= SMALL;
    if (!less || fits || felt.classList.contains("tight")) return;
    begin(true);
  };
  const begin = (tight) => {
    less = 0;
    growing = true; // fewer rows may leave room; later nothing grows, as no tile moves between two taps
    felt.style.removeProperty("--less");
    felt.classList.toggle("tight", tight);
    fit();
  };
  const watch = new ResizeObserver(fit);
  watch.observe(felt);
  let width = innerWidth;
  const resized = () => {
    begin(false);
    const turned = width !== innerWidth; // an address bar that slides away only changes the height
    width = innerWidth;
    if (turned && felt.offsetParent && felt.getBoundingClientRect().bottom > frame().above) inView(felt);
  };
  window.addEventListener("resize", resized, { signal });
  signal.addEventListener("abort", () => watch.disconnect());
}
