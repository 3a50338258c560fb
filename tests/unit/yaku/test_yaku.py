"""What a win is worth: each yaku by hand-made cases, the best choice as brute force finds it, rules, bad input."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kanamj
from kanamj import KanamjError, Lexicon, WordEngine
from kanamj.errors import IncompleteError, LexiconError
from kanamj.game import preset
from kanamj.lexicon import Entry, key_of
from kanamj.lexicon.store import load_folder
from kanamj.lexicon.wordsfile import WORDS_HEADER
from kanamj.tiles import HIRAGANA_PRO_136, HIRAGANA_PRO_166
from kanamj.yaku import PRESETS, TABLE, YAKUMAN, How, Score, Scorer, Win, Word, Yaku, best
from kanamj.yaku.how import HowFields
from kanamj.yaku.win import reads_back
from tests.places import DATA, ROOT, by_default
from tests.reference import scoring as brute

CORE = brute.read_words(ROOT / "wordlists" / "core" / "words.tsv")
DRAWN = (DATA / "complete-166.txt").read_text(encoding="utf-8").split()
"""Complete hands of 14 tiles that were dealt from hiragana-pro-166, by the words of core."""
CASES = [line.split("\t") for line in (DATA / "yaku.tsv").read_text(encoding="utf-8").splitlines()[1:]]
"""Hands made by hand, at least ten with and ten without each yaku. Their han are those of the specification, and so are
the yaku of the manual's examples. Which yaku any other case has was held only against the brute force, which is written
from the specification alone. words: those with + are pons, with * open kans, with = concealed kans. events, yaku with
their han (満: a yakuman of its own), bonus."""
KINDS = {"+": "melds", "*": "kans", "=": "closed_kans"}


def toy(*readings: str, costs: bool = False) -> Lexicon:
    return Lexicon.from_entries(
        "toy", [Entry(word, word, 100 + i * costs) for i, word in enumerate(readings)]
    )


def of_words(words: str, events: str = "tsumo", rules: str = "pro", **more: Any) -> Score:
    """The score of these words by a list of only these words."""
    called: dict[str, list[str]] = {name: [] for name in KINDS.values()}
    hand = ""
    for word in words.split():
        if word[0] in KINDS:
            called[KINDS[word[0]]].append(word[1:])
        else:
            hand += word
    said = events.split()
    how = {
        "win": said[0],
        "dealer": "dealer" in said,
        "riichi": "first" if "first" in said else "riichi" in said,
        "ippatsu": "ippatsu" in said,
        "declare": [name for name in said if name[0] > "ん"],
    }
    plain = [word.lstrip("+*=") for word in words.split()]
    return kanamj.score(hand, rules, lexicon=toy(*plain), **called, **how, **more)


def named(score: Score) -> dict[str, int]:
    return {yaku.name: -1 if yaku.yakuman else yaku.han for yaku in score.yaku}


@pytest.mark.parametrize(("words", "events", "yaku", "bonus"), CASES, ids=lambda cell: cell)
def test_each_case_made_by_hand_has_its_yaku(words: str, events: str, yaku: str, bonus: str) -> None:
    score = of_words(words, events)
    assert " ".join(f"{each.name}{'満' if each.yakuman else each.han}" for each in score.yaku) == " ".join(
        sorted(
            yaku.split(), key=lambda name: [each.name for each in TABLE].index(name.rstrip("満0123456789"))
        )
    )
    assert score.bonus == int(bonus) * bool(yaku)
    assert score.han == sum(each.han for each in score.yaku)


OF_PRO = {
    "門前清自摸和": "-1", "立直": "-1", "一発": "-1", "オープンリーチ": "-2", "天和": "-4", "地和": "-4", "清文": "12",
    "同頭": "12", "同尾": "12", "同頭同尾": "34", "回文": "11", "重回文": "33", "二連": "23", "三連": "45",
    "四連": "68", "五連": "8満", "五音": "24", "純行": "45", "特文": "23",
    "純特文": "34", "同言": "34", "重言": "8満", "三槓子": "13", "四槓子": "24",
    "七対子": "-2", "同種": "34", "純同種": "45", "作文": "-4", "カンドラ": "11", "特殊文字": "11",
}  # fmt: skip
"""The han, open and closed, as the rules of the PRO edition have them (docs/yaku.md)."""


def test_the_han_are_those_of_the_specification() -> None:
    said = {None: "-", YAKUMAN: "満"}
    assert {
        yaku.name: "".join(said.get(han, str(han)) for han in (yaku.open, yaku.closed)) for yaku in TABLE
    } == OF_PRO
    more = {"立直", "オープンリーチ", "重回文", "回文"}  # in the first turn; of more letters; of each word
    for words, _, all_yaku, _ in CASES:
        for name in all_yaku.split():
            plain = name.rstrip("満0123456789")
            assert plain in more or name[len(plain) :] in OF_PRO[plain], (words, name)


def test_each_yaku_has_ten_cases_with_it_and_ten_without_it() -> None:
    there = Counter(name.rstrip("満0123456789") for _, _, yaku, _ in CASES for name in yaku.split())
    for yaku in TABLE:
        if not yaku.bonus:
            assert 10 <= there[yaku.name] <= len(CASES) - 10, yaku.name


@pytest.mark.parametrize(
    ("words", "yaku"),
    [
        ("いぬ たいき そうじき おやつ おさけ", {"同頭同尾": 4, "同頭": 0, "同尾": 0}),
        ("いぬ だんす すいか かんさ さんぽ", {"四連": 8, "三連": 0, "二連": 0}),
        ("ざい たしか かした きっぷ げーむ", {"重回文": 5, "回文": 0}),
        ("いぬ さくら さくら かすみ かすみ", {"重言": YAKUMAN, "同言": 0}),
        ("ぬし とまと とまと ほたる かもめ", {"重回文": 5, "同言": 4, "回文": 0}),
        ("けし けーけ きゃき とんび さんー", {"回文": 2, "二連": 0}),
        # いか and たかい are joined, so that いかい is a palindrome of its own
        ("いか いかい たかい さくら むすめ", {"重回文": 4, "回文": 1}),
    ],
)
def test_the_examples_of_the_manual_that_the_list_can_read_otherwise(
    words: str, yaku: dict[str, int]
) -> None:
    worth = PRESETS["pro"].worth(Win([Word(word, word) for word in words.split()]))
    assert {name: worth.get(name, (0, 0))[0] for name in yaku} == yaku


def test_of_two_own_yaku_that_exclude_each_other_the_later_counts() -> None:
    one, other = (
        Yaku(name, 1, 1, lambda _: True, excludes=(also,)) for name, also in (("雨", "雪"), ("雪", "雨"))
    )
    worth = PRESETS["pro"].having(one, other).worth(Win([Word(word, word) for word in CASES[0][0].split()]))
    assert {"雨", "雪"} & {*worth} == {"雪"}


ROW, PLAIN = "あい いなり うきわ えほん おかめ", "いぬ さくら ほたる かもめ むすこ"
ENDS, KANS = "いぬ かしゃ やさい ほたる むすこ", "すき =ひつよう =こんかい =さいしょ =かんたん"
OF_136 = {"tiles": "hiragana-pro-136"}


@pytest.mark.parametrize(
    ("words", "events", "rules", "more", "yaku"),
    [
        (ROW, "ron", "pro-online", {}, {"清文": 2, "純行": 8}),
        (ROW, "ron", "pro-online", OF_136, {"清文": 0, "純行": 8}),
        (ROW, "ron", "pro-online,清文=on", OF_136, {"清文": 2, "純行": 8}),
        (ROW, "ron", "pro,純行=8,清文=off", {}, {"清文": 0, "純行": 8, "五音": 4}),
        (ROW, "ron", "pro,純行=6/8,清文=-/-", {}, {"清文": 0, "純行": 8, "五音": 4}),
        (ENDS, "ron", "pro", {}, {"二連": 0}),
        (ENDS, "ron", "pro-online", {}, {"二連": 3}),
        (PLAIN, "ron 作文", "pro-online", {}, {"作文": 3}),
        # nothing is added to a yakuman (-1)
        (PLAIN, "tsumo riichi first", "pro,立直=yakuman", {}, {"立直": -1}),
        ("ざい たしか かした きっぷ げーむ", "tsumo", "pro,重回文=yakuman", {}, {"重回文": -1}),
        # of two yaku that exclude each other, the one worth more; of equal ones, the later in the table
        (KANS, "tsumo", "pro,四槓子=4", {}, {"三槓子": 0, "四槓子": 4}),
        (KANS, "tsumo", "pro,四槓子=3", {}, {"三槓子": 0, "四槓子": 3}),
        (KANS, "tsumo", "pro,四槓子=2", {}, {"三槓子": 3, "四槓子": 0}),
    ],
)
def test_what_rules_make_of_a_hand(
    words: str, events: str, rules: str, more: dict[str, Any], yaku: dict[str, int]
) -> None:
    score = of_words(words, events, rules, **more)
    assert {name: named(score).get(name, 0) for name in yaku} == yaku
    assert all(each.han == 0 for each in score.yaku if each.yakuman)


def test_rules_change_bonus_and_points() -> None:
    assert of_words("いぬ さくら ほたる かもめ =かたつむり", "ron", "pro-online").bonus == 1
    assert of_words(ROW, "ron", "pro,純行=yakuman").points == 32


@cache
def words_by_size() -> dict[int, list[str]]:
    return {
        size: sorted(word for key in CORE if len(key) == size for word in CORE[key]) for size in (2, 3, 4, 5)
    }


def made_hand(rng: random.Random) -> tuple[str, list[tuple[str, str]]]:
    """The letters and calls of a hand of words that were chosen so that yaku meet: chains, equal ends, doubles …"""
    of_size, copies = words_by_size(), dict(zip(HIRAGANA_PRO_166.kinds, HIRAGANA_PRO_166.copies, strict=True))
    wants: dict[str, Callable[[list[str], str], bool]] = {
        "chain": lambda words, word: word[0] == brute.end(words[-1], False),
        "first": lambda words, word: len(words) == 2 or word[0] == words[0][0],
        "last": lambda words, word: len(words) == 2 or brute.end(word, False) == brute.end(words[0], False),
        "special": lambda _, word: bool(brute.SPECIAL & {*word}),
        "same": lambda words, word: len(words) % 2 == 0 or word == words[-1],
        "back": lambda words, word: word == word[::-1] or word == words[-1][::-1],
        "any": lambda *_: True,
    }
    while True:
        how, calls = rng.choice(sorted(wants)), rng.choice([0, 0, 0, 1, 2, 3, 4])
        words: list[str] = []
        for i in range(4):
            pool = of_size[rng.choice([3, 3, 4, 4, 5]) if i < calls else 3]
            liked = [word for word in pool if not words or wants[how](words, word)]
            words.append(rng.choice(liked or pool))
        liked = [pair for pair in of_size[2] if brute.end(pair, False) == words[0][0] or pair[0] == pair[1]]
        pair = rng.choice(liked if liked and rng.random() < 0.6 else of_size[2])
        used = Counter(pair + "".join(words))
        if all(used[letter] <= copies[letter] for letter in used):
            break
    called = []
    for word in words[:calls]:
        kind = "pon" if len(word) == 3 else rng.choice(["kan", "closed-kan", "closed-kan"])
        called.append(("".join(rng.sample(word, len(word))) if rng.random() < 0.2 else word, kind))
    return pair + "".join(words[calls:]), called


def worlds(number: int, seed: int) -> Iterator[tuple[str, list[tuple[str, str]], dict[str, Any]]]:
    """Hands with how they were won: dealt and made in turn."""
    rng = random.Random(seed)
    for i in range(number):
        hand, called = (DRAWN[(seed + i) // 2 % len(DRAWN)], []) if i % 2 else made_hand(rng)
        opened = any(kind != "closed-kan" for _, kind in called)
        declare = [name for name in ("同種", "純同種") if rng.random() < 0.05]
        declare += [name for name in ("作文", "オープンリーチ") if rng.random() < 0.05 and not opened]
        riichi = not opened and rng.choice([False, True, "first"])
        yield hand, called, {
            "win": "tsumo" if opened else rng.choice(["tsumo", "ron"]),
            "dealer": rng.random() < 0.3,
            "riichi": riichi,
            "ippatsu": bool(riichi) and rng.random() < 0.5,
            "declare": declare,
        }  # fmt: skip


def agrees(number: int, seed: int, rules: str) -> None:
    scorer, online = Scorer(rules, "core"), rules == "pro-online"
    kinds = {"pon": "melds", "kan": "kans", "closed-kan": "closed_kans"}
    for hand, called, events in worlds(number, seed):
        truth = {
            **events,
            "first": events["riichi"] == "first",
            "open_riichi": "オープンリーチ" in events["declare"],
        }
        want = brute.score(hand, called, CORE, truth, online)
        calls = {kinds[kind]: [word for word, each in called if each == kind] for kind in kinds}
        if want is None:  # seven pairs are no win online
            with pytest.raises(IncompleteError):
                scorer.score(hand, How(**calls, **events))
            continue
        score = scorer.score(hand, How(**calls, **events))
        got = (score.han, score.bonus, score.yakuman, named(score), score.points)
        assert got == tuple(want[name] for name in ("han", "bonus", "yakuman", "yaku", "points")), (
            hand,
            called,
        )
        assert sorted(word.reading for word in score.words) == want["words"], (hand, called)


@pytest.mark.parametrize(
    ("rules", "number", "seed"),
    by_default({("pro", 20, 1), ("pro-online", 10, 1)}, [
        ("pro", 20, 1), ("pro-online", 10, 1), ("pro", 500, 2), ("pro-online", 500, 2),
    ]),
)  # fmt: skip
def test_the_best_choice_is_the_one_that_brute_force_finds(rules: str, number: int, seed: int) -> None:
    agrees(number, seed, rules)


def test_a_kan_with_many_readings_is_read_as_brute_force_reads_it() -> None:
    """Of readings that cannot differ in their yaku, only one is valued; here all 24 readings of a kan are words."""
    rng = random.Random(8)
    for _ in range(12):
        one, two = ("".join(rng.sample("あいうかん", 4)) for _ in range(2))
        hand = [
            "".join(rng.sample(letters, len(letters) - 1)) for letters in ("さくす", "あさんき", "いしかく")
        ]
        words = {"".join(letters) for kan in (one, two) for letters in permutations(kan)} - {one, two}
        costs = {word: rng.choice([5, rng.randint(1, 99)]) for word in sorted(words | {*hand})}
        keys: dict[str, dict[str, int]] = {}
        for word, cost in costs.items():
            keys.setdefault("".join(sorted(word)), {})[word] = cost
        events = {"win": "tsumo", "dealer": False, "riichi": False, "ippatsu": False, "declare": []}
        called = [(one, "kan"), (two, "closed-kan")]
        want = brute.score(
            "".join(hand), called, keys, {**events, "first": False, "open_riichi": False}, False
        )
        listed = Lexicon.from_entries("toy", [Entry(word, word, cost) for word, cost in costs.items()])
        score = kanamj.score("".join(hand), lexicon=listed, kans=[one], closed_kans=[two])
        assert want is not None
        assert (score.han, named(score)) == (want["han"], want["yaku"])
        assert sorted(word.reading for word in score.words) == want["words"]


def test_three_kans_that_are_read_in_119_ways_each_are_scored() -> None:
    kans = ["あいうえお", "かきくけこ", "さしすせそ"]
    words = {"".join(letters) for kan in kans for letters in permutations(kan)} - {*kans}
    score = kanamj.score(
        "たちつなに", lexicon=toy(*sorted(words), "ちたつ", "なに"), closed_kans=kans, others=5
    )
    assert [yaku.name for yaku in score.yaku] == ["門前清自摸和", "清文", "五音", "三槓子"]
    assert [other.lacks for other in score.others] == [("五音",)]


def test_kans_that_can_be_read_in_too_many_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "MOST_READS", 20)
    words = sorted("".join(letters) for letters in permutations("あいうえお"))
    listed, kans = toy(*words[1:], "かきく", "けこ", costs=True), words[:1] * 3
    with pytest.raises(KanamjError, match="あいうえお・あいうえお・あいうえお can be read in too many ways"):
        kanamj.score("かきくけこ", lexicon=listed, kans=kans)
    assert kanamj.score("かきくけこ", lexicon=listed, kans=words[1:4]).yaku


LETTERS = st.text("あいうー", min_size=2, max_size=4)


@given(st.lists(st.lists(LETTERS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=4).map(tuple))
def test_words_read_backwards_if_some_order_and_readings_do(words: tuple[tuple[str, ...], ...]) -> None:
    texts = ("".join(text) for order in permutations(words) for text in product(*order))
    assert reads_back(words) == any(text == text[::-1] for text in texts)


def test_of_equal_choices_the_better_known_words_are_taken() -> None:
    """First the lower highest cost, then the lower sum, then the order of code points; no cost is the rarest."""

    def pair(**costs: int) -> str:
        words = ["さくら", "ほたる", "かもめ", "むすこ"]
        entries = [Entry(word, word, 50) for word in words] + [Entry(*([k] * 2), v) for k, v in costs.items()]
        score = kanamj.score("".join(words) + "いぬ", lexicon=Lexicon.from_entries("toy", entries))
        return str(score.words[0].reading)

    assert pair(いぬ=60, ぬい=70) == "いぬ"
    assert pair(いぬ=40, ぬい=30) == "ぬい"
    assert pair(いぬ=-1, ぬい=99) == "ぬい"
    assert pair(ぬい=30, いぬ=30) == "いぬ"


def test_a_flag_decides_only_between_equal_choices() -> None:
    rest = [Entry(word, word, 50) for word in ("さくら", "ほたる", "かもめ", "むすこ")]
    for flagged, wanted in ((10, "A"), (20, "B"), (30, "B")):
        entries = [*rest, Entry("いぬ", "A", flagged, flag="sex"), Entry("いぬ", "B", 20)]
        score = kanamj.score("いぬさくらほたるかもめむすこ", lexicon=Lexicon.from_entries("toy", entries))
        assert score.words[0].spelling == wanted


def test_without_a_han_that_is_no_bonus_there_is_no_yaku() -> None:
    score = of_words("いぬ *からおけ ぎんが ひつじ ほたる")
    assert score.yaku == ()
    said = score.to_json()
    assert (said["yaku"], said["han"], said["bonus"], said["points"], said["payments"]) == ([], 0, 0, 0, [])
    assert "役なし" in repr(score)


def test_a_called_word_is_read_as_given_or_as_the_list_reads_it_or_as_written() -> None:
    words = ["いぬ", "さくら", "ほたる", "かもめ"]
    listed = toy(*words, "たけのこ", "のこたけ")
    read = {
        called: kanamj.score("".join(words), lexicon=listed, closed_kans=[called]).words[-1].reading
        for called in ("のこたけ", "けたこの", "すずむし", "しすむしすむ")
    }
    assert read == {
        "のこたけ": "のこたけ",
        "けたこの": "たけのこ",
        "すずむし": "すずむし",
        "しすむしすむ": "しすむしすむ",
    }
    assert kanamj.score("".join(words), lexicon=listed, kans=["けたこの"], others=3).others == ()
    assert of_words("いぬ +さくら ほたる かもめ むすこ").words[-1].kind == "pon"


def test_seven_pairs_count_readings_and_the_engine_agrees() -> None:
    hand = "はれはれぺんねふれわまやくや"
    spelled = WordEngine("core", HIRAGANA_PRO_166, "33332,2222222")
    assert spelled.shanten(hand) == -1
    assert Scorer("pro", "core").engine.shanten(hand) == 0
    with pytest.raises(IncompleteError, match="1 tile is missing"):
        kanamj.score(hand, lexicon="core")
    twice = "いか かい たこ くま とり わに しか"
    assert named(of_words(twice, "ron"))["七対子"] == 2
    with pytest.raises(IncompleteError):
        kanamj.score(twice.replace(" ", ""), "pro-online", lexicon=toy(*twice.split()))


def test_the_drawn_letter_may_be_in_a_pair_word_that_reads_the_same_backwards() -> None:
    """はは of seven pairs gives the 回文 that makes them as good as words of three; they are better known."""
    (score,) = next(Scorer("pro", "core").scores("いきくしそはへよよらりんん" + "は", [""], [How()]))
    (waited,) = next(Scorer("pro", "core").scores("いきくしそはへよよらりんん", ["は"], [How()]))
    assert [word.reading for word in waited.words] == ["きり", "そし", "はは", "へん", "よい", "よく", "らん"]
    assert waited == score


def test_words_without_a_reading_are_not_used(tmp_path: Path) -> None:
    words = ["いぬ", "さくら", "ほたる", "かもめ", "むすこ"]
    for size in (2, 3):
        head = f"{'２３'[size - 2]}文字集合\t可能な{'２３'[size - 2]}文字単語"
        rows = sorted("".join(sorted(word)) + "\t" + word for word in words if len(word) == size)
        (tmp_path / f"{size}gram.txt").write_text("\n".join([head, *rows, ""]), encoding="utf-8")
    with pytest.raises(LexiconError, match="spellings only"):
        kanamj.score("".join(words), lexicon=load_folder(tmp_path))
    lines = [
        WORDS_HEADER,
        *("\t".join([word, word, key_of(word), str(len(word)), "10", *[""] * 7]) for word in words[:-1]),
        "",
    ]
    (tmp_path / "words.tsv").write_text("\n".join(lines), encoding="utf-8")
    scorer = Scorer(lexicon=load_folder(tmp_path))
    with pytest.raises(IncompleteError, match="3 tiles are missing"):
        scorer.score("".join(words))
    assert scorer.engine.shanten("".join(words)) > -1


def test_a_kan_of_four_or_five_letters_takes_the_place_of_three() -> None:
    engine = Scorer("pro", "core").engine.behind(["ひまわり", "かたつむり"], known=False)
    assert [form.name for form in engine.forms] == ["332"]
    assert of_words("いぬ さくら ほたる =ひまわり =かたつむり", "ron").bonus == 3


def test_a_list_is_scored_as_it_is_written_and_in_clear_sounds_by_name() -> None:
    """さくらなみたたまこきつねいぬ with たまご in the list: the engine, the scorer and the game give one answer."""
    hand = "さくらなみたたまこきつねいぬ"
    written = Lexicon.from_words("さくら なみだ たまご きつね いぬ".split())  # noqa: SIM905
    for words, shanten in ((written, 5), (written.fold("seion"), -1)):
        assert kanamj.WordEngine(words, "hiragana-pro-136").shanten(hand) == shanten
        assert Scorer("pro", words, "hiragana-pro-136").engine.shanten(hand) == shanten
        rules = replace(preset("standard", words), tiles=HIRAGANA_PRO_136)
        *held, last = HIRAGANA_PRO_136.parse(hand)
        assert rules.hands.completes(tuple(sorted(held)), (), last) == (shanten == -1)
    with pytest.raises(IncompleteError, match="6 tiles are missing"):
        kanamj.score(hand, lexicon=written, tiles="hiragana-pro-136")
    score = kanamj.score(hand, lexicon=written.fold("seion"), tiles="hiragana-pro-136")
    assert (score.lexicon, score.hand, score.sorted) == ("words+seion", hand, "".join(sorted(hand)))
    assert {word.reading for word in score.words} == {"さくら", "なみた", "たまこ", "きつね", "いぬ"}


def test_a_yaku_from_outside() -> None:
    def rains(win: Win) -> bool:
        return any(word.reading == "あめ" for word in win.words)

    words = ["めあ", "さくら", "ほたる", "かもす", "むすこ", "あめ"]
    own = PRESETS["pro"].having(Yaku("雨", 1, 2, rains))
    plain, rainy = (
        kanamj.score("あめさくらほたるかもすむすこ", rules, lexicon=toy(*words, costs=True))
        for rules in ("pro", own)
    )
    assert plain.words[0].reading == "めあ"
    assert named(rainy)["雨"] == 2
    broken = PRESETS["pro"].having(Yaku("雨", 1, 2, lambda _: 1 / 0 > 1))
    with pytest.raises(KanamjError, match="the function of yaku 雨 failed: ZeroDivisionError"):
        kanamj.score("あめさくらほたるかもすむすこ", broken, lexicon=toy(*words))
    assert [*HowFields.__annotations__] == [*How.__dataclass_fields__]


def test_the_next_best_choices_say_what_they_lack() -> None:
    words = ["いか", "かい", "かさな", "さかな", "なみだ", "ほたる", "むすこ"]
    score = kanamj.score("かいさかななみだほたるむすこ", lexicon=toy(*words), others=9)
    assert score.han > score.others[0].han
    assert set(score.others[0].lacks) <= {yaku.name for yaku in score.yaku}
    assert score.others[0].lacks


def test_honba_and_deposits_go_to_the_winner() -> None:
    words = "いぬ さくら ほたる かもめ むすこ"
    paid = {
        (win, dealer): [tuple(each) for each in of_words(words, win + " dealer" * dealer, honba=2).payments]
        for win in ("ron", "tsumo")
        for dealer in (False, True)
    }
    assert paid == {
        ("ron", False): [("discarder", 4)],
        ("ron", True): [("discarder", 5)],
        ("tsumo", False): [("dealer", 4), ("child", 1), ("child", 1)],
        ("tsumo", True): [("child", 4), ("child", 2), ("child", 2)],
    }
    assert of_words(words, "tsumo", players=3, deposits=3).total == 2 + 1 + 3
    assert of_words(words, "tsumo dealer", players=2).points == 2
    assert (
        of_words("いぬ +さがり +のみや +ほたる +むすび", deposits=3).total == 0
    )  # 役なし may not be declared
