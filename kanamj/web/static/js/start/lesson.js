// The lesson of the first page: a sentence about the game, and eight tiles to try. It needs no engine.

import { button, el, fill } from "../dom.js";
import { Desk, fresh } from "../arrange/desk.js";
import { layFelt, small } from "../arrange/room.js";
import { fitted } from "../parts/view.js";
import { loadObject, save } from "../store.js";
import { t } from "../texts.js";
import { keyOf } from "../tiles.js";
import { HAND, SHOWN, WORDS } from "./first.js";

const deal = { hand: HAND, form: "332", words: {} };
for (const [reading, spelling] of Object.entries(WORDS))
  (deal.words[keyOf(reading)] ??= []).push({ reading, spelling });

/** What is kept of the lesson: {cells, over, done}; `over` of the last time, `done` of all times. */
const kept = () => loadObject("first");

/** Whether the player has solved the hand of the lesson. */
export const learned = () => kept().done === true;

/** Build the lesson into `section`, with `ways` beside it. `goOn()` leads to today's hand. */
export function build(section, ways, goOn, signal) {
  const again = () => lay(null);
  const room = layFelt(
    "first-",
    [
      small("arrange.hint", () => desk.hint(SHOWN), "first-hint-button"),
      small("first.again", again, "first-again"),
    ],
    [button(t("first.next"), goOn, { class: "button main", id: "first-next" }), small("first.again", again)],
    signal,
  );
  const desk = new Desk(room, {
    keep: ({ cells, over }) =>
      save("first", { cells, over: Boolean(over), done: learned() || Boolean(over) }),
    finished: () => end({ mine: [] }),
    reopen: () => resume(),
    signal,
  });
  const end = (over) => {
    desk.end(over);
    room.over(over);
    desk.tell(t("first.done"));
  };
  const lay = (cells, over = null) => {
    fill(room.goal, t("first.goal"));
    room.over(over);
    desk.lay(
      { ...fresh(), deal, cells, over },
      "first",
      t("first.goal"),
      t(over ? "first.done" : "first.how"),
    );
  };
  const resume = () => {
    const { cells = null, over = learned() } = kept();
    lay(cells, over ? { mine: [] } : null);
  };
  room.clock.hidden = true; // nobody is hurried here
  fill(
    section,
    el`div.head`(el`h1#title-start.title`(t("first.title")), el`p.lead`(t("first.lead"))),
    el`div.two`(room.felt, el`div.stack.side`(ways)),
  );
  fitted(room.felt, signal);
  resume();
}
