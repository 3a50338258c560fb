"""A study of which words to learn next. The words are chosen on some deals and judged on others.

`order.csv`, the first to learn first: place, key, words; letter, letter_words (the word's letter that fewest of the
words known by then have, and how many have it); shanten_gain (how much this word lowers the mean shanten, beside
those before it), tenpai_gain (how much it raises the share of deals at tenpai or better), mean_shanten and tenpai after
it; each with its standard error.

`compare.csv`: as many words by other ways. way, words, mean_shanten, tenpai, shanten_gain (against the words known
before) and behind (the mean shanten less that of as many words by this order). All are measured on the same deals, and
the error of a difference is computed from its values per deal.

If the known words cannot fill the form, the distance of a hand is the number of tiles of the form.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from kanamj.disk import sha256, sha256_of
from kanamj.errors import KanamjError, LexiconError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.known import known_keys
from kanamj.results import Manifest
from kanamj.studies.csvtext import Table, csv_text, read_table
from kanamj.studies.deals import Deals
from kanamj.studies.learning_order import (
    Way,
    learning_order,
    other_ways,
    rarest_letters,
)
from kanamj.studies.result_folder import command_again, parameters_of, write_results
from kanamj.studies.run import Chunk, ChunkResult
from kanamj.studies.values import FEWEST, block_of, hashes_of, known_blocks, options_of, spelled
from kanamj.tiles import TileSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import CountsArray
    from kanamj.engine.forms.many import Distances

KIND = "learning order"
ORDER, COMPARE = "order.csv", "compare.csv"
CHUNK = 20_000
"""Deals judged in one go, by all words of the order and all other ways: a second or two."""
MOST_CHOOSING = 100_000
"""Deals that words are chosen on, at most: memory grows with them."""
CHOOSING = 10**9
"""The random stream of the deals that choose. Deals that judge have the number of their chunk as stream."""
SIZES = (25, 50, 100, 200, 400)
"""Numbers of words at which the ways are compared, and all that are learnt."""
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
"""What a learner knows by default, and how many words are taught."""
QUICK_DEALS, QUICK_CANDIDATES = 3_000, 400
"""Deals and candidates that choose the words of a sheet: in two seconds, or in half a minute if few words are known."""
Numbers: TypeAlias = "npt.NDArray[np.int64]"
log = logging.getLogger(__name__)


class OrderResults(NamedTuple):
    """The rows of `order.csv` and `compare.csv`."""

    parameters: Mapping[str, Any]
    order: Table
    compare: Table


@dataclass(frozen=True)
class Order:
    """The words to learn for a player who knows some. It is a study (see `kanamj.studies.run`).

    deals: the deals that judge, of one form that has quick kernels. known, candidates: keys. learn: how many candidates
    are chosen. ways: other choices of as many words. told: the value of --known. chosen: the order, if it is known.
    `next_words` makes this study. Raises KanamjError for other forms, too few deals, or more to learn than there is.
    """

    deals: Deals
    known: tuple[str, ...]
    candidates: tuple[str, ...]
    learn: int
    ways: tuple[Way, ...] = ()
    told: str = field(default="", compare=False)
    chosen: tuple[str, ...] = field(default=(), compare=False)

    kind: ClassVar[str] = KIND

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
        dealt = {name: value for name, value in self.deals.parameters().items() if name != "sample"}
        return {
            **dealt,
            "known": len(self.known),
            "known_sha256": sha256("\n".join(self.known)),
            "learn": self.learn,
            "candidates": len(self.candidates),
        }

    @property
    def chunk_count(self) -> int:
        return self.deals.chunk_count

    def chunk(self, number: int) -> Chunk:
        return self.deals.chunk(number)

    def sent(self) -> Order:
        """The study as workers need it: the words are chosen, so workers only judge."""
        return replace(self, deals=self.deals.sent(), chosen=self.order)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The keys in the order in which to learn them; computed once, in seconds."""
        return self.chosen or self.choose()

    def choose(self, *, lazy: bool = False) -> tuple[str, ...]:
        """The keys in the order in which to learn them. lazy: see `learning_order`."""
        from kanamj.engine.batch import deal_state

        deals = min(self.deals.n, MOST_CHOOSING)
        log.info(f"choosing {self.learn} of {len(self.candidates)} words on {deals:,} deals")
        engine, state = self.deals.engine(), deal_state(self.deals.seed, CHOOSING)
        rows, _ = engine.batch.deal_rows(self.deals.hand, deals, state)
        blocks = [block_of(key, self.deals.tiles) for key in self.candidates]
        vocabulary = known_blocks(engine, self.known)
        chosen = learning_order(vocabulary, rows, blocks, self.learn, lazy=lazy)
        return tuple(self.candidates[i] for i in chosen)

    @property
    def sizes(self) -> list[int]:
        """Numbers of words at which the ways are compared."""
        return [*(size for size in SIZES if size < self.learn), self.learn]

    def work(self, chunk: Chunk) -> ChunkResult:
        """The record {"sums": {what: [sum, sum of squares]}}; each sum is over one number per deal."""
        from kanamj.engine.batch import deal_state

        judge = _judge(self)
        rows, _ = judge.engine.batch.deal_rows(
            self.deals.hand, chunk.size, deal_state(self.deals.seed, chunk.number)
        )
        sums = {
            what: [int(numbers.sum()), int((numbers * numbers).sum())] for what, numbers in judge.judged(rows)
        }
        return ChunkResult({"sums": sums})

    def tally(self) -> _Tally:
        return _Tally(self)

    def write(self, place: Path, result: OrderResults) -> None:
        own = {"known": Path(self.told).name, "learn": self.learn, "candidates": len(self.candidates)}
        command = command_again("study order", {**own, **options_of(self.deals)}, self.deals.extra)
        files = {ORDER: csv_text(*result.order), COMPARE: csv_text(*result.compare)}
        inputs = hashes_of(self.deals)
        if Path(self.told).is_file():
            inputs[Path(self.told).name] = sha256_of(Path(self.told))
        write_results(place, KIND, command, result.parameters, files, inputs)

    def read(self, folder: Path) -> tuple[OrderResults, Mapping[str, Any]]:
        found = read_order(folder)
        return found, found.parameters


def read_order(folder: Path) -> OrderResults:
    """The results in a folder. ManifestError if there are none, or a file is not what the manifest says."""
    manifest = Manifest.of_results(folder, KIND, "kanamj study order")
    return OrderResults(parameters_of(manifest), read_table(folder / ORDER), read_table(folder / COMPARE))


def next_words(
    lexicon: Lexicon, n: int, known: str = KNOWN, learn: int = LEARNT, candidates: int = 700, **chosen: Any
) -> Order:
    """The study of n deals.

    known: how many of the easiest words the player knows, or a file of words. candidates: how many of the easiest other
    words to choose from. chosen: further arguments of `Deals`. Raises what `Deals` and `known_keys` raise.
    """
    deals = Deals(lexicon, n, sample=0, chunk_size=CHUNK, **chosen)
    if learn < 1 or candidates < 1:
        raise KanamjError(f"{learn} of {candidates} words cannot be learnt; give 1 or more")
    keys, unknown = _known_and_not(deals, known)
    if learn > len(unknown):
        raise KanamjError(
            f"{learn:,} words cannot be learnt; beside the {len(keys):,} known ones {lexicon.name} has "
            f"{len(unknown):,}"
        )
    among = tuple(unknown[:candidates])
    ways = other_ways(lexicon, unknown, among, min(learn, len(among)), deals.seed)
    return Order(deals, tuple(keys), among, learn, ways, told=known)


def _known_and_not(deals: Deals, known: str) -> tuple[list[str], list[str]]:
    """The keys that a player knows, and the keys left to learn, the easiest first. KanamjError if there are none."""
    lexicon, letters = deals.lexicon, deals.tiles.index.keys()
    sizes = sorted({length for form in deals.forms for length in form.lengths})
    ranked = [key for key in lexicon.easiest_keys(*sizes) if letters >= {*key}]
    if known.isdecimal() and not any(lexicon.ease(key) >= 0 or lexicon.cost(key) >= 0 for key in ranked):
        raise LexiconError(
            f"{lexicon.name} does not say which words people learn first (no words.tsv with ease or cost); give the "
            "words that are known in a file: --known FILE"
        )
    keys = [key for key in known_keys(lexicon, known, sizes) if letters >= {*key}]
    left = {*ranked} - {*keys}
    if not left:
        raise KanamjError(f"all {len(ranked):,} words of {lexicon.name} are known; there is nothing to learn")
    return keys, [key for key in ranked if key in left]


def worth_learning(lexicon: Lexicon, tiles: TileSet, known: str = "") -> tuple[str, ...]:
    """The keys that a study sheet and cards teach, the most useful first: LEARNT, or all that are unknown if these are
    fewer. known: see `next_words`; "" means KNOWN.

    They are computed for this list, lazily and on few deals, because a shipped order would suit one list and one
    player. If `known` is "" and the list is too short, or does not rank its words, there are no keys.
    """
    try:
        _, unknown = _known_and_not(Deals(lexicon, QUICK_DEALS, tiles=tiles), known or KNOWN)
        learn = min(LEARNT, len(unknown))
        study = next_words(lexicon, QUICK_DEALS, known or KNOWN, learn, QUICK_CANDIDATES, tiles=tiles)
    except KanamjError:
        if known:
            raise
        return ()
    return study.choose(lazy=True)


class _Judge:
    """Judges deals with every number of words learnt, in the order chosen and by other ways."""

    def __init__(self, study: Order) -> None:
        self.study = study
        self.engine = study.deals.engine()

    def judged(self, rows: CountsArray) -> Iterator[tuple[str, Numbers]]:
        """Pairs (name of a figure, one number per deal). A way with several choices has the sum over its choices."""
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
        """The distances with the known words, then after each word that is learnt."""
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
        """The distances with the known words and `keys`."""
        vocabulary = known_blocks(self.engine, (*self.study.known, *keys))
        return vocabulary.distance(rows).astype("int64")


def _compared(
    what: str, found: list[Numbers], start: Numbers, best: Numbers
) -> Iterator[tuple[str, Numbers]]:
    """The numbers of a way. found: distances by each of its choices; start: before learning; best: by the order."""
    import numpy as np

    total = np.sum(found, axis=0)
    yield f"{what} mean_shanten", total - len(found)
    yield f"{what} tenpai", np.sum([one <= 1 for one in found], axis=0, dtype=np.int64)
    yield f"{what} shanten_gain", len(found) * start - total
    yield f"{what} behind", total - len(found) * best


@lru_cache(maxsize=1)
def _judge(study: Order) -> _Judge:
    """The judge, kept from chunk to chunk."""
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

    def result(self) -> OrderResults:
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
        return OrderResults(
            study.parameters(), Table(COLUMNS, order), Table(COMPARE_COLUMNS, [nothing, *compare])
        )

    def _cells(self, what: str, measures: tuple[str, ...], choices: int = 1) -> list[float]:
        """Mean and standard error of each measure."""
        cells = []
        for measure in measures:
            total, squares = self.sums[f"{what} {measure}"]
            mean = total / self.n
            variance = max(0.0, squares / self.n - mean**2)
            cells += [mean / choices, math.sqrt(variance / self.n) / choices]
        return [round(cell, 8) for cell in cells]
