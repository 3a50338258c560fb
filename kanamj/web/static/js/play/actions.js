// The buttons under the table: what can be said now. Words come from the player's board; with help on, from the rules.

import { button, el } from "../dom.js";
import { spelt } from "../parts/tile.js";
import { t } from "../texts.js";

/** The buttons of this moment. `racks`: the board's state; `told`: help is on; `act(move)`, `refuse(sentence)`, `ask()` turns help on for now. */
export function actions(view, racks, told, { act, refuse, reveal }) {
  const legal = (event) => view.legal.filter((move) => move.event === event);
  const arranged = racks.length > 0 && racks.every((rack) => rack.words.length);
  const wins = (event) => {
    const can = legal(event)[0];
    if (told && !can) return null;
    return button(t(`act.${event}`), () => {
      if (!told && !arranged) return refuse(t("act.arrange"));
      return can ? act(can) : refuse(t(view.missed ? "act.missed" : "act.nowin"));
    }, { class: can && (told || arranged) ? "button main" : "button", id: `act-${event}` });
  };
  if (view.phase === "Discard") return [view.drawn ? wins("tsumo") : null];
  const claims = [...legal("kan"), ...legal("call")];
  const mine = told ? claims : claims.filter((move) => racks.some((rack) => rack.words.length && sortedText(rack.text) === sortedText(move.letters)));
  return [
    wins("ron"),
    mine.slice(0, 12).map((move) => button("", () => act(move), { class: "button main call", data: { letters: move.letters } })).map((node, i) => {
      node.append(t(`act.${mine[i].event}`), el("strong", { text: mine[i].words?.length ? `${mine[i].words[0].reading} ${spelt(mine[i].words)}` : mine[i].letters }));
      return node;
    }),
    !told && claims.length > mine.length ? button(t("act.reveal"), reveal, { class: "plain", id: "act-reveal" }) : null,
    button(t("act.pass"), () => act({ event: "pass" }), { id: "act-pass" }),
  ].flat();
}

function sortedText(text) {
  return [...text].sort().join("");
}
