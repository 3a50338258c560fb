// The bots' moves one after another, at a pace one can follow.

import { seatsAfter } from "./table.js";

export const PACES = { slow: 1000, usual: 500, fast: 0 };

/**
 * Show the events `since` the player's move, from the seats as they were; `last` is the discard that lay to be claimed then.
 * `show(seats, hot, event)` draws a moment; `going()` tells whether to go on.
 */
export async function replay(before, since, pace, { last = null, show, going }) {
  let seats = before;
  for (const event of since) {
    seats = seatsAfter(seats, event, last?.player);
    if (event.event === "discard" || event.event === "riichi") last = { player: event.player, tile: event.tile };
    if (event.event === "draw") continue;
    const hot = event.event === "call" || event.event === "kan" ? null : last;
    show(seats, hot, event);
    if (PACES[pace]) await new Promise((resolve) => { setTimeout(resolve, PACES[pace]); });
    if (!going()) return;
  }
}
