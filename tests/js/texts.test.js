// The texts of the page: both languages have the same ones, and a child can read the Japanese ones.

import assert from "node:assert/strict";
import test from "node:test";

import enOfPage from "../../kanamj/web/static/js/texts/en.js";
import jaOfPage from "../../kanamj/web/static/js/texts/ja.js";
import { marked, plain } from "../../kanamj/web/static/js/texts/kana.js";
import enOfMatch from "../../kanamj/web/static/js/texts/match-en.js";
import jaOfMatch from "../../kanamj/web/static/js/texts/match-ja.js";

const ja = { ...jaOfPage, ...jaOfMatch };
const en = { ...enOfPage, ...enOfMatch };

/** The kanji of the first school year. */
const FIRST =
  "一右雨円王音下火花貝学気九休玉金空月犬見五口校左三山子四糸字耳七車手十出女小上森人水正生青夕石赤千川先早草足村大男竹中虫町天田土二日入年白八百文木本名目立力林六";

const texts = Object.entries(ja).flatMap(([name, text]) => [text].flat(3).map((one) => [name, one]));

test("each kanji that a child of seven does not know has its kana", () => {
  for (const [name, text] of texts)
    for (const [, kanji, kana] of marked(text).matchAll(/(\p{Script=Han}+)(《[ぁ-ゖァ-ー]+》)?/gu))
      assert.ok(kana || [...kanji].every((one) => FIRST.includes(one)), `${name}: ${kanji} in ${text}`);
});

test("the kana are above the kanji only, and a text without them is as it was", () => {
  assert.equal(marked("8枚を分けよう。1分だけ"), "8枚《まい》を分《わ》けよう。1分《ぷん》だけ");
  assert.equal(marked("手牌の順番"), "手牌《てはい》の順番《じゅんばん》");
  for (const [, text] of texts) assert.equal(plain(marked(text)), plain(text));
});

test("both languages have the same values in their texts, and English has no text of its own", () => {
  const values = (text) => [...new Set([...String(text).matchAll(/\{(\w+)/g)].map((one) => one[1]))].sort();
  const own = ["worth.name", "match.yaku", "needs.win", "needs.tenpai", "projector.sheet"]; // said in another way
  for (const [name, text] of Object.entries(en)) {
    assert.ok(name in ja, name);
    if (!own.includes(name) && !Array.isArray(text))
      for (const value of values(text)) assert.ok(values(ja[name]).includes(value), `${name}: ${value}`);
  }
});
