"""The nouns of JUMAN, IPADIC and UniDic, each by its own grammar."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from kanamj.lexicon.kana import parse_reading

from .mecab import Dictionary

Pair: TypeAlias = tuple[str, str]  # reading, spelling

_JUMAN_NOUNS = frozenset({"普通名詞", "サ変名詞", "時相名詞", "副詞的名詞", "形式名詞"})
_IPADIC_NOUNS = frozenset({"一般", "サ変接続", "副詞可能"})


def juman_nouns(juman: Dictionary) -> dict[Pair, frozenset[str]]:
    """Nouns with a representative form -> their categories and domains; without those that a program gathered."""
    found: dict[Pair, frozenset[str]] = {}
    for columns in _features(juman, 7):
        if columns[0] != "名詞" or columns[1] not in _JUMAN_NOUNS:
            continue
        facts = dict(fact.partition(":")[::2] for fact in columns[6].split())
        if "代表表記" not in facts or "自動獲得" in columns[6]:
            continue
        pair = (parse_reading(columns[5]), columns[4])
        kinds = f"{facts.get('カテゴリ', '')};{facts.get('ドメイン', '')}".split(";")
        found[pair] = found.get(pair, frozenset()) | {kind for kind in kinds if kind}
    return found


@dataclass(frozen=True)
class Nouns:
    """The common nouns of a dictionary, and those among them that are also adjectives, verbs or adverbs."""

    common: frozenset[Pair]
    adjectival: frozenset[Pair] = frozenset()
    verbal: frozenset[Pair] = frozenset()
    adverbial: frozenset[Pair] = frozenset()


def ipadic_nouns(ipadic: Dictionary) -> Nouns:
    """Nouns without names, numbers, pronouns, suffixes and stems of adjectives."""
    found: dict[str, set[Pair]] = {kind: set() for kind in _IPADIC_NOUNS}
    for columns in _features(ipadic, 9):
        if columns[0] == "名詞" and columns[1] in _IPADIC_NOUNS:
            found[columns[1]].add((parse_reading(columns[7]), columns[6]))
    return Nouns(
        frozenset().union(*found.values()),
        verbal=frozenset(found["サ変接続"]),
        adverbial=frozenset(found["副詞可能"]),
    )


def unidic_nouns(unidic: Dictionary) -> Nouns:
    """Common nouns, without forms that are voiced only inside a compound. Features are CSV with quotes."""
    lines = (unidic.feature(token) for token in range(len(unidic.tokens)))
    common, adjectival = set(), set()
    for columns in csv.reader(line for line in lines if line.startswith("名詞,普通名詞,")):
        if "濁音形" not in columns[14]:
            pair = (parse_reading(columns[17]), columns[8])
            common.add(pair)
            if columns[2] == "形状詞可能":
                adjectival.add(pair)
    return Nouns(frozenset(common), frozenset(adjectival))


def _features(dictionary: Dictionary, columns: int) -> Iterator[list[str]]:
    for token in range(len(dictionary.tokens)):
        yield dictionary.feature(token).split(",", columns - 1)
