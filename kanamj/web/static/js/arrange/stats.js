// This browser keeps the player's numbers in ならべる.

import { counted, loadObject, plain, save } from "../store.js";

const NAME = "arrange";

/** The levels of ならべる from the easiest on: [form, level]. */
export const LADDER = [
  ...["1", "2", "3"].map((level) => ["332", level]),
  ...["1", "2", "3", "4", "5"].map((level) => ["33332", level]),
];
const QUICK = { 332: 60, 33332: 240 }; // seconds within which a hand is solved with ease
export const LONGEST = 86_400; // seconds; a longer time is none
const FAST = 15; // most seconds for 🟩
const SLOW = 45; // most seconds for 🟨
const IN_ROW = 2; // hands with ease, or given up, that lead one level up or down

/** The numbers: {solved, shown, best: {level: seconds}, days: {"2026-11-22": hands solved that day}, level, run}. `level`: the place in the ladder; `run`: hands with ease in a row, below 0 hands given up. */
export function read() {
  const kept = loadObject(NAME);
  const level = Math.trunc(Number(kept.level)) || 0;
  const numbers = (object, most) =>
    Object.fromEntries(
      Object.entries(plain(object))
        .map(([name, value]) => [name, counted(value, most)])
        .filter(([, value]) => value),
    );
  return {
    solved: counted(kept.solved),
    shown: counted(kept.shown),
    best: numbers(kept.best, LONGEST),
    days: numbers(kept.days),
    level: Math.max(0, Math.min(LADDER.length - 1, level)),
    run: Math.max(-IN_ROW, Math.min(IN_ROW, Math.trunc(Number(kept.run)) || 0)),
  };
}

/** The numbers after one more hand with ease (1) or given up (-1), if it was of the player's level or harder, or easier. */
function climbed(stats, form, level, ease) {
  const at = LADDER.findIndex(([of, step]) => of === form && step === level);
  if (at < 0 || (ease > 0 ? at < stats.level : at > stats.level)) return stats;
  const run = Math.sign(stats.run) === ease ? stats.run + ease : ease;
  if (Math.abs(run) < IN_ROW) return { ...stats, run };
  return { ...stats, run: 0, level: Math.max(0, Math.min(LADDER.length - 1, stats.level + ease)) };
}

/** The name of a level among the best times: those of hands of 14 tiles are named by the level alone. */
export const nameOf = (form, level) => (form === "332" ? `8-${level}` : level);

/** Count a hand that was arranged in `seconds`, on that day. True if it is faster than all earlier hands of its level. */
export function solved({ form, level, seconds, helped = false, day = dateOf() }) {
  const stats = read();
  const name = nameOf(form, level);
  const best = level !== "" && !helped && !(stats.best[name] <= seconds);
  if (helped) stats.shown += 1;
  else stats.solved += 1;
  if (best) stats.best[name] = seconds;
  stats.days[day] = (stats.days[day] ?? 0) + 1;
  save(NAME, !helped && seconds <= QUICK[form] ? climbed(stats, form, level, 1) : stats);
  return best;
}

/** Count a hand whose answer was shown. */
export function gaveUp(form, level) {
  const stats = read();
  save(NAME, climbed({ ...stats, shown: stats.shown + 1 }, form, level, -1));
}

/** For how many days in a row, up to today or yesterday, the player has arranged a hand. */
export function streak(days, today) {
  let count = 0;
  const day = new Date(`${today}T12:00:00`);
  if (!(today in days)) day.setDate(day.getDate() - 1);
  while (dateOf(day) in days) {
    count += 1;
    day.setDate(day.getDate() - 1);
  }
  return count;
}

/** The date as "2026-11-22", by the clock of the player's device. */
export function dateOf(day = new Date()) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** 83 -> "1:23". */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The squares in a shared result, such as "🟩🟨💡🟧". `found`: [{seconds, helped}] in the order of finding; `seconds` since the start; `helped`: a hint named the word. The colour shows how long a word took. */
export function marks(found) {
  return found
    .map(({ seconds, helped }, i) => {
      if (helped) return "💡";
      const took = seconds - (found[i - 1]?.seconds ?? 0);
      return took <= FAST ? "🟩" : took <= SLOW ? "🟨" : "🟧";
    })
    .join("");
}
