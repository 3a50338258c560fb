"""Table 1 of the paper, with more settings: shanten of the first hand, word mahjong beside ordinary mahjong.

The folder of the table holds `table1.csv` (all numbers), `table1.md` (for people to read), a picture if matplotlib is
installed, and `MANIFEST.toml`. Hands of word mahjong are dealt (`kanamj simulate deals`), so their shares have
standard errors. Hands of ordinary mahjong are all counted, so their shares have none. The same is true of the
beginners' game, if its folder was written by `kanamj exact --game words`.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from pathlib import Path

from kanamj.datasets.pictures import NO_FONT, NO_KANA
from kanamj.disk import sha256_of
from kanamj.errors import Message, MissingExtraError
from kanamj.results import Manifest, check_place, write_folder
from kanamj.studies import csv_text, frame
from kanamj.studies.deals import COUNTS, EXACT, shanten_text
from kanamj.studies.fit import compare
from kanamj.studies.stats import Proportion
from kanamj.studies.table1_columns import (
    PAPER,
    Column,
    deal_folders,
    exact_columns,
    folder_column,
    paper_column,
)
from kanamj.text import csv_cell, markdown_cell

KIND = "table 1"
TABLE = "table1"
SMALL = 20
"""Below this count a standard error says too little: plus or minus two of them cover the share too seldom."""


def write_table1(
    folder: str | Path,
    folders: Sequence[str | Path],
    *,
    first: str = "",
    replace: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Manifest:
    """Write the table into `folder`, with a manifest, and return this manifest.

    folders: results of deals and exact counts; each becomes a column, beside ordinary mahjong and the paper's deals.
    first: the name of the folder that becomes the main table; see `deal_folders`. tell: called with a sentence if there
    is no picture, or no kana in it.
    """
    folder = Path(folder)
    check_place(folder, replace=replace, kind=KIND)
    found = deal_folders([*map(Path, folders)], first)
    command = shlex.join(["kanamj", "table1", *map(str, found), "--out", "DIR"])
    columns = [*map(folder_column, found), paper_column(), *exact_columns()]
    inputs = {
        f"{path.resolve().name}/{name}": sha256_of(path / name)
        for path in found
        for name in (COUNTS, EXACT)
        if (path / name).is_file()
    }
    texts = {f"{TABLE}.csv": format_csv(columns), f"{TABLE}.md": format_markdown(columns)}
    drawn_with: dict[str, str] = {}
    pictures: dict[str, bytes] = {}
    try:
        from kanamj.studies.table1_picture import draw

        pictures, drawn_with = draw(columns)
    except MissingExtraError as error:
        tell(Message("no picture: {}", error))
    else:
        if drawn_with["font"] == NO_FONT:
            tell(NO_KANA)
    manifest = Manifest(KIND, command, inputs=inputs, parameters=drawn_with)
    return write_folder(folder, {**texts, **pictures}, manifest, replace=replace)


def format_csv(columns: Sequence[Column]) -> str:
    """The text of the CSV file: all numbers, one row for each column of the table and each shanten.

    Shares of dealt hands have a standard error and a 95 % interval (Wilson). For counted hands these cells are empty.
    """
    rows: list[list[object]] = []
    for column in columns:
        for shanten in sorted(column.counts):
            share = column.share(shanten)
            errors = [""] * 3 if column.exact else [f"{x:.10g}" for x in (share.stderr, *share.interval)]
            named = [csv_cell(column.name), csv_cell(column.title), str(column.exact).lower()]
            rows.append([*named, shanten_text(shanten), share.count, f"{share.value:.10g}", *errors])
    header = ("column", "title", "exact", "shanten", "count", "share", "stderr", "low", "high")
    return csv_text(frame((dict(zip(header, row, strict=True)) for row in rows), header))


def format_markdown(columns: Sequence[Column]) -> str:
    """The text of the Markdown page: the table in the paper's layout, a table of all settings, the comparisons."""
    dealt = [column for column in columns if not column.exact and column.name != PAPER]
    printed = [column for column in columns if column.name == PAPER]
    exact = [column for column in columns if not column.words]
    counted = [column for column in columns if column.exact and column.words]
    first = dealt[0]
    shanten = sorted({shanten for column in (first, *exact) for shanten in column.counts})
    lines = [
        "# Table 1: shanten of the first hand",
        "",
        f"Word mahjong ({markdown_cell(first.title)}) was dealt {first.n:,} times; ± is the standard error. For counts "
        f"below {SMALL} the brackets have the 95 % interval of Wilson. Ordinary mahjong is counted: all hands of 14 "
        "tiles.",
        "",
        *_table(
            ["Shanten", "count", "proportion", *(column.title for column in exact)],
            [
                [
                    shanten_text(at),
                    f"{first.share(at).count:,}",
                    _with_error(first.share(at)),
                    *(_exact(column.share(at)) for column in exact),
                ]
                for at in shanten
            ],
        ),
        "",
        "## All settings",
        "",
    ]
    settings = [*dealt, *counted, *printed]
    reached = sorted({at for column in settings for at in column.counts})
    lines += _table(
        ["Shanten", *(column.title for column in settings)],
        [
            ["hands", *(f"{column.n:,}" for column in settings)],
            *(
                [shanten_text(at), *((_exact if c.exact else _with_error)(c.share(at)) for c in settings)]
                for at in reached
            ),
        ],
    )
    remarks = [*differences(exact), *verdicts(dealt, printed)]
    if remarks:
        lines += ["", "## Beside the paper", ""]
        lines += [
            "The paper dealt with a list of its own, so deals of other lists should differ from its 30,000.",
            "",
        ]
        lines += [f"- {markdown_cell(remark)}" for remark in remarks]
    return "\n".join([*lines, ""])


def differences(exact: Iterable[Column]) -> list[str]:
    """One sentence for each counted share that differs from the share that the paper prints."""
    found = []
    for column in exact:
        for shanten, text in column.printed.items():
            printed = Decimal(text)
            counted = Decimal(column.counts.get(shanten, 0)) / column.n
            if counted.quantize(printed) != printed:
                exactly = _exact(column.share(shanten))
                found.append(
                    f"{column.title}, shanten {shanten}: the paper prints {text}, counted it is {exactly}."
                )
    return found


def verdicts(dealt: Iterable[Column], printed: Iterable[Column]) -> list[str]:
    """Do our deals differ from those of the paper? For each of our settings that is like the paper's, sentences that
    say so of all hands, and of all but the farthest, which are few."""
    return [_verdict(column, other) for other in printed for column in dealt if column.like_paper]


def _verdict(column: Column, other: Column) -> str:
    found = compare(column.counts, other.counts)
    far = found.groups[-1]
    near = [{at: n for at, n in each.counts.items() if at < far[0]} for each in (column, other)]
    has, expected = (sum(each.counts.get(at, 0) for at in far) for each in (other, column))
    said = (
        f"{column.title} against {other.title}: {found.verdict} Of shanten {far[0]} or more {other.title} have "
        f"{has:,}, where {expected / column.n * other.n:,.1f} are expected."
    )
    return (
        f"{said} Without these: {compare(*near).verdict}"
        if all(map(sum, (n.values() for n in near)))
        else said
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (map(markdown_cell, header), ["--:"] * len(header), *rows)]


def _with_error(share: Proportion) -> str:
    """A share with its standard error to two digits; with its interval if there are few hands on one side.

    >>> _with_error(Proportion(1765, 30_000)), _with_error(Proportion(0, 30_000))
    ('0.0588 ± 0.0014', '0 (0–0.00013)')
    """
    if min(share.count, share.n - share.count) < SMALL:
        low, high = share.interval
        return f"{share.value:.2g} ({low:.2g}–{high:.2g})".replace("e-0", "e-")
    digits = 1 - math.floor(math.log10(share.stderr))
    return f"{share.value:.{digits}f} ± {share.stderr:.{digits}f}"


def _exact(share: Proportion) -> str:
    """A share with six digits, written as the paper writes shares.

    >>> _exact(Proportion(12859078207674, 4250305029168216000))
    '3.02545e-6'
    """
    return f"{share.value:.6g}".replace("e-0", "e-")
