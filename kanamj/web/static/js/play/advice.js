// The help line. If help is on, it shows the shanten, the best discard, and a button that lays the nearest words.

import { button, el, fill } from "../dom.js";
import { detailOf, nameOf } from "../look/verdict.js";
import { withWords } from "../parts/cells.js";
import { sentence } from "../parts/errors.js";
import { advised, nearestOf, signOf, throwText } from "../parts/judged.js";
import { readingsOf } from "../parts/tile.js";
import { t } from "../texts.js";
import { RULES } from "../offers.js";
import { letters, questionOf, racksNow } from "./game.js";

/** Fill the help line; empty it if help is off. */
export async function advise(state) {
  const { parts, hand } = state;
  if (state.wishes.help && state.advised?.hand === hand && parts.help.hasChildNodes()) return; // it is there
  fill(parts.help);
  if (!state.wishes.help || hand.view.end) return;
  const here = () => state.hand === hand && state.wishes.help;
  const asked = questionOf(hand);
  try {
    fill(parts.help, el`span.spin`({ role: "img", "aria-label": t("busy") }));
    const report = await advised(asked);
    if (!here()) return;
    state.advised = { hand, report };
    const whole = nearestOf(report).pieces.filter((piece) => piece.words.length && !piece.missing);
    const words = readingsOf(report.arrangements[0] ?? whole);
    fill(
      parts.help,
      el`span`(el`strong`(nameOf(report)), ` ${detailOf(report)}`),
      words.length
        ? button(t("play.lay"), () => lay(state, words), { class: "button slim", id: "lay" })
        : null,
    );
  } catch (error) {
    if (here()) fill(parts.help, sentence(error));
  }
}

/** What is said of a throw while it can be taken back. With help on it is the verdict, if that is known. */
export function verdictOn({ wishes, hand, advised: known }, tile) {
  const { discards = [], measured, advice } = known?.hand === hand ? known.report : {};
  const choice = discards.find((one) => one.tile === tile);
  if (!wishes.help || !choice) return t("told.mine", { tile });
  const { sign, costs } = signOf(choice, measured);
  return `${sign} ${throwText(choice, tile, advice?.tile)}${costs}`;
}

/** Lay these words, in racks of their form: only seven pairs have more than one word of two letters. */
function lay(state, words) {
  const [usual, pairs] = RULES[state.hand.rules];
  const form = words.filter((word) => [...word].length === 2).length > 1 ? pairs : usual;
  if (form !== state.form) {
    state.form = form;
    state.board.hand(letters(state.hand), racksNow(state));
  }
  state.board.move((now) => withWords(now, words));
}
