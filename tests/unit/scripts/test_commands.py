"""The command of a manifest can be typed where it was typed, and scripts/commands.py tells which cannot."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from kanamj.lexicon import load_lexicon
from kanamj.lexicon.shelf import way_to
from kanamj.results import Manifest
from tests.conftest import Run
from tests.places import DATA, script

COMMANDS = script("commands")
BOT = "class Last:\n    def choose(self, seen, legal):\n        return legal[-1]\n"


def test_a_manifest_says_the_way_to_what_is_outside(
    kanamj: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    shutil.copytree(DATA / "toy", "mine/v1.1")
    Path("mine", "last_bots.py").write_text(BOT, encoding="utf-8")
    Path("mine", "few.txt").write_text("いぬ\nさくら\nすまほ\n", encoding="utf-8")
    asked = "--agents last_bots:Last --path mine --lexicon mine/v1.1 --rules basic --extra mine/few.txt"
    kanamj(*shlex.split(f"simulate games --n 2 {asked} --workers 1 --out made"))
    command = Manifest.read("made").command
    assert "--lexicon mine/v1.1 " in command
    assert "--path mine " in command
    assert "--extra mine/few.txt" in command
    words = shlex.split(command.replace("DIR", "again"))[1:]
    kanamj(*words, "--workers", "1")
    assert Manifest.read("again") == Manifest.read("made")
    assert [way_to(load_lexicon(name)) for name in ("core", "core+seion", "mine/few.txt")] == [
        "core",
        "core+seion",
        "mine/few.txt",
    ]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("kanamj simulate deals --n 1e12 --lexicon core --workers 1 --out DIR", ""),
        ("python scripts/research/values.py --n 1000000 --lexicon core --workers 1 --out DIR", ""),
        ("kanamj simulate deals --n 10 --lexicon nowhere --out DIR", "'nowhere' is not a lexicon"),
    ],
)
def test_a_command_that_does_not_begin_is_told(command: str, said: str) -> None:
    found = COMMANDS.wrong(command)
    assert (said in found, bool(found)) == (True, bool(said))
