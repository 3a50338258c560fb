// A judged hand and its advice: the discard that the yardstick prefers, and the arrangement it leaves.

import { ask, parts } from "../engine.js";
import { measure } from "./yardstick.js";

/** How many tiles are open or held in a question. */
export function shownOf({ hand, meld = [], seen = "" }) {
  return [...hand, ...meld.join(""), ...seen].length;
}

/** The report on a hand, with the chances of its discards within `draws` and the `advice`. A complete hand has neither. */
export async function advised(asked, draws) {
  let report = null;
  for await (const answer of parts("judge", { ...asked, draws })) report = { ...report, ...answer };
  return report.shanten >= 0 && report.discards.length ? withAdvice(report, asked) : report;
}

export function withAdvice(report, asked) {
  return { ...report, advice: measure(report.discards, shownOf(asked)).best };
}

/** The nearest arrangement: of the hand as it is, or after the advised discard. {pieces, spare} */
export async function nearestOf(report, asked, signal) {
  const { advice, nearest } = report;
  if (!advice || report.shanten < 0) return nearest;
  if (nearest.advice === advice.tile) return { ...nearest, spare: [...nearest.spare].slice(1).join("") };  // it begins with the discard
  const hand = [...asked.hand];
  hand.splice(hand.indexOf(advice.tile), 1);
  const left = await ask("judge", { ...asked, hand: hand.join(""), seen: (asked.seen ?? "") + advice.tile, limit: 1 }, { signal });
  return left.nearest;
}
