// This browser keeps the last hands of ならべる: the places of their tiles, their clocks, and the words found.

import { counted, load, loadObject, plain, save } from "../store.js";
import { LONGEST } from "./stats.js";

const NAME = "hands";
const MOST = 8; // most hands kept; a new one replaces the oldest

const nameOf = ({ form, level, seed }) => `${form === "332" ? "8-" : ""}${level}/complete/${seed}`;

/** The kept state of that hand, or null: {asked, deal, cells, seconds, helped, found, over, turn}. */
export function kept(asked) {
  const all = loadObject(NAME);
  const one = Object.hasOwn(all, nameOf(asked)) ? all[nameOf(asked)] : null;
  const hand = one?.deal?.hand;
  if (
    typeof hand !== "string" ||
    !hand ||
    typeof one.deal.words !== "object" ||
    !one.deal.words ||
    !/^[23]+/.test(String(one.deal.form))
  )
    return null;
  return { ...one, ...sound(one) };
}

/** How far a hand had come that was kept, as far as that can be used. */
export const sound = ({ seconds, found, helped }) => ({
  seconds: counted(seconds, LONGEST),
  found: (Array.isArray(found) ? found : []).map((one) => ({
    seconds: counted(plain(one).seconds, LONGEST),
    helped: plain(one).helped === true,
  })),
  helped: Boolean(helped),
});

/** Keep a hand, and that it was the last one on the table. */
export function keep(hand) {
  const all = loadObject(NAME);
  const turn = 1 + Math.max(0, ...Object.values(all).map((one) => Number(one?.turn) || 0));
  all[nameOf(hand.asked)] = { ...hand, turn };
  const order = Object.keys(all).sort((a, b) => (Number(all[b]?.turn) || 0) - (Number(all[a]?.turn) || 0));
  for (const name of order.slice(MOST)) delete all[name];
  save(NAME, all);
  save("hand", hand.asked);
}

/** {form, level, seed} of the last hand on the table, or null. */
export function last() {
  const asked = load("hand", null);
  return asked && [asked.form, asked.seed].every((part) => typeof part === "string") && kept(asked)
    ? asked
    : null;
}
