// The texts of the page in the chosen language: t("name", {n: 3}).

import { all, fill } from "./dom.js";
import { toRomaji } from "./kana.js";
import { load, save } from "./store.js";
import en from "./texts/en.js";
import ja from "./texts/ja.js";
import { marked, plain } from "./texts/kana.js";

export const TEXTS = { ja, en };
const first = globalThis.navigator?.language.startsWith("ja") === false ? "en" : "ja";
let language = TEXTS[load("language", first)] ? load("language", first) : first;
export const changes = new EventTarget();

const kana = new Map(); // a Japanese text -> the text with the kana of its kanji

/** The text with the kana of its kanji in 《》, if it is Japanese. */
function read(text) {
  if (language !== "ja") return text;
  if (Array.isArray(text)) return text.map(read);
  if (!kana.has(text)) kana.set(text, marked(text));
  return kana.get(text);
}

/**
 * The text of that name, with `{n}` replaced by the value of n, and `{n|tile|tiles}` by "1 tile" or "2 tiles". A name without a text is
 * returned as it is. `fill` and `el` of dom.js show the kana in 《》 above the kanji; `plain` leaves them out.
 */
export function t(name, values = {}) {
  const text = read(TEXTS[language][name] ?? ja[name] ?? name);
  if (Array.isArray(text)) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, key, one, many) => {
    if (!(key in values)) return whole;
    return many === undefined ? String(values[key]) : `${values[key]} ${values[key] === 1 ? one : many}`;
  });
}

/** The choices of a list: [value, the text `prefix.value`] of each value. */
export const choicesOf = (prefix, values) => values.map((value) => [value, t(`${prefix}.${value}`)]);

export const current = () => language;

/** A reading in Latin letters for those who read the page in English; "" for all others. */
export const latin = (reading) => (language === "en" ? toRomaji(reading) : "");

/** Show the page in that language. */
export function choose(next) {
  language = TEXTS[next] ? next : "ja";
  save("language", language);
  dress();
  changes.dispatchEvent(new Event("language"));
}

/** Fill in the texts of index.html: each element with `data-t` or `data-t-label` names its text. */
export function dress() {
  document.documentElement.lang = language;
  for (const node of all("[data-t]")) fill(node, t(node.dataset.t));
  for (const node of all("[data-t-label]")) node.setAttribute("aria-label", plain(t(node.dataset.tLabel)));
  document.title = plain(t("page.title"));
}
