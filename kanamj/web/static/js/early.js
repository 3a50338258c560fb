// What the exported page answers before Python has come: wins and tenpai hands, hands of ならべる, and whether a word is there, from the words and hands of
// words.bin (kanamj/web/early.py). Python decides: it answers the same questions later. With own words, another list or all words shown, only Python answers.

import { allWords, canRun, inPage, loading } from "./engine.js";
import { judge } from "./judge.js";
import { OWN_WORDS, heed } from "./parts/tabs.js";
import { DEFAULT_SET, keyOf } from "./tiles.js";
import { Words } from "./wordfile.js";

const SHOWN = 20; // arrangements of a hand, as kanamj/learn/dealer.py shows
const FOR_CHILDREN = ["1", "2"]; // levels, as there
const home = new URL("../", import.meta.url);
let loaded = null;
heed(OWN_WORDS, () => (loaded = null)); // another tab has changed them

/** The words and the hands; null if Python is to be asked. They are asked for once. */
export async function early() {
  if (!inPage || !canRun || loading().progress === "ready" || allWords()) return null;
  loaded ??= Promise.all([file(), hasOwn().catch(() => false)]) // a browser that keeps nothing throws
    .then(([text, own]) => (own || !text ? null : new Words(text)))
    .catch(() => null);
  return loaded;
}

async function file() {
  const answer = await fetch(new URL("words.bin", home));
  if (!answer.ok) throw new Error(String(answer.status));
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text();
}

/** Whether this browser keeps own words (offline/datafolder.js keeps them). */
function hasOwn() {
  return new Promise((tell) => {
    setTimeout(() => tell(true), 2000); // some browsers never answer
    const opening = indexedDB.open(`kanamj ${home.pathname}`);
    opening.addEventListener("upgradeneeded", () => opening.transaction.abort()); // nothing was ever kept
    opening.addEventListener("error", () => tell(false));
    opening.addEventListener("success", () => {
      const all = opening.result
        .transaction("files")
        .objectStore("files")
        .getAll(IDBKeyRange.bound("words/", "words0"));
      all.addEventListener("success", () => tell(all.result.some((text) => text.trim().includes("\n"))));
      all.addEventListener("error", () => tell(true));
      opening.result.close();
    });
  });
}

/** The same, if they are those of this list and these tiles. */
async function of(lexicon, tiles = DEFAULT_SET) {
  const words = await early();
  return words && tiles === DEFAULT_SET && [words.list, "", undefined].includes(lexicon) ? words : null;
}

/** The report on a hand that is complete or tenpai (judge.js); {far: true} if it is farther from a win; null if only Python knows. */
export async function judged({ lexicon, tiles, rules, ...asked }) {
  const known = rules ? null : await of(lexicon, tiles);
  return known && judge(known, asked);
}

/** Whether the later answer shows the same as `report` of `judged`. Glosses are not shown with it. */
export function agrees(report, answer) {
  const shown = Object.fromEntries(Object.keys(report).map((name) => [name, answer[name]]));
  const plain = (value) => JSON.stringify(value, (name, one) => (name === "gloss" ? undefined : one));
  return !answer.wide?.length && plain(shown) === plain(report);
}

/** Whether the words have this one. False if that is not known. */
export const isKnown = async (word, lexicon) => Boolean((await of(lexicon))?.blocks.has(keyOf(word)));

/** What `find` of the API says of these readings, without glosses; null if only Python knows one of them. */
export async function looked(text) {
  const words = await early();
  const found = words ? text.split(/\s+/).map((one) => words.find(one)) : [null];
  return found.every(Boolean) ? found : null;
}

/** Key -> its words, as parts/lexicon.js keeps them; null if only Python knows. */
export const listed = async (lexicon, tiles, size) =>
  size > 3 ? null : (await of(lexicon, tiles))?.ofSize(size);

const handsOf = (words, { form, level }) =>
  words?.hands.find(([name]) => name === `${form} ${level}`)?.slice(1) ?? [];

/** A seed of a hand that needs no Python; "" if there is none. */
export async function earlySeed(asked) {
  const { length } = handsOf(await early(), asked);
  return length ? `e${1 + Math.floor(Math.random() * length)}` : "";
}

/** The hand of such a seed as the API deals it, with its answer; null for any other seed. */
export async function dealt({ form, level, seed }) {
  const words = await early();
  const at = /^e[1-9]\d*$/.test(seed) ? Number(seed.slice(1)) - 1 : -1;
  const hand = handsOf(words, { form, level })[at];
  if (!hand) return null;
  const { arrangement_count, arrangements } = judge(words, { hand, form }, Infinity);
  const shown = answers(words, arrangements, FOR_CHILDREN.includes(level)).slice(0, SHOWN);
  return { hand, form, level, seed, arrangement_count, words: words.within(hand), arrangements: shown };
}

/** The arrangements that an answer shows, as `Dealer.answers` of kanamj/learn/dealer.py: without flagged words; `easy`: of words for children as far as can be. */
function answers(words, arrangements, easy) {
  const plain = arrangements.filter((blocks) => blocks.every((block) => block.words.length));
  const shown = plain.length ? plain : arrangements;
  if (!easy) return shown;
  const children = ({ letters }) => words.blocks.get(letters).easy;
  const hard = (blocks) => blocks.filter((block) => !children(block).length).length;
  const least = shown.reduce((fewest, blocks) => Math.min(fewest, hard(blocks)), Infinity);
  const told = (block) => (children(block).length ? { ...block, words: children(block) } : block);
  return shown.filter((blocks) => hard(blocks) === least).map((blocks) => blocks.map(told));
}
