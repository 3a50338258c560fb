"""The exact chance to complete a hand is that of the recursion in fractions, in worlds small enough for it."""

import random
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest

from kanamj.engine import BlockForm, Blocks, Engine, RiichiEngine, WordEngine
from kanamj.engine.chances import Chances
from kanamj.engine.two_draws import ways_within_two
from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.tiles import RIICHI_136, SANMA_108, TileSet
from tests.places import by_default
from tests.reference import toy
from tests.reference.chances import Counts, World, discards
from tests.reference.questions import wall


def sizes(form: str) -> tuple[int, ...]:
    return tuple(int(digit) for digit in form)


def dealt(copies: Counts, n: int, chance: random.Random) -> tuple[Counts, Counts]:
    """n tiles of a wall as counts, and what is left of it."""
    pieces = wall(copies)
    taken = chance.sample(pieces, n)
    hand = tuple(taken.count(kind) for kind in range(len(copies)))
    return hand, tuple(count - mine for count, mine in zip(copies, hand, strict=True))


def minus(left: Counts, gone: Counts) -> Counts:
    return tuple(count - less for count, less in zip(left, gone, strict=True))


def check(found: Chances, world: World, hand: Counts, unseen: Counts, draws: int) -> None:
    """Compare with the recursion, to the last digit."""
    ts = range(1, draws + 1)
    if world.complete(hand):
        assert found.fractions == (1,) * draws
    elif found.discards:
        for kind, left in discards(hand):
            assert found.after(kind) == tuple(world.chance(left, unseen, t) for t in ts)
        assert len(found.discards) == sum(1 for _ in discards(hand))
        assert [found.after(each.kind)[-1] for each in found.discards] == sorted(
            (found.after(each.kind)[-1] for each in found.discards), reverse=True
        )
    else:
        assert found.fractions == tuple(world.chance(hand, unseen, t) for t in ts)


def toy_world(lexicon: Lexicon, tiles: TileSet, forms: tuple[str, ...]) -> World:
    words = {
        tuple(sorted(tiles.index[letter] for letter in key)): len(forms)
        for rows in lexicon.grams.values()
        for key, forms in rows.items()
        if all(letter in tiles.index for letter in key)
    }
    distinct = words if forms == ("2222222",) else None
    return World(list(words), [sizes(form) for form in forms], distinct)


WIDE = TileSet("wide", tuple("あいうえおかー"), (4, 3, 2, 1, 3, 7, 0))
"""Odd copies: a kind there is none of, one of which there are seven."""

WORLDS = [
    pytest.param(toy.TILES, ("32",), "strict", id="toy"),
    pytest.param(toy.TILES, ("32",), "ignore", id="ignore"),
    pytest.param(toy.TILES, ("322",), "strict", id="322"),
    pytest.param(toy.TILES, ("33", "222"), "strict", id="two-forms"),
    pytest.param(toy.TILES, ("32", "222"), "strict", id="two-sizes"),
    pytest.param(toy.TILES, ("4",), "strict", id="four"),
    pytest.param(WIDE, ("332",), "strict", id="odd-copies"),
    pytest.param(WIDE, ("2222222",), "strict", id="seven-pairs"),
]


def entries() -> list[Entry]:
    more_words = ("いあ", "おか", "かか", "かうお", "かかい", "あいうえ", "ええかい")
    return [Entry(word, word) for word in (*toy.WORDS, *more_words)]


@pytest.mark.parametrize(("tiles", "forms", "copies"), WORLDS)
@pytest.mark.parametrize("cases", [8, pytest.param(48, marks=pytest.mark.slow)])
def test_chances_agree_with_the_recursion_in_small_worlds(
    tiles: TileSet, forms: tuple[str, ...], copies: str, cases: int
) -> None:
    """Half of the cases are one tile short; each takes up to 0.1 s, mostly for the recursion."""
    lexicon = Lexicon.from_entries("toy", entries())
    engine = WordEngine(lexicon, tiles, forms, copies)  # type: ignore[arg-type]
    chance = random.Random(7)
    for case in range(3 if forms == ("2222222",) else cases):  # no kernel has it, each distance takes 10 ms
        most = max(sum(sizes(form)) for form in forms)
        hand, left = dealt(tiles.copies, most - case % 2, chance)
        seen, unseen = dealt(left, chance.randrange(min(5, sum(left))), chance)
        fitting = [form for form in forms if sum(sizes(form)) == sum(hand)]
        world = toy_world(
            lexicon, tiles, tuple(fitting or [f for f in forms if sum(sizes(f)) == sum(hand) + 1])
        )
        held = wall(hand)
        found = engine.chances(held, 3, seen=wall(seen))
        check(found, world, hand, unseen, 3)
        assert engine.chances(held, 2).orders == engine.chances(held, 3).orders[:2]
        check_two_draws(engine, found, held, unseen)


def check_two_draws(engine: Engine, found: Chances, held: list[int], unseen: Counts) -> None:
    """The plain answer to two draws is that of the kernels."""
    asked = engine.ask(held).of_one_size()
    if sum(unseen) < 2 or not asked.distance:
        return
    rows = {each.kind: each.ways[:2] for each in found.discards} or {-1: found.ways[:2]}
    assert ways_within_two(asked, unseen) == [row for _, row in sorted(rows.items())]


@pytest.mark.parametrize("hand", ["あ" * 17 + "いいい", "あ" * 18 + "いい", "あ" * 19 + "う"])
def test_many_copies_of_one_letter(hand: str) -> None:
    tiles = TileSet("many", ("あ", "い", "う"), (20, 4, 4))
    words = [
        Entry("ああ", "ああ"),
        Entry("あああ", "あああ"),
        Entry("いいう", "いいう"),
        Entry("あいう", "あいう"),
    ]
    engine = WordEngine(Lexicon.from_entries("toy", words), tiles, "3333332")
    two, three = engine.chances(hand, 2), engine.chances(hand, 3)
    ways = {each.kind: each.ways[:2] for each in three.discards}
    assert {each.kind: each.ways for each in two.discards} == ways
    assert max(within_two for _, within_two in ways.values()) > 0


@pytest.mark.parametrize("form", ["33332", "332", "4442", "2222222", "33332,2222222"])
@pytest.mark.parametrize("words", [["さくらなみだ", "いぬねこ"], ["いえかみうみ", "いえいえはな"]])
def test_two_draws_in_plain_python(form: str, words: list[str]) -> None:
    """Hands near to be complete, with letters that repeat a word; the shipped list."""
    engine, chance = WordEngine(forms=form), random.Random(f"{form}{words}")
    for case in range(4):
        held = list(engine.tiles.parse(words[case % 2])[: engine.forms[0].tiles - case % 2])
        left = list(minus(engine.tiles.copies, engine.tiles.tally(held)))
        pieces = wall(left)
        more = chance.sample(pieces, engine.forms[0].tiles - case // 2 - len(held))
        hand = [*held, *more]
        unseen = minus(engine.tiles.copies, engine.tiles.tally(hand))
        check_two_draws(engine, engine.chances(hand, 2), hand, unseen)


@pytest.mark.parametrize("often", [1, 2])
def test_two_draws_use_a_word_as_often_as_its_letters_spell_words(often: int) -> None:
    tiles = TileSet("few", tuple("あいうえおかきくけこさし"), (2,) * 12)
    readings = ["あい", "うえ", "おか", "きく", "けこ", "さし", "あう", "えお"]
    lexicon = Lexicon.from_entries(
        "pairs", [Entry(each, f"{each}{n}") for each in readings for n in range(often)]
    )
    engine, world = WordEngine(lexicon, tiles, "2222222"), toy_world(lexicon, tiles, ("2222222",))
    for hand in ("ああいいうえおかきくけこさ", "あいいうえおおかきくけこさ"):
        held = tiles.tally(tiles.parse(hand))
        unseen = minus(tiles.copies, held)
        check(engine.chances(hand, 2), world, held, unseen, 2)


@pytest.mark.parametrize("meld", [["あいう"], 1])
def test_tiles_of_called_words_cannot_be_drawn(meld: list[str] | int) -> None:
    engine = WordEngine(toy.LEXICON, WIDE, "332")
    called = WIDE.read("あいう" if isinstance(meld, list) else "")
    world = toy_world(toy.LEXICON, WIDE, ("32",))
    chance = random.Random(3)
    for case in range(10):
        hand, unseen = dealt(minus(WIDE.copies, called), 5 - case % 2, chance)
        held = wall(hand)
        check(engine.chances(held, 3, meld), world, hand, unseen, 3)


def exactly(
    engine: Engine, hand: Counts, left: Counts, world: World, draws: int = 3, melds: list[str] | None = None
) -> Chances:
    """The chances if only the tiles `left` are unseen. The recursion finds the same."""
    called = engine.tiles.tally(kind for meld in melds or () for kind in engine.tiles.parse(meld))
    seen = minus(minus(minus(engine.tiles.copies, hand), left), called)
    found = engine.chances(wall(hand), draws, melds or (), wall(seen))
    check(found, world, hand, left, draws)
    return found


def riichi_world(form: str = "33332") -> World:
    runs = [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7]
    same = [(kind,) * size for kind in range(34) for size in (2, 3)]
    return World([*runs, *same], [sizes(form)])


@pytest.mark.parametrize(("tiles", "players"), [(RIICHI_136, 4), (SANMA_108, 3)])
@pytest.mark.parametrize("cases", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_riichi_with_melds(tiles: TileSet, players: int, cases: int) -> None:
    """Five tiles and four, three blocks called; most of the wall has been seen."""
    engine, melds = RiichiEngine(players=players), ["111z", "999p", "789s"]
    world, chance = riichi_world("32"), random.Random(5)
    left = minus(tiles.copies, tiles.read("".join(melds)))
    for case in range(cases):
        hand, rest = dealt(left, 5 - case % 2, chance)
        unseen, _ = dealt(rest, 9, chance)
        exactly(engine, hand, unseen, world, 3, melds)


class AnyForm(World):
    """Hands of 13 and 14 tiles by all three forms."""

    def __init__(self) -> None:
        orphans = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]
        blocks = [*riichi_world().blocks, *(tuple(sorted([*orphans, twice])) for twice in orphans)]
        pairs = [(kind, kind) for kind in range(34)]
        self.either = (
            World(blocks, [sizes("33332"), (14,)]),
            World(pairs, [(2,) * 7], dict.fromkeys(pairs, 1)),
        )
        super().__init__([], [])

    def complete(self, hand: Counts) -> bool:
        return any(each.complete(hand) for each in self.either)


FOUR = ["111z", "999p", "789s", "123m"]


@pytest.mark.parametrize(
    ("hand", "left", "world", "draws", "melds"),
    [
        ("19m19p19s1234567z", "159m5z", AnyForm, 3, []),
        ("19m19p119s123457z5m", "6z159m", AnyForm, 3, []),
        ("113355m2244p667s1z", "1z258s", AnyForm, 3, []),
        ("1m123m44p567p11z78s9p", "69s4p1m", AnyForm, 3, []),
        # four blocks called: more draws than tiles to throw
        *((hand, "55667z1p", lambda: riichi_world("2"), n, FOUR) for hand in ("5z", "5z6z") for n in (2, 3)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_riichi_hands_with_a_few_tiles_left_to_draw(
    hand: str, left: str, world: Callable[[], World], draws: int, melds: list[str]
) -> None:
    exactly(RiichiEngine(), RIICHI_136.read(hand), RIICHI_136.read(left), world(), draws, melds)


def test_nothing_left_to_draw() -> None:
    """After the last tile of the wall, the chance does not change. It is 0 if there is no tile at all."""
    engine = WordEngine(toy.LEXICON, toy.TILES, "32")
    rest = minus(toy.TILES.copies, toy.TILES.read("あいうえか"))
    seen = wall(rest)
    found = engine.chances("あいうえか", 3, seen=seen)
    assert found.unseen == 0
    assert found.fractions == (0, 0, 0)
    rest = minus(toy.TILES.copies, toy.TILES.read("あいうおお"))
    seen = wall(rest)
    assert engine.chances("あいうお", 3, seen=seen).fractions == (1, 1, 1)
    assert engine.chances("いいうお", 3, seen="あえ").fractions[0] == 0


def test_values() -> None:
    engine = WordEngine(toy.LEXICON, toy.TILES, "32")
    found = engine.chances("あいうおえ", 2)
    assert found.to_json()["discards"][0]["tile"] == found.discards[0].tile
    assert found.to_json()["discards"][0]["chances"][1] == float(found.fractions[1]) == found.chances[1]
    assert "within 2 of 7 draws" in repr(found)
    assert engine.chances("あいうおお").chances == (1.0, 1.0, 1.0)
    report = found.into(engine.analyze("あいうおえ"))
    assert [each.tile for each in report.discards] == [each.tile for each in found.discards]
    assert report.to_json()["discards"][0]["chances"] == found.to_json()["discards"][0]["chances"]
    short = engine.chances("あいうお", 2)
    assert short.into(engine.analyze("あいうお")).to_json()["chances"] == list(short.chances)
    assert sum(map(Fraction, found.fractions)) > 0


def test_progress_reaches_its_total() -> None:
    told: list[tuple[int, int]] = []
    WordEngine(toy.LEXICON, toy.TILES, "32").chances("あいうおえ", 3, progress=lambda *at: told.append(at))
    assert told
    assert told[-1][0] == told[-1][1]


def test_two_draws_need_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    engine: Engine = WordEngine(toy.LEXICON, toy.TILES, "32")
    before = engine.chances("あいうおえ", 2)
    for name in [name for name in sys.modules if name.startswith("kanamj.engine.kernels.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "kanamj.engine.three_draws", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert engine.chances("あいうおえ", 1).draws == 1
    assert engine.chances("あいうおえ", 2) == before
    with pytest.raises(KanamjError, match="a question about many hands needs numba"):
        engine.chances("あいうおえ", 3)


WINS = ["さくらなみだたまごきつねいぬ", "いぬねこかさはなほしうまくも"]


@pytest.mark.parametrize("hand", by_default(WINS, [*WINS, "てがきねあげひよこみみずぬぽ"]))
def test_a_complete_hand_that_discards(hand: str) -> None:
    """After each discard, the chances are those of the hand that is left, and the discard counts as seen."""
    engine = WordEngine(forms="33332,2222222")
    thrown = {each.tile: each.ways for each in engine.chances(hand, 2, throw=True).discards}
    assert thrown == {
        tile: engine.chances(hand.replace(tile, "", 1), 2, seen=tile).ways for tile in set(hand)
    }


@pytest.mark.parametrize("changed", [1, 2])
def test_a_real_hand_by_the_recursion(changed: int) -> None:
    """Fourteen kana tiles by a list of words, two draws, few tiles left."""
    readings = ["さくら", "なみだ", "たまご", "きつね", "いぬ", "くさ", "らく", "みなと", "ごま", "まさか"]
    words = [Entry(word, word) for word in readings]
    lexicon = Lexicon.from_entries("few", words)
    engine = WordEngine(lexicon)
    tiles, world = engine.tiles, toy_world(lexicon, engine.tiles, ("33332",))
    hand = tiles.read("さくらなみだたまごきつねい" + "うと"[changed - 1])
    exactly(engine, hand, tiles.read("ぬとうざら"), world)


def test_more_than_128_kinds() -> None:
    """130 kinds, and a form that nothing fills."""
    letters = [chr(0x4E00 + i) for i in range(130)]
    tiles = TileSet("many", tuple(letters), (2,) * 130)
    trios, pairs = ((0, 1, 65), (2, 64, 129), (3, 4, 128)), ((0, 129), (1, 128))
    blocks = Blocks(130, {2: pairs, 3: trios}, {2: (1,) * 2, 3: (1,) * 3}, tiles)
    engine = Engine(tiles, blocks, [BlockForm("32").over(blocks)])
    hand, left = tiles.tally((0, 2, 64, 65, 3)), tiles.tally((129, 1, 128, 4, 129))
    found = exactly(engine, hand, left, World([*pairs, *trios], [(3, 2)]))
    assert found.fractions[2] > 0
    nothing = WordEngine(Lexicon.from_entries("few", [Entry("あい", "あい")]), toy.TILES, "32")
    assert nothing.chances("あいうおえ").fractions == (0, 0, 0)
