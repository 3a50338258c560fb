"""Studies: long computations on many deals or games, whose results are tables.

A study is its parameters, what a chunk of the work adds to its sums, and the tables that are read off the sums.
docs/own-study.md shows how to write one. For a new study in kanamj, write its module here and add its class to the
names below. Its command is a function in `cli/study.py` (`cli/commands.py` says more). Then add it to STUDIES in
tests/contract/test_studies.py, and describe its tables in docs/formats.md.

The studies
- `deals.py`: how far from complete is a hand as it is dealt? Studies of dealt hands derive from its `DealStudy`.
- `games.py`: when do games end, how, and who wins?
- `strength.py`: who plays better, and by how much? `ratings.py` computes Elo.
- `yaku.py`: how often is each yaku there, and what are hands worth?

What runs a study
- `base.py` says what a study is, and adds up its sums; `runner.py` does its chunks, and resumes a run that was stopped.
- `pools.py` has the workers: processes, or a Dask cluster.
- `script.py` makes a study a program of its own; `progress.py` draws the bar of a run.
- `figures.py` computes every mean, share and error; `stats.py` intervals and quantiles.
- `frames.py` writes tables, reads them, and shows them to people.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kanamj.errors import whole_number
from kanamj.stopping import run_until_stopped
from kanamj.studies.base import Results, Study
from kanamj.studies.figures import crossed, difference, mean, moments, part, ratio, share
from kanamj.studies.frames import csv_text, for_people, frame, read_table, rows_of
from kanamj.studies.runner import run
from kanamj.studies.script import command
from kanamj.studies.stats import interval, percent, quantile

if TYPE_CHECKING:
    from kanamj.datasets.pictures import load_matplotlib, new_figure, png
    from kanamj.studies.deals import Deals, DealStudy
    from kanamj.studies.games import Games
    from kanamj.studies.strength import Strength
    from kanamj.studies.yaku import YakuStudy

__all__ = [
    "DealStudy",
    "Deals",
    "Games",
    "Results",
    "Strength",
    "Study",
    "YakuStudy",
    "command",
    "crossed",
    "csv_text",
    "difference",
    "for_people",
    "frame",
    "interval",
    "load_matplotlib",
    "mean",
    "moments",
    "new_figure",
    "part",
    "percent",
    "png",
    "quantile",
    "ratio",
    "read_table",
    "rows_of",
    "run",
    "run_until_stopped",
    "share",
    "whole_number",
]

_LATER = {
    "Deals": "kanamj.studies.deals",
    "DealStudy": "kanamj.studies.deals",
    "Games": "kanamj.studies.games",
    "Strength": "kanamj.studies.strength",
    "YakuStudy": "kanamj.studies.yaku",
    "load_matplotlib": "kanamj.datasets.pictures",
    "new_figure": "kanamj.datasets.pictures",
    "png": "kanamj.datasets.pictures",
}


def __getattr__(name: str) -> Any:
    """Import a study, and the engine with it, or what draws pictures, when it is first used."""
    if name not in _LATER:
        raise AttributeError(f"module 'kanamj.studies' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
