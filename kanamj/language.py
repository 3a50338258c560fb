"""What people read, in English or in Japanese. The English stands where it is said; `ja.tsv` has the Japanese of it.

Each line of ja.tsv has an English text, a tab, and the Japanese one. Both have the same {names}, which stand for
values. Data (JSON, TSV, files) is the same in every language.
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


def translated(message: str) -> str:
    """A finished message, such as that of an error, in the language of this process.

    It is compared with all texts of ja.tsv, the one with the most fixed letters first. Values that are texts of ja.tsv
    are translated too. A message that fits none is returned as it is.
    """
    return _in_japanese(message) if current() == "ja" else message


def _in_japanese(message: str) -> str:
    exact = _japanese().get(message)
    if exact is not None:
        return exact
    for pattern, japanese in _patterns():
        if found := pattern.fullmatch(message):
            return japanese.format(**{name: _in_japanese(value) for name, value in found.groupdict().items()})
    return message


@cache
def _japanese() -> dict[str, str]:
    """English -> Japanese."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.replace("\\n", "\n").split("\t", 1) for line in lines)


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """For each text with values: what it looks like, and the Japanese; the one with the most fixed letters first."""
    found = []
    for english, japanese in _japanese().items():
        fixed, *more = re.split(r"\{(\w+)\}", english)
        looks, letters = re.escape(fixed), len(fixed)
        for name, part in zip(more[::2], more[1::2], strict=True):
            looks += (f"(?P={name})" if f"(?P<{name}>" in looks else f"(?P<{name}>.+?)") + re.escape(part)
            letters += len(part)
        if more and letters > 1:
            found.append((letters, re.compile(looks, re.DOTALL), japanese))
    return [(pattern, japanese) for _, pattern, japanese in sorted(found, key=lambda each: -each[0])]
