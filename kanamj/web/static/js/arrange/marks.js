// The squares one shares: a word each, in the order they were found, coloured by how long it took.

const QUICK = 15;  // seconds
const SLOW = 45;

/** `found`: [{seconds, helped}] in the order of finding, seconds since the start. -> "🟩🟨💡🟧". */
export function marks(found) {
  return found.map(({ seconds, helped }, i) => {
    if (helped) return "💡";
    const took = seconds - (found[i - 1]?.seconds ?? 0);
    return took <= QUICK ? "🟩" : took <= SLOW ? "🟨" : "🟧";
  }).join("");
}
