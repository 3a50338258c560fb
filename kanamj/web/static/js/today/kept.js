// This browser keeps what the player did with the hands of the days: the time and the squares of each, and of the latest ones where their tiles are.

import { loadObject, plain, save } from "../store.js";

const NAME = "today";
const MOST = 12; // hands whose tiles are kept

const nameOf = (number, size) => `${number}/${size}`;

/** What is kept of a hand: {seconds, found, helped, over, cells}, or {}. */
export const keptDay = (number, size) => plain(loadObject(NAME)[nameOf(number, size)]);

/** Whether the hand of that day was solved. */
export const solvedDay = (number, size) => keptDay(number, size).over?.solved === true;

/** Keep a hand. Of older ones only the result stays. */
export function keepDay(number, size, { seconds, found, helped, over, cells }) {
  const all = loadObject(NAME);
  const name = nameOf(number, size);
  delete all[name];
  all[name] = { seconds, found, helped, over, cells };
  for (const old of Object.keys(all).slice(0, -MOST)) {
    const { over: result, seconds: took } = plain(all[old]);
    if (result?.solved) all[old] = { over: { solved: true }, seconds: took };
    else delete all[old];
  }
  save(NAME, all);
}
