"""The contracts of forms and agents: ours keep them, and each broken rule is found and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import kanamj
from kanamj.engine.forms.form import OneHand
from kanamj.engine.forms.many import Distances, Many, OneByOne, Rows
from kanamj.engine.hand import Arrangement, Draws
from kanamj.game import Action, View, preset
from kanamj.game.agents import Greedy
from kanamj.testing import check_agent, check_form

Counts = tuple[int, ...]
RIICHI = ("general", "seven_pairs", "thirteen_orphans")


class AllDifferent(kanamj.Form):
    name, tiles = "own", 7

    def distance(self, counts: Counts, room: Counts | None) -> int:  # noqa: ARG002
        return self.tiles - sum(count > 0 for count in counts)


@pytest.mark.parametrize("form", ["332", "33332", "2222222", "4332", AllDifferent()])
def test_our_forms_keep_their_contract(form: Any) -> None:
    check_form(form, lexicon="core", n=1)


@pytest.mark.parametrize("form", RIICHI)
@pytest.mark.parametrize("tiles", ["riichi-136", "sanma-108"])
def test_riichi_forms_keep_their_contract(form: str, tiles: str) -> None:
    check_form(form, tiles, n=2)


def own(title: str, **parts: Any) -> type[Any]:
    """A form like AllDifferent, but for these parts. pickle finds it by its name in this module."""
    return type(title, (AllDifferent,), {"__module__": __name__, **parts})


def raises(*_: object) -> int:
    raise OSError("no file")


class Hasty(kanamj.Form):
    """Seven of the first twenty kinds. It takes each hand that is not complete for one tile away."""

    name, tiles = "own", 7

    def distance(self, counts: Counts, room: Counts | None) -> int:  # noqa: ARG002
        held = sum(counts)
        return self.tiles - held + (sum(counts[:20]) < held)


class Moody(AllDifferent):
    """It changes its mind later on."""

    def __init__(self) -> None:
        self.late = False

    def __getstate__(self) -> dict[str, Any]:
        self.late = True
        return {"late": False}

    def distance(self, counts: Counts, room: Counts | None) -> int:
        return self.tiles if self.late else super().distance(counts, room)


class Forgetful(AllDifferent):
    def __init__(self) -> None:
        self.known = True

    def __getstate__(self) -> dict[str, Any]:
        return {"known": False}

    def distance(self, counts: Counts, room: Counts | None) -> int:
        return super().distance(counts, room) if self.known else self.tiles


class Greets(OneHand):
    def arrangements(self) -> Iterator[Arrangement]:
        yield ((0, 1),)


class Odd(OneHand):
    @property
    def draws(self) -> Draws:  # type: ignore[override]
        return Draws(self.distance, (1, 2, 3))


class Zeros(OneByOne):
    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:  # noqa: ARG002
        return np.zeros(len(rows), np.int8)


class Clears(OneByOne):
    def distance(self, rows: Rows, most: Distances | None = None) -> Distances:
        found = super().distance(rows, most)
        rows[:] = 0
        return found


def judged_by(one_hand: type[OneHand]) -> Callable[..., OneHand]:
    return lambda self, counts, room: one_hand(self, counts, room)


def driven_by(driver: type[OneByOne]) -> Callable[..., Many]:
    return lambda self, copies, strict: driver(self, copies if strict else None)


right = AllDifferent.distance
Nameless = own("Nameless", name="")
Raises = own("Raises", distance=raises)
TooFar = own("TooFar", distance=lambda *_: 8)
Twice = own("Twice", distance=lambda self, *hand: min(self.tiles, 2 * right(self, *hand)))
Stuck = own("Stuck", distance=lambda *_: 5)
Limited = own("Limited", distance=lambda self, *hand: min(self.tiles, right(self, *hand) + (hand[1] is None)))
Arranges = own("Arranges", judge=judged_by(Greets))
Accepts = own("Accepts", judge=judged_by(Odd))
Otherwise = own("Otherwise", many=driven_by(Zeros))
Writes = own("Writes", many=driven_by(Clears))


def local() -> kanamj.Form:
    class Local(AllDifferent):
        pass

    return Local()


BROKEN_FORMS = {
    Nameless: "",
    Raises: "form own raised OSError: no file; the distance of a hand of 6 tiles is a whole number from 1 to 7",
    TooFar: "form own returned '8'; the distance of a hand of 6 tiles is a whole number from 1 to 7",
    Twice: "form own: one more tile lowers the distance by 0 or 1, but",
    Stuck: "misses 5, but no tile lowers that",
    Hasty: "misses 1, so it can spare a tile, but each is needed",
    Moody: "form own gives another distance when",
    Forgetful: "is asked again, or after pickle",
    Limited: "form own: without a limit of copies",
    Arranges: "is not complete",
    Accepts: "are not the tiles that lower its distance",
    Otherwise: "form own judges many hands otherwise than one hand",
    Writes: "form own changes the rows that it judges",
    local: "form own cannot be pickled",
}


@pytest.mark.parametrize("form", BROKEN_FORMS)
def test_a_form_that_breaks_a_rule_is_told_which(form: Any) -> None:
    with pytest.raises(AssertionError) as found:
        check_form(form(), lexicon="core")
    assert BROKEN_FORMS[form] in str(found.value)


def test_a_form_of_more_tiles_than_there_are_is_told_so() -> None:
    few = kanamj.TileSet("few", ("あ", "い"), (3, 3))
    with pytest.raises(AssertionError, match="form own has 7 tiles, more than few has"):
        check_form(AllDifferent(), few)


class First:
    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:  # noqa: ARG002
        return legal[0]


class Caller(Greedy):
    def called(self, seen: View, calls: Any) -> Action | None:  # noqa: ARG002
        return next(iter(calls), None)


@pytest.mark.parametrize(
    "agent", [First, Caller, "random", "greedy+call+riichi", pytest.param("400w", marks=pytest.mark.slow)]
)
def test_our_agents_keep_their_contract(agent: Any) -> None:
    check_agent(agent, ["basic,players=2", "paper,players=2", "standard,players=2,kan=any"], "core")


@pytest.mark.slow  # as all of research
@pytest.mark.parametrize("agent", ["safe:Safe", "seer:Seer", "limited_words:SeesWins"])
def test_agents_of_research_keep_their_contract(agent: str) -> None:
    check_agent(agent, ["paper,players=2"], "core")


def agent(name: str, choose: Callable[..., Action]) -> type[Any]:
    return type(name, (First,), {"choose": choose})


def cheats(_: object, __: View, legal: tuple[Action, ...]) -> Action:
    return legal[0]._replace(player=9)


def breaks(*_: object) -> Action:
    raise KeyError("か")


def talks(_: object, __: View, legal: tuple[Action, ...]) -> Action:
    print("let me think")
    return legal[0]


def spoils(_: object, seen: View, legal: tuple[Action, ...]) -> Action:
    seen.rules.hands.uses[0] += 1
    return legal[0]


def calls_nothing(_: object, seen: View, legal: tuple[Action, ...]) -> Action:
    assert not seen.me.melds, "a called word"
    return next((action for action in legal if action.event == "discard"), legal[-1])


class Silent:
    pass


class Wants:
    def __init__(self, hand: object) -> None:
        self.hand = hand

    choose = First.choose


class Learns(First):
    games = 0

    def __init__(self) -> None:
        Learns.games += 1

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:  # noqa: ARG002
        return legal[Learns.games % len(legal)]


BROKEN_AGENTS = {
    Silent: "Silent has no method choose(self, seen, legal)",
    Wants: "Wants raised TypeError",
    agent("Cheats", cheats): "which is not legal, at seat 0 of the game with the seed 1",
    agent("Breaks", breaks): "Breaks raised KeyError: 'か'",
    agent("Talks", talks): "Talks prints 'let me think\\n'; it must print nothing",
    agent("Spoils", spoils): "Spoils changes what it is given",
    Learns: "Learns plays the same game otherwise the second time",
    agent("OnlyClosed", calls_nothing): "OnlyClosed raised AssertionError: a called word",
}


@pytest.mark.parametrize("agent", BROKEN_AGENTS)
def test_an_agent_that_breaks_a_rule_is_told_which(agent: type[Any]) -> None:
    with pytest.raises(AssertionError) as found:
        check_agent(agent, [preset("paper,players=2", "core")])
    assert BROKEN_AGENTS[agent] in str(found.value)
