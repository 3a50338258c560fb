"""The progress bar of a run, on stderr if that is a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kanamj.errors import Message
from kanamj.text import tr


@contextmanager
def progress_bar(total: int, what: str = "deals") -> Iterator[Callable[[int], None]]:
    """Yields a function to call with the number of items done since its last call.

    what: the items, such as "deals".
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
        task = progress.add_task(what, total=total, done=tr("starting"))

        def advance(done: int) -> None:
            progress.advance(task, done)
            bar = progress.tasks[task]
            rate = tr(", {:,.0f} a second", bar.speed) if bar.speed else ""
            done_of = tr("{:,.0f} of {:,} {}", bar.completed, total, Message(what))
            progress.update(task, done=done_of + rate)

        yield advance
