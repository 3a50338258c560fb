// The three friends at the table: their names, and their portraits. They grow with the words that they know.

import { AGENTS } from "../offers.js";
import { svg } from "../dom.js";
import { t } from "../texts.js";

const INK = "#3a2d22";
const line = (d, width = 2.2) =>
  svg("path", { d, fill: "none", stroke: INK, "stroke-width": width, "stroke-linecap": "round" });
const shape = (d, fill) => svg("path", { d, fill });
const dot = (cx, cy, rx, ry, fill) => svg("ellipse", { cx, cy, rx, ry, fill });
const eyes = (y, apart) => [32 - apart, 32 + apart].map((x) => dot(x, y, 2.5, 3.2, INK));

/** The head of each friend, by the place at the table as the player sees it: 1 right, 2 opposite, 3 left. */
const HEADS = {
  1: () => [
    shape("M14 26Q4 30 8 48Q14 50 19 40Z", "#8a5a34"),
    shape("M50 26Q60 30 56 48Q50 50 45 40Z", "#8a5a34"),
    dot(32, 35, 20, 18, "#d79b62"),
    dot(32, 44, 11, 8, "#fbeedd"),
    eyes(33, 8),
    dot(32, 40, 3.4, 2.6, INK),
    line("M32 43V46M32 46Q28 50 25 46M32 46Q36 50 39 46"),
  ],
  2: () => [
    dot(24, 16, 5.5, 14, "#f6f2ec"),
    dot(40, 16, 5.5, 14, "#f6f2ec"),
    dot(24, 17, 2.6, 10, "#f3b9bd"),
    dot(40, 17, 2.6, 10, "#f3b9bd"),
    dot(32, 39, 18, 16, "#f6f2ec"),
    dot(21, 43, 3.4, 2.2, "#f3b9bd"),
    dot(43, 43, 3.4, 2.2, "#f3b9bd"),
    eyes(37, 7.5),
    line("M30 42L32 44L34 42M32 44V47M32 47Q29 49 27 47M32 47Q35 49 37 47"),
  ],
  3: () => [
    shape("M14 30L15 10L30 21Z", "#e9a355"),
    shape("M50 30L49 10L34 21Z", "#6d5a4c"),
    dot(32, 36, 20, 17, "#fff6e8"),
    shape("M14 30Q16 20 28 19Q27 29 14 34Z", "#e9a355"),
    shape("M50 30Q48 20 38 19Q38 28 50 33Z", "#6d5a4c"),
    eyes(36, 8),
    shape("M30 41H34L32 43.5Z", "#d9777f"),
    line("M32 44Q29 48 26 45M32 44Q35 48 38 45M10 40L19 41M10 46L19 44M54 40L45 41M54 46L45 44", 1.6),
  ],
};

/** What a friend wears, from the one that knows few words to the one that knows many. */
const WEAR = [
  () => [shape("M32 56L23 51V61ZM32 56L41 51V61Z", "#c8475c"), dot(32, 56, 2.6, 2.6, "#a2334a")],
  () => [shape("M17 25Q20 9 32 9Q44 9 47 25Q32 19 17 25Z", "#f4c534"), line("M14 27Q32 17 50 27", 3)],
  () => [
    [24, 40].map((cx) =>
      svg("circle", { cx, cy: 35, r: 6.6, fill: "none", stroke: "#2f6f9f", "stroke-width": 2 }),
    ),
    svg("path", { d: "M30.5 34Q32 32.5 33.5 34", fill: "none", stroke: "#2f6f9f", "stroke-width": 2 }),
  ],
  () => [
    shape("M20 20V27Q32 22 44 27V20Z", "#26385c"),
    shape("M32 8L54 17L32 25L10 17Z", "#31497a"),
    svg("path", { d: "M50 18V29", fill: "none", stroke: "#e7b93c", "stroke-width": 2 }),
    dot(50, 30, 2, 3, "#e7b93c"),
  ],
];
const GROUND = { 1: "#cfe3f3", 2: "#f6d9dc", 3: "#d7ead2" };

/** The portrait of the friend at that place who knows as many words as `agent`. */
export function portrait(place, agent) {
  const level = Math.max(0, AGENTS.indexOf(agent));
  return svg(
    "svg",
    { viewBox: "0 0 64 64", class: "portrait", "aria-hidden": "true" },
    svg("circle", { cx: 32, cy: 32, r: 32, fill: GROUND[place] ?? GROUND[1] }),
    (HEADS[place] ?? HEADS[1])(),
    WEAR[level](),
  );
}

/** What a friend knows, in a line: "ことばを290 知っている". */
export const knows = (agent) => t("friend.knows", { n: Number.parseInt(agent, 10) });
