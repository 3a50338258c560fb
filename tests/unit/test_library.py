"""What a programmer types first: deals, lists of words, letters, frames, what notebooks show, games and paths."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import kanamj
from kanamj.lexicon import Lexicon
from kanamj.studies import Deals, Results, frame, run
from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_166

HAND, READY = "てがきねあげひよこみみずぬぽ", "さくらなみだたまごきつねい"


def test_many_texts_are_read_as_each_text_alone() -> None:
    chance, faces = random.Random(1), "あいうえおぱーっ"
    hands = ["".join(chance.choices(faces, k=chance.randrange(5))) for _ in range(5_000)]
    hands = [hand for hand in hands if len(hand) == len({*hand})]
    ways = ["サクラ", "sakura ra-men", "さ/く・ら", "", (1, 2, 2), HIRAGANA_120.counts("さくら")]
    rows = HIRAGANA_120.count_rows([*hands, *ways])
    assert rows.tolist() == [[*HIRAGANA_120.read(hand)] for hand in [*hands, *ways]]
    many = "あ" * 256  # as many as uint8 has numbers
    with pytest.raises(kanamj.KanamjError, match="row 4097: tile あ appears 256 times"):
        HIRAGANA_120.count_rows([*["あ"] * 4097, many, "X"])


def test_the_dealt_hands_are_those_of_a_study(common: Lexicon) -> None:
    rows = kanamj.deal(500, seed=7)
    assert (rows.shape, rows.dtype, {*rows.sum(axis=1).tolist()}) == ((500, 75), np.uint8, {14})
    assert (kanamj.deal(100, seed=7) == rows[:100]).all()
    counts = run(Deals(common, 500, seed=7, sample=0)).counts  # type: ignore[attr-defined]
    found, often = np.unique(kanamj.WordEngine().shanten_many(rows), return_counts=True)
    assert counts == dict(zip(found.tolist(), often.tolist(), strict=True))
    assert (kanamj.deal(3, hand=13, tiles="hiragana-pro-166").sum(axis=1) == 13).all()
    assert kanamj.deal(2, tiles=kanamj.RIICHI_136).shape == (2, 34)


def test_a_plain_list_of_words_is_a_lexicon(tmp_path: Path) -> None:
    words = ["さくら", "なみだ", "たまご", "きつね", "いぬ"]
    file = tmp_path / "words.txt"
    file.write_text("# mine\n" + "".join(f"{word}\n" for word in words), encoding="utf-8")
    mine, read = Lexicon.from_words(words), kanamj.load_lexicon(str(file))
    assert (read.name, read.grams) == ("words.txt", mine.grams)
    assert kanamj.load_lexicon(file, extra=[file]).grams == mine.grams
    for lexicon in (mine, read, str(file), file):
        assert kanamj.WordEngine(lexicon).shanten("".join(words)) == -1
    assert kanamj.score("".join(words), lexicon=mine).words[0].spelling == "いぬ"


def test_one_hand_is_answered_in_letters() -> None:
    word, report = kanamj.WordEngine(), kanamj.judge(READY)
    assert word.waits(READY) == tuple(wait.tile for wait in report.waits)
    assert word.accepts(READY) == {each.tile: each.unseen for each in report.accepts}
    assert word.best_discards(HAND) == tuple(each.tile for each in kanamj.judge(HAND).discards)
    full = word.analyze(READY + "ぬ")
    listed = word.arrangements(READY + "ぬ", limit=20)
    assert listed == [tuple(block.letters for block in blocks) for blocks in full.arrangements]
    assert (word.is_win(READY + "ぬ"), word.is_win(HAND), word.best_discards(READY + "ぬ")) == (
        True,
        False,
        (),
    )
    faces = word.tiles.kinds
    for found in (word.waits, word.accepts):
        assert [faces[kind] for kind in found(READY, kinds=True)] == [*found(READY)]
    assert [faces[kind] for kind in word.best_discards(HAND, kinds=True)] == [*word.best_discards(HAND)]
    by_kind = word.arrangements(READY + "ぬ", kinds=True)
    assert [tuple(map(word.letters, blocks)) for blocks in by_kind[:20]] == listed
    called = word.best_discards("なみだたまごきつねむぬ", ["さくら"])
    assert called[:2] == word.behind(["さくら"]).best_discards("なみだたまごきつねむぬ")[:2]
    assert kanamj.RiichiEngine().best_discards("1112345678999m1z", seen="1m")[0] == "1z"


def test_the_shortest_way_to_an_answer() -> None:
    assert kanamj.judge(READY) == kanamj.WordEngine().analyze(READY)
    assert kanamj.judge("123m456p789s1122z", tiles="riichi-136").shanten == 0
    assert kanamj.judge("19m123p456789s11z2z", tiles=kanamj.SANMA_108).tiles is kanamj.SANMA_108
    assert kanamj.judge("さくらなみだいぬ", form="332").shanten == -1
    assert kanamj.judge("なみだいぬ", ["さくら"], "い", form="332").shanten == -1


def test_what_no_words_can_complete_has_a_name() -> None:
    none = kanamj.WordEngine(Lexicon.from_words(["さくら"]))
    assert none.distance(HAND) == kanamj.UNREACHABLE == 99
    assert none.shanten(HAND) == none.shanten_many([HAND])[0] == kanamj.UNREACHABLE_SHANTEN == 98


def test_a_lexicon_is_a_collection_of_readings(tmp_path: Path) -> None:
    (tmp_path / "2gram.txt").write_text("２文字集合\t可能な２文字単語\nいぬ\t犬:狗\n", encoding="utf-8")
    toy = Lexicon.from_words(["さくら", "くらさ", "いぬ"])
    for lexicon, words in ((toy, ["いぬ", "くらさ", "さくら"]), (kanamj.load_lexicon(tmp_path), ["いぬ"])):
        assert (list(lexicon), len(lexicon)) == (words, len(words))
        assert all(word in lexicon for word in lexicon)
    assert Lexicon.from_words(toy) == toy
    assert (bool(toy), bool(Lexicon.from_words([]))) == (True, False)


def test_kinds_are_said_as_letters() -> None:
    word = kanamj.WordEngine()
    report, marks = word.analyze(READY), word.waits_many([READY])[0]
    letters = "".join(word.waits(READY))
    ways = (
        word.waits(READY, kinds=True),
        word.accepts(READY, kinds=True),
        marks,
        report.waits,
        report.accepts,
    )
    assert {word.letters(each) for each in ways} == {letters}
    assert word.letters(word.analyze(HAND).discards)[0] == word.analyze(HAND).advice
    assert kanamj.RiichiEngine().letters([0, 1, 2, 33]) == "123m7z"


def test_chances_are_a_frame_and_a_table_in_a_notebook() -> None:
    word = kanamj.WordEngine()
    chances = word.chances(HAND, draws=2)
    frame = chances.to_frame()
    assert frame.columns.tolist() == ["tile", "chance_1", "chance_2"]
    assert frame["tile"].tolist() == [discard.tile for discard in chances.discards]
    assert frame["chance_2"][0] == chances.chances[1]
    short = word.chances(READY, draws=1)
    assert short.to_frame().values.tolist() == [["", short.chances[0]]]
    assert f"<td>{short.chances[0]:.4f}</td>" in short._repr_html_()


def test_a_notebook_shows_scores_and_results() -> None:
    score = kanamj.score("さくらもも", melds=["たけや", "わかめ", "きつね"])
    assert score._repr_html_().count("<tr>") == 1 + len(score.yaku)
    found = Results({}, {"squares": frame({"n": n, "of <b>": 0.5} for n in range(40))})
    shown = found._repr_html_()
    assert "squares (the first 30 of 40 rows)" in shown
    assert ("of &lt;b&gt;" in shown, shown.count("<tr>"), len(found.rows("squares"))) == (True, 31, 40)


def test_the_top_has_what_a_first_program_needs() -> None:
    assert dir(kanamj) == sorted([*kanamj.__all__, "__version__"])
    assert {name for name in kanamj.__all__ if not getattr(kanamj, name)} == set()
    assert kanamj.tile_set("hiragana-pro-166") is HIRAGANA_PRO_166
