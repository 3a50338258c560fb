// A judged hand and its advice: the discard that the yardstick prefers, and the arrangement it leaves.

import { ask } from "../engine.js";
import { measure } from "./yardstick.js";

/** How many tiles are open or held in a question. */
export function shownOf({ hand, meld = [], seen = "" }) {
  return [...hand, ...meld.join(""), ...seen].length;
}

/** The report with `advice`: the discard to throw, and with the chances of its discards within `draws`. */
export async function advised(report, asked, draws, signal) {
  const { discards } = await ask("chances", { ...asked, draws }, { signal });
  return withAdvice({ ...report, discards }, asked);
}

export function withAdvice(report, asked) {
  return { ...report, advice: measure(report.discards, shownOf(asked)).best };
}

/** The nearest arrangement: of the hand as it is, or after the advised discard. {pieces, spare} */
export async function nearestOf(report, asked, signal) {
  const { advice } = report;
  if (!advice || report.shanten < 0) return report.nearest;
  if (advice.nearest) return advice.nearest;
  const hand = [...asked.hand];
  hand.splice(hand.indexOf(advice.tile), 1);
  const left = await ask("judge", { ...asked, hand: hand.join(""), seen: (asked.seen ?? "") + advice.tile, limit: 1 }, { signal });
  return left.nearest;
}
