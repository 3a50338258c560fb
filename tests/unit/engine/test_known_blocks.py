"""Known words may be added and removed; hands are judged as by a new engine of the same words."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kanamj.engine import WordEngine
from kanamj.engine.batch import deal_state
from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.engine import Engine
from kanamj.engine.hand import Copies
from kanamj.engine.known_blocks import KnownBlocks
from kanamj.errors import KanamjError
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.store import Entry, Lexicon
from kanamj.tiles import TileSet

LETTERS = "あいうえおかきく"
SMALL = TileSet("small", tuple(LETTERS), (2, 1, 2, 1, 3, 2, 1, 2))
MANY = TileSet("many", tuple(LETTERS), (3, 4, 5, 4, 5, 3, 4, 5))
FORMS = ("32", "33", "332", "3", "2")


def engine_of(words: list[str], form: str, copies: Copies = "strict", tiles: TileSet = SMALL) -> WordEngine:
    """An engine of a small world."""
    return WordEngine(
        Lexicon.from_entries("small", [Entry(word, word) for word in words]), tiles, form, copies
    )


def drawn_words(random: Random) -> list[str]:
    """Some words of two and three letters."""
    return ["".join(random.choices(LETTERS, k=size)) for size in (2, 3) for _ in range(random.randint(2, 9))]


def only(engine: Engine, known: list[Block]) -> Engine:
    """An engine of these blocks of another one."""
    by_size = {size: tuple(sorted(block for block in known if len(block) == size)) for size in (2, 3)}
    words = {size: (1,) * len(blocks) for size, blocks in by_size.items()}
    blocks = Blocks(engine.blocks.kinds, by_size, words)
    return Engine(engine.tiles, blocks, [form.over(blocks) for form in engine.forms], engine.copies)


def all_blocks(engine: Engine) -> list[Block]:
    return [block for size in (2, 3) for block in engine.blocks.by_size.get(size, ())]


@pytest.mark.parametrize("copies", ["strict", "ignore"])
@pytest.mark.parametrize("form", FORMS)
def test_adding_and_removing_in_any_order_judges_as_a_new_engine(form: str, copies: Copies) -> None:
    random = Random(form + copies)
    for _ in range(6):
        engine = engine_of(drawn_words(random), form, copies)
        tiles = engine.forms[0].tiles - random.randint(0, 1)
        rows, _ = engine.batch.deal_rows(tiles, 200, deal_state(random.randrange(10**6), 0))
        blocks = all_blocks(engine)
        known = random.sample(blocks, random.randint(0, len(blocks)))
        judge = KnownBlocks(engine, known)
        for _ in range(12):
            block = random.choice(blocks)
            if block in known:
                known.remove(block)
                judge.remove(block)
            else:
                known.append(block)
                judge.add(block)
            expected = np.minimum(only(engine, known).batch.distance(rows), engine.forms[0].tiles)
            assert judge.distance(rows).tolist() == expected.tolist()
        pair = next(block for block in blocks if len(block) == 2)
        before = judge.distance(rows)
        with judge.changed(pair):
            other = [each for each in known if each != pair] if pair in known else [*known, pair]
            expected = np.minimum(only(engine, other).batch.distance(rows), engine.forms[0].tiles)
            assert judge.distance(rows).tolist() == expected.tolist()
        assert judge.distance(rows).tolist() == before.tolist()


def test_an_error_inside_a_with_statement_leaves_the_known_blocks_as_they_were() -> None:
    engine = engine_of(["あい", "うえ"], "2")
    known, new = all_blocks(engine)
    judge = KnownBlocks(engine, [known])
    for changed in (judge.changed(new), judge.changed(known)):
        with pytest.raises(RuntimeError, match="stopped"), changed:
            raise RuntimeError("stopped")
        assert list(judge.known) == [known]


@pytest.mark.parametrize(("copies", "tiles"), [("strict", SMALL), ("strict", MANY), ("ignore", SMALL)])
@pytest.mark.parametrize("form", FORMS)
def test_a_word_changes_no_hand_that_it_does_not_touch(form: str, copies: Copies, tiles: TileSet) -> None:
    random, untouched = Random(form), 0
    for _ in range(12):
        engine = engine_of(drawn_words(random) + drawn_words(random), form, copies, tiles)
        rows, _ = engine.batch.deal_rows(engine.forms[0].tiles, 200, deal_state(random.randrange(10**6), 0))
        by_kind = np.ascontiguousarray(rows.T)
        blocks = all_blocks(engine)
        random.shuffle(blocks)
        known, more, (block, *_) = blocks[: len(blocks) // 2], blocks[len(blocks) // 2 : -1], blocks[-1:]
        judge = KnownBlocks(engine, known)
        others = np.delete(np.arange(len(rows)), judge.touched(by_kind, block))
        untouched += len(others)
        for each in (None, *more):  # now, and when more is known
            if each:
                judge.add(each)
            before = judge.distance(rows)
            with judge.changed(block):
                assert judge.distance(rows)[others].tolist() == before[others].tolist()
    assert untouched or (tiles, copies) == (SMALL, "strict")


def test_the_shipped_list_judges_as_an_engine_of_its_easiest_words() -> None:
    lexicon = load_lexicon("core")
    engine = WordEngine(lexicon)
    keys = {size: lexicon.easiest_keys(size)[:250] for size in (2, 3)}
    some = Lexicon("some", {size: {key: lexicon.words(key) for key in sorted(keys[size])} for size in keys})
    rows, _ = engine.batch.deal_rows(14, 3000, deal_state(1, 0))
    judge = KnownBlocks(
        engine, [tuple(sorted(engine.tiles.parse(key))) for size in keys for key in keys[size]]
    )
    assert judge.distance(rows).tolist() == WordEngine(some).batch.distance(rows).tolist()
    by_kind = np.ascontiguousarray(rows.T)
    before = judge.distance(rows)
    for key in lexicon.easiest_keys(3)[250:280]:
        block = tuple(sorted(engine.tiles.parse(key)))
        touched = judge.touched(by_kind, block)
        assert len(touched) < len(rows) / 2
        with judge.changed(block):
            changed = np.flatnonzero(judge.distance(rows) != before)
        assert {*changed.tolist()} <= {*touched.tolist()}


@pytest.mark.parametrize("form", ["2222222", "33332,332", "4442"])
def test_forms_that_no_quick_kernel_judges_are_refused(form: str) -> None:
    with pytest.raises(KanamjError, match="up to four 3s and at most one 2"):
        KnownBlocks(WordEngine(load_lexicon("core"), forms=form), ())
