// The help line. If help is on, it shows the shanten, the best discard, and a button that lays the nearest words.

import { button, el, fill } from "../dom.js";
import { detailOf, nameOf } from "../look/verdict.js";
import { withWords } from "../parts/cells.js";
import { sentence } from "../parts/errors.js";
import { advised, nearestOf } from "../parts/judged.js";
import { t } from "../texts.js";
import { questionOf } from "./game.js";

/** Fill the help line; empty it if help is off. */
export async function advise(state) {
  const { parts, hand } = state;
  parts.help.textContent = "";
  if (!state.wishes.help || hand.view.end) return;
  const here = () => state.hand === hand && state.wishes.help;
  const asked = questionOf(hand);
  try {
    fill(parts.help, el`span.spin`({ role: "img", "aria-label": t("busy") }));
    const report = await advised(asked);
    if (!here()) return;
    const words = nearestOf(report)
      .pieces.filter((piece) => piece.words.length && !piece.missing)
      .map((piece) => piece.words[0].reading);
    fill(
      parts.help,
      el`span`(el`strong`(nameOf(report)), ` ${detailOf(report)}`),
      words.length
        ? button(t("play.lay"), () => state.board.move((now) => withWords(now, words)), {
            class: "button slim",
            id: "lay",
          })
        : null,
    );
  } catch (error) {
    if (here()) parts.help.textContent = sentence(error);
  }
}
