"""kanamj judge and kanamj shanten: what they print, and their errors for bad input."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kanamj import judge
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.shelf import own_glosses_file
from tests.conftest import Run
from tests.places import DATA

WIN = "さくらなみだたまごきつねいぬ"
WORDS = ("さくら", "なみだ", "たまご", "きつね", "いぬ")
TENPAI = "てがきねあげひよこみみずぬぽ"
THIRTEEN = TENPAI.replace("ぽ", "")
FAR = "あえおがぎぐげござじずぜぞ"


def test_a_wait_names_no_flagged_word_unless_asked(kanamj: Run) -> None:
    hand = ("judge", "うんさくらいぬ", "--form", "332", "--json")
    plain, whole = (json.loads(kanamj(*hand, *more).out)["waits"] for more in ((), ("--all-words",)))
    assert "うんち" not in str(plain)
    assert "うんち" in str(whole)
    assert [wait["tile"] for wait in plain] == [wait["tile"] for wait in whole]  # the wait itself stays


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((WIN,), ["和了 agari: complete", "arrangements: ", "needs easy words only\n", "さくら(桜"]),
        ((WIN, "--form", "33332,2222222", "--limit", 1000), ["block 7"]),  # the example of README.ja
        (("11223344556677m", "--tiles", "riichi-136"), ["block 7"]),
        ((TENPAI,), ["聴牌 tenpai: shanten 0, 1 missing", "needs ぬけげ(抜け毛), word 1,", "nearest:"]),
        ((THIRTEEN,), ["kinds of wait: tanki, trio, promote, shanpon, nobetan", "ways of being tenpai"]),
        ((FAR,), ["accepts:"]),
        (("123m456p789s1122z", "--tiles", "riichi-136"), ["waits: 2 kinds, 4 tiles unseen"]),
        (("123m456p789s1112z", "--tiles", "riichi-136"), ["waits: 1 kind, 3 tiles unseen"]),
    ],
)
def test_people_are_shown_a_screen_and_programs_a_table(
    kanamj: Run, arguments: tuple[object, ...], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    code, out, err = kanamj("judge", *arguments)
    assert (code, err) == (0, "")
    assert [words for words in said if words not in out] == []
    assert "riichi-136" not in arguments or not ("word" in out or "letter" in out)
    lines = out.splitlines()
    assert all(line.strip() for line in lines)
    assert len(lines) <= 30 or "--limit" in arguments
    whole = kanamj("judge", *arguments, "--limit", 0).out.splitlines()
    assert len(whole) >= len(lines) or "--limit" in arguments
    header, *rows = [line.split("\t") for line in kanamj("judge", *arguments, "--tsv").out.splitlines()]
    assert all(header)
    assert {len(row) for row in rows} == {len(header)}
    if arguments == (TENPAI,):
        assert header == ["tile", "shanten", "distance", "unseen", "accepts"]
        assert len(rows) == len(set(TENPAI))


@pytest.mark.parametrize(
    ("hand", "more", "form"),
    [
        ("さくらなみだいぬ", ["--form", "332"], "332"),
        ("なみだい", ["--form", "332", "--meld", "さくら"], "32"),
        ("たまごきつねいぬ", ["--meld", "さくら", "--meld", "なみだ"], "332"),
        ("いぬ", ["-m", "さくら", "-m", "なみだ", "-m", "たまご", "-m", "きつね"], "2"),
        ("サクラ ナミダ・いぬ", ["--form", "３３２", "--limit", "１e0"], "332"),
    ],
)
def test_other_numbers_of_tiles(kanamj: Run, hand: str, more: list[str], form: str) -> None:
    code, out, err = kanamj("judge", hand, "--json", *more)
    assert (code, err) == (0, "")
    assert json.loads(out)["forms"] == [form]
    assert json.loads(out)["shanten"] in (-1, 0)


RIICHI = ("--tiles", "riichi-136")


EXACT = "search bitmask subsets graph cpsat"


@pytest.mark.parametrize(
    ("hand", "more", "solvers"),
    [
        (TENPAI, (), f"{EXACT} batch"),
        ("あさがおいさくらんぼかたつぬ", ("--form", "4442"), EXACT),
        ("11m22m33p44p55s66s1z", RIICHI, f"{EXACT} batch tables"),
    ],
)
def test_cross_check_asks_the_solvers_that_know_the_form(
    kanamj: Run, hand: str, more: tuple[str, ...], solvers: str
) -> None:
    """Only data are on stdout. Each solver can be chosen by its name, too."""
    code, out, err = kanamj("judge", hand, *more, "--cross-check", "--json")
    shanten = json.loads(out)["shanten"]
    assert (code, {*re.findall(r"(\w+) \d+", err)} - {"form"}) == (0, {*solvers.split()})
    assert ("not asked, as they do not know it: batch, tables" in err) == ("--form" in more)
    for solver in {*solvers.split()} - {"batch"}:
        one = kanamj("judge", hand, *more, "--solver", solver, "--json")
        assert json.loads(one.out)["shanten"] == shanten


BOTH = f"{WIN}\t-1\n{TENPAI}\t0\n"


def test_shanten_prints_one_line_per_hand_and_names_the_bad_ones(kanamj: Run, tmp_path: Path) -> None:
    assert kanamj("shanten", WIN, TENPAI) == (0, BOTH, "")
    assert kanamj("shanten", "-", typed=f"{WIN}\n".encode()) == (0, f"{WIN}\t-1\n", "")
    assert json.loads(kanamj("shanten", WIN, "--json")[1]) == [{"hand": WIN, "shanten": -1}]
    blank = kanamj("shanten", "--tsv", "さくら\tなみだたまごきつねいぬ").out
    assert blank == "hand\tshanten\nさくら なみだたまごきつねいぬ\t-1\n"
    riichi = kanamj("shanten", *RIICHI, "1111m3335555666z", "123m456p789s11z222z")
    assert riichi.out == "1111m3335555666z\t1\n123m456p789s11z222z\t-1\n"
    code, out, err = kanamj("shanten", WIN, "さくら", TENPAI)
    assert (code, out) == (1, BOTH)
    assert "hand 2 (さくら): the hand has 3 tiles" in err
    assert "error: 1 bad hand, reported above" in err
    file = tmp_path / "hands.txt"
    file.write_text(f"# hands\n{WIN}\n\nさくら\n{TENPAI}\n", encoding="utf-8")
    code, out, err = kanamj("shanten", "--input", file)
    assert (code, out) == (1, BOTH)
    assert "line 4: the hand has 3 tiles" in err
    assert "error: 1 bad line, reported above" in err
    file.write_text(f"{WIN}\n{TENPAI}\n" * 150, encoding="utf-8")
    assert kanamj("shanten", "--input", file) == (0, BOTH * 150, "")


def test_what_json_says_of_a_win_and_of_tenpai(kanamj: Run) -> None:
    win, tenpai, thirteen = (
        json.loads(kanamj("judge", hand, "--json").out) for hand in (WIN, TENPAI, THIRTEEN)
    )
    assert (win["shanten"], win["distance"], win["name"]) == (-1, 0, {"ja": "和了", "romaji": "agari"})
    assert win["arrangement_count"] >= len(win["arrangements"]) > 1
    words = [word for blocks in win["arrangements"] for block in blocks for word in block["words"]]
    assert ("さくら", "桜") in [(word["reading"], word["spelling"]) for word in words]
    best = tenpai["discards"][0]
    assert best["unseen"] == sum(accept["unseen"] for accept in best["accepts"])
    assert {wait["tile"] for wait in thirteen["waits"]} == {accept["tile"] for accept in thirteen["accepts"]}
    assert thirteen["kinds_of_wait"] == ["tanki", "trio", "promote", "shanpon", "nobetan"]


def test_a_list_that_cannot_fill_the_form_has_no_distance(kanamj: Run, tmp_path: Path) -> None:
    (tmp_path / "3gram.txt").write_text("３文字集合\t可能な３文字単語\nくさら\t桜\n", encoding="utf-8")
    code, out, _ = kanamj("judge", WIN, "--lexicon", tmp_path)
    assert code == 0
    assert "和了形なし out of reach: these words cannot fill the form" in out
    assert "99" not in out
    assert "98" not in out


WORD_LINES = "\n".join(WORDS)
RECORD = min((DATA / "games").glob("standard-*.jsonl"))
READ = {
    "review FILE --moves --tsv --lexicon WORDS": RECORD.read_text(encoding="utf-8"),
    "shanten --input FILE": WIN,
    f"shanten {WIN} --lexicon FILE": WORD_LINES,
    f"shanten {WIN} --lexicon FILE+seion": WORD_LINES,
    f"shanten {WIN} --extra FILE": "すまほ\tスマホ",
    f"judge {WIN} --tiles FILE": "\n".join(f"{letter} 2" for letter in WIN),
    "quiz --form 332 --words FILE --n 2": WORD_LINES,
    "simulate deals --n 50 --sample 0 --extra FILE --out made": "すまほ",
    "lexicon list FILE": WORD_LINES,
    "lexicon build --from table FILE --out made": "reading,spelling\nいぬ,犬\n",
    "lexicon build --from table toy.csv --add FILE --out made": "すまほ\tスマホ\n",
    "lexicon build --from table toy.csv --exclude FILE --out made": "いぬ\t犬\n",
    "data sheet --known FILE --out made": WORD_LINES,
}
"""Command -> what is in its file."""


@pytest.mark.parametrize("command", READ)
def test_stdin_is_read_wherever_a_file_is(command: str, kanamj: Run, empty_folder: Path) -> None:
    (empty_folder / "toy.csv").write_text("reading,spelling\nいぬ,犬\nさくら,桜\n", encoding="utf-8")
    (empty_folder / "stdin").write_text(READ[command], encoding="utf-8")
    found, words = [], str(DATA / "games" / "words")
    for file in ("stdin", "-"):
        asked = [word.replace("FILE", file).replace("WORDS", words) for word in command.split()]
        done = kanamj(*asked, typed=READ[command].encode())
        assert done.code == 0, done.err
        files = {
            path.name: path.read_bytes() for path in empty_folder.glob("made/*") if path.suffix != ".toml"
        }
        found.append((done.out, files))
        shutil.rmtree(empty_folder / "made", ignore_errors=True)
    assert found[0] == found[1]


def test_a_record_that_is_read_from_stdin_is_named_so(kanamj: Run) -> None:
    assert kanamj("review", "-", typed=b"{}").err.startswith("error: stdin")


def test_a_hand_may_be_several_words(kanamj: Run) -> None:
    """`hand` is the hand as it was typed, `sorted` its tiles; everything else is the same."""
    given = [[WIN], WORDS, ["sakura", "namida", "tamago", "kitsune", "inu"]]
    said = [json.loads(kanamj("judge", *hand, "--json").out) for hand in given]
    assert [each.pop("hand") for each in said] == [" ".join(hand) for hand in given]
    assert said[0] == said[1] == said[2]
    assert said[0]["sorted"] == "".join(sorted(WIN))


def test_every_command_says_which_list_these_tiles_want(kanamj: Run) -> None:
    said = "; to read it in clear sounds: --lexicon common+seion\n"
    tiles = ("--tiles", "hiragana-pro-136")
    clear = WIN.translate(str.maketrans("だご", "たこ"))
    for asked in (
        ["judge", clear],
        ["judge", clear, "--scoring", "pro"],
        ["shanten", clear],
        ["score", clear],
    ):
        assert kanamj(*asked, *tiles).err.endswith(said)
        assert kanamj(*asked, *tiles, "--lexicon", "common+seion").err == ""
    assert kanamj("simulate", "deals", "--n", 1, "--sample", 0, *tiles).err.startswith(
        "hiragana-pro-136 can spell"
    )
    first = kanamj("judge", clear, *tiles, "-l", "common+seion").out.splitlines()[0]
    assert first == f"{clear}  form 33332, common+seion"


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        pytest.param(
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            marks=pytest.mark.skipif(
                not f"{sys.executable}{DATA}".isascii(), reason="there Python itself does not start"
            ),
        ),
    ],
    ids=lambda environment: " ".join(f"{name}={value}" for name, value in environment.items()),
)
def test_terminals_without_kana(environment: dict[str, str], tmp_path: Path) -> None:
    """Letters the terminal cannot show are escaped, and arguments are read as UTF-8."""
    clean = {
        name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LANG", "PYTHONUTF8")
    }
    hands = tmp_path / "hands.txt"
    hands.write_text(f"{WIN}\n", encoding="utf-8")
    commands = (
        ["judge", WIN],
        ["judge", WIN, "--json"],
        ["judge", "--help"],
        ["shanten", "-i", str(hands)],
    )
    # One process for all four: its streams and its arguments are what is tried.
    code = (
        "import sys; from kanamj.cli import main\n"
        "words = sys.argv[1:]\n"
        "while words:\n"
        "    end = words.index(';')\n"
        "    sys.argv, words = ['kanamj', *words[:end]], words[end + 1:]\n"
        "    try:\n        main()\n"
        "    except SystemExit as stop:\n        assert not stop.code, (stop.code, sys.argv)\n"
        "    print('---')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *(word for command in commands for word in (*command, ";"))],
        env={**clean, **environment},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.split(b"---\n")
    assert len(shown) == 5
    assert json.loads(shown[1])["hand"] == WIN


def test_a_win_tells_what_the_words_of_its_first_arrangement_mean(kanamj: Run) -> None:
    out = kanamj("judge", WIN, "--limit", "1").out
    assert "what it means" in out
    assert "ワンワンと なき、ひとと くらす どうぶつ。" in out
    assert "what it means" not in kanamj("judge", TENPAI).out
    own = own_glosses_file(load_lexicon())
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("いぬ\t犬\tdog\n", encoding="utf-8")
    assert re.search("いぬ 犬 +dog", kanamj("judge", WIN, "--limit", "1").out)
    said = json.loads(kanamj("judge", WIN, "--limit", "1", "--json").out)["arrangements"][0]
    dog = {"reading": "いぬ", "spelling": "犬", "gloss": "dog"}
    assert dog in [word for block in said for word in block["words"]]
    assert "gloss" not in kanamj("judge", "かさないぬ", "--form", "32", "-l", str(DATA / "toy"), "--json").out


def test_a_tenpai_hand_fits_a_screen(kanamj: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The waits with the most unseen tiles, the best-known words first; --limit 0 shows everything."""
    monkeypatch.setenv("COLUMNS", "80")
    hand = "さくらなみだたまごきつねい"
    out = kanamj("judge", hand).out
    assert len(out.splitlines()) <= 24
    assert "waits: 69 letters, 103 tiles unseen\nthe 6 best of 69 waits; --limit 0 shows all" in out
    assert "あき(秋) あな(穴) …" in out
    assert "ways of being tenpai: 12088; --limit 0 shows all" in out
    unseen = {wait.tile: wait.unseen for wait in judge(hand).waits}
    shown = re.findall(r"^ ?(\S) +(\d)   tanki", out, re.MULTILINE)
    assert [unseen[letter] for letter, _ in shown] == sorted(unseen.values(), reverse=True)[:6]
    two = kanamj("judge", hand, "--limit", 2).out
    assert "the 2 best of 69 waits" in two
    assert "12088, the first 2 shown (--limit)" in two
    assert "best of" not in kanamj("judge", "なみだいぬさく", "--form", "332", "--limit", 0).out
    riichi = kanamj("judge", "123m456p789s11z22z", *RIICHI).out
    assert ("best of" in riichi, "shanpon" in riichi) == (False, True)


def test_tiles_of_a_file_are_a_set_of_ones_own(kanamj: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.txt"
    file.write_text("か ２\nｻ 3\nな\t1\n", encoding="utf-8")
    told = json.loads(kanamj("judge", "かさなか", "--tiles", file, "--form", 32, "--json").out)
    assert (told["tiles"], told["shanten"]) == ("small", 0)
    assert [(wait["tile"], wait["unseen"]) for wait in told["waits"]] == [("さ", 2)]
    assert kanamj("shanten", "かさなかさ", "--tiles", file, "--form", 32).out.split()[-1] == "-1"
