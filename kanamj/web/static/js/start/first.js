// The hand of the first page, and the words that its letters spell. So it can be played before the engine answers.

export const HAND = "くねさまなこるか";
export const SHOWN = ["さかな", "くるま", "ねこ"];
/** reading -> spelling. A test compares this with the word list. */
export const WORDS = Object.fromEntries(
  `かこ=過去 ねこ=猫 こね=コネ なま=生 なか=中 かな=仮名 くさ=草 さく=柵 かね=金 まる=丸 かく=核
  こま=コマ くま=熊 まく=幕 こな=粉 かさ=傘 さか=坂 さる=猿 かま=鎌 まね=真似 こさ=濃さ くるま=車
  なかま=仲間 さかな=魚 さなか=最中 かくさ=格差 かさく=佳作 かるさ=軽さ かさね=重ね こるく=コルク
  さこく=鎖国 こさく=小作 こまく=鼓膜 なまこ=海鼠 なるこ=鳴子 まるさ=丸さ こく=コク`
    .split(/\s+/)
    .map((word) => word.split("=")),
);
