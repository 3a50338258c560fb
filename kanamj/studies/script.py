"""A study as a program of its own: `command(Study)` at the end of its file."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from kanamj.errors import KanamjError, Message
from kanamj.stopping import run_until_stopped, say_if_stopped
from kanamj.studies.base import Results, Study
from kanamj.studies.frames import for_people
from kanamj.studies.progress import progress_bar
from kanamj.studies.runner import run

SHOWN = 40
"""Rows of a table that are printed for people."""


def command(study: type[Study], arguments: Sequence[str] | None = None) -> None:
    """Run a study as the command line asks, and print its tables. Each field is an option.

    Ctrl-C ends the run within seconds, with exit code 130. A KanamjError is printed as one sentence, with exit code 1.
    The help of an option is the "help" in the metadata of its field. arguments: those of the program, if not given.
    """
    run_until_stopped(lambda: sys.exit(_main(study, arguments)))


def _main(study: type[Study], arguments: Sequence[str] | None) -> int:
    given = vars(_parser(study).parse_args(arguments))
    out, as_json = given.pop("out"), given.pop("json")
    how = {name: given.pop(name) for name in ("workers", "dask", "resume", "replace")}
    if not out and (how["resume"] or how["replace"]):
        print("error: --resume and --replace only work on a folder; they need --out DIR", file=sys.stderr)
        return 2
    say_if_stopped(lambda: kept(out))
    try:
        asked = study(**given)
        with progress_bar(asked.n, study.kind) as progress:
            results = run(
                asked, out, **how, progress=progress, tell=lambda said: print(said, file=sys.stderr)
            )
    except (KanamjError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    say_if_stopped(lambda: f"stopped; the results are in {out}" if out else "stopped")
    try:
        print(
            json.dumps(results.to_json(), ensure_ascii=False, indent=2) if as_json else _text(results),
            flush=True,
        )
    except BrokenPipeError:  # the program that reads the tables, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def kept(out: str | Path | None) -> str:
    """The sentence for a run that is stopped: what is kept, and how to go on."""
    from kanamj.results import CHUNKS

    if out is None:
        return Message("stopped; with --out DIR it could go on later")
    if Path(out, CHUNKS).is_dir():
        return Message("stopped. What is done is in {}; go on with --resume", out)
    return Message("stopped before anything was done")


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
    parser.add_argument(
        "--workers",
        type=int,
        default=0,
        metavar="W",
        help="Number of processes. [default: one per processor]",
    )
    parser.add_argument(
        "--dask", default="", metavar="ADDRESS", help="Use the cluster of this Dask scheduler."
    )
    parser.add_argument("--out", metavar="DIR", help="Write the results into this folder.")
    parser.add_argument("--resume", action="store_true", help="Go on with the unfinished run in DIR.")
    parser.add_argument(
        "--replace", action="store_true", help="Start over, and replace older results in DIR."
    )
    parser.add_argument("--json", action="store_true", help="Print the results as JSON.")
    return parser


def _add_option(parser: argparse.ArgumentParser, each: Field[Any], kind: Any) -> None:
    name = f"--{each.metadata.get('option', each.name)}".replace("_", "-")
    about = str(each.metadata.get("help", ""))
    how: dict[str, Any] = {"dest": each.name}
    if each.default is MISSING:
        how["required"] = True
    else:
        how["default"], each_of = (
            each.default,
            each.default if isinstance(each.default, tuple) else (each.default,),
        )
        shown = ",".join(str(getattr(one, "name", one)) for one in each_of)
        about = f"{about} [default: {shown}]".strip() if shown else about
    how["help"] = about.replace("%", "%%")
    if kind is bool:
        parser.add_argument(name, action=argparse.BooleanOptionalAction, **how)
    elif get_origin(kind) is tuple and Path in kind.__args__:
        parser.add_argument(name, type=Path, action="append", metavar="FILE", **how | {"default": []})
    else:
        parser.add_argument(name, type=_reader(kind), metavar=each.name.upper(), **how)


def _reader(kind: Any) -> Callable[[str], Any]:
    """What reads the value of an option of this type."""
    kinds = getattr(kind, "__args__", (kind,))
    if int in kinds:
        return _whole
    return next((each for each in (float, Path) if each in kinds), str)


def _whole(text: str) -> int:
    """A whole number, such as 200, 1e6 or 1_000_000."""
    number = float(text) if "e" in text.lower() else int(text)
    if number != int(number):
        raise ValueError(text)
    return int(number)


_whole.__name__ = "whole number"  # as argparse calls it
