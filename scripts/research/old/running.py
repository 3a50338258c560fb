"""How a command runs a study: the options of such commands, a progress bar, a message if the run is stopped, and the
tables of its results."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kanamj.cli.output import print_json, print_rows, say
from kanamj.cli.running import RunOptions
from kanamj.stopping import say_if_stopped
from kanamj.text import tr

if TYPE_CHECKING:
    from old.study import Study
    from old.tables import TableResults


def carry_out(study: Study, n: int, run: RunOptions, *, threads: bool = False, apart: bool = False) -> Any:
    """Run a study of n deals or games, in memory or in a folder (--out), and return its result.

    threads: True uses threads of this process instead of processes, for a study that needs much memory. apart: True
    uses a process even for a single worker. If the run is stopped, a message says how to go on. Raises BadParameter for
    options that do not fit together.
    """
    from functools import partial

    from old.run import run as work_through
    from old.run import run_into
    from old.workers import cpu_count, open_threads, open_workers

    out = run.out
    if out is None and (run.resume or run.replace):
        raise typer.BadParameter("--resume and --replace only work on a folder; they need --out DIR")
    if run.resume and run.replace:
        raise typer.BadParameter("--resume goes on, --replace starts over; give one of them")
    workers = min((run.workers or cpu_count()), study.chunk_count)
    if threads and not run.dask:
        opened = partial(open_threads, workers=workers)
    else:
        opened = partial(open_workers, workers=workers, dask=run.dask, apart=apart)
    say_if_stopped(lambda: tr(_kept(out)))
    from kanamj.studies.progress import progress_bar

    with progress_bar(n, study.kind) as advance:
        if out is None:
            return work_through(study, opened, advance)
        asked = {name: getattr(run, name) for name in ("resume", "replace")}
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
    from old.folders import CHECKPOINT

    if out is None:
        return "stopped; with --out DIR it could go on later"
    if (out / CHECKPOINT).is_file():
        return f"stopped. What is done is in {out}; go on with --resume"
    return "stopped before anything was done"


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
        yield lambda text: status.update(tr(text))
