"""The page as a folder for any static host: Pyodide runs `answers` in the browser.

index.html css/ js/ …   the page; its engine is a worker now, and it keeps itself for use without a network
js/worker.js            starts Pyodide, unpacks python/kanamj.zip, answers questions
python/kanamj.zip       what judging takes: kanamj without its compiled half, jaconv, platformdirs, the word lists
pyodide/                Python for the browser, from the npm package
files.json              what the service worker keeps
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.lexicon import load_lexicon, shipped_lexicons
from kanamj.lexicon.shelf import shipped_folder
from kanamj.web.guard import POLICY
from kanamj.web.inpage import DEFAULT_LEXICON
from kanamj.web.pagefiles import OFFLINE, STATIC

PYODIDE = "npm pack pyodide && tar xf pyodide-*.tgz, then --pyodide package"
FILES = "files.json"
PURE = ("jaconv", "platformdirs")
"""The packages judging takes; plain Python, put into the archive from where they are installed."""

_ENGINE = '<meta name="kanamj-engine" content="{}">'
_LEFT_OUT = (
    "cli/",
    "game/",
    "studies/",
    "web/static/",
    "web/offline/",
    "engine/check/",
    "engine/counting/",
    "engine/kernels/",
    "engine/riichi/",
)
_TAKEN = (
    "studies/__init__.py",
    "studies/practice.py",
    "engine/kernels/__init__.py",
    "engine/kernels/limits.py",
    "engine/riichi/__init__.py",
    "engine/riichi/forms.py",
)
"""What of the folders left out the answers import."""

_PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_NOT_COPIED = (".d.ts", ".map", ".html")


def export_page(folder: Path, pyodide: Path | None, lexicon: str = "common", replace: bool = False) -> Path:
    """Write the page into a folder that must be new or empty; the folder.

    pyodide: the unpacked npm package. lexicon: the list the page begins with, a name or a folder; the shipped lists
    come along. replace: write over an earlier export. Raises KanamjError for a folder that holds something else,
    no Pyodide, a list that is not there.
    """
    if pyodide is None:
        raise KanamjError(f"the page needs Pyodide, which runs Python in the browser. Get it: {PYODIDE}")
    _check_pyodide(pyodide)
    chosen = load_lexicon(lexicon)
    _make_room(folder, replace)
    folder.mkdir(parents=True, exist_ok=True)
    _copy_page(folder)
    shutil.copytree(pyodide, folder / "pyodide", ignore=_needless)
    (folder / "python").mkdir()
    lists = {name: path for name, path in shipped_lexicons().items() if path.parent == shipped_folder()}
    if chosen.folder is not None:
        lists[chosen.name] = chosen.folder
    write_archive(folder / "python" / "kanamj.zip", lists, chosen.name)
    _write_file_list(folder)
    return folder


def _check_pyodide(pyodide: Path) -> None:
    lacking = [name for name in _PYODIDE_FILES if not (pyodide / name).is_file()]
    if lacking:
        raise KanamjError(
            f"{pyodide} is not the unpacked npm package pyodide: no {lacking[0]}. Get it: {PYODIDE}"
        )


def _make_room(folder: Path, replace: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise KanamjError(f"{folder} is a file; give a folder")
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    if not (folder / FILES).is_file() or not (folder / "python" / "kanamj.zip").is_file():
        raise KanamjError(f"{folder} holds other files; give a new or an empty folder")
    if not replace:
        raise KanamjError(f"{folder} holds an exported page; --replace writes over it")
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _copy_page(folder: Path) -> None:
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    shutil.copy(OFFLINE / "worker.js", folder / "js" / "worker.js")
    index = folder / "index.html"
    text = index.read_text(encoding="utf-8")
    here, there = _ENGINE.format("fetch"), _ENGINE.format("worker")
    if text.count(here) != 1:
        raise KanamjError(f"{STATIC / 'index.html'} does not have {here} once; is kanamj installed whole?")
    # A static host sends no policy of its own; who may frame a page cannot be said inside it.
    policy = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
    guard = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    index.write_text(text.replace(here, f"{guard}\n{there}"), encoding="utf-8", newline="\n")


def _needless(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith(_NOT_COPIED) or name in ("node_modules", "pyodide.js")]


def write_archive(path: Path, lists: dict[str, Path], chosen: str) -> None:
    """The Python side of the page: kanamj's plain half, what it imports, and the word lists with their notices."""
    package = Path(__file__).resolve().parent.parent
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(_archived(package, lists, chosen)):
            entry = zipfile.ZipInfo(name)  # without the time, so that the same files make the same archive
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)


def _archived(package: Path, lists: dict[str, Path], chosen: str) -> Iterator[tuple[str, bytes]]:
    for source in package.rglob("*.py"):
        inside = source.relative_to(package).as_posix()
        if inside in _TAKEN or not inside.startswith(_LEFT_OUT):
            yield f"kanamj/{inside}", source.read_bytes()
    yield f"kanamj/web/{DEFAULT_LEXICON}", chosen.encode()
    for name, home in lists.items():
        for file in home.iterdir():
            if file.is_file():
                yield f"kanamj/_wordlists/{name}/{file.name}", file.read_bytes()
    left_out = shipped_folder() / "recipe" / "exclude.tsv"  # why a word is not in the shipped list
    if left_out.is_file():
        yield "kanamj/_wordlists/recipe/exclude.tsv", left_out.read_bytes()
    for name in PURE:
        yield from _package(name)


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """An installed package of plain Python and its licence."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise KanamjError(f"{name} is not installed, and the page needs it. Try: pip install {name}")
    home = Path(spec.origin).parent
    for source in home.rglob("*.py"):
        yield f"{name}/{source.relative_to(home).as_posix()}", source.read_bytes()
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        files = []
    for file in files:
        if file.name.startswith(("LICENSE", "LICENCE", "COPYING")):
            yield f"{name}/{file.name}", Path(str(file.locate())).read_bytes()


def _write_file_list(folder: Path) -> None:
    """What the service worker keeps, and a version that changes when any of it does."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    names = [path.relative_to(folder).as_posix() for path in files]
    listed = {"version": digest.hexdigest()[:16], "files": [name for name in names if name != "sw.js"]}
    (folder / FILES).write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8", newline="\n")
