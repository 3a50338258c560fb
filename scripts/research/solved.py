"""The agent `solved`: best play of the beginners' game for one player, where the values of all hands are kept."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from exact332.multisets import Question332
from exact332.solitaire import BEST, KEPT, Values, file_name

from kanamj.engine.blocks import Blocks
from kanamj.errors import KanamjError
from kanamj.game.agents import Greedy
from kanamj.game.hands import less
from kanamj.game.rules import Rules
from kanamj.game.states import Player


class Solved(Greedy):
    """A player that throws the tile which leaves the best chance to win within the most draws of which values are kept.
    It never calls; without a chance it plays as `Greedy`.

    For these values nobody else plays, and thrown tiles come back. So at a table, better play may exist. folder: that
    of the results of `exact332 solve --keep-values`. Raises KanamjError for other forms than 332, and if no values of
    these words and tiles are kept.
    """

    def __init__(self, rules: Rules, folder: Path) -> None:
        super().__init__(rules.hands)
        self.question, self.values = _kept(rules, folder)

    def thrown(self, me: Player, unseen: list[int]) -> int:
        kinds = sorted({*me.hand})
        chances = self.values[self.question.ranked(less(me.hand, kind) for kind in kinds)]
        return kinds[int(chances.argmax())] if chances.any() else super().thrown(me, unseen)


@lru_cache(maxsize=1)
def _kept(rules: Rules, folder: Path) -> tuple[Question332, Values]:
    if [form.name for form in rules.forms] != ["332"]:
        raise KanamjError(
            "the agent solved plays only the form 332 (--rules basic); use greedy for other forms"
        )
    question = Question332(Blocks.from_lexicon(rules.lexicon, rules.tiles), rules.tiles.copies)
    of, size = file_name(question, BEST, "*"), 2 * question.ranks.bits[7]
    files = [path for path in (folder / KEPT).glob(of) if path.stat().st_size == size]
    if not files:
        raise KanamjError(
            f"the agent solved has no values of the list {rules.lexicon.name} in {folder}; make them with "
            f"python scripts/research/exact332 solve --lexicon {rules.lexicon.name} --keep-values --out {folder}"
        )
    return question, np.memmap(max(files, key=lambda path: int(path.name.split("-")[1])), np.uint16, "r")
