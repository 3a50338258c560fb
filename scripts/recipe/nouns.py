"""The nouns of JUMAN, IPADIC and UniDic, each by its own grammar, and what JUMAN and UniDic say about them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from kanamj.lexicon.kana import parse_reading

from .mecab import Dictionary

Pair: TypeAlias = tuple[str, str]  # reading, spelling

_JUMAN_NOUNS = frozenset({"普通名詞", "サ変名詞", "時相名詞", "副詞的名詞", "形式名詞"})
_IPADIC_NOUNS = frozenset({"一般", "サ変接続", "副詞可能"})
_NAMES = "固有名詞"
_JUMAN_NAMES = frozenset({"地名", "人名", "組織名", _NAMES})
_DOMAINS = frozenset(
    {"文化・芸術", "レクリエーション", "スポーツ", "健康・医学", "家庭・暮らし", "料理・食事"}
    | {"交通", "教育・学習", "科学・技術", "ビジネス", "メディア", "政治"}
)
_LEMMA, _ORIGIN, _ACCENT = 7, 12, 23  # columns of UniDic
_ORIGINS = frozenset("和漢外混")


class Lemma(NamedTuple):
    """An entry of UniDic: its head (コーヒー-coffee), its accents ("0", "0,2"), and its origin, one of 和 漢 外 混."""

    head: str
    accent: str
    origin: str

    @property
    def spelling(self) -> str:
        """The head without the word that it comes from.

        >>> Lemma("コーヒー-coffee", "3", "外").spelling
        'コーヒー'
        """
        return self.head.partition("-")[0]

    @property
    def origins(self) -> str:
        """The origin, then the word that it comes from, if UniDic names one.

        >>> Lemma("コーヒー-coffee", "3", "外").origins, Lemma("魚", "0", "和").origins
        ('外 coffee', '和')
        """
        word = self.head.partition("-")[2] if self.origin in "外混" else ""
        return f"{self.origin} {word}".strip()


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


def juman_entries(juman: Dictionary) -> dict[Pair, frozenset[str]]:
    """Nouns -> the representative forms of their entries (癌/がん); the spellings of one word share one."""
    found: dict[Pair, set[str]] = {}
    for columns in _features(juman, 7):
        if columns[0] == "名詞" and columns[1] in _JUMAN_NOUNS:
            for fact in columns[6].split():
                if fact.startswith("代表表記:"):
                    found.setdefault((parse_reading(columns[5]), columns[4]), set()).add(fact)
    return {pair: frozenset(entries) for pair, entries in found.items()}


def juman_names(juman: Dictionary) -> frozenset[Pair]:
    """The proper nouns."""
    rows = (columns for columns in _features(juman, 7) if columns[1] in _JUMAN_NAMES)
    return frozenset((parse_reading(columns[5]), columns[4]) for columns in rows)


def categories(kinds: frozenset[str]) -> str:
    """The categories among the categories and domains of a noun, sorted, joined by ";".

    >>> categories(frozenset({"植物", "人工物-食べ物", "料理・食事"}))
    '人工物-食べ物;植物'
    """
    return ";".join(sorted(kinds - _DOMAINS))


@dataclass(frozen=True)
class Nouns:
    """The common nouns of a dictionary, and those among them that are also adjectives, verbs or adverbs.

    lemmas: the entries that a pair belongs to; only UniDic has them. names: proper nouns, which are not among `common`.
    """

    common: frozenset[Pair]
    adjectival: frozenset[Pair] = frozenset()
    verbal: frozenset[Pair] = frozenset()
    adverbial: frozenset[Pair] = frozenset()
    lemmas: Mapping[Pair, tuple[Lemma, ...]] = field(default_factory=dict)
    names: frozenset[Pair] = frozenset()


def ipadic_nouns(ipadic: Dictionary) -> Nouns:
    """Nouns without names, numbers, pronouns, suffixes and stems of adjectives."""
    found: dict[str, set[Pair]] = {kind: set() for kind in (*_IPADIC_NOUNS, _NAMES)}
    for columns in _features(ipadic, 9):
        if columns[0] == "名詞" and columns[1] in found:
            found[columns[1]].add((parse_reading(columns[7]), columns[6]))
    names = frozenset(found.pop(_NAMES))
    return Nouns(
        frozenset().union(*found.values()),
        names=names,
        verbal=frozenset(found["サ変接続"]),
        adverbial=frozenset(found["副詞可能"]),
    )


def said_alone(columns: Sequence[str]) -> bool:
    """Whether a row of UniDic is no form that exists only inside a compound: voiced (ばえ), or cut (きょくがっ)."""
    return "濁音形" not in columns[14] and columns[16] != "促音形"


def unidic_nouns(unidic: Dictionary) -> Nouns:
    """Common nouns and names, without forms that exist only inside a compound. Features are CSV with quotes."""
    lines = (unidic.feature(token) for token in range(len(unidic.tokens)))
    common, adjectival, names = set(), set(), set()
    lemmas: dict[Pair, dict[Lemma, None]] = {}
    for columns in csv.reader(
        line for line in lines if line.startswith(("名詞,普通名詞,", "名詞,固有名詞,"))
    ):
        if said_alone(columns):
            pair = (parse_reading(columns[17]), columns[8])
            if columns[1] == _NAMES:
                names.add(pair)
                continue
            common.add(pair)
            if len(columns) > _ACCENT and columns[_ORIGIN] in _ORIGINS:
                accent = columns[_ACCENT].replace("*", "")
                lemmas.setdefault(pair, {})[Lemma(columns[_LEMMA], accent, columns[_ORIGIN])] = None
            if columns[2] == "形状詞可能":
                adjectival.add(pair)
    held = {pair: tuple(found) for pair, found in lemmas.items()}
    return Nouns(frozenset(common), frozenset(adjectival), lemmas=held, names=frozenset(names))


def _features(dictionary: Dictionary, columns: int) -> Iterator[list[str]]:
    for token in range(len(dictionary.tokens)):
        yield dictionary.feature(token).split(",", columns - 1)
