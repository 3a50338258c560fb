// The bots' moves one after another, at a pace one can follow.

import { seatsAfter } from "./table.js";

export const PACES = { slow: 1000, usual: 500, fast: 0 };

/** Show the events `since` the player's move, from the seats as they were. `show(seats, hot, event)` draws a moment; `going()` tells whether to go on. */
export async function replay(before, since, pace, show, going) {
  let seats = before;
  let last = null;
  for (const event of since) {
    seats = seatsAfter(seats, { ...event, from_tile: last?.tile });
    if (event.event === "discard" || event.event === "riichi") last = event;
    const hot = last && event.event !== "call" ? { player: last.player, tile: last.tile } : null;
    if (event.event === "draw") continue;
    show(seats, hot, event);
    if (PACES[pace]) await new Promise((resolve) => { setTimeout(resolve, PACES[pace]); });
    if (!going()) return;
  }
}
