// The words of a list, loaded once. With them the board can tell without asking whether a group is a word.

import { listed } from "../early.js";
import { ask } from "../engine.js";
import { keyOf } from "../tiles.js";
import { OWN_WORDS, heed } from "./tabs.js";

const known = new Map(); // "list/tiles/size" -> Map(key -> [{reading, spelling}])

/** Forget the loaded words, because the list has changed. */
export function forgetWords() {
  known.clear();
}
heed(OWN_WORDS, forgetWords);

/** A function that returns the words of a text; the order of the letters does not matter. `sizes`: the lengths of words to load. */
export async function wordList(lexicon, tiles, sizes) {
  const lists = await Promise.all(sizes.map((size) => load(lexicon, tiles, size)));
  return (text) => {
    const key = keyOf(text);
    return lists.find((list) => list.has(key))?.get(key) ?? [];
  };
}

async function load(lexicon, tiles, size) {
  const name = `${lexicon}/${tiles}/${size}`;
  const list = known.get(name) ?? (await listed(lexicon, tiles, size)) ?? (await asked(lexicon, tiles, size));
  known.set(name, list);
  return list;
}

async function asked(lexicon, tiles, size) {
  const { keys, words } = await ask("words", { lexicon, tiles, size, words: 1 });
  const list = new Map();
  for (const [i, key] of (keys.match(new RegExp(`.{${size}}`, "g")) ?? []).entries()) {
    const [reading, spelling = reading] = (words[i] || key).split(" ");
    list.set(key, [{ reading, spelling }]);
  }
  return list;
}
