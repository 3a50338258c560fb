"""The parameters of a question: how they are read from a query string or a JSON body, and checked.

Also the errors of the page: what is wrong with a question, as the API returns it.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from kanamj.errors import (
    FormError,
    HandSizeError,
    IllegalActionError,
    KanamjError,
    LexiconError,
    MeldError,
    TileError,
    not_one_of,
)
from kanamj.safe_text import brief

Reply: TypeAlias = tuple[int, str]
"""The status and the JSON text of an answer, as it is sent."""

MOST_FIELDS = 40


class QueryError(KanamjError):
    """A question that cannot be answered.

    `.field` is the wrong parameter, or None. `.code` is the kind of error in one word. `.data` contains the values that
    a page needs to write the message in another language. `.status` is the HTTP status.
    """

    def __init__(
        self,
        message: str,
        field: str | None = None,
        code: str = "query",
        data: Mapping[str, Any] | None = None,
        status: int = 400,
    ) -> None:
        super().__init__(message)
        self.field = field
        self.code = code
        self.data = dict(data or {})
        self.status = status

    def to_json(self) -> dict[str, Any]:
        """The error as the API returns it.

        >>> QueryError("level is 9; give a number from 1 to 5", "level").to_json()
        {'error': 'level is 9; give a number from 1 to 5', 'code': 'query', 'field': 'level'}
        """
        return {"error": str(self), "code": self.code, "field": self.field, **self.data}


_CODES: tuple[tuple[type[KanamjError], str], ...] = (
    (TileError, "tile"),
    (HandSizeError, "size"),
    (FormError, "form"),
    (MeldError, "meld"),
    (LexiconError, "lexicon"),
    (IllegalActionError, "move"),
)


def query_error(error: KanamjError, field: str | None = None) -> QueryError:
    """An error of the library as a QueryError. field: the wrong parameter, if the class of the error names none."""
    if isinstance(error, QueryError):
        return error
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "query")
    data: dict[str, Any] = {}
    if isinstance(error, TileError):
        data = {"tile": error.tile, "held": error.held, "copies": error.copies}
    elif isinstance(error, HandSizeError):
        field, data = "hand", {"tiles": error.tiles, "fits": list(error.fits)}
    elif isinstance(error, MeldError):
        field, data = "meld", {"meld": error.meld}
    elif isinstance(error, FormError):
        field = "form"
    elif isinstance(error, LexiconError) and field is None:
        field = "lexicon"
    return QueryError(str(error), field, code, data, 422 if code == "move" else 400)


def error_reply(error: Exception) -> Reply:
    """The status and the JSON text for an error, as `error_value` gives them."""
    status, value = error_value(error)
    return status, as_json(value)


def error_value(error: Exception) -> tuple[int, dict[str, Any]]:
    """The status and the value for an error. If it is a fault of kanamj, its traceback is printed on stderr.

    >>> error_value(QueryError("level is 9; give a number from 1 to 5", "level"))[0]
    400
    """
    if isinstance(error, KanamjError):
        known = query_error(error)
    elif isinstance(error, RecursionError):
        known = QueryError("the question is nested too deeply; send lists of plain values", None, "json")
    else:
        traceback.print_exception(error)
        known = QueryError(
            "kanamj failed at this question; the terminal it runs in shows why", None, "failed", status=500
        )
    return known.status, known.to_json()


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """A context: a KanamjError inside it becomes a QueryError about `field`, unless its class implies another field."""
    try:
        yield
    except KanamjError as error:
        raise query_error(error, field) from error


def as_json(value: object) -> str:
    """A value as JSON on one line, as the API writes it. Letters are not escaped, except lone surrogates.

    >>> as_json(["さ", chr(0xD800)]) == '["さ","' + chr(92) + 'ud800"]'
    True
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace").decode()


@dataclass(frozen=True)
class Parameter:
    """One parameter: a text of at most `most` letters, a number from `least` to `most`, or one of `choices`.

    default: the value if the parameter is not given; None if it must be given. For a number, "" means None. many: how
    many times it may be given. anything: True if its values are not checked here.
    """

    name: str
    about: str
    default: str | int | None = ""
    most: int = 40
    least: int | None = None
    choices: tuple[str, ...] = ()
    many: int = 1
    anything: bool = False

    def read(self, value: object) -> Any:
        """The value: a text, a whole number, or a list if the parameter may be given several times. An empty value
        counts as not given. Raises QueryError for a wrong value; its message names the rule."""
        if not value and type(value) is not int:
            value = [] if self.many > 1 else self.default
            if value is None:
                raise QueryError(f"{self.name} is missing: {self.about}", self.name)
        if self.many == 1:
            return self._text(value) if self.least is None else self._number(value)
        if not isinstance(value, list):
            raise QueryError(f"{self.name} is {brief(value)}; it must be a list: {self.about}", self.name)
        if len(value) > self.many:
            raise QueryError(
                f"{self.name} is given {len(value)} times; give it at most {self.many} times", self.name
            )
        return value if self.anything else [self._text(one) for one in value]

    def of_texts(self, texts: Sequence[str]) -> object:
        """The value that the texts of a query give; `read` checks it."""
        given = [text for text in texts if text]
        if self.many > 1 or not given:
            return given
        if len(given) > 1:
            raise QueryError(f"{self.name} is given {len(given)} times; give it at most once", self.name)
        text = given[0]
        is_number = self.least is not None and text.isascii() and text.isdecimal() and len(text) < 10
        return int(text) if is_number else text

    def _text(self, value: object) -> str:
        if not isinstance(value, str):
            raise QueryError(f"{self.name} is {brief(value)}; it must be a text: {self.about}", self.name)
        if len(value) > self.most:
            raise QueryError(
                f"{self.name} has {len(value)} letters; give at most {self.most}",
                self.name,
                "long",
                {"letters": len(value), "most": self.most},
            )
        if self.choices and value not in self.choices:
            raise QueryError(not_one_of(value, f"a value of {self.name}", self.choices), self.name)
        return value

    def _number(self, value: object) -> int | None:
        if value == "":
            return None
        if type(value) is not int or not (self.least or 0) <= value <= self.most:
            message = f"{self.name} is {brief(value)}; give a number from {self.least} to {self.most}"
            raise QueryError(message, self.name)
        return value


def fields_of(query: str) -> dict[str, list[str]]:
    """Name -> values, for the fields of a query string, in its order. Raises QueryError for a query that is not UTF-8
    or has too many fields.

    >>> fields_of("hand=%E3%81%95&meld=a&meld=b")
    {'hand': ['さ'], 'meld': ['a', 'b']}
    """
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except UnicodeDecodeError:
        raise QueryError("the query is not UTF-8; percent-encode letters as UTF-8") from None
    except ValueError:
        raise QueryError(
            f"the query has more than {MOST_FIELDS} fields; send at most {MOST_FIELDS}", None, "long"
        ) from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def read_fields(parameters: Sequence[Parameter], fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Like `read_body`, for the fields of a query.

    >>> read_fields([Parameter("level", "how hard", 1, most=5, least=1)], {"level": ["3"]})
    {'level': 3}
    """
    named = {each.name: each for each in parameters}
    return read_body(
        parameters, {name: named[name].of_texts(fields[name]) if name in named else None for name in fields}
    )


def read_body(parameters: Sequence[Parameter], body: Mapping[str, object]) -> dict[str, Any]:
    """Name -> value, for all parameters of a question whose body is this JSON object. Raises QueryError for a field
    that is not a parameter, and for a wrong value.

    >>> read_body([Parameter("add", "words", many=9), Parameter("seat", "a seat", most=3, least=0)], {"add": ["あい"]})
    {'add': ['あい'], 'seat': None}
    """
    names = [parameter.name for parameter in parameters]
    for name in body:
        if name not in names:
            raise QueryError(not_one_of(name[:40], "a field of this question", names), name[:40])
    return {each.name: each.read(body.get(each.name)) for each in parameters}


def object_of(body: str) -> dict[str, Any]:
    """The JSON object in the body of a request. Raises QueryError if the body is something else."""
    try:
        value = json.loads(body)
    except ValueError as error:
        raise QueryError(f"the body is not JSON: {error}", None, "json") from None
    if not isinstance(value, dict):
        raise QueryError('the body is not a JSON object, such as {"moves": []}', None, "json")
    return value
