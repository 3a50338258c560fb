// ことば: the player looks up words, and sees which tiles one or two letters wait for.

import { isCut, oneOf, write } from "../address.js";
import { button, el, fill, later, press, say, segments, textField } from "../dom.js";
import { looked } from "../early.js";
import { ask } from "../engine.js";
import { toKanaWhole } from "../kana.js";
import { failure } from "../parts/errors.js";
import { waiting } from "../parts/waiting.js";
import { choicesOf, t } from "../texts.js";
import { countsCard } from "./counts.js";
import { foundRows, letterRows, spellRows, waitRow } from "./found.js";
import { changeOwn, ownCard } from "./own.js";

const WAYS = ["q", "spell", "letters", "lacking", "waits"];
const EXAMPLES = { q: "さかな", spell: "さかなくい", letters: "か□な", lacking: "なみ", waits: "か" };
const BLANKS = /[?？□○〇_＿*＊]/g;
let room = null;
let way = WAYS[0];
let asking = new AbortController();

export function build(section, signal) {
  const field = textField("word-field", "", 60, {
    type: "search",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "search",
    "aria-describedby": "word-how",
  });
  const search = later(look, 250);
  const example = () => {
    field.value = EXAMPLES[way];
    look();
  };
  field.addEventListener("input", (event) => {
    if (!event.isComposing) search();
  });
  field.addEventListener("compositionend", search);
  room = {
    field,
    how: el`p#word-how.note`(),
    found: el`section#found.stack`({ "aria-live": "off" }),
    ways: segments("word-ways", t("words.way"), choicesOf("words", WAYS), way, (name) => {
      choose(name);
      field.focus();
      look();
    }),
    own: ownCard(look, signal),
    counts: countsCard(look),
  };
  const form = el`form.search.card.stack`(
    {
      role: "search",
      on: {
        submit: (event) => {
          event.preventDefault();
          if (matchMedia("(pointer: coarse)").matches) field.blur(); // the keyboard of a phone hides the answer
          look();
        },
      },
    },
    room.ways,
    el`label`(
      el`span.unseen`(t("words.field")),
      el`span.row.joined`(field, el`button#word-go.button.main`({ type: "submit" }, t("words.go"))),
    ),
    el`div.row`(room.how, button("", example, { class: "chip", id: "word-example" })),
  );
  fill(
    section,
    el`div.head`(el`h1#title-words.title`(t("words.title")), el`p.lead`(t("words.lead"))),
    form,
    room.found,
    room.counts,
    room.own.box,
  );
}

export function show(params) {
  const told = WAYS.find((name) => params.get(name));
  const cut = told && isCut();
  if (told)
    room.field.value = params
      .get(told)
      .replace(cut ? /\ufffd.*$|%[0-9a-f]?$/i : "", "")
      .slice(0, 60);
  choose(told ?? way);
  if (cut) {
    asking.abort();
    room.found.removeAttribute("aria-busy");
    fill(room.found, el`p#words-cut.card`({ role: "alert" }, t("words.cut")));
  } else if (room.field.value) look();
}

function choose(name) {
  way = oneOf(name, WAYS);
  press(room.ways, way);
  room.field.placeholder = t(`words.${way}.placeholder`);
  fill(room.how, t(`words.${way}.how`));
  fill(document.getElementById("word-example"), t("words.example", { text: EXAMPLES[way] }));
}

/** The typed text as the engine reads it. Romaji becomes kana. */
function question() {
  const typed = room.field.value.trim();
  if (way === "q" && typed.search(BLANKS) >= 0) choose("letters"); // a text such as か□な goes to the search with blanks
  if (way === "spell") return /^[a-z' -]+$/i.test(typed) ? toKanaWhole(typed) : typed.replace(/\s/g, ""); // the word list reads the kanji
  if (way === "q") return /^[a-z' -]+$/i.test(typed) ? typed.split(/\s+/).map(toKanaWhole).join(" ") : typed;
  return toKanaWhole(typed.replace(BLANKS, "？"));
}

async function look() {
  if (room.field.closest("[hidden]")) return undefined; // another room was opened while the player typed
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const asked = question();
  write({ p: "words", [way]: asked });
  if (!asked) return fill(room.found);
  room.found.setAttribute("aria-busy", "true");
  const early = way === "q" ? await looked(asked) : null;
  if (signal.aborted) return undefined;
  const first = early ? foundRows(early, keep) : { rows: [], summary: "" };
  if (early) say(first.summary);
  if (early || !room.found.hasChildNodes() || room.found.querySelector(".waiting"))
    fill(room.found, first.rows, el`div.card`(waiting()));
  try {
    const shown = await found(asked, signal);
    if (signal.aborted) return undefined;
    fill(room.found, shown.rows);
    if (shown.summary !== first.summary) say(shown.summary);
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    fill(room.found, first.rows, el`div.card`(failure(error, look, "look-again")));
  }
  return room.found.removeAttribute("aria-busy");
}

async function found(asked, signal) {
  if (way === "waits") return waitRow(await ask("waits", { letters: asked }, { signal }));
  if (way === "spell") return spellRows(await ask("spell", { letters: asked }, { signal }));
  const answer = await ask("find", { [way]: asked }, { signal });
  return way === "q" ? foundRows(answer, keep) : letterRows(answer, way);
}

/** Add a word that is not in the list to the player's own words. */
async function keep(reading) {
  try {
    await changeOwn({ add: [reading] });
    room.own.load();
    look();
  } catch (error) {
    fill(room.found, el`div.card`(failure(error, () => keep(reading), "keep-again")));
  }
}
