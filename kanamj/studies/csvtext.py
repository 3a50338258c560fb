"""The CSV files of results: UTF-8, LF, a header line, then the rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import FileFormatError


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

    def objects(self) -> list[dict[str, Any]]:
        """The rows with the names of their columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def read_table(path: Path, *counts: str) -> Table:
    """The table in a CSV file of results: whole numbers are int, others float, and the rest text.

    Raises FileFormatError for a file that is not a table, or whose columns named in `counts` have
    anything but counts.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            columns, *rows = csv.reader(file)
        if any(len(row) != len(columns) for row in rows):
            raise ValueError("a row has more or fewer columns than the header")
        table = Table(tuple(columns), [[_value(cell) for cell in row] for row in rows])
        for row in table.objects():
            if not all(isinstance(row.get(name), int) and row[name] >= 0 for name in counts):
                raise ValueError(f"{', '.join(map(str, row.values()))} lacks a count")
    except (ValueError, csv.Error) as error:
        raise FileFormatError(f"is not a table of results: {error}", path) from None
    return table


def _value(cell: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell
