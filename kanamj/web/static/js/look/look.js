// みる: a hand is put together, judged, and told about. Holds the state; the parts show it.

import { format, write } from "../address.js";
import { el, fill, later } from "../dom.js";
import { ask, info } from "../engine.js";
import { sentence } from "../parts/errors.js";
import { nearestOf, withAdvice } from "../parts/judged.js";
import { shareText } from "../parts/share.js";
import { DRAWS } from "../parts/yardstick.js";
import { t } from "../texts.js";
import { copiesOf, dealt } from "../tiles.js";
import { discards } from "./discards.js";
import { handBox } from "./hand.js";
import { options } from "./options.js";
import { pad } from "./pad.js";
import { empty, fitting, fromAddress, leftOf, sizeOf, sorted, thrown, toPairs, toQuestion, withHand } from "./state.js";
import { verdict } from "./verdict.js";
import { draws } from "./waits.js";

const EXAMPLES = {
  win: { hand: "さくらなみだたまごきつねいぬ" },
  tenpai: { hand: "てがきねあげじもんろまんぬ" },
  choose: { hand: "てがきねあげじもんろまんぬび" },
  short: { hand: "なみだいぬ", melds: ["さくら"], form: "332" },
};
const WAIT_MS = 40;
const DEEPEST = 3;  // draws; deeper takes more than one waits for
let state = null;
let parts = null;
let past = [];
let asking = new AbortController();

/** Build the room into its section. */
export function build(section) {
  const acts = {
    type: typed,
    take: (at) => change({ ...state, hand: state.hand.filter((_, i) => i !== at) }),
    throw: (at) => change(thrown(state, at)),
    undo, share,
    sort: () => change(sorted(state)),
    deal: () => change({ ...state, hand: dealt(sizeOf(state), state.tiles, state.melds.join("") + state.seen.join("")) }),
    clear: () => { parts.pad.box.open = true; change({ ...state, hand: [], melds: [], seen: [] }); },
    example: (name) => change(exampleState(name)),
  };
  const details = el("div", { id: "details", class: "stack" });
  parts = { hand: handBox(acts), pad: pad(add), verdict: verdict(), options: options((changes) => change(withHand({ ...state, ...changes }, state.hand)), (text) => parts.hand.say(text)), details };
  parts.pad.box.open = !state || state.hand.length < sizeOf(state) - 1 || !matchMedia("(max-width: 699px)").matches;
  fill(section, el("div", { class: "head" }, el("h1", { class: "title", id: "title-look", text: t("look.title") }), el("p", { class: "lead", text: t("look.lead") })),
    parts.hand.box, parts.hand.tools, parts.verdict.box, parts.pad.box, details, parts.options.box);
}

/** Show what the address says; without a hand in it, what there was, or an example. */
export function show(params) {
  const told = ["h", "m", "s", "f", "t", "l", "c"].some((name) => params.has(name));
  const first = !state;
  if (told) state = fromAddress(params);
  else if (first) state = params.get("p") === "look" ? empty() : exampleState("win");
  if (first && matchMedia("(max-width: 699px)").matches) parts.pad.box.open = state.hand.length < sizeOf(state) - 1;
  draw(told || !first);
}

function exampleState(name) {
  const { hand, ...rest } = EXAMPLES[name];
  return { ...empty(), lexicon: state?.lexicon ?? "", ...rest, hand: [...hand] };
}

function change(next) {
  if (JSON.stringify(next) === JSON.stringify(state)) return draw(true);
  past = [...past.slice(-50), state];
  state = next;
  return draw(true);
}

function undo() {
  if (past.length) { state = past.pop(); draw(true); }
}

function add(letter) {
  if (leftOf(state, letter) <= 0) return refused(letter);
  if (state.hand.length >= sizeOf(state)) return parts.hand.say(t("hand.full", { n: sizeOf(state) }));
  return change({ ...state, hand: [...state.hand, letter] });
}

function typed(letters) {
  const kept = fitting({ ...state, hand: [] }, letters, refused);
  if (kept.length > sizeOf(state)) parts.hand.say(t("hand.full", { n: sizeOf(state) }));
  change(withHand(state, kept));
}

function refused(letter) {
  parts.hand.say(t(copiesOf(letter, state.tiles) ? "hand.gone" : "hand.none", { letter }));
}

async function share() {
  parts.hand.say(await shareText(t("page.title"), state.hand.join(""), format(toPairs(state))));
}

function draw(addressed) {
  if (addressed) write(toPairs(state));
  parts.hand.update(state, past.length > 0);
  parts.pad.update((letter) => leftOf(state, letter), state);
  parts.options.update(state);
  const missing = sizeOf(state) - 1 - state.hand.length;
  asking.abort();
  if (missing > 0) {
    parts.verdict.wanting(missing);
    fill(parts.details);
    return;
  }
  parts.verdict.busy();
  judge();
}

const judge = later(async () => {
  if (state.hand.length < sizeOf(state) - 1) return;
  asking = new AbortController();
  const { signal } = asking;
  const asked = toQuestion(state);
  try {
    const report = await ask("judge", { ...asked, limit: 60 }, { signal });
    if (signal.aborted) return;
    parts.verdict.show(report, report.discards.length ? null : report.nearest);
    const depth = Math.min(DEEPEST, (await info()).draws ?? 1);
    if (!signal.aborted) tell(report, asked, depth, signal);
  } catch (error) {
    if (error.name === "AbortError") return;
    parts.verdict.failed(sentence(error));
    fill(parts.details);
  }
}, WAIT_MS);

function tell(report, asked, depth, signal) {
  if (report.shanten === -1) return fill(parts.details);
  const part = report.discards.length ? discards(report, depth, toss) : draws(report);
  fill(parts.details, part.box);
  return chances(part, report, asked, depth, signal);
}

/** The chances, first those that come at once, then the deepest. */
async function chances(part, report, asked, depth, signal) {
  const fillIn = (answer, done, text) => part.chances(report.discards.length ? answer : answer?.chances, done, text);
  const note = t(depth > 1 ? "chances.note" : "chances.one");
  try {
    for (const deep of new Set([Math.min(DRAWS, depth), depth])) {
      const answer = await ask("chances", { ...asked, draws: deep }, { signal });
      if (signal.aborted) return;
      fillIn(answer, deep === depth, note);
      if (deep <= DRAWS) await advise({ ...report, discards: answer.discards }, asked, signal);
    }
  } catch (error) {
    if (error.name === "AbortError") return;
    fillIn(null, true, t("chances.failed", { why: sentence(error) }));
    await advise(report, asked, signal).catch(() => {});
  }
}

/** Name the discard of the yardstick, and draw what it leaves. */
async function advise(report, asked, signal) {
  if (!report.discards.length) return;
  const advised = withAdvice(report, asked);
  const near = await nearestOf(advised, asked, signal);
  if (!signal.aborted) parts.verdict.show(advised, near);
}

function toss(letter) {
  change(thrown(state, state.hand.indexOf(letter)));
  document.getElementById("felt").scrollIntoView({ block: "nearest" });
}
