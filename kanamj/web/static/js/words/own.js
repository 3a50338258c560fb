// The card to add and remove the player's own words. They count in every room. In the exported page the browser keeps them.

import { button, el, fill, say } from "../dom.js";
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

/** The card. `changed()` is called after a word was added or removed. */
export function ownCard(changed) {
  const reading = el`input#own-reading`({
    type: "text",
    autocomplete: "off",
    maxlength: 20,
    placeholder: t("own.reading.placeholder"),
  });
  const spelling = el`input#own-spelling`({
    type: "text",
    autocomplete: "off",
    maxlength: 40,
    placeholder: t("own.spelling.placeholder"),
  });
  const note = el`p#own-note.note`({ role: "status" });
  const list = el`ul#own-words.words`();
  const form = el`form.own-form`(
    {
      on: {
        submit: (event) => {
          event.preventDefault();
          const read = toKanaWhole(reading.value);
          if (!read) return reading.focus();
          const wrote = spelling.value.trim();
          change({ add: [wrote ? `${read}=${wrote}` : read] }, t("own.added", { word: wrote || read }));
          return undefined;
        },
      },
    },
    el`label`(t("own.reading"), reading),
    el`label`(t("own.spelling"), spelling),
    el`button#own-add.button`({ type: "submit" }, t("add")),
  );
  const box = el`details#own.card.fold`(
    el`summary`(t("own.title")),
    el`div.stack`(el`p.note`(t(inPage ? "own.here" : "own.there")), form, note, list),
  );

  let latest = 0; // number of the newest question; the answer to an older one is not shown

  async function change(changes, told = "") {
    const mine = ++latest;
    try {
      const words = await changeOwn(changes);
      if (mine === latest) {
        show(words);
        note.textContent = told;
        note.classList.remove("warn");
      }
      if (changes.add) {
        reading.value = "";
        spelling.value = "";
      }
      if (told) changed();
    } catch (error) {
      note.textContent = sentence(error);
      note.classList.add("warn");
      if (told && error.code !== "offline")
        changeOwn({})
          .then(show)
          .catch(() => {}); // the words may have been changed although the answer was lost
    }
    if (told) say(note.textContent);
  }
  function show(words) {
    fill(
      list,
      words.map((word) =>
        el`li.word`(
          word.spelling || word.reading,
          el`small`(word.reading),
          button(
            "×",
            () =>
              change(
                { remove: [`${word.reading}=${word.spelling || word.reading}`] },
                t("own.removed", { word: word.spelling || word.reading }),
              ),
            { class: "plain slim", "aria-label": t("own.remove", { word: word.spelling || word.reading }) },
          ),
        ),
      ),
    );
  }
  heed(SHARED, () => {
    forgetWords();
    if (box.open) change({});
    if (box.offsetParent) changed(); // the room is visible
  });
  box.addEventListener("toggle", () => {
    if (box.open) change({});
  });
  return {
    box,
    load: () => {
      if (box.open) change({});
    },
  };
}
