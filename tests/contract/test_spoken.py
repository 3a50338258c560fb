"""With --lang ja every command says its tables and messages in Japanese; what it writes is the same in every language.

The commands are those of the tree, with the arguments that `test_writes` has for them; the rest are in `OTHERS`.
"""

from __future__ import annotations

from typing import Any

import pytest
import uvicorn

from tests.commands import COMMANDS
from tests.conftest import Run
from tests.contract.test_writes import READS, WRITES, Command, _quickly, command, home, made, tree
from tests.places import DATA, by_default
from tests.unit.cli.test_japanese import english

__all__ = ["_quickly", "command", "home", "made"]  # fixtures
OTHERS: dict[str, list[tuple[object, ...]]] = {
    "lexicon add": [("ぬいかつ=ぬい活", "ゑま")],
    "lexicon remove": [("ぬいかつ",), ("--list", "mine")],
    "web": [("--no-open", "--port", 0)],
}
"""Commands that change what the user keeps, and the one that serves; what they are called with, one after another."""
SOME = {"data sheet", "simulate deals", "lexicon build"}
"""Those of the default run."""
PAGES = (["data", "sheet"], ["data", "anki"])
"""What they write is a page for people."""


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")  # so that no name is cut


def said(done: Any, typed: object) -> list[str]:
    """The English words that a command said."""
    assert done.code == 0, done
    return english(done.out + done.err, str(typed))


def test_every_command_is_heard() -> None:
    assert sorted([*READS, *WRITES, *OTHERS]) == sorted({*COMMANDS, "web"})


@pytest.mark.parametrize("name", READS)
@pytest.mark.usefixtures("home")
def test_what_is_read_is_japanese(kanamj: Run, name: str) -> None:
    done = kanamj(*name.split(), *READS[name], "--lang", "ja")
    assert said(done, READS[name]) == [], done


@pytest.mark.parametrize("command", WRITES, indirect=True)
def test_what_is_said_of_a_result_is_japanese(command: Command) -> None:
    done = command("older", "--lang", "ja")
    assert said(done, (command.how.older, command.place, "few data")) == [], done


@pytest.mark.parametrize("command", by_default(SOME, WRITES), indirect=True)
def test_results_are_the_same_in_both_languages(command: Command) -> None:
    command("older", "--lang", "ja")
    spoken = tree(command.place)
    command.clear()
    command("older", "--lang", "en")
    assert (tree(command.place) == spoken) is (command.words not in PAGES)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.usefixtures("home")
def test_what_other_commands_say_is_japanese(kanamj: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_: None)
    kanamj("lexicon", "build", "--from", "hrgjncs", DATA / "toy", "--name", "mine")
    kanamj("lexicon", "add", "ぬいかつ=ぬい活")
    for given in OTHERS[name]:
        done = kanamj(*name.split(), *given, "--lang", "ja")
        assert said(done, given) == [], done
