"""Studies on a Dask cluster: a real scheduler with two workers, each a process on this machine."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread

import pytest

from kanamj.errors import KanamjError
from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.lexicon import Lexicon
from kanamj.results import CHUNKS
from kanamj.studies import Deals, Games, run
from kanamj.studies.pools import open_pool
from tests.places import ROOT, ended, files_in, lacks
from tests.reference import toy

pytest.importorskip("distributed", reason=lacks("distributed"))


def _said(log: Path, pattern: str) -> str:
    for _ in range(3_000):
        if found := re.search(pattern, log.read_text()):
            return found.group(1)
        time.sleep(0.01)
    pytest.fail(f"no {pattern!r} within 30 s in: {log.read_text()}")


class Cluster:
    """A scheduler and its workers, processes of their own that a test may kill."""

    def __init__(self, home: Path, stack: ExitStack, workers: int) -> None:
        self.home, self.stack = home, stack
        local = ("--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._spawn("dask_scheduler", *local, "--port", "0", "--dashboard-address", ":0")
        self.address = _said(self.scheduler[1], r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")
        self.workers = [self.worker() for _ in range(workers)]

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        arguments = ("--host", "127.0.0.1", "--no-dashboard", "--nthreads", "1", "--no-nanny")
        space = ("--local-directory", str(self.home / "space"))
        process, log = self._spawn("dask_worker", self.address, *arguments, *space, **environment)
        _said(log, r"(Registered to)")
        return process

    def _spawn(
        self, module: str, *arguments: str, **environment: str
    ) -> tuple[subprocess.Popen[bytes], Path]:
        log = self.home / f"{module}-{len(list(self.home.iterdir()))}.log"
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
        with log.open("w") as file:
            process = subprocess.Popen(
                command,
                env={**os.environ, "PYTHONPATH": str(ROOT)} | environment,
                stderr=file,
                stdout=file,
                cwd=self.home,  # else the checkout would be imported whatever PYTHONPATH says
            )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process, log


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        home = tmp_path / "dask"
        home.mkdir()
        yield Cluster(home, stack, workers=1)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("dask"), stack, workers=2).address


DEALS = Deals(toy.LEXICON, 20_000, seed=7, tiles=toy.TILES, forms=("32",), sample=60, chunk_size=1_000)


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(scheduler: str, tmp_path: Path, common: Lexicon) -> None:
    """The games have records, and players who know few words. No worker needs a folder of this machine."""
    rules = preset("standard", common).with_kernels()
    games = Games(rules, parse_agents("greedy,greedy+call,random,greedy@0.5", 4), 60, 3, 30)
    run(games, tmp_path / "here")
    run(games, tmp_path / "there", dask=scheduler)
    assert files_in(tmp_path / "here") == files_in(tmp_path / "there")


@pytest.mark.slow
def test_both_workers_get_work(scheduler: str) -> None:
    with open_pool(_where, 1, scheduler) as work:
        assert len({where for _, where in work(range(8))}) == 2


def _where(_: int) -> int:
    time.sleep(0.2)
    return os.getpid()


@pytest.mark.slow
def test_a_cluster_without_workers_is_an_error(tmp_path: Path) -> None:
    with ExitStack() as stack:
        address = Cluster(tmp_path, stack, workers=0).address
        with pytest.raises(KanamjError, match="has no workers"):
            run(DEALS, dask=address)


# What goes wrong in clusters: one sentence, exit 1 in time, the chunks kept, and --resume goes on at home.


def _command(out: Path, address: str, *more: str) -> list[str]:
    chosen = ["--n", "3e7", "--sample", "0", "--dask", address, "--out", str(out), *more]
    return [sys.executable, "-m", "kanamj", "simulate", "deals", *chosen]


def _wait_for(path: Path) -> None:
    for _ in range(12_000):
        if len([*path.glob("*.json")]) > 3:
            return
        time.sleep(0.01)
    pytest.fail(f"{path} did not grow")


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["scheduler", "worker", "both"])
def test_a_lost_worker_or_scheduler_ends_the_run_with_one_sentence(
    cluster: Cluster, tmp_path: Path, lost: str
) -> None:
    out = tmp_path / "out"
    with subprocess.Popen(
        _command(out, cluster.address), stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as run_there:
        _wait_for(out / CHUNKS)
        if lost in ("scheduler", "both"):
            cluster.scheduler[0].kill()
        if lost in ("worker", "both"):
            cluster.workers[0].kill()
        _, said = run_there.communicate(timeout=90)
    text = said.decode()
    assert (run_there.returncode, "Traceback" in text) == (1, False), text
    assert len(text.strip().splitlines()) == 1, text
    assert "--resume" in text
    assert len([*(out / CHUNKS).glob("*.json")]) > 3


@pytest.mark.slow
@pytest.mark.parametrize("speaks", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", None])
def test_a_port_without_a_scheduler_is_an_error(tmp_path: Path, speaks: bytes | None) -> None:
    """Something else listens there, and may speak; or nothing does."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        accepted = []

        def answer() -> None:
            with suppress(OSError):
                while True:
                    accepted.append(server.accept()[0])
                    accepted[-1].sendall(speaks or b"")

        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        if speaks is None:
            server.close()
        else:
            Thread(target=answer, daemon=True).start()
        done = ended(_command(tmp_path / "out", address))
    assert (done.returncode, done.stderr) == (
        1,
        f"error: no Dask scheduler answers at {address}; start one with: dask scheduler\n",
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_the_work_of_a_worker_of_another_version_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(ROOT / "kanamj", other / "kanamj", ignore=shutil.ignore_patterns("__pycache__"))
    version = other / "kanamj" / "version.py"
    version.write_text(re.sub(r'__version__ = ".*"', '__version__ = "0.1"', version.read_text()))
    cluster.workers[0].kill()
    cluster.worker(PYTHONPATH=str(other))
    done = ended(_command(tmp_path / "out", cluster.address))
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert re.fullmatch(r"error: a worker runs kanamj 0\.1; this is .*--resume\n", done.stderr)
