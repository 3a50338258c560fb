// The lesson of the first page: a sentence about the game, and eight tiles to try. It needs no engine.

import { button, el, fill, say } from "../dom.js";
import { Board } from "../parts/board.js";
import { gathered } from "../parts/cells.js";
import { fanfare } from "../parts/feel.js";
import { fitted } from "../parts/view.js";
import { picking } from "../parts/wider.js";
import { load, save } from "../store.js";
import { t } from "../texts.js";
import { HAND, RACKS, SHOWN, WORDS } from "./first.js";

let parts = null;
let table = null;
let done = false;

/** Whether the player has solved the hand of the lesson. */
export const learned = () => load("first", null)?.done === true;

/** Build the lesson into `section`, with `ways` beside it. `goOn()` leads to today's hand. */
export function build(section, ways, goOn, signal) {
  done = learned();
  parts = {
    hint: el`p#first-hint.hint`({ "aria-live": "polite" }, t("first.how")),
    tools: el`div.board-tools`(
      button(t("arrange.hint"), hint, { class: "button slim", id: "first-hint-button" }),
      button(t("first.again"), again, { class: "button slim", id: "first-again" }),
    ),
    after: el`div.board-tools`(
      button(t("first.next"), goOn, { class: "button main", id: "first-next" }),
      button(t("first.again"), again, { class: "button slim" }),
    ),
  };
  const cells = load("first", null)?.cells ?? null;
  const strange = (word) => say(t("board.strange", { word }), parts.hint);
  table = new Board({ racks: RACKS, letters: [...HAND], cells, wordsOf, picked, changed, strange });
  fill(
    section,
    el`div.head`(el`h1#title-start.title`(t("first.title")), el`p.lead`(t("first.lead"))),
    el`div.two`(
      el`div#first-felt.felt.board-felt`(
        el`p.goal`(t("first.goal")),
        parts.hint,
        el`div`({ data: { tiles: "8" } }, table.box),
        parts.tools,
        parts.after,
      ),
      el`div.stack.side`(ways),
    ),
  );
  fitted(document.getElementById("first-felt"), signal);
  praise(table.state());
}

function wordsOf(text) {
  return WORDS[text] ? [{ reading: text, spelling: WORDS[text] }] : [];
}

function picked(text) {
  if (!done) parts.hint.textContent = picking(text, wordsOf(text)) || t("first.how");
}

function changed(racks) {
  const standing = racks.filter((rack) => rack.words.length).length;
  const whole = standing === racks.length;
  if (!done)
    parts.hint.textContent = standing ? t("first.more", { n: standing, of: racks.length }) : t("first.how");
  if (whole && !done) {
    done = true;
    say(t("first.done"));
    fanfare();
    table.rejoice();
  }
  save("first", { cells: table?.layout() ?? null, done });
  praise(racks);
}

function praise(racks) {
  const whole = racks.every((rack) => rack.words.length);
  if (whole) parts.hint.textContent = t("first.done");
  parts.tools.hidden = whole;
  parts.after.hidden = !whole;
}

function hint() {
  const standing = table.words();
  const word = SHOWN.find((one) => !standing.includes(one));
  if (word)
    parts.hint.textContent = t("first.told", {
      word: [...word][0],
      n: [...word].length,
      spelling: WORDS[word],
    });
  say(parts.hint.textContent);
}

function again() {
  done = false;
  table.move(gathered);
}
