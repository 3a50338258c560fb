// A board on which the player arranges tiles in racks and a tray, by taps, keys or dragging; and what is said of the letters on it.

import { say } from "../dom.js";
import { t } from "../texts.js";
import {
  adapted,
  contents,
  layout,
  placed,
  rackCells,
  restored,
  returned,
  swapped,
  withWords,
} from "./cells.js";
import { draggable } from "./drag.js";
import { Face, rackOf } from "./face.js";
import { chime, click, hop, shake } from "./feel.js";
import { readingsOf, spelt } from "./tile.js";

/**
 * A board. Letters that are tapped in order are selected; when they fill the active rack, they are laid there. A tap on a slot lays the selected
 * tiles there instead. A tap on a laid tile takes it back, and from a full rack the whole word. While `throwing()`, one selected tile can be thrown
 * by `throwSelected()` or the key Delete: `toss(letter)` is called. No tap on a tile throws it.
 * `wordsOf(text)`: the words that a full rack with these letters is, or []; null if they are not known yet.
 * `changed(state)` is called after each move; state = [{text, full, words}], one per rack; then `strange(text)` if a text was laid that is no word.
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
    strange = (_text) => {},
    cells = null,
    zones = [],
  }) {
    this.#room = { wordsOf, changed, toss, throwing, picked, strange };
    this.#now = restored(racks, letters, cells);
    this.box = this.#face.box;
    this.box.addEventListener("click", ({ target }) => this.#clicked(target));
    this.box.addEventListener("keydown", (event) => {
      const letter = event.target.closest(".cell")?.textContent;
      if (event.key === "Escape" && this.#selected.length) this.#select([]);
      else if (["Delete", "Backspace"].includes(event.key) && letter) {
        this.#select([]);
        toss(letter);
      } else return;
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
        this.#become(swapped(this.#now, from, to), true);
      },
    });
    this.#goOn();
    this.#face.build(this.#now);
    this.#draw();
  }

  /** {text, full, words} of each rack. */
  state() {
    return contents(this.#now).map((rack) => ({
      ...rack,
      words: (rack.full && this.#room.wordsOf(rack.text)) || [],
    }));
  }

  /** The letters of each rack that is a word. */
  words() {
    return this.state().flatMap((rack) => (rack.words.length ? [rack.text] : []));
  }

  /** Whether a tile is laid or selected. */
  touched() {
    return this.#selected.length > 0 || this.state().some((rack) => rack.text);
  }

  layout() {
    return layout(this.#now);
  }

  /** Where the tiles are, for `putBack`. */
  kept = () => this.#now;

  /** Put all tiles back to where they were. */
  putBack(kept) {
    this.#selected = [];
    this.#now = kept;
    this.#face.build(this.#now);
    this.recognise();
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
    this.#goOn();
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

  /** Throw the selected tile, if it is one. */
  throwSelected() {
    const [at, more] = this.#selected;
    if (at === undefined || more !== undefined || this.#frozen) return;
    const { letter } = this.#now.cells[at];
    this.#select([]);
    this.#room.toss(letter);
  }

  /** Light the tiles of the tray that spell this word. */
  light(word) {
    const tray = this.#face.cells.slice(this.#now.slots).filter((cell) => cell.firstChild);
    for (const letter of word) {
      const at = tray.findIndex((cell) => cell.textContent === letter);
      if (at >= 0) tray.splice(at, 1)[0].firstElementChild.classList.add("lit");
    }
  }

  /** Lay the words of an arrangement. */
  show(blocks) {
    this.#select([]);
    this.#now = withWords(this.#now, readingsOf(blocks));
    this.#draw();
  }

  /** The whole hand is complete: its tiles hop. */
  rejoice() {
    hop(this.#face.shown().slice(0, this.#now.slots), 500);
  }

  #draw(still = false) {
    this.#face.tiles(this.#now, this.#selected, this.#drawn, still);
    this.#face.words(this.state(), this.#frozen ? -1 : this.#active);
  }

  #become(next, still = false) {
    if (next === this.#now) return this.#draw();
    const was = this.state();
    const before = was.filter((rack) => rack.words.length).length;
    this.#now = next;
    this.#goOn();
    this.#draw(still);
    const state = this.state();
    const words = this.words();
    if (words.length > before) {
      say(`${t("board.word", { word: words.join("・") })} ${laying(state)}`.trim());
      chime(words.length);
    } else click();
    this.#room.changed(state);
    const wrong = state.findIndex(({ full, text }, i) => full && text !== was[i]?.text && this.#isNone(text));
    if (wrong < 0) return;
    shake(this.#face.racks.children[wrong]);
    this.#room.strange(state[wrong].text);
  }

  /** Whether it is known that this text is no word. */
  #isNone(text) {
    return this.#room.wordsOf(text)?.length === 0;
  }

  #select(cells) {
    this.#selected = cells;
    this.#draw();
    this.#room.picked(cells.map((at) => this.#now.cells[at].letter).join(""));
  }

  /** Make the first rack with a free slot the active one, unless the active one has a free slot. */
  #goOn() {
    const open = rackCells(this.#now).map((slots) => slots.some((slot) => !this.#now.cells[slot]));
    if (!open[this.#active]) this.#active = Math.max(0, open.indexOf(true));
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
    if (at < this.#now.slots) return this.#pressedRack(at, tile);
    if (!tile) return this.#selected.length ? this.#place(at) : undefined;
    if (this.#selected.includes(at)) return this.#select(this.#selected.filter((one) => one !== at));
    say(t("board.held", { letter: tile.letter }));
    click();
    this.#select([...this.#selected, at]);
    return this.#fills() && this.#place(rackCells(this.#now)[this.#active][0]);
  }

  /** A tap on a slot lays the selected tiles; those of a full rack go back first. If none is selected, it takes tiles back. */
  #pressedRack(at, tile) {
    const here = rackCells(this.#now)[rackOf(this.#now, at)];
    const full = here.every((cell) => this.#now.cells[cell]);
    if (this.#selected.length) {
      if (full) this.#now = returned(this.#now, here);
      return this.#place(at);
    }
    this.#activate(at);
    return tile ? this.#become(returned(this.#now, full ? here : [at])) : this.#draw();
  }

  /** Whether the selected tiles fill the active rack. A single one never does: it may be meant to be thrown, or for another slot. */
  #fills() {
    const cells = rackCells(this.#now)[this.#active] ?? [];
    const free = cells.filter((cell) => !this.#now.cells[cell]);
    return free.length > 1 && this.#selected.length === free.length;
  }

  #place(at) {
    const from = this.#selected;
    this.#select([]);
    this.#activate(at);
    this.#become(placed(this.#now, from, at));
  }
}

/** Whether only the wide list has these words: they count, and are not shown unasked. */
export const isWider = (words) => words.length > 0 && words.every((word) => word.list);

/** The text beside selected letters that are these words. */
export function picking(text, words) {
  return words.length ? `${text} ✓ ${spelt(words)}${isWider(words) ? ` ${t("arrange.wider")}` : ""}` : text;
}

/** The text about laid words, empty if none of them is only in the wide list. */
export function laying(racks) {
  const wider = racks.filter((rack) => isWider(rack.words)).map((rack) => rack.text);
  return wider.length ? `${wider.join("・")}: ${t("arrange.wider")}` : "";
}
