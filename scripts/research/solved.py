"""The agent `Solved`: best play of the beginners' game for one player, by the values of all hands.

    KANAMJ_VALUES=DIR kanamj study strength --path scripts/research --agents greedy,solved:Solved --rules basic

DIR is the folder of `exact332 solve --keep-values --out DIR`. docs/solved.md has what the agent reaches.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import numpy as np
from exact332.multisets import Question332
from exact332.solitaire import BEST, KEPT, Values, file_name

from kanamj.engine.cache import cache_folder
from kanamj.errors import KanamjError
from kanamj.game import Greedy, Player
from kanamj.game.hands import Hands, less

VALUES = "KANAMJ_VALUES"


class Solved(Greedy):
    """A player that throws the tile which leaves the best chance to win within the most draws of the values.

    It never calls; without a chance it plays as `Greedy`.

    For these values nobody else plays, and thrown tiles come back. So at a table, better play may exist. Raises
    KanamjError for other forms than 332, and if there are no values of these words and tiles.
    """

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.question, self.values = _read(hands, os.environ.get(VALUES, ""))

    def thrown(self, me: Player, unseen: list[int]) -> int:
        kinds = sorted({*me.hand})
        chances = self.values[self.question.ranked(less(me.hand, kind) for kind in kinds)]
        return kinds[int(chances.argmax())] if chances.any() else super().thrown(me, unseen)


@lru_cache(maxsize=1)
def _read(hands: Hands, folder: str) -> tuple[Question332, Values]:
    if [form.name for form in hands.engine.forms] != ["332"]:
        raise KanamjError(
            "the agent Solved plays only the form 332 (--rules basic); use greedy for other forms"
        )
    question = Question332(hands.blocks, hands.tiles.copies)
    of, size = file_name(question, BEST, "*"), 2 * question.ranks.bits[7]
    names = (Path(folder) / KEPT).glob(of) if folder else ()
    if not (files := [path for path in names if path.stat().st_size == size]):
        name = hands.engine.lexicon.name
        raise KanamjError(
            f"the agent Solved has no values of the list {name}. Make them with python scripts/research/exact332 solve "
            f"--lexicon {name} --keep-values --out DIR, and set {VALUES} to DIR (version 0.4 kept 6 GB of values in "
            f"{cache_folder() / 'values'}; they can be deleted)"
        )
    return question, np.memmap(max(files, key=lambda path: int(path.name.split("-")[1])), np.uint16, "r")
