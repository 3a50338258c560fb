# ruff: noqa: F401  # the expressions use what is imported
"""What is refused, by each door: a sentence that names the value, the rule and the way out. Nothing is done.

The doors are the library (an expression; its error has a class of its own), the command line (`kanamj …`; the sentence
is on stderr, nothing on stdout) and the page (`/route name=value …`). What several of them refuse is one row.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exact332.multisets import Question332
from numpy import array
from starlette.testclient import TestClient

import kanamj
from kanamj import errors
from kanamj.datasets.folder import write_data
from kanamj.engine import Blocks, RiichiEngine, WordEngine, engine_of
from kanamj.engine.forms import BlockForm, parse_forms
from kanamj.engine.riichi import counts as counting
from kanamj.errors import KanamjError
from kanamj.game import Rules, preset, record_game
from kanamj.game.agents import parse_agents
from kanamj.game.record import read_record
from kanamj.learn.quiz import quiz
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.build import build_from
from kanamj.lexicon.find import find, find_letters
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.options import BuildOptions
from kanamj.lexicon.sources import read_table, read_wlsp
from kanamj.lexicon.store import format_grams, header, key_of
from kanamj.studies.deals import Deals
from kanamj.studies.games import Games
from kanamj.studies.runner import run
from kanamj.studies.yaku import YakuStudy
from kanamj.text import choose
from kanamj.tiles import (
    HIRAGANA_120,
    HIRAGANA_PRO_136,
    RIICHI_136,
    SANMA_108,
    TileSet,
    tile_set,
)
from kanamj.web.answers import Answers
from kanamj.web.routes import ROUTES
from tests.conftest import Run
from tests.places import DATA, ROOT, files_in
from tests.reference import toy
from tests.unit.cli.test_japanese import english
from tests.unit.web.asking import client

SHORT = Lexicon("short", {size: load_lexicon().grams[size] for size in (2, 3)})
TOY = WordEngine(toy.LEXICON, toy.TILES, "32")
TABLE = DATA / "table.csv"


def scored(**how: Any) -> object:
    hand = "いぬほたるかもめむすこ" + ("" if "melds" in how or "kans" in how else "さくら")
    return kanamj.score(hand, **how)


def riichi(hand: str, *melds: str) -> int:
    return RiichiEngine().shanten(hand, melds)


def counted(copies: tuple[int, ...], trios: int = 1, pairs: int = 1) -> Question332:
    """Some trios and pairs."""
    blocks = {2: ((3, 4),) * pairs, 3: ((0, 1, 2),) * trios}
    words = {size: (1,) * len(found) for size, found in blocks.items()}
    return Question332(Blocks(len(copies), blocks, words), copies)


REFUSED = r"""
WordEngine("nonsense") & kanamj judge WIN --lexicon nonsense & kanamj simulate deals --n 10 --lexicon nonsense & kanamj data write d --lexicon nonsense | Lexicon | 'nonsense' is not a lexicon; choose from
WordEngine(3) | | a lexicon is a Lexicon, the name of a list or its folder, not int
WordEngine(tiles=RIICHI_136) | | riichi-136 has none; RiichiEngine judges its hands
WordEngine(tiles="uno") | | 'uno' is not a tile set; choose from: hiragana-120
WordEngine(tiles=5) | | tiles are a TileSet or the name of one, not 5
WordEngine(solver=⟨'guess'; ['search']⟩) & RiichiEngine(solver=⟨'guess'⟩) & engine_of("riichi-136", solver=⟨'guess'⟩) | | ⟨⟩ is not a solver; choose from: search
kanamj judge WIN --solver ⟨guess⟩ | | '⟨⟩' is not a solver; choose from: search
WordEngine(copies="some") | | 'some' is not a copies rule; choose from: strict, ignore
WordEngine().shanten(None) | | a hand must be a text, … not NoneType
WordEngine().shanten(["さ"]) | | 'さ' is not a kind of hiragana-120; give a number
WordEngine().shanten("いぬ", ⟨-1; True⟩) | Meld | melds is ⟨⟩; give a whole number from 0 to 12, or the called blocks
WordEngine().shanten("いぬ", 10**30) | Meld | melds is 1000
WordEngine(copies=np.array(["strict", "x"])) | | is not a copies rule; choose from: strict, ignore
WordEngine().analyze("てがきねあげひよこみみずぬぽ", limit=np.array([1, 2])) | | limit is array([1, 2]); give a whole number from 0, or None
WordEngine().shanten_many(np.array("いぬ")) | Array | 'いぬ' is one hand, and many are expected
WordEngine().letters(⟨3⟩) & HIRAGANA_120.format(⟨1⟩) & HIRAGANA_120.tally(⟨None⟩) | | kinds are a sequence of whole numbers, not ⟨⟩
kanamj.deal(10**30) | | n is 1000… give a whole number from 0 to 100000000
kanamj.deal(⟨-1; '5'; 1.5; True⟩) | | n is ⟨⟩; give a whole number from 0 to 100000000
find(SHORT, 1) | | words is a list of words, such as ['さくら'], not 1
find(SHORT, "さくら") | | words is a list of words, such as ['さくら'], not one text
find_letters(SHORT, 1) | | letters is 1; give a text
WordEngine().shanten("いぬ", "さくら") | Meld | a list of called blocks
WordEngine().shanten("あ") | HandSize | the hand has 1 tile; form 33332 takes 13 or 14
WordEngine().shanten("さくら") & /judge hand=さくら & /hint hand=さくら | HandSize | the hand has 3 tiles; form 33332 takes 13 or 14
WordEngine().shanten("さくらいぬ", ["さくら", "なみだ"]) | HandSize | form 332 takes 7 or 8
WordEngine().shanten("さくらいぬ", ["さくろ"]) & kanamj judge なみだたまごきつねいぬ --meld さくろ | Meld | meld さくろ is not a block: its letters くさろ spell no word
WordEngine().shanten("さくらいぬ", ["いぬ"]) | Meld | called blocks have three tiles
WordEngine().shanten("さくらさくいぬいぬあうえ", ["さくら"]) | Tile | tile く appears 3 times
WordEngine().shanten("さくら", 5) & RiichiEngine(forms=["seven_pairs"]).shanten("123m456p11222z", ["123p"]) & BlockForm("2222222").without([2]) | Form | no slot left
WordEngine().waits("さくらなみだたまごきつねいぬ") | HandSize | a hand of 14 tiles cannot draw; give 13
WordEngine(forms="2" * 46) | Form | has 92 tiles; forms have at most 24
engine_of("riichi-136", copies="ignore") | | riichi knows only strict
SANMA_108.read("⟨5m⟩") & engine_of("sanma-108").shanten("⟨2m⟩") | Tile | sanma-108 has no tile ⟨⟩; the set leaves it out
RiichiEngine(forms=["nagashi"]) | Form | 'nagashi' is not a form; choose from: general, seven_pairs
RiichiEngine(forms=[]) & parse_forms([]) | Form | no form is given
RiichiEngine(players=⟨2; [4]; array([3, 4])⟩) | | players is ⟨⟩; give a whole number from 3 to 4
RiichiEngine(tiles=HIRAGANA_120) | | riichi-136 or sanma-108, not hiragana-120
RiichiEngine(forms=["thirteen_orphans"]).shanten("123m456p1122z") | HandSize | form thirteen_orphans takes 13 or 14
RiichiEngine(forms=["seven_pairs"]).shanten("123m456p1122z") | HandSize | 10 tiles; form seven_pairs takes 13 or 14
riichi("11111m456p789s112z") & RIICHI_136.read("11111m") | Tile | tile 1m appears 5 times; riichi-136 has 4 copies
riichi("123m456p789s111222z") | HandSize | the hand has 15 tiles; form general, … takes 1, 2, … 11, 13 or 14
riichi("123m456p789s111z") | HandSize | the hand has 12 tiles
RIICHI_136.read("⟨9z; 0z⟩") & riichi("123m456p789s11⟨9z⟩") | Tile | riichi-136 has no tile ⟨⟩
riichi("123m456p789s112") | Tile | has no suit
riichi("123m456p11z", "124m") | Meld | meld 124m is not a block: a meld is a sequence
riichi("111m456p1122z", "111m") | Tile | tile 1m appears 6 times
riichi("123m456p789s1122z", "111m") | HandSize | the hand has 13 tiles; form general takes 10 or 11
counting.count_hands(2, 14) | | 4 or 3 players, not 2
counting.count_hands(4, 12) & Deals(SHORT, 10, hand=12) & kanamj exact --hand 12 | HandSize | 13 or 14 tiles, not 12
counted((1,) * 129) | | 129 kinds, but hands are counted for at most 128
counted((20,) * 45) | | 900 tiles, but hands are counted for at most 887
counted((1,) * 7) | | 7 tiles, but a hand of form 332 has 8
counted((2,) * 7, pairs=0) | | no word of 2 letters
counted((2,) * 7, trios=0) | | no word of 3 letters
BlockForm("332").without([3, 3, 3]) | Form | no slot left for a called word of 3 letters
BlockForm("4442").without([3]) | Form | no slot left for a called word of 3
BlockForm("33").without([3, 3]) | Form | the melds fill form 33
BlockForm("⟨; 6; 3x; ３３３３２; 3333²; 31⟩") & kanamj judge WIN --form ⟨31⟩ & /judge hand=WIN form=⟨31; 9⟩ & /deal form=⟨31⟩ | Form | '⟨⟩' is not a form; a form is made of block sizes 2 to 5
BlockForm("3" * 9) & /deal form=222222222222222222222222222222 & BlockForm("444444") & BlockForm("55552") & BlockForm("5" * 100_000) | Form | tiles; forms have at most 24, and at most 20 with a 4 or 5
RiichiEngine().forms[1].without([3]) | Form | no slot left
RiichiEngine().forms[2].without([3]) | Form | form thirteen_orphans is for a hand without called words
find_letters(SHORT, "魚？") & kanamj lexicon find --letters 魚？ & kanamj lexicon find --lacking 魚[ & /find letters=魚？ & /find lacking=魚[ | Lexicon | letters that are not kana; write them as かさな
TOY.chances("あいうおえ", ⟨0; 4; '2'; array([1, 2])⟩) | | draws is ⟨⟩; give a whole number from 1 to 3
TOY.chances("あいう", 3) | HandSize | has 3 tiles
TOY.chances("あいうおを", 3) | Tile | has no tile を
HIRAGANA_120.read("を") & kanamj judge さくらなみだたまごきつねいを & /judge hand=を & /hint hand=をを | Tile | hiragana-120 has no tile を; the set leaves を out
HIRAGANA_120.read("⟨x; 漢⟩") & HIRAGANA_120.read("saku⟨x⟩") | Tile | hiragana-120 has no tile ⟨⟩
HIRAGANA_120.read("123m") & kanamj judge 123m456p789s11z22z3z | Tile | hiragana-120 has no tile 1; for hands of ordinary mahjong, … riichi-136
HIRAGANA_120.read("ねねね") & kanamj judge WIN --seen ねねね & /judge hand=WIN seen=ねねね & /judge hand=ねねね | Tile | tile ね appears 3 times; hiragana-120 has 2 copies
HIRAGANA_120.read("がが") & /judge hand=がが | Tile | tile が appears 2 times; hiragana-120 has 1 copy
HIRAGANA_PRO_136.read("が") & kanamj score がくら --tiles hiragana-pro-136 --lexicon core+seion | Tile | hiragana-pro-136 has no tile が; this set has only the plain letter か
RIICHI_136.read("123") | Tile | has no suit; add m, p, s or z
RIICHI_136.read("m") | Tile | tiles are written like 123m406p11z
HIRAGANA_120.read(np.zeros(34, np.uint8)) | Array | shape (75,)
HIRAGANA_120.read(np.zeros(75, np.float64)) | Array | integer dtype
HIRAGANA_120.read(np.full(75, -1, np.int64)) | Array | give counts from 0
HIRAGANA_120.read([75]) | Tile | give a number from 0 to 74
tile_set("hiragana") & kanamj simulate deals --n 10 --tiles hiragana | | 'hiragana' is not a tile set; choose from: hiragana-120
TileSet("odd", ("あ", "あ"), (1, 1)) | | kind あ appears twice
TileSet("odd", ("あ",), (⟨-1; 21; 1.5⟩,)) | | ⟨⟩ copies of あ; a kind must have 0 to 20
TileSet("odd", ("あい",), (1,)) | | 'あい' is not a face; a face is one letter
TileSet("odd", ("、",), (1,)) | | is not a face
TileSet("odd", ("あ",), (1, 2)) | | 1 kinds but 2 copies
TileSet("mini", "あいうえお", 4) | | mini: copies is 4; give one number per kind
preset("chess", SHORT) & kanamj simulate games --n 1 --rules chess & /game rules=chess | | 'chess' is not a preset of rules; choose from: standard, basic, paper
preset("standard,players", SHORT) | | 'players' is not an option; write option=value
preset("standard,⟨wings; solver⟩=2", SHORT) | | '⟨⟩' is not an option of the rules; choose from: tiles, forms, players
preset("pro,scoring=⟨no; yes⟩", SHORT) & kanamj simulate games --n 1 --rules pro,scoring=⟨no⟩ | | '⟨⟩' is not a preset of scoring rules; choose from: pro
Rules(SHORT, ⟨dead_wall=-5; reshuffles="x"; ron_from="2"⟩) | | ; give a whole number from 0 to 999
preset("standard,players=5", SHORT) | | players is 5; give a whole number from 2 to 4
preset(["basic"], SHORT) | | ['basic'] is not a preset of rules
Rules(SHORT, players=np.array([2, 3])) | | players is array([2, 3])
Rules(SHORT, ron=np.array([1, 2])) | | ron is array([1, 2]); give one of yes, no
Rules(SHORT, tiles="hiragana-120") | | preset() takes their names
record_game(preset("basic", SHORT), "1", ["random"] * 4) | | the seed is
record_game(preset("basic", SHORT), 1, ⟨3; 'random'⟩) | | the agents are ⟨⟩; give a list of 4
kanamj.game.deal(kanamj.game.initial(preset("basic", SHORT), 1)) | | tiles are dealt already
kanamj.game.set_up(preset("standard", SHORT), 1, [0] * 120) | | the wall must have the 120 tiles
kanamj.game.initial(preset("basic", SHORT), -1) | | give whole numbers from 0
kanamj.game.initial(preset("basic", SHORT), 3, dealer=4) | | dealer is 4; give a whole number from 0 to 3
preset("standard,players=two", SHORT) | | players is 'two'; give a whole number
preset("standard,pon=right", SHORT) | | pon is 'right'; give one of any, left, none
preset("standard,⟨ron; equal_turns⟩=maybe", SHORT) | | ⟨⟩ is 'maybe'; give one of yes, no
preset("standard,ron_from=-1", SHORT) | | ron_from is '-1'; give a whole number
preset("standard,missed_win=2", SHORT) | | missed_win is '2'
preset("standard,tiles=riichi-136", SHORT) | | words need kana tiles
preset("standard,tiles=none", SHORT) | | 'none' is not a tile set
preset("standard,forms=33332+332", SHORT) | | all forms … must have the same number of tiles; these have 33332 14, 332 8
preset("standard,forms=9", SHORT) | | '9' is not a form
preset("standard,forms=3333333333333", SHORT) | | forms have at most 24
Rules(SHORT, tiles=RIICHI_136) | | the tiles are riichi-136
parse_agents("clever", 4) & kanamj simulate games --n 1 --agents clever & /game agents=clever | | 'clever' is not an agent; choose from: random, greedy, 290w, 400w, 760w, 1600w, module:Class
parse_agents("greedy+fly", 4) | | '+fly' is not an option of agent greedy; choose from: +call, +riichi
parse_agents("⟨random; 760w⟩+call", 4) | | '+call' is not an option of agent ⟨⟩; there is none
parse_agents("⟨random; 400w⟩@0.5", 4) | | agent ⟨⟩ takes no @; to choose how many words a player knows, write greedy@0.5
parse_agents("greedy@⟨0; 1.5; nan; half⟩", 4) | | the share of words is '⟨⟩'; give one of more than 0 and at most 1
parse_agents("greedy,greedy", 4) | | there are 2 agents for 4 players; give 4 agents, or one for all seats
scored(kans=["さくら"]) | | さくら has 3 letters
scored(melds=["すずむし"]) | | すずむし has 4 letters
scored(melds=["いぬ"]) | | いぬ has 2 letters
scored(melds=["x!"]) | | no tile
scored(melds="さくら") | | not one text
scored(melds=⟨None⟩) & scored(kans=⟨[5]⟩) | | is a list of words, such as ['さくら'], not ⟨⟩
scored(tiles=None) | | None is not a tile set
scored(ippatsu=True) | | 一発 needs riichi
scored(declare=["天和"], win="ron", dealer=True) | | not a ron
scored(declare=["天和"]) | | 天和 is the dealer's
scored(declare=["地和"]) | | 地和 is a ron
scored(declare=["地和"], win="ron", dealer=True) | | 地和 is a ron on the dealer's
scored(declare=["地和"], win="ron", riichi=True) | | comes before any riichi
scored(declare=["天和"], dealer=True, closed_kans=["すずむし"]) | | before any call or kan
scored(melds=["さくら"], riichi=True) | | cannot declare riichi
scored(melds=["さくら"], win="ron") & scored(kans=["すずむし"], win="ron") | | cannot win by ron
scored(melds=["さくら"], declare=["作文"]) | | 作文 needs a closed hand
scored(declare=["清文"]) & kanamj score WIN --declare 清文 | | '清文' is not a yaku that pro lets one declare
scored(riichi="second") | | riichi is 'second'
scored(dealer="yes") | | dealer is 'yes'; give True or False
scored(meld=["さくら"]) | | 'meld' is not an option of score
scored(rules="pro,純業=8") | | '純業' is not a yaku
scored(rules="pro,純行=⟨-3; x⟩") | | not a number of han
scored(rules="pro,純行=100") | | 純行 has 100 han
scored(rules="pro,カンドラ=yakuman") | | カンドラ is a bonus, which is no yakuman; give 0 to 99 han
scored(rules="pro,特殊文字=yakuman") | | 特殊文字 is a bonus, which is no yakuman; give 0 to 99 han
kanamj.score_many("あめさくらほたるかもすむすこ") | | hands are a list of hands
kanamj.yaku.Yaku("雨", 1, 2, bool, excludes="五音") | | excludes is a list of yaku
kanamj.yaku.PRESETS["pro"].having(kanamj.yaku.Yaku("雨", 1, 2, bool, excludes=("五温",))) | | '五温' is not a yaku that 雨 can exclude
scored(rules="pro,純行") | | is not a change of the rules
scored(rules="pro,ends=small") | | 'small' is not a way
scored(tiles="riichi-136") | | words are made of kana
kanamj.score("いぬほたるかもめむすこさくらあ") | HandSize | 15 tiles; it needs 14
kanamj.score("いかかいたこくまとりわにしか", melds=["さくら"]) | HandSize | Seven pairs are won without calls
kanamj.score("いぬほたるかもめむすこへへへ") | Incomplete | missing
kanamj.score("いぬほたるかもめむすこさく") | Incomplete | 1 tile is missing, one of
kanamj.score("いぬほたるかもめむすこががが") | | tile が appears 3 times
kanamj.score("いぬほたるがもめ", melds=["がくが", "さくら"]) | | tile が appears
kanamj.score("いぬ", melds=["さくら"] * 5) | Meld | 5 words are called
load_lexicon("commn") & kanamj lexicon list commn | Lexicon | 'commn' is not a lexicon; choose from: common
Lexicon.from_words("さくら") | Lexicon | words must be a list, such as ['さくら'], not one text
Lexicon.from_words([1]) | Lexicon | words must be a list of texts, such as ['さくら'], not [1]
Lexicon.from_words(None) | Lexicon | words must be a list of texts, such as ['さくら'], not [None]
load_lexicon("a" * 300) | Lexicon | cannot be read: File name too long
load_lexicon(None) | Lexicon | a lexicon is a name, a folder or a file, not NoneType
load_lexicon(["さくら"]) | Lexicon | a lexicon is a name, a folder or a file, not list
Lexicon.from_words(["桜"]) | Lexicon | the reading 桜 of 桜 is not kana
Lexicon.from_entries("toy", ["さくら"]) | Lexicon | 'さくら' is not an Entry; for plain words use Lexicon.from_words
load_lexicon(empty) | FileFormat | holds no words; give one reading per line
WordEngine().shanten_many("さくら") | Array | 'さくら' is one hand, and many are expected; give a list, such as ['さくら']
HIRAGANA_120.count_rows(["さくら", "さささ", "さX"]) | Array | row 1: tile さ appears 3 times
record_game(preset("basic", SHORT), 1, ["random"] * 3) | | the agents are ['random', …; give a list of 4, one for each player
record_game(preset("basic", SHORT), 1, ["random", "gready", "random", "random"]) | | 'gready' is not an agent
WordEngine(forms="332", form="33332") | | forms and form are one option; give '332' or '33332'
kanamj.deal(1, hand=⟨None; 1.5; 121⟩) | Array | ⟨⟩ tiles cannot be dealt; give 0 to 120
WordEngine().behind(2.0) | Meld | melds are 2.0; give a list of called blocks
WordEngine().letters([⟨75; -1; 'あ'⟩]) & HIRAGANA_120.tally([⟨99⟩]) | Tile | ⟨⟩ is not a kind of hiragana-120; give a number from 0 to 74
WordEngine().best_discards_many(["てがきねあげひよこみみずぬぽ"], [1] * 75) | Array | unseen has shape (75,), the hands (1, 75)
BlockForm(⟨33332⟩) | Form | ⟨⟩ is not a form
load_lexicon(extra=5) | Lexicon | extra must be a list of files
Lexicon.from_entries("toy", None) | Lexicon | None is not an Entry
load_lexicon(extra=mine) & load_lexicon(extra=str(mine)) | | extra must be a list of files, such as ['…mine.txt'], not one
load_lexicon(extra=[mine.with_name("none.tsv")]) & kanamj judge WIN --extra none.tsv & kanamj lexicon find いぬ --extra none.tsv | | no file
Lexicon.from_entries("toy", [Entry("⟨桜; 図書館⟩", "x")]) | | reading ⟨⟩ of x is not kana; write Entry
load_lexicon(extra=[1]) | | extra is 1; give the name of a file or folder
Lexicon.from_entries("toy", [Entry(1, "犬")]) & Lexicon.from_entries("toy", [Entry("いぬ", None)]) | | has what is not a text; write Entry('さくら', '桜')
HIRAGANA_120.parse(⟨1; b'a'⟩) | | tiles are read from a text, not from ⟨⟩
HIRAGANA_120.format_counts([10**30] * 75) & HIRAGANA_120.format_counts([-1] * 75) | Array | give 75 whole numbers from 0 to 1000, one for each kind
HIRAGANA_120.read(np.ma.masked_array(np.zeros(75, int), mask=True)) | Array | masked array; fill it first
kanamj.score("さくらなみだたまごきつねぬ") | Incomplete | さくらなみだたまごきつねぬ is not complete by the rules
Lexicon.from_entries("toy", [Entry("い", "胃")]) | | い has 1 letter; words have 2 to 5
BuildOptions("wslp") | | 'wslp' is not a source
BuildOptions("table", length=(1, 3)) | | the length is 1-3; give
BuildOptions("table", fold="dakuon") | | give seion
BuildOptions("table", without=("nouns",)) | | 'nouns' is not a filter of source table; there is none
known_keys(SHORT, "0") | | 0 words cannot be known; short has only … with 2 or 3 letters. Give 1 to … or a file
known_keys(SHORT, "99999") & kanamj quiz --words 99999 | | 99,999 words cannot be known
known_keys(SHORT, "⟨-1; 1e3⟩") & kanamj quiz --words ⟨-1⟩ & kanamj data sheet s --known ⟨missing.txt; 1,500⟩ | | '⟨⟩' is neither a whole number nor a file; give a number such as 700
next(quiz(TOY, 1, kind="riichi")) | | 'riichi' is not a kind of question; choose from: arrange
next(quiz(TOY, 1, level=6)) | | 6 is not a level; give a number from 1
next(quiz(WordEngine(Lexicon.from_words(["いぬ", "いか", "ぬか"]), TileSet("t", ("い", "か", "ぬ"), (1,) * 3), "2"), 1, "discard")) | Lexicon | every tile of t that is left completes the hand …, so there is no discard to ask for; ask another kind of question
next(quiz(TOY, 0)) | | 0 questions cannot be made; give 1 to 100,000
kanamj.game.legal_actions(⟨3; None⟩, 0) & kanamj.game.view(⟨3⟩, 0) & kanamj.game.step(⟨3⟩, 4) & next(kanamj.game.play_on(⟨3⟩, [])) & kanamj.game.deal(⟨3⟩) | | state is ⟨⟩; give a state, such as initial(
kanamj.game.step(kanamj.game.initial(preset("basic", SHORT), 1), "tsumo") | | action is 'tsumo'; give an Action, such as one of legal_actions
kanamj.game.view(kanamj.game.initial(preset("basic", SHORT), 1), 9) | | player is 9; give a whole number from 0 to 3
Games("basic", parse_agents("greedy", 4), 3) | | rules is 'basic'; give Rules, such as preset('standard')
Games(preset("basic", SHORT), "greedy", 3) | | agents is 'greedy'; give a tuple, such as
Games(preset("basic", SHORT), (1, 2, 3, 4), 3) | | an agent is 1; give an AgentSpec
Deals(SHORT, np.array([1, 2])) | | n is array([1, 2]); give a whole number from 1 to 1000000000000
Deals(SHORT, 5, sample=[3]) | | sample is [3]; give a whole number from 0
Deals(SHORT, 5, chunk_size="a") | | chunk_size is 'a'; give a whole number from 0
Deals(SHORT, 5, hand=None) | | hand is None; give a whole number from 0
Deals(SHORT, 5, tiles=[1]) | | [1] is not a tile set
Deals(SHORT, 5, extra=3) | Lexicon | extra must be a list of files
Deals.read(3) | | folder is 3; give the name of a file or folder
YakuStudy(calls="a", win="ron") | | calls is 'a'; give a whole number from 0 to 4
run(Deals(SHORT, 5), workers="a") | | workers is 'a'; give a whole number from 0
run(Deals(SHORT, 5), dask=3) | | dask is 3; give the address of a scheduler
run(Deals(SHORT, 5), "a\0b") | | out is 'a\x00b'; give the name of a file or folder
run("deals") | | study is 'deals'; give a study, such as Deals()
read_record(3) | | path is 3; give the name of a file or folder
Games(preset("basic", SHORT), parse_agents("greedy", 4), 3, records=⟨1000000; -3⟩) | | records is ⟨⟩; give a whole number from 0 to 50000
YakuStudy("core", 4, win="x") & scored(win="x") | | 'x' is not a way to win
YakuStudy("core", 4, rules="foo") & scored(rules="foo") & kanamj judge WIN --scoring foo & kanamj score WIN --scoring foo | | 'foo' is not a preset of scoring rules; choose from: pro, pro-online
Deals(SHORT, ⟨0; -5⟩) | | n is ⟨⟩; give a whole number from 1 to
Deals(SHORT, 10, seed=-1) & kanamj simulate deals --n 1 --seed -1 & kanamj simulate games --n 1 --seed -1 | | seed is -1
Deals(SHORT, 10, sample=-1) | | sample is -1
Deals(SHORT, 10, forms=("77",)) | Form | 77
Deals(SHORT, 10, forms=("5",)) | Lexicon | no word of 5 letters
Deals(SHORT, 10, copies="some") | | 'some'
Deals(SHORT, 10, tiles=RIICHI_136) | | kanamj exact
Deals(SHORT, 10, tiles=toy.TILES, forms=("33332",)) | | 12 tiles, so 14
load_lexicon("⟨core+seion+seion; core+seion+long+seion⟩") & kanamj judge いぬ --form 2 -l core+seion+seion & /judge hand=いぬ form=2 lexicon=core+seion+seion | Lexicon | folded by seion twice
load_lexicon("core+loud") & load_lexicon("core+loud+long") & kanamj judge いぬ -l core+loud & /judge hand=いぬ lexicon=core+loud | Lexicon | 'loud' is not a fold; choose from: seion, large, long
load_lexicon("core").fold("loud") & load_lexicon("core+") & kanamj judge いぬ -l core+ & /judge hand=いぬ lexicon=core+ | Lexicon | is not a fold
load_lexicon("nix+long") & kanamj judge いぬ -l nix+long | Lexicon | 'nix' is not a
load_lexicon("+long") & load_lexicon("recipe") & kanamj judge いぬ -l +long & /judge hand=いぬ lexicon=+long | Lexicon | is not a
KEEP --name=⟨-x; ' '; CON; a/b; ../x; '$(id)'; .hidden; LONG; TWO_LINES; RED⟩ | | cannot be the name of a list; use letters, digits
load_lexicon(folder) | Lexicon | no word list in
list(read_table(TABLE, "2", "⟨0; -1; ²⟩")) | | the column is '⟨⟩'
list(read_table(TABLE, "2", "9" * 5000)) | | the column is
list(read_table(TABLE, "0", "1")) | | the column is '0'; if one column is given as a number, give all as numbers from 1
list(read_table(TABLE)) | FileFormat | 'reading' is not a column of … choose from: 番号, よみ, 表記
list(read_table(TABLE, "2", "9")) | FileFormat | expected 9 columns or more, got 3
list(read_wlsp(DATA / "wlsp.csv", "cp-932")) | FileFormat | 'cp-932' is not an encoding
build_from([TABLE], BuildOptions("table", exclude=(Path("a/w.txt"),), add=(Path("b/w.txt"),)), "x") | Lexicon | a/w.txt and b/w.txt have the same name, by which the list would name both; rename one
build_from([TABLE], BuildOptions("table", reading="よみ", length=(5, 5)), "x") | Lexicon | of 6 words, none is left; the filter length … dropped 6
write_data(folder, SHORT, formats=["xlsx"]) & kanamj data write d --format xlsx | | 'xlsx' is not a format; choose from: txt, csv, parquet
write_data(folder, SHORT, top=0) | | top is 0; give a number of rows from 1
write_data(folder, SHORT, without=["nobeten"]) | | 'nobeten' is not a data set that can be left out
WordEngine().best_discards("さくらなみだたまごきつねい") | | a hand of 13 tiles cannot throw one; give 14 tiles, or ask
kanamj.judge("さくら", tiles=7) | | tiles are a TileSet or the name of one, not 7
kanamj.judge("さくら", form=["332"]) | | give a text such as 33332, or make a WordEngine
RIICHI_136.read([1] * 13 + [0] * 21) | Array | A list is read as kinds; give counts as an array
RIICHI_136.parse("0z123m") | Tile | no tile 0z
RIICHI_136.parse("12x3m") | Tile | cannot read 'x'
RIICHI_136.parse("m1p") | Tile | cannot read 'p'
RIICHI_136.parse("S1m") | Tile | m
HIRAGANA_120.parse("kōhi") | Tile | ō is a long vowel
choose("de") & kanamj rules --lang de | | 'de' is not a language; choose from: en, ja
kanamj judge '' | | the hand has 0 tiles
kanamj judge WIN --lexicon unsorted | | 3gram.txt:3: key さかな is not sorted by code point; expected かさな
kanamj judge WIN --lexicon bad.txt & kanamj shanten --input bad.txt | | bad.txt:1: not utf-8; it reads as none of
kanamj judge あさがおいさくらんぼかたつぬ --form 4442 --solver batch | | solver batch cannot judge a hand of form 4+4+4+2; give one of search, bitmask
kanamj judge & kanamj score | 2 | Missing argument 'HAND'
kanamj judge WIN ⟨--no-such; --walls; -z⟩ & kanamj ⟨--limit⟩ 3 judge WIN & kanamj lexicon ⟨--json⟩ list | 2 | No such option: ⟨⟩
kanamj judge WIN --limt 3 | 2 | No such option: --limt (Possible options: --limit)
kanamj lexicon fnd いぬ | 2 | No such command 'fnd'. Did you mean 'find'?
kanamj judge WIN --limit 1 --limit 2 | 2 | Option '--limit' takes one value, and is given twice.
kanamj judge WIN --lexicon core -lcommon | 2 | Option '--lexicon' / '-l' takes one value
kanamj simulate games --n 1 --n=2 | 2 | Option '--n' takes one value, and is given twice.
kanamj rules --lang en --lang ja & kanamj --lang en --lang ja judge WIN | 2 | --lang
kanamj rules --lang & kanamj shanten --input | 2 | requires an argument
kanamj judge WIN --json --tsv | 2 | give --json or --tsv, not both
kanamj quiz --html --json | 2 | give --html or --json, not both
kanamj judge あ --limit ⟨x; 1.5⟩ & kanamj score WIN --honba ⟨x⟩ & kanamj simulate games --n ⟨x⟩ & kanamj simulate games --n 1 --records ⟨x⟩ | 2 | '⟨⟩' is not a whole number
kanamj judge あ --limit -1 | 2 | '--limit': -1 is less than 0
kanamj judge TENPAI --draws 0 | 2 | '--draws': 0 is less than 1
kanamj judge TENPAI --draws 4 | 2 | '--draws': 4 is more than 3
kanamj judge てがきねあ --draws 2 | 2 | the hand has 5 tiles; form 33332 takes 13 or 14. Other numbers need another form
kanamj judge WIN --scoring pro --tiles hiragana-pro-166 ⟨--form 332; --copies ignore; --cross-check⟩ | 2 | --scoring says what a win is
kanamj judge なみだたまごきつねいぬ --meld さく --scoring pro | | さく has 2 tiles
kanamj judge なみだたまごきつねいぬ --meld ぺーゃ --scoring pro | | its letters ぺゃー spell no word
kanamj judge WIN --meld わかめ --scoring pro | | 14 tiles; form 3332 takes 10 or 11
kanamj judge なみだいぬ --meld さくら | | takes 10 or 11. Other numbers need another form (--form 332 takes 4 or 5)
kanamj judge hands.txt | | hands.txt is the name of a file; for its hands, one per line: kanamj shanten --input hands.txt
kanamj judge WIN --tiles no-tiles.txt | | no-tiles.txt: holds no tiles; write lines such as: か 2
kanamj judge WIN --tiles tiles.txt | | tiles.txt:2: 'か' is not a line such as `か 2`, or repeats a kana
kanamj judge WIN --tiles long.txt | | 9999… is not a whole number below 1e18; write 100000000
kanamj judge WIN --tiles many.txt | | many: 21 copies of か; a kind must have 0 to 20
kanamj jduge | 2 | No such command 'jduge'. Did you mean 'judge'?
kanamj ⟨さくら; find; game⟩ play & kanamj lexicon ⟨info⟩ & kanamj data ⟨nothing⟩ | 2 | No such command '⟨⟩'.
kanamj shanten --input none.txt | | none.txt
kanamj shanten bad.txt | | To read the hands in that file: --input bad.txt
kanamj shanten ⟨; WIN --input -; WIN -; - --input x⟩ | 2 | give hands, or --input FILE
kanamj shanten - --extra - | 2 | - is standard input, and is read once; give a file in place of the other -
kanamj web --lexicon - | 2 | the page reads its word list more than once
kanamj score WIN --scoring pro,純行=8,純行=9 | | 純行 is changed twice
kanamj score WIN --lexicon {toy} & kanamj study yaku --n 4 --lexicon {toy} | | has spellings only
kanamj score first WIN | | no tile ぃ
kanamj score さくらなみだきつねいぬ --meld ぬぬぬ --tiles hiragana-pro-166 | | tile ぬ appears 4 times
kanamj exact --tiles hiragana-120 | 2 | 'hiragana-120' is not a tile set; choose from: riichi-136, sanma-108
kanamj lexicon find いぬ --extra . | | is a folder; give a file
kanamj lexicon find いぬ --extra /dev/null | | is a device or a pipe, not a regular file
kanamj lexicon find & kanamj lexicon find いぬ --letters いぬ & kanamj lexicon build --from wlsp & kanamj lexicon build --from wlsp x --length two | 2 | Usage
kanamj lexicon add ⟨おかし=お菓子=x; おかし=⟩ | | is not a reading and one spelling
kanamj lexicon add 漢字 | | is not a reading in kana
kanamj lexicon add あいうえおか | | has 6 letters; words have 2 to 5
kanamj lexicon build --from wlsp x.csv | | no file or folder x.csv
kanamj lexicon build --from table {data}/table.csv | | 'reading' is not a column of the header
kanamj lexicon build --from wlsp {data}/wlsp.csv --name common & kanamj lexicon build --from hrgjncs {toy} --name core | | is the name of a shipped list; give another with --name
kanamj lexicon build --from wlsp x --length ² & kanamj lexicon nosuch | 2 | Usage
kanamj lexicon build --from wlsp x --length NINES | 2 | is not a length; write 2-3, or 3
kanamj lexicon build --from wlsp x --length 2- | 2 | '2-' is not a length; write 2-3, or 3
kanamj lexicon build --from hrgjncs . | | no word list in
kanamj lexicon find ' 　' | 2 | give words, or --letters
kanamj lexicon remove & kanamj lexicon remove すまほ --list mine | 2 | give words, or --list NAME
kanamj lexicon remove --list mine | | 'mine' is not a list of your own; there is none
kanamj lexicon remove --list common | | common is a shipped list
kanamj verify {toy} | | has no MANIFEST.toml, so kanamj did not write it
kanamj verify odd.txt | | odd.txt is not a folder; make a list of it: kanamj lexicon build --from table odd.txt
kanamj verify none | | 'none' is not a lexicon
kanamj verify common --again . | | It was made by: scripts/build_wordlists.py ARCHIVES
kanamj verify common --again | 2 | give the source of the list
kanamj verify common odd.txt | 2 | FILE is what --again makes the files from
kanamj verify {results}/deals/core-14 --again | 2 | make these by: kanamj simulate deals
kanamj data write d --tiles riichi-136 | | riichi-136 can spell no word of common
kanamj data sheet d --tiles sanma-108 | | sanma-108 can spell no word of common
kanamj data anki d.txt --tiles riichi-136 | | riichi-136 can spell no word of common
kanamj data write & kanamj data sheet s --out t | 2 | give one folder to write into: --out DIR
kanamj data sheet s --known NINES | | is not a whole number below 1e18
kanamj data sheet s --known odd.txt | | odd.txt has words that common does not have with 2 or 3 letters: んんん, ゃゃ
kanamj data sheet s --known 5 --lexicon {ten} | | does not say which words people learn first
kanamj data sheet s --known 1 --lexicon trios | | has no word of 2 letters
kanamj data anki words.zip | | Anki does not import words.zip; give a name that ends with .txt
kanamj quiz --words 2 | | the chosen words make no hand of form 33332; try other words
kanamj review --moves /no/such/file | | no file /no/such/file
kanamj review --moves /tmp | | /tmp: is a folder; give a file
kanamj review {data}/games/paper-tsumo.jsonl --moves --seat 0 | 2 | --seat can only be used without --moves
kanamj review {data}/games/paper-tsumo.jsonl x --moves | 2 | --moves shows one game, and there are 2 records
kanamj review {data}/games/paper-tsumo.jsonl --tsv | 2 | --tsv can only be used with --moves
kanamj simulate games --n 0 | | n is 0; give a whole number from 1 to
kanamj simulate games --n 1e13 | | n is 10000000000000; give a whole number from 1 to 1000000000000
kanamj simulate games --n 1 --resume | 2 | need --out
kanamj simulate deals --n ⟨many; 1.5; 1e999999999; NINES; Infinity⟩ | 2 | not a whole number
kanamj simulate deals --n 1e13 | | n is 10000000000000; give a whole number from 1 to 1000000000000
kanamj simulate deals --n 10 --workers -1 | 2 | -1 is less than 0
kanamj simulate deals --n 10 --resume | 2 | --out
kanamj simulate deals --n 10 --resume --replace --out x | 2 | one of them
kanamj simulate deals | 2 | Missing option '--n'.
kanamj rules x | 2 | Got unexpected extra argument(s) (x)
kanamj rules --json=3 | 2 | Option '--json' does not take a value.
kanamj study yaku --n 4 ⟨--form 332; --hand 13; --copies ignore⟩ | | leave out --form, --hand and --copies
kanamj study yaku --n 4 --win ron --calls 1 | | cannot win by ron
kanamj study yaku --n 4 --tiles riichi-136 | | riichi-136 needs no deals
kanamj web --port 65536 | 2 | '--port' / '-p': 65536 is more than 65535
scored(**{"⟨players; honba; others⟩": -1}) | | ⟨⟩ is -1
"""  # noqa: E501
"""Inputs with & between them; the class of the library's error (KanamjError or one of its kinds) and the exit code of a
command if it is not 1; what is said. … stands for any words; ⟨a; b⟩ for each of these values, and ⟨⟩ for that value."""
TYPED = {
    "KEEP": f"kanamj lexicon build --from hrgjncs {DATA / 'toy'}",
    "WIN": "さくらなみだたまごきつねいぬ",
    "TENPAI": "てがきねあげひよこみみずぬぽ",
    "NINES": "9" * 5_000,
    "LONG": "0" * 101,
    "TWO_LINES": "'a\nb'",
    "RED": "'a\x1b[31m'",
}
"""Short names for what is typed."""
PLACES = {"toy": DATA / "toy", "data": DATA, "results": ROOT / "results", "ten": "ten"}
TEN = "いぬ ねこ さる うし くま かめ さくら なみだ たまご きつね"
REPORTED = {"shanten bad.txt"}
"""Commands that report each hand, and then how many were bad."""
OPTIONS = {'HIRAGANA_120.read("123m")', "list(read_table(TABLE))"}
"""What is most often asked on the command line; otherwise, the library does not speak of options."""
CODES = {"": "query", "HandSize": "size"}
"""Class of an error -> its code on the page, if that is not the class in small letters."""


def rows(door: str) -> list[tuple[str, str, str]]:
    """The input, the class or exit code, and the sentence, of each input at this door."""
    found = []
    for line in REFUSED.strip().split("\n"):
        inputs, kind, said = (part.strip() for part in line.split(" |"))
        for each in inputs.split(" & "):
            listed = re.search("⟨(.*)⟩", each)
            for value in listed[1].split("; ") if listed else [""]:
                one = re.sub("⟨.*⟩", lambda _, value=value: value, each)
                for short, long in TYPED.items():
                    one = re.sub(rf"\b{short}\b", lambda _, long=long: long, one)
                begun = re.match("(kanamj |/|)", one)
                found += [(one, kind, said.replace("⟨⟩", value))] if begun and begun[0] == door else []
    return found


def check(said: str, rule: str) -> None:
    rest = said
    for part in rule.split("…"):
        _, found, rest = rest.partition(part.strip())
        assert found, (part, said)
    assert len(said) < 600, said


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with odd files and small lists."""
    home: Path = tmp_path_factory.mktemp("home")
    texts = {
        "mine.txt": "すまほ\n",
        "empty.txt": "# no word yet\n",
        "odd.txt": "さかな\nんんん\nゃゃ\n",
        "tiles.txt": "さ 2\nか\n",
        "no-tiles.txt": "",
        "many.txt": "か 21\n",
        "long.txt": f"か {TYPED['NINES']}\n",
        "unsorted/3gram.txt": f"{header(3)}\nかさな\t魚\nさかな\t魚\n",
    }
    lists = {"trios": ["さくら"], "pairs": ["いぬ"], "ten": TEN.split()}
    for name, words in lists.items():
        keys = sorted(map(key_of, words))
        for size in {len(key) for key in keys}:
            rows = {key: (key,) for key in keys if len(key) == size}
            texts[f"{name}/{size}gram.txt"] = format_grams(size, rows)
    for name, text in texts.items():
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    (home / "bad.txt").write_bytes(b"\x81 \n")
    return home


@pytest.mark.parametrize(("expression", "kind", "said"), rows(""))
def test_the_library_raises_an_error_of_its_class(
    home: Path, tmp_path: Path, expression: str, kind: str, said: str
) -> None:
    names = {"mine": home / "mine.txt", "empty": home / "empty.txt", "folder": tmp_path}
    kind = kind.strip("12 ")
    with pytest.raises(getattr(errors, f"{kind}Error") if kind else KanamjError) as caught:
        eval(expression, {**globals(), **names})
    check(str(caught.value), said)
    assert "--" not in str(caught.value) or expression in OPTIONS
    assert not files_in(tmp_path)


@pytest.mark.parametrize(("command", "kind", "said"), rows("kanamj "))
def test_a_command_says_it_in_both_languages(
    kanamj: Run, home: Path, command: str, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    there = files_in(home)
    given = [word.format(**PLACES) for word in shlex.split(command)[1:]]  # a place may have spaces
    done = kanamj(*given)
    assert (done.code, done.out) == (2 if "2" in kind else 1, ""), done.err
    check(" ".join(done.err.replace("│", " ").split()), said)
    assert not set("\x1b\x07") & set(done.err)
    assert "Traceback" not in done.err
    if done.code == 1 and " ".join(given) not in REPORTED:
        assert done.err.startswith("error: ")
        assert done.err.count("\n") == 1
    monkeypatch.setenv("KANAMJ_LANG", "ja")
    spoken = kanamj(*given)
    assert (spoken.code, bool(re.search("[ぁ-ん]", spoken.err))) == (done.code, True), spoken.err
    usage = re.sub("使い方:.*\n|くわしくは:.*\n", "", spoken.err)
    assert english(usage, " ".join(given)) == [], spoken.err
    assert files_in(home) == there


@pytest.fixture(scope="module")
def page() -> Iterator[TestClient]:
    with client(Answers()) as asked:
        yield asked


@pytest.mark.parametrize(("question", "kind", "said"), rows("/"))
def test_the_page_answers_with_it_in_both_languages(
    page: TestClient, question: str, kind: str, said: str
) -> None:
    route, *given = shlex.split(question[1:])
    asked: dict[str, Any] = dict(each.split("=", 1) for each in given)
    post = ROUTES[route].method == "POST"
    address = f"/api/v1/{route}"
    answer = page.post(address, json=asked) if post else page.get(address, params=asked)
    error = answer.json()
    kind = kind.strip("12 ")
    assert (answer.status_code, error["code"]) == (400, CODES.get(kind, kind.lower())), error
    check(error["error"], said)
    assert english(error["ja"], question) == []
