"""The errors of kanamj: one class for each kind of error that a caller may want to catch.

Every message names the value, the rule it breaks and the way out. Every class is a
`KanamjError`, which is a `ValueError`. So a caller who does not care which error it is can catch `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def not_one_of(value: object, what: str, choices: Iterable[object]) -> str:
    """The message for a value that is not one of the choices. `what` names the choice, with its article.

    >>> not_one_of("foo", "a solver", ["search", "bitmask"])
    "'foo' is not a solver; choose from: search, bitmask"
    >>> not_one_of("foo", "a list of your own", [])
    "'foo' is not a list of your own; there is none"
    """
    listed = ", ".join(map(str, choices))
    return f"{value!r:.60} is not {what}; {f'choose from: {listed}' if listed else 'there is none'}"


class KanamjError(ValueError):
    """Base of every error kanamj raises for bad input or bad data. `.field`: the wrong parameter, if it is known."""

    field: str | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """How workers pickle the error: unpickling must skip `__init__`, which may need more than the message."""
        return ValueError.__new__, (type(self), *self.args), self.__dict__


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """A context: a KanamjError raised inside it is about this parameter, unless it already names another.

    >>> try:
    ...     with blaming("level"):
    ...         raise KanamjError("level is 9; give a number from 1 to 5")
    ... except KanamjError as error:
    ...     print(error.field)
    level
    """
    try:
        yield
    except KanamjError as error:
        error.field = error.field or field
        raise


class TileError(KanamjError):
    """A tile that the set does not have, or more tiles of one kind than the set has; `.tile` is its face.

    `.held` is how many such tiles were given, `.copies` how many the set has. Both are 0 if what was given could not be
    read as a tile of the set.
    """

    def __init__(self, message: str, tile: str, held: int = 0, copies: int = 0) -> None:
        super().__init__(message)
        self.tile = tile
        self.held = held
        self.copies = copies


class HandSizeError(KanamjError):
    """A hand whose number of tiles fits no form; `.tiles` is this number, `.fits` are the numbers that fit a form."""

    field = "hand"

    def __init__(self, message: str, tiles: int, fits: tuple[int, ...]) -> None:
        super().__init__(message)
        self.tiles = tiles
        self.fits = fits


class IncompleteError(KanamjError):
    """A hand that is to be scored and is not complete; `.distance` is the number of tiles that are missing."""

    def __init__(self, message: str, distance: int) -> None:
        super().__init__(message)
        self.distance = distance


class FormError(KanamjError):
    """A form that is not made of block sizes 2 to 5, or that has no slot for a meld."""

    field = "form"


class MeldError(KanamjError):
    """A meld that is not a block, or that has a tile the set does not have; `.meld` is the meld as given."""

    field = "meld"

    def __init__(self, message: str, meld: str) -> None:
        super().__init__(message)
        self.meld = meld


class ArrayError(KanamjError):
    """An array of a wrong dtype, shape or row, such as of hands. `.row`: its first bad row; None for dtype or shape."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class LexiconError(KanamjError):
    """A lexicon that does not exist, is empty, or lacks what was asked for."""


class FileFormatError(KanamjError):
    """A file that breaks its format. `.path` is the file; `.line` (from 1) is the wrong line, None if unknown."""

    def __init__(self, message: str, path: Path, line: int | None = None) -> None:
        where = f"{path}:{line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {message}")
        self.path = path
        self.line = line


class ManifestError(KanamjError):
    """A manifest that is missing, unreadable, or does not match the files beside it."""


class CheckpointError(KanamjError):
    """An unfinished run in a folder that belongs to another study, has other parameters, or is of another version."""


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
