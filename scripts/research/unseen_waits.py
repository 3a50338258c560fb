"""A study of unseen waits: if a player lays a tenpai hand in one way, how many of the letters that win are seen?

A tenpai hand can be laid in many ways, each complete but for the letters that are left over, and each waits for other
letters. The paper advises that one need not think of shanpon and nobetan. So its player lays the hand once, and knows
the letters that complete what is left over. One who thinks of them also knows the letters of these two waits.

seen.csv   by the number of ways that are laid, the best ones (the next is the one with most new letters): the letters
           they wait for, and their share of all letters that win; without and with shanpon and nobetan
over.csv   how many different letters can be the one that is left over: 0, 1, or 2 and more

    python scripts/research/unseen_waits.py --n 2000 --out my-waits
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from pictures import Drawn, error_bars

from kanamj import KanamjError, Lexicon
from kanamj.studies import DealStudy, Results, command, mean, moments, part, ratio, share

LAID = (1, 2, 3, 5, 10)
TAKING_TURNS = ("shanpon", "nobetan")
THOUGHT_OF = ("no", "yes")


def best_first(ways: Collection[set[int]]) -> Iterator[int]:
    """Yields how many letters the best way shows, the best two, and so on; at last, all of them again and again."""
    seen = set[int]()
    while True:
        seen |= max(ways, key=lambda way: len(way - seen))
        yield len(seen)


def draw_seen(axes: Any, results: Results) -> None:
    """A line without shanpon and nobetan, and one with them."""
    for thought_of, label in zip(THOUGHT_OF, ("each laid once", "with shanpon and nobetan"), strict=True):
        rows = [row for row in results.rows("seen") if row["shanpon_nobetan"] == thought_of]
        errors = [100 * row["stderr"] for row in rows]
        laid, shares = [row["laid"] for row in rows], [100 * row["share"] for row in rows]
        error_bars(axes, laid, shares, errors, label=label)
    axes.set(xlabel="ways in which the hand is laid", ylim=(0, 100))
    axes.set_ylabel("% of the winning letters that are seen")
    axes.set_title(f"Waits of tenpai hands, {results.parameters['lexicon']} (bars: 95 % intervals)")
    axes.legend(loc="lower right")


@dataclass(frozen=True)
class UnseenWaits(Drawn, DealStudy):
    """Of the tenpai hands among N dealt ones, how many of their waits one sees."""

    lexicon: Lexicon | str = "core"
    n: int = 2_000
    hand: int = 13
    chunk_size: int = 50

    command = "python scripts/research/unseen_waits.py"
    pictures: ClassVar = {"unseen_waits.png": draw_seen}
    texts = ("shanpon_nobetan",)
    counted = ("tenpai",)

    def __post_init__(self) -> None:
        super().__post_init__()
        if {form.tiles - 1 for form in self.forms} != {self.hand}:
            raise KanamjError(
                f"a hand of {self.hand} tiles does not wait by {self.names}; give one tile less than the form has, "
                "as --hand"
            )

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        rows = self.dealt(number, size)
        tenpai = rows[self.engine.shanten_many(rows) == 0]
        sums: dict[Any, Any] = {"tenpai": len(tenpai)}
        seen = defaultdict[Any, list[tuple[int, int]]](list)
        for hand in tenpai:
            laid = defaultdict[Any, set[int]](set)
            both = list[set[int]]()
            for way in self.engine.analyze(hand, limit=None).ways:
                kinds = {kind for kind, _ in way.draws}
                if way.kind in TAKING_TURNS:
                    both.append(kinds)
                else:
                    laid[way.complete, way.rest] |= kinds
            every = len(set[int]().union(*laid.values()))
            over = min(2, len({rest for _, rest in laid if len(rest) == 1}))
            sums["over", over] = sums.get(("over", over), 0) + 1
            for with_both, ways in enumerate(([*laid.values()], [*laid.values(), *both])):
                found = [*islice(best_first(ways), max(LAID))]
                for times in LAID:
                    seen["seen", with_both, times].append((found[times - 1], every))
        return sums | {key: moments(*zip(*of, strict=True)) for key, of in seen.items()}

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        if not sums["tenpai"]:
            raise KanamjError(f"none of {self.n:,} deals is tenpai; deal more (--n)")
        rows = []
        for (with_both, times), of in part(sums, "seen").items():
            row = {"laid": times, "shanpon_nobetan": THOUGHT_OF[with_both], **mean("letters", *of[:3])}
            rows.append(row | mean("of_letters", of[0], *of[3:5]) | ratio("share", *of))
        over = [
            {"letters_over": letters, "hands": hands, **share("share", sums["tenpai"], hands)}
            for letters, hands in part(sums, "over").items()
        ]
        return {"seen": rows, "over": over}


if __name__ == "__main__":
    command(UnseenWaits)
