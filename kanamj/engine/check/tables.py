"""The riichi tables as a solver: they are asked about one hand and one form."""

from __future__ import annotations

import numpy as np

from kanamj.engine.forms.many_riichi import ManyRiichi
from kanamj.engine.hand import Question
from kanamj.engine.riichi import GENERAL, SEVEN, THIRTEEN


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete."""
    assert question.blocks.tiles is not None
    name = THIRTEEN if question.sizes == (14,) else SEVEN if question.distinct else GENERAL
    tables = ManyRiichi(question.blocks.tiles, {name}, (sum(question.sizes),))
    return int(tables.distance(np.array([question.counts], np.uint8))[0])
