"""The riichi tables asked for one hand and one form."""

from __future__ import annotations

import numpy as np

from kanamj.engine.hand import Question
from kanamj.engine.riichi.batch import shanten_many
from kanamj.engine.riichi.forms import GENERAL, SEVEN, THIRTEEN, RiichiSetting


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete."""
    assert question.blocks.tiles is not None
    name = THIRTEEN if question.sizes == (14,) else SEVEN if question.distinct else GENERAL
    setting = RiichiSetting.of(question.blocks.tiles, (name,))
    return int(shanten_many(setting, np.array([question.counts], np.uint8), True)[0]) + 1
