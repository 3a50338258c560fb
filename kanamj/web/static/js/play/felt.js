// Lays the table into the page: the other players, the question, the buttons, and the player's own board.

import { button, el, fill } from "../dom.js";
import { Board } from "../parts/board.js";
import { fitted } from "../parts/view.js";
import { laying } from "../parts/wider.js";
import { t } from "../texts.js";
import { keyOf } from "../tiles.js";
import { letters, racksNow } from "./game.js";
import { keepWishes } from "./kept.js";
import { drawActs, settle, toss } from "./turn.js";

/** Lay the table for `state.hand`. `cells`: the places of the tiles as kept, or null. */
export function layTable(state, cells, commands) {
  const { parts, wishes, hand } = state;
  Object.assign(parts, {
    others: el`div#others.others`(),
    mine: el`div#my-river.my-river`(),
    wall: el`span#wall.note`(),
    prompt: el`p#prompt.prompt`({ "aria-live": "polite" }),
    acts: el`div#acts.row.acts`(),
    help: el`p#help.help-line`(),
    end: el`div#after.stack`(),
  });
  parts.zone = el`div#throw-zone.zone`(el`span.note`(t("play.zone")), parts.mine);
  const help = el`label.check`(
    el`input#help-switch`({
      type: "checkbox",
      checked: wishes.help,
      on: {
        change: (event) => {
          wishes.help = event.target.checked;
          keepWishes(wishes);
          if (!state.busy) settle(state, commands, state.board.layout());
        },
      },
    }),
    t("play.help"),
  );
  const throwing = () => state.hand.view.phase === "Discard";
  const drop = (letter) => toss(state, letter, commands);
  state.board = new Board({
    racks: racksNow(state),
    letters: letters(hand),
    cells,
    wordsOf: (text) => {
      const listed = state.wordsOf?.(text) ?? [];
      return listed.length ? listed : (state.hand.view.wide?.words[keyOf(text)] ?? []);
    },
    changed: (racks) => {
      state.racks = racks;
      if (!state.board) return;
      drawActs(state, commands);
      if (!state.busy && laying(racks)) parts.prompt.textContent = laying(racks);
    },
    throwing,
    toss: drop,
    picked: (text) => pickedLine(state, text, throwing()),
    zones: [{ node: parts.zone, drop }],
  });
  state.racks = state.board.state();
  parts.place = el`div.place`(state.board.box);
  parts.felt = el`div#table.felt.board-felt`(
    el`div.row.spread.board-top`(
      parts.wall,
      help,
      button(t("play.leave"), commands.lobby, { class: "plain slim", id: "leave" }),
    ),
    el`div.table-side`(parts.others, parts.zone),
    el`div.table-own`(parts.prompt, parts.help, parts.acts, parts.place),
  );
  fill(parts.body, parts.felt, parts.end, el`p.note`(t("play.keys")));
  parts.room.classList.add("at-table");
  parts.fitting?.abort();
  parts.fitting = new AbortController();
  fitted(parts.felt, parts.fitting.signal);
}

/** While a tile is selected, the prompt says what a second tap does. */
function pickedLine(state, text, throwing) {
  if (!state.parts.prompt || state.busy) return;
  state.parts.prompt.textContent =
    throwing && text
      ? t(state.riichi ? "prompt.riichi" : "prompt.again", { tile: text })
      : (state.asked ?? "");
}
