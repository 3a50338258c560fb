// Today's hand on the first page: eight tiles, and a harder one of fourteen. All players of a day have the same.

import { format, oneOf, write } from "../address.js";
import { button, el, fill, press, say, segments } from "../dom.js";
import { Desk, fresh } from "../arrange/desk.js";
import { sound } from "../arrange/kept.js";
import { endCard, squares } from "../arrange/endcard.js";
import { layFelt, small } from "../arrange/room.js";
import { clock, dateOf, marks, solved } from "../arrange/stats.js";
import { shareText } from "../parts/share.js";
import { announce, heed } from "../parts/tabs.js";
import { fitted } from "../parts/view.js";
import { learned } from "../start/lesson.js";
import { choicesOf, current, t } from "../texts.js";
import { calendar } from "./calendar.js";
import { SIZES, days, solutionWords } from "./day.js";
import { keepDay, keptDay, solvedDay } from "./kept.js";

const SHARED = "today";
const LOOK_MS = 1000;
let room = null;
let desk = null;
let file = null; // the hands, as day.js reads them
let now = null; // {number, size, date, today, sent} of the hand on the table; `sent`: by a friend's link

/** Build the room into `section`, with `ways` beside it. `asked`: {number, size} of a link, each perhaps "". */
export function build(section, ways, asked, signal) {
  room = layFelt(
    "today-",
    [
      small("arrange.hint", () => desk.hint(solutionWords(desk.hand.deal)), "today-hint-button"),
      small("arrange.shuffle", () => desk.shuffle(), "today-shuffle"),
      small("arrange.gather", () => desk.gather(), "today-gather"),
    ],
    [
      small("done.share", share, "today-share", { class: "button main" }),
      small("today.go.14", () => open(now.number, other()), "today-other"),
    ],
    signal,
  );
  room.sizes = segments("today-size", t("today.sizes"), choicesOf("today.size", SIZES), SIZES[0], (size) =>
    open(now?.number ?? todays(), size),
  );
  room.title = el`h1#title-start.title`(t("today.title"));
  room.note = el`p#today-note.lead`();
  room.new = button(t("first.next"), () => open(todays(), SIZES[0]), {
    class: "button main slim",
    id: "today-new",
    hidden: true,
  });
  room.calendar = calendar((number) => open(number, now.size));
  desk = new Desk(room, {
    keep: (hand) => keepDay(now.number, now.size, hand),
    finished: finish,
    reopen: () => open(now.number, now.size, now.sent),
    signal,
  });
  fill(room.banner, el`div`(room.title, room.name), room.sizes, room.new);
  fill(section, room.note, el`div.two`(room.felt, el`div.stack.side`(room.calendar.box, ways)));
  fitted(room.felt, signal);
  const regular = setInterval(() => {
    countDown();
    midnight();
  }, LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(regular));
  document.addEventListener("visibilitychange", () => !document.hidden && midnight(), { signal });
  heed(SHARED, () => room.calendar.draw(file, now), signal);
  load(asked);
}

/** Come back to the room, perhaps by a link or on another day. */
export function show(asked) {
  if (!file) return days().catch(() => {});
  if (asked.number || !now) return linked(asked);
  return now.sent ? open(todays(), SIZES[0]) : midnight(true);
}

async function load(asked) {
  say(t("arrange.dealing"), room.hint);
  room.enable(false);
  try {
    file = await days();
    if (!away()) linked(asked); // else `show` does it: the address is now that of another room
  } catch {
    fill(
      room.hint,
      el`span.failure`(
        { role: "alert" },
        `${t("today.missing")} `,
        button(t("again"), () => load(asked), { class: "button slim", id: "today-again" }),
      ),
    );
  }
}

/** Whether another room is shown. */
const away = () => Boolean(room.felt.closest("[hidden]"));

/** The number of today's hand. A clock that is years behind shows the first one. */
const todays = () => Math.max(1, file.numberOf(dateOf()));

/** Open the hand that a link names. That of a day to come is not shown. */
function linked({ number, size }) {
  const today = todays();
  const asked = number === "" ? today : /^\d{1,5}$/.test(number) ? Number(number) : 0;
  const late = asked > today || asked < 1;
  open(late ? today : asked, oneOf(size, SIZES), number !== "" && !late);
  if (late) desk.tell(t(asked > today ? "today.tomorrow" : "arrange.strange", { n: asked }));
}

const other = () => SIZES.find((size) => size !== now.size);

/** Open the hand of a day. One that a friend has sent keeps its address, so it is there after a reload. */
function open(number, size, sent = false) {
  desk.remember();
  const today = todays();
  now = { number, size, date: file.dateOf(number), today, sent };
  write(sent ? addressOf(now) : {});
  const kept = keptDay(number, size);
  const deal = file.hand(number, size);
  const { over, cells } = kept;
  const hand = {
    ...fresh(),
    ...sound(kept),
    deal,
    over: over?.solved ? { mine: [], ...over } : null,
    cells: Array.isArray(cells) ? cells : null,
  };
  press(room.sizes, size);
  const goal = t(`today.goal.${size}`);
  fill(room.goal, goal);
  fill(room.name, `${dayName(now.date)} ${t("today.number", { n: number })}`);
  entitle();
  fill(room.note, sent && !learned() && t("today.what"));
  room.new.hidden = true;
  room.sizes.hidden = false;
  room.over(hand.over);
  desk.lay(hand, `today ${number}/${size}`, goal, hand.over ? "" : t("first.how"));
  if (hand.over) told();
  room.calendar.draw(file, now);
}

/** What the hand is by the clock of now: after midnight, that of an earlier day. */
const entitle = () =>
  fill(room.title, t(now.sent ? "today.sent" : now.number === todays() ? "today.title" : "today.past"));

const dayName = (date) =>
  new Date(`${date}T12:00:00`).toLocaleDateString(current(), {
    month: "long",
    day: "numeric",
    weekday: "short",
  });

/**
 * After midnight the hand of the new day is laid in place of the day's hand. One of which a tile is laid or selected stays, one that is over until the player comes `back`, and one of an
 * earlier day or of a friend; then a button leads to the new one. It takes the place of the sizes, so nothing moves under a finger. While another room is open,
 * nothing is done: the player comes back from there.
 */
function midnight(back = false) {
  if (!now || !desk.hand || away()) return;
  const today = todays();
  if (today === now.today || (!back && !room.new.hidden)) return;
  const ofTheDay = now.number === now.today && !now.sent;
  const free = desk.hand.over ? back : !desk.table.touched();
  if (ofTheDay && free) return void open(today, SIZES[0]);
  entitle();
  room.calendar.draw(file, now);
  room.sizes.hidden = true;
  room.new.hidden = false;
  say(t("today.new"));
}

function finish(mine) {
  const { hand } = desk;
  const seconds = room.time.stop();
  // a hand that was on the table at midnight counts for its day; one that is opened later counts for the day on which it is solved
  const day = now.number === now.today ? now.date : dateOf();
  solved({ form: hand.deal.form, level: "", seconds, helped: hand.helped, day });
  desk.end({ solved: true, mine });
  announce(SHARED);
  room.over(hand.over);
  room.calendar.draw(file, now);
  told();
}

/** The end: the card, and the squares. */
function told() {
  const { found, over, deal } = desk.hand;
  const solution = solutionWords(deal).map((word) => ({ letters: word, words: desk.wordsOf(word) }));
  room.countdown = el`p.countdown`();
  countDown();
  room.finale(endCard(over.mine.length ? over.mine : solution, room.countdown));
  desk.tell(t("today.done"));
  room.hint.append(...squares(found));
  const more = document.getElementById("today-other");
  fill(more, t(`today.go.${other()}`));
  more.hidden = solvedDay(now.number, other());
}

/** How long it is until the next hand, below the card of today's. */
function countDown() {
  if (!room.countdown || !now) return;
  if (now.number !== todays()) return void fill(room.countdown);
  const next = new Date();
  next.setHours(24, 0, 0, 0);
  const left = Math.max(0, Math.floor((next.getTime() - Date.now()) / 1000));
  const time = `${Math.floor(left / 3600)}:${clock(left % 3600).padStart(5, "0")}`;
  fill(room.countdown, t("today.next"), " ", el`b`(time));
}

const addressOf = ({ number, size }) => ({ day: number, b: size === SIZES[0] ? "" : size });

async function share() {
  const { number, size } = now;
  const link = format(addressOf(now));
  const { found, seconds } = desk.hand;
  const text = `kanamj ${number}${size === SIZES[0] ? "" : `-${size}`} ${marks(found)} ${clock(seconds)}`;
  const note = await shareText(t("page.title"), text, link);
  if (note) desk.tell(note);
}
