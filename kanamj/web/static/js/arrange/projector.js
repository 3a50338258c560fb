// The projector: a hand so large that a class reads it from six metres, and nothing else; a key shows its words, a key deals the next hand.

import { button, el, fill } from "../dom.js";
import { ask } from "../engine.js";
import { failure } from "../parts/errors.js";
import { turnOver } from "../parts/feel.js";
import { spelt, tile } from "../parts/tile.js";
import { waiting } from "../parts/waiting.js";
import { t } from "../texts.js";

const NEXT = ["ArrowRight", "PageDown", "n", "N"];
const WORDS = [" ", "Enter", "ArrowDown"];

/** Open the projector with a hand of this level. It closes by Escape. */
export function projector({ form, level }) {
  let deal = null;
  let round = 0;
  const series = String(Math.floor(10_000 + 90_000 * Math.random())); // `series` of kanamj/learn/dealer.py says the seeds
  const name = el`span.note`();
  const hand = el`div.projected`();
  const words = el`div.projected-words`({ "aria-live": "polite" });
  const show = button(t("projector.words"), reveal, { id: "projector-words" });
  const box = /** @type {HTMLDialogElement} */ (
    el`dialog#projector.felt`(
      { "aria-label": t("projector.title") },
      hand,
      words,
      el`div.row.projector-acts`(
        show,
        button(t("arrange.next"), next, { class: "button main", id: "projector-next" }),
        button(t("close"), () => box.close(), { class: "plain", id: "projector-close" }),
        el`span.note`(t("projector.keys"), el`br`(), name),
      ),
    )
  );
  box.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onButton = /** @type {Element} */ (event.target).closest("button");
    if (NEXT.includes(event.key)) next();
    else if (WORDS.includes(event.key) && !onButton) reveal();
    else return;
    event.preventDefault();
  });
  box.addEventListener("close", () => {
    box.remove();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  });
  document.body.append(box);
  box.showModal();
  box.focus();
  box.requestFullscreen?.().catch(() => {}); // the window may be refused; the dialog fills it anyway
  next();

  async function next() {
    const mine = ++round;
    deal = null;
    fill(words);
    fill(name, t("projector.sheet", { series, n: mine }));
    fill(hand, waiting(t("arrange.dealing")));
    try {
      const found = await ask("deal", { form, level, seed: `${series}/${mine}`, answer: 1 });
      if (mine !== round) return;
      deal = found;
      const letters = [...found.hand];
      hand.style.setProperty("--row", String(Math.ceil(letters.length / (letters.length > 8 ? 2 : 1))));
      fill(
        hand,
        letters.map((letter) => tile(letter)),
      );
      turnOver([...hand.children]);
    } catch (error) {
      if (mine === round) fill(hand, failure(error, next, "projector-again"));
    }
  }
  function reveal() {
    if (!deal) return;
    fill(
      words,
      deal.arrangements[0].map(({ letters, words: known }) =>
        el`span.projected-word`(
          el`span.run`([...(known[0]?.reading ?? letters)].map((letter) => tile(letter, "gold"))),
          el`strong`(known.length ? spelt(known) : ""),
        ),
      ),
    );
    turnOver([...words.querySelectorAll(".tile")]);
  }
}
