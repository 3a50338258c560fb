// あそびかた: the rules in a few lines, each with a picture of tiles.

import { el } from "../dom.js";
import { t } from "../texts.js";
import { tile } from "./tile.js";

const run = (letters, look = "") => el`span.run`([...letters].map((letter) => tile(letter, `small ${look}`)));
const word = (letters) => el`span.how-word`(run(letters), el`small`(letters));

/** One picture per rule, `how.rule.1` …. Screen readers skip the pictures, as the rules say the same. */
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
      PICTURES.map((picture, i) =>
        el`li`(el`p`(t(`how.rule.${i + 1}`)), el`div.how-picture`({ "aria-hidden": "true" }, picture())),
      ),
    ),
    el`p`(t("how.more")),
  ];
}
