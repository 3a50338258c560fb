"""A study of random deals: how near to complete a hand is before anyone has drawn a tile.

    counts.csv     shanten,count,share,stderr,low,high     all deals; 95 % interval of Wilson
    waits.csv      kinds,count,share                       sampled tenpai hands, by number of kinds waited for
    accepts.csv    shanten,kinds,count,share               other sampled hands, by number of kinds they accept

If a hand has as many tiles as a form, its kinds are counted after its best discard: a discard that keeps its distance,
and after which most kinds lower the distance. Shares in waits.csv and accepts.csv are of the sampled hands of that
shanten.

The deals are cut into chunks, and each chunk has its own random stream. So the counts depend only on the seed and the
number of deals. They do not depend on which worker counts a chunk, on the order of chunks, or on interruptions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kanamj.disk import sha256
from kanamj.engine import WordEngine
from kanamj.engine.forms import BlockForm, Form, parse_forms
from kanamj.engine.hand import UNREACHABLE, UNREACHABLE_SHANTEN, Copies
from kanamj.errors import (
    FileFormatError,
    HandSizeError,
    KanamjError,
    LexiconError,
    ManifestError,
    Message,
    brief,
    check_whole,
    joined,
)
from kanamj.lexicon import DEFAULT, Lexicon, load_lexicon
from kanamj.lexicon.files import read_bytes
from kanamj.lexicon.shelf import files_of, way_to
from kanamj.lexicon.tile_file import file_of_tiles, tiles_of
from kanamj.studies.base import Results, Study, Sums, word_hashes
from kanamj.studies.figures import Figures, mean, part, share
from kanamj.studies.frames import frame
from kanamj.studies.stats import Proportion
from kanamj.text import shown
from kanamj.tiles import HIRAGANA_120, TileSet
from kanamj.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from kanamj.engine.batch import Asked, Batch, CountsArray

DEALS_PER_CHUNK = 250_000
"""Deals per chunk. They take a quarter of a second, so progress shows early, and a stop loses little. 10^9 deals are
4,000 chunks."""
SLOW_DEALS_PER_CHUNK = 1_000
"""Deals per chunk for forms without a quick kernel. Judging a deal then takes up to some milliseconds."""
SAMPLE = 10_000
"""By default a tenth of the deals, and at most so many, are sampled to count what they accept. It takes seconds. The
share of 10,000 hands that have some property has a standard error of at most half a percent."""
MOST_HANDS = 10**12
AT_ONCE, IN_VAIN = 500, 1_000_000
"""Hands that are dealt at once, and how many are dealt in vain, where hands of a shanten are looked for."""
GENERATOR = "xoshiro256++ from SeedSequence(seed, spawn_key=(chunk,))"
COUNTS = "counts.csv"
PARAMETERS = {"n": int, "seed": int, "hand": int, "chunk": int, "sample": int} | dict.fromkeys(
    ("forms", "tiles", "copies", "lexicon", "lexicon_sha256", "generator"), str
)
_UNREACHABLE = "unreachable"
_SHANTEN = {_UNREACHABLE, *map(str, range(-1, UNREACHABLE))}


def shanten_text(shanten: int) -> str:
    """Returns a shanten as files and tables show it: a number, or "unreachable".

    >>> shanten_text(-1), shanten_text(UNREACHABLE_SHANTEN)
    ('-1', 'unreachable')
    """
    return _UNREACHABLE if shanten == UNREACHABLE_SHANTEN else str(shanten)


def shanten_of(cell: int | str) -> int:
    """Returns the shanten in a cell of a table, the inverse of `shanten_text`."""
    return UNREACHABLE_SHANTEN if cell == _UNREACHABLE else int(cell)


@dataclass(frozen=True)
class DealStudy(Study):
    """The base class of studies of dealt hands: what is dealt, and how it is judged.

    lexicon: a list, or its name or folder.
    tiles: a set, its name, or a file of kana.
    n: how many deals.
    hand: tiles per deal; 0 means as many as the largest form has.
    chunk_size: deals per chunk; 0 means DEALS_PER_CHUNK or SLOW_DEALS_PER_CHUNK, as the forms need.
    extra: files of the user's own words in the lexicon, for the manifest.

    Raises HandSizeError, FormError, LexiconError or KanamjError if the hands cannot be dealt or judged.
    """

    lexicon: Lexicon | str = DEFAULT
    n: int = 100_000
    seed: int = 1
    hand: int = 0
    tiles: TileSet | str = HIRAGANA_120
    forms: tuple[Form, ...] = field(default=(BlockForm("33332"),), metadata={"option": "form"})
    copies: Copies = "strict"
    chunk_size: int = 0
    extra: tuple[Path, ...] = field(default=(), compare=False)

    tiles_file: ClassVar[Path | None] = None
    """The file that `tiles` named."""
    most_n: ClassVar[int] = MOST_HANDS
    readings: ClassVar[bool] = False
    """True if workers need what the list says of its words, such as how easy they are."""

    def __post_init__(self) -> None:
        if not isinstance(self.lexicon, Lexicon):
            self._set("lexicon", load_lexicon(self.lexicon, self.extra))
        if not isinstance(self.tiles, TileSet):
            self._set("tiles_file", file_of_tiles(self.tiles))
            self._set("tiles", tiles_of(self.tiles))
        self._set("forms", parse_forms(self.forms))
        self._set("extra", files_of(self.extra))
        fits = tuple(sorted({form.tiles - less for form in self.forms for less in (0, 1)}))
        if not check_whole("hand", self.hand, 0, MOST_HANDS):
            self._set("hand", fits[-1])
        if self.set.notation != "kana":
            raise KanamjError(
                "{} needs no deals: kanamj exact counts all hands of ordinary mahjong", self.set.name
            )
        if self.hand not in fits:
            raise HandSizeError(
                "form {} is judged with {} tiles, not {}",
                self.names,
                " or ".join(map(str, fits)),
                self.hand,
                tiles=self.hand,
                fits=fits,
            )
        if self.hand > self.set.tiles:
            raise KanamjError(
                "{} has {} tiles, so {} cannot be dealt; give a larger set",
                self.set.name,
                self.set.tiles,
                self.hand,
            )
        for form in self.forms:
            for size in form.lengths:
                if not self.engine.blocks.by_size.get(size):
                    raise LexiconError(
                        "{} has no word of {} letters that {} can spell; form {} needs them. Give another list or "
                        "form",
                        self.words.name,
                        size,
                        self.set.name,
                        form,
                    )
        if not check_whole("chunk_size", self.chunk_size, 0, MOST_HANDS):
            self._set("chunk_size", DEALS_PER_CHUNK if self.engine.batch.quick else SLOW_DEALS_PER_CHUNK)
        self.check()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def words(self) -> Lexicon:
        """The word list."""
        assert isinstance(self.lexicon, Lexicon)
        return self.lexicon

    @property
    def set(self) -> TileSet:
        """The tile set."""
        assert isinstance(self.tiles, TileSet)
        return self.tiles

    @property
    def names(self) -> str:
        """The forms, joined by commas."""
        return ",".join(form.name for form in self.forms)

    @property
    def sizes(self) -> list[int]:
        """The lengths of the words that the forms need, ascending."""
        return sorted({length for form in self.forms for length in form.lengths})

    @cached_property
    def engine(self) -> WordEngine:
        """The engine that judges the hands; every chunk uses it."""
        return WordEngine(self.words, self.set, self.forms, self.copies)

    @cached_property
    def batch(self) -> Batch:
        """What judges the deals: plain Python if they are a few, or else kernels, in every worker."""
        return self.engine.batch.for_run(self.asked)

    @property
    def asked(self) -> dict[Asked, int]:
        """Question to the batch -> about how many hands it is asked in the whole run."""
        return {"distance": self.n}

    def prepare(self) -> None:
        self.batch.distance(self.dealt(0, 1))

    def notice(self) -> str:
        batch = self.engine.batch
        minutes = sum(batch.seconds(asked, hands) for asked, hands in self.asked.items()) / 60
        if batch.has_kernels or minutes < 1:
            return ""
        return Message(
            "form {} has no kernel: at least {:,.0f} minutes of one processor", self.names, minutes
        )

    def __getstate__(self) -> dict[str, Any]:
        """What workers need: the words of the lengths of the forms, and no folder of this machine."""
        sent = self.words.sent(self.sizes, readings=self.readings)
        return super().__getstate__() | {"lexicon": sent, "extra": ()}

    def parameters(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "seed": self.seed,
            "hand": self.hand,
            "forms": self.names,
            "tiles": self.set.name,
            "copies": self.copies,
            "lexicon": self.words.name,
            "lexicon_sha256": self.words.sha256,
            "chunk": self.chunk_size,
            "generator": GENERATOR,
            **self.plain(self._own_fields),
            "version": __version__,
        }

    @property
    def _own_fields(self) -> list[str]:
        """The names of the fields that other studies of deals do not have."""
        common = {each.name for each in fields(DealStudy)}
        return [each.name for each in fields(self) if each.name not in common]

    def inputs(self) -> dict[str, str]:
        return word_hashes(self.words, self.sizes, self.extra, readings=True) | self._file_of_tiles

    @property
    def _file_of_tiles(self) -> dict[str, str]:
        return {self.tiles_file.name: sha256(read_bytes(self.tiles_file))} if self.tiles_file else {}

    def options(self) -> dict[str, object]:
        """Returns what is dealt; form, tiles and copies are left out if they have their defaults."""
        return {
            "n": self.n,
            "hand": self.hand,
            "form": self.names if self.names != "33332" else None,
            "tiles": self.tiles_file or self.set.name if self.set != HIRAGANA_120 else None,
            "copies": self.copies if self.copies != "strict" else None,
            "lexicon": way_to(self.words),
            "seed": self.seed,
            "chunk-size": None if self.command else self.chunk_size,
            **{name.replace("_", "-"): getattr(self, name) for name in self._own_fields},
            "extra": self.extra,
        }

    def dealt(self, number: int, size: int, tiles: int = 0) -> CountsArray:
        """Returns the hands of a chunk, (size, K) uint8.

        tiles: the tiles of a hand; 0 as many as the study deals.
        """
        return self.batch.deal_rows(tiles or self.hand, size, self._state(number))[0]

    def dealt_at(
        self, shanten: int, number: int, size: int, engine: WordEngine | None = None
    ) -> Iterator[tuple[int, CountsArray]]:
        """Yields the first `size` hands of a shanten in the stream of a chunk, each with its place among the deals.

        engine: what judges them, if not that of the study. Raises KanamjError if IN_VAIN deals have none.
        """
        start, found, state = 0, 0, self._state(number)
        batch = (engine or self.engine).batch.by_kernels
        while found < size:
            rows, state = batch.deal_rows(self.hand, AT_ONCE, state)
            for place in (batch.distance(rows) == shanten + 1).nonzero()[0][: size - found]:
                yield start + int(place), rows[place]
                found += 1
            start += AT_ONCE
            if not found and start >= IN_VAIN:
                raise KanamjError(
                    "none of {:,} deals has shanten {}; give a larger --lexicon", start, shanten
                )

    def _state(self, number: int) -> Any:
        from kanamj.engine.batch import deal_state

        return deal_state(self.seed, number)


class DealResults(Results):
    """The results of deals. A hand that cannot fill its form at all has `UNREACHABLE_SHANTEN`, and the mean leaves
    it out."""

    @cached_property
    def shares(self) -> dict[int, Proportion]:
        """shanten -> its share, ascending: each shanten from the least to the greatest, even if no hand has it."""
        rows = self.rows("counts")
        n = sum(row["count"] for row in rows)
        return {shanten_of(row["shanten"]): Proportion(row["count"], n) for row in rows}

    @property
    def counts(self) -> dict[int, int]:
        """shanten -> number of hands, of each shanten that some hand has."""
        return {shanten: share.count for shanten, share in self.shares.items() if share.count}

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> Figures:
        """The mean shanten, and its standard error `mean_shanten_stderr`, of the hands that can fill their form."""
        return mean_of("mean_shanten", {at: n for at, n in self.counts.items() if at != UNREACHABLE_SHANTEN})

    def histograms(self) -> dict[int, dict[int, int]]:
        """Returns shanten -> number of kinds -> how many sampled hands of it accept (for shanten 0: wait for) this
        many."""
        waits = {row["kinds"]: row["count"] for row in self.rows("waits")}
        found: dict[int, dict[int, int]] = {0: waits} if waits else {}
        for row in self.rows("accepts"):
            found.setdefault(shanten_of(row["shanten"]), {})[row["kinds"]] = row["count"]
        return found

    @property
    def setting(self) -> str:
        """The setting in a few words: word list, number of tiles, and what differs from the game of 120 tiles."""
        given = self.parameters
        words = [shown(str(given["lexicon"])), Message("{} tiles", given["hand"])]
        words += [Message("form {}", given["forms"])] if given["forms"] != "33332" else []
        words += [str(given["tiles"])] if given["tiles"] != "hiragana-120" else []
        words += [Message("copies ignored")] if given["copies"] == "ignore" else []
        return joined(words, Message(", "))

    def to_json(self) -> dict[str, Any]:
        """Returns what `kanamj simulate deals --json` prints."""
        shares = {shanten_text(shanten): found for shanten, found in self.shares.items()}
        histograms = {shanten_text(shanten): found for shanten, found in self.histograms().items()}
        return {
            "n": self.n,
            "seed": self.parameters["seed"],
            "counts": {shanten: found.count for shanten, found in shares.items()},
            "share": {shanten: found.value for shanten, found in shares.items()},
            "stderr": {shanten: found.stderr for shanten, found in shares.items()},
            "interval_95": {shanten: list(found.interval) for shanten, found in shares.items()},
            **self.mean,
            "waits": histograms.pop("0", {}),
            "accepts": histograms,
            "parameters": dict(self.parameters),
        }


def mean_of(name: str, counts: Mapping[int, int]) -> Figures:
    """Returns the mean of numbers that come with how often each is there, and its standard error.

    >>> mean_of("kinds", {1: 1, 2: 2, 3: 1})["kinds"]
    2.0
    """
    return mean(name, *(sum(x**power * n for x, n in counts.items()) for power in (0, 1, 2)))


@dataclass(frozen=True)
class Deals(DealStudy):
    """A study of `n` random deals: `run(Deals("core", 10_000))` returns `DealResults`.

    sample: for how many of the deals accepts are counted, too; None for a tenth of them, at most SAMPLE.
    """

    sample: int | None = None

    kind = "deals"
    command = "kanamj simulate deals"
    digits = fixed = 10
    result = DealResults

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sample is None:
            self._set("sample", min(SAMPLE, -(-self.n // 10)))
        self.check(("sample", 0, MOST_HANDS))

    @property
    def asked(self) -> dict[Asked, int]:
        accepts: Asked = "best_discards" if self._full else "accepts"
        return {"distance": self.n + self._samples, accepts: self._samples}

    def prepare(self) -> None:
        self.batch.deal_distances(self.hand, 1, self._state(0))
        self._accepts(0, min(1, self._samples))

    @classmethod
    def read(cls, folder: str | Path) -> Results:
        found = super().read(folder)
        for name, kind in PARAMETERS.items():
            if type(found.parameters.get(name)) is not kind:
                raise ManifestError(
                    "{} is missing or wrong in the manifest of {}; make it again: {}",
                    name,
                    folder,
                    cls.command,
                )
        if not (rows := found.rows("counts")):
            raise FileFormatError("has no hands; make the results again", path=Path(folder, COUNTS))
        for number, row in enumerate(rows, 1):
            shanten, count = row.get("shanten"), row.get("count")
            if str(shanten) not in _SHANTEN or type(count) is not int or not 0 <= count <= MOST_HANDS:
                raise FileFormatError(
                    "row {} has shanten {} and count {}; make the results again",
                    number,
                    brief(shanten),
                    brief(count),
                    path=Path(folder, COUNTS),
                )
        return found

    def options(self) -> dict[str, object]:
        return super().options() | {
            "form": self.names,
            "tiles": self.tiles_file or self.set.name,
            "copies": self.copies,
        }

    def inputs(self) -> dict[str, str]:
        return word_hashes(self.words, self.sizes, self.extra) | self._file_of_tiles

    def sampled(self, number: int) -> int:
        """Returns the number of deals in a chunk whose accepts are counted. These are the first deals of the chunk.

        >>> deals = Deals("core", 600_000, sample=100)
        >>> [(deals.size(i), deals.sampled(i)) for i in range(deals.chunk_count)]
        [(250000, 41), (250000, 42), (100000, 17)]
        """
        sample, start = self._samples, number * self.chunk_size
        return sample * (start + self.size(number)) // self.n - sample * start // self.n

    @property
    def _samples(self) -> int:
        assert self.sample is not None
        return min(self.sample, self.n)

    @property
    def _full(self) -> bool:
        """True if a hand has as many tiles as a form, and so throws one before it can draw."""
        return self.hand in {form.tiles for form in self.forms}

    def chunk(self, number: int, size: int) -> Sums:
        distances, _ = self.batch.deal_distances(self.hand, size, self._state(number))
        counts = enumerate(np.bincount(distances).tolist())
        sums: Sums = {("counts", distance - 1): hands for distance, hands in counts if hands}
        for (shanten, kinds), hands in Counter(self._accepts(number, self.sampled(number))).items():
            sums[("waits", kinds) if shanten == 0 else ("accepts", shanten, kinds)] = hands
        return sums

    def _accepts(self, number: int, sampled: int) -> list[tuple[int, int]]:
        """A pair (shanten, number of kinds that lower the distance) for each of the first `sampled` hands of a chunk
        that is not complete.

        If a hand has as many tiles as a form, the kinds are counted after its best discard. Hands that cannot fill a
        form are left out.
        """
        batch, state = self.batch, self._state(number)
        rows, _ = batch.deal_rows(self.hand, sampled, state)
        if self._full:
            distances, _ = batch.deal_distances(
                self.hand, sampled, state
            )  # by the kernel that counts the deals
            rows, distances = rows[distances > 0], distances[distances > 0]
            kinds = batch.best_discards(rows, unseen=np.ones(rows.shape, np.int32)).tiles
        else:
            distances, marks = batch.accepts(rows)
            kinds = marks.sum(axis=1)
        pairs = zip((distances.astype(int) - 1).tolist(), kinds.tolist(), strict=True)
        return [pair for pair in pairs if pair[0] != UNREACHABLE_SHANTEN]

    def tables(self, sums: Sums) -> dict[str, pd.DataFrame]:
        counts, waits, accepts = (part(sums, name) for name in ("counts", "waits", "accepts"))
        found = {"counts": frame(_counts(counts))}
        if waits or accepts:
            total = Counter[int]()
            for (shanten, _), hands in accepts.items():
                total[shanten] += hands
            found["waits"] = frame(
                ({"kinds": kinds, **_part_of(hands, sum(waits.values()))} for kinds, hands in waits.items()),
                ("kinds", "count", "share"),
            )
            found["accepts"] = frame(
                (
                    {"shanten": shanten, "kinds": kinds, **_part_of(hands, total[shanten])}
                    for (shanten, kinds), hands in accepts.items()
                ),
                ("shanten", "kinds", "count", "share"),
            )
        return found


def _counts(counts: Mapping[int, int]) -> list[dict[str, Any]]:
    """The rows of counts.csv: each shanten from the least to the greatest, even if no hand has it."""
    reached, n = [at for at in counts if at != UNREACHABLE_SHANTEN], sum(counts.values())
    classes = [*range(min(reached), max(reached) + 1)] if reached else []
    if len(reached) == len(counts):
        return [{"shanten": at, **_share_of(counts.get(at, 0), n)} for at in classes]
    return [
        {"shanten": shanten_text(at), **_share_of(counts.get(at, 0), n)}
        for at in (*classes, UNREACHABLE_SHANTEN)
    ]


def _share_of(count: int, n: int) -> dict[str, Any]:
    return {"count": count, **share("share", n, count)}


def _part_of(count: int, n: int) -> dict[str, Any]:
    return {"count": count, "share": count / n}
