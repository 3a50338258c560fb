// The first page: a sentence about the game, a hand of eight tiles to try, and links to the rooms.

import { write } from "../address.js";
import { button, el, fill, say } from "../dom.js";
import { Board } from "../parts/board.js";
import { gathered } from "../parts/cells.js";
import { spelt, tile } from "../parts/tile.js";
import { fitted } from "../parts/view.js";
import { load, save } from "../store.js";
import { t } from "../texts.js";
import { HAND, RACKS, SHOWN, WORDS } from "./first.js";

let parts = null;
let table = null;
let done = false;

export function build(section, signal) {
  done = load("first", null)?.done === true;
  parts = {
    hint: el`p#first-hint.hint`({ "aria-live": "polite" }, t("first.how")),
    after: el`div#first-after.first-after`(),
  };
  const cells = load("first", null)?.cells ?? null;
  table = new Board({ racks: RACKS, letters: [...HAND], cells, wordsOf, picked, changed });
  fill(
    section,
    el`div.head`(el`h1#title-start.title`(t("first.title")), el`p.lead`(t("first.lead"))),
    el`div.two`(
      el`div#first-felt.felt.board-felt`(
        el`p.goal`(t("first.goal")),
        parts.hint,
        table.box,
        el`div.board-tools`(
          button(t("arrange.hint"), hint, { class: "button slim", id: "first-hint-button" }),
          button(t("first.again"), again, { class: "button slim", id: "first-again" }),
        ),
        parts.after,
      ),
      el`nav.ways`({ "aria-label": t("first.ways") }, ["arrange", "play", "look"].map(way)),
    ),
  );
  fitted(document.getElementById("first-felt"), signal);
  praise(table.state());
}

export function show() {
  write({});
}

/** A link to a room: tiles, a name and a sentence. */
function way(room) {
  return el`a.way`(
    { href: `#p=${room}`, id: `way-${room}` },
    el`span.run`(
      { "aria-hidden": "true" },
      [...t(`way.${room}.tiles`)].map((letter) => tile(letter, "tiny")),
    ),
    el`strong`(t(`tab.${room}`)),
    el`span.note`(t(`way.${room}`)),
  );
}

function wordsOf(text) {
  return WORDS[text] ? [{ reading: text, spelling: WORDS[text] }] : [];
}

function picked(text) {
  const words = wordsOf(text);
  if (done) return;
  parts.hint.textContent = words.length ? `${text} ✓ ${spelt(words)}` : text || t("first.how");
}

function changed(racks) {
  const standing = racks.filter((rack) => rack.words.length).length;
  if (!done)
    parts.hint.textContent = standing ? t("first.more", { n: standing, of: racks.length }) : t("first.how");
  if (standing === racks.length && !done) {
    done = true;
    say(t("first.done"));
  }
  save("first", { cells: table?.layout() ?? null, done });
  praise(racks);
}

function praise(racks) {
  const whole = racks.every((rack) => rack.words.length);
  if (whole) parts.hint.textContent = t("first.done");
  fill(
    parts.after,
    whole
      ? el`div.row`(
          el`a#first-next.button.main`({ href: "#p=arrange" }, t("first.next")),
          el`a#first-play.button`({ href: "#p=play" }, t("play.title")),
        )
      : null,
  );
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
