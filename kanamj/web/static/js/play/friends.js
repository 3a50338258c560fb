// The three friends at the table: their names, and their portraits with a face for each mood. They grow with the words that they know.

import { AGENTS } from "../offers.js";
import { svg } from "../dom.js";
import { t } from "../texts.js";

const INK = "#3a2d22";
const line = (d, width = 2.2) =>
  svg("path", { d, fill: "none", stroke: INK, "stroke-width": width, "stroke-linecap": "round" });
const shape = (d, fill) => svg("path", { d, fill });
const dot = (cx, cy, rx, ry, fill) => svg("ellipse", { cx, cy, rx, ry, fill });
const RED = "#8c2f39";

/** The eyes of a mood, at that height and that far from the middle. */
function eyes(mood, y, apart) {
  return [-1, 1].map((side) => {
    const x = 32 + side * apart;
    if (mood === "glad") return line(`M${x - 4} ${y + 1}Q${x} ${y - 5} ${x + 4} ${y + 1}`, 2.6);
    if (mood === "sleepy") return line(`M${x - 4} ${y}Q${x} ${y + 3.5} ${x + 4} ${y}`, 2.4);
    if (mood === "wow") return [dot(x, y, 5, 5.6, "#fff"), dot(x, y, 2.4, 2.8, INK)];
    const brow = { keen: [-8, -4.5], sad: [-4.5, -8] }[mood]; // its height outside and inside
    const at = (i) => `${x + side * (i ? -4 : 4)} ${y + brow[i]}`;
    return [dot(x, y, 2.5, 3.2, INK), brow ? line(`M${at(0)}L${at(1)}`) : []];
  });
}

const mouths = {
  calm: (y) => line(`M32 ${y}Q28 ${y + 4} 25 ${y}M32 ${y}Q36 ${y + 4} 39 ${y}`),
  glad: (y) => shape(`M24 ${y - 1}H40Q39 ${y + 9} 32 ${y + 9}Q25 ${y + 9} 24 ${y - 1}Z`, RED),
  wow: (y) => dot(32, y + 3.5, 3.4, 4.4, RED),
  sad: (y) => line(`M26 ${y + 5}Q32 ${y - 1} 38 ${y + 5}`),
  keen: (y) => line(`M26 ${y + 1}Q33 ${y + 5} 39 ${y - 1}`, 2.6),
  sleepy: (y) => dot(32, y + 2.5, 2.2, 1.8, RED),
};

/** The head of each friend in a mood, by the place at the table as the player sees it: 1 right, 2 opposite, 3 left. */
const HEADS = {
  1: (mood) => [
    shape("M14 26Q4 30 8 48Q14 50 19 40Z", "#8a5a34"),
    shape("M50 26Q60 30 56 48Q50 50 45 40Z", "#8a5a34"),
    dot(32, 35, 20, 18, "#d79b62"),
    dot(32, 44, 11, 8, "#fbeedd"),
    eyes(mood, 33, 8),
    dot(32, 40, 3.4, 2.6, INK),
    mouths[mood](45),
  ],
  2: (mood) => [
    dot(24, 16, 5.5, 14, "#f6f2ec"),
    dot(40, 16, 5.5, 14, "#f6f2ec"),
    dot(24, 17, 2.6, 10, "#f3b9bd"),
    dot(40, 17, 2.6, 10, "#f3b9bd"),
    dot(32, 39, 18, 16, "#f6f2ec"),
    dot(21, 43, 3.4, 2.2, "#f3b9bd"),
    dot(43, 43, 3.4, 2.2, "#f3b9bd"),
    eyes(mood, 37, 7.5),
    line("M30 41.5L32 43.5L34 41.5"),
    mouths[mood](46),
  ],
  3: (mood) => [
    shape("M14 30L15 10L30 21Z", "#e9a355"),
    shape("M50 30L49 10L34 21Z", "#6d5a4c"),
    dot(32, 36, 20, 17, "#fff6e8"),
    shape("M14 30Q16 20 28 19Q27 29 14 34Z", "#e9a355"),
    shape("M50 30Q48 20 38 19Q38 28 50 33Z", "#6d5a4c"),
    eyes(mood, 36, 8),
    shape("M30 41H34L32 43.5Z", "#d9777f"),
    line("M10 40L19 41M10 46L19 44M54 40L45 41M54 46L45 44", 1.6),
    mouths[mood](44.5),
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

/** The portrait of the friend at that place who knows as many words as `agent`, in that mood. */
export function portrait(place, agent, mood = "calm") {
  const level = Math.max(0, AGENTS.indexOf(agent));
  return svg(
    "svg",
    { viewBox: "0 0 64 64", class: "portrait", "aria-hidden": "true" },
    svg("circle", { cx: 32, cy: 32, r: 32, fill: GROUND[place] ?? GROUND[1] }),
    (HEADS[place] ?? HEADS[1])(mood),
    WEAR[level](),
  );
}

/** What a friend knows, in a line: "ことばを290 知っている". */
export const knows = (agent) => t("friend.knows", { n: Number.parseInt(agent, 10) });
