// Judges a hand that is complete or tenpai by the words of wordfile.js, as kanamj/engine does. So the page answers before Python has come.
// It knows the forms 33332, 332 and what called words leave of them, and the tiles hiragana-120. tests/js/judge.test.js holds it to Python.

/** @import { Words } from "./wordfile.js" */
import { copiesOf, fullSize, inOrder, keyOf, tally } from "./tiles.js";

const FORMS = ["33332", "332"];
const KINDS = ["tanki", "trio", "promote", "shanpon", "nobetan"]; // of wait, in the order of kanamj/engine/ways.py
const NAMES = { "-1": { ja: "和了", romaji: "agari" }, 0: { ja: "聴牌", romaji: "tenpai" } };
const EASY = 1000; // kanamj/engine/vocabulary.py

/**
 * A hand as places 0 … n-1, its letters ascending. A set of places is a number with a bit for each place. A part is one, two or three places:
 * {mask, letters, block}. `block` is the word that they spell, if any. Of equal letters the first places are taken: `before` are those that must be taken, too.
 */
class Hand {
  #best = new Map();

  /** `drawable(letter)`: whether a tile of it is neither in the hand nor called. */
  constructor(words, letters, drawable) {
    this.words = words;
    this.letters = letters;
    this.drawable = drawable;
    this.all = (1 << letters.length) - 1;
    this.singles = letters.map((_, at) => this.#part(at));
    this.pairs = this.singles.flatMap((_, i) =>
      letters.slice(i + 1).map((_l, j) => this.#part(i, i + 1 + j)),
    );
    this.trios = this.pairs.flatMap(({ places: [i, j] }) =>
      letters.slice(j + 1).map((_, k) => this.#part(i, j, j + 1 + k)),
    );
    this.from = letters.map((_, at) =>
      [...this.pairs, ...this.trios].filter(({ block, places }) => block && places[0] === at),
    );
  }

  #part(...places) {
    const letters = places.map((at) => this.letters[at]).join("");
    const mask = places.reduce((sum, at) => sum | (1 << at), 0);
    const equal = places.filter((at) => at && this.letters[at - 1] === this.letters[at]);
    const before = equal.reduce((sum, at) => sum | (1 << (at - 1)), 0) & ~mask;
    return { places, mask, before, letters, block: this.words.blocks.get(letters) };
  }

  fits = (part, mask) => (part.mask & mask) === part.mask && !(part.before & mask);

  /** The words of these places that can be first in a split, and leave what can be split, too. */
  #first(mask) {
    const pair = count(mask) % 3 === 2; // there is one word of two letters, or none
    const parts = this.from[31 - Math.clz32(mask & -mask)];
    return parts.filter(
      (part) => (pair || part.places.length === 3) && this.fits(part, mask) && this.best(mask ^ part.mask),
    );
  }

  /** The easiest words that these places split into, the hardest first; null if they cannot be split. */
  best(mask) {
    if (!mask) return [];
    if (!this.#best.has(mask)) {
      const found = this.#first(mask).map((part) => withWord(this.best(mask ^ part.mask), part.block));
      this.#best.set(mask, found.length ? found.reduce(easier) : null);
    }
    return this.#best.get(mask);
  }

  /** Every way to split these places into words, once each; a way is its words, the longer ones first. */
  splits(mask) {
    const found = new Map();
    const walk = (left, taken) => {
      const shown = left ? null : inShownOrder(taken);
      if (shown) found.set(shown.map(({ key }) => key).join(), shown);
      else for (const part of this.#first(left)) walk(left ^ part.mask, [...taken, part.block]);
    };
    if (this.best(mask)) walk(mask, []);
    return [...found].map(([letters, blocks]) => ({ letters, blocks, rarity: rarity(blocks) }));
  }

  /** What makes this part a word: [[letter to draw, key]]. */
  draws(part) {
    part.draws ??= this.words.grow(part.letters).filter(([letter]) => this.drawable(letter));
    return part.draws;
  }

  /** The parts of these places that wait while the others are words: one letter, or two. */
  waiting(mask) {
    const isOpen = (part) => this.fits(part, mask) && this.draws(part).length && this.best(mask ^ part.mask);
    return { ones: this.singles.filter(isOpen), twos: this.pairs.filter(isOpen) };
  }

  /** The parts by kind of wait, as kanamj/engine/ways.py defines the kinds. */
  kinds(mask, { ones, twos }) {
    const promote = twos.filter(({ block }) => block);
    const both = (one, other) =>
      other.block &&
      this.fits(other, mask ^ one.mask) &&
      this.draws(other).length &&
      this.best(mask ^ one.mask ^ other.mask);
    const shanpon = promote.filter((one) => this.pairs.some((other) => both(one, other)));
    const nobetan = ones.filter((one) =>
      this.trios.some(
        (trio) => trio.block && this.fits(trio, mask ^ one.mask) && this.#again(mask, one, trio),
      ),
    );
    return { tanki: ones, trio: twos, promote, shanpon, nobetan };
  }

  /** Whether the letters of `one` and `trio` are a word and a waiting letter in another way, too. */
  #again(mask, one, trio) {
    if (!this.best(mask ^ one.mask ^ trio.mask)) return false;
    return trio.places.some((at) => {
      const single = this.singles[at];
      const rest = keyOf(trio.letters.replace(single.letters, "") + one.letters);
      return single.letters !== one.letters && this.words.blocks.has(rest) && this.draws(single).length > 0;
    });
  }
}

/** How many places a set has. */
const count = (mask) => (mask ? 1 + count(mask & (mask - 1)) : 0);
const withWord = (blocks, block) => [...blocks, block].sort((a, b) => b.rank - a.rank);

/** The easier of two lists of words, the hardest first: the first difference decides. */
function easier(one, other) {
  const at = one.findIndex((block, i) => block !== other[i]);
  return at >= 0 && other[at].rank < one[at].rank ? other : one;
}

const byLetters = (a, b) => (a < b ? -1 : Number(a > b));
/** Words as an arrangement shows them: the longer ones first, then by their letters. */
const inShownOrder = (blocks) =>
  [...blocks].sort((a, b) => b.key.length - a.key.length || byLetters(a.key, b.key));

/** `Blocks.rarity` of kanamj/engine/blocks.py: words laid twice, words without a cost, the highest cost, the sum. */
function rarity(blocks) {
  const costs = blocks.map(({ cost }) => cost).filter((cost) => cost >= 0);
  const sum = costs.reduce((total, cost) => total + cost, 0);
  return [blocks.length - new Set(blocks).size, blocks.length - costs.length, Math.max(0, ...costs), sum];
}

/** `Blocks.order`: by rarity, then by letters. */
function byOrder(one, other) {
  const at = one.rarity.findIndex((number, i) => number !== other.rarity[i]);
  return at < 0 ? byLetters(one.letters, other.letters) : one.rarity[at] - other.rarity[at];
}

/**
 * The report on a hand as the API gives it (docs/web.md, judge), without glosses and chances. Of a full hand that is tenpai it has only the discards that leave
 * tenpai. {far: true} for a hand farther from a win; null if Python has to be asked.
 */
export function judge(
  /** @type {Words} */ words,
  /** @type {any} */ { hand, meld = [], seen = "", form = FORMS[0] },
  limit = 60,
) {
  const size = fullSize(form, meld);
  const [letters, called, gone] = [inOrder(hand), tally(...meld), tally(seen)];
  const held = tally(letters);
  const left = (letter) => copiesOf(letter) - (called.get(letter) ?? 0) - (held.get(letter) ?? 0);
  const unseen = (letter) => left(letter) - (gone.get(letter) ?? 0);
  const missing = size - letters.length;
  const known = FORMS.includes(form) && meld.every((word) => word.length === 3) && size > 1;
  if (
    !known ||
    missing < 0 ||
    missing > 1 ||
    [...letters, ...meld.join(""), ...seen].some((one) => unseen(one) < 0)
  )
    return null;
  const it = new Hand(words, letters, (letter) => left(letter) > 0);
  const melds = meld.map((word) => words.spell(keyOf(word)));
  const said = {
    melds,
    arrangement_count: 0,
    arrangements: [],
    nearest: { advice: "", pieces: [], spare: "" },
  };
  const more = { kinds_of_wait: [], waits: [], accepts: [], discards: [] };
  const told = (shanten, blocks, found) => {
    const all = melds
      .map(({ letters: key }) => words.blocks.get(key))
      .filter(Boolean)
      .reduce(withWord, blocks);
    const ranked = all.map(({ key, rank }) => ({ ...words.spell(key), rank }));
    const [{ rank }] = all;
    const vocabulary = { size: rank, of: words.blocks.size, easy: rank <= EASY, words: ranked };
    return { shanten, distance: shanten + 1, name: NAMES[shanten], ...said, ...more, ...found, vocabulary };
  };
  if (!missing && it.best(it.all)) {
    const found = it.splits(it.all).sort(byOrder);
    const arrangements = found.slice(0, limit).map(({ blocks }) => blocks.map(({ key }) => words.spell(key)));
    return told(-1, it.best(it.all), { arrangement_count: found.length, arrangements });
  }
  const all = (missing ? [{ mask: 0, before: 0, letters: "" }] : it.singles)
    .filter(({ before }) => !before)
    .map((thrown) => afterThrow(it, thrown, unseen))
    .filter(Boolean)
    .sort((a, b) => b.unseen - a.unseen); // equal ones stay in the order of their letters
  if (!all.length) return { far: true };
  const [{ near, thrown, open, mask, accepts }] = all;
  const easiest = all.map((one) => one.near.blocks).reduce(easier);
  const nearest = { advice: thrown, pieces: pieces(words, near), spare: thrown };
  if (missing)
    return told(0, easiest, { nearest, accepts, ...waits(words, it.kinds(mask, open), it, accepts) });
  const discards = all.map((one) => ({
    tile: one.thrown,
    shanten: 0,
    distance: 1,
    unseen: one.unseen,
    accepts: one.accepts,
  }));
  return told(0, easiest, { nearest, discards });
}

/** What a hand has after a throw, if that leaves tenpai: its accepts, and the easiest words that one draw completes, with that tile. */
function afterThrow(it, { mask: gone, letters: thrown }, unseen) {
  const mask = it.all ^ gone;
  const open = it.waiting(mask);
  const draws = [...open.ones, ...open.twos].flatMap((part) =>
    it.draws(part).map(([drawn, key]) => ({
      drawn,
      blocks: withWord(it.best(mask ^ part.mask), it.words.blocks.get(key)),
    })),
  );
  if (!draws.length) return null;
  const accepts = inOrder(new Set(draws.map(({ drawn }) => drawn))).map((tile) => ({
    tile,
    unseen: unseen(tile),
  }));
  const near = draws.reduce((one, other) => (easier(one.blocks, other.blocks) === one.blocks ? one : other));
  return { thrown, mask, open, accepts, near, unseen: accepts.reduce((sum, draw) => sum + draw.unseen, 0) };
}

/** The pieces of the nearest arrangement: of its words that have the missing letter, the hardest waits. */
function pieces(words, { drawn, blocks }) {
  const lacking = blocks.find(({ key }) => key.includes(drawn));
  const at = blocks.indexOf(lacking);
  return [
    ...inShownOrder([...blocks.slice(0, at), ...blocks.slice(at + 1)]).map(({ key }) => ({
      tiles: key,
      missing: 0,
      words: words.spell(key).words,
    })),
    { tiles: lacking.key.replace(drawn, ""), missing: 1, words: [] },
  ];
}

/** The kinds of wait of a tenpai hand, and its waits: their kinds, and the words that they complete. */
function waits(words, kinds, it, accepts) {
  const drawn = (kind, tile) =>
    kinds[kind].flatMap((part) => it.draws(part)).filter(([letter]) => letter === tile);
  return {
    kinds_of_wait: KINDS.filter((kind) => kinds[kind].length),
    waits: accepts.map(({ tile, unseen }) => {
      const keys = new Set([...drawn("tanki", tile), ...drawn("trio", tile)].map(([, key]) => key));
      const completes = [...keys]
        .sort()
        .map(words.spell)
        .filter((block) => block.words.length);
      return { tile, unseen, kinds: KINDS.filter((kind) => drawn(kind, tile).length), completes };
    }),
  };
}
