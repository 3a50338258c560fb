// Keeps values in the browser. If its storage is refused or full, a value is kept until the page is closed, and the page says so once.

const PREFIX = "kanamj.";
const held = new Map(); // name -> JSON of a value that could not be stored
export const trouble = new EventTarget();

/** The value kept under `name`, or `fallback`; never throws. */
export function load(name, fallback) {
  try {
    const text = held.has(name) ? held.get(name) : localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Whether anything is kept under `name`, even what `load` cannot read. */
export function has(name) {
  try {
    return held.has(name) || localStorage.getItem(PREFIX + name) !== null;
  } catch {
    return false;
  }
}

/** Keep a value. True if the browser has stored it. */
export function save(name, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    held.delete(name);
    return true;
  } catch {
    if (!held.size) trouble.dispatchEvent(new Event("forgetful"));
    held.set(name, text);
    return false;
  }
}

/** Forget the value under `name`. Call this only for what the player throws away. */
export function drop(name) {
  held.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    /* nothing was kept */
  }
}

/** A kept number, from 0 to `most`; 0 if it is none, as in a damaged storage. */
export const counted = (value, most = 1e6) =>
  Number(value) >= 0 && Number(value) <= most ? Number(value) : 0;

/** The value if it is a plain object, otherwise {}. */
export function plain(value) {
  return value && typeof value === "object" && !Array.isArray(value) ? value : {};
}

/** The kept value if it is a plain object, otherwise {}. */
export const loadObject = (name) => plain(load(name, null));
