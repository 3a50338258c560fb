"""Tile sets have the counts of the paper (section 2.1) and of the PRO edition; parse and format invert each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanamj.errors import TileError
from kanamj.lexicon.kana import parse_reading
from kanamj.lexicon.shelf import parse_own_word
from kanamj.tiles import HIRAGANA_120, RIICHI_136, TILE_SETS, TileSet, kana_of, tile_set  # noqa: F401  # for the repr


@pytest.mark.parametrize("tiles", TILE_SETS.values(), ids=str)
@given(data=st.data())
def test_parse_inverts_format(tiles: TileSet, data: st.DataObject) -> None:
    """The repr can be pasted back, too."""
    there = [kind for kind, copies in enumerate(tiles.copies) if copies]
    kinds = tuple(data.draw(st.lists(st.sampled_from(there), max_size=20)))
    assert tiles.parse(tiles.format(kinds)) == kinds
    assert eval(repr(tiles)) is tiles


ROMAJI = """
onna おんな | onnna おんな | annai あんない | annnai あんない | konnichiha こんにちは | konnnichiha こんにちは
amma あんま | shimbun しんぶん | simbun しんぶん | tempura てんぷら | hon'ya ほんや | hon’ya ほんや | honʼya ほんや
honya ほにゃ | konnya こんにゃ | hon ほん | nn ん | matcha まっちゃ | zasshi ざっし
ra-men らーめん | Ｒａ－ｍｅｎ らーめん
mikan みかん | momo もも | sanma さんま | genki げんき
"""


def test_romaji_is_read_by_one_rule() -> None:
    for case in ROMAJI.strip().replace("\n", " | ").split(" | "):
        typed, kana = case.split()
        assert kana_of(typed) == kana, typed


ODD = "か゛らす がらす|か\u3099らす がらす|ｶﾞﾗｽ がらす|こゝろ こころ|コヽロ こころ|いすゞ いすず|ら〜めん らーめん"
ODD += "|ら～めん らーめん|ら―めん らーめん|ら—めん らーめん|ら─めん らーめん|らｰめん らーめん|さ\u200bくら さくら"
ODD += (
    "|さ\u00adくら さくら|さくら\ufe0f さくら|\ufeffさくら さくら|さ\u2060くら さくら|さ\U000e0100くら さくら"
)


@pytest.mark.parametrize("case", ODD.split("|"))
def test_odd_letters_are_read_where_they_mean_one_thing(case: str) -> None:
    written, kana = case.split()
    assert (kana_of(written), parse_reading(written)) == (kana, kana)
    assert parse_own_word(f"{written}=x").reading == kana


@pytest.mark.parametrize("letter", "-‐‒–−一㇐々〱\u202e\u2800\u3099")
def test_other_letters_are_named_by_code_point(letter: str) -> None:
    with pytest.raises(TileError, match=rf"is not kana but U\+{ord(letter):04X} \("):
        HIRAGANA_120.parse(f"さくら{letter}")


def test_hyphens_are_read_in_words_only() -> None:
    for hyphen in "-‐‑‒–−－":
        assert parse_reading(f"ら{hyphen}めん") == "らーめん"


PASTED = """
１２３ｍ４０６ｐ７８９ｓ１１ｚ２２ｚ２ｚ | 123M406P789S11Z222Z | 123m406p789s東東南南南 | 一二三④⑤⑥789s東東南南南
m123p456s789z11222 | https://tenhou.net/2/?q=123m406p789s11222z | 1m 2m 3m 4p 5pr 6p 7s 8s 9s E E S S S
["1m","2m","3m","4p","5pr","6p","7s","8s","9s","E","E","S","S","S"] | 🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀁🀁🀁
一萬二萬三萬四筒五筒六筒七索八索九索東東南南南 | １萬２万３萬４筒5餅6筒7索8条9條東東南南南 | 123m 456p 789s EE SSS
123m4r56p789s11222z | q=123m406p789s11222z | ?x=1&q=123m406p789s11222z&y=2
m123 p456 s789 東東 南南南 | 123m,456p,789s,11z,222z
"""


def test_riichi_hands_are_read_as_people_paste_them() -> None:
    hand = RIICHI_136.parse("123m456p789s11222z")
    for pasted in PASTED.strip().replace("\n", " | ").split(" | "):
        assert RIICHI_136.parse(pasted) == hand, pasted
    assert RIICHI_136.parse("P F C W N 白發発中西北") == RIICHI_136.parse("5673456673" + "4z")


def test_closed_kans_have_two_tiles_face_down() -> None:
    for written in ("0110z", "0z11z0z", "🀫🀀🀀🀫"):
        assert RIICHI_136.parse(f"123m{written}55p") == RIICHI_136.parse("123m1111z55p")
    assert RIICHI_136.parse("0z50m0z") == RIICHI_136.parse("5555m")


def test_copies_of_called_words_are_copies() -> None:
    mine, called = HIRAGANA_120.counts("ささく"), HIRAGANA_120.counts("さくら")
    HIRAGANA_120.check_copies(mine)
    with pytest.raises(TileError, match="tile さ appears 3 times; hiragana-120 has 2 copies"):
        HIRAGANA_120.check_copies(mine, called)
