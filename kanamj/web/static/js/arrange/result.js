// The card after a hand: the arrangements with the best-known words, and their number.

import { format } from "../address.js";
import { el } from "../dom.js";
import { leaves } from "../parts/leaves.js";
import { t } from "../texts.js";

/** The card. `deal`: the deal, with its answer if that came. */
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
