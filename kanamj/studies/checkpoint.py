"""A checkpoint: what a long run has done so far, one JSON line a chunk, on disk before it counts.

    {"n": 1000000, "seed": 1, …}                    the parameters of the run
    {"chunk": 0, "counts": {"-1": 15219, …}, …}     a finished chunk, in the order they finish

Each line is appended and synced. A run that is killed loses the chunks under way and leaves at most one torn
line, the last; it is cut off when the run is resumed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from kanamj.errors import CheckpointError, FileFormatError

CHECKPOINT = "checkpoint.jsonl"


class Checkpoint:
    """An open checkpoint. done: chunk -> its record. torn: whether a torn last line was cut off."""

    def __init__(self, file: IO[bytes], done: dict[int, dict[str, Any]], torn: bool) -> None:
        self._file = file
        self.done = done
        self.torn = torn

    def add(self, chunk: int, record: Mapping[str, Any]) -> None:
        """Put a finished chunk on disk."""
        self._append({"chunk": chunk, **record})
        self.done[chunk] = dict(record)

    def _append(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


@contextmanager
def open_checkpoint(path: Path, parameters: Mapping[str, Any], *, resume: bool) -> Iterator[Checkpoint]:
    """A checkpoint at `path` for a run with these parameters (plain JSON values), open for the block.

    resume: True goes on with the file that is there, False begins a new one.

    Raises CheckpointError if the file was begun with other parameters or is being written by another run, and
    FileFormatError if a line that is not the last is damaged.
    """
    with path.open("a+b") as file:  # a mode that leaves another run's file alone until it is ours
        _lock(file, path)
        if not resume:
            file.truncate(0)
        file.seek(0)
        data = file.read()
        lines, end = _whole_lines(data, path)
        file.truncate(end)
        if lines:
            _check_same(lines[0], parameters, path)
        checkpoint = Checkpoint(file, {line.pop("chunk"): line for line in lines[1:]}, torn=end < len(data))
        if not lines:
            checkpoint._append(parameters)
        yield checkpoint


def _whole_lines(data: bytes, path: Path) -> tuple[list[dict[str, Any]], int]:
    """The lines of a checkpoint, and where the last whole one ends."""
    lines: list[dict[str, Any]] = []
    end = 0
    rows = data.splitlines(keepends=True)
    for number, row in enumerate(rows, 1):
        try:
            line = json.loads(row)
            whole = row.endswith(b"\n") and isinstance(line, dict) and (number == 1 or "chunk" in line)
        except ValueError:
            whole = False
        if not whole:
            if number < len(rows):
                raise FileFormatError(
                    "a damaged line before the last; start over with --replace", path, number
                )
            break
        lines.append(line)
        end += len(row)
    return lines, end


def _check_same(begun: Mapping[str, Any], parameters: Mapping[str, Any], path: Path) -> None:
    for name in {**begun, **parameters}:
        if begun.get(name) != parameters.get(name):
            raise CheckpointError(
                f"{path} was begun with {name} {begun.get(name)!r}, this call has {parameters.get(name)!r}. "
                "Give the same, or start over with --replace"
            )


def _lock(file: IO[bytes], path: Path) -> None:
    """Hold the file until it is closed, where the system can."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CheckpointError(f"another run is writing {path}; wait for it, or give another folder") from None
