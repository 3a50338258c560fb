"""A study of which words to learn next. The words are chosen on some deals and judged on others.

`order.csv` has one row per word to learn, the first to learn first. Its columns:

    place, key, words
    letter, letter_words    the letter of the word that is rarest among the words known so far, and how many have it
    shanten_gain            how much the mean shanten falls when the word is learnt after the words before it
    tenpai_gain             how much the word raises the share of deals at tenpai or better
    mean_shanten, tenpai    the mean shanten, and the share of deals at tenpai or better, after the word is learnt

`compare.csv` has one row for each way to choose words and each number of words: way, words, mean_shanten, tenpai,
shanten_gain (against the words known before) and behind (the mean shanten, minus the mean shanten with as many words
of this order). All ways are measured on the same deals.

Each measure has a column with its standard error. The error of a difference is computed from its values per deal. For
words chosen at random it is the error over both deals and choices. If the known words cannot fill the form, the
distance of a hand is the number of tiles of the form.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.disk import sha256, sha256_of
from kanamj.engine.blocks import block_of
from kanamj.errors import KanamjError, LexiconError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.entry import words_text
from kanamj.lexicon.known import known_keys
from kanamj.studies.learning_order import RANDOM, Way, learning_order, other_ways, rarest_letters
from kanamj.studies.old.deals import Deals, OnDeals
from kanamj.studies.old.measures import Column, Crossed, Mean
from kanamj.studies.old.study import Chunk
from kanamj.studies.old.sums import Name, Row, Sum, Sums, Totals
from kanamj.studies.old.tables import Declared
from kanamj.tiles import TileSet

if TYPE_CHECKING:
    from kanamj.engine import WordEngine
    from kanamj.engine.batch import CountsArray
    from kanamj.engine.forms.many import Distances
    from kanamj.engine.known_blocks import KnownBlocks

CHUNK = 20_000
"""Deals per chunk. Judging them with all words of the order and by all other ways takes a second or two."""
FEWEST = 2
"""The smallest number of deals for which there is a standard error."""
MOST_CHOOSING = 100_000
"""The most deals on which words are chosen; memory grows with them."""
CHOOSING = 10**9
"""The random stream of the deals on which words are chosen. The other deals use their chunk numbers as streams."""
SIZES = (25, 50, 100, 200, 400)
"""The ways to choose words are compared after each of these numbers of learnt words, and after all words."""
KNOWN, LEARNT = "700", 100
"""By default a learner knows the KNOWN easiest words, and is taught LEARNT more."""
QUICK_DEALS, QUICK_CANDIDATES = 3_000, 400
"""How many deals and candidates are used to choose the words of a study sheet. That takes two seconds, or half a minute
if few words are known."""
Numbers: TypeAlias = "npt.NDArray[np.int64]"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Order(OnDeals):
    """A study of which words a player should learn next.

    deals: the deals on which the chosen words are judged; they have one form, and there is a quick kernel for it.
    known: the keys that the player knows. candidates: the keys to choose from. learn: how many of them are chosen.
    ways: other ways to choose as many keys. told: the value of --known. chosen: the chosen keys in order, if they have
    been chosen already.

    `next_words` makes this study. Raises KanamjError for other forms, too few deals, or too few candidates.
    """

    known: tuple[str, ...]
    candidates: tuple[str, ...]
    learn: int
    ways: tuple[Way, ...] = ()
    told: str = field(default="", compare=False)
    chosen: tuple[str, ...] = field(default=(), compare=False)

    kind = "learning order"
    command = "kanamj study order"
    tables = (
        Declared(
            "order",
            "place",
            Column("key", lambda study, row: study.order[row.keys[0] - 1]),
            Column("words", lambda study, row: spelled(study.deals.lexicon, study.order[row.keys[0] - 1])),
            Column("letter", lambda study, row: study.letters[row.keys[0] - 1][0]),
            Column("letter_words", lambda study, row: study.letters[row.keys[0] - 1][1]),
            *map(Mean, ("shanten_gain", "tenpai_gain", "mean_shanten", "tenpai")),
            title="what to learn",
        ),
        Declared(
            "compare",
            "way",
            "words",
            *(
                Crossed(name, per=lambda study, row: study.choices(row), most=RANDOM)
                for name in ("mean_shanten", "tenpai", "shanten_gain", "behind")
            ),
        ),
    )

    def __post_init__(self) -> None:
        if self.deals.n < FEWEST:
            raise KanamjError(f"{self.deals.n} deal has no standard error; give {FEWEST} or more")
        if not 1 <= self.learn <= len(self.candidates):
            raise KanamjError(
                f"{self.learn:,} words cannot be chosen of {len(self.candidates):,} candidates; learn 1 to "
                f"{len(self.candidates):,}, or give more --candidates"
            )
        known_blocks(self.engine)

    def parameters(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain values."""
        return {
            **super().parameters(),
            "known": len(self.known),
            "known_sha256": sha256("\n".join(self.known)),
            "learn": self.learn,
            "candidates": len(self.candidates),
        }

    def sent(self) -> Order:
        """The study as it is sent to workers: its words are chosen already, so workers only judge them."""
        return replace(self, deals=self.deals.sent(), chosen=self.order)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The keys in the order in which to learn them; computed once, in seconds."""
        return self.chosen or self.choose()

    def choose(self, *, lazy: bool = False) -> tuple[str, ...]:
        """The keys in the order in which to learn them. lazy: see `learning_order`."""
        chunk = Chunk(CHOOSING, min(self.deals.n, MOST_CHOOSING))
        log.info(f"choosing {self.learn} of {len(self.candidates)} words on {chunk.size:,} deals")
        rows = self.dealt(chunk)
        blocks = [block_of(key, self.deals.tiles) for key in self.candidates]
        chosen = learning_order(known_blocks(self.engine, self.known), rows, blocks, self.learn, lazy=lazy)
        return tuple(self.candidates[i] for i in chosen)

    @property
    def sizes(self) -> list[int]:
        """The numbers of learnt words after which the ways are compared."""
        return [*(size for size in SIZES if size < self.learn), self.learn]

    @cached_property
    def letters(self) -> list[tuple[str, int]]:
        """For each key of the order, its letter that is rarest among the words known by then (`rarest_letters`)."""
        return rarest_letters(self.known, self.order)

    def choices(self, row: Row) -> int:
        """Over how many choices of words the sums of a row of the table compare go."""
        return next((len(way.choices) for way in self.ways if way.name == row.keys[0]), 1)

    def sums(self, chunk: Chunk) -> Sums:
        for name, numbers in self._judged(self.dealt(chunk)):
            yield name, Sum.of(numbers)

    def _judged(self, rows: CountsArray) -> Iterator[tuple[Name, Numbers]]:
        """Yield pairs (name of a sum, array of one number per deal).

        For a way that has several choices of words, there is one array for each choice, and one of their sums.
        """
        distances = [found.astype(np.int64) for found in self._learning(rows)]
        for place, (before, now) in enumerate(pairwise(distances), 1):
            yield ("order", place, "shanten_gain"), before - now
            yield ("order", place, "tenpai_gain"), np.subtract(now <= 1, before <= 1, dtype=np.int64)
            yield ("order", place, "mean_shanten"), now - 1
            yield ("order", place, "tenpai"), (now <= 1).astype(np.int64)
        yield from _compared("known", 0, [distances[0]], distances[0])
        for way in self.ways:
            for size in self.sizes:
                learnt = (known_blocks(self.engine, (*self.known, *keys[:size])) for keys in way.choices)
                found = [blocks.distance(rows).astype(np.int64) for blocks in learnt]
                yield from _compared(way.name, size, found, distances[0], distances[size])
        for size in self.sizes:
            yield from _compared("order", size, [distances[size]], distances[0], distances[size])

    def _learning(self, rows: CountsArray) -> Iterator[Distances]:
        """Yield the distances of the deals with the known words, then after each word that is learnt."""
        by_kind = np.ascontiguousarray(rows.T)
        known = known_blocks(self.engine, self.known)
        now = known.distance(rows)
        yield now
        for key in self.order:
            block = block_of(key, self.engine.tiles)
            where = known.touched(by_kind, block)
            known.add(block)
            now = now.copy()
            now[where] = known.distance(rows[where])
            yield now

    def rows(self, table: Declared, sums: Totals) -> Iterable[Name]:  # noqa: ARG002
        if table.name == "order":
            return ((place,) for place in range(1, len(self.order) + 1))
        ways = ("order", *(way.name for way in self.ways))
        return [("known", 0), *((way, size) for size in self.sizes for way in ways)]

    def options(self) -> dict[str, object]:
        own = {"known": Path(self.told).name, "learn": self.learn, "candidates": len(self.candidates)}
        return {**own, **super().options()}

    def inputs(self) -> dict[str, str]:
        told = Path(self.told)
        return super().inputs() | ({told.name: sha256_of(told)} if told.is_file() else {})


def next_words(
    lexicon: Lexicon, n: int, known: str = KNOWN, learn: int = LEARNT, candidates: int = 700, **chosen: Any
) -> Order:
    """The study `Order` of n deals.

    known: how many of the easiest words the player knows, or a file of words. learn: how many words to choose.
    candidates: how many words to choose from, the easiest that are not known. chosen: further arguments of `Deals`.
    Raises errors as `Deals`, `known_keys` and `Order` do.
    """
    deals = Deals(lexicon, n, sample=0, chunk_size=CHUNK, **chosen)
    if learn < 1 or candidates < 1:
        raise KanamjError(f"{learn} of {candidates} words cannot be learnt; give 1 or more of both")
    keys, unknown = _known_and_not(deals, known)
    if learn > len(unknown):
        raise KanamjError(
            f"{learn:,} words cannot be learnt; besides the {len(keys):,} known words, {lexicon.name} has only "
            f"{len(unknown):,}. Learn fewer"
        )
    among = tuple(unknown[:candidates])
    ways = other_ways(lexicon, unknown, among, min(learn, len(among)), deals.seed)
    return Order(deals, tuple(keys), among, learn, ways, told=known)


def _known_and_not(deals: Deals, known: str) -> tuple[list[str], list[str]]:
    """Two lists, the easiest keys first: the keys that a player knows, and the keys that are left to learn.

    Raises KanamjError if no key is left, and LexiconError if `known` is a number and the list does not rank its words.
    """
    lexicon, letters = deals.lexicon, deals.tiles.index.keys()
    ranked = [key for key in lexicon.easiest_keys(*deals.sizes) if letters >= {*key}]
    if known.isdecimal() and not any(lexicon.ease(key) >= 0 or lexicon.cost(key) >= 0 for key in ranked):
        raise LexiconError(
            f"{lexicon.name} does not say which words people learn first (no words.tsv with ease or cost); give the "
            "words that are known in a file: --known FILE"
        )
    keys = [key for key in known_keys(lexicon, known, deals.sizes) if letters >= {*key}]
    left = {*ranked} - {*keys}
    if not left:
        raise KanamjError(
            f"all {len(ranked):,} words of {lexicon.name} are known, so there is nothing to learn; "
            "give fewer words with --known, or a larger list"
        )
    return keys, [key for key in ranked if key in left]


def known_blocks(engine: WordEngine, keys: Iterable[str] = ()) -> KnownBlocks:
    """A judge of deals that knows only the words of these keys. Raises KanamjError for forms that it cannot judge."""
    from kanamj.engine.known_blocks import KnownBlocks

    return KnownBlocks(engine, [block_of(key, engine.tiles) for key in keys])


def spelled(lexicon: Lexicon, key: str, most: int = 0) -> str:
    """The words of a key in one text, easiest first, each as its reading and spelling. Flagged words are left out.

    most: the largest number of words; 0 for all.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("かい", "貝", 30), Entry("いか", "いか", 20)])
    >>> spelled(toy, "いか")
    'いか かい(貝)'
    """
    return " ".join(words_text([word]) for word in lexicon.shown(key)[: most or None])


def worth_learning(lexicon: Lexicon, tiles: TileSet, known: str = "") -> tuple[str, ...]:
    """The keys that a study sheet and flash cards teach, the most useful first.

    There are LEARNT keys, or all unknown keys if those are fewer. known: see `next_words`; "" means KNOWN. If `known`
    is "" and the list is too short, or does not rank its words, there are no keys.

    The keys are chosen for this list and player, because one shipped order could not suit all. To be quick, they are
    chosen on few deals, and lazily (see `learning_order`).
    """
    try:
        deals = Deals(lexicon, QUICK_DEALS, tiles=tiles, sample=0)
        keys, unknown = _known_and_not(deals, known or KNOWN)
        study = Order(deals, tuple(keys), tuple(unknown[:QUICK_CANDIDATES]), min(LEARNT, len(unknown)))
    except KanamjError:
        if known:
            raise
        return ()
    return study.choose(lazy=True)


def _compared(
    way: str, words: int, found: list[Numbers], start: Numbers, best: Numbers | None = None
) -> Iterator[tuple[Name, Numbers]]:
    """Yield the numbers of one way, as `Order._judged` does.

    words: how many were learnt. The others are distances of the deals. found: one array for each choice of words that
    the way has. start: before learning. best: with as many words of this study's order; None has no difference to it.
    """
    measured = {
        "mean_shanten": [one - 1 for one in found],
        "tenpai": [(one <= 1).astype(np.int64) for one in found],
        "shanten_gain": [start - one for one in found],
        "behind": [] if best is None else [one - best for one in found],
    }
    for measure, each in measured.items():
        if each:
            yield ("compare", way, words, measure), np.sum(each, axis=0)
        if len(each) > 1:
            yield from ((("compare", way, words, f"{measure} {i}"), one) for i, one in enumerate(each))
