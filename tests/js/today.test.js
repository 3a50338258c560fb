// The hands of the days, the ladder of levels, and the game that suits the player.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { LADDER, read, solved, gaveUp } from "../../kanamj/web/static/js/arrange/stats.js";
import { suited } from "../../kanamj/web/static/js/play/suits.js";
import { copiesOf, keyOf, tally } from "../../kanamj/web/static/js/tiles.js";
import { readDays, solutionWords } from "../../kanamj/web/static/js/today/day.js";
import { keepDay, keptDay, solvedDay } from "../../kanamj/web/static/js/today/kept.js";

const TEXT = readFileSync(new URL("../../kanamj/web/static/today.txt", import.meta.url), "utf-8");
const FILE = readDays(TEXT);
const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
  removeItem: (name) => store.delete(name),
};

test("hands of three years can be laid with their own words and tiles", () => {
  assert.equal(FILE.count, 1096);
  const met = new Set();
  for (let number = 1; number <= FILE.count; number += 7)
    for (const size of ["8", "14"]) {
      const deal = FILE.hand(number, size);
      assert.equal([...deal.hand].length, Number(size));
      assert.equal(keyOf(deal.hand), keyOf(deal.solution));
      for (const [letter, count] of tally(deal.hand)) assert.ok(count <= copiesOf(letter), deal.hand);
      for (const word of solutionWords(deal))
        assert.ok(deal.words[keyOf(word)].some(({ reading, list }) => reading === word && !list));
      met.add(keyOf(deal.hand));
    }
  assert.ok(met.size > 300);
});

test("a hand is not readable in the file, and neither is the next one", () => {
  const { solution } = FILE.hand(332, "8");
  assert.ok(!TEXT.includes(solution));
  assert.notEqual(FILE.hand(331, "8").hand, FILE.hand(332, "8").hand);
});

test("a day has its number whatever the season, and a day before the first has a hand too", () => {
  assert.equal(FILE.numberOf("2026-01-01"), 1);
  assert.equal(FILE.numberOf("2026-11-27"), 331);
  for (const date of ["2026-03-29", "2026-10-25", "2028-02-29", "2030-01-01", "2025-12-31"])
    assert.equal(FILE.dateOf(FILE.numberOf(date)), date);
  assert.equal(FILE.hand(1097, "8").hand, FILE.hand(1, "8").hand);
  assert.equal(FILE.hand(0, "8").hand, FILE.hand(1096, "8").hand);
});

test("of old days only the result is kept", () => {
  const one = { seconds: 40, found: [], helped: false, over: { solved: true }, cells: ["あ"] };
  for (let number = 1; number <= 20; number++) keepDay(number, "8", one);
  keepDay(21, "8", { ...one, over: null });
  assert.deepEqual(keptDay(1, "8"), { over: { solved: true }, seconds: 40 });
  assert.deepEqual(keptDay(20, "8").cells, ["あ"]);
  assert.ok(solvedDay(1, "8") && !solvedDay(21, "8") && !solvedDay(1, "14"));
});

test("the level follows what the player solves, and a hand counts for its day", () => {
  const quick = (place, seconds = 30) => {
    const [form, level] = LADDER[place];
    solved({ form, level, seconds, day: "2026-11-27" });
  };
  quick(0);
  assert.equal(read().level, 0);
  quick(0, 300); // not with ease
  quick(0);
  assert.equal(read().level, 1);
  quick(0); // easier than the player's level
  quick(0);
  assert.equal(read().level, 1);
  gaveUp(...LADDER[1]);
  gaveUp(...LADDER[1]);
  assert.equal(read().level, 0);
  assert.equal(read().days["2026-11-27"], 5);
  assert.equal(read().shown, 2);
});

test("the game that is proposed grows and shrinks with the results", () => {
  const games = (agents, won, n) => Array.from({ length: n }, () => ({ agents, rules: "basic", won }));
  assert.deepEqual(suited({ played: [], solved: 0 }), { agents: "290w", rules: "basic" });
  assert.deepEqual(suited({ played: [], solved: 7 }), { agents: "1600w", rules: "basic" });
  assert.deepEqual(suited({ played: games("400w", true, 3), solved: 0 }), { agents: "760w", rules: "paper" });
  assert.equal(suited({ played: games("400w", false, 5), solved: 7 }).agents, "290w");
  assert.equal(suited({ played: games("290w", false, 5), solved: 7 }).agents, "290w");
  assert.equal(suited({ played: games("gone", true, 5), solved: 0 }).agents, "290w");
});
