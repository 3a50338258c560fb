// The yardstick for discards; みる, たすけ, ふりかえり and すてる練習 all use it. The cost of a discard is the chance it loses against the best discard.
// The chance is that of completing the hand within two draws. If no discard has a chance of one point, it is the chance that the next draw helps.

import { t } from "../texts.js";
import { sizeOfSet } from "../tiles.js";

export const DRAWS = 2;
const POINT = 0.01;  // one percentage point; a smaller cost counts as none

/** 0.2481 -> "24.8%", 0.0004 -> "<0.1%", 0 -> "0%". */
export function percent(share) {
  if (share === 0) return "0%";
  const hundred = 100 * share;
  return `${hundred < 0.1 ? "<0.1" : hundred < 99.95 ? hundred.toFixed(1) : "100"}%`;
}

/**
 * Measures all discards of one hand: {best, byChance, cost(tile), fine(tile)}. `discards`: as in the engine's answer, with or without chances.
 * `shown`: how many tiles are in the hand or seen, of the tile set `set`. `byChance`: costs are chances to complete the hand.
 */
export function measure(discards, shown, set) {
  const chance = (one) => one.chances?.[Math.min(DRAWS, one.chances.length) - 1] ?? 0;
  const helps = (one) => one.unseen / Math.max(1, sizeOfSet(set) - shown);
  const byTiles = (a, b) => a.shanten - b.shanten || b.unseen - a.unseen;
  const most = Math.max(0, ...discards.map(chance));
  const byChance = most >= POINT;
  const best = [...discards].sort(byChance ? (a, b) => chance(b) - chance(a) || byTiles(a, b) : byTiles)[0];
  /** The cost of throwing `tile`. It is 1 if the discard raises the distance and the chances are too small to decide. */
  const cost = (tile) => {
    const one = discards.find((discard) => discard.tile === tile);
    if (!one || !best) return 0;
    if (byChance) return most - chance(one);
    return one.shanten > best.shanten ? 1 : Math.max(0, helps(best) - helps(one));
  };
  return { best, byChance, cost, fine: (tile) => cost(tile) < POINT };
}

/** {sign, costs} of a discard: ◎ if it is fine; otherwise △ and, if it was measured by chances, the cost as text. */
export function signOf(measured, tile) {
  if (measured.fine(tile)) return { sign: "◎", costs: "" };
  return { sign: "△", costs: measured.byChance ? t("review.costs", { cost: percent(measured.cost(tile)) }) : "" };
}
