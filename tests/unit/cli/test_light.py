"""What a command loads, and what works without the packages that only some answers need."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from kanamj.cli.commands import NAMES
from kanamj.errors import MissingExtraError
from tests.places import ROOT, python

HEAVY = {"numba", "ortools", "networkx", "pandas", "matplotlib", "starlette", "asyncio"}
SHARED = {
    "arguments",
    "commands",
    "complete",
    "engines",
    "help",
    "options",
    "output",
    "draws",
    "build",
    "worth",
}
"""Modules of the command line that several commands share."""
RARE = (
    *("pandas", "networkx", "ortools", "matplotlib", "pyarrow", "dask", "distributed"),
    *("pettingzoo", "gymnasium", "numba", "cloudpickle"),
)
WITHOUT = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {RARE}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
ASKED = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from kanamj.cli import main
told = []
for words in json.loads(sys.argv[1]):
    before, code = {*sys.modules}, 0
    sys.argv = ["kanamj", *words]
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
    told.append((code, out.getvalue(), err.getvalue(), sorted({*sys.modules} - before)))
print(json.dumps(told))
"""
"""Runs commands one after another in a process, and prints what each gave and loaded."""
TENPAI, WIN = "てがきねあげひよこみみずぬぽ", "さくらなみだたまごきつねいぬ"
GAMES = ROOT / "tests" / "data" / "games"
TOY = str(ROOT / "tests" / "data" / "toy")


class Told(NamedTuple):
    code: int
    out: str
    err: str
    loaded: list[str]


def asked(commands: list[list[str]], home: Path, before: str = "") -> list[Told]:
    done = python("-c", before + ASKED, json.dumps(commands), cwd=home)
    assert done.returncode == 0, done.stderr
    return [Told(*each) for each in json.loads(done.stdout)]


@pytest.mark.parametrize(
    "commands",
    [
        [
            (["score", "--help"], "numpy rich kanamj.engine kanamj.yaku kanamj.lexicon"),
            (["judge", "--help"], "numpy rich kanamj.engine kanamj.lexicon"),
            (["--version"], "numpy rich kanamj.engine"),
            (["--help"], "numpy rich kanamj.engine"),
            (["judge", TENPAI, "--json", "--draws", "1"], "numpy rich"),
            (["score", WIN, "--json"], "numpy rich"),
            (["judge", WIN], "numpy"),
            (["score", WIN, "--why"], "numpy"),
            (["judge", "--tiles", "riichi-136", "123m456p789s11z22z3z"], ""),
        ],
        [(["lexicon", "list"], "numpy kanamj.engine"), (["lexicon", "find", "いぬ"], "numpy kanamj.engine")],
    ],
)
def test_light_commands_load_nothing_heavy(commands: list[tuple[list[str], str]], tmp_path: Path) -> None:
    """One process asks them; what a command must not load, none before it may load."""
    loaded = set[str]()
    for (words, absent), told in zip(commands, asked([each for each, _ in commands], tmp_path), strict=True):
        loaded |= {*told.loaded}
        assert (told.code, told.err) == (0, ""), words
        assert not loaded & {*HEAVY, *absent.split()}, words
        own = {name.removeprefix("kanamj.cli.") for name in told.loaded if name.startswith("kanamj.cli.")}
        assert own <= {words[0], *SHARED} or words[0] not in NAMES, words


def test_everyday_commands_need_no_rare_package_and_others_say_what_to_install(tmp_path: Path) -> None:
    everyday = [
        ["judge", TENPAI, "--draws", "2", "--scoring", "pro"],
        ["score", WIN, "--scoring", "pro"],
        ["shanten", TENPAI, WIN],
        ["data", "write", "--out", "set", "--lexicon", TOY, "--format", "csv"],
        ["data", "sheet", "--out", "sheet", "--lexicon", TOY],
        ["data", "anki", "cards.txt", "--lexicon", TOY],
        ["quiz", "--n", "2"],
        ["verify", "common"],
        ["lexicon", "find", "いぬ"],
        ["exact"],
        ["review", str(GAMES / "standard-two-rons.jsonl"), "--moves", "--lexicon", str(GAMES / "words")],
    ]
    others = [
        (["simulate", "deals", "--n", "1e9"], ("a study", "pandas")),
        (["study", "yaku", "--n", "1e9"], ("a study", "pandas")),
        (["judge", TENPAI, "--draws", "3"], ("a question about many hands", "numba llvmlite")),
        (["data", "write", "--out", "d", "--format", "parquet"], ("the Parquet format", "pandas pyarrow")),
        (["data", "write", "--out", "d", "--plot"], ("a picture", "matplotlib")),
    ]
    told = asked([*everyday, *(words for words, _ in others)], tmp_path, WITHOUT)
    for words, each in zip(everyday, told, strict=False):
        assert each.code == 0, (words, each.err)
    for (words, lacks), each in zip(others, told[len(everyday) :], strict=True):
        assert each[:3] == (1, "", f"error: {MissingExtraError(*lacks)}\n"), words
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.txt", "set", "sheet"]


def test_a_package_that_is_broken_is_named() -> None:
    code = (
        "import sys, types\nfrom kanamj.errors import needing\n"
        "with needing('a picture', 'matplotlib'):\n    raise ImportError('it needs numpy 1')"
    )
    said = python("-c", code).stderr
    assert "a picture needs matplotlib, which cannot be imported (it needs numpy 1). Try: " in said


def test_the_page_and_the_library_need_no_rare_package(tmp_path: Path) -> None:
    code = (
        f"{WITHOUT}\nimport kanamj\nfrom kanamj.web.answers import Answers\n"
        f"said = Answers('common').reply('judge', {{'hand': '{TENPAI}', 'draws': '2'}})\n"
        f"report = kanamj.WordEngine().analyze('{TENPAI}')\n"
        "assert report.shanten == 0 and report._repr_html_()\n"
        "try:\n    report.to_frame()\nexcept kanamj.errors.MissingExtraError as error:\n    print(error.extra, error)"
    )
    done = python("-c", code, cwd=tmp_path)
    assert done.stdout == f" {MissingExtraError('a table', 'pandas')}\n", done.stderr


@pytest.mark.parametrize(
    ("file", "text", "way"),
    [
        ("kanamj/pipx_metadata.json", "{}", "pipx inject kanamj pyarrow pandas"),
        ("kanamj/pyvenv.cfg", "uv = 0.9.1\n", "uv pip install --python {place} pyarrow pandas"),
        ("archive-v0/pyvenv.cfg", "uv = 0.9.1\n", "uv pip install --python {place} pyarrow pandas"),
        ("archive-v0/x/pyvenv.cfg", "uv = 0.9.1\n", "uvx --with pyarrow,pandas kanamj …"),
        ("kanamj/pyvenv.cfg", "home = /usr/bin\n", "pip install pyarrow pandas"),
    ],
)
def test_the_way_out_is_that_of_the_place_kanamj_is_in(
    file: str, text: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    home = str((tmp_path / file).parent)
    monkeypatch.setattr(sys, "prefix", home)
    said = str(MissingExtraError("the Parquet format", "pyarrow pandas", "parquet"))
    assert said.endswith(f"Try: {way.format(place=home)}")
