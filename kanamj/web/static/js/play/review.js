// After a hand: each turn, what was thrown and what would have been best, what was there and not taken, and おしい.

import { format } from "../address.js";
import { el, fill } from "../dom.js";
import { ask } from "../engine.js";
import { percent } from "../look/discards.js";
import { nameOf } from "../look/verdict.js";
import { sentence } from "../parts/errors.js";
import { groups, spelt, tile } from "../parts/tile.js";
import { t } from "../texts.js";

/** A section that fills itself with the review of `record`. `forms`: digits of the game, for the links. */
export function review(record, form = "") {
  const box = el("section", { class: "card stack", id: "review", "aria-busy": "true" }, el("h2", { text: t("review.title") }), el("p", { class: "note" }, el("span", { class: "spin" }), ` ${t("busy")}`));
  ask("review", { record, seat: null, draws: 2 }).then((answer) => {
    fill(box, el("h2", { text: t("review.title") }), answer.seats.map((seat) => seatReview(seat, form, answer)),
      answer.stopped ? el("p", { class: "warn", text: t("review.stopped", { why: answer.stopped.why, line: answer.stopped.line }) }) : null);
  }).catch((error) => fill(box, el("h2", { text: t("review.title") }), el("p", { class: "warn", role: "alert", text: sentence(error) })))
    .finally(() => box.removeAttribute("aria-busy"));
  return box;
}

function seatReview(seat, form, answer) {
  const link = (turn) => format([["h", turn.hand], ...turn.melds.map((word) => ["m", word]), ["s", turn.seen], ["f", form], ["l", answer.lexicon === "common" ? "" : answer.lexicon]]);
  const offers = new Map();
  for (const offer of seat.offers) offers.set(offer.turn, [...(offers.get(offer.turn) ?? []), offer]);
  return el("div", { class: "stack" },
    el("p", { class: "big-note", text: [seat.share === null ? "" : t("review.share", { n: seat.best_choices, of: seat.choices, share: percent(seat.share) }), seat.cost && seat.choices ? t("review.cost", { cost: percent(seat.cost / seat.choices) }) : ""].filter(Boolean).join(" ") }),
    almost(seat), earliest(seat.earliest),
    el("ol", { class: "turns" }, seat.turns.map((turn) => turnRow(turn, link(turn), offers.get(turn.turn) ?? []))),
    [...offers].filter(([number]) => !seat.turns.some((turn) => turn.turn === number)).flatMap(([, list]) => list.map(offerLine)));
}

function almost({ last, missing }) {
  if (!last || missing === 0) return null;
  const blocks = last.nearest.pieces.map((piece) => ({ letters: piece.tiles, words: piece.words, missing: piece.missing }));
  return el("div", { class: "almost" }, el("h3", { text: t("review.almost", { n: missing }) }), groups(blocks));
}

function earliest(win) {
  if (!win) return null;
  return el("div", {}, el("h3", { text: t("review.earliest", { turn: win.turn, tile: win.tile, how: t(`act.${win.how}`) }) }), groups(win.arrangement ?? []));
}

function turnRow(turn, href, offers) {
  const best = turn.best_by_chance ?? turn.best_by_accepts;
  const passed = turn.tsumo && !turn.won;
  const tell = turn.won ? t("review.won") : passed || turn.forced ? t("review.threw", { tile: turn.thrown }) : turn.is_best ? t("review.isbest", { tile: turn.thrown }) : t("review.better", { tile: turn.thrown, best });
  return el("li", { class: `turn${turn.is_best || turn.won || turn.forced ? "" : " off"}` },
    el("p", { class: "row spread" }, el("strong", { text: t("review.turn", { n: turn.turn }) }), el("span", { class: "note", text: nameOf(turn.distance - 1) })),
    el("p", { class: "run wrap" }, [...turn.hand].map((letter) => tile(letter, "tiny"))),
    el("p", { class: "tell" }, el("span", { class: "sign", "aria-hidden": "true", text: turn.forced ? "・ " : turn.is_best || turn.won ? "◎ " : "△ " }), tell, turn.cost ? t("review.costs", { cost: percent(turn.cost) }) : ""),
    passed ? el("p", { class: "warn", text: t("review.tsumo") }) : null, offers.map(offerLine),
    el("a", { class: "button", href, text: t("review.look") }));
}

function offerLine(offer) {
  const word = offer.words?.length ? `${offer.words[0].reading} ${spelt(offer.words)}` : offer.letters ?? "";
  return el("p", { class: offer.event === "ron" && !offer.taken ? "warn" : "note", text: t(offer.taken ? "review.taken" : "review.nottaken", { tile: offer.tile, act: t(`act.${offer.event}`), word }) });
}
