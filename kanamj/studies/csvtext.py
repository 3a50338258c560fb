"""The CSV files of results: UTF-8, LF, a header line, then the rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path


def csv_text(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """The text of a CSV file.

    >>> csv_text(("shanten", "name"), [(-1, "a, b"), (0, None)])
    'shanten,name\\n-1,"a, b"\\n0,\\n'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    return text.getvalue()


def csv_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file with the names of their columns. A short row has None for what it lacks."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
