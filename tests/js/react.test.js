// The friends at the table react to what is said aloud, and the switch ♪ turns it off.

import assert from "node:assert/strict";
import test from "node:test";

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
  removeItem: (name) => store.delete(name),
};
globalThis.document = /** @type {any} */ ({ querySelector: () => null });
const { reactions, stays, waitLong } = await import("../../kanamj/web/static/js/play/react.js");
const { setFeels } = await import("../../kanamj/web/static/js/parts/feel.js");

const VIEW = /** @type {any} */ ({ seat: 0, turn: 4, players: [{}, {}, {}, {}] });
const moods = (event, from = null) => reactions(VIEW, event, from).map((one) => one.mood);
const said = (event, from = null) => reactions(VIEW, event, from).map((one) => one.says);

test("a call, riichi and a win are said in a bubble; the others make a face", () => {
  assert.deepEqual(moods({ event: "call", player: 2 }, 1), ["wow", "wow", "keen", "wow"]);
  assert.ok(said({ event: "call", player: 2 }, 1)[1]); // whose tile was taken says so
  assert.deepEqual(said({ event: "riichi", player: 3 }, 2).filter(Boolean).length, 1);
  assert.deepEqual(moods({ event: "ron", player: 2 }, 3), ["sad", "sad", "glad", "sad"]);
  assert.deepEqual(reactions(VIEW, { event: "discard", player: 1 }), []);
});

test("when the player wins, all friends are glad, each with words of its own", () => {
  const win = { event: "tsumo", player: 0 };
  assert.deepEqual(moods(win).slice(1), ["glad", "glad", "glad"]);
  assert.equal(new Set(said(win)).size, 4);
});

test("a face stays until somebody else acts", () => {
  const after = reactions(VIEW, { event: "call", player: 2 }, 1);
  assert.ok(stays(after, { event: "discard", player: 2 }));
  assert.ok(!stays(after, { event: "discard", player: 3 }));
  assert.ok(!stays(after, { event: "ron", player: 2 }));
});

test("a long wait is waited for, until the player answers, and the switch turns all of it off", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  waitLong(VIEW, (one) => shown.push(one));
  waitLong(VIEW, (one) => shown.push(one))(); // answered at once
  t.mock.timers.tick(60_000);
  assert.equal(shown.length, 1);
  const faces = shown[0].slice(1).map((one) => one.mood);
  assert.deepEqual(faces, ["sleepy", "sleepy", "sleepy"]);
  setFeels(false);
  assert.deepEqual(reactions(VIEW, { event: "ron", player: 2 }), []);
  waitLong(VIEW, (one) => shown.push(one));
  t.mock.timers.tick(60_000);
  assert.equal(shown.length, 1);
  setFeels(true);
});
