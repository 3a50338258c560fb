"""Type each command of the manifests in a folder, up to its first sign of work: scripts/commands.py [--folder FOLDER]

    python scripts/commands.py --folder results/strength

A command is typed as a manifest says it, at the top of the repository and with a new folder for DIR. It has begun when
a study asks for its first chunk, when it ends well, or when it still runs after 30 seconds. Commands of lists that are
not shipped fail where these lists are not. A command without DIR writes into the repository, and is not typed. For
each command that does not begin, its folder is printed, and what the command says. The exit code is 1 if there is one.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from kanamj.results import folders_with_manifests

ROOT = Path(__file__).parents[1]
BEGUN, SECONDS = 75, 30
TYPED = f"""
import os, runpy, sys
from kanamj.studies import runner

runner._results = lambda *_: os._exit({BEGUN})
sys.argv = sys.argv[1:]
if sys.argv[0] == "kanamj":
    runpy.run_module("kanamj", run_name="__main__", alter_sys=True)
place = sys.argv[0] if os.path.isfile(sys.argv[0]) else os.path.join(sys.argv[0], "__main__.py")
sys.path.insert(0, os.path.dirname(os.path.abspath(place)))
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""As Python runs a script; but what a study would do ends the process with BEGUN."""


def wrong(command: str) -> str:
    """Returns the last line that a command says; "" if it begins to work."""
    words = shlex.split(command)
    if "DIR" not in words:
        return ""
    words = words[1:] if words[0] == "python" else words
    with tempfile.TemporaryDirectory() as home:
        words = [str(Path(home, "out")) if word == "DIR" else word for word in words]
        code = [sys.executable, "-P", "-c", TYPED, *words]
        try:
            done = subprocess.run(
                code, cwd=ROOT, env={**os.environ}, capture_output=True, text=True, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            return ""
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
    return "" if done.returncode in (0, BEGUN) else " ".join([*said, f"(exit {done.returncode})"])


def main(folder: Path = ROOT / "results") -> int:
    """Type the commands, and say which do not begin."""
    found = {place: manifest.command for place, manifest in folders_with_manifests(folder).items()}
    told = {command: wrong(command) for command in dict.fromkeys(found.values())}
    for place, command in found.items():
        if told[command]:
            print(f"{place}: {command}\n    {told[command]}")
    print(f"{sum(not told[command] for command in found.values())} of {len(found)} commands begin")
    return int(any(told.values()))


if __name__ == "__main__":
    from start import start

    start(main, folder="a folder of results; by default all")
