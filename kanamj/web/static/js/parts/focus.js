// Makes many buttons one tab stop. An arrow key moves the focus to the nearest button in its direction.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Make the elements of `box` that match `selector` one tab stop. It is at first an element that matches `first`. Call `settle()` after the elements changed. */
export function rove(box, selector, first = selector) {
  const every = () => [...box.querySelectorAll(selector)];
  const all = () => every().filter((node) => node.offsetParent !== null);
  const stop = (node) => {
    for (const other of every()) other.tabIndex = other === node ? 0 : -1;
  };
  box.addEventListener("keydown", (event) => {
    if (!STEPS[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = event.target.closest(selector);
    if (!from) return;
    const nodes = all();
    const [across] = STEPS[event.key];
    const to = nearest(from, nodes, STEPS[event.key]) ?? (across && nodes[nodes.indexOf(from) + across]);
    event.preventDefault();
    if (to) {
      stop(to);
      to.focus();
    }
  });
  box.addEventListener("focusin", (event) => {
    const node = event.target.closest(selector);
    if (node && box.contains(node)) stop(node);
  });
  return {
    /** Keep the tab stop, or choose one if it is gone. This also works before `box` is in the document. */
    settle() {
      const nodes = all().length ? all() : every();
      stop(
        nodes.find((node) => node.tabIndex === 0) ?? nodes.find((node) => node.matches(first)) ?? nodes[0],
      );
    },
  };
}

/** The element of `nodes` nearest to `from` in the direction (dx, dy); null if there is none. */
export function nearest(from, nodes, [dx, dy]) {
  const a = middle(from);
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    if (node === from) continue;
    const b = middle(node);
    const ahead = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const aside = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    if (ahead < 4 || (dx && aside > a.h / 2)) continue;
    const far = ahead + 3 * aside;
    if (far < least) [best, least] = [node, far];
  }
  return best;
}

function middle(node) {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, h: box.height };
}
