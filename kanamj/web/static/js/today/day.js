// The hands of the day. They are in a file that does not change with the word lists (scripts/build_todays_hands.py), so they need neither the engine
// nor an answer from it, and all players of a day have the same.

import { dateOf } from "../arrange/stats.js";
import { OTHER, PLAIN, inOrder, keyOf, within } from "../tiles.js";

const LETTERS = inOrder([...PLAIN, ...OTHER].join("").replaceAll(" ", ""));
const FORMS = { 8: "332", 14: "33332" };
const DAY_MS = 86_400_000;
/** The numbers of tiles of the two hands of a day. */
export const SIZES = ["8", "14"];

/** The number of a date such as "2026-11-27", counted from the first day, which is 1. */
const numberFrom = (first, date) => Math.round((Date.parse(date) - Date.parse(first)) / DAY_MS) + 1;

/** Random numbers from 1 to 2147483646; the same for the same seed. */
function* dice(seed) {
  for (let state = seed; ; yield state) state = (state * 48271) % 2147483647;
}

/** Read the file: {first, words, count, numberOf(date), dateOf(number), hand(number, size)}. */
export function readDays(text) {
  const [first, listed, hidden] = text.trim().split("\n\n");
  const lines = hidden.split("\n");
  const words = new Map();
  for (const line of listed.split("\n")) {
    const [marked, ...spellings] = line.split(" ");
    const reading = marked.replace("+", "");
    const list = marked === reading ? {} : { list: "wide" };
    const found = (spellings.length ? spellings : [""]).map((spelling) => ({ reading, spelling, ...list }));
    words.set(keyOf(reading), [...(words.get(keyOf(reading)) ?? []), ...found]);
  }
  return {
    first,
    count: lines.length,
    numberOf: (date) => numberFrom(first, date),
    dateOf: (number) => dateOf(new Date(Date.parse(`${first}T12:00:00`) + (number - 1) * DAY_MS)),
    /** The deal of a day; after the last day the hands begin again. */
    hand(number, size) {
      const at = (((number - 1) % lines.length) + lines.length) % lines.length;
      const solution = shown(lines[at], at + 1, size);
      return { hand: mixed(solution, at + 1), solution, form: FORMS[size], words: within(words, solution) };
    },
  };
}

/** The letters of a solution of a day, word after word. */
function shown(line, number, size) {
  const shifts = dice(number * 7919 + 17);
  const plain = [...line.replace(" ", "")].map((letter) => {
    const at = LETTERS.indexOf(letter) - (shifts.next().value % LETTERS.length);
    return LETTERS[(at + LETTERS.length) % LETTERS.length];
  });
  return (size === "8" ? plain.slice(0, 8) : plain.slice(8)).join("");
}

/** The same letters in another order, the same for everybody. */
function mixed(text, number) {
  const random = dice(number * 104729 + 7);
  const order = [...text].map((letter) => [random.next().value, letter]);
  return order
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, letter]) => letter)
    .join("");
}

/** The words of a solution: さかなくるまねこ -> [さかな, くるま, ねこ]. */
export function solutionWords({ solution, form }) {
  let at = 0;
  return [...form].map((size) => solution.slice(at, (at += Number(size))));
}

let loaded = null;
/** The file; asked for once, and again if that failed. */
export function days() {
  loaded ??= fetch(new URL("../../today.txt", import.meta.url))
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .then(readDays)
    .catch((error) => {
      loaded = null;
      throw error;
    });
  return loaded;
}
