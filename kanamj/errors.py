"""What can go wrong, one class per thing a caller may want to catch.

Every message names the value, the rule it breaks and the way out. Every class is a
`KanamjError`, which is a `ValueError`. So a caller who does not care which error it is can catch `ValueError`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


class KanamjError(ValueError):
    """Base of every error kanamj raises for bad input or bad data."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Workers pickle errors. An error is unpickled without `__init__`, which may need more than the message."""
        return ValueError.__new__, (type(self), *self.args), self.__dict__


class TileError(KanamjError):
    """A tile that the set does not have, or more copies of one than exist; `.tile` is its face.

    `.held` is how many were given, `.copies` how many the set has; both are 0 where no tile of the set was given.
    """

    def __init__(self, message: str, tile: str, held: int = 0, copies: int = 0) -> None:
        super().__init__(message)
        self.tile = tile
        self.held = held
        self.copies = copies


class HandSizeError(KanamjError):
    """A number of tiles that no form has; `.tiles` is that number, `.fits` are the numbers that some form has."""

    def __init__(self, message: str, tiles: int, fits: tuple[int, ...]) -> None:
        super().__init__(message)
        self.tiles = tiles
        self.fits = fits


class FormError(KanamjError):
    """A form that is not made of block sizes 2 to 5, or that has no slot for a meld."""


class MeldError(KanamjError):
    """A meld that is not a block, or whose tiles do not exist; `.meld` is the meld as given."""

    def __init__(self, message: str, meld: str) -> None:
        super().__init__(message)
        self.meld = meld


class ArrayError(KanamjError):
    """A batch with a wrong dtype, shape or row; `.row` is the first bad row, or None if the whole array is wrong."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class LexiconError(KanamjError):
    """A lexicon that does not exist, is empty, or lacks what was asked for."""


class FileFormatError(KanamjError):
    """A file that breaks its format; `.path`, and `.line` (1-based) where one line is at fault."""

    def __init__(self, message: str, path: Path, line: int | None = None) -> None:
        where = f"{path}:{line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {message}")
        self.path = path
        self.line = line


class ManifestError(KanamjError):
    """A manifest that is missing, unreadable, or does not match the files beside it."""


class CheckpointError(KanamjError):
    """A checkpoint of another run, or one that is in use."""


class IllegalActionError(KanamjError):
    """An action that the rules of the game do not allow; `.action` is this action. The state is unchanged."""

    def __init__(self, message: str, action: object) -> None:
        super().__init__(message)
        self.action = action


class MissingExtraError(KanamjError):
    """An optional dependency is not installed; `.extra` is the extra of kanamj that installs it."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(
            f"{what} needs {package}, which is not installed. Try: pip install 'kanamj[{extra}]'"
        )
        self.extra = extra
