"""Which pairs of reading and spelling are words of the lists: rules (a) to (f) for core and common, (g) for wide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kanamj.lexicon.kana import is_reading, parse_reading

from .costs import Contexts, MozcCosts, cheapest_readings
from .nouns import Nouns, Pair

# Children know the words for things one can point at, although they are seldom written: these may cost more.
EVERYDAY = {
    800: "人工物-食べ物 動物 植物 動物-部位 植物-部位 人工物-衣類 人工物-乗り物 色 自然物 場所-自然 場所-施設部位",
    400: "人工物-その他 人工物-金銭 人 場所-施設 場所-その他 形・模様 時間 料理・食事 スポーツ 教育・学習 家庭・暮らし"
    " レクリエーション 交通 健康・医学",
}
# How much more than the commonest word of its reading a word may cost that three dictionaries hold (校門 beside 肛門).
NEAR = 1500
NATURAL = 800  # … and how much more than the highest cost of its cut
_BONUS = {kind: bonus for bonus, kinds in sorted(EVERYDAY.items()) for kind in kinds.split()}
_I_AND_E = frozenset("いきしちにひみりぎじぢびえけせてねへめれげぜでべ")


@dataclass(frozen=True)
class Cut:
    """One of the shipped lists: the highest cost of a word, and how much more a verb's noun may cost.

    The numbers are a judgement. At 5500 few words that an adult knows are missing, and about 2 words in 100 are
    doubtful. 5200 halves the doubtful ones, and loses 3 of 100 everyday words. Between 5500 and 6500 are the words that
    most players know and few use. A dictionary with other costs would need other numbers.
    """

    name: str
    highest: int
    verbal: int


CORE = Cut("core", 5200, 400)
COMMON = Cut("common", 5500, 500)
WIDE = Cut("wide", 6500, 0)
CUTS = {
    cut.name: cut for cut in (CORE, COMMON, WIDE)
}  # the narrow ones first: a word is named after the first it is in


@dataclass(frozen=True)
class Nominees:
    """All that the rules look at: the nouns of the dictionaries, and the comparable cost of each pair."""

    mozc: MozcCosts
    contexts: Contexts
    costs: dict[Pair, int]
    juman: dict[Pair, frozenset[str]]
    ipadic: Nouns
    unidic: Nouns
    forms: Mapping[Pair, frozenset[str]] = field(default_factory=dict)  # of JUMAN, see `juman_entries`
    named: frozenset[Pair] = frozenset()  # the names of all three dictionaries

    def pairs(self) -> list[Pair]:
        """Every pair that a rule may keep, sorted."""
        return sorted({*self.juman, *self.ipadic.common, *self.unidic.common} & self.costs.keys())

    def keepers(self, pairs: Iterable[Pair]) -> dict[Pair, str]:
        """Each pair that the rules (a) to (d) keep -> the narrower of core and common that has it."""
        readings = cheapest_readings(self.costs)
        found = {}
        for pair in pairs:
            first = readings[pair[1]] == pair[0]
            cut = next((cut.name for cut in (CORE, COMMON) if self._kept(pair, first, cut)), "")
            if cut:
                found[pair] = cut
        return found

    def _kept(self, pair: Pair, cheapest: bool, cut: Cut) -> bool:
        """Whether rules (a) to (d) keep a pair. Rule (e) is the words added by hand, rule (f) is `natural`.

        (a) A noun of JUMAN that is cheap enough, less the bonus of its kind. (b) A word with kanji of two characters or
        more that is a noun of IPADIC. (c) A noun of UniDic that ends as those made from verbs do (泳ぎ, 釣り). (d)
        `_adjectival`. (b) to (d) take the cheapest reading of a spelling; (d) also takes another.
        """
        _, spelling = pair
        cost = self.costs[pair]
        only_adjective = pair not in self.mozc.nouns and pair in self.mozc.adjectival
        if pair in self.juman and cost - bonus(self.juman[pair]) <= cut.highest:
            return True
        if not has_kanji(spelling) or not cheapest:
            return self._adjectival(pair, cut)
        if len(spelling) >= 2 and pair in self.ipadic.common and cost <= cut.highest:
            return not only_adjective or pair in self.unidic.common or self._adjectival(pair, cut)
        made_of_verb = pair in self.unidic.common and is_kanji(spelling[0]) and spelling[-1] in _I_AND_E
        return (made_of_verb and cost <= cut.highest + cut.verbal) or self._adjectival(pair, cut)

    def natural(self, kept: Mapping[Pair, str], costs: Mapping[Pair, int]) -> dict[Pair, str]:
        """Rule (f): the other words of the readings that are kept -> their cut.

        kept: pair -> its cut. A noun comes in if it is cheaper than all kept words of its reading. It also comes in if
        all three dictionaries have it, it is nearly as cheap, and it is not the same word with other okurigana.
        """
        cuts: dict[str, str] = {}
        held: dict[str, list[str]] = {}
        for (reading, spelling), cut in kept.items():
            cuts[reading] = CORE.name if CORE.name in (cut, cuts.get(reading)) else cut
            held.setdefault(reading, []).append(spelling)
        best = {
            reading: min(costs[reading, spelling] for spelling in spellings)
            for reading, spellings in held.items()
        }
        found = {}
        for pair in sorted(self.costs.keys() - kept.keys(), key=lambda pair: (self.costs[pair], pair)):
            reading, spelling = pair
            if reading not in best:
                continue
            cost, cut = self.costs[pair], cuts[reading]
            near = (
                cost <= min(best[reading] + NEAR, COMMON.highest + NATURAL)
                and pair in self.juman
                and pair in self.ipadic.common
                and pair in self.unidic.common
                and has_kanji(spelling)
                and not any(same_word(spelling, other) for other in held[reading])
            )
            if cost < best[reading] or near:
                found[pair] = cut if cost <= CUTS[cut].highest + NATURAL else COMMON.name
                held[reading].append(spelling)
        return found

    def known_widely(self, kept: Collection[str]) -> Iterator[Pair]:
        """Rule (g), for wide: words of other readings than `kept` that two dictionaries hold and that are not too rare.

        The list is there to judge words by their letters, so each word comes in once, in its cheapest spelling.
        """
        held: dict[str, list[str]] = {}
        for pair in sorted(self.pairs(), key=lambda pair: (self.costs[pair], pair)):
            reading, spelling = pair
            holders = sum(pair in nouns for nouns in (self.juman, self.ipadic.common, self.unidic.common))
            if reading in kept or holders < 2 or self.costs[pair] > WIDE.highest:
                continue
            others = held.setdefault(reading, [])
            if not any(self.same_entry(pair, (reading, other)) for other in others):
                others.append(spelling)
                yield pair

    def same_entry(self, pair: Pair, other: Pair) -> bool:
        """Whether two spellings of a reading are one word: they share an entry of a dictionary, or their kanji.

        If a dictionary lacks one of the two, as it lacks most words in -さ, any kana spelling counts as the same word.
        """
        ours, theirs = (self.entries.get(spelled, frozenset()) for spelled in (pair, other))
        kana = sum(parse_reading(spelling) == pair[0] for spelling in (pair[1], other[1]))
        lacking = not ours or not theirs
        return kana == 2 or (kana == 1 and lacking) or bool(ours & theirs) or same_word(pair[1], other[1])

    @cached_property
    def entries(self) -> Mapping[Pair, frozenset[str]]:
        """Pair -> the entries that it belongs to in JUMAN and in UniDic."""
        found = dict(self.forms)
        for pair, lemmas in self.unidic.lemmas.items():
            found[pair] = found.get(pair, frozenset()) | {lemma.head for lemma in lemmas}
        return found

    def objections(self, written: Iterable[Pair]) -> Iterator[tuple[Pair, str]]:
        """Yield the words that only a hand has and a source reads otherwise, or has as a name, with what it says.

        Mozc objects only with a cheaper reading: a program made many of its readings.
        """
        holders = {"juman": self.juman, "ipadic": self.ipadic.common, "unidic": self.unidic.common}
        read: dict[str, dict[str, str]] = {}
        for name, pairs in holders.items():
            for reading, spelling in pairs:
                read.setdefault(spelling, {}).setdefault(reading, name)
        cheapest = cheapest_readings(self.costs)
        for pair in written:
            reading, spelling = pair
            if not has_kanji(spelling) or any(pair in pairs for pairs in holders.values()):
                continue
            others = read.get(spelling) or {cheapest.get(spelling, reading): "mozc"}
            other = next((other for other in others if other != reading and is_reading(other)), "")
            if other:
                yield pair, f"{others[other]} reads it {other}"
            elif pair in self.named:
                yield pair, "a dictionary has it as a name only"

    def _adjectival(self, pair: Pair, cut: Cut) -> bool:
        """Rule (d): a common noun that is also an adjective (元気, 平和)."""
        return (
            pair in self.unidic.adjectival
            and has_kanji(pair[1])
            and pair in self.mozc.adjectival
            and self.mozc.adjectival[pair] <= cut.highest - 1000
        )


def bonus(kinds: Iterable[str]) -> int:
    """How much more a word of these categories and domains may cost: the greatest bonus of any.

    >>> bonus({"動物", "人工物-食べ物"}), bonus({"抽象物", "時間"}), bonus({"政治"})
    (800, 400, 0)
    """
    return max((_BONUS.get(kind, 0) for kind in kinds), default=0)


def same_word(spelling: str, other: str) -> bool:
    """Whether two spellings of a reading differ in kana only: the kanji of one, in order, are among the other's."""
    ours, theirs = ([c for c in text if is_kanji(c)] for text in (spelling, other))
    if len(ours) > len(theirs):
        ours, theirs = theirs, ours
    left = iter(theirs)
    return bool(ours) and all(character in left for character in ours)


def has_kanji(spelling: str) -> bool:
    """Whether any of the characters is a kanji.

    >>> has_kanji("お茶"), has_kanji("スマホ")
    (True, False)
    """
    return any(map(is_kanji, spelling))


def is_kanji(character: str) -> bool:
    """Whether this is a kanji; 々 and 〆 are."""
    return "㐀" <= character <= "鿿" or character in "々〆"
