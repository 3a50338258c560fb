"""One riichi hand by the tables in plain Python: the kernels and the search give the same answers."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from kanamj.engine import RiichiEngine
from kanamj.engine.forms.riichi import CalledHand, GeneralHand
from kanamj.engine.riichi import lookup
from kanamj.engine.riichi.tables import load_tables
from kanamj.errors import KanamjError, TileError
from kanamj.tiles import RIICHI_136, SANMA_108, TileSet, _mpsz_faces
from tests.places import by_default

ENGINES = {players: RiichiEngine(players=players) for players in (4, 3)}
SEARCHES = {players: RiichiEngine(players=players, solver="search") for players in (4, 3)}
GENERAL = {players: RiichiEngine(forms=["general"], players=players) for players in (4, 3)}


def wall_of(tiles: TileSet) -> list[int]:
    return [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]


def alike(engine: RiichiEngine, other: RiichiEngine, hand: list[int], melds: list[str]) -> None:
    """Both engines give the same answers."""
    one, two = engine.ask(hand, melds), other.ask(hand, melds)
    assert one.distance == two.distance
    if one.short:
        assert one.draws == two.draws
    if one.full:
        assert one.after_discards == two.after_discards
    assert one.arrangements == two.arrangements
    assert [ways for each in one.judged for ways in each.ways()] == [
        ways for each in two.judged for ways in each.ways()
    ]


def as_many(engine: RiichiEngine, rows: npt.NDArray[np.uint8]) -> None:
    """Many hands of one size get the answers of single ones."""
    judged = [engine.ask(row) for row in rows]
    assert engine.shanten_many(rows).tolist() == [each.distance - 1 for each in judged]
    if judged[0].short:
        distances, marks = engine.accepts_many(rows)
        assert [each.draws for each in judged] == [
            (distance, tuple(np.flatnonzero(row))) for distance, row in zip(distances, marks, strict=True)
        ]
        assert (engine.waits_many(rows) == marks & (distances == 1)[:, None]).all()
        return
    best = engine.best_discards_many(rows[:20])
    for each, *found in zip(judged, *best, strict=False):
        unseen = np.array(engine.left) - each.counts
        assert tuple(found) == min(
            (
                (kind, draws.distance, unseen[list(draws.kinds)].sum())
                for kind, draws in each.after_discards.items()
            ),
            key=lambda choice: (choice[1], -choice[2], choice[0]),
        )


def test_the_plain_tables_are_those_of_numpy() -> None:
    plain, arrays = lookup.plain_tables(), load_tables()
    for name, table in plain._asdict().items():
        assert table == getattr(arrays, name).tobytes()


@pytest.mark.parametrize(
    ("hands", "searched"), [(600, 25), pytest.param(1_000_000, 1000, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("players", [4, 3])
def test_tables_kernels_and_search_agree(players: int, hands: int, searched: int) -> None:
    """Hands of all sizes, so with up to four called blocks that are not named: by all forms, and by the general one.
    Every few hands are searched, too."""
    engine, search = ENGINES[players], SEARCHES[players]
    chance, wall = random.Random(players), wall_of(engine.tiles)
    few = [kind for kind in wall if kind < 12 or kind > 29]
    ends = [kind for kind in wall if kind % 9 in (0, 8) or kind > 26]
    portion = min(hands // 10, 5_000)
    for tiles, _ in product((14, 13, 11, 10, 8, 7, 5, 4, 2, 1), range(0, hands // 10, portion)):
        dealt = [sorted(chance.sample((wall, few, few, ends)[i % 4], tiles)) for i in range(portion)]
        rows = engine.tiles.count_rows(dealt)
        as_many(engine, rows)
        as_many(GENERAL[players], rows[::4])
        for hand in dealt[::searched]:
            alike(engine, search, hand, [])


@pytest.mark.parametrize("hands", by_default({150}, [150, 20_000]))
@pytest.mark.parametrize("players", [4, 3])
def test_named_melds_that_take_what_the_hand_wants(players: int, hands: int) -> None:
    """The tables say too little of many of these hands; the search answers then, and a kernel agrees."""
    engine, search = ENGINES[players], SEARCHES[players]
    chance, farther, blocks = random.Random(players), 0, engine.blocks.by_size
    for i in range(hands):
        melds, whole = 1 + i % 3, list[int]()
        while len(wanted := [kind for kind in {*whole} if whole.count(kind) == 1]) < melds or any(
            whole.count(kind) > 4 for kind in whole
        ):
            chosen = [*chance.sample(blocks[3], 4 - melds), chance.choice(blocks[2])]
            whole = [kind for block in chosen for kind in block]
        called = chance.sample(sorted(wanted), melds)
        gone = called * 4 if i % 2 else called * 3
        left = wall_of(engine.tiles)
        hand = [kind for kind in whole if kind not in called]
        for kind in gone + hand:
            left.remove(kind)
        hand += chance.sample(left, len(whole) - i // 2 % 2 - len(hand))
        said = [engine.tiles.format([kind] * (len(gone) // melds)) for kind in called]
        alike(engine, search, hand, said)
        behind = engine.behind(said)
        (judged,) = behind.ask(hand).judged
        assert type(judged) is CalledHand
        as_many(behind, engine.tiles.count_rows([hand]))
        farther += judged.distance > judged.form.looked_up(judged.counts).distance
    assert farther > hands // 20, "many hands are farther than the tables say"


def test_the_tables_hold_if_called_tiles_do_not_count() -> None:
    """With them, this hand is farther from complete (tests/contract/test_cases.py)."""
    free = RiichiEngine(meld_tiles_count=False)
    (judged,) = free.ask("1z", ["111z", "234m", "456p", "789s"]).judged
    assert type(judged) is GeneralHand
    assert judged.distance == 1
    as_many(free.behind(["111z", "222z", "333z"]), free.tiles.count_rows(["1z23m44p", "456s22p"]))
    as_many(free.behind(["111z", "222z", "333z"]), free.tiles.count_rows(["1z23m4p", "23m44z"]))


def test_the_search_is_a_solver_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers without the tables, which the engine asks if no solver is named."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the tables are asked")

    monkeypatch.setattr(lookup, "plain_tables", fail)
    for engine in SEARCHES.values():
        assert engine.shanten("1p23m456p789s1122z" if engine.players == 4 else "19m456p789s1122z1p") >= 0
        assert engine.analyze("456p789s11222z", ["111p"]).distance == 0
        assert engine.waits("456p789s1122z", ["111p"]) == ("1z", "2z")
    with pytest.raises(AssertionError, match="the tables are asked"):
        ENGINES[4].shanten("123m456p789s1122z")


def read_with_care(tiles: TileSet, text: str) -> list[int] | None:
    try:
        return [tiles.index[face] for face in _mpsz_faces(text)]
    except (KeyError, TileError):
        return None


@pytest.mark.parametrize("tiles", [RIICHI_136, SANMA_108], ids=lambda tiles: tiles.name)
def test_plain_texts_are_read_as_all_texts_are(tiles: TileSet) -> None:
    """The short way takes digits and suits. Texts that mean something else, or nothing, are left to the long way."""
    chance = random.Random(3)
    texts = ["".join(each) for length in range(5) for each in product("015mz", repeat=length)]
    texts += ["".join(chance.choices("0123456789mmppsszz", k=chance.randrange(24))) for _ in range(3000)]
    texts += ["123m0p55s77z", "0110z1m", "m123p456", "１２３m", "123m 456p", "1m2m3m", "5mr E", "8z", "9z"]
    for text in texts:
        try:
            read = [*tiles.parse(text)]
        except KanamjError:
            read = None
        assert read == read_with_care(tiles, text), text
