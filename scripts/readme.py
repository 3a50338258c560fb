"""Redo the output that READMEs and documents show: python scripts/readme.py [--check]

Every ```console block is a line `$ command` followed by what it prints; the commands are run in the checkout and
the blocks rewritten. Blocks behind a line `<!-- timed: … -->` show timings and are redone by hand with the command
they name; they are left alone. `--check` writes nothing, says what differs and exits with 1.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(?P<timed><!-- timed: [^\n]*-->\n)?```console\n(?P<body>.*?)```\n", re.DOTALL)


def redone(block: re.Match[str]) -> str:
    if block["timed"]:
        return block[0]
    commands = [line for line in block["body"].splitlines() if line.startswith("$ ")]
    shown = "".join(f"{command}\n{output(command[2:])}" for command in commands)
    return f"```console\n{shown}```\n"


@cache
def output(command: str) -> str:
    """What a command prints; run once, however often it is shown."""
    place = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": place, "COLUMNS": "100", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = (line.rstrip() for line in done.stdout.splitlines() if line.strip())
    return "".join(line + "\n" for line in lines if not line.startswith("kanamj: compiling kernels"))


def main() -> int:
    differing = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        fresh = BLOCK.sub(redone, text)
        if fresh != text:
            differing.append(page.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                page.write_text(fresh, encoding="utf-8")
    if differing:
        print("differs from what the commands print:" if "--check" in sys.argv else "redone:", *differing)
    return 1 if differing and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
