// The hand on the felt: a field to type in, the tiles, and buttons for what can be done with them.

import { button, el, fill, later, once, say, textField } from "../dom.js";
import { ask } from "../engine.js";
import { toKana, toKanaWhole, unfinished } from "../kana.js";
import { sentence } from "../parts/errors.js";
import { rove } from "../parts/focus.js";
import { tile, tileButton } from "../parts/tile.js";
import { t } from "../texts.js";
import { copiesOf, isTile } from "../tiles.js";
import { sizeOf } from "./state.js";

const KANJI = /\p{Script=Han}/u;

/** The field to type in: `node`, and `tell(hand)`, which shows these letters unless the text in the field stands for them already. A text that is the hand is in the field only while one types: the tiles show it. */
function handField(type, note) {
  const node = textField("hand-field", t("hand.placeholder"), 200, {
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "done",
    "aria-describedby": "hand-note",
  });
  let shown = ""; // the tiles that the text stands for; the text may contain kanji, or letters without a tile
  /** Take these letters as the hand, then say which of the text have no tile, and what `type` refused. */
  const take = (letters, strange) => {
    shown = letters.join("");
    const refused = type(letters);
    const unknown = strange.length ? t("hand.strange", { letter: [...new Set(strange)].join("・") }) : "";
    say([unknown, refused].filter(Boolean).join(" "), note);
  };
  /** Let the word list read the kanji. */
  const readKanji = later(async (text) => {
    try {
      const read = await ask("read", { text });
      if (node.value !== text) return;
      take([...read.letters], read.strange);
    } catch (error) {
      fill(note, sentence(error));
    }
  }, 200);
  const typed = (whole) => {
    const kana = whole ? toKanaWhole(node.value) : toKana(node.value);
    const letters = [...kana];
    if (KANJI.test(kana)) return readKanji(node.value);
    if (node.selectionStart === node.value.length && node.value !== kana) node.value = kana;
    const strange = letters.filter((letter) => !isTile(letter) && (whole || !/[a-z']/.test(letter)));
    return take(letters.filter(isTile), strange);
  };
  node.addEventListener("input", (event) => {
    if (!event.isComposing) typed(false);
  });
  node.addEventListener("compositionend", () => typed(false));
  node.addEventListener("change", () => typed(true));
  node.addEventListener("focus", () => {
    if (!node.value) node.value = shown;
    node.select();
  });
  node.addEventListener("blur", () => {
    if (toKanaWhole(node.value) === shown) node.value = "";
  });
  return {
    node,
    tell(hand) {
      const typing = document.activeElement === node;
      if (shown === hand || (typing && (unfinished(node.value) || node.value.startsWith(hand)))) return;
      node.value = typing ? hand : "";
      fill(note);
      shown = hand;
    },
  };
}

/** The felt, `box`; below it `tools`; and `entry`, the field. `acts`: type(letters), which returns what it refuses or "", take(at), undo, sort, deal, clear, share, draw (a picture), example(name). */
export function handBox(acts) {
  const note = el`p#hand-note.note.hand-note`();
  const field = handField(acts.type, note);
  const tiles = el`div#hand.hand`({ role: "group", "aria-label": t("hand.tiles") });
  const melds = el`div.melds`();
  const roving = rove(tiles, "button");
  const take = ({ currentTarget: pressed }) => acts.take([...tiles.children].indexOf(pressed));
  const plain = (name) => button(t(`hand.${name}`), acts[name], { class: "plain", id: name });
  const undo = plain("undo");
  const entry = el`div#entry.stack`(
    el`div.row`(
      el`label.field`(el`span.unseen`(t("hand.field")), field.node),
      el`div.row.send`(
        button(t("hand.share"), acts.share, { class: "button slim", id: "share" }),
        button(t("hand.draw"), acts.draw, { class: "button slim", id: "picture" }),
      ),
    ),
    note,
  );
  const box = el`div#felt.felt.stack`(tiles, melds);
  const tools = el`div#look-tools.stack.look-tools`(
    el`div.row.spread`(el`div.row.tight`(undo, ["sort", "deal", "clear"].map(plain))),
    el`div.row.examples`(
      el`span.note`(t("hand.examples")),
      ["win", "tenpai", "choose", "short"].map((name) =>
        button(t(`example.${name}`), () => acts.example(name), { data: { example: name } }),
      ),
    ),
  );

  function update(state, canUndo) {
    const held = document.activeElement?.closest("#hand button");
    const at = held ? [...tiles.children].indexOf(held) : -1;
    const look = (letter) => (copiesOf(letter, state.tiles) ? "" : "wrong");
    fill(
      tiles,
      state.hand.map((letter) =>
        once([letter, look(letter)], () =>
          tileButton(letter, t("hand.taking", { letter }), take, look(letter)),
        ),
      ),
      Array.from({ length: Math.max(0, sizeOf(state) - state.hand.length) }, () =>
        once("blank", () => el`span.blank`()),
      ),
    );
    fill(
      melds,
      state.melds.map((word) => el`span.meld`([...word].map((letter) => tile(letter, "small")))),
    );
    melds.hidden = !state.melds.length;
    undo.disabled = !canUndo;
    field.tell(state.hand.join(""));
    roving.settle();
    if (at >= 0) (tiles.children[Math.min(at, state.hand.length - 1)] ?? field.node).focus();
  }
  return { box, tools, entry, update, say: (text) => say(text, note) };
}
