"""The agent `solved`: best play of the beginners' game for one player, where the values of all hands are kept."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kanamj.engine.blocks import Blocks
from kanamj.engine.cache import cache_folder
from kanamj.engine.counting.multisets import Question332
from kanamj.engine.counting.solitaire import BEST, Values, file_name
from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec, Greedy
from kanamj.game.hands import Hands, less
from kanamj.game.rules import Rules
from kanamj.game.states import Player
from kanamj.game.steps import Agent
from kanamj.game.wall import Seed

FOLDER = "values"
"""Where values are kept in the cache folder."""


class SolvedSpec(AgentSpec):
    """The agent `solved` at a seat."""

    def seated(self, rules: Rules, seed: Seed, seat: int) -> Agent:  # noqa: ARG002
        return Solved(rules.hands, rules)


class Solved(Greedy):
    """A player that throws the tile which leaves the best chance to win within the most draws of which values are kept.
    It never calls; without a chance it plays as `Greedy`.

    For these values nobody else plays, and thrown tiles come back. So at a table, better play may exist. Raises
    KanamjError for other forms than 332, and if no values of these words and tiles are kept.
    """

    def __init__(self, hands: Hands, rules: Rules) -> None:
        super().__init__(hands)
        self.question, self.values = _kept(rules)

    def thrown(self, me: Player, unseen: list[int]) -> int:
        kinds = sorted({*me.hand})
        chances = self.values[self.question.ranked(less(me.hand, kind) for kind in kinds)]
        return kinds[int(chances.argmax())] if chances.any() else super().thrown(me, unseen)


@lru_cache(maxsize=1)
def _kept(rules: Rules) -> tuple[Question332, Values]:
    if [form.name for form in rules.forms] != ["332"]:
        raise KanamjError(
            "the agent solved plays only the form 332 (--rules basic); use greedy for other forms"
        )
    question = Question332(Blocks.from_lexicon(rules.lexicon, rules.tiles), rules.tiles.copies)
    folder, size = cache_folder() / FOLDER, 2 * question.ranks.bits[7]
    files = [path for path in folder.glob(file_name(question, BEST, "*")) if path.stat().st_size == size]
    if not files:
        raise KanamjError(
            f"the agent solved has no values of the list {rules.lexicon.name} in {folder}; make them with "
            f"kanamj exact --game solitaire --lexicon {rules.lexicon.name} --keep-values"
        )
    return question, np.memmap(max(files, key=lambda path: int(path.name.split("-")[1])), np.uint16, "r")
