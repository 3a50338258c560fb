"""Where a derived file comes from: the manifest beside it, and writes that are whole or not there.

A `MANIFEST.toml` says what made the files of its folder, and holds no clock, so the same input gives the same
bytes:

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

import hashlib
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kanamj.errors import ManifestError

MANIFEST = "MANIFEST.toml"


@dataclass(frozen=True)
class Output:
    """One file a manifest answers for; `rows` without header lines, None where rows mean nothing (a picture).

    kept: False for a file that was made and is too large to be kept; its hash and rows still stand.
    """

    sha256: str
    rows: int | None = None
    kept: bool = True

    @classmethod
    def of(cls, data: str | bytes, rows: int | None = None, kept: bool = True) -> Output:
        """The output with this content (text is UTF-8)."""
        return cls(sha256(data), rows, kept)


@dataclass(frozen=True)
class Manifest:
    """What made the files of a folder.

    kind: what the folder holds, such as "lexicon", "data set" or "simulation".
    command: what to type to make it again. version: of kanamj.
    inputs: name -> SHA-256. parameters: what was chosen, the seed among it. outputs: file name -> Output.
    licence: terms of the files, or where they stand. notes: what a reader has to know.

    >>> folder = Path(tempfile.mkdtemp())
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
    version: str
    licence: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, Output] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Manifest:
        """The manifest at `path`, or in the folder `path`.

        Raises ManifestError if it is missing, is no TOML or has other fields.
        """
        path = path / MANIFEST if path.is_dir() else path
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ManifestError(f"no manifest {path}; it is written together with the files") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ManifestError(f"{path} is not readable as TOML: {error}") from None
        try:
            outputs = {name: Output(**output) for name, output in table.pop("outputs", {}).items()}
            return cls(outputs=outputs, notes=tuple(table.pop("notes", ())), **table)
        except (TypeError, AttributeError) as error:
            raise ManifestError(f"{path} is not a manifest of kanamj: {error}") from None

    def write(self, path: Path) -> None:
        """Write it to `path`, or into the folder `path`; whole or not at all."""
        write_file(path / MANIFEST if path.is_dir() else path, self.format())

    def format(self) -> str:
        """The text of the file."""
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

    def verify(self, folder: Path) -> list[str]:
        """What differs between the manifest and the files in `folder`, one sentence a file."""
        differences = []
        for name, output in sorted(self.outputs.items()):
            path = folder / name
            if not path.is_file():
                if output.kept:
                    differences.append(f"{name}: is missing")
                continue
            found = sha256_of(path)
            if found != output.sha256:
                expected = f"SHA-256 {output.sha256[:8]}… expected, got {found[:8]}…"
                differences.append(f"{name}: is not what the manifest says ({expected})")
        return differences + [f"{name}: is not in the manifest" for name in sorted(self.strangers(folder))]

    def strangers(self, folder: Path) -> set[str]:
        """Names in `folder` that no manifest answers for; hidden ones are left aside.

        A folder inside with a manifest of its own answers for itself.
        """
        names = {path.name for path in folder.iterdir() if not path.name.startswith(".")}
        inner = {name for name in names if (folder / name / MANIFEST).is_file()}
        theirs = {
            f"{name}/{other}"
            for name in inner
            for other in Manifest.read(folder / name).strangers(folder / name)
        }
        return names - inner - set(self.outputs) - {MANIFEST} | theirs


def _output_table(output: Output) -> dict[str, Any]:
    table: dict[str, Any] = {"sha256": output.sha256}
    if output.rows is not None:
        table["rows"] = output.rows
    if not output.kept:
        table["kept"] = False
    return table


def package_version() -> str:
    """The version of kanamj that is running."""
    from importlib.metadata import version

    return version("kanamj")


def sha256(data: str | bytes) -> str:
    """The SHA-256 of text (as UTF-8) or bytes, in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file, text as UTF-8, under a temporary name and rename it, so it is whole or the old one."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


@contextmanager
def new_folder(path: Path, *, replace: bool = False, owned: Iterable[str] = ()) -> Iterator[Path]:
    """A temporary folder that takes the place of `path` when the block ends well; else `path` stays.

    An existing folder is only replaced with `replace=True`, and only if all that is in it is named by its own
    manifest or by `owned`: a folder with something else in it is never taken away. Missing parents are made.

    Raises ManifestError if the folder is in the way.

    >>> home = Path(tempfile.mkdtemp())
    >>> with new_folder(home / "list") as folder:
    ...     write_file(folder / "a.txt", "1")
    >>> [path.name for path in (home / "list").iterdir()]
    ['a.txt']
    """
    path = path.absolute()
    check_place(path, replace=replace, owned=owned)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        temporary.chmod(0o777 & ~_umask())
        yield temporary
        _swap(temporary, path)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _swap(new: Path, path: Path) -> None:
    if not path.exists():
        new.rename(path)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{path.name}.old.", dir=path.parent))
    path.rename(old)
    try:
        new.rename(path)
    except BaseException:
        old.rename(path)
        raise
    shutil.rmtree(old)


def check_place(path: Path, *, replace: bool = False, owned: Iterable[str] = ()) -> None:
    """Raise ManifestError if `new_folder` would refuse this place."""
    if not path.exists():
        return
    if not path.is_dir():
        raise ManifestError(f"{path} is a file; give a folder")
    if not any(path.iterdir()):
        return
    if not replace:
        raise ManifestError(f"{path} already exists. Use --replace to overwrite")
    ours = Manifest.read(path) if (path / MANIFEST).is_file() else Manifest("", "", "")
    strangers = sorted(ours.strangers(path) - set(owned))
    if strangers:
        raise ManifestError(
            f"{path} is not replaced: kanamj did not write {strangers[0]} that is in it. Give another folder"
        )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
