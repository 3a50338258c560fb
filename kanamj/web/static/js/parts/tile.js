// Tiles, and words shown as tiles above a coloured bar.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { showWords } from "./sheet.js";

/** A tile that cannot be pressed. */
export function tile(letter, look = "") {
  return el`span`({ class: `tile ${look}` }, letter);
}

/** A tile that is a button. */
export function tileButton(letter, label, act, look = "") {
  return el`button`({ class: `tile ${look}`, "aria-label": label, on: { click: act } }, letter);
}

/** The words by reading: [[reading, words], …]. */
export function byReading(words) {
  const readings = new Map();
  for (const word of words) readings.set(word.reading, [...(readings.get(word.reading) ?? []), word]);
  return [...readings];
}

/** At most two spellings of the words that are read like the first one, as one text: "卵・玉子". A spelling that equals the reading is shown only if there is no other. */
export function spelt(words) {
  const [[reading, same]] = byReading(words);
  const spellings = [...new Set(same.map((word) => word.spelling || reading))];
  const other = spellings.filter((spelling) => spelling !== reading);
  return (other.length ? other : spellings).slice(0, 2).join("・");
}

/** The tiles of one block above a bar, and its first word below. `missing`: how many tiles it lacks. A press shows all its words. */
export function group({ letters, words = [], missing = 0, rest = false }, number) {
  const order = words.length ? [...words[0].reading] : [...letters];
  const open = missing > 0 || rest;
  const run = el`span.run`(
    order.map((letter) => tile(letter)),
    Array.from({ length: missing }, () => el`span.blank`()),
  );
  const lines = words.length
    ? [el`span.spelt`(spelt(words)), el`span.read`(words[0].reading)]
    : [el`span.read`(missing ? t("group.missing", { n: missing }) : t(rest ? "group.rest" : "group.hidden"))];
  const look = `group c${(number % 5) + 1}${open ? " open" : ""}`;
  if (!words.length) return el`span`({ class: look }, run, lines);
  return el`button`({ class: look, on: { click: () => showWords(letters, words) } }, run, lines);
}

/** A list of groups. */
export function groups(blocks) {
  return el`div.groups`(blocks.map(group));
}

/** A word as a small button: its spelling, and its reading if that differs. A press shows all `words`. */
export function wordButton(words, letters) {
  const word = words[0];
  const spelling = word.spelling || word.reading;
  return el`button.word`(
    { on: { click: () => showWords(letters ?? word.reading, words) } },
    spelling,
    spelling === word.reading ? null : el`small`(word.reading),
  );
}
