"""kanamj simulate: many deals or games, counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import games
from kanamj.cli.commands import App
from kanamj.cli.dealing import DEALS, DealOptions
from kanamj.cli.options import JsonOption, NumberOption, TsvOption, takes_options
from kanamj.cli.output import print_json, print_rows
from kanamj.cli.running import RUN, RunOptions, carry_out, parse_number

if TYPE_CHECKING:
    from kanamj.studies.deal_results import DealResults

app = App(no_args_is_help=True, help="Monte Carlo: many deals, many games.")
app.command("games")(games.games)


@app.command()
@takes_options
def deals(
    n: NumberOption,
    dealt: DealOptions = DEALS,
    sample: Annotated[
        int, typer.Option(metavar="N", help="Also count waits and accepts of this many sampled hands.")
    ] = 10_000,
    run: RunOptions = RUN,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Deal N hands and count their shanten, with standard errors and 95 % intervals.

    The counts depend only on the seed and N. With --out every finished chunk is written to disk at once. If a run was
    stopped or killed, --resume goes on with it, and gives the same numbers.

    Examples: kanamj simulate deals --n 1e7 · kanamj simulate deals --n 1e8 --hand 13 --out my-deals --resume
    """
    from kanamj.studies.deals import Deals

    study = Deals(n=parse_number(n), sample=sample, **dealt.chosen())
    _print(carry_out(study, study.n, run), as_json=as_json, tsv=tsv)


def _print(dealt: DealResults, *, as_json: bool, tsv: bool) -> None:
    from kanamj.studies.deal_results import shanten_text

    if as_json:
        print_json(dealt.to_json())
        return
    rows = [
        [
            shanten_text(shanten),
            share.count,
            round(share.value, 7),
            round(share.stderr, 7) if share.n > 1 else None,
            *(round(end, 7) for end in share.interval),
        ]
        for shanten, share in dealt.shares.items()
    ]
    deals = "deal" if dealt.n == 1 else "deals"
    title = f"{dealt.n:,} {deals}, {dealt.setting}, seed {dealt.parameters['seed']}"
    print_rows(["shanten", "count", "share", "stderr", "low", "high"], rows, title=title, tsv=tsv)
    if not tsv:
        for line in _sentences(dealt):
            typer.echo(line)


def _sentences(dealt: DealResults) -> Iterator[str]:
    """Sentences with the mean shanten, and with the number of kinds that the sampled hands accept."""
    from kanamj.studies.stats import mean

    if dealt.mean:
        yield f"mean shanten {dealt.mean.value:.5f}{_error(dealt.mean.stderr, 5)}"
    for shanten in sorted({shanten for shanten, _ in dealt.accepts}):
        histogram = dealt.histogram(shanten)
        average, sampled = mean(histogram), sum(histogram.values())
        one = sampled == 1
        draws = ("waits for" if one else "wait for") if shanten == 0 else ("draws to" if one else "draw to")
        hands = "1 sampled hand" if one else f"{sampled:,} sampled hands"
        yield f"{hands} of shanten {shanten} {draws} {average.value:.2f} kinds{_error(average.stderr, 2)}"


def _error(stderr: float | None, digits: int) -> str:
    """The end of a sentence with a standard error; "" for a single hand, which has none."""
    return "" if stderr is None else f", standard error {stderr:.{digits}f}"
