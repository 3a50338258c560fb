// What was found, and why a word is not there.

import { button, el } from "../dom.js";
import { spelled } from "../parts/spelled.js";
import { tile, wordButton } from "../parts/tile.js";
import { t } from "../texts.js";

const FITS = [2, 3];  // letters of the words that a usual win is made of
const LONGEST = 4;    // of a called word, and of the form 4442

/** Of readings or spellings: a card per word. `keep(reading)` makes it one's own word. -> {rows, summary} */
export function foundRows(answer, keep) {
  const rows = answer.map((entry) => (entry.found ? known(entry) : unknown(entry, keep)));
  return { rows, summary: answer.map((entry) => t(entry.found ? "found.yes" : "found.no", { word: entry.word })).join(" ") };
}

/** Words by reading: [[reading, words], …]. */
function byReading(words) {
  const readings = new Map();
  for (const one of words) readings.set(one.reading, [...(readings.get(one.reading) ?? []), one]);
  return [...readings];
}

/** What to say of a length: nothing where a usual win takes it. */
function lengthNote(reading) {
  const n = [...reading].length;
  return FITS.includes(n) ? null : el("p", { class: "note", text: t(n === LONGEST ? "found.four" : "found.length", { n }) });
}

/** Why the tiles do not spell a word: a letter that is none, or that is needed more often than there are tiles. */
function lackNote(lacking) {
  if (!lacking) return null;
  return el("p", { class: "note", text: t(lacking.copies ? "found.copies" : "found.unspellable", { letters: lacking.tile, held: lacking.held, copies: lacking.copies }) });
}

function known({ word, words, others, lacking }) {
  return el("article", { class: "card found" }, el("h2", {}, el("span", { class: "yes", text: t("found.mark") }), ` ${word}`),
    byReading(words).map(([reading, ones]) => [el("div", { class: "row" }, el("span", { class: "run" }, [...reading].map((letter) => tile(letter, "small"))),
      el("strong", { text: [...new Set(ones.map((one) => one.spelling || one.reading))].join("、") })), lengthNote(reading)]), lackNote(lacking), same(others));
}

/** Words of the same letters in another order. */
function same(others) {
  return others?.length ? [el("p", { class: "note", text: t("found.others") }), el("div", { class: "words" }, byReading(others).map(([, words]) => wordButton(words)))] : null;
}

function unknown({ word, key, reading, lacking, excluded, near, others }, keep) {
  const why = excluded ? t("found.excluded", { why: excluded }) : lacking ? "" : t(key ? "found.why" : "error.lexicon.q");
  const close = [...new Map((near ?? []).map((entry) => [`${entry.reading} ${entry.spelling}`, entry])).values()];
  return el("article", { class: "card found" }, el("h2", {}, el("span", { class: "no", text: t("found.nomark") }), ` ${word}`), why ? el("p", { text: why }) : null, lackNote(lacking),
    key && reading ? lengthNote(reading) : null, same(others),
    key && reading && !lacking ? el("p", {}, button(t("own.keep", { word: reading }), () => keep(reading), { class: "button", data: { keep: reading } })) : null,
    close.length ? [el("p", { class: "note", text: t("found.near") }), el("div", { class: "words" }, close.map((entry) => wordButton([entry])))] : null);
}

const SHOWN = 120;

/** Of letters with blanks, or letters and what they lack: the keys, by what fills the blank. -> {rows, summary} */
export function letterRows(answer, way) {
  const summary = t("found.count", { n: answer.length });
  if (!answer.length) return { rows: [el("p", { class: "card", text: t("found.none") })], summary };
  const item = (entry) => el("li", { class: "wait" }, el("span", { class: "counted" }, [...entry.blanks].slice(0, 2).map((letter) => tile(letter, "small"))),
    el("div", { class: "words" }, entry.words.map((word, i) => (typeof word === "string"
      ? el("a", { class: "word", href: `#p=words&q=${encodeURIComponent(word)}` }, word, entry.readings?.length === entry.words.length && entry.readings[i] !== word ? el("small", { text: entry.readings[i] }) : null)
      : wordButton([word], entry.key)))));
  return { rows: [el("section", { class: "card" }, el("h2", { text: `${summary} ${t(`found.${way}`)}` }), el("ul", { class: "wait-list" }, answer.slice(0, SHOWN).map(item)),
    answer.length > SHOWN ? el("p", { class: "note", text: t("found.first", { n: SHOWN }) }) : null)], summary };
}

/** Of one's letters: all words that some of them spell, and the tiles to see each on. -> {rows, summary} */
export function spellRows({ letters, strange, count, words }) {
  const summary = t("found.count", { n: count });
  return { summary, rows: [el("section", { class: "card stack" }, el("h2", { text: `${summary} ${t("found.spell")}` }),
    strange.length ? el("p", { class: "warn", text: t("hand.strange", { letter: [...new Set(strange)].join("・") }) }) : null,
    count ? [el("p", { class: "note", text: t("spell.how") }), spelled(letters, words)] : el("p", { text: t("found.none") }),
    count > words.length ? el("p", { class: "note", text: t("found.first", { n: words.length }) }) : null)] };
}
