// How the friends react: each event of the table gives them a face and perhaps a bubble. The switch ♪ in the header turns this off, too.

import { feels } from "../parts/feel.js";
import { t } from "../texts.js";
import { relative } from "./game.js";

const LOUD = ["call", "kan", "riichi", "tsumo", "ron"]; // events that somebody says aloud
const LONG_MS = 25_000; // the friends get sleepy

/** Seat -> {mood, says} after this event; `from`: the seat that threw the tile. Empty if nobody reacts. */
export function reactions(/** @type {Answers["game"]} */ view, { event, player }, from = null) {
  if (!LOUD.includes(event) || !feels()) return [];
  const won = event === "tsumo" || event === "ron";
  return view.players.map((_, seat) => {
    if (seat === player) return { mood: won ? "glad" : "keen", says: t(`say.${event}`) };
    if (won && player === view.seat) return { mood: "glad", says: t(`say.well.${relative(view, seat)}`) };
    const robbed = seat === from && event !== "riichi" && event !== "tsumo";
    return { mood: won ? "sad" : "wow", says: robbed ? t(won ? "say.oops" : "say.oh") : "" };
  });
}

/** Whether the reactions to the last loud event stay while this one is shown: a call is followed by a discard of the same player. */
export const stays = (moods, { event, player }) =>
  !LOUD.includes(event) && ["keen", "glad"].includes(moods[player]?.mood);

/** Call `show(moods)` if the player takes long to answer; one of the friends then says that there is time. Returns what stops the waiting. */
export function waitLong(/** @type {Answers["game"]} */ view, show) {
  const timer = setTimeout(() => {
    if (!feels()) return;
    const friends = view.players.map((_, seat) => seat).filter((seat) => seat !== view.seat);
    const moods = [];
    for (const seat of friends) moods[seat] = { mood: "sleepy", says: "" };
    moods[friends[view.turn % friends.length]].says = t("say.wait");
    show(moods);
  }, LONG_MS);
  return () => clearTimeout(timer);
}
