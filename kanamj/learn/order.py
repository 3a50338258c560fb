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
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from kanamj.disk import sha256, sha256_of
from kanamj.engine.blocks import block_of
from kanamj.errors import KanamjError, LexiconError, Message
from kanamj.learn.learning_order import LearningWay, learning_order, other_ways, rarest_letters
from kanamj.lexicon import Lexicon
from kanamj.lexicon.entry import words_text
from kanamj.lexicon.known import known_keys
from kanamj.studies.base import Sums
from kanamj.studies.deals import DealStudy
from kanamj.studies.figures import crossed, mean, moments, part, share
from kanamj.studies.frames import frame
from kanamj.studies.stats import interval
from kanamj.tiles import TileSet

if TYPE_CHECKING:
    import pandas as pd

    from kanamj.engine import WordEngine
    from kanamj.engine.batch import CountsArray
    from kanamj.engine.forms.many import Distances
    from kanamj.engine.known_blocks import Known

CHUNK = 20_000
"""Deals per chunk. Judging them with all words of the order and by all other ways takes a second or two."""
MOST_CHOOSING = 100_000
"""The most deals on which words are chosen; memory grows with them."""
CHOOSING = 10**9
"""The random stream of the deals on which words are chosen. The other deals use their chunk numbers as streams."""
SIZES = (25, 50, 100, 200, 400)
"""The ways to choose words are compared after each of these numbers of learnt words, and after all words."""
KNOWN, LEARNT, CANDIDATES = "700", 100, 700
"""By default a learner knows the KNOWN easiest words, and is taught LEARNT more, chosen from CANDIDATES."""
FEWEST = 2
"""The fewest deals; one has no standard error."""
QUICK_DEALS, QUICK_CANDIDATES = 3_000, 400
"""How many deals and candidates are used to choose the words of a study sheet. That takes two seconds, or half a minute
if few words are known."""
Numbers: TypeAlias = "npt.NDArray[np.int64]"
log = logging.getLogger(__name__)


class Plan(NamedTuple):
    """What a study of an order has chosen before its chunks. All are keys.

    known: what the player knows. candidates: what is chosen from. order: what is chosen, in the order of learning.
    ways: other ways to choose as many.
    """

    known: tuple[str, ...]
    candidates: tuple[str, ...]
    order: tuple[str, ...]
    ways: tuple[LearningWay, ...]


@dataclass(frozen=True)
class Order(DealStudy):
    """A study of which words a player should learn next.

    n: the deals on which the chosen words are judged; their forms have one size and quick kernels. known:
    how many of the easiest words the player knows, or a file of words. learn: how many words to choose. candidates: how
    many words to choose from, the easiest that are not known.

    Raises KanamjError for other forms, too few deals, or too few candidates; errors as `DealStudy` and `known_keys` do.
    """

    n: int = 20_000
    chunk_size: int = CHUNK
    known: str = KNOWN
    learn: int = LEARNT
    candidates: int = CANDIDATES

    kind = "learning order"
    command = "kanamj study order"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n < FEWEST:
            raise KanamjError("{} deal has no standard error; give {} or more", self.n, FEWEST)
        if self.learn < 1 or self.candidates < 1:
            raise KanamjError(
                "{} of {} words cannot be learnt; give 1 or more of both", self.learn, self.candidates
            )
        keys, unknown = self._keys
        if self.learn > len(unknown):
            raise KanamjError(
                "{:,} words cannot be learnt; besides the {:,} known words, {} has only {:,}. Learn fewer",
                self.learn,
                len(keys),
                self.words.name,
                len(unknown),
            )
        if self.learn > self.candidates:
            raise KanamjError(
                "{0:,} words cannot be chosen of {1:,} candidates; learn 1 to {1:,}, or give more --candidates",
                self.learn,
                self.candidates,
            )
        known_words(self.engine)

    @cached_property
    def _keys(self) -> tuple[list[str], list[str]]:
        """Two lists, the easiest keys first: the keys that a player knows, and the keys that are left to learn.

        Raises KanamjError if no key is left, and LexiconError if `known` is a number and the list does not rank its
        words.
        """
        lexicon, letters = self.words, self.set.index.keys()
        ranked = [key for key in lexicon.easiest_keys(*self.sizes) if letters >= {*key}]
        if self.known.isdecimal() and not any(
            lexicon.ease(key) >= 0 or lexicon.cost(key) >= 0 for key in ranked
        ):
            raise LexiconError(
                "{} does not say which words people learn first (no words.tsv with ease or cost); give the words "
                "that are known in a file: --known FILE",
                lexicon.name,
            )
        keys = [key for key in known_keys(lexicon, self.known, self.sizes) if letters >= {*key}]
        left = {*ranked} - {*keys}
        if not left:
            raise KanamjError(
                "all {:,} words of {} are known, so there is nothing to learn; give fewer words with --known, or a "
                "larger list",
                len(ranked),
                lexicon.name,
            )
        return keys, [key for key in ranked if key in left]

    @property
    def unknown(self) -> int:
        """How many words are left to learn."""
        return len(self._keys[1])

    def __getstate__(self) -> dict[str, Any]:
        """What workers need: the words are chosen already, so workers only judge them."""
        return super().__getstate__() | {"plan": self.plan}

    def parameters(self) -> dict[str, Any]:
        known, unknown = self._keys
        return {
            **super().parameters(),
            "known": len(known),
            "known_sha256": sha256("\n".join(known)),
            "candidates": min(self.candidates, len(unknown)),
        }

    def options(self) -> dict[str, object]:
        candidates = self.parameters()["candidates"]
        return super().options() | {"known": Path(self.known).name, "candidates": candidates}

    def inputs(self) -> dict[str, str]:
        told = Path(self.known)
        return super().inputs() | ({told.name: sha256_of(told)} if told.is_file() else {})

    @cached_property
    def plan(self) -> Plan:
        """What is chosen; computed once, in seconds."""
        known, unknown = self._keys
        candidates, learn = tuple(unknown[: self.candidates]), min(self.learn, len(unknown))
        deals = min(self.n, MOST_CHOOSING)
        log.info(Message("choosing {} of {} words on {:,} deals", learn, len(candidates), deals))
        ways = other_ways(self.words, unknown, candidates, learn, self.seed)
        return Plan(tuple(known), candidates, self.choose(), ways)

    def choose(self, *, lazy: bool = False) -> tuple[str, ...]:
        """The keys in the order in which to learn them. lazy: see `learning_order`."""
        known, unknown = self._keys
        candidates = unknown[: self.candidates]
        rows = self.dealt(CHOOSING, min(self.n, MOST_CHOOSING))
        blocks = [block_of(key, self.set) for key in candidates]
        chosen = learning_order(known_words(self.engine, known), rows, blocks, self.learn, lazy=lazy)
        return tuple(candidates[i] for i in chosen)

    @property
    def stops(self) -> list[int]:
        """The numbers of learnt words after which the ways are compared."""
        return [*(size for size in SIZES if size < self.learn), self.learn]

    def chunk(self, number: int, size: int) -> Sums:
        return {key: moments(numbers) for key, numbers in self._judged(self.dealt(number, size))}

    def _judged(self, rows: CountsArray) -> Iterator[tuple[Any, Numbers]]:
        """Yield pairs (key of a sum, array of one number per deal).

        For a way that has several choices of words, there is one array for each choice, and one of their sums.
        """
        plan = self.plan
        distances = [found.astype(np.int64) for found in self._learning(rows)]
        for place, (before, now) in enumerate(pairwise(distances), 1):
            yield ("order", place, "shanten_gain"), before - now
            yield ("order", place, "tenpai_gain"), np.subtract(now <= 1, before <= 1, dtype=np.int64)
            yield ("order", place, "mean_shanten"), now - 1
            yield ("order", place, "tenpai"), (now <= 1).astype(np.int64)
        yield from _compared("known", 0, [distances[0]], distances[0])
        for way in plan.ways:
            for size in self.stops:
                learnt = (known_words(self.engine, (*plan.known, *keys[:size])) for keys in way.choices)
                found = [blocks.distance(rows).astype(np.int64) for blocks in learnt]
                yield from _compared(way.name, size, found, distances[0], distances[size])
        for size in self.stops:
            yield from _compared("order", size, [distances[size]], distances[0], distances[size])

    def _learning(self, rows: CountsArray) -> Iterator[Distances]:
        """Yield the distances of the deals with the known words, then after each word that is learnt."""
        by_kind = np.ascontiguousarray(rows.T)
        known = known_words(self.engine, self.plan.known)
        now = known.distance(rows)
        yield now
        for key in self.plan.order:
            block = block_of(key, self.engine.tiles)
            where = known.touched(by_kind, block)
            known.add(block)
            now = now.copy()
            now[where] = known.distance(rows[where])
            yield now

    def tables(self, sums: Sums) -> dict[str, pd.DataFrame]:
        plan, ways = self.plan, ("order", *(way.name for way in self.plan.ways))
        letters = rarest_letters(plan.known, plan.order)
        order = (
            {
                "place": place,
                "key": key,
                "words": spelled(self.words, key),
                "letter": letter,
                "letter_words": words,
                **mean("shanten_gain", *sums["order", place, "shanten_gain"]),
                **mean("tenpai_gain", *sums["order", place, "tenpai_gain"]),
                **mean("mean_shanten", *sums["order", place, "mean_shanten"]),
                **share("tenpai", *sums["order", place, "tenpai"][:2]),
            }
            for place, (key, (letter, words)) in enumerate(zip(plan.order, letters, strict=True), 1)
        )
        compared = [("known", 0), *((way, size) for size in self.stops for way in ways)]
        return {"order": frame(order), "compare": frame(_way(sums, *row) for row in compared)}


def _way(sums: Sums, way: str, words: int) -> dict[str, Any]:
    """A row of compare.csv."""
    row: dict[str, Any] = {"way": way, "words": words}
    for measure in ("mean_shanten", "tenpai", "shanten_gain", "behind"):
        together = sums.get(("compare", way, words, measure), (0, 0, 0))
        each = [*part(sums, "choice", way, words, measure).values()] or [together]
        row |= crossed(measure, together, each)
        if measure == "tenpai":
            ends = interval(row["tenpai"], row["tenpai_stderr"], together[0])
            row |= dict(zip(("tenpai_low", "tenpai_high"), ends, strict=True))
    return row


def known_words(engine: WordEngine, keys: Iterable[str] = ()) -> Known:
    """A judge of deals that knows only the words of these keys. Raises KanamjError for forms that it cannot judge."""
    from kanamj.engine.known_forms import known_blocks

    return known_blocks(engine, [block_of(key, engine.tiles) for key in keys])


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

    There are LEARNT keys, or all unknown keys if those are fewer. known: see `Order`; "" means KNOWN. If `known`
    is "" and the list is too short, or does not rank its words, there are no keys.

    The keys are chosen for this list and player, because one shipped order could not suit all. To be quick, they are
    chosen on few deals, and lazily (see `learning_order`).
    """
    try:
        asked = Order(
            lexicon, QUICK_DEALS, tiles=tiles, known=known or KNOWN, learn=1, candidates=QUICK_CANDIDATES
        )
        learn = min(LEARNT, QUICK_CANDIDATES, asked.unknown)
        return replace(asked, learn=learn).choose(lazy=True)
    except KanamjError:
        if known:
            raise
        return ()


def _compared(
    way: str, words: int, found: list[Numbers], start: Numbers, best: Numbers | None = None
) -> Iterator[tuple[Any, Numbers]]:
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
            yield from ((("choice", way, words, measure, i), one) for i, one in enumerate(each))
