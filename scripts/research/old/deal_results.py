"""The results of deals: counts, accepts of a sample, and the folder they are written to.

    counts.csv     shanten,count,share,stderr,low,high     all deals; 95 % interval of Wilson
    waits.csv      kinds,count,share                       sampled tenpai hands, by number of kinds waited for
    accepts.csv    shanten,kinds,count,share               other sampled hands, by number of kinds they accept
    MANIFEST.toml                                          parameters, lexicon hash, command

If a hand has as many tiles as a form, its kinds are counted after its best discard: a discard that keeps its distance,
and after which most kinds lower the distance. Shares in waits.csv and accepts.csv are of the sampled hands of that
shanten.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from kanamj.engine.hand import UNREACHABLE
from kanamj.text import shown
from old.csvtext import Table
from old.measures import Column, Share
from old.stats import Proportion, percent
from old.sums import Sum
from old.tables import Declared, TableResults

COUNTS, EXACT = "counts.csv", "exact.csv"
"""The files by which a folder of deals, and one of exact counts, is known."""


def shanten_text(shanten: int) -> str:
    """A shanten as files and tables show it: a number, or "unreachable".

    >>> shanten_text(-1), shanten_text(UNREACHABLE - 1)
    ('-1', 'unreachable')
    """
    return "unreachable" if shanten == UNREACHABLE - 1 else str(shanten)


SHANTEN = Column(
    "shanten", shown=shanten_text, parsed=lambda cell: UNREACHABLE - 1 if cell == "unreachable" else cell
)


def _hands(out_of: int, stderr: str = "", low: str = "", high: str = "") -> Share:
    names = {"count": "count", "stderr": stderr, "low": low, "high": high}
    return Share("hands", out_of=out_of, digits=10, fixed=True, **names)


NAMES = {-1: "和了 −1", 0: "聴牌 0", 1: "一向聴 1", 2: "2", 3: "3"}
"""shanten -> the name of its column in the index of results."""


TABLES = (
    Declared("counts", SHANTEN, _hands(0, "stderr", "low", "high")),
    Declared("waits", "kinds", _hands(0)),
    Declared("accepts", SHANTEN, "kinds", _hands(1)),
)
PARAMETERS: Mapping[str, type] = {
    "n": int,
    "seed": int,
    "hand": int,
    "chunk": int,
    "sample": int,
} | dict.fromkeys(("forms", "tiles", "copies", "lexicon", "lexicon_sha256", "generator"), str)


class DealResults(TableResults):
    """The results of deals. A hand that cannot fill its form at all has shanten `UNREACHABLE` - 1, and the mean leaves
    it out."""

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """shanten -> number of hands, of each shanten that some hand has."""
        return {at: count for at, count, *_ in self.tables["counts"].rows if count}

    @cached_property
    def accepts(self) -> Mapping[tuple[int, int], int]:
        """(shanten, number of kinds that the hand accepts) -> number of sampled hands."""
        waits, accepts = (
            self.tables[name].rows if name in self.tables else [] for name in ("waits", "accepts")
        )
        return {(0, kinds): count for kinds, count, _ in waits} | {
            (at, kinds): count for at, kinds, count, _ in accepts
        }

    def summary(self) -> Table:
        mean = f"{self.reached.mean:.4f} ± {self.reached.stderr():.4f}" if self.reached.n else ""
        shares = {name: Proportion(self.counts.get(at, 0), self.n) for at, name in NAMES.items()}
        cells = {name: percent(share.value, share.interval) for name, share in shares.items()}
        return Table.of_row({"deals": f"{self.n:,}", **cells, "mean shanten": mean})

    @property
    def setting(self) -> str:
        """The setting in a few words: word list, number of tiles, and what differs from the game of 120 tiles."""
        given = self.parameters
        words = [shown(str(given["lexicon"])), f"{given['hand']} tiles"]
        words += [f"form {given['forms']}"] if given["forms"] != "33332" else []
        words += [str(given["tiles"])] if given["tiles"] != "hiragana-120" else []
        words += ["copies ignored"] if given["copies"] == "ignore" else []
        return ", ".join(words)

    @cached_property
    def n(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def shares(self) -> dict[int, Proportion]:
        """shanten -> its share, ascending: each shanten from the least to the greatest, even if no hand has it."""
        return {at: Proportion(count, self.n) for at, count, *_ in self.tables["counts"].rows}

    @cached_property
    def reached(self) -> Sum:
        """The sum of the shanten of the hands that can fill their form."""
        return Sum.counted(pair for pair in self.counts.items() if pair[0] != UNREACHABLE - 1)

    def histogram(self, shanten: int) -> dict[int, int]:
        """Number of kinds -> how many sampled hands of that shanten accept (for shanten 0: wait for) this many."""
        return {kinds: hands for (at, kinds), hands in self.accepts.items() if at == shanten}

    def to_json(self) -> dict[str, Any]:
        """What `kanamj simulate deals --json` prints."""
        shares = {shanten_text(shanten): share for shanten, share in self.shares.items()}
        sampled = sorted({shanten for shanten, _ in self.accepts})
        histograms = {shanten_text(shanten): self.histogram(shanten) for shanten in sampled}
        return {
            "n": self.n,
            "seed": self.parameters["seed"],
            "counts": {shanten: share.count for shanten, share in shares.items()},
            "share": {shanten: share.value for shanten, share in shares.items()},
            "stderr": {shanten: share.stderr for shanten, share in shares.items()},
            "interval_95": {shanten: list(share.interval) for shanten, share in shares.items()},
            "mean_shanten": self.reached.mean if self.reached.n else None,
            "mean_shanten_stderr": self.reached.stderr(),
            "waits": histograms.pop("0", {}),
            "accepts": histograms,
            "parameters": dict(self.parameters),
        }
