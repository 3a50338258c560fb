// ならべる: a hand that can surely be arranged, arranged by hand.

import { format, oneOf, write } from "../address.js";
import { button, el, fill, press, say, segments } from "../dom.js";
import { ask } from "../engine.js";
import { board } from "../parts/board.js";
import { gathered, shuffled } from "../parts/cells.js";
import { sentence } from "../parts/errors.js";
import { shareText } from "../parts/share.js";
import { t } from "../texts.js";
import { result, showStats } from "./result.js";
import { dateOf, shown as countShown, solved as countSolved } from "./stats.js";
import { tenpai } from "./tenpai.js";
import { timer } from "./timer.js";

const LEVELS = ["1", "2", "3", "4", "5"];
const KINDS = ["complete", "tenpai"];
const DAILY_LEVEL = "3";
let room = null;
let asked = null;  // {level, kind, seed} of the hand on the table
let deal = null;
let table = null;
let over = false;
let helped = false;
let asking = new AbortController();

export function build(section) {
  const time = el("span", { class: "clock", id: "clock", role: "timer", "aria-live": "off" });
  const hint = el("p", { class: "hint", id: "hint", "aria-live": "polite" });
  room = {
    time: timer(time), hint,
    levels: segments(t("arrange.level"), LEVELS.map((level) => [level, level]), "", (level) => start({ ...asked, level, seed: "" }), { id: "levels" }),
    kinds: segments(t("arrange.kind"), KINDS.map((kind) => [kind, t(`kind.${kind}`)]), "", (kind) => start({ ...asked, kind, seed: "" }), { id: "kinds" }),
    place: el("div", { id: "arrange-place" }), after: el("div", { id: "arrange-after" }), stats: el("section", { class: "card", "aria-label": t("stats.title") }),
    goal: el("p", { class: "goal", id: "goal" }), name: el("p", { class: "note", id: "deal-name" }),
    buttons: null,
  };
  room.buttons = el("div", { class: "row spread tools" },
    el("div", { class: "row" }, button(t("arrange.hint"), tellHint, { id: "hint-button" }), button(t("arrange.word"), tellWord, { class: "plain", id: "word-button" }),
      button(t("arrange.shuffle"), () => table?.move(shuffled), { class: "plain", id: "shuffle" }), button(t("arrange.gather"), () => table?.move(gathered), { class: "plain", id: "gather" })),
    el("div", { class: "row" }, button(t("arrange.answer"), giveUp, { id: "answer" }), button(t("arrange.next"), next, { class: "button main", id: "next" })));
  fill(section,
    el("div", { class: "head" }, el("h1", { class: "title", id: "title-arrange", text: t("arrange.title") }), el("p", { class: "lead", text: t("arrange.lead") })),
    el("div", { class: "row spread" },
      el("div", { class: "row" }, el("span", { class: "note", text: t("arrange.level") }), room.levels),
      room.kinds, button(t("arrange.today"), () => start({ level: DAILY_LEVEL, kind: "complete", seed: dateOf() }), { id: "today" })),
    el("div", { class: "felt stack" }, el("div", { class: "row spread" }, el("div", {}, room.goal, room.name), time), room.place, hint, room.buttons),
    room.after, room.stats, el("p", { class: "note", text: t("arrange.keys") }));
  showStats(room.stats);
}

export function show(params) {
  const wanted = {
    level: oneOf(params.get("level"), LEVELS), kind: oneOf(params.get("kind"), KINDS),
    seed: (params.get("seed") ?? "").replace(/[^\p{L}\p{N}_-]/gu, "").slice(0, 64),
  };
  if (asked && !wanted.seed && deal && room.place.hasChildNodes()) { remember(); return; }
  if (asked && deal && wanted.seed === asked.seed && wanted.level === asked.level && wanted.kind === asked.kind && room.place.hasChildNodes()) return;
  start(!wanted.seed && asked ? asked : wanted);
}

function remember() {
  write([["p", "arrange"], ["level", asked.level], ["kind", asked.kind === KINDS[0] ? "" : asked.kind], ["seed", asked.seed]]);
}

function next() {
  start({ level: asked.level, kind: asked.kind, seed: "" });
}

function randomSeed() {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("").slice(0, 10);
}

async function start(wanted) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  asked = { ...wanted, seed: wanted.seed || randomSeed() };
  [deal, over, helped] = [null, false, false];
  press(room.levels, asked.level);
  press(room.kinds, asked.kind);
  remember();
  room.time.stop();
  fill(room.after);
  room.hint.textContent = t("arrange.dealing");
  try {
    const answer = await ask("deal", asked, { signal });
    if (!signal.aborted) lay(answer);
  } catch (error) {
    if (error.name !== "AbortError") room.hint.textContent = sentence(error);
  }
}

function lay(answer) {
  deal = answer;
  const racks = [...String(answer.form).split(",")[0]].map(Number);
  table = board({ racks, letters: [...answer.hand], wordsOf, changed });
  fill(room.place, table.box);
  for (const act of room.buttons.querySelectorAll("button")) act.disabled = false;
  room.hint.textContent = "";
  room.goal.textContent = t(`goal.${asked.kind}`, { n: answer.hand.length });
  room.name.textContent = asked.seed === dateOf() ? t("arrange.todayname", { date: asked.seed }) : t("arrange.levelname", { level: asked.level });
  room.time.start();
  say(`${room.goal.textContent} ${[...answer.hand].join(" ")}`);
}

/** The words of the list that read as `text`. */
function wordsOf(text) {
  const words = deal.words[[...text].sort().join("")] ?? [];
  return Object.hasOwn(deal.words, [...text].sort().join("")) ? words.filter((word) => word.reading === text) : [];
}

async function changed(racks) {
  room.hint.textContent = "";
  if (over) return;
  const now = deal;
  const done = asked.kind === "tenpai" ? await tenpai(racks, now) : racks.every((rack) => rack.words.length > 0);
  if (done && !over && now === deal) finish(racks);
}

async function finish(racks) {
  const seconds = room.time.stop();
  const day = asked.seed === dateOf() && asked.level === DAILY_LEVEL ? asked.seed : "";
  over = true;
  stopTable();
  const best = !helped && countSolved(`${asked.level}`, seconds, day);
  if (helped) countShown();
  const mine = racks.map((rack) => ({ letters: rack.text, words: rack.words, rest: !rack.words.length }));
  await conclude({ mine, seconds, best, day });
}

function stopTable() {
  table.freeze(true);
  for (const act of room.buttons.querySelectorAll("button:not(#next)")) act.disabled = true;
}

async function giveUp() {
  if (!deal || over) return;
  room.time.stop();
  over = true;
  stopTable();
  countShown();
  await conclude({ mine: null });
}

async function conclude(outcome) {
  const { signal } = asking;
  try {
    const answer = await ask("deal", { ...asked, answer: 1 }, { signal });
    if (signal.aborted) return;
    fill(room.after, result({ ...outcome, deal: answer }, { next, share }));
    document.getElementById("done-title").focus({ preventScroll: Boolean(outcome.mine) });
    say(document.getElementById("done-title").textContent);
  } catch (error) {
    if (error.name !== "AbortError") room.hint.textContent = sentence(error);
  }
  showStats(room.stats);
}

function tellHint() {
  if (!deal || over) return;
  room.hint.textContent = t("arrange.hinted", { n: table.state().filter((rack) => rack.words.length).length, of: table.state().length });
}

/** One word of an arrangement that keeps as many of the standing words as it can. */
async function tellWord() {
  if (!deal || over) return;
  helped = true;
  const { signal } = asking;
  try {
    const { arrangements } = await ask("deal", { ...asked, answer: 1 }, { signal });
    if (signal.aborted) return;
    const standing = new Set(table.state().filter((rack) => rack.words.length).map((rack) => [...rack.text].sort().join("")));
    const kept = (blocks) => blocks.filter((block) => standing.has(block.letters)).length;
    const near = [...arrangements].sort((a, b) => kept(b) - kept(a))[0] ?? [];
    const block = near.find((one) => one.words.length && !standing.has(one.letters));
    room.hint.textContent = block ? t("arrange.told", { word: block.words[0].reading, spelling: block.words[0].spelling }) : t("arrange.nothing");
  } catch (error) {
    if (error.name !== "AbortError") room.hint.textContent = sentence(error);
  }
}

async function share(mine, seconds, day) {
  const marks = "🟨".repeat(mine.length);
  const url = new URL(format([["p", "arrange"], ["level", asked.level], ["kind", asked.kind === KINDS[0] ? "" : asked.kind], ["seed", asked.seed]]), location.href).href;
  const text = t("share.arrange", { what: day ? t("arrange.todayname", { date: day }) : t("arrange.levelname", { level: asked.level }), time: `${Math.round(seconds)}`, marks });
  const told = await shareText(t("page.title"), text, url);
  if (told) { room.hint.textContent = told; say(told); }
}
