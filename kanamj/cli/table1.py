"""kanamj table1: the paper's Table 1 beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.output import say
from kanamj.text import shown

RESULTS = Path("results")


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
    Inside a folder, the shipped lists come first, core before common. The Markdown goes to stdout, too; it and the
    picture are in the language of --lang.

    Example: kanamj table1 results/deals --out my-table
    """
    from kanamj.studies.table1 import TABLE, write_table1

    usual = [path for path in (RESULTS / "deals", RESULTS / "exact") if path.is_dir()]
    given = folders or usual or [RESULTS / "deals"]
    write_table1(out, given, first=first, replace=replace, tell=say)
    typer.echo(shown((out / f"{TABLE}.md").read_text(encoding="utf-8")), nl=False)
    say("written to {}", out)
