// Tells whether a hand of 13 tiles is arranged: all racks but one are words, and one more letter makes the last rack a word.

import { ask } from "../engine.js";
import { tally } from "../tiles.js";

/** Whether it is. `racks`: the state of the board. */
export async function tenpai(racks, deal) {
  const open = racks.filter((rack) => !rack.words.length);
  if (open.length !== 1 || open[0].full || !open[0].text) return false;
  const used = racks.reduce((sum, rack) => sum + rack.text.length, 0);
  if (used !== deal.hand.length) return false;
  const { row } = await ask("waits", { letters: open[0].text, lexicon: deal.lexicon, tiles: deal.tiles });
  const held = tally(
    racks
      .filter((rack) => rack !== open[0])
      .map((rack) => rack.text)
      .join(""),
  );
  return row.waits.some((wait) => wait.unseen > (held.get(wait.tile) ?? 0));
}
