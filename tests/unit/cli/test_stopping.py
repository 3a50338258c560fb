"""Every command that gets SIGINT or SIGTERM ends soon, with one sentence and exit code 130, and leaves no process."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from select import select
from typing import NamedTuple

import psutil
import pytest

from kanamj.results import CHUNKS
from tests.places import DATA, ROOT, by_default, ended, lacks, python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")

PATIENCE = 600.0
"""Seconds after which a process hangs, for a test; how soon it ends is not measured."""
HALF = "stopped; no file was left half written"
NOTHING_DONE = "stopped before anything was done"
DEALS = ("simulate", "deals", "--n", "1e8", "--sample", "0", "--out", "{out}")
GAMES = ("simulate", "games", "--n", "1e6", "--agents", "greedy", "--out", "{out}")
BOT = ("simulate", "games", "--agents", "looping:Loops", "--path", str(DATA / "bots"), "-w", "1")


class Waiting(NamedTuple):
    """A command, what shows that it is at work, and what it says when it is stopped."""

    command: tuple[str, ...]
    works: Callable[[Path, str, socket.socket], bool]
    says: str


def _said(words: str) -> Callable[[Path, str, socket.socket], bool]:
    return lambda _, log, __: words in log


def _asked(_: Path, __: str, scheduler: socket.socket) -> bool:
    return bool(select([scheduler], [], [], 0)[0])


def _written(home: Path, *_: object) -> bool:
    return any(path.parent.name == CHUNKS for path in home.rglob("*.json"))


def _staged(home: Path, *_: object) -> bool:
    return any(".kanamj-" in path.name for path in home.rglob("*"))


WAITING = {
    "compiling": Waiting(("simulate", "deals", "--n", "1e8", "-w", "1"), _said("compiling"), "--out DIR"),
    "dealing": Waiting((*DEALS, "-w", "1"), _written, "go on with --resume"),
    "workers deal": Waiting((*DEALS, "-w", "2"), _written, "go on with --resume"),
    "workers play": Waiting((*GAMES, "-w", "2"), _written, "go on with --resume"),
    "workers load": Waiting((*DEALS, "-w", "2"), lambda *_: True, "stopped"),
    "no answer": Waiting((*DEALS, "--dask", "tcp://{silent}"), _asked, NOTHING_DONE),
    "writing": Waiting(("data", "write", "{out}"), _staged, HALF),
    "serving": Waiting(("web", "--no-open", "--port", "0"), _said("serves the page"), HALF),
    "reading": Waiting(("shanten", "--input", "-"), lambda *_: True, HALF),
    "an agent loops": Waiting((*BOT, "--n", "5"), _said("asked"), "stopped"),
}


SOME = {"dealing", "workers deal", "no answer", "writing", "serving", "an agent loops"}
"""Those of the default run."""


def _wait_until(works: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while not works():
        assert process.poll() is None
        if time.monotonic() > until:
            process.kill()  # else the test would wait for its end
            pytest.fail("it does not begin to work")
        time.sleep(0.02)


@pytest.mark.parametrize("stop", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", by_default(SOME, WAITING))
def test_a_command_that_is_stopped_says_so_and_leaves_no_process(
    tmp_path: Path, name: str, stop: signal.Signals
) -> None:
    """The signal goes to every process of the terminal, as that of Ctrl-C does."""
    waiting, home, log = WAITING[name], tmp_path / "home", tmp_path / "log"
    if "--dask" in waiting.command:
        pytest.importorskip("distributed", reason=lacks("distributed"))
    home.mkdir()
    temporary = tempfile.mkdtemp()  # a short name, as sockets need
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "TMPDIR": temporary,
    }
    if name == "compiling":
        environment["KANAMJ_CACHE"] = str(tmp_path / "cache")
    with socket.create_server(("127.0.0.1", 0)) as silent, log.open("wb") as said:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        command = [part.format(out=home / "out", silent=address) for part in waiting.command]
        process = subprocess.Popen(
            [sys.executable, "-m", "kanamj", *command],
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=said,
            env=environment,
            start_new_session=True,
        )
        with process:
            time.sleep(0.7)  # until its handlers are there, and it does what does not show
            _wait_until(lambda: waiting.works(home, log.read_text(encoding="utf-8"), silent), process)
            crew = psutil.Process(process.pid).children(recursive=True)
            os.killpg(process.pid, stop)
            code = process.wait(PATIENCE)
    text = log.read_text(encoding="utf-8").replace(str(home), "HOME")  # whose name has "stopped" in it
    said_last = text.strip().splitlines()[-1]
    assert (code, said_last.count(waiting.says)) == (130, 1), text
    assert sum("stopped" in line for line in text.splitlines()) == 1, text
    assert "Traceback" not in text, text
    assert not psutil.wait_procs(crew, timeout=PATIENCE)[1]
    Path(temporary).rmdir()  # nothing is left in it


HUNGRY = {
    "deals": ("simulate", "deals", "--n", "1e6", "-w", "1"),
    "workers deal": ("simulate", "deals", "--n", "1e6", "-w", "2"),
    "workers play": ("simulate", "games", "--agents", "random", "--rules", "basic", "--n", "100", "-w", "2"),
    "judge": ("judge", "さくらなみだたまごきつねいぬ"),
}
LITTLE = [("deals", 250), ("workers deal", 400), ("workers play", 400), ("judge", 250)]
"""Those of the default run."""


@pytest.mark.parametrize(
    ("name", "megabytes"), by_default(LITTLE, [(name, size) for name in HUNGRY for size in (250, 350, 400)])
)
def test_too_little_memory_is_an_error_of_one_sentence(name: str, megabytes: int) -> None:
    """The memory is missing in the program, in one of its workers, or when a library is loaded."""
    command = HUNGRY[name]
    limited = f"ulimit -v {1_000 * megabytes}; exec {shlex.join([sys.executable, '-m', 'kanamj', *command])}"
    done = ended(["sh", "-c", limited], PYTHONPATH=str(ROOT))
    if done.returncode == 0:  # it was enough
        assert (name == "judge" or megabytes > 350, done.stderr) == (True, "")
    else:
        assert (done.returncode, done.stdout) == (1, "")
        assert "not enough memory" in done.stderr
        assert len(done.stderr.splitlines()) == 1, done.stderr


def test_too_little_memory_for_a_thread_is_an_error_of_one_sentence() -> None:
    """With too little memory, the threads that would end the process are the first that cannot start."""
    lines = (
        "import sys, threading",
        'def start(_): raise RuntimeError("can\'t start new thread")',
        "threading.Thread.start = start",
        "from kanamj.__main__ import main",
        "sys.argv[1:] = ['judge', 'no hand']",
        "main()",
    )
    done = python("-c", "\n".join(lines))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.parametrize(
    ("closed", "code", "out", "said"),
    [
        (">&-", 1, "", "error: standard output is closed. Give it a place: > FILE, or > /dev/null\n"),
        ("2>&-", 0, "さくらなみだたまごきつねいぬ\t-1\n", ""),
        ("<&-", 0, "さくらなみだたまごきつねいぬ\t-1\n", ""),
    ],
)
def test_a_closed_stream_gives_no_traceback(closed: str, code: int, out: str, said: str) -> None:
    line = f"{shlex.quote(sys.executable)} -m kanamj shanten さくらなみだたまごきつねいぬ {closed}"
    done = ended(["sh", "-c", line])
    assert (done.returncode, done.stdout, done.stderr) == (code, out, said)


INTERRUPTED_IMPORT = """
import builtins, os, signal, sys
real = builtins.__import__
def interrupted(name, *more):
    if name == {module!r}:
        builtins.__import__ = real
        class Name:
            def __set_name__(self, *_):  # from which Python 3.11 raises RuntimeError, whatever the error was
                os.kill(os.getpid(), signal.SIGINT)
        type("Class", (), {{"name": Name()}})
    return real(name, *more)
builtins.__import__ = interrupted
sys.argv[1:] = ["judge", "さくらなみだたまごきつねいぬ"]
from kanamj.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("module", "code"),
    [("kanamj.stopping", -signal.SIGINT), ("threading", -signal.SIGINT), ("kanamj.cli", 130), ("typer", 130)],
)
def test_a_command_stopped_while_it_loads_prints_at_most_a_sentence(module: str, code: int) -> None:
    """Ctrl-C in the first tenth of a second. At the very beginning, there is no handler that could print a
    sentence.
    """
    done = python("-c", INTERRUPTED_IMPORT.format(module=module))
    assert (done.returncode, done.stdout) == (code, ""), done.stderr
    assert done.stderr == ("" if code < 0 else f"{HALF}\n")
