// Makes elements. Data enters the page as text nodes only, never as HTML.

import { KANA, plain } from "./ruby.js";

/**
 * Makes an element: el`p#hint.note`(…) has that tag, id and class. Its arguments are its children; the first may be an object of attributes,
 * `class` (more classes), `on` ({event: handler}), `data` ({name: value}) and `vars` ({"--x": value}). A button does not submit.
 * @type {(what: TemplateStringsArray) => (...given: any[]) => any}
 */
export const el =
  ([what]) =>
  (...given) => {
    const [tag, ...names] = what.split(/(?=[.#])/);
    const [props, ...children] = given[0]?.constructor === Object ? given : [{}, ...given];
    const node = document.createElement(tag);
    if (tag === "button") node.setAttribute("type", "button");
    for (const name of names) {
      if (name.startsWith("#")) node.id = name.slice(1);
      else node.classList.add(name.slice(1));
    }
    for (const [name, value] of Object.entries(props)) {
      if (value === undefined || value === null || value === false) continue;
      if (name === "class") node.classList.add(...value.split(" ").filter(Boolean));
      else if (name === "on")
        for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
      else if (name === "data") Object.assign(node.dataset, value);
      else if (name === "vars")
        for (const [key, size] of Object.entries(value)) node.style.setProperty(key, size);
      else node.setAttribute(name, value === true ? "" : plain(value));
    }
    return fill(node, ...(tag === "option" ? children.map(plain) : children));
  };

/** The text, with kana above what is between ｜ and 《》: ｜手牌《てはい》. The style sheet draws the kana; for all else the text has none. */
function withKana(text) {
  const parts = text.split(KANA);
  return el`span`(
    parts.map((part, i) => [part, el`span.kana`({ data: { kana: parts[i + 1] } }, part), null][i % 3]),
  );
}

/** An element of SVG with these attributes. */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http:" + "//www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children.flat(3));
  return node;
}

/** A button with this label; a click calls `act`. */
export const button = (text, act, props = {}) =>
  el`button`({ class: "button", ...props, on: { click: act } }, text);

/** The elements that match, as elements of HTML. */
export const all = (selector, within = document) =>
  /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/** What `once` returns. */
class Once {
  constructor(value, make, again) {
    this.key = JSON.stringify(value);
    this.make = make;
    this.again = again;
  }
}

/** A child for `fill` that shows `value`: the node that `make()` returns, or the one that was made before for an equal value. `again(node)` is called whenever it is shown. */
export const once = (value, make, again = (_node) => {}) => new Once(value, make, again);

const made = new WeakMap(); // node -> key of the value that it was made for

/** Show these children in `node`, and no others. What is there already stays in place, as a button that is replaced between press and release gets no click. */
export function fill(node, ...children) {
  const there = [...node.childNodes];
  const free = new Set(there);
  const wanted = children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);
  const shown = wanted.map((child) => {
    if (typeof child === "string" && child.includes("《")) return withKana(child);
    if (!(child instanceof Once)) return child;
    const one = [...free].find((old) => made.get(old) === child.key) ?? child.make();
    free.delete(one);
    made.set(one, child.key);
    child.again(one);
    return one;
  });
  for (const old of there) if (!shown.includes(old)) old.remove();
  let next = node.firstChild;
  for (const child of shown) {
    if (child === next) next = next.nextSibling;
    else node.insertBefore(typeof child === "object" ? child : document.createTextNode(child), next);
  }
  return node;
}

/** A row of buttons, one of which is pressed. `choices`: [[value, label], …]. `pick(value)` is called when another is pressed. */
export function segments(id, label, choices, chosen, pick) {
  const group = el`div.seg`({ id, role: "group", "aria-label": label });
  for (const [value, text] of choices) {
    const act = () => {
      press(group, value);
      pick(value);
    };
    group.append(
      el`button`({ "aria-pressed": String(value === chosen), data: { value }, on: { click: act } }, text),
    );
  }
  return group;
}

/** Show `value` as the pressed one of `segments`. */
export function press(group, value) {
  for (const choice of group.children)
    choice.setAttribute("aria-pressed", String(choice.dataset.value === String(value)));
}

/** Buttons with these labels, of which at most one is pressed; a second press releases it. `pick(i)` is told which one is, -1 if none. */
export function chips(labels, pick) {
  let chosen = -1;
  const choose = (at) => {
    chosen = at === chosen ? -1 : at;
    nodes.forEach((node, i) => node.setAttribute("aria-pressed", String(i === chosen)));
    pick(chosen);
  };
  const nodes = labels.map((label, i) =>
    el`button.chip`({ "aria-pressed": "false", on: { click: () => choose(i) } }, label),
  );
  return nodes;
}

/** A labelled <select>. `choices`: [[value, label], …]. */
export function select(id, label, choices, pick, chosen = "") {
  const box = el`select`({ id, on: { change: () => pick(box.value) } });
  box.append(...choices.map(([value, text]) => el`option`({ value, selected: value === chosen }, text)));
  return el`label`(label, box);
}

/** A field for a short text. */
export const textField = (id, placeholder, maxlength, props = {}) =>
  el`input`({ id, type: "text", autocomplete: "off", maxlength, placeholder, ...props });

let clearing = 0;
/** Let screen readers say this text when they are idle. It is also shown in `node`, if that is given. */
export function say(text, node = null) {
  if (node) fill(node, text);
  const status = document.getElementById("status");
  clearTimeout(clearing);
  status.textContent = plain(text);
  clearing = setTimeout(() => fill(status), 8000);
}

/** A function that calls `act` after `ms` milliseconds, unless it is called again before. */
export function later(act, ms) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), ms);
  };
}
