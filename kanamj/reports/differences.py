"""The differences between two results of games, learning orders, values of words or arranging, in standard errors.

Two tables are compared row by row, in the columns that have a standard error beside them: `share` with `stderr`, and
any NAME with NAME_stderr.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kanamj.errors import KanamjError
from kanamj.studies.old.csvtext import Table, read_table
from kanamj.studies.old.folders import Manifest

ROWS = {
    "agents": ("agent",),
    "seats": ("seat",),
    "ends": ("how",),
    "tenpai": ("turn",),
    "compare": ("way", "words"),
    "values": ("key",),
    "policies": ("first", "then", "counted"),
}
"""Table -> the columns that name a row. Other tables are not compared."""
LARGE = 1.96
"""Of the differences between two runs of one setting, 5 % are larger than this many standard errors."""


class Difference(NamedTuple):
    """One value in A and in B. z: their difference B - A in standard errors, 0 if there is no difference."""

    table: str
    row: str
    column: str
    a: float
    b: float
    stderr: float
    z: float


def is_tabled(folder: Path) -> bool:
    """True if the folder has results with a table that can be compared."""
    return bool(_tables(Manifest.read(folder)))


def differences(a: Path, b: Path) -> list[Difference]:
    """The differences of all values that two folders have in common, the largest in standard errors first.

    Raises KanamjError if the folders hold results of different kinds, or have no value in common; ManifestError if a
    file is not what the manifest says.
    """
    left, right = Manifest.read(a), Manifest.read(b)
    if left.kind != right.kind:
        raise KanamjError(f"{a} holds {left.kind!r} and {b} {right.kind!r}; give two folders of one kind")
    left.check(a)
    right.check(b)
    found = [
        each
        for name in _tables(left)
        if f"{name}.csv" in right.outputs
        for each in _between(name, read_table(a / f"{name}.csv"), read_table(b / f"{name}.csv"))
    ]
    if not found:
        raise KanamjError(f"{a} and {b} have no value in common, so there is nothing to compare")
    return sorted(found, key=lambda each: -abs(each.z))


def verdict(found: Sequence[Difference]) -> str:
    """One sentence that says how many values differ, and how many would by chance."""
    large = sum(abs(each.z) > LARGE for each in found)
    return f"{large:,} of {len(found):,} values differ by more than {LARGE} standard errors; by chance alone, 5 % would"


def have_one_seed(a: Path, b: Path) -> bool:
    """True if both were dealt with the same seed, tiles and number of tiles: they may then have the same hands."""
    left, right = (Manifest.read(folder).parameters for folder in (a, b))
    return all(left.get(name) == right.get(name) for name in ("seed", "tiles", "hand"))


def _tables(manifest: Manifest) -> list[str]:
    return [name for name in ROWS if f"{name}.csv" in manifest.outputs]


def _between(name: str, a: Table, b: Table) -> Iterator[Difference]:
    columns = {
        column: error
        for column in a.columns
        for error in ["stderr" if column == "share" else f"{column}_stderr"]
        if {column, error} <= {*a.columns} & {*b.columns}
    }
    others = {tuple(row.get(part) for part in ROWS[name]): row for row in b.objects()}
    for row in a.objects():
        key = tuple(row.get(part) for part in ROWS[name])
        for column, error in columns.items() if key in others else ():
            numbers = [each[of] for each in (row, others[key]) for of in (column, error)]
            if all(isinstance(number, int | float) for number in numbers):
                x, x_error, y, y_error = numbers
                stderr = math.hypot(x_error, y_error)
                z = (y - x) / stderr if stderr else math.copysign(math.inf, y - x) if y != x else 0.0
                yield Difference(name, " ".join(map(str, key)), column, x, y, stderr, z)
