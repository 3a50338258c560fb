// The box of みる that lists the words that letters of the hand spell. The engine is asked only while the box is open.

import { el, fill, later } from "../dom.js";
import { ask } from "../engine.js";
import { failure } from "../parts/errors.js";
import { spelled } from "../parts/spelled.js";
import { t } from "../texts.js";

const WAIT_MS = 150;

export function spell() {
  const list = el`div#spelled.stack`();
  const box = el`details#spell.card.fold`(el`summary`(el`h2`(t("spell.title"))), list);
  let asked = "";
  let now = null;
  const look = later(async () => {
    const letters = now?.hand.join("") ?? "";
    const question = `${letters} ${now?.lexicon} ${now?.tiles}`;
    if (!box.open || question === asked) return;
    asked = question;
    if (!letters) return void fill(list, el`p.note`(t("spell.none")));
    try {
      const { words, readings } = await ask("spell", { letters, lexicon: now.lexicon, tiles: now.tiles });
      if (question !== asked) return;
      fill(
        list,
        el`p.note`(readings ? `${t("found.count", { n: readings })} ${t("spell.how")}` : t("found.none")),
        spelled(letters, words),
      );
    } catch (error) {
      asked = "";
      fill(list, failure(error, look, "spell-again"));
    }
  }, WAIT_MS);
  box.addEventListener("toggle", look);
  return {
    box,
    update(state) {
      now = state;
      look();
    },
  };
}
