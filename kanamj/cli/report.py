"""kanamj report: tables and figures from results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.commands import App
from kanamj.cli.output import objects, print_json, print_rows, say
from kanamj.language import tr, translated

app = App(no_args_is_help=True, help="Tables and figures from results.")

RESULTS = Path("results")


@app.command()
def table1(
    folders: Annotated[
        list[Path] | None,
        opt.argument("DIR", "Folders of deals and of exact counts. [default: those in results]"),
    ] = None,
    out: Annotated[Path, opt.option("--out -o DIR", "Write into this folder.")] = RESULTS / "table1",
    first: Annotated[str, opt.option("NAME", "Folder of deals that comes first, such as common-14.")] = "",
    replace: opt.ReplaceOption = False,
) -> None:
    """Write the paper's Table 1 as CSV, Markdown and PNG: dealt word mahjong beside counted ordinary mahjong.

    The first folder of deals is in the main table; a second table has all folders. Folders come in the order given.
    Inside a folder, the shipped lists come first, core before common. The Markdown goes to stdout, too.

    Example: kanamj report table1 results/deals --out my-table
    """
    from kanamj.reports.table1 import TABLE, write_table1

    usual = [path for path in (RESULTS / "deals", RESULTS / "exact") if path.is_dir()]
    given = folders or usual or [RESULTS / "deals"]
    write_table1(out, given, first=first, replace=replace, tell=say)
    typer.echo((out / f"{TABLE}.md").read_text(encoding="utf-8"), nl=False)
    say(f"written to {out}")


SHOWN = 20
"""A table on the terminal shows this many differences."""


@app.command()
def compare(
    a: Annotated[str, opt.argument("A", "A folder of results, or paper, four-least, four-general or three.")],
    b: Annotated[str, opt.argument("B", "What A is compared with; the same choices as for A.")],
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Test whether two results agree, such as two folders of deals, or deals and the paper.

    Deals: chi square of their distributions of shanten, and the difference of each class in standard errors. paper is
    the 30,000 deals of word mahjong in the paper. The others are all hands of ordinary mahjong, counted: four-least
    (four players, nearest form), four-general (four players, general form) and three (three players).

    Games, learning orders, values of words, arranging: the difference B - A of each value that both have, in standard
    errors, the largest first. The table shows 20 differences, --tsv and --json all.

    Examples: kanamj report compare results/deals/v1.1-14-ignore paper · kanamj report compare results/games/paper-never
    results/games/paper-mixed
    """
    from kanamj.reports.columns import column_named, fit
    from kanamj.reports.differences import is_tabled
    from kanamj.studies.deals import shanten_text

    if Path(a).is_dir() and Path(b).is_dir() and (is_tabled(Path(a)) or is_tabled(Path(b))):
        _print_differences(Path(a), Path(b), as_json, tsv)
        return
    found = fit(left := column_named(a), right := column_named(b))
    columns = ["shanten", "share_a", "share_b", "z"]
    rows = [
        [shanten_text(one.shanten), round(one.share_a, 7), round(one.share_b, 7), round(one.z, 2)]
        for one in found.classes
    ]
    if as_json:
        said = {
            "chi_square": found.chi_square,
            "degrees": found.degrees,
            "p": found.p,
            "joined": found.groups,
        }
        print_json({**said, "verdict": found.verdict, "classes": objects(columns, rows)})
        return
    title = f"A: {left.title}, n {left.n:,}; B: {right.title}, n {right.n:,}"
    print_rows(columns, rows, title=title, tsv=tsv)
    if not tsv:
        typer.echo(translated(found.verdict))
        if left.stream and left.stream == right.stream:
            typer.echo(translated(f"Both were dealt with the same seed: they have the same hands, {_LESS}"))


_LESS = "so they differ less than independent runs"


def _print_differences(a: Path, b: Path, as_json: bool, tsv: bool) -> None:
    from kanamj.reports.differences import Difference, differences, have_one_seed, verdict

    found = differences(a, b)
    rows = [[*each[:-2], float(f"{each.stderr:.4g}"), round(each.z, 2)] for each in found]
    columns = [*Difference._fields]
    if as_json:
        print_json({"verdict": verdict(found), "values": objects(columns, rows)})
        return
    shown = rows if tsv else rows[:SHOWN]
    title = f"A: {a}; B: {b}; {len(shown)} of {len(found):,} values, the largest z first"
    print_rows(columns, shown, title=title, tsv=tsv, texts=["column"])
    if not tsv:
        typer.echo(translated(verdict(found)))
        if have_one_seed(a, b):
            typer.echo(translated(f"Both have the same seed: they may have the same hands or walls, {_LESS}"))


@app.command()
def index(
    folder: Annotated[Path, opt.argument("DIR", "Folder of results.")] = RESULTS,
    note: Annotated[
        str | None, opt.option("TEXT", "Note above the tables. [default: the note of the replaced page]")
    ] = None,
    replace: opt.ReplaceOption = False,
) -> None:
    """Write README.md into a folder of results: what each folder in it holds, and which command makes it again.

    A README.md that this command did not write is never overwritten.

    Example: kanamj report index results
    """
    from kanamj.reports.index import PAGE, write_index

    parts = write_index(folder, note, replace=replace)
    say(tr("{page} lists {parts}", page=folder / PAGE, parts=", ".join(parts)))
