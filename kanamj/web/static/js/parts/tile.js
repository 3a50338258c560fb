// Tiles, and words shown as tiles above a coloured bar.

import { button, el, fill } from "../dom.js";
import { latin, t } from "../texts.js";
import { grouped } from "../tiles.js";
import { showWords } from "./sheet.js";

/** The data of a tile: in English, its letter in Latin letters, which the style sheet draws on large tiles. */
export const face = (letter) => (latin(letter) ? { latin: latin(letter) } : {});

/** A tile that cannot be pressed. */
export function tile(letter, look = "") {
  return el`span`({ class: `tile ${look}`, data: face(letter) }, letter);
}

/** A tile that is a button. */
export function tileButton(letter, label, act, look = "") {
  const props = { class: `tile ${look}`, "aria-label": label, data: face(letter), on: { click: act } };
  return el`button`(props, letter);
}

/** The words by reading: [[reading, words], …]. */
export const byReading = (words) => [...grouped(words, (word) => word.reading)];

/** At most two spellings of the words that are read like the first one, as one text: "卵・玉子". A spelling that equals the reading is shown only if there is no other. */
export function spelt(words) {
  const [[reading, same]] = byReading(words);
  const spellings = [...new Set(same.map((word) => word.spelling || reading))];
  const other = spellings.filter((spelling) => spelling !== reading);
  return (other.length ? other : spellings).slice(0, 2).join("・");
}

/** The first word of a block, "たまご 卵・玉子" or only its reading if it is spelled so; a remark if the list shows no word of it. */
export const named = ({ words }) =>
  words?.length ? [...new Set([words[0].reading, spelt(words)])].join(" ") : t("group.hidden");

/** The reading of the first word of each block; its letters if the list shows no word of it. */
export const readingsOf = (blocks) => blocks.map(({ letters, words }) => words[0]?.reading ?? letters);

/** Letters with their unseen copies, most copies first: "2枚 いうか… 1枚 きぎ…". `most`: at most so many letters. */
export function counted(accepts, most = Infinity) {
  const first = [...accepts].sort((a, b) => b.unseen - a.unseen).slice(0, most);
  const told = [...grouped(first, (draw) => draw.unseen)].map(([n, draws]) =>
    el`span.per`(el`small`(t("tiles.n", { n })), draws.map((draw) => draw.tile).join("")),
  );
  return [...told, accepts.length > most && "…"];
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
    ? [
        el`span.spelt`(spelt(words)),
        el`span.read`(words[0].reading, latin(words[0].reading) && ` ${latin(words[0].reading)}`),
      ]
    : [el`span.read`(missing ? t("group.missing", { n: missing }) : t(rest ? "group.rest" : "group.hidden"))];
  const look = `group c${(number % 5) + 1}${open ? " open" : ""}`;
  if (!words.length) return el`span`({ class: look }, run, lines);
  return el`button`({ class: look, on: { click: () => showWords(letters, words) } }, run, lines);
}

/** A list of groups. */
export function groups(blocks) {
  return el`div.groups`(blocks.map(group));
}

/** Arrangements, one at a time, with buttons to the one before and the next one. `arrangements`: lists of blocks; `count`: how many arrangements the hand has, which may be more than are listed. */
export function leaves(arrangements, count) {
  let at = 0;
  const place = el`div.arrangement`();
  const where = el`span.where`({ "aria-live": "polite" });
  const turn = (step) => {
    at = (at + step + arrangements.length) % arrangements.length;
    fill(place, groups(arrangements[at]));
    fill(where, t("leaf", { at: at + 1, n: arrangements.length }));
  };
  const bar = el`div.row.leafing`(
    button("‹", () => turn(-1), { "aria-label": t("leaf.before"), data: { leaf: "before" } }),
    where,
    button("›", () => turn(1), { "aria-label": t("leaf.next"), data: { leaf: "next" } }),
    count > arrangements.length ? el`span.note`(t("leaf.more", { n: arrangements.length, of: count })) : null,
  );
  if (!arrangements.length) return el`div.stack`();
  turn(0);
  return el`div.stack`(arrangements.length > 1 ? bar : null, place);
}

/** A spelling, and its reading if that differs; in English also in Latin letters. */
export const written = (spelling, reading) => {
  const small = [spelling !== reading && reading, latin(reading)].filter(Boolean).join(" ");
  return [spelling, small && el`small`(small)];
};

/** A word as a small button. A press shows all `words`. */
export function wordButton(words, letters) {
  const { reading, spelling } = words[0];
  const show = () => showWords(letters ?? reading, words);
  return el`button.word`({ on: { click: show } }, written(spelling || reading, reading));
}
