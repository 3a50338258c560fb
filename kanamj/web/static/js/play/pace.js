// Shows the bots' moves one after another, so slowly that one can follow.

import { seatsAfter } from "./table.js";

export const PACES = { slow: 1000, usual: 500, fast: 0 }; // milliseconds per event

/**
 * Show the events `since` the player's move. `before`: the seats at that move; `last`: the discard that could be claimed then, or null.
 * `show(seats, hot, event)` draws one event; it stops when `going()` is false.
 */
export async function replay(before, since, pace, { last = null, show, going }) {
  let seats = before;
  for (const event of since) {
    seats = seatsAfter(seats, event, last?.player);
    if (event.event === "discard" || event.event === "riichi")
      last = { player: event.player, tile: event.tile };
    if (event.event === "draw") continue;
    const hot = event.event === "call" || event.event === "kan" ? null : last;
    show(seats, hot, event);
    if (PACES[pace])
      await new Promise((resolve) => {
        setTimeout(resolve, PACES[pace]);
      });
    if (!going()) return;
  }
}
