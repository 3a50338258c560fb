// This browser keeps the player's numbers in ならべる.

import { loadObject, plain, save } from "../store.js";

const NAME = "arrange";

/** The numbers: {solved, shown, best: {level: seconds}, days: {"2026-11-22": seconds}}. */
export function read() {
  const kept = loadObject(NAME);
  return {
    solved: Number(kept.solved) || 0,
    shown: Number(kept.shown) || 0,
    best: plain(kept.best),
    days: plain(kept.days),
  };
}

/** Count a hand that was arranged in `seconds`. `day`: the day whose hand it is, or "". True if it is faster than all earlier hands of its level. */
export function solved(level, seconds, day = "") {
  const stats = read();
  const best = !(stats.best[level] <= seconds);
  stats.solved += 1;
  if (best) stats.best[level] = seconds;
  if (day && !(day in stats.days)) stats.days[day] = seconds;
  save(NAME, stats);
  return best;
}

export function shown() {
  const stats = read();
  save(NAME, { ...stats, shown: stats.shown + 1 });
}

/** For how many days in a row, up to today or yesterday, the player has arranged the day's hand. */
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
