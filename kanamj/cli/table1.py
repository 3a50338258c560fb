"""kanamj table1: the paper's Table 1 beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import misuse, say
from kanamj.cli.running import RunOptions, carry_out
from kanamj.errors import not_one_of
from kanamj.text import shown

RESULTS = Path("results")


def table1(
    folders: Annotated[
        list[Path] | None,
        opt.argument(
            "DIR", "Folders of deals and of exact counts. [default: those in results, if they are here]"
        ),
    ] = None,
    out: opt.OutOption = None,
    format_: Annotated[str, opt.option("--format md|csv|tex", "What is printed.")] = "md",
    first: Annotated[str, opt.option("NAME", "Folder of deals that comes first, such as common-14.")] = "",
    n: Annotated[
        int, opt.number("--n N", "Deal so many hands, and begin with them. [default: 0, or 1e6]", 0)
    ] = 0,
    lexicon: opt.LexiconOption = opt.LEXICON,
    copies: opt.CopiesOption = "strict",
    seed: opt.SeedOption = 1,
    replace: opt.ReplaceOption = False,
) -> None:
    """Print the paper's Table 1: dealt word mahjong beside the paper's deals and counted ordinary mahjong.

    The first folder of deals is in the main table; a second table has all folders. Folders come in the order given.
    Inside a folder, those with the paper's list come first, then the shipped lists. With --n, or if there are no
    results here, the command deals hands itself. --out writes the table as CSV, Markdown and LaTeX, and its picture as
    PNG, SVG and PDF, in the language of --lang.

    Examples: kanamj table1 results/deals --out my-table · kanamj table1 --n 1e6 --lexicon core --format tex
    """
    from kanamj.studies.deals import Deals
    from kanamj.studies.table1 import FORMATS, columns_of, write_table1

    if format_ not in FORMATS:
        raise misuse(not_one_of(format_, "a format", FORMATS))
    if replace and out is None:
        raise misuse("--replace only works on a folder; it needs --out DIR")
    usual = [path for path in (RESULTS / "deals", RESULTS / "exact") if path.is_dir()] if not n else []
    given = folders or usual
    dealt = None
    if n or not given:
        study = Deals(words_of(lexicon), n or 1_000_000, seed, copies=copies, sample=0)  # type: ignore[arg-type]
        dealt = carry_out(study, RunOptions())
    if out is None:
        columns = columns_of(given, first, dealt)[1]
    else:
        columns = write_table1(out, given, first=first, dealt=dealt, replace=replace, tell=say)
        say("written to {}", out)
    typer.echo(shown(FORMATS[format_](columns)), nl=False)
