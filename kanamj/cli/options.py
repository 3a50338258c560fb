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
ReplaceOption: TypeAlias = Annotated[bool, typer.Option("--replace", help="Overwrite what is there.")]

# Defaults of options that may be given several times.
NO_FILES: list[Path] = []
NO_TEXTS: list[str] = []
