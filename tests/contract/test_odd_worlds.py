"""All solvers, the search and the kernels agree with brute force in unusual worlds: distance, draws, every discard.

The worlds have many copies of a tile, unusual forms, no words of some length, melds, or kans in mixed forms.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from kanamj.engine import UNREACHABLE, Blocks, Question, WordEngine
from kanamj.engine.check import bitmask
from kanamj.engine.forms import BlockForm, Form
from kanamj.engine.hand import changed
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import TileSet
from tests.reference.worlds import (
    Counts,
    World,
    batch_agrees,
    completions_agree,
    search_agrees,
    solvers_agree,
)

LETTERS = "あいうえおかき"
QUICK = ("33332", "3332", "332", "32", "2", "3333", "333", "33", "3")
"""Forms of quick kernels."""
OTHERS = ("22", "222", "322", "2222", "3322", "33322")
ALL = (*QUICK, *OTHERS, "2222222", "42", "44", "442", "4442", "52", "532")
MIXED = (
    *("332,44", "44,332", "333,432", "332,333", "32,33", "32,222", "33332,4442", "33332,2222222"),
    *("4433,33332", "33,42,222"),
)
FILLINGS = 12_000
"""Most ways to fill the slots that brute force goes through."""


def some_blocks(chance: random.Random, kinds: int) -> dict[int, tuple[Counts, ...]]:
    """Few or many blocks of each size; sometimes none of a size, sometimes all with the same kind."""
    found = {}
    for size in (2, 3, 4, 5):
        density = chance.choice((0, 0.1, 0.3, 0.6))
        wanted = chance.randrange(kinds) if chance.random() < 0.2 else None
        found[size] = tuple(
            block
            for block in combinations_with_replacement(range(kinds), size)
            if chance.random() < density and (wanted is None or wanted in block)
        )
    return found


def fillings(by_size: dict[int, tuple[Counts, ...]], sizes: Sequence[int]) -> int:
    """How many multisets of blocks fill the slots."""
    found = 1
    for size, slots in Counter(sizes).items():
        found *= comb(len(by_size[size]) + slots - 1, slots) if by_size[size] else 0
    return found


def worlds(seed: int, n: int, forms: Sequence[str] = ALL) -> Iterator[tuple[World, random.Random]]:
    """n worlds with tiles enough for a hand."""
    chance = random.Random(seed)
    while n:
        kinds = chance.randint(2, 7)
        most = chance.choice((1, 2, 3, 4, 7))
        copies = tuple(chance.randint(chance.choice((0, most)), most) for _ in range(kinds))
        by_size = some_blocks(chance, kinds)
        sizes = BlockForm(chance.choice(forms)).lengths
        ways = fillings(by_size, sizes)
        if ways > FILLINGS or (not ways and chance.random() < 0.8) or sum(sizes) > sum(copies):
            continue
        words = {block: chance.randint(1, 2) for blocks in by_size.values() for block in blocks}
        distinct = sizes == (2,) * 7 or (forms is ALL and {*sizes} == {2} and chance.random() < 0.5)
        yield World(by_size, copies, sizes, chance.random() < 0.75, distinct, words), chance
        n -= 1


def drawn(copies: Counts, tiles: int, chance: random.Random) -> Counts:
    wall = [kind for kind, count in enumerate(copies) for _ in range(count)]
    hand = Counter(chance.sample(wall, tiles))
    return tuple(hand[kind] for kind in range(len(copies)))


@pytest.mark.parametrize("n", [50, pytest.param(1000, marks=pytest.mark.slow)])
def test_odd_worlds(n: int) -> None:
    """The slow run takes minutes: every solver on 1,000 worlds."""
    met = Counter[int]()
    for world, chance in worlds(seed=20261122, n=n):
        counts = drawn(world.copies, sum(world.sizes) - chance.randint(0, 1), chance)
        solvers_agree(world, counts)
        search_agrees(world, counts)
        met[world.distance(counts)] += 1
    assert len(met) > 5
    assert met[UNREACHABLE] < n // 2


@pytest.mark.parametrize("n", [130, pytest.param(2600, marks=pytest.mark.slow)])
def test_many_hands_of_odd_worlds(n: int) -> None:
    completed = 0
    for world, chance in worlds(seed=4, n=n, forms=(*QUICK, *QUICK, *OTHERS, "2222222")):
        full = sum(world.sizes)
        short, whole = ([drawn(world.copies, size, chance) for _ in range(6)] for size in (full - 1, full))
        batch_agrees(world, short, whole)
        if "".join(map(str, world.sizes)) in QUICK:
            completed += completions_agree(world, drawn(world.copies, full - 2, chance))
    assert completed > n // 4


@pytest.mark.parametrize(
    ("form", "copies", "counts"),
    [
        ("3333332", (7, 5, 7, 7, 7), (3, 2, 7, 3, 4)),
        ("33333333", (1, 6, 6, 3, 6, 7), (1, 5, 6, 3, 2, 6)),
        ("222222222222", (8, 8, 20), (5, 8, 10)),
        ("33332", (8, 6, 8), (5, 1, 7)),
    ],
)
def test_long_forms_and_many_copies(form: str, copies: Counts, counts: Counts) -> None:
    """Two slots need the last tile of a kind. The batch once missed such kinds. If copies are ignored, a draw may be an
    eighth tile of a kind, more than a field of bits holds."""
    chance = random.Random(5)
    by_size = {
        size: tuple(
            b for b in combinations_with_replacement(range(len(copies)), size) if chance.random() < 0.12
        )
        for size in (2, 3)
    } | {2: ((0, 0), (0, 1), (1, 2))}
    for strict in (True, False):
        world = World(by_size, copies, BlockForm(form).lengths, strict)
        solvers_agree(world, counts)
        search_agrees(world, counts)
        short = sum(counts) < sum(world.sizes)
        batch_agrees(world, [counts] * short, [counts] * (not short))


# The same through the words of a lexicon: mixed forms, melds, kans.


def mixed(seed: int, n: int) -> Iterator[tuple[WordEngine, tuple[Form, ...], Counts, list[Counts]]]:
    """Engines of mixed forms with a hand and melds each."""
    chance = random.Random(seed)
    while n:
        kinds = chance.randint(4, 7)
        copies = tuple(chance.randint(2, 6) for _ in range(kinds))
        by_size = some_blocks(chance, kinds)
        forms = tuple(BlockForm(digits) for digits in chance.choice(MIXED).split(","))
        if not any(by_size.values()) or max(fillings(by_size, form.lengths) for form in forms) > FILLINGS:
            continue
        tiles = TileSet("odd", tuple(LETTERS[:kinds]), copies)
        words = [tiles.format(block) for blocks in by_size.values() for block in blocks]
        engine = WordEngine(
            Lexicon.from_entries("odd", [Entry(word, word) for word in words]),
            tiles,
            forms,
            chance.choice(("strict", "strict", "ignore")),
        )
        wall = Counter(dict(enumerate(copies)))
        melds: list[Counts] = []
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            meld = chance.choice(by_size[3] + by_size[4] or ((),))
            if meld and all(wall[kind] >= meld.count(kind) for kind in meld):
                melds.append(meld)
                wall.subtract(meld)
        left = forms_behind(forms, [len(meld) for meld in melds])
        if not left:
            continue
        held = sum(chance.choice(left)) - chance.randint(0, 1)
        if held > wall.total() or not held:
            continue
        yield engine, forms, drawn(tuple(wall[kind] for kind in range(kinds)), held, chance), melds
        n -= 1


def forms_behind(forms: Sequence[Form], melds: Sequence[int]) -> list[Counts]:
    """The slots each form leaves, in other words than the engine's: a meld takes a slot of its size, a kan without
    one a three; of forms of one length those that leave as much as the first."""
    left: dict[Form, Counts] = {}
    for form in forms:
        slots: list[int] | None = list(form.lengths)
        for size in melds:
            slot = size if slots and (size in slots or size != 4) else 3
            if slots is None or slot not in slots or form.digits == "2222222":
                slots = None
                break
            slots.remove(slot)
        if slots:
            left[form] = tuple(slots)
    first: dict[int, int] = {}
    for form, slots_left in left.items():
        first.setdefault(form.tiles, sum(slots_left))
    return [slots_left for form, slots_left in left.items() if sum(slots_left) == first[form.tiles]]


@pytest.mark.parametrize("n", [100, pytest.param(600, marks=pytest.mark.slow)])
def test_mixed_forms_and_melds(n: int) -> None:
    """The nearest form decides, and its draws, one hand at a time and many. The slow run takes a minute."""
    met = Counter[tuple[int, int]]()
    for engine, forms, counts, melds in mixed(seed=7, n=n):
        taken = Counter(kind for meld in melds for kind in meld)
        room = tuple(copies - taken[kind] for kind, copies in enumerate(engine.tiles.copies))
        behind = [
            World(engine.blocks.by_size, room, slots, engine.copies == "strict", slots == (2,) * 7)
            for slots in forms_behind(forms, [len(meld) for meld in melds])
        ]

        def fitting(tiles: int, behind: list[World] = behind) -> list[World]:
            return [world for world in behind if sum(world.sizes) == tiles]

        def distance(hand: Counts) -> int:
            held = sum(hand)
            return min(world.distance(hand) for world in fitting(held) + fitting(held + 1))

        def draws(hand: Counts) -> tuple[int, tuple[int, ...]]:
            least, longer = distance(hand), [world.draws(hand) for world in fitting(sum(hand) + 1)]
            nearest = [each.kinds for each in longer if each.distance == least]
            return least, tuple(sorted({kind for kinds in nearest for kind in kinds}))

        asked, many = engine.ask(np.array(counts), melds), engine.behind(melds)
        whole, longer = fitting(sum(counts)), fitting(sum(counts) + 1)
        least = distance(counts)
        assert (asked.distance, asked.full, asked.short) == (least, bool(whole), bool(longer)), (forms, melds)
        assert many.shanten_many(np.array([counts])).tolist() == [least - 1]
        met[len(melds), least] += 1
        if whole:
            complete = sum(world.complete[counts] for world in whole)
            assert len(asked.arrangements) == complete
            assert bool(complete) == any(world.distance(counts) == 0 for world in whole)
            after = {kind: draws(changed(counts, kind, -1)) for kind, count in enumerate(counts) if count}
            assert {kind: tuple(each) for kind, each in asked.after_discards.items()} == after
        if longer:
            assert tuple(asked.draws) == draws(counts), (forms, counts, melds)
            distances, marks = many.accepts_many(np.array([counts]))
            assert (distances[0], tuple(np.flatnonzero(marks[0]))) == tuple(asked.draws)
            assert (many.waits_many(np.array([counts])) == marks & (distances == 1)).all()
        engine.analyze(np.array(counts), melds)
    assert {melds for melds, _ in met} == {0, 1, 2}
    assert {least for _, least in met} >= {0, 1, 2, UNREACHABLE}


def test_the_bitmask_does_not_try_all_orders_of_equal_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fourteen あ and seven slots for ああ. The only complete way was once tried in 135,135 orders."""
    tried = []
    monkeypatch.setattr(bitmask, "completable", lambda _question, way: tried.append(way))
    question = Question(Blocks(1, {2: ((0, 0),)}, {2: (1,)}), (14,), (2,) * 7)
    assert bitmask.distance(question) == UNREACHABLE
    assert len(tried) < 300


def test_a_kan_in_mixed_forms_leaves_hands_that_win_and_can_be_laid_out() -> None:
    words = ("さくらん", "なみだ", "たまご", "きつね", "いぬ", "なみだい", "ぬたまご", "きつ")
    engine = WordEngine(
        Lexicon.from_entries("toy", [Entry(word, word) for word in words]), forms="33332,4442"
    )
    hand = "なみだたまごきつねいぬ"
    assert engine.shanten(hand, ["さくらん"]) == -1
    assert engine.arrangements(hand, ["さくらん"])
    assert engine.tiles.parse("ぬ")[0] in engine.waits(hand[:-1], ["さくらん"], kinds=True)
