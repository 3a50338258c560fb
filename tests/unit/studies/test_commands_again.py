"""The command in the manifest of a study of deals makes the same folder again, even with unusual options."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanamj.folders import Manifest
from tests.places import files_in

Run = Callable[..., Any]
DEALT = (
    *("--n", 3_000, "--form", "332", "--tiles", "hiragana-pro-136", "--copies", "ignore", "--seed", 5),
    *("--lexicon", "common", "--extra", "my own.tsv"),
)


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("simulate deals", ("--hand", 7, "--sample", 20)),
        ("study values", ("--hand", 7)),
        ("study order", ("--known", "known.txt", "--learn", 2, "--candidates", 20)),
        ("study arranging", ("--policies", "any/any,fewest/hard", "--without", "pairs", "--passes", 3)),
    ],
)
def test_the_command_of_the_manifest_makes_the_same_files(
    kanamj: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, options: tuple[object, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "elsewhere" / "my own.tsv"
    own.parent.mkdir()
    own.write_text("るるる\tルルル\nぬぬ\tぬぬ\n", encoding="utf-8")
    (tmp_path / "known.txt").write_text("さくら\nいぬ\n", encoding="utf-8")
    given = [own if option == own.name else option for option in DEALT]
    done = kanamj(*command.split(), *given, *options, "--workers", 1, "--out", "once")
    assert done.code == 0, done.err
    own.rename(tmp_path / own.name)  # the command names files without their folders
    once = Manifest.read(Path("once"))
    assert own.name in once.inputs
    again = [word.replace("DIR", "again") for word in shlex.split(once.command)]
    done = kanamj(*again[1:], "--workers", 1)
    assert done.code == 0, done.err
    assert Manifest.read(Path("again")).parameters == once.parameters
    assert files_in(Path("again")) == files_in(Path("once"))
