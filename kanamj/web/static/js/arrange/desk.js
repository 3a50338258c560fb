// A hand on the felt that is split into words: the board, its clock, the words in the order in which they were found. ならべる and today's hand use it.

import { button, fill, say } from "../dom.js";
import { Board, laying, picking } from "../parts/board.js";
import { gathered, shuffled } from "../parts/cells.js";
import { fanfare } from "../parts/feel.js";
import { picture, sharePicture } from "../parts/picture.js";
import { claim, release } from "../parts/tabs.js";
import { inView } from "../parts/view.js";
import { t } from "../texts.js";
import { keyOf, without } from "../tiles.js";
import { clock } from "./stats.js";

const KEEP_MS = 4000;

/** The words with the reading `text` among the words of a deal. */
function wordsIn({ words }, text) {
  const key = keyOf(text);
  return Object.hasOwn(words, key) ? words[key].filter((word) => word.reading === text) : [];
}

/** A new hand: `deal` is what the engine dealt (docs/web.md, deal) or what looks like it. */
export const fresh = () => ({
  deal: null,
  cells: null,
  seconds: 0,
  helped: false,
  prompted: false, // a hint named the next word
  found: [], // {seconds, helped} of each word, in the order of finding
  over: null,
});

/**
 * The desk. `room`: {felt, place, hint, time, enable(on)}. `keep(hand)` keeps the hand in the browser; `finished(racks)` is called once when
 * all racks are words; `reopen()` opens the hand again as it is kept, after another tab had it. The desk keeps its hand now and then, and whenever the page is left, until `signal` is fired.
 */
export class Desk {
  hand = null;
  table = null;
  #name = ""; // of the hand among the tabs
  #ours = true; // false if another tab has taken over the hand

  #acts;

  constructor(room, { keep, finished, reopen, signal }) {
    this.room = room;
    this.#acts = { keep, finished, reopen };
    const remember = () => this.remember();
    const regular = setInterval(remember, KEEP_MS);
    signal.addEventListener("abort", () => {
      remember();
      clearInterval(regular);
    });
    window.addEventListener("pagehide", remember, { signal });
    document.addEventListener("visibilitychange", remember, { signal });
  }

  /** Lay a hand. `name` is its name among the tabs, `goal` says what is to be done, `note` is shown if there is something to say. */
  lay(hand, name, goal, note = "") {
    const { room } = this;
    this.hand = hand;
    const { deal } = hand;
    const { reopen } = this.#acts;
    this.table = new Board({
      racks: [...String(deal.form).split(",")[0]].map(Number),
      letters: [...deal.hand],
      cells: hand.cells,
      wordsOf: (text) => wordsIn(deal, text),
      changed: (racks) => this.#changed(racks),
      picked: (text) => this.#picked(text),
      strange: (word) => this.tell(t("board.strange", { word })),
    });
    fill(room.place, this.table.box);
    room.place.dataset.tiles = String([...deal.hand].length);
    fill(room.hint, note);
    this.#ours = true;
    release(this.#name);
    this.#name = name;
    claim(name, {
      shared: () => this.tell(t("tabs.shared")),
      lost: () => {
        this.#ours = false;
        room.time.stop();
        this.table.freeze(true);
        this.tell(t("tabs.lost"));
        const here = button(t("tabs.here"), reopen, { class: "button slim", data: { take: "back" } });
        room.hint.append(" ", here);
      },
    });
    room.enable(!hand.over);
    if (hand.over) this.table.freeze(true);
    else {
      room.time.start(hand.seconds);
      say(`${note} ${goal} ${[...deal.hand].join(" ")}`.trim());
    }
    inView(room.felt);
    this.remember();
  }

  tell(text) {
    say(text, this.room.hint);
  }

  /** Keep the hand with the places of its tiles. */
  remember() {
    const { hand, table, room } = this;
    if (!hand?.deal || !this.#ours || !table || !room.place.contains(table.box)) return;
    hand.cells = table.layout();
    if (!hand.over) hand.seconds = room.time.seconds();
    this.#acts.keep(hand);
  }

  /** The words of the hand with this reading. */
  wordsOf = (text) => wordsIn(this.hand.deal, text);

  /** Whether the player has laid a tile of a hand that is not over. */
  begun() {
    return Boolean(this.hand?.deal && !this.hand.over && this.table?.state().some((rack) => rack.text));
  }

  shuffle = () => this.table?.move(shuffled);
  gather = () => this.table?.move(gathered);

  /** Name the first letter of a word of the `solution`, then the word; a word in the way is named first. The third time its letters light up. */
  hint(solution) {
    const { hand, table } = this;
    const laid = table.words();
    const stray = laid.find((word) => !solution.includes(word));
    const rest = without(hand.deal.hand, laid.join(""));
    const word = solution.find((one) => !laid.includes(one) && !without(one, rest));
    if (!word) return this.tell(t("arrange.back", { words: stray ?? "" }));
    const [{ spelling }] = wordsIn(hand.deal, word);
    const times = hand.hinted === word ? hand.times + 1 : 1;
    Object.assign(hand, { hinted: word, times });
    if (times > 1) [hand.helped, hand.prompted] = [true, true]; // the first letter alone is no help yet
    if (times > 2) table.light(word);
    const name = ["first.told", "arrange.told", "arrange.lit"][Math.min(times, 3) - 1];
    return this.tell(
      t(name, { word: times > 1 ? word : word[0], n: word.length, spelling: spelling || word }),
    );
  }

  /** End the hand: the clock and the board stop. */
  end(over) {
    this.hand.seconds = this.room.time.stop();
    this.hand.over = over;
    this.table.freeze(true);
    this.room.enable(false);
    this.remember();
  }

  /** Share the words that the player laid as a picture. */
  async draw() {
    const title = t("done.title", { time: clock(this.hand.seconds) });
    const told = await sharePicture(picture(title, this.hand.over.mine));
    if (told) this.tell(told);
  }

  /** Show the selected letters, and whether they are a word. */
  #picked(text) {
    if (this.hand.over) return;
    const words = [...text].length > 1 ? wordsIn(this.hand.deal, text) : [];
    if (words.length) say(picking(text, words), this.room.hint);
    else fill(this.room.hint, text);
  }

  #changed(racks) {
    const { hand, room } = this;
    if (hand.over) return;
    fill(room.hint, laying(racks));
    const standing = racks.filter((rack) => rack.words.length).length;
    if (standing < hand.found.length) hand.found.length = standing;
    while (standing > hand.found.length) {
      hand.found.push({ seconds: room.time.seconds(), helped: hand.prompted === true });
      hand.prompted = false;
    }
    this.remember();
    if (standing < racks.length) return;
    this.#acts.finished(racks.map(({ text, words }) => ({ letters: text, words })));
    fanfare();
    this.table.rejoice();
  }
}
