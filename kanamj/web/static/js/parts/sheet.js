// The dialog of the page. It shows the words of some letters, a question, or any content with a title.

import { format } from "../address.js";
import { all, button, el, fill } from "../dom.js";
import { latin, t } from "../texts.js";
import { grouped } from "../tiles.js";
import { glossesOf } from "./glosses.js";

const sheetOf = () => /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));

export function closeSheet() {
  sheetOf().close();
}

/** Open the dialog. `link`: a link or button beside the one that closes it. When it closes, the browser returns the focus. */
export function openSheet(title, content, link = null) {
  const sheet = sheetOf();
  fill(
    sheet,
    el`h2#sheet-title`(title),
    content,
    el`p.row.sheet-end`(link, button(t("close"), closeSheet, { class: "button main", id: "sheet-close" })),
  );
  sheet.onclick = ({ target }) => {
    if (target === sheet || /** @type {Element} */ (target).closest("a")) closeSheet();
  };
  if (!sheet.open) sheet.showModal();
}

/** Ask before something is lost; `yes` is the label of the button that agrees. True if the player agrees. The other button has the focus: Enter loses nothing. */
export function sure(question, yes) {
  const sheet = sheetOf();
  return new Promise((resolve) => {
    sheet.addEventListener("close", () => resolve(sheet.returnValue === "yes"), { once: true });
    sheet.returnValue = "";
    const agree = button(yes, () => sheet.close("yes"), { id: "sheet-yes" });
    openSheet(question, null, agree);
    fill(document.getElementById("sheet-close"), t("sheet.no")).focus();
  });
}

/** Show words that have the same letters: each reading with all its spellings; then, once the engine has told them, what they mean. */
export function showWords(letters, words) {
  const readings = new Map();
  for (const [reading, ones] of grouped(words, (word) => word.reading))
    readings.set(reading, new Set(ones.map((one) => one.spelling || reading)));
  openSheet(
    t("sheet.letters", { letters: [...letters].join("・") }),
    el`dl.readings`(
      [...readings].map(([reading, spellings]) => [
        el`dt`(reading, latin(reading) && ` ${latin(reading)}`),
        el`dd`({ data: { reading } }, [...spellings].join("、")),
      ]),
    ),
    el`a.button`({ href: format({ p: "words", q: words[0].reading }) }, t("sheet.look")),
  );
  const places = new Map(all("#sheet dd").map((place) => [place.dataset.reading, place]));
  glossesOf([words], (reading, found) => places.get(reading)?.append(...found));
}
