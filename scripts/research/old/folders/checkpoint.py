"""A checkpoint: what a long run has done so far, in the folder of its results. `studies/run.py` resumes from it.

`checkpoint.jsonl` has one line for the run, then one per finished chunk, in the order in which they finish:

    {"line": {"kanamj": "checkpoint", "format": 3, "kind": "deals", "command": "kanamj simulate deals",
      "parameters": {"n": 1000000, "seed": 1, …}}, "sha256": "9f2c…"}
    {"line": {"chunk": 0, "record": {"counts": {"-1": 15219, …}}, "files": {}}, "sha256": "41d8…"}

"sha256" is the hash of the JSON text of "line", so a changed bit is always noticed. Each line is appended and synced to
disk. A run that is killed loses the chunks that it is working on. It may leave its last line incomplete ("torn"); that
line is cut off when the run is resumed. Files of chunks are in `.kanamj-files` until the results are written. A chunk
counts only if its files have the hashes in its line ("files": {"000012.jsonl": SHA-256}).

A checkpoint belongs to runs of its kind. No other command writes into its folder (`check_owner`).
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from kanamj.disk import sha256, sha256_of, sync_folder, write_file
from kanamj.errors import CheckpointError, FileFormatError, ManifestError
from old.folders.manifest import CHECKPOINT, below

FILES = ".kanamj-files"
FORMAT = 3


class Line(NamedTuple):
    """A finished chunk. number: the number of its line in the file. chunk: the number of the chunk, -1 if its files are
    lost. files: name -> path."""

    number: int
    chunk: int
    record: dict[str, Any]
    files: dict[str, Path]


class Checkpoint:
    """The checkpoint of a folder that the caller has locked (see `hold_folder`), and closes at the end.

    A new checkpoint is written, and an older one replaced, only when the first chunk is added. parameters: plain JSON
    values.
    """

    def __init__(self, folder: Path, kind: str, command: str, parameters: Mapping[str, Any]) -> None:
        self.path = folder / CHECKPOINT
        self.folder = folder
        self.head: dict[str, Any] = {
            "kanamj": "checkpoint",
            "format": FORMAT,
            "kind": kind,
            "command": command,
            "parameters": dict(parameters),
        }
        self.torn = False
        self._file: IO[bytes] | None = None

    @property
    def is_there(self) -> bool:
        """True if the folder has a checkpoint. Raises CheckpointError if a file with its name is something else."""
        return _head_in(self.folder) is not None

    def resume(self) -> Iterator[Line]:
        """Yield the finished chunks. An incomplete last line is then cut off, and `add` can append to the file.

        Raises CheckpointError if the checkpoint has other parameters, FileFormatError for a damaged line that is
        not the last.
        """
        with self.path.open("rb") as file:
            end = 0
            for number, (row, last) in enumerate(_rows(file), 1):
                line = _parse(row)
                if line is None:
                    if not last or number == 1:
                        raise self.damaged(number)
                    self.torn = True
                    break
                end += len(row)
                if number == 1:
                    check_same(f"{self.path} was begun", line["parameters"], self.head["parameters"])
                else:
                    yield self._finished(number, line)
        with self.path.open("rb+") as file:
            file.truncate(end)
        self._file = self.path.open("ab")

    def add(self, chunk: int, record: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, Path]:
        """Write a finished chunk to disk. files: name -> content. Returns name -> path of these files."""
        if self._file is None:
            self._begin()
        home = self.folder / FILES
        if files:
            home.mkdir(exist_ok=True)
        for name, data in files.items():
            write_file(home / name, data)
        self._append(
            {"chunk": chunk, "record": record, "files": {name: sha256(data) for name, data in files.items()}}
        )
        return {name: home / name for name in files}

    def drop(self) -> None:
        """Delete the checkpoint, once the results are on disk."""
        self.close()
        self.path.unlink(missing_ok=True)
        self.sweep()

    def sweep(self) -> None:
        """Delete the files of chunks. Call this only if no checkpoint lists them."""
        if (self.folder / FILES).is_dir() and not (self.folder / FILES).is_symlink():
            shutil.rmtree(self.folder / FILES)
        sync_folder(self.folder)

    def close(self) -> None:
        if self._file:
            with suppress(OSError):  # the disk may be full; finished lines were synced already
                self._file.close()
            self._file = None

    def _begin(self) -> None:
        if self.is_there:  # a checkpoint of an earlier run: it is replaced
            self.drop()
        write_file(self.path, _format(self.head))
        self._file = self.path.open("ab")

    def _append(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        try:
            self._file.write(_format(line))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            error.filename = str(self.path)
            raise

    def damaged(self, number: int) -> FileFormatError:
        """The error for a line whose content cannot be right."""
        return FileFormatError("this line is damaged; start over: --replace", path=self.path, line=number)

    def _finished(self, number: int, line: Mapping[str, Any]) -> Line:
        chunk, record, hashes = (line.get(name) for name in ("chunk", "record", "files"))
        if (
            type(chunk) is not int
            or chunk < 0
            or not isinstance(record, dict)
            or not isinstance(hashes, dict)
        ):
            raise self.damaged(number)
        try:
            files = {name: below(self.folder / FILES, name) for name in hashes}
        except ManifestError:
            raise self.damaged(number) from None
        lost = any(not path.is_file() or sha256_of(path) != hashes[name] for name, path in files.items())
        return Line(number, -1, {}, {}) if lost else Line(number, chunk, record, files)


def check_owner(folder: Path, kind: str) -> None:
    """Raise CheckpointError if a folder has the checkpoint of a run of another kind, or a file with its name."""
    head = _head_in(folder)
    if head and head["kind"] != kind:
        raise CheckpointError(
            f"{folder} holds an unfinished run of {head['command']}. Give another folder; or finish that run with "
            f"--resume, or delete {folder / CHECKPOINT}"
        )


def _head_in(folder: Path) -> dict[str, Any] | None:
    """The first line of the checkpoint in a folder; None if there is no checkpoint.

    Raises CheckpointError if a file with its name is something else, or is of another version of kanamj.
    """
    path = folder / CHECKPOINT
    if not os.path.lexists(path):
        return None
    if path.is_file() and not path.is_symlink():
        with path.open("rb") as file:
            head = _parse(file.readline(_LONGEST_HEAD)) or {}
        texts = isinstance(head.get("kind"), str) and isinstance(head.get("command"), str)
        if head.get("format") == FORMAT and texts and isinstance(head.get("parameters"), dict):
            return head
    raise CheckpointError(
        f"{path} is not a checkpoint that this kanamj reads; move it away, or give another folder"
    )


def check_same(begun: str, parameters: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Raise CheckpointError if a parameter has another value in `parameters` (those of the folder) than in `asked`.

    begun: how the message begins, such as "DIR was made".
    """
    for name in {**parameters, **asked}:
        if parameters.get(name) != asked.get(name):
            raise CheckpointError(
                f"{begun} with {name} {parameters.get(name)!r}, but this call has {asked.get(name)!r}. "
                "Give the same value or another folder, or start over with --replace"
            )


_LONGEST_HEAD = 1 << 20
"""The most bytes of the first line."""


def _format(line: Mapping[str, Any]) -> bytes:
    text = json.dumps(line, ensure_ascii=False)
    return f'{{"line": {text}, "sha256": "{sha256(text)}"}}\n'.encode()


def _parse(row: bytes) -> dict[str, Any] | None:
    """The value of "line" in a row of the file; None if the row differs in any byte from what `_format` writes."""
    try:
        line = json.loads(row)["line"]
        return line if isinstance(line, dict) and _format(line) == row else None
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def _rows(file: IO[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield a pair (row, True if it is the last) for each row of a file."""
    row = file.readline()
    while row:
        following = file.readline()
        yield row, not following
        row = following
