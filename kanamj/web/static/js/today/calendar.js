// The calendar: on which days the player has solved a hand, and the hand of the day; and for how many days in a row.

import { button, el, fill, once } from "../dom.js";
import { dateOf, read, streak } from "../arrange/stats.js";
import { rove } from "../parts/focus.js";
import { current, t } from "../texts.js";
import { SIZES } from "./day.js";
import { solvedDay } from "./kept.js";

/** The card: `box`, and `draw(file, now)`. A press on a day calls `open(number)`. */
export function calendar(open) {
  let month = null; // the first of the month that is shown
  let shown = null;
  const grid = el`ol.month`();
  const roving = rove(grid, "button.day", ".here"); // one stop of the Tab key, not one per day
  const box = el`section#calendar.card.stack`({ "aria-label": t("today.calendar") });
  const turn = (step) => {
    month.setMonth(month.getMonth() + step);
    draw(...shown);
  };

  function draw(file, now) {
    if (!file || !now) return;
    shown = [file, now];
    const today = dateOf();
    month ??= new Date(`${now.date.slice(0, 7)}-01T12:00:00`);
    const { days } = read();
    const row = streak(days, today);
    const last = dateOf(month).slice(0, 7) === today.slice(0, 7);
    const earliest = file.numberOf(dateOf(month)) <= 1;
    const step = (label, by, off) =>
      button(label, () => turn(by), {
        class: "plain",
        disabled: off,
        "aria-label": t(by < 0 ? "today.before" : "today.after"),
      });
    const all = Object.values(days).reduce((sum, n) => sum + n, 0);
    const name = month.toLocaleDateString(current(), { year: "numeric", month: "long" });
    fill(
      grid,
      WEEK.map((day) => once(["week", day], () => el`li.weekday`(weekday(day, "short")))),
      blanks(month),
      cells(month).map((date) => cell(file, now, date, today, days)),
    );
    fill(
      box,
      el`p.streak`(
        row ? [el`strong`(String(row)), ` ${t("today.streak", { n: row })}`] : t("today.begin"),
        el`span.note`(t("today.all", { n: all })),
      ),
      once([name, earliest, last], () =>
        el`div.row.spread`(step("‹", -1, earliest), el`strong`(name), step("›", 1, last)),
      ),
      grid,
    );
    roving.settle();
  }

  function cell(file, now, date, today, days) {
    const number = file.numberOf(date);
    const day = String(Number(date.slice(8)));
    const stars = SIZES.filter((size) => solvedDay(number, size)).length;
    const done = stars ? "solved" : date in days ? "played" : "";
    const label = t(done ? `today.was.${done}` : "today.was.not", {
      day: `${day} (${weekday(date, "long")})`,
      n: number,
    });
    const look = `day ${done}${date === today ? " today" : ""}${number === now.number ? " here" : ""}`;
    if (date > today || number < 1) return el`li`(el`span.day.off`(day));
    const star = stars > 1 && el`span.star`({ "aria-hidden": "true" }, "★");
    const act = {
      tabindex: "-1",
      class: look,
      "aria-label": label,
      on: { click: () => open(number) },
      data: { day: number },
    };
    return once([number, label, look, stars], () => el`li`(el`button`(act, day, star)));
  }
  return { box, draw };
}

const WEEK = Array.from({ length: 7 }, (_, i) => `2026-02-0${i + 1}`); // a Sunday and the days after it
const weekday = (date, length) =>
  new Date(`${date}T12:00:00`).toLocaleDateString(current(), { weekday: length });

/** The dates of a month. */
function cells(month) {
  const end = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  return Array.from({ length: end }, (_, i) =>
    dateOf(new Date(month.getFullYear(), month.getMonth(), i + 1, 12)),
  );
}

/** A gap for each day of the week before the first of a month. */
const blanks = (month) => Array.from({ length: month.getDay() }, () => el`li`({ "aria-hidden": "true" }));
