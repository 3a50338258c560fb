// The texts of the page: both languages have the same ones, and a child can read the Japanese ones.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { KNOWN, marked, plain } from "../../kanamj/web/static/js/ruby.js";

/** The kanji of the first school year. */
const FIRST =
  "一右雨円王音下火花貝学気九休玉金空月犬見五口校左三山子四糸字耳七車手十出女小上森人水正生青夕石赤千川先早草足村大男竹中虫町天田土二日入年白八百文木本名目立力林六";

const table = new URL("../../kanamj/web/static/texts.tsv", import.meta.url);
const rows = readFileSync(table, "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((row) => row.split("\t"));
const texts = rows.map(([name, , japanese]) => [name, japanese]);

test("each kanji that a child of seven does not know has its kana", () => {
  for (const [name, text] of texts)
    for (const [, kanji, kana] of marked(text).matchAll(/(\p{Script=Han}+)(《[ぁ-ゖァ-ー]+》)?/gu))
      assert.ok(kana || [...kanji].every((one) => FIRST.includes(one)), `${name}: ${kanji} in ${text}`);
});

test("the kana are above the kanji only, and a text without them is as it was", () => {
  assert.equal(marked("8枚を分けよう。1分だけ"), "8｜枚《まい》を｜分《わ》けよう。1｜分《ぷん》だけ");
  assert.equal(marked("手牌の順番"), "｜手牌《てはい》の｜順番《じゅんばん》");
  assert.equal(marked("3文字待ち"), "3文字｜待《ま》ち");
  for (const [, text] of texts) assert.equal(plain(marked(text)), plain(text));
});

test("each word with kana is in a text", () => {
  const all = texts.map(([, text]) => text).join("\n");
  assert.deepEqual(
    [...KNOWN.keys()].filter((word) => !all.includes(word)),
    [],
  );
});

test("a number of one has no plural", () => {
  const counted = rows.filter(([, english]) => /\{n\} (more )?(letters|riichi sticks)/.test(english));
  assert.deepEqual(
    counted.map(([name]) => name),
    ["first.told", "spell.length"], // never one
  );
});

test("each text has a name, English and Japanese, in the order of the names", () => {
  const names = rows.map(([name]) => name);
  assert.deepEqual(names, [...new Set(names)].sort());
  for (const row of rows) assert.ok(row.length === 3 && row[2], row[0]);
  const own = rows.filter(([, english]) => !english).map(([name]) => name);
  assert.ok(own.length && own.every((name) => name.startsWith("error.")), String(own)); // what the engine says in English
});

test("both languages have the same values in their texts", () => {
  const values = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((one) => one[1]))].sort();
  const own = ["worth.name", "match.yaku", "needs.win", "needs.tenpai", "projector.sheet"]; // said in another way
  for (const [name, english, japanese] of rows)
    if (!own.includes(name))
      for (const value of values(english)) assert.ok(values(japanese).includes(value), `${name}: ${value}`);
});

test("no text is without use", () => {
  const folder = new URL("../../kanamj/web/static/", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(js|html)$/.test(name),
  );
  const all = sources.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  const used = new Set(Array.from(all.matchAll(/["'`]([\w.]+)(\$\{|["'`.])/g), (found) => found[1]));
  const listed = Array.from(all.matchAll(/choice(?:sOf)?\(\s*"([\w.]+)"/g), (found) => `${found[1]}.`);
  const begins = [...[...used].filter((name) => name.endsWith(".")), ...listed];
  const unused = rows
    .map(([name]) => name)
    .filter((name) => !used.has(name) && !begins.some((one) => name.startsWith(one)));
  assert.deepEqual(unused, []);
});
