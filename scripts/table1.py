"""Make Table 1 of the paper with other deals: python scripts/table1.py DIR… [--out DIR] [--replace]

    kanamj simulate deals --n 1e8 --lexicon hrgjncs/v1.1 --copies ignore --seed 1 --out d
    python scripts/table1.py d --out paper
    kanamj verify paper

Each DIR is a folder of `kanamj simulate deals`, and becomes a column. Beside them are the paper's 30,000 deals, and all
hands of ordinary mahjong, counted. The table is printed as Markdown. With --out it is written as CSV (all numbers),
Markdown and LaTeX (package booktabs), with a picture as PNG and PDF if matplotlib is installed.
"""

from __future__ import annotations

import math
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.datasets.pictures import japanese_font, load_matplotlib, new_figure
from kanamj.engine import UNREACHABLE_SHANTEN
from kanamj.engine.riichi.counts import count_hands
from kanamj.errors import KanamjError, MissingExtraError
from kanamj.results import MANIFEST, Manifest, check_place, unfinished, write_folder
from kanamj.studies import Deals, csv_text, frame, share
from kanamj.text import csv_cell, markdown_cell

KIND = "table 1"
SETTING = ("33332", 14, "hiragana-120")
"""Form, number of tiles, and tiles: how the paper deals."""
PAPER = {-1: 1765, 0: 12251, 1: 12138, 2: 3465, 3: 380, 4: 1}
"""Shanten -> hands of the paper's 30,000 deals (Asahara, あと1文字で単語をなす文字集合について, section 3.2)."""
PRINTED = {
    "four-least": "3.02544e-6 0.000697837 0.023 0.195 0.439 0.285",
    "four-general": "2.67113e-6 0.000602410 0.020 0.167 0.408 0.299",
    "three": "9.45975e-6 0.00163934 0.041 0.251 0.439 0.240",
}
"""The shares of ordinary mahjong as the paper prints them, from shanten -1 on."""
SMALL = 20
"""A count below this is shown with its interval: two standard errors would cover the true share too seldom."""
LEAST_EXPECTED = 5
"""Neighbouring classes are joined until so many hands are expected in each (Cochran 1954)."""


class Column(NamedTuple):
    """A distribution of shanten.

    counts: shanten -> hands.
    exact: True if these are all hands there are, False if they were dealt.
    """

    name: str
    title: str
    counts: Mapping[int, int]
    exact: bool = False

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    def share(self, shanten: int) -> dict[str, Any]:
        return share("share", self.n, self.counts.get(shanten, 0))

    def cell(self, shanten: int) -> str:
        """Returns a share as the table shows it: with its standard error to two digits, or with its interval.

        >>> paper = Column("paper", "the paper's 30,000 deals", PAPER)
        >>> paper.cell(-1), paper.cell(5)
        ('0.0588 ± 0.0014', '0 (0–0.00013)')
        """
        count, (value, error, low, high) = self.counts.get(shanten, 0), self.share(shanten).values()
        if self.exact:
            text = f"{value:.6g}"
        elif min(count, self.n - count) < SMALL:
            text = f"{value:.2g} ({low:.2g}–{high:.2g})"
        else:
            digits = 1 - math.floor(math.log10(error))
            text = f"{value:.{digits}f} ± {error:.{digits}f}"
        return text.replace("e-0", "e-")


def columns_of(folders: Sequence[Path]) -> list[Column]:
    """Returns a column for each folder, then the paper's deals, then ordinary mahjong.

    Raises KanamjError for a folder that the table cannot have.
    """
    dealt: list[Column] = []
    for folder in folders:
        column = dealt_column(folder)
        for other, there in zip(folders, dealt, strict=False):
            if there.name == column.name:
                raise KanamjError(
                    f"{other} and {folder} both hold {column.title}; the table has one column for each list "
                    "and --copies rule. Leave one of them out"
                )
        dealt.append(column)
    four, three = (count_hands(players, 14) for players in (4, 3))
    return [
        *dealt,
        Column("paper", "the paper's 30,000 deals", PAPER),
        Column("four-least", "four players, nearest form", four["least"].counts, exact=True),
        Column("four-general", "four players, general form", four["general"].counts, exact=True),
        Column("three", "three players, nearest form", three["least"].counts, exact=True),
    ]


def dealt_column(folder: Path) -> Column:
    if not (folder / MANIFEST).is_file():
        begun = unfinished(folder)
        said = f"holds an unfinished run; finish it: {begun['command']} --resume" if begun else ""
        way = "is not a folder of kanamj simulate deals; make one: kanamj simulate deals --out DIR"
        raise KanamjError(f"{folder} {said or way}")
    found: Any = Deals.read(folder)
    given = found.parameters
    setting = given["forms"], given["hand"], given["tiles"]
    if setting != SETTING:
        told = "form {}, {} tiles of {}"
        raise KanamjError(
            f"{folder} holds deals of {told.format(*setting)}, and Table 1 has deals of {told.format(*SETTING)}. "
            "Make some: kanamj simulate deals --out DIR"
        )
    if UNREACHABLE_SHANTEN in found.counts:
        raise KanamjError(
            f"{folder} holds deals of a list that completes no hand; deal with a larger --lexicon"
        )
    name = f"{given['lexicon']}-14" + "-ignore" * (given["copies"] == "ignore")
    return Column(name, str(found.setting), found.counts)


class Fit(NamedTuple):
    """A chi square test of whether two samples have the same distribution.

    groups: the classes of the test; each has one shanten, or neighbours if few hands are expected there.
    """

    groups: list[list[int]]
    chi_square: float

    @property
    def degrees(self) -> int:
        return len(self.groups) - 1

    @property
    def p(self) -> float:
        return chi_square_tail(self.chi_square, self.degrees)

    def __str__(self) -> str:
        p = f"p = {self.p:.2g}" if self.p > 1e-300 else "p < 1e-300"
        return f"χ²({self.degrees}) = {self.chi_square:.2f}, {p}"


def compare(a: Mapping[int, int], b: Mapping[int, int]) -> Fit:
    """Returns the test of homogeneity of two samples; it has 0 degrees of freedom if the hands are too few.

    a, b: shanten -> hands.

    >>> str(compare({0: 40, 1: 60}, {0: 50, 1: 50}))
    'χ²(1) = 2.02, p = 0.16'
    """
    samples = [(counts, sum(counts.values())) for counts in (a, b)]
    both, least = sum(n for _, n in samples), min(n for _, n in samples)
    if not least:
        return Fit([[]], 0.0)

    def expected(group: Sequence[int], n: int) -> float:
        return n * sum(a.get(at, 0) + b.get(at, 0) for at in group) / both

    groups: list[list[int]] = [[]]
    for at in sorted({*a, *b}):
        if expected(groups[-1], least) >= LEAST_EXPECTED:
            groups.append([])
        groups[-1].append(at)
    if len(groups) > 1 and expected(groups[-1], least) < LEAST_EXPECTED:
        groups[-2:] = [groups[-2] + groups[-1]]
    chi_square = 0.0
    for counts, n in samples:
        for group in groups:
            wanted = expected(group, n)
            chi_square += (sum(counts.get(at, 0) for at in group) - wanted) ** 2 / wanted
    return Fit(groups, chi_square)


def chi_square_tail(chi_square: float, degrees: int) -> float:
    """Returns the probability that a chi square variable is greater than the value `chi_square`.

    This is the regularised upper gamma function Q(degrees / 2, chi_square / 2). It is computed from Q(1/2, x) =
    erfc(sqrt x) or Q(1, x) = exp(-x) by repeating Q(a + 1, x) = Q(a, x) + x^a exp(-x) / Gamma(a + 1) (DLMF 8.8.6).

    >>> round(chi_square_tail(3.841459, 1), 6), round(chi_square_tail(18.307038, 10), 6)
    (0.05, 0.05)
    """
    if chi_square <= 0:
        return 1.0
    x = chi_square / 2
    a, tail = (0.5, math.erfc(math.sqrt(x))) if degrees % 2 else (1.0, math.exp(-x))
    while a < degrees / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return min(tail, 1.0)


def differences(exact: Sequence[Column]) -> Iterator[str]:
    """Yields a sentence for each counted share that the paper prints differently."""
    for column in exact:
        for shanten, text in enumerate(PRINTED[column.name].split(), -1):
            if (Decimal(column.counts[shanten]) / column.n).quantize(Decimal(text)) != Decimal(text):
                counted = column.cell(shanten)
                yield f"{column.title}, shanten {shanten}: the paper prints {text}, counted it is {counted}."


def against_the_paper(column: Column) -> str:
    """Returns the test of all hands, and that of all but the farthest, of which the paper has fewer than expected."""
    found = compare(column.counts, PAPER)
    if not found.degrees:
        return f"{column.title}: too few hands to compare with those of the paper."
    far = found.groups[-1][0]
    near, of_paper = ({at: n for at, n in counts.items() if at < far} for counts in (column.counts, PAPER))
    n = sum(PAPER.values())
    expected = n * (1 - sum(near.values()) / column.n)
    return (
        f"{column.title}, against the paper: {found}. Of shanten {far} or more the paper has "
        f"{n - sum(of_paper.values()):,}, where {expected:,.1f} are expected; without these {compare(near, of_paper)}."
    )


def table(columns: Sequence[Column]) -> list[list[str]]:
    """Returns the rows of the table, first the heads."""
    reached = sorted({at for column in columns for at in column.counts})
    return [
        ["Shanten", *(column.title for column in columns)],
        ["hands", *(f"{column.n:,}" for column in columns)],
        *([str(at), *(column.cell(at) for column in columns)] for at in reached),
    ]


def markdown(columns: Sequence[Column]) -> str:
    dealt, exact = columns[: -len(PRINTED) - 1], columns[-len(PRINTED) :]
    heads, *rows = [f"| {' | '.join(map(markdown_cell, row))} |" for row in table(columns)]
    remarks = [*differences(exact), *map(against_the_paper, dealt)]
    return "\n".join(
        [
            "# Table 1: shanten of the first hand\n",
            "Word mahjong was dealt: ± is the standard error; for counts below "
            f"{SMALL} the 95 % interval (Wilson) is in brackets. Of ordinary mahjong all hands are counted.\n",
            heads,
            f"|{' --: |' * (len(columns) + 1)}",
            *rows,
            "\n## Beside the paper\n",
            "The paper dealt with a list of its own, so deals of other lists should differ from its 30,000.\n",
            *(f"- {markdown_cell(remark)}" for remark in remarks),
            "",
        ]
    )


def latex(columns: Sequence[Column]) -> str:
    """Returns the table for the package booktabs."""

    def cell(text: str) -> str:
        text = re.sub(r"([&%_#$])", r"\\\1", text).replace("±", r"$\pm$").replace("–", "--")
        return re.sub(r"(?<=\d)e(-\d+)", r" $\\times 10^{\1}$", text)

    heads, *rows = [" & ".join(map(cell, row)) + r" \\" for row in table(columns)]
    top = [rf"\begin{{tabular}}{{{'r' * (len(columns) + 1)}}}", r"\toprule", heads, r"\midrule"]
    return "\n".join([*top, *rows, r"\bottomrule", r"\end{tabular}", ""])


def numbers(columns: Sequence[Column]) -> str:
    """Returns all numbers as CSV. Counted hands have no error and no interval."""
    rows = []
    for column in columns:
        for at in sorted(column.counts):
            value, *errors = (f"{cell:.10g}" for cell in column.share(at).values())
            cells = csv_cell(column.name), csv_cell(column.title), str(column.exact).lower(), at
            rows.append((*cells, column.counts[at], value, *([""] * 3 if column.exact else errors)))
    heads = ("column", "title", "exact", "shanten", "count", "share", "stderr", "low", "high")
    return csv_text(frame(dict(zip(heads, row, strict=True)) for row in rows))


FORMATS: dict[str, Callable[[Sequence[Column]], str]] = {"csv": numbers, "md": markdown, "tex": latex}


def pictures(columns: Sequence[Column]) -> dict[str, bytes]:
    """Returns the picture files by their names. Raises MissingExtraError if matplotlib is not installed."""
    font = japanese_font() or "DejaVu Sans"  # for names of lists
    mpl = load_matplotlib()

    files = {}
    with mpl.rc_context({"font.family": ["DejaVu Sans", font]}):
        figure = new_figure((11, 4.6))
        for axes, scale in zip(figure.subplots(1, 2), ("linear", "log"), strict=True):
            for column in columns:
                shares = {at: n / column.n for at, n in sorted(column.counts.items()) if n}
                label = f"{column.title}, n = {column.n:,}".replace("$", r"\$")
                style = "s--" if column.exact else "o-"
                axes.plot([*shares], [*shares.values()], style, ms=4, lw=1.3, label=label)
            axes.set(xlabel="shanten (-1 complete, 0 tenpai)", ylabel="share of hands", yscale=scale)
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.grid(alpha=0.3, axis="y")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9)
        figure.suptitle("Shanten of the first hand: word mahjong and ordinary mahjong")
        left_out = {"png": ("Software",), "pdf": ("CreationDate", "Creator", "Producer")}
        for suffix, fields in left_out.items():
            data = BytesIO()
            figure.savefig(data, format=suffix, dpi=200, metadata=dict.fromkeys(fields))
            files[f"table1.{suffix}"] = data.getvalue()
    return files


def main(folders: list[Path], out: Path | None = None, replace: bool = False) -> None:
    if not folders:
        raise KanamjError("give a folder of deals; make one: kanamj simulate deals --n 1e6 --out d")
    if replace and not out:
        raise KanamjError("--replace only works on a folder; it needs --out DIR")
    if out:
        check_place(out, kind=KIND, replace=replace)
    columns = columns_of(folders)
    files: dict[str, Any] = {f"table1.{suffix}": write(columns) for suffix, write in FORMATS.items()}
    print(files["table1.md"], end="")
    if not out:
        return
    parameters, picture = {}, ""
    try:
        files |= pictures(columns)
        parameters = {"matplotlib": version("matplotlib")}
    except MissingExtraError as error:
        picture = f", without a picture: {error}"
    command = shlex.join(["python", "scripts/table1.py", *map(str, folders), "--out", "DIR"])
    inputs = {
        f"{column.name}/counts.csv": Manifest.read(folder).outputs["counts.csv"].sha256
        for folder, column in zip(folders, columns, strict=False)
    }
    write_folder(out, files, Manifest(KIND, command, inputs=inputs, parameters=parameters), replace=replace)
    print(f"written to {out}{picture}", file=sys.stderr)


if __name__ == "__main__":
    from start import start

    start(
        main, folders="a folder of kanamj simulate deals", out="write into this folder", replace="start over"
    )
