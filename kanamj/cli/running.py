"""How a command runs a study: the options of such commands, a progress bar, a message if the run is stopped, and the
tables of its results."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from kanamj.cli import options as opt
from kanamj.cli.output import misuse, print_json, print_rows, say
from kanamj.errors import Message
from kanamj.text import shown, tr

if TYPE_CHECKING:
    from kanamj.studies import Results, Study


class RunOptions(NamedTuple):
    """The options of a command that runs a study: workers, the folder of results, and how they are printed."""

    workers: Annotated[
        int, opt.number("--workers -w W", "Number of processes. [default: one per processor]", 0)
    ] = 0
    dask: Annotated[
        str,
        opt.option(
            "ADDRESS",
            "Use the cluster of this Dask scheduler, such as tcp://host:8786 (needs distributed).",
            show_default=False,
        ),
    ] = ""
    out: Annotated[Path | None, opt.option("--out -o DIR", "Write the results into this folder.")] = None
    resume: Annotated[bool, opt.option("--resume", "Go on with the unfinished run in DIR.")] = False
    replace: opt.ReplaceOption = False
    as_json: opt.JsonOption = False
    tsv: opt.TsvOption = False

    @property
    def for_programs(self) -> bool:
        """True if the results are printed as JSON or TSV."""
        return self.as_json or self.tsv


RUN = RunOptions()
"""The options with their defaults."""


def carry_out(study: Study, run: RunOptions) -> Any:
    """Run a study, in memory or in a folder (--out), and return its results.

    If the run is stopped, a message says how to go on. Raises BadParameter for options that do not fit together.
    """
    from kanamj.studies.script import carry_out as work_through

    if run.out is None and (run.resume or run.replace):
        raise misuse("--resume and --replace only work on a folder; they need --out DIR")
    if run.resume and run.replace:
        raise misuse("--resume goes on, --replace starts over; give one of them")
    how = {name: getattr(run, name) for name in ("workers", "dask", "resume", "replace")}
    return work_through(study, run.out, tr, tell=say, **how)


def print_results(
    results: Results, run: RunOptions, titles: Mapping[str, str] = {}, heads: Mapping[str, str] = {}
) -> None:
    """Print tables of a study, those with a title if there are any.

    titles: name of the table -> its title. heads: name of a column -> what stands above it, if not its name.
    """
    from kanamj.studies import for_people

    if run.as_json:
        print_json(results.to_json())
        return
    there = [name for name in titles or results.tables if name in results.tables]
    for name in there:
        if run.tsv:
            if len(there) > 1:
                sys.stdout.write(shown(f"# {name}\n"))
            table = results.tables[name]
            columns, rows = [*map(str, table.columns)], [[*row.values()] for row in results.rows(name)]
        else:
            names, rows = for_people(results.tables[name], n=results.parameters.get("n"))
            columns = [tr(heads.get(name, name)).replace("_", " ") for name in names]
        title = Message(titles.get(name, ""), results.parameters.get("n"))
        print_rows(columns, rows, title=title, tsv=run.tsv, texts=columns)
