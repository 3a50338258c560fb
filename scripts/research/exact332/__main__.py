"""python scripts/research/exact332 count|solve|alone: the command line."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from exact332.alone import Alone
from exact332.count import SCRIPT, CountWords
from exact332.solve import SolveWords
from kanamj.studies import command

THREADED = ("--workers", "1")
"""What count and solve have made takes gigabytes, so it is shared by threads, not by processes."""
STUDIES = {"count": (CountWords, THREADED), "solve": (SolveWords, THREADED), "alone": (Alone, ())}

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or [""]
    if name not in STUDIES:
        print(f"usage: {SCRIPT} [{'|'.join(STUDIES)}] …; each has --help", file=sys.stderr)
        sys.exit(2 * (name not in ("-h", "--help")))
    study, given = STUDIES[name]
    sys.argv[0] += f" {name}"
    command(study, [*given, *arguments])
