// The options of みる, in a box that opens: called words, tiles seen, form, word list, tile set, copies rule.

import { button, el, fill, select } from "../dom.js";
import { ask, info } from "../engine.js";
import { toKanaWhole } from "../kana.js";
import { tile } from "../parts/tile.js";
import { t } from "../texts.js";
import { SETS, isTile } from "../tiles.js";
import { COPIES, FORMS, leftOf, lettersOf } from "./state.js";

/** The box. `set(changes)` changes the state of the room. */
export function options(set) {
  const melds = el`div#melds.row`();
  const seen = el`input#seen-field`({
    type: "text",
    autocomplete: "off",
    maxlength: 200,
    placeholder: t("options.seen.placeholder"),
  });
  seen.addEventListener("change", () => set({ seen: lettersOf(seen.value) }));
  const word = el`input#meld-field`({
    type: "text",
    autocomplete: "off",
    maxlength: 20,
    placeholder: t("options.meld.placeholder"),
  });
  let now = null;
  const note = el`p#meld-note.warn`({ role: "status" });
  const refuse = (text) => {
    note.textContent = text;
    word.focus();
  };
  const add = async () => {
    const letters = [...toKanaWhole(word.value)].filter(isTile);
    const typed = letters.join("");
    if (letters.length < 3 || letters.length > 4 || now.melds.length >= 4)
      return refuse(t("options.meld.refused"));
    if (
      letters.some(
        (letter, i) =>
          leftOf({ ...now, hand: [], melds: [...now.melds, letters.slice(0, i).join("")] }, letter) <= 0,
      )
    )
      return refuse(t("options.meld.tiles", { word: typed }));
    const known = await inList(typed);
    if (!known) return refuse(t("options.meld.unknown", { word: typed }));
    note.textContent = "";
    word.value = "";
    return set({ melds: [...now.melds, typed] });
  };
  /** Whether the list has a word of these letters. True if the engine does not answer. */
  const inList = (letters) =>
    ask("find", { q: letters, lexicon: now.lexicon }).then(
      ([one]) => one.found || one.others?.length > 0,
      () => true,
    );
  word.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) add();
  });
  const form = select(
    t("options.form"),
    FORMS.map((name) => [name, t(`form.${name}`)]),
    "",
    (value) => set({ form: value }),
    { id: "form" },
  );
  const tiles = select(
    t("options.tiles"),
    SETS.map((name) => [name, t(`set.${name}`)]),
    "",
    (value) => set({ tiles: value }),
    { id: "tile-set" },
  );
  const copies = select(
    t("options.copies"),
    COPIES.map((name) => [name, t(`copies.${name}`)]),
    "",
    (value) => set({ copies: value }),
    { id: "copies" },
  );
  const lexicon = select(
    t("options.lexicon"),
    [["", t("options.lexicon.usual")]],
    "",
    (value) => set({ lexicon: value }),
    { id: "lexicon" },
  );
  const lists = lexicon.querySelector("select");
  /** The name of a list: a shipped one in the language of the page, any other as it is. */
  const listName = (name) => (t(`list.${name}`) === `list.${name}` ? name : t(`list.${name}`));
  info().then(({ lexicons, lexicon: usual }) => {
    for (const list of lexicons ?? []) {
      const label = t("options.lexicon.one", {
        name: listName(list.name),
        n: (list.keys?.[2] ?? 0) + (list.keys?.[3] ?? 0),
      });
      if (list.name === usual) lists.options[0].textContent = label;
      else lists.append(el`option`({ value: list.name }, label));
    }
    if (now) lists.value = now.lexicon;
  });
  const box = el`details#options.card.fold`(
    el`summary`(t("options.title")),
    el`div.options`(
      el`div.stack`(
        el`label`(t("options.meld"), el`span.row.joined`(word, button(t("add"), add, { id: "meld-add" }))),
        note,
        melds,
      ),
      el`label`(t("options.seen"), seen),
      form,
      tiles,
      lexicon,
      copies,
    ),
  );
  return {
    box,
    update(state) {
      now = state;
      fill(
        melds,
        state.melds.map((letters, i) =>
          el`button.meld`(
            {
              "aria-label": t("options.meld.remove", { word: letters }),
              on: { click: () => set({ melds: state.melds.filter((_, j) => j !== i) }) },
            },
            [...letters].map((letter) => tile(letter, "small")),
            el`span`({ "aria-hidden": "true" }, "×"),
          ),
        ),
      );
      if (document.activeElement !== seen) seen.value = state.seen.join("");
      for (const [label, value] of [
        [form, state.form],
        [tiles, state.tiles],
        [copies, state.copies],
      ])
        label.querySelector("select").value = value;
      if (state.lexicon && ![...lists.options].some((one) => one.value === state.lexicon))
        lists.append(el`option`({ value: state.lexicon }, state.lexicon));
      lists.value = state.lexicon;
      if (state.melds.length || state.seen.length || state.form !== FORMS[0] || state.lexicon)
        box.open = box.open || !box.dataset.met;
      box.dataset.met = "yes";
    },
  };
}
