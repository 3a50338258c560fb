"""The tables of a study: how they are declared, read off sums, shown, written and read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kanamj.errors import FileFormatError, MissingExtraError
from old.csvtext import Table, csv_text, read_table
from old.measures import Column, Counted, Measure
from old.stats import in_percent
from old.sums import Row


class Declared:
    """A table of a study: its name, which is that of the file too, and its columns in order.

    columns: a text is a key of the rows. derived: its rows are not read off sums but computed by `Study.derived`;
    without columns they may be any. order: row -> what the rows are sorted by; None leaves them as `Study.rows`
    has them. title: what the terminal prints above it. heads: column -> what the terminal prints above that, if not its
    name.
    """

    def __init__(
        self,
        name: str,
        *columns: str | Column | Measure,
        derived: bool = False,
        order: Callable[[dict[str, Any]], Any] | None = None,
        title: str = "",
        heads: Mapping[str, str] = {},
    ) -> None:
        self.name, self.derived, self.order, self.title, self.heads = name, derived, order, title, heads
        self.columns = [Column(column) if isinstance(column, str) else column for column in columns]
        self.of_names = [(name, column) for column in self.columns for name in column.names]
        self.names = tuple(name for name, _ in self.of_names)
        self.keys = tuple(c.name for c in self.columns if isinstance(c, Column) and c.of is None)
        self.given = {c.name for c in self.columns if isinstance(c, Column) and c.same}
        measures = [column for column in self.columns if isinstance(column, Measure)]
        self.measures = {name for measure in measures for name in measure.needs}
        self.counts = {name for measure in measures for name in measure.counts}

    def cells(self, study: Any, row: Row) -> list[Any]:
        """The cells of a row."""
        keys = iter(row.keys)
        found: list[Any] = []
        for column in self.columns:
            if isinstance(column, Measure):
                found += column.cells(study, row)
            else:
                cell = column.of(study, row) if column.of else next(keys)
                found += [cell] if column.names else []
        return found

    def for_people(self, found: TableResults) -> Table:
        """The table as the terminal shows it: shares in percent with intervals, means with errors in one cell, and no
        cells of `given`."""
        table = found.tables[self.name]
        for column in self.columns:
            if isinstance(column, Counted) and column.stderr and getattr(column, "percent", True):
                of, rows = getattr(column, "out_of", ""), table.objects()
                n = found.counted.get(of) if isinstance(of, str) else sum(row[column.count] for row in rows)
                table = in_percent(table, [column.share], column.n or n)
        left = [name for name in table.columns if not name.endswith("_stderr") and name not in self.given]

        def cell(row: Mapping[str, Any], name: str) -> Any:
            error = row.get(f"{name}_stderr")
            digits = 4 if error is None or error < 1 else 1
            return row[name] if error is None else f"{row[name]:.{digits}f} ± {error:.{digits}f}"

        heads = (self.heads.get(name, name) for name in left)
        return Table(tuple(heads), [[cell(row, name) for name in left] for row in table.objects()])

    def text(self, table: Table) -> str:
        """The content of its file."""
        if not self.columns:
            return csv_text(*table)
        shown = [column.shown for _, column in self.of_names]
        rows = ([as_text(cell) for as_text, cell in zip(shown, row, strict=True)] for row in table.rows)
        return csv_text(table.columns, rows)

    def read(self, path: Path) -> Table:
        """The table that was written. Raises FileFormatError if it has other columns, a row twice, or no numbers."""
        found = read_table(path)
        if not self.columns:
            return found
        if found.columns != self.names:
            wrong = f"has the columns {', '.join(found.columns)}, not {', '.join(self.names)}"
            raise FileFormatError(f"{wrong}; make the results again", path=path)
        seen: dict[tuple[Any, ...], int] = {}
        for number, row in enumerate(found.rows, 1):
            for place, (name, column) in enumerate(self.of_names):
                try:
                    row[place] = column.read(name, row[place])
                except ValueError as error:
                    said = f"row {number} has {row[place]!r} in column {name}, which must be {error}"
                    raise FileFormatError(f"{said}; make the results again", path=path) from None
            keys = tuple(cell for name, cell in zip(self.names, row, strict=True) if name in self.keys)
            if len(keys) == len(self.keys) and keys and seen.setdefault(keys, number) != number:
                said = f"rows {seen[keys]} and {number} are both of {', '.join(map(str, keys))}"
                raise FileFormatError(f"{said}; make the results again", path=path)
        return found


@dataclass(frozen=True)
class TableResults:
    """The results of a study, as tables. tables: name -> the table in the file NAME.csv.

    counted: name -> count of the whole run. files: name -> path or content of further files, which are not read back.
    """

    parameters: Mapping[str, Any]
    tables: Mapping[str, Table]
    counted: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, Path | bytes] = field(default_factory=dict, compare=False)

    @property
    def complete(self) -> int:
        """The number of complete deals, for studies that count them."""
        return self.counted["complete"]

    @property
    def setting(self) -> str:
        """The setting in a few words; "" says nothing beyond the name of the folder."""
        return ""

    def summary(self) -> Table:
        """What the index of results shows of them: the first table."""
        return next(iter(self.tables.values()))

    def to_json(self) -> dict[str, Any]:
        """The results as plain values: the counts of the run, the rows of each table, and the parameters."""
        tables = {name: table.objects() for name, table in self.tables.items()}
        return {**self.counted, **tables, "parameters": dict(self.parameters)}

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_(name) for name, table in self.tables.items())

    def to_parquet(self, folder: str | Path) -> None:
        """Write each table as `folder`/NAME.parquet. Raises MissingExtraError if pyarrow is not installed."""
        for name, table in self.tables.items():
            try:
                table.to_frame().to_parquet(Path(folder, f"{name}.parquet"), index=False)
            except ImportError:
                raise MissingExtraError("the Parquet format", "pyarrow", "parquet") from None
