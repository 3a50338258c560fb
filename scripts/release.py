"""Build the release, and try it where nothing is installed: python scripts/release.py [--out DIR] [--tests]

The wheel and the source archive are built into DIR. Then each is tried in an environment of its own, in a folder whose
name has blanks and kana: the wheel by README's first command and `kanamj verify common`, the unpacked source archive by
README's line that installs kanamj and, with --tests, by all tests (`.ci/run`). Each step prints its seconds; the MB
are those of a file or of an environment. .github/workflows/release.yml runs this before it publishes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from results_install import ROOT, lines, megabytes

OUT = ROOT / "dist"
PLACE = "ひら がな の ばしょ"
"""Names of folders have blanks and kana at home, and nowhere in a checkout of CI."""
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def step(what: str, line: str, folder: Path, environment: Path) -> None:
    """Run a line of a shell in a folder, with the programs of an environment. Prints what it is and its seconds."""
    path = os.pathsep.join([str(environment / SCRIPTS), os.environ["PATH"]])
    known = {**os.environ, "PATH": path, "VIRTUAL_ENV": str(environment)}
    known |= {"KANAMJ_DATA": str(environment / "data"), "KANAMJ_CACHE": str(environment / "cache")}
    begun = time.perf_counter()
    subprocess.run(["bash", "-c", line], cwd=folder, env=known, check=True, stdout=sys.stderr)
    print(f"{time.perf_counter() - begun:6.0f} s  {what}: {line}", flush=True)


def new_environment(folder: Path) -> Path:
    """An environment in which nothing but pip is installed."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder


def built(home: Path) -> tuple[Path, Path]:
    """Build into a folder. Returns the wheel and the source archive, which is made first: the wheel is made from it."""
    tools = new_environment(home / "tools")
    step("build", "pip install -q build", ROOT, tools)
    step("build", f"python -m build --outdir '{home / 'dist'}'", ROOT, tools)
    (wheel,), (source,) = (home / "dist").glob("*.whl"), (home / "dist").glob("*.tar.gz")
    return wheel, source


def main(out: Path = OUT, tests: bool = False) -> None:
    """Build, try, and copy both files into `out`. Ends with the exit code of the first step that fails."""
    of_readme = lines()
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / PLACE
        wheel, source = built(home)
        environment = new_environment(home / "of the wheel")
        step("wheel", f"pip install -q '{wheel}'", home, environment)
        step("wheel", of_readme["judge"].partition(" && ")[2], home, environment)
        step("wheel", "kanamj verify common", home, environment)
        print(f"{megabytes(environment):6} MB the environment of the wheel")
        with tarfile.open(source) as archive:
            archive.extractall(home, filter="data")
        unpacked = home / source.name.removesuffix(".tar.gz")
        environment = new_environment(home / "of the source")
        step("source", of_readme["judge"], unpacked, environment)
        if tests:
            step("source", "bash .ci/run", unpacked, environment)
        out.mkdir(parents=True, exist_ok=True)
        for file in (wheel, source):
            shutil.copy(file, out)
            print(f"{file.stat().st_size / 2**20:6.1f} MB {out / file.name}")


if __name__ == "__main__":
    from start import start

    start(main, out="the folder of the two files", tests="run the tests of the unpacked source archive, too")
