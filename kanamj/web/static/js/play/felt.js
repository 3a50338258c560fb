// Lays the table into the page: the other players, the question, the buttons, and the player's own board.

import { button, el, fill, say } from "../dom.js";
import { Board, laying, picking } from "../parts/board.js";
import { fitted } from "../parts/view.js";
import { t } from "../texts.js";
import { throwZone } from "../parts/zone.js";
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
    prompt: el`p#prompt.prompt`(),
    acts: el`div#acts.row.acts`(),
    help: el`p#help.help-line`(),
    result: el`div#result-place`(),
    end: el`div#after.stack`(),
  });
  parts.zone = throwZone("throw-zone", parts.mine, {
    toss: () => state.board.throwSelected(),
    refuse: commands.tell,
  });
  const help = el`label.switch`(
    el`input#help-switch`({
      type: "checkbox",
      role: "switch",
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
      const listed = state.wordsOf?.(text);
      return listed?.length ? listed : (state.hand.view.wide?.words[keyOf(text)] ?? (listed && []));
    },
    changed: (racks) => {
      state.racks = racks;
      if (!state.board) return;
      drawActs(state, commands);
      if (!state.busy && laying(racks)) fill(parts.prompt, laying(racks));
    },
    throwing,
    toss: drop,
    picked: (text) => pickedLine(state, text, throwing()),
    strange: (word) => commands.tell(t("board.strange", { word })),
    zones: [{ node: parts.zone.node, drop }],
  });
  state.racks = state.board.state();
  parts.place = el`div.place`(
    { data: { tiles: racksNow(state).reduce((sum, size) => sum + size, 0) } },
    state.board.box,
  );
  parts.felt = el`div#table.felt.board-felt`(
    el`div.row.spread.board-top`(
      parts.wall,
      help,
      button(t("play.leave"), commands.lobby, { class: "plain slim", id: "leave" }),
    ),
    el`div.table-side`(parts.others),
    el`div.table-own`(parts.result, parts.prompt, parts.help, parts.acts, parts.place, parts.zone.node),
  );
  parts.felt.addEventListener("keydown", ({ key }) => key === "Escape" && parts.zone.takeBack());
  parts.keys = el`p.note.keys-note`(t("arrange.keys"), " ", t("play.keys"));
  fill(parts.body, parts.felt, parts.end, parts.keys);
  parts.room.classList.add("at-table");
  parts.fitting?.abort();
  parts.fitting = new AbortController();
  fitted(parts.felt, parts.fitting.signal);
}

/** Show the selected letters and whether they are a word, and that a single one can be thrown. */
function pickedLine(state, text, throwing) {
  const { parts, busy, riichi, wordsOf, asked } = state;
  if (!parts.prompt || busy) return;
  parts.zone.show(text, throwing, riichi ? "zone.riichi" : "zone.throw");
  const words = ([...text].length > 1 && wordsOf?.(text)) || [];
  if (words.length) say(picking(text, words), parts.prompt);
  else fill(parts.prompt, [...text].length > 1 ? text : (asked ?? ""));
}
