"""Write datapackage.json (Data Package v2) of results and wordlists, and validate it: python scripts/datapackage.py

It is made from the manifests below these folders. With --check nothing is written: each datapackage.json must be valid,
and equal to what would be written. Needs frictionless: pip install '.[house]'.
"""

import csv
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from frictionless import Package, system

from kanamj.datasets.build import DATASETS
from kanamj.disk import write_file
from kanamj.lexicon import index
from kanamj.results import MANIFEST, Manifest

sys.path.append(str(Path(__file__).parent))
from results_index import list_with_licence

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (ROOT / "results", ROOT / "wordlists")
COLUMNS = ROOT / "scripts" / "columns.tsv"
"""Each column of a table by its name: its type, and what it holds in Japanese and in English."""
USED = set[str]()
"""The rows of COLUMNS that some table has been described by."""
NO_TABLES = (index.NAME, "tiles.txt")
"""Files with sections, and sets of tiles, which have no header."""
MEDIA = {
    "md": "text/markdown",
    "png": "image/png",
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "tex": "application/x-tex",
    "html": "text/html",
    "jsonl": "application/jsonl",
    "txt": "text/tab-separated-values",
    "tsv": "text/tab-separated-values",
    "csv": "text/csv",
}


def package(folder: Path) -> dict[str, Any]:
    """The package: all files that the manifests below a folder list, and that are there."""
    parts = [(path.parent, Manifest.read(path)) for path in sorted(folder.rglob(MANIFEST))]
    inputs = {name: digest for _, manifest in parts for name, digest in manifest.inputs.items()}
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": f"kanamj-{folder.name}",
        "id": str(uuid5(NAMESPACE_URL, f"kanamj/{folder.name}")),
        "title": f"kanamj: {folder.name}",
        "version": max(manifest.version for _, manifest in parts),
        "licenses": [{"name": "MIT", "title": "MIT licence, but for files with a licence of their own"}],
        "contributors": [{"title": "the kanamj authors", "roles": ["author"]}],
        "sources": [{"title": f"{name} (SHA-256 {digest})"} for name, digest in sorted(inputs.items())],
        "resources": [found for part, manifest in parts for found in resources(folder, part, manifest)],
    }


def resources(folder: Path, part: Path, manifest: Manifest) -> Iterator[dict[str, Any]]:
    """The files of a manifest."""
    notice = part / "NOTICE"
    licence = {"name": "MIT", "title": "MIT licence"}
    if notice.is_file():
        licence = {"path": notice.relative_to(folder).as_posix(), "title": manifest.licence}
    elif words := list_with_licence(part, manifest):
        licence = {
            "name": f"LicenseRef-wordlists-{words}",
            "title": f"that of its words: wordlists/{words}/NOTICE",
        }
    for name, output in sorted(manifest.outputs.items()):
        path = part / name
        if not output.kept or name == "NOTICE":
            continue
        suffix, where = path.suffix.lstrip("."), path.relative_to(folder).as_posix()
        is_table = suffix in ("txt", "tsv", "csv") and name not in NO_TABLES
        yield {
            "name": re.sub(r"[^a-z0-9]+", "-", where.lower()).strip("-"),
            "path": where,
            "description": manifest.kind,
            "type": "table" if is_table else "file",
            "format": "tsv" if suffix == "txt" else suffix,
            "mediatype": MEDIA[suffix],
            "encoding": "utf-8",
            "bytes": path.stat().st_size,
            "hash": f"sha256:{output.sha256}",
            "licenses": [licence],
            "kanamj:command": manifest.command,
            **(table(path) if is_table else {}),
        }


def table(path: Path) -> dict[str, Any]:
    """How the rows of a table are read, and what its columns are."""
    delimiter = "," if path.suffix == ".csv" else "\t"
    quote = {} if path.suffix == ".csv" else {"quoteChar": None, "doubleQuote": False}
    with path.open(encoding="utf-8-sig", newline="") as file:
        header = next(csv.reader(file, delimiter=delimiter))
    if path.stem in DATASETS:  # whose header is in Japanese already
        english = DATASETS[path.stem].columns
        described = [
            (kind_of(name), ja, name.replace("_", " ")) for ja, name in zip(header, english, strict=True)
        ]
    else:
        described = [described_as(path.stem, name) for name in header]
    fields = [
        {"name": name, "type": kind, "title": ja, "description": f"{ja} / {en}"}
        for name, (kind, ja, en) in zip(header, described, strict=True)
    ]
    return {"dialect": {"delimiter": delimiter, **quote}, "schema": {"fields": fields}}


@cache
def columns() -> dict[str, tuple[str, str, str]]:
    """Name of a row of COLUMNS -> type, and what it holds in Japanese and in English."""
    with COLUMNS.open(encoding="utf-8", newline="") as file:
        return {name: (kind, ja, en) for name, kind, ja, en in [*csv.reader(file, delimiter="\t")][1:]}


@cache
def described_as(stem: str, name: str) -> tuple[str, str, str]:
    """What a column of a file holds: the row of this file, or that of all files. The ends of an interval, such as
    tenpai_low, need no row of their own."""
    row = next((row for row in (f"{stem}.{name}", f"{stem}.*") if row in columns()), name)
    share, _, end = name.rpartition("_")
    if row not in columns() and end in ("low", "high"):
        kind, ja, en = described_as("", end)
        return kind, f"{share} の{ja}", f"{en} of {share}"
    USED.add(row)
    return columns()[row]


def kind_of(column: str) -> str:
    """The type of a column of a data set, by its English name."""
    if column.startswith(("share", "surprise")):
        return "number"
    return "integer" if column.startswith("slots") or column in ("waits", "number") else "string"


def main(check: bool = False) -> int:
    """Write both packages, or compare them; prints what is wrong, and returns the exit code."""
    wrong = []
    for folder in FOLDERS:
        made = package(folder)
        text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
        with system.use_context(trusted=True):
            report = Package.from_descriptor(made, basepath=str(folder)).validate()
        wrong += [f"{folder.name}: {error}" for error in report.flatten(["title", "rowNumber", "note"])]
        place = folder / "datapackage.json"
        if not check:
            write_file(place, text)
        elif place.read_text(encoding="utf-8") != text:
            wrong.append(f"{place} is not what scripts/datapackage.py writes")
    wrong += [
        f"{COLUMNS.name}: no table has the column {row}; take it out" for row in columns() if row not in USED
    ]
    print("\n".join(wrong) or "valid")
    return bool(wrong)


if __name__ == "__main__":
    from start import start

    start(main, check="write nothing, compare")
