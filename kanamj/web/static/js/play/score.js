// The end of a hand by rules with points: what each win is worth and who pays; and the match in one picture. Python says all of it
// (kanamj/game/series.py).

import { button, el, svg } from "../dom.js";
import { blocksOf } from "../look/worth.js";
import { groups } from "../parts/tile.js";
import { t } from "../texts.js";
import { relative } from "./game.js";
import { points, thousands } from "./match.js";
import { nameOf } from "./table.js";

/** The names of yaku, each with its han. */
const yakuOf = ({ yaku }) =>
  yaku.map(({ han, ...one }) => [
    t("match.yaku", one),
    ` ${han ? t("worth.han", { n: han }) : t("worth.yakuman")}`,
  ]);

/** "｜五音《ごおん》・｜清文《せいぶん》、8,000点でした": what a passed win would have been; null if its worth is unknown. */
export const had = (score) =>
  score?.yaku.length
    ? el`p.had`(
        t("match.had", {
          yaku: score.yaku.map((one) => t("match.yaku", one)).join("・"),
          n: thousands(score.points),
        }),
      )
    : null;

/** What a win is worth, by which yaku, and who pays. */
function winCard(view, win) {
  const { score } = win;
  const sum = [
    score.han ? t("worth.han", { n: score.han }) : "",
    score.bonus ? t("worth.bonus", { n: score.bonus }) : "",
    score.yakuman ? t("worth.yakuman") : "",
  ];
  const pay = (who, sticks) => t("match.pays", { who, n: thousands(sticks) });
  const pays = win.paid.map(({ player, sticks }) => pay(nameOf(view, player), sticks));
  if (score.deposits) pays.push(pay(t("match.deposits"), score.deposits));
  return el`div.win-card`(
    win.player === view.seat ? null : groups(blocksOf(score)),
    el`p.yaku-list`(yakuOf(score).map((one) => el`span.yaku`(one))),
    el`p.win-sum`(el`strong`(points(score.points)), ` ${sum.filter(Boolean).join(" ")}`),
    el`p.note`(t("match.paid", { list: pays.join(t("comma")) })),
  );
}

/** The points of all seats after the hand, the player first, and what each has gained. */
function purses(view) {
  const seats = view.players.map((_, i) => (view.seat + i) % view.players.length);
  return el`ul.purses`(
    seats.map((seat) =>
      el`li`(
        el`span`(nameOf(view, seat)),
        el`strong`(thousands(view.match.points[seat])),
        el`small`(
          { class: view.match.gains[seat] < 0 ? "down" : "up" },
          thousands(view.match.gains[seat], true),
        ),
      ),
    ),
  );
}

/** What the table shows at the end of a hand: each win explained, or who was tenpai; and the points. */
export function handEnd(view) {
  const { how, wins } = view.end;
  const { tenpai } = view.match.hands.at(-1);
  const names = tenpai.map((seat) => nameOf(view, seat)).join(t("comma"));
  return [
    wins.map((win) => winCard(view, win)),
    how === "wall" ? el`p.note`(names ? t("match.tenpai", { list: names }) : t("match.noten")) : null,
    purses(view),
  ];
}

const WIDE = 320;
const HIGH = 150;

/** The match in one picture: the points of each seat before the first hand and after each. */
function chart(view) {
  const { hands, start } = view.match;
  const rows = [start, ...hands.map((hand) => hand.points)];
  const [low, high] = [Math.min(0, ...rows.flat()), Math.max(...rows.flat())];
  const x = (i) => 34 + (i * (WIDE - 44)) / (rows.length - 1);
  const y = (n) => 8 + ((high - n) * (HIGH - 26)) / (high - low);
  const text = (at, of, look) => svg("text", { ...at, class: look }, of);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "chart", role: "img", "aria-label": t("match.chart") },
    [...new Set([low, 0, start[0], high])].map((n) => [
      svg("line", { x1: 34, x2: WIDE - 10, y1: y(n), y2: y(n), class: n ? "grid" : "grid zero" }),
      text({ x: 30, y: y(n) + 3 }, String(n).replace("-", "−"), "axis"),
    ]),
    hands.map((_, i) => text({ x: x(i + 1), y: HIGH - 4 }, String(i + 1), "tick")),
    view.players.map((_, seat) => {
      const at = rows.map((row, i) => [x(i), y(row[seat])]);
      const look = `seat-line s${relative(view, seat)}`;
      return [
        svg("polyline", { points: at.map((one) => one.join()).join(" "), class: look }),
        at.map(([cx, cy]) => svg("circle", { cx, cy, r: 3, class: look })),
      ];
    }),
  );
}

/** The end of a match: who is first, what each has, and the picture. */
export function matchEnd(view, { again, stop }) {
  const { order, points: now, settlement } = view.match;
  return el`section#match-end.ending`(
    { "aria-labelledby": "end-title" },
    el`h2#end-title.end-title`({ tabindex: "-1" }, t("match.title")),
    el`ol.ranks`(
      order.map((seat, i) =>
        el`li`(
          { class: `s${relative(view, seat)}` },
          el`span`(t("match.rank", { n: i + 1 })),
          el`strong`(nameOf(view, seat)),
          el`span`(points(now[seat])),
          el`span`(
            el`span.unseen`(`${t("match.settled")} `),
            `${settlement[seat] > 0 ? "+" : ""}${settlement[seat]}`.replace("-", "−"),
          ),
        ),
      ),
    ),
    chart(view),
    el`div.row.acts`(
      button(t("match.again"), again, { class: "button main", id: "match-again" }),
      button(t("end.stop"), stop, { class: "button slim", id: "stop" }),
    ),
  );
}
