"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from kanamj.cli import complete

LexiconOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--lexicon",
        "-l",
        metavar="NAME|DIR",
        help="The word list: a name, or a folder of one.",
        autocompletion=complete.lists,
    ),
]
ExtraOption: TypeAlias = Annotated[
    list[Path],
    typer.Option("--extra", metavar="FILE", help="Own words for this call: a reading a line, tab, spelling."),
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
TsvOption: TypeAlias = Annotated[bool, typer.Option("--tsv", help="Print tab-separated values.")]
NumberOption: TypeAlias = Annotated[
    str, typer.Option("--n", metavar="N", help="How many; 1e8 and 100_000_000 are read too.")
]
SeedOption: TypeAlias = Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same result.")]
AgentsOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--agents",
        metavar="A,B,…",
        help="One for all seats, or one a player: greedy+call, greedy@0.5, amateur.",
        autocompletion=complete.agents,
    ),
]
WorkersOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--workers", "-w", metavar="W", help="Processes. [default: one a processor]", show_default=False
    ),
]
DaskOption: TypeAlias = Annotated[
    str,
    typer.Option(
        "--dask", metavar="ADDRESS", help="Dask scheduler, such as tcp://host:8786.", show_default=False
    ),
]
PatienceOption: TypeAlias = Annotated[
    float,
    typer.Option(
        "--patience", metavar="SECONDS", help="Give a cluster up that finishes nothing for so long; 0: never."
    ),
]
OutOption: TypeAlias = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="DIR", help="Folder for results and checkpoint.")
]
ResumeOption: TypeAlias = Annotated[bool, typer.Option("--resume", help="Go on with the checkpoint in DIR.")]
KeepOption: TypeAlias = Annotated[
    bool, typer.Option("--keep-checkpoint", help="Leave the checkpoint beside the results.")
]
ReplaceOption: TypeAlias = Annotated[bool, typer.Option("--replace", help="Overwrite what is there.")]

# Defaults of options that may be given several times.
NO_FILES: list[Path] = []
NO_TEXTS: list[str] = []
