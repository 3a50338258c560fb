"""How a command runs a study, and prints the tables of its results."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.cli.output import misuse, print_json, print_rows
from kanamj.errors import Message
from kanamj.text import shown, tr

if TYPE_CHECKING:
    from kanamj.studies import Results


class RunOptions(NamedTuple):
    """What a command that runs a study was given: how to run it, and how to print the results."""

    workers: int
    dask: str
    out: Path | None
    resume: bool
    replace: bool
    as_json: bool
    tsv: bool

    def how(self) -> dict[str, Any]:
        """Returns the arguments of `studies.runner.carry_out`, after the study.

        Raises BadParameter for options that do not fit together.
        """
        from kanamj.studies.runner import misuse_of

        if wrong := misuse_of(self.out, self.resume, self.replace):
            raise misuse(wrong)
        return {name: getattr(self, name) for name in ("out", "workers", "dask", "resume", "replace")}

    @property
    def for_programs(self) -> bool:
        """True if the results are printed as JSON or TSV."""
        return self.as_json or self.tsv


def print_results(
    results: Results, run: RunOptions, titles: Mapping[str, str] = {}, heads: Mapping[str, str] = {}
) -> None:
    """Print tables of a study, those with a title if there are any.

    titles: name of the table -> its title.
    heads: name of a column -> what stands above it, if not its name.
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
