"""`datapackage.json` of a folder of results or word lists (Data Package v2), made from the manifests in it.

One resource a file that a manifest lists and keeps: path, bytes, SHA-256, licence, and for tables the columns with what
they mean, in Japanese and English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.disk import write_file
from kanamj.errors import ManifestError
from kanamj.manifest import MANIFEST, Manifest, Output, below, package_version
from kanamj.studies.datasets import DATASETS

FILE = "datapackage.json"
SCHEMA = "https://datapackage.org/profiles/2.0/datapackage.json"


class Column(NamedTuple):
    """A column: its name in the file, its type, and what it holds."""

    name: str
    type: str
    ja: str
    en: str


def _columns(*rows: tuple[str, str, str, str]) -> tuple[Column, ...]:
    return tuple(Column(*row) for row in rows)


_SHARE = (
    ("share", "number", "割合", "share"),
    ("stderr", "number", "標準誤差", "standard error of the share"),
)
COLUMNS = {
    "words.tsv": _columns(
        ("reading", "string", "読み", "reading in hiragana"),
        ("spelling", "string", "表記", "spelling"),
        (
            "key",
            "string",
            "文字集合(読みの文字を符号順に並べたもの)",
            "letters of the reading sorted by code point",
        ),
        ("letters", "integer", "文字数", "number of letters"),
        ("cost", "integer", "コスト(小さいほどよく使う、-1 は不明)", "cost, lower is commoner, -1 unknown"),
        ("sources", "string", "もとの辞書", "dictionaries that have the word"),
        ("cut", "string", "単語表の広さ", "core, or common for words only the wide list has"),
    ),
    "counts.csv": _columns(
        ("shanten", "string", "向聴数(-1 和了)", "shanten, -1 complete"),
        ("count", "integer", "手牌の数", "hands"),
        *_SHARE,
        ("low", "number", "95% 区間の下端", "lower end of the 95 % interval (Wilson)"),
        ("high", "number", "95% 区間の上端", "upper end of the 95 % interval (Wilson)"),
    ),
    "waits.csv": _columns(
        ("kinds", "integer", "待ちの種類数", "kinds waited for"),
        ("count", "integer", "手牌の数", "sampled hands"),
        ("share", "number", "割合", "share"),
    ),
    "exact.csv": _columns(
        ("shanten", "integer", "向聴数(-1 和了)", "shanten, -1 complete"),
        ("hands", "integer", "手牌の数(すべて数えたもの)", "hands, all of them counted"),
        ("share", "number", "割合", "share"),
    ),
    "ends.csv": _columns(
        ("how", "string", "終わり方", "how the game ended"), ("games", "integer", "対局数", "games"), *_SHARE
    ),
    "turns.csv": _columns(
        ("turn", "integer", "巡目", "turn"),
        ("tsumo", "integer", "ツモ和了", "games won by own draw"),
        ("ron", "integer", "ロン和了", "games won on a discard"),
    ),
    "tenpai.csv": _columns(
        ("turn", "integer", "捨てた枚数", "discards made"),
        ("hands", "integer", "手牌の数", "hands"),
        ("tenpai", "integer", "聴牌の数", "of them tenpai"),
        *_SHARE,
    ),
    "seats.csv": _columns(
        ("seat", "integer", "席(0 が親)", "seat, 0 deals"),
        ("games", "integer", "対局数", "games"),
        ("wins", "integer", "和了", "wins"),
        *_SHARE,
    ),
    "agents.csv": _columns(
        ("agent", "string", "打ち手", "agent"),
        ("seats", "integer", "席の数", "seats"),
        ("wins", "integer", "和了", "wins"),
        *_SHARE,
        ("tsumo", "integer", "ツモ", "wins by own draw"),
        ("ron", "integer", "ロン", "wins on a discard"),
        ("dealt_in", "integer", "放銃", "discards that others won on"),
        ("calls", "integer", "鳴き", "calls"),
    ),
    "calls.csv": _columns(
        ("agent", "string", "打ち手", "agent"),
        ("called", "string", "鳴いたか", "whether the hand called"),
        ("hands", "integer", "手牌の数", "hands"),
        ("wins", "integer", "和了", "wins"),
        *_SHARE,
    ),
}
"""Columns by file name; what several kinds of results call alike is told by the header."""
MEDIA = {
    "txt": "text/tab-separated-values",
    "tsv": "text/tab-separated-values",
    "csv": "text/csv",
    "md": "text/markdown",
    "png": "image/png",
    "html": "text/html",
    "jsonl": "application/jsonl",
    "parquet": "application/vnd.apache.parquet",
}


def write_package(folder: Path, name: str = "") -> dict[str, Any]:
    """Write `datapackage.json` of a folder; what is in it. name: of the package, `kanamj-` and the folder's by default.

    Raises ManifestError if no folder below has a manifest, or a file is not what its manifest says.
    """
    parts = sorted(path.parent for path in folder.rglob(MANIFEST))
    if not parts:
        raise ManifestError(f"no manifest below {folder}; there is nothing to describe")
    resources = [resource for part in parts for resource in _resources(folder, part)]
    package = {
        "$schema": SCHEMA,
        "name": name or f"kanamj-{folder.resolve().name}",
        "title": f"kanamj: {folder.resolve().name}",
        "version": package_version(),
        "resources": resources,
    }
    write_file(folder / FILE, json.dumps(package, ensure_ascii=False, indent=1) + "\n")
    return package


def _resources(folder: Path, part: Path) -> Iterator[dict[str, Any]]:
    manifest = Manifest.read(part)
    manifest.check(part, alone=True)
    for name, output in sorted(manifest.outputs.items()):
        if output.kept and name != "NOTICE":
            yield _resource(folder, below(part, name), output, manifest)


def _resource(folder: Path, path: Path, output: Output, manifest: Manifest) -> dict[str, Any]:
    where = path.relative_to(folder).as_posix()
    suffix = path.suffix.lstrip(".")
    notice = path.parent / "NOTICE"
    licence = {"name": "MIT", "title": "MIT licence"}
    if notice.is_file():
        licence = {"path": notice.relative_to(folder).as_posix(), "title": manifest.licence}
    found: dict[str, Any] = {
        "name": re.sub(r"[^a-z0-9]+", "-", where.lower()).strip("-"),
        "path": where,
        "description": manifest.kind,
        "format": suffix,
        "mediatype": MEDIA.get(suffix, "application/octet-stream"),
        "bytes": path.stat().st_size,
        "hash": f"sha256:{output.sha256}",
        "licenses": [licence],
        "kanamj:command": manifest.command,
    }
    if suffix in ("txt", "tsv", "csv"):
        columns = columns_of(path)
        found |= {
            "type": "table",
            "encoding": "utf-8",
            "dialect": {"delimiter": "," if suffix == "csv" else "\t"},
            "schema": {
                "fields": [
                    {
                        "name": column.name,
                        "type": column.type,
                        "title": column.ja,
                        "description": f"{column.ja} / {column.en}",
                    }
                    for column in columns
                ]
            },
        }
        if output.rows is not None:
            found["kanamj:rows"] = output.rows
    return found


def columns_of(path: Path) -> tuple[Column, ...]:
    """The columns of a table: as its header names them, described where the file is known."""
    with path.open(encoding="utf-8-sig") as file:
        header = file.readline().rstrip("\n").split("," if path.suffix == ".csv" else "\t")
    if path.stem in DATASETS:
        english = DATASETS[path.stem].columns
        japanese = DATASETS[path.stem].header
        types = {"waits": "integer", "number": "integer"}
        return tuple(
            Column(name, _type(en, types), ja, en.replace("_", " "))
            for name, ja, en in zip(header, japanese, english, strict=True)
        )
    known = {column.name: column for column in (*COLUMNS.get(path.name, ()), *_ANYWHERE)}
    return tuple(known.get(name, Column(name, "any", name, name.replace("_", " "))) for name in header)


_ANYWHERE = _columns(
    ("shanten", "string", "向聴数(-1 和了)", "shanten, -1 complete"),
    ("kinds", "integer", "種類数", "kinds that lower the distance"),
    ("what", "string", "何を数えたか", "what is accepted: kinds or tiles"),
    ("n", "integer", "数", "how many are accepted"),
    ("count", "integer", "手牌の数", "hands"),
    ("hands", "integer", "手牌の数", "hands"),
    *_SHARE,
)


def _type(column: str, types: dict[str, str]) -> str:
    if column.startswith("share") or column.startswith("surprise"):
        return "number"
    return "integer" if column.startswith("slots") else types.get(column, "string")
