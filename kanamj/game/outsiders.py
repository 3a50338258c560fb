"""Agents from outside: any class with `choose(seen, legal)`, named as `module:Class`. Each is watched while it plays.

Modules are found as Python finds them, on `sys.path`; the folder of `look_in` is the last place. The class is called
without arguments, once for each game and seat. Python's `random` is seeded before each call of the agent, so that a
game can be played again.

An agent stops the game, with an error that names it, if it raises an error, returns an action that is not legal, prints
(data goes to stdout; use stderr), or takes more than MOST_SECONDS over a move. The time can be measured only in
the main thread of a process, and not on Windows. Agents share the process, so nothing keeps one from looking for what
a view does not show.
"""

from __future__ import annotations

import io
import random
import re
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cached_property, lru_cache
from importlib import import_module
from inspect import getsourcefile
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec, parse_agent
from kanamj.game.rules import Rules
from kanamj.game.states import Action, View
from kanamj.game.steps import Agent
from kanamj.game.wall import Seed

MOST_SECONDS = 10.0
"""The most time that an agent may take over a move."""


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

    def seated(self, rules: Rules, seed: Seed, seat: int) -> Agent:  # noqa: ARG002
        return _Watched(self.name, seed, seat)


def find_agent(text: str) -> AgentSpec:
    """The agent that a text names: `module:Class`, or as `parse_agent` reads it.

    Raises KanamjError if there is no such agent, or if a class has no method `choose`.
    """
    name = text.strip()
    if not {":", "."} & {*re.split("[@+]", name)[0]}:
        return parse_agent(name)
    _class_of(name)
    return Outsider(name)


def seated(rules: Rules, seed: int | Seed, agents: Sequence[Agent | str]) -> list[Agent]:
    """The players of one game, by seat. agents: texts as `find_agent` reads them, and objects with a method `choose`.

    Raises KanamjError for another number of agents than the game has players, and for an unknown agent.
    """
    if isinstance(agents, str) or len(agents) != rules.players:
        raise KanamjError(
            f"the agents are {agents!r:.60}; give a list of {rules.players}, one for each player"
        )
    seed = (seed,) if isinstance(seed, int) else seed
    return [
        find_agent(agent).seated(rules, seed, seat) if isinstance(agent, str) else agent
        for seat, agent in enumerate(agents)
    ]


def look_in(folder: Path | None) -> None:
    """From now on, modules are looked for in this folder too, after all other places. None: no folder."""
    if folder and not folder.is_dir():
        raise KanamjError(f"{folder} is not a folder; give --path the folder that has the module")
    sys.path += [str(folder.resolve())] if folder else []


@lru_cache
def _class_of(text: str) -> type[Any]:
    module, _, name = text.partition(":")
    if not all(map(str.isidentifier, (*module.split("."), name))):
        raise KanamjError(f"{text!r:.60} is not an agent; write module:Class, such as my_bots:Careful")
    try:
        with _watched(text, "in its module", ""):
            found = getattr(import_module(module), name, None)
    except KanamjError as error:
        if not isinstance(missing := error.__cause__, ModuleNotFoundError):
            raise
        said = f"agent {text}: there is no module {missing.name} where Python looks for modules"
        raise KanamjError(f"{said}. If it is in the current folder, add --path .") from None
    if not isinstance(found, type):
        what = "has no" if found is None else f"has a {type(found).__name__}, not a class,"
        raise KanamjError(f"agent {text}: the module {module} {what} {name}; write module:Class")
    if not callable(getattr(found, "choose", None)):
        raise KanamjError(f"agent {text}: the class {name} has no method choose(self, seen, legal)")
    return found


class _Watched:
    """An agent from outside in a game, at a seat."""

    def __init__(self, text: str, seed: Seed, seat: int) -> None:
        self.text, self.asked = text, 1
        self.where = f"at seat {seat} of the game with the seed {', '.join(map(str, seed))}"
        with _watched(text, self.where, f"{self.where} 1"):
            self.player: Agent = _class_of(text)()

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        self.asked += 1
        with _watched(self.text, self.where, f"{self.where} {self.asked}"):
            action = self.player.choose(seen, legal)
            if action in legal:
                return legal[legal.index(action)]
            said = f"{action!r:.80}"
        raise KanamjError(f"agent {self.text} returned {said}, which is not legal, {self.where}")


class _Late(BaseException):
    """The time of an agent is over. Not an Exception, so that an agent does not catch it by accident."""


@contextmanager
def _watched(text: str, where: str, seed: str) -> Iterator[None]:
    """During the block an agent is called; raises KanamjError with its name if it raises, prints or takes too long."""
    before, printed = random.getstate(), io.StringIO()
    random.seed(seed)
    try:
        with redirect_stdout(printed), _time_limit():
            yield
    except _Late:
        late = f"agent {text} took more than {MOST_SECONDS:g} seconds over a move"
        raise KanamjError(f"{late}, {where}") from None
    except (Exception, SystemExit) as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{Path(last.filename).name}, line {last.lineno}"
        what = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        raise KanamjError(f"agent {text} raised {what} ({at}), {where}") from error
    finally:
        random.setstate(before)
    if said := printed.getvalue()[:40]:
        what = f"agent {text} printed {said!r}, {where}"
        raise KanamjError(f"{what}; only data goes to stdout, so print to stderr")


@contextmanager
def _time_limit() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
