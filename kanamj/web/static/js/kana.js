// Turns typed text into the letters of tiles. It reads hiragana, katakana (full or half width) and romaji.

const ROWS = `k かきくけこ s さしすせそ t たちつてと n なにぬねの h はひふへほ m まみむめも r らりるれろ
  g がぎぐげご z ざじずぜぞ d だぢづでど b ばびぶべぼ p ぱぴぷぺぽ`;
const OTHERS = `a あ i い u う e え o お ya や yu ゆ yo よ wa わ wo を nn ん n' ん - ー
  shi し chi ち tsu つ fu ふ ji じ sha しゃ shu しゅ sho しょ cha ちゃ chu ちゅ cho ちょ
  ja じゃ ju じゅ jo じょ jya じゃ jyu じゅ jyo じょ
  fa ふぁ fi ふぃ fe ふぇ fo ふぉ fyu ふゅ va ゔぁ vi ゔぃ vu ゔ ve ゔぇ vo ゔぉ vyu ゔゅ she しぇ che ちぇ je じぇ
  wi うぃ we うぇ who うぉ ye いぇ tsa つぁ tsi つぃ tse つぇ tso つぉ thi てぃ thu てゅ twu とぅ dhi でぃ dhu でゅ
  dwu どぅ kwa くぁ qa くぁ qi くぃ qe くぇ qo くぉ gwa ぐぁ xa ぁ xi ぃ xu ぅ xe ぇ xo ぉ xwa ゎ
  xya ゃ xyu ゅ xyo ょ xtu っ xtsu っ lya ゃ lyu ゅ lyo ょ ltu っ ltsu っ`;
/** @type {(text: string) => [string, string][]} */
const pairsOf = (text) => [...text.matchAll(/(\S+)\s+(\S+)/g)].map(([, romaji, kana]) => [romaji, kana]);
const TABLE = new Map(pairsOf(OTHERS));
for (const [head, row] of pairsOf(ROWS)) {
  [..."aiueo"].forEach((vowel, i) => TABLE.set(head + vowel, row[i]));
  [..."auo"].forEach((vowel, i) => TABLE.set(`${head}y${vowel}`, row[1] + "ゃゅょ"[i])); // kya is き and ゃ
}

const SYLLABLES = [...TABLE.keys()].sort((a, b) => b.length - a.length).join("|");
/** An n or nn before na … is ん (konna), and so is an m before b, m, p (shimbun); a doubled consonant begins with っ, and
 * so does tch; any other n without a vowel is ん. */
const ROMAJI = new RegExp(
  `nn?(?=n[aiueoy])|m(?=[bmp])|([b-df-hj-lp-tv-z])(?=\\1)|t(?=c)|${SYLLABLES}|n(?=[^y])`,
  "g",
);

/** "sakura" -> "さくら". Text that is not romaji stays as it is, and so does an unfinished syllable at the end ("sak" -> "さk"). */
export const fromRomaji = (text) =>
  text.replace(ROMAJI, (found) => TABLE.get(found) ?? ("nm".includes(found) ? "ん" : "っ"));

/** The text with all kana as composed hiragana. What the terminal reads (fold_kana) is read here: か゛, ゝ and ゞ after a kana, dashes and waves as ー. */
function folded(text) {
  const seen = String(text).replace(/\p{DI}/gu, "");
  const marked = seen
    .replace(/゛/g, "\u3099")
    .replace(/゜/g, "\u309a")
    .replace(/[ヽヾ]/g, (mark) => (mark === "ヽ" ? "ゝ" : "ゞ"));
  const wide = marked.normalize("NFKC").toLowerCase().replace(/[’‘ʼ]/g, "'");
  const hiragana = wide.replace(/[ァ-ヶ]/g, (letter) => String.fromCodePoint(letter.codePointAt(0) - 0x60));
  const long = hiragana.normalize("NFC").replace(/([ぁ-ゖ])[―—─〜~〰]/g, "$1ー");
  return long.replace(/([ぁ-ゖ])([ゝゞ]+)/g, (_, kana, marks) => {
    const clear = kana.normalize("NFD")[0];
    return (
      kana + [...marks].map((mark) => (clear + (mark === "ゞ" ? "\u3099" : "")).normalize("NFC")).join("")
    );
  });
}

const joined = (text) => text.replace(/[\s/・、,。.]/g, "");

/** The text with all kana as hiragana, without spaces and separators. Other letters stay. */
export const foldKana = (text) => joined(folded(text));

/** Like foldKana; romaji also becomes kana, word by word: "mikan ine" is みかんいね. */
export const toKana = (text) => joined(fromRomaji(folded(text)));

const LATIN = new Map(pairsOf(`し shi ち chi つ tsu ふ fu じ ji ぢ ji づ zu ん ん ゃ ya ゅ yu ょ yo`));
for (const [latin, kana] of [...TABLE].reverse())
  if (!/^[xl]/.test(latin) && !LATIN.has(kana)) LATIN.set(kana, latin);

/** A reading in Latin letters, for those who do not read kana: "がっこう" -> "gakkou". */
export function toRomaji(reading) {
  const parts = reading.match(/[ぁ-ゖ][ゃゅょ]|./gu) ?? [];
  const latin = parts.map((kana) => {
    const small = "ゃゅょ".indexOf(kana[1]);
    if (small < 0) return LATIN.get(kana) ?? kana;
    const head = LATIN.get(kana[0]) ?? "";
    return head.replace(/i$/, /^(sh|ch|j)/.test(head) ? "" : "y") + "auo"[small];
  });
  return latin
    .join("")
    .replace(/っ(.?)/g, (_, next) => (next === "c" ? "t" : next) + next)
    .replace(/ん(?=[aiueoy])/g, "n'")
    .replace(/ん/g, "n");
}

/** Like toKana, for complete text: an n at the end becomes ん. */
export const toKanaWhole = (text) => toKana(text).replace(/n$/, "ん");

/** Whether the text ends in an unfinished syllable, so that more letters may follow. */
export const unfinished = (text) => /[a-z']$/.test(toKana(text));
