// Turns typed text into the letters of tiles. It reads hiragana, katakana (full or half width) and romaji.

const ROWS = {
  "": "あいうえお",
  k: "かきくけこ",
  s: "さしすせそ",
  t: "たちつてと",
  n: "なにぬねの",
  h: "はひふへほ",
  m: "まみむめも",
  r: "らりるれろ",
  g: "がぎぐげご",
  z: "ざじずぜぞ",
  d: "だぢづでど",
  b: "ばびぶべぼ",
  p: "ぱぴぷぺぽ",
};
const GLIDES = {
  k: "き",
  s: "し",
  t: "ち",
  n: "に",
  h: "ひ",
  m: "み",
  r: "り",
  g: "ぎ",
  z: "じ",
  d: "ぢ",
  b: "び",
  p: "ぴ",
};
const TABLE = new Map(
  Object.entries({
    ya: "や",
    yu: "ゆ",
    yo: "よ",
    wa: "わ",
    shi: "し",
    chi: "ち",
    tsu: "つ",
    fu: "ふ",
    ji: "じ",
    sha: "しゃ",
    shu: "しゅ",
    sho: "しょ",
    cha: "ちゃ",
    chu: "ちゅ",
    cho: "ちょ",
    ja: "じゃ",
    ju: "じゅ",
    jo: "じょ",
    jya: "じゃ",
    jyu: "じゅ",
    jyo: "じょ",
    nn: "ん",
    "n'": "ん",
    xya: "ゃ",
    xyu: "ゅ",
    xyo: "ょ",
    xtu: "っ",
    xtsu: "っ",
    lya: "ゃ",
    lyu: "ゅ",
    lyo: "ょ",
    ltu: "っ",
    ltsu: "っ",
    "-": "ー",
  }),
);
for (const [head, row] of Object.entries(ROWS))
  [..."aiueo"].forEach((vowel, i) => TABLE.set(head + vowel, row[i]));
for (const [head, kana] of Object.entries(GLIDES)) {
  [
    ["a", "ゃ"],
    ["u", "ゅ"],
    ["o", "ょ"],
  ].forEach(([vowel, small]) => TABLE.set(`${head}y${vowel}`, kana + small));
}

/** "sakura" -> "さくら". Text that is not romaji stays as it is, and so does an unfinished syllable at the end ("sak" -> "さk"). */
export function fromRomaji(text) {
  let kana = "";
  let at = 0;
  while (at < text.length) {
    const [letters, used] = syllable(text, at);
    kana += letters;
    at += used;
  }
  return kana;
}

function syllable(text, at) {
  const letter = text[at];
  const next = text[at + 1] ?? "";
  if (letter === "n" && next === "n" && "aiueoy".includes(text[at + 2] ?? " ")) return ["ん", 1]; // konna -> こんな
  if (letter !== "n" && letter === next && /[a-z]/.test(letter) && !"aiueo".includes(letter))
    return ["っ", 1];
  if (letter === "t" && next === "c") return ["っ", 1];
  for (let size = 4; size > 0; size--) {
    const kana = TABLE.get(text.slice(at, at + size));
    if (kana) return [kana, size];
  }
  if (letter === "n" && next !== "" && next !== "y") return ["ん", 1];
  return [letter, 1];
}

/** The text with all kana as composed hiragana, without spaces and separators. Other letters stay. */
export function foldKana(text) {
  const wide = String(text).normalize("NFKC").toLowerCase();
  const hiragana = wide.replace(/[ァ-ヶ]/g, (letter) => String.fromCodePoint(letter.codePointAt(0) - 0x60));
  return hiragana.replace(/[\s/・、,。.]/g, "").normalize("NFC");
}

/** Like foldKana; romaji also becomes kana. */
export function toKana(text) {
  return fromRomaji(foldKana(text));
}

/** Like toKana, for complete text: an n at the end becomes ん. */
export function toKanaWhole(text) {
  return toKana(text).replace(/n$/, "ん");
}

/** Whether the text ends in an unfinished syllable, so that more letters may follow. */
export function unfinished(text) {
  return /[a-z']$/.test(toKana(text));
}
