"""A study of which words to learn next. The words are chosen on some deals and judged on others.

    python scripts/research/order.py --known 700 --learn 20 --n 2e4
    python scripts/research/order.py --known my-words.txt --form 33332,2222222 --out my-order

A form has up to four 3s and at most one 2, such as 33332 or 332, or is 2222222. Give the forms that you play.

`order.csv` has one row per word to learn, the first to learn first. Its columns:

    place, key, words
    letter, letter_words    the letter of the word that is rarest among the words known so far, and how many have it
    shanten_gain            how much the mean shanten falls when the word is learnt after the words before it
    tenpai_gain             how much the word raises the share of deals at tenpai or better
    mean_shanten, tenpai    the mean shanten, and the share of deals at tenpai or better, after the word is learnt

`compare.csv` has one row for each way to choose words and each number of words: way, words, mean_shanten, tenpai,
shanten_gain (against the words known before) and behind (the mean shanten, minus the mean shanten with as many words
of this order). All ways are measured on the same deals: order; once, the words ranked once by what each alone gains;
ease; cost; random.

Each measure has a column with its standard error. The error of a difference is computed from its values per deal. For
words chosen at random it is the error over both deals and choices. If the known words cannot fill the form, the
distance of a hand is the number of tiles of the form.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from known_forms import Block, Distances, KnownForms, Rows
from learning_order import LearningWay, learning_order, other_ways, ranked_once, rarest_letters
from values import spelled

from kanamj import KanamjError, load_lexicon
from kanamj.studies import (
    DealStudy,
    command,
    crossed,
    frame,
    interval,
    mean,
    moments,
    part,
    share,
    whole_number,
)

CHUNK = 20_000
"""Deals per chunk. Judging them with all words of the order and by all other ways takes a second or two."""
MOST_CHOOSING = 100_000
"""The most deals on which words are chosen; memory grows with them."""
CHOOSING = 10**9
"""The random stream of the deals on which words are chosen. The other deals use their chunk numbers as streams."""
SIZES = (25, 50, 100, 200, 400)
"""The ways to choose words are compared after each of these numbers of learnt words, and after all words."""
FEWEST = 2
"""The fewest deals; one has no standard error."""
Numbers = npt.NDArray[np.int64]


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
    """Which words should a player learn next, and what do they bring? Measured on N deals.

    Raises KanamjError for too few deals or candidates, for words that are not in the list, and for forms that
    `KnownForms` cannot judge; errors as `DealStudy` does.
    """

    n: int = 20_000
    chunk_size: int = CHUNK
    known: str = field(
        default="700", metadata={"help": "What you know: the N easiest words, or a file of readings."}
    )
    learn: int = field(default=100, metadata={"help": "Number of words to choose."})
    candidates: int = field(
        default=700,
        metadata={"help": "Number of words to choose from: the easiest that you do not know."},
    )

    kind = "learning order"
    command = "python scripts/research/order.py"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n < FEWEST:
            raise KanamjError(f"{self.n} deal has no standard error; give {FEWEST} or more")
        if self.learn < 1 or self.candidates < 1:
            raise KanamjError(
                f"{self.learn} of {self.candidates} words cannot be learnt; give 1 or more of both"
            )
        known, unknown = self._keys
        if self.learn > len(unknown):
            raise KanamjError(
                f"{self.learn:,} words cannot be learnt; besides the {len(known):,} known words, {self.words.name} "
                f"has only {len(unknown):,}. Learn fewer"
            )
        if self.learn > self.candidates:
            raise KanamjError(
                f"{self.learn:,} words cannot be chosen of {self.candidates:,} candidates; learn 1 to "
                f"{self.candidates:,}, or give more --candidates"
            )
        self._knowing(())

    @cached_property
    def _keys(self) -> tuple[list[str], list[str]]:
        """Two lists, the easiest keys first: the keys that a player knows, and the keys that are left to learn."""
        lexicon, letters = self.words, self.set.index.keys()
        ranked = lexicon.easiest_keys(*self.sizes)
        known = self._known_of(ranked) if self.known.isdecimal() else self._known_in_file()
        unknown = {*ranked} - {*known}
        left = [key for key in ranked if key in unknown and letters >= {*key}]
        if not left:
            raise KanamjError(
                f"all {len(ranked):,} words of {lexicon.name} are known, so there is nothing to learn; give fewer "
                "words with --known, or a larger list"
            )
        return [key for key in known if letters >= {*key}], left

    def _known_of(self, ranked: list[str]) -> list[str]:
        """Returns as many of the ranked keys as the player knows."""
        number, lexicon = whole_number(self.known), self.words
        if not 0 < number <= len(ranked):
            raise KanamjError(f"{number:,} words cannot be known; {lexicon.name} has {len(ranked):,}")
        if not any(lexicon.ease(key) >= 0 or lexicon.cost(key) >= 0 for key in ranked):
            raise KanamjError(
                f"{lexicon.name} does not say which words people learn first (no words.tsv with ease or cost); give "
                "the words that are known in a file: --known FILE"
            )
        return ranked[:number]

    def _known_in_file(self) -> list[str]:
        """Returns the keys of the words in the file, in the order in which people learn them."""
        if not Path(self.known).is_file():
            raise KanamjError(f"{self.known!r} is neither a number of words nor a file of them")
        keys = {key for rows in load_lexicon(Path(self.known)).grams.values() for key in rows}
        known = [key for key in self.words.easiest_keys(*self.sizes, flagged=True) if key in keys]
        if strange := sorted(keys - {*known}):
            raise KanamjError(
                f"{self.known} has words that {self.words.name} does not have with "
                f"{' or '.join(map(str, self.sizes))} letters, spelled with {', '.join(strange[:5])}. Remove them"
            )
        return known

    def __getstate__(self) -> dict[str, Any]:
        """What workers need: the words are chosen already, so workers only judge them."""
        return super().__getstate__() | {"plan": self.plan}

    def parameters(self) -> dict[str, Any]:
        known, unknown = self._keys
        return {
            **super().parameters(),
            "known": len(known),
            "known_sha256": sha256("\n".join(known).encode()).hexdigest(),
            "candidates": min(self.candidates, len(unknown)),
        }

    def options(self) -> dict[str, object]:
        candidates = self.parameters()["candidates"]
        return super().options() | {"known": Path(self.known).name, "candidates": candidates}

    def inputs(self) -> dict[str, str]:
        file = Path(self.known)
        return super().inputs() | (
            {} if self.known.isdecimal() else {file.name: sha256(file.read_bytes()).hexdigest()}
        )

    @cached_property
    def plan(self) -> Plan:
        """What is chosen; computed once, in a minute by default."""
        known, unknown = self._keys
        candidates, deals = tuple(unknown[: self.candidates]), min(self.n, MOST_CHOOSING)
        said = f"choosing {self.learn} of {len(candidates)} words on {deals:,} deals"
        print(said, file=sys.stderr, flush=True)
        rows, blocks = self.dealt(CHOOSING, deals), [*map(self._block, candidates)]
        once, order = (
            tuple(candidates[i] for i in chosen[: self.learn])
            for chosen in (
                ranked_once(self._knowing(known), rows, blocks),
                learning_order(self._knowing(known), rows, blocks, self.learn),
            )
        )
        ways = other_ways(self.words, unknown, candidates, self.learn, self.seed)
        return Plan(tuple(known), candidates, order, (LearningWay("once", (once,)), *ways))

    def _block(self, key: str) -> Block:
        return tuple(sorted(self.engine.tiles.parse(key)))

    def _knowing(self, keys: Iterable[str]) -> KnownForms:
        """Returns a judge of deals that knows only the words of these keys."""
        return KnownForms(self.engine, map(self._block, keys))

    @property
    def stops(self) -> list[int]:
        """The numbers of learnt words after which the ways are compared."""
        return [*(size for size in SIZES if size < self.learn), self.learn]

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        return {key: moments(numbers) for key, numbers in self._judged(self.dealt(number, size))}

    def _judged(self, rows: Rows) -> Iterator[tuple[Any, Numbers]]:
        """Yields pairs (key of a sum, array of one number per deal).

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
                learnt = (self._knowing((*plan.known, *keys[:size])) for keys in way.choices)
                found = [blocks.distance(rows).astype(np.int64) for blocks in learnt]
                yield from _compared(way.name, size, found, distances[0], distances[size])
        for size in self.stops:
            yield from _compared("order", size, [distances[size]], distances[0], distances[size])

    def _learning(self, rows: Rows) -> Iterator[Distances]:
        """Yields the distances of the deals with the known words, then after each word that is learnt."""
        by_kind, known = np.ascontiguousarray(rows.T), self._knowing(self.plan.known)
        now = known.distance(rows)
        yield now
        for block in map(self._block, self.plan.order):
            where = known.touched(by_kind, block)
            known.add(block)
            now = now.copy()
            now[where] = known.distance(rows[where])
            yield now

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        plan, ways = self.plan, ("order", *(way.name for way in self.plan.ways))
        letters = rarest_letters(plan.known, plan.order)
        order = (
            {
                "place": place,
                "key": key,
                "words": spelled(self.words.shown(key)),
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


def _way(sums: dict[Any, Any], way: str, words: int) -> dict[str, Any]:
    """Returns a row of compare.csv."""
    row: dict[str, Any] = {"way": way, "words": words}
    for measure in ("mean_shanten", "tenpai", "shanten_gain", "behind"):
        together = sums.get(("compare", way, words, measure), (0, 0, 0))
        each = [*part(sums, "choice", way, words, measure).values()] or [together]
        row |= crossed(measure, together, each)
        if measure == "tenpai":
            ends = interval(row["tenpai"], row["tenpai_stderr"], together[0])
            row |= dict(zip(("tenpai_low", "tenpai_high"), ends, strict=True))
    return row


def _compared(
    way: str, words: int, found: list[Numbers], start: Numbers, best: Numbers | None = None
) -> Iterator[tuple[Any, Numbers]]:
    """Yields the numbers of one way, as `Order._judged` does.

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


if __name__ == "__main__":
    command(Order)
