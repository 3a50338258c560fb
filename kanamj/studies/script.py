"""A study as a program of its own: `command(Study)` at the end of its file."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from kanamj.errors import KanamjError, whole_number
from kanamj.stopping import run_until_stopped
from kanamj.studies.base import Results, Study
from kanamj.studies.frames import for_people
from kanamj.studies.runner import carry_out, misuse_of

SHOWN = 40
"""Rows of a table that are printed for people."""


def command(study: type[Study], arguments: Sequence[str] | None = None) -> None:
    """Run a study as the command line asks, and print its tables. Each field is an option.

    Ctrl-C ends the run within seconds, with exit code 130. A KanamjError is printed as one sentence, with exit code
    1. The help of an option is the "help" in the metadata of its field.

    arguments: those of the program, if not given.
    """
    run_until_stopped(lambda: sys.exit(_main(study, arguments)))


def _main(study: type[Study], arguments: Sequence[str] | None) -> int:
    given = vars(_parser(study).parse_args(arguments))
    out, as_json = given.pop("out") or None, given.pop("json")
    how = {name: given.pop(name) for name in ("workers", "dask", "resume", "replace")}
    if wrong := misuse_of(out, how["resume"], how["replace"]):
        print(f"error: {wrong}", file=sys.stderr)
        return 2
    try:
        results = carry_out(study(**given), out, **how)
        said = json.dumps(results.to_json(), ensure_ascii=False, indent=2) if as_json else _text(results)
        print(said, flush=True)
    except BrokenPipeError:  # the program that reads the tables, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (KanamjError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _text(results: Results) -> str:
    lines = []
    for name, table in results.tables.items():
        names, rows = for_people(table[:SHOWN])
        heads = [name.replace("_", " ") for name in names]
        cells = [heads, *([("" if cell is None else str(cell)) for cell in row] for row in rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines += [name, *("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)]
        lines += [f"{len(table) - SHOWN:,} more rows; --json prints them, --out DIR keeps them"] * (
            len(table) > SHOWN
        )
        lines.append("")
    return "\n".join(lines).rstrip()


def _parser(study: type[Study]) -> argparse.ArgumentParser:
    about = (study.__doc__ or "").strip().split("\n")[0]
    parser = argparse.ArgumentParser(description=about, allow_abbrev=False)
    kinds = get_type_hints(study)
    for each in fields(study):  # type: ignore[arg-type]
        _add_option(parser, each, kinds[each.name])
    workers = "Number of processes. [default: one per processor]"
    parser.add_argument("--workers", type=_whole, default=0, metavar="W", help=workers)
    dask = "Use the cluster of this Dask scheduler."
    parser.add_argument("--dask", default="", metavar="ADDRESS", help=dask)
    parser.add_argument("--out", metavar="DIR", help="Write the results into this folder.")
    for flag, about in (
        ("--resume", "Go on with the unfinished run in DIR."),
        ("--replace", "Start over, and replace older results in DIR."),
        ("--json", "Print the results as JSON."),
    ):
        parser.add_argument(flag, action="store_true", help=about)
    return parser


def _add_option(parser: argparse.ArgumentParser, each: Field[Any], kind: Any) -> None:
    name = f"--{each.metadata.get('option', each.name)}".replace("_", "-")
    about, how = str(each.metadata.get("help", "")), dict[str, Any](dest=each.name)
    if each.default is MISSING:
        how["required"] = True
    else:
        values = each.default if isinstance(each.default, tuple) else (each.default,)
        shown = ",".join(str(getattr(value, "name", value)) for value in values)
        about, how["default"] = f"{about} [default: {shown}]".strip() if shown else about, each.default
    how["help"] = about.replace("%", "%%")
    kinds = getattr(kind, "__args__", (kind,))
    if kind is bool:
        parser.add_argument(name, action=argparse.BooleanOptionalAction, **how)
    elif get_origin(kind) is tuple and Path in kinds:
        parser.add_argument(name, type=Path, action="append", metavar="FILE", **how | {"default": []})
    else:
        read = _whole if int in kinds else next((each for each in (float, Path) if each in kinds), str)
        parser.add_argument(name, type=read, metavar=each.name.upper(), **how)


def _whole(text: str) -> int:
    try:
        return whole_number(text)
    except KanamjError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
