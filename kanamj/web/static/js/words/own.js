// The card to add and remove the player's own words. They count in every room. In the exported page the browser keeps them.

import { button, el, fill, once, say, textField } from "../dom.js";
import { ask, inPage } from "../engine.js";
import { toKanaWhole } from "../kana.js";
import { sentence } from "../parts/errors.js";
import { forgetWords } from "../parts/lexicon.js";
import { announce, heed } from "../parts/tabs.js";
import { t } from "../texts.js";

const SHARED = "own words";

/** Add or remove words. `changes`: {add: ["よみ" or "よみ=書きかた"], remove: ["よみ=書きかた"]}. Returns all own words after that. */
export async function changeOwn(changes) {
  const { words } = await ask("own", changes);
  forgetWords();
  if (changes.add || changes.remove) announce(SHARED);
  return words;
}

/** The form for a new word: its reading and its spelling. `add(word)` is told "よみ" or "よみ=書きかた". */
function addForm(add) {
  const reading = textField("own-reading", t("own.reading.placeholder"), 20);
  const spelling = textField("own-spelling", t("own.spelling.placeholder"), 40);
  const submit = (event) => {
    event.preventDefault();
    const read = toKanaWhole(reading.value);
    const wrote = spelling.value.trim();
    if (read) add(wrote ? `${read}=${wrote}` : read, wrote || read);
    else reading.focus();
  };
  const node = el`form.own-form`(
    { on: { submit } },
    el`label`(t("own.reading"), reading),
    el`label`(t("own.spelling"), spelling),
    el`button#own-add.button`({ type: "submit" }, t("add")),
  );
  return { node, clear: () => node.reset() };
}

/** The card. `changed()` is called after a word was added or removed. */
export function ownCard(changed) {
  const note = el`p#own-note.note`({ role: "status" });
  const list = el`ul#own-words.words`();
  const form = addForm((text, word) => change({ add: [text] }, t("own.added", { word })));
  const box = el`details#own.card.fold`(
    el`summary`(t("own.title")),
    el`div.stack`(el`p.note`(t(inPage ? "own.here" : "own.there")), form.node, note, list),
  );
  let latest = 0; // number of the newest question; the answer to an older one is not shown

  async function change(changes, told = "") {
    const mine = ++latest;
    try {
      const words = await changeOwn(changes);
      if (mine === latest) {
        show(words);
        fill(note, told);
        note.classList.remove("warn");
      }
      if (changes.add) form.clear();
      if (told) changed();
    } catch (error) {
      fill(note, sentence(error));
      note.classList.add("warn");
      // The words may have been changed although the answer was lost.
      if (told && error.code !== "offline")
        changeOwn({})
          .then(show)
          .catch(() => {});
    }
    if (told) say(note.textContent);
  }
  function show(words) {
    fill(
      list,
      words.map((word) => once(word, () => wordOf(word))),
    );
  }
  function wordOf({ reading, spelling }) {
    const word = spelling || reading;
    const remove = () => change({ remove: [`${reading}=${word}`] }, t("own.removed", { word }));
    const cross = button("×", remove, { class: "plain slim", "aria-label": t("own.remove", { word }) });
    return el`li.word`(word, el`small`(reading), cross);
  }
  const load = () => {
    if (box.open) change({});
  };
  heed(SHARED, () => {
    forgetWords();
    load();
    if (box.offsetParent) changed(); // the room is visible
  });
  box.addEventListener("toggle", load);
  return { box, load };
}
