"""The least vocabulary of a hand is the one that brute force finds."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

import pytest

from kanamj import Form, RiichiEngine, WordEngine
from kanamj.engine.batch import deal_state
from kanamj.errors import LexiconError
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet
from tests.reference import oracles

WIN = "さくらなみだたまごきつねいぬ"
KINDS = "あいうえおか"


def size_of(engine: WordEngine, row: Sequence[int]) -> int:
    """The size of the least vocabulary of a hand; -1 if it has none."""
    needed = engine.least_vocabulary(engine.tiles.format_counts(row))
    return needed.size if needed else -1


SEVERAL = ("32,5", "33,222", "33,42,222", "332,44", "32,222", "33332,2222222", "2222222,33332", "4442,33332")
"""Forms of one size and of several, of different words, and with longer words."""


@pytest.mark.parametrize("copies", ["strict", "ignore"])
@pytest.mark.parametrize("forms", SEVERAL)
def test_several_forms_against_brute_force(forms: str, copies: str) -> None:
    """A hand that one form completes may miss one tile of another form: then only the first form counts."""
    dice, met = random.Random(f"{forms}/{copies}"), 0
    kinds = {key: tuple(sorted(map(KINDS.index, key))) for key in _keys(KINDS[:5])}
    lengths = [tuple(map(int, form)) for form in forms.split(",")]
    tiles = TileSet("odd", tuple(KINDS[:5]), (4,) * 5, "kana")
    for _ in range(4):
        keys = [key for size in (2, 3, 4, 5) for key in dice.sample([k for k in kinds if len(k) == size], 8)]
        dice.shuffle(keys)
        entries = [Entry(word, word, ease=n) for n, word in enumerate(keys, 1)]
        engine = WordEngine(Lexicon.from_entries("odd", entries), tiles, forms, copies)  # type: ignore[arg-type]
        used = [key for key in keys if any(len(key) in sizes for sizes in lengths)]
        ranks = {kinds[key]: rank for rank, key in enumerate(used, 1)}
        by_size = {size: [block for block in ranks if len(block) == size] for size in (2, 3, 4, 5)}
        complete = [
            oracles.easiest_hands(
                by_size,
                sizes,
                ranks,
                tiles.copies if copies == "strict" else None,
                dict.fromkeys(ranks, 1) if sizes == (2,) * 7 else None,
                kinds=5,
            )
            for sizes in lengths
        ]
        rows = []
        for hands in filter(None, complete):
            for hand in dice.choices([hand for hand in hands if max(hand) <= 4] or [()], k=12):
                counts = Counter(dict(enumerate(hand)))
                for _ in range(dice.randrange(3)):
                    counts[dice.choice(list(counts.elements()) or [0])] -= 1
                    counts[dice.choice([kind for kind in range(5) if counts[kind] < 4])] += 1
                counts[dice.choice(list(counts.elements()) or [0])] -= dice.randrange(2)
                rows.append([counts[kind] for kind in range(5)])
        rows = [row for row in rows if min(row) >= 0 and sum(row) > 2]
        expected = [oracles.least_vocabulary(row, complete) for row in rows]
        assert [size_of(engine, row) for row in rows] == expected, (keys, rows)
        met += sum(size > 0 for size in expected)
    assert met > 20


def test_a_pair_that_is_used_up_does_not_count_twice() -> None:
    """A second あい would be the easiest, but seven pairs are seven different words: only いそ is left."""
    words = ["あい", "うえ", "おか", "きく", "けこ", "さし", "すせ", "いそ"]
    hand = "あいうえおかきくけこさしい"
    for more, size in ([], 8), (["いあ"], 6):
        entries = [Entry(word, word, ease=n) for n, word in enumerate([*words, *more], 1)]
        engine = WordEngine(Lexicon.from_entries("pairs", entries), forms="2222222")
        needed = engine.least_vocabulary(hand)
        assert needed is not None
        assert needed.size == size


def _keys(faces: str) -> list[str]:
    """All sorted texts of two to five of these letters, of which at most four are equal."""
    return [
        "".join(key)
        for size in (2, 3, 4, 5)
        for key in combinations_with_replacement(faces, size)
        if max(Counter(key).values()) < 5
    ]


@pytest.mark.parametrize("tiles", [14, 13])
def test_the_rarest_word_is_the_last_of_the_easiest_ones(tiles: int) -> None:
    engine = WordEngine("core")
    rows, _ = engine.batch.deal_rows(tiles, 1500, deal_state(5, 0))
    for row in rows[engine.batch.distance(rows) < 2][:60]:
        needed = engine.least_vocabulary(engine.tiles.format_counts(row.tolist()))
        assert needed is not None
        assert needed.of == len(engine.ranks)
        assert [word.rank for word in needed.words] == sorted(
            (word.rank for word in needed.words), reverse=True
        )
        assert engine.tiles.format([*engine.ranks][needed.size - 1]) == needed.rarest.letters
    far = rows[engine.batch.distance(rows) > 1][:20]
    assert engine.least_vocabulary(engine.tiles.format_counts(far[0].tolist())) is None


def test_called_words_count_as_needed_words() -> None:
    engine = WordEngine("core")
    whole = engine.least_vocabulary(WIN)
    assert whole is not None
    rarest = max(
        ["さくら", "なみだ", "たまご", "きつね"],
        key=lambda word: engine.ranks[tuple(sorted(engine.tiles.parse(word)))],
    )
    left = "".join(word for word in ("さくら", "なみだ", "たまご", "きつね", "いぬ") if word != rarest)
    behind = engine.behind([rarest])
    needed = behind.least_vocabulary(left)
    assert needed == engine.least_vocabulary(left, [rarest])
    assert needed is not None
    assert needed.size >= whole.size
    assert sorted("".join(word.letters for word, _ in needed.words)) == sorted(WIN)


def test_a_called_word_that_is_not_in_the_list_has_no_rank() -> None:
    engine = WordEngine("core").behind(["ぬまよ"], known=False)
    needed = engine.least_vocabulary("なみだたまごきつねいえ")
    assert needed is not None
    assert len(needed.words) == 4


def test_flagged_words_count_as_the_hardest() -> None:
    words = [
        Entry("くそ", "糞", 1, ease=1, flag="lavatory"),
        Entry("いぬ", "犬", 9, ease=2),
        Entry("ねこ", "猫", 5),
    ]
    engine = WordEngine(Lexicon.from_entries("toy", words), forms="2")
    assert [engine.tiles.format(block) for block in engine.ranks] == ["いぬ", "こね", "くそ"]
    assert [size_of(engine, engine.tiles.read(word)) for word in ("くそ", "いぬ", "ねこ")] == [3, 1, 2]


def test_a_list_without_ease_goes_by_cost_and_one_without_either_has_no_order() -> None:
    words = [Entry("いぬ", "犬", 9), Entry("ねこ", "猫", 5)]
    engine = WordEngine(Lexicon.from_entries("toy", words), forms="2")
    assert [size_of(engine, engine.tiles.read(word)) for word in ("いぬ", "ねこ")] == [2, 1]
    bare = WordEngine(Lexicon("bare", {2: {"いぬ": ("犬",)}}), forms="2")
    with pytest.raises(LexiconError, match="list bare does not say how early or how common"):
        bare.least_vocabulary("いぬ")
    assert bare.analyze("いぬ").vocabulary is None


def test_forms_that_are_not_made_of_words_have_no_vocabulary() -> None:
    class AllDifferent(Form):
        name, tiles = "all-different", 4

        def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> int:  # noqa: ARG002
            return self.tiles - sum(count > 0 for count in counts)

    engine = WordEngine("core", forms=["2", AllDifferent()])
    assert engine.least_vocabulary("あいうえ") is None
    assert size_of(engine, engine.tiles.read("いぬ")) > 0
    assert RiichiEngine().analyze("123m456p789s11222z").vocabulary is None


def test_the_report_has_the_least_vocabulary(common: Lexicon) -> None:
    engine = WordEngine(common)
    easy = []
    for hand in (WIN, "てがきねあげひよこみみずぬぽ", "てがきねあげひよこみみずぬ"):
        report = engine.analyze(hand, limit=1)
        needed = report.vocabulary
        assert needed == engine.least_vocabulary(hand) != None  # noqa: E711
        told = report.to_json()["vocabulary"]
        assert json.loads(json.dumps(told)) == told
        assert told["size"] == told["words"][0]["rank"] == max(word["rank"] for word in told["words"])
        assert told["of"] == len(engine.ranks)
        assert told["easy"] == needed.easy == (needed.size <= 1_000)
        letters = Counter("".join(word["letters"] for word in told["words"]))
        assert letters.total() == 14
        assert (letters - Counter(hand)).total() == report.distance
        easy.append(needed.easy)
    assert easy == [True, False, False]
    far = engine.analyze("あえおがぎぐげござじずぜぞ")
    assert far.to_json()["vocabulary"] is None
