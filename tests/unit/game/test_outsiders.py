"""Agents from outside: how they are found, what they are given, and what stops a game."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.game import outsiders, preset
from kanamj.game.agents import parse_agents
from kanamj.game.outsiders import find_agent, look_in
from kanamj.game.record import record_game
from kanamj.game.rules import Rules
from kanamj.lexicon import load_lexicon

MODULE = """
import os, random, sys
from kanamj.game import Greedy, State

class Base:
    def choose(self, seen, legal):
        return self.taken(seen, legal)

class Any_(Base):
    def taken(self, seen, legal): return random.choice(legal)
class Tuple(Base):
    def taken(self, seen, legal): return tuple(legal[-1])
class Raises(Base):
    def taken(self, seen, legal): return legal[99]
class Quits(Base):
    def taken(self, seen, legal): sys.exit(3)
class Cheats(Base):
    def taken(self, seen, legal): return legal[0]._replace(player=seen.player + 1)
class Nothing(Base):
    def taken(self, seen, legal): return None
class Broken(Base):
    def __init__(self): raise ValueError("no words")
class Unspeakable(Base):
    def taken(self, seen, legal): return self
    def __repr__(self): raise ValueError("not\\nso")
class Silent: pass
class Prints(Base):
    def taken(self, seen, legal):
        print("I think")
        return legal[-1]
class Forks(Base):
    forked = 0
    def taken(self, seen, legal):
        Forks.forked = Forks.forked or os.fork()
        return legal[-1]
class Sees(Base):
    sees_all = True
    def taken(self, seen, legal):
        assert isinstance(seen, State)
        return legal[-1]
class First(Greedy):
    def thrown(self, me, unseen): return me.hand[0]
class Same(Greedy): pass
class Closes(Base):
    def taken(self, seen, legal): raise GeneratorExit
def function(): pass
"""


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "some_bots.py").write_text(MODULE, "utf-8")
    (tmp_path / "wrong_bots.py").write_text("import no_such_library\n", "utf-8")
    (tmp_path / "torn_bots.py").write_text("class Bot(:\n", "utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    look_in(tmp_path)
    yield
    outsiders._class_of.cache_clear()
    for name in ("some_bots", "wrong_bots", "torn_bots"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return preset("basic", load_lexicon("core")).with_kernels()


def game(rules: Rules, text: str) -> list[object]:
    return list(record_game(rules, (5, 1), [text] * 4).events)


def test_a_game_with_an_outsider_is_the_same_again(rules: Rules) -> None:
    """Also if it draws numbers from Python's random, whose state it leaves alone."""
    random.seed(3)
    first = game(rules, "some_bots:Any_")
    after = random.random()
    random.seed(4)
    assert game(rules, "some_bots:Any_") == first
    random.seed(3)
    assert random.random() == after
    assert game(rules, "some_bots:Tuple") != first


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Raises", r"raised IndexError: tuple index out of range \(some_bots.py, line 14\)"),
        ("Quits", r"raised SystemExit: 3 \(some_bots.py, line 16\)"),
        ("Cheats", r"returned Action\(.*player=1.*, which is not legal"),
        ("Nothing", r"returned None, which is not legal"),
        ("Broken", r"raised ValueError: no words \(some_bots.py, line 22\)"),
        ("Closes", r"raised GeneratorExit:  \(some_bots.py, line "),
        ("Unspeakable", r"raised ValueError: not so \(some_bots.py, line "),
    ],
)
def test_an_agent_that_breaks_a_rule_is_named(rules: Rules, name: str, said: str) -> None:
    where = "at seat 0 of the game with the seed 5, 1"
    with pytest.raises(KanamjError, match=f"^agent some_bots:{name} {said}") as raised:
        game(rules, f"some_bots:{name}")
    assert where in str(raised.value)


def test_what_an_agent_prints_goes_to_stderr(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    record_game(rules, 1, ["some_bots:Prints"] * rules.players)
    said = capsys.readouterr()
    assert (said.out, {*said.err.splitlines()}) == ("", {"I think"})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes of Unix")
def test_an_agent_that_forks_plays_one_game(rules: Rules, tmp_path: Path) -> None:
    (tmp_path / "played").write_bytes(b"")
    record_game(rules, 1, ["some_bots:Forks"] * rules.players)
    with (tmp_path / "played").open("a", encoding="utf-8") as file:
        file.write("once")
    os.waitpid(-1, 0)
    assert (tmp_path / "played").read_text(encoding="utf-8") == "once"


def test_a_class_that_sees_all_gets_the_state(rules: Rules) -> None:
    assert game(rules, "some_bots:Sees")
    assert (find_agent("some_bots:Sees").sees_all, find_agent("some_bots:Any_").sees_all) == (True, False)


def test_a_class_may_derive_from_greedy(rules: Rules) -> None:
    greedy = game(rules, "greedy")
    assert game(rules, "some_bots:Same") == greedy
    assert game(rules, "some_bots:First") != greedy


def test_a_folder_that_was_given_is_not_advised_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for path, said in ([], "add --path ."), ([str(tmp_path)], f"modules; nor is it in {tmp_path}"):
        monkeypatch.setattr("sys.path", path)
        with pytest.raises(KanamjError, match=said):
            find_agent("my_bots:Careful")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nowhere:Bot", "agent nowhere:Bot: there is no module nowhere where Python looks for modules"),
        ("wrong_bots:Bot", "agent wrong_bots:Bot: there is no module no_such_library where"),
        ("torn_bots:Bot", "agent torn_bots:Bot raised SyntaxError"),
        ("some_bots:Absent", "the module some_bots has no Absent; write module:Class"),
        ("some_bots:function", "function in the module some_bots is not a class; write module:Class"),
        ("some_bots:Silent", r"the class Silent has no method choose\(self, seen, legal\)"),
        ("some_bots:", "'some_bots:' is not an agent; write module:Class"),
        ("a b:Bot", "'a b:Bot' is not an agent; write module:Class"),
        ("some_bots.Any_", "'some_bots.Any_' is not an agent; write module:Class"),
    ],
)
def test_what_is_no_agent_is_refused(text: str, said: str) -> None:
    with pytest.raises(KanamjError, match=said):
        find_agent(text)


def test_the_page_cannot_name_a_module() -> None:
    """What the page asks for is read by `parse_agents` alone, which imports nothing."""
    with pytest.raises(KanamjError, match="'some_bots:Any_' is not an agent"):
        parse_agents("some_bots:Any_", 4)
    assert "some_bots" not in sys.modules


def test_a_folder_to_look_in_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(KanamjError, match="is not a folder; give --path the folder that has the module"):
        look_in(tmp_path / "nothing")
