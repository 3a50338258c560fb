// A word to help with.

const keyOf = (text) => [...text].sort().join("");

/** A word of an arrangement that keeps as many of the words laid as it can: {reading, spelling}, or null. */
export function nearestWord(arrangements, racks) {
  const standing = new Set(racks.filter((rack) => rack.words.length).map((rack) => keyOf(rack.text)));
  const kept = (blocks) => blocks.filter((block) => standing.has(block.letters)).length;
  const near = [...arrangements].sort((a, b) => kept(b) - kept(a))[0] ?? [];
  return near.find((block) => block.words.length && !standing.has(block.letters))?.words[0] ?? null;
}
