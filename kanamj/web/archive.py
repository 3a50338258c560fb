"""The archive of the exported page: the Python that answers in the browser, and the word lists with their notices.

The archive contains the module that the page asks, and all modules of kanamj that this module imports: at the top, in a
function, or through another module. A module that needs numpy, numba or another package that is not plain Python is
left out, because the page cannot import it.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from sys import stdlib_module_names

from kanamj.errors import KanamjError
from kanamj.language import FILE as JAPANESE
from kanamj.lexicon.shelf import shipped_folder
from kanamj.web.inpage import DEFAULT_LEXICON

ASKED = "kanamj.web.inpage"
PLAIN = ("jaconv", "platformdirs")
"""Packages of plain Python that are copied into the archive from where they are installed."""
WHY = ("recipe/exclude.tsv", "why/why.tsv", "why/NOTICE")
"""The shipped files that say why a word is in no list, and their notice."""

_HOME = Path(__file__).resolve().parents[2]


def archive(lists: Mapping[str, Path], chosen: str) -> bytes:
    """A zip file with the modules, the packages and the lists (name -> folder); the page begins with the list `chosen`.

    The same files make the same archive. Raises KanamjError if a package is not installed.
    """
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as into:
        for name, data in sorted(_files(lists, chosen)):
            entry = zipfile.ZipInfo(name)  # its time is 1980-01-01, whenever it is made
            entry.compress_type = zipfile.ZIP_DEFLATED
            into.writestr(entry, data)
    return packed.getvalue()


def modules() -> dict[str, Path]:
    """Name -> file of the modules of kanamj that the page can import, sorted.

    >>> found = modules()
    >>> "kanamj.game.remote" in found, "kanamj.engine.batch" in found
    (True, False)
    """
    seen: set[str] = set()
    waiting = {ASKED}
    while waiting:
        seen |= waiting
        waiting = {each for name in waiting for each in set().union(*_imports(name)) if _is_ours(each)} - seen
    while strange := {name for name in seen if not all(map(_is_plain, _imports(name)[0] - seen))}:
        seen -= strange
    return {name: _file(name) for name in sorted(seen)}


def _is_ours(name: str) -> bool:
    return name.partition(".")[0] == "kanamj" and _file(name).is_file()


def _is_plain(name: str) -> bool:
    """True if the module is in the standard library or in PLAIN, so that the page can import it."""
    return name.partition(".")[0] in (*stdlib_module_names, *PLAIN)


def _file(name: str) -> Path:
    path = _HOME.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _imports(name: str) -> tuple[set[str], set[str]]:
    """The modules that a module of kanamj imports when it is loaded, and those that its functions import later."""
    at_once = {name.rpartition(".")[0]} - {""}  # the package that contains it
    later: set[str] = set()
    waiting: list[tuple[ast.AST, set[str]]] = [(ast.parse(_file(name).read_text(encoding="utf-8")), at_once)]
    while waiting:
        node, into = waiting.pop()
        if isinstance(node, ast.Import):
            into.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            into.add(node.module)
            into.update(_submodules(node.module, node.names))
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += [(part, into) for part in node.orelse]
        else:
            waits = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Try)
            waiting += [(part, later if waits else into) for part in ast.iter_child_nodes(node)]
    return at_once, later


def _submodules(package: str, names: list[ast.alias]) -> set[str]:
    """The imported names that are modules of the package, as `remote` in `from kanamj.game import remote`."""
    if package.partition(".")[0] != "kanamj":
        return set()
    return {f"{package}.{alias.name}" for alias in names if _file(f"{package}.{alias.name}").is_file()}


def _files(lists: Mapping[str, Path], chosen: str) -> Iterator[tuple[str, bytes]]:
    for source in (*modules().values(), JAPANESE):
        yield source.relative_to(_HOME).as_posix(), source.read_bytes()
    yield f"kanamj/web/{DEFAULT_LEXICON}", chosen.encode()
    for name, home in lists.items():
        for file in home.iterdir():
            if file.is_file():
                yield f"kanamj/_wordlists/{name}/{file.name}", file.read_bytes()
    for name in WHY:
        if (shipped_folder() / name).is_file():
            yield f"kanamj/_wordlists/{name}", (shipped_folder() / name).read_bytes()
    for name in PLAIN:
        yield from _package(name)


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package of plain Python, and its licence."""
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
