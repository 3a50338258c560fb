// The card to add and remove the player's own words, and to keep words out of the shipped lists. They count in every room. In the exported page the browser keeps them.

import { button, el, fill, once, say, textField } from "../dom.js";
import { ask, inPage } from "../engine.js";
import { toKanaWhole } from "../kana.js";
import { sentence } from "../parts/errors.js";
import { forgetWords } from "../parts/lexicon.js";
import { OWN_WORDS, announce, heed } from "../parts/tabs.js";
import { t } from "../texts.js";

/** Add or remove words. `changes`: {add: ["よみ" or "よみ=書きかた"], remove: ["よみ=書きかた"]}. Returns all own words and all words out after that. */
export async function changeOwn(changes) {
  const { words, out } = await ask("own", changes);
  forgetWords();
  if (changes.add || changes.remove) announce(OWN_WORDS);
  return { words, out };
}

/** The form for a word: its reading and its spelling. `add(text, word)`, `takeOut(text, word)` are told "よみ" or "よみ=書きかた". */
function addForm(add, takeOut) {
  const reading = textField("own-reading", t("own.reading.placeholder"), 20);
  const spelling = textField("own-spelling", t("own.spelling.placeholder"), 40);
  const tell = (how) => {
    const read = toKanaWhole(reading.value);
    const wrote = spelling.value.trim();
    if (read) how(wrote ? `${read}=${wrote}` : read, wrote || read);
    else reading.focus();
  };
  const submit = (event) => {
    event.preventDefault();
    tell(add);
  };
  const node = el`form.own-form`(
    { on: { submit } },
    el`label`(t("own.reading"), reading),
    el`label`(t("own.spelling"), spelling),
    el`button#own-add.button`({ type: "submit" }, t("add")),
    button(t("own.take"), () => tell(takeOut), { id: "own-take", class: "plain" }),
  );
  return { node, clear: () => node.reset() };
}

/** The card, until `signal` is fired. `changed()` is called after a word was added or removed. */
export function ownCard(changed, signal) {
  const note = el`p#own-note.note`({ role: "status" });
  const [list, away] = [el`ul#own-words.words`(), el`ul#own-out.words`()];
  const form = addForm(
    (text, word) => change({ add: [text] }, t("own.added", { word })),
    (text, word) => change({ remove: [text] }, t("own.removed", { word })),
  );
  const box = el`details#own.card.fold`(
    el`summary`(t("own.title")),
    el`div.stack`(el`p.note`(t(inPage ? "own.here" : "own.there")), form.node, note, list, away),
  );
  let latest = 0; // number of the newest question; the answer to an older one is not shown

  async function change(changes, told = "") {
    const mine = ++latest;
    try {
      const kept = await changeOwn(changes);
      if (mine === latest) {
        show(kept);
        fill(note, told);
        note.classList.remove("warn");
      }
      if (told) form.clear();
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
  function show({ words, out }) {
    fill(
      list,
      words.map((word) => once(word, () => wordOf(word))),
    );
    fill(
      away,
      out.length ? t("own.out") : null,
      out.map((word) => once(word, () => outOf(word))),
    );
  }
  function outOf({ reading, spelling }) {
    const word = spelling === "*" ? reading : spelling;
    const back = () => change({ add: [`${reading}=${word}`] }, t("own.added", { word }));
    const cross = button("×", back, { class: "plain slim", "aria-label": `${t("add")}: ${word}` });
    return el`li.word`(word, el`small`(reading), cross);
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
  const follow = () => {
    load();
    if (box.offsetParent) changed(); // the room is visible
  };
  heed(OWN_WORDS, follow, signal);
  box.addEventListener("toggle", load);
  return { box, load };
}
