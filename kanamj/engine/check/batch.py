"""The batch asked for one hand."""

from __future__ import annotations

import numpy as np

from kanamj.engine.batch import Batch
from kanamj.engine.hand import Question
from kanamj.forms import Form


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete; UNREACHABLE if no choice of blocks fills the form."""
    form = Form("".join(map(str, question.sizes)))
    copies = question.room or question.counts
    batch = Batch(question.blocks, (form,), copies, strict=question.room is not None)
    return int(batch.distance(np.array([question.counts], np.uint8))[0])
