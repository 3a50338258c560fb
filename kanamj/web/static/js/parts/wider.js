// What is said of laid words that only the wide list has: they count, and are not shown unasked.

import { spelt } from "./tile.js";
import { t } from "../texts.js";

export const isWider = (words) => words.length > 0 && words.every((word) => word.list);

/** The text beside selected letters that are these words. */
export function picking(text, words) {
  return words.length ? `${text} ✓ ${spelt(words)}${isWider(words) ? ` ${t("arrange.wider")}` : ""}` : text;
}

/** The text about laid words, empty if none of them is only in the wide list. */
export function laying(racks) {
  const wider = racks.filter((rack) => isWider(rack.words)).map((rack) => rack.text);
  return wider.length ? `${wider.join("・")}: ${t("arrange.wider")}` : "";
}
