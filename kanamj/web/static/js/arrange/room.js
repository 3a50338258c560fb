// The layout of ならべる: choices, the felt with its buttons, and the place for the result.

import { button, el, fill, select } from "../dom.js";
import { KINDS, LEVELS } from "../offers.js";
import { choicesOf, t } from "../texts.js";
import { timer } from "./timer.js";

/** Lay out the room. `acts`: what the buttons call: choose({level} or {kind}), today, hint, shuffle, gather, answer, next. */
export function layRoom(section, acts, signal) {
  const time = el`span#clock.clock`({ role: "timer", "aria-live": "off" });
  const hint = el`p#hint.hint`({ "aria-live": "polite" });
  const goal = el`p#goal.goal`();
  const name = el`span#deal-name.note`();
  const place = el`div#arrange-place`();
  const after = el`div#arrange-after.stack`();
  const stats = el`section.card`({ "aria-label": t("stats.title") });
  const steps = LEVELS.map((level) => [level, level]);
  const levels = select("levels", t("arrange.level"), steps, (level) => acts.choose({ level }));
  const kinds = select("kinds", t("arrange.kind"), choicesOf("kind", KINDS), (kind) => acts.choose({ kind }));
  const small = (label, act, id) => button(t(label), act, { class: "button slim", id });
  const tools = el`div.board-tools`(
    small("arrange.hint", acts.hint, "hint-button"),
    small("arrange.shuffle", acts.shuffle, "shuffle"),
    small("arrange.gather", acts.gather, "gather"),
    small("arrange.answer", acts.answer, "answer"),
    button(t("arrange.next"), acts.next, { class: "button main slim", id: "next" }),
  );
  const felt = el`div.felt.board-felt`(
    el`div.row.spread.board-top`(el`div`(goal, name), time),
    hint,
    place,
    tools,
  );
  fill(
    section,
    el`div.head.quiet-head`(el`h1#title-arrange.title`(t("arrange.title")), el`p.lead`(t("arrange.lead"))),
    el`div.two`(
      el`div.stack`(felt, after),
      el`div.stack.side`(
        el`div.choices`(
          levels,
          kinds,
          button(t("arrange.today"), acts.today, { class: "button slim", id: "today" }),
          el`a#to-throw.button.slim`({ href: "#p=throw" }, t("throw.title")),
        ),
        stats,
        el`p.note`(t("arrange.keys")),
      ),
    ),
  );
  return {
    time: timer(time, signal),
    hint,
    place,
    after,
    stats,
    felt,
    press(asked) {
      levels.querySelector("select").value = asked.level;
      kinds.querySelector("select").value = asked.kind;
    },
    name(asked, text) {
      goal.textContent = text;
      name.textContent = /^\d{4}-\d\d-\d\d$/.test(asked.seed)
        ? t("arrange.todayname", { date: asked.seed })
        : t("arrange.levelname", { level: asked.level });
    },
    /** Turn the buttons for work on the hand on or off. */
    enable(on) {
      for (const act of tools.querySelectorAll("button:not(#next)")) act.disabled = !on;
    },
  };
}
