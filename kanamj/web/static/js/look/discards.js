// The table of discards for a full hand that is not complete. The best is first; the chances are filled in when they come.

import { el, fill } from "../dom.js";
import { percent } from "../parts/judged.js";
import { counted, tileButton } from "../parts/tile.js";
import { t } from "../texts.js";

/** The table, the best discard first, as in the report. `toss(letter)` throws a tile; `depth`: the number of columns of chances. */
export function discards(/** @type {HandReport} */ report, depth, toss) {
  const rows = report.discards.map((discard, rank) => {
    const press = tileButton(discard.tile, t("hand.throwing", { letter: discard.tile }), () =>
      toss(discard.tile),
    );
    const [first, row] = [el`td`(press), el`tr`()];
    const body = el`tbody`({ data: { tile: discard.tile } }, row, narrow(discard, depth));
    return { ...discard, rank, chances: discard.chances ?? [], press, first, row, body };
  });
  const columns = [
    ["col-tile", t("table.tile")],
    ["col-shanten", t("table.shanten")],
    ["col-unseen", t("table.tiles")],
    ...Array.from({ length: depth }, (_, i) => ["col-chance", t("draws.n", { n: i + 1 })]),
    ["letters wide", t("table.letters")],
  ];
  let busy = true;
  const head = columns.map(([name, label]) => el`th`({ scope: "col", class: name }, label));
  const top = [el`caption.unseen`(t("table.caption")), el`thead`(el`tr`(head))];
  const table = el`table#discards.discards`();
  const note = el`p#chances-note.note`();
  const box = el`section.card`(el`h2`(t("table.title")), el`p.note`(t("table.how")), table, note);

  function draw() {
    const focused = document.activeElement;
    for (const one of rows) {
      fill(one.first, one.press, mark(one.fine));
      fill(one.row, one.first, cells(one, depth, busy));
    }
    fill(
      table,
      top,
      [...rows].sort((a, b) => a.rank - b.rank).map((one) => one.body),
    );
    if (table.contains(focused)) /** @type {HTMLElement} */ (focused).focus(); // its row may have moved
  }
  draw();
  return {
    box,
    /** Fill in the chances of a later answer, in its order. `done`: this is the last answer; `more`: the note below the table. */
    chances(later, done, more = null) {
      for (const [rank, { tile, chances = [], fine }] of (later?.discards ?? []).entries()) {
        Object.assign(
          rows.find((row) => row.tile === tile),
          { rank, chances, fine },
        );
      }
      busy = !done;
      fill(note, more);
      draw();
    },
  };
}

/** The cells of a row beside its tile. */
const cells = (row, depth, busy) => [
  el`td.number`(row.shanten),
  el`td.number`(row.unseen),
  Array.from({ length: depth }, (_, i) => chance(row.chances[i], busy)),
  el`td.letters.wide`(counted(row.accepts)),
];

/** On a narrow screen the letters that help are in a row of their own. */
const narrow = (row, depth) => el`tr.narrow`(el`td.letters`({ colspan: 3 + depth }, counted(row.accepts)));

function chance(share, busy) {
  if (share !== undefined)
    return el`td.number.chance`({ vars: { "--share": `${100 * share}%` } }, percent(share));
  return el`td.number.chance`(busy ? el`span.spin`({ role: "img", "aria-label": t("busy") }) : "–");
}

const mark = (best) =>
  best ? el`span.best`({ title: t("table.best") }, "◎", el`span.unseen`(t("table.best"))) : null;
