"""Build the page for its place on the web, with Pyodide from npm: python scripts/publish_page.py FOLDER

.github/workflows/page.yml does the same when a version is tagged, and publishes the folder. The page's address is
`Homepage` below [project.urls] in pyproject.toml. While nothing is there, the page names no address, and おくる then
sends a link only from where the page was opened on the web.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
import tomllib
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.web.export import export_page

PYODIDE = "pyodide@314.0.7"
"""The npm package; tests/browser exports with the newest one."""
PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


def address(project: str) -> str:
    """The address of the page, from the text of pyproject.toml; "" if it is not settled."""
    found: str = tomllib.loads(project)["project"].get("urls", {}).get("Homepage", "")
    return found


def package(folder: Path) -> Path:
    """Get Pyodide into this folder. Returns the folder of the unpacked package. Raises KanamjError without npm."""
    try:
        got = subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=folder, capture_output=True, text=True)
    except OSError as error:
        raise KanamjError("there is no npm to get {} with; install Node.js", PYODIDE) from error
    if got.returncode:
        raise KanamjError("npm could not get {}: {}", PYODIDE, got.stderr.strip()[-200:])
    with tarfile.open(folder / got.stdout.split()[-1]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def main(folder: Path, replace: bool = False) -> None:
    home = address(PROJECT.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        export_page(
            folder, package(Path(place)), replace=replace, address=home, command="scripts/publish_page.py"
        )
    print(f"{folder} holds the page{f' of {home}' if home else ', which has no address yet'}")


if __name__ == "__main__":
    from start import start

    start(main, folder="the folder of the page", replace="replace the files of an earlier export")
