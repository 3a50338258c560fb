"""Tile sets have the counts of the paper (section 2.1) and of the PRO edition; parse and format invert each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanamj.tiles import (
    HIRAGANA_120,
    HIRAGANA_PRO_136,
    HIRAGANA_PRO_166,
    RIICHI_136,
    SANMA_108,
    TILE_SETS,
    TileSet,
    tile_set,
)


@pytest.mark.parametrize(
    ("tiles", "total", "kinds"),
    [
        (HIRAGANA_120, 120, 75),
        (HIRAGANA_PRO_136, 136, 46),
        (HIRAGANA_PRO_166, 166, 75),
        (RIICHI_136, 136, 34),
        (SANMA_108, 108, 34),
    ],
)
def test_numbers_of_kinds_and_tiles(tiles: TileSet, total: int, kinds: int) -> None:
    assert (tiles.tiles, len(tiles)) == (total, kinds)


def test_the_copies_are_those_of_the_paper() -> None:
    copies = dict(zip(HIRAGANA_120.kinds, HIRAGANA_120.copies, strict=True))
    assert {face for face, count in copies.items() if count == 2} == set(
        "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん"
    )
    assert copies["が"] == copies["ぱ"] == copies["っ"] == copies["ー"] == 1
    assert "を" not in copies


def test_the_copies_of_the_pro_sets() -> None:
    small = dict(zip(HIRAGANA_PRO_136.kinds, HIRAGANA_PRO_136.copies, strict=True))
    large = dict(zip(HIRAGANA_PRO_166.kinds, HIRAGANA_PRO_166.copies, strict=True))
    assert small["あ"] == 3
    assert small["ー"] == 1
    assert "が" not in small
    assert (large["あ"], large["が"], large["ゃ"], large["ー"]) == (3, 1, 1, 2)


def test_kana_kinds_are_in_code_point_order() -> None:
    for tiles in (HIRAGANA_120, HIRAGANA_PRO_136, HIRAGANA_PRO_166):
        assert list(tiles.kinds) == sorted(tiles.kinds)


@pytest.mark.parametrize("tiles", TILE_SETS.values(), ids=str)
@given(data=st.data())
def test_parse_inverts_format(tiles: TileSet, data: st.DataObject) -> None:
    there = [kind for kind, copies in enumerate(tiles.copies) if copies]
    kinds = tuple(data.draw(st.lists(st.sampled_from(there), max_size=20)))
    assert tiles.parse(tiles.format(kinds)) == kinds


@pytest.mark.parametrize("name", TILE_SETS)
def test_the_repr_can_be_pasted_back(name: str) -> None:
    assert eval(repr(tile_set(name))) is tile_set(name)
    custom = TileSet("mine", ("a", "b"), (1, 2))
    assert eval(repr(custom)) == custom


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("サクラ", "さくら"),
        ("ｻｸﾗ", "さくら"),
        ("ｶﾞ", "が"),
        ("か\u3099", "が"),
        ("さ く/ら・な、み,だ　", "さくらなみだ"),
        ("コーヒー", "こーひー"),
        ("Sakura namida/tamago", "さくらなみだたまご"),
        ("si shi ti chi tu tsu hu fu zi ji", "ししちちつつふふじじ"),
        ("kyou nyaa chuu sha sya jo zyo tya", "きょうにゃあちゅうしゃしゃじょじょちゃ"),
        ("kitte zasshi matcha xtu", "きってざっしまっちゃっ"),
        ("hon honnya onna kon'ya shinbun shinnbun", "ほんほんにゃおんなこんやしんぶんしんぶん"),
        ("ra-men ｓａｋｅ さkana", "らーめんさけさかな"),
    ],
)
def test_other_ways_to_write_kana_are_read(text: str, same: str) -> None:
    assert HIRAGANA_120.parse(text) == HIRAGANA_120.parse(same)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("🀇🀏🀐🀘🀙🀡", "19m19s19p"),
        ("🀀🀁🀂🀃🀆🀅🀄", "1234567z"),
        ("🀄\ufe0e", "7z"),
        ("406p", "456p"),
        ("1m 2m/3m", "123m"),
    ],
)
def test_riichi_notations(text: str, same: str) -> None:
    assert RIICHI_136.parse(text) == RIICHI_136.parse(same)


def test_hands_of_every_kind_read_the_same() -> None:
    text = "さくらさ"
    counts = HIRAGANA_120.counts(text)
    assert counts.dtype == np.uint8
    assert HIRAGANA_120.read(text) == HIRAGANA_120.read(HIRAGANA_120.parse(text)) == HIRAGANA_120.read(counts)
    assert HIRAGANA_120.format_counts(HIRAGANA_120.read(text)) == "くささら"
    assert HIRAGANA_120.count_rows([]).shape == (0, 75)
