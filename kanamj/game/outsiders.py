"""Agents from outside: any class with `choose(seen, legal)`, named as `module:Class`.

Modules are found as Python finds them, on `sys.path`; the folder of `look_in` is the last place. The class is called
without arguments, once for each game and seat; a subclass of `Greedy` is called with the hands of the game
(`rules.hands`). Python's `random` is seeded before each call of the agent, so that a game can be played again.

A class that says `sees_all = True` gets the State in place of the View. It is a ceiling, not a player: neither the page
nor the environment seats it.

An agent that raises an error, or returns an action that is not legal, ends the game with an error that names it. Agents
share the process, so nothing keeps one from looking for what a view does not show, or from changing the rules. Ctrl-C
ends one that loops. What an agent prints goes to stderr.
"""

from __future__ import annotations

import os
import random
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cached_property, lru_cache
from importlib import import_module
from inspect import getsourcefile
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError, Message, brief, check_type
from kanamj.game.agents import AgentSpec, Greedy, parse_agent
from kanamj.game.rules import Rules
from kanamj.game.states import Action, View
from kanamj.game.steps import Agent
from kanamj.game.wall import Seed, seed_of


class Outsider(AgentSpec):
    """An agent from outside. name: its text, `module:Class`."""

    knows_all = False

    @property
    def text(self) -> str:
        return self.name

    @cached_property
    def source(self) -> str:
        try:
            file = getsourcefile(_class_of(self.name))
        except OSError:  # a class of a notebook
            file = None
        return sha256_of(Path(file)) if file else ""

    @property
    def sees_all(self) -> bool:
        return bool(getattr(_class_of(self.name), "sees_all", False))

    def seated(self, rules: Rules, seed: Seed, seat: int) -> Agent:
        return Guest(self.name, rules, seed, seat)


def find_agent(text: str) -> AgentSpec:
    """Returns the agent that a text names: `module:Class`, or as `parse_agent` reads it.

    Raises KanamjError if there is no such agent, or if a class has no method `choose`.
    """
    name = check_type("an agent", text, str, "a text").strip()
    if not {":", "."} & {*re.split("[@+]", name)[0]}:
        return parse_agent(name)
    _class_of(name)
    return Outsider(name)


def seated(rules: Rules, seed: int | Seed, agents: Sequence[Agent | str]) -> list[Agent]:
    """Returns the players of one game, by seat.

    agents: texts as `find_agent` reads them, and objects with a method `choose`.

    Raises KanamjError for another number of agents than the game has players, and for an unknown agent.
    """
    check_type("rules", rules, Rules, "Rules, such as preset('standard')")
    if isinstance(agents, str) or not isinstance(agents, Sequence) or len(agents) != rules.players:
        raise KanamjError(
            "the agents are {}; give a list of {}, one for each player", brief(agents), rules.players
        )
    seed = seed_of(seed)
    return [
        find_agent(agent).seated(rules, seed, seat) if isinstance(agent, str) else agent
        for seat, agent in enumerate(agents)
    ]


def look_in(folder: Path | None) -> None:
    """Looks for modules in this folder too from now on, after all other places. None: in no folder."""
    if folder and not folder.is_dir():
        raise KanamjError("{} is not a folder; give --path the folder that has the module", folder)
    _LOOKED_IN.append(folder)
    sys.path += [str(folder.resolve())] if folder else []


def looked_in() -> Path | None:
    """Returns the folder that `look_in` was given last."""
    return _LOOKED_IN[-1]


_LOOKED_IN: list[Path | None] = [None]
_ADD_PATH = Message(". If it is in the current folder, add --path .")


@lru_cache
def _class_of(text: str) -> type[Any]:
    module, _, name = text.partition(":")
    if not all(map(str.isidentifier, (*module.split("."), name))):
        raise KanamjError("{} is not an agent; write module:Class, such as my_bots:Careful", brief(text))
    try:
        with _named(text, Message("in its module"), ""):
            found = getattr(import_module(module), name, None)
    except KanamjError as error:
        if not isinstance(missing := error.__cause__, ModuleNotFoundError):
            raise
        here = Path.cwd()
        looked_in = here in (Path(place).resolve() for place in sys.path)
        way_out = Message("; nor is it in {}", here) if looked_in else _ADD_PATH
        raise KanamjError(
            "agent {}: there is no module {} where Python looks for modules{}", text, missing.name, way_out
        ) from None
    if found is None:
        raise KanamjError("agent {}: the module {} has no {}; write module:Class", text, module, name)
    if not isinstance(found, type):
        raise KanamjError(
            "agent {}: {} in the module {} is not a class; write module:Class", text, name, module
        )
    if not callable(getattr(found, "choose", None)):
        raise KanamjError("agent {}: the class {} has no method choose(self, seen, legal)", text, name)
    return found


class Guest:
    """An agent from outside in a game, at a seat.

    player: the object of its class.
    found: the class, if it is not to be looked for by its text.
    """

    def __init__(
        self, text: str, rules: Rules, seed: Seed, seat: int, found: type[Any] | None = None
    ) -> None:
        self.text, self.asked, found = text, 1, found or _class_of(text)
        self.where = Message("at seat {} of the game with the seed {}", seat, ", ".join(map(str, seed)))
        self.sees_all = bool(getattr(found, "sees_all", False))
        with _named(text, self.where, f"{self.where} 1"):
            self.player: Any = found(rules.hands) if issubclass(found, Greedy) else found()

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        self.asked += 1
        with _named(self.text, self.where, f"{self.where} {self.asked}"):
            action = self.player.choose(seen, legal)
            if action in legal:
                return legal[legal.index(action)]
            said = f"{action!r:.80}"
        raise KanamjError("agent {} returned {}, which is not legal, {}", self.text, said, self.where)


@contextmanager
def _named(text: str, where: str, seed: str) -> Iterator[None]:
    """During the block an agent is called; if it raises an error, raises KanamjError with its name."""
    before, process = random.getstate(), os.getpid()
    random.seed(seed)
    try:
        with redirect_stdout(sys.stderr):  # data on stdout is that of the command
            yield
    except KanamjError as error:
        raise KanamjError("agent {}: {}", text, error) from error
    except (Exception, SystemExit, GeneratorExit) as error:  # KeyboardInterrupt may be the user's Ctrl-C
        last = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(last.filename).name}, line {last.lineno}"
        what = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        raise KanamjError("agent {} raised {} ({}), {}", text, what, at, where) from error
    finally:
        if os.getpid() != process:  # the agent has forked: only one process goes on with the game
            os._exit(0)
        random.setstate(before)
