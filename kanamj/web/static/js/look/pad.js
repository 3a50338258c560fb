// The pad: a key for each letter, in gojūon order. A key shows how many copies are left.

import { el, segments } from "../dom.js";
import { rove } from "../parts/focus.js";
import { choicesOf, t } from "../texts.js";
import { plain } from "../ruby.js";
import { OTHER, PLAIN, copiesOf } from "../tiles.js";

/** The pad. A key calls `add(letter)`. `update(leftOf, state)` shows how many copies of each letter are left. */
export function pad(add) {
  const keys = new Map();
  const block = (columns, name) =>
    el`div`(
      { class: `keys keys-${name}`, role: "group", "aria-label": t(`pad.${name}`), data: { block: name } },
      columns.map((column) =>
        [...column].map((letter) => (letter === " " ? el`span.key.none`() : key(letter))),
      ),
    );
  const key = (letter) => {
    const node = el`button.tile.key`(
      { tabindex: "-1", data: { letter }, on: { click: () => add(letter) } },
      letter,
    );
    keys.set(letter, node);
    return node;
  };
  const blocks = el`div.pad-blocks`(
    { data: { shown: "plain" } },
    block(PLAIN, "plain"),
    block(OTHER, "other"),
  );
  const shows = (name) => {
    blocks.dataset.shown = name;
    roving.settle();
  };
  const choice = segments(
    "pad-choice",
    t("pad.choose"),
    choicesOf("pad", ["plain", "other"]),
    "plain",
    shows,
  );
  const box = el`details#pad.card.pad.fold`(el`summary`(t("pad.title")), blocks, choice);
  const roving = rove(blocks, ".key:not(.none)");
  box.addEventListener("toggle", () => roving.settle());
  return {
    box,
    update(leftOf, { tiles: set }) {
      for (const [letter, node] of keys) {
        const count = leftOf(letter);
        node.classList.toggle("gone", count <= 0);
        node.setAttribute("aria-disabled", String(count <= 0));
        node.setAttribute(
          "aria-label",
          plain(t(copiesOf(letter, set) ? "pad.key" : "pad.nokey", { letter, n: Math.max(0, count) })),
        );
        node.dataset.left = Math.max(0, count);
      }
      roving.settle();
    },
  };
}
