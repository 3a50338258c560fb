// The card before a game: the friends, one button that begins a game that suits, and what one may choose instead; also the unfinished game, the
// last review, and records.

import { button, el, fill, segments, select } from "../dom.js";
import { AGENTS, RULES, SCORING } from "../offers.js";
import { choicesOf, t } from "../texts.js";
import { knows, portrait } from "./friends.js";
import { CALLS } from "./game.js";
import { PACES } from "./pace.js";

/** The friends who play when they know as many words as these agents. */
function friends(agents) {
  return [3, 2, 1].map((place) =>
    el`figure.friend`(portrait(place, agents), el`figcaption`(t(`friend.${place}`))),
  );
}

/**
 * The card. `wishes`: {agents, rules, pace, calls, rounds, help}; a choice changes it in place. `chosen()`: the agents and rules that are played then. The
 * buttons call `begin()`, `goOn()`, `lookBack()` and `forget("game")` or `forget("last")`. `goOn` and `lookBack` are null if
 * there is nothing to show; `unread` names what is kept but cannot be read.
 */
export function startCard(wishes, { chosen, begin, goOn, lookBack, unread, forget }) {
  const bin = (label, what) =>
    button(t("kept.forget"), () => forget(what), {
      class: "plain",
      "aria-label": `${label}: ${t("kept.forget")}`,
      id: `forget-${what}`,
    });
  const kept = (label, act, id, what, look = "button") =>
    act && el`div.row`(button(t(label), act, { class: look, id }), bin(t(label), what));
  const lost = (what) =>
    el`div.row.spread`(el`p.warn`(t(`kept.unread.${what}`)), bin(t(`kept.unread.${what}`), what));
  const table = el`div.friends`();
  const rounds = el`div`(
    el`h2`(t("match.rounds")),
    segments("rounds", t("match.rounds"), choicesOf("rounds", ["1", "0"]), wishes.rounds, (value) => {
      wishes.rounds = value;
    }),
  );
  const line = el`p.about`();
  const draw = () => {
    const { agents, rules } = chosen();
    fill(table, friends(agents));
    rounds.hidden = !SCORING.includes(rules);
    fill(line, knows(agents), el`br`(), t(`about.${rules}`));
  };
  const pick = (name) => (value) => {
    wishes[name] = value;
    draw();
  };
  const first = [["", t("play.suited")]]; // the choice that is left to the page
  draw();
  return el`section#play-start.card.stack`(
    unread.map(lost),
    kept("play.goon", goOn, "go-on", "game", "button main"),
    el`div.invite`(
      table,
      line,
      rounds,
      button(t("play.begin"), begin, { class: `button begin${goOn ? "" : " main"}`, id: "begin" }),
    ),
    kept("play.lookback", lookBack, "look-back", "last"),
    el`details#play-more.fold`(
      el`summary`(t("play.more")),
      el`div.stack`(
        el`div`(
          el`h2`(t("play.against")),
          segments(
            "agents",
            t("play.against"),
            [...first, ...choicesOf("agent", AGENTS)],
            wishes.agents,
            pick("agents"),
          ),
        ),
        el`div.options`(
          select(
            "play-rules",
            t("play.rules"),
            [...first, ...choicesOf("rules", Object.keys(RULES))],
            pick("rules"),
            wishes.rules,
          ),
          select("play-calls", t("play.calls"), choicesOf("calls", CALLS), pick("calls"), wishes.calls),
          select(
            "play-pace",
            t("play.pace"),
            choicesOf("pace", Object.keys(PACES)),
            pick("pace"),
            wishes.pace,
          ),
        ),
        el`p.note`(t("play.note")),
      ),
    ),
  );
}
