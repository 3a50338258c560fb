// ならべる: the player splits a hand into words. Every hand that is dealt can be split.

import { format, oneOf, write } from "../address.js";
import { fill, say } from "../dom.js";
import { ask } from "../engine.js";
import { KINDS, LEVELS } from "../offers.js";
import { Board } from "../parts/board.js";
import { gathered, shuffled } from "../parts/cells.js";
import { failure, sentence } from "../parts/errors.js";
import { picture, sharePicture } from "../parts/picture.js";
import { shareText } from "../parts/share.js";
import { sure } from "../parts/sheet.js";
import { claim } from "../parts/tabs.js";
import { fitted, inView } from "../parts/view.js";
import { laying, picking } from "../parts/wider.js";
import { t } from "../texts.js";
import { keyOf } from "../tiles.js";
import { keep, kept, last } from "./kept.js";
import { marks } from "./marks.js";
import { result, showStats } from "./result.js";
import { layRoom } from "./room.js";
import { clock, dateOf, shown as countShown, solved as countSolved } from "./stats.js";
import { tenpai } from "./tenpai.js";

const DAILY_LEVEL = "3";
const KEEP_MS = 4000;
let room = null;
let table = null;
let hand = null; // {asked, deal, cells, seconds, helped, found, over}; arrange/kept.js keeps it
let hinted = null; // the words on the board when the hint named a letter
let ours = true; // false if another tab has taken over the hand
let asking = new AbortController();

export function build(section, signal) {
  const acts = {
    choose: (wish) =>
      leave().then((yes) => (yes ? start({ ...hand.asked, ...wish, seed: "" }) : room.press(hand.asked))),
    today: () =>
      leave().then((yes) => yes && start({ level: DAILY_LEVEL, kind: "complete", seed: dateOf() })),
    hint: tellHint,
    answer: giveUp,
    next,
    shuffle: () => table?.move(shuffled),
    gather: () => table?.move(gathered),
  };
  room = layRoom(section, acts, signal);
  fitted(room.felt, signal);
  showStats(room.stats);
  const regular = setInterval(remember, KEEP_MS);
  signal.addEventListener("abort", () => {
    remember();
    clearInterval(regular);
    asking.abort();
  });
  window.addEventListener("pagehide", remember, { signal });
  document.addEventListener("visibilitychange", remember, { signal });
}

export function show(params) {
  const told = params.get("seed") ?? "";
  const seed = told.replace(/[^\p{L}\p{N}_-]/gu, "").slice(0, 64);
  const wanted = { level: oneOf(params.get("level"), LEVELS), kind: oneOf(params.get("kind"), KINDS), seed };
  const strange =
    told !== seed || ["level", "kind"].some((name) => params.has(name) && params.get(name) !== wanted[name]);
  const here = hand && table && room.place.hasChildNodes();
  if (here && (!seed || JSON.stringify(hand.asked) === JSON.stringify(wanted)))
    return write(addressOf(hand.asked));
  return start(seed ? wanted : (hand?.asked ?? last() ?? wanted), strange ? t("arrange.strange") : "");
}

const addressOf = ({ level, kind, seed }) => ({
  p: "arrange",
  level,
  kind: kind === KINDS[0] ? "" : kind,
  seed,
});

/** Whether the hand may be replaced; the player is asked if it is begun. A replaced hand is kept, and its clock stops. */
async function leave() {
  const begun = hand?.deal && !hand.over && table?.state().some((rack) => rack.text);
  return !begun || sure(t("arrange.leave"), t("arrange.leaveyes"));
}

async function next() {
  if (await leave()) start({ ...hand.asked, seed: "" });
}

function randomSeed() {
  return [...crypto.getRandomValues(new Uint32Array(2))]
    .map((part) => part.toString(36))
    .join("")
    .slice(0, 10);
}

async function start(wanted, note = "") {
  remember();
  table?.freeze(true); // the last hand is shown until the next one is dealt
  room.enable(false);
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const asked = { ...wanted, seed: wanted.seed || randomSeed() };
  hand = { asked, deal: null, cells: null, seconds: 0, helped: false, found: [], over: null, ...kept(asked) };
  room.time.stand(hand.seconds);
  room.press(asked);
  write(addressOf(asked));
  hinted = null;
  fill(room.after);
  room.hint.textContent = t("arrange.dealing");
  try {
    hand.deal ??= await ask("deal", asked, { signal });
    if (!signal.aborted) lay(note);
  } catch (error) {
    if (error.name !== "AbortError")
      fill(
        room.hint,
        failure(error, () => start(asked, note), "deal-again"),
      );
  }
}

function lay(note) {
  const { deal, asked } = hand;
  const racks = [...String(deal.form).split(",")[0]].map(Number);
  table = new Board({
    racks,
    letters: [...deal.hand],
    cells: hand.cells,
    wordsOf: (text) => wordsOf(deal, text),
    changed,
    picked,
  });
  fill(room.place, table.box);
  room.name(asked, t(`goal.${asked.kind}`, { n: [...deal.hand].length }));
  room.hint.textContent = note;
  ours = true;
  claim(`hand ${JSON.stringify(asked)}`, {
    shared: () => tell(t("tabs.shared")),
    lost: () => {
      ours = false;
      room.time.stop();
      tell(t("tabs.lost"));
    },
  });
  room.enable(!hand.over);
  if (hand.over) {
    table.freeze(true);
    conclude();
  } else {
    room.time.start(hand.seconds);
    say(`${t(`goal.${asked.kind}`, { n: [...deal.hand].length })} ${[...deal.hand].join(" ")}`);
  }
  inView(room.felt);
  remember();
}

const tell = (text) => say(text, room.hint);

/** Keep the hand with the places of its tiles. */
function remember() {
  if (!hand?.deal || !ours || !table || !room.place.contains(table.box)) return;
  hand.cells = table.layout();
  if (!hand.over) hand.seconds = room.time.seconds();
  keep(hand);
}

/** The words with the reading `text` among the words of the deal. */
function wordsOf({ words }, text) {
  const key = keyOf(text);
  return Object.hasOwn(words, key) ? words[key].filter((word) => word.reading === text) : [];
}

/** Show the selected letters, and whether they are a word. */
function picked(text) {
  const words = [...text].length > 1 && hand.deal ? wordsOf(hand.deal, text) : [];
  room.hint.textContent = text.length < 2 ? "" : picking(text, words);
}

async function changed(racks) {
  room.hint.textContent = laying(racks);
  if (hand.over) return;
  const standing = racks.filter((rack) => rack.words.length).length;
  if (standing < hand.found.length) hand.found.length = standing;
  while (standing > hand.found.length) {
    hand.found.push({ seconds: room.time.seconds(), helped: hand.prompted === true });
    hand.prompted = false; // this is the word that the hint named
  }
  remember();
  const now = hand;
  try {
    const done =
      hand.asked.kind === "tenpai"
        ? await tenpai(racks, hand.deal)
        : racks.every((rack) => rack.words.length > 0);
    if (done && !now.over && now === hand) finish(racks);
  } catch (error) {
    if (error.name !== "AbortError" && now === hand)
      fill(
        room.hint,
        failure(error, () => changed(table.state()), "check-again"),
      );
  }
}

function finish(racks) {
  const seconds = room.time.stop();
  const { level, seed } = hand.asked;
  const day = seed === dateOf() && level === DAILY_LEVEL ? seed : "";
  const best = !hand.helped && countSolved(level, seconds, day);
  if (hand.helped) countShown();
  hand.seconds = seconds;
  hand.over = {
    mine: racks.map((rack) => ({ letters: rack.text, words: rack.words, rest: !rack.words.length })),
    best,
    day,
  };
  end();
}

function giveUp() {
  if (!hand?.deal || hand.over) return;
  hand.seconds = room.time.stop();
  hand.over = { mine: null };
  countShown();
  end();
}

function end() {
  table.freeze(true);
  room.enable(false);
  remember();
  showStats(room.stats);
  conclude();
}

/** Show the arrangements of the hand. The player's own one is shown even if there is no answer. */
async function conclude() {
  const { signal } = asking;
  const { over, seconds, asked } = hand;
  const card = (deal) => result({ ...over, seconds, deal }, { next, share, draw });
  try {
    const answer = await ask("deal", { ...asked, answer: 1 }, { signal });
    if (signal.aborted) return;
    fill(room.after, card(answer));
  } catch (error) {
    if (error.name === "AbortError") return;
    fill(room.after, card(hand.deal), failure(error, conclude, "answer-again"));
  }
  const title = document.getElementById("done-title");
  title.focus({ preventScroll: Boolean(over.mine) });
  say(title.textContent);
  if (over.mine) room.hint.textContent = title.textContent;
}

/** Give a hint. The first names a letter to begin with. The next one, if no other word was laid since, names a word with this letter that is part of an arrangement. */
async function tellHint() {
  if (!hand?.deal || hand.over) return;
  const { signal } = asking;
  const { hand: letters, form, lexicon, tiles } = hand.deal;
  const laid = table.words();
  try {
    const asked = { hand: letters, laid, form, lexicon, tiles };
    const { letter, count, word, back } = await ask("hint", asked, { signal });
    if (signal.aborted) return;
    const again = hinted === laid.join(" ");
    hinted = laid.join(" ");
    if (!letter) return tell(t("arrange.nothing"));
    const first = back.length ? t("arrange.back", { words: back.join("・") }) : "";
    if (!again) return tell(first + t("arrange.begin", { letter, n: count }));
    [hand.helped, hand.prompted] = [true, true];
    const { reading, spelling } = word.words[0] ?? { reading: word.letters, spelling: word.letters };
    tell(first + t("arrange.told", { word: reading, spelling }));
  } catch (error) {
    if (error.name !== "AbortError") tell(sentence(error));
  }
}

async function draw() {
  const told = await sharePicture(picture(t("done.title", { time: clock(hand.seconds) }), hand.over.mine));
  if (told) tell(told);
}

async function share() {
  const { asked, over, found, seconds } = hand;
  const what = over.day
    ? t("arrange.todayname", { date: over.day })
    : t("arrange.levelname", { level: asked.level });
  const text = t("share.arrange", { what, time: clock(seconds), marks: marks(found) });
  const told = await shareText(t("page.title"), text, format(addressOf(asked)));
  if (told) tell(told);
}
