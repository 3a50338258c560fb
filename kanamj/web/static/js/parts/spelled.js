// The words that some of one's letters spell, longest first; a tap on one shows its tiles among them.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { spelt } from "./tile.js";

/** Words by length. `words`: [{letters, words}] as the engine tells them; `pick(reading)`: "" when none is chosen any more. */
export function spelledList(words, pick) {
  const lengths = [...new Set(words.map(({ letters }) => [...letters].length))];
  const box = el("div", { class: "stack" }, lengths.map((length) => el("div", { class: "stack spelled" }, el("h3", { class: "quiet", text: t("spell.length", { n: length }) }),
    el("div", { class: "words" }, words.filter(({ letters }) => [...letters].length === length).map(one)))));
  function one({ words: [first, ...more] }) {
    const same = [first, ...more].filter((word) => word.reading === first.reading);
    return el("button", { type: "button", class: "word", "aria-pressed": "false", data: { reading: first.reading }, on: { click: ({ currentTarget }) => {
      const on = currentTarget.getAttribute("aria-pressed") !== "true";
      for (const other of box.querySelectorAll('[aria-pressed="true"]')) other.setAttribute("aria-pressed", "false");
      currentTarget.setAttribute("aria-pressed", String(on));
      pick(on ? first.reading : "");
    } } }, spelt(same), spelt(same) === first.reading ? null : el("small", { text: first.reading }));
  }
  return box;
}

/** Light the tiles of `reading` among `nodes`, each tile once. */
export function light(nodes, reading) {
  const wanted = [...reading];
  for (const node of nodes) {
    const at = wanted.indexOf(node.firstChild?.textContent ?? node.textContent);
    node.classList.toggle("lit", at >= 0);
    if (at >= 0) wanted.splice(at, 1);
  }
}
