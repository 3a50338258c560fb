// One hand against bots: the moves so far, and the server's answer to them.

import { allWords, ask } from "../engine.js";
import { without } from "../tiles.js";

export const RULES = { basic: ["332"], paper: ["33332"], standard: ["33332", "2222222"] };  // the beginners' game first
export const AGENTS = ["beginner", "amateur", "strong", "perfect"];
export const CALLS = ["nearer", "always", "never"];  // when a call is asked about
export const TILES = "hiragana-120";

/** A new hand. Throws EngineError. */
export async function open({ rules, agents, seat = 0 }) {
  const all = allWords() ? 1 : "";  // as long as the game lasts: the bots call by it
  const view = await ask("game", { rules, agents, seat, moves: [], all_words: all });
  return { rules, agents, seat, all, id: view.id, moves: view.moves, view };
}

/** The same hand after the player's move. Throws EngineError if it is refused; the hand is then as before. */
export async function after(hand, move) {
  const view = await ask("game", { id: hand.id, rules: hand.rules, agents: hand.agents, seat: hand.seat, moves: [...hand.moves, move], all_words: hand.all ?? "" });
  return { ...hand, moves: view.moves, view };
}

/** The racks of the board: the form less three letters a meld. */
export function racksOf(form, melds) {
  const sizes = [...form].map(Number);
  for (let i = 0; i < melds; i++) sizes.splice(sizes.indexOf(3), 1);
  return sizes;
}

/** Where a seat is as the player sees it: 0 the player, 1 the one who plays next … */
export function relative(view, seat) {
  return (seat - view.seat + view.players.length) % view.players.length;
}

/** The question about the player's hand, as the engine judges it. What lies open holds the player's own words too, which are no other tiles. */
export function questionOf(hand) {
  const { view } = hand;
  const melds = view.seats[view.seat].melds.map((one) => one.letters);
  return { hand: view.hand, meld: melds, seen: without(view.seen, melds.join("")), form: RULES[hand.rules].join(","), lexicon: view.lexicon };
}
