"""The page as a folder for any static host: Pyodide runs `answers` in the browser.

index.html css/ js/ …   the page; its engine is a worker now, and it keeps itself for use without a network
js/worker.js            starts Pyodide, unpacks python/kanamj.zip, answers questions
python/kanamj.zip       what judging takes: kanamj without its compiled half, jaconv, platformdirs, the word lists
pyodide/                Python for the browser, from the npm package
files.json              what the service worker keeps
MANIFEST.toml           which files are kanamj's, so that --replace leaves all others
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.lexicon import load_lexicon, shipped_lexicons
from kanamj.lexicon.shelf import shipped_folder
from kanamj.results import Manifest, check_place, write_folder
from kanamj.version import __version__
from kanamj.web.guard import POLICY
from kanamj.web.inpage import DEFAULT_LEXICON
from kanamj.web.pagefiles import OFFLINE, STATIC

PYODIDE = "npm pack pyodide && tar xf pyodide-*.tgz, then --pyodide package"
KIND = "page"
FILES = "files.json"
PURE = ("jaconv", "platformdirs")
"""The packages judging takes; plain Python, put into the archive from where they are installed."""

_PACKAGE = Path(__file__).resolve().parent.parent
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
    "studies/hints.py",
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


def export_page(
    folder: Path, pyodide: Path | None, lexicon: str = "common", replace: bool = False, command: str = ""
) -> Path:
    """Write the page into a folder that must be new or empty, whole or not at all; the folder.

    pyodide: the unpacked npm package. lexicon: the list the page begins with, a name or a folder; the shipped lists
    come along. replace: in place of an earlier export; other files in the folder stay. Raises KanamjError for a
    folder that holds something else or is one of those the page is made from, no Pyodide, a list that is not there.
    """
    if pyodide is None:
        raise KanamjError(f"the page needs Pyodide, which runs Python in the browser. Get it: {PYODIDE}")
    _check_pyodide(pyodide)
    chosen = load_lexicon(lexicon)
    lists = {name: path for name, path in shipped_lexicons().items() if path.parent == shipped_folder()}
    if chosen.folder is not None:
        lists[chosen.name] = chosen.folder
    _check_apart(folder, [pyodide, _PACKAGE, *lists.values()])
    check_place(folder, replace=replace, kind=KIND, beside=True)
    files = {
        **_files_below(STATIC),
        "index.html": _index(),
        "js/worker.js": (OFFLINE / "worker.js").read_bytes(),
        **{f"pyodide/{name}": data for name, data in _files_below(pyodide).items() if _needed(name)},
        "python/kanamj.zip": _archive(lists, chosen.name),
    }
    files[FILES] = _file_list(files)
    manifest = Manifest(
        KIND,
        command or "kanamj web export DIR --pyodide FOLDER",
        __version__,
        inputs={f"lexicon {chosen.name}": chosen.sha256},
        parameters={"lexicon": chosen.name},
    )
    write_folder(folder, files, manifest, replace=replace, beside=True)
    return folder


def _check_pyodide(pyodide: Path) -> None:
    lacking = [name for name in _PYODIDE_FILES if not (pyodide / name).is_file()]
    if lacking:
        raise KanamjError(
            f"{pyodide} is not the unpacked npm package pyodide: no {lacking[0]}. Get it: {PYODIDE}"
        )


def _check_apart(folder: Path, sources: Iterable[Path]) -> None:
    target = folder.resolve()
    for source in sources:
        home = source.resolve()
        if target.is_relative_to(home) or home.is_relative_to(target):
            raise KanamjError(f"{folder} overlaps {source}, from which the page is made. Give another folder")


def _files_below(folder: Path) -> dict[str, bytes]:
    """The files below a folder by their path in it; none with a hidden name."""
    paths = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in paths.items()
        if not any(part.startswith(".") for part in name.parts)
    }


def _index() -> bytes:
    """The page, with a worker as its engine."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    here, there = _ENGINE.format("fetch"), _ENGINE.format("worker")
    if text.count(here) != 1:
        raise KanamjError(f"{STATIC / 'index.html'} does not have {here} once; is kanamj installed whole?")
    # A static host sends no policy of its own; who may frame a page cannot be said inside it.
    policy = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
    guard = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return text.replace(here, f"{guard}\n{there}").encode()


def _needed(name: str) -> bool:
    return not (name.endswith(_NOT_COPIED) or name == "pyodide.js" or "node_modules" in name.split("/"))


def _archive(lists: dict[str, Path], chosen: str) -> bytes:
    """The Python side of the page: kanamj's plain half, what it imports, and the word lists with their notices."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(_archived(lists, chosen)):
            entry = zipfile.ZipInfo(name)  # without the time, so that the same files make the same archive
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()


def _archived(lists: dict[str, Path], chosen: str) -> Iterator[tuple[str, bytes]]:
    for source in _PACKAGE.rglob("*.py"):
        inside = source.relative_to(_PACKAGE).as_posix()
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


def _file_list(files: Mapping[str, bytes]) -> bytes:
    """What the service worker keeps, and a version that changes when any of it does."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])
    listed = {
        "version": digest.hexdigest()[:16],
        "files": [name for name in sorted(files) if name != "sw.js"],
    }
    return (json.dumps(listed, indent=1) + "\n").encode()
