// The hand of the first page and the words of the list that its letters spell, so that it can be played before anything is asked.

export const HAND = "くねさまなこるか";
export const RACKS = [3, 3, 2];
export const SHOWN = ["さかな", "くるま", "ねこ"];
/** reading -> how it is written; a test holds this to the word list. */
export const WORDS = {
  かく: "核", かこ: "過去", かさ: "傘", さか: "坂", なか: "中", かな: "かな", かね: "金", かま: "釜", くさ: "草", さく: "作", まく: "膜", くま: "くま",
  こな: "粉", ねこ: "猫", こね: "コネ", こま: "コマ", さる: "猿", なま: "生", まね: "真似", まる: "丸", かくさ: "格差", さかな: "魚", さなか: "さなか", かさね: "重ね",
  なかま: "仲間", こまく: "鼓膜", こるく: "コルク", くるま: "車", なまこ: "ナマコ",
};
