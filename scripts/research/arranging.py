"""A study of policies of arranging: which share of random complete deals a policy arranges in one pass, and in several.

A policy (see `laying.py`) lays word after word, and takes none back. A pass is one try from the beginning.
Deals are made as `kanamj simulate deals` makes them. Every policy arranges the deals that are complete. The chance that
a policy arranges a hand in one pass is computed exactly (`laying.py`), so only the deals are random. All
policies have the same deals.

policies.csv  first,then,counted,share,stderr,within,within_stderr     the best policy first
letters.csv   letter,tiles,keys,keys_2,keys_3,partners                 hard letters first
pairs.csv     letter,other,keys,expected,lift,errors                   letters that belong together first

first, then and counted are the parts of the policy's name. share is the share of complete deals that one pass
arranges; within is the share that at least one of all passes arranges.

    python scripts/research/arranging.py --policies fewest/hard,any/any --n 1e5 --out arranging
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from laying import POLICIES, Policy, WordByWord, parse_policy

from kanamj import KanamjError, TileSet
from kanamj.engine import Blocks
from kanamj.studies import DealStudy, command, mean, moments

MOST_PASSES = 10**6
PARTNERS = 5
"""How many partners of a letter `letters.csv` has."""


Rows = list[dict[str, Any]]


def letters_table(blocks: Blocks, tiles: TileSet, lengths: Iterable[int]) -> Rows:
    """One row per letter: its number of tiles, how many keys of these lengths have it, its partners.

    Letters with the fewest keys come first. The partners of a letter are the PARTNERS other letters that are most often
    in a key with it.

    >>> from kanamj import WordEngine, load_lexicon
    >>> engine = WordEngine(load_lexicon())
    >>> [*letters_table(engine.blocks, engine.tiles, (2, 3))[0]]
    ['letter', 'tiles', 'keys', 'keys_2', 'keys_3', 'partners']
    """
    sizes = sorted(set(lengths))
    having = {size: Counter(kind for word in blocks.by_size[size] for kind in set(word)) for size in sizes}
    together = _together(blocks, sizes)
    rows: Rows = []
    for kind, letter in enumerate(tiles.kinds):
        counts = [having[size][kind] for size in sizes]
        others = {other: together[min(kind, other), max(kind, other)] for other in range(len(tiles))}
        best = sorted((other for other in others if others[other]), key=lambda other: (-others[other], other))
        partners = tiles.format(sorted(best[:PARTNERS], key=best.index))
        keys = {f"keys_{size}": n for size, n in zip(sizes, counts, strict=True)}
        row = {"letter": letter, "tiles": tiles.copies[kind], "keys": sum(counts)}
        rows.append({**row, **keys, "partners": partners})
    return sorted(rows, key=lambda row: (row["keys"], row["letter"]))


def pairs_table(blocks: Blocks, tiles: TileSet, lengths: Iterable[int]) -> Rows:
    """One row for each two letters that are in a key together. Columns: keys, expected, lift, errors.

    keys is the number of keys of these lengths with both letters; lift is keys / expected. expected is the number for
    keys filled at random: if, of N keys of L letters, A have the one letter and B the other, it is
    A · B · (L − 1) / (N · L). Its standard error is its square root. errors is keys − expected in standard errors; rows
    with the most come first.
    """
    sizes = sorted(set(lengths))
    expected: Counter[tuple[int, int]] = Counter()
    for size in sizes:
        words = blocks.by_size[size]
        having = Counter(kind for word in words for kind in set(word))
        for one, other in combinations(sorted(having), 2):
            share = having[one] * having[other] * (size - 1) / (size * len(words))
            expected[one, other] += share  # type: ignore[assignment]
    rows: Rows = []
    for (one, other), keys in _together(blocks, sizes).items():
        wanted = float(expected[one, other])
        more = (keys - wanted) / math.sqrt(wanted)
        figures = {"expected": round(wanted, 3), "lift": round(keys / wanted, 3), "errors": round(more, 2)}
        rows.append({"letter": tiles.kinds[one], "other": tiles.kinds[other], "keys": keys, **figures})
    return sorted(rows, key=lambda row: (-row["errors"], row["letter"], row["other"]))


def _together(blocks: Blocks, sizes: Iterable[int]) -> Counter[tuple[int, int]]:
    """(kind, higher kind) -> the number of keys that have both."""
    return Counter(
        both for size in sizes for word in blocks.by_size[size] for both in combinations(sorted(set(word)), 2)
    )


DERIVED = {"letters": letters_table, "pairs": pairs_table}
"""The tables that are made from the word list alone."""


@dataclass(frozen=True)
class Arranging(DealStudy):
    """Which share of complete deals policies arrange: which letter first, and which word with it.

    policies: names of policies; if there are none, all are taken, but if the list does not say which words are easy,
    those that lay the easiest word are left out. without: tables that are left out.

    Raises KanamjError for deals that cannot be arranged, too few or too many passes, and unknown names.
    """

    n: int = 10_000
    chunk_size: int = 2_000
    passes: int = field(default=20, metadata={"help": "How often a player tries from the beginning."})
    policies: str = field(
        default="", metadata={"help": "Only these policies, such as fewest/hard,any/any/list. [default: all]"}
    )
    without: str = field(
        default="", metadata={"help": "Leave out the table letters, or pairs, or letters,pairs."}
    )

    readings = True
    command = "python scripts/research/arranging.py"
    counted = ("complete",)
    digits = dict.fromkeys(("share", "stderr", "within", "within_stderr"), 6)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.forms) != 1:
            raise KanamjError(f"hands are arranged by one form, not by {self.names}; give one such as 33332")
        WordByWord(form := self.forms[0], ())
        if self.hand != form.tiles:
            raise KanamjError(
                f"a complete hand of form {form.name} has {form.tiles} tiles, not {self.hand}; leave --hand out"
            )
        if not 1 <= self.passes <= MOST_PASSES:
            raise KanamjError(f"a hand cannot be tried {self.passes} times; give 1 to {MOST_PASSES:,} passes")
        for name in names_in(self.without):
            if name not in DERIVED:
                raise KanamjError(
                    f"{name!r:.60} is not a table that can be left out; give {' or '.join(DERIVED)}"
                )
        unknown = [policy.name for policy in self.chosen if policy.then == "easiest" and not self.knows_ease]
        if unknown:
            raise KanamjError(
                f"lexicon {self.words.name} does not say how well known its words are, so {unknown[0]} cannot take "
                "the easiest; use --lexicon core, or another policy"
            )

    @cached_property
    def knows_ease(self) -> bool:
        """Whether the list says of any word how well known it is."""
        entries = self.words.entries.values()
        return any(word.ease >= 0 or word.cost >= 0 for words in entries for word in words)

    @cached_property
    def chosen(self) -> tuple[Policy, ...]:
        """The policies that are compared."""
        if names := names_in(self.policies):
            return tuple(dict.fromkeys(map(parse_policy, names)))
        return tuple(policy for policy in POLICIES if policy.then != "easiest" or self.knows_ease)

    @cached_property
    def laying(self) -> WordByWord:
        """The object that arranges the hands."""
        index = self.set.index
        keys = self.words.easiest_keys(*self.sizes, flagged=True)
        words = [tuple(sorted(map(index.__getitem__, key))) for key in keys if {*index}.issuperset(key)]
        return WordByWord(self.forms[0], words)

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        rows = self.dealt(number, size)
        rows = rows[self.engine.shanten_many(rows) == -1]
        once = self.laying.chances_many(self.chosen, rows)
        often = 1 - (1 - once) ** self.passes
        sums: dict[Any, Any] = {"complete": len(rows)}
        for place, policy in enumerate(self.chosen):
            sums["once", policy.name] = moments(once[:, place])
            sums["often", policy.name] = moments(often[:, place])
        return sums

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        """The tables. The chances are numbers from 0 to 1, so each share is their mean."""
        if not sums["complete"]:
            raise KanamjError(
                f"none of the {self.n:,} deals is complete with the words of {self.words.name}; deal more (--n), or "
                "take a list with more words"
            )
        rows = []
        for policy in self.chosen:
            once, often = (
                mean("share", *sums["once", policy.name]),
                mean("within", *sums["often", policy.name]),
            )
            once = {"share": once["share"], "stderr": once["share_stderr"]}
            rows.append({**policy._asdict(), **once, **often})
        rows.sort(key=lambda row: (-round(row["share"], 6), row["first"], row["then"], row["counted"]))
        given = self.engine.blocks, self.set, self.forms[0].lengths
        left = [name for name in DERIVED if name not in names_in(self.without)]
        return {"policies": rows} | {name: DERIVED[name](*given) for name in left}


def names_in(text: str) -> list[str]:
    return [name for name in map(str.strip, text.split(",")) if name]


if __name__ == "__main__":
    command(Arranging)
