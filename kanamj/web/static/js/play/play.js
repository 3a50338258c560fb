// あそぶ: the room where one plays against bots. One chooses a game, plays it, and comes back. `state` has everything that changes.

import { write } from "../address.js";
import { button, el, fill, say } from "../dom.js";
import { AGENTS, RULES, SCORING } from "../offers.js";
import { sentence } from "../parts/errors.js";
import { sure } from "../parts/sheet.js";
import { claim, release } from "../parts/tabs.js";
import { waiting } from "../parts/waiting.js";
import { t } from "../texts.js";
import { ended, forget, game, keepEnded, keepGame, keepWishes, setAside, unread, wishes } from "./kept.js";
import { CALLS, TILES, open } from "./game.js";
import { layTable } from "./felt.js";
import { dressed } from "./match.js";
import { wordList } from "../parts/lexicon.js";
import { PACES } from "./pace.js";
import { startCard } from "./start.js";
import { suited } from "./suits.js";
import { finish, settle, unroll } from "./turn.js";

/** `hand` is made by play/game.js, `board` by parts/board.js. `parts`: the nodes of the table. `acted`: the player has begun or moved here. `round` grows with each hand; an answer for an older round is dropped. */
let state = null;

export function build(section, signal) {
  const chosen =
    state?.wishes ??
    wishes({
      agents: ["", ...AGENTS],
      rules: ["", ...Object.keys(RULES)],
      pace: Object.keys(PACES),
      calls: CALLS,
      rounds: ["1", "0"],
    });
  state = {
    round: (state?.round ?? 0) + 1,
    wishes: chosen,
    hand: null,
    board: null,
    wins: [],
    acted: false,
    parts: {},
    wordsOf: null,
    moods: [],
    wait: () => {},
  };
  const { parts } = state;
  dressed();
  parts.body = el`div#play-body.stack`();
  parts.note = el`p#play-note.hint-out`();
  parts.room = section;
  fill(
    section,
    el`div.head.quiet-head`(el`h1#title-play.title`(t("play.title")), el`p.lead`(t("play.lead"))),
    parts.note,
    parts.body,
  );
  const mine = state;
  const remember = () => {
    if (mine === state && mine.hand && mine.board && !mine.hand.view.end && mine.ours) keepGame(mine);
  };
  signal.addEventListener("abort", () => {
    remember();
    mine.round = -1;
    mine.wait();
    release("game");
    parts.fitting?.abort();
  });
  window.addEventListener("pagehide", remember, { signal });
  document.addEventListener("visibilitychange", remember, { signal });
  const [going, over] = [game(), ended()];
  if (going?.open) resume("game", () => sit(going));
  else if (over?.open) resume("last", () => lookBack(over));
  else lobby();
}

/** Show a kept game. If it cannot be shown, the lobby says so and offers to delete it. */
function resume(name, act) {
  try {
    act();
  } catch {
    setAside(name);
    state.hand = null;
    lobby();
  }
}

export function show() {
  write({ p: "play" });
}

function lobby() {
  const mine = state;
  mine.round += 1;
  mine.wait();
  if (mine.hand && !mine.hand.view.end && mine.ours) keepGame(mine, false);
  if (mine.hand?.view.end && ended()) keepEnded({ ...ended() }, false);
  mine.hand = null;
  release("game");
  fill(mine.parts.note);
  mine.parts.body.before(mine.parts.note);
  mine.parts.room.classList.remove("at-table");
  const [going, over] = [game(), ended()];
  return fill(
    mine.parts.body,
    startCard(mine.wishes, {
      chosen: proposed,
      begin,
      goOn: going && (() => resume("game", () => sit(going))),
      lookBack: over && (() => resume("last", () => lookBack(over))),
      unread: unread(),
      forget: async (what) => {
        if (await sure(t("kept.delete"), t("kept.forget"))) {
          forget(what);
          lobby();
        }
      },
    }),
  );
}

/** The agents and rules of the next game: what the player chose, else what suits. */
function proposed() {
  const { agents, rules } = state.wishes;
  const { agents: fit, rules: easy } = suited();
  return { agents: agents || fit, rules: rules || easy };
}

/** Say a sentence: at the table in the place of the question, so that no tile moves. */
function tell(text) {
  const { parts, hand } = state;
  say(text, hand && !hand.view.end ? parts.prompt : parts.note);
}

/** Begin a new game. If another game is unfinished, the player must first agree to throw it away. */
async function begin() {
  if ((game() || unread().includes("game")) && !(await sure(t("play.throwaway"), t("play.throwawayyes"))))
    return;
  state.wins = [];
  keepWishes(state.wishes);
  const { agents, rules } = proposed();
  const rounds = SCORING.includes(rules) ? Number(state.wishes.rounds) : 0;
  deal({ agents, rules, rounds, seat: 0 });
}

async function deal(wanted) {
  const mine = state;
  const round = ++mine.round;
  const tables = () => mine.parts.body.querySelectorAll("#begin, #go-on, #next-hand");
  say(t("arrange.dealing"));
  fill(mine.parts.note, waiting(t("arrange.dealing")));
  for (const one of tables()) one.disabled = true;
  try {
    const hand = await open(wanted);
    if (round !== mine.round) return;
    mine.wordsOf = await words(hand);
    if (round !== mine.round) return;
    fill(mine.parts.note);
    forget("game");
    mine.acted = true;
    table(hand, RULES[hand.rules][0]);
    await unroll(mine, before(hand.view), { events: hand.view.since }, commands);
  } catch (error) {
    if (round !== mine.round) return;
    for (const one of tables()) one.disabled = false;
    tell(sentence(error));
  }
}

const words = (hand) =>
  wordList(hand.view.lexicon, hand.view.match?.tiles ?? TILES, [
    ...new Set(RULES[hand.rules].flatMap((digits) => [...digits].map(Number))),
  ]);

/** Show a kept game as it was last seen, without asking the engine. */
function sit(kept) {
  state.round += 1;
  state.wins = kept.wins;
  table(kept.hand, kept.form, kept.cells);
  state.wordsOf = null;
  settle(state, commands, kept.cells);
  recognise();
}

/** Load the words of the list: with them the board knows which racks are words. If loading fails, the next turn tries again. */
function recognise() {
  const { round, hand, wordsOf } = state;
  if (wordsOf || !hand) return;
  words(hand)
    .then((found) => {
      if (round === state.round) {
        state.wordsOf = found;
        state.board.recognise();
      }
    })
    .catch((error) => {
      if (round === state.round) tell(sentence(error));
    });
}

function lookBack(kept) {
  state.round += 1;
  Object.assign(state, { wins: kept.wins, review: kept.review, wordsOf: null });
  table(kept.hand, kept.form);
  finish(state, commands, true);
  recognise();
}

/** The seats before the events of the first answer: nobody has thrown or called a tile. */
function before(view) {
  const short = Math.min(...view.seats.map((seat) => seat.hand));
  return view.seats.map((seat) => ({ ...seat, hand: short, discards: [], melds: [], riichi: 0 }));
}

function table(hand, form, cells = null) {
  Object.assign(state, {
    hand,
    form,
    riichi: false,
    told: false,
    busy: false,
    ours: true,
    held: null,
    laid: [],
    moods: [],
  });
  const mine = state;
  layTable(mine, cells, commands);
  mine.parts.prompt.before(mine.parts.note);
  mine.parts.zone.show("", hand.view.phase === "Discard" && !hand.view.end);
  if (!hand.view.end) {
    claim("game", {
      shared: () => say(t("tabs.shared"), mine.parts.note),
      lost: () => {
        mine.ours = false;
        mine.board.freeze(true);
        fill(mine.parts.prompt);
        fill(mine.parts.acts);
        fill(
          mine.parts.note,
          t("tabs.lost"),
          " ",
          button(t("tabs.here"), takeBack, { class: "button slim", id: "take-back" }),
        );
        say(t("tabs.lost"));
      },
    });
  }
}

/** Go on with the game in this tab. */
function takeBack() {
  const kept = game();
  if (kept) sit(kept);
  else lobby();
  fill(state.parts.note);
}

const commands = {
  tell,
  lobby,
  recognise,
  next: () => {
    const { id, view, rules, agents, seat, rounds, match } = state.hand;
    const players = view.players.length;
    if (!rounds) deal({ rules, agents, seat: (seat + players - 1) % players });
    else if (view.match.over) {
      state.wins = [];
      deal({ rules, agents, seat, rounds });
    } else deal({ rules, agents, seat, rounds, match: [...match, id] });
  },
};
