"""The values of all hands of seven tiles: by rank (`ranks.py`) a uint16, 65535 for the chance 1. They take
gigabytes, so they are in files.

In a folder, a file is called PLAYER-DRAWS-GAME-HASH.values. GAME is a hash of tiles, words and format, HASH that of
what was to be written: a file is believed, and deleted, only if it has it. No link is followed. Without a folder, the
files have no names, and are gone when the program ends, however it ends.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from exact332.multisets import Question332
from kanamj import KanamjError

Values = npt.NDArray[np.uint16]
FORMAT = 1
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
Kept = tuple[str, int]
"""A player, and a number of draws; with 0 draws, what is kept are the scores of the player."""
Put = Callable[[int, Values], None]
"""Gets a first kind, and the values of the multisets that begin with it."""


class ValueFiles:
    """The files of the values of a game. folder: None if they have no names. parts: where the values of each first kind
    are."""

    def __init__(self, question: Question332, folder: Path | None) -> None:
        blocks = [question.rows(size).tolist() for size in (2, 3)]
        of = repr((FORMAT, question.copies, blocks)).encode()
        self.game, self.size = hashlib.sha256(of).hexdigest()[:16], 2 * question.ranks.bits[7]
        self.parts = [slice(*ends) for ends in pairwise(question.ranks.first[7].tolist())]
        self.folder = folder
        self.maps = dict[Kept, Values]()
        if folder and not folder.is_dir():
            folder.mkdir(parents=True)

    def check_disk(self, files: int) -> None:
        """Raise KanamjError if the disk has no room for so many files, beside those that are there."""
        place = self.folder or Path(tempfile.gettempdir())
        there = sum(path.lstat().st_size for path in self._named("*"))
        if (free := shutil.disk_usage(place).free + there) < files * self.size:
            raise KanamjError(
                f"the values that a sweep needs take {files * self.size / 1e9:.1f} GB; the disk of {place} has "
                f"{free / 1e9:.1f} GB left. Delete something, or give another folder: --values DIR"
            )

    def _named(self, kept: str) -> list[Path]:
        return sorted(self.folder.glob(f"{kept}-{self.game}-*.values")) if self.folder else []

    def read(self, player: str, draws: int) -> Values | None:
        """The values that are kept; None if there are none that are believed."""
        if (player, draws) not in self.maps:
            found = (self._believed(path) for path in self._named(f"{player}-{draws}"))
            if (values := next((each for each in found if each is not None), None)) is None:
                return None
            self.maps[player, draws] = values
        return self.maps[player, draws]

    def write(self, player: str, draws: int, fill: Callable[[Put], object]) -> None:
        """Keep new values, whole or not at all. fill: puts the values of each first kind."""
        if not self.folder:
            with tempfile.TemporaryFile() as file:
                self.maps[player, draws], _ = self._filled(file, fill)
            return
        new = (
            self.folder / f".{player}-{draws}-{self.game}.new"
        )  # if this run is killed, the next one writes it again
        with os.fdopen(os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC | NO_LINK, 0o666), "w+b") as file:
            try:
                self.maps[player, draws], digest = self._filled(file, fill)
                os.fsync(file.fileno())
                new.replace(self.folder / f"{player}-{draws}-{self.game}-{digest}.values")
            except BaseException:
                new.unlink(missing_ok=True)
                raise

    def _filled(self, file: Any, fill: Callable[[Put], object]) -> tuple[Values, str]:
        """The values in the file, and the hash of what was put there."""
        lock, digests = threading.Lock(), [b""] * len(self.parts)

        def put(start: int, values: Values) -> None:
            digests[start] = hashlib.sha256(values.data).digest()
            with lock:
                file.seek(2 * self.parts[start].start)
                file.write(values.data)

        file.truncate(self.size)
        fill(put)
        file.flush()
        return _mapped(file), hashlib.sha256(b"".join(digests)).hexdigest()

    def keep(self, wanted: Iterable[Kept]) -> None:
        """Delete the values of this game that are not wanted."""
        wanted = {*wanted}
        for kept in self.maps.keys() - wanted:
            del self.maps[kept]
        for path in self._named("*"):
            player, draws, *_ = path.name.split("-")
            if (player, int(draws)) not in wanted and self._believed(path) is not None:
                path.unlink()

    def _believed(self, path: Path) -> Values | None:
        """The values in a file, if it has their size and the hash in its name; None if not, and for a link."""
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | NO_LINK)
        except OSError:
            return None
        with os.fdopen(handle, "rb") as file:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode) or about.st_size != self.size:
                return None
            values = _mapped(file)
        digests = (hashlib.sha256(values[part].data).digest() for part in self.parts)
        right = hashlib.sha256(b"".join(digests)).hexdigest() == path.stem.split("-")[-1]
        return values if right else None


def _mapped(file: Any) -> Values:
    """The values in a file. They are only read; but the mode "r" would have all kernels compiled again."""
    return np.memmap(file, np.uint16, "c")
