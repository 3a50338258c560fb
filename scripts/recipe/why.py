"""`wordlists/why`: what the words are whose readings the lists leave out, such as verbs and names.

The dictionaries of the lists say it. Verbs and adjectives: those of JUMAN and IPADIC in dictionary form, and the forms
that JUMAN has of its own, if they can be said alone. Names: those that two of the four dictionaries have. Nouns: all
but those that only Mozc has, or that a program gathered.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from kanamj.disk import sha256_of
from kanamj.lexicon.entry import FLAGS
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.shelf import load_lexicon, shipped_folder
from kanamj.lexicon.sources import read_rows
from kanamj.lexicon.store import SIZES
from kanamj.lexicon.why import HEADER, NAME, WHATS
from kanamj.results import Manifest, write_folder

from .archives import IPADIC, JUMAN, MOZC, UNIDIC
from .costs import NAMES as NAME_IDS
from .mecab import Dictionary
from .nouns import Pair, said_alone
from .recipe import COMMAND, common_notice, recipe_file
from .rules import has_kanji

LICENCE = "BSD-style terms of JUMAN, IPADIC, UniDic and Mozc; see NOTICE"
NOTES = (
    "Readings, what the words of a reading are, and a spelling; modified, see scripts/recipe/why.py; endorsed by no "
    "dictionary's maker.",
)
KATAKANA = re.compile("[ァ-ヶー]+")
NAMES = frozenset({"place", "person", "name"})
SAID_ALONE = frozenset(
    {"タ形", "タ系連用テ形", "タ系条件形", "命令形", "意志形", "未然形", "基本連用形", "基本条件形"}
)
SAID_ALONE |= {"ダ列基本連用形", "ダ列基本連体形"}
# The first cells of a feature, joined, begin with the one of these that is the longest -> what the word is.
JUMAN_WHATS = {
    "動詞": "verb", "形容詞": "adjective", "副詞": "adverb", "名詞,普通名詞": "noun", "名詞,サ変名詞": "noun",
    "名詞,時相名詞": "noun", "名詞,地名": "place", "名詞,人名": "person", "名詞,組織名": "name",
    "名詞,固有名詞": "name", "感動詞": "small", "接続詞": "small", "連体詞": "adnominal",
    "指示詞": "small", "指示詞,連体詞形態指示詞": "adnominal", "指示詞,副詞形態指示詞": "adverb",
    "助詞": "small", "助動詞": "small",
    "判定詞": "small", "接尾辞": "part", "接頭辞": "part",
}  # fmt: skip
IPADIC_WHATS = {
    "動詞,自立": "verb", "形容詞,自立": "adjective", "副詞": "adverb", "名詞,形容動詞語幹": "na-adjective",
    "名詞,一般": "noun", "名詞,サ変接続": "noun", "名詞,副詞可能": "noun", "名詞,固有名詞": "name",
    "名詞,固有名詞,地域": "place", "名詞,固有名詞,人名": "person", "感動詞": "small", "接続詞": "small",
    "連体詞": "adnominal", "助詞": "small", "助動詞": "small", "名詞,接尾": "part", "接頭詞": "part",
}  # fmt: skip
UNIDIC_WHATS = {
    "副詞": "adverb", "形状詞": "na-adjective", "名詞,普通名詞": "noun", "名詞,普通名詞,形状詞可能": "na-adjective",
    "名詞,固有名詞": "name", "名詞,固有名詞,地名": "place", "名詞,固有名詞,人名": "person", "感動詞": "small",
    "接続詞": "small", "連体詞": "adnominal", "助詞": "small", "助動詞": "small", "接尾辞": "part", "接頭辞": "part",
}  # fmt: skip
MOZC_WHATS = dict.fromkeys(NAME_IDS, "name")
MOZC_WHATS |= dict.fromkeys(range(1921, 1924), "person") | dict.fromkeys(range(1924, 1929), "place")
CLEAR = frozenset({"verb", "adjective", "na-adjective", "adverb", "adnominal", "small"})
"""What alone is a reason; of a reading that is none of this, nothing or a name of JUMAN, the rest is said. A noun is
said beside it if two dictionaries have it, or if JUMAN or UniDic does; IPADIC's nouns alone are not enough, nor are
those that only UniDic has and writes in katakana only (ノム beside 飲む). If two
dictionaries have the reading as a name, that is said beside a noun of two (ゆうと), and in place of a noun of one
(はると). A form is not said beside a noun (なげ)."""
SAID_OF_FLAGGED = frozenset({"verb", "adjective"})
"""What is said of a reading of the lists whose nouns are all flagged: いたい is an adjective, and 遺体 is not shown."""
KNOWN, DEAR = 6000, 99_999
"""Mozc says that a reading is a name if the name has at most the first cost. The second is above all costs."""


class Fact(NamedTuple):
    """What a dictionary says: a word of this reading and spelling is a `what`, one of WHATS."""

    reading: str
    what: str
    spelling: str


def juman_facts(juman: Dictionary) -> Iterator[Fact]:
    """What JUMAN says, without the words that a program gathered."""
    for line in _lines(juman):
        part, more, group, form, spelling, reading, notes = line.split(",", 6)
        what = _what(JUMAN_WHATS, part, more)
        if part in ("動詞", "形容詞") and form != "基本形":
            what = "form" if form in SAID_ALONE else ""
        if part == "形容詞" and group.startswith("ナ") and form == "語幹":
            what = "na-adjective"
        if "自動獲得" not in notes:
            written = spelling.removesuffix("だ") if what == "na-adjective" else spelling
            yield Fact(parse_reading(reading), what, written if what != "form" else "")


def ipadic_facts(ipadic: Dictionary) -> Iterator[Fact]:
    """What IPADIC says; of verbs and adjectives only the dictionary forms."""
    for line in _lines(ipadic):
        *parts, _, form, spelling, reading, _ = line.split(",", 8)
        if form in ("*", "基本形"):
            yield Fact(parse_reading(reading), _what(IPADIC_WHATS, *parts), spelling)


def unidic_facts(unidic: Dictionary) -> Iterator[Fact]:
    """What UniDic says, but for verbs and adjectives, and without forms that exist only inside a compound.

    Of auxiliaries, only the dictionary form is a word; the others (たろう) are parts of words.
    """
    for cells in csv.reader(_lines(unidic)):
        if len(cells) > 17 and said_alone(cells):
            inflected = cells[0] == "助動詞" and not cells[5].startswith("終止形")
            what = "part" if inflected else _what(UNIDIC_WHATS, *cells[:3])
            yield Fact(parse_reading(cells[17]), what, cells[8])


def mozc_facts(mozc: Dictionary) -> Iterator[tuple[Fact, int]]:
    """The names that Mozc has, and what else it has as the kind "", each with its cost."""
    left, cost = mozc.tokens["left"].tolist(), mozc.tokens["cost"].tolist()
    for surface, tokens in mozc.surfaces():
        for token in tokens:
            what = MOZC_WHATS.get(left[token], "")
            yield Fact(surface.decode(), what, mozc.feature(token)), cost[token]


def why_rows(
    sources: Mapping[str, Iterable[Fact]],
    costs: Mapping[Pair, int],
    listed: Collection[str],
    flagged: Collection[str] = (),
    decided: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """The rows of `why.tsv`, ascending.

    sources: what each dictionary says. costs: those of Mozc; the cheapest spelling is taken. listed: the readings of
    the lists, which need no reason. flagged: those of them whose words all have a flag, see SAID_OF_FLAGGED. decided:
    reading -> what was decided by hand.
    """
    holders: dict[str, dict[str, set[str]]] = {}
    spelled: dict[tuple[str, str], set[str]] = {}
    native = set[str]()  # readings with a noun that is not only UniDic's, in katakana
    for name, facts in sources.items():
        for reading, what, spelling in facts:
            said_here = reading not in listed or (reading in flagged and what in SAID_OF_FLAGGED)
            if what and len(reading) in SIZES and is_reading(reading) and said_here:
                holders.setdefault(reading, {}).setdefault(what, set()).add(name)
                if what == "noun" and (name != "unidic" or not KATAKANA.fullmatch(spelling)):
                    native.add(reading)
                if has_kanji(spelling) and (what not in NAMES or name == "juman"):
                    spelled.setdefault((reading, what), set()).add(spelling)
    for reading, said in sorted(holders.items()):
        known = {
            what for what, names in said.items() if what in CLEAR or (what in NAMES and "juman" in names)
        }
        nouns: set[str] = said.get(
            "noun", set()
        )  # 格安 is an adjective and a noun, 焚き付け a form and a noun
        if known & CLEAR and reading in native and (len(nouns) > 1 or nouns & {"juman", "unidic"}):
            known.add("noun")
        names = {what for what, names in said.items() if what in NAMES and len(names) > 1}
        if names and len(nouns) == 1:
            said.pop("noun")
        more = known or (said.keys() - NAMES) | names
        if "noun" in more:
            more -= {"form"}
        if reading in decided:
            more = {decided[reading]}
        if more:
            first, *others = sorted(more, key=[*WHATS].index)
            written = spelled.get((reading, first), ())
            best = min(written, key=lambda text: (costs.get((reading, text), DEAR), text), default="")
            yield f"{reading}\t{' '.join([first, *others])}\t{best}\n"


def write_why(folder: Path, archives: Path) -> None:
    """Write `why.tsv` for the readings that `wide` does not have, with its manifest and the notices."""
    mozc = list(mozc_facts(MOZC.load(archives)))
    costs: dict[Pair, int] = {}
    for (reading, _, spelling), cost in mozc:
        costs[reading, spelling] = min(cost, costs.get((reading, spelling), cost))
    sources = {
        "juman": juman_facts(JUMAN.load(archives)),
        "ipadic": ipadic_facts(IPADIC.load(archives)),
        "unidic": unidic_facts(UNIDIC.load(archives)),
        "mozc": (fact for fact, cost in mozc if cost <= KNOWN),
    }
    wide, decided = shipped_folder() / "wide", recipe_file("reasons.tsv")
    listed = load_lexicon(wide).by_reading
    flagged = {reading for reading, words in listed.items() if all(word.flag in FLAGS for word in words)}
    rows = why_rows(sources, costs, listed, flagged, {row[0]: row[1] for row in read_rows(decided, 2)})
    inputs = {archive.file: archive.sha256 for archive in (JUMAN, IPADIC, UNIDIC, MOZC)}
    inputs |= {"wide/words.tsv": sha256_of(wide / "words.tsv"), decided.name: sha256_of(decided)}
    manifest = Manifest("why", COMMAND, licence=LICENCE, inputs=inputs, notes=NOTES)
    texts = {NAME: "".join([HEADER + "\n", *rows]), "NOTICE": common_notice()}
    write_folder(folder, texts, manifest, replace=True)


def _lines(dictionary: Dictionary) -> Iterator[str]:
    return (dictionary.feature(token) for token in range(len(dictionary.tokens)))


def _what(whats: Mapping[str, str], *cells: str) -> str:
    """What a word with these first cells is, by the longest of them that the dictionary's table has."""
    known = (whats.get(",".join(cells[:n])) for n in range(len(cells), 0, -1))
    return next(filter(None, known), "")
