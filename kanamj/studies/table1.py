"""Table 1 of the paper, with more settings: shanten of the first hand, word mahjong beside ordinary mahjong.

The folder of the table holds `table1.csv` (all numbers), `table1.md` (for people to read), `table1.tex` (for a paper),
a picture if matplotlib is installed, and `MANIFEST.toml`. The page and the picture are in the language of the process.
Hands of word mahjong are dealt (`kanamj simulate deals`), so their shares have standard errors. Hands of ordinary
mahjong are all counted, so their shares have none. The same is true of the beginners' game, if its folder was written
by `scripts/research/exact332 count`.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from kanamj.datasets.pictures import NO_KANA
from kanamj.disk import sha256_of
from kanamj.errors import Message, MissingExtraError
from kanamj.results import Manifest, check_place, write_folder
from kanamj.studies import csv_text, frame
from kanamj.studies.deals import COUNTS, EXACT, DealResults, shanten_text
from kanamj.studies.fit import compare
from kanamj.studies.stats import Proportion
from kanamj.studies.table1_columns import (
    PAPER,
    Column,
    deal_folders,
    exact_columns,
    folder_column,
    paper_column,
    results_column,
)
from kanamj.text import csv_cell, current, markdown_cell, tr

KIND = "table 1"
TABLE = "table1"
SMALL = 20
"""Below this count a standard error says too little: plus or minus two of them cover the share too seldom."""


def columns_of(
    folders: Sequence[str | Path], first: str = "", dealt: DealResults | None = None
) -> tuple[list[Path], list[Column]]:
    """The folders of deals and exact counts that the table is made from, and its columns: the deals in memory (`dealt`)
    first, then the folders (`deal_folders`), the deals of the paper, and ordinary mahjong."""
    found = deal_folders([*map(Path, folders)], first) if folders or dealt is None else []
    own = (
        [results_column(f"{dealt.parameters['lexicon']}-{dealt.parameters['hand']}", dealt)] if dealt else []
    )
    return found, [*own, *map(folder_column, found), paper_column(), *exact_columns()]


def write_table1(
    folder: str | Path,
    folders: Sequence[str | Path] = (),
    *,
    first: str = "",
    dealt: DealResults | None = None,
    replace: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Column]:
    """Write the table and its picture into `folder`, with a manifest, and return the columns of the table.

    folders, first, dealt: see `columns_of`. tell: called with a sentence if there is no picture, or no kana in it.
    """
    folder = Path(folder)
    check_place(folder, replace=replace, kind=KIND)
    found, columns = columns_of(folders, first, dealt)
    command = ["kanamj", "table1", *map(str, found)]
    inputs = {
        f"{path.resolve().name}/{name}": sha256_of(path / name)
        for path in found
        for name in (COUNTS, EXACT)
        if (path / name).is_file()
    }
    parameters: dict[str, Any] = {}
    if dealt:
        parameters = {name: dealt.parameters[name] for name in ("n", "lexicon", "copies", "seed")}
        command += [word for name, value in parameters.items() for word in (f"--{name}", str(value))]
        inputs[f"lexicon {parameters['lexicon']}"] = dealt.parameters["lexicon_sha256"]
    pictures: dict[str, bytes] = {}
    try:
        from kanamj.studies.table1_picture import draw

        pictures, drawn_with = draw(columns)
    except MissingExtraError as error:
        tell(Message("no picture: {}", error))
    else:
        parameters |= drawn_with
        if current() == "ja" and drawn_with["language"] != "ja":
            tell(NO_KANA)
    texts = {f"{TABLE}.{suffix}": write(columns) for suffix, write in FORMATS.items()}
    manifest = Manifest(KIND, shlex.join([*command, "--out", "DIR"]), inputs=inputs, parameters=parameters)
    write_folder(folder, {**texts, **pictures}, manifest, replace=replace)
    return columns


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
    """The text of the Markdown page, in the language of this process: the table in the paper's layout, a table of all
    settings, the comparisons."""
    dealt = [column for column in columns if not column.exact and column.name != PAPER]
    printed = [column for column in columns if column.name == PAPER]
    exact = [column for column in columns if not column.words]
    counted = [column for column in columns if column.exact and column.words]
    first = dealt[0]
    header, rows = main_table(columns)
    lines = [
        f"# {tr('Table 1: shanten of the first hand')}",
        "",
        tr(
            "Word mahjong ({}) was dealt {:,} times; ± is the standard error. Intervals are those of Wilson; for "
            "counts below {} they are in brackets. Ordinary mahjong is counted: all hands of 14 tiles.",
            *(markdown_cell(tr(first.title)), first.n, SMALL),
        ),
        "",
        *_table([column if isinstance(column, str) else column.title for column in header], rows),
        "",
        f"## {tr('All settings')}",
        "",
    ]
    settings = [*dealt, *counted, *printed]
    reached = sorted({at for column in settings for at in column.counts})
    lines += _table(
        ["Shanten", *(column.title for column in settings)],
        [
            [tr("hands"), *(f"{column.n:,}" for column in settings)],
            *(
                [shanten_text(at), *((_exact if c.exact else _with_error)(c.share(at)) for c in settings)]
                for at in reached
            ),
        ],
    )
    remarks = [*differences(exact), *verdicts(dealt, printed)]
    if remarks:
        own = "The paper dealt with a list of its own, so deals of other lists should differ from its 30,000."
        lines += ["", f"## {tr('Beside the paper')}", "", tr(own), ""]
        lines += [f"- {markdown_cell(tr(remark))}" for remark in remarks]
    return "\n".join([*lines, ""])


def main_table(columns: Sequence[Column]) -> tuple[list[str | Column], list[list[str]]]:
    """The head and the rows of the table in the paper's layout: the first deals, the paper's, and ordinary mahjong."""
    dealt = [column for column in columns if not column.exact]
    first, paper = dealt[0], [column for column in dealt if column.name == PAPER]
    exact = [column for column in columns if not column.words]
    head: list[str | Column] = ["Shanten", "count", "proportion", "95 % interval", *paper, *exact]
    rows = []
    for at in sorted({at for column in (first, *paper, *exact) for at in column.counts}):
        share = first.share(at)
        low, high = share.interval
        numbers = [
            f"{share.count:,}",
            _with_error(share).partition(" (")[0],
            f"{low:.6g}–{high:.6g}".replace("e-0", "e-"),
        ]
        numbers += [_with_error(column.share(at)) for column in paper]
        rows.append([shanten_text(at), *numbers, *(_exact(column.share(at)) for column in exact)])
    return head, rows


def format_latex(columns: Sequence[Column]) -> str:
    """The table in the paper's layout as LaTeX, for the package booktabs."""
    head, rows = main_table(columns)
    names = [column if isinstance(column, str) else column.label or str(column.title) for column in head]
    lines = [" & ".join(map(_latex, row)) + r" \\" for row in (names, *rows)]
    top = [rf"\begin{{tabular}}{{{'r' * len(head)}}}", r"\toprule", lines[0], r"\midrule"]
    return "\n".join([*top, *lines[1:], r"\bottomrule", r"\end{tabular}", ""])


def _latex(text: str) -> str:
    r"""A cell.

    >>> print(_latex("50 % ± 1e-6"))
    50 \% $\pm$ 1 $\times 10^{-6}$
    """
    text = re.sub(r"([&%_#$])", r"\\\1", text).replace("±", r"$\pm$").replace("–", "--")
    return re.sub(r"(?<=\d)e(-?\d+)", r" $\\times 10^{\1}$", text)


FORMATS: Mapping[str, Callable[[Sequence[Column]], str]] = {
    "csv": format_csv,
    "md": format_markdown,
    "tex": format_latex,
}
"""What a table can be written as, by the end of the file's name."""


def differences(exact: Iterable[Column]) -> list[str]:
    """One sentence for each counted share that differs from the share that the paper prints."""
    found: list[str] = []
    for column in exact:
        for shanten, text in column.printed.items():
            printed = Decimal(text)
            counted = Decimal(column.counts.get(shanten, 0)) / column.n
            if counted.quantize(printed) != printed:
                exactly = _exact(column.share(shanten))
                told = "{}, shanten {}: the paper prints {}, counted it is {}."
                found.append(Message(told, column.title, shanten, text, exactly))
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
    said = Message(
        "{0} against {1}: {2} Of shanten {3} or more {1} have {4:,}, where {5:,.1f} are expected.",
        *(column.title, other.title, found.verdict, far[0], has, expected / column.n * other.n),
    )
    if all(map(sum, (n.values() for n in near))):
        said = Message("{} Without these: {}", said, compare(*near).verdict)
    return said


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(row)} |"
        for row in (map(markdown_cell, map(tr, header)), ["--:"] * len(header), *rows)
    ]


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
