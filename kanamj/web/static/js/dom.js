// Makes elements. Data enters the page as text nodes only, never as HTML.

/** A new element: `props` are attributes, `class`, `text`, `on` ({event: handler}), `data` ({name: value}), `vars` ({"--x": value}). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "class") node.className = value;
    else if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") for (const [key, size] of Object.entries(value)) node.style.setProperty(key, size);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A button with this label; a click calls `act`. */
export function button(text, act, props = {}) {
  return el("button", { type: "button", class: "button", text, ...props, on: { click: act, ...(props.on ?? {}) } });
}

/** Replace the contents of `node` by `children`. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A row of buttons, one of which is pressed. `choices`: [[value, label], …]. `pick(value)` is called when another is pressed. */
export function segments(label, choices, chosen, pick, props = {}) {
  const group = el("div", { class: "seg", role: "group", "aria-label": label, ...props });
  for (const [value, text] of choices) {
    group.append(el("button", {
      type: "button", text, "aria-pressed": String(value === chosen), data: { value },
      on: { click: () => { press(group, value); pick(value); } },
    }));
  }
  return group;
}

/** Show `value` as the pressed one of `segments`. */
export function press(group, value) {
  for (const choice of group.children) choice.setAttribute("aria-pressed", String(choice.dataset.value === String(value)));
}

/** A labelled <select>. `choices`: [[value, label], …]. */
export function select(label, choices, chosen, pick, props = {}) {
  const box = el("select", { ...props, on: { change: () => pick(box.value) } },
    choices.map(([value, text]) => el("option", { value, text, selected: value === chosen })));
  return el("label", {}, label, box);
}

let clearing = 0;
/** Let screen readers say this text when they are idle. */
export function say(text) {
  const status = document.getElementById("status");
  clearTimeout(clearing);
  status.textContent = text;
  clearing = setTimeout(() => { if (status.textContent === text) status.textContent = ""; }, 8000);
}

/** A function that calls `act` after `ms` milliseconds, unless it is called again before. */
export function later(act, ms) {
  let timer = 0;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => act(...given), ms); };
}
