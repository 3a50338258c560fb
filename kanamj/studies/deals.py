"""Random deals, judged: how near to complete a hand is before anyone has drawn a tile.

The deals are cut into chunks, each with a random stream of its own, so what is counted depends on
the seed and the number of deals only: not on who counts a chunk, in which order, or on interruptions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine import WordEngine
from kanamj.engine.hand import UNREACHABLE, Copies
from kanamj.errors import HandSizeError, KanamjError, LexiconError
from kanamj.forms import Form, parse_forms
from kanamj.lexicon import Lexicon
from kanamj.manifest import package_version
from kanamj.studies.checkpoint import Checkpoint
from kanamj.studies.dealt import Dealt
from kanamj.studies.executors import Workers, open_workers, work_through
from kanamj.tiles import HIRAGANA_120, TileSet

if TYPE_CHECKING:
    from kanamj.engine.batch import Batch

CHUNK = 250_000
"""Deals a chunk: a quarter of a second, so progress shows early and little is lost; 4,000 for 10^9 deals."""
SLOW_CHUNK = 1_000
"""The same for forms that no kernel holds, such as seven pairs: a millisecond or two a deal."""
SAMPLE = 10_000
"""Hands whose accepts are looked at: shares are good to half a percent, and it takes seconds, not minutes."""
PRELOAD = ("kanamj.studies.warm",)
"""What worker processes import first (see `executors.open_workers`)."""
GENERATOR = "xoshiro256++ from SeedSequence(seed, spawn_key=(chunk,))"
MOST_DEALS = 10**12


class Chunk(NamedTuple):
    """The deals one stream gives; of the first `sample` of them the accepts are counted."""

    number: int
    deals: int
    sample: int


@dataclass(frozen=True)
class Deals:
    """What is dealt and how it is judged: `n` deals of `hand` tiles (0: as many as the largest form has).

    sample: of how many of the n deals the accepts are counted.
    Raises HandSizeError, FormError, LexiconError or KanamjError for what cannot be dealt or judged.
    """

    lexicon: Lexicon = field(hash=False)
    n: int
    seed: int = 1
    hand: int = 0
    tiles: TileSet = HIRAGANA_120
    forms: tuple[Form, ...] = (Form("33332"),)
    copies: Copies = "strict"
    sample: int = SAMPLE

    def __post_init__(self) -> None:
        object.__setattr__(self, "forms", parse_forms(self.forms))
        fits = tuple(sorted({form.tiles - less for form in self.forms for less in (0, 1)}))
        if not self.hand:
            object.__setattr__(self, "hand", fits[-1])
        if self.tiles.notation != "kana":
            raise KanamjError(
                f"{self.tiles.name} needs no deals: kanamj exact counts all hands of ordinary mahjong"
            )
        if not 1 <= self.n <= MOST_DEALS:
            raise KanamjError(f"{self.n} deals cannot be counted; give 1 to {MOST_DEALS:,}")
        if self.seed < 0:
            raise KanamjError(f"seed {self.seed} is negative; give 0 or more")
        if self.sample < 0:
            raise KanamjError(f"a sample of {self.sample} hands cannot be taken; give 0 or more")
        if self.hand not in fits:
            raise HandSizeError(
                f"form {self.digits} is judged with {' or '.join(map(str, fits))} tiles, not {self.hand}",
                self.hand,
                fits,
            )
        if self.hand > self.tiles.tiles:
            raise KanamjError(f"{self.tiles.name} has {self.tiles.tiles} tiles; {self.hand} cannot be dealt")
        engine = self.engine()
        for form in self.forms:
            for size in form.sizes:
                if not engine.setting.blocks.by_size.get(size):
                    raise LexiconError(
                        f"{self.lexicon.name} has no word of {size} letters that {self.tiles.name} can spell; "
                        f"form {form} needs some"
                    )

    @property
    def digits(self) -> str:
        """The forms, joined by commas."""
        return ",".join(form.digits for form in self.forms)

    def engine(self) -> WordEngine:
        """The engine that judges the hands."""
        return WordEngine(self.lexicon, self.tiles, self.forms, self.copies)

    def parameters(self) -> dict[str, Any]:
        """All that the counts depend on, as plain values."""
        return {
            "n": self.n,
            "seed": self.seed,
            "hand": self.hand,
            "forms": self.digits,
            "tiles": self.tiles.name,
            "copies": self.copies,
            "lexicon": self.lexicon.name,
            "lexicon_sha256": self.lexicon.sha256,
            "sample": self.sample,
            "chunk": self.chunk,
            "generator": GENERATOR,
            "version": package_version(),
        }

    @property
    def chunk(self) -> int:
        """Deals a chunk; it follows from the forms alone."""
        quick = all({*form.sizes} <= {2, 3} and form.sizes.count(2) <= 1 for form in self.forms)
        return CHUNK if quick else SLOW_CHUNK

    @property
    def chunk_count(self) -> int:
        return -(-self.n // self.chunk)

    def chunks(self) -> Iterator[Chunk]:
        """The chunks of a run. They follow from n and sample alone.

        >>> from kanamj.lexicon import load_lexicon
        >>> list(Deals(load_lexicon(), 600_000, sample=100).chunks())
        [Chunk(number=0, deals=250000, sample=41), Chunk(number=1, deals=250000, sample=42), \
Chunk(number=2, deals=100000, sample=17)]
        """
        sample = min(self.sample, self.n)
        for number in range(self.chunk_count):
            start, end = number * self.chunk, min(self.n, (number + 1) * self.chunk)
            yield Chunk(number, end - start, sample * end // self.n - sample * start // self.n)


def simulate(
    deals: Deals,
    workers: Callable[[], AbstractContextManager[Workers]] = open_workers,
    checkpoint: Checkpoint | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Dealt:
    """What the deals came to.

    workers: what opens the executor, such as `partial(open_workers, 2)`; not called when nothing is left to do.
    checkpoint: chunks in it are taken as done, and each new one is put there before it counts. progress: called
    with the number of deals of each chunk as it is done, first with those of the checkpoint together.

    >>> from kanamj.lexicon import load_lexicon
    >>> dealt = simulate(Deals(load_lexicon(), 1000, hand=8, forms=("332",), sample=0))
    >>> sum(dealt.counts.values())
    1000
    """
    counts: Counter[int] = Counter()
    accepts: Counter[tuple[int, int]] = Counter()

    def take(chunk: Chunk, record: dict[str, Any]) -> None:
        tally = Dealt.from_record({}, record)
        if sum(tally.counts.values()) != chunk.deals:
            raise KanamjError(f"chunk {chunk.number} of the checkpoint is damaged. Start over with --replace")
        counts.update(tally.counts)
        accepts.update(tally.accepts)

    left = []
    done = checkpoint.done if checkpoint else {}
    for chunk in deals.chunks():
        if chunk.number in done:
            take(chunk, done[chunk.number])
        else:
            left.append(chunk)
    if counts:
        progress(sum(counts.values()))
    if left:
        with workers() as opened:
            for chunk, record in work_through(opened, partial(count_chunk, _sent(deals)), left):
                if checkpoint:
                    checkpoint.add(chunk.number, record)
                take(chunk, record)
                progress(chunk.deals)
    return Dealt(deals.parameters(), dict(sorted(counts.items())), dict(sorted(accepts.items())))


def _sent(deals: Deals) -> Deals:
    """The deals as workers need them: the lexicon without folder, readings, and words of other lengths."""
    sizes = {size for form in deals.forms for size in form.sizes}
    grams = {size: rows for size, rows in deals.lexicon.grams.items() if size in sizes}
    return replace(deals, lexicon=Lexicon(deals.lexicon.name, grams))


def count_chunk(deals: Deals, chunk: Chunk) -> dict[str, Any]:
    """The record of a chunk: {"counts": {shanten: hands}, "accepts": {shanten: {kinds: hands}}}."""
    from kanamj.engine.batch import HISTOGRAM, deal_state

    batch = _batch(deals)
    histogram, _ = batch.deal_and_count(deals.hand, chunk.deals, deal_state(deals.seed, chunk.number))
    distances = [*range(HISTOGRAM - 1), UNREACHABLE]
    counts = {distance - 1: int(hands) for distance, hands in zip(distances, histogram, strict=True) if hands}
    accepts: dict[int, Counter[int]] = {}
    for shanten, kinds in _accepts(batch, deals, chunk):
        accepts.setdefault(shanten, Counter())[kinds] += 1
    return {"counts": _texts(counts), "accepts": {str(at): _texts(accepts[at]) for at in sorted(accepts)}}


def _accepts(batch: Batch, deals: Deals, chunk: Chunk) -> list[tuple[int, int]]:
    """Shanten, and how many kinds lower the distance, of the first hands of the chunk that miss a tile; of a
    full-sized hand after its best discard."""
    import numpy as np

    from kanamj.engine.batch import deal_state

    rows, _ = batch.deal_rows(deals.hand, chunk.sample, deal_state(deals.seed, chunk.number))
    if deals.hand in {form.tiles for form in deals.forms}:
        distances = batch.distance(rows)
        rows, distances = rows[distances > 0], distances[distances > 0]
        kinds = batch.best_discards(rows, unseen=np.ones(rows.shape, np.int32)).tiles
    else:
        distances, marks = batch.accepts(rows)
        kinds = marks.sum(axis=1)
    shanten = distances.astype(int) - 1
    return [pair for pair in zip(shanten.tolist(), kinds.tolist(), strict=True) if pair[0] != UNREACHABLE - 1]


def _texts(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


@lru_cache(maxsize=1)
def _batch(deals: Deals) -> Batch:
    """The judge of many hands, kept from chunk to chunk; a worker is handed the lexicon anew with each."""
    return deals.engine().batch
