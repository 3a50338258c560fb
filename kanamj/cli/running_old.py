"""How a command runs a study: the options of such commands, a progress bar, a message if the run is stopped, and the
tables of its results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kanamj.cli import options as opt
from kanamj.cli.commands import whole_number
from kanamj.cli.output import print_json, print_rows, say
from kanamj.language import tr, translated
from kanamj.stopping import say_if_stopped

if TYPE_CHECKING:
    from kanamj.studies.old.study import Study
    from kanamj.studies.old.tables import TableResults


class RunOptions(NamedTuple):
    """The options of a command that runs a study: workers, the folder of results, and how they are printed. See
    `takes_options`."""

    workers: Annotated[
        int, opt.option("--workers -w W", "Number of processes. [default: one per processor]", min=0)
    ] = 0
    dask: Annotated[
        str,
        opt.option(
            "ADDRESS",
            "Use the cluster of this Dask scheduler, such as tcp://host:8786 (pip install 'kanamj[cluster]').",
            show_default=False,
        ),
    ] = ""
    patience: Annotated[
        float,
        opt.option("SECONDS", "End the run if a cluster finishes nothing for this long; 0 waits for ever."),
    ] = 120
    out: Annotated[
        Path | None, opt.option("--out -o DIR", "Write results and checkpoint into this folder.")
    ] = None
    resume: Annotated[bool, opt.option("--resume", "Go on from the checkpoint in DIR.")] = False
    keep_checkpoint: Annotated[
        bool, opt.option("--keep-checkpoint", "Keep the checkpoint beside the results.")
    ] = False
    replace: opt.ReplaceOption = False
    as_json: opt.JsonOption = False
    tsv: opt.TsvOption = False

    @property
    def for_programs(self) -> bool:
        """True if the results are printed as JSON or TSV."""
        return self.as_json or self.tsv

    @property
    def worker_count(self) -> int:
        """The number of workers asked for, or one per processor."""
        from kanamj.studies.old.workers import cpu_count

        return self.workers or cpu_count()


RUN = RunOptions()
"""The options with their defaults."""


def carry_out(study: Study, n: int, run: RunOptions, *, threads: bool = False, apart: bool = False) -> Any:
    """Run a study of n deals or games, in memory or in a folder (--out), and return its result.

    threads: True uses threads of this process instead of processes, for a study that needs much memory. apart: True
    uses a process even for a single worker. If the run is stopped, a message says how to go on. Raises BadParameter for
    options that do not fit together.
    """
    from functools import partial

    from kanamj.studies.old.run import run as work_through
    from kanamj.studies.old.run import run_into
    from kanamj.studies.old.workers import open_threads, open_workers

    out = run.out
    if out is None and (run.resume or run.replace or run.keep_checkpoint):
        raise typer.BadParameter("--resume and --replace only work on a folder; they need --out DIR")
    if run.resume and run.replace:
        raise typer.BadParameter("--resume goes on, --replace starts over; give one of them")
    workers = min(run.worker_count, study.chunk_count)
    if threads and not run.dask:
        opened = partial(open_threads, workers=workers)
    else:
        opened = partial(open_workers, workers=workers, dask=run.dask, patience=run.patience, apart=apart)
    say_if_stopped(lambda: translated(_kept(out)))
    with progress_bar(n, study.kind) as advance:
        if out is None:
            return work_through(study, opened, advance)
        asked = {name: getattr(run, name) for name in ("resume", "replace", "keep_checkpoint")}
        result = run_into(out, study, opened, **asked, progress=advance, tell=say)
    say_if_stopped(lambda: tr("stopped; the results are in {place}", place=out))
    return result


def print_results(
    study: type[Study], found: TableResults, run: RunOptions, *, title: str = "", limit: int = 0
) -> None:
    """Print the tables of a study that have a title, or else the first one under this title. limit: rows; 0 is all."""
    if run.as_json:
        print_json(found.to_json())
        return
    declared = {table.name: table for table in study.tables if table.name in found.tables}
    titled = {name: table.title for name, table in declared.items() if table.title}
    for name, of in (titled or {study.tables[0].name: title}).items():
        if run.tsv and len(titled) > 1:
            sys.stdout.write(f"# {name}\n")
        columns, rows = found.tables[name] if run.tsv else declared[name].for_people(found)
        head = tr(of, **found.parameters)
        print_rows(columns, rows[: limit or None], title=head, tsv=run.tsv, texts=columns)


def _kept(out: Path | None) -> str:
    """The message for a run that is stopped: what is kept, and how to go on."""
    from kanamj.studies.old.folders import CHECKPOINT

    if out is None:
        return "stopped; with --out DIR it could go on later"
    if (out / CHECKPOINT).is_file():
        return f"stopped. What is done is in {out}; go on with --resume"
    return "stopped before anything was done"


@contextmanager
def progress_bar(total: int, what: str = "deals") -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of items done since its last call. what: the items, such as "deals".

    The function draws a progress bar on stderr if that is a terminal. Until the first item is done, the bar says if
    kernels are being compiled, by this process or by a worker.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    left = TimeRemainingColumn(elapsed_when_finished=True)
    columns = [BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[done]}"), left]
    with Progress(*columns, console=console, redirect_stdout=False) as progress:
        task = progress.add_task(what, total=total, done=_Beginning())

        def advance(done: int) -> None:
            progress.advance(task, done)
            bar = progress.tasks[task]
            rate = tr(", {n} a second", n=f"{bar.speed:,.0f}") if bar.speed else ""
            done_of = {"done": f"{bar.completed:,.0f}", "all": f"{total:,}", "things": tr(what)}
            progress.update(task, done=tr("{done} of {all} {things}", **done_of) + rate)

        yield advance


class _Beginning:
    """What a progress bar says until something is done. The bar asks again whenever it is drawn."""

    def __str__(self) -> str:
        from kanamj.engine.cache import is_compiling

        return tr("compiling kernels") if is_compiling() else tr("starting")


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Yield a function to call with what the command does now. It is shown on stderr if that is a terminal, and
    is gone at the end. For work that has no number to count to."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False)
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status(tr("starting")) as status:
        yield lambda text: status.update(translated(text))


def parse_number(text: str) -> int:
    """The whole number in a text, as `whole_number`. Raises BadParameter for another text."""
    try:
        return whole_number(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
