// The cards at the end of a hand. One is for a hand that the player has arranged: its words, with tiles that turn over one after another and what they mean; the last
// seven days. The felt has the rest: あがり！, the squares, the clock and the buttons.

import { format } from "../address.js";
import { el, fill } from "../dom.js";
import { turnOver } from "../parts/feel.js";
import { glossesOf } from "../parts/glosses.js";
import { showWords } from "../parts/sheet.js";
import { leaves, spelt, tile } from "../parts/tile.js";
import { current, latin, t } from "../texts.js";
import { dateOf, marks, read, streak } from "./stats.js";

const LOOKS = { "🟩": "quick", "🟨": "fair", "🟧": "slow", "💡": "helped" };
const TURN_MS = 250; // from one word to the next

/** The squares of the words in the order of finding, as nodes. */
export const squares = (found) =>
  [...marks(found)].map((mark) => el`span.found-mark`({ class: LOOKS[mark], "aria-hidden": "true" }));

/** The card. `words`: [{letters, words}]; `more`: what is shown below. */
export function endCard(words, ...more) {
  const meanings = new Map();
  const rows = words.map(({ letters, words: known }, i) => {
    const reading = known[0]?.reading ?? letters;
    meanings.set(reading, el`small.gloss`());
    const run = el`span.run`([...reading].map((letter) => tile(letter, "gold")));
    turnOver([...run.children], 200 + TURN_MS * i);
    return el`li`(
      el`button.end-word`(
        { on: { click: () => known.length && showWords(letters, known) } },
        run,
        el`span.end-means`(
          el`span`(
            el`strong`(known.length ? spelt(known) : reading),
            latin(reading) && el`small`(` ${latin(reading)}`),
          ),
          meanings.get(reading),
        ),
      ),
    );
  });
  glossesOf(
    words.map((one) => one.words),
    (reading, gloss) => fill(meanings.get(reading), gloss),
  );
  return el`section.end-card`(
    { "aria-label": t("end.hurrah") },
    el`ol.end-words`({ data: { words: words.length } }, rows),
    week(),
    more,
  );
}

/** The last seven days, and for how many days in a row the player has arranged a hand. */
function week() {
  const { days } = read();
  const row = streak(days, dateOf());
  const dates = Array.from({ length: 7 }, (_, i) => {
    const date = new Date();
    date.setDate(date.getDate() + i - 6);
    return date;
  });
  const day = (date) =>
    el`li`(
      { class: dateOf(date) in days ? "done" : "" },
      date.toLocaleDateString(current(), { weekday: "narrow" }),
    );
  return el`div.week`(
    el`ol`({ "aria-hidden": "true" }, dates.map(day)),
    el`p`(el`strong`(String(row)), ` ${t("today.streak", { n: row })}`),
  );
}

/** The card with the arrangements of the best-known words, and their number. `deal`: the deal, with its answer if that came. */
export function result({ deal, title, best = false }) {
  const list = deal.arrangements?.length
    ? [el`h3`(t("done.best")), leaves(deal.arrangements, deal.arrangement_count)]
    : null;
  return el`section#result.card.result.stack`(
    { "aria-labelledby": "done-title" },
    el`h2#done-title`({ tabindex: "-1" }, title),
    el`p.note`(best && `${t("done.record")} `, t("done.count", { n: deal.arrangement_count })),
    list,
    el`p`(
      el`a.button`(
        { href: format({ h: deal.hand, f: deal.form === "33332" ? "" : deal.form }) },
        t("done.look"),
      ),
    ),
  );
}
