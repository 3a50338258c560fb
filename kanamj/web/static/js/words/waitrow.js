// Shows which tiles turn one or two letters into a word.

import { el } from "../dom.js";
import { byReading, tile, wordButton } from "../parts/tile.js";
import { t } from "../texts.js";

/** {rows, summary} for the waits of one or two letters, with all words. */
export function waitRow(/** @type {Answers["waits"]} */ { letters, row, rank, of }) {
  const values = { letters, kinds: row.count, tiles: row.tiles, rank, of };
  const summary = t(row.count ? "waits.row" : "waits.none", values);
  const waits = [...row.waits].sort((a, b) => b.unseen - a.unseen);
  return {
    summary,
    rows: [
      el`section.card`(
        el`h2`(summary),
        el`ul.wait-list`(
          waits.map((wait) =>
            el`li.wait`(
              el`span.counted`(tile(wait.tile), el`small`(t("tiles.n", { n: wait.unseen }))),
              el`div.words`(byReading(wait.words).map(([, words]) => wordButton(words))),
            ),
          ),
        ),
      ),
    ],
  };
}
