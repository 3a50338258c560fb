"""Whoever types a command or an option of 0.4 is told in one line where it is now, and in Japanese too."""

from __future__ import annotations

import re

import pytest

from kanamj.cli.moved import LEFT, MOVED
from tests.conftest import Run
from tests.house.test_house import COMMANDS
from tests.unit.cli.test_japanese import english

OLD = """
judge score shanten exact web quiz
lexicon list|info|find|build|import|diff|verify|add|words|remove|gloss|delete
data write|verify|plot|sheet|anki|quiz
simulate deals|games
study values|order|arranging|hardness|strength|solitaire|ceiling|chances|yaku
report table1|compare|index
game play|list|replay|review|rules
web export
"""
COMMANDS_OF_0_4 = [
    *OLD.split("\n")[1].split(),
    *(f"{line.split()[0]} {word}" for line in OLD.split("\n")[2:-1] for word in line.split()[1].split("|")),
]


def test_every_command_of_0_4_is_there_or_says_where_it_is_now() -> None:
    assert len(COMMANDS_OF_0_4) == 44
    assert [name for name in COMMANDS_OF_0_4 if name not in {*COMMANDS, "web", *MOVED, *LEFT}] == []


def is_there(old: str) -> bool:
    """True if a command, or a command with this option, is one of today."""
    name, _, option = old.partition(" -")
    options = (
        [each for parameter in COMMANDS[name].params for each in parameter.opts] if name in COMMANDS else []
    )
    return f"-{option.split()[0]}" in options if option else bool(options)


GONE = [name for name in [*MOVED, *LEFT] if not is_there(name)]


@pytest.mark.parametrize("name", GONE)
@pytest.mark.usefixtures("empty_folder")
def test_a_command_that_left_says_so_in_one_line(kanamj: Run, name: str) -> None:
    for more in (() if " -" in name else ((), ("x",), ("--help",))) or ((),):
        done = kanamj(*name.split(), *more)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
        assert f"kanamj {name} " in done.err
    spoken = kanamj(*name.split(), "--lang", "ja").err
    assert re.search("[ぁ-ん]", spoken)
    assert english(spoken, name) == []


@pytest.mark.parametrize("name", MOVED)
def test_what_is_advised_is_a_command_or_a_script(name: str) -> None:
    program, place, *more = MOVED[name].split()
    if program == "python":
        assert place.startswith("scripts/")
    else:
        command = {**COMMANDS, "web": COMMANDS["web export"]}.get(place) or COMMANDS[f"{place} {more[0]}"]
        known = {option for each in command.params for option in each.opts}
        assert {word for word in more if word.startswith("--")} <= known
