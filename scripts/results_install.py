"""Measure README's commands on an empty machine: python scripts/results_install.py [--only NAME]… [--out DIR]

Each line of README that installs kanamj runs in a shell, in the checkout: `judge` and `test`, by the command behind its
`&&`. It has a virtual environment of its own, and no caches of pip or kanamj. Its table has the seconds of both halves
of the line, and the MB of the environment, all of it and numba's compiler alone. A table that --only leaves out is
kept. The figures depend on the machine, which the manifest describes, and on the day, which each table names, so
scripts/results.py does not make them. A third table, `package`, has the versions of Python that ci.yml tests.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from kanamj.errors import KanamjError, not_one_of
from kanamj.results import Manifest, write_folder

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "results" / "install"
COMPILER = "llvmlite"
"""The package of numba's compiler."""
PACKAGE = "package"


def lines() -> dict[str, str]:
    """The lines of README that install kanamj, by the name of the command behind `&&`."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    installing = [line for line in readme.splitlines() if line.startswith("pip install")]
    return {line.partition(" && ")[2].split()[1]: line for line in installing}


def megabytes(folder: Path) -> int:
    """The disk space of all files in a folder, as `du` counts it."""
    found = (path.lstat() for path in folder.rglob("*"))
    return round(sum({stat.st_ino: stat.st_blocks * 512 for stat in found}.values()) / 2**20)


def measured(line: str) -> str:
    """Runs a line in an empty environment. Returns its table."""
    with tempfile.TemporaryDirectory() as home:
        place = Path(home) / "venv"
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        caches = {"KANAMJ_CACHE": f"{home}/cache", "KANAMJ_DATA": f"{home}/data", "PIP_NO_CACHE_DIR": "1"}
        path = os.pathsep.join([str(place / "bin"), os.environ["PATH"]])
        environment = {**os.environ, **caches, "PATH": path, "VIRTUAL_ENV": str(place)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        seconds = []
        for half in line.split(" && "):
            print("$", half, file=sys.stderr)
            begun = time.perf_counter()
            subprocess.run(["bash", "-c", half], cwd=ROOT, env=environment, check=True, stdout=sys.stderr)
            seconds.append(round(time.perf_counter() - begun))
        (compiler,) = place.glob(f"lib/python*/site-packages/{COMPILER}")
        row = {
            "install_seconds": seconds[0],
            "run_seconds": seconds[1],
            "megabytes": megabytes(place),
            "compiler_megabytes": megabytes(compiler),
            "date": date.today().isoformat(),
        }
        return table(row)


def package() -> str:
    """The table of the versions of Python that the workflow tests."""
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    versions = re.findall(r"[0-9.]+", re.findall(r"python: \[(.*)\]", workflow)[0])
    return table({"python_first": versions[0], "python_last": versions[-1]})


def table(row: dict[str, object]) -> str:
    """A table of one row."""
    return f"{','.join(row)}\n{','.join(map(str, row.values()))}\n"


def main(only: list[str] = [], out: Path = OUT) -> None:  # noqa: B006
    """Measure the lines, and write their tables."""
    known = lines()
    names = [*known, PACKAGE]
    for name in {*only} - {*names}:
        raise KanamjError(not_one_of(name, "a table", names))
    made = {name: package() if name == PACKAGE else measured(known[name]) for name in only or names}
    kept = {name: out / f"{name}.csv" for name in names if name not in made}
    made |= {name: path.read_text(encoding="utf-8") for name, path in kept.items() if path.is_file()}
    tables = {f"{name}.csv": made[name] for name in names if name in made}
    machine = {
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
    }
    manifest = Manifest("install", "python scripts/results_install.py --out DIR", parameters=machine)
    write_folder(out, tables, manifest, replace=True)


if __name__ == "__main__":
    from start import start

    start(main, only="make this table: judge, test or package", out="the folder of the tables")
