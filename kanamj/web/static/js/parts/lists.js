// What a word list is called on the page.

import { t } from "../texts.js";

/** The name of a shipped list in the language of the page; any other as it is. */
export function listName(name) {
  const known = t(`list.${name}`);
  return known === `list.${name}` ? name : known;
}
