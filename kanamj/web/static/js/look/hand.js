// The hand on the felt: a field to type in, the tiles, and buttons for what can be done with them.

import { button, el, fill, later, say, segments } from "../dom.js";
import { ask } from "../engine.js";
import { toKana, toKanaWhole, unfinished } from "../kana.js";
import { sentence } from "../parts/errors.js";
import { rove } from "../parts/focus.js";
import { tile, tileButton } from "../parts/tile.js";
import { t } from "../texts.js";
import { copiesOf, isTile } from "../tiles.js";
import { sizeOf } from "./state.js";

const KANJI = /\p{Script=Han}/u;

/** The felt, `box`, and below it `tools`. `acts`: type(letters), take(at), throw(at), undo, sort, deal, clear, share, draw (a picture), example(name). */
export function handBox(acts) {
  let mode = "take";
  const field = el`input#hand-field`({
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    placeholder: t("hand.placeholder"),
    "aria-describedby": "hand-note",
    maxlength: 200,
  });
  const note = el`p#hand-note.note.hand-note`();
  const tiles = el`div#hand.hand`({ role: "group", "aria-label": t("hand.tiles") });
  const melds = el`div.melds`();
  const roving = rove(tiles, "button");
  let shown = ""; // the tiles that the text in the field stands for; the text may contain kanji, or letters without a tile
  const typed = (whole) => {
    const kana = whole ? toKanaWhole(field.value) : toKana(field.value);
    const letters = [...kana];
    if (field.selectionStart === field.value.length && field.value !== kana && !KANJI.test(kana))
      field.value = kana;
    if (KANJI.test(kana)) return readKanji(field.value);
    tellStrange(letters.filter((letter) => !isTile(letter) && !(/[a-z']/.test(letter) && !whole)));
    return take(letters.filter(isTile));
  };
  const tellStrange = (letters) => {
    note.textContent = letters.length ? t("hand.strange", { letter: [...new Set(letters)].join("・") }) : "";
  };
  const take = (letters) => {
    shown = letters.join("");
    acts.type(letters);
  };
  /** Let the word list read the kanji. */
  const readKanji = later(async (text) => {
    try {
      const { letters, strange } = await ask("read", { text });
      if (field.value !== text) return;
      take([...letters]);
      tellStrange(strange);
    } catch (error) {
      note.textContent = sentence(error);
    }
  }, 200);
  field.addEventListener("input", (event) => {
    if (!event.isComposing) typed(false);
  });
  field.addEventListener("compositionend", () => typed(false));
  field.addEventListener("change", () => typed(true));
  const undo = button(t("hand.undo"), acts.undo, { class: "plain", id: "undo" });
  field.addEventListener("focus", () => field.select());
  const box = el`div#felt.felt.stack`(
    el`div.row`(
      el`label.field`(el`span.unseen`(t("hand.field")), field),
      el`div.row.send`(
        button(t("hand.share"), acts.share, { class: "button slim", id: "share" }),
        button(t("hand.draw"), acts.draw, { class: "button slim", id: "picture" }),
      ),
    ),
    note,
    tiles,
    melds,
  );
  const tools = el`div#look-tools.stack.look-tools`(
    el`div.row.spread`(
      el`div.row`(
        el`span.note`({ "aria-hidden": "true" }, t("hand.tap")),
        segments(
          t("hand.tap"),
          [
            ["take", t("hand.take")],
            ["throw", t("hand.throw")],
          ],
          mode,
          (value) => {
            mode = value;
          },
          { id: "tap-mode" },
        ),
      ),
      el`div.row.tight`(
        undo,
        button(t("hand.sort"), acts.sort, { class: "plain", id: "sort" }),
        button(t("hand.deal"), acts.deal, { class: "plain", id: "deal" }),
        button(t("hand.clear"), acts.clear, { class: "plain", id: "clear" }),
      ),
    ),
    el`div.row.examples`(
      el`span.note`(t("hand.examples")),
      ["win", "tenpai", "choose", "short"].map((name) =>
        button(t(`example.${name}`), () => acts.example(name), { class: "button", data: { example: name } }),
      ),
    ),
  );

  function update(state, canUndo) {
    const held = document.activeElement?.closest?.("#hand button");
    const at = held ? [...tiles.children].indexOf(held) : -1;
    const size = sizeOf(state);
    fill(
      tiles,
      state.hand.map((letter, i) =>
        tileButton(
          letter,
          t(`hand.${mode === "throw" ? "throwing" : "taking"}`, { letter }),
          () => (mode === "throw" ? acts.throw(i) : acts.take(i)),
          copiesOf(letter, state.tiles) ? "" : "wrong",
        ),
      ),
      Array.from({ length: Math.max(0, size - state.hand.length) }, () => el`span.blank`()),
    );
    fill(
      melds,
      state.melds.map((word) => el`span.meld`([...word].map((letter) => tile(letter, "small")))),
    );
    melds.hidden = !state.melds.length;
    undo.disabled = !canUndo;
    const whole = state.hand.join("");
    const same =
      shown === whole ||
      (document.activeElement === field && (unfinished(field.value) || field.value.startsWith(whole)));
    if (!same) {
      field.value = whole;
      note.textContent = "";
      shown = whole;
    }
    roving.settle();
    if (at >= 0) (tiles.children[Math.min(at, state.hand.length - 1)] ?? field).focus();
  }
  return {
    box,
    tools,
    update,
    say: (text) => {
      note.textContent = text;
      say(text);
    },
  };
}
