// The one dialog: the words of some letters, a question, or any content with a title.

import { format } from "../address.js";
import { button, el, fill } from "../dom.js";
import { t } from "../texts.js";

/** Open the dialog, perhaps with a link beside the button that closes it. Focus goes back by itself. */
export function openSheet(title, content, link = null) {
  const sheet = document.getElementById("sheet");
  const close = () => sheet.close();
  fill(sheet, el("h2", { id: "sheet-title", text: title }), content,
    el("p", { class: "row sheet-end" }, link, button(t("close"), close, { class: "button main", id: "sheet-close" })));
  sheet.onclick = (event) => { if (event.target === sheet || event.target.closest("a")) close(); };
  if (!sheet.open) sheet.showModal();
}

/** Ask before something is lost. True if the player says yes. */
export function sure(question, yes) {
  const sheet = document.getElementById("sheet");
  return new Promise((resolve) => {
    sheet.addEventListener("close", () => resolve(sheet.returnValue === "yes"), { once: true });
    sheet.returnValue = "";
    openSheet(question, null, button(yes, () => sheet.close("yes"), { id: "sheet-yes" }));
    document.getElementById("sheet-close").textContent = t("sheet.no");
  });
}

/** All spellings, by reading, of words that share their letters. */
export function showWords(letters, words) {
  const readings = new Map();
  for (const word of words) readings.set(word.reading, [...(readings.get(word.reading) ?? []), word.spelling || word.reading]);
  openSheet(t("sheet.letters", { letters: [...letters].join("・") }),
    el("dl", { class: "readings" }, [...readings].map(([reading, spellings]) => [
      el("dt", { text: reading }), el("dd", { text: [...new Set(spellings)].join("、") })])),
    el("a", { class: "button", href: format([["p", "words"], ["q", words[0].reading]]), text: t("sheet.look") }));
}
