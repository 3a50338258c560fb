// What the page computes of addresses, of places on the screen, and of days.

import assert from "node:assert/strict";
import test from "node:test";

import * as address from "../../kanamj/web/static/js/address.js";
import { marks } from "../../kanamj/web/static/js/arrange/stats.js";
import { clock, dateOf, streak } from "../../kanamj/web/static/js/arrange/stats.js";
import { begins, nearestArea } from "../../kanamj/web/static/js/parts/drag.js";
import { nearest } from "../../kanamj/web/static/js/parts/focus.js";

test("an address is read as it was written, whatever its values are", () => {
  for (const value of ["さかな", "a&b=c", "#", "100%", "à la", "🀄", "x".repeat(300)]) {
    globalThis.location = {
      hash: address.format({ p: "words", q: value }),
    };
    assert.equal(address.read().get("q"), value);
    assert.equal(address.read().get("p"), "words");
  }
});

test("kana stay readable in an address, and empty values are left out", () => {
  assert.equal(
    address.format({ h: "さくら", m: ["ねこ", "いぬ"], s: "", t: [], f: undefined, n: 0 }),
    "#h=さくら&m=ねこ&m=いぬ&n=0",
  );
  assert.equal(address.format({}), "");
});

test("an address that cannot be read is an empty one, and an unknown value is the first choice", () => {
  globalThis.location = { hash: "#%E0%A4%A" };
  assert.equal(address.read().get("h"), null);
  const whole = "#q=%E3%81%95%25";
  const cut = [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((less) => {
    globalThis.location = { hash: whole.slice(0, whole.length - less) };
    return address.isCut();
  });
  assert.deepEqual(cut, [1, 2, 4, 5, 6, 7, 8]); // %2, %, then within さ
  assert.equal(address.oneOf("9", ["332", "33332"]), "332");
  assert.equal(address.oneOf("33332", ["332", "33332"]), "33332");
});

test("a dropped tile goes to the nearest cell, if one is near", () => {
  const row = [0, 50, 100].map((x) => ({ x, y: 0, width: 40, height: 50 }));
  assert.equal(nearestArea({ x: 95, y: 30 }, row), 1);
  assert.equal(nearestArea({ x: 119, y: 25 }, row), 2);
  assert.equal(nearestArea({ x: 20, y: 86 }, row), -1);
  assert.equal(nearestArea({ x: 0, y: 0 }, []), -1);
});

test("a small move is a tap, and a finger that moves down scrolls unless its tile is held", () => {
  assert.ok(!begins(4, 4, true));
  assert.ok(begins(0, 9, true));
  assert.ok(!begins(3, 9, false));
  assert.ok(begins(9, 3, false));
});

test("an arrow goes to the nearest key in its direction, and stays in its row sideways", () => {
  const key = (x, y) => ({ getBoundingClientRect: () => ({ x, y, width: 40, height: 40 }) });
  const [a, b, c, below] = [key(0, 0), key(50, 0), key(100, 0), key(50, 50)];
  const keys = [a, b, c, below];
  assert.equal(nearest(a, keys, [1, 0]), b);
  assert.equal(nearest(c, keys, [1, 0]), null);
  assert.equal(nearest(b, keys, [0, 1]), below);
  assert.equal(nearest(below, keys, [-1, 0]), null);
});

test("days in a row are counted up to today or yesterday, over the end of a month", () => {
  const days = { "2026-02-27": 1, "2026-02-28": 1, "2026-03-01": 1 };
  assert.equal(streak(days, "2026-03-01"), 3);
  assert.equal(streak(days, "2026-03-02"), 3);
  assert.equal(streak(days, "2026-03-03"), 0);
  assert.equal(dateOf(new Date(2026, 0, 5)), "2026-01-05");
});

test("a clock has minutes and two digits of seconds; a mark tells how long a word took", () => {
  assert.deepEqual([0, 59.9, 83, 3600].map(clock), ["0:00", "0:59", "1:23", "60:00"]);
  const found = [{ seconds: 10 }, { seconds: 50 }, { seconds: 52, helped: true }, { seconds: 120 }];
  assert.equal(marks(found), "🟩🟨💡🟧");
});
