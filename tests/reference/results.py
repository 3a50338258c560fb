"""Makes results of deals from given counts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kanamj.lexicon import Lexicon
from kanamj.results import new_folder
from kanamj.studies.deals import DealResults, Deals


def deal_results(
    deals: Deals, counts: Mapping[int, int], accepts: Mapping[tuple[int, int], int]
) -> DealResults:
    """The results that `deals` has if its hands are these.

    counts: shanten -> hands. accepts: (shanten, kinds that the hand accepts) -> sampled hands.
    """
    sums: dict[tuple[str | int, ...], int] = {("counts", at): n for at, n in counts.items()}
    for (at, kinds), n in accepts.items():
        sums[("waits", kinds) if at == 0 else ("accepts", at, kinds)] = n
    found = deals.results(sums)
    assert isinstance(found, DealResults)
    return found


def deals_in(folder: Path, counts: dict[int, int], lexicon: Lexicon, **changes: Any) -> Path:
    """A folder of deals with these counts."""
    deals = Deals(lexicon, sum(counts.values()), **changes)
    with new_folder(folder, kind=deals.kind) as place:
        deals.write(place, deal_results(deals, counts, {(0, 5): 2, (1, 30): 3}))
    return folder
