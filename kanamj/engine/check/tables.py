"""The riichi tables as a solver, the readable twin of `kernels/riichi.py`. It finds the class of a suit by its rank."""

from __future__ import annotations

from functools import cache

import numpy as np

from kanamj.engine.forms.many_riichi import ManyRiichi
from kanamj.engine.hand import Question
from kanamj.engine.riichi import SEVEN, THIRTEEN
from kanamj.engine.riichi.counts import suit_vectors
from kanamj.engine.riichi.ranking import Ranking, places
from kanamj.engine.riichi.tables import ROW, load_tables
from kanamj.tiles import SANMA_108


def distance(question: Question) -> int:
    """Tiles still missing, 0 complete. Of seven pairs and thirteen orphans, which have no tables, the kernel counts the
    kinds."""
    if question.sizes == (14,) or question.distinct:
        assert question.blocks.tiles is not None
        name = SEVEN if question.distinct else THIRTEEN
        kernel = ManyRiichi(question.blocks.tiles, {name}, (14,))
        return int(kernel.distance(np.array([question.counts], np.uint8))[0])
    counts, tables = question.counts, load_tables()
    if question.blocks.tiles == SANMA_108:
        man = class_of("terminals", (counts[0], counts[8]))
    else:
        man = class_of("suit", counts[:9])
    pin, sou = class_of("suit", counts[9:18]), class_of("suit", counts[18:27])
    left = tables.merge[man * ROW + pin]
    right = tables.merge[sou * ROW + class_of("honours", counts[27:])]
    return int(tables.missing[len(question.sizes) - 1, int(left) * ROW + int(right)])


def class_of(name: str, counts: tuple[int, ...]) -> int:
    """The class (see `riichi/tables.py`) of the counts of a "suit", of the "honours", or of the "terminals" 1m and 9m.

    >>> load_tables().vectors[class_of("suit", (1, 1, 1, 0, 0, 0, 0, 0, 0))].tolist()
    [0, 0, 3, 6, 9, 1, 2, 5, 8, 11]
    """
    ranking, classes = ranked_classes(name)
    return classes[ranking.rank(counts)]


@cache
def ranked_classes(name: str) -> tuple[Ranking, bytes]:
    """The ranking of the vectors of a suit, and the class of each vector in order of rank. name: as in `class_of`."""
    vectors, classes = suit_vectors(name)
    return Ranking(vectors.shape[1]), classes[places(vectors)].tobytes()
