"""With --lang ja, what a player reads is Japanese: no English word slips in but names, options and commands."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from tests.conftest import Run
from tests.places import DATA

COMMANDS = """
judge さくらなみだたまごきつねいぬ --limit 3
judge さくらなみだたまごきつねい --limit 1
judge なみだいぬ --meld さくら --form 332
judge さくらなみだい --form 332
judge てがきねあげひよこみみずぬぽ --draws 2
judge てがきねあげひよこみみずぬ --draws 2 --limit 1
judge さくらなみだたまごきつねいぬ --scoring pro --limit 1
judge ーゃゅょっぱぴぷぺぽぢづぬぞ
judge 123m456p789s11z22z --tiles riichi-136
score さくらなみだたまごきつねいぬ --why --dealer --riichi first
score さくらもも --meld たけや --meld わかめ --meld きつね --deposits 1
lexicon list common
lexicon list --own
review --moves GAMES/standard-two-rons.jsonl --lexicon GAMES/words
"""
NAMES = """
kanamj common core wide toy words ten riichi standard basic paper any
greedy random human tiles forms players pon kan
called_ron dead_wall scoring two furiten letter online
ron many_rons missed_win reshuffles ron_from equal_turns tsumo left none yes no bars free pro
list hand easiest hard fewest most Elo utf cp932 euc_jp
search bitmask subsets graph cpsat batch tables off yakuman Python hiragana reading length policies toml
Enter Ctrl MiB Anki BSD style terms of JUMAN IPADIC UniDic and Mozc MIT kanji lists see NOTICE
"""
"""Names that are typed, and names of others."""
NOT_WORDS = re.compile(
    r"""
    '[^']*'                             # what was typed
    | 次から選んでください:.*            # names that may be typed
    | (kanamj|iconv|python|npm)\ [ -~]* # commands
    | --?[a-z][a-z-]*(\ [A-Za-z|]+)?    # options
    | Cannot\ overwrite\ [^。]*         # of the TOML reader of Python
    | [0-9]gram\.txt
    | [!-~]*[0-9_./=@+][!-~]*           # names with other characters than letters
    | [A-Z]{2,}                         # UTF, CSV, FILE
    """,
    re.VERBOSE | re.MULTILINE,
)


def english(said: str, typed: str) -> list[str]:
    """The English words that are left in what was said."""
    names = {*NAMES.split(), *re.findall("[A-Za-z]+", typed)}
    return [word for word in re.findall("[A-Za-z]{3,}", NOT_WORDS.sub(" ", said)) if word not in names]


def test_english_is_found() -> None:
    assert english("エラー: 'x' is not a form (--form DIGITS, kanamj judge)", "") == ["not", "form"]


@pytest.mark.parametrize("command", COMMANDS.split("\n")[1:-1])
@pytest.mark.usefixtures("empty_folder")
def test_what_players_read_is_japanese(kanamj: Run, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")  # so that no name is cut
    typed = [word.replace("GAMES", str(DATA / "games")) for word in command.split()]
    done = kanamj(*typed, "--lang", "ja")
    assert done.code == 0, done.err
    said = done.out + re.sub("^kanamj: はじめての準備.*$", "", done.err, flags=re.MULTILINE)
    assert re.search("[ぁ-ん]", said)
    assert english(said, " ".join(typed)) == [], said


def test_waits_of_ordinary_mahjong_have_no_letters(kanamj: Run) -> None:
    pairs = kanamj("judge", "123m456p789s11z55s", "--tiles", "riichi-136", "--lang", "ja").out
    assert "待ちの種類: 刻子待ち、シャンポン\n" in pairs
    runs = kanamj("judge", "123m456p789s1112s", "--tiles", "riichi-136", "--lang", "ja").out
    assert "待ちの種類: 単騎、順子待ち\n" in runs
    assert "文字" not in pairs + runs


def test_the_names_of_agents_stay_where_they_are_words_too(kanamj: Run) -> None:
    typed = "study strength --walls 1 --rules basic --agents greedy,random --workers 1"
    said = kanamj(*typed.split(), "--lexicon", DATA / "toy", "--lang", "ja").out
    assert re.findall("^ (greedy|random) ", said, re.M)[:2] == ["greedy", "random"]
    assert "流局" in said
    assert "カンのツモも" not in said


def test_what_is_drawn_is_a_tile_for_kans_and_not_a_game(kanamj: Run) -> None:
    said = kanamj("study", "yaku", "--n", "2", "--workers", "1", "--lang", "ja").out
    assert "カンのツモも" in said
    assert "流局" not in said


@pytest.mark.parametrize("command", ["", "judge", "web", "lexicon build"])
def test_help_is_japanese_and_as_wide_as_the_terminal(
    kanamj: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    monkeypatch.setenv("KANAMJ_LANG", "ja")
    lines = kanamj(*command.split(), "--help").out.splitlines()
    assert lines[0].startswith(f"使い方: kanamj {command}".rstrip())
    assert "オプション:" in lines
    assert not re.search("Options|Usage|default|Show this", "\n".join(lines))
    assert [line for line in lines if cell_len(line) > 70] == []
