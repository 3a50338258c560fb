// A board on which the player arranges tiles in racks and a tray, by taps, keys or dragging.

import { el, fill, say } from "../dom.js";
import { t } from "../texts.js";
import { adapted, contents, layout, placed, rackCells, restored, sent, swapped } from "./cells.js";
import { draggable } from "./drag.js";
import { rove } from "./focus.js";
import { spelt } from "./tile.js";

/** The nodes of a board: a row of racks, each with a label below it, and a tray. */
class Face {
  racks = el`div.racks`();
  tray = el`div.tray`({ role: "group", "aria-label": t("board.tray") });
  box = el`div#board.board`(this.racks, this.tray);
  cells = [];
  labels = [];
  roving = rove(this.box, ".cell", ".cell:has(.tile)");

  /** Make the cells of that board. The cell at the same place keeps the focus. */
  build(now) {
    const focused = this.cells.indexOf(document.activeElement);
    const loose = now.cells.length - now.slots;
    this.cells = now.cells.map((_, at) => el`button.cell`({ tabindex: "-1", data: { cell: at } }));
    this.labels = now.racks.map(() => el`p.rack-word`());
    fill(
      this.racks,
      rackCells(now).map((slots, i) =>
        el`div.rack`(
          { role: "group", "aria-label": t("board.rack", { n: i + 1, of: slots.length }), data: { rack: i } },
          el`div.rack-cells`(slots.map((at) => this.cells[at])),
          this.labels[i],
        ),
      ),
    );
    fill(this.tray, this.cells.slice(now.slots));
    this.tray.style.setProperty("--per", loose > 8 ? 7 : 8);
    if (focused >= 0) this.cells[Math.min(focused, this.cells.length - 1)].focus({ preventScroll: true });
  }

  /** Show the tiles: those of the cells `selected` as held, and the one with the id `drawn` as just drawn. */
  tiles(now, selected, drawn) {
    this.cells.forEach((node, at) => {
      const tile = now.cells[at];
      const shown = node.firstChild;
      const look = tile && `tile${tile.id === drawn ? " drawn" : ""}${selected.includes(at) ? " held" : ""}`;
      if (tile && shown?.dataset.id === String(tile.id) && shown.textContent === tile.letter)
        shown.className = look;
      else fill(node, tile ? el`span`({ class: look, data: { id: tile.id } }, tile.letter) : null);
      node.setAttribute(
        "aria-label",
        t(at < now.slots ? "board.slot" : "board.loose", {
          letter: tile?.letter ?? t("board.empty"),
          n: rackOf(now, at) + 1,
        }),
      );
      node.setAttribute("aria-pressed", String(selected.includes(at)));
    });
    this.roving.settle();
  }

  /** Show which racks are words, and which is the active one. */
  words(racks, active) {
    racks.forEach(({ text, full, words }, i) => {
      const gold = full && words.length > 0;
      this.racks.children[i].classList.toggle("gold", gold);
      this.racks.children[i].classList.toggle("active", i === active);
      fill(this.labels[i], gold ? [el`span.tick`({ "aria-hidden": "true" }, "✓ "), spelt(words)] : null);
      this.labels[i].dataset.text = gold ? text : "";
    });
  }
}

const rackOf = (now, at) => rackCells(now).findIndex((slots) => slots.includes(at));

/**
 * A board. A tap selects a tile. A tap on a slot places the selected tiles there. After a second tap a tile moves to the next free slot,
 * or from a rack to the tray. While `throwing()`, it is thrown: `toss(letter)` is called, as at the key Delete, and only one tile can be selected.
 * `wordsOf(text)`: the words that a full rack with these letters is, or []. `changed(state)` is called after each move; state = [{text, full, words}], one per rack.
 * `picked(text)` is called with the selected letters.
 * `cells`: the places of the tiles, as `layout()` returned them. `zones`: [{node, drop(letter)}], other places where a tile can be dropped.
 */
export class Board {
  #face = new Face();
  #room; // the functions that the room gave
  #now; // where the tiles are, as cells.js describes it
  #active = 0; // the rack that is filled first
  #selected = []; // cells, in the order in which they were selected
  #drawn = null; // the id of the tile just drawn
  #frozen = false;

  constructor({
    racks,
    letters,
    wordsOf,
    changed,
    toss = (_letter) => {},
    throwing = () => false,
    picked = (_text) => {},
    cells = null,
    zones = [],
  }) {
    this.#room = { wordsOf, changed, toss, throwing, picked };
    this.#now = restored(racks, letters, cells);
    this.box = this.#face.box;
    this.box.addEventListener("click", ({ target }) => this.#clicked(target));
    this.box.addEventListener("keydown", (event) => {
      const letter = event.target.closest(".cell")?.textContent;
      if (event.key === "Escape" && this.#selected.length) this.#select([]);
      else if (["Delete", "Backspace"].includes(event.key) && letter) toss(letter);
      else return;
      event.preventDefault();
    });
    draggable(this.box, {
      cells: () => this.#face.cells,
      zones,
      free: () => !this.#frozen,
      chosen: (node) => this.#selected.includes(Number(node.dataset.cell)),
      drop: (from, to) => {
        this.#select([]);
        this.#activate(to);
        this.#become(swapped(this.#now, from, to));
      },
    });
    this.#face.build(this.#now);
    this.#draw();
  }

  /** {text, full, words} of each rack. */
  state() {
    return contents(this.#now).map((rack) => ({
      ...rack,
      words: rack.full ? this.#room.wordsOf(rack.text) : [],
    }));
  }

  /** The letters of each rack that is a word. */
  words() {
    return this.state().flatMap((rack) => (rack.words.length ? [rack.text] : []));
  }

  layout() {
    return layout(this.#now);
  }

  /** Change the board by a function of cells.js, such as `gathered` or `shuffled`. */
  move(change) {
    this.#select([]);
    this.#become(change(this.#now));
  }

  /** Mark the racks that are words anew, after `wordsOf` has more words. Selected tiles stay selected. */
  recognise() {
    this.#draw();
    this.#room.changed(this.state());
  }

  /** Show another hand. Tiles that both hands have keep their places. `fresh`: the letter just drawn; its tile is marked. */
  hand(next, racks = this.#now.racks, fresh = null) {
    const known = new Set(this.#now.cells.map((tile) => tile?.id));
    this.#selected = [];
    this.#now = adapted(this.#now, next, racks);
    const there = this.#now.cells.filter((tile) => tile?.letter === fresh);
    this.#drawn = (there.find((tile) => !known.has(tile?.id)) ?? there.at(-1))?.id ?? null;
    this.#active = Math.min(this.#active, racks.length - 1);
    this.#face.build(this.#now);
    this.recognise();
  }

  focus() {
    this.#face.cells.find((node) => node.tabIndex === 0)?.focus({ preventScroll: true });
  }

  freeze(on) {
    this.#frozen = on;
    this.#selected = [];
    this.box.classList.toggle("frozen", on);
    this.#draw();
  }

  #draw() {
    this.#face.words(this.state(), this.#frozen ? -1 : this.#active);
    this.#face.tiles(this.#now, this.#selected, this.#drawn);
  }

  #become(next) {
    if (next === this.#now) return this.#draw();
    const before = this.words().length;
    this.#now = next;
    const racks = rackCells(next).map((slots) => slots.some((slot) => !next.cells[slot]));
    if (!racks[this.#active]) this.#active = Math.max(0, racks.indexOf(true));
    this.#draw();
    const words = this.words();
    if (words.length > before) say(t("board.word", { word: words.join("・") }));
    return this.#room.changed(this.state());
  }

  #select(cells) {
    this.#selected = cells;
    this.#draw();
    this.#room.picked(cells.map((at) => this.#now.cells[at].letter).join(""));
  }

  #activate(at) {
    if (at < this.#now.slots) this.#active = rackOf(this.#now, at);
  }

  #clicked(target) {
    const node = target.closest(".cell");
    if (node) return this.#pressed(Number(node.dataset.cell));
    if (this.#selected.length && target === this.#face.tray) return this.#place(this.#now.slots);
    return this.#selected.length && target !== this.box ? this.#select([]) : undefined;
  }

  #pressed(at) {
    if (this.#frozen) return undefined;
    const tile = this.#now.cells[at];
    const selected = this.#selected;
    if (!tile && selected.length) return this.#place(at);
    if (!tile) {
      this.#activate(at);
      return this.#draw();
    }
    if (!selected.includes(at)) {
      say(t("board.held", { letter: tile.letter }));
      return this.#select(this.#room.throwing() ? [at] : [...selected, at]);
    }
    if (selected.at(-1) !== at) return this.#select(selected.filter((one) => one !== at));
    this.#select([]);
    if (selected.length === 1 && this.#room.throwing()) return this.#room.toss(tile.letter);
    return this.#become(selected.reduce((next, from) => sent(next, from, this.#active), this.#now));
  }

  #place(at) {
    const from = this.#selected;
    this.#select([]);
    this.#activate(at);
    this.#become(placed(this.#now, from, at));
  }
}
