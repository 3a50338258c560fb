// The review after a hand. For each turn: the tile thrown, the best discard, and the wins and calls passed up. For a hand not won: おしい, how near it was.

import { format } from "../address.js";
import { el, fill } from "../dom.js";
import { ask } from "../engine.js";
import { amount, chosen, nameOf, nearestGroups, needs } from "../look/verdict.js";
import { blocksOf, waitList } from "../look/worth.js";
import { SCORING } from "../offers.js";
import { failure } from "../parts/errors.js";
import { percent, signOf, throwText } from "../parts/judged.js";
import { openSheet } from "../parts/sheet.js";
import { counted, groups, named, tile } from "../parts/tile.js";
import { t } from "../texts.js";
import { grouped, without } from "../tiles.js";
import { had } from "./score.js";

const POINT = 0.03; // least chance that a turning point costs
const LETTERS = 8; // letters named of those that a hand accepts

/**
 * A section that shows the review of `record`. `form`: the digits of the game's form, for the links to みる. `answer`: the review, if it was
 * kept; otherwise the section asks for it and passes it to `kept(answer)`.
 */
export function review(record, form = "", { answer = null, kept = (_answer) => {} } = {}) {
  const box = el`section#review.card.stack`({ "aria-label": t("review.title") });
  const title = () => el`h2`({ tabindex: "-1" }, t("review.title"));
  const show = (found) =>
    fill(
      box,
      title(),
      found.seats.map((seat) => seatReview(seat, form, found)),
      found.stopped ? el`p.warn`(t("review.stopped", { line: found.stopped.line })) : null,
    );
  async function load() {
    box.setAttribute("aria-busy", "true");
    fill(box, title(), el`p.note`(el`span.spin`(), ` ${t("busy")}`));
    try {
      const found = await ask("review", { record, seat: null });
      show(found);
      kept(found);
    } catch (error) {
      fill(box, title(), failure(error, load, "review-again"));
    }
    box.removeAttribute("aria-busy");
  }
  if (answer?.seats?.every((seat) => "worst" in seat))
    show(answer); // a kept review that is damaged is asked for again
  else load();
  return box;
}

function seatReview(/** @type {Answers["review"]["seats"][number]} */ seat, form, answer) {
  const link = (turn) =>
    format({
      h: turn.hand,
      m: turn.melds,
      s: without(turn.seen, turn.melds.join("")),
      ...(SCORING.includes(answer.rules) ? { r: answer.rules } : { f: form }),
      l: answer.lexicon === "common" ? "" : answer.lexicon,
    });
  const offers = grouped(seat.offers, (offer) => offer.turn);
  const row = (turn) => turnRow(turn, link(turn), offers.get(turn.turn) ?? []);
  const { choices, fine_choices: good, fine_share: share, mean_cost: mean } = seat;
  return el`div.stack`(
    points(seat, row),
    el`p.big-note`(
      choices ? `${t("review.share", { n: good, of: choices, share: percent(share) })} ` : null,
      mean ? t("review.cost", { cost: percent(mean) }) : null,
    ),
    almost(seat),
    seat.worth?.length > 0 && el`div.stack`(el`h3`(t("match.waits")), waitList(seat.worth)),
    earliest(seat),
    el`details.fold.whole`(
      el`summary`(t("review.all", { n: seat.turns.length })),
      el`div.stack`(
        el`ol.turns`(seat.turns.map(row)),
        [...offers]
          .filter(([number]) => !seat.turns.some((turn) => turn.turn === number))
          .flatMap(([, list]) => list.map(offerLine)),
      ),
    ),
  );
}

/** Whether a choice turned the game: a win was passed, or the choice cost at least POINT. */
const turned = ({ tsumo, measured, cost }) => Boolean(tsumo) || measured !== "chance" || cost >= POINT;

/** The turning points: the choices that cost most, in their order. A press shows the whole turn. */
function points(/** @type {Answers["review"]["seats"][number]} */ { turns, worst }, whole) {
  const shown = turns.filter((turn) => worst.includes(turn.line) && turned(turn));
  if (!shown.length)
    return turns.length ? el`p.note`(t(worst.length ? "review.even" : "review.clean")) : null;
  return el`div`(
    el`h3`(t("review.points")),
    el`ol.points`(
      shown.map((turn) => {
        const name = t("review.turn", { n: turn.turn });
        return el`li`(
          el`button.point`(
            { on: { click: () => openSheet(name, el`ol`(whole(turn))) } },
            el`small`(name),
            tile(turn.thrown, "small"),
            el`span`({ "aria-hidden": "true" }, "→"),
            turn.tsumo ? el`strong`(t("act.tsumo")) : tile(turn.best, "small gold"),
            el`span.unseen`(
              turn.tsumo
                ? `${t("review.threw", { tile: turn.thrown })} ${t("review.tsumo")}`
                : throwText(turn, turn.thrown, turn.best),
            ),
            el`small`(
              turn.measured === "chance" && !turn.tsumo
                ? t("review.costs", { cost: percent(turn.cost) })
                : "",
            ),
          ),
        );
      }),
    ),
  );
}

function almost(/** @type {Answers["review"]["seats"][number]} */ { last, missing }) {
  if (!last || missing > 90) return null;
  if (missing === 0) return needs(last);
  return el`details.fold`(
    el`summary`(t("review.almost", { n: missing })),
    el`div.almost`(nearestGroups(last.nearest.pieces)),
  );
}

/** The earliest win that was possible. If it is the one that the player took, that is said in a sentence. */
function earliest(/** @type {Answers["review"]["seats"][number]} */ { earliest: win, turns, offers }) {
  if (!win) return null;
  const taken = [
    ...turns.filter((turn) => turn.won),
    ...offers.filter((one) => one.event === "ron" && one.taken),
  ];
  if (taken.some(({ turn }) => turn === win.turn)) return el`p.note`(t("review.first"));
  return el`details.fold`(
    el`summary`(t("review.earliest", { turn: win.turn, tile: win.tile, how: t(`act.${win.how}`) })),
    groups(win.score ? blocksOf(win.score) : (win.arrangement ?? [])),
    had(win.score),
  );
}

function turnRow(/** @type {Answers["review"]["seats"][number]["turns"][number]} */ turn, href, offers) {
  const { best } = turn;
  const passed = turn.tsumo && !turn.won;
  const { sign, costs } = turn.forced ? { sign: "・", costs: "" } : signOf(turn, passed ? "" : turn.measured);
  const tell = turn.won
    ? t("review.won")
    : passed || turn.forced
      ? t("review.threw", { tile: turn.thrown })
      : throwText(turn, turn.thrown, best);
  return el`li`(
    { class: `turn${turn.fine ? "" : " off"}` },
    el`p.row.spread`(
      el`strong`(t("review.turn", { n: turn.turn })),
      el`span.note`(nameOf({ shanten: turn.distance - 1 })),
    ),
    el`p.run.wrap`([...turn.hand].map((letter) => tile(letter, "tiny"))),
    el`p.tell`(el`span.sign`({ "aria-hidden": "true" }, `${sign} `), tell, costs),
    passed
      ? [
          el`p.warn.why`(`${t("review.tsumo")} ${turn.why.words.map(named).join(t("comma"))}`),
          had(turn.score),
        ]
      : reasons(turn),
    offers.map(offerLine),
    el`a.button`({ href }, t("done.look")),
  );
}

/** Why the best discard was better: what the hand accepts after it, and what of this was lost. */
function reasons(/** @type {Answers["review"]["seats"][number]["turns"][number]} */ { why, best, discards }) {
  if (!why) return null;
  const { accepts, lost } = why;
  const line = (text, letters) => el`p.note.why`(`${text} `, counted(letters, LETTERS));
  const all = lost.length === accepts.length;
  return [
    line(chosen(best, discards[0].shanten, accepts), accepts),
    lost.length > 0 && line(t(all ? "review.alllost" : "review.lost", amount(lost)), all ? [] : lost),
  ];
}

function offerLine(/** @type {Answers["review"]["seats"][number]["offers"][number]} */ offer) {
  const line = el`p`(
    { class: offer.event === "ron" && !offer.taken ? "warn" : "note" },
    t(`review.${offer.taken ? "did" : "could"}.${offer.event}`, { tile: offer.tile, word: named(offer) }),
  );
  const { score } = /** @type {{score?: Score}} */ (offer);
  return score ? [line, had(score)] : line;
}
