// The layout of ならべる: choices, the felt with its clock and buttons, and the place for the result.

import { button, el, fill } from "../dom.js";
import { t } from "../texts.js";
import { levelName, path } from "./path.js";
import { clock } from "./stats.js";

/** A small button of a felt; `label` is the name of its text. */
export const small = (label, act, id, more = {}) =>
  button(t(label), act, { class: "button slim", id, ...more });

/** The felt with a goal, a clock, a hint line, a place for the board, and buttons: `tools` while the hand is played, `ends` when it is over. */
export function layFelt(id, tools, ends, signal) {
  const part = {
    clock: el`span.clock`({ id: `${id}clock`, role: "timer", "aria-live": "off" }),
    hint: el`p.hint`({ id: `${id}hint` }),
    banner: el`div.row.spread.banner`(),
    goal: el`p.goal`({ id: `${id}goal` }),
    name: el`span.note`({ id: `${id}deal-name` }),
    place: el`div`({ id: `${id}place` }),
    end: el`div.end-place`(),
    tools: el`div.board-tools.tools`(tools),
    ends: el`div.board-tools.ends`({ hidden: true }, ends),
  };
  const head = el`div.row.spread.board-top`(el`div`(part.goal, part.name), part.clock);
  const felt = el`div.felt.board-felt`(
    { id: `${id}felt` },
    part.banner,
    head,
    part.hint,
    part.place,
    part.end,
    part.tools,
    part.ends,
  );
  return {
    ...part,
    felt,
    time: timer(part.clock, signal),
    /** Turn the buttons for work on the hand on or off. */
    enable(on) {
      for (const act of part.tools.querySelectorAll("button:not([data-always])")) act.disabled = !on;
    },
    /** Show the buttons for the time after the hand. `over`: how it ended, null while it is played. */
    over(over) {
      part.tools.hidden = Boolean(over);
      part.ends.hidden = !over;
      for (const act of part.ends.querySelectorAll("[data-own]")) act.hidden = !over?.mine;
      this.finale(null);
    },
    /** Show the card of a hand that was arranged in place of the board; null takes it away. */
    finale(card) {
      fill(part.end, card);
      felt.classList.toggle("ended", Boolean(card));
      if (card) fill(part.goal, t("end.hurrah"));
    },
  };
}

/** Lay out the room. `acts`: what the buttons call: choose({form, level} or {follow}), hint, shuffle, gather, answer, next, share, draw, project. */
export function layRoom(section, acts, signal) {
  const part = layFelt(
    "",
    [
      small("arrange.hint", acts.hint, "hint-button"),
      small("arrange.shuffle", acts.shuffle, "shuffle"),
      small("arrange.gather", acts.gather, "gather"),
      small("arrange.answer", acts.answer, "answer"),
      small("arrange.next", acts.next, "next", { data: { always: "" } }),
    ],
    [
      small("arrange.next", acts.next, "next-after", { class: "button main" }),
      small("done.share", acts.share, "share-result", { data: { own: "" } }),
      small("hand.draw", acts.draw, "picture-result", { data: { own: "" } }),
    ],
    signal,
  );
  const after = el`div#arrange-after.stack`();
  const way = path(acts.choose);
  fill(
    section,
    el`div.head.quiet-head`(el`h1#title-arrange.title`(t("arrange.title")), el`p.lead`(t("arrange.lead"))),
    el`div.two`(
      el`div.stack`(part.felt, after),
      el`div.stack.side`(
        way.box,
        el`div.choices`(
          el`a#to-today.button.slim`({ href: "#" }, t("today.title")),
          small("projector.open", acts.project, "project"),
        ),
        el`p.note.keys-note`(t("arrange.keys")),
      ),
    ),
  );
  return {
    ...part,
    after,
    press: way.draw,
    name({ form, level }, text) {
      fill(part.goal, text);
      fill(part.name, levelName(form, level));
    },
  };
}

/** A stopwatch that pauses while the page or its room is hidden, shown in `node` until `signal` is fired. `stop()` and `seconds()` return seconds. */
function timer(node, signal) {
  let before = 0; // milliseconds until `since`
  let since = 0; // when it last began to run; 0 if it rests
  let going = false;
  const seconds = () => (before + (since && performance.now() - since)) / 1000;
  const show = () => {
    node.textContent = clock(seconds());
  };
  const set = (at, on = going) => {
    going = on;
    before = 1000 * at;
    since = on && !document.hidden && !node.closest(".room[hidden]") ? performance.now() : 0;
    show();
  };
  const tick = setInterval(() => since && show(), 500);
  document.addEventListener("visibilitychange", () => set(seconds()), { signal });
  window.addEventListener("hashchange", () => set(seconds()), { signal }); // after main.js has hidden or shown the room
  signal.addEventListener("abort", () => {
    clearInterval(tick);
    set(seconds(), false);
  });
  return {
    seconds,
    /** Start at that many seconds. */
    start: (from = 0) => set(from, true),
    /** Show a time without running. */
    stand: (at) => set(at, false),
    stop() {
      set(seconds(), false);
      return seconds();
    },
  };
}
