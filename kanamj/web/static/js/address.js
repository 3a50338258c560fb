// Reads and writes the part of the address after #. It contains the state of a room, so a link opens the room in that state.

/** "#p=words&q=さかな" -> URLSearchParams. */
export const read = () => new URLSearchParams(location.hash.slice(1, 4000));

/** Whether the address was cut in the middle of a letter, as happens to a link that is copied in part. */
export const isCut = () =>
  /%[0-9a-f]?$/i.test(location.hash) || [...read().values()].join().includes("\ufffd");

/** Write {name: value} as the address, without a new entry in the history. */
export function write(values) {
  const hash = format(values);
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

/** The address of {name: value}. A list is a name several times; empty values are left out. Kana stay readable. */
export function format(values) {
  const parts = Object.entries(values)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    .filter(([, value]) => value !== "" && value !== undefined && value !== null)
    .map(
      ([name, value]) => `${name}=${String(value).replace(/[^\p{L}\p{N}ー,_.~:-]/gu, encodeURIComponent)}`,
    );
  return parts.length ? `#${parts.join("&")}` : "";
}

/** `value` if it is one of the `choices`, else the first of them. */
export function oneOf(value, choices) {
  return choices.includes(value) ? value : choices[0];
}
