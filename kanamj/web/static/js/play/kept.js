// This browser keeps two games as they were last seen: the one on the table, and the last one that ended.

import { drop, load, save } from "../store.js";
import { RULES } from "./game.js";

const FRESH = { agents: "beginner", rules: "basic", pace: "usual", calls: "nearer", help: false };

/** What the player chose last: {agents, rules, pace, calls, help}. `choices`: the values that each name may have. */
export function wishes(choices) {
  const kept = load("play", {});
  const known = Object.entries(choices).filter(([name, values]) => values.includes(kept?.[name]));
  return { ...FRESH, help: Boolean(kept?.help), ...Object.fromEntries(known.map(([name]) => [name, kept[name]])) };
}

export function keepWishes(chosen) {
  save("play", chosen);
}

/** The unfinished game, or null: {open, hand, wins, form, cells}. `open`: it was on the table when the page was closed. */
export function game() {
  return sound(load("game", null));
}

export function keepGame({ hand, wins, form, board }, open = true) {
  save("game", { open, hand, wins, form, cells: board?.layout() ?? null });
}

export function dropGame() {
  drop("game");
}

/** The last hand that ended, or null: {open, hand, wins, form, review}. */
export function ended() {
  return sound(load("last", null));
}

export function keepEnded({ hand, wins, form, review }, open = true) {
  save("last", { open, hand, wins, form, review: review ?? null });
}

export function dropEnded() {
  drop("last");
}

/** `kept` if it has what the room needs, else null. */
function sound(kept) {
  const hand = kept?.hand;
  const view = hand?.view;
  const seats = Array.isArray(view?.seats) && Array.isArray(view.legal) && Array.isArray(view.players) && view.seats[view.seat];
  if (!seats || typeof hand.id !== "string" || !Array.isArray(hand.moves) || !Object.hasOwn(RULES, hand.rules)) return null;
  return { ...kept, wins: Array.isArray(kept.wins) ? kept.wins : [], form: RULES[hand.rules].includes(kept.form) ? kept.form : RULES[hand.rules][0] };
}
