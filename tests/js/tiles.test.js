import assert from "node:assert/strict";
import test from "node:test";

import * as tiles from "../../kanamj/web/static/js/tiles.js";

const ALL = [...[...tiles.PLAIN, ...tiles.OTHER].join("")].filter((letter) => letter !== " ");
const sizeOf = (set) => ALL.reduce((sum, letter) => sum + tiles.copiesOf(letter, set), 0);

test("the sets have the tiles that their names say", () => {
  for (const set of tiles.SETS) assert.equal(sizeOf(set), Number(set.split("-").at(-1)));
});

test("letters without a tile have no copy in any set", () => {
  for (const set of [...tiles.SETS, "riichi-136"])
    for (const letter of ["を", "ぁ", "桜", "a", ""]) assert.equal(tiles.copiesOf(letter, set), 0);
  assert.equal(tiles.copiesOf("あ"), 2);
  assert.equal(tiles.copiesOf("が"), 1);
});

test("the pad has every letter once", () => {
  assert.equal(new Set(ALL).size, ALL.length);
  assert.ok(ALL.every(tiles.isTile));
});

test("a dealt hand is part of what is left of the set", () => {
  const hand = tiles.dealt(14, "hiragana-120", "ああがー");
  assert.equal(hand.length, 14);
  for (const [letter, count] of tiles.tally(hand, "ああがー"))
    assert.ok(count <= tiles.copiesOf(letter), letter);
  assert.equal(tiles.dealt(500).length, 120);
});

test("keys, orders and differences", () => {
  assert.equal(tiles.keyOf("さかな"), "かさな");
  assert.equal(tiles.without("さかなか", "かこ"), "さなか");
  assert.deepEqual(tiles.inOrder([..."んーがかあ"]), [..."あかがんー"]);
});

test("a full hand has the tiles of its form, three fewer per meld", () => {
  assert.equal(tiles.fullSize("33332"), 14);
  assert.equal(tiles.fullSize("332"), 8);
  assert.equal(tiles.fullSize("33332,2222222", ["さくら"]), 11);
  assert.equal(tiles.fullSize(""), 14);
});
