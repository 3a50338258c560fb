// What a hand is worth by scoring rules: the yaku of a win, with the words that make each of them, and the points of each wait.

import { chips, el, fill, segments } from "../dom.js";
import { openSheet } from "../parts/sheet.js";
import { group, tile, tileButton } from "../parts/tile.js";
import { choicesOf, t } from "../texts.js";
import { grouped } from "../tiles.js";

const pointsOf = (/** @type {Score} */ { yaku, points }) =>
  yaku.length ? t("worth.points", { n: points }) : t("worth.none");

/** The words of a score as blocks of the page, {letters, words}. */
export const blocksOf = (/** @type {Score} */ { arrangement }) =>
  arrangement.map((word) => ({ letters: word.reading, words: [word] }));

/** What `draw(win)` makes of the scores by tsumo; if there are scores by ron too, buttons above choose between the two. */
function byWin(hasRon, draw) {
  const place = el`div.stack`();
  const show = (win) => fill(place, draw(win));
  const wins = segments("worth-by", t("worth.by"), choicesOf("act", ["tsumo", "ron"]), "tsumo", show);
  show("tsumo");
  return el`div.stack.worth`(hasRon ? el`div`(wins) : null, place);
}

/** What a complete hand is worth. */
export const winWorth = (/** @type {Worth} */ worth) => byWin(worth.ron, (win) => scored(worth[win]));

/** The points, the words, and a button for each yaku that lights the words by which it is there. */
function scored(/** @type {Score} */ said) {
  const words = blocksOf(said).map(group);
  const made = el`p.note`({ "aria-live": "polite" }, t(said.yaku.length ? "worth.light" : "worth.none.why"));
  const light = (at) => {
    const of = said.made_of[at] ?? [];
    words.forEach((node, i) => node.classList.toggle("lit", of.includes(said.words[i])));
    fill(made, at < 0 ? t("worth.light") : `${t("worth.name", said.yaku[at])}: ${of.join("・")}`);
  };
  const han = (n) => (n ? t("worth.han", { n }) : t("worth.yakuman"));
  const pays = said.payments.map(
    ({ payer, sticks }) => `${t(`payer.${payer}`)} ${t("worth.points", { n: sticks })}`,
  );
  const counted = [
    han(said.han),
    said.bonus && t("worth.bonus", { n: said.bonus }),
    said.yakuman && said.han && t("worth.yakuman"),
    `(${[...new Set(pays)].join(t("comma"))})`,
  ];
  return [
    el`p.verdict-line`(
      el`strong.big`(pointsOf(said)),
      el`span.detail`(said.yaku.length ? counted.filter(Boolean).join(" ") : ""),
    ),
    el`div.groups`(words),
    el`div.row`(
      { role: "group", "aria-label": t("worth.yaku") },
      chips(
        said.yaku.map((yaku) => `${t("worth.name", yaku)} ${han(yaku.han)}`),
        light,
      ),
    ),
    made,
  ];
}

/** The choices that lead to tenpai, a tile to throw or to draw and to throw, each with the mean points behind it. The engine stops early if they take long. */
function choices(/** @type {Answers["worth"]} */ { tenpais, accepts, discards }) {
  const mean = (win, n) => n !== null && `${t(`act.${win}`)} ${t("worth.mean", { n: Math.round(1000 * n) })}`;
  const row = ({ drawn, discard, tsumo, ron }) =>
    el`li.wait`(
      el`span.row`(drawn && [tile(drawn, "small"), "→"], tile(discard, "small")),
      [mean("tsumo", tsumo), mean("ron", ron)].filter(Boolean).join(t("comma")),
    );
  const n = tenpais.length;
  const of = tenpais[0]?.drawn ? accepts.length : discards.filter(({ shanten }) => shanten === 0).length;
  return (
    n > 0 && [
      el`h3`(t(tenpais[0].drawn ? "worth.draws" : "worth.throws")),
      el`ul.wait-list`(tenpais.map(row)),
      of > n && el`p.note`(t("worth.some", { n, of })),
    ]
  );
}

/** What each letter is worth that completes the hand, the most points first; and the choices that lead to tenpai. */
export function waitWorths(/** @type {Answers["worth"]} */ report) {
  const { worth: worths, nearest } = report;
  return el`section#worth.card.stack`(
    worths.length > 0 && [
      el`h2`(nearest.advice ? t("worth.after", { tile: nearest.advice }) : t("worth.title")),
      el`p.note`(t("worth.how")),
      waitList(worths),
    ],
    choices(report),
  );
}

/** What each of these letters is worth, the most points first. */
export function waitList(/** @type {Worth[]} */ worths) {
  const draw = (win) => {
    const points = (one) => one[win].yaku.length && one[win].points;
    const all = [...grouped(worths, points)].sort(([a], [b]) => b - a);
    return el`ul.wait-list`(
      all.map(([, same]) => {
        const told = pointsOf(same[0][win]);
        const open = (one) => openSheet(t("worth.wait", one), el`div.stack.worth`(scored(one[win])));
        return el`li.wait`(
          el`strong`(told),
          el`div.accepts`(same.map((one) => tileButton(one.tile, `${one.tile} ${told}`, () => open(one)))),
        );
      }),
    );
  };
  return byWin(worths[0].ron, draw);
}
