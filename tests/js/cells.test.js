import assert from "node:assert/strict";
import test from "node:test";

import * as cells from "../../kanamj/web/static/js/parts/cells.js";

const HAND = [..."さかなねこ"];
const shown = (board) =>
  cells
    .layout(board)
    .map((letter) => letter ?? "・")
    .join("");
const at = (board, letter) => board.cells.findIndex((cell) => cell?.letter === letter);
const lay = (board, letters, slot = 0) =>
  [...letters].reduce((now, letter, i) => cells.swapped(now, at(now, letter), slot + i), board);

test("a new board has empty racks and the hand in the tray", () => {
  const board = cells.laid([3, 2], HAND);
  assert.equal(shown(board), "・・・・・さかなねこ");
  assert.deepEqual(cells.rackCells(board), [
    [0, 1, 2],
    [3, 4],
  ]);
});

test("a tile that is taken back goes home, and one whose home is taken to a free cell", () => {
  const board = lay(cells.laid([3, 2], HAND), "かなさ");
  assert.equal(shown(board), "かなさ・・・・・ねこ");
  assert.equal(shown(cells.returned(board, [1])), "か・さ・・・・なねこ");
  assert.equal(shown(cells.returned(board, [0, 1, 2])), "・・・・・さかなねこ");
  const taken = cells.swapped(board, 8, 6);
  assert.equal(shown(cells.returned(taken, [0])), "・なさ・・かね・・こ");
  assert.equal(shown(cells.returned(board, [3, 8])), shown(board));
});

test("the tray does not tell in which order the words were laid", () => {
  const board = lay(lay(cells.laid([3, 2], HAND), "なさか"), "こね", 3);
  assert.equal(shown(cells.gathered(board)), "・・・・・さかなねこ");
  const reloaded = cells.restored([3, 2], HAND, cells.layout(board));
  assert.equal(shown(cells.gathered(reloaded)), "・・・・・かこさなね");
});

test("selected tiles are placed in their order, from the slot that is tapped", () => {
  const board = cells.laid([3, 2], HAND);
  const placed = cells.placed(board, [at(board, "ね"), at(board, "こ")], 3);
  assert.deepEqual(cells.contents(placed), [
    { text: "", full: false },
    { text: "ねこ", full: true },
  ]);
  assert.equal(shown(cells.placed(placed, [3, 4], placed.slots)), shown(cells.placed(placed, [3, 4], 9)));
});

test("no step loses a tile or makes one", () => {
  let board = cells.laid([3, 2], HAND);
  const sorted = (now) => cells.layout(now).filter(Boolean).sort().join("");
  const whole = sorted(board);
  let seed = 1;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [random(10), random(10)];
    const steps = [
      () => cells.swapped(board, a, b),
      () => cells.returned(board, [a]),
      () => cells.placed(board, board.cells[a] ? [a] : [], b),
      () => cells.gathered(board),
      () => cells.shuffled(board),
      () => cells.adapted(board, HAND, random(2) ? [3, 2] : [2, 3]),
    ];
    board = steps[random(steps.length)]();
    assert.equal(sorted(board), whole);
    assert.equal(new Set(board.cells.filter(Boolean).map((cell) => cell.id)).size, HAND.length);
  }
});

test("a kept board is restored; one of another hand is laid anew", () => {
  const board = lay(cells.laid([3, 2], HAND), "さかな");
  assert.equal(shown(cells.restored([3, 2], HAND, cells.layout(board))), shown(board));
  for (const strange of [null, "さかな", ["さ"], [...cells.layout(board)].fill("ぺ", 0, 1)])
    assert.equal(shown(cells.restored([3, 2], HAND, strange)), "・・・・・さかなねこ");
});

test("tiles of the old and the new hand keep their places and ids", () => {
  const board = lay(cells.laid([3, 2], HAND), "さかな");
  const next = cells.adapted(board, [..."さかなねい"]);
  assert.equal(shown(next), "さかな・・ねい・・・");
  assert.equal(next.cells[0].id, board.cells[0].id);
  assert.ok(next.cells[6].id > 4);
});

test("a word keeps its rack when the racks change only beside it", () => {
  const board = lay(cells.laid([3, 2], HAND), "さかな");
  assert.deepEqual(
    cells.contents(cells.adapted(board, HAND, [2, 3])).map((rack) => rack.text),
    ["", "さかな"],
  );
});

test("words are laid in racks of their lengths", () => {
  const board = cells.withWords(cells.laid([3, 2], HAND), ["ねこ", "さかな", "いぬ"]);
  assert.deepEqual(
    cells.contents(board).map((rack) => rack.text),
    ["さかな", "ねこ"],
  );
});
