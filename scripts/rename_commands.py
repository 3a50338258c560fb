"""Write the commands that moved to scripts/research into results/: python scripts/rename_commands.py

It rewrites the lines `command = …` of the manifests, the same commands in results/README.md, and datapackage.json. No
figure changes.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from kanamj.disk import sha256_of

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"
RESEARCH = "python scripts/research/"
MOVED = {
    r"kanamj exact --game words --form 332": f"{RESEARCH}exact332 count",
    r"kanamj exact --game solitaire --form 332": f"{RESEARCH}exact332 solve",
    r"kanamj study solitaire": f"{RESEARCH}exact332 alone",
    r"kanamj study (arranging|values|hardness|chances|ceiling)\b": rf"{RESEARCH}\1.py",
}


def main() -> None:
    page, old = RESULTS / "README.md", sha256_of(RESULTS / "README.md")
    for path in [*RESULTS.rglob("MANIFEST.toml"), page]:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for number, line in enumerate(lines):
            if line.startswith(("command = ", "| ")):
                for before, after in MOVED.items():
                    line = re.sub(before, after, line)
                lines[number] = line
        path.write_text("".join(lines), encoding="utf-8")
    manifest = RESULTS / "MANIFEST.toml"
    manifest.write_text(manifest.read_text("utf-8").replace(old, sha256_of(page)), encoding="utf-8")
    subprocess.run([sys.executable, "scripts/datapackage.py"], cwd=ROOT, check=True)


if __name__ == "__main__":
    from start import start

    start(main)
