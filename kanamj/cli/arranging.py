"""kanamj study arranging: how to arrange a hand. It counts how many hands each policy arranges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.options import JsonOption, NumberOption, TsvOption, takes_options
from kanamj.cli.output import print_json, print_rows
from kanamj.cli.running import RUN, RunOptions, carry_out, parse_number

if TYPE_CHECKING:
    from kanamj.studies.tables import TableResults

SHOWN = 12
"""How many letters and how many pairs to print; `--out` and `--json` have all of them."""


@takes_options
def arranging(
    n: NumberOption = "10_000",
    dealt: DealOptions = DEALS,
    passes: Annotated[
        int, typer.Option(metavar="N", help="Number of passes: how often a player tries from the beginning.")
    ] = 20,
    policies: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="Compare only these policies, such as fewest/hard or fewest/hard/list. [default: all]",
            show_default=False,
        ),
    ] = "",
    without: Annotated[
        str,
        typer.Option(metavar="A,B", help="Leave out these tables: letters, pairs.", show_default=False),
    ] = "",
    run: RunOptions = RUN,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Deal N hands and arrange the complete ones by policies: which letter first, and which word with it.

    A policy lays one word after another and takes none back. Each time it chooses a letter (first): a letter in the
    fewest words, any letter, or a letter in the most words. Then it lays a word with this letter (then): any word, the
    easiest, or the word with the hardest letters. counted says which words of a letter are counted: those that can
    still be made from what is left of the hand (hand), or all words of the list (list).

    share is the share of complete deals that one pass arranges; within is the share that at least one of the passes
    arranges. The form must have at most 16 tiles, and the number of tiles that are left must tell how long the words
    are that are still to be laid. It does for 33332 and 332, but not for 33222 (6 tiles left: 33 or 222).

    Examples: kanamj study arranging · kanamj study arranging --policies fewest/hard,any/any --n 1e5 --out arranging
    """
    from kanamj.studies.arranging import Arranging
    from kanamj.studies.deals import Deals

    deals = Deals(n=parse_number(n), **dealt.chosen())
    study = Arranging.of(deals, passes, _names(policies), _names(without))
    _print(carry_out(study, deals.n, run), as_json=as_json, tsv=tsv)


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.split(","))))


def _print(arranged: TableResults, *, as_json: bool, tsv: bool) -> None:
    if as_json:
        print_json({"n": arranged.parameters["n"], **arranged.to_json()})
        return
    given, table = arranged.parameters, arranged.tables["policies"]
    hands = "hand" if arranged.complete == 1 else "hands"
    title = (
        f"{arranged.complete:,} complete {hands} of {given['n']:,} dealt, {given['lexicon']}, seed {given['seed']}; "
        f"one pass, and within {given['passes']}"
    )
    if tsv:
        print_rows(*table, tsv=True)
        return
    from kanamj.studies.stats import in_percent

    print_rows(*in_percent(table, ["share", "within"], arranged.complete), title=title)
    if "letters" in arranged.tables:
        letters = arranged.tables["letters"].objects()[:SHOWN]
        shown = " ".join(f"{row['letter']} {row['keys']}" for row in letters)
        typer.echo(f"hard letters, and words that have them: {shown}")
    if "pairs" in arranged.tables:
        pairs = arranged.tables["pairs"].objects()[:SHOWN]
        shown = " ".join(f"{row['letter']}{row['other']} {row['keys']}" for row in pairs)
        typer.echo(f"letters that belong together, and words that have both: {shown}")
