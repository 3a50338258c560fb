"""What people read, in English or in Japanese. The English stands where it is said; `ja.tsv` has the Japanese of it.

Each line of ja.tsv has an English text, a tab, and the Japanese one. Both have the same {names}, which stand for
values. In a finished message, a value whose {name_} ends with _ may be missing; it is an end of a sentence, such as
`; give another`. Data (JSON, TSV, files) is the same in every language.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from kanamj.errors import KanamjError, not_one_of

LANGUAGES = ("en", "ja")
FILE = Path(__file__).with_name("ja.tsv")
_chosen: list[str] = []
"""The language of this process, as the only item; empty: that of the surroundings."""


def choose(name: str) -> None:
    """Say everything in this language from now on; "" is that of the surroundings (`of_surroundings`).

    Raises KanamjError for an unknown language.
    """
    if name and name not in LANGUAGES:
        raise KanamjError(not_one_of(name, "a language", LANGUAGES))
    _chosen[:] = [name] if name else []


def current() -> str:
    """The language in which everything is said: en or ja."""
    return _chosen[0] if _chosen else of_surroundings()


def of_surroundings() -> str:
    """ja if the first variable that is set ($KANAMJ_LANG, $LC_ALL, $LC_MESSAGES, $LANG) begins with ja, else en."""
    set_ones = (os.environ.get(name) for name in ("KANAMJ_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    return "ja" if next(filter(None, set_ones), "").lower().startswith("ja") else "en"


def tr(english: str, **values: object) -> str:
    """The text in the language of this process. values: what its {names} stand for.

    >>> choose("ja")
    >>> tr("{n} tiles", n=3)
    '3枚'
    >>> choose("")
    """
    known = _japanese().get(english, english) if current() == "ja" else english
    return known.format(**values) if values else known


def in_each(english: str) -> dict[str, str]:
    """Language -> the text in it, for answers that the page shows in the language of its reader."""
    return {"en": english, "ja": _japanese().get(english, english)}


def translated(message: str) -> str:
    """A finished message, such as that of an error, in the language of this process.

    It is compared with all texts of ja.tsv, the one with the most fixed letters first. Values of several words that are
    texts of ja.tsv are translated too; a single word may be a name. A message that fits none is returned as it is.
    """
    return _in_japanese(message) if current() == "ja" and len(message) < _LONG else message


def _in_japanese(message: str) -> str:
    exact = _japanese().get(message)
    if exact is not None:
        return exact
    for parts, names, japanese in _patterns():
        # Most texts are passed over here, before a regular expression is made of them.
        if all(part in message for part in parts) and (found := _looks(parts, names).fullmatch(message)):
            given = found.groupdict()
            values = {name: _in_japanese(value) if " " in value else value for name, value in given.items()}
            # A text of few letters, such as "{a} or {b}", fits many sentences that are not meant.
            english = any(value == given[name] and _ENGLISH.search(value) for name, value in values.items())
            if not english or len("".join(parts)) >= _SURE:
                return japanese.format(**values)
    return message


_LONG = 4000
_SURE = 20
"""A text with so many fixed letters is not taken for another one. _LONG: longer messages are not looked through."""
_ENGLISH = re.compile("[a-z]+ [a-z]{2,}")


@cache
def _japanese() -> dict[str, str]:
    """English -> Japanese."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.replace("\\n", "\n").split("\t", 1) for line in lines)


@cache
def _patterns() -> list[tuple[list[str], list[str], str]]:
    """The fixed parts, the names between them and the Japanese of each text with values; most fixed letters first."""
    cut = ((re.split(r"\{(\w+)\}", english), japanese) for english, japanese in _japanese().items())
    found = [(parts[::2], parts[1::2], japanese) for parts, japanese in cut if len("".join(parts[::2])) > 1]
    return sorted((each for each in found if each[1]), key=lambda each: -len("".join(each[0])))


def _looks(parts: list[str], names: list[str]) -> re.Pattern[str]:
    """What a text with these fixed parts and names looks like. In one of few letters, only a {message}, a {why} or a
    {way} may be a sentence with a colon."""
    looks = re.escape(parts[0])
    few = len("".join(parts)) < _SURE
    for name, part in zip(names, parts[1:], strict=True):
        value = "(?:(?!: ).)+?" if few and name not in ("message", "why", "way") else ".+?"
        value = r"(?:[ ;:,.](?!\d).*?)?" if name.endswith("_") else value
        looks += (f"(?P={name})" if f"(?P<{name}>" in looks else f"(?P<{name}>{value})") + re.escape(part)
    return re.compile(looks, re.DOTALL)
