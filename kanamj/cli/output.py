"""Prints tables, JSON and TSV on stdout, and messages on stderr."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import typer

from kanamj.errors import Message
from kanamj.text import csv_cell, shown, shown_json, tr


def print_rows(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    as_json: bool = False,
    tsv: bool = False,
    texts: Sequence[str] = (),
) -> None:
    """Print rows as a JSON list of objects, as tab-separated values, or else as a table.

    texts: the columns whose cells people read in their language.
    """
    if as_json:
        print_json(objects(columns, rows))
    elif tsv:
        print_tsv(columns, rows)
    else:
        print_table(
            columns,
            [
                [
                    tr(cell if isinstance(cell, str) else str(cell))
                    if isinstance(cell, str | bool) and name in texts
                    else cell
                    for name, cell in zip(columns, row, strict=True)
                ]
                for row in rows
            ],
            title,
        )


def objects(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[dict[str, object]]:
    """Returns each row as a dictionary: name of the column -> value."""
    return [dict(zip(columns, row, strict=True)) for row in rows]


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Print rows as a table with bold column names, in the language of people; columns of numbers are aligned to the
    right.

    A cell that is wider than its column goes on in the next line, so no character is ever left out. In a pipe ($COLUMNS
    goes before that), and where the width is 0, which is unknown, the table is as wide as it needs to be, at most PIPED
    characters. No line ends in blanks, and the table has no empty line before or behind it. If the columns would be too
    narrow to read, each cell has a line with the name of its column. A terminal that is narrower than NARROW breaks
    these lines itself."""
    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table

    given, heads = [list(row) for row in rows], [tr(name) for name in columns]
    cells = [[shown(_cell(value)) for value in row] for row in given]
    console = Console(highlight=False, markup=False, emoji=False)
    narrow = 0 < console.width < NARROW
    if narrow or not console.width or (not console.is_terminal and "COLUMNS" not in os.environ):
        console.width = PIPED
    needed = [min(READABLE, max(map(cell_len, column))) + 3 for column in zip(heads, *cells, strict=True)]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    if given and (narrow or sum(needed) > console.width + 3):
        table = Table(show_header=False, box=None, pad_edge=False)
        table.add_column()
        table.add_column(overflow="fold")
        for row in cells:
            for head, cell in zip(heads, row, strict=True):
                if cell:
                    table.add_row(head, cell)
            table.add_row()
    else:
        for place, head in enumerate(heads):
            numbers = bool(given) and all(isinstance(row[place], int | float) for row in given)
            table.add_column(head, justify="right" if numbers else "left", overflow="fold")
        for row in cells:
            table.add_row(*row)
    with console.capture() as text:
        console.print(table)
    lines = [line.rstrip(" ") for line in text.get().splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    lines = lines[not lines[0] :]  # the box of the table begins with an empty line
    if title:  # which may be wider than the table
        with console.capture() as text:
            console.print(shown(tr(title)), style="table.title")
        lines.insert(0, text.get().rstrip("\n"))
    sys.stdout.write("".join(line + "\n" for line in lines))


def print_json(value: Any) -> None:
    """Print a value as indented JSON. Kana are printed as they are, not as escapes."""
    import json

    sys.stdout.write(shown_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n")


def print_tsv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print rows tab-separated under a header line; a tab or line end inside a value becomes a space.

    A text that a spreadsheet would run as a formula gets a leading apostrophe.
    """
    for row in (columns, *rows):
        cells = [_cell(value).translate(_NO_BREAKS) for value in row]
        safe = (cell if _NUMBER.fullmatch(cell) else str(csv_cell(cell)) for cell in cells)
        sys.stdout.write("\t".join(map(shown, safe)) + "\n")


def print_differences(differences: Sequence[str], fine: str) -> None:
    """Print the differences and stop with exit code 1. If there are none, print the message `fine` on stderr."""
    for difference in differences:
        sys.stdout.write(shown(tr(difference)) + "\n")
    if differences:
        raise typer.Exit(1)
    say(fine)


def say(text: str, *values: object) -> None:
    """Print a message for the user on stderr, or a text with {} for each value and the values, in their language."""
    sys.stderr.write(shown(tr(text, *values)) + "\n")


def misuse(text: str, *values: object) -> typer.BadParameter:
    """Returns the error for options or arguments that do not fit, which ends the command with exit code 2."""
    return typer.BadParameter(Message(text, *values))


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yields a function to call with what the command does now. It is shown on stderr if that is a terminal, and
    is gone at the end. For work that is done in seconds, or has no number to count to."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False, markup=False).status(tr("starting")) as status:
        yield lambda text: status.update(tr(text))


READABLE = 5
"""Columns that are narrower, with wider cells, cannot be read."""
NARROW = 24
PIPED = 100
"""The greatest width of a table in a file or a pipe, in characters."""
_NUMBER = re.compile(r"[-+]?[0-9.e-]*")
_NO_BREAKS = str.maketrans("\t\r\n", "   ")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(str(part) for part in value)
    return str(value)
