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
    hint: el("p", { class: "hint", id: "first-hint", "aria-live": "polite", text: t("first.how") }),
    after: el("div", { class: "first-after", id: "first-after" }),
  };
  const cells = load("first", null)?.cells ?? null;
  table = new Board({ racks: RACKS, letters: [...HAND], cells, wordsOf, picked, changed });
  fill(section, el("div", { class: "head" }, el("h1", { class: "title", id: "title-start", text: t("first.title") }), el("p", { class: "lead", text: t("first.lead") })),
    el("div", { class: "two" },
      el("div", { class: "felt board-felt", id: "first-felt" }, el("p", { class: "goal", text: t("first.goal") }), parts.hint, table.box,
        el("div", { class: "board-tools" }, button(t("arrange.hint"), hint, { class: "button slim", id: "first-hint-button" }),
          button(t("first.again"), again, { class: "button slim", id: "first-again" })), parts.after),
      el("nav", { class: "ways", "aria-label": t("first.ways") }, ["arrange", "play", "look"].map(way))));
  fitted(document.getElementById("first-felt"), signal);
  praise(table.state());
}

export function show() {
  write([]);
}

/** A link to a room: tiles, a name and a sentence. */
function way(room) {
  return el("a", { class: "way", href: `#p=${room}`, id: `way-${room}` }, el("span", { class: "run", "aria-hidden": "true" }, [...t(`way.${room}.tiles`)].map((letter) => tile(letter, "tiny"))),
    el("strong", { text: t(`tab.${room}`) }), el("span", { class: "note", text: t(`way.${room}`) }));
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
  if (!done) parts.hint.textContent = standing ? t("first.more", { n: standing, of: racks.length }) : t("first.how");
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
  fill(parts.after, whole ? el("div", { class: "row" }, el("a", { class: "button main", href: "#p=arrange", id: "first-next", text: t("first.next") }),
    el("a", { class: "button", href: "#p=play", id: "first-play", text: t("first.play") })) : null);
}

function hint() {
  const standing = new Set(table.state().filter((rack) => rack.words.length).map((rack) => rack.text));
  const word = SHOWN.find((one) => !standing.has(one));
  if (word) parts.hint.textContent = t("first.told", { word: [...word][0], n: [...word].length, spelling: WORDS[word] });
  say(parts.hint.textContent);
}

function again() {
  done = false;
  table.move(gathered);
}

