// The keys of the word list. They are asked for once; then the board knows at once whether a group is a word.

import { ask } from "../engine.js";
import { keyOf } from "../tiles.js";

const known = new Map();  // "list/size" -> Map(key -> [{reading, spelling}])

/** The words have changed: ask anew. */
export function forgetWords() {
  known.clear();
}

/** A function text -> words, in any order of its letters. */
export async function wordList(lexicon, tiles, sizes) {
  const lists = await Promise.all(sizes.map((size) => load(lexicon, tiles, size)));
  return (text) => {
    const key = keyOf(text);
    return lists.find((list) => list.has(key))?.get(key) ?? [];
  };
}

async function load(lexicon, tiles, size) {
  const name = `${lexicon}/${tiles}/${size}`;
  if (!known.has(name)) {
    const { keys, words } = await ask("words", { lexicon, tiles, size, words: 1 });
    const letters = [...keys];
    const list = new Map();
    for (let i = 0; i * size < letters.length; i++) {
      const key = letters.slice(i * size, (i + 1) * size).join("");
      const [reading, spelling] = (words?.[i] || `${key} ${key}`).split(" ");
      list.set(key, [{ reading, spelling: spelling ?? reading }]);
    }
    known.set(name, list);
  }
  return known.get(name);
}
