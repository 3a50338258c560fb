// The words of a list, loaded once. With them the board can tell without asking whether a group is a word.

import { ask } from "../engine.js";
import { keyOf } from "../tiles.js";

const known = new Map(); // "list/tiles/size" -> Map(key -> [{reading, spelling}])

/** Forget the loaded words, because the list has changed. */
export function forgetWords() {
  known.clear();
}

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
