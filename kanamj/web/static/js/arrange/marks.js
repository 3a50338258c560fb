// The squares that players share: one per word, in the order in which the words were found, coloured by the time it took.

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
