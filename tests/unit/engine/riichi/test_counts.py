"""The exact distributions of riichi agree with published counts, with binomial totals, and with brute force."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import numpy as np
import pytest

from kanamj.engine import RiichiEngine
from kanamj.engine.riichi import FORMS
from kanamj.engine.riichi import counts as counting
from kanamj.engine.riichi.ranking import Ranking
from tests.conftest import Run
from tests.places import ROOT, by_default, python

# All C(136, 14) hands from -1 up, as published with nyanten and found again by others.
GENERAL_14 = [
    11353128141498, 2560073618528580, 84836864591965380, 708866296874217726, 1732690933213527552,
    1270342844384821248, 398021022894784512, 50748272871997440, 2205616265232384, 21751324999680,
]  # fmt: skip
LEAST_14 = [
    12859078207674, 2966241795738948, 99154452630748356, 828714358375292670, 1867404976243926528,
    1211948980271480832, 233501763289743360, 6601397483077632,
]  # fmt: skip


def test_the_counts_of_fourteen_tiles_for_four_players_are_the_published_ones() -> None:
    counted = counting.count_hands(4, 14)
    assert counted["general"].counts == dict(enumerate(GENERAL_14, -1))
    assert counted["least"].counts == dict(enumerate(LEAST_14, -1))
    assert all(not known.accepted for known in counted.values())


@pytest.mark.parametrize(
    ("players", "tiles", "hand"),
    by_default(
        {(3, 108, 13)},
        [(players, tiles, hand) for players, tiles in ((4, 136), (3, 108)) for hand in (13, 14)],
    ),
)
def test_every_hand_is_counted_once(players: int, tiles: int, hand: int) -> None:
    for known in counting.count_hands(players, hand).values():
        assert sum(known.counts.values()) == comb(tiles, hand)


def test_the_counts_of_special_forms_are_those_counted_by_hand() -> None:
    """Complete seven pairs: seven kinds, two of four each. Thirteen orphans: one kind twice. Both in both games."""
    for players, kinds in ((4, 34), (3, 27)):
        counted = counting.count_hands(players, 14)
        assert counted["seven_pairs"].counts[-1] == comb(kinds, 7) * 6**7
        assert counted["thirteen_orphans"].counts[-1] == 13 * 6 * 4**12


def forget() -> None:
    """Count anew what was counted with another deck."""
    for kept in (counting._group, counting._distribution, counting._drawing):
        kept.cache_clear()


@pytest.fixture
def small_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of 1, 2, 3 of each suit (of three players' characters 1 and 9) and of east: 40 or 36 tiles."""
    whole = counting.suit_vectors

    def few(name: str) -> tuple[np.ndarray, np.ndarray]:
        vectors, classes = whole(name)
        kept = {"suit": 3, "terminals": 2, "honours": 1}[name]
        return np.asfortranarray(vectors[~vectors[:, kept:].any(axis=1)]), classes

    forget()
    monkeypatch.setattr(counting, "suit_vectors", few)
    yield
    forget()


@pytest.mark.parametrize(
    ("players", "kinds"),
    [(4, [0, 1, 2, 9, 10, 11, 18, 19, 20, 27]), (3, [0, 8, *range(9, 12), *range(18, 21), 27])],
)
@pytest.mark.parametrize("hand", by_default({13}, [13, 14]))
@pytest.mark.usefixtures("small_deck")
def test_brute_force_on_a_small_deck(players: int, kinds: list[int], hand: int) -> None:
    """Every hand of the deck judged one by one, with its draws, which may be of any kind."""
    vectors = Ranking(len(kinds), hand).vectors()
    vectors = vectors[vectors.sum(axis=1) == hand]
    counts = np.zeros((len(vectors), 34), np.uint8)
    counts[:, kinds] = vectors
    ways = np.array([1, 4, 6, 4, 1])[vectors].prod(axis=1)
    counted = counting.count_hands(players, hand)
    assert sum(counted["least"].counts.values()) == comb(4 * len(kinds), hand)
    for name in (*FORMS, "least"):
        engine = RiichiEngine(forms=FORMS if name == "least" else [name], players=players)
        shanten = engine.shanten_many(counts)
        assert counted[name].counts == {
            int(number): int(ways[shanten == number].sum()) for number in np.unique(shanten)
        }
        assert counted[name].distinct == {
            int(number): int((shanten == number).sum()) for number in np.unique(shanten)
        }
        if hand == 13:
            left = np.array(engine.tiles.copies) - counts
            drawn = ways * (engine.accepts_many(counts).accepts * left).sum(axis=1)
            accepted = {int(number): int(drawn[shanten == number].sum()) for number in np.unique(shanten)}
            assert counted[name].accepted == {number: total for number, total in accepted.items() if total}


# Distinct complete hands of 14 tiles, four players: by the general form, and by any form.
GENERAL_DISTINCT, LEAST_DISTINCT = 11_498_658, 16_873_619


def fillings(kinds: int, runs: bool) -> dict[tuple[int, int], dict[tuple[int, ...], Fraction]]:
    """What blocks and pairs fill of a suit: (blocks, pairs) -> counts, none above four -> the sum over the multisets of
    blocks with these counts of 4 ** runs / the product of the factorials of how often each block is used."""
    blocks = [tuple(3 * (k == kind) for k in range(kinds)) for kind in range(kinds)]
    blocks += [
        tuple(int(k in range(first, first + 3)) for k in range(kinds)) for first in range(kinds - 2) if runs
    ]
    found: dict[tuple[int, int], dict[tuple[int, ...], Fraction]] = {}
    for number in range(5):
        for chosen in combinations_with_replacement(blocks, number):
            weight = Fraction(4 ** sum(max(block) == 1 for block in chosen))
            for used in Counter(chosen).values():
                weight /= factorial(used)
            held = [sum(column) for column in zip(*chosen, strict=True)] or [0] * kinds
            for pair in (None, *range(kinds)):
                counts = tuple(count + 2 * (kind == pair) for kind, count in enumerate(held))
                if max(counts) <= 4:
                    into = found.setdefault((number, pair is not None), {})
                    into[counts] = into.get(counts, Fraction(0)) + weight
    return found


def whole_hands(weigh: Callable[[dict[tuple[int, ...], Fraction]], Fraction]) -> Fraction:
    """The sum over four blocks and a pair, shared out among three suits and the honours, of the product of what is
    weighed in each."""
    suit, honours = fillings(9, runs=True), fillings(7, runs=False)
    total = Fraction(0)
    for shares in product(suit, suit, suit, honours):
        if tuple(map(sum, zip(*shares, strict=True))) == (4, 1):
            total += prod(
                (weigh((suit, suit, suit, honours)[i][share]) for i, share in enumerate(shares)),
                start=Fraction(1),
            )
    return total


def test_distinct_complete_hands() -> None:
    """Suits are filled with blocks and pairs, and the different vectors counted: a suit tells by its number of tiles
    how many blocks and pairs it has. Seven pairs that are four blocks and a pair too have two of each kind."""
    for players, hand in ((4, 14), (3, 13)):
        for known in counting.count_hands(players, hand).values():
            assert set(known.distinct) == set(known.counts)
            assert all(0 < known.distinct[at] <= count for at, count in known.counts.items())
    counted = counting.count_hands(4, 14)
    assert (
        whole_hands(lambda vectors: Fraction(len(vectors)))
        == counted["general"].distinct[-1]
        == GENERAL_DISTINCT
    )
    both = whole_hands(lambda vectors: Fraction(sum({*counts} <= {0, 2} for counts in vectors)))
    assert GENERAL_DISTINCT + comb(34, 7) - both + 13 == counted["least"].distinct[-1] == LEAST_DISTINCT


def test_choices_of_blocks_with_a_tile_more_than_four_times() -> None:
    """The X that "Count the Shantens" on Code Golf Stack Exchange leaves open: of the 34 * 118 ** 4 choices of a head
    and of four bodies in order, the number of those with a tile more than four times. The 118 bodies are 34 triplets,
    and 21 runs four times each."""
    fitting = factorial(4) * whole_hands(lambda vectors: sum(vectors.values(), Fraction(0)))
    assert 34 * 118**4 - fitting == 437_036_704
    done = python("scripts/count_choices.py", cwd=ROOT)
    assert [*map(int, re.findall(r"\d+", done.stdout.replace(",", "")))] == [
        *(34 * 118**4, 437_036_704, fitting),
        *(comb(34, 7), 13, 6_160_187_309),
    ]


@pytest.mark.parametrize(
    ("kinds", "tiles", "number"), [(2, 14, 25), (7, 14, 43_130), (9, 14, 405_350), (3, 3, 20), (3, 11, 124)]
)
def test_every_vector_of_a_suit_is_counted_once(kinds: int, tiles: int, number: int) -> None:
    vectors = Ranking(kinds, tiles).vectors()
    assert (vectors.shape, vectors.dtype) == ((number, kinds), np.uint8)
    in_order = [list(vector) for vector in product(range(5), repeat=kinds) if sum(vector) <= tiles]
    assert vectors.tolist() == in_order


def test_vectors_of_a_suit() -> None:
    """The numbers that docs/kernels.md quotes: of a suit, of 14 tiles in one suit, and of these the complete ones."""
    vectors = Ranking(9).vectors()
    assert (vectors.sum(axis=1) == 14).sum() == 118_800
    assert len(fillings(9, runs=True)[4, True]) == 13_259


def test_mean_accepts_are_numbers_of_tiles() -> None:
    counted = counting.count_hands(4, 13)
    for known in counted.values():
        means = known.mean_accepts()
        assert set(means) == set(known.counts)
        assert all(0 < mean < 123 for mean in means.values())
    assert max(counted["least"].counts) == 6, "the highest shanten of 13 tiles (Count the Shantens)"
    assert counted["seven_pairs"].mean_accepts()[0] == 3, "tenpai waits on three copies of one kind"
    orphans = counted["thirteen_orphans"]
    single = 4**13  # one of each orphan: waits on 39 tiles; the other tenpai hands wait on four
    assert orphans.accepted[0] == 39 * single + 4 * (orphans.counts[0] - single)


def test_the_command_prints_these_counts(kanamj: Run) -> None:
    printed = json.loads(kanamj("exact", "--json").out)
    assert (printed["players"], printed["hand"], printed["total"]) == (4, 14, comb(136, 14))
    assert list(printed["forms"]) == ["general", "seven_pairs", "thirteen_orphans", "least"]
    for name, known in counting.count_hands(4, 14).items():
        for column in ("counts", "distinct"):
            said = {int(shanten): number for shanten, number in printed["forms"][name][column].items()}
            assert said == getattr(known, column)
    done = kanamj("exact", "--tiles", "sanma-108", "--hand", "13", "--tsv")
    header, *rows = (line.split("\t") for line in done.out.splitlines())
    assert header == ["form", "shanten", "hands", "share", "distinct", "mean accepts"]
    assert [[form, int(shanten), int(hands)] for form, shanten, hands, *_ in rows] == [
        [form, shanten, hands]
        for form, known in counting.count_hands(3, 13).items()
        for shanten, hands in known.counts.items()
    ]
