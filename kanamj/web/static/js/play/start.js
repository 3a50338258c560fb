// The card before a game: choose opponents and rules, go on with an unfinished game, read the last review, or open a record.

import { button, el, segments, select } from "../dom.js";
import { AGENTS, RULES } from "../offers.js";
import { choicesOf, t } from "../texts.js";
import { CALLS } from "./game.js";
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
  const pick = (name) => (value) => (wishes[name] = value);
  return el`section#play-start.card.stack`(
    unread.map(lost),
    kept("play.goon", goOn, "go-on", "game"),
    kept("play.lookback", lookBack, "look-back", "last"),
    el`div`(
      el`h2`(t("play.against")),
      segments("agents", t("play.against"), choicesOf("agent", AGENTS), wishes.agents, pick("agents")),
    ),
    el`div.options`(
      select(
        "play-rules",
        t("play.rules"),
        choicesOf("rules", Object.keys(RULES)),
        pick("rules"),
        wishes.rules,
      ),
      select("play-calls", t("play.calls"), choicesOf("calls", CALLS), pick("calls"), wishes.calls),
      select("play-pace", t("play.pace"), choicesOf("pace", Object.keys(PACES)), pick("pace"), wishes.pace),
    ),
    el`p.note`(t("play.note")),
    el`div.row`(
      button(t("play.begin"), begin, { class: goOn ? "button" : "button main", id: "begin" }),
      button(t("record.open"), () => file.click(), { class: "plain", id: "record-open" }),
      file,
    ),
  );
}
