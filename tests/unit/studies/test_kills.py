"""A study that is killed at any moment gives the same files after --resume, and leaves no other file and no process.

The slow test kills each command 60 times; KANAMJ_KILLS sets how often, KANAMJ_SEED chooses the moments.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from kanamj.errors import KanamjError
from kanamj.folders.manifest import MANIFEST, Manifest
from kanamj.studies.deals import Deals
from kanamj.studies.measures import Count
from kanamj.studies.run import run, run_into
from kanamj.studies.study import Chunk, ChunkResult, Study
from kanamj.studies.sums import Totals
from kanamj.studies.tables import Declared
from kanamj.studies.workers import open_workers
from kanamj.version import __version__
from tests.kills import killed_at
from tests.places import ROOT, files_in
from tests.reference import toy

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


def _resumed(out: Path, study: Study) -> str:
    """Resume the study, and return the message of the error if there is one."""
    try:
        run_into(out, study, open_workers, resume=True)
    except KanamjError as error:
        return str(error)
    return ""


@dataclass(frozen=True)
class Squares(Study):
    """The sum of the squares below n, five per chunk. Each chunk gives a file, too."""

    n: int
    chunk_size = 5
    kind, command = "squares", "make squares"
    tables = (Declared("sum", Count("squares")),)

    def parameters(self) -> dict[str, Any]:
        return {"n": self.n, "version": __version__}

    def work(self, chunk: Chunk) -> ChunkResult:
        squares = [i * i for i in range(5 * chunk.number, 5 * chunk.number + chunk.size)]
        files = {f"{chunk.number}.bin": bytes(str(squares), "ascii")}
        return self.recorded([(("sum", "squares"), sum(squares))], files)

    def result(self, sums: Totals, files: Mapping[str, Path]) -> Any:
        return super().result(sums, {f"squares/{name}": path for name, path in files.items()})


def test_files_of_chunks_are_written(tmp_path: Path) -> None:
    for workers in (1, 2):
        found = run(Squares(12), partial(open_workers, workers=workers))
        assert found.tables["sum"].rows == [[sum(i * i for i in range(12))]]
    run_into(tmp_path, Squares(12), partial(open_workers, workers=2))
    assert (tmp_path / "squares" / "2.bin").read_text() == "[100, 121]"
    assert Manifest.read(tmp_path).verify(tmp_path) == []


STUDIES: dict[str, Callable[[], Study]] = {
    "deals": lambda: Deals(
        toy.LEXICON, 2_500, 7, tiles=toy.TILES, forms=("32",), sample=60, chunk_size=1_000
    ),
    "squares": lambda: Squares(12),
}


@pytest.mark.parametrize("name", [pytest.param("deals", marks=pytest.mark.slow), "squares"])
def test_killed_between_any_two_changes_of_the_file_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The folder holds older results and a file of the user. Then --resume gives the same files as a run that was not
    killed; if nothing had been done, it refuses, and the older results are still there."""
    study = STUDIES[name]()
    older = replace(study, n=5)  # type: ignore[type-var]
    whole = tmp_path / "whole"
    run_into(whole, study, open_workers)
    step, died = 0, True
    while died:
        out = tmp_path / f"out{step}"
        run_into(out, older, open_workers)
        (out / ".env").write_text("KEY=1")
        before = files_in(out)
        died = killed_at(step, lambda out=out: run_into(out, study, open_workers, replace=True), monkeypatch)
        assert (out / MANIFEST).is_file()
        said = _resumed(out, study)
        if said:  # nothing was done: the older results are shown for what they are
            assert "n 5, but this call has" in said, step
            assert files_in(out) == before
            run_into(out, study, open_workers, replace=True)
        assert files_in(out) == files_in(whole) | {".env": b"KEY=1"}, step
        step += 1
    assert step > 40


def _command(kind: str) -> list[str]:
    rest = {
        "deals": ["--n", "3e6", "--sample", "200"],
        "games": ["--n", "400", "--records", "60", "--agents", "greedy,greedy+call,greedy,random"],
    }[kind]
    return [sys.executable, "-m", "kanamj", "simulate", kind, *rest, "--workers", "2", "--out"]


def _processes(parent: psutil.Process) -> list[psutil.Process]:
    try:
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _start(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with log.open("ab") as errors:
        return subprocess.Popen(
            command, stdout=errors, stderr=errors, env=environment, start_new_session=True, cwd=log.parent
        )


def _seconds_of(command: list[str], log: Path) -> float:
    begun = time.monotonic()
    assert _start(command, log).wait(600) == 0, log.read_text()
    return time.monotonic() - begun


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["deals", "games"])
def test_kills_at_random_moments(tmp_path: Path, kind: str) -> None:
    """Sixty kills of parent, worker, fork server or all, each followed by --resume; takes some ten minutes."""
    kills, chance = (
        int(os.environ.get("KANAMJ_KILLS", "60")),
        random.Random(os.environ.get("KANAMJ_SEED", "1")),
    )
    log = tmp_path / "log"
    whole = tmp_path / "whole"
    takes = _seconds_of([*_command(kind), str(whole)], log)
    killed, series = 0, 0
    while killed < kills:
        out = tmp_path / f"out{series}"
        for _ in range(chance.randint(1, 4)):
            process = _start([*_command(kind), str(out), "--resume"], log)
            time.sleep(chance.uniform(0.05, 1.05) * takes)
            crew = _processes(psutil.Process(process.pid)) if process.poll() is None else []
            killed += bool(crew)
            victims = {
                "parent": crew[:1],
                "all": crew,
                "one": [chance.choice(crew)] if crew else [],
                "workers": crew[2:],
            }[chance.choice(["parent", "all", "one", "workers"])]
            for victim in victims:
                with suppress(psutil.NoSuchProcess):
                    victim.kill()
            code = process.wait(120)
            assert code in (0, 1, -signal.SIGKILL), log.read_text()
            _, alive = psutil.wait_procs(crew, timeout=20)
            assert not alive, [one.cmdline() for one in alive]
        end = _start([*_command(kind), str(out), "--resume"], log)
        assert end.wait(600) == 0, log.read_text()
        assert files_in(out) == files_in(whole), series
        series += 1
    assert {path.name for path in tmp_path.iterdir()} == {"log", "whole", *(f"out{i}" for i in range(series))}
    told = log.read_text()
    # Python's own resource tracker, a process of which a new one is started if it is killed, prints these by itself.
    assert told.count("Traceback") == told.count('/multiprocessing/resource_tracker.py", line')
    print(f"{kind}: {killed} kills in {series} series, {takes:.1f} s a run")
