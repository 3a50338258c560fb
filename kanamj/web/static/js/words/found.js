// Shows the words found, or why a word is not in the list.

import { button, el, once } from "../dom.js";
import { glosses } from "../parts/glosses.js";
import { spelled } from "../parts/spelled.js";
import { byReading, spelt, tile, wordButton, written } from "../parts/tile.js";
import { latin, t } from "../texts.js";

const FITS = [2, 3]; // lengths of the words of a usual win
const LONGEST = 4; // length of the longest word of a usual game
const KANS = { 4: "found.four", 5: "found.five" }; // and of those of a kan

/** {rows, summary} for readings or spellings: a card per word. `keep(reading)` adds a word to the player's own words. */
export function foundRows(answer, keep) {
  const rows = answer.map((entry) =>
    once(["q", entry], () => (entry.found ? known(entry) : unknown(entry, keep))),
  );
  return {
    rows,
    summary: answer.map((entry) => t(entry.found ? "found.yes" : "found.no", { word: entry.word })).join(" "),
  };
}

/** A note about the length of a word; null if a usual win takes words of this length. */
function lengthNote(reading) {
  const n = [...reading].length;
  return FITS.includes(n) ? null : el`p.note`(t(KANS[n] ?? "found.length", { n }));
}

/** Why the tiles do not spell a word: it has a letter without a tile, or needs more tiles of a letter than there are. */
function lackNote(lacking) {
  return lacking ? el`p.note`(t(lacking.copies ? "found.copies" : "found.unspellable", lacking)) : null;
}

/** Why no list has a word, as a sentence; "" if nobody knows. `what`, what its words are, and `excluded` are named as in kanamj/lexicon/why.py. */
function reason({ what = [], excluded = "" }) {
  const out = `why.out.${excluded}`;
  if (t(out) !== out) return t(out);
  const kinds = what.map((kind) => t(`why.${kind}`)).join(t("why.or"));
  return kinds && t(what.includes("noun") ? "why.rare" : "why.lists", { what: kinds });
}

/** What words mean, as soon as that is known in the language of the page. */
function meaning(words) {
  const place = el`p`();
  glosses(words).then((lines) => place.replaceWith(...(lines ?? [])));
  return place;
}

function known({ word, words, others, lacking, what }) {
  const why = reason({ what });
  return el`article.card.found`(
    el`h2`(el`span.yes`(t("found.mark")), ` ${word}`),
    why && el`p`(why),
    byReading(words).map(([reading, ones]) => [
      el`div.row`(
        el`span.run`([...reading].map((letter) => tile(letter, "small"))),
        el`strong`([...new Set(ones.map((one) => one.spelling || one.reading))].join("、")),
        latin(reading),
      ),
      meaning(ones),
      lengthNote(reading),
    ]),
    lackNote(lacking),
    same(others),
  );
}

/** Shows the words with the same letters in another order. */
function same(others) {
  return others?.length
    ? [el`p.note`(t("found.others")), el`div.words`(byReading(others).map(([, words]) => wordButton(words)))]
    : null;
}

function unknown({ word, key, reading, lacking, near, others, wider, ...told }, keep) {
  const inWide = wider?.length && t("found.wider", { words: spelt(wider) });
  const why = inWide || reason(told) || (lacking ? "" : t(key ? "found.why" : "error.lexicon.q"));
  const close = [
    ...new Map((near ?? []).map((entry) => [`${entry.reading} ${entry.spelling}`, entry])).values(),
  ];
  const laid = key && reading && !lacking; // the tiles spell it
  return el`article.card.found`(
    el`h2`(el`span.no`(t("found.nomark")), ` ${word}`),
    why ? el`p`(why) : null,
    lackNote(lacking),
    same(others),
    laid ? lengthNote(reading) : null,
    laid && reading.length > 1 && reading.length <= LONGEST
      ? el`p`(
          button(t("own.keep", { word: reading }), () => keep(reading), {
            class: "button",
            data: { keep: reading },
          }),
        )
      : null,
    close.length
      ? [el`p.note`(t("found.near")), el`div.words`(close.map((entry) => wordButton([entry])))]
      : null,
  );
}

const SHOWN = 120;

/** A line of a list: tiles, and the words that they make. */
const wait = (tiles, words) => el`li.wait`(el`span.counted`(tiles), el`div.words`(words));

/** {rows, summary} for the waits of one or two letters, with all words. */
export function waitRow(/** @type {Answers["waits"]} */ { letters, row, rank, of }) {
  const values = { letters, kinds: row.count, tiles: row.tiles, rank, of };
  const summary = t(row.count ? "waits.row" : "waits.none", values);
  const lines = [...row.waits]
    .sort((a, b) => b.unseen - a.unseen)
    .map(({ tile: letter, unseen, words }) =>
      wait(
        [tile(letter), el`small`(t("tiles.n", { n: unseen }))],
        byReading(words).map(([, ones]) => wordButton(ones)),
      ),
    );
  return { summary, rows: [el`section.card`(el`h2`(summary), el`ul.wait-list`(lines))] };
}

/** {rows, summary} for letters with blanks (`way` "letters") or with one tile more ("lacking"): the words, by the letters that are added. */
export function letterRows(answer, way) {
  const summary = t("found.count", { n: answer.length });
  if (!answer.length) return { rows: [el`p.card`(t("found.none"))], summary };
  const word = ({ readings, words }, i) => {
    const href = `#p=words&q=${encodeURIComponent(words[i])}`;
    return el`a.word`({ href }, written(words[i], readings.length === words.length ? readings[i] : words[i]));
  };
  const item = (entry) =>
    wait(
      [...entry.blanks].slice(0, 2).map((letter) => tile(letter, "small")),
      entry.words.map((_, i) => word(entry, i)),
    );
  return {
    rows: [
      el`section.card`(
        el`h2`(`${summary} ${t(`found.${way}`)}`),
        el`ul.wait-list`(answer.slice(0, SHOWN).map(item)),
        answer.length > SHOWN ? el`p.note`(t("found.first", { n: SHOWN })) : null,
      ),
    ],
    summary,
  };
}

/** {rows, summary} for the player's letters: all words that some of them spell, and a board to lay them on. */
export function spellRows({ letters, strange, count, readings, words }) {
  const summary = t("found.count", { n: readings });
  return {
    summary,
    rows: [
      el`section.card.stack`(
        el`h2`(`${summary} ${t("found.spell")}`),
        strange.length ? el`p.warn`(t("hand.strange", { letter: [...new Set(strange)].join("・") })) : null,
        count ? [el`p.note`(t("spell.how")), spelled(letters, words)] : el`p`(t("found.none")),
        count > words.length
          ? el`p.note`(t("found.first", { n: words.flatMap((one) => byReading(one.words)).length }))
          : null,
      ),
    ],
  };
}
