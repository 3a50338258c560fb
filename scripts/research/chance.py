"""Agents that play by the exact chance to win within two own draws: `Chance` throws by it, and `Weigh` calls by it.

    kanamj study strength --path scripts/research --agents greedy,chance:Chance --rules paper --walls 400
    kanamj study strength --path scripts/research --agents greedy@760w,greedy+call@760w,chance:Weigh760 --rules paper

docs/strength.md has what they reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj.engine import Engine
from kanamj.game import Action, Event, Greedy, Player, View, seated

DRAWS = 2
"""How many own draws the agents look ahead."""
Ways = npt.NDArray[np.int64]


def ways(engine: Engine, hand: Sequence[int], unseen: Sequence[int]) -> Ways:
    """Returns in how many orders of one draw, and of two draws, best play completes a hand: `(n, 2)`.

    engine: the engine behind the called words.
    hand: the kinds of the hand.
    unseen: by kind, how many tiles may be drawn.

    A hand one tile short gives one row. A hand with all its tiles gives a row for each kind that can be thrown first,
    kinds ascending.

    >>> from kanamj import WordEngine
    >>> word = WordEngine()
    >>> unseen = np.array(word.tiles.copies) - word.tiles.read("さくらなみだたまごきつねい")
    >>> found = ways(word, word.tiles.parse("さくらなみだたまごきつねい"), unseen)
    >>> tuple(found[0].tolist()) == word.chances("さくらなみだたまごきつねい", 2).ways
    True
    """
    one_more, left = np.eye(len(engine.tiles), dtype=np.uint8), np.array(unseen, np.int64)
    starts = np.array([engine.tiles.tally(hand)], np.uint8)
    if len(hand) == engine.forms[0].tiles:
        starts = starts - one_more[np.flatnonzero(starts[0])]
    distances, accepts = engine.accepts_many(starts)
    found = np.zeros((len(starts), DRAWS), np.int64)
    for i in np.flatnonzero(distances <= DRAWS):
        waits = accepts[i] if distances[i] == 1 else np.zeros_like(accepts[i])
        found[i] = left[waits].sum() * np.array([1, left.sum() - 1])
        drawn = np.flatnonzero((left > 0) & (~waits if distances[i] == 1 else accepts[i]))
        after = (
            starts[i] - one_more[np.flatnonzero(starts[i])]
        )  # without the tile that is thrown after the draw
        rows = (after[:, None] + one_more[drawn]).reshape(-1, len(left))
        wins = engine.waits_many(rows).reshape(len(after), len(drawn), len(left))
        again = np.take_along_axis(wins, drawn[None, :, None], axis=2)[
            ..., 0
        ]  # the drawn tile is not in the wall
        best = (wins @ left - again).max(axis=0, initial=found[i, 0])  # at least as without the drawn tile
        found[i, 1] += left[drawn] @ best
    return found


class Chance(Greedy):
    """Throws for the best chance to complete the hand within two own draws, if there is such a chance.

    If several throws have the best chance, the chance within one draw decides, then the most tiles that help.
    """

    def thrown(self, me: Player, unseen: list[int]) -> int:
        if not 1 <= self.hands.nearest(me.hand, me.blocks).distance <= DRAWS:
            return super().thrown(me, unseen)
        engine = self.hands.engine.behind(me.blocks, known=False)
        one, two = ways(engine, me.hand, unseen).T
        best = (two == two.max()) & (one == one[two == two.max()].max())
        kinds = np.flatnonzero(engine.tiles.tally(me.hand))[best].tolist()
        rows, left = np.array([engine.tiles.tally(me.hand)], np.uint8), np.array([unseen], np.int32)
        usual = int(engine.best_discards_many(rows, left).kind[0])
        return usual if usual in kinds else kinds[0]


class Weigh(Greedy):
    """Calls a word when that raises the chance to complete the hand within two own draws.

    WORDS: how many of the easiest words it knows; 0 is all.
    """

    WORDS = 0

    def __init__(self, hands: Any) -> None:
        super().__init__(hands, calls=True)

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        if self.WORDS:
            player: Any = seated(seen.rules, 0, [f"greedy@{self.WORDS}w"] * seen.rules.players)[0]
            self.hands = player.hands
        return super().choose(seen, legal)

    def called(self, seen: View, calls: Sequence[Action]) -> Action | None:
        assert seen.last
        me, unseen = seen.me, seen.unseen()
        best, taken = self._within_two(me.hand, me.blocks, unseen), None
        for call in calls:
            if call.event == Event.CALL:
                hand = [*me.hand, seen.last.tile]
                for kind in call.block:
                    hand.remove(kind)
                found = self._within_two(hand, (*me.blocks, call.block), unseen)
                best, taken = (found, call) if found > best else (best, taken)
        return taken

    def _within_two(self, hand: Sequence[int], melds: Sequence[tuple[int, ...]], unseen: list[int]) -> int:
        return int(ways(self.hands.engine.behind(melds, known=False), hand, unseen)[:, 1].max())


class Weigh290(Weigh):
    WORDS = 290


class Weigh400(Weigh):
    WORDS = 400


class Weigh760(Weigh):
    WORDS = 760


class Weigh1600(Weigh):
    WORDS = 1600


class Weigh2800(Weigh):
    WORDS = 2800
