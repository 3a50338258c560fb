"""The tables of results: pandas frames, their CSV files (UTF-8, LF, a header line, then the rows), and how people see
them.

A cell is rounded once, when a table is `settled`. What is written, printed and read again are the settled cells.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kanamj.errors import FileFormatError, Message, needing
from kanamj.studies.stats import interval, percent

if TYPE_CHECKING:
    import pandas as pd

DIGITS = 8
"""Numbers are rounded to so many decimals, if the study does not say otherwise."""


def frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str] = ()) -> pd.DataFrame:
    """Returns a table of these rows.

    columns: its columns in order, if not those of the first row.

    Whole numbers stay whole: a column of them that has holes (None) is an Int64.

    >>> frame([{"turn": 1, "wins": 3}, {"turn": 2, "wins": None}]).dtypes.astype(str).tolist()
    ['int64', 'Int64']
    """
    import pandas as pd

    found = list(rows)
    names = list(columns) or list(found[0] if found else ())
    return pd.DataFrame({name: _column([row[name] for row in found]) for name in names}, columns=names)


def _column(cells: Iterable[Any]) -> pd.Series[Any]:
    import pandas as pd

    cells = [None if pd.isna(cell) else cell.item() if hasattr(cell, "item") else cell for cell in cells]
    there = [cell for cell in cells if cell is not None]
    kinds = {type(cell) for cell in there}
    if str in kinds:
        return pd.Series(["" if cell is None else cell for cell in cells], dtype=object)
    if kinds == {int} and all(abs(cell) < 1 << 63 for cell in there):
        return pd.Series(cells, dtype="int64" if len(there) == len(cells) else "Int64")
    return pd.Series(cells, dtype="float64" if kinds <= {int, float} else object)


def rows_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Returns the rows of a table as plain values, by the names of the columns; None for a cell that is missing."""
    columns = (table.iloc[:, i] for i in range(table.shape[1]))
    plain = [column.astype(object).where(column.notna(), None).tolist() for column in columns]
    names = [str(name) for name in table.columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*plain, strict=True)]


def settled(
    table: pd.DataFrame | Iterable[Mapping[str, Any]], digits: int | Mapping[str, int] = DIGITS
) -> pd.DataFrame:
    """Returns a table whose numbers are rounded, as it is written.

    digits: of all columns, or of some by name.
    """
    import pandas as pd

    def rounded(name: str, cell: Any) -> Any:
        places = digits if isinstance(digits, int) else digits.get(name, DIGITS)
        return round(cell, places) if isinstance(cell, float) else cell

    table = table if isinstance(table, pd.DataFrame) else frame(table)
    rows = [{name: rounded(name, cell) for name, cell in row.items()} for row in rows_of(table)]
    return frame(rows, map(str, table.columns))


def csv_text(table: pd.DataFrame, fixed: int | None = None) -> str:
    """Returns the text of a CSV file. fixed: with how many decimals each number that is not whole is written; None: as
    few as it has.

    >>> csv_text(frame([{"shanten": -1, "name": "a, b", "share": .25}, {"shanten": 0, "name": "", "share": None}]))
    'shanten,name,share\\n-1,"a, b",0.25\\n0,,\\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for row in rows_of(table):
        cells = row.values()
        writer.writerow(
            [f"{c:.{fixed}f}" if fixed is not None and isinstance(c, float) else c for c in cells]
        )
    return text.getvalue()


_WHOLE, _NUMBER = re.compile(r"-?[0-9]+"), re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?")


def read_table(path: str | Path, texts: Container[str] = ()) -> pd.DataFrame:
    """Returns the table in a CSV file of results. A column has whole numbers, numbers or texts, and may have holes.

    texts: the columns that have texts though they may look like numbers, such as the form 33332.

    Raises FileFormatError if the file is not a table.
    """
    with needing("a table", "pandas"):
        import pandas as pd

    path = Path(path)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
        if not lines:
            raise ValueError(Message("it is empty; make the results again"))
        columns, *rows = lines
        for number, cells in enumerate(rows, 1):
            if len(cells) != len(columns):
                text = "row {} has {} columns, but the header has {}; make the results again"
                raise ValueError(Message(text, number, len(cells), len(columns)))
        by_name = {name: [row[i] for row in rows] for i, name in enumerate(columns)}
        read = {name: _column(of if name in texts else _values(of)) for name, of in by_name.items()}
    except (ValueError, csv.Error) as error:
        raise FileFormatError("is not a table of results: {}", error, path=path) from None
    return pd.DataFrame(read, columns=columns)


def _values(cells: list[str]) -> list[Any]:
    there = [cell for cell in cells if cell]
    for pattern, kind in ((_WHOLE, int), (_NUMBER, float)):
        if all(pattern.fullmatch(cell) for cell in there):
            return [kind(cell) if cell else None for cell in cells]
    return cells


def for_people(
    table: pd.DataFrame, shares: Iterable[str] = ("share",), n: int | str | None = None
) -> tuple[list[str], list[list[Any]]]:
    """Returns the heads and the rows of a table as a terminal or a page shows it.

    A figure with NAME_low and NAME_high is shown in percent with its interval; so is one of `shares`, by its
    standard error. Any other figure with a standard error is shown as mean ± error, or alone if all its numbers are
    alike.

    n: the trials of `shares`, or the column that has them (see `interval`).

    >>> for_people(frame([{"seat": 0, "games": 800, "share": 0.25, "stderr": 0.0153}]), n="games")
    (['seat', 'games', 'share'], [[0, 800, '25.0 % (22.1–28.1)']])
    """
    names = [str(name) for name in table.columns]
    ends = {name: _error_columns(name, names) for name in names}
    errors = {column for columns in ends.values() for column in columns if column in names}
    heads, found = [name for name in names if name not in errors], list[list[Any]]()
    for row in rows_of(table):
        trials = row[n] if isinstance(n, str) else n
        found.append([_cell(row, name, ends[name], name in {*shares}, trials) for name in heads])
    return heads, found


def _error_columns(name: str, names: Sequence[str]) -> tuple[str, str, str]:
    start = "" if name == "share" and "stderr" in names else f"{name}_"
    return f"{start}stderr", f"{start}low", f"{start}high"


def _cell(row: Mapping[str, Any], name: str, ends: Sequence[str], is_share: bool, n: int | None) -> Any:
    value, (error, low, high) = row[name], (row.get(end) for end in ends)
    if value is None or not isinstance(value, int | float):
        return value
    if low is not None and high is not None:
        return percent(value, (low, high))
    if is_share:
        return percent(value, interval(value, error, n) if error is not None else (value, value))
    if error is None:
        return value
    digits = 4 if error < 1 else 1
    return f"{value:.{digits}f} ± {error:.{digits}f}" if error else f"{value:g}"
