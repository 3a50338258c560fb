// What the browser remembers. Works, forgetfully, where storage is refused.

const PREFIX = "kanamj.";

/** The value kept under `name`, or `fallback`; never throws. */
export function load(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch { /* no storage: forget */ }
}
