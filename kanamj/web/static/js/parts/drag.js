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
    if (!event.isPrimary) return; // a second finger
    letGo(); // of a tile whose finger was lost
    if (!node?.firstChild || event.button || !free(node)) return;
    const held = event.pointerType !== "touch" || chosen(node);
    const { pointerId: id, clientX: x, clientY: y } = event;
    drag = { id, node, tile: node.firstChild, x, y, held, going: false, timer: 0 };
    if (!held) drag.timer = setTimeout(hold, HOLD_MS);
  });
  box.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.going && !begins(dx, dy, drag.held)) return;
    fly();
    drag.tile.style.setProperty("translate", `${dx}px ${dy}px`);
    mark(placeUnder(event, box, cells(), zones), box, zones);
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
  box.addEventListener("lostpointercapture", (event) => event.target === box && finish(event, false));

  function hold() {
    drag.held = true;
    fly();
  }
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
  function letGo() {
    if (!drag) return;
    const { tile, timer } = drag;
    clearTimeout(timer);
    drag = null;
    mark(null, box, zones);
    tile.classList.remove("flying");
    tile.style.removeProperty("translate");
  }
  function finish(event, wanted) {
    if (!drag || event.pointerId !== drag.id) return;
    const { node, tile, going } = drag;
    letGo();
    const to = going && wanted ? placeUnder(event, box, cells(), zones) : null;
    if (to?.zone) to.zone.drop(tile.textContent);
    else if (to?.node && to.node !== node) drop(Number(node.dataset.cell), Number(to.node.dataset.cell));
  }
}

/** Where a tile would be dropped: {zone}, or {node} of a cell, or null. */
function placeUnder(event, box, cells, zones) {
  const there = document.elementsFromPoint(event.clientX, event.clientY);
  const zone = zones.find((one) => there.includes(one.node));
  if (zone) return { zone };
  const under = there.map((one) => one.closest(".cell")).find((one) => one && box.contains(one));
  const areas = under ? [] : cells.map((cell) => cell.getBoundingClientRect());
  const node = under ?? cells[nearestArea({ x: event.clientX, y: event.clientY }, areas)];
  return node ? { node } : null;
}

/** The number of the area whose middle is nearest to a point, if it is nearer than `most` pixels; else -1. */
export function nearestArea({ x, y }, areas, most = NEAR_PX) {
  const far = areas.map((area) => Math.hypot(x - area.x - area.width / 2, y - area.y - area.height / 2));
  const least = Math.min(...far);
  return least < most ? far.indexOf(least) : -1;
}

/** Whether a move by (dx, dy) begins a drag. A finger that moves up or down scrolls the page, unless its tile is `held`. */
export function begins(dx, dy, held) {
  return Math.hypot(dx, dy) >= START_PX && (held || Math.abs(dy) <= Math.abs(dx));
}

function mark(to, box, zones) {
  for (const node of box.querySelectorAll(".over")) node.classList.remove("over");
  for (const zone of zones) zone.node.classList.toggle("over", to?.zone === zone);
  to?.node?.classList.add("over");
}
