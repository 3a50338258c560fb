// A board on which the player arranges tiles in racks and a tray, by taps, keys or dragging.

import { el, fill, say } from "../dom.js";
import { t } from "../texts.js";
import { adapted, contents, layout, placed, rackCells, restored, sent, swapped } from "./cells.js";
import { draggable } from "./drag.js";
import { rove } from "./focus.js";
import { spelt } from "./tile.js";

/**
 * A board. A tap selects a tile. A tap on a slot places the selected tiles there. A second tap on a tile calls `second(letter)`; if that
 * returns false, the tile moves to the next free slot, or from a rack to the tray.
 * `wordsOf(text)`: the words that a full rack with these letters is, or []. `changed(state)` is called after each move; state = [{text, full, words}], one per rack.
 * `many()`: whether several tiles can be selected, in the order of a word. `picked(text)` is called with the selected letters.
 * `cells`: the places of the tiles, as `layout()` returned them. `zones`: [{node, drop(letter)}], other places where a tile can be dropped.
 */
export function board({ racks, letters, wordsOf, changed, second = () => false, many = () => true, picked = () => {}, cells: kept = null, zones = [] }) {
  let now = restored(racks, letters, kept);
  let active = 0;
  let selected = [];
  let frozen = false;
  let drawn = null;
  const rackRow = el("div", { class: "racks" });
  const tray = el("div", { class: "tray", role: "group", "aria-label": t("board.tray") });
  const box = el("div", { class: "board", id: "board" }, rackRow, tray);
  const roving = rove(box, ".cell", ".cell:has(.tile)");
  let cells = [];
  let labels = [];

  function build() {
    const focused = cells.indexOf(document.activeElement);
    cells = [];
    labels = [];
    fill(rackRow, rackCells(now).map((slots, i) => {
      const label = el("p", { class: "rack-word" });
      labels.push(label);
      return el("div", { class: "rack", role: "group", "aria-label": t("board.rack", { n: i + 1, of: slots.length }), data: { rack: i } },
        el("div", { class: "rack-cells" }, slots.map(cell)), label);
    }));
    fill(tray, Array.from({ length: now.cells.length - now.slots }, (_, i) => cell(now.slots + i)));
    tray.style.setProperty("--per", now.cells.length - now.slots > 8 ? 7 : 8);
    if (focused >= 0) cells[Math.min(focused, cells.length - 1)].focus({ preventScroll: true });
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
      const look = tile && `tile${tile.id === drawn ? " drawn" : ""}${selected.includes(at) ? " held" : ""}`;
      if (tile && shown?.dataset.id === String(tile.id) && shown.textContent === tile.letter) shown.className = look;
      else fill(node, tile ? el("span", { class: look, text: tile.letter, data: { id: tile.id } }) : null);
      node.setAttribute("aria-label", t(at < now.slots ? "board.slot" : "board.loose", { letter: tile?.letter ?? t("board.empty"), n: rackOf(at) + 1 }));
      node.setAttribute("aria-pressed", String(selected.includes(at)));
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
  const rackOf = (at) => rackCells(now).findIndex((slots) => slots.includes(at));
  const state = () => contents(now).map((rack) => ({ ...rack, words: rack.full ? wordsOf(rack.text) : [] }));
  const freeRack = () => rackCells(now).findIndex((slots) => slots.some((slot) => !now.cells[slot]));

  function become(next) {
    if (next === now) return draw();
    const before = state().filter((rack) => rack.words.length).length;
    now = next;
    if (rackCells(now)[active]?.every((slot) => now.cells[slot])) active = Math.max(0, freeRack());
    draw();
    const after = state();
    const standing = after.filter((rack) => rack.words.length);
    if (standing.length > before) say(t("board.word", { word: standing.map((rack) => rack.text).join("・") }));
    return changed(after);
  }
  function select(next) {
    selected = next;
    draw();
    picked(selected.map((at) => now.cells[at].letter).join(""));
  }

  function pressed(at) {
    if (frozen) return undefined;
    const tile = now.cells[at];
    if (!tile && !selected.length) {
      if (at < now.slots) active = rackOf(at);
      return draw();
    }
    if (!tile) return place(at);
    if (!selected.includes(at)) {
      say(t("board.held", { letter: tile.letter }));
      return select(many() ? [...selected, at] : [at]);
    }
    if (selected.at(-1) !== at) return select(selected.filter((one) => one !== at));
    if (selected.length === 1 && second(tile.letter)) return select([]);
    return send();
  }
  /** Move all selected tiles as a second tap does. */
  function send() {
    const from = selected;
    select([]);
    become(from.reduce((next, at) => sent(next, at, active), now));
  }
  function place(at) {
    const from = selected;
    select([]);
    if (at < now.slots) active = rackOf(at);
    become(placed(now, from, at));
  }

  box.addEventListener("click", (event) => {
    const node = event.target.closest(".cell");
    if (node) return pressed(Number(node.dataset.cell));
    if (selected.length && event.target === tray) return place(now.slots);
    return selected.length && event.target !== box ? select([]) : undefined;
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && selected.length) { select([]); event.preventDefault(); }
  });
  draggable(box, {
    cells: () => cells, zones, free: () => !frozen, chosen: (node) => selected.includes(Number(node.dataset.cell)),
    drop(from, to) {
      select([]);
      if (to < now.slots) active = rackOf(to);
      become(swapped(now, from, to));
    },
  });

  build();
  draw();
  return {
    box,
    state,
    layout: () => layout(now),
    /** Change the board by a function of cells.js, such as `gathered` or `shuffled`. */
    move(change) { select([]); become(change(now)); },
    /** Mark the racks that are words anew, after `wordsOf` has more words. Selected tiles stay selected. */
    recognise() { draw(); changed(state()); },
    /** Show another hand. Tiles that both hands have keep their places. `fresh`: the letter just drawn; its tile is marked. */
    hand(next, racksNow = now.racks, fresh = null) {
      const known = new Set(now.cells.filter(Boolean).map((tile) => tile.id));
      selected = [];
      now = adapted(now, next, racksNow);
      const there = now.cells.filter((tile) => tile?.letter === fresh);
      drawn = (there.find((tile) => !known.has(tile.id)) ?? there.at(-1))?.id ?? null;
      active = Math.min(active, now.racks.length - 1);
      build();
      draw();
      changed(state());
    },
    focus() { cells.find((node) => node.tabIndex === 0)?.focus({ preventScroll: true }); },
    freeze(on) { frozen = on; selected = []; box.classList.toggle("frozen", on); draw(); },
  };
}
