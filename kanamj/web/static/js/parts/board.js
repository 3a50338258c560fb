// A hand arranged by hand: tiles dragged, tapped or moved by keyboard between racks and a tray.

import { el, fill, say } from "../dom.js";
import { t } from "../texts.js";
import { adapted, contents, laid, rackCells, sent, swapped } from "./cells.js";
import { rove } from "./focus.js";
import { spelt } from "./tile.js";

const DRAG_PX = 7;

/**
 * A board. `wordsOf(text)`: the words that read so, or []. `changed(state)`: after each move, state = [{text, full, words}].
 * `tap(letter)`: if given and true, the tile was dealt with. `zones`: [{node, drop(letter)}], other places a tile can be dropped on.
 */
export function board({ racks, letters, wordsOf, changed, tap = () => false, zones = [] }) {
  let now = laid(racks, letters);
  let active = 0;
  let held = -1;
  let frozen = false;
  let drawn = null;
  const rackRow = el("div", { class: "racks" });
  const tray = el("div", { class: "tray", role: "group", "aria-label": t("board.tray") });
  const box = el("div", { class: "board", id: "board" }, rackRow, tray);
  const roving = rove(box, ".cell");
  let cells = [];
  let labels = [];

  function build() {
    cells = [];
    labels = [];
    fill(rackRow, rackCells(now).map((slots, i) => {
      const label = el("p", { class: "rack-word" });
      labels.push(label);
      return el("div", { class: "rack", role: "group", "aria-label": t("board.rack", { n: i + 1, of: slots.length }), data: { rack: i } },
        el("div", { class: "rack-cells" }, slots.map(cell)), label);
    }));
    fill(tray, Array.from({ length: now.cells.length - now.slots }, (_, i) => cell(now.slots + i)));
  }
  function cell(at) {
    const node = el("button", { type: "button", class: "cell", tabindex: "-1", data: { cell: at } });
    cells[at] = node;
    return node;
  }

  function draw() {
    cells.forEach((node, at) => {
      const tile = now.cells[at];
      const shown = node.firstChild;
      if (tile && shown?.dataset.id === String(tile.id) && shown.textContent === tile.letter) shown.className = look(tile, at);
      else fill(node, tile ? el("span", { class: look(tile, at), text: tile.letter, data: { id: tile.id } }) : null);
      node.setAttribute("aria-label", t(place(at), { letter: tile?.letter ?? t("board.empty"), n: rackOf(at) + 1 }));
      node.setAttribute("aria-pressed", String(at === held));
    });
    state().forEach(({ text, full, words }, i) => {
      const rack = rackRow.children[i];
      const gold = full && words.length > 0;
      rack.classList.toggle("gold", gold);
      rack.classList.toggle("active", i === active && !frozen);
      fill(labels[i], gold ? [el("span", { class: "tick", "aria-hidden": "true", text: "✓ " }), spelt(words)] : null);
      labels[i].dataset.text = gold ? text : "";
    });
    roving.settle();
  }
  const look = (tile, at) => `tile${tile.id === drawn ? " drawn" : ""}${at === held ? " held" : ""}`;
  const place = (at) => (at < now.slots ? "board.slot" : "board.loose");
  const rackOf = (at) => rackCells(now).findIndex((slots) => slots.includes(at));
  const state = () => contents(now).map((rack) => ({ ...rack, words: rack.full ? wordsOf(rack.text) : [] }));

  function become(next, quiet = false) {
    if (next === now) return;
    const before = state().filter((rack) => rack.words.length).length;
    now = next;
    draw();
    const after = state();
    const standing = after.filter((rack) => rack.words.length);
    if (!quiet && standing.length > before) say(t("board.word", { word: standing.map((rack) => rack.text).join("・") }));
    changed(after);
  }

  function pressed(at) {
    if (frozen) return;
    if (held >= 0) return putDown(at);
    const tile = now.cells[at];
    if (!tile) {
      active = Math.max(0, rackOf(at));
      return draw();
    }
    if (tap(tile.letter)) return;
    if (at < now.slots) active = rackOf(at);
    become(sent(now, at, active));
    const filled = rackCells(now)[active].every((slot) => now.cells[slot]);
    if (filled) active = Math.max(0, rackCells(now).findIndex((slots) => slots.some((slot) => !now.cells[slot])));
    draw();
  }
  function pickUp(at) {
    if (frozen || !now.cells[at]) return;
    held = at;
    say(t("board.held", { letter: now.cells[at].letter }));
    draw();
  }
  function putDown(at) {
    const from = held;
    held = -1;
    become(swapped(now, from, at));
    draw();
    cells[at].focus();
  }

  box.addEventListener("click", (event) => {
    const node = event.target.closest(".cell");
    if (node && !dragged) pressed(Number(node.dataset.cell));
    dragged = false;
  });
  box.addEventListener("keydown", (event) => {
    const node = event.target.closest(".cell");
    dragged = false;
    if (event.key === "Escape" && held >= 0) { held = -1; draw(); event.preventDefault(); }
    if (event.key === " " && node) {
      event.preventDefault();
      const at = Number(node.dataset.cell);
      if (held >= 0) putDown(at);
      else pickUp(at);
    }
  });
  box.addEventListener("keyup", (event) => { if (event.key === " ") event.preventDefault(); });

  let drag = null;
  let dragged = false;
  box.addEventListener("pointerdown", (event) => {
    dragged = false;
    const node = event.target.closest(".cell");
    if (frozen || !node?.firstChild || event.button) return;
    drag = { id: event.pointerId, from: Number(node.dataset.cell), tile: node.firstChild, x: event.clientX, y: event.clientY, over: null };
    box.setPointerCapture?.(event.pointerId);
  });
  box.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!dragged && Math.hypot(dx, dy) < DRAG_PX) return;
    dragged = true;
    drag.tile.classList.add("flying");
    drag.tile.style.setProperty("translate", `${dx}px ${dy}px`);
    hover(target(event));
  });
  const finish = (event, drop) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { from, tile } = drag;
    const to = dragged && drop ? target(event) : null;
    drag = null;
    hover(null);
    tile.classList.remove("flying");
    tile.style.removeProperty("translate");
    if (!dragged) { if (drop) { pressed(from); dragged = true; cells[from]?.focus({ preventScroll: true }); } return; }
    if (to?.zone) to.zone.drop(tile.textContent);
    else if (to && to.cell !== from) { become(swapped(now, from, to.cell)); if (to.cell < now.slots) active = rackOf(to.cell); draw(); }
  };
  box.addEventListener("pointerup", (event) => finish(event, true));
  box.addEventListener("pointercancel", (event) => finish(event, false));
  function target(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const zone = zones.find((one) => under.includes(one.node));
    if (zone) return { zone };
    const node = under.map((one) => one.closest?.(".cell")).find((one) => one && box.contains(one)) ?? nearBy(event);
    return node ? { cell: Number(node.dataset.cell), node } : null;
  }
  /** A tile let go beside the cells goes to the nearest one within a tile's width. */
  function nearBy(event) {
    let best = null;
    let least = 60;
    for (const node of cells) {
      const area = node.getBoundingClientRect();
      const far = Math.hypot(event.clientX - area.x - area.width / 2, event.clientY - area.y - area.height / 2);
      if (far < least) [best, least] = [node, far];
    }
    return best;
  }
  function hover(to) {
    for (const node of box.querySelectorAll(".over")) node.classList.remove("over");
    for (const zone of zones) zone.node.classList.toggle("over", Boolean(to?.zone === zone));
    to?.node?.classList.add("over");
  }

  build();
  draw();
  return {
    box,
    state,
    /** Move as a function of cells says: gathered, shuffled … */
    move(change) { held = -1; become(change(now)); },
    /** The hand is another one now; tiles stay where they lie. `fresh`: the letter just drawn, set apart. */
    hand(next, racksNow = now.racks, fresh = null) {
      const known = new Set(now.cells.filter(Boolean).map((tile) => tile.id));
      held = -1;
      now = adapted(now, next, racksNow);
      const added = now.cells.filter((tile) => tile && !known.has(tile.id));
      drawn = fresh ? (added.find((tile) => tile.letter === fresh) ?? null)?.id ?? null : null;
      active = Math.min(active, now.racks.length - 1);
      build();
      draw();
      changed(state());
    },
    freeze(on) { frozen = on; box.classList.toggle("frozen", on); draw(); },
  };
}
