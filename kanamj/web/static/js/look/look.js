// みる: the player enters a hand, and the page judges it. This module has the state; the other modules show it.

import { format, write } from "../address.js";
import { el, fill, later } from "../dom.js";
import { agrees, judged } from "../early.js";
import { inPage, info, parts } from "../engine.js";
import { failure } from "../parts/errors.js";
import { nearestOf, withAdvice } from "../parts/judged.js";
import { picture, sharePicture } from "../parts/picture.js";
import { shareText } from "../parts/share.js";
import { OWN_WORDS, heed } from "../parts/tabs.js";
import { inView } from "../parts/view.js";
import { t } from "../texts.js";
import { copiesOf, dealt } from "../tiles.js";
import { discards } from "./discards.js";
import { handBox } from "./hand.js";
import { options } from "./options.js";
import { pad } from "./pad.js";
import {
  empty,
  fitting,
  fromAddress,
  leftOf,
  sizeOf,
  sorted,
  thrown,
  toAddress,
  toQuestion,
  withHand,
} from "./state.js";
import { hopeless, detailOf, nameOf, verdict } from "./verdict.js";
import { draws } from "./waits.js";
import { blocksOf, waitWorths } from "./worth.js";

const EXAMPLES = {
  win: { hand: "さくらなみだたまごきつねいぬ" },
  tenpai: { hand: "てがきねあげひよこみみずぬ" },
  choose: { hand: "てがきねあげひよこみみずぬぽ" },
  short: { hand: "なみだいぬ", melds: ["さくら"], form: "332" },
};
const WAIT_MS = 40;
const DEEPEST = 3; // draws; with more draws the answer would take too long
const IN_PAGE = 2; // the most draws that Python in the page looks ahead
let state = null;
let room = null;
let past = [];
let asking = new AbortController();
let told = { key: "", part: null }; // the report that is shown below the verdict
let settle = (_ = null) => {};
const settled = new Promise((resolve) => (settle = resolve)); // when the first hand is judged, as far as that needs no Python

/** Build the room into its section. */
export function build(section, signal) {
  const acts = {
    type: typed,
    take: (at) => change({ ...state, hand: state.hand.filter((_, i) => i !== at) }),
    undo,
    share,
    draw: paint,
    sort: () => change(sorted(state)),
    deal: () =>
      change({
        ...state,
        hand: dealt(sizeOf(state), state.tiles, state.melds.join("") + state.seen.join("")),
      }),
    clear: () => {
      room.pad.box.open = true;
      change({ ...state, hand: [], melds: [], seen: [] });
    },
    example: (name) => change(exampleState(name)),
  };
  const details = el`div#details.stack`();
  room = {
    section,
    hand: handBox(acts),
    pad: pad(add),
    verdict: verdict(),
    spell: el`a#spell.button`({ href: "#" }, t("spell.title")),
    options: options((changes) => change(withHand({ ...state, ...changes }, state.hand)), settled),
    details,
  };
  room.pad.box.open = unfinished();
  const follow = () => {
    if (section.hidden || !state) return;
    asking.abort();
    judge();
  };
  heed(OWN_WORDS, follow, signal);
  fill(
    section,
    el`h1#title-look.unseen`(t("look.title")),
    room.hand.entry,
    room.hand.box,
    room.hand.tools,
    room.verdict.box,
    room.pad.box,
    room.spell,
    details,
    room.options.box,
  );
}

/** Show the hand of the address; if it has none, the last hand, or an example. */
export function show(params) {
  const asked = ["h", "m", "s", "f", "t", "l", "r"].some((name) => params.has(name));
  const first = !state;
  if (asked) state = fromAddress(params);
  else if (first) state = params.get("p") === "look" ? empty() : exampleState("win");
  if (first) room.pad.box.open = unfinished();
  draw(asked || !first);
  return settled;
}

const narrow = () => matchMedia("(max-width: 43.6875em), (max-height: 37.4375em)").matches;
/** Whether the pad is shown at first: on a narrow screen only if tiles are missing. */
const unfinished = () => !narrow() || !state || state.hand.length < sizeOf(state) - 1;

function exampleState(name) {
  const { hand, ...rest } = EXAMPLES[name];
  const { lexicon, rules, tiles } = { ...empty(), ...state };
  return { ...empty(), lexicon, ...(rest.form ? {} : { rules, tiles }), ...rest, hand: [...hand] };
}

function change(next) {
  if (JSON.stringify(next) === JSON.stringify(state)) return draw(true);
  past = [...past.slice(-50), state];
  state = next;
  draw(true);
  return seen();
}

/** Scroll to the hand, unless it is visible: the answer is beside it. */
const seen = () => inView(room.hand.box);

function undo() {
  if (past.length) {
    state = past.pop();
    draw(true);
    seen();
  }
}

function add(letter) {
  if (leftOf(state, letter) <= 0) return room.hand.say(refusal(letter));
  if (state.hand.length >= sizeOf(state)) return room.hand.say(refusal(""));
  return change({ ...state, hand: [...state.hand, letter] });
}

function typed(letters) {
  const gone = new Set();
  const kept = fitting({ ...state, hand: [] }, letters, (letter) => gone.add(letter));
  if (kept.length > sizeOf(state)) gone.add("");
  change(withHand(state, kept));
  return [...gone].map(refusal).join(" ");
}

/** Why a letter cannot be taken; why no more letters can, for "". */
function refusal(letter) {
  if (!letter) return t("hand.full", { n: sizeOf(state) });
  return t(copiesOf(letter, state.tiles) ? "hand.gone" : "hand.none", { letter });
}

async function share() {
  room.hand.say(await shareText(t("page.title"), state.hand.join(""), format(toAddress(state))));
}

/** The hand as a picture: a win with its words; any other hand with its tiles and its shanten. */
async function paint() {
  if (!state.hand.length) return;
  const report = room.verdict.report();
  const melds = state.melds.map((letters) => ({ letters, words: [{ reading: letters, spelling: "" }] }));
  const win = report?.worth ? blocksOf(report.worth[0].tsumo) : report?.arrangements[0];
  const title = report ? `${nameOf(report)} ${detailOf(report)}` : t("hand.tiles");
  room.hand.say(
    await sharePicture(
      picture(title, [...(win ?? [{ letters: state.hand.join(""), words: [] }]), ...(win ? [] : melds)]),
    ),
  );
}

function draw(addressed) {
  if (addressed && !room.section.hidden) write(toAddress(state)); // a field that loses the focus when another room opens changes nothing
  room.hand.update(state, past.length > 0);
  room.pad.update((letter) => leftOf(state, letter), state);
  room.spell.href = format({ p: "words", spell: state.hand.join("") });
  room.spell.hidden = !state.hand.length;
  room.options.update(state);
  const missing = sizeOf(state) - 1 - state.hand.length;
  if (narrow() && missing !== 0) room.pad.box.open = missing > 0; // the answer takes the place of the pad
  asking.abort();
  if (missing > 0) {
    room.verdict.wanting(missing);
    fill(room.details);
    return settle();
  }
  room.verdict.busy();
  judge();
}

const judge = later(async () => {
  if (state.hand.length < sizeOf(state) - 1) return;
  asking = new AbortController();
  const { signal } = asking;
  const asked = toQuestion(state);
  let report = null;
  let part = null;
  const early = await judged(asked).catch(() => null);
  if (signal.aborted) return;
  const known = early?.far ? null : early;
  if (early?.far) room.verdict.busy(t("verdict.far"));
  if (known) part = tell(known, IN_PAGE);
  settle();
  try {
    const depth = inPage ? IN_PAGE : Math.min(DEEPEST, (await info()).draws ?? 1);
    for await (const answer of parts("judge", { ...asked, limit: 60, draws: depth, wide: 1 }, { signal })) {
      if (signal.aborted) return;
      if (!report) part = known && agrees(known, answer) ? part : tell(answer, depth);
      else after(part, { ...report, ...answer });
      report ??= answer;
    }
    if (part) part.chances(null, true, t("chances.note"));
  } catch (error) {
    if (error.name === "AbortError") return;
    if (report ?? known) return unknown(part, report ?? known, failure(error, again, "chances-again"));
    room.verdict.failed(failure(error, again, "judge-again"));
    fill(room.details);
  }
}, WAIT_MS);

const again = () => draw(false);
const toss = (letter) => change(thrown(state, state.hand.indexOf(letter)));

/** Show the report without chances. Returns the part that will show the chances, or null if there will be none. */
function tell(report, depth) {
  if (report.shanten !== -1 || !state.rules)
    // what a win is worth comes next
    room.verdict.show(report, report.discards.length && !hopeless(report) ? null : report.nearest);
  if (report.shanten === -1 || hopeless(report)) return fill(room.details) && null;
  const key = JSON.stringify([report, depth]);
  if (told.key !== key || !room.details.contains(told.part.box))
    told = { key, part: report.discards.length ? discards(report, depth, toss) : draws(report) };
  fill(room.details, told.part.box);
  return told.part;
}

/** Show the chances of a later answer, and what the hand or each of its waits is worth. The first chances also bring the advice. */
function after(part, report) {
  const { worth, chances, measured, discards: table } = report;
  if (chances || measured) part.chances(report, false);
  if (measured) advise(report);
  if (!part) room.verdict.show(report);
  else if (worth?.length || report.tenpais?.length)
    room.details[table.length ? "append" : "prepend"](waitWorths(report));
}

/** Show that no chances, or no worth, will come. The advice then goes by the tiles that help. */
function unknown(part, report, why) {
  if (part) part.chances(null, true, why);
  else {
    room.verdict.show(report);
    fill(room.details, el`p.card`(why));
  }
  advise(report);
}

/** Name the best discard, if none is named yet, and draw the arrangement that it leaves. */
function advise(report) {
  if (!report.discards.length || hopeless(report) || room.verdict.advised()) return;
  const advised = withAdvice(report);
  room.verdict.show(advised, nearestOf(advised));
}
