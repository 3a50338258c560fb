// One hand against bots: the player's moves so far, and the engine's answer to them.

import { allWords, ask } from "../engine.js";
import { RULES } from "../offers.js";
import { without } from "../tiles.js";

export const CALLS = ["nearer", "always", "never"]; // when the player is asked about a call
export const TILES = "hiragana-120";

/** A new hand; of a match of so many `rounds`, whose earlier hands have the ids in `match`. Throws EngineError. */
export async function open({ rules, agents, seat = 0, rounds = 0, match = [] }) {
  const all = allWords() ? 1 : ""; // kept for the whole game, since the bots call by these words
  const view = await ask("game", { rules, agents, seat, rounds, match, moves: [], all_words: all });
  return { rules, agents, seat, rounds, match, all, id: view.id, moves: view.moves, view };
}

/** The same hand after the player's move. Throws EngineError if the move is refused; `hand` is not changed. */
export async function after(hand, move) {
  const { id, rules, agents, seat, rounds, match, all } = hand;
  const moves = [...hand.moves, move];
  const view = await ask("game", { id, rules, agents, seat, rounds, match, moves, all_words: all ?? "" });
  return { ...hand, moves: view.moves, view };
}

/** The sizes of the racks on the board: those of the chosen form, without one rack of three per meld. */
export function racksNow({ hand: { view }, form }) {
  const sizes = [...form].map(Number);
  for (let i = view.seats[view.seat].melds.length; i > 0; i--) sizes.splice(sizes.indexOf(3), 1);
  return sizes;
}

/** The tiles on the board: the hand, and while a discard can be claimed also that discard. */
export function letters(/** @type {{view: Answers["game"]}} */ { view }) {
  return [...view.hand, ...(view.phase === "CallWindow" && view.last ? [view.last.tile] : [])];
}

/** The place of a seat as the player sees it: 0 is the player, 1 the one who plays next, and so on. */
export function relative(/** @type {Answers["game"]} */ view, seat) {
  return (seat - view.seat + view.players.length) % view.players.length;
}

/**
 * The question to the engine about the player's hand, and a discard that completes it. `view.seen` includes that discard, and the player's own
 * called words, which are also sent as `meld`; `seen` has neither.
 */
export function questionOf(hand) {
  const { view } = hand;
  const melds = view.seats[view.seat].melds.map((one) => one.letters);
  const won = view.legal.some(({ event }) => event === "ron") ? view.last.tile : "";
  return {
    hand: view.hand + won,
    meld: melds,
    seen: without(view.seen, melds.join("") + won),
    lexicon: view.lexicon,
    ...(view.match ? { rules: hand.rules, tiles: view.match.tiles } : { form: RULES[hand.rules].join(",") }),
  };
}
