// The first page: the lesson, and once it is learned, today's hand; beside it links to the rooms.

import { read, write } from "../address.js";
import { button, el } from "../dom.js";
import { tile } from "../parts/tile.js";
import { t } from "../texts.js";
import * as today from "../today/today.js";
import * as lesson from "./lesson.js";

let lessons = true;
let again = () => {}; // builds the page anew
let shown = new AbortController(); // ends the lesson, or today's hand, when the other takes its place

export function build(section, signal) {
  again = () => build(section, signal);
  const asked = linked(read());
  lessons = !lesson.learned() && !asked.number;
  if (lessons) return teach(section, signal);
  return today.build(
    section,
    ways(plainButton("first.lesson", () => teach(section, signal), "lesson-again")),
    asked,
    until(signal),
  );
}

/** Show the lesson in place of what is there. Who knows it may leave it for today's hand. */
function teach(section, signal) {
  lessons = true;
  const leave = lesson.learned() && plainButton("first.next", again, "to-today");
  lesson.build(section, ways(leave), again, until(signal));
}

/** Ends what is there. A signal that ends what comes, at the latest with `signal`. */
function until(signal) {
  shown.abort();
  shown = new AbortController();
  signal.addEventListener("abort", () => shown.abort(), { once: true });
  return shown.signal;
}

export function show(params) {
  if (!lessons) return today.show(linked(params));
  return linked(params).number ? again() : write({});
}

/** The hand of a day that a link names: {number, size}. */
const linked = (params) => ({ number: params.get("day") ?? "", size: params.get("b") ?? "" });

const plainButton = (label, act, id) => button(t(label), act, { class: "plain", id });

/** Links to the rooms, and below them `more`. */
function ways(more) {
  return el`nav.ways`({ "aria-label": t("first.ways") }, ["arrange", "play", "look"].map(way), more);
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
