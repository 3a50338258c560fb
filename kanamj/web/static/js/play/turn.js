// A turn at the table: the page shows the bots' moves and asks the player, and the player answers.

import { fill, say } from "../dom.js";
import { blocksOf } from "../look/worth.js";
import { RULES } from "../offers.js";
import { sentence } from "../parts/errors.js";
import { withWords } from "../parts/cells.js";
import { fanfare } from "../parts/feel.js";
import { picture, sharePicture } from "../parts/picture.js";
import { readingsOf } from "../parts/tile.js";
import { inView } from "../parts/view.js";
import { t } from "../texts.js";
import { keyOf, without } from "../tiles.js";
import { actions } from "./actions.js";
import { advise, verdictOn } from "./advice.js";
import { ending, outcome, summary } from "./ending.js";
import { after, letters, racksNow, relative } from "./game.js";
import { forget, keepEnded, keepGame, keepResult } from "./kept.js";
import { wallName } from "./match.js";
import { PACES, replay } from "./pace.js";
import { reactions, stays, waitLong } from "./react.js";
import { review } from "./review.js";
import { matchEnd } from "./score.js";
import { drawSeats, nameOf, seatsAfter } from "./table.js";

/** Show the bots' moves one after another, then ask the player or show the end. */
export async function unroll(state, seats, { events, last = null }, commands) {
  const { round, parts } = state;
  const { view } = state.hand;
  state.busy = true;
  parts.room.classList.remove("asked");
  fill(parts.acts);
  fill(parts.help);
  let from = last?.player;
  const show = (moment, hot, event) => {
    if (!stays(state.moods, event)) state.moods = reactions(view, event, from);
    if (hot) from = hot.player;
    drawSeats(state, moment, hot);
    if (event.player === view.seat) return void fill(parts.prompt);
    const told = {
      who: nameOf(view, event.player),
      tile: event.tile ?? "",
      word: event.words?.[0]?.reading ?? event.letters ?? "",
    };
    return say(t(`told.${event.event}`, told), parts.prompt);
  };
  await replay(seats, events, state.wishes.pace, { last, show, going: () => round === state.round });
  if (round !== state.round) return;
  state.busy = false;
  settle(state, commands);
}

/** Show the end, or ask the player. If there are `cells`, the tiles stay where they are. A claim that the player does not want to be asked about is passed. */
export function settle(state, commands, cells = null) {
  const { parts, board } = state;
  const { view } = state.hand;
  drawSeats(state, view.seats, view.last);
  const sticks = view.deposits ? ` · ${t("play.sticks", { n: view.deposits })}` : "";
  fill(parts.wall, wallName(view) || t("play.wall", { n: view.wall }) + sticks);
  if (view.end) {
    board.hand(letters(state.hand), racksNow(state));
    return finish(state, commands);
  }
  keepGame(state);
  state.asked = "";
  const claims = [...view.legal, ...(view.wide?.events ?? []).map((event) => ({ event }))];
  return view.phase === "CallWindow" && !claims.some((move) => isAsked(move, state.wishes.calls))
    ? play(state, { event: "pass" }, commands)
    : question(state, commands, cells);
}

/** Whether to ask the player about a move: always about ron; about a call only if the player's choice `calls` says so. */
function isAsked({ event, nearer }, calls) {
  return event === "ron" || (event !== "pass" && (calls === "always" || (calls === "nearer" && nearer)));
}

function question(state, commands, cells = null) {
  const { parts, board } = state;
  const { view } = state.hand;
  [state.told, state.riichi] = [false, false];
  state.wait();
  if (!cells)
    board.hand(
      letters(state.hand),
      racksNow(state),
      view.phase === "CallWindow" ? view.last?.tile : view.drawn,
    );
  state.asked =
    view.phase === "Discard"
      ? t(view.drawn ? "prompt.discard" : "prompt.aftercall", { tile: view.drawn })
      : t("prompt.window", { who: nameOf(view, view.last.player), tile: view.last.tile });
  say(state.asked, parts.prompt);
  parts.zone.show("", view.phase === "Discard");
  drawActs(state, commands);
  inView(parts.felt);
  state.wait = waitLong(view, (moods) => {
    if (state.busy || state.hand?.view !== view) return;
    state.moods = moods;
    drawSeats(state, view.seats, view.last);
  });
  if (state.acted && document.activeElement === document.body) board.focus(); // the pressed button is gone
  return advise(state);
}

export function drawActs(state, commands) {
  state.parts.room.classList.toggle("asked", !state.busy);
  if (!state.hand || state.busy || state.hand.view.end || !state.ours) return;
  const again = () => drawActs(state, commands);
  fill(
    state.parts.acts,
    actions(state, {
      act: (move) => play(state, move, commands),
      refuse: commands.tell,
      reveal: () => {
        state.told = true;
        again();
      },
      riichi: () => {
        state.riichi = !state.riichi;
        commands.tell(state.riichi ? t("prompt.riichi") : state.asked);
        again();
      },
      reshape: (form) => {
        state.form = form;
        state.board.hand(letters(state.hand), racksNow(state));
      },
    }),
  );
}

/** Throw a tile. If the player may not throw it now, say why. */
export function toss(state, letter, commands) {
  const { riichi, busy, ours } = state;
  const { view } = state.hand;
  if (busy || !ours || view.phase !== "Discard") return commands.tell(t("play.notnow"));
  const event = riichi ? "riichi" : "discard";
  const wanted = view.legal.find((one) => one.event === event && one.tile === letter);
  if (!wanted) return commands.tell(t(riichi ? "act.noriichi" : "act.nothrow", { tile: letter }));
  return play(state, wanted, commands);
}

/** Show the tile in the river, and wait until it cannot be taken back any more. False if the player takes it back. Fast games do not wait. */
async function final(state, seats, event) {
  const { parts, board, hand, round, wishes } = state;
  if (!PACES[wishes.pace]) return true;
  const before = board.kept();
  const { player, tile } = event;
  board.hand([...without(letters(hand).join(""), tile)], racksNow(state));
  drawSeats(state, seatsAfter(seats, event), { player, tile });
  say(verdictOn(state, tile), parts.prompt);
  const kept = await parts.zone.settled(() => round === state.round && state.ours);
  if (!kept && round === state.round) {
    board.putBack(before);
    drawSeats(state, seats, hand.view.last);
  }
  return kept;
}

async function play(state, chosen, commands) {
  if (state.busy) return;
  state.busy = true;
  state.wait();
  state.moods = [];
  state.parts.room.classList.remove("asked");
  fill(state.parts.acts);
  fill(state.parts.note);
  state.acted = true;
  state.laid = state.racks;
  const { round } = state;
  const { seats: was, last, seat: player } = state.hand.view;
  const { event, tile, letters: called } = chosen;
  const own = event === "discard" || event === "riichi" ? [{ event, player, tile }] : [];
  const there = state.board.kept();
  state.held = state.board.layout();
  if (own.length && !(await final(state, was, own[0]))) {
    if (round === state.round && state.ours) {
      [state.busy, state.held] = [false, null];
      question(state, commands, state.board.layout());
    }
    return;
  }
  try {
    const next = await after(state.hand, { event, tile, letters: called });
    if (round !== state.round || !state.ours) return;
    [state.hand, state.held] = [next, null];
    keepGame(state);
    commands.recognise();
    state.board.hand([...next.view.hand], racksNow(state));
    await unroll(state, was, { events: [...own, ...next.view.since], last }, commands);
  } catch (error) {
    state.busy = false;
    if (round !== state.round) return;
    state.board.putBack(there);
    state.held = null;
    question(state, commands, state.asked && state.board.layout());
    const known = { move: "play.gone", offline: "play.offline" }[error.code];
    commands.tell(known ? t(known) : sentence(error));
  }
}

/** Show the end of the hand. `again`: this hand was counted and kept before, so only show it. */
export function finish(state, commands, again = false) {
  const { parts, board, wins } = state;
  const { view, rules } = state.hand;
  const [winner] = view.end.wins;
  state.moods = winner
    ? reactions(view, { event: view.end.how, player: winner.player }, view.last?.player)
    : [];
  drawSeats(state, view.seats, view.last);
  if (!again) {
    for (const win of view.end.wins)
      wins[relative(view, win.player)] = (wins[relative(view, win.player)] ?? 0) + 1;
    state.review = null;
  }
  const own = view.end.wins.find((win) => win.player === view.seat);
  if (own?.arrangement) showWin(state, own);
  if (!again) {
    keepEnded(state);
    forget("game");
    keepResult(state.hand, Boolean(own));
  }
  board.freeze(true);
  parts.felt.classList.add("over");
  parts.felt.classList.toggle("won", Boolean(own));
  fill(parts.acts);
  for (const node of [parts.help, parts.prompt, parts.wall]) fill(node);
  fill(parts.result, ending(view, { next: commands.next, stop: commands.lobby, share, look, result }));
  parts.result.firstChild.append(parts.note);
  const kept = (answer) => {
    state.review = answer;
    keepEnded(state);
  };
  const form = RULES[rules][0] === "33332" ? "" : RULES[rules][0];
  const looked = view.record ? review(view.record, form, { answer: state.review, kept }) : null;
  fill(parts.end, looked, summary(view, wins));
  document.getElementById("end-title").focus({ preventScroll: true });
  inView(parts.felt);
  if (!own || again) return;
  fanfare();
  board.rejoice();

  function result() {
    parts.felt.classList.add("result");
    fill(parts.result, matchEnd(view, { again: commands.next, stop: commands.lobby }), parts.note);
    document.getElementById("end-title").focus({ preventScroll: true });
    inView(parts.felt);
  }
  function look() {
    looked.scrollIntoView({ block: "start" });
    looked.querySelector("h2").focus({ preventScroll: true });
  }
  async function share() {
    const told = await sharePicture(
      picture(outcome(view), own.score ? blocksOf(own.score) : own.arrangement),
    );
    if (told) commands.tell(told);
  }
}

/** Show the player's winning words in racks of their lengths (seven pairs: racks of two). Called words are not on the board. If the player had laid the whole hand, the win is shown as it was laid. */
function showWin({ board, hand, laid }, win) {
  if (win.score) return laidOut(board, wordsOf(win.score));
  const called = hand.view.seats[hand.view.seat].melds.map((meld) => keyOf(meld.letters));
  const isCalled = ({ letters: of }) =>
    called.includes(keyOf(of)) && called.splice(called.indexOf(keyOf(of)), 1);
  const melds = win.arrangement.filter(isCalled);
  let own = win.arrangement.filter((block) => !melds.includes(block));
  const textOf = (blocks) => keyOf(blocks.map((block) => block.letters ?? block.text).join(""));
  if (laid.every((rack) => rack.words.length) && textOf(laid) === textOf(own)) {
    own = laid.map(({ text, words }) => ({ letters: text, words }));
    win.arrangement = [...melds, ...own];
  }
  return laidOut(board, readingsOf(own));
}

/** The readings of the words of a score that were not called. */
const wordsOf = ({ arrangement }) =>
  arrangement.filter(({ kind }) => !["pon", "kan"].includes(kind)).map(({ reading }) => reading);

function laidOut(board, words) {
  board.hand(
    [...words.join("")],
    words.map((word) => [...word].length),
  );
  board.move((now) => withWords(now, words));
}
