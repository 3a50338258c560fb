r"""The agent `Solved`: best play of the beginners' game for one player, by the values of all hands.

    KANAMJ_VALUES=DIR kanamj study strength --path scripts/research --agents greedy,solved:Solved --rules basic \
        --lexicon core

DIR is the folder of `exact332 solve --values DIR`. docs/solved.md has what the agent reaches.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from exact332.multisets import FORM, Question332
from exact332.solitaire import BEST
from exact332.solve import MOST_DRAWS
from exact332.values import ValueFiles, Values

from kanamj import KanamjError
from kanamj.game import Greedy, Player

VALUES = "KANAMJ_VALUES"


class Solved(Greedy):
    """A player that throws the tile which leaves the best chance to win within the most draws of the values.

    It never calls; without a chance it plays as `Greedy`.

    For these values nobody else plays, and thrown tiles come back. So at a table, better play may exist. Raises
    KanamjError for other forms than 332, and if there are no values of these words and tiles.
    """

    def __init__(self, hands: Any) -> None:
        super().__init__(hands)
        self.question, self.values = _read(hands, os.environ.get(VALUES, ""))

    def thrown(self, me: Player, unseen: list[int]) -> int:
        kinds = sorted({*me.hand})
        left = [[*me.hand] for _ in kinds]
        for hand, kind in zip(left, kinds, strict=True):
            hand.remove(kind)
        chances = self.values[self.question.ranked(left)]
        return kinds[int(chances.argmax())] if chances.any() else super().thrown(me, unseen)


@lru_cache(maxsize=1)
def _read(hands: Any, folder: str) -> tuple[Question332, Values]:
    if [form.name for form in hands.engine.forms] != [FORM]:
        raise KanamjError(
            "the agent Solved plays only the form 332 (--rules basic); use greedy for other forms"
        )
    question = Question332(hands.blocks, hands.tiles.copies)
    files = ValueFiles(question, Path(folder) if Path(folder).is_dir() and folder else None)
    for draws in range(MOST_DRAWS, 0, -1):
        if (values := files.read(BEST, draws)) is not None:
            return question, values
    name = hands.engine.lexicon.name
    raise KanamjError(
        f"the agent Solved has no values of the list {name}. Make them with python scripts/research/exact332 solve "
        f"--lexicon {name} --values DIR, and set {VALUES} to DIR"
    )
