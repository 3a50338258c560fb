// The card before a game: choose opponents and rules, go on with an unfinished game, read the last review, or open a record.

import { button, el, segments, select } from "../dom.js";
import { t } from "../texts.js";
import { AGENTS, CALLS, RULES } from "./game.js";
import { PACES } from "./pace.js";

const MOST = 1_000_000; // bytes of a record

/**
 * The card. `wishes`: {agents, rules, pace, calls, help}; a choice changes it in place. The buttons call `begin()`, `goOn()`, `lookBack()`,
 * `forget("game")` or `forget("last")`, and `openRecord(text)`. `goOn` and `lookBack` are null if there is nothing to show; `unread` names
 * what is kept but cannot be read.
 * `refuse(sentence)` shows why a file is not opened.
 */
export function startCard(wishes, { begin, goOn, lookBack, unread, forget, openRecord, refuse }) {
  const file = el`input#record-file.unseen`({
    type: "file",
    accept: ".jsonl,.json,.txt",
    tabindex: "-1",
    "aria-hidden": "true",
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MOST) refuse(t("record.long"));
    else openRecord(await chosen.text());
  });
  const bin = (label, what) =>
    button(t("kept.forget"), () => forget(what), {
      class: "plain",
      "aria-label": `${label}: ${t("kept.forget")}`,
      id: `forget-${what}`,
    });
  const kept = (label, act, id, what) =>
    act && el`div.row`(button(t(label), act, { class: "button main", id }), bin(t(label), what));
  const lost = (what) =>
    el`div.row.spread`(el`p.warn`(t(`kept.unread.${what}`)), bin(t(`kept.unread.${what}`), what));
  const rules = Object.keys(RULES);
  return el`section#play-start.card.stack`(
    unread.map(lost),
    kept("play.goon", goOn, "go-on", "game"),
    kept("play.lookback", lookBack, "look-back", "last"),
    el`div`(
      el`h2`(t("play.against")),
      segments(
        t("play.against"),
        AGENTS.map((name) => [name, t(`agent.${name}`)]),
        wishes.agents,
        (value) => {
          wishes.agents = value;
        },
        { id: "agents" },
      ),
    ),
    el`div.options`(
      select(
        t("play.rules"),
        rules.map((name) => [name, t(`rules.${name}`)]),
        wishes.rules,
        (value) => {
          wishes.rules = value;
        },
        { id: "play-rules" },
      ),
      select(
        t("play.calls"),
        CALLS.map((name) => [name, t(`calls.${name}`)]),
        wishes.calls,
        (value) => {
          wishes.calls = value;
        },
        { id: "play-calls" },
      ),
      select(
        t("play.pace"),
        Object.keys(PACES).map((name) => [name, t(`pace.${name}`)]),
        wishes.pace,
        (value) => {
          wishes.pace = value;
        },
        { id: "play-pace" },
      ),
    ),
    el`p.note`(t("play.note")),
    el`div.row`(
      button(t("play.begin"), begin, { class: goOn ? "button" : "button main", id: "begin" }),
      button(t("record.open"), () => file.click(), { class: "plain", id: "record-open" }),
      file,
    ),
  );
}
