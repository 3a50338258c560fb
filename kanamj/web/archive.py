"""The archive of the exported page: the Python that answers in the browser, and the word lists with their notices.

Python in the browser has no numpy. A module that needs it may be in the archive; the page never imports it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.lexicon.shelf import shipped_folder
from kanamj.text import FILE as JAPANESE
from kanamj.web.inpage import DEFAULT_LEXICON, WIDEST, WORDS, words_of

LEFT_OUT = ("cli", "datasets", "studies")
"""Packages of kanamj that the page does not ask."""
PLAIN = ("jaconv", "platformdirs")
"""Packages of plain Python that are copied into the archive from where they are installed."""
EXCLUDED = "recipe/exclude.tsv"
WHY = ("why/why.tsv", "why/NOTICE")
"""The shipped files that say what words in no list are, and their notice."""

_PACKAGE = Path(__file__).resolve().parents[1]


def archive(lists: Mapping[str, Path], chosen: str) -> bytes:
    """A zip file with kanamj, the packages and the lists (name -> folder); the page begins with the list `chosen`.

    The same files make the same archive. Raises KanamjError if a package is not installed.
    """
    return _packed(_files(lists, chosen))


def why_archive() -> bytes:
    """A zip file with the files of WHY, for the same place. The page asks for it when a word is in no list."""
    there = ((name, shipped_folder() / name) for name in WHY)
    return _packed((f"kanamj/_wordlists/{name}", path.read_bytes()) for name, path in there if path.is_file())


def _packed(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as into:
        for name, data in sorted(files):
            entry = zipfile.ZipInfo(name)  # its time is 1980-01-01, whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            into.writestr(entry, data)
    return packed.getvalue()


def _files(lists: Mapping[str, Path], chosen: str) -> Iterator[tuple[str, bytes]]:
    for source in (*_PACKAGE.rglob("*.py"), JAPANESE):
        if not set(source.relative_to(_PACKAGE).parts) & set(LEFT_OUT):
            yield source.relative_to(_PACKAGE.parent).as_posix(), source.read_bytes()
    yield f"kanamj/web/{DEFAULT_LEXICON}", chosen.encode()
    widest = (shipped_folder() / WIDEST / WORDS).read_bytes()
    for name, home in lists.items():
        for file in filter(Path.is_file, home.iterdir()):
            data = file.read_bytes()
            if file.name != WORDS or data != words_of(name, widest):  # else `inpage` makes it
                yield f"kanamj/_wordlists/{name}/{file.name}", data
    if (excluded := shipped_folder() / EXCLUDED).is_file():
        yield f"kanamj/_wordlists/{EXCLUDED}", excluded.read_bytes()
    for name in PLAIN:
        yield from _package(name)


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package of plain Python, and its licence."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise KanamjError("{0} is not installed, and the page needs it. Try: pip install {0}", name)
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
