// The one clear line, and the words under it: the arrangements of a win, or the nearest there is.

import { el, fill, say } from "../dom.js";
import { leaves } from "../parts/leaves.js";
import { groups, tile } from "../parts/tile.js";
import { t } from "../texts.js";

/** "和了", "聴牌", "2向聴". */
export function nameOf(shanten) {
  return shanten === -1 ? t("agari") : shanten === 0 ? t("tenpai") : t("shanten", { n: shanten });
}

/** The line below the name: how many arrangements, waits or tiles that help. */
export function detailOf(report) {
  if (report.shanten === -1) return t("verdict.agari", { n: report.arrangement_count });
  const best = report.discards[0];
  const of = best ? best.accepts : report.accepts;
  const values = { kinds: of.length, tiles: of.reduce((sum, draw) => sum + draw.unseen, 0), tile: best?.tile };
  if (best) return t(report.shanten === 0 ? "verdict.choose" : "verdict.choosefar", values);
  return t(report.shanten === 0 ? "verdict.waits" : "verdict.accepts", values);
}

export function verdict() {
  const box = el("section", { class: "card verdict", id: "verdict", "aria-label": t("verdict.label") });
  return {
    box,
    /** Of a hand that is no hand yet: how many tiles it wants. */
    wanting(count) {
      box.removeAttribute("aria-busy");
      delete box.dataset.shanten;
      fill(box, el("p", { class: "big", id: "verdict-name", text: t("verdict.wanting", { n: count }) }),
        el("p", { class: "note", text: t("verdict.sizes") }));
    },
    busy() { box.setAttribute("aria-busy", "true"); },
    failed(text) {
      box.removeAttribute("aria-busy");
      fill(box, el("p", { class: "warn", id: "verdict-name", role: "alert", text }));
    },
    show(report) {
      box.removeAttribute("aria-busy");
      const win = report.shanten === -1;
      box.dataset.shanten = report.shanten;
      fill(box, el("p", { class: "verdict-line" }, el("strong", { class: "big", id: "verdict-name", text: nameOf(report.shanten) }),
        el("span", { class: "detail", id: "verdict-detail", text: detailOf(report) })),
        win ? leaves(report.arrangements, report.arrangement_count) : nearest(report));
      say(`${nameOf(report.shanten)} ${detailOf(report)}`);
    },
  };
}

function nearest({ nearest: { pieces, spare } }) {
  const blocks = pieces.map((piece) => ({ letters: piece.tiles, words: piece.words, missing: piece.missing }));
  return [el("h2", { class: "quiet", text: t("verdict.nearest") }), groups(blocks),
    spare ? el("p", { class: "row spare" }, el("span", { class: "note", text: t("verdict.spare") }), [...spare].map((letter) => tile(letter, "small"))) : null];
}
