"""The errors of kanamj: one class for each kind of error that a caller may want to catch.

Every message names the value, the rule it breaks and the way out. Every class is a
`KanamjError`, which is a `ValueError`. So a caller who does not care which error it is can catch `ValueError`.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from numbers import Number
from operator import index
from pathlib import Path
from typing import Any, TypeVar

Kind = TypeVar("Kind")


class Message(str):
    """A text for people. As a `str` it is English; `kanamj.text.tr` says it in another language.

    `.template` is the text with {} for each value, `.values` are the values. A value that is a Message, or an error, is
    said in the other language too. A text without values is taken as it is, braces included.

    >>> Message("{} words of {}", 3, "common")
    '3 words of common'
    """

    template: str
    values: tuple[object, ...]

    def __new__(cls, template: str, *values: object) -> Message:
        if isinstance(template, Message):
            return template
        kept = tuple(map(_kept, values))
        self = super().__new__(cls, template.format(*kept) if kept else template)
        self.template, self.values = template, kept
        return self


def _kept(value: object) -> object:
    """A value as a message keeps it: a text, a number or a message, so that it can be pickled."""
    if isinstance(value, OSError):
        return Message(value.strerror or str(value))
    if isinstance(value, Exception) and value.args and isinstance(value.args[0], Message):
        return value.args[0]
    return value if isinstance(value, str | Number) else str(value)


def brief(value: object) -> str:
    r"""The repr of a value of unknown origin, for a message: one line, at most 60 characters and "…", controls escaped.

    >>> brief("さくら\n"), len(brief("あ" * 100))
    ("'さくら\\n'", 61)
    """
    try:
        text = repr(value)
    except ValueError:  # a whole number of more digits than Python writes
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 60 else f"{text[:60]}…"


def several(number: int, one: str, more: str) -> Message:
    """The first text for one thing, the second for any other number of them.

    >>> several(1, "{} tile", "{} tiles"), several(3, "{} tile", "{} tiles")
    ('1 tile', '3 tiles')
    """
    return Message(one if number == 1 else more, number)


def joined(parts: Iterable[object], between: str = ", ") -> Message:
    """Values and messages as one message. between: what is put between two of them, such as a message.

    >>> joined([Message("a form"), 3], ": ")
    'a form: 3'
    """
    values = [value for part in parts for value in (between, part)][1:]
    return Message("{}" * len(values), *values)


def either(values: Iterable[object]) -> Message:
    """The values, of which one is meant.

    >>> either([7, 8, 13]), either([2])
    ('7, 8 or 13', '2')
    """
    *first, last = map(str, values)
    return joined([", ".join(first), last] if first else [last], Message(" or "))


def first_of(words: Sequence[str], most: int = 5) -> str:
    """The first of many words, and how many more there are.

    >>> first_of(["いぬ", "ねこ"], 1)
    'いぬ and 1 more'
    """
    shown = ", ".join(words[:most])
    return Message("{} and {} more", shown, len(words) - most) if len(words) > most else shown


def not_one_of(value: object, what: str, choices: Iterable[object]) -> Message:
    """The message for a value that is not one of the choices. `what` names the choice, with its article.

    >>> not_one_of("foo", "a solver", ["search", "bitmask"])
    "'foo' is not a solver; choose from: search, bitmask"
    >>> not_one_of("foo", "a list of your own", [])
    "'foo' is not a list of your own; there is none"
    """
    listed = ", ".join(map(str, choices))
    if not listed:
        return Message("{} is not {}; there is none", brief(value), Message(what))
    return Message("{} is not {}; choose from: {}", brief(value), Message(what), listed)


def wrong_format(found: object, known: int) -> Message | None:
    """Returns what is wrong with the format number of a file that kanamj wrote; None if nothing is.

    found: the number in the file.
    known: the newest format that is read.

    >>> wrong_format(1, 1), str(wrong_format(3, 1))
    (None, 'its format is 3, and this kanamj reads up to 1; install a newer kanamj')
    """
    if type(found) is not int or found < 1:
        return Message("its format is {}; it must be a whole number from 1", brief(found))
    if found > known:
        return Message(
            "its format is {}, and this kanamj reads up to {}; install a newer kanamj", found, known
        )
    return None


def check_whole(name: str, value: object, least: int, most: int) -> int:
    """The value, if it is a whole number from `least` to `most`; numpy's whole numbers are read too. Raises KanamjError
    for any other value, also for 2.0 and True.

    This and the four functions below read arguments of a caller.

    >>> check_whole("players", 3, 2, 4)
    3
    """
    with suppress(TypeError):  # of `index`, for what is no whole number, such as an array of several
        if not isinstance(value, bool) and least <= (found := index(value)) <= most:  # type: ignore[arg-type]
            return found
    raise KanamjError("{} is {}; give a whole number from {} to {}", name, brief(value), least, most)


def check_one_of(value: object, what: str, choices: Iterable[object]) -> str:
    """The value, if it is a text and one of the choices. Raises KanamjError for any other, as `not_one_of` says it.

    >>> check_one_of("search", "a solver", ["search", "bitmask"])
    'search'
    """
    choices = [*choices]
    if not isinstance(value, str) or value not in choices:
        raise KanamjError(not_one_of(value, what, choices))
    return value


def check_type(name: str, value: object, kind: type[Kind], what: str) -> Kind:
    """The value, if it is of this kind; `what` names the kind, with its article. Raises KanamjError for any other.

    >>> check_type("letters", "さく", str, "a text")
    'さく'
    """
    if not isinstance(value, kind):
        raise KanamjError("{} is {}; give {}", Message(name), brief(value), Message(what))
    return value


def check_path(name: str, value: object) -> Path:
    """The path that a text or a path names. Raises KanamjError for any other value, and for a text that no file can be
    called."""
    with suppress(TypeError, UnicodeError):
        if b"\0" not in os.fsencode(path := Path(value)):  # type: ignore[arg-type]
            return path
    raise KanamjError("{} is {}; give the name of a file or folder", name, brief(value))


def check_texts(name: str, value: object) -> tuple[str, ...]:
    """The texts of a list of words. Raises KanamjError for a single text, and for what is not a list of texts.

    >>> check_texts("melds", ["さくら"])
    ('さくら',)
    """
    if isinstance(value, str):
        raise KanamjError("{} is a list of words, such as [{}], not one text", name, brief(value))
    words = tuple(value) if isinstance(value, Iterable) else (value,)
    if not all(isinstance(word, str) for word in words):
        raise KanamjError("{} is a list of words, such as ['さくら'], not {}", name, brief(value))
    return words


_LONGEST, _LARGEST = 40, 10**18


def whole_number(text: str, least: int | None = None, most: int | None = None) -> int:
    """Returns the whole number in a text of a user, which may be written as people write large numbers. Every text is
    read by this function, as Python itself raises ValueError for a number of 5,000 digits, and OverflowError for 1e999.

    text: at most 40 letters.
    least: the smallest number that is allowed, if there is one.
    most: the largest number that is allowed, if there is one.

    Raises KanamjError for another text, and for a number that is not allowed.

    >>> whole_number("1e8"), whole_number("30_000"), whole_number("2.5e6")
    (100000000, 30000, 2500000)
    """
    from decimal import Decimal  # loaded here, as most commands read no number

    try:
        found = Decimal(text.replace(",", "") if len(text) <= _LONGEST else "nan")
        whole = found.is_finite() and abs(found) < _LARGEST and found == found.to_integral_value()
    except ArithmeticError:
        whole = False
    if not whole:
        raise KanamjError(
            "{} is not a whole number below 1e18; write 100000000, 100_000_000 or 1e8",
            brief(text),
        )
    number = int(found)
    if least is not None and number < least:
        raise KanamjError("{} is less than {}, the least that is allowed", number, least)
    if most is not None and number > most:
        raise KanamjError("{} is more than {}, the most that is allowed", number, most)
    return number


class KanamjError(ValueError):
    """Base of every error kanamj raises for bad input or bad data: a text with {} for each value, and the values.

    `.message` is the Message, which `str` gives in English. `.field`: the wrong parameter, if it is known.
    """

    field: str | None = None

    def __init__(self, text: str, *values: object) -> None:
        super().__init__(Message(text, *values))

    @property
    def message(self) -> Message:
        """What is wrong, for people."""
        message: Message = self.args[0]
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        """How workers pickle the error: unpickling must skip `__init__`, which may need more than the message."""
        return ValueError.__new__, (type(self), *self.args), self.__dict__


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """A context: a KanamjError raised inside it is about this parameter, unless it already names another.

    >>> try:
    ...     with blaming("level"):
    ...         raise KanamjError("level is {}; give a number from {} to {}", 9, 1, 5)
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

    def __init__(self, text: str, *values: object, tile: str, held: int = 0, copies: int = 0) -> None:
        super().__init__(text, *values)
        self.tile = tile
        self.held = held
        self.copies = copies


class HandSizeError(KanamjError):
    """A hand whose number of tiles fits no form; `.tiles` is this number, `.fits` are the numbers that fit a form."""

    field = "hand"

    def __init__(self, text: str, *values: object, tiles: int, fits: tuple[int, ...]) -> None:
        super().__init__(text, *values)
        self.tiles = tiles
        self.fits = fits


class IncompleteError(KanamjError):
    """A hand that is to be scored and is not complete; `.distance` is the number of tiles that are missing."""

    def __init__(self, text: str, *values: object, distance: int) -> None:
        super().__init__(text, *values)
        self.distance = distance


class FormError(KanamjError):
    """A form that is not made of block sizes 2 to 5, or that has no slot for a meld."""

    field = "form"


class MeldError(KanamjError):
    """A meld that is not a block, or that has a tile the set does not have; `.meld` is the meld as given."""

    field = "meld"

    def __init__(self, text: str, *values: object, meld: str) -> None:
        super().__init__(text, *values)
        self.meld = meld


class ArrayError(KanamjError):
    """An array of a wrong dtype, shape or row, such as of hands. `.row`: its first bad row; None for dtype or shape."""

    def __init__(self, text: str, *values: object, row: int | None = None) -> None:
        super().__init__(text, *values)
        self.row = row


class LexiconError(KanamjError):
    """A lexicon that does not exist, is empty, or lacks what was asked for."""


class FileFormatError(KanamjError):
    """A file that breaks its format. `.path` is the file; `.line` (from 1) is the wrong line, None if unknown."""

    def __init__(self, text: str, *values: object, path: Path, line: int | None = None) -> None:
        name = "stdin" if str(path) == "-" else path
        where = f"{name}:{line}" if line is not None else name
        super().__init__("{}: {}", where, Message(text, *values))
        self.path = path
        self.line = line


class ManifestError(KanamjError):
    """A manifest that is missing, unreadable, or does not match the files beside it."""


class UnfinishedRunError(KanamjError):
    """An unfinished run in a folder that belongs to another study, has other parameters, or cannot be read."""


class IllegalActionError(KanamjError):
    """An action that the rules of the game do not allow; `.action` is this action. The state is unchanged."""

    def __init__(self, text: str, *values: object, action: object) -> None:
        super().__init__(text, *values)
        self.action = action


class MissingExtraError(KanamjError):
    """A package that only some answers need is not installed, or cannot be imported. `.extra`: the extra of kanamj that
    has it; "" if kanamj depends on it, and it was left out."""

    def __init__(self, what: str, packages: str, extra: str = "", why: ImportError | None = None) -> None:
        first, *_ = packages.split()
        values: tuple[str, ...]
        if why is None:
            text, values = "{} needs {}, which is not installed. Try: {}", (_install(packages),)
        else:
            text = "{} needs {}, which cannot be imported ({}). Try: {}"
            values = (str(why), _install(f"--upgrade {packages}"))
        super().__init__(text, Message(what), first, *values)
        self.extra = extra


def _install(packages: str) -> str:
    """What to type so that packages, separated by spaces, come beside kanamj: pip, pipx, uv or uvx made its place."""
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").is_file():
        return f"pipx inject {home.name} {packages}"
    with suppress(OSError):
        if re.search(r"^uv *=", (home / "pyvenv.cfg").read_text(encoding="utf-8"), re.MULTILINE):
            if home.parent.name.startswith("archive-"):  # uvx makes another place for other packages
                return f"uvx --with {packages.replace(' ', ',')} kanamj …"
            return f"uv pip install --python {shlex.quote(str(home))} {packages}"  # it has no pip of its own
    return f"pip install {packages}"


@contextmanager
def needing(what: str, packages: str, extra: str = "") -> Iterator[None]:
    """Context around imports of packages that only some answers need, and nothing else. Raises MissingExtraError if one
    of these packages, separated by spaces, is missing or cannot be imported."""
    try:
        yield
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in packages.split():
            raise MissingExtraError(what, packages, extra, error) from error
        names = " ".join(sorted(packages.split(), key=lambda name: name != missing))
        raise MissingExtraError(what, names, extra) from error
