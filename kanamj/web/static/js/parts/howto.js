// あそびかた: the rules in a few lines, each with a picture of tiles.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { tile } from "./tile.js";

const run = (letters, look = "") => el`span.run`([...letters].map((letter) => tile(letter, `small ${look}`)));
const word = (letters) => el`span.how-word`(run(letters), el`small`(letters));

/** One picture per rule, in the order of `how.rules`. Screen readers skip the pictures, as the rules say the same. */
const PICTURES = [
  () => run("あいぬがぱゃー"),
  () => [
    run("さくらなみだたまごきつねも"),
    el`span.how-arrow`("＋"),
    run("ぬ"),
    el`span.how-arrow`("→"),
    run("も", "thrown"),
  ],
  () => ["さくら", "なみだ", "たまご", "きつね", "いぬ"].map(word),
  () => ["さくら", "なみだ", "いぬ"].map(word),
  () => [word("さくら"), word("なみだ"), word("たまご"), word("きつね"), run("い"), el`span.blank`()],
  () => [run("さく"), el`span.how-arrow`("＋"), run("ら", "gold"), el`span.how-arrow`("→"), word("さくら")],
];

export function howTo() {
  return [
    el`ol.how-steps`(
      t("how.rules").map((text, i) =>
        el`li`(el`p`(text), el`div.how-picture`({ "aria-hidden": "true" }, PICTURES[i]?.())),
      ),
    ),
    el`p`(t("how.more")),
  ];
}
