// What words mean. The engine tells it in easy Japanese. To those who read the page in English it is told from glosses-en.tsv.

import { el } from "../dom.js";
import { ask } from "../engine.js";
import { current } from "../texts.js";
import { grouped } from "../tiles.js";

const JAPANESE = /[ぁ-ヿ]/;
let table = null;

/** Reading, tab and spelling -> gloss in English. Asked for when the first gloss is to be shown, and again if that failed. */
function english() {
  table ??= fetch(new URL("../../glosses-en.tsv", import.meta.url))
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then((text) => new Map(Array.from(text.matchAll(/^(.+)\t(.+)$/gm), ([, word, gloss]) => [word, gloss])))
    .catch(() => {
      table = null;
      return new Map();
    });
  return table;
}

/** Word -> its gloss in the language of the page; "" if it has none. A gloss of the player's own that is not in Japanese stays. */
async function inLanguage(words) {
  const told =
    words.some(({ gloss = "" }) => JAPANESE.test(gloss)) && current() === "en" && (await english());
  return ({ reading, spelling, gloss = "" }) =>
    told && JAPANESE.test(gloss) ? (told.get(`${reading}\t${spelling}`) ?? "") : gloss;
}

/** What words mean: a line for each gloss, with the spellings that mean this before it unless all words do; null if no word has a gloss. */
export async function glosses(words) {
  const told = grouped(words, await inLanguage(words));
  const lines = [...told].filter(([gloss]) => gloss);
  const before = (ones) => told.size > 1 && el`b`(`${ones.map((one) => one.spelling).join("・")} `);
  return lines.length ? lines.map(([gloss, ones]) => el`p.gloss`(before(ones), gloss)) : null;
}

/** Ask what words mean; `lists`: words of one block each. `tell(reading, lines)` is called for each reading that has glosses. Without the engine nothing is told. */
export function glossesOf(lists, tell) {
  const words = lists.flat();
  const spelled = (reading) => words.filter((one) => one.reading === reading).map((one) => one.spelling);
  ask("find", { q: [...new Set(words.map((one) => one.reading))].join(" ") })
    .then(async (answers) => {
      for (const { word, words: known = [] } of answers) {
        const lines = await glosses(known.filter((one) => spelled(word).includes(one.spelling)));
        if (lines) tell(word, lines);
      }
    })
    .catch(() => {}); // the words stay as they are
}
