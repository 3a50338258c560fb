"""A study of random deals: how near to complete a hand is before anyone has drawn a tile.

The deals are cut into chunks, and each chunk has its own random stream. So the counts depend only on the seed and the
number of deals. They do not depend on which worker counts a chunk, on the order of chunks, or on interruptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from kanamj.engine import WordEngine
from kanamj.engine.forms import Form, parse_forms
from kanamj.engine.hand import UNREACHABLE, Copies
from kanamj.errors import HandSizeError, KanamjError, LexiconError
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__
from old.deal_results import PARAMETERS, TABLES, DealResults
from old.study import Chunk, Study, word_hashes
from old.sums import Name, Sums, Totals
from old.tables import Declared

if TYPE_CHECKING:
    from kanamj.engine.batch import Batch, CountsArray

CHUNK = 250_000
"""Deals per chunk. They take a quarter of a second, so progress shows early, and a stop loses little. 10^9 deals are
4,000 chunks."""
SLOW_CHUNK = 1_000
"""Deals per chunk for forms without a quick kernel. Judging a deal then takes up to some milliseconds."""
SAMPLE = 10_000
"""How many hands are sampled by default, to count what they accept. It takes seconds. The share of
the sampled hands that have some property then has a standard error of at most half a percent."""
MOST_HANDS = 10**12
AT_ONCE, IN_VAIN = 500, 1_000_000
"""Hands that are dealt at once, and how many are dealt in vain, where hands of a shanten are looked for."""
GENERATOR = "xoshiro256++ from SeedSequence(seed, spawn_key=(chunk,))"


@dataclass(frozen=True)
class Deals(Study):
    """A study of `n` random deals: `run(Deals(…), open_workers)` returns `DealResults` (see `old.run`).

    hand: tiles per deal; 0 means as many as the largest form has. sample: for how many of the deals accepts are
    counted, too. chunk_size: deals per chunk; 0 means CHUNK or SLOW_CHUNK, as the forms need. extra: files of
    the user's own words in the lexicon, for the manifest.

    Raises HandSizeError, FormError, LexiconError or KanamjError if the hands cannot be dealt or judged.
    """

    lexicon: Lexicon = field(hash=False)
    n: int
    seed: int = 1
    hand: int = 0
    tiles: TileSet = HIRAGANA_120
    forms: tuple[Form, ...] = (Form("33332"),)
    copies: Copies = "strict"
    sample: int = SAMPLE
    chunk_size: int = 0
    extra: tuple[Path, ...] = field(default=(), compare=False)

    kind = "deals"
    command = "kanamj simulate deals"
    tables = TABLES
    results = DealResults
    needs = PARAMETERS
    title = "The first hand, dealt"
    about = "The shanten of random hands, shares with 95 % intervals. ± is the standard error of the mean."

    def __post_init__(self) -> None:
        object.__setattr__(self, "forms", parse_forms(self.forms))
        fits = tuple(sorted({form.tiles - less for form in self.forms for less in (0, 1)}))
        if not self.hand:
            object.__setattr__(self, "hand", fits[-1])
        if self.tiles.notation != "kana":
            raise KanamjError(
                f"{self.tiles.name} needs no deals: kanamj exact counts all hands of ordinary mahjong"
            )
        if not 1 <= self.n <= MOST_HANDS:
            raise KanamjError(f"{self.n} deals cannot be counted; give 1 to {MOST_HANDS:,}")
        if self.seed < 0:
            raise KanamjError(f"seed {self.seed} is negative; give 0 or more")
        if self.sample < 0:
            raise KanamjError(f"a sample of {self.sample} hands cannot be taken; give 0 or more")
        if self.hand not in fits:
            raise HandSizeError(
                f"form {self.names} is judged with {' or '.join(map(str, fits))} tiles, not {self.hand}",
                tiles=self.hand,
                fits=fits,
            )
        if self.hand > self.tiles.tiles:
            raise KanamjError(
                f"{self.tiles.name} has {self.tiles.tiles} tiles, so {self.hand} cannot be dealt; give a larger set"
            )
        engine = self.engine()
        for form in self.forms:
            for size in form.lengths:
                if not engine.blocks.by_size.get(size):
                    raise LexiconError(
                        f"{self.lexicon.name} has no word of {size} letters that {self.tiles.name} can spell; "
                        f"form {form} needs them. Give another list or form"
                    )
        if not self.chunk_size:
            object.__setattr__(self, "chunk_size", CHUNK if engine.batch.quick else SLOW_CHUNK)

    @property
    def names(self) -> str:
        """The forms, joined by commas."""
        return ",".join(form.name for form in self.forms)

    def engine(self) -> WordEngine:
        """The engine that judges the hands."""
        return WordEngine(self.lexicon, self.tiles, self.forms, self.copies)

    @cached_property
    def batch(self) -> Batch:
        """The judge of many hands; every chunk uses it."""
        return self.engine().batch

    def parameters(self) -> dict[str, Any]:
        """Everything that the counts depend on, as plain values."""
        return {
            "n": self.n,
            "seed": self.seed,
            "hand": self.hand,
            "forms": self.names,
            "tiles": self.tiles.name,
            "copies": self.copies,
            "lexicon": self.lexicon.name,
            "lexicon_sha256": self.lexicon.sha256,
            "sample": self.sample,
            "chunk": self.chunk_size,
            "generator": GENERATOR,
            "version": __version__,
        }

    def sampled(self, chunk: Chunk) -> int:
        """The number of deals in a chunk whose accepts are counted. These are the first deals of the chunk.

        >>> from kanamj.lexicon import load_lexicon
        >>> deals = Deals(load_lexicon(), 600_000, sample=100)
        >>> [(deals.chunk(i).size, deals.sampled(deals.chunk(i))) for i in range(deals.chunk_count)]
        [(250000, 41), (250000, 42), (100000, 17)]
        """
        sample, start = min(self.sample, self.n), chunk.number * self.chunk_size
        return sample * (start + chunk.size) // self.n - sample * start // self.n

    def sent(self, *, readings: bool = False) -> Deals:
        """The study as it is sent to workers; see `Lexicon.sent`."""
        return replace(self, lexicon=self.lexicon.sent(self.sizes, readings=readings), extra=())

    @property
    def sizes(self) -> list[int]:
        """The lengths of the words that the forms need, ascending."""
        return sorted({length for form in self.forms for length in form.lengths})

    def options(self) -> dict[str, object]:
        given = self.parameters()
        names = {"n": "n", "hand": "hand", "form": "forms"}
        names |= {name: name for name in ("tiles", "copies", "lexicon", "seed", "sample")}
        return {name: given[of] for name, of in names.items()}

    def chosen(self) -> dict[str, object]:
        """Name -> value of the options of another command that makes these deals.

        form, tiles and copies are left out if they have their defaults.
        """
        options: dict[str, object] = {"n": self.n, "hand": self.hand}
        options |= {"form": self.names} if self.names != "33332" else {}
        options |= {"tiles": self.tiles.name} if self.tiles != HIRAGANA_120 else {}
        options |= {"copies": self.copies} if self.copies != "strict" else {}
        return {**options, "lexicon": self.lexicon.name, "seed": self.seed}

    def inputs(self, *, readings: bool = False) -> dict[str, str]:
        """File name -> SHA-256, for each file that the words were read from. readings: see `word_hashes`."""
        return word_hashes(self.lexicon, self.sizes, self.extra, readings=readings)

    def sums(self, chunk: Chunk) -> Sums:
        from kanamj.engine.batch import deal_state

        distances, _ = self.batch.deal_distances(self.hand, chunk.size, deal_state(self.seed, chunk.number))
        for distance, hands in enumerate(np.bincount(distances).tolist()):
            if hands:
                yield ("counts", distance - 1, "hands"), hands
        for shanten, kinds in _accepts(self, chunk):
            of = ("waits",) if shanten == 0 else ("accepts", shanten)
            yield (*of, kinds, "hands"), 1

    def rows(self, table: Declared, sums: Totals) -> Iterable[Name]:
        """Of the counts: each shanten from the least to the greatest, even if no hand has it."""
        found = super().rows(table, sums)
        if table.name != "counts":
            return found
        reached = [shanten for (shanten,) in found if shanten != UNREACHABLE - 1]
        classes = [*range(min(reached), max(reached) + 1)] if reached else []
        return [(shanten,) for shanten in (*classes, *[UNREACHABLE - 1] * (len(reached) < len([*found])))]

    def left_out(self, sums: Totals) -> Iterable[str]:
        """waits and accepts, if no sampled hand has either."""
        names = ("waits", "accepts")
        return () if any(sums.rows(name) for name in names) else names


@dataclass(frozen=True)
class OnDeals(Study):
    """The base class of other studies of deals: their chunks are those of `deals`.

    readings: True if workers need what the list says of its words, such as how easy they are.
    """

    deals: Deals

    readings: ClassVar[bool] = False

    @cached_property
    def engine(self) -> WordEngine:
        """The engine that judges the hands."""
        return self.deals.engine()

    def sent(self) -> Self:
        return replace(self, deals=self.deals.sent(readings=self.readings))

    @property
    def extra(self) -> tuple[Path, ...]:
        return self.deals.extra

    def options(self) -> dict[str, object]:
        return self.deals.chosen()

    def inputs(self) -> dict[str, str]:
        return self.deals.inputs(readings=True)

    def parameters(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain values."""
        return {name: value for name, value in self.deals.parameters().items() if name != "sample"}

    @property
    def chunk_count(self) -> int:
        return self.deals.chunk_count

    def chunk(self, number: int) -> Chunk:
        return self.deals.chunk(number)

    def dealt(self, chunk: Chunk, tiles: int = 0) -> CountsArray:
        """The hands of a chunk, (chunk.size, K) uint8. tiles: the tiles of a hand; 0 as many as the deals have."""
        from kanamj.engine.batch import deal_state

        state = deal_state(self.deals.seed, chunk.number)
        return self.engine.batch.deal_rows(tiles or self.deals.hand, chunk.size, state)[0]

    def dealt_at(self, shanten: int, chunk: Chunk, engine: WordEngine) -> Iterator[tuple[int, CountsArray]]:
        """The first hands of a shanten that are dealt, as many as the chunk has, each with its place among the deals.

        Raises KanamjError if IN_VAIN deals have none.
        """
        from kanamj.engine.batch import deal_state

        start, found, state = 0, 0, deal_state(self.deals.seed, chunk.number)
        while found < chunk.size:
            rows, state = engine.batch.deal_rows(self.deals.hand, AT_ONCE, state)
            for place in (engine.shanten_many(rows) == shanten).nonzero()[0][: chunk.size - found]:
                yield start + int(place), rows[place]
                found += 1
            start += AT_ONCE
            if not found and start >= IN_VAIN:
                raise KanamjError(f"none of {start:,} deals has shanten {shanten}; give a larger --lexicon")


def _accepts(deals: Deals, chunk: Chunk) -> list[tuple[int, int]]:
    """A pair (shanten, number of kinds that lower the distance) for each hand of a chunk's sample that is not complete.

    If a hand has as many tiles as a form, the kinds are counted after its best discard. Hands that cannot fill a form
    are left out.
    """
    from kanamj.engine.batch import deal_state

    batch, sampled, state = deals.batch, deals.sampled(chunk), deal_state(deals.seed, chunk.number)
    rows, _ = batch.deal_rows(deals.hand, sampled, state)
    if deals.hand in {form.tiles for form in deals.forms}:
        distances, _ = batch.deal_distances(deals.hand, sampled, state)  # by the kernel that counts the deals
        rows, distances = rows[distances > 0], distances[distances > 0]
        kinds = batch.best_discards(rows, unseen=np.ones(rows.shape, np.int32)).tiles
    else:
        distances, marks = batch.accepts(rows)
        kinds = marks.sum(axis=1)
    shanten = distances.astype(int) - 1
    return [pair for pair in zip(shanten.tolist(), kinds.tolist(), strict=True) if pair[0] != UNREACHABLE - 1]
