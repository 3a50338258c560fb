// Draws the seats: the called words and discards of the other players and of the player.

import { el, fill, once } from "../dom.js";
import { openSheet } from "../parts/sheet.js";
import { spelt, tile } from "../parts/tile.js";
import { t } from "../texts.js";
import { knows, portrait } from "./friends.js";
import { relative } from "./game.js";
import { purse } from "./match.js";

/** The name of a seat: "You", or that of a friend. */
export function nameOf(/** @type {Answers["game"]} */ view, seat) {
  const at = relative(view, seat);
  return at === 0 ? t("seat.you") : at <= 3 ? t(`friend.${at}`) : t("seat.n", { n: at });
}

/** A called word: its tiles in the order of the word, and its spelling. */
export function meld({ letters, words }) {
  return el`span.meld`(
    [...(words?.[0]?.reading ?? letters)].map((letter) => tile(letter, "small")),
    words?.length ? el`small`(spelt(words)) : null,
  );
}

/** Draw the seats at the table of `state`, and how the friends react (`moods`). `seats`: like those of the view, perhaps at an earlier event. `hot`: {player, tile}, the discard to mark, or null. */
export function drawSeats({ parts: { others, mine }, hand: { view }, moods }, seats, hot) {
  const count = seats.length;
  const order = Array.from({ length: count - 1 }, (_, i) => (view.seat + count - 1 - i) % count);
  fill(
    others,
    order.map((seat) => {
      const [name, at, agent] = [nameOf(view, seat), relative(view, seat), view.players[seat]?.agent ?? ""];
      return once(
        [seat, name, at, agent],
        () => seatBox(name, at, agent, seat),
        (box) =>
          box.dispatchEvent(
            new CustomEvent("seat", {
              detail: { seat: seats[seat], hot, purse: purse(view, seat), ...moods[seat] },
            }),
          ),
      );
    }),
  );
  fill(mine, purse(view, view.seat), river(seats[view.seat], hot, view.seat), melds(seats[view.seat]));
}

const melds = (seat) => seat.melds.map((one) => once(one, () => meld(one)));

/** The box of another player. Its event "seat" draws it anew, with {seat, hot, purse, mood, says}; the button stays. */
function seatBox(name, at, agent, number) {
  let now = null;
  const tell = () => openSheet(t("seat.all", { who: name }), [el`p.note`(knows(agent)), whole(now)]);
  const press = el`button.seat-name`({ on: { click: tell } });
  const called = el`div.melds`();
  const box = el`section.seat`({ "aria-label": name, data: { seat: number, place: at } });
  box.addEventListener("seat", ({ detail: { seat, hot, purse: has, mood = "calm", says = "" } }) => {
    now = seat;
    fill(
      press,
      once(["face", mood], () => portrait(at, agent, mood)),
      once("name", () => el`strong`(name)),
      has || el`span.note`(t("seat.hand", { n: seat.hand })),
      el`span.unseen`(t("seat.more")),
      seat.riichi ? el`span.riichi`(t("riichi")) : null,
      el`small.note.knows`({ "aria-hidden": "true" }, knows(agent)),
    );
    box.classList.toggle("called", seat.melds.length > 0);
    fill(called, melds(seat));
    const bubble = says && once(["says", says], () => el`span.bubble`({ "aria-hidden": "true" }, says));
    fill(box, press, seat.melds.length > 0 && called, river(seat, hot, number), bubble);
  });
  return box;
}

/** All called words and discards of a seat, for the dialog. On a phone the table has room only for the newest. */
function whole(seat) {
  return el`div.stack`(
    seat.melds.length ? el`div.row`(seat.melds.map(meld)) : null,
    el`div.run.wrap`(seat.discards.length ? seat.discards.map((letter) => tile(letter, "small")) : t("none")),
  );
}

function river(seat, hot, number) {
  const last = seat.discards.length - 1;
  return el`div.river`(
    { role: "img", "aria-label": t("seat.river", { list: seat.discards.join(" ") || t("none") }) },
    seat.discards.map((letter, i) =>
      tile(letter, `tiny${hot && hot.player === number && i === last && hot.tile === letter ? " hot" : ""}`),
    ),
  );
}

/** The seats after one event of `since`. `from`: the seat that threw last; a call takes its tile. */
export function seatsAfter(seats, event, from) {
  const next = seats.map((seat) => ({ ...seat, discards: [...seat.discards], melds: [...seat.melds] }));
  const me = next[event.player];
  if (event.event === "draw") me.hand += 1;
  if (event.event === "discard" || event.event === "riichi") {
    me.discards.push(event.tile);
    me.hand -= 1;
    if (event.event === "riichi") me.riichi = Math.max(1, me.turns);
  }
  if (event.event === "call" || event.event === "kan") {
    next[from]?.discards.pop();
    me.melds.push({ letters: event.letters, words: event.words ?? [] });
    me.hand -= [...event.letters].length - 1;
  }
  return next;
}
