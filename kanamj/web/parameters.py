"""How the parameters of a question are read from a query or a JSON body, and checked. Also the errors of the API."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl

from kanamj.errors import (
    FormError,
    HandSizeError,
    IllegalActionError,
    KanamjError,
    LexiconError,
    MeldError,
    Message,
    TileError,
    brief,
    not_one_of,
)
from kanamj.text import in_each

Reply: TypeAlias = tuple[int, str]
"""The status and the JSON text of an answer, as it is sent."""
_Question = TypeVar("_Question")

MOST_FIELDS = 40
MOST_QUERY = 16_000


class QueryError(KanamjError):
    """A question that cannot be answered.

    `.field` is the wrong parameter, or None. `.code` is the kind of error in one word. `.data` contains the values that
    a page needs to write the message in another language. `.status` is the HTTP status.
    """

    def __init__(
        self,
        text: str,
        *values: object,
        field: str | None = None,
        code: str = "query",
        data: Mapping[str, Any] | None = None,
        status: int = 400,
    ) -> None:
        super().__init__(text, *values)
        self.field, self.code, self.data, self.status = field, code, data or {}, status

    def to_json(self) -> dict[str, Any]:
        """The error as the API returns it.

        >>> QueryError("there is no {} here", "x", code="route").to_json()
        {'error': 'there is no x here', 'ja': 'x はありません', 'code': 'route', 'field': None}
        """
        said = in_each(self.message)
        return {"error": said["en"], "ja": said["ja"], "code": self.code, "field": self.field, **self.data}


_CODES: tuple[tuple[type[KanamjError], str, tuple[str, ...]], ...] = (
    (TileError, "tile", ("tile", "held", "copies")),
    (HandSizeError, "size", ("tiles", "fits")),
    (FormError, "form", ()),
    (MeldError, "meld", ("meld",)),
    (LexiconError, "lexicon", ()),
    (IllegalActionError, "move", ()),
    (KanamjError, "query", ()),
)
"""Class of an error, its code, and its attributes that the API returns."""
_FIELDS = {"lexicon": "lexicon", "move": "moves"}
"""Code -> the wrong parameter, if the error does not name it."""


def error_value(error: Exception) -> tuple[int, dict[str, Any]]:
    """The status and the value for an error. If it is a fault of kanamj, its traceback is printed on stderr.

    >>> error_value(QueryError("level is 9; give a number from 1 to 5", field="level"))[0]
    400
    """
    if isinstance(error, RecursionError):
        error = QueryError("the question is nested too deeply; send lists of plain values", code="json")
    elif not isinstance(error, KanamjError):
        traceback.print_exception(error)
        text = "kanamj failed at this question; the terminal it runs in shows why"
        error = QueryError(text, code="failed", status=500)
    if not isinstance(error, QueryError):
        _, code, names = next(row for row in _CODES if isinstance(error, row[0]))
        data, field = {name: getattr(error, name) for name in names}, error.field or _FIELDS.get(code)
        status = 422 if code == "move" else 400
        error = QueryError(error.message, field=field, code=code, data=data, status=status)
    return error.status, error.to_json()


def as_json(value: object) -> str:
    """A value as JSON on one line, as the API writes it. Letters are not escaped, except lone surrogates.

    >>> as_json(["さ", chr(0xD800)]) == '["さ","' + chr(92) + 'ud800"]'
    True
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace").decode()


@dataclass(frozen=True)
class Parameter:
    """A text of at most `most` letters, one of `one_of` if there are any; or, if there is a `least`, a number from it
    to `most`; or a list of at most `many` texts. If `most` is None, the values in the list are not checked here."""

    about: str = ""
    most: int | None = 40
    least: int | None = None
    one_of: Sequence[str] = ()
    many: int = 1

    def check(self, name: str, value: object) -> None:
        """Raise QueryError if the value is not what this says."""
        if self.many == 1:
            self._check_one(name, value)
        elif not isinstance(value, list):
            raise QueryError("{} is {}; it must be a list: {}", name, brief(value), self.about, field=name)
        elif len(value) > self.many:
            raise QueryError(
                "{} is given {} times; give it at most {} times", name, len(value), self.many, field=name
            )
        elif self.most is not None:
            for one in value:
                self._check_one(name, one)

    def _check_one(self, name: str, value: object) -> None:
        most = self.most or 0
        if self.least is not None:
            if type(value) is not int or not self.least <= value <= most:
                text = "{} is {}; give a number from {} to {}"
                raise QueryError(text, name, brief(value), self.least, most, field=name)
        elif not isinstance(value, str):
            raise QueryError("{} is {}; it must be a text: {}", name, brief(value), self.about, field=name)
        elif len(value) > most:
            long, data = "{} has {} letters; give at most {}", {"letters": len(value), "most": most}
            raise QueryError(long, name, len(value), most, field=name, code="long", data=data)
        elif self.one_of and value not in self.one_of:
            raise QueryError(not_one_of(value, Message("a value of {}", name), self.one_of), field=name)


@cache
def parameters_of(kind: type) -> dict[str, Parameter]:
    """Name -> parameter, for the fields of a dataclass, those of its base classes last. The type of each field is
    `Annotated` with its parameter."""
    hints = get_type_hints(kind, include_extras=True)
    names = [name for each in kind.__mro__ for name in vars(each).get("__annotations__", ())]
    return {name: get_args(hints[name])[1] for name in names if get_origin(hints[name]) is Annotated}


def read(kind: type[_Question], given: Mapping[str, object]) -> _Question:
    """A question, from the values of a JSON body. An empty value counts as not given.

    Raises QueryError for a field that is not a parameter, for a wrong value, and for a parameter that is missing.
    """
    parameters, values = parameters_of(kind), {}  # type: ignore[arg-type]
    for name in given:
        if name not in parameters:
            raise QueryError(not_one_of(name[:40], "a field of this question", parameters), field=name[:40])
    for name, parameter in parameters.items():
        value = given.get(name)
        if value or type(value) is int:
            parameter.check(name, value)
            values[name] = value
        elif not hasattr(kind, name):  # a parameter with a default is an attribute of the class
            raise QueryError("{} is missing: {}", name, parameter.about, field=name)
    return kind(**values)


def read_texts(kind: type[_Question], texts: Mapping[str, Sequence[str]]) -> _Question:
    """A question, from the fields of a query, as `texts_of` returns them. Raises QueryError as `read` does."""
    parameters = parameters_of(kind)  # type: ignore[arg-type]
    return read(kind, {name: _value(name, parameters.get(name), given) for name, given in texts.items()})


def _value(name: str, parameter: Parameter | None, texts: Sequence[str]) -> object:
    given = [text for text in texts if text]
    if not given or parameter is None or parameter.many > 1:
        return given
    if len(given) > 1:
        raise QueryError("{} is given {} times; give it at most once", name, len(given), field=name)
    text = given[0]
    is_number = parameter.least is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if is_number else text


def texts_of(query: str) -> dict[str, list[str]]:
    """Name -> texts, for the fields of a query string, in its order. Raises QueryError for a query that is too long,
    that is not UTF-8, or that has too many fields.

    >>> texts_of("hand=%E3%81%95&meld=a&meld=b")
    {'hand': ['さ'], 'meld': ['a', 'b']}
    """
    if len(query) > MOST_QUERY:
        text, data = "the query has {} bytes; send at most {}", {"most": MOST_QUERY}
        raise QueryError(text, len(query), MOST_QUERY, code="long", data=data, status=414)
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except UnicodeDecodeError:
        raise QueryError("the query is not UTF-8; percent-encode letters as UTF-8") from None
    except ValueError:
        many = "the query has more than {0} fields; send at most {0}"
        raise QueryError(many, MOST_FIELDS, code="long") from None
    texts: dict[str, list[str]] = {}
    for name, text in pairs:
        texts.setdefault(name, []).append(text)
    return texts


def object_of(body: str) -> dict[str, Any]:
    """The JSON object in the body of a request. Raises QueryError if the body is something else."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise QueryError("the body is not JSON: {}", error, code="json") from None
    if not isinstance(value, dict):
        raise QueryError('the body is not a JSON object, such as {"moves": []}', code="json")
    return value
