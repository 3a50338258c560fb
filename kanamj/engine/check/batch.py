"""The batch (`engine.batch`) as a solver: it is asked about a single hand."""

from __future__ import annotations

import numpy as np

from kanamj.engine.batch import Batch
from kanamj.engine.forms import BlockForm
from kanamj.engine.hand import Question


def distance(question: Question) -> int:
    """The distance of a hand, as `search.distance` returns it."""
    return int(_batch(question).distance(np.array([question.counts], np.uint8))[0])


def has_kernel(question: Question) -> bool:
    """True if the batch judges this form by a kernel; False if it asks the search, hand by hand."""
    return _batch(question).has_kernels


def _batch(question: Question) -> Batch:
    form = BlockForm("".join(map(str, question.sizes)))
    copies = question.room or question.counts
    return Batch(question.blocks, (form,), copies, strict=question.room is not None, plain=False)
