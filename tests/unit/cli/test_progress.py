"""Long commands show what they do on a terminal, and show nothing if stderr is a file or a pipe."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.places import DATA

TOY = DATA / "toy"


def at_terminal(*arguments: object, **environment: str) -> tuple[str, str]:
    """Run a command whose stderr is a terminal. Returns its stdout, and what the terminal got."""
    terminal, stderr = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "kanamj", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment},
    )
    os.close(stderr)
    parts = []

    def read() -> None:
        try:
            while part := os.read(terminal, 65536):
                parts.append(part)
        except OSError:  # the other side is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    out, _ = run.communicate(timeout=900)
    reader.join()
    os.close(terminal)
    assert run.returncode == 0, b"".join(parts).decode()
    return out.decode(), b"".join(parts).decode()


def test_data_sets_are_named_while_they_are_made(kanamj: Run, tmp_path: Path) -> None:
    out, shown = at_terminal("data", "write", tmp_path / "d", "--lexicon", TOY, "--tsv")
    assert "making " in shown
    told = f"writing about 0.0 MiB into {tmp_path / 'e'}\n"
    assert kanamj("data", "write", tmp_path / "e", "--lexicon", TOY, "--tsv") == (0, out, told)
    out, shown = at_terminal("verify", tmp_path / "d", "--again", TOY)
    assert out == ""
    assert "making " in shown
    assert "is as its word list gives it" in shown
    assert kanamj("verify", tmp_path / "d", "--again", TOY).err.count("\n") == 2


def test_questions_are_counted_if_they_go_into_a_file(kanamj: Run) -> None:
    """Stdout has the questions and nothing else, though the bar is drawn at the same time."""
    quiz = ("quiz", "--n", 3, "--lexicon", TOY, "--form", "32", "--json")
    out, shown = at_terminal(*quiz)
    assert "3 of 3 questions" in shown
    assert [json.loads(line)["kind"] for line in out.splitlines()] == ["arrange"] * 3
    assert kanamj(*quiz) == (0, out, "")


@pytest.mark.slow
def test_the_first_deals_say_that_kernels_are_compiled(tmp_path: Path) -> None:
    """They are compiled before the workers start, so that the message is seen."""
    deals = ("simulate", "deals", "--n", 300_000, "--workers", 2)
    cold = at_terminal(*deals, KANAMJ_CACHE=str(tmp_path))
    assert "compiling kernels" in cold[1]
    warm = at_terminal(*deals, KANAMJ_CACHE=str(tmp_path))
    assert warm[0] == cold[0]
    assert "compiling" not in warm[1]
