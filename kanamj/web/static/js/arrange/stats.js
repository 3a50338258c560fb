// What the player has done in ならべる, remembered by this browser.

import { load, save } from "../store.js";

const NAME = "arrange";
const NONE = { solved: 0, shown: 0, best: {}, days: {} };

/** {solved, shown, best: {level: seconds}, days: {"2026-11-22": seconds}}. */
export function read() {
  const kept = load(NAME, NONE);
  const plain = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});
  return { solved: Number(kept?.solved) || 0, shown: Number(kept?.shown) || 0, best: plain(kept?.best), days: plain(kept?.days) };
}

/** Count a hand arranged in `seconds`; `day` if it was that day's. True if it is the best of its level. */
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

/** Days in a row, up to today or yesterday, on which the day's hand was arranged. */
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

/** "2026-11-22", by the player's own clock. */
export function dateOf(day = new Date()) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** 83 -> "1:23". */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
