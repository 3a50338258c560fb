"""Make results/hardness: how many words dealt hands need.

    python scripts/research/results_hardness.py --deals 1e6 --out results/hardness

By the lists core and common, and for the forms 33332 and 332, as many hands are dealt with as many tiles as the form
has, and with one tile less (`hardness.py`). The tables of these eight studies are joined; hardness.png draws the
shares. A million deals of each take some ten minutes on one core.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

from hardness import Hardness
from pictures import Drawn

from kanamj.studies import Results, command, part

LISTS, FORMS = ("core", "common"), ("33332", "332")
SETTINGS = [*product(LISTS, FORMS, (0, 1))]
"""A word list, a form, and how many tiles less are dealt."""


def draw_shares(axes: Any, results: Results) -> None:
    """The shares by words known: a colour for each kind of hand, a line style for each list."""
    shares = results.rows("shares")
    lines: dict[tuple[str, str, int, int], list[tuple[int, float]]] = {}
    for row in shares:
        of = (row["lexicon"], row["form"], row["tiles"], row["shanten"])
        lines.setdefault(of, [(0, 0.0)]).append((row["known"], row["share"]))
    kinds = list(dict.fromkeys(of[1:3] for of in lines))
    for (name, form, tiles, shanten), points in lines.items():
        axes.plot(
            *zip(*points, strict=True),
            f"C{kinds.index((form, tiles))}{'-' if name == LISTS[0] else '--'}",
            label=f"{form}, {tiles} tiles, {'complete' if shanten < 0 else 'tenpai'}, {name}",
        )
    axes.set_xlabel("words known, the easiest first (keys of 2 and 3 letters)")
    axes.set_ylabel(f"share of {shares[0]['deals']:,} dealt hands")
    axes.set_title("Dealt hands that are complete or tenpai for a player who knows n words")
    axes.set_xlim(0, max(points[-1][0] for points in lines.values()))
    axes.set_ylim(0)
    axes.legend(fontsize=8)


@dataclass(frozen=True)
class AllHardness(Drawn):
    """How many words dealt hands need, by both lists and both forms."""

    deals: int = field(default=1_000_000, metadata={"help": "Deals of each kind."})
    seed: int = 1

    kind = Hardness.kind
    command = "python scripts/research/results_hardness.py"
    digits, texts = Hardness.digits, Hardness.texts
    pictures: ClassVar = {"hardness.png": draw_shares}
    size_of_pictures = (8, 5)

    @cached_property
    def studies(self) -> list[Hardness]:
        return [
            Hardness(name, self.deals, self.seed, sum(map(int, form)) - less, forms=form)  # type: ignore[arg-type]
            for name, form, less in SETTINGS
        ]

    @property
    def n(self) -> int:  # type: ignore[override]
        return self.deals * len(SETTINGS)

    @property
    def chunk_count(self) -> int:
        return len(SETTINGS) * self.studies[0].chunk_count

    def size(self, number: int) -> int:
        return self.studies[0].size(number // len(SETTINGS))

    def chunk(self, number: int, size: int) -> dict[Any, Any]:
        of, setting = divmod(number, len(SETTINGS))
        return {(setting, *key): count for key, count in self.studies[setting].chunk(of, size).items()}

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        found: dict[str, list[Any]] = {}
        for setting, study in enumerate(self.studies):
            for name, rows in study.tables(part(sums, setting)).items():
                found.setdefault(name, []).extend(rows)
        return found

    def inputs(self) -> dict[str, str]:
        return {f"lexicon {study.words.name}": study.words.sha256 for study in self.studies}


if __name__ == "__main__":
    command(AllHardness)
