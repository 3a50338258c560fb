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
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from kanamj.disk import sha256, sha256_of
from kanamj.engine.blocks import block_of
from kanamj.errors import KanamjError, LexiconError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.known import known_keys
from kanamj.studies.csvtext import Table
from kanamj.studies.deals import Deals, OnDeals
from kanamj.studies.learning_order import (
    Way,
    learning_order,
    other_ways,
    rarest_letters,
)
from kanamj.studies.result_folder import TableResults, command_again
from kanamj.studies.run import Chunk, ChunkResult
from kanamj.studies.values import FEWEST, known_blocks, spelled
from kanamj.tiles import TileSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import CountsArray
    from kanamj.engine.forms.many import Distances

KIND = "learning order"
TABLES = ("order", "compare")
CHUNK = 20_000
"""Deals per chunk. Judging them with all words of the order and by all other ways takes a second or two."""
MOST_CHOOSING = 100_000
"""The most deals on which words are chosen; memory grows with them."""
CHOOSING = 10**9
"""The random stream of the deals on which words are chosen. The other deals use their chunk numbers as streams."""
SIZES = (25, 50, 100, 200, 400)
"""The ways to choose words are compared after each of these numbers of learnt words, and after all words."""
MEASURES = ("shanten_gain", "tenpai_gain", "mean_shanten", "tenpai")
COLUMNS = (
    "place", "key", "words", "letter", "letter_words",
    *(name for measure in MEASURES for name in (measure, f"{measure}_stderr")),
)  # fmt: skip
COMPARED = ("mean_shanten", "tenpai", "shanten_gain", "behind")
COMPARE_COLUMNS = (
    "way", "words", *(name for measure in COMPARED for name in (measure, f"{measure}_stderr")),
)  # fmt: skip
KNOWN, LEARNT = "700", 100
"""By default a learner knows the KNOWN easiest words, and is taught LEARNT more."""
QUICK_DEALS, QUICK_CANDIDATES = 3_000, 400
"""How many deals and candidates are used to choose the words of a study sheet. That takes two seconds, or half a minute
if few words are known."""
Numbers: TypeAlias = "npt.NDArray[np.int64]"
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Order(OnDeals):
    """A study of which words a player should learn next. `kanamj.studies.run` says what a study is.

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

    kind: ClassVar[str] = KIND
    command: ClassVar[str] = "kanamj study order"

    def __post_init__(self) -> None:
        if self.deals.n < FEWEST:
            raise KanamjError(f"{self.deals.n} deal has no standard error; give {FEWEST} or more")
        if not 1 <= self.learn <= len(self.candidates):
            raise KanamjError(
                f"{self.learn:,} words cannot be chosen of {len(self.candidates):,} candidates; learn 1 to "
                f"{len(self.candidates):,}, or give more --candidates"
            )
        known_blocks(self.deals.engine())

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
        engine = self.deals.engine()
        rows = self.dealt(engine.batch, chunk)
        blocks = [block_of(key, self.deals.tiles) for key in self.candidates]
        vocabulary = known_blocks(engine, self.known)
        chosen = learning_order(vocabulary, rows, blocks, self.learn, lazy=lazy)
        return tuple(self.candidates[i] for i in chosen)

    @property
    def sizes(self) -> list[int]:
        """The numbers of learnt words after which the ways are compared."""
        return [*(size for size in SIZES if size < self.learn), self.learn]

    def work(self, chunk: Chunk) -> ChunkResult:
        """The record of a chunk, {"sums": {figure: [sum, sum of squares]}}. Each figure has one number per deal."""
        judge = _judge(self)
        rows = self.dealt(judge.engine.batch, chunk)
        sums = {
            what: [int(numbers.sum()), int((numbers * numbers).sum())] for what, numbers in judge.judged(rows)
        }
        return ChunkResult({"sums": sums})

    def tally(self) -> _Tally:
        return _Tally(self)

    def write(self, place: Path, result: TableResults) -> None:
        own = {"known": Path(self.told).name, "learn": self.learn, "candidates": len(self.candidates)}
        command = command_again(self.command, {**own, **self.deals.options()}, self.deals.extra)
        inputs = self.deals.inputs(readings=True)
        if Path(self.told).is_file():
            inputs[Path(self.told).name] = sha256_of(Path(self.told))
        result.write(place, KIND, command, inputs)

    @staticmethod
    def read(folder: Path) -> TableResults:
        """The results in a folder. Raises ManifestError as `TableResults.read` does."""
        return TableResults.read(folder, KIND, Order.command, TABLES)


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


class _Judge:
    """Judges deals after each learnt word of the chosen order, and after as many words of other ways."""

    def __init__(self, study: Order) -> None:
        self.study = study
        self.engine = study.deals.engine()

    def judged(self, rows: CountsArray) -> Iterator[tuple[str, Numbers]]:
        """Yield pairs (name of a figure, array of one number per deal).

        For a way that has several choices of words, there is one array for each choice, and one of their sums.
        """
        import numpy as np

        distances = [found.astype(np.int64) for found in self._learning(rows)]
        for place, now in enumerate(distances):
            before = distances[max(0, place - 1)]
            yield f"{place} shanten_gain", before - now
            yield f"{place} tenpai_gain", np.subtract(now <= 1, before <= 1, dtype=np.int64)
            yield f"{place} mean_shanten", now - 1
            yield f"{place} tenpai", (now <= 1).astype(np.int64)
        for way in self.study.ways:
            for size in self.study.sizes:
                found = [self._with(rows, choice[:size]) for choice in way.choices]
                yield from _compared(f"{way.name} {size}", found, distances[0], distances[size])
        for size in self.study.sizes:
            yield from _compared(f"order {size}", [distances[size]], distances[0], distances[size])

    def _learning(self, rows: CountsArray) -> Iterator[Distances]:
        """Yield the distances of the deals with the known words, then after each word that is learnt."""
        import numpy as np

        by_kind = np.ascontiguousarray(rows.T)
        vocabulary = known_blocks(self.engine, self.study.known)
        now = vocabulary.distance(rows)
        yield now
        for key in self.study.order:
            block = block_of(key, self.engine.tiles)
            where = vocabulary.touched(by_kind, block)
            vocabulary.add(block)
            now = now.copy()
            now[where] = vocabulary.distance(rows[where])
            yield now

    def _with(self, rows: CountsArray, keys: tuple[str, ...]) -> Numbers:
        """The distances of the deals with the known words and `keys`."""
        vocabulary = known_blocks(self.engine, (*self.study.known, *keys))
        return vocabulary.distance(rows).astype("int64")


def _compared(
    what: str, found: list[Numbers], start: Numbers, best: Numbers
) -> Iterator[tuple[str, Numbers]]:
    """Yield the figures of one way, as `_Judge.judged` does.

    what: the name of the way and a number of words. The others are distances of the deals. found: one array for each
    choice of words that the way has. start: before learning. best: with as many words of this study's order.
    """
    import numpy as np

    measured = {
        "mean_shanten": [one - 1 for one in found],
        "tenpai": [(one <= 1).astype(np.int64) for one in found],
        "shanten_gain": [start - one for one in found],
        "behind": [one - best for one in found],
    }
    for measure, each in measured.items():
        yield f"{what} {measure}", np.sum(each, axis=0)
        if len(each) > 1:
            yield from ((f"{what} {measure} {i}", one) for i, one in enumerate(each))


@lru_cache(maxsize=1)
def _judge(study: Order) -> _Judge:
    """The judge of a study. It is cached, because every chunk uses it."""
    return _Judge(study)


class _Tally:
    """Adds up sums and sums of squares, and returns means with their errors."""

    def __init__(self, study: Order) -> None:
        self.study = study
        self.n = 0
        self.sums: dict[str, tuple[int, int]] = {}

    def add(self, chunk: Chunk, record: Mapping[str, Any], files: Mapping[str, Path]) -> None:  # noqa: ARG002
        self.n += chunk.size
        for what, (total, squares) in record["sums"].items():
            so_far, squares_so_far = self.sums.get(what, (0, 0))
            self.sums[what] = so_far + total, squares_so_far + squares

    def result(self) -> TableResults:
        study, lexicon = self.study, self.study.deals.lexicon
        letters = rarest_letters(study.known, study.order)
        order = [
            [place, key, spelled(lexicon, key), *letter, *self._cells(str(place), MEASURES)]
            for place, (key, letter) in enumerate(zip(study.order, letters, strict=True), 1)
        ]
        ways = [Way("order", ((),)), *study.ways]
        compare = [
            [way.name, size, *self._cells(f"{way.name} {size}", COMPARED, len(way.choices))]
            for size in study.sizes
            for way in ways
        ]
        nothing = ["known", 0, *self._cells("0", ("mean_shanten", "tenpai")), 0, 0, None, None]
        tables = {"order": Table(COLUMNS, order), "compare": Table(COMPARE_COLUMNS, [nothing, *compare])}
        return TableResults(study.parameters(), tables)

    def _cells(self, what: str, measures: tuple[str, ...], choices: int = 1) -> list[float]:
        """The mean and the standard error of each measure. choices: over how many choices `judged` summed.

        what: how the names of the figures begin, such as "12" (a place) or "order 50" (a way and a number of words).
        Other deals and other choices would both give another mean, so the variance has a part of each.
        """
        cells = []
        for measure in measures:
            total, squares = self.sums[f"{what} {measure}"]
            mean = total / self.n
            variance = max(0.0, squares / self.n - mean**2) / self.n / choices**2
            if choices > 1:
                variance += self._spread(f"{what} {measure}", choices) / choices
            cells += [mean / choices, math.sqrt(variance)]
        return [round(cell, 8) for cell in cells]

    def _spread(self, figure: str, choices: int) -> float:
        """The variance of a figure's mean from choice to choice, without what comes from the sample of deals.

        Deals and choices are crossed: each choice is judged on each deal. So this is the variance component of the
        choices in an analysis of variance by two factors without repetition.
        """
        n, (total, squares) = self.n, self.sums[figure]
        each = [self.sums[f"{figure} {i}"] for i in range(choices)]
        grand = total / n / choices
        of_choices = sum((one / n - grand) ** 2 for one, _ in each) / (choices - 1)
        by_choice = sum((one / n) ** 2 for one, _ in each) * n
        rest = sum(two for _, two in each) - squares / choices - by_choice + n * choices * grand**2
        return max(0.0, of_choices - rest / (choices - 1) / (n - 1) / n)
