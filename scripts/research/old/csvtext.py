"""The CSV files of results: UTF-8, LF, a header line, then the rows."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.errors import FileFormatError
from kanamj.text import html_table

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 30
"""A notebook shows at most this many rows of a table."""


def csv_text(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """The text of a CSV file.

    >>> csv_text(("shanten", "name"), [(-1, "a, b"), (0, None)])
    'shanten,name\\n-1,"a, b"\\n0,\\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


class Table(NamedTuple):
    """Column names and rows, as a file holds them."""

    columns: tuple[str, ...]
    rows: list[list[Any]]

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Table:
        """A table of one row: name of the column -> cell."""
        return cls(tuple(row), [list(row.values())])

    def to_frame(self) -> pd.DataFrame:
        """The table as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=list(self.columns))

    def _repr_html_(self, title: str = "") -> str:
        """What a notebook shows: at most SHOWN rows."""
        more = f" (the first {SHOWN} of {len(self.rows):,} rows)" * (len(self.rows) > SHOWN)
        return html_table(title + more, self.columns, self.rows[:SHOWN])

    def objects(self) -> list[dict[str, Any]]:
        """Each row as a dictionary: name of the column -> value."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def read_table(path: Path) -> Table:
    """The table in a CSV file of results: whole numbers are int, others float, and the rest text.

    Raises FileFormatError if the file is not a table.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
        if not lines:
            raise ValueError("it is empty; make the results again")
        columns, *rows = lines
        for number, cells in enumerate(rows, 1):
            if len(cells) != len(columns):
                raise ValueError(
                    f"row {number} has {len(cells)} columns, but the header has {len(columns)}; make the results again"
                )
    except (ValueError, csv.Error) as error:
        raise FileFormatError(f"is not a table of results: {error}", path=path) from None
    return Table(tuple(columns), [[_value(cell) for cell in row] for row in rows])


def _value(cell: str) -> int | float | str:
    if re.fullmatch(r"-?[0-9]+", cell):
        return int(cell)
    number = float(cell) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?", cell) else math.inf
    return number if math.isfinite(number) else cell
