// The place to throw to, under the hand: a button that throws the selected tile, and what was thrown. For two seconds a thrown tile can be taken
// back.

import { el, fill } from "../dom.js";
import { t } from "../texts.js";

const UNDO_MS = 2000;

/**
 * The place with the id `id`; `beside` is shown in it. `toss()` throws the selected tile, `refuse(sentence)` says why nothing can be thrown.
 */
export function throwZone(id, beside, { toss, refuse }) {
  let selected = "";
  let takeBack = null; // ends the two seconds
  const press = () => {
    if (takeBack) takeBack();
    else if ([...selected].length === 1) toss();
    else refuse(t(selected ? "zone.one" : "zone.choose"));
  };
  const act = el`button.button.throw`({
    id: `${id}-button`,
    on: { click: press },
    vars: { "--undo": `${UNDO_MS}ms` },
  });
  const node = el`div.zone`({ id }, act, beside);
  const label = (text, gold) => {
    fill(act, text);
    act.classList.toggle("main", gold);
  };
  return {
    node,
    /** Show what a press does: `text` are the selected letters, `on` says whether one of them can be thrown now. */
    show(text, on, name = "zone.throw") {
      selected = text;
      if (takeBack) return;
      act.disabled = !on;
      label(
        [...text].length === 1 && on ? t(name, { tile: text }) : t("zone.place"),
        text.length === 1 && on,
      );
    },
    /** Wait for two seconds. False if the player takes the tile back, or if `going()` is false then. */
    async settled(going) {
      act.disabled = false;
      label(t("zone.back"), false);
      act.classList.add("waiting");
      const kept = await new Promise((resolve) => {
        const timer = setTimeout(() => resolve(true), UNDO_MS);
        takeBack = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      takeBack = null;
      act.classList.remove("waiting");
      this.show("", false);
      return kept && going();
    },
    takeBack: () => takeBack?.(),
  };
}
