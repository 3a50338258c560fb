// What is equal is not drawn again: fill() and once() of dom.js, on a document of thirty lines.

import assert from "node:assert/strict";
import test from "node:test";

/** A node that counts how often it was put somewhere. */
class Node {
  constructor(text) {
    this.text = text;
    this.childNodes = [];
    this.parent = null;
    this.placed = 0;
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get nextSibling() {
    const all = this.parent?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  remove() {
    this.parent.childNodes.splice(this.parent.childNodes.indexOf(this), 1);
    this.parent = null;
  }
  insertBefore(child, before) {
    if (child.parent) child.remove();
    child.parent = this;
    child.placed += 1;
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child);
  }
}
globalThis.document = /** @type {any} */ ({ createTextNode: (text) => new Node(String(text)) });
const { fill, once } = await import("../../kanamj/web/static/js/dom.js");

const shown = (place) => place.childNodes.map((node) => node.text).join("");
const said = (value) => once(value, () => new Node(String(value)));

test("what is there stays, what is new is put beside it, and the rest leaves", () => {
  const place = new Node("");
  fill(place, "a", [said("b"), null, [said("c")]], false, 0);
  assert.equal(shown(place), "abc0");
  const [, b, c] = place.childNodes;
  fill(place, said("x"), said("b"), said("y"), said("c"));
  assert.equal(shown(place), "xbyc");
  assert.deepEqual([place.childNodes[1], place.childNodes[3]], [b, c]);
  assert.deepEqual([b.placed, c.placed], [1, 1]); // not even moved
  fill(place, said("c"));
  assert.equal(shown(place), "c");
  assert.equal(c.placed, 1);
});

test("equal values have a node each, and another order moves as few nodes as it may", () => {
  const place = new Node("");
  fill(place, said("a"), said("a"), said("b"));
  assert.equal(new Set(place.childNodes).size, 3);
  const [first, second, last] = place.childNodes;
  fill(place, said("b"), said("a"), said("a"));
  assert.deepEqual(place.childNodes, [last, first, second]);
  assert.deepEqual(
    [first, second, last].map((node) => node.placed),
    [1, 1, 2],
  );
});

test("a node that is given again stays in place, and what is to be drawn into it is told every time", () => {
  const place = new Node("");
  const own = new Node("own");
  const told = [];
  const row = (n) =>
    once(
      "row",
      () => new Node("row"),
      (node) => told.push([node, n]),
    );
  fill(place, own, row(1));
  fill(place, said("new"), own, row(2));
  assert.equal(shown(place), "newownrow");
  assert.equal(own.placed, 1);
  assert.equal(told[0][0], told[1][0]);
  assert.deepEqual(
    told.map(([, n]) => n),
    [1, 2],
  );
});
