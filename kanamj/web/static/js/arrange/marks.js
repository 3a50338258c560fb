// The squares in a shared result: one per word, in the order in which the words were found. The colour shows how long a word took.

const QUICK = 15; // most seconds for 🟩
const SLOW = 45; // most seconds for 🟨

/** The squares, such as "🟩🟨💡🟧". `found`: [{seconds, helped}] in the order of finding; `seconds` since the start; `helped`: a hint named the word. */
export function marks(found) {
  return found
    .map(({ seconds, helped }, i) => {
      if (helped) return "💡";
      const took = seconds - (found[i - 1]?.seconds ?? 0);
      return took <= QUICK ? "🟩" : took <= SLOW ? "🟨" : "🟧";
    })
    .join("");
}
