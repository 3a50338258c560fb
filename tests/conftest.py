"""Fixtures that several test files share, and how a whole run is split between processes."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import is_hypothesis_test, settings
from xdist.scheduler import LoadFileScheduling

from kanamj.cli import main
from kanamj.engine import batch
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.text import choose
from tests.places import ROOT

# The bytecode of package and tests is kept, whatever the surroundings say: it saves 0.3 s for each of the processes
# that tests start, and four seconds of collecting in the next run.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


# A shell starts what runs in the background with Ctrl-C ignored, and the commands that tests stop would ignore it, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Searches for cycles in what tests import would take an eighth of the time of all tests. There are none until all tests
# are collected, and what is loaded then is left out of them.
gc.disable()

FEW_SECONDS = batch.FEW_SECONDS
PROCESSES = 2
"""Of a whole run. One more runs the tests of the page, and often waits for the browser."""
PAGE = "tests/browser"
"""The tests of the page."""
AT_NIGHT = ("tests/research/", "tests/unit/scripts/")
"""Folders whose tests are all slow: of scripts, which no command of kanamj runs. `poe house` tries their --help."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """A whole run takes some processes, each test file in one of them, unless -n says otherwise. It begins with the
    longest folders, and ends with what is quick.

    One it is where files or tests are named, or what tests print is to be seen (-s).
    """
    asked = config.option
    if hasattr(config, "workerinput"):  # this is one of the processes
        return
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not asked.collectonly
    quiet = asked.capture != "no" and not asked.usepdb
    if whole and quiet and asked.numprocesses is None and asked.dist == "no":
        asked.numprocesses = PROCESSES + (PAGE not in (asked.deselect or ()))
        asked.dist, asked.loadscopereorder = "loadfile", False


class ByFile(LoadFileScheduling):  # type: ignore[misc]
    """Each test file is run by one process, and all files of the page by one: a single browser is open at a time."""

    def _split_scope(self, nodeid: str) -> str:
        return PAGE if nodeid.startswith(PAGE) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByFile | None:
    return ByFile(config, log) if config.option.dist == "loadfile" else None


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """The process with the browser goes before the others, so that pages do not wait for a processor."""
    if hasattr(item.config, "workerinput") and not item.nodeid.startswith(PAGE) and hasattr(os, "nice"):
        os.nice(max(0, 5 - os.nice(0)))


# A machine that pauses for a moment is not at fault.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None, max_examples=1000, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Property tests try the same examples in every run, so that a test that failed fails again; with `-m slow` they
    run too, and try new ones."""
    settings.load_profile("new" if config.option.markexpr == "slow" else "fixed")
    if find_spec("pettingzoo") is None:  # its examples cannot be collected
        config.option.ignore = [*(config.option.ignore or []), str(ROOT / "kanamj" / "game" / "env.py")]


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.nodeid.startswith(AT_NIGHT):
        item.add_marker("slow")
    if item.config.option.markexpr == "slow" and is_hypothesis_test(getattr(item, "obj", None)):
        item.add_marker("slow")


@pytest.fixture(scope="session")
def common() -> Lexicon:
    return load_lexicon()


class CommandResult(NamedTuple):
    """What a command did: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]
"""Runs the command line: the fixture `kanamj`."""


@pytest.fixture(scope="session", autouse=True)
def _nobodys_own_words(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the lists, words and language of whoever runs the tests out of them."""
    os.environ["KANAMJ_DATA"] = str(tmp_path_factory.mktemp("kanamj-data"))
    os.environ["KANAMJ_LANG"] = "en"


@pytest.fixture(autouse=True)
def _kernels_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """In tests kernels judge even a few hands: most tests of many hands are tests of kernels."""
    monkeypatch.setattr(batch, "FEW_SECONDS", 0.0)


@pytest.fixture
def few_hands(monkeypatch: pytest.MonkeyPatch, _kernels_answer: None) -> None:
    """Plain Python judges a few hands, as in a process that has judged none yet."""
    monkeypatch.setattr(batch, "FEW_SECONDS", FEW_SECONDS)
    monkeypatch.setattr(batch.Work, "seconds", 0.0)
    monkeypatch.setattr(batch.Work, "by_kernels", set())


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by "plain" or "kernels" whenever a driver judges hands or a kernel deals and judges them."""
    from kanamj.engine.forms.many import OneByOne
    from kanamj.engine.forms.many_blocks import ManyBlocks
    from kanamj.engine.forms.many_riichi import ManyRiichi
    from kanamj.engine.forms.many_seven_pairs import ManySevenPairs

    who: list[str] = []
    for driver in (OneByOne, ManyBlocks, ManySevenPairs, ManyRiichi):
        for name in ("distance", "accepts", "waits", "best_discards", "deal_and_judge"):
            if name in driver.__dict__:
                note = _noting(who, "plain" if driver is OneByOne else "kernels", driver.__dict__[name])
                monkeypatch.setattr(driver, name, note)
    return who


def _noting(who: list[str], name: str, method: Any) -> Any:
    def noted(*arguments: Any) -> Any:
        who.append(name)
        return method(*arguments)

    return noted


@pytest.fixture
def kanamj(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in this process, with own words and lists in a folder of the test's own.

    typed: its input; if it is left out, the input stays as it is. program: another command line than that of kanamj.
    Messages that kernels are compiled are taken out of stderr: they depend on the cache of this machine, not on the
    command.
    """
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))

    def run(*arguments: object, typed: bytes | None = None, program: Any = None) -> CommandResult:
        monkeypatch.setattr(sys, "argv", ["kanamj", *map(str, arguments)])
        if typed is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        capsys.readouterr()
        code = 0
        try:
            main(program)
        except SystemExit as stop:
            code = int(stop.code or 0)
        choose("")  # the command's own --lang ends with it
        out, err = capsys.readouterr()
        said = [
            line for line in err.splitlines(keepends=True) if not line.startswith("kanamj: compiling kernels")
        ]
        return CommandResult(code, out, "".join(said))

    return run


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder the test runs in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
