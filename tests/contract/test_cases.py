"""One table of hands whose distance is known: every solver, one hand, and the kernels for many hands judge all of them.

Worlds that are too many for a table are in test_small_worlds.py and test_odd_worlds.py.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from kanamj.engine import UNREACHABLE, Blocks, Engine, RiichiEngine, WordEngine
from kanamj.engine.check.solvers import SOLVERS, knows
from kanamj.engine.forms import BlockForm, parse_forms
from kanamj.engine.hand import Draws
from kanamj.engine.search import Search
from kanamj.engine.waits import Discards, accepts
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_136, RIICHI_136, SANMA_108, TileSet
from tests.places import DATA
from tests.reference.worlds import World, search_agrees, solvers_agree

CASES = """
riichi | 33332 general all | 1111m3335555666z | 2 | no fifth 1m (nyanten); a naive engine says 1
riichi | 33332 general | 259m159p48s123456z | 9 | as far as it gets (nyanten); capped engines say 8
riichi | all | 259m159p48s123456z | 5 | the same by seven pairs or orphans
riichi | 33332 general all | 4m189p13445779s35z | 4 | greedy engines say 5
riichi | 33332 general all | 1111m111122233z | 2 | docs/state-of-the-field.md, cases others get wrong
sanma | 33332 general all | 1111m111122233z | 3 | docs/state-of-the-field.md, cases others get wrong
riichi | 33332 general all | 567m11p111234567s | 0 | the tests of the mahjong package (tests_shanten.py)
riichi | 33332 general | 567m11p111345677s | 1 | the tests of the mahjong package
riichi | 33332 general | 567m15p111345677s | 2 | the tests of the mahjong package
riichi | 33332 general | 1578m15p11134567s | 3 | the tests of the mahjong package
riichi | 33332 general | 1358m1358p113456s | 4 | the tests of the mahjong package
riichi | 33332 general | 1358m13588p1589s1z | 5 | the tests of the mahjong package
riichi | 33332 general | 1358m13588p159s12z | 6 | the tests of the mahjong package
riichi | 33332 general | 1358m258p1589s123z | 7 | the tests of the mahjong package
riichi | 33332 general | 11123456788999s | 0 | the tests of the mahjong package
riichi | 33332 general | 11122245679999s | 1 | the tests of the mahjong package
riichi | 33332 general all | 1112345678999p | 1 123456789p | nine gates: every tile of the suit completes it
riichi | 33332 general all | 123m456p789s1122z | 1 12z | a pair and a pair
riichi | 33332 general all | 123m456p789s11122z | 0 | complete
riichi | 33332 general all | 11112222333344m | 0 | three sequences four times over
riichi | 33332 general all | 1111m2222p3333s44z | 2 | four of a kind are one pair, not two
riichi | 33332 general | 19m19p19s1234567z | 9 | thirteen orphans by blocks
riichi | thirteen_orphans all | 19m19p19s1234567z | 1 19m19p19s1234567z | thirteen orphans, thirteen waits
riichi | thirteen_orphans all | 19m19p19s1234567z1z | 0 | thirteen orphans, as one block
riichi | thirteen_orphans | 25m19m19p19s123456z | 2 | two tiles for 7z and a twin
riichi | thirteen_orphans | 258m2345678p1133z | 11 | two kinds of thirteen, one twice
riichi | seven_pairs 2222222 all | 1122m3344p5566s7z | 1 7z | six pairs and a tile
riichi | general | 1122m3344p5566s7z | 4 | the same by blocks of three
riichi | seven_pairs 2222222 | 1122334455667z | 1 7z | six pairs of seven
riichi | seven_pairs 2222222 | 1111m2233445566z | 2 | four of a kind are one pair, not two
riichi | seven_pairs 2222222 | 1111222233334m | 7 | three pairs and a tile, and few kinds
riichi | seven_pairs 2222222 | 11223344556677m | 0 | seven kinds
riichi | general all | 258m38p | 3 | three blocks called, nothing fits
riichi | general all | 1z | 1 1z | four blocks called
riichi | 33332 general all | 1m + 234m 456p 789s 555z | 1 1m | a lone tile after four calls waits for its twin
riichi | 33332 general all | 1z + 111z 234m 456p 789s | 2 | ... unless its twins are called
riichi | 33332 general | 23m99p + 1111m 4444m 789s | 2 | all tiles that it waits for are called
riichi | 33332 general | 23m99p + 1111m 444m 789s | 1 4m | one is left
riichi | 33332 general | 11z22z + 123m 456p 789s | 1 12z | called runs take none of the pairs
common | 33332 | さくらなみだたまごきつねいぬ | 0 | さくら なみだ たまご きつね いぬ
common | 33332 | さくらなみだたまごきつねい | 1 | the same without ぬ
common | 33332 | たまごきつねいぬ + さくら なみだ | 0 | two words called
common | 332 | たまごきつねいぬ | 0 | the beginners' game
kept words | 33332 | いきげてはぱひびべほぽむめや | 3 | every copy of what it needs for 2 is in the hand
kept words | 33332 ignore | いきげてはぱひびべほぽむめや | 2 | as the published judge counts
pro-136 | 2222222 | あああかこすすすたとほまめ | 1 | a win with three copies of a letter that the kernels once denied
20: あああ ああ | 332 | ああああああああ | 0 | eight tiles of a kind overflowed the packed hand once
20: あああ ああ | 332 | いいいいいいああ | 6 | ... and six of a kind that no word has
20: あああ ああ | 332 | あああああああ | 1 あ | ... and one short
7: ああ いい うう あああ | 3332 ignore | あああああああうええ | 3 あう | a draw may be an eighth あ
7: ああ いい うう あああ | 3332 | あああああああうええ | 99 | ... unless there are only seven
3: いえ あうお いえお | 332 | いいええかかか | 4 | the graph once left no slot empty
2: あい | 32 | ああいいう | 99 | no word of three
1: あい うえ おか きく けこ さし すせ | 2222222 | あいうえおかきくけこさしそ | 2 すせ | both tiles of a word
2: あい うえ おか きく けこ さし | 2222222 | あいうえおかきくけこさしす | 99 | six words are no seven pairs
2: あい2 うえ おか きく けこ さし | 2222222 | あいうえおかきくけこさしす | 2 | ... unless one is spelled in two ways
1: あい2 うえ おか きく けこ さし | 2222222 | あいうえおかきくけこさしす | 99 | ... and its letters are there twice
14: ああ いい うう ええ おお かか きき | 2222222 | あいくくくくくくけけけけけけ | 12 | no word has く or け
14: ああ いい うう ええ おお かか きき | 2222222 | くくくくくくくけけけけけけけ | 14 | ... and nothing else is held
"""


@cache
def engine_of(game: str, form: str, letters: str = "") -> Engine:
    """game: a name; or how many tiles there are of each letter, and the words, with how often they are spelled. form:
    digits, with `ignore` to ignore copies; or names of forms of riichi. letters: those of the hand."""
    digits, _, rule = form.partition(" ")
    copies = "ignore" if rule else "strict"
    if tiles := {"riichi": RIICHI_136, "sanma": SANMA_108}.get(game):
        if not digits.isdecimal():
            return RiichiEngine(tiles, RiichiEngine().forms if digits == "all" else [digits])
        blocks = Blocks.riichi(tiles)
        return Engine(tiles, blocks, [each.over(blocks) for each in parse_forms(digits)], copies)
    if game in ("common", "pro-136"):
        return WordEngine("common", HIRAGANA_PRO_136 if game == "pro-136" else HIRAGANA_120, digits, copies)
    if game == "kept words":  # the list of the recorded games, which never changes
        return WordEngine(load_lexicon(DATA / "games" / "words"), forms=digits, copies=copies)
    number, _, words = game.partition(": ")
    spelled = [(word.rstrip("2"), 1 + word.endswith("2")) for word in words.split()]
    entries = [Entry(word, f"{word}{i}") for word, times in spelled for i in range(times)]
    kinds = tuple(sorted({*letters, *"".join(word for word, _ in spelled)}))
    toy = TileSet("toy", kinds, (int(number),) * len(kinds))
    return WordEngine(Lexicon.from_entries("toy", entries), toy, digits, copies)


def judged_alike(engine: Engine, hand: object, melds: list[str], names: list[str]) -> Draws:
    """What these solvers, the search, one hand and many hands say alike. Draws of a hand of full size are none."""
    asked, many = engine.ask(hand, melds), engine.behind(melds)
    questions, rows = asked.questions, np.array([asked.counts])
    said = {
        name: min(map(SOLVERS[name], questions))
        for name in names
        if all(knows(name, question) for question in questions)
    }
    assert "search" in said
    assert said == dict.fromkeys(said, asked.distance)
    assert many.shanten_many(rows).tolist() == [asked.distance - 1]
    if asked.short:
        draws = nearest([accepts(Search(question)) for question in questions])
        distances, marks = many.accepts_many(rows)
        assert asked.draws == draws == (distances[0], tuple(np.flatnonzero(marks[0])))
        assert (many.waits_many(rows) == marks & (distances == 1)).all()
        return draws
    left = [Discards(Search(question)) for question in questions]
    after = {kind: nearest([each.draws(kind) for each in left]) for kind in {*questions[0].kinds}}
    assert asked.after_discards == after
    unseen = np.array(many.left) - rows
    least, tiles, kind = min(
        (draws.distance, -int(unseen[0, list(draws.kinds)].sum()), kind) for kind, draws in after.items()
    )
    best = many.best_discards_many(rows, unseen if melds else None)
    assert (best.distance[0], -best.tiles[0], best.kind[0]) == (least, tiles, kind)
    return Draws(asked.distance, ())


def nearest(draws: list[Draws]) -> Draws:
    """The draws of the nearest of several forms."""
    least = min(each.distance for each in draws)
    return Draws(
        least, tuple(sorted({kind for each in draws if each.distance == least for kind in each.kinds}))
    )


@pytest.mark.parametrize("case", CASES.strip().splitlines(), ids=lambda case: case[:60])
def test_cases(case: str) -> None:
    game, forms, said, answer, _ = (cell.strip() for cell in case.split(" | "))
    (hand, _, melds), (distance, _, drawn) = said.partition(" + "), answer.partition(" ")
    for form in [forms] if "ignore" in forms else forms.split():
        engine = engine_of(game, form, hand if ": " in game else "")
        # of the forms of a row, the first is a question to all solvers; the others mostly ask them the same
        names = [*SOLVERS] if forms.startswith(form) else ["search", "batch", "tables"]
        draws = judged_alike(engine, hand, melds.split(), names)
        assert draws.distance == int(distance), form
        assert not drawn or draws.kinds == tuple(sorted(engine.tiles.parse(drawn)))


@pytest.mark.parametrize("form", ["general", "seven_pairs", "thirteen_orphans"])
def test_the_tables_know_the_forms_of_riichi(form: str) -> None:
    [question] = engine_of("riichi", form).ask("19m19p19s1234567z").questions
    assert knows("tables", question)


TWELVE = tuple(range(1, 13))
SECOND = (*combinations(range(2, 11), 3), *((2, b, c) for b in range(3, 11) for c in (11, 12)))


@pytest.mark.parametrize(
    ("pairs", "trios", "copies", "counts", "draws"),
    [
        # Every trio has the first letter. The hand holds 66 trios, and only this letter brings it nearer.
        (
            ((1, 2), (3, 4)),
            tuple((0, *both) for both in combinations(TWELVE, 2)),
            (5, *(2,) * 12),
            (1,) * 13,
            (3, (0,)),
        ),
        # The lowest letter is held twice, and only one block has it: with itself, as a pair or in a trio.
        (((0, 0),), tuple(combinations(TWELVE, 3)), (2,) * 14, (2, *(1,) * 12, 0), (0, ())),
        (
            ((13, 13),),
            ((0, 0, 12), *combinations(TWELVE, 3)),
            (2,) * 14,
            (2, *(1,) * 9, 0, 0, 1, 2),
            (0, ()),
        ),
        # Only one block has the lowest letter, with two of the next; the desk lists none with a lowest letter above 3.
        (((11, 12),), ((0, 1, 1), *sorted(SECOND)), (2,) * 13, (1, 2, *(1,) * 11), (0, ())),
    ],
    ids=["one letter", "doubled in a pair", "doubled in a trio", "a second letter doubled"],
)
def test_more_trios_than_the_record_of_a_hand_lists(
    pairs: tuple[tuple[int, ...], ...],
    trios: tuple[tuple[int, ...], ...],
    copies: tuple[int, ...],
    counts: tuple[int, ...],
    draws: tuple[int, tuple[int, ...]],
) -> None:
    blocks = Blocks(len(copies), {2: pairs, 3: trios}, {2: (1,) * len(pairs), 3: (1,) * len(trios)})
    tiles = TileSet("dense", tuple("あいうえおかきくけこさしすせ"[: len(copies)]), copies)
    engine = Engine(tiles, blocks, [BlockForm("33332").over(blocks)])
    assert judged_alike(engine, np.array(counts), [], ["search", "cpsat", "batch"]) == draws


@pytest.mark.parametrize(
    ("pairs", "words", "counts", "slots", "room", "distance"),
    [
        # Both pairs are best completed with kind 3. Of one such tile a solver that chooses before it counts says 2.
        ("03 13 22", "111", (1, 1, 0, 0), 2, None, 2),
        ("03 13 22", "111", (1, 1, 0, 0), 2, (1, 1, 2, 1), 3),
        ("03 13 22", "111", (1, 1, 0, 0), 2, (1, 1, 1, 1), UNREACHABLE),
        # The words run out: three pairs of the first key are held.
        ("01 23", "11", (3, 3, 0, 0), 3, "distinct", UNREACHABLE),
        ("01 23", "21", (3, 3, 0, 0), 3, "distinct", 2),
        ("01 23", "31", (3, 3, 0, 0), 3, "distinct", 0),
        # Any two of the three can be completed together, all three cannot. No edge of the graph can say this.
        ("01 02 03", "111", (0, 1, 1, 1), 3, (2, 1, 1, 1), UNREACHABLE),
        ("01 02 03", "111", (0, 1, 1, 1), 3, (3, 1, 1, 1), 3),
    ],
)
def test_tiles_or_words_run_out(
    pairs: str,
    words: str,
    counts: tuple[int, ...],
    slots: int,
    room: tuple[int, ...] | str | None,
    distance: int,
) -> None:
    keys = [(int(pair[0]), int(pair[1])) for pair in pairs.split()]
    copies = (
        (*room, 9) if isinstance(room, tuple) else (9,) * 5
    )  # the last kind is in no word and fills the hand
    uses = dict(zip(keys, map(int, words), strict=True))
    world = World({2: keys}, copies, (2,) * slots, isinstance(room, tuple), room == "distinct", uses)
    hand = (*counts, 2 * slots - sum(counts))
    assert world.distance(hand) == distance
    solvers_agree(world, hand)
    search_agrees(world, hand)
