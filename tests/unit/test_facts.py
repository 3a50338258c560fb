# ruff: noqa: F401  # the expressions use what is imported
"""Small facts, one per line: what is on the left is what is on the right."""

from __future__ import annotations

import json
import math

import pytest

from kanamj import RiichiEngine, WordEngine
from kanamj.cli import complete
from kanamj.cli.options import whole_number
from kanamj.engine.forms import BlockForm, forms_left, parse_forms
from kanamj.engine.forms.riichi import ORPHANS
from kanamj.engine.report import shanten_name
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.find import find_letters, find_word, near_keys, near_words
from kanamj.lexicon.kana import fold_seion, romaji, special_letters, unspellable
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.waits import WaitTable
from kanamj.studies.deals import mean_of
from kanamj.studies.stats import Proportion
from kanamj.text import csv_cell, shown, shown_json
from kanamj.tiles import (
    HALF_VOICED,
    HIRAGANA_120,
    HIRAGANA_PRO_136,
    HIRAGANA_PRO_166,
    LONG,
    RIICHI_136,
    SANMA_108,
    SEION,
    SMALL,
    VOICED,
    TileSet,
)
from tests.places import DATA

TOY = load_lexicon(DATA / "toy")
RANKED = Lexicon.from_entries(
    "toy", [Entry("いぬ", "犬", ease=3), Entry("ねこ", "猫", ease=1), Entry("さくら", "桜", ease=2)]
)
GENERAL, RIICHI, SANMA = RiichiEngine(forms=("general",)), RiichiEngine(), RiichiEngine(players=3)
STRICT, LOOSE = RiichiEngine(), RiichiEngine(meld_tiles_count=False)
CALLED = ("13m456p11z", ["222m", "2m3m4m"])
"""All four 2m are called; 13m waits for a fifth, or for nothing."""
HOSTILE = [
    "\x1b]52;c;QUJD\x07",
    "\x9b31m",
    "a\u202eb",
    "\u2066x",
    "\ufeffx",
    "\ud800",
    "a\tb\rc",
    "\U000e0041",
]
SAKURA = HIRAGANA_120.read("さくら")


def copies(tiles: TileSet) -> dict[str, int]:
    return dict(zip(tiles.kinds, tiles.copies, strict=True))


def read(text: str) -> str:
    return HIRAGANA_120.format(HIRAGANA_120.parse(text))


def tiles(text: str) -> str:
    return RIICHI_136.format(RIICHI_136.parse(text))


def near(value: float, digits: int = 4) -> float:
    return round(value, digits)


FACTS = r"""
[(each.tiles, len(each)) for each in (HIRAGANA_120, HIRAGANA_PRO_136, HIRAGANA_PRO_166)] == [(120, 75), (136, 46), (166, 75)]
[(each.tiles, len(each)) for each in (RIICHI_136, SANMA_108)] == [(136, 34), (108, 34)]
copies(HIRAGANA_120) == dict.fromkeys(HIRAGANA_120.kinds, 1) | dict.fromkeys(SEION, 2)
"".join(sorted(SEION)) == "".join(sorted("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん"))
copies(HIRAGANA_PRO_136) == dict.fromkeys(SEION, 3) | {LONG: 1}
copies(HIRAGANA_PRO_166) == dict.fromkeys(SEION, 3) | dict.fromkeys(VOICED + HALF_VOICED + SMALL, 1) | {LONG: 2}
[list(each.kinds) == sorted(each.kinds) for each in (HIRAGANA_120, HIRAGANA_PRO_136, HIRAGANA_PRO_166)] == [True] * 3
eval(repr(TileSet("mine", ("a", "b"), (1, 2)))) == TileSet("mine", ("a", "b"), (1, 2))
read("サクラ") == "さくら"
read("ｻｸﾗ") == "さくら"
read("ｶﾞ") == "が"
read("か\u3099") == "が"
read("さ く/ら・な、み,だ　") == "さくらなみだ"
read("コーヒー") == "こーひー"
read("Sakura namida/tamago") == "さくらなみだたまご"
read("si shi ti chi tu tsu hu fu zi ji") == "ししちちつつふふじじ"
read("kyou nyaa chuu sha sya jo zyo tya") == "きょうにゃあちゅうしゃしゃじょじょちゃ"
read("kitte zasshi matcha xtu") == "きってざっしまっちゃっ"
read("hon honnya onna kon'ya shinbun shinnbun") == "ほんほんにゃおんなこんやしんぶんしんぶん"
read("ra-men ｓａｋｅ さkana") == "らーめんさけさかな"
tiles("🀇🀏🀐🀘🀙🀡") == "19m19s19p"
tiles("🀀🀁🀂🀃🀆🀅🀄") == "1234567z"
tiles("🀄\ufe0e") == "7z"
RIICHI_136.parse("406p") == RIICHI_136.parse("456p")
tiles("1m 2m/3m") == "123m"
HIRAGANA_120.read(HIRAGANA_120.parse("さくら")) == SAKURA
HIRAGANA_120.read(HIRAGANA_120.counts("さくら")) == SAKURA
HIRAGANA_120.format_counts(HIRAGANA_120.read("さくらさ")) == "くささら"
(str(HIRAGANA_120.counts("さ").dtype), HIRAGANA_120.count_rows([]).shape) == ("uint8", (0, 75))
[BlockForm(digits).tiles for digits in ("33332", "332", "2222222", "4442", "5522")] == [14, 8, 14, 14, 14]
[BlockForm(digits).tiles for digits in ("33333333", "222222222222", "44444", "5555")] == [24, 24, 20, 20]
eval(repr(BlockForm("4442"))) == BlockForm("4442")
[BlockForm(digits).distinct for digits in ("2222222", "33332", "222")] == [True, False, False]
BlockForm("33332").without([3]) == BlockForm("3332")
BlockForm("33332").without([4, 3]) == BlockForm("332")
BlockForm("4442").without([4]) == BlockForm("442")
BlockForm("33332").without([3, 3, 3, 3]) == BlockForm("2")
forms_left([BlockForm("33332"), BlockForm("4442")], [4]) == (BlockForm("3332"),)
forms_left([BlockForm("4442"), BlockForm("33332")], [4]) == (BlockForm("442"),)
forms_left([BlockForm("4433"), BlockForm("33332"), BlockForm("332")], [4]) == (BlockForm("433"), BlockForm("32"))
parse_forms("23333, 2222222,33332") == (BlockForm("33332"), BlockForm("2222222"))
parse_forms(BlockForm("332")) == (BlockForm("332"),)
parse_forms(["332"]) == (BlockForm("332"),)
[form.name for form in RIICHI.forms] == ["general", "seven_pairs", "thirteen_orphans"]
(RIICHI.forms[0].without([3]).name, RIICHI.forms[0].without([3]).tiles) == ("general", 11)
shanten_name(-1) == ("和了", "agari")
shanten_name(0) == ("聴牌", "tenpai")
shanten_name(2) == ("二向聴", "ryanshanten")
shanten_name(6) == ("六向聴", "rokushanten")
shanten_name(13) == ("13向聴", "13-shanten")
shanten_name(98) == ("和了形なし", "out of reach")
[RIICHI.shanten("1111m111122233z"), SANMA.shanten("1111m111122233z")] == [1, 2]
SANMA.shanten_many(SANMA_108.counts("1111m111122233z")[None, :]).tolist() == [2]
RiichiEngine(tiles=SANMA_108).players == 3
RIICHI.waits("1112345678999m", kinds=True) == tuple(range(9))
"".join(RIICHI.waits("1112345678999m")) == "1m2m3m4m5m6m7m8m9m"
RIICHI.accepts("1112345678999m") == {f"{n}m": 1 if n in (1, 9) else 3 for n in range(1, 10)}
RIICHI.waits("19m19p19s1234567z", kinds=True) == ORPHANS
len(ORPHANS) == 13
RIICHI.waits_many(RIICHI_136.counts("19m19p19s1234567z")[None, :]).sum() == 13
RIICHI.analyze("19m19p19s1234567z").kinds_of_wait == ("orphans",)
RIICHI.arrangements("19m19p19s1234567z1z", kinds=True) == [(tuple(sorted((*ORPHANS, 27))),)]
RIICHI.arrangements("19m19p19s1234567z1z") == [("19m19p19s11234567z",)]
RIICHI.waits("1122m3344p5566s7z") == ("7z",)
RiichiEngine(forms=["seven_pairs"]).shanten("1111m2222p3333s4z") == 6
[RIICHI.shanten("123m456p1122z", melds) for melds in (["789s"], ["999s"], ["9999s"], 1, ())] == [0] * 5
{RIICHI.waits("123m456p1122z", melds) for melds in (["789s"], ["999s"], ["9999s"], 1, ())} == {("1z", "2z")}
RIICHI.shanten("1z", ["123m", "456p", "789s", "1111p"]) == 0
RIICHI.shanten("22z", 4) == -1
(STRICT.shanten(*CALLED), STRICT.waits(*CALLED)) == (1, ())
(LOOSE.shanten(*CALLED), LOOSE.waits(*CALLED, kinds=True)) == (0, (1,))
STRICT.shanten(CALLED[0], 2) == 0
RIICHI_136.read("🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀁🀁") == RIICHI_136.read("123m456p789s1122z")
RIICHI.shanten("🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀁🀁"[::-1]) == 0
RIICHI.shanten("406m" + "456p789s1122z") == RIICHI.shanten("456m456p789s1122z")
find_letters(TOY, "さか") == [("かさ", "")]
find_letters(TOY, "？か？") == [("かさな", "さな"), ("かさも", "さも"), ("かもも", "もも")]
find_letters(TOY, "も?も") == [("かもも", "か")]
find_letters(TOY, "??") == [(key, key) for key in TOY.keys(2)]
list(near_keys(TOY, "かさ")) == ["かさな", "かさも"]
list(near_keys(TOY, "かさは")) == ["かさな", "かさも", "かさ"]
[entry.reading for entry in near_words(TOY, "かさは")] == ["かさな", "かさも", "かさ"]
[(entry.reading, entry.spelling) for entry in find_word(TOY, "かさな")] == [("かさな", "魚")]
[WaitTable.of(TOY, 2).after(*held) for held in (("も",), ("も", "も"), ("か", "さ"))] == [("も",), (), ("さ",)]
len({romaji(letter) for letter in HIRAGANA_120.kinds}) == 75
fold_seion("がっこうのぱーてぃ") == "かつこうのはーてい"
special_letters("きゃっちぼーる") == 4
unspellable("ごご", HIRAGANA_120) == "needs ご 2 times, hiragana-120 has 1"
known_keys(RANKED, "2") == ["こね", "くさら"]
known_keys(RANKED, "３", sizes=(2, 3)) == ["こね", "くさら", "いぬ"]
known_keys(RANKED, "1", sizes=(3,)) == ["くさら"]
complete.tile_sets("hiragana-p") == ["hiragana-pro-136", "hiragana-pro-166"]
complete.lists("co") == ["common", "core"]
complete.forms("332") == ["332"]
complete.forms("s") == ["seven_pairs"]
complete.copies("") == ["strict", "ignore"]
complete.solvers("c") == ["cpsat"]
complete.agents("greedy,40") == ["greedy,400w"]
complete.rules("standard,pl") == ["standard,players="]
complete.rules("pa") == ["paper"]
[whole_number(text) for text in ("7", "1e3", "1_000", "1,000", "2.5e1")] == [7, 1000, 1000, 1000, 25]
shown("さくら(桜)・ー 1\nTile 🀇") == "さくら(桜)・ー 1\nTile 🀇"
[eval(f"'{shown(text)}'") for text in HOSTILE] == HOSTILE
[json.loads(shown_json(json.dumps([text], ensure_ascii=False))) for text in HOSTILE] == [[text] for text in HOSTILE]
all(shown(text).isprintable() and shown_json(text).isprintable() for text in HOSTILE) == True
[csv_cell(text) for text in ("=1+1", "+1", "-1", "@x", "\t=1")] == ["'=1+1", "'+1", "'-1", "'@x", "'\t=1"]
[near(end) for end in Proportion(81, 263).interval] == [0.2553, 0.3662]
[near(end) for end in Proportion(15, 148).interval] == [0.0624, 0.1605]
[near(end) for end in Proportion(0, 20).interval] == [0, 0.1611]
[near(end) for end in Proportion(1, 29).interval] == [0.0061, 0.1718]
mean_of("m", {-1: 1, 0: 1, 1: 2})["m"] == 0.25
near(mean_of("m", {-1: 1, 0: 1, 1: 2})["m_stderr"], 12) == near(math.sqrt((1.25**2 + 0.25**2 + 2 * 0.75**2) / 3 / 4), 12)
"""  # noqa: E501
"""The intervals are those of Newcombe 1998, table I, method 3."""


@pytest.mark.parametrize("line", FACTS.split("\n")[1:-1], ids=lambda line: line[:60])
def test_fact(line: str) -> None:
    left, _, right = line.rpartition(" == ")
    assert eval(left) == eval(right)
