"""How a command carries out a study: its options to workers and folder, a progress bar, Ctrl-C and SIGTERM."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from kanamj.cli.output import say

if TYPE_CHECKING:
    from kanamj.studies.run import Study, Workers

Result = TypeVar("Result")
_LONGEST = 40
"""Characters of a number on the command line."""
_LARGEST = 10**18


def carry_out(
    study: Study[Result],
    *,
    n: int,
    workers: int,
    dask: str,
    patience: float,
    out: Path | None,
    resume: bool,
    replace: bool,
    keep_checkpoint: bool = False,
    opener: Workers | None = None,
) -> Result:
    """The result of a study of n deals or games, in memory or in the folder `out`. opener: what opens the workers, if
    the study has its own; it is then told nothing of workers and dask.

    Exit 130 if it is stopped by Ctrl-C or SIGTERM, with a word on how to go on; misuse is a BadParameter.
    """
    from functools import partial

    from kanamj.manifest import CHECKPOINT
    from kanamj.studies.run import run, run_into
    from kanamj.studies.workers import cpu_count, open_workers

    if out is None and (resume or replace or keep_checkpoint):
        raise typer.BadParameter(
            "--resume, --replace and --keep-checkpoint are about a folder; they need --out DIR"
        )
    if resume and replace:
        raise typer.BadParameter("--resume goes on, --replace starts over; give one of them")
    opened = opener or partial(
        open_workers, workers=min(workers or cpu_count(), study.chunk_count), dask=dask, patience=patience
    )
    try:
        with terminated(), progress_bar(n, study.kind) as advance:
            if out is None:
                return run(study, opened, advance)
            return run_into(
                out,
                study,
                opened,
                resume=resume,
                replace=replace,
                keep_checkpoint=keep_checkpoint,
                progress=advance,
                tell=say,
            )
    except KeyboardInterrupt:
        if out is None:
            say("stopped; with --out DIR it could go on later")
        elif (out / CHECKPOINT).is_file():
            say(f"stopped. What is done is in {out}; go on with --resume")
        else:
            say("stopped before anything was done")
        raise typer.Exit(130) from None


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
        number = Decimal(text.replace(",", "")) if len(text) <= _LONGEST else Decimal("nan")
        if number.is_finite() and abs(number) < _LARGEST and number == number.to_integral_value():
            return int(number)
    except (InvalidOperation, ArithmeticError):
        pass
    raise typer.BadParameter(
        f"{text[:_LONGEST]!r} is no whole number below 1e18; write 100000000, 100_000_000 or 1e8"
    )
