// The nodes of a board: racks, tray and tiles, and how they show where the tiles are.

import { el, fill } from "../dom.js";
import { latin, t } from "../texts.js";
import { rackCells } from "./cells.js";
import { glide, places, turnOver } from "./feel.js";
import { rove } from "./focus.js";
import { face, spelt } from "./tile.js";

/** The number of the rack that has this cell. */
export const rackOf = (now, at) => rackCells(now).findIndex((slots) => slots.includes(at));

/** The nodes of a board: a row of racks, each with a label below it, and a tray. */
export class Face {
  racks = el`div.racks`();
  tray = el`div.tray`({ role: "group", "aria-label": t("board.tray") });
  box = el`div#board.board`(this.racks, this.tray);
  cells = [];
  labels = [];
  roving = rove(this.box, ".cell", ".cell:has(.tile)");
  shape = ""; // the racks, and the number of cells
  before = new Map(); // where the tiles were before the cells were made anew
  gold = new Set(); // the words that have turned over

  /** Make the cells of that board, unless it has the same cells as the board before. The cell at the same place keeps the focus. */
  build(now) {
    this.before = places(this.shown());
    const shape = `${now.racks} ${now.cells.length}`;
    if (shape === this.shape) return;
    this.shape = shape;
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

  shown = () => this.cells.map((cell) => cell.firstChild).filter(Boolean);

  /** Show the tiles: those of the cells `selected` as held, and the one with the id `drawn` as just drawn. */
  tiles(now, selected, drawn, still = false) {
    const before = this.before.size ? this.before : places(this.shown());
    this.before = new Map();
    this.cells.forEach((node, at) => {
      const tile = now.cells[at];
      const shown = node.firstChild;
      const look = tile && `tile${tile.id === drawn ? " drawn" : ""}${selected.includes(at) ? " held" : ""}`;
      if (tile && shown?.dataset.id === String(tile.id) && shown.textContent === tile.letter)
        shown.className = look;
      else
        fill(
          node,
          tile ? el`span`({ class: look, data: { id: tile.id, ...face(tile.letter) } }, tile.letter) : null,
        );
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
    if (!still) glide(this.shown(), before);
  }

  /** Show which racks are words, and which is the active one. */
  words(racks, active) {
    const turned = new Set();
    racks.forEach(({ text, full, words }, i) => {
      const gold = full && words.length > 0;
      this.racks.children[i].classList.toggle("gold", gold);
      this.racks.children[i].classList.toggle("active", i === active);
      fill(
        this.labels[i],
        gold
          ? [
              el`span.tick`({ "aria-hidden": "true" }, "✓ "),
              spelt(words),
              latin(text) && ` ${latin(words[0].reading)}`,
            ]
          : null,
      );
      this.labels[i].dataset.text = gold ? text : "";
      if (!gold) return;
      turned.add(text);
      if (!this.gold.has(text)) turnOver([...this.racks.children[i].querySelectorAll(".tile")], 150);
    });
    this.gold = turned;
  }
}
