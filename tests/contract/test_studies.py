"""The contract of the studies: neither workers nor stops change a byte, and a finished folder is read, never lost.

A study that is added to `STUDIES` is tested here without another line; its figures have tests of their own.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import partial
from itertools import dropwhile
from pathlib import Path
from typing import Any

import pytest

from kanamj.engine.forms import parse_forms
from kanamj.errors import ManifestError, UnfinishedRunError
from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.results import CHUNKS, MANIFEST, Manifest
from kanamj.studies import Deals, Games, Strength, Study, YakuStudy, run
from kanamj.studies.games import GAMES_PER_CHUNK
from kanamj.studies.strength import WALLS_PER_CHUNK
from tests.commands import COMMANDS
from tests.conftest import Run
from tests.places import by_default, files_in
from tests.reference import toy

EASY = Lexicon.from_entries("toy", [Entry(word, word, ease=n) for n, word in enumerate(toy.WORDS, 1)])
TOY: dict[str, Any] = {"tiles": toy.TILES, "forms": parse_forms("32"), "seed": 7, "chunk_size": 400}
"""Deals of the toy world, in chunks so small that there are three."""


def of_games() -> Games:
    rules = preset("basic", load_lexicon()).with_kernels()
    return Games(rules, parse_agents("greedy,random,greedy@0.5,greedy", 4), 2 * GAMES_PER_CHUNK + 1, 2, 3)


def of_walls() -> Strength:
    rules = preset("basic", load_lexicon("core")).with_kernels()
    return Strength(rules, parse_agents("random,greedy@0.1", 2), 2 * WALLS_PER_CHUNK + 1, seed=7)


STUDIES: dict[str, Callable[[], Study]] = {
    "simulate deals": lambda: Deals(EASY, 1_000, sample=60, **TOY),
    "simulate games": of_games,
    "study strength": of_walls,
    "study yaku": lambda: YakuStudy("core", 3, 3, chunk_size=1),
}


SOME = {"simulate deals", "simulate games", "study strength"}
"""Those of the default run: of deals, of games, with files beside the sums. All run one code (studies/runner.py)."""


def test_every_command_that_resumes_has_its_study_here() -> None:
    with_resume = {name for name, command in COMMANDS.items() if "resume" in {p.name for p in command.params}}
    assert {*STUDIES} == with_resume


@pytest.mark.parametrize("name", by_default(SOME, STUDIES))
def test_neither_workers_nor_stops_change_a_byte_and_finished_results_are_read(
    name: str, tmp_path: Path
) -> None:
    keeps_its_bytes(STUDIES[name](), tmp_path)


def keeps_its_bytes(study: Study, tmp_path: Path, last: int = 2) -> None:
    """The contract of a study. last: the chunk after which a run is stopped."""
    cut, done, all_done = tmp_path / "cut", list[int](), list[int]()
    whole = run(study, tmp_path / "whole", workers=2)
    assert run(study, progress=all_done.append).to_json() == whole.to_json()

    def stop(size: int) -> None:
        done.append(size)
        if len(done) == last:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(study, cut, progress=stop)
    assert [path.name for path in cut.iterdir()] == [CHUNKS]
    with pytest.raises(UnfinishedRunError, match="Use --resume to go on, --replace to start over"):
        run(study, cut)
    told, resumed = list[str](), list[int]()
    again = run(study, cut, resume=True, progress=resumed.append, tell=told.append)
    assert (again.to_json(), told, resumed[0]) == (whole.to_json(), [], sum(done))
    assert sum(resumed) == sum(all_done) >= study.n  # no chunk is done again
    assert files_in(cut) == files_in(tmp_path / "whole")
    assert Manifest.read(cut).verify(cut) == []
    for read in (study.read(cut), run(study, cut, resume=True, tell=told.append)):
        assert read.to_json() == whole.to_json()
        for name, table in read.tables.items():
            assert table.dtypes.tolist() == whole.tables[name].dtypes.tolist(), name
    assert "is finished; nothing is left to do" in told[0]
    with pytest.raises(ManifestError, match="already exists. Use --replace"):
        run(study, cut)
    table = next(path for path in sorted(cut.iterdir()) if path.suffix == ".csv")
    table.write_text(table.read_text().replace("\n", "\n\n", 1))
    with pytest.raises(ManifestError, match=f"{table.name}: is not what the manifest says"):
        study.read(cut)


DEALT = (
    *("--form", "332", "--tiles", "hiragana-pro-136", "--copies", "ignore", "--seed", 5),
    *("--lexicon", "common", "--extra", "my own.tsv"),
)
AGAIN: dict[str, tuple[object, ...]] = {
    "simulate deals": (*DEALT, "--n", 300, "--hand", 7, "--sample", 20),
    "simulate games": ("--n", 12, "--agents", "greedy+call,random,greedy@0.5,greedy", "--records", 3),
    "study strength": ("--agents", "random,greedy@0.1", "--rules", "basic", "--walls", 1),
    "study yaku": ("--n", 3, "--scoring", "pro,同頭=9", "--win", "tsumo", "--calls", 1),
}  # fmt: skip
"""Unusual options of each command."""


@pytest.mark.parametrize("name", by_default(SOME | {"study yaku"}, STUDIES))
def test_the_command_in_the_manifest_makes_the_same_files(kanamj: Run, empty_folder: Path, name: str) -> None:
    makes_the_same_files(partial(kanamj, *name.split()), AGAIN[name], empty_folder)


def makes_the_same_files(run: Run, options: Sequence[object], empty_folder: Path) -> None:
    """Whether the command in the manifest makes the same files. run: runs the command with the options it gets."""
    texts = {
        "elsewhere/my own.tsv": "るるる\tルルル\nぬぬ\tぬぬ\n",
        "known.txt": "さくら\nいぬ\n",
    }
    for file, text in texts.items():
        (empty_folder / file).parent.mkdir(exist_ok=True)
        (empty_folder / file).write_text(text, encoding="utf-8")
    own = Path("elsewhere", "my own.tsv")
    given = [own if option == own.name else option for option in options]
    done = run(*given, "--workers", 1, "--out", "once")
    assert done.code == 0, done.err
    once = Manifest.read(Path("once"))
    assert {own.name, *texts} & {*options} <= {*once.inputs}
    words = shlex.split(once.command.replace("DIR", "again"))
    done = run(*dropwhile(lambda word: not word.startswith("--"), words), "--workers", 2)
    assert done.code == 0, done.err
    assert files_in(Path("again")) == files_in(Path("once"))
    assert MANIFEST in files_in(Path("once"))
    shown = run(*given, "--out", "once", "--resume")
    assert (shown.code, "is finished" in shown.err) == (0, True)
    assert "already exists. Use --replace" in run(*given, "--out", "once").err
