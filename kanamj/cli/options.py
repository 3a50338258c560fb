"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

LexiconOption: TypeAlias = Annotated[
    str,
    typer.Option("--lexicon", "-l", metavar="NAME|DIR", help="The word list: a name, or a folder of one."),
]
ExtraOption: TypeAlias = Annotated[
    list[Path],
    typer.Option("--extra", metavar="FILE", help="Own words for this call: a reading a line, tab, spelling."),
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
TsvOption: TypeAlias = Annotated[bool, typer.Option("--tsv", help="Print tab-separated values.")]
ReplaceOption: TypeAlias = Annotated[bool, typer.Option("--replace", help="Overwrite what is there.")]

# Defaults of options that may be given several times.
NO_FILES: list[Path] = []
NO_TEXTS: list[str] = []
