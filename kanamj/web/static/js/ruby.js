// The kana above the kanji of the Japanese texts, so that a child can read them. Kanji of the first school year have none.

/** Words as "kanji=kana". Kana after the kanji say where the reading holds: 分け is わ, but 15分 is not. */
const READINGS = `1分=ぷん この前=まえ 一度=いちど 一部=いちぶ 七対子=チートイツ 下品=げひん 今日=きょう 代名詞=だいめいし 件=けん
  会社=かいしゃ 位=い 何が=なに 何枚=なんまい 作者=さくしゃ 使=つか 例=れい 供託=きょうたく 保存=ほぞん 値=あたい 光=ひか
  全=ぜん 分かれ=わ 分け=わ 切る=き 判定=はんてい 別=べつ 前=まえ 前で=まえ 前の=まえ 副詞=ふくし 加え=くわ 助詞=じょし
  動=うご 動詞=どうし 区内=くない 半濁音=はんだくおん 卓=たく 単語表=たんごひょう 単騎=たんき 取=と 古=ふる 同じ=おな
  名詞=めいし 向聴=シャンテン 向聴数=シャンテンすう 和了=ほうら 商品=しょうひん 回=かい 場所=ばしょ 声=こえ 外国=がいこく
  多=おお 多数決=たすうけつ 家の=いえ 家族=かぞく 容量=ようりょう 対局=たいきょく 少し=すこ 局=きょく 巡=じゅん 巡目=じゅんめ
  差=さ 平均=へいきん 広=ひろ 引=ひ 形=かたち 形で=かたち 形容動詞=けいようどうし 形容詞=けいようし 役=やく 役満=やくまん
  待=ま 後に=あと 意見=いけん 手牌=てはい 打=う 数な=かず 文章=ぶんしょう 新し=あたら 新記録=しんきろく 時間=じかん 書=か
  有志=ゆうし 来=く 枚=まい 枚数=まいすう 次の=つぎ 正確=せいかく 死=し 残=のこ 流局=りゅうきょく 消=け 清音=せいおん
  漢字=かんじ 濁点=だくてん 濁音=だくおん 点=てん 点数=てんすう 版=はん 牌=はい 画像=がぞう 画面=がめん 番=ばん 病気=びょうき
  相手=あいて 矢印=やじるし 知=し 短=みじか 確率=かくりつ 秒=びょう 移動=いどう 種=しゅ 種類=しゅるい 終=お 組=くみ
  組の=くみ 練習=れんしゅう 置=お 翻=ハン 考=かんが 聞=き 聴牌=テンパイ 自分=じぶん 自由=じゆう 行目=ぎょうめ
  親=おや 言=い 計算=けいさん 記録=きろく 語=ご 読=よ 販売元=はんばいもと 辞書=じしょ 近=ちか 通り=とお 進=すす 配=くば
  金色=きんいろ 長=なが 開=ひら 関係=かんけい 非公式=ひこうしき 順=じゅん 順番=じゅんばん 魚=さかな 鳴=な 麻雀=マージャン`;
/** The words that have kana. */
export const KNOWN = new Map(
  READINGS.split(/\s+/)
    .map((word) => word.split("="))
    .sort(([a], [b]) => b.length - a.length)
    .map(([word, kana]) => [word, kana]),
);
const WORDS = new RegExp([...KNOWN.keys()].join("|"), "g");

/** The text with the kana of its kanji in 《》, and ｜ before the first of them: "3文字待ち" is "3文字｜待《ま》ち". */
export const marked = (text) =>
  text.replace(WORDS, (word) =>
    word.replace(/\p{Script=Han}+/u, (kanji) => `｜${kanji}《${KNOWN.get(word)}》`),
  );

/** Splits a text into what has no kana, what has some, and these kana, over and over. */
export const KANA = /｜([^｜《》]+)《(.+?)》/;

/** The text without the kana in 《》. */
export const plain = (text) =>
  String(text)
    .split(KANA)
    .filter((_, i) => i % 3 < 2)
    .join("");
