// Which game suits the player: the friends know as many words as the player needs, and the rules begin with eight tiles.

import { read } from "../arrange/stats.js";
import { AGENTS, RULES } from "../offers.js";
import { results } from "./kept.js";

const ENOUGH = 5; // hands by which a level is judged
const FIRST = 3; // hands by the rules for beginners, before the longer ones are proposed

/** {agents, rules}. The hands that were arranged say where to begin; then three wins of the last five go one level up, none one level down. */
export function suited({ played = results(), solved = read().level } = {}) {
  const [basic, longer] = Object.keys(RULES);
  let level = Math.min(AGENTS.length - 1, Math.floor(solved / 2));
  const last = played.slice(-ENOUGH);
  const before = AGENTS.indexOf(last.at(-1)?.agents);
  if (before >= 0) {
    const same = last.filter((one) => one.agents === AGENTS[before]);
    const wins = same.filter((one) => one.won).length;
    const step = wins >= 3 ? 1 : same.length === ENOUGH && !wins ? -1 : 0;
    level = Math.max(0, Math.min(AGENTS.length - 1, before + step));
  }
  return { agents: AGENTS[level], rules: played.length < FIRST ? basic : longer };
}
