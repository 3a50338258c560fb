// Asks for the judgement of a hand, and adds the advice: the best discard by the yardstick, and the arrangement that it leaves.

import { ask, parts } from "../engine.js";
import { measure } from "./yardstick.js";

/** How many tiles of a question are in the hand, called or seen. */
export function shownOf({ hand, meld = [], seen = "" }) {
  return [...hand, ...meld.join(""), ...seen].length;
}

/** The report on a hand, with `advice` and the chances of its discards within `draws` draws. A complete hand has neither. */
export async function advised(asked, draws) {
  let report = null;
  for await (const answer of parts("judge", { ...asked, draws })) report = { ...report, ...answer };
  return report.shanten >= 0 && report.discards.length ? withAdvice(report, asked) : report;
}

export function withAdvice(report, asked) {
  return { ...report, advice: measure(report.discards, shownOf(asked), asked.tiles).best };
}

/** The nearest arrangement, {pieces, spare}: after the advised discard, or of the hand as it is if nothing is advised. */
export async function nearestOf(report, asked, signal) {
  const { advice, nearest } = report;
  if (!advice || report.shanten < 0) return nearest;
  if (nearest.advice === advice.tile) return { ...nearest, spare: [...nearest.spare].slice(1).join("") };  // the first spare tile is the discard
  const hand = [...asked.hand];
  hand.splice(hand.indexOf(advice.tile), 1);
  const left = await ask("judge", { ...asked, hand: hand.join(""), seen: (asked.seen ?? "") + advice.tile, limit: 1 }, { signal });
  return left.nearest;
}
