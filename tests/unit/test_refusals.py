# ruff: noqa: F401  # the expressions use what is imported
"""What the library refuses: an error of its own class, whose sentence names the value, the rule and the way out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exact332.multisets import Question332

import kanamj
from kanamj import errors
from kanamj.engine import Blocks, RiichiEngine, WordEngine, engine_of
from kanamj.engine.forms import BlockForm, parse_forms
from kanamj.engine.riichi import counts as counting
from kanamj.errors import KanamjError
from kanamj.game import Rules, preset, record_game
from kanamj.game.agents import parse_agents
from kanamj.game.record import read_record
from kanamj.learn.quiz import quiz
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.find import find, find_letters
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.options import BuildOptions
from kanamj.studies.deals import Deals
from kanamj.studies.games import Games
from kanamj.studies.runner import run
from kanamj.studies.yaku import YakuStudy
from kanamj.tiles import (
    HIRAGANA_120,
    HIRAGANA_PRO_136,
    RIICHI_136,
    SANMA_108,
    TileSet,
    tile_set,
)
from tests.reference import toy

SHORT = Lexicon("short", {size: load_lexicon().grams[size] for size in (2, 3)})
TOY = WordEngine(toy.LEXICON, toy.TILES, "32")


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
WordEngine("nonsense") | Lexicon | 'nonsense' is not a lexicon; choose from
WordEngine(3) | | a lexicon is a Lexicon, the name of a list or its folder, not int
WordEngine(tiles=RIICHI_136) | | riichi-136 has none; RiichiEngine judges its hands
WordEngine(tiles="uno") | | 'uno' is not a tile set; choose from: hiragana-120
WordEngine(tiles=5) | | tiles are a TileSet or the name of one, not 5
WordEngine(solver="guess") | | 'guess' is not a solver; choose from: search
WordEngine(copies="some") | | 'some' is not a copies rule; choose from: strict, ignore
WordEngine().shanten(None) | | a hand must be a text, … not NoneType
WordEngine().shanten(["さ"]) | | 'さ' is not a kind of hiragana-120; give a number
WordEngine().shanten("いぬ", -1) | Meld | melds is -1; give a whole number from 0 to 12, or the called blocks
WordEngine().shanten("いぬ", 10**30) | Meld | melds is 1000
WordEngine().shanten("いぬ", True) | Meld | melds is True
WordEngine(solver=["search"]) | | ['search'] is not a solver
WordEngine(copies=np.array(["strict", "x"])) | | is not a copies rule; choose from: strict, ignore
WordEngine().analyze("てがきねあげひよこみみずぬぽ", limit=np.array([1, 2])) | | limit is array([1, 2]); give a whole number from 0, or None
WordEngine().shanten_many(np.array("いぬ")) | Array | 'いぬ' is one hand, and many are expected
WordEngine().letters(3) | | kinds are a sequence of whole numbers, not 3
kanamj.deal(10**30) | | n is 1000… give a whole number from 0 to 100000000
kanamj.deal(True) | | n is True; give a whole number
find(SHORT, 1) | | words is a list of words, such as ['さくら'], not 1
find(SHORT, "さくら") | | words is a list of words, such as ['さくら'], not one text
find_letters(SHORT, 1) | | letters is 1; give a text
WordEngine().shanten("いぬ", "さくら") | Meld | a list of called blocks
WordEngine().shanten("あ") | HandSize | the hand has 1 tile; form 33332 takes 13 or 14
WordEngine().shanten("さくら") | HandSize | the hand has 3 tiles; form 33332 takes 13 or 14
WordEngine().shanten("さくらいぬ", ["さくら", "なみだ"]) | HandSize | form 332 takes 7 or 8
WordEngine().shanten("さくらいぬ", ["さくろ"]) | Meld | meld さくろ is not a block: its letters くさろ spell no word
WordEngine().shanten("さくらいぬ", ["いぬ"]) | Meld | called blocks have three tiles
WordEngine().shanten("さくらさくいぬいぬあうえ", ["さくら"]) | Tile | tile く appears 3 times
WordEngine().shanten("さくら", 5) | Form | no slot left
WordEngine().waits("さくらなみだたまごきつねいぬ") | HandSize | a hand of 14 tiles cannot draw; give 13
WordEngine(forms="2" * 46) | Form | has 92 tiles; forms have at most 24
RiichiEngine(solver="guess") | | 'guess' is not a solver
engine_of("riichi-136", copies="ignore") | | riichi knows only strict
engine_of("riichi-136", solver="guess") | | 'guess' is not a solver
engine_of("sanma-108").shanten("2m") | | sanma-108 has no tile 2m; the set leaves it out
RiichiEngine(forms=["nagashi"]) | Form | 'nagashi' is not a form; choose from: general, seven_pairs
RiichiEngine(forms=[]) | Form | no form is given
RiichiEngine(players=2) | | players is 2; give a whole number from 3 to 4
RiichiEngine(players=np.array([3, 4])) | | players is array([3, 4])
RiichiEngine(tiles=HIRAGANA_120) | | riichi-136 or sanma-108, not hiragana-120
RiichiEngine(forms=["thirteen_orphans"]).shanten("123m456p1122z") | HandSize | form thirteen_orphans takes 13 or 14
RiichiEngine(forms=["seven_pairs"]).shanten("123m456p1122z") | HandSize | 10 tiles; form seven_pairs takes 13 or 14
RiichiEngine(forms=["seven_pairs"]).shanten("123m456p11222z", ["123p"]) | Form | no slot left
riichi("11111m456p789s112z") | Tile | tile 1m appears 5 times; riichi-136 has 4 copies
riichi("123m456p789s111222z") | HandSize | the hand has 15 tiles; form general, … takes 1, 2, … 11, 13 or 14
riichi("123m456p789s111z") | HandSize | the hand has 12 tiles
riichi("123m456p789s119z") | Tile | riichi-136 has no tile 9z
riichi("123m456p789s112") | Tile | has no suit
riichi("123m456p11z", "124m") | Meld | meld 124m is not a block: a meld is a sequence
riichi("111m456p1122z", "111m") | Tile | tile 1m appears 6 times
riichi("123m456p789s1122z", "111m") | HandSize | the hand has 13 tiles; form general takes 10 or 11
counting.count_hands(2, 14) | | 4 or 3 players, not 2
counting.count_hands(4, 12) | HandSize | 13 or 14 tiles, not 12
counted((1,) * 129) | | 129 kinds, but hands are counted for at most 128
counted((20,) * 45) | | 900 tiles, but hands are counted for at most 887
counted((1,) * 7) | | 7 tiles, but a hand of form 332 has 8
counted((2,) * 7, pairs=0) | | no word of 2 letters
counted((2,) * 7, trios=0) | | no word of 3 letters
BlockForm("332").without([3, 3, 3]) | Form | no slot left for a called word of 3 letters
BlockForm("4442").without([3]) | Form | no slot left for a called word of 3
BlockForm("2222222").without([2]) | Form | no slot left
BlockForm("33").without([3, 3]) | Form | the melds fill form 33
BlockForm("") | Form | block sizes 2 to 5
BlockForm("31") | Form | block sizes 2 to 5
BlockForm("6") | Form | block sizes 2 to 5
BlockForm("3x") | Form | block sizes 2 to 5
BlockForm("３３３３２") | Form | block sizes 2 to 5
BlockForm("3" * 9) | Form | tiles; forms have at most 24, and at most 20 with a 4 or 5
BlockForm("444444") | Form | tiles; forms have at most 24, and at most 20 with a 4 or 5
BlockForm("55552") | Form | tiles; forms have at most 24, and at most 20 with a 4 or 5
BlockForm("5" * 100_000) | Form | tiles; forms have at most 24, and at most 20 with a 4 or 5
parse_forms([]) | Form | no form is given
RiichiEngine().forms[1].without([3]) | Form | no slot left
RiichiEngine().forms[2].without([3]) | Form | form thirteen_orphans is for a hand without called words
find_letters(SHORT, "魚？") | Lexicon | letters that are not kana
TOY.chances("あいうおえ", 0) | | draws is 0; give a whole number from 1 to 3
TOY.chances("あいうおえ", 4) | | draws is 4; give a whole number from 1 to 3
TOY.chances("あいうおえ", np.array([1, 2])) | | draws is array([1, 2])
TOY.chances("あいう", 3) | HandSize | has 3 tiles
TOY.chances("あいうおを", 3) | Tile | has no tile を
HIRAGANA_120.read("を") | Tile | hiragana-120 has no tile を; the set leaves を out
HIRAGANA_120.read("x") | Tile | hiragana-120 has no tile x
HIRAGANA_120.read("sakux") | Tile | hiragana-120 has no tile x
HIRAGANA_120.read("123m") | Tile | hiragana-120 has no tile 1; for hands of ordinary mahjong, … riichi-136
HIRAGANA_120.read("漢") | Tile | hiragana-120 has no tile 漢
HIRAGANA_120.read("ねねね") | Tile | tile ね appears 3 times; hiragana-120 has 2 copies
HIRAGANA_120.read("がが") | Tile | tile が appears 2 times; hiragana-120 has 1 copy
HIRAGANA_PRO_136.read("が") | Tile | hiragana-pro-136 has no tile が; this set has only the plain letter か
RIICHI_136.read("9z") | Tile | riichi-136 has no tile 9z
RIICHI_136.read("0z") | Tile | riichi-136 has no tile 0z
RIICHI_136.read("11111m") | Tile | tile 1m appears 5 times; riichi-136 has 4 copies
RIICHI_136.read("123") | Tile | has no suit; add m, p, s or z
RIICHI_136.read("m") | Tile | tiles are written like 123m406p11z
SANMA_108.read("5m") | Tile | sanma-108 has no tile 5m
HIRAGANA_120.read(np.zeros(34, np.uint8)) | Array | shape (75,)
HIRAGANA_120.read(np.zeros(75, np.float64)) | Array | integer dtype
HIRAGANA_120.read(np.full(75, -1, np.int64)) | Array | give counts from 0
HIRAGANA_120.read([75]) | Tile | give a number from 0 to 74
tile_set("hiragana") | | 'hiragana' is not a tile set; choose from: hiragana-120
TileSet("odd", ("あ", "あ"), (1, 1)) | | kind あ appears twice
TileSet("odd", ("あ",), (-1,)) | | -1 copies of あ; a kind must have 0 to 20
TileSet("odd", ("あ",), (21,)) | | 21 copies of あ; a kind must have 0 to 20
TileSet("odd", ("あい",), (1,)) | | 'あい' is not a face; a face is one letter
TileSet("odd", ("、",), (1,)) | | is not a face
TileSet("odd", ("あ",), (1, 2)) | | 1 kinds but 2 copies
TileSet("mini", "あいうえお", 4) | | mini: copies is 4; give one number per kind
preset("chess", SHORT) | | 'chess' is not a preset of rules; choose from: standard, basic, paper
preset("standard,players", SHORT) | | 'players' is not an option; write option=value
preset("standard,wings=2", SHORT) | | 'wings' is not an option of the rules; choose from: tiles, forms, players
preset("standard,solver=kernels", SHORT) | | 'solver' is not an option of the rules
preset("standard,players=5", SHORT) | | players is 5; give a whole number from 2 to 4
preset(["basic"], SHORT) | | ['basic'] is not a preset of rules
Rules(SHORT, players=np.array([2, 3])) | | players is array([2, 3])
Rules(SHORT, ron=np.array([1, 2])) | | ron is array([1, 2]); give one of yes, no
Rules(SHORT, tiles="hiragana-120") | | preset() takes their names
record_game(preset("basic", SHORT), "1", ["random"] * 4) | | the seed is
record_game(preset("basic", SHORT), 1, 3) | | the agents are 3; give a list of 4
kanamj.game.deal(kanamj.game.initial(preset("basic", SHORT), 1)) | | tiles are dealt already
kanamj.game.set_up(preset("standard", SHORT), 1, [0] * 120) | | the wall must have the 120 tiles
kanamj.game.initial(preset("basic", SHORT), -1) | | give whole numbers from 0
kanamj.game.initial(preset("basic", SHORT), 3, dealer=4) | | dealer is 4; give a whole number from 0 to 3
preset("standard,players=two", SHORT) | | players is 'two'; give a whole number
preset("standard,pon=right", SHORT) | | pon is 'right'; give one of any, left, none
preset("standard,ron=maybe", SHORT) | | ron is 'maybe'; give one of yes, no
preset("standard,ron_from=-1", SHORT) | | ron_from is '-1'; give a whole number
preset("standard,equal_turns=maybe", SHORT) | | equal_turns is 'maybe'; give one of yes, no
preset("standard,missed_win=2", SHORT) | | missed_win is '2'
preset("standard,tiles=riichi-136", SHORT) | | words need kana tiles
preset("standard,tiles=none", SHORT) | | 'none' is not a tile set
preset("standard,forms=33332+332", SHORT) | | all forms … must have the same number of tiles; these have 33332 14, 332 8
preset("standard,forms=9", SHORT) | | '9' is not a form
preset("standard,forms=3333333333333", SHORT) | | forms have at most 24
Rules(SHORT, tiles=RIICHI_136) | | the tiles are riichi-136
parse_agents("clever", 4) | | 'clever' is not an agent; choose from: random, greedy, 290w, 400w, 760w, 1600w, module:Class
parse_agents("greedy+fly", 4) | | '+fly' is not an option of agent greedy; choose from: +call, +riichi
parse_agents("random+call", 4) | | '+call' is not an option of agent random; there is none
parse_agents("random@0.5", 4) | | agent random takes no @; to choose how many words
parse_agents("400w@0.5", 4) | | agent 400w takes no @; to choose how many words a player knows, write greedy@0.5
parse_agents("760w+call", 4) | | '+call' is not an option of agent 760w; there is none
parse_agents("greedy@0", 4) | | the share of words is '0'; give one of more than 0
parse_agents("greedy@1.5", 4) | | more than 0 and at most 1
parse_agents("greedy@nan", 4) | | more than 0 and at most 1
parse_agents("greedy@half", 4) | | the share of words is 'half'
parse_agents("greedy,greedy", 4) | | there are 2 agents for 4 players; give 4 agents, or one for all seats
scored(kans=["さくら"]) | | さくら has 3 letters
scored(melds=["すずむし"]) | | すずむし has 4 letters
scored(melds=["いぬ"]) | | いぬ has 2 letters
scored(melds=["x!"]) | | no tile
scored(melds="さくら") | | not one text
scored(melds=None) | | melds is a list of words, such as ['さくら'], not None
scored(kans=[5]) | | kans is a list of words, such as ['さくら'], not [5]
scored(tiles=None) | | None is not a tile set
scored(ippatsu=True) | | 一発 needs riichi
scored(declare=["天和"], win="ron", dealer=True) | | not a ron
scored(declare=["天和"]) | | 天和 is the dealer's
scored(declare=["地和"]) | | 地和 is a ron
scored(declare=["地和"], win="ron", dealer=True) | | 地和 is a ron on the dealer's
scored(declare=["地和"], win="ron", riichi=True) | | comes before any riichi
scored(declare=["天和"], dealer=True, closed_kans=["すずむし"]) | | before any call or kan
scored(melds=["さくら"], riichi=True) | | cannot declare riichi
scored(melds=["さくら"], win="ron") | | cannot win by ron
scored(kans=["すずむし"], win="ron") | | cannot win by ron
scored(melds=["さくら"], declare=["作文"]) | | 作文 needs a closed hand
scored(declare=["清文"]) | | '清文' is not a yaku
scored(win="draw") | | 'draw' is not a way to win
scored(riichi="second") | | riichi is 'second'
scored(dealer="yes") | | dealer is 'yes'; give True or False
scored(players=5) | | players is 5
scored(honba=-1) | | honba is -1
scored(others=-1) | | others is -1
scored(meld=["さくら"]) | | 'meld' is not an option of score
scored(rules="por") | | 'por' is not a preset
scored(rules="pro,純業=8") | | '純業' is not a yaku
scored(rules="pro,純行=-3") | | not a number of han
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
load_lexicon("commn") | Lexicon | 'commn' is not a lexicon; choose from: common
Lexicon.from_words("さくら") | Lexicon | words must be a list, such as ['さくら'], not one text
Lexicon.from_words([1]) | Lexicon | words must be a list of texts, such as ['さくら'], not [1]
load_lexicon(None) | Lexicon | a lexicon is a name, a folder or a file, not NoneType
load_lexicon(["さくら"]) | Lexicon | a lexicon is a name, a folder or a file, not list
Lexicon.from_words(["桜"]) | Lexicon | the reading 桜 of 桜 is not kana
Lexicon.from_entries("toy", ["さくら"]) | Lexicon | 'さくら' is not an Entry; for plain words use Lexicon.from_words
load_lexicon(empty) | FileFormat | holds no words; give one reading per line
WordEngine().shanten_many("さくら") | Array | 'さくら' is one hand, and many are expected; give a list, such as ['さくら']
HIRAGANA_120.count_rows(["さくら", "さささ", "さX"]) | Array | row 1: tile さ appears 3 times
record_game(preset("basic", SHORT), 1, ["random"] * 3) | | the agents are ['random', …; give a list of 4, one for each player
record_game(preset("basic", SHORT), 1, "random") | | the agents are 'random'; give a list of 4
record_game(preset("basic", SHORT), 1, ["random", "gready", "random", "random"]) | | 'gready' is not an agent
kanamj.deal(-1) | | n is -1; give a whole number from 0
kanamj.deal("5") | | n is '5'; give a whole number from 0
kanamj.deal(1.5) | | n is 1.5; give a whole number
WordEngine(forms="332", form="33332") | | forms and form are one option; give '332' or '33332'
WordEngine().chances("てがきねあげひよこみみずぬぽ", draws="2") | | draws is '2'; give a whole number from 1 to 3
kanamj.deal(1, hand=None) | Array | None tiles cannot be dealt; give 0 to 120
kanamj.deal(1, hand=1.5) | Array | 1.5 tiles cannot be dealt
WordEngine().behind(2.0) | Meld | melds are 2.0; give a list of called blocks
WordEngine().letters([75]) | Tile | 75 is not a kind of hiragana-120; give a number from 0 to 74
WordEngine().letters([-1]) | Tile | -1 is not a kind of hiragana-120
WordEngine().letters(["あ"]) | Tile | 'あ' is not a kind of hiragana-120
WordEngine().best_discards_many(["てがきねあげひよこみみずぬぽ"], [1] * 75) | Array | unseen has shape (75,), the hands (1, 75)
HIRAGANA_120.tally([99]) | Tile | 99 is not a kind of hiragana-120
kanamj.TileSet("x", ["あ"], [1.5]) | | x: 1.5 copies of あ; a kind must have 0 to 20
kanamj.RiichiEngine(players=[4]) | | players is [4]; give a whole number from 3 to 4
kanamj.RiichiEngine().shanten([3, 3, 3, 3, 2] + [0] * 29) | Array | A list is read as kinds; give counts as an array
BlockForm(33332) | Form | 33332 is not a form
BlockForm("3333²") | Form | '3333²' is not a form
load_lexicon(extra=5) | Lexicon | extra must be a list of files
Lexicon.from_words(None) | Lexicon | words must be a list of texts
Lexicon.from_entries("toy", None) | Lexicon | None is not an Entry
kanamj.deal(1, hand=121) | Array | 121 tiles cannot be dealt; give 0 to 120
load_lexicon(extra=mine) | | extra must be a list of files, such as ['…mine.txt'], not one
load_lexicon(extra=str(mine)) | | extra must be a list of files, such as ['…mine.txt']
load_lexicon(extra=[mine.with_name("none.tsv")]) | | no file
Lexicon.from_entries("toy", [Entry("桜", "桜")]) | | reading 桜 of 桜 is not kana; write Entry
Lexicon.from_entries("toy", [Entry("図書館", "x")]) | | reading 図書館 of x is not kana
load_lexicon(extra=[1]) | | extra is 1; give the name of a file or folder
Lexicon.from_entries("toy", [Entry(1, "犬")]) | | has what is not a text; write Entry('さくら', '桜')
Lexicon.from_entries("toy", [Entry("いぬ", None)]) | | has what is not a text; write Entry('さくら', '桜')
HIRAGANA_120.parse(1) | | tiles are read from a text, not from 1
HIRAGANA_120.parse(b"a") | | tiles are read from a text, not from b'a'
HIRAGANA_120.format(1) | | kinds are a sequence of whole numbers, not 1
HIRAGANA_120.tally(None) | | kinds are a sequence of whole numbers, not None
HIRAGANA_120.format_counts([10**30] * 75) | Array | give 75 whole numbers from 0 to 1000, one for each kind
HIRAGANA_120.format_counts([-1] * 75) | Array | give 75 whole numbers from 0 to 1000, one for each kind
HIRAGANA_120.read(np.ma.masked_array(np.zeros(75, int), mask=True)) | Array | masked array; fill it first
kanamj.score("さくらなみだたまごきつねぬ") | Incomplete | さくらなみだたまごきつねぬ is not complete by the rules
Lexicon.from_entries("toy", [Entry("い", "胃")]) | | い has 1 letter; words have 2 to 5
BuildOptions("wslp") | | 'wslp' is not a source
BuildOptions("table", length=(1, 3)) | | the length is 1-3; give
BuildOptions("table", fold="dakuon") | | give seion
BuildOptions("table", without=("nouns",)) | | 'nouns' is not a filter of source table; there is none
known_keys(SHORT, "0") | | 0 words cannot be known; short has only … with 2 or 3 letters. Give 1 to … or a file
known_keys(SHORT, "99999") | | 99,999 words cannot be known
known_keys(SHORT, "-1") | | '-1' is neither a whole number nor a file
known_keys(SHORT, "1e3") | | '1e3' is neither a whole number nor a file
next(quiz(TOY, 1, kind="riichi")) | | 'riichi' is not a kind of question; choose from: arrange
next(quiz(TOY, 1, level=6)) | | 6 is not a level; give a number from 1
next(quiz(TOY, 0)) | | 0 questions cannot be made; give 1 to 100,000
Games(preset("basic", SHORT), parse_agents("greedy", 4), 3, records=10**6) | | records is 1000000; give a whole number from 0 to 50000
Games(preset("basic", SHORT), parse_agents("greedy", 4), 3, records=-3) | | records is -3; give a whole number from 0
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
YakuStudy("core", 4, win="x") | | 'x' is not a way to win
YakuStudy("core", 4, rules="foo") | | 'foo' is not a preset of scoring rules
Deals(SHORT, 0) | | n is 0
Deals(SHORT, -5) | | n is -5
Deals(SHORT, 10, seed=-1) | | seed is -1
Deals(SHORT, 10, sample=-1) | | sample is -1
Deals(SHORT, 10, hand=12) | HandSize | 13 or 14 tiles, not 12
Deals(SHORT, 10, forms=("77",)) | Form | 77
Deals(SHORT, 10, forms=("5",)) | Lexicon | no word of 5 letters
Deals(SHORT, 10, copies="some") | | 'some'
Deals(SHORT, 10, tiles=RIICHI_136) | | kanamj exact
Deals(SHORT, 10, tiles=toy.TILES, forms=("33332",)) | | 12 tiles, so 14
"""  # noqa: E501
"""An expression, the class of the error (KanamjError or one of its kinds), and what is said; … stands for any words."""


OPTIONS = ('HIRAGANA_120.read("123m")',)
"""What is most often asked on the command line."""


@pytest.mark.parametrize("line", REFUSED.split("\n")[1:-1])
def test_what_cannot_be_done_is_refused_with_a_sentence(line: str, tmp_path: Path) -> None:
    expression, kind, said = (part.strip() for part in line.split(" |"))
    mine = tmp_path / "mine.txt"
    mine.write_text("すまほ\n", encoding="utf-8")
    empty = tmp_path / "empty.txt"
    empty.write_text("# no word yet\n", encoding="utf-8")
    with pytest.raises(getattr(errors, f"{kind}Error") if kind else KanamjError) as caught:
        eval(expression, {**globals(), "mine": mine, "empty": empty})
    message = str(caught.value)
    for part in said.split("…"):
        before, found, message = message.partition(part.strip())
        assert found, (part, before)
    assert len(str(caught.value)) < 400
    assert "--" not in str(caught.value) or expression in OPTIONS, "the library does not speak of options"
