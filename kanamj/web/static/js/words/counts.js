// The card that says what counts as a word, with the switch that shows all words.

import { el, fill } from "../dom.js";
import { allWords, info } from "../engine.js";
import { forgetWords } from "../parts/lexicon.js";
import { save } from "../store.js";
import { t } from "../texts.js";

/** The card. `changed()` is called when the switch was turned. */
export function countsCard(changed) {
  const all = el`input#all-words`({
    type: "checkbox",
    checked: allWords(),
    on: {
      change: () => {
        save("all-words", all.checked);
        forgetWords();
        changed();
      },
    },
  });
  const why = el`p.note`(t("counts.all.why"));
  info().then((known) => {
    if (!known.all_words) return;
    [all.checked, all.disabled] = [true, true];
    fill(why, t("counts.all.server"));
  });
  return el`details#counts.card.fold`(
    el`summary`(t("counts.title")),
    el`div.stack`(
      el`p`(t("counts.lead")),
      el`table.counts`(
        el`tbody`(
          t("counts.rows").map(([kind, sign, such]) =>
            el`tr`(el`th`({ scope: "row" }, kind), el`td`(sign), el`td`(such)),
          ),
        ),
      ),
      el`label.check`(all, t("counts.all")),
      why,
    ),
  );
}
