"""The page as a folder for any static host. Pyodide runs `answers` in the browser.

index.html css/ js/ …   the page, with a web worker as its engine
js/worker.js            starts Pyodide, unpacks python/kanamj.zip, answers questions
words.bin               what the page answers from before Python has come (`early`)
python/kanamj.zip       the Python that answers, and the word lists (`archive`)
python/why.zip          why words are in no list, loaded when that is asked
pyodide/                Python for the browser, from the npm package; large files are packed by gzip (.bin)
sw.js                   keeps all these files in the browser, as they were exported, for use without a network
MANIFEST.toml           lists the files of kanamj; --replace replaces these and leaves all others
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from os.path import realpath
from pathlib import Path
from urllib.parse import urlsplit

from kanamj.errors import KanamjError, brief
from kanamj.lexicon import DEFAULT, load_lexicon, shipped_lexicons
from kanamj.lexicon.shelf import folder_of, shipped_folder
from kanamj.results import Manifest, check_place, write_folder
from kanamj.web.archive import archive, why_archive
from kanamj.web.early import WORDS, words_file
from kanamj.web.pagefiles import OFFLINE, POLICY, STATIC

PYODIDE = "npm pack pyodide && tar xf pyodide-*.tgz, then --pyodide package"
KIND = "page"

_PACKAGE = Path(__file__).resolve().parent.parent
_ENGINE = '<meta name="kanamj-engine" content="{}">'
_HOME = '<meta name="kanamj-home" content="{}">'
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
_PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
"""Written as NAME.bin, packed: together 4 MB instead of 11. A host would pack files named .gz again, or refuse them."""
WHY = "python/why.zip"
"""Why a word is in no list. Few visitors ask that, so it is not kept for use without a network."""
CARD = "card.png"
"""The picture that messengers show beside a link (scripts/icons.py). The page itself does not show it."""
_NOT_COPIED = (".d.ts", ".map", ".html")


def export_page(
    folder: Path,
    pyodide: Path | None,
    lexicon: str = DEFAULT,
    replace: bool = False,
    command: str = "",
    address: str = "",
) -> Path:
    """Write the page into a new or empty folder, whole or not at all. Returns the folder.

    pyodide: the unpacked npm package. lexicon: the list that the page begins with, a name or a folder; the shipped
    lists are included, too. replace: True replaces the files of an earlier export; other files in the folder stay.
    address: the http:// or https:// address at which the page will be found, "" if it is not known; links to hands
    begin with the address, and with it other sites can show the page's name and icon.
    Raises KanamjError for a folder with other contents, a folder that overlaps a folder from which the page is made, a
    missing Pyodide, an unknown list, and a wrong address.
    """
    if pyodide is None:
        raise KanamjError("the page needs Pyodide, which runs Python in the browser. Get it: {}", PYODIDE)
    home = _home(address)
    _check_pyodide(pyodide)
    chosen = load_lexicon(lexicon)
    lists = {name: path for name, path in shipped_lexicons().items() if path.parent == shipped_folder()}
    lists[chosen.written] = folder_of(chosen)
    _check_apart(folder, [pyodide, _PACKAGE, *lists.values()])
    check_place(folder, replace=replace, kind=KIND)
    files = {
        **_files_below(STATIC),
        "index.html": _index(home),
        **{f"js/{name}": (OFFLINE / name).read_bytes() for name in ("worker.js", "datafolder.js")},
        **dict(_packed(name, data) for name, data in _files_below(pyodide).items() if _needed(name)),
        "python/kanamj.zip": archive(lists, chosen.name),
        WORDS: words_file(chosen),
        WHY: why_archive(),
    }
    files["js/loading.js"] = _loading(files)
    files["sw.js"] = _service_worker(files)
    manifest = Manifest(
        KIND,
        command or "kanamj web export --pyodide FOLDER --out DIR",
        inputs={f"lexicon {chosen.name}": chosen.sha256},
        parameters={"lexicon": chosen.name, **({"address": home} if home else {})},
    )
    write_folder(folder, files, manifest, replace=replace)
    return folder


def _check_pyodide(pyodide: Path) -> None:
    lacking = [name for name in PYODIDE_FILES if not (pyodide / name).is_file()]
    if lacking:
        raise KanamjError(
            "{} is not the unpacked npm package pyodide: it lacks {}. Get it: {}",
            pyodide,
            lacking[0],
            PYODIDE,
        )


def _check_apart(folder: Path, sources: Iterable[Path]) -> None:
    target = Path(realpath(folder))  # `Path.resolve` fails for a loop of links
    for source in sources:
        home = source.resolve()
        if target.is_relative_to(home) or home.is_relative_to(target):
            raise KanamjError(
                "{} overlaps {}, from which the page is made. Give another folder", folder, source
            )


def _files_below(folder: Path) -> dict[str, bytes]:
    """Path in the folder -> contents of each file below it. Files and folders with a hidden name are left out."""
    paths = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in paths.items()
        if not any(part.startswith(".") for part in name.parts)
    }


def _index(home: str) -> bytes:
    """The bytes of index.html, changed so that a web worker answers. home: the page's address, "" if unknown."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    here, there = _ENGINE.format("fetch"), _ENGINE.format("worker")
    if text.count(here) != 1:
        raise KanamjError(
            "{} must contain {} exactly once; install kanamj again", STATIC / "index.html", here
        )
    # A static host sends no header with the policy, so the page states it. In a page `frame-ancestors` has no effect.
    policy = "; ".join(part for part in POLICY.split("; ") if not part.startswith("frame-ancestors"))
    guard = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return text.replace(here, f"{guard}\n{there}").replace(_HOME.format(""), _about(home)).encode()


def _home(address: str) -> str:
    """The address with a slash at its end, or "". Raises KanamjError if it is not an http(s) address of a folder."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if address and (
        not good or "?" in address or "#" in address or re.search(r"[\s\x00-\x1f\\\"<>]", address)
    ):
        raise KanamjError(
            "--address {} is not the address of a page; give one such as https://example.org/kanamj/",
            brief(address),
        )
    return address if not address or address.endswith("/") else f"{address}/"


def _about(home: str) -> str:
    """The HTML tags that name the address of the page, and what messengers show for a link to it (https://ogp.me)."""
    if not home:
        return _HOME.format("")
    shown = {
        "og:type": "website",
        "og:title": "かなmj ひらがなのことば麻雀",
        "og:description": "ひらがなのことば麻雀の手牌をみる、ならべる、しらべる、あそぶ。",
        "og:url": home,
        "og:image": f"{home}{CARD}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in shown.items()]
    return "\n".join([_HOME.format(escape(home)), *tags])


def _packed(name: str, data: bytes) -> tuple[str, bytes]:
    """The path and the contents of a file of Pyodide in the export. The same file is packed to the same bytes."""
    if name in _PACKED:
        return f"pyodide/{name}.bin", gzip.compress(data, mtime=0)
    return f"pyodide/{name}", data


def _loading(files: Mapping[str, bytes]) -> bytes:
    """The module that loads the engine, with the number of bytes of each file that it loads."""
    engine = [*(f"pyodide/{name}.bin" for name in _PACKED), "pyodide/python_stdlib.zip", "python/kanamj.zip"]
    sizes = json.dumps({name: len(files[name]) for name in engine}, indent=1)
    return f"const SIZES = {sizes};\n\n{(OFFLINE / 'loading.js').read_text(encoding='utf-8')}".encode()


def _service_worker(files: Mapping[str, bytes]) -> bytes:
    """The service worker with the version of this export and the SHA-256 of every file, except for WHY and CARD."""
    kept = {name: data for name, data in sorted(files.items()) if name not in (WHY, CARD)}
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in kept.items()}
    worker = (OFFLINE / "sw.js").read_text(encoding="utf-8")
    version = hashlib.sha256(f"{sums}{worker}".encode()).hexdigest()[:16]
    listed = json.dumps(sums, indent=1, ensure_ascii=False)
    return f'const VERSION = "{version}";\nconst FILES = {listed};\n\n{worker}'.encode()


def _needed(name: str) -> bool:
    return not (name.endswith(_NOT_COPIED) or name == "pyodide.js" or "node_modules" in name.split("/"))
