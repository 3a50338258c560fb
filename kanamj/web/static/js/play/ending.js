// The card at the end of a hand: who won with which words, all hands, the wins so far, and buttons to go on.

import { button, el } from "../dom.js";
import { groups, spelt, tile } from "../parts/tile.js";
import { download } from "../parts/share.js";
import { t } from "../texts.js";
import { relative } from "./game.js";
import { nameOf } from "./table.js";

/** The card. `wins`: the number of wins of each player, the human first. The buttons call `next()` and `stop()`. */
export function ending(/** @type {Answers["game"]} */ view, wins, { next, stop }) {
  const { how, wins: won } = view.end;
  const mine = won.some((win) => win.player === view.seat);
  const title = won.length
    ? won.map((win) => t(`end.${how}`, { who: nameOf(view, win.player), tile: win.tile ?? "" })).join(" ")
    : t("end.wall");
  return el`section#ending`(
    { class: `card stack${mine ? " mine" : ""}`, "aria-labelledby": "end-title" },
    el`h2#end-title.big`({ tabindex: "-1" }, title),
    won.map((win) => el`div`(el`p.note`(nameOf(view, win.player)), groups(win.arrangement ?? []))),
    view.wide?.declared.length
      ? el`p#declared.note`(
          t("end.declared", { words: view.wide.declared.map((word) => spelt([word])).join("・") }),
        )
      : null,
    el`details.fold`(
      el`summary`(t("end.hands")),
      (view.hands ?? []).map((hand, seat) =>
        el`p.row.shown-hand`(
          el`strong`(nameOf(view, seat)),
          el`span.run`([...hand].map((letter) => tile(letter, "tiny"))),
        ),
      ),
    ),
    el`table.score`(
      el`caption`(t("end.score")),
      el`tbody`(
        view.players
          .map((_, seat) => seat)
          .sort((a, b) => relative(view, a) - relative(view, b))
          .map((seat) =>
            el`tr`(
              el`th`({ scope: "row" }, nameOf(view, seat)),
              el`td`(t("end.wins", { n: wins[relative(view, seat)] ?? 0 })),
            ),
          ),
      ),
    ),
    el`div.row`(
      button(t("end.next"), next, { class: "button main", id: "next-hand" }),
      view.record
        ? button(t("record.save"), () => download(`kanamj-${view.id.slice(0, 8)}.jsonl`, view.record), {
            id: "record-save",
          })
        : null,
      button(t("end.stop"), stop, { id: "stop" }),
    ),
  );
}
