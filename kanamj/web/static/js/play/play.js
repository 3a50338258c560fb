// あそぶ: a hand against bots, arranged by the player's own hands, and looked at again afterwards.

import { format, write } from "../address.js";
import { button, el, fill, say, segments, press } from "../dom.js";
import { ask, info } from "../engine.js";
import { detailOf, nameOf as shantenName } from "../look/verdict.js";
import { board } from "../parts/board.js";
import { withWords } from "../parts/cells.js";
import { sentence } from "../parts/errors.js";
import { load, save } from "../store.js";
import { t } from "../texts.js";
import { actions } from "./actions.js";
import { ending } from "./ending.js";
import { AGENTS, RULES, after, keep, open, racksOf, relative } from "./game.js";
import { wordList } from "./lexicon.js";
import { PACES, replay } from "./pace.js";
import { review } from "./review.js";
import { startCard } from "./start.js";
import { drawSeats, nameOf } from "./table.js";

const FRESH = { agents: "amateur", rules: "paper", pace: "usual", help: false };
let wishes = null;
let room = null;
let hand = null;    // play/game.js
let table = null;   // the board
let wins = [];
let form = "33332";
let wordsOf = () => [];
let mode = "arrange";
let riichi = false;
let told = false;   // help asked for in this window
let busy = false;
let racks = [];
let game = 0;       // counts hands, so that a late answer of an old one is dropped

export function build(section) {
  wishes = { ...FRESH, ...load("play", {}) };
  if (!AGENTS.includes(wishes.agents)) wishes.agents = FRESH.agents;
  if (!Object.hasOwn(RULES, wishes.rules)) wishes.rules = FRESH.rules;
  if (!Object.hasOwn(PACES, wishes.pace)) wishes.pace = FRESH.pace;
  room = { body: el("div", { class: "stack", id: "play-body" }), note: el("p", { class: "hint-out", id: "play-note", "aria-live": "polite" }) };
  fill(section, el("div", { class: "head" }, el("h1", { class: "title", id: "title-play", text: t("play.title") }), el("p", { class: "lead", text: t("play.lead") })), room.body, room.note);
  if (hand) { layTable(); settle(); } else lobby();
}

export function show() {
  write([["p", "play"]]);
}

async function lobby() {
  game += 1;
  hand = null;
  room.note.textContent = "";
  const { game: there } = await info();
  if (there === false) return fill(room.body, el("p", { class: "card", text: t("play.never") }));
  const kept = load("game", null);
  return fill(room.body, startCard(wishes, {
    begin: () => { wins = []; begin({ rules: wishes.rules, agents: wishes.agents, seat: 0 }); },
    goOn: kept?.id ? () => { wins = Array.isArray(kept.wins) ? kept.wins : []; begin(kept); } : null,
    openRecord: (text) => fill(room.body, button(t("play.back"), lobby, { id: "back" }), review(text)),
    refuse: tell,
  }));
}

function tell(text) {
  room.note.textContent = text;
  if (table && hand) room.prompt.textContent = text;
  say(text);
}

async function begin(wanted) {
  save("play", wishes);
  const mine = ++game;
  room.note.textContent = t("arrange.dealing");
  say(t("arrange.dealing"));
  for (const one of room.body.querySelectorAll("#begin, #go-on, #next-hand")) one.disabled = true;
  try {
    const opened = await open(wanted);
    if (mine !== game) return;
    hand = opened;
    [form] = RULES[hand.rules] ?? ["33332"];
    const sizes = [...new Set((RULES[hand.rules] ?? [form]).flatMap((digits) => [...digits].map(Number)))];
    wordsOf = await wordList(hand.view.lexicon, "hiragana-120", sizes);
    if (mine !== game) return;
    room.note.textContent = "";
    layTable();
    await unroll(before(hand.view), mine, { events: hand.view.since });
  } catch (error) {
    if (wanted.id) save("game", null);
    for (const one of room.body.querySelectorAll("#begin, #go-on, #next-hand")) one.disabled = false;
    if (wanted.id) await lobby();
    tell(sentence(error));
  }
}

/** The seats before the events of the first answer: nothing thrown, nothing called. */
function before(view) {
  const short = Math.min(...view.seats.map((seat) => seat.hand));
  return view.seats.map((seat) => ({ ...seat, hand: short, discards: [], melds: [], riichi: 0 }));
}

function layTable() {
  const forms = RULES[hand.rules];
  Object.assign(room, {
    others: el("div", { class: "others", id: "others" }), mine: el("div", { class: "my-river", id: "my-river" }),
    wall: el("span", { class: "note", id: "wall" }), prompt: el("p", { class: "prompt", id: "prompt", "aria-live": "polite" }),
    acts: el("div", { class: "row acts", id: "acts" }), help: el("div", { class: "help-line", id: "help" }), place: el("div", {}), end: el("div", { class: "stack" }),
  });
  room.modes = segments(t("hand.tap"), [["arrange", t("play.arrange")], ["throw", t("hand.throw")]], mode, (value) => { mode = value; }, { id: "play-mode" });
  room.riichi = el("button", { type: "button", class: "button", id: "riichi", text: t("riichi"), "aria-pressed": "false", on: { click: () => setRiichi(!riichi) } });
  room.zone = el("div", { class: "zone", id: "throw-zone" }, el("span", { text: t("play.zone") }), room.mine);
  const helping = el("label", { class: "check" }, el("input", { type: "checkbox", id: "help-switch", checked: wishes.help, on: { change: (event) => { wishes.help = event.target.checked; save("play", wishes); settle(); } } }), t("play.help"));
  const shape = forms.length > 1 ? segments(t("play.shape"), forms.map((digits) => [digits, t(`shape.${digits}`)]), form, (digits) => { form = digits; table.hand(letters(), racksNow()); }, { id: "shape" }) : null;
  table = board({
    racks: racksNow(), letters: letters(), wordsOf, changed: (state) => { racks = state; drawActs(); },
    tap: (letter) => { if (mode !== "throw" || hand.view.phase !== "Discard") return false; toss(letter); return true; }, zones: [{ node: room.zone, drop: toss }],
  });
  table.box.addEventListener("keydown", (event) => {
    const letter = event.target.closest(".cell")?.textContent;
    if ((event.key === "Delete" || event.key === "Backspace") && letter) { event.preventDefault(); toss(letter); }
  });
  racks = table.state();
  fill(room.place, table.box);
  fill(room.body, el("div", { class: "felt stack", id: "table" }, el("div", { class: "row spread" }, room.wall, button(t("end.stop"), lobby, { class: "plain", id: "leave" })),
    room.others, room.prompt, room.acts, room.zone, room.place,
    el("div", { class: "row spread tools" }, el("div", { class: "row" }, el("span", { class: "note", "aria-hidden": "true", text: t("hand.tap") }), room.modes, room.riichi), el("div", { class: "row" }, shape, helping)), room.help),
  room.end, el("p", { class: "note", text: t("play.keys") }));
}

/** The tiles on the board: the hand, and in a call window the tile that can be claimed. */
function letters() {
  const { view } = hand;
  return [...view.hand, ...(view.phase === "CallWindow" && view.last ? [view.last.tile] : [])];
}

function racksNow() {
  return racksOf(form, hand.view.seats[hand.view.seat].melds.length);
}

/** Let the bots' moves pass by, then show where the player stands. */
async function unroll(seats, mine, { events, last = null }) {
  busy = true;
  const { view } = hand;
  fill(room.acts);
  const show = (moment, hot, event) => {
    drawSeats(room, view, moment, hot);
    room.prompt.textContent = event.player === view.seat ? "" : t(`told.${event.event}`, { who: nameOf(view, event.player), tile: event.tile ?? "", word: event.words?.[0]?.reading ?? event.letters ?? "" });
  };
  await replay(seats, events, wishes.pace, { last, show, going: () => mine === game });
  if (mine !== game) return;
  busy = false;
  settle();
}

function settle() {
  const { view } = hand;
  told = false;
  drawSeats(room, view, view.seats, view.last);
  room.wall.textContent = t("play.wall", { n: view.wall });
  table.hand(letters(), racksNow(), view.phase === "CallWindow" ? view.last?.tile : view.drawn);
  const me = view.seats[view.seat];
  room.riichi.hidden = me.riichi > 0 || me.melds.length > 0 || hand.rules === "basic";
  setRiichi(false);
  save("game", view.end ? null : { ...keep(hand), wins });
  if (view.end) return finish();
  room.prompt.textContent = view.phase === "Discard" ? t(view.drawn ? "prompt.discard" : "prompt.aftercall", { tile: view.drawn })
    : t("prompt.window", { who: nameOf(view, view.last.player), tile: view.last.tile });
  say(room.prompt.textContent);
  drawActs();
  return advise();
}

function drawActs() {
  if (!hand || busy || hand.view.end) return;
  fill(room.acts, actions(hand.view, racks, wishes.help || told, { act: move, refuse: tell, reveal: () => { told = true; drawActs(); } }));
}

function setRiichi(on) {
  riichi = on;
  room.riichi.setAttribute("aria-pressed", String(on));
  room.riichi.classList.toggle("main", on);
}

function toss(letter) {
  if (busy || hand.view.phase !== "Discard") return tell(t("play.notnow"));
  const event = riichi ? "riichi" : "discard";
  const wanted = hand.view.legal.find((one) => one.event === event && one.tile === letter);
  if (!wanted) return tell(t(riichi ? "act.noriichi" : "act.nothrow", { tile: letter }));
  mode = "arrange";
  press(room.modes, mode);
  return move(wanted);
}

async function move(chosen) {
  if (busy) return;
  busy = true;
  const mine = game;
  try {
    const { seats: was, last, seat: player } = hand.view;
    const own = chosen.event === "discard" || chosen.event === "riichi" ? [{ event: chosen.event, player, tile: chosen.tile }] : [];
    const next = await after(hand, { event: chosen.event, ...(chosen.tile ? { tile: chosen.tile } : {}), ...(chosen.letters ? { letters: chosen.letters } : {}) });
    if (mine !== game) return;
    hand = next;
    table.hand([...hand.view.hand], racksNow());
    await unroll(was, mine, { events: [...own, ...hand.view.since], last });
  } catch (error) {
    busy = false;
    tell(sentence(error));
    drawActs();
  }
}

/** With help on: how far the hand is, what to throw, and a button that lays the nearest words. */
async function advise() {
  const { view } = hand;
  fill(room.help);
  if (!wishes.help || view.end) return;
  const mine = view;
  const asked = { hand: view.hand, meld: view.seats[view.seat].melds.map((one) => one.letters), seen: view.seen, form: RULES[hand.rules].join(",") };
  try {
    const report = await ask("judge", asked);
    if (hand?.view !== mine) return;
    const words = report.nearest.pieces.filter((piece) => piece.words.length && !piece.missing).map((piece) => piece.words[0].reading);
    fill(room.help, el("p", {}, el("strong", { text: shantenName(report.shanten) }), ` ${detailOf(report)}`),
      el("div", { class: "row" }, button(t("play.lay"), () => table.move((now) => withWords(now, words)), { id: "lay" }),
        el("a", { class: "button", href: format([["h", view.hand], ...asked.meld.map((word) => ["m", word]), ["s", view.seen], ["f", form === "33332" ? "" : form]]), text: t("done.look") })));
  } catch (error) {
    if (hand?.view === mine) fill(room.help, el("p", { text: sentence(error) }));
  }
}

function finish() {
  const { view } = hand;
  if (!view.counted) for (const win of view.end.wins) wins[relative(view, win.player)] = (wins[relative(view, win.player)] ?? 0) + 1;
  view.counted = true;
  const own = view.end.wins.find((win) => win.player === view.seat);
  if (own?.arrangement) table.move((now) => withWords(now, own.arrangement.map((block) => block.words[0]?.reading ?? block.letters)));
  table.freeze(true);
  document.getElementById("table").classList.add("over");
  fill(room.acts);
  fill(room.help);
  room.prompt.textContent = "";
  const players = view.players.length;
  fill(room.end, ending(view, wins, {
    next: () => begin({ rules: hand.rules, agents: hand.agents, seat: (hand.seat + players - 1) % players }), stop: lobby,
  }), view.record ? review(view.record, form === "33332" ? "" : form) : null);
  document.getElementById("end-title").focus();
}
