// The card after a hand: the arrangements with the best-known words, and their number. Also the player's numbers so far.

import { format } from "../address.js";
import { el, fill } from "../dom.js";
import { leaves } from "../parts/leaves.js";
import { t } from "../texts.js";
import { clock, read } from "./stats.js";

/** The card. `deal`: the deal, with its answer if that came; */
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

/** Show the player's numbers so far. */
export function showStats(box) {
  const stats = read();
  const number = (value, label) => el`div.stat`(el`dd`(value), el`dt`(label));
  const name = (level) => t(level.startsWith("8-") ? "stats.short" : "stats.best", { level: level.at(-1) });
  const bests = Object.entries(stats.best).filter(([level, time]) => /^(8-)?[1-5]$/.test(level) && time > 0);
  fill(
    box,
    el`dl#stats.stats`(
      number(String(stats.solved), t("stats.solved")),
      number(String(stats.shown), t("stats.shown")),
      bests.map(([level, time]) => number(clock(time), name(level))),
    ),
  );
}
