// The verdict in one line, and below it the words: the arrangements of a win, or the nearest arrangement.

import { el, fill, once, say } from "../dom.js";
import { groups, leaves, named, tile } from "../parts/tile.js";
import { waiting } from "../parts/waiting.js";
import { current, t } from "../texts.js";
import { winWorth } from "./worth.js";

const NUMBERS = "零一二三四五六七八九";
const FAR = 90; // a larger shanten means that no form fits the hand

/** Whether the words of the list cannot complete the hand by any form, whatever is drawn. */
export const hopeless = ({ shanten }) => shanten > FAR;

/** The name of a distance in the language of the page: "あがり", "テンパイ", "二向聴" or "Win" … */
export function nameOf({ shanten }) {
  if (hopeless({ shanten })) return t("shanten.none");
  return shanten === -1
    ? t("agari")
    : shanten === 0
      ? t("tenpai")
      : t("shanten", { n: current() === "ja" ? (NUMBERS[shanten] ?? shanten) : shanten });
}

/** The line beside the name: the number of arrangements, waits or tiles that help. If the report has `advice`, the line names the discard. */
export function detailOf(/** @type {HandReport} */ report) {
  if (report.shanten === -1) return t("verdict.agari", { n: report.arrangement_count });
  if (hopeless(report)) return "";
  const best = report.advice;
  if (report.discards.length && !best) return t("verdict.weighing");
  if (best) return chosen(best.tile, report.shanten, best.accepts);
  return t(report.shanten === 0 ? "verdict.waits" : "verdict.accepts", amount(report.accepts));
}

/** What the hand accepts after that discard, and how many tiles these are. */
export const chosen = (discard, shanten, accepts) =>
  t(shanten === 0 ? "verdict.choose" : "verdict.choosefar", { tile: discard, ...amount(accepts) });

export const amount = (/** @type {{unseen: number}[]} */ accepts) => ({
  kinds: accepts.length,
  tiles: accepts.reduce((sum, draw) => sum + draw.unseen, 0),
});

export function verdict() {
  const box = el`section#verdict.card.verdict`({ "aria-label": t("verdict.label") });
  let shown = null;
  return {
    box,
    /** Show how many tiles the hand still needs before it can be judged. */
    wanting(count) {
      box.removeAttribute("aria-busy");
      shown = null;
      box.classList.add("wanting");
      delete box.dataset.shanten;
      fill(box, el`p#verdict-name.big`(t("verdict.wanting", { n: count })), el`p.note`(t("verdict.sizes")));
    },
    /** The report that is shown, or null. */
    report: () => shown,
    /** Whether a discard is advised. */
    advised: () => Boolean(box.dataset.advice),
    /** The answer is worked out. Until it comes, the one before stays; if there is none, or if there is a `text`, the card says what it waits for. */
    busy(text = undefined) {
      box.classList.remove("wanting");
      box.setAttribute("aria-busy", "true");
      if (text) shown = null;
      if (!shown) fill(box, el`p.verdict-line`(waiting(text)));
    },
    failed(why) {
      shown = null;
      box.removeAttribute("aria-busy");
      delete box.dataset.shanten;
      fill(box, why);
    },
    /** Show a report. `near`: the arrangement to draw, {pieces, spare}; null until the best discard is known. */
    show(report, near = null) {
      box.removeAttribute("aria-busy");
      shown = report;
      box.dataset.shanten = report.shanten;
      if (report.advice) box.dataset.advice = report.advice.tile;
      else delete box.dataset.advice;
      const [name, detail] = [nameOf(report), detailOf(report)];
      const { shanten, wide, worth, arrangements, arrangement_count: count, advice } = report;
      const all = () => leaves(arrangements, count);
      fill(
        box,
        once(["line", name, detail], () =>
          el`p.verdict-line`(el`strong#verdict-name.big`(name), el`span#verdict-detail.detail`(detail)),
        ),
        strangers(report),
        wide?.length > 0 &&
          once(["wide", wide], () => el`div#wide.stack`(el`p`(t("verdict.wide")), groups(wide))),
        shanten === -1 && worth && once(["worth", worth[0]], () => winWorth(worth[0])),
        shanten === -1 &&
          once(["all", Boolean(worth), arrangements, count], () =>
            worth ? el`details.fold`(el`summary`(t("worth.all")), all()) : all(),
          ),
        near && shanten !== -1 && once(["near", near, advice?.tile], () => nearest(near, advice)),
        needs(report),
      );
      say(`${name} ${detail}`);
    },
  };
}

/** A note on how hard a win or a tenpai hand is: how many of the easiest words one has to know for it, and the rarest of them. */
export function needs({ shanten, vocabulary }) {
  if (!vocabulary) return null;
  const word = named(vocabulary.words[0]);
  const what = `needs.${vocabulary.easy ? "easy." : ""}${shanten === -1 ? "win" : "tenpai"}`;
  return el`p.note.needs`(t(what, { n: vocabulary.size, word }));
}

/** A warning about called words that are not in the list. Such words come from a link or from another list. */
function strangers(/** @type {Answers["judge"]} */ { melds }) {
  const unknown = (melds ?? [])
    .filter((meld) => meld.words && !meld.words.length)
    .map((meld) => meld.letters);
  return unknown.length ? el`p.warn`(t("options.meld.unknown", { word: unknown.join("・") })) : null;
}

/** The words and the parts of words of the nearest arrangement. */
export const nearestGroups = (pieces) =>
  groups(pieces.map(({ tiles: letters, ...piece }) => ({ letters, ...piece })));

function nearest({ pieces, spare }, advice) {
  return el`div.stack`(
    el`h2.quiet`(advice ? t("verdict.left", { tile: advice.tile }) : t("verdict.nearest")),
    nearestGroups(pieces),
    spare
      ? el`p.row.spare`(
          el`span.note`(t("verdict.spare")),
          [...spare].map((letter) => tile(letter, "small")),
        )
      : null,
  );
}
