// The card after a hand: the player's arrangement, those with the best-known words, and their number. Also the player's numbers so far.

import { format } from "../address.js";
import { button, el, fill } from "../dom.js";
import { leaves } from "../parts/leaves.js";
import { groups } from "../parts/tile.js";
import { t } from "../texts.js";
import { clock, dateOf, read, streak } from "./stats.js";

/** The card. `deal`: the deal, with its answer if that came; `mine`: the blocks that the player laid, or null if the player asked for the answer. */
export function result({ deal, mine, seconds, best = false }, { next, share, draw }) {
  const title = mine ? t("done.title", { time: clock(seconds) }) : t("arrange.answer");
  const head = el`h2#done-title.big`({ tabindex: "-1" }, title);
  const list = deal.arrangements?.length
    ? [
        el`h3`(t(deal.kind === "tenpai" ? "done.ways" : "done.best")),
        leaves(deal.arrangements, deal.arrangement_count),
      ]
    : null;
  const waits = deal.waits?.length
    ? el`p`(t("done.waits", { list: deal.waits.map((wait) => wait.tile).join("・") }))
    : null;
  return el`section#result.card.result.stack`(
    { "aria-labelledby": "done-title" },
    head,
    el`p.note`(best && `${t("done.record")} `, t("done.count", { n: deal.arrangement_count })),
    mine ? [el`h3`(t("done.mine")), groups(mine)] : null,
    list,
    waits,
    el`div.row`(
      button(t("arrange.next"), next, { class: "button main", id: "next-after" }),
      mine ? button(t("done.share"), share, { id: "share-result" }) : null,
      mine ? button(t("hand.draw"), draw, { id: "picture-result" }) : null,
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
  const today = dateOf();
  const number = (value, label) => el`div.stat`(el`dd`(value), el`dt`(label));
  const bests = Object.entries(stats.best).filter(([level, time]) => /^[1-5]$/.test(level) && time > 0);
  fill(
    box,
    el`dl#stats.stats`(
      number(String(stats.solved), t("stats.solved")),
      number(String(stats.shown), t("stats.shown")),
      number(String(streak(stats.days, today)), t("stats.streak")),
      bests.map(([level, time]) => number(clock(time), t("stats.best", { level }))),
    ),
  );
}
