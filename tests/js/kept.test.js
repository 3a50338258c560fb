// What the browser keeps for the player, and what the page makes of a full storage, a forbidden one, a newer format, and a clock.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { createContext, runInContext } from "node:vm";

import { sound as soundHand } from "../../kanamj/web/static/js/arrange/kept.js";
import { clock, dateOf, read, solved, streak } from "../../kanamj/web/static/js/arrange/stats.js";
import { ended, forget, game, keepGame, unread } from "../../kanamj/web/static/js/play/kept.js";
import { drop, has, load, save, trouble } from "../../kanamj/web/static/js/store.js";
import { readDays } from "../../kanamj/web/static/js/today/day.js";

const store = new Map();
const sound = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
  removeItem: (name) => store.delete(name),
};
beforeEach(() => {
  store.clear();
  globalThis.localStorage = sound;
});

test("without storage, or with a full one, a value stays until the page is closed, and that is said once", () => {
  const no = () => {
    throw new Error("no");
  };
  for (const broken of [
    { ...sound, setItem: no },
    { getItem: no, setItem: no, removeItem: no },
  ]) {
    globalThis.localStorage = broken;
    let said = 0;
    const count = () => said++;
    trouble.addEventListener("forgetful", count);
    assert.equal(save("a", { b: 1 }), false);
    assert.equal(save("c", 2), false);
    assert.equal(said, 1);
    assert.ok(has("a"));
    assert.deepEqual(load("a", null), { b: 1 });
    drop("a");
    drop("c");
    assert.equal(load("a", "gone"), "gone");
    trouble.removeEventListener("forgetful", count);
  }
});

/** A hand at the table; `view` and `rest` are parts that differ. */
const hand = (view = {}, rest = {}) => ({
  id: "x",
  moves: [],
  rules: "basic",
  view: {
    seats: [{ seat: 0, hand: 8, turns: 0, riichi: 0, discards: [], melds: [] }],
    legal: [],
    players: [1],
    seat: 0,
    hand: "さくらなみだいぬ",
    phase: "Discard",
    ...view,
  },
  ...rest,
});

test("a game is read as it was kept, and its form is one of its rules", () => {
  keepGame({ hand: hand(), wins: [0], form: "332", board: null });
  assert.deepEqual(game(), { version: 1, open: true, hand: hand(), wins: [0], form: "332", cells: null });
  save("game", { version: 1, open: true, hand: hand({}, { agents: "400w" }), wins: [], form: "33332" });
  assert.equal(game().form, "332");
  assert.deepEqual(unread(), []);
});

test("what is no game is told, and only the player deletes it", () => {
  for (const strange of [
    '"game"',
    "[]",
    '{"open": true, "hand": 5}',
    JSON.stringify({ version: 1, open: true, hand: hand() }).slice(0, 60),
    JSON.stringify({ version: 2, open: true, hand: hand() }),
    JSON.stringify({ open: true, hand: hand() }),
    ...[{ seats: [{}] }, { seats: [1] }, { seat: 3 }, { legal: 2 }, { hand: null }].map((view) =>
      JSON.stringify({ version: 1, open: true, hand: hand(view) }),
    ),
    JSON.stringify({ version: 1, open: true, hand: hand({}, { rules: "__proto__" }) }),
  ]) {
    store.set("kanamj.game", strange);
    assert.equal(game(), null, strange);
    assert.deepEqual(unread(), ["game"], strange);
    assert.equal(store.get("kanamj.game"), strange);
    forget("game");
    assert.deepEqual(unread(), []);
  }
  assert.equal(ended(), null);
});

test("a hand by rules with points is read only with its match", () => {
  const match = { points: [22], began: [22], gains: [0], hands: [], settlement: [] };
  const kept = (change = {}, rest = {}) =>
    save("game", {
      version: 1,
      open: true,
      hand: hand(
        { match: { ...match, ...change } },
        { rules: "pro", rounds: 1, match: ["abcdefgh"], ...rest },
      ),
    });
  kept();
  assert.equal(game().form, "33332");
  for (const [change, rest] of [
    [{ points: [22.5] }],
    [{ points: [22, 22] }],
    [{ points: null }],
    [{ hands: 3 }],
    [{}, { rounds: "1" }],
    [{}, { match: undefined }],
    [{}, { view: hand().view }], // kept without a match
  ]) {
    kept(change, rest);
    assert.equal(game(), null);
    assert.deepEqual(unread(), ["game"]);
  }
});

test("a clock that is set back, or numbers that are none, do no harm to the days", () => {
  save("arrange", { solved: "x", days: { "2099-01-01": 5, "2026-11-26": 1 }, best: { 1: -4 }, level: 99 });
  solved({ form: "332", level: "1", seconds: 30, day: "2026-11-27" });
  const { days, solved: count, level } = read();
  assert.deepEqual(days, { "2099-01-01": 5, "2026-11-26": 1, "2026-11-27": 1 });
  assert.equal(streak(days, "2026-11-27"), 2);
  assert.equal(streak(days, "2026-11-25"), 0); // days to come are not in a row
  assert.equal(count, 1);
  assert.equal(level, 7);
});

test("the day, and with it the hand, is that of the player's time zone", () => {
  const at = new Date("2026-11-27T12:00:00Z");
  const file = readDays("2026-01-01\n\nいぬ 犬\n\nあ あ");
  const before = process.env.TZ;
  for (const [zone, number] of [
    ["Pacific/Auckland", 332],
    ["Asia/Tokyo", 331],
    ["Pacific/Honolulu", 331],
  ]) {
    process.env.TZ = zone;
    assert.equal(file.numberOf(dateOf(at)), number, zone);
  }
  process.env.TZ = before ?? "";
});

test("a damaged storage shows no number that is none", () => {
  const strange = ["NaN", NaN, Infinity, -5, 1e99, "x", null, {}, [1, 2], true];
  for (const value of strange) {
    const days = { "2026-11-26": value, "2026-11-27": 2 };
    save("arrange", {
      solved: value,
      shown: value,
      run: value,
      level: value,
      best: { 1: value, 2: 9 },
      days,
    });
    store.set("kanamj.arrange", store.get("kanamj.arrange").replace(/:null/, ":1e999"));
    const numbers = read();
    const all = [numbers.solved, numbers.shown, numbers.run, numbers.level];
    all.push(...Object.values(numbers.best), ...Object.values(numbers.days));
    for (const n of all) assert.ok(Number.isFinite(n) && Math.abs(n) <= 1e6, `${value}: ${all}`);
    const kept = soundHand({
      seconds: value,
      found: [value, { seconds: value, helped: value }],
      helped: value,
    });
    assert.match(clock(kept.seconds), /^\d{1,4}:\d\d$/);
    assert.ok(kept.found.every((one) => Number.isFinite(one.seconds)));
    save("game", { version: 1, hand: hand(), wins: [value, 2], form: "332" });
    assert.ok(game().wins.every((n) => Number.isFinite(n) && n >= 0));
  }
});

test("a row of 200 days is counted", () => {
  const days = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [dateOf(new Date(2026, 0, 1 + i, 12)), 1]),
  );
  save("arrange", { days });
  assert.equal(streak(read().days, dateOf(new Date(2026, 0, 200, 12))), 200);
});

test("a browser of 2021 gets what the page needs", () => {
  const text = readFileSync(new URL("../../kanamj/web/static/js/here.js", import.meta.url), "utf-8");
  const heard = {};
  const opening = { textContent: "" };
  const old = createContext({
    location: { protocol: "https:" },
    document: { getElementById: () => opening },
    addEventListener: (kind, act) => (heard[kind] = act),
  });
  runInContext("delete Object.hasOwn; delete Array.prototype.at; delete String.prototype.at;", old);
  runInContext(text, old);
  const found = runInContext(
    "[Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({}, 'at'), [1, 2].at(-1), 'ab'.at(0)]",
    old,
  );
  assert.deepEqual([...found], [true, false, 2, "a"]);
  for (const kind of ["error", "unhandledrejection"]) {
    opening.textContent = "";
    heard[kind]();
    assert.match(opening.textContent, /読みなおしてください。 .* Load it again/, kind); // a module has not come
  }
});
