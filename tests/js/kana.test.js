import assert from "node:assert/strict";
import test from "node:test";

import {
  foldKana,
  fromRomaji,
  toKana,
  toKanaWhole,
  toRomaji,
  unfinished,
} from "../../kanamj/web/static/js/kana.js";

test("romaji becomes hiragana, and an unfinished syllable stays", () => {
  const cases = {
    sakura: "さくら",
    sak: "さk",
    konna: "こんな",
    onnna: "おんな",
    shimbashi: "しんばし",
    amma: "あんま",
    kinen: "きねn",
    "kin'en": "きんえn",
    gakkou: "がっこう",
    matcha: "まっちゃ",
    shinbun: "しんぶn",
    jyanken: "じゃんけn",
    "ra-men": "らーめn",
    xtsu: "っ",
    wo: "を",
    "fo-ku": "ふぉーく",
    vaiorin: "ゔぁいおりn",
    ffa: "っふぁ",
  };
  for (const [typed, kana] of Object.entries(cases)) assert.equal(fromRomaji(typed), kana, typed);
});

test("an n at the end of a whole text is ん", () => {
  assert.equal(toKanaWhole("shinbun"), "しんぶん");
  assert.equal(toKanaWhole("hon"), "ほん");
  assert.equal(toKana("hon"), "ほn");
});

test("katakana of both widths, decomposed kana and separators are folded", () => {
  assert.equal(foldKana("サクラ"), "さくら");
  assert.equal(foldKana("ｶﾞｷﾞ"), "がぎ");
  assert.equal(foldKana("か\u3099"), "が");
  assert.equal(foldKana("さ く/ら・、"), "さくら");
  assert.equal(toKana("ＳＡＫＵＲＡ"), "さくら");
});

test("text that is not kana stays, so that the page can name it", () => {
  assert.equal(toKanaWhole("桜☃"), "桜☃");
  assert.equal(toKanaWhole(""), "");
});

test("a syllable is unfinished while its text ends in a letter", () => {
  assert.ok(unfinished("sak"));
  assert.ok(unfinished("hon"));
  assert.ok(!unfinished("saku"));
  assert.ok(!unfinished("さくら"));
});

test("words in romaji are read one by one, as in the terminal", () => {
  assert.equal(toKanaWhole("ringo mikan ine"), "りんごみかんいね");
  assert.equal(toKanaWhole("hon, ya"), "ほんや");
  assert.equal(toKana("mikan "), "みかん"); // a space ends the word
});

test("marks that mean one thing only are read, as in the terminal", () => {
  const cases = {
    こゝろ: "こころ",
    いすゞ: "いすず",
    "ら〜めん": "らーめん",
    "か゛らす": "がらす",
    ｶﾞｯｺｰ: "がっこー",
  };
  for (const [typed, kana] of Object.entries(cases)) assert.equal(foldKana(typed), kana, typed);
  assert.equal(foldKana("さ\u200bくら\ufeff"), "さくら"); // what no font shows
});

test("a reading in Latin letters is read back as itself", () => {
  const words =
    "がっこう らーめん しゃしん まっちゃ きんえん じゃんけん こんにゃく ちゅうしゃ さっか ほんや ひょう";
  for (const word of words.split(" ")) assert.equal(toKanaWhole(toRomaji(word)), word, toRomaji(word));
  assert.deepEqual(["つづき", "ぢめん", "とっ"].map(toRomaji), ["tsuzuki", "jimen", "to"]);
});
