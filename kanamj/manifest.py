"""Where a derived file comes from: the manifest beside it, and writes that are whole or not there.

`new_folder` is the one way a folder of results is made: nothing in it that its manifest does not list is ever
deleted, moved or overwritten, and it can be killed, or lose its power, at any moment (see there).

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

import errno
import hashlib
import os
import re
import secrets
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from kanamj.errors import ManifestError
from kanamj.version import __version__

MANIFEST = "MANIFEST.toml"
MOST_BYTES = 1 << 24
"""A larger manifest is not read: 16 MB answer for some 100,000 files."""
MOST_PARTS = 20
"""A TOML key of more parts (a.b.c) is not read; one of 50,000 takes gigabytes."""
NEW, READY = ".kanamj-new", ".kanamj-ready"
"""Folders inside a folder under way: what is being written, and what is whole and being put in place."""
CHECKPOINT, CHECKPOINT_FILES = "checkpoint.jsonl", "checkpoint.files"
"""What a study under way keeps in its folder (see `kanamj.studies.checkpoint`)."""


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
    version: str
    licence: str = ""
    inputs: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    outputs: Mapping[str, Output] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Manifest:
        """The manifest at `path`, or in the folder `path`.

        Raises ManifestError if it is missing, is no TOML, is too large, has other fields or values of another
        type, or names a file that is not below its folder.
        """
        path = path / MANIFEST if path.is_dir() else path
        table = _read_toml(path)
        try:
            notes, outputs = table.pop("notes", []), table.pop("outputs", {})
            if not isinstance(notes, list):
                raise TypeError(f"notes are {notes!r}; they are a list")
            made = cls(
                **table,
                notes=tuple(notes),
                outputs={name: Output(**output) for name, output in outputs.items()},
            )
        except (TypeError, AttributeError) as error:
            raise ManifestError(f"{path} is not a manifest of kanamj: {error}") from None
        for wrong in made._wrong():
            raise ManifestError(f"{path} is not a manifest of kanamj: {wrong}")
        for name in made.outputs:
            below(path.parent, name)
        return made

    def _wrong(self) -> Iterator[str]:
        """What has another type than it should."""
        for name in ("kind", "command", "version", "licence"):
            if not isinstance(getattr(self, name), str):
                yield f"{name} is {getattr(self, name)!r}; it is a text"
        for note in self.notes:
            if not isinstance(note, str):
                yield f"a note is {note!r}; it is a text"
        for name in ("inputs", "parameters"):
            if not isinstance(getattr(self, name), Mapping):
                yield f"{name} is {getattr(self, name)!r}; it is a table"
        for name, value in self.inputs.items():
            if not isinstance(value, str):
                yield f"the input {name} is {value!r}; it is a SHA-256"
        for name, output in self.outputs.items():
            if not isinstance(output.sha256, str) or type(output.kept) is not bool:
                yield f"the output {name} has no sha256 that is a text, or kept is not true or false"
            if output.rows is not None and (type(output.rows) is not int or output.rows < 0):
                yield f"the output {name} has {output.rows!r} rows; it is a number from 0"

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
        strangers = [f"{name}: is not in the manifest" for name in sorted(self.strangers(folder))]
        return self.changed(folder) + strangers

    def changed(self, folder: Path) -> list[str]:
        """What differs between the manifest and the files it lists, one sentence a file."""
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
        """Files in `folder` that no manifest answers for; hidden ones and a checkpoint are left aside.

        A folder inside with a manifest of its own answers for itself.
        """
        folders = {parent.as_posix() for name in self.outputs for parent in PurePosixPath(name).parents}
        found: set[str] = set()
        for path in _visible(folder):
            if (path / MANIFEST).is_file():
                inner = Manifest.read(path).strangers(path)
            elif path.name in folders:
                outputs = {
                    name.removeprefix(f"{path.name}/"): output for name, output in self.outputs.items()
                }
                inner = Manifest("", "", "", outputs=outputs).strangers(path)
            else:
                found |= {path.name} - {*self.outputs, MANIFEST, CHECKPOINT, CHECKPOINT_FILES, "lost+found"}
                continue
            found |= {f"{path.name}/{name}" for name in inner}
        return found


def _visible(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if not path.name.startswith(".")]


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        if not path.is_file():  # a pipe would be waited for
            raise FileNotFoundError
        if path.stat().st_size > MOST_BYTES:
            raise ManifestError(
                f"{path} is larger than {MOST_BYTES:,} bytes, so it is not read as a manifest"
            )
        text = path.read_text(encoding="utf-8")
        if deep := _DEEP_KEY.search(_STRING.sub("_", text)):
            raise ManifestError(
                f"{path} is not read: the key {deep.group()[:20]}… has more than {MOST_PARTS} parts"
            )
        return tomllib.loads(text)
    except FileNotFoundError:
        raise ManifestError(f"no manifest {path}; it is written together with the files") from None
    except RecursionError:
        raise ManifestError(f"{path} is not readable as TOML: it is nested too deep") from None
    except ManifestError:
        raise
    except ValueError as error:  # of TOML, of UTF-8, of a number of 5,000 digits
        raise ManifestError(f"{path} is not readable as TOML: {error}") from None


_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'")
_DEEP_KEY = re.compile(rf"(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_PARTS}}}")


def below(folder: Path, name: str) -> Path:
    """The path of a file that a manifest in `folder` names.

    >>> below(Path("results"), "games/000001.jsonl").as_posix()
    'results/games/000001.jsonl'

    Raises ManifestError for a name that leads out of the folder, or is none.
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


def package_version() -> str:
    """The version of kanamj that is running."""
    return __version__


def sha256(data: str | bytes) -> str:
    """The SHA-256 of text (as UTF-8) or bytes, in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file, text as UTF-8, under a temporary name and rename it, so it is whole or the old one.

    It is on disk when this returns. An OSError names the file, a full disk too.
    """
    content = data.encode() if isinstance(data, str) else data
    temporary = path.with_name(f".kanamj-{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


_TEMPORARY = re.compile(r"\.kanamj-[0-9a-f]{16}\.tmp")


def sync_folder(path: Path) -> None:
    """Put on disk which names are in a folder, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems that have no such thing
            raise
    finally:
        os.close(handle)


def check_place(path: Path, *, replace: bool = False, kind: str = "") -> None:
    """Raise ManifestError if `new_folder` would refuse this place.

    A folder that is not there, is empty or holds only hidden names will do; with `replace` also one with a
    manifest of kanamj (of that kind, if one is given) and nothing besides what it lists.
    """
    _check_folder(path)
    if not path.is_dir():
        return
    old, there = _manifest_in(path), (path / MANIFEST).is_file()
    if there and not replace:
        raise ManifestError(f"{path} already exists. Use --replace to overwrite")
    if there and kind and old.kind != kind:
        raise ManifestError(f"{path} is not replaced: it holds a {old.kind}, not {kind}. Give another folder")
    ready = path / READY / MANIFEST  # of a run that was killed while it put its files in place
    outputs = {**old.outputs, **(Manifest.read(ready).outputs if ready.is_file() else {})}
    if others := Manifest("", "", "", outputs=outputs).strangers(path):
        raise ManifestError(
            f"{path} is not {'replaced' if there else 'used'}: kanamj did not write {min(others)} that is in it. "
            "Give another folder"
        )


def _check_folder(path: Path) -> None:
    """ManifestError if nothing can be written there."""
    if path.exists() and not path.is_dir():
        raise ManifestError(f"{path} is a file; give a folder")
    if path.is_symlink() and not path.exists():
        raise ManifestError(f"{path} is a link to {path.readlink()}, which is not there; give a folder")
    there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        raise ManifestError(f"{path} cannot be written to. Give another folder, or the right to write there")


@contextmanager
def new_folder(path: Path, *, replace: bool = False, kind: str = "") -> Iterator[Path]:
    """A folder to write files and a manifest that lists them all into; they come to `path` when the block ends well.

    All happens inside `path`, which may be a link or a mount point; it is made, parents too, where it is missing.
    Files that the manifest of `path` lists are replaced, with replace=True; nothing else that is there is ever
    deleted, moved or overwritten. If the block fails, the old files stay. A run that was killed while its
    files were put in place is finished by the next one that opens the folder; what it left half written is swept.

    kind: of the manifest that may be replaced. Raises ManifestError if something is in the way.

    >>> from tempfile import mkdtemp
    >>> home = Path(mkdtemp())
    >>> with new_folder(home / "list") as folder:
    ...     write_file(folder / "a.txt", "1")
    ...     Manifest("toy", "make a", "0.1", outputs={"a.txt": Output.of("1")}).write(folder)
    >>> sorted(path.name for path in (home / "list").iterdir())
    ['MANIFEST.toml', 'a.txt']
    """
    with hold_folder(path):
        check_place(path, replace=replace, kind=kind)
        with staged(path, replace=replace) as place:
            yield place


@contextmanager
def hold_folder(path: Path) -> Iterator[None]:
    """Keep other runs out of a folder for the block, and finish or sweep what a dead one left in it.

    The folder is made, and taken away again if it is empty at the end. Raises ManifestError if another run has it.
    """
    _check_folder(path)
    made = not path.is_dir()
    path.mkdir(parents=True, exist_ok=True)
    if made:
        sync_folder(path.absolute().parent)
    try:
        with _locked(path):
            _put_in_place(path)
            _sweep(path)
            yield
    finally:
        if made:
            with suppress(OSError):
                path.rmdir()


@contextmanager
def staged(path: Path, *, replace: bool = False) -> Iterator[Path]:
    """As `new_folder`, in a folder that is held."""
    place = path / NEW
    place.mkdir()
    try:
        yield place
        _sync_all(place)
        if not replace and (path / MANIFEST).exists():
            raise ManifestError(f"{path} already exists. Use --replace to overwrite")
        _check_free(path, place)
        place.rename(path / READY)  # from here on it is finished, by this run or by the next
        sync_folder(path)
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    _put_in_place(path)


def _put_in_place(path: Path) -> None:
    """Move what is ready into the folder, the manifest last; it may have been begun before."""
    ready = path / READY
    if not _is_folder(ready):
        return
    if (ready / MANIFEST).is_file():
        old, new = _manifest_in(path), Manifest.read(ready)
        _check_free(path, ready)
        for name in _files(ready):
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            _move(ready / name, path / name, ours=name in old.outputs)
        for name in sorted(old.outputs.keys() - new.outputs.keys()):
            _remove_old(path, name, old.outputs[name])
        for name in {parent.as_posix() for file in new.outputs for parent in PurePosixPath(file).parents}:
            sync_folder(path / name)
        (ready / MANIFEST).replace(path / MANIFEST)
        sync_folder(path)
    shutil.rmtree(ready)
    sync_folder(path)


def _sweep(path: Path) -> None:
    """Take away what a dead run left half written; only names that no one else gives."""
    if _is_folder(path / NEW):
        shutil.rmtree(path / NEW)
    for one in path.iterdir():
        if _TEMPORARY.fullmatch(one.name) and one.is_file() and not one.is_symlink():
            one.unlink()


def _is_folder(path: Path) -> bool:
    """Whether it is there. ManifestError if it is something else, which kanamj did not make."""
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise ManifestError(f"{path} is in the way and kanamj did not make it; move it away")
    return path.is_dir()


def _files(place: Path) -> list[str]:
    """The files below a folder, but for its manifest, as a manifest names them."""
    names = (path.relative_to(place).as_posix() for path in place.rglob("*") if not path.is_dir())
    return sorted(name for name in names if name != MANIFEST)


def _manifest_in(path: Path) -> Manifest:
    return Manifest.read(path) if (path / MANIFEST).is_file() else Manifest("", "", "")


def _check_free(path: Path, place: Path) -> None:
    """ManifestError if a file in `place` would take that of someone else in `path`."""
    old, new = _manifest_in(path), Manifest.read(place)
    for name in _files(place):
        assert name in new.outputs, f"{name} is written and not in the manifest"
        target = below(path, name)
        parents = [path / parent for parent in PurePosixPath(name).parents if parent.name]
        for taken in parents:
            if taken.is_symlink() or (taken.exists() and not taken.is_dir()):
                raise _in_the_way(taken)
        if target.is_dir() and not target.is_symlink():
            raise _in_the_way(target)
        if os.path.lexists(target) and name not in old.outputs and not _same(place / name, target):
            raise _in_the_way(target)


def _in_the_way(path: Path) -> ManifestError:
    return ManifestError(
        f"{path} is in the way: no manifest of kanamj lists it, so it is left alone. Move it away, then "
        "repeat the command (a study goes on with --resume)"
    )


def _same(a: Path, b: Path) -> bool:
    return not b.is_symlink() and a.samefile(b)


def _move(source: Path, target: Path, *, ours: bool) -> None:
    """Rename a file; what is at the target already is only replaced if it is ours."""
    if ours:
        source.replace(target)
        return
    try:
        os.link(source, target)  # a rename would replace a file that has just been made
    except FileExistsError:
        if not _same(source, target):
            raise _in_the_way(target) from None
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise _in_the_way(target) from None
        source.rename(target)
        return
    source.unlink()


def _remove_old(path: Path, name: str, output: Output) -> None:
    """Remove a file of the old manifest that the new one does not have, and folders it leaves empty; not if
    someone has changed it."""
    old = below(path, name)
    if old.is_symlink() or not old.is_file() or sha256_of(old) != output.sha256:
        return
    old.unlink()
    for parent in PurePosixPath(name).parents:
        if parent.name:
            with suppress(OSError):
                (path / parent).rmdir()


def _sync_all(place: Path) -> None:
    for path in place.rglob("*"):
        if path.is_dir():
            sync_folder(path)
            continue
        with path.open("rb+") as file:
            os.fsync(file.fileno())
    sync_folder(place)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a folder for the block, where the system can. ManifestError if another run holds it."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ManifestError(
                f"another run is writing to {path}; wait for it, or give another folder"
            ) from None
        except OSError:  # a network file system without locks
            pass
        yield
    finally:
        os.close(handle)
