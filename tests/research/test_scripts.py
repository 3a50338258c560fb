"""The scripts of scripts/research: each prints its help, and its studies keep the contract of all studies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from arranging import Arranging
from ceiling import Ceiling
from chances import Chances
from exact332.alone import Alone
from exact332.count import CountWords
from exact332.solve import SolveWords
from fair_tiles import FairTiles
from hardness import Hardness
from order import Order
from rare import Rare
from results_hardness import AllHardness
from riichi import Riichi
from seats import Seats
from unseen_waits import UnseenWaits
from values import Values

from kanamj.results import Manifest
from kanamj.studies import Study
from tests.conftest import Run
from tests.contract import test_studies as contract
from tests.places import ROOT, by_default, needs, python
from tests.reference import toy
from tests.research.test_exact332_count import TILES, WORDS

RESEARCH = ROOT / "scripts" / "research"
SCRIPTS = (
    *(
        f"{name}.py"
        for name in (
            *("arranging", "ceiling", "chances", "fair_tiles", "hardness", "numbering", "order", "rare"),
            *("riichi", "seats", "unseen_waits", "values"),
        )
    ),
    *(f"results_{name}.py" for name in ("chances", "exact", "hardness")),
    *(f"exact332 {name}" for name in ("count", "solve", "alone")),
)


EASY, DEALT = contract.EASY, contract.DEALT
TOY: dict[str, Any] = contract.TOY
STUDIES: dict[str, Callable[[], Study]] = {
    "arranging": lambda: Arranging(EASY, 1_000, passes=3, **TOY),
    "ceiling": lambda: Ceiling(EASY, 60, draws=3, **TOY | {"chunk_size": 20}),
    "chances": lambda: Chances(EASY, 60, three=1, **TOY | {"chunk_size": 20}),
    "fair_tiles": lambda: FairTiles(EASY, 600, known=4, most=3, **TOY),
    "hardness": lambda: Hardness(EASY, 1_000, **TOY),
    "order": lambda: Order(EASY, 1_000, known="3", learn=3, candidates=4, **TOY),
    "riichi": lambda: Riichi(11, 3, known="all", shares="0.1,0.3"),
    "seats": lambda: Seats(11, 3, rules="standard", known="all", chunk_size=5),
    "rare": lambda: Rare(EASY, 1_000, least=0, most=3, **TOY),
    "unseen_waits": lambda: UnseenWaits(EASY, 300, hand=4, **TOY | {"chunk_size": 60}),
    "values": lambda: Values(EASY, 1_000, **TOY),
    "exact332 count": lambda: CountWords(WORDS, TILES, hand=7, chunk_size=2),
    "exact332 alone": lambda: Alone(agents="greedy,safe:Safe", n=2 * Alone.chunk_size + 1, draws=2, judged=3),
    "results_hardness": lambda: AllHardness(300),
}


@needs("matplotlib")  # some have pictures
@pytest.mark.parametrize("name", by_default({"values", "rare", "hardness", "order"}, STUDIES))
def test_neither_workers_nor_stops_change_a_byte(name: str, tmp_path: Path) -> None:
    contract.keeps_its_bytes(STUDIES[name](), tmp_path)


AGAIN: dict[str, tuple[object, ...]] = {
    "arranging": (
        *DEALT,
        "--n",
        300,
        "--policies",
        "any/any,fewest/hard",
        "--without",
        "pairs",
        "--passes",
        3,
    ),
    "ceiling": (*DEALT, "--n", 30),
    "chances": ("--n", 1, "--form", "332"),
    "fair_tiles": (*DEALT, "--n", 300, "--aim", "known", "--known", 900, "--games", 1),
    "hardness": (*DEALT, "--n", 300),
    "order": (*DEALT, "--n", 300, "--known", "known.txt", "--learn", 2, "--candidates", 20),
    "riichi": ("--n", 2, "--known", 900, "--rules", "standard", "--shares", "0,0.25"),
    "seats": ("--n", 6, "--chunk-size", 3, "--rules", "pro standard,players=3", "--known", 900),
    "rare": (*DEALT, "--n", 300, "--least", 1, "--most", 2, "--plus", 5.5),
    "unseen_waits": (*DEALT, "--n", 30, "--hand", 7),
    "values": (*DEALT, "--n", 3_000, "--hand", 7),
    "exact332 count": ("--hand", 7, "--lexicon", "few"),
    "exact332 alone": ("--agents", "greedy@0.1,400w", "--n", 3, "--draws", 2, "--judged", 2, "--seed", 5),
}
"""Unusual options of each script."""


@pytest.mark.parametrize("name", by_default({"values", "order"}, AGAIN))
def test_the_command_in_the_manifest_makes_the_same_files(
    research: Run, kanamj: Run, empty_folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "few" in AGAIN[name]:  # it takes minutes with the tiles of the game
        monkeypatch.setattr("exact332.count.tile_set", lambda _: toy.TILES)
        Path("words.csv").write_text("reading\n" + "\n".join(toy.WORDS), encoding="utf-8")
        assert kanamj("lexicon", "build", "--from", "table", "words.csv", "-o", "few").code == 0
    contract.makes_the_same_files(partial(research, *name.split()), AGAIN[name], empty_folder)
    assert Manifest.read(Path("once")).command.startswith("python scripts/research/")


@pytest.mark.parametrize("name", by_default({"values.py", "exact332 count"}, SCRIPTS))
def test_a_script_prints_its_help(name: str) -> None:
    first, *more = name.split()
    done = python(str(RESEARCH / first), *more, "--help", cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"usage: {name} [" in done.stdout


def test_exact332_says_what_it_does() -> None:
    for words, code in (((), 2), (("--help",), 0), (("guess",), 2)):
        done = python(str(RESEARCH / "exact332"), *words, cwd=ROOT)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith("usage: python scripts/research/exact332 [count|solve|alone]")


REFUSALS = """
exact332 count --hand 9 | 7 or 8 tiles, not 9
exact332 count --tiles riichi-136 | kana tiles
exact332 count --lexicon pairs | no word of 3 letters
exact332 count --resume |2 they need --out DIR
exact332 solve --draws 0 | 0 draws cannot be solved
exact332 solve --workers 2 | leave out --workers and --dask
exact332 solve --hand 7 |2 unrecognized arguments
arranging --n 0 | n is 0; give a whole number from 1 to
arranging --n some |2 'some' is not a whole number below 1e18
arranging --passes 0 | cannot be tried 0 times
arranging --policies hardest/first | 'hardest/first' is not a policy; give the letter that is chosen (fewest, any, most)
arranging --without policies | 'policies' is not a table that can be left out; give letters or pairs
arranging --form 33332,2222222 | hands are arranged by one form, not by 33332,2222222
arranging --hand 13 | a complete hand of form 33332 has 14 tiles, not 13; leave --hand out
arranging --form 33222 | form 33222 cannot be arranged word by word
arranging --tiles riichi-136 | needs no deals
values --n 1 --workers 1 | deals is complete with common; shares with errors need 2 or more
values --n 50 --form 2222222 | up to four 3s and at most one 2
values --n 50 --form 33332,332 | up to four 3s and at most one 2
order --n 1 | 1 deal has no standard error; give 2 or more
order --n 20 --learn 0 | 0 of 700 words cannot be learnt; give 1 or more of both
order --n 20 --candidates -1 | of -1 words cannot be learnt
order --n 20 --learn 60 --candidates 50 | 60 words cannot be chosen of 50 candidates
order --n 20 --learn 9000 | 9,000 words cannot be learnt; besides the 700 known words, common has only
order --n 20 --known 99999 | 99,999 words cannot be known; common has
order --n 20 --known 0 | 0 words cannot be known
order --n 20 --known 1,500 | '1,500' is neither a number of words nor a file of them
order --n 20 --known odd.txt | has words that common does not have with 2 or 3 letters, spelled with ゃゃ, ん
order --n 20 --known 1 --learn 1 --lexicon pairs --form 2 | does not say which words people learn first
order --n 20 --known all.txt --learn 1 --lexicon pairs --form 2 | all 1 words of pairs are known
order --n 20 --learn 2 --form 33332,332 | these have 8, 14 tiles
order --n 20 --learn 2 --form 4442 | up to four 3s and at most one 2
ceiling --draws 7 | 7 draws cannot be foreseen; give 1 to 6
rare --hand 13 | both sizes of hands are dealt; leave out --hand
rare --form 33332,332 | both sizes of hands are dealt; leave out --hand, and give forms of one size
rare --least 5 --most 4 | hands of shanten 5 to 4 cannot be sought
rare --most 14 | a hand of 33332 has a shanten from -1 to 13
rare --plus 0 | with 0 added, a letter in no word has no weight, or all weights are 0; give a --plus above 0
rare --plus nan | with nan added
rare --plus inf | with inf added
riichi --shares 0.2,1.5 | 1.5 of the tiles cannot win; give shares from 0 to 1, such as 0,0.2
riichi --shares=-0.1 | -0.1 of the tiles cannot win
riichi --shares nan | nan of the tiles cannot win
riichi --shares some | some are not shares; give numbers from 0 to 1
riichi --rules basic | the rules basic have no riichi; give others, such as standard
riichi --n 1 | 1 wall has no error; give 2 walls or more
riichi --rules standard,riichi=no | have no riichi
riichi --known few | few is not a number of words; give numbers, and all
riichi --known 0 | 0 is not a number of words
seats --n 25 | 25 games by 6 rules find no komi; give more than 25 games
seats --known few | few is not a number of words
seats --rules prow | prow
unseen_waits --hand 14 | a hand of 14 tiles does not wait by 33332; give one tile less
unseen_waits --n 0 | 0 deals cannot be counted
fair_tiles --form 33332,332 | leave out --hand, and give forms of one size
fair_tiles --most 1 | 1 to 1 copies are no choice; give 2 to 20
fair_tiles --most 2 --tiles hiragana-pro-166 | 75 letters of 1 to 2 copies cannot have 166 tiles; give a larger --most
fair_tiles --aim most | the aim most with 760 words and 0 games cannot be judged; give all, known or even
fair_tiles --known 0 | 1 word or more
fair_tiles --tiles none.txt | 'none.txt' is not a tile set
fair_tiles --tiles zero.txt | zero has 0 copies of か, and words need it; give it 1, or leave its line out
"""
"""Command | exit code (1 if it is not said) and what is said."""


@pytest.mark.parametrize("line", REFUSALS.strip().splitlines())
def test_bad_input_is_refused(research: Run, empty_folder: Path, line: str) -> None:
    (empty_folder / "pairs").mkdir()
    text = "２文字集合\t可能な２文字単語\nあい\tあい\n"
    (empty_folder / "pairs" / "2gram.txt").write_text(text, encoding="utf-8")
    (empty_folder / "odd.txt").write_text("ゃゃ\nんんん\nいぬ\n", encoding="utf-8")
    (empty_folder / "all.txt").write_text("あい\n", encoding="utf-8")
    zero = (f"{letter} {2 * (letter != 'か')}" for letter in "あいうえおかきくけこさしすせそたちつてとん")
    (empty_folder / "zero.txt").write_text("\n".join(zero), encoding="utf-8")
    command, _, said = line.partition(" |")
    code, _, message = said.partition(" ")
    done = research(*command.split())
    assert (done.code, done.out) == (int(code or 1), "")
    assert message in " ".join(done.err.replace("│", " ").split())


@pytest.mark.parametrize("stop", by_default({signal.SIGINT}, [signal.SIGINT, signal.SIGTERM]))
@pytest.mark.parametrize("name", by_default({"count"}, ["count", "solve"]))
def test_a_script_in_a_kernel_can_be_stopped(name: str, stop: signal.Signals, tmp_path: Path) -> None:
    """Nothing that it has started is left running."""
    words = [sys.executable, "scripts/research/exact332", name, "--out", str(tmp_path / "out")]
    with subprocess.Popen(
        words, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr
        while "finding the hands" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(stop)
        said = process.stderr.read()
    assert process.returncode == 130
    assert "stopped before anything was done" in said
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.slow  # studies of the library do in tests/contract
def test_a_script_runs_in_several_processes(tmp_path: Path) -> None:
    asked = ("--n", "3000", "--form", "332", "--lexicon", "core")
    found = []
    for workers in ("1", "2"):
        words = ("scripts/research/arranging.py", *asked, "--workers", workers, "--out", tmp_path / workers)
        done = python(*map(str, words), cwd=ROOT, timeout=600)  # kernels may have to be compiled
        assert done.returncode == 0, done.stderr
        found.append((tmp_path / workers / "policies.csv").read_bytes())
    assert found[0] == found[1]


def test_the_committed_results_are_read_by_their_scripts() -> None:
    """And their manifests name the scripts."""
    studies: dict[str, type[Study]] = {
        "arranging/core": Arranging,
        "lessons/values-14": Values,
        "exact/common-332": CountWords,
        "exact/players": Alone,
        "exact/solitaire": SolveWords,
        "strength/ceiling": Ceiling,
    }
    for folder, study in studies.items():
        place = ROOT / "results" / folder
        assert study.read(place).tables
        assert Manifest.read(place).command.startswith(f"{study.command} --")
