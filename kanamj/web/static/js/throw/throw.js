// すてる練習: the player throws a tile, the next one is drawn at once, and a verdict says how good the throw was.

import { write } from "../address.js";
import { button, el, fill, say, select } from "../dom.js";
import { ask } from "../engine.js";
import { nameOf } from "../look/verdict.js";
import { RULES } from "../offers.js";
import { Board } from "../parts/board.js";
import { failure } from "../parts/errors.js";
import { advised, percent, signOf } from "../parts/judged.js";
import { wordList } from "../parts/lexicon.js";
import { fanfare } from "../parts/feel.js";
import { leaves } from "../parts/leaves.js";
import { tile } from "../parts/tile.js";
import { fitted, inView } from "../parts/view.js";
import { waiting } from "../parts/waiting.js";
import { throwZone } from "../parts/zone.js";
import { load, loadObject, save } from "../store.js";
import { t } from "../texts.js";
import { DEFAULT_SET, dealt, fullSize, without } from "../tiles.js";

const FORMS = [...new Set(Object.values(RULES).map(([usual]) => usual))];
const TILES = 120;
const TURNS = 18; // throws per hand
const SHOWN = 6; // verdicts shown
let known = null; // the function text -> words, null until it is loaded
let parts = null;
let table = null;
let now = null; // {form, hand, wall, seen, turn, verdicts}
let weighed = null; // the promise of the report on the hand; null while no tile can be thrown
let dealing = 0; // grows with each hand that is dealt

export function build(section, signal) {
  const sizes = FORMS.map((name) => [name, t("throw.size", { n: fullSize(name) })]);
  const form = select("throw-form", t("hand.tiles"), sizes, begin);
  parts = {
    form: form.querySelector("select"),
    share: el`p#throw-share.note`(),
    prompt: el`p#throw-prompt.prompt`({ "aria-live": "polite" }),
    verdict: el`p#throw-verdict.hint.throw-verdict`({ "aria-live": "polite" }),
    history: el`ol#throw-history.throw-history`({ "aria-label": t("throw.history") }),
    place: el`div`(),
    after: el`div#throw-after.stack`(),
    river: el`span.river`({ role: "img" }),
  };
  parts.zone = throwZone("throw-place", parts.river, {
    toss: () => table?.throwSelected(),
    refuse: (text) => say(text, parts.verdict),
  });
  parts.felt = el`div.felt.board-felt`(
    el`div.row.spread.board-top`(
      parts.share,
      button(t("throw.new"), () => begin(parts.form.value), { class: "plain slim", id: "throw-new" }),
    ),
    parts.verdict,
    parts.history,
    parts.prompt,
    parts.zone.node,
    parts.place,
  );
  fill(
    section,
    el`div.head.quiet-head`(el`h1#title-throw.title`(t("throw.title")), el`p.lead`(t("throw.lead"))),
    el`div.two`(
      el`div.stack`(parts.felt, parts.after),
      el`div.stack.side`(
        el`div.choices`(form, el`a.button.slim`({ href: "#p=arrange" }, t("tab.arrange"))),
        el`p.note`(t("throw.keys")),
      ),
    ),
  );
  fitted(parts.felt, signal);
  const kept = load("throw", null);
  if (
    kept &&
    FORMS.includes(kept.form) &&
    typeof kept.hand === "string" &&
    kept.hand &&
    Array.isArray(kept.wall)
  ) {
    now = {
      ...kept,
      verdicts: Array.isArray(kept.verdicts) ? kept.verdicts : [],
      seen: String(kept.seen ?? ""),
      turn: Number(kept.turn) || 0,
    };
    lay();
  } else begin(FORMS[0]);
}

export function show() {
  write({ p: "throw" });
}

/** Deal a hand that is not complete. Until it comes, the hand before stays, but cannot be played. */
async function begin(form) {
  const mine = ++dealing;
  const size = fullSize(form);
  weighed = null;
  table?.freeze(true);
  fill(parts.prompt, waiting(t("arrange.dealing")));
  try {
    for (;;) {
      const wall = dealt(TILES, DEFAULT_SET);
      const hand = wall.slice(0, size).join("");
      const { shanten } = await ask("judge", { hand, form });
      if (mine !== dealing) return;
      if (shanten === -1) continue;
      now = { form, hand, wall: wall.slice(size), seen: "", turn: 0, verdicts: [] };
      parts.verdict.textContent = "";
      return lay();
    }
  } catch (error) {
    if (mine === dealing)
      fill(
        parts.prompt,
        failure(error, () => begin(form), "throw-again"),
      );
  }
}

function lay() {
  parts.form.value = now.form;
  const racks = [...now.form].map(Number);
  table = new Board({
    racks,
    letters: [...now.hand],
    wordsOf: (text) => known?.(text) ?? null,
    changed: () => {},
    throwing: () => true,
    toss,
    picked: (text) => parts.zone.show(text, Boolean(weighed)),
    strange: (word) => say(t("board.strange", { word }), parts.verdict),
    zones: [{ node: parts.zone.node, drop: toss }],
  });
  fill(parts.place, table.box);
  turn();
  inView(parts.felt);
}

/** Begin a turn. The hand is judged while the player thinks. */
function turn() {
  save("throw", now);
  fill(parts.after);
  history();
  if (!known)
    wordList("", DEFAULT_SET, [2, 3])
      .then((words) => {
        known = words;
        table.recognise();
      })
      .catch(() => {});
  const mine = advised({ hand: now.hand, seen: now.seen, form: now.form });
  weighed = mine;
  parts.zone.show("", true);
  parts.river.setAttribute("aria-label", t("seat.river", { list: [...now.seen].join(" ") || t("none") }));
  fill(
    parts.river,
    [...now.seen].map((letter) => tile(letter, "tiny")),
  );
  parts.prompt.textContent = t("throw.prompt", { name: "…" });
  mine
    .then((report) => {
      if (mine !== weighed) return;
      if (report.shanten === -1) won(report);
      else parts.prompt.textContent = t("throw.prompt", { name: nameOf(report) });
    })
    .catch((error) => {
      if (mine === weighed) fill(parts.prompt, failure(error, turn, "throw-again"));
    });
}

async function toss(letter) {
  if (!now.hand.includes(letter) || !weighed) return;
  const before = now;
  const report = weighed;
  const [drawn] = now.wall;
  now = {
    ...now,
    hand: without(now.hand, letter) + drawn,
    wall: now.wall.slice(1),
    seen: now.seen + letter,
    turn: now.turn + 1,
  };
  table.hand([...now.hand], undefined, drawn);
  if (now.turn >= TURNS) over();
  else turn();
  await tell(report, before, letter);
}

/** Give the verdict on a throw when it is known. */
async function tell(report, before, letter) {
  let judged;
  try {
    judged = await report;
  } catch {
    return;
  }
  const complete = judged.shanten === -1; // then the player threw a tile of a complete hand
  const thrown = judged.discards.find((discard) => discard.tile === letter);
  const choice = { cost: 0, fine: !complete, ...thrown }; // if no discard leads to a win, every throw is fine
  const { sign, costs } = signOf(choice, judged.measured);
  const { fine } = choice;
  const best = judged.advice?.tile ?? t("agari");
  const text = complete
    ? t("throw.missed", { tile: letter })
    : fine
      ? t(letter === best ? "throw.best" : "throw.good", { tile: letter })
      : t("throw.better", { tile: letter, best, costs });
  parts.verdict.textContent = `${sign} ${text}`;
  parts.verdict.classList.toggle("off", !fine);
  say(text);
  now.verdicts = [...now.verdicts, { tile: letter, best, fine }].slice(-TURNS);
  const sum = sums();
  save("throws", { good: sum.good + (fine ? 1 : 0), all: sum.all + 1 });
  save("throw", now);
  history();
}

function sums() {
  const kept = loadObject("throws");
  return { good: Math.max(0, Number(kept.good) || 0), all: Math.max(0, Number(kept.all) || 0) };
}

/** Show the share of good throws, and the latest verdicts. */
function history() {
  const { good, all } = sums();
  parts.share.textContent = all
    ? t("throw.share", { good, all, share: percent(good / all) })
    : t("throw.none");
  fill(
    parts.history,
    now.verdicts
      .slice(-SHOWN)
      .map((one) =>
        el`li`(
          { class: one.fine ? "" : "off" },
          el`span`({ "aria-hidden": "true" }, one.fine ? "◎" : "△"),
          ` ${one.tile}`,
          one.fine ? null : ` → ${one.best}`,
        ),
      ),
  );
}

function won(report) {
  table.show(report.arrangements[0]);
  fanfare();
  return end(t("throw.won", { n: now.turn }), leaves(report.arrangements, report.arrangement_count));
}

function over() {
  weighed = null;
  end(t("throw.over"), null);
}

function end(text, more) {
  table.freeze(true);
  parts.zone.show("", false);
  say(text, parts.prompt);
  const next = button(t("throw.new"), () => begin(now.form), { class: "button main", id: "throw-next" });
  fill(parts.after, el`section.card.stack`(el`h2.big`(text), more, el`p`(next)));
}
