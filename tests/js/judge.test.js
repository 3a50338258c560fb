// Holds the page to Python in what both answer, judging and looking up: the answers of a file that Python wrote (tests/reference/early.py), KANAMJ_GOLDEN or the one that is kept here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gunzipSync } from "node:zlib";

import { judge } from "../../kanamj/web/static/js/judge.js";
import { Words } from "../../kanamj/web/static/js/wordfile.js";

const file = process.env.KANAMJ_GOLDEN ?? new URL("golden/judge.txt.gz", import.meta.url);
const [text, ...parts] = gunzipSync(readFileSync(file)).toString().split("\n\n-\n");
const words = new Words(text);
const [rows, finds] = parts.map((part) =>
  part
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line)),
);

/** An answer with the letters of blocks only, as tests/reference/early.py writes it. */
function short(value) {
  if (Array.isArray(value)) return value.map(short);
  if (value === null || typeof value !== "object") return value;
  const { words: of, ...rest } = value;
  if (of && !("letters" in value || "tiles" in value)) rest.words = of;
  const names = Object.keys(rest);
  if (names.join() === "letters") return rest.letters;
  return Object.fromEntries(names.map((name) => [name, short(rest[name])]));
}

test("every answer is Python's", () => {
  for (const { far, answer, ...asked } of rows) {
    const told = short(judge(words, asked, 20));
    if (far) assert.deepEqual(told, { far: true }, asked.hand);
    else
      for (const [name, value] of Object.entries(answer))
        assert.deepEqual(told[name], value, `${asked.hand} ${name}`);
  }
});

test("every word that is looked up is Python's, too", () => {
  const asked = finds.filter(({ q }) => q);
  for (const { q, answer } of asked) assert.deepEqual(words.find(q), answer, q);
  assert.ok(asked.some(({ answer }) => answer === null) && asked.some(({ answer }) => answer?.others.length));
});

test("a board shows the words that Python lists", () => {
  for (const { size, count, first } of finds.filter((one) => one.size)) {
    const list = words.ofSize(size);
    assert.equal(list.size, count);
    for (const [key, told] of Object.entries(first)) {
      const [[word]] = [list.get(key)];
      assert.equal(`${word.reading} ${word.spelling}`, told || `${key} ${key}`);
    }
  }
});

test("the answers are of every kind", () => {
  const told = rows.map(({ answer }) => answer).filter(Boolean);
  assert.ok(told.length < rows.length, "some hands are farther from a win");
  for (const kind of ["tanki", "trio", "promote", "shanpon", "nobetan"])
    assert.ok(
      told.some(({ kinds_of_wait: kinds }) => kinds.includes(kind)),
      kind,
    );
  assert.ok(told.some(({ shanten }) => shanten === -1) && told.some(({ discards }) => discards.length > 1));
});

test("what only Python knows is left to it", () => {
  const hand = "さくらなみだたまごきつねいぬ";
  for (const asked of [
    { hand, form: "4442" },
    { hand, form: "33332,2222222" },
    { hand: "なみだたまごきつね", meld: ["さくらん"] },
    { hand: hand.slice(2) },
    { hand: `${hand}う` },
    { hand: "ががらなみだたまごきつねいぬ" },
    { hand, seen: "ごごご" },
  ])
    assert.equal(judge(words, asked), null, JSON.stringify(asked));
});

test("a file of another format is refused", () => {
  for (const other of ["2 toy\n\n5 あい:\n\n\n\nけこ:", "5 あい:\n\n\n\nけこ:", "<!doctype html>"])
    assert.throws(() => new Words(other), /format/, other);
});

test("equally rare arrangements are sorted by their letters", () => {
  const toy = new Words(
    "1 toy\n\n5 あい:\n5 うえお:\n5 かきく:\n5 おき:\n5 あいう:\n5 えかく:\n5 うお:\n5 あいえ:\n\n\n\nけこ:",
  );
  const { arrangements } = judge(toy, { hand: "あいうえおかきく", form: "332" });
  const told = arrangements.map((blocks) => blocks.map(({ letters }) => letters).join());
  assert.deepEqual(told, [...told].sort());
  assert.ok(told.length > 1);
});

test("a hand that needs the thousand easiest words is easy, and no other", () => {
  const letters = [..."あいうえおかきくけこさしすせそたちつてとなにねのはひふへほまみむめもや"];
  const pairs = letters.flatMap((one, i) => letters.slice(i).map((other) => one + other));
  for (const before of [999, 1000]) {
    const lines = [
      ...pairs,
      ...letters.map((one) => `${one}ら${one}`),
      ...letters.map((one) => `${one}りり`),
    ];
    const many = [...lines, ...pairs.map((pair) => `${pair}ん`)].slice(0, before);
    const toy = new Words(
      "1 toy\n\n" + [...many, "いぬ"].map((word) => `5 ${word}:`).join("\n") + "\n\n\n\nわを:",
    );
    const { vocabulary } = judge(toy, { hand: "いぬ", meld: ["ろろれ", "るるわ"], form: "332" });
    assert.deepEqual([vocabulary.size, vocabulary.easy], [before + 1, before < 1000]);
  }
});
