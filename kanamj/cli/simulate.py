"""kanamj simulate: the same question asked many times."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import games
from kanamj.cli.engines import CopiesOption, FormOption, TilesOption
from kanamj.cli.options import NO_FILES, ExtraOption, JsonOption, LexiconOption, ReplaceOption, TsvOption
from kanamj.cli.output import print_json, print_rows, say

if TYPE_CHECKING:
    from kanamj.studies.dealt import Dealt

_LARGEST = 10**18
app = typer.Typer(no_args_is_help=True, help="Monte Carlo: many deals, many games.")
app.command("games")(games.games)

NumberOption = Annotated[
    str, typer.Option("--n", metavar="N", help="How many; 1e8 and 100_000_000 are read too.")
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", help="Same seed and N, same result.")]
WorkersOption = Annotated[
    int, typer.Option("--workers", "-w", metavar="W", help="Processes; 0: one a processor.")
]
OutOption = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="DIR", help="Folder for results and checkpoint.")
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the checkpoint in DIR.")]
DaskOption = Annotated[
    str, typer.Option("--dask", metavar="ADDRESS", help="Dask scheduler, such as tcp://host:8786.")
]


@app.command()
def deals(
    n: NumberOption,
    hand: Annotated[
        int, typer.Option("--hand", metavar="TILES", help="Tiles dealt. [default: as the form has]")
    ] = 0,
    form: FormOption = "33332",
    lexicon: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    tiles: TilesOption = "hiragana-120",
    copies: CopiesOption = "strict",
    seed: SeedOption = 1,
    sample: Annotated[int, typer.Option(help="Of so many hands, count the waits or accepts too.")] = 10_000,
    workers: WorkersOption = 0,
    dask: DaskOption = "",
    out: OutOption = None,
    resume: ResumeOption = False,
    keep_checkpoint: Annotated[
        bool, typer.Option("--keep-checkpoint", help="Leave it beside the results.")
    ] = False,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Deal N hands and count their shanten, with standard errors and 95 % intervals.

    The counts depend on seed and N only. With --out every finished chunk is on disk before it counts, so a run
    that was stopped, or killed, goes on with --resume and comes to the same numbers.

    Examples: kanamj simulate deals --n 1e7 · kanamj simulate deals --n 1e8 --hand 13 --out my-deals --resume
    """
    from functools import partial

    from kanamj.forms import parse_forms
    from kanamj.lexicon import load_lexicon
    from kanamj.studies.dealfolder import deal_into
    from kanamj.studies.deals import PRELOAD, Deals, simulate
    from kanamj.studies.executors import cpu_count, open_workers
    from kanamj.tiles import tile_set

    if out is None and (resume or replace or keep_checkpoint):
        raise typer.BadParameter("--resume, --replace and --keep-checkpoint need --out DIR")
    if resume and replace:
        raise typer.BadParameter("--resume goes on, --replace starts over; give one of them")
    asked = Deals(
        load_lexicon(lexicon, extra),
        parse_number(n),
        seed=seed,
        hand=hand,
        tiles=tile_set(tiles),
        forms=parse_forms(form),
        copies=copies,  # type: ignore[arg-type]  # checked by the engine, which says what there is
        sample=sample,
    )
    opened = partial(open_workers, min(workers or cpu_count(), asked.chunk_count), dask, PRELOAD)
    try:
        with terminated(), progress_bar(asked.n) as advance:
            if out is None:
                dealt = simulate(asked, opened, progress=advance)
            else:
                dealt = deal_into(
                    out,
                    asked,
                    opened,
                    extra=extra,
                    resume=resume,
                    replace=replace,
                    keep_checkpoint=keep_checkpoint,
                    progress=advance,
                    tell=say,
                )
    except KeyboardInterrupt:
        say(
            f"stopped. What is done is in {out}; go on with --resume"
            if out
            else "stopped; with --out it could go on"
        )
        raise typer.Exit(130) from None
    _print(dealt, as_json=as_json, tsv=tsv)


def _print(dealt: Dealt, *, as_json: bool, tsv: bool) -> None:
    from kanamj.studies.dealt import shanten_text

    if as_json:
        print_json(dealt.to_json())
        return
    rows = [
        [
            shanten_text(shanten),
            share.count,
            *(round(x, 7) for x in (share.value, share.stderr, *share.interval)),
        ]
        for shanten, share in dealt.shares.items()
    ]
    title = f"{dealt.n:,} deals, {dealt.title}, seed {dealt.parameters['seed']}"
    print_rows(["shanten", "count", "share", "stderr", "low", "high"], rows, title=title, tsv=tsv)
    if not tsv:
        if dealt.mean:
            say(f"mean shanten {dealt.mean.value:.5f}, standard error {dealt.mean.stderr:.5f}")
        _say_sampled(dealt)


def _say_sampled(dealt: Dealt) -> None:
    from kanamj.studies.stats import mean

    for shanten in sorted({shanten for shanten, _ in dealt.accepts}):
        histogram = dealt.histogram(shanten)
        average = mean(histogram)
        draws = "wait for" if shanten == 0 else "draw to"
        say(
            f"{sum(histogram.values()):,} sampled hands of shanten {shanten} {draws} {average.value:.2f} kinds, "
            f"standard error {average.stderr:.2f}"
        )


@contextmanager
def terminated() -> Iterator[None]:
    """Inside the block SIGTERM ends the run as Ctrl-C does."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def progress_bar(total: int, what: str = "deals") -> Iterator[Callable[[int], None]]:
    """What to call with the number done since the last call; draws a bar on stderr if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = [
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[done]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    ]
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(what, total=total, done="starting")

        def advance(done: int) -> None:
            progress.advance(task, done)
            bar = progress.tasks[task]
            rate = f", {bar.speed:,.0f} a second" if bar.speed else ""
            progress.update(task, done=f"{bar.completed:,.0f} of {total:,} {what}{rate}")

        yield advance


def parse_number(text: str) -> int:
    """A whole number as people write large ones.

    >>> parse_number("1e8"), parse_number("30_000"), parse_number("2.5e6")
    (100000000, 30000, 2500000)
    """
    from decimal import Decimal, InvalidOperation

    try:
        number = Decimal(text.replace(",", ""))
        if abs(number) < _LARGEST and number == number.to_integral_value():
            return int(number)
    except InvalidOperation:
        pass
    raise typer.BadParameter(f"{text!r} is no whole number; write 100000000, 100_000_000 or 1e8")
