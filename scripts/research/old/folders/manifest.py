"""The manifest of a folder of results, `MANIFEST.toml`: what made the files in the folder, and their hashes.

`writer.py` writes it together with the files. It does not contain the time, so the same input gives the same bytes:

    kind = "lexicon"
    command = "scripts/build_wordlists.py ARCHIVES"
    version = "0.1.0"
    notes = ["spellings are those of the dictionaries"]

    [inputs]
    "ipadic-1.0.0.tar.gz" = "f5923d31…"

    [parameters]
    highest_cost = 5500

    [outputs."2gram.txt"]
    sha256 = "0d1c…"
    rows = 641
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from kanamj.disk import sha256, sha256_of, write_file
from kanamj.errors import ManifestError
from kanamj.version import __version__

MANIFEST = "MANIFEST.toml"
MOST_BYTES = 1 << 24
"""A manifest with more bytes is refused. 16 MB are enough to list some 100,000 files."""
CHECKPOINT = "checkpoint.jsonl"
"""The file that a study keeps in its folder until it is finished (see `old.folders.checkpoint`)."""


@dataclass(frozen=True)
class Output:
    """One file that a manifest lists.

    rows: how many rows the file has below its header line; None for a file without rows, such as a picture. kept:
    False for a file that was made and hashed, but was too large to keep.
    """

    sha256: str
    rows: int | None = None
    kept: bool = True

    @classmethod
    def of(cls, data: str | bytes, rows: int | None = None, kept: bool = True) -> Output:
        """The entry for a file with this content. Text is hashed as UTF-8."""
        return cls(sha256(data), rows, kept)


_FIELDS = (
    *((name, str, "a text") for name in ("kind", "command", "version", "licence")),
    *((name, Mapping, "a table") for name in ("inputs", "parameters")),
)
_TABLES = (".txt", ".tsv", ".csv", ".jsonl")


def rows_of(name: str, data: str | bytes) -> int | None:
    """The number of rows below the header line of a file; None if `name` is not that of a table.

    >>> rows_of("a.csv", "letter,n\\nか,1\\n"), rows_of("a.png", b"")
    (1, None)
    """
    end = "\n" if isinstance(data, str) else b"\n"
    return data.count(end) - 1 if name.endswith(_TABLES) else None  # type: ignore[arg-type]


@dataclass(frozen=True)
class Manifest:
    """What made the files of a folder.

    kind: what the folder holds, such as "lexicon", "data set" or "simulation".
    command: what to type to make the files again. version: the version of kanamj that made them.
    inputs: name -> SHA-256. parameters: the options and the seed. outputs: file name -> Output.
    licence: the terms of the files, or where to read them. notes: what a reader has to know.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> write_file(folder / "a.txt", "1\\n2\\n")
    >>> manifest = Manifest("toy", "make a", "0.1", outputs={"a.txt": Output.of("1\\n2\\n", rows=2)})
    >>> manifest.write(folder)
    >>> Manifest.read(folder) == manifest, manifest.verify(folder)
    (True, [])
    >>> write_file(folder / "a.txt", "1\\n3\\n")
    >>> manifest.verify(folder)
    ['a.txt: is not what the manifest says (SHA-256 a6e2b7a0… expected, got 8391e9ff…)']
    """

    kind: str
    command: str
    version: str = __version__
    licence: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, Output] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: str | Path) -> Manifest:
        """The manifest in the file `path`, or in the folder `path`.

        Raises ManifestError if the manifest is missing, too large or not TOML; if a field is unknown, missing or of the
        wrong type; or if the manifest names a file that is not below its folder.
        """
        path = Path(path)
        path = path / MANIFEST if path.is_dir() else path
        table = _read_toml(path)
        try:
            notes, outputs = table.pop("notes", []), table.pop("outputs", {})
            if not isinstance(notes, list):
                raise TypeError(f"notes are {notes!r}; they must be a list")
            read = {name: Output(**output) for name, output in outputs.items()}
            made = cls(**{"version": None, **table}, notes=tuple(notes), outputs=read)
        except (TypeError, AttributeError) as error:
            raise ManifestError(f"{path} is not a manifest of kanamj: {error}") from None
        for wrong in made._wrong():
            raise ManifestError(f"{path} is not a manifest of kanamj: {wrong}")
        for name in made.outputs:
            below(path.parent, name)
        return made

    def _wrong(self) -> Iterator[str]:
        """A sentence for each value that has the wrong type."""
        for name, kind, said in _FIELDS:
            if not isinstance(getattr(self, name), kind):
                yield f"{name} is {getattr(self, name)!r}; it must be {said}"
        texts = [("a note", note) for note in self.notes]
        for what, value in texts + [(f"the input {name}", value) for name, value in self.inputs.items()]:
            if not isinstance(value, str):
                yield f"{what} is {value!r}; it must be a text"
        for name, output in self.outputs.items():
            if not isinstance(output.sha256, str) or type(output.kept) is not bool:
                yield f"the output {name} must have a sha256 that is a text, and kept must be true or false"
            if output.rows is not None and (type(output.rows) is not int or output.rows < 0):
                yield f"the output {name} has {output.rows!r} rows; rows must be a whole number, 0 or more"

    def write(self, path: Path) -> None:
        """Write the manifest to `path`, or into the folder `path`, whole or not at all."""
        write_file(path / MANIFEST if path.is_dir() else path, self.format())

    def format(self) -> str:
        """The text of the manifest, as TOML."""
        import tomli_w

        table: dict[str, Any] = {"kind": self.kind, "command": self.command, "version": self.version}
        if self.licence:
            table["licence"] = self.licence
        if self.notes:
            table["notes"] = list(self.notes)
        for name in ("inputs", "parameters"):
            if getattr(self, name):
                table[name] = dict(getattr(self, name))
        table["outputs"] = {name: _output_table(output) for name, output in self.outputs.items()}
        return tomli_w.dumps(table)

    @classmethod
    def of_results(cls, folder: Path, kind: str, command: str, *, alone: bool = False) -> Manifest:
        """The manifest of a folder that `command` wrote, checked.

        kind: the kind that the manifest must have. alone: see `check`. Raises ManifestError if the manifest has another
        kind, or if `check` fails.
        """
        manifest = cls.read(folder)
        if manifest.kind != kind:
            raise ManifestError(
                f"{folder} holds {manifest.kind!r}, not what {command} writes; give another folder"
            )
        manifest.check(folder, alone=alone)
        return manifest

    def check(self, folder: Path, *, alone: bool = False) -> None:
        """Raise ManifestError if a listed file is missing or has changed; with alone=True also if other files exist."""
        if differences := self.verify(folder) if alone else self.changed(folder):
            raise ManifestError(f"{folder}: {differences[0]}. Make it again: {self.command}")

    def verify(self, folder: Path) -> list[str]:
        """One sentence for each file in `folder` that is missing, has changed, or is not in the manifest."""
        strangers = [f"{name}: is not in the manifest" for name in sorted(self.strangers(folder))]
        return self.changed(folder) + strangers

    def changed(self, folder: Path) -> list[str]:
        """One sentence for each file of the manifest that is missing from `folder` or has changed."""
        differences = []
        for name, output in sorted(self.outputs.items()):
            path = below(folder, name)
            if not path.is_file():
                if output.kept:
                    differences.append(f"{name}: is missing")
                continue
            found = sha256_of(path)
            if found != output.sha256:
                expected = f"SHA-256 {output.sha256[:8]}… expected, got {found[:8]}…"
                differences.append(f"{name}: is not what the manifest says ({expected})")
        return differences

    def strangers(self, folder: Path) -> set[str]:
        """Names of files in `folder` that no manifest lists. Hidden files, a checkpoint and lost+found do not count.

        A subfolder is compared with its own manifest, if it has one.
        """
        folders = {parent.as_posix() for name in self.outputs for parent in PurePosixPath(name).parents}
        found: set[str] = set()
        for path in (path for path in folder.iterdir() if not path.name.startswith(".")):
            if (path / MANIFEST).is_file():
                inner = Manifest.read(path).strangers(path)
            elif path.name in folders:
                start = f"{path.name}/"
                outputs = {
                    name.removeprefix(start): output
                    for name, output in self.outputs.items()
                    if name.startswith(start)
                }
                inner = Manifest("", "", "", outputs=outputs).strangers(path)
            else:
                found |= {path.name} - {*self.outputs, MANIFEST, CHECKPOINT, "lost+found"}
                continue
            found |= {f"{path.name}/{name}" for name in inner}
        return found


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        if not path.is_file():  # it may be a pipe, and reading a pipe could wait for ever
            raise FileNotFoundError
        if path.stat().st_size > MOST_BYTES:
            raise ManifestError(
                f"{path} is larger than {MOST_BYTES:,} bytes, so kanamj did not write it; give another folder"
            )
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ManifestError(
            f"no manifest {path}; give a folder that kanamj wrote, with its manifest"
        ) from None
    except RecursionError:
        raise ManifestError(f"{path} is not readable as TOML: it is nested too deep") from None
    except ManifestError:
        raise
    except ValueError as error:  # bad TOML, bad UTF-8, or a number of 5,000 digits
        raise ManifestError(f"{path} is not readable as TOML: {error}") from None


def below(folder: Path, name: str) -> Path:
    """The path of the file that a manifest in `folder` calls `name`.

    >>> below(Path("results"), "games/000001.jsonl").as_posix()
    'results/games/000001.jsonl'

    Raises ManifestError for a name that leads out of the folder, or is not a file name.
    """
    path = PurePosixPath(name)
    bad = path.is_absolute() or not path.parts or any(part.startswith(".") for part in path.parts)
    if bad or MANIFEST in path.parts or path.as_posix() != name or re.search(r"[\\\x00]|^[A-Za-z]:", name):
        raise ManifestError(
            f"the manifest in {folder} names the file {name!r}; it may only name files below its folder"
        )
    return folder / path


def _output_table(output: Output) -> dict[str, Any]:
    table: dict[str, Any] = {"sha256": output.sha256}
    if output.rows is not None:
        table["rows"] = output.rows
    if not output.kept:
        table["kept"] = False
    return table
