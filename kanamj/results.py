"""Folders of results: written whole or not at all, with a manifest that says what made them.

- `Manifest` says what made the files of a folder, and whether they have changed since (`MANIFEST.toml`).
- `verify_folders` compares all folders that a folder holds with their manifests.
- `write_folder` and `new_folder` write a folder, `write_single` writes one file, `delete_folder` deletes a folder.
  Nothing is overwritten that kanamj did not make, and an existing file is replaced only if the user asks for it.
- `Chunks` keeps what a long run has done so far. `kanamj/studies/runner.py` resumes the run.

How a folder is written. New files go into the hidden folder `.kanamj-new`, numbered, and then their manifest. From here
on the results are complete: the files are moved to their places, then the manifest, and the chunks are deleted. A run
may be killed, or the power may fail, at any moment. The next command that writes there moves the rest, or deletes what
is not complete.

Three rules hold for every file that kanamj finds. It deletes a file only by `discard`, and only if the file has the
hash that a manifest says, or is in a hidden folder of kanamj (`Work`). No link is followed on the way to such a file,
so nothing outside the folder is touched. And each file that decides what is deleted or replaced has its own hash: a
manifest, a chunk, the file that says which run it is. All is checked before the first file is moved or deleted.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, NamedTuple

from kanamj.disk import MANIFEST as MANIFEST
from kanamj.disk import (
    NEW,
    TEMPORARY,
    locked,
    move_new,
    open_whole,
    sha256,
    sha256_of,
    sweep,
    sync_folder,
    write_file,
)
from kanamj.errors import ManifestError, Message, UnfinishedRunError, brief, wrong_format
from kanamj.version import __version__

FORMAT = 1
"""The format of manifests and of unfinished runs. A file without this number has format 1."""
MOST_BYTES = 1 << 24
"""A manifest with more bytes is refused. 16 MB are enough to list some 100,000 files."""
CHUNKS = ".kanamj-chunks"
"""The hidden folder, inside a folder of results, with the chunks of a run that is not finished."""
RUN = "run.json"
"""The file in `CHUNKS` that says which run it is of."""
_TABLES = (".txt", ".tsv", ".csv", ".jsonl")


@dataclass(frozen=True)
class Output:
    """One file that a manifest lists.

    rows: how many rows the file has below its header line; None for a file without rows, such as a picture.
    kept: False for a file that was made and hashed, but was too large to keep.
    """

    sha256: str
    rows: int | None = None
    kept: bool = True

    @classmethod
    def of(cls, data: str | bytes, rows: int | None = None) -> Output:
        """Returns the entry for a file with this content. Text is hashed as UTF-8."""
        return cls(sha256(data), rows)

    def table(self) -> dict[str, Any]:
        """Returns the entry as a table of TOML."""
        rows = {} if self.rows is None else {"rows": self.rows}
        return {"sha256": self.sha256, **rows, **({} if self.kept else {"kept": False})}


_FIELDS: tuple[tuple[str, type, str], ...] = (
    *((name, str, "a text") for name in ("kind", "command", "version", "licence")),
    *((name, Mapping, "a table") for name in ("inputs", "parameters")),
)


@dataclass(frozen=True)
class Manifest:
    """What made the files of a folder. It does not contain the time, so the same input gives the same bytes:

        sha256 = "74c1…"
        format = 1
        kind = "lexicon"
        command = "scripts/build_wordlists.py ARCHIVES"
        version = "1.0.0"
        notes = ["spellings are those of the dictionaries"]

        [inputs]
        "ipadic-1.0.0.tar.gz" = "f5923d31…"

        [parameters]
        highest_cost = 5500

        [outputs."2gram.txt"]
        sha256 = "0d1c…"
        rows = 641

    The first line is the seal: the SHA-256 of all text below it.

    kind: what the folder holds, such as "lexicon", "data set" or "deals".
    command: what to type to make the files again. version: the version of kanamj that made them, for people to know.
    inputs: name -> SHA-256. parameters: the options and the seed. outputs: file name -> Output.
    licence: the terms of the files, or where to read them. notes: what a reader has to know.
    sealed: False if it was read from a file without a seal. Such a manifest counts as changed.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp(), "toy")
    >>> manifest = write_folder(folder, {"a.txt": "1\\n2\\n"}, Manifest("toy", "make a", "1.0"))
    >>> Manifest.read(folder) == manifest, manifest.verify(folder)
    (True, [])
    >>> _ = (folder / "a.txt").write_text("1\\n3\\n")
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
    notes: Sequence[str] = ()
    sealed: bool = field(default=True, compare=False, repr=False)

    @classmethod
    def read(cls, path: str | Path) -> Manifest:
        """Returns the manifest in the file `path`, or in the folder `path`.

        Raises ManifestError if the manifest is missing, too large or not TOML; if its seal is wrong; if it has a newer
        format; if a field is unknown, missing or of the wrong type; or if it names a file that is not below its folder.
        """
        path = Path(path)
        path = path / MANIFEST if path.is_dir() else path
        table, sealed = _read_toml(path)
        if said := wrong_format(table.pop("format", FORMAT), FORMAT):
            raise ManifestError("{} cannot be read: {}", path, said)
        try:
            outputs = {name: Output(**output) for name, output in table.pop("outputs", {}).items()}
            made = cls(**{"version": None, "notes": [], **table}, outputs=outputs, sealed=sealed)
            for wrong in made._wrong():
                raise TypeError(wrong)
        except (TypeError, AttributeError) as error:
            ours = error.args and isinstance(error.args[0], Message)  # else Python says it, in its own words
            why = error if ours else Message("a field is missing, unknown or of the wrong type")
            raise ManifestError("{} is not a manifest of kanamj: {}", path, why) from None
        for name in outputs:
            below(path.parent, name)
        return replace(made, notes=tuple(made.notes))

    def _wrong(self) -> Iterator[str]:
        """A sentence for each value that has the wrong type."""
        for name, kind, said in _FIELDS:
            if not isinstance(getattr(self, name), kind):
                yield Message("{} is {}; it must be {}", name, brief(getattr(self, name)), Message(said))
        if not isinstance(self.notes, list):
            yield Message("notes are {}; they must be a list", brief(self.notes))
        texts = [(Message("a note"), note) for note in self.notes]
        texts += [(Message("the input {}", name), value) for name, value in self.inputs.items()]
        for what, value in texts:
            if not isinstance(value, str):
                yield Message("{} is {}; it must be a text", what, brief(value))
        for name, output in self.outputs.items():
            if not isinstance(output.sha256, str) or type(output.kept) is not bool:
                yield Message(
                    "the output {} must have a sha256 that is a text, and kept must be true or false", name
                )
            if output.rows is not None and (type(output.rows) is not int or output.rows < 0):
                yield Message(
                    "the output {} has {} rows; rows must be a whole number, 0 or more",
                    name,
                    brief(output.rows),
                )

    def write(self, path: Path) -> None:
        """Write the manifest to `path`, or into the folder `path`, whole or not at all."""
        write_file(path / MANIFEST if path.is_dir() else path, self.format())

    def format(self) -> str:
        """Returns the text of the manifest, as TOML."""
        import tomli_w

        table: dict[str, Any] = {"format": FORMAT, "kind": self.kind, "command": self.command}
        table["version"] = self.version
        more: dict[str, Any] = {"licence": self.licence, "notes": list(self.notes)}
        more |= {"inputs": dict(self.inputs), "parameters": dict(self.parameters)}
        table |= {name: value for name, value in more.items() if value}
        table["outputs"] = {name: output.table() for name, output in self.outputs.items()}
        text = tomli_w.dumps(table)
        return seal(text) + text

    def parameters_like(self, examples: Mapping[str, Any]) -> dict[str, Any]:
        """Returns those parameters that have an example, lists as tuples.

        examples: name -> a value of the right type; a tuple for lists, of any number of texts or as many numbers.

        Raises ManifestError for a value of another type.
        """
        found = {name: self.parameters[name] for name in examples if name in self.parameters}
        for name, value in found.items():
            if not _is_like(value, examples[name]):
                raise ManifestError(
                    "the parameter {} is {}, which kanamj does not write there. Make the files again: {}",
                    name,
                    brief(value),
                    self.command,
                )
        return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}

    def check(self, folder: Path) -> None:
        """Raise ManifestError if a file that is listed is missing or has changed."""
        if differences := self.changed(folder):
            raise ManifestError("{}: {}. Make it again: {}", folder, differences[0], self.command)

    def verify(self, folder: Path) -> list[str]:
        """Returns one sentence for each file in `folder` that is missing, has changed, or is not in the manifest."""
        return [*self.changed(folder), *self.unlisted(folder)]

    def changed(self, folder: Path, *, missing: bool = True) -> list[str]:
        """Returns one sentence for each file of the manifest that has changed in `folder` or, with `missing`, is not
        there; and one for a manifest without a seal."""
        differences: list[str] = self.unsealed()
        for name, output in sorted(self.outputs.items()):
            path = below(folder, name)
            if not path.is_file():
                if output.kept and missing:
                    differences.append(Message("{}: is missing", name))
                continue
            found = sha256_of(path)
            if found != output.sha256:
                said = "{}: is not what the manifest says (SHA-256 {}… expected, got {}…)"
                differences.append(Message(said, name, output.sha256[:8], found[:8]))
        return differences

    def unsealed(self) -> list[str]:
        """Returns one sentence if the manifest has no seal."""
        said = "{}: has no seal (the line sha256), so nobody can tell whether it has changed"
        return [] if self.sealed else [Message(said, MANIFEST)]

    def unlisted(self, folder: Path) -> list[str]:
        """Returns one sentence for each file in `folder` that no manifest lists."""
        return [Message("{}: is not in the manifest", name) for name in sorted(self.strangers(folder))]

    def strangers(self, folder: Path) -> set[str]:
        """Returns the names of files in `folder` that no manifest lists. Hidden files, lost+found and
        datapackage.json, which describes the files, do not count. A subfolder is compared with its own manifest, if it
        has one."""
        found = set[str]()
        for path in (path for path in folder.iterdir() if not path.name.startswith(".")):
            start = f"{path.name}/"
            inner = {
                name.removeprefix(start): self.outputs[name]
                for name in self.outputs
                if name.startswith(start)
            }
            if (path / MANIFEST).is_file():
                found |= {start + name for name in Manifest.read(path).strangers(path)}
            elif path.is_dir() and (inner or manifests_in(path)):
                found |= {start + name for name in Manifest("", "", outputs=inner).strangers(path)}
            else:
                found |= {path.name} - {*self.outputs, MANIFEST, "lost+found", "datapackage.json"}
        return found


def _is_like(value: Any, example: object) -> bool:
    if not isinstance(example, tuple):
        return isinstance(value, int | float if isinstance(example, float) else type(example))
    item = example[0] if example else ""
    many = isinstance(value, list) and all(_is_like(each, item) for each in value)
    return many and (isinstance(item, str) or len(value) == len(example))


def manifests_in(folder: Path) -> list[Path]:
    """Returns all manifests in a folder and below it. Folders that are hidden or cannot be read are left out."""
    found = []
    for place, folders, files in os.walk(folder):  # a folder that goes away meanwhile is left out
        folders[:] = [name for name in folders if not name.startswith(".")]
        if MANIFEST in files:
            found.append(Path(place) / MANIFEST)
    return sorted(found)


def folders_with_manifests(folder: Path) -> dict[Path, Manifest]:
    """Returns the folders of results that a folder holds, itself and those below it, each with its manifest.

    Raises ManifestError if there is none, or if a manifest is broken.
    """
    if places := manifests_in(folder):
        return {place.parent: Manifest.read(place) for place in places}
    if begun := unfinished(folder):
        raise ManifestError("{} has an unfinished run; finish it: {} --resume", folder, begun["command"])
    raise ManifestError("{} has no {}, so kanamj did not write it; give another folder", folder, MANIFEST)


def verify_folders(folder: Path, found: Mapping[Path, Manifest]) -> list[str]:
    """Returns one sentence for each file that is missing, has changed, or that no manifest lists.

    found: what `folders_with_manifests` returns.
    """
    differences = [
        Message("{}: {}", part.relative_to(folder), said) if part != folder else said
        for part, manifest in found.items()
        for said in manifest.changed(part)
    ]
    return [*differences, *found.get(folder, Manifest("", "")).unlisted(folder)]


def seal(text: str) -> str:
    """Returns the first line of a manifest with this text below it."""
    return f'sha256 = "{sha256(text)}"\n'


def _read_toml(path: Path) -> tuple[dict[str, Any], bool]:
    """What a manifest says, and whether it has a seal."""
    if not path.is_file():  # it may be a pipe, and reading a pipe could wait for ever
        raise ManifestError("no manifest {}; give a folder that kanamj wrote, with its manifest", path)
    if path.stat().st_size > MOST_BYTES:
        raise ManifestError(
            "{} is larger than {:,} bytes, so kanamj did not write it; give another folder", path, MOST_BYTES
        )
    try:
        text = path.read_text(encoding="utf-8")
        first, end, rest = text.partition("\n")
        if sealed := first.startswith("sha256"):
            text = rest
        if not sealed or first + end == seal(rest):
            return tomllib.loads(text), sealed
    except (ValueError, RecursionError) as error:  # bad TOML, bad UTF-8, or a number of 5,000 digits
        if isinstance(error, RecursionError):
            raise ManifestError("{} is not readable as TOML: it is nested too deep", path) from None
        raise ManifestError("{} is not readable as TOML: {}", path, error) from None
    raise ManifestError("{} has changed since kanamj wrote it. Move it away, then make the files again", path)


def below(folder: Path, name: str) -> Path:
    """Returns the path of the file that a manifest in `folder` calls `name`.

    >>> below(Path("results"), "games/000001.jsonl").as_posix()
    'results/games/000001.jsonl'

    Raises ManifestError for a name that leads out of the folder, or is not a file name.
    """
    path = PurePosixPath(name)
    bad = path.is_absolute() or not path.parts or any(part.startswith(".") for part in path.parts)
    if bad or MANIFEST in path.parts or path.as_posix() != name or re.search(r"[\\\x00]|^[A-Za-z]:", name):
        raise ManifestError(
            "the manifest in {} names the file {}; it may only name files below its folder",
            folder,
            brief(name),
        )
    return folder / path


def discard(folder: Path, name: str, sha: str) -> None:
    """Delete the file that a manifest in `folder` calls `name`, and the subfolders that become empty.

    sha: the SHA-256 that the manifest says. A file with another one stays; so does a link, and what is behind one.
    """
    path = below(folder, name)
    subfolders = [folder / parent for parent in PurePosixPath(name).parents if parent.name]
    if any(part.is_symlink() for part in (path, *subfolders)):
        return
    if path.is_file() and sha256_of(path) == sha:
        path.unlink()
    for subfolder in subfolders:
        with suppress(OSError):  # it is not empty, or a killed run has removed it
            subfolder.rmdir()


class Work:
    """A hidden folder of kanamj inside a folder of results. It holds only numbered files, a manifest, and `RUN`.

    If anything else is in it, or if it is a link, then kanamj did not make it. Every method then raises ManifestError.
    """

    _OURS = re.compile(rf"[0-9]{{6,}}(\.json)?|{re.escape(MANIFEST)}|{re.escape(RUN)}|{TEMPORARY.pattern}")

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.path = folder, folder / name

    def files(self) -> list[Path]:
        """Returns the files in it, ascending; none if it does not exist."""
        if not os.path.lexists(self.path):
            return []
        is_folder = self.path.is_dir() and not self.path.is_symlink()
        found = sorted(self.path.iterdir()) if is_folder else [self.path]
        for path in found:
            if path.is_symlink() or not path.is_file() or not self._OURS.fullmatch(path.name):
                raise ManifestError("{} is in the way, and kanamj did not make it; move it away", path)
        return found

    def has(self, name: str) -> bool:
        """Returns True if it has this file."""
        return self.path / name in self.files()

    def make(self) -> None:
        """Make the folder if it does not exist."""
        self.files()
        self.path.mkdir(exist_ok=True)

    def clear(self) -> None:
        """Delete the folder with its files, first those that make the others count."""
        for path in reversed(self.files()):
            path.unlink(missing_ok=True)
        if self.path.is_dir():
            self.path.rmdir()
            sync_folder(self.folder)


class NewFolder:
    """The new files of a folder, which `new_folder` moves to their places when all are there."""

    def __init__(self, work: Work) -> None:
        self._work, self.outputs = work, dict[str, Output]()

    @contextmanager
    def open(self, name: str) -> Iterator[BinaryIO]:
        """Yields a file to write bytes into."""
        below(self._work.folder, name)
        path = self._work.path / f"{len(self.outputs):06}"
        with open_whole(path, sync=False) as file:
            yield file
        with path.open("rb") as written:
            rows = sum(block.count(b"\n") for block in iter(lambda: written.read(1 << 20), b"")) - 1
        self.outputs[name] = Output(sha256_of(path), max(rows, 0) if name.endswith(_TABLES) else None)

    def write(self, name: str, data: str | bytes) -> None:
        """Write a file."""
        with self.open(name) as file:
            file.write(data.encode() if isinstance(data, str) else data)

    def drop(self, name: str) -> None:
        """Take back a file; the manifest lists it as one that is not kept."""
        self.outputs[name] = replace(self.outputs[name], kept=False)

    def finish(self, manifest: Manifest) -> Manifest:
        """Write the manifest, with the files as its outputs, and return it. After this, the files are complete."""
        manifest = replace(manifest, outputs=self.outputs)
        write_file(self._work.path / MANIFEST, manifest.format())
        return manifest


def write_folder(
    folder: Path, files: Mapping[str, str | bytes], manifest: Manifest, *, replace: bool = False
) -> Manifest:
    """Write files into a folder, with a manifest that lists them. Returns this manifest.

    files: name -> content.
    manifest: what made the files.
    replace: see `new_folder`.
    """
    with new_folder(folder, kind=manifest.kind, replace=replace) as new:
        for name, data in files.items():
            new.write(name, data)
        return new.finish(manifest)


@contextmanager
def new_folder(path: Path, *, kind: str, replace: bool = False) -> Iterator[NewFolder]:
    """Yields a folder for new files. If `finish` was called, they are then moved into the folder `path`.

    `path` may be a link or a mount point; if it is missing, it is made, with its parents. No other run can write
    there during the block. With `replace`, the files that the manifest of `path` lists are replaced; nothing else is
    ever deleted, moved or overwritten. If the block fails, the old files stay.

    kind: that of the manifest.

    Raises what `check_place` does, and ManifestError if another run has the folder, or if something is in the way.
    """
    work = Work(path, NEW)
    with _held(path):
        check_place(path, kind=kind, replace=replace)
        _put_in_place(work, _complete(work))  # what a killed run left
        work.make()
        try:
            yield NewFolder(work)
            new = _complete(work)
        except BaseException:
            with suppress(OSError):
                work.clear()
            raise
        _put_in_place(work, new)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Lock a folder during the block, so that no other run writes to it. Raises ManifestError if another run has it.

    A missing folder is made; it is removed again if it is empty at the end.
    """
    _check_folder(path)
    made = not path.is_dir()
    path.mkdir(parents=True, exist_ok=True)
    if made:
        sync_folder(path.absolute().parent)
    try:
        with locked(path) as mine:
            if not mine:
                raise ManifestError("another run is writing to {}; wait for it, or give another folder", path)
            yield
    finally:
        if made:
            with suppress(OSError):
                path.rmdir()


def _manifest_in(path: Path) -> Manifest:
    """The manifest in a folder; an empty one if there is none. Raises ManifestError if it is not a regular file, or has
    no seal."""
    place = path / MANIFEST
    if os.path.lexists(place) and (place.is_symlink() or not place.is_file()):
        raise _in_the_way(place)
    manifest = Manifest.read(path) if place.is_file() else Manifest("", "", "")
    if wrong := manifest.unsealed():
        raise ManifestError("{} is left as it is. {}. Give another folder", path, wrong[0])
    return manifest


def _check_ours(folder: Path, *manifests: Manifest) -> None:
    """Raise ManifestError if one of these manifests lists a file that is there and not as any of them says, or that is
    a link or behind one, or is where nothing can be written."""
    for name in sorted({name for manifest in manifests for name in manifest.outputs}):
        hashes = {each.outputs[name].sha256 for each in manifests if name in each.outputs}
        target = below(folder, name)
        for parent in (folder / parent for parent in PurePosixPath(name).parents if parent.name):
            if parent.is_symlink() or (parent.exists() and not parent.is_dir()):
                raise _in_the_way(parent)
            if parent.exists():
                _check_writable(parent)
        if os.path.lexists(target) and not any(_has_hash(target, sha) for sha in hashes):
            raise _in_the_way(target)


def _complete(work: Work) -> Manifest | None:
    """The manifest of new files that are complete; None if there is none. A killed run may have moved some of them.

    Raises ManifestError if a new file is damaged, and as `_check_ours` does for files that are there.
    """
    if not work.has(MANIFEST):
        return None
    new = _manifest_in(work.path)
    _check_ours(work.folder, _manifest_in(work.folder), new)
    for number, (name, output) in enumerate(new.outputs.items()):
        source, target = work.path / f"{number:06}", below(work.folder, name)
        if output.kept and not any(_has_hash(path, output.sha256) for path in (target, source)):
            raise ManifestError("{} is damaged; move {} away, then repeat the command", source, work.path)
    return new


def _move_new(source: Path, target: Path) -> None:
    """Raises ManifestError for a file of that name, which somebody has made since `_complete` looked."""
    try:
        move_new(source, target)
    except FileExistsError:
        raise _in_the_way(target) from None


def _put_in_place(work: Work, new: Manifest | None) -> None:
    """Move new files to their places in the folder, and delete what then counts for nothing. The caller holds it."""
    path, chunks = work.folder, Work(work.folder, CHUNKS)
    if new:
        old, there = _manifest_in(path), {name for name, output in new.outputs.items() if output.kept}
        for number, (name, output) in enumerate(new.outputs.items()):
            source, target = work.path / f"{number:06}", below(path, name)
            if name in there and source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                if name in old.outputs or _has_hash(target, output.sha256):
                    source.replace(target)
                else:
                    _move_new(source, target)
        for name in sorted(old.outputs.keys() - there):
            discard(path, name, old.outputs[name].sha256)
        for parent in {parent for name in there for parent in PurePosixPath(name).parents}:
            sync_folder(path / parent)
        new.check(path)  # before the chunks, of which the files could be made again, are deleted
        (work.path / MANIFEST).replace(path / MANIFEST)
        sync_folder(path)
    if new or not chunks.has(RUN):
        chunks.clear()
    work.clear()
    sweep(path, held=True)


def _has_hash(path: Path, sha: str) -> bool:
    return path.is_file() and not path.is_symlink() and sha256_of(path) == sha


def _in_the_way(path: Path) -> ManifestError:
    return ManifestError(
        "{} is in the way: it is not what kanamj wrote there, so it is left alone. Move it away, then repeat the "
        "command",
        path,
    )


def check_place(path: Path, *, kind: str, replace: bool = False) -> None:
    """Raise an error if `new_folder` would refuse to write results of this `kind` into the folder `path`.

    A folder is accepted if it does not exist, or holds nothing but hidden files. With `replace`, it may also have a
    manifest of this kind, or an unfinished run of this kind; other files in it are then left alone. The files that the
    manifest lists must be as kanamj wrote them, or missing.

    Raises ManifestError; for an unfinished run, UnfinishedRunError.
    """
    _check_folder(path)
    if not path.is_dir():
        return
    if begun := unfinished(path):
        if begun["kind"] != kind:
            raise UnfinishedRunError(
                "{} holds an unfinished run of {}. Give another folder; or finish that run with --resume, or "
                "delete {}",
                path,
                begun["command"],
                path / CHUNKS,
            )
        if not replace:
            raise UnfinishedRunError(
                "{} holds an unfinished run. Use --resume to go on, --replace to start over", path
            )
    old, work = _manifest_in(path), Work(path, NEW)
    new = (
        _manifest_in(work.path) if work.has(MANIFEST) else old
    )  # of a run that was killed while it moved them
    for holds in {old.kind, new.kind} - {""}:
        if holds != kind:
            raise ManifestError(
                "{} is not replaced: it holds {}, not {}. Give another folder",
                path,
                brief(holds),
                brief(kind),
            )
        if not replace:
            raise ManifestError("{} already exists. Use --replace to overwrite", path)
    if not begun and not old.kind and not new.kind and (others := old.strangers(path)):
        raise ManifestError(
            "{} is not used: kanamj did not write {}, which is in it. Give another folder", path, min(others)
        )
    _check_ours(path, old, new)


def _check_folder(path: Path) -> None:
    """Raise ManifestError if `path` is a file or a broken link, or if nothing can be written there."""
    if path.exists() and not path.is_dir():
        raise ManifestError("{} is a file; give a folder", path)
    if path.is_symlink() and not path.exists():
        raise ManifestError("{} is a link to {}, which does not exist; give a folder", path, path.readlink())
    _check_writable(next(parent for parent in (path, *path.absolute().parents) if parent.exists()))


def _check_writable(folder: Path) -> None:
    if not os.access(folder, os.W_OK):
        raise ManifestError(
            "nothing can be written in {}. Give another folder, or the right to write there", folder
        )


def delete_folder(path: Path) -> None:
    """Delete a folder of results: the files that its manifest lists, then the manifest. If the folder itself cannot be
    removed, as it is a mount point or in a folder of others, it stays, empty.

    Raises ManifestError, and deletes nothing, if the folder is a link or holds anything else, or if a file has changed.
    """
    if path.is_symlink():
        raise ManifestError(
            "{} is a link to {}, so nothing is deleted; remove the link, or give the folder",
            path,
            path.readlink(),
        )
    with _held(path):
        manifest = Manifest.read(path)
        hidden = {each.name for each in path.iterdir() if each.name.startswith(".")}
        if others := sorted(hidden | manifest.strangers(path)):
            wrong = Message("kanamj did not write {}, which is in it", others[0])
            raise ManifestError("{} is kept: {}. Move it away, then delete again", path, wrong)
        _check_ours(path, _manifest_in(path))
        for name, output in manifest.outputs.items():
            discard(path, name, output.sha256)
        (path / MANIFEST).unlink()
        with suppress(OSError):
            path.rmdir()


def check_single(path: Path, *, replace: bool = False) -> None:
    """Raise ManifestError if `write_single` would refuse to write a file at `path`."""
    if path.is_dir():
        raise ManifestError("{} is a folder; name a file, such as {}", path, path / "FILE")
    if os.path.lexists(path) and not (path.is_file() and not path.is_symlink()):
        raise ManifestError("{} is not a regular file, so it is left alone. Give another name", path)
    if path.exists() and not replace:
        raise ManifestError("{} already exists. Use --replace to overwrite", path)
    if not path.parent.is_dir():
        raise ManifestError(
            "{} cannot be written, because there is no folder {}; make it, or give another place",
            path.name,
            path.parent,
        )
    _check_writable(path.parent)


def write_single(path: Path, data: str | bytes, *, replace: bool = False) -> None:
    """Write one file, whole or not at all. An existing file is overwritten only with `replace`.

    Raises ManifestError if `check_single` does.
    """
    check_single(path, replace=replace)
    sweep(path.parent)
    write_file(path, data, replace=replace)


class Chunk(NamedTuple):
    """What a run keeps of a chunk that is done.

    done: plain JSON values.
    files: name -> text of further files.
    """

    done: Any
    files: Mapping[str, str] = {}


class Chunks:
    """The chunks that an unfinished run has done, in a folder that the caller holds: one JSON file per chunk.

        {"of": {"run": "9f2c…", "number": 12, "done": …, "files": {}}, "sha256": "41d8…"}

    "run" is the hash of what is run, which `RUN` says in the same form; "sha256" is that of the JSON text of "of". A
    file is believed only if both are right, so a chunk that is damaged, cut short or of another run is done again.
    The folder is made when the first chunk is added.

    parameters: plain JSON values; the version of kanamj among them is for people to know.
    """

    def __init__(self, folder: Path, kind: str, command: str, parameters: dict[str, Any]) -> None:
        self._work, self.path, self._begun = Work(folder, CHUNKS), folder / CHUNKS, False
        self._head: Mapping[str, Any]
        self._head = {"format": FORMAT, "kind": kind, "command": command, "parameters": parameters}

    def resume(self) -> Iterator[tuple[int, Chunk | None]]:
        """Yields the number of each chunk in the folder, and the chunk; None for one that is not believed.

        Raises UnfinishedRunError if the run that was begun has other parameters.
        """
        begun = unfinished(self._work.folder)
        assert begun
        check_same(Message("{} was begun", self._work.folder), begun["parameters"], self._head["parameters"])
        self._head, self._begun = begun, True
        for path in self._work.files():
            if path.suffix == ".json" and path.stem.isdecimal():
                found, number = _unsealed(path) or {}, int(path.stem)
                ours = found.get("run") == self._run and found["number"] == number
                yield number, Chunk(found["done"], found["files"]) if ours else None

    @property
    def _run(self) -> str:
        return sha256(json.dumps(self._head, ensure_ascii=False))

    def add(self, number: int, chunk: Chunk) -> None:
        """Write a chunk that is done. The chunks of an earlier run are deleted first, unless they were resumed."""
        if not self._begun:
            self._work.clear()
            self._work.make()
            write_file(self.path / RUN, _sealed(self._head))
            self._begun = True
        kept = {"run": self._run, "number": number, "done": chunk.done, "files": dict(chunk.files)}
        write_file(self.path / f"{number:06}.json", _sealed(kept))


def _sealed(value: Any) -> str:
    """The text of a file with this value and its hash."""
    text = json.dumps(value, ensure_ascii=False)
    return f'{{"of": {text}, "sha256": "{sha256(text)}"}}\n'


def _unsealed(path: Path) -> Any:
    """The value in such a file; None if it does not have its hash."""
    with suppress(ValueError, TypeError, LookupError, RecursionError):
        text = path.read_text(encoding="utf-8")
        value = json.loads(text)["of"]
        return value if _sealed(value) == text else None


def unfinished(folder: Path) -> Mapping[str, Any] | None:
    """Returns the kind, the command and the parameters of the unfinished run in a folder; None if there is none.

    Raises UnfinishedRunError if the file that says so is damaged, or has a newer format.
    """
    work = Work(folder, CHUNKS)
    if not work.has(RUN):
        return None
    found: dict[str, Any] | None = _unsealed(work.path / RUN)
    if found is None:
        raise UnfinishedRunError(
            "{} is damaged; move {} away, or give another folder", work.path / RUN, work.path
        )
    if wrong := wrong_format(found.get("format", FORMAT), FORMAT):
        raise UnfinishedRunError("{} cannot be read: {}", work.path / RUN, wrong)
    return found


def check_same(begun: str, parameters: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Raise UnfinishedRunError if a parameter has another value in `parameters` (those of the folder) than in `asked`.

    The version of kanamj may differ.

    begun: how the message begins, such as "DIR was made".
    """
    for name in dict.fromkeys([*parameters, *asked]):
        if name != "version" and parameters.get(name) != asked.get(name):
            raise UnfinishedRunError(
                "{} with {} {}, but this call has {}. Give the same value or another folder, or start over with "
                "--replace",
                begun,
                name,
                brief(parameters.get(name)),
                brief(asked.get(name)),
            )
