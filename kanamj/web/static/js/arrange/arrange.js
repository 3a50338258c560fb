// ならべる: the player splits a hand into words. Every hand that is dealt can be split.

import { format, oneOf, write } from "../address.js";
import { fill, once, say } from "../dom.js";
import { dealt, earlySeed } from "../early.js";
import { ask } from "../engine.js";
import { LEVELS } from "../offers.js";
import { failure, sentence } from "../parts/errors.js";
import { shareText } from "../parts/share.js";
import { sure } from "../parts/sheet.js";
import { readingsOf } from "../parts/tile.js";
import { fitted } from "../parts/view.js";
import { waiting } from "../parts/waiting.js";
import { load, save } from "../store.js";
import { t } from "../texts.js";
import { Desk, fresh } from "./desk.js";
import { keep, kept, last } from "./kept.js";
import { endCard, result, squares } from "./endcard.js";
import { levelName } from "./path.js";
import { layRoom } from "./room.js";
import { LADDER, clock, gaveUp, marks, read, solved } from "./stats.js";

const FORMS = [...new Set(LADDER.map(([form]) => form))].reverse(); // the usual one first
let room = null;
let desk = null;
let hinted = null; // the words on the board when the hint named a letter
let following = load("follow", true) !== false; // the level follows what the player solves
let asking = new AbortController();

export function build(section, signal) {
  const acts = {
    choose: (wish) =>
      leave().then((yes) => {
        if (!yes) return room.press(desk.hand.asked, following);
        if ("form" in wish || wish.follow) save("follow", (following = Boolean(wish.follow)));
        return start(next({ ...desk.hand.asked, ...wish }));
      }),
    hint: tellHint,
    answer: giveUp,
    next: () => leave().then((yes) => yes && start(next(desk.hand.asked))),
    shuffle: () => desk.shuffle(),
    gather: () => desk.gather(),
    share,
    draw: () => desk.draw(),
    project: () => import("./projector.js").then(({ projector }) => projector(next(desk.hand.asked))),
  };
  room = layRoom(section, acts, signal);
  desk = new Desk(room, {
    keep,
    finished: finish,
    reopen: () => start(desk.hand.asked),
    signal,
  });
  fitted(room.felt, signal);
  signal.addEventListener("abort", () => asking.abort());
}

export function show(params) {
  const told = params.get("seed") ?? "";
  const seed = told.replace(/[^\p{L}\p{N}_-]/gu, "").slice(0, 64);
  const wanted = {
    form: oneOf(params.get("f"), FORMS),
    level: oneOf(params.get("level"), LEVELS),
    seed,
  };
  const strange = told !== seed || (params.has("level") && params.get("level") !== wanted.level);
  const hand = desk?.hand;
  const here = hand && desk.table && room.place.hasChildNodes();
  if (here && (!seed || JSON.stringify(hand.asked) === JSON.stringify(wanted)))
    return write(addressOf(hand.asked));
  if (!seed) return start(hand?.asked ?? last() ?? next(wanted), strange ? t("arrange.strange") : "");
  if (JSON.stringify(wanted) !== JSON.stringify(last())) following = false; // a friend's link, not a reload
  return start(wanted, strange ? t("arrange.strange") : "");
}

const addressOf = ({ form, level, seed }) => ({
  p: "arrange",
  f: form === FORMS[0] ? "" : form,
  level,
  seed,
});

/** The next hand after this one: without a seed, and of the player's level if that is to follow. */
function next(asked) {
  const [form, level] = following ? LADDER[read().level] : [asked.form, asked.level];
  return { form, level, seed: "" };
}

/** Whether the hand may be replaced; the player is asked if it is begun. A replaced hand is kept, and its clock stops. */
const leave = async () => !desk.begun() || sure(t("arrange.leave"), t("arrange.leaveyes"));

function randomSeed() {
  return [...crypto.getRandomValues(new Uint32Array(2))]
    .map((part) => part.toString(36))
    .join("")
    .slice(0, 10);
}

async function start(wanted, note = "") {
  desk.remember();
  desk.table?.freeze(true); // the last hand is shown until the next one is dealt
  room.enable(false);
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const asked = { ...wanted, seed: wanted.seed || (await earlySeed(wanted)) || randomSeed() };
  if (signal.aborted) return;
  const hand = { ...fresh(), ...kept(asked), asked };
  desk.hand = hand;
  room.time.stand(hand.seconds);
  room.press(asked, following);
  write(addressOf(asked));
  hinted = null;
  fill(room.after);
  say(t("arrange.dealing"));
  fill(room.hint, waiting(t("arrange.dealing")));
  try {
    hand.deal ??= (await dealt(asked)) ?? (await ask("deal", asked, { signal }));
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
  const { hand } = desk;
  const goal = t("arrange.goal", { n: [...hand.deal.hand].length });
  room.name(hand.asked, goal);
  room.over(null);
  desk.lay(hand, `hand ${JSON.stringify(hand.asked)}`, goal, note);
  if (hand.over) conclude();
}

const tell = (text) => say(text, room.hint);

function finish(mine) {
  const { asked, helped } = desk.hand;
  const seconds = room.time.stop();
  const best = solved({ form: asked.form, level: asked.level, seconds, helped });
  end({ mine, best });
}

async function giveUp() {
  const { hand } = desk;
  if (desk.begun() && !(await sure(t("arrange.giveup"), t("arrange.answer")))) return;
  if (!hand?.deal || hand.over || hand !== desk.hand) return;
  gaveUp(hand.asked.form, hand.asked.level);
  end({ mine: null });
}

function end(over) {
  desk.end(over);
  room.press(desk.hand.asked, following);
  conclude();
}

/** Show the arrangements of the hand. The player's own one is shown even if there is no answer. */
async function conclude() {
  const { signal } = asking;
  const { over, asked, found, deal: known } = desk.hand;
  const title = t(over.mine ? "done.ways" : "arrange.answer");
  const card = (deal) => once([over, deal, title], () => result({ ...over, deal, title }));
  tell(over.mine ? t("today.done") : title);
  room.over(over);
  if (over.mine) {
    room.finale(endCard(over.mine));
    room.hint.append(...squares(found));
  }
  try {
    const answer = (await dealt(asked)) ?? (await ask("deal", { ...asked, answer: 1 }, { signal }));
    if (signal.aborted) return;
    fill(room.after, card(answer));
    if (!over.mine) desk.table.show(answer.arrangements[0]);
  } catch (error) {
    if (error.name === "AbortError") return;
    fill(room.after, card(known), failure(error, conclude, "answer-again"));
  }
}

/** Give a hint. The first names a letter to begin with. The next one, if no other word was laid since, names a word with this letter that is part of an arrangement. The third lights its letters. */
async function tellHint() {
  const { hand, table } = desk;
  if (!hand?.deal || hand.over) return;
  const { signal } = asking;
  const { hand: letters, form, lexicon, tiles } = hand.deal;
  const laid = table.words();
  const known = await dealt(hand.asked);
  if (known) return desk.hint(readingsOf(known.arrangements[0]));
  try {
    const asked = { hand: letters, laid, form, lexicon, tiles };
    const { letter, count, word, back } = await ask("hint", asked, { signal });
    if (signal.aborted) return;
    const times = hinted?.laid === laid.join(" ") ? hinted.times + 1 : 1;
    hinted = { laid: laid.join(" "), times };
    if (!letter) return tell(t("arrange.nothing"));
    const first = back.length ? t("arrange.back", { words: back.join("・") }) : "";
    if (times === 1) return tell(first + t("arrange.begin", { letter, n: count }));
    [hand.helped, hand.prompted] = [true, true];
    const { reading, spelling } = word.words[0] ?? { reading: word.letters, spelling: word.letters };
    if (times > 2) table.light(reading);
    tell(first + t(times > 2 ? "arrange.lit" : "arrange.told", { word: reading, spelling }));
  } catch (error) {
    if (error.name !== "AbortError") tell(sentence(error));
  }
}

async function share() {
  const { asked, found, seconds } = desk.hand;
  const what = levelName(asked.form, asked.level);
  const text = t("share.arrange", { what, time: clock(seconds), marks: marks(found) });
  const told = await shareText(t("page.title"), `${text}\n${t("share.squares")}`, format(addressOf(asked)));
  if (told) tell(told);
}
