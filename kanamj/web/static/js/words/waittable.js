// Shows which tiles turn one or two letters into a word, and the ranking of all letters or pairs by the number of these tiles.

import { button, el, fill, segments } from "../dom.js";
import { ask } from "../engine.js";
import { failure } from "../parts/errors.js";
import { byReading, tile, wordButton } from "../parts/tile.js";
import { choicesOf, t } from "../texts.js";

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

/** The ranking. A row calls `open(letters)`, which shows its waits with all words. */
export function waitTable(open) {
  let size = "1";
  let limit = 20;
  let loaded = false;
  const list = el`ol#ranking.ranking`();
  const note = el`div`();
  const all = button(
    t("ranking.more"),
    () => {
      limit = 0;
      load();
    },
    { class: "button", id: "ranking-more" },
  );
  const box = el`section.card.stack`(
    el`h2`(t("ranking.title")),
    el`p.note`(t("ranking.how")),
    el`div`(
      segments("ranking-size", t("ranking.title"), choicesOf("ranking", ["1", "2"]), size, (value) => {
        size = value;
        limit = 20;
        load();
      }),
    ),
    list,
    note,
    el`p`(all),
  );

  async function load() {
    try {
      const { rows, of } = await ask("waits", { size, limit });
      const most = rows[0]?.tiles || 1;
      fill(
        list,
        rows.map((row, i) =>
          el`li`(
            el`button.rank-row`(
              { on: { click: () => open(row.letters) } },
              el`span.place`(String(i + 1)),
              el`span.run`([...row.letters].map((letter) => tile(letter, "small"))),
              el`span.bar`(
                { vars: { "--share": `${(100 * row.tiles) / most}%` } },
                el`span`(t("ranking.tiles", { n: row.tiles, kinds: row.count })),
              ),
              el`span.waits-text`(typeof row.waits === "string" ? row.waits : ""),
            ),
          ),
        ),
      );
      fill(note);
      all.hidden = rows.length >= of;
      loaded = true;
    } catch (error) {
      fill(note, failure(error, load, "ranking-again"));
    }
  }
  return {
    box,
    load: () => {
      if (!loaded) load();
    },
  };
}
