// Tiles can be dragged from one cell to another. A finger on a tile scrolls the page, unless the tile is selected, held for a moment, or dragged sideways.

const START_PX = 7;
const HOLD_MS = 220;
const NEAR_PX = 60; // a tile dropped outside all cells goes to the nearest cell within this distance

/**
 * Make the tiles in `box` draggable. `cells()`: the nodes of the cells now; `free(node)`: whether its tile may be dragged; `chosen(node)`:
 * whether it is selected. `drop(from, to)` is called with cell numbers. `zones`: [{node, drop(letter)}], other places to drop a tile.
 */
export function draggable(box, { cells, free, chosen, drop, zones }) {
  let drag = null;

  box.addEventListener("pointerdown", (event) => {
    const node = event.target.closest(".cell");
    if (!node?.firstChild || event.button || !free(node)) return;
    const held = event.pointerType !== "touch" || chosen(node);
    drag = {
      id: event.pointerId,
      node,
      tile: node.firstChild,
      x: event.clientX,
      y: event.clientY,
      held,
      going: false,
      timer: 0,
    };
    if (!held)
      drag.timer = setTimeout(() => {
        if (drag) {
          drag.held = true;
          fly();
        }
      }, HOLD_MS);
  });
  box.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.going) {
      if (Math.hypot(dx, dy) < START_PX) return;
      if (!drag.held && Math.abs(dy) > Math.abs(dx)) return;
      fly();
    }
    drag.tile.style.setProperty("translate", `${dx}px ${dy}px`);
    hover(under(event));
  });
  box.addEventListener(
    "touchmove",
    (event) => {
      if (drag?.going && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  box.addEventListener("contextmenu", (event) => {
    if (drag) event.preventDefault();
  });
  box.addEventListener("pointerup", (event) => finish(event, true));
  box.addEventListener("pointercancel", (event) => finish(event, false));

  function fly() {
    if (drag.going) return;
    drag.going = true;
    drag.tile.classList.add("flying");
    try {
      box.setPointerCapture(drag.id);
    } catch {
      /* the finger has left already */
    }
  }
  function finish(event, wanted) {
    if (!drag || event.pointerId !== drag.id) return;
    const { node, tile, going, timer } = drag;
    clearTimeout(timer);
    drag = null;
    hover(null);
    tile.classList.remove("flying");
    tile.style.removeProperty("translate");
    const to = going && wanted ? under(event) : null;
    if (to?.zone) to.zone.drop(tile.textContent);
    else if (to?.node && to.node !== node) drop(Number(node.dataset.cell), Number(to.node.dataset.cell));
  }
  function under(event) {
    const there = document.elementsFromPoint(event.clientX, event.clientY);
    const zone = zones.find((one) => there.includes(one.node));
    if (zone) return { zone };
    const node =
      there.map((one) => one.closest?.(".cell")).find((one) => one && box.contains(one)) ?? nearest(event);
    return node ? { node } : null;
  }
  function nearest(event) {
    let best = null;
    let least = NEAR_PX;
    for (const node of cells()) {
      const area = node.getBoundingClientRect();
      const far = Math.hypot(
        event.clientX - area.x - area.width / 2,
        event.clientY - area.y - area.height / 2,
      );
      if (far < least) [best, least] = [node, far];
    }
    return best;
  }
  function hover(to) {
    for (const node of box.querySelectorAll(".over")) node.classList.remove("over");
    for (const zone of zones) zone.node.classList.toggle("over", Boolean(to && to.zone === zone));
    to?.node?.classList.add("over");
  }
}
