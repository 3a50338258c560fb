// The tile sets: their letters, the copies of each letter, and the order of the letters on the pad.

export const SEION =
  "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん";
export const VOICED = "がぎぐげござじずぜぞだぢづでどばびぶべぼ";
export const HALF = "ぱぴぷぺぽ";
export const SMALL = "ゃゅょっ";
export const LONG = "ー";
const ALL = [...SEION, ...VOICED, ...HALF, ...SMALL, LONG];

const COPIES = {
  "hiragana-120": (letter) => (SEION.includes(letter) ? 2 : 1),
  "hiragana-pro-136": (letter) => (SEION.includes(letter) ? 3 : letter === LONG ? 1 : 0),
  "hiragana-pro-166": (letter) => (SEION.includes(letter) ? 3 : letter === LONG ? 2 : 1),
};
export const SETS = Object.keys(COPIES);
export const DEFAULT_SET = "hiragana-120";
export const PRO_SET = "hiragana-pro-166";

/** The columns of the pad, five letters each; a space is a gap. */
export const PLAIN = SEION.replace("ゆ", " ゆ ").replace("ん", " ん  ").match(/.{5}/g);
export const OTHER = (VOICED + HALF + SMALL + LONG).match(/.{5}/g);

/** How many tiles of that letter the set has. */
export function copiesOf(letter, set = DEFAULT_SET) {
  return ALL.includes(letter) ? (COPIES[set]?.(letter) ?? 0) : 0;
}

/** Whether any of the sets has a tile of that letter. */
export function isTile(letter) {
  return ALL.includes(letter);
}

/** A Map from each letter to how often the texts contain it. */
export function tally(...texts) {
  const counts = new Map();
  for (const text of texts) for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

/** A Map from each key that `key` finds to the values with this key, in their order. */
export function grouped(values, key) {
  const groups = new Map();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}

/** The letters of a word in the order of a key: さかな -> かさな. */
export function keyOf(text) {
  return [...text].sort().join("");
}

/** Key -> value, of a Map, for every key that these letters spell. */
export function within(found, letters) {
  const held = tally(letters);
  const fits = (key) => [...tally(key)].every(([letter, count]) => count <= (held.get(letter) ?? 0));
  return Object.fromEntries([...found].filter(([key]) => fits(key)));
}

/** `text` without the letters of `taken`; each letter of `taken` removes one letter. */
export function without(text, taken) {
  const gone = tally(taken);
  return [...text]
    .filter((letter) => {
      const count = gone.get(letter) ?? 0;
      if (count) gone.set(letter, count - 1);
      return !count;
    })
    .join("");
}

/** The letters in gojūon order, with ー last. A voiced letter follows its clear one; this is the order of code points. */
export function inOrder(letters) {
  return [...letters].sort((a, b) => rank(a) - rank(b));
}

function rank(letter) {
  return letter === LONG ? 0xffff : letter.codePointAt(0);
}

/** `size` random tiles of the set, without the tiles `taken`. */
export function dealt(size, set, taken = "") {
  const used = tally(taken);
  const wall = ALL.flatMap((letter) =>
    Array(Math.max(0, copiesOf(letter, set) - (used.get(letter) ?? 0))).fill(letter),
  );
  return mixed(wall).slice(0, size);
}

/** The same things in random order. */
export function mixed(things) {
  const all = [...things];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** The number of tiles in a full hand of that form: 33332 -> 14, and three fewer per meld. */
export function fullSize(form, melds = []) {
  const first = String(form || "33332").split(",")[0];
  const sum = [...first].reduce((total, digit) => total + (Number(digit) || 0), 0);
  return sum - 3 * melds.length;
}
