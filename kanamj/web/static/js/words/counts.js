// The card that says what counts as a word, with the switch that shows all words.

import { el, fill } from "../dom.js";
import { allWords, info } from "../engine.js";
import { forgetWords } from "../parts/lexicon.js";
import { save } from "../store.js";
import { t } from "../texts.js";

const ROWS = 10; // counts.row.1 …, each with a kind of word, whether it counts, and examples

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
          Array.from({ length: ROWS }, (_, i) => {
            const [kind, ...cells] = t(`counts.row.${i + 1}`).split(" | ");
            return el`tr`(
              el`th`({ scope: "row" }, kind),
              cells.map((cell) => el`td`(cell)),
            );
          }),
        ),
      ),
      el`label.check`(all, t("counts.all")),
      why,
    ),
  );
}
