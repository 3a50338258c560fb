// Lists all words that some of the player's letters spell, the longest first. A tap lays a word on the board above the list; a second tap takes it back.

import { el, fill } from "../dom.js";
import { t } from "../texts.js";
import { grouped, without } from "../tiles.js";
import { byReading, spelt, tile, written } from "./tile.js";

/** The board, and below it the words by length. `words`: [{letters, words}], as the engine returns them. */
export function spelled(letters, words) {
  let laid = [];
  const wordOf = ([reading, ones]) =>
    el`button.word`({ data: { reading }, on: { click: () => lay(reading) } }, written(spelt(ones), reading));
  const board = el`div.spell-board`();
  const box = el`div.stack`(
    board,
    [...grouped(words, (one) => [...one.letters].length)].map(([n, ones]) =>
      el`div.stack.spelled`(
        el`h3.quiet`(t("spell.length", { n })),
        el`div.words`(ones.flatMap((one) => byReading(one.words)).map(wordOf)),
      ),
    ),
  );
  const run = (text, look) => el`span.run.wrap`([...text].map((letter) => tile(letter, `small ${look}`)));

  function lay(reading) {
    laid = laid.includes(reading) ? laid.filter((one) => one !== reading) : [...laid, reading];
    while (without(laid.join(""), letters)) laid.shift(); // if letters lack, the words laid first go back
    draw();
  }
  function draw() {
    fill(
      board,
      laid.map((reading) => run(reading, "gold")),
      run(without(letters, laid.join("")), ""),
    );
    for (const node of box.querySelectorAll("[data-reading]"))
      node.setAttribute("aria-pressed", String(laid.includes(node.dataset.reading)));
  }
  draw();
  return box;
}
