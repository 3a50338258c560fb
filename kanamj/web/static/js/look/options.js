// The options of みる, in a box that opens: called words, tiles seen, form, word list, tile set.

import { button, el, fill, once, select, textField } from "../dom.js";
import { isKnown } from "../early.js";
import { ask, info } from "../engine.js";
import { FORMS, SCORING } from "../offers.js";
import { tile } from "../parts/tile.js";
import { choicesOf, t } from "../texts.js";
import { plain } from "../ruby.js";
import { SETS, VOICED, copiesOf } from "../tiles.js";
import { fitting, lettersOf, ruled } from "./state.js";

/** The called words: `nodes`, and `update(state)`. */
function called(set) {
  let now = null;
  const melds = el`div#melds.row`();
  const word = textField("meld-field", t("options.meld.placeholder"), 20);
  const note = el`p#meld-note.warn`({ role: "status" });
  /** Whether the list has a word of these letters. True if the engine does not answer. */
  const inList = async (q) =>
    (await isKnown(q, now.lexicon)) ||
    ask("find", { q, lexicon: now.lexicon }).then(
      ([one]) => one.found || one.others?.length > 0,
      () => true,
    );
  /** Why the word cannot be called, or "". */
  const fault = async (letters) => {
    if (letters.length < 3 || letters.length > (now.rules ? 5 : 4) || now.melds.length >= 4) return "refused";
    if (fitting({ ...now, hand: [] }, letters).length < letters.length) return "tiles";
    return (await inList(letters.join(""))) ? "" : "unknown";
  };
  const add = async () => {
    const letters = lettersOf(word.value);
    const typed = letters.join("");
    const why = await fault(letters);
    fill(note, why && t(`options.meld.${why}`, { word: typed }));
    if (why) return word.focus();
    word.value = "";
    return set({ melds: [...now.melds, typed] });
  };
  word.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) add();
  });
  const meld = (letters) =>
    el`button.meld`(
      {
        "aria-label": t("own.remove", { word: letters }),
        on: { click: () => set({ melds: now.melds.filter((_, i) => i !== now.melds.indexOf(letters)) }) },
      },
      [...letters].map((letter) => tile(letter, "small")),
      el`span`({ "aria-hidden": "true" }, "×"),
    );
  const typing = el`span.row.joined`(word, button(t("add"), add, { id: "meld-add" }));
  return {
    nodes: [el`label`(t("options.meld"), typing), note, melds],
    update(state) {
      now = state;
      fill(
        melds,
        state.melds.map((letters) => once(letters, () => meld(letters))),
      );
    },
  };
}

/** The choice of a word list. The lists are asked for when the first hand is `answered`; until they are known, there is only the usual one. */
function listChoice(set, answered) {
  const label = select("lexicon", t("options.lexicon"), [["", t("options.lexicon.usual")]], (lexicon) =>
    set({ lexicon }),
  );
  const box = label.querySelector("select");
  let chosen = "";
  let usual = "";
  /** The name of a list: a shipped one in the language of the page, any other as it is. */
  const nameOf = (name) => (t(`list.${name}`) === `list.${name}` ? name : t(`list.${name}`));
  const note = el`p#lexicon-note.warn`({ role: "status" });
  const update = ({ lexicon, tiles }) => {
    chosen = lexicon;
    const clear = [...VOICED].every((letter) => !copiesOf(letter, tiles));
    fill(note, clear && !(lexicon || usual).includes("+seion") ? t("options.lexicon.plain") : "");
    if (lexicon && ![...box.options].some((one) => one.value === lexicon))
      box.append(el`option`({ value: lexicon }, lexicon));
    box.value = lexicon;
  };
  answered.then(info).then(({ lexicons, lexicon }) => {
    usual = lexicon ?? "";
    for (const { name, keys } of lexicons ?? []) {
      const text = t("options.lexicon.one", { name: nameOf(name), n: (keys[2] ?? 0) + (keys[3] ?? 0) });
      if (name === usual) fill(box.options[0], plain(text));
      else if ([...box.options].every((one) => one.value !== name))
        box.append(el`option`({ value: name }, text));
    }
    const seion = t("options.lexicon.seion", { name: nameOf(usual) });
    for (const fold of usual && !usual.includes("+") ? ["+seion", "+large", "+long"] : [])
      box.append(el`option`({ value: usual + fold }, fold === "+seion" ? seion : `${nameOf(usual)} ${fold}`));
    box.value = chosen;
  });
  return { nodes: [label, note], update };
}

/** The box. `set(changes)` changes the state of the room; `answered` resolves with the first answer. */
export function options(set, answered) {
  const melds = called(set);
  const seen = textField("seen-field", t("options.seen.placeholder"), 200);
  seen.addEventListener("change", () => set({ seen: lettersOf(seen.value) }));
  let now = null;
  const choice = (name, choices, act = (value) => set({ [name]: value })) =>
    select(name, t(`options.${name}`), choicesOf(name, choices), act);
  const choices = {
    rules: choice("rules", SCORING, (value) => set(ruled(value, now.tiles))),
    form: choice("form", FORMS),
    tiles: choice("tiles", SETS),
  };
  const list = listChoice(set, answered);
  const box = el`details#options.card.fold`(
    el`summary`(t("options.title")),
    el`div.options`(
      el`div.stack`(melds.nodes),
      el`label`(t("options.seen"), seen),
      Object.values(choices),
      el`div.stack`(list.nodes),
    ),
  );
  return {
    box,
    update(state) {
      melds.update(state);
      list.update(state);
      if (document.activeElement !== seen) seen.value = state.seen.join("");
      now = state;
      for (const [name, label] of Object.entries(choices)) {
        const picked = label.querySelector("select");
        picked.value = state[name];
        picked.disabled = Boolean(state.rules) && name === "form";
      }
      const changed =
        state.melds.length || state.seen.length || state.form !== FORMS[0] || state.lexicon || state.rules;
      if (changed && !box.dataset.met) box.open = true;
      box.dataset.met = "yes";
    },
  };
}
