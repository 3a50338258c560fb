// For a hand one tile short: the tiles it waits for and the kinds of wait; if it is not tenpai, the tiles that help.

import { button, chips, el, fill } from "../dom.js";
import { percent } from "../parts/judged.js";
import { tile, wordButton } from "../parts/tile.js";
import { t } from "../texts.js";

const SHOWN = 4; // words shown per wait
const ROWS = 12; // waits shown until the player asks for more

/** The waits of a tenpai hand; the tiles that help any other hand. */
export function draws(/** @type {HandReport} */ report) {
  const tenpai = report.shanten === 0;
  const chances = el`p#hand-chances.chances-line`(el`span.spin`(), ` ${t("chances.busy")}`);
  const box = el`section#draws.card`(
    el`h2`(t(tenpai ? "waits.title" : "accepts.title")),
    chances,
    tenpai ? waits(report) : el`div.accepts`(report.accepts.map((draw) => counted(draw))),
  );
  let known = null;
  return {
    box,
    chances(answer, done, note) {
      known = answer?.chances ?? known;
      if (!known?.length) return done ? fill(chances, note) : chances;
      const list = known
        .map((share, i) => `${t("draws.n", { n: i + 1 })} ${percent(share)}`)
        .join(t("comma"));
      return fill(
        chances,
        t("chances.line", { list }),
        done ? null : [" ", el`span.spin`({ role: "img", "aria-label": t("busy") })],
      );
    },
  };
}

const counted = (draw) =>
  el`span.counted`(tile(draw.tile, "small"), el`small`(t("tiles.n", { n: draw.unseen })));

function waits(/** @type {HandReport} */ report) {
  let chosen = "";
  const list = el`ul#waits.wait-list`();
  const rows = [...report.waits].sort(
    (a, b) => b.unseen - a.unseen || b.completes.length - a.completes.length,
  );
  const all = button(
    "",
    () => {
      many = Infinity;
      draw();
      list.children[ROWS]?.querySelector("button")?.focus();
    },
    { id: "all-waits" },
  );
  let many = ROWS;
  const draw = () => {
    const kept = rows.filter((wait) => !chosen || wait.kinds.includes(chosen));
    fill(list, kept.slice(0, many).map(waitRow));
    all.hidden = kept.length <= many;
    fill(all, t("waits.more", { n: kept.length - many }));
  };
  const kinds = chips(
    report.kinds_of_wait.map((kind) => t(`wait.${kind}`)),
    (at) => {
      chosen = report.kinds_of_wait[at] ?? "";
      fill(why, chosen ? t(`wait.${chosen}.why`) : "");
      draw();
    },
  );
  const why = el`p.note`({ "aria-live": "polite" });
  draw();
  return el`div.stack`(el`div.row`({ role: "group", "aria-label": t("waits.kinds") }, kinds), why, list, all);
}

function waitRow(/** @type {Answers["judge"]["waits"][number]} */ wait) {
  const { completes } = wait;
  return el`li.wait`(
    el`span.counted`(tile(wait.tile), el`small`(t("tiles.n", { n: wait.unseen }))),
    el`div.words`(
      buttons(completes.slice(0, SHOWN)),
      completes.length > SHOWN ? more(completes.slice(SHOWN)) : null,
    ),
    el`span.note.kinds`(wait.kinds.map((kind) => t(`wait.${kind}`)).join("・")),
  );
}

const buttons = (blocks) => blocks.map(({ words, letters }) => wordButton(words, letters));

function more(blocks) {
  const node = button(
    t("more.n", { n: blocks.length }),
    () => {
      const words = buttons(blocks);
      node.replaceWith(...words);
      words[0].focus();
    },
    { class: "plain" },
  );
  return node;
}
