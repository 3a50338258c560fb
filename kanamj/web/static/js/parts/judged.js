// Asks for the judgement of a hand, and finds the advice in it: the best discard, and the arrangement that it leaves. Python judges the discards (kanamj/engine/choices.py).

import { info, parts } from "../engine.js";
import { t } from "../texts.js";

/** The report on a hand, with `advice` and the chances, cost and `fine` of its discards. A complete hand has neither. */
export async function advised(asked) {
  let report = null;
  for await (const answer of parts("judge", { ...asked, draws: (await info()).within }))
    report = { ...report, ...answer };
  return report.shanten >= 0 && report.discards.length ? withAdvice(report) : report;
}

/** The report with `advice`: the discard that it names, undefined if no discard leads to a win. */
export function withAdvice(report) {
  return { ...report, advice: report.discards.find((discard) => discard.tile === report.nearest.advice) };
}

/** The nearest arrangement, {pieces, spare}. If a discard is advised, it is not among the spare tiles: there it comes first. */
export function nearestOf({ advice, nearest }) {
  return advice ? { ...nearest, spare: [...nearest.spare].slice(1).join("") } : nearest;
}

/** 0.2481 -> "24.8%", 0.0004 -> "<0.1%", 0 -> "0%". */
export function percent(share) {
  if (share === 0) return "0%";
  const hundred = 100 * share;
  return `${hundred < 0.1 ? "<0.1" : hundred < 99.95 ? hundred.toFixed(1) : "100"}%`;
}

/** {sign, costs} of a choice, {fine, cost} in a report or a review: ◎ if it is fine; otherwise △ and, if `measured` by chances, the cost as text. */
export function signOf({ fine, cost }, measured) {
  if (fine) return { sign: "◎", costs: "" };
  return { sign: "△", costs: measured === "chance" ? t("review.costs", { cost: percent(cost) }) : "" };
}

/** What is said of a throw: whether it was the best choice or a good one, or else which was better. */
export const throwText = ({ fine }, tile, best) =>
  fine
    ? t(tile === best ? "review.isbest" : "review.isgood", { tile })
    : t("review.better", { tile, best: best ?? t("agari") });
