// The table of discards for a full hand that is not complete. The best is first; the chances are filled in when they come.

import { el, fill } from "../dom.js";
import { percent } from "../parts/judged.js";
import { counted, tileButton } from "../parts/tile.js";
import { t } from "../texts.js";

/** The table, the best discard first, as in the report. `toss(letter)` throws a tile; `depth`: the number of columns of chances. */
export function discards(/** @type {HandReport} */ report, depth, toss) {
  const rows = report.discards.map((discard, rank) => ({ ...discard, rank, chances: discard.chances ?? [] }));
  const columns = [
    ["col-tile", t("table.tile")],
    ["col-shanten", t("table.shanten")],
    ["col-unseen", t("table.tiles")],
    ...Array.from({ length: depth }, (_, i) => ["col-chance", t("draws.n", { n: i + 1 })]),
    ["letters wide", t("table.letters")],
  ];
  let busy = true;
  const head = columns.map(([name, label]) => el`th`({ scope: "col", class: name }, label));
  const table = el`table#discards.discards`(el`caption.unseen`(t("table.caption")), el`thead`(el`tr`(head)));
  const note = el`p#chances-note.note`();
  const box = el`section.card`(el`h2`(t("table.title")), el`p.note`(t("table.how")), table, note);

  function draw() {
    const order = [...rows].sort((a, b) => a.rank - b.rank);
    for (const body of table.querySelectorAll("tbody")) body.remove();
    table.append(...order.map((row) => bodyOf(row, depth, busy, toss)));
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
      const focused = document.activeElement?.closest("#discards tbody")?.getAttribute("data-tile");
      draw();
      if (focused) table.querySelector(`tbody[data-tile="${CSS.escape(focused)}"] button`)?.focus();
    },
  };
}

/** The row of a discard. On a narrow screen the letters that help are in a row of their own. */
function bodyOf(row, depth, busy, toss) {
  const press = tileButton(row.tile, t("hand.throwing", { letter: row.tile }), () => toss(row.tile));
  return el`tbody`(
    { data: { tile: row.tile } },
    el`tr`(
      el`td`(press, mark(row.fine)),
      el`td.number`(row.shanten),
      el`td.number`(row.unseen),
      Array.from({ length: depth }, (_, i) => chance(row.chances[i], busy)),
      el`td.letters.wide`(counted(row.accepts)),
    ),
    el`tr.narrow`(el`td.letters`({ colspan: 3 + depth }, counted(row.accepts))),
  );
}

function chance(share, busy) {
  if (share !== undefined)
    return el`td.number.chance`({ vars: { "--share": `${100 * share}%` } }, percent(share));
  return el`td.number.chance`(busy ? el`span.spin`({ role: "img", "aria-label": t("busy") }) : "–");
}

const mark = (best) =>
  best ? el`span.best`({ title: t("table.best") }, "◎", el`span.unseen`(t("table.best"))) : null;
