// What was found, and why a word is not there.

import { el } from "../dom.js";
import { tile, wordButton } from "../parts/tile.js";
import { t } from "../texts.js";

/** Of readings or spellings: a card a word. -> {rows, summary} */
export function foundRows(answer) {
  const rows = answer.map((entry) => (entry.found ? known(entry) : unknown(entry)));
  return { rows, summary: answer.map((entry) => t(entry.found ? "found.yes" : "found.no", { word: entry.word })).join(" ") };
}

function known({ word, words }) {
  const readings = new Map();
  for (const one of words) readings.set(one.reading, [...(readings.get(one.reading) ?? []), one]);
  return el("article", { class: "card found" }, el("h2", {}, el("span", { class: "yes", text: t("found.mark") }), ` ${word}`),
    [...readings].map(([reading, ones]) => el("div", { class: "row" }, el("span", { class: "run" }, [...reading].map((letter) => tile(letter, "small"))),
      el("strong", { text: [...new Set(ones.map((one) => one.spelling || one.reading))].join("、") }))));
}

function unknown({ word, key, unspellable, excluded, near }) {
  const why = excluded ? t("found.excluded", { why: excluded }) : unspellable ? t("found.unspellable", { letters: unspellable.match(/[\p{Script=Hiragana}ー]+$/u)?.[0] ?? unspellable }) : t(key ? "found.why" : "error.lexicon.q");
  const known = [...new Map((near ?? []).map((entry) => [`${entry.reading} ${entry.spelling}`, entry])).values()];
  return el("article", { class: "card found" }, el("h2", {}, el("span", { class: "no", text: t("found.nomark") }), ` ${word}`), el("p", { text: why }),
    known.length ? [el("p", { class: "note", text: t("found.near") }), el("div", { class: "words" }, known.map((entry) => wordButton([entry])))] : null);
}

const SHOWN = 120;

/** Of letters with blanks, or letters and what they lack: the keys, by what fills the blank. -> {rows, summary} */
export function letterRows(answer, way) {
  const summary = t("found.count", { n: answer.length });
  if (!answer.length) return { rows: [el("p", { class: "card", text: t("found.none") })], summary };
  const item = (entry) => el("li", { class: "wait" }, el("span", { class: "counted" }, [...entry.blanks].slice(0, 2).map((letter) => tile(letter, "small"))),
    el("div", { class: "words" }, entry.words.map((word) => (typeof word === "string"
      ? el("a", { class: "word", href: `#p=words&q=${encodeURIComponent(word)}`, text: word }) : wordButton([word], entry.key)))));
  return { rows: [el("section", { class: "card" }, el("h2", { text: `${summary} ${t(`found.${way}`)}` }), el("ul", { class: "wait-list" }, answer.slice(0, SHOWN).map(item)),
    answer.length > SHOWN ? el("p", { class: "note", text: t("found.first", { n: SHOWN }) }) : null)], summary };
}
