"""A study of what wins are worth by the rules `pro`: complete closed hands are dealt, and scored in two ways.

shown is the arrangement and reading that a player sees first, best is the best choice, and gain is what the best choice
adds on the same hands. worth.csv has means: any yaku (the share of hands that may win), han (with the bonus; 13 for a
yakuman of its own), points in sticks of 1,000, yakuman (their share). yaku.csv has the share of hands with each yaku.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError
from kanamj.studies.deals import OnDeals
from kanamj.studies.run import Chunk
from kanamj.studies.tables import Declared, Difference, Mean, Name, Sums, pair
from kanamj.yaku import How, Scorer, parse_rules
from kanamj.yaku.scoring import Reading, spellable

CHUNK = 100
MEANS = (Mean("shown"), Mean("best"), Difference("best", other="shown", column="gain"))


@dataclass(frozen=True)
class YakuStudy(OnDeals):
    """A study of yaku; `kanamj.studies.tables` says what a study is.

    deals: how many complete hands are scored, and what is dealt. rules: as for `kanamj.score`, as text. win, riichi: as
    in `How`. The count `deals` is the number of deals that it took to find the hands.
    """

    rules: str = "pro"
    win: str = "tsumo"
    riichi: bool = False

    readings, kind, command, counted = True, "yaku", "kanamj study yaku", ("deals",)
    tables = (
        Declared("worth", "_number", "of", *MEANS, title="a complete hand, as first shown and at best"),
        Declared("yaku", "_number", "yaku", *MEANS, title="the share of complete hands with each yaku"),
    )

    def __post_init__(self) -> None:
        if (self.deals.names, self.deals.hand, self.deals.copies) != ("33332", 14, "strict"):
            raise KanamjError("a win by these rules has 14 tiles; leave out --form, --hand and --copies")
        How(win=self.win, riichi=self.riichi).events(parse_rules(self.rules))

    @cached_property
    def scorer(self) -> Scorer:
        return Scorer(self.rules, spellable(self.deals.lexicon, self.deals.tiles), self.deals.tiles)

    def options(self) -> dict[str, object]:
        of_win = {"rules": next(iter(self.own), self.rules), "win": self.win, "riichi": self.riichi}
        return {**super().options(), "tiles": self.deals.tiles.name, **of_win}

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), **self.options(), "own_rules": "".join(self.own.values())}

    @cached_property
    def own(self) -> dict[str, str]:
        """Name -> SHA-256 of the file of rules, if there is one."""
        path = Path(self.rules)
        return {path.name: sha256_of(path)} if path.suffix == ".toml" else {}

    def inputs(self) -> dict[str, str]:
        return {**super().inputs(), **self.own}

    def sums(self, chunk: Chunk) -> Sums:
        how, scorer = How(win=self.win, riichi=self.riichi), self.scorer
        places, rows = zip(*self.dealt_at(-1, chunk, scorer.engine), strict=True)
        hands = [scorer.tiles.format_counts(row.tolist()) for row in rows]
        yield ("deals",), places[-1] + 1
        best = [self._figures(scorer.score(hand, how).best) for hand in hands]
        shown = [self._figures(scorer.first_shown(hand, how)) for hand in hands]
        for name in best[0]:
            found = pair("best", [of[name] for of in best], "shown", [of[name] for of in shown])
            yield from (((*name, measure), value) for measure, value in found)

    def _figures(self, choice: Reading) -> dict[Name, int]:
        """Table, number and name of a row -> the figure of this choice."""
        means = {"any yaku": choice.points > 0, "han": choice.total, "points": choice.points}
        means["yakuman"] = choice.is_yakuman
        there = {yaku.name for yaku in choice.yaku}
        rows = [yaku.name for yaku in self.scorer.rules.yaku if yaku.closed and not (yaku.said or yaku.bonus)]
        found: dict[Name, int] = {("worth", i, name): mean for i, (name, mean) in enumerate(means.items())}
        return found | {("yaku", i, name): name in there for i, name in enumerate(rows)}
