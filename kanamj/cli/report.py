"""kanamj report: tables and figures from results."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kanamj.cli.commands import App
from kanamj.cli.options import JsonOption, ReplaceOption, TsvOption
from kanamj.cli.output import print_json, print_rows, say

app = App(no_args_is_help=True, help="Tables and figures from results.")

RESULTS = Path("results")


@app.command()
def table1(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="DIR",
            help="Folders of deals and of exact counts. [default: those in results]",
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Write into this folder.")] = RESULTS
    / "table1",
    first: Annotated[
        str,
        typer.Option("--first", metavar="NAME", help="Folder of deals that comes first, such as common-14."),
    ] = "",
    replace: ReplaceOption = False,
) -> None:
    """Write the paper's Table 1 as CSV, Markdown and PNG: dealt word mahjong beside counted ordinary mahjong.

    The first folder of deals is in the main table; a second table has all folders. Folders come in the order given.
    Inside a folder, the shipped lists come first, core before common. The Markdown goes to stdout, too.

    Example: kanamj report table1 results/deals --out my-table
    """
    from kanamj.studies.table1 import TABLE, write_table1

    given = (
        folders
        or [path for path in (RESULTS / "deals", RESULTS / "exact") if path.is_dir()]
        or [RESULTS / "deals"]
    )
    write_table1(out, given, first=first, replace=replace, tell=say)
    typer.echo((out / f"{TABLE}.md").read_text(encoding="utf-8"), nl=False)
    say(f"written to {out}")


@app.command()
def compare(
    a: Annotated[
        str,
        typer.Argument(metavar="A", help="A folder of deals, or paper, four-least, four-general or three."),
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="What A is compared with; the same choices as for A.")
    ],
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Test whether two distributions of shanten agree: chi square, and the difference of each class in standard errors.

    paper: the 30,000 deals of word mahjong in the paper. The others are all hands of ordinary mahjong, counted:
    four-least (four players, nearest form), four-general (four players, general form) and three (three players).

    Example: kanamj report compare results/deals/v1.1-14-ignore paper
    """
    from kanamj.studies.columns import column_named, fit
    from kanamj.studies.deal_results import shanten_text

    found = fit(left := column_named(a), right := column_named(b))
    columns = ["shanten", "share_a", "share_b", "z"]
    rows = [
        [shanten_text(one.shanten), round(one.share_a, 7), round(one.share_b, 7), round(one.z, 2)]
        for one in found.classes
    ]
    if as_json:
        print_json(
            {
                "chi_square": found.chi_square,
                "degrees": found.degrees,
                "p": found.p,
                "joined": found.groups,
                "verdict": found.verdict,
                "classes": [dict(zip(columns, row, strict=True)) for row in rows],
            }
        )
        return
    print_rows(
        columns, rows, title=f"A: {left.title}, n {left.n:,}; B: {right.title}, n {right.n:,}", tsv=tsv
    )
    if tsv:
        return
    typer.echo(found.verdict)
    if left.stream and left.stream == right.stream:
        typer.echo(
            "Both were dealt with the same seed: they have the same hands, so they differ less than independent runs"
        )


@app.command()
def index(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of results.")] = RESULTS,
    note: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Note above the tables. [default: the note of the replaced page]"),
    ] = None,
    replace: ReplaceOption = False,
) -> None:
    """Write README.md into a folder of results: what each folder in it holds, and which command makes it again.

    A README.md that this command did not write is never overwritten.

    Example: kanamj report index results
    """
    from kanamj.studies.index import PAGE, write_index

    parts = write_index(folder, note, replace=replace)
    say(f"{folder / PAGE} lists {', '.join(parts)}")
