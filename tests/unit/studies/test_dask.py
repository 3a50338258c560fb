"""Chunks sent to a Dask cluster: a real scheduler and two workers, processes of their own, on loopback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.lexicon import Lexicon
from kanamj.manifest import CHECKPOINT
from kanamj.studies.deals import Deals
from kanamj.studies.games import Games
from kanamj.studies.run import run, run_into
from kanamj.studies.workers import open_workers
from tests.places import ROOT
from tests.reference import toy

pytest.importorskip("distributed", reason="the cluster extra is not installed: pip install 'kanamj[cluster]'")


def _start(module: str, *arguments: str, home: Path, stack: ExitStack) -> Path:
    """The log of a started scheduler or worker; it is ended with the stack."""
    log = home / f"{module}-{len(list(home.iterdir()))}.log"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
    with log.open("w") as file:
        process = stack.enter_context(subprocess.Popen(command, env=environment, stderr=file, stdout=file))
    stack.callback(process.terminate)
    return log


def _said(log: Path, pattern: str) -> str:
    for _ in range(3_000):
        if found := re.search(pattern, log.read_text()):
            return found.group(1)
        time.sleep(0.01)
    pytest.fail(f"no {pattern!r} within 30 s in: {log.read_text()}")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("dask")
    with ExitStack() as stack:
        local = ("--host", "127.0.0.1", "--no-dashboard")
        log = _start("dask_scheduler", *local, "--port", "0", home=home, stack=stack)
        address = _said(log, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")
        for _ in range(2):
            arguments = (address, *local, "--nthreads", "1", "--local-directory", str(home / "space"))
            _said(_start("dask_worker", *arguments, home=home, stack=stack), r"(Registered to)")
        yield address


DEALS = Deals(toy.LEXICON, 20_000, seed=7, tiles=toy.TILES, forms=("32",), sample=60, chunk_size=1_000)


@pytest.mark.slow
def test_cluster_comes_to_the_same_counts(scheduler: str, tmp_path: Path) -> None:
    on_cluster = run_into(tmp_path, DEALS, partial(open_workers, dask=scheduler), keep_checkpoint=True)
    assert on_cluster == run(DEALS, open_workers)
    assert (tmp_path / CHECKPOINT).read_text().count("\n") == 21


@pytest.mark.slow
def test_cluster_plays_the_same_games(scheduler: str, tmp_path: Path, common: Lexicon) -> None:
    """Records among them, and words of players who know a few: no worker needs a folder of this machine."""
    rules = preset("standard", common).with_kernels()
    games = Games(rules, parse_agents("greedy,greedy+call,random,greedy@0.5", 4), 60, 3, 30)
    run_into(tmp_path / "here", games, open_workers)
    run_into(tmp_path / "there", games, partial(open_workers, dask=scheduler))
    names = sorted(path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*.*"))
    assert len(names) == 30 + 7
    for name in names:
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


@pytest.mark.slow
def test_both_workers_are_given_work(scheduler: str) -> None:
    with open_workers(_where, dask=scheduler) as work:
        assert len({where for _, where in work(range(8))}) == 2


def _where(_: int) -> int:
    time.sleep(0.2)
    return os.getpid()


@pytest.mark.slow
def test_a_cluster_without_workers_is_said(tmp_path: Path) -> None:
    with ExitStack() as stack:
        local = ("--host", "127.0.0.1", "--no-dashboard")
        log = _start("dask_scheduler", *local, "--port", "0", home=tmp_path, stack=stack)
        address = _said(log, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")
        with pytest.raises(KanamjError, match="has no workers"), open_workers(_where, dask=address):
            pytest.fail("opened")


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x"])
def test_no_scheduler_is_said(address: str) -> None:
    with (
        pytest.raises(KanamjError, match=f"no Dask scheduler answers at {address}"),
        open_workers(_where, dask=address),
    ):
        pytest.fail("opened")
