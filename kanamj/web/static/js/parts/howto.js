// あそびかた: the rules in a few lines, each with a picture of tiles.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { tile } from "./tile.js";

const run = (letters, look = "") => el("span", { class: "run" }, [...letters].map((letter) => tile(letter, `small ${look}`)));
const word = (letters) => el("span", { class: "how-word" }, run(letters), el("small", { text: letters }));

/** One picture per rule, in the order of `how.rules`. Screen readers skip the pictures, as the rules say the same. */
const PICTURES = [
  () => run("あいぬがぱゃー"),
  () => [run("さくらなみだたま"), el("span", { class: "how-arrow", text: "＋" }), run("ぬ"), el("span", { class: "how-arrow", text: "→" }), run("だ", "thrown")],
  () => ["さくら", "なみだ", "たまご", "きつね", "いぬ"].map(word),
  () => [word("さくら"), word("なみだ"), word("たまご"), word("きつね"), run("い"), el("span", { class: "blank" })],
  () => [run("さく"), el("span", { class: "how-arrow", text: "＋" }), run("ら", "gold"), el("span", { class: "how-arrow", text: "→" }), word("さくら")],
];

export function howTo() {
  return [el("ol", { class: "how-steps" }, t("how.rules").map((text, i) => el("li", {}, el("p", { text }),
    el("div", { class: "how-picture", "aria-hidden": "true" }, PICTURES[i]?.())))), el("p", { text: t("how.more") })];
}
