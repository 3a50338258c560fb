"""A study of what wins are worth by the rules `pro`: complete hands are dealt, and each is scored as a player sees it
first, by its best choice, and with riichi. `kanamj study yaku --help` says what the columns are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.errors import KanamjError
from kanamj.yaku import How, Scorer, parse_rules
from kanamj.yaku.kans import DEALT_FOR_KANS, MOST_KANS, Kans
from kanamj.yaku.scoring import Reading
from old.deals import OnDeals
from old.measures import Difference, Mean, Share
from old.study import Chunk
from old.sums import Name, Sum, Sums, Totals, pair
from old.tables import Declared

CHUNK, OF = 100, ("any yaku", "han", "points", "yakuman")
MEANS = (Mean("shown"), Mean("best"), Difference("best", other="shown", column="gain"))
RIICHI = (Mean("riichi"), Difference("riichi", other="best", column="riichi_gain"))
KANS = [Share(name, share=name, stderr=f"{name}_stderr") for name in ("dealt", "drawn")]


@dataclass(frozen=True)
class YakuStudy(OnDeals):
    """A study of yaku.

    deals: how many complete hands are scored, and what is dealt. rules, win: as for `kanamj.score`. calls: how many
    words were called. The count `deals` is the number of deals that it took to find the hands.
    """

    rules: str = "pro"
    win: str = "tsumo"
    calls: int = 0

    readings, kind, command, counted = True, "yaku", "kanamj study yaku", ("deals",)
    tables = (
        Declared("worth", "_number", "of", *MEANS, *RIICHI, title="what complete hands are worth"),
        Declared("yaku", "_number", "yaku", *MEANS, title="the share of complete hands with each yaku"),
        Declared("kans", "kans", *KANS, title="the share of dealt hands that can call so many kans"),
    )

    def __post_init__(self) -> None:
        if (self.deals.names, self.deals.hand, self.deals.copies) != ("33332", 14, "strict"):
            raise KanamjError("a win by these rules has 14 tiles; leave out --form, --hand and --copies")
        How(["さくら"] * self.calls, win=self.win).read(self.deals.tiles).events(parse_rules(self.rules))

    @cached_property
    def scorer(self) -> Scorer:
        rules = parse_rules(self.rules + ",七対子=off" * (self.calls > 0))
        return Scorer(rules, self.deals.lexicon, self.deals.tiles)

    @property
    def own(self) -> dict[str, str]:
        """Name -> SHA-256 of the file of rules, if there is one."""
        return {path.name: sha256_of(path) for path in [Path(self.rules)] if path.suffix == ".toml"}

    def options(self) -> dict[str, object]:
        rules, tiles = next(iter(self.own), self.rules), self.deals.tiles.name
        return {**super().options(), "tiles": tiles, "rules": rules, "win": self.win, "calls": self.calls}

    def parameters(self) -> dict[str, Any]:
        return {**super().parameters(), **self.options(), "own_rules": "".join(self.own.values())}

    def inputs(self) -> dict[str, str]:
        return {**super().inputs(), **self.own}

    def left_out(self, _: Totals) -> list[str]:
        return ["kans"] * bool(self.calls)

    def sums(self, chunk: Chunk) -> Sums:
        places, rows = zip(*self.dealt_at(-1, chunk, self.scorer.engine), strict=True)
        yield ("deals",), places[-1] + 1
        hands = [self._figures(self.deals.tiles.format_counts(row.tolist())) for row in rows]
        for name in hands[0][0]:
            best, *others = ([way[name] for way in ways] for ways in zip(*hands, strict=True))
            found = dict(pair("best", best, "shown", others[0]))
            if name[0] == "worth" and not self.calls:
                found |= dict(pair("riichi", others[1], "best", best))
            yield from (((*name, measure), value) for measure, value in found.items())
        kans = Kans(self.scorer.lexicon.entries)
        for counts in [] if self.calls else self.dealt(chunk, DEALT_FOR_KANS):
            dealt, drawn = kans.dealt(self.deals.tiles.format_counts(counts.tolist()))
            for least in range(1, MOST_KANS + 1):
                yield ("kans", least, "dealt"), Sum.of([dealt >= least])
                yield ("kans", least, "drawn"), Sum.of([drawn >= least])

    def _figures(self, hand: str) -> list[dict[Name, int]]:
        """At best, as first shown, and with riichi if it is possible: table, number and name of a row -> figure."""
        scorer, words = self.scorer, self.scorer.first_shown(hand)
        n = len(words) - self.calls
        how = How([word.reading for word in words[n:]], win=self.win)
        ways = [how] if self.calls else [how, replace(how, riichi=True)]
        best, *riichi = next(scorer.scores("".join(word.reading for word in words[:n]), [""], ways))
        shown = scorer.reading([word._replace(called=i >= n) for i, word in enumerate(words)], how)
        return [self._rows(each) for each in (best.best, shown, *(score.best for score in riichi))]

    def _rows(self, choice: Reading) -> dict[Name, int]:
        means = choice.points > 0, choice.total, choice.points, choice.is_yakuman
        found: dict[Name, int] = {("worth", i, OF[i]): mean for i, mean in enumerate(means)}
        told = [yaku for yaku in self.scorer.rules.yaku if not (yaku.said or yaku.bonus)]
        names = [yaku.name for yaku in told if (yaku.open if self.calls else yaku.closed)]
        there = {yaku.name for yaku in choice.yaku}
        return found | {("yaku", i, name): name in there for i, name in enumerate(names)}
