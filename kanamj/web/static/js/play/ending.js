// The end of a hand. On the table: who won with which words, and the buttons to go on. Below it: all hands, the wins so far, and the record.

import { button, el } from "../dom.js";
import { groups, spelt, tile } from "../parts/tile.js";
import { download } from "../parts/share.js";
import { t } from "../texts.js";
import { relative } from "./game.js";
import { handEnd } from "./score.js";
import { nameOf } from "./table.js";

const isMine = (view) => view.end.wins.some((win) => win.player === view.seat);

/** Who won, as one sentence. */
export function outcome(/** @type {Answers["game"]} */ view) {
  const { how, wins } = view.end;
  const one = (win) => t(`end.${how}`, { who: nameOf(view, win.player), tile: win.tile ?? "" });
  return wins.length ? wins.map(one).join(" ") : t(how === "rons" ? "match.rons" : "end.wall");
}

/** What the table shows at the end. The player's own win lies on the board, so only the words of others are shown. The buttons call `next()`, `share()`, `look()` and `stop()`; after the last hand of a match `result()` in place of `next()`. */
export function ending(/** @type {Answers["game"]} */ view, { next, share, look, stop, result }) {
  const mine = isMine(view);
  const small = (label, act, id) => button(t(label), act, { class: "button slim", id });
  return el`section#ending.ending`(
    { class: mine ? "mine" : "", "aria-labelledby": "end-title" },
    mine && !view.match ? el`p.hurrah`({ "aria-hidden": "true" }, t("end.hurrah")) : null,
    el`h2#end-title.end-title`({ tabindex: "-1" }, outcome(view)),
    view.end.deposits && view.end.wins.length && !view.match
      ? el`p.note`(t("end.sticks", { who: nameOf(view, view.end.wins[0].player), n: view.end.deposits }))
      : null,
    view.match && handEnd(view),
    el`div.row.acts`(
      view.match?.settlement.length
        ? button(t("match.result"), result, { class: "button main", id: "match-result" })
        : button(t("end.next"), next, { class: "button main", id: "next-hand" }),
      mine ? small("done.share", share, "share-win") : null,
      view.record ? small("review.title", look, "to-review") : null,
      small("end.stop", stop, "stop"),
    ),
    view.end.wins
      .filter((win) => win.player !== view.seat && !win.score)
      .map((win) => el`div`(el`p.note`(nameOf(view, win.player)), groups(win.arrangement ?? []))),
  );
}

/** The card below the review. `wins`: the number of wins of each player, the human first. */
export function summary(/** @type {Answers["game"]} */ view, wins) {
  const order = view.players.map((_, seat) => seat);
  order.sort((a, b) => relative(view, a) - relative(view, b));
  return el`section#summary.card.stack`(
    view.wide?.declared.length
      ? el`p#declared.note`(
          t("end.declared", { words: view.wide.declared.map((word) => spelt([word])).join("・") }),
        )
      : null,
    el`table.score`(
      el`caption`(t("end.score")),
      el`tbody`(
        order.map((seat) =>
          el`tr`(
            el`th`({ scope: "row" }, nameOf(view, seat)),
            el`td`(t("end.wins", { n: wins[relative(view, seat)] ?? 0 })),
          ),
        ),
      ),
    ),
    el`details.fold`(
      el`summary`(t("end.hands")),
      (view.hands ?? []).map((hand, seat) =>
        el`p.row.shown-hand`(
          el`strong`(nameOf(view, seat)),
          el`span.run`([...hand].map((letter) => tile(letter, "tiny"))),
        ),
      ),
    ),
    view.record
      ? el`p`(
          button(t("record.save"), () => download(`kanamj-${view.id.slice(0, 8)}.jsonl`, view.record), {
            id: "record-save",
          }),
        )
      : null,
  );
}
