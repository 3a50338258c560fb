// Shows arrangements one at a time, with buttons to the one before and the next one.

import { button, el, fill } from "../dom.js";
import { t } from "../texts.js";
import { groups } from "./tile.js";

/** `arrangements`: lists of blocks; `count`: how many arrangements the hand has, which may be more than are listed. */
export function leaves(arrangements, count) {
  let at = 0;
  const place = el`div.arrangement`();
  const where = el`span.where`({ "aria-live": "polite" });
  const turn = (step) => {
    at = (at + step + arrangements.length) % arrangements.length;
    fill(place, groups(arrangements[at]));
    fill(where, t("leaf", { at: at + 1, n: arrangements.length }));
  };
  const bar = el`div.row.leafing`(
    button("‹", () => turn(-1), { "aria-label": t("leaf.before"), data: { leaf: "before" } }),
    where,
    button("›", () => turn(1), { "aria-label": t("leaf.next"), data: { leaf: "next" } }),
    count > arrangements.length ? el`span.note`(t("leaf.more", { n: arrangements.length, of: count })) : null,
  );
  if (!arrangements.length) return el`div.stack`();
  turn(0);
  return el`div.stack`(arrangements.length > 1 ? bar : null, place);
}
