"""Print the files that are on the stack when a command reaches the work: python scripts/walks.py

The walk of `kanamj judge` ends where the first search begins; that of `kanamj simulate deals` ends in the kernel that
deals and judges. Only files of kanamj are printed, each once, the outermost first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import kanamj
from kanamj import cli

PACKAGE = Path(kanamj.__file__).parent
WALKS = (
    ("the first search", "engine/search.py", ("judge", "てがきねあげひよこみみずぬぽ")),
    ("the kernel", "engine/kernels/deal.py", ("simulate", "deals", "--n", "100000", "--workers", "1")),
)
"""What the walk ends with, the file where that is, and the command. Fewer deals would need no kernel."""


class _Arrived(BaseException):
    """Raised in the file where the walk ends. No command catches it."""


def walk(command: Sequence[str], end: str) -> list[str]:
    """Returns the files of kanamj on the stack, each once, when a function of a file is first called.

    command: the words after `kanamj`.
    end: the file.
    """
    found: list[str] = []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or place(frame) != end:
            return
        stack = [each for each in outwards(frame) if place(each)]
        if all(each.f_code.co_name != "<module>" for each in stack):  # else the file is being imported
            found.extend(dict.fromkeys(map(place, reversed(stack))))
            sys.setprofile(None)
            raise _Arrived

    sys.argv = ["kanamj", *command]
    sys.setprofile(look)
    try:
        with redirect_stdout(StringIO()):
            cli.main()
    except _Arrived:
        pass
    finally:
        sys.setprofile(None)
    return found


def outwards(frame: FrameType | None) -> Iterator[FrameType]:
    while frame:
        yield frame
        frame = frame.f_back


def place(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return path.relative_to(PACKAGE).as_posix() if path.is_relative_to(PACKAGE) else ""


def main() -> None:
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels are then Python, and seen here
    for what, end, command in WALKS:
        files = walk(command, end)
        print(f"kanamj {' '.join(command)}, to {what}: {len(files)} files")
        print(*(f"  {file}" for file in files), sep="\n")


if __name__ == "__main__":
    from start import start

    start(main)
