// The words of two and three letters of a list, and the first hands of ならべる, as kanamj/web/early.py writes them.

import { copiesOf, keyOf, tally, within } from "./tiles.js";

const FORMAT = "1 ";

/** Whether there are tiles enough. */
const isSpelled = (letters) => [...tally(letters)].every(([letter, count]) => count <= copiesOf(letter));

/** The words of a file; `text` is not empty. Throws an Error if it is of another format. */
export class Words {
  blocks = new Map(); // key -> {key, rank, cost, words, easy}: the words that may be shown; those that children know. If all have a flag, there are none, and the cost is -1
  list = ""; // its name
  hands = []; // a list per form and level: its name, then the letters of each hand
  #laid = new Map(); // key -> the words that a player may lay
  #grow = new Map(); // letters -> [[letter, key]]: what makes them a word

  constructor(text) {
    const [[head], shown, hidden, wide, ...hands] = text
      .split("\n\n")
      .map((part) => part.split("\n").filter(Boolean));
    if (!head.startsWith(FORMAT)) throw new Error(`words.bin is not of format ${FORMAT}`);
    this.list = head.slice(FORMAT.length);
    this.hands = hands;
    for (const line of shown) this.#add(line.slice(line.indexOf(" ") + 1), parseInt(line, 10));
    for (const line of hidden) this.#add(line, -1);
    for (const line of wide) {
      const found = read(line).map(({ word }) => ({ ...word, list: "wide" }));
      const key = keyOf(found[0].reading);
      this.#laid.set(key, [...(this.#laid.get(key) ?? []), ...found]);
    }
  }

  #add(line, cost) {
    const found = read(line);
    const key = keyOf(found[0].word.reading);
    const shown = found.filter(({ word }) => word.spelling);
    const easy = shown.filter(({ child }) => child).map(({ word }) => word);
    this.blocks.set(key, {
      key,
      rank: this.blocks.size + 1,
      cost,
      words: shown.map(({ word }) => word),
      easy,
    });
    this.#laid.set(
      key,
      found.map(({ word }) => word),
    );
    for (const letter of new Set(key)) {
      const rest = key.replace(letter, "");
      if (!this.#grow.has(rest)) this.#grow.set(rest, []);
      this.#grow.get(rest).push([letter, key]);
    }
  }

  /** What makes these letters a word: [[letter, key]]. */
  grow = (letters) => this.#grow.get(letters) ?? [];

  /** A block as the API gives it. */
  spell = (key) => ({ letters: key, words: this.blocks.get(key)?.words ?? [] });

  /** What `find` of the API says of a reading that the list has, without glosses; null if only Python knows: words with a flag, or without tiles. */
  find(reading) {
    const words = this.spell(keyOf(reading)).words;
    const [same, others] = [true, false].map((is) =>
      words.filter((word) => (word.reading === reading) === is),
    );
    return same.length && isSpelled(reading)
      ? { word: reading, found: true, words: same, others, lacking: null }
      : null;
  }

  /** Key -> [its first word], for the keys of that size that the tiles spell; of words with a flag only the letters are told. */
  ofSize(size) {
    const keys = [...this.blocks.values()].filter(({ key }) => key.length === size && isSpelled(key));
    return new Map(keys.map(({ key, words }) => [key, [words[0] ?? { reading: key, spelling: key }]]));
  }

  /** Key -> words, for every key of these letters: what a player may lay. */
  within = (letters) => within(this.#laid, letters);
}

/** The words of a line: [{word: {reading, spelling}, child}]. */
function read(line) {
  return line.split(" ").flatMap((part) => {
    const [reading, ...spellings] = part.split(":");
    if (!spellings.length) return [{ word: { reading, spelling: "" }, child: false }];
    return spellings.map((marked) => {
      const spelling = marked.replace("!", "") || reading;
      return { word: { reading, spelling }, child: marked.startsWith("!") };
    });
  });
}
