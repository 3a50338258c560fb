// The state of みる: a hand and the question about it. The address contains the whole state.

import { oneOf } from "../address.js";
import { toKanaWhole } from "../kana.js";
import { FORMS, SCORING } from "../offers.js";
import { DEFAULT_SET, PRO_SET, SETS, copiesOf, fullSize, inOrder, isTile, tally } from "../tiles.js";

const MOST = 24; // most letters read from an address or a field; no form takes more

export function empty() {
  return {
    hand: [],
    melds: [],
    seen: [],
    form: FORMS[0],
    lexicon: "",
    tiles: DEFAULT_SET,
    rules: SCORING[0],
  };
}

/** What changes with the scoring rules: they say what a win is, and are made for the tiles of the PRO edition. */
export function ruled(rules, tiles) {
  const pro = tiles === DEFAULT_SET ? PRO_SET : tiles;
  return { rules, form: FORMS[0], tiles: rules ? pro : DEFAULT_SET };
}

/** The state that an address contains. Unknown letters and values are left out. */
export function fromAddress(params) {
  const state = empty();
  state.form = oneOf(params.get("f"), FORMS);
  state.tiles = oneOf(params.get("t"), SETS);
  const rules = oneOf(params.get("r"), SCORING);
  if (rules) Object.assign(state, ruled(rules, state.tiles));
  state.lexicon = /^[\w-]{1,40}(\+(seion|large|long)){0,3}$/.test(params.get("l") ?? "")
    ? params.get("l")
    : "";
  const told = (text) => fitting(state, lettersOf(text ?? ""));
  for (const word of params.getAll("m").slice(0, 4)) {
    const letters = told(word).slice(0, 5);
    if (letters.length > 2) state.melds.push(letters.join(""));
  }
  state.hand = told(params.get("h")).slice(0, MOST);
  state.seen = told(params.get("s"));
  return state;
}

/** What `format` makes an address of. */
export function toAddress(state) {
  const plain = empty();
  const unless = (name) => (state[name] === plain[name] ? "" : state[name]);
  return {
    p: state.hand.length ? "" : "look",
    h: state.hand.join(""),
    m: state.melds,
    s: state.seen.join(""),
    f: unless("form"),
    l: state.lexicon,
    t: unless("tiles"),
    r: state.rules,
  };
}

/** The question to the engine, as parameters of the API. */
export function toQuestion(state) {
  return {
    hand: state.hand.join(""),
    meld: state.melds,
    seen: state.seen.join(""),
    form: state.rules ? "" : state.form,
    lexicon: state.lexicon,
    tiles: state.tiles,
    rules: state.rules,
  };
}

/** The letters of a typed text that are tiles, in their order. */
export const lettersOf = (text) => [...toKanaWhole(text)].filter(isTile);

/** How many tiles of that letter are neither in the hand nor seen. */
export function leftOf(state, letter) {
  const used = tally(state.hand, state.seen, ...state.melds);
  return copiesOf(letter, state.tiles) - (used.get(letter) ?? 0);
}

/** The letters of which a tile is still left, in the given order. `refused(letter)` is called for each other letter. */
export function fitting(state, letters, refused = (_letter) => {}) {
  const left = new Map();
  return letters.filter((letter) => {
    const count = left.get(letter) ?? leftOf(state, letter);
    left.set(letter, count - 1);
    if (count <= 0) refused(letter);
    return count > 0;
  });
}

/** How many tiles a full hand has. */
export const sizeOf = (state) => fullSize(state.form, state.melds);

/** The state with another hand; letters beyond a full hand are cut off. */
export function withHand(state, hand) {
  return { ...state, hand: hand.slice(0, sizeOf(state)) };
}

/** The state after the tile at place `at` is thrown. It then counts as seen. */
export function thrown(state, at) {
  return { ...state, hand: state.hand.filter((_, i) => i !== at), seen: [...state.seen, state.hand[at]] };
}

export function sorted(state) {
  return { ...state, hand: inOrder(state.hand) };
}
