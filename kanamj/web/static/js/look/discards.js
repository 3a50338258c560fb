// The table of discards for a full hand that is not complete. It can be sorted; the chances are filled in when they come.

import { el, fill, say } from "../dom.js";
import { percent } from "../parts/judged.js";
import { counted, tileButton } from "../parts/tile.js";
import { t } from "../texts.js";
import { inOrder } from "../tiles.js";

/** The table, the best discard first, as in the report. `toss(letter)` throws a tile; `depth`: the number of columns of chances. */
export function discards(/** @type {HandReport} */ report, depth, toss) {
  const rows = report.discards.map((discard, rank) => ({ ...discard, rank, chances: discard.chances ?? [] }));
  const alphabet = inOrder(rows.map((row) => row.tile));
  const columns = [
    ["tile", t("table.tile"), (row) => alphabet.indexOf(row.tile), true],
    ["shanten", t("table.shanten"), (row) => row.shanten, true],
    ["unseen", t("table.tiles"), (row) => row.unseen, false],
    ...Array.from({ length: depth }, (_, i) => [
      `chance${i + 1}`,
      t("draws.n", { n: i + 1 }),
      (row) => row.chances[i] ?? -1,
      false,
    ]),
  ];
  let by = ""; // the column to sort by; "" puts the best first
  let up = true;
  let busy = true;
  const head = el`tr`();
  const table = el`table#discards.discards`(el`caption.unseen`(t("table.caption")), el`thead`(head));
  const note = el`p#chances-note.note`();
  const box = el`section.card`(el`h2`(t("table.title")), el`p.note`(t("table.how")), table, note);

  function draw() {
    fill(
      head,
      columns.map(([name, label]) =>
        el`th`(
          {
            scope: "col",
            class: `col-${name.replace(/\d/, "")}`,
            "aria-sort": by === name ? (up ? "ascending" : "descending") : "none",
          },
          el`button.sort`({ data: { sort: name }, on: { click: () => sort(name) } }, label),
        ),
      ),
      el`th.letters.wide`({ scope: "col" }, t("table.letters")),
    );
    const of = columns.find(([name]) => name === by)?.[2] ?? ((row) => row.rank);
    const order = [...rows].sort((a, b) => (up ? 1 : -1) * (of(a) - of(b)) || a.rank - b.rank);
    for (const body of table.querySelectorAll("tbody")) body.remove();
    table.append(...order.map((row) => bodyOf(row, depth, busy, toss)));
  }
  function sort(name) {
    [by, up] = by === name ? [name, !up] : [name, columns.find((column) => column[0] === name)[3]];
    draw();
    head.querySelector(`[data-sort="${name}"]`).focus();
    say(t("table.sorted", { column: columns.find((column) => column[0] === name)[1] }));
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
