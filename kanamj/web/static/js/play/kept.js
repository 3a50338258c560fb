// This browser keeps two games as they were last seen: the one on the table ("game"), and the last one that ended ("last"). What is damaged,
// or of a newer format, cannot be read here; then the player is told, and may delete it.

import { RULES, SCORING } from "../offers.js";
import { soundMatch } from "./match.js";
import { counted, drop, has, load, save } from "../store.js";

const FORMAT = 1; // of a kept game, which has it as its "version"
const strange = new Set(); // names of kept games that looked sound, but could not be shown
const FRESH = { agents: "", rules: "", pace: "usual", calls: "nearer", rounds: "1", help: false }; // "": what suits the player
const RESULTS = 10; // results kept

/** What the player chose last: {agents, rules, pace, calls, rounds, help}. `choices`: the values that each name may have. */
export function wishes(choices) {
  const kept = load("play", {});
  const known = Object.entries(choices).filter(([name, values]) => values.includes(kept?.[name]));
  return {
    ...FRESH,
    help: Boolean(kept?.help),
    ...Object.fromEntries(known.map(([name]) => [name, kept[name]])),
  };
}

export function keepWishes(chosen) {
  save("play", chosen);
}

/** The results of the last hands: [{agents, rules, won}], the latest last. */
export function results() {
  const found = load("results", []);
  return Array.isArray(found) ? found.filter((one) => one && typeof one === "object") : [];
}

export function keepResult({ agents, rules }, won) {
  save("results", [...results(), { agents, rules, won }].slice(-RESULTS));
}

/** The names, "game" or "last", of what is kept but cannot be read. */
export function unread() {
  return ["game", "last"].filter((name) => has(name) && !sound(name));
}

/** Treat a kept game as unreadable, since it could not be shown. */
export function setAside(name) {
  strange.add(name);
}

function keep(name, kept) {
  strange.delete(name);
  save(name, { version: FORMAT, ...kept });
}

export function forget(name) {
  strange.delete(name);
  drop(name);
}

/** The unfinished game, or null: {open, hand, wins, form, cells}. `open`: it was on the table when the page was closed. */
export function game() {
  return sound("game");
}

/** Keep the game. `held`: the places of the tiles before a throw that the engine has not seen yet. */
export function keepGame({ hand, wins, form, board, held = null }, open = true) {
  keep("game", { open, hand, wins, form, cells: held ?? board?.layout() ?? null });
}

/** The last hand that ended, or null: {open, hand, wins, form, review}. */
export function ended() {
  return sound("last");
}

export function keepEnded({ hand, wins, form, review }, open = true) {
  keep("last", { open, hand, wins, form, review: review ?? null });
}

/** What is kept under `name`, if it has what the room needs, else null. */
function sound(name) {
  const kept = load(name, null);
  const hand = kept?.hand;
  const view = hand?.view;
  const lists =
    [view?.seats, view?.legal, view?.players, hand?.moves].every(Array.isArray) &&
    view.seats.length === view.players.length;
  if (
    strange.has(name) ||
    kept?.version !== FORMAT ||
    !lists ||
    typeof hand.id !== "string" ||
    typeof view.hand !== "string" ||
    !view.seats[view.seat] ||
    !view.seats.every((seat) => Array.isArray(seat?.discards) && Array.isArray(seat.melds)) ||
    !Object.hasOwn(RULES, hand.rules) ||
    (SCORING.includes(hand.rules) && !soundMatch(hand))
  )
    return null;
  return {
    ...kept,
    wins: Array.isArray(kept.wins) ? kept.wins.map((n) => counted(n)) : [],
    form: RULES[hand.rules].includes(kept.form) ? kept.form : RULES[hand.rules][0],
  };
}
