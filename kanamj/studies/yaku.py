"""A study of what wins are worth by the rules `pro`: complete hands are dealt, and each is scored as a player sees it
first, by its best choice, and with riichi. `kanamj study yaku --help` says what the columns are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kanamj.errors import KanamjError
from kanamj.studies.base import Sums
from kanamj.studies.deals import DealStudy
from kanamj.studies.figures import difference, mean, moments, part, share
from kanamj.studies.frames import frame
from kanamj.tiles import HIRAGANA_PRO_166, TileSet
from kanamj.yaku import How, Scorer, parse_rules
from kanamj.yaku.kans import DEALT_FOR_KANS, MOST_KANS, Kans
from kanamj.yaku.rules import PAIRS
from kanamj.yaku.scoring import Reading

if TYPE_CHECKING:
    import pandas as pd

HANDS_PER_CHUNK, OF = 100, ("any yaku", "han", "points", "yakuman")
SHARES = ("any yaku", "yakuman")
"""Of these, a hand has 0 or 1."""
NONE = (0,) * 6
"""The moments of no hands."""


@dataclass(frozen=True)
class YakuStudy(DealStudy):
    """A study of yaku.

    n: how many complete hands are scored.
    rules, win: as for `kanamj.score`.
    calls: how many words were called.

    The count `deals` is the number of deals that it took to find the hands.
    """

    n: int = 1_000
    chunk_size: int = HANDS_PER_CHUNK
    tiles: TileSet | str = HIRAGANA_PRO_166
    rules: str = "pro"
    win: str = "tsumo"
    calls: int = 0

    readings, kind, command, counted = True, "yaku", "kanamj study yaku", ("deals",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check(("calls", 0, 4))
        if (self.names, self.hand, self.copies) != ("33332", 14, "strict"):
            raise KanamjError("a win by these rules has 14 tiles; leave out --form, --hand and --copies")
        How(["さくら"] * self.calls, win=self.win).read(self.set).events(parse_rules(self.rules))

    @cached_property
    def scorer(self) -> Scorer:
        rules = parse_rules(self.rules)
        return Scorer(rules.without(PAIRS) if self.calls else rules, self.words, self.set)

    def options(self) -> dict[str, object]:
        found = super().options() | {"tiles": self.set.name}
        return {"scoring" if name == "rules" else name: value for name, value in found.items()}

    def prepare(self) -> None:
        self.scorer.engine.batch.by_kernels.distance(self.dealt(0, 1))

    def chunk(self, number: int, size: int) -> Sums:
        places, rows = zip(*self.dealt_at(-1, number, size, self.scorer.engine), strict=True)
        sums: Sums = {"deals": places[-1] + 1}
        hands = [self._figures(self.set.format_counts(row.tolist())) for row in rows]
        for name in hands[0][0]:
            best, shown, *riichi = ([way[name] for way in ways] for ways in zip(*hands, strict=True))
            sums[*name, "gain"] = moments(best, shown)
            if name[0] == "worth" and riichi:
                sums[*name, "riichi"] = moments(riichi[0], best)
        if not self.calls:
            kans = Kans(self.scorer.lexicon.entries)
            dealt = self.dealt(number, size, DEALT_FOR_KANS)
            each = [kans.dealt(self.set.format_counts(counts.tolist())) for counts in dealt]
            for least in range(1, MOST_KANS + 1):
                there = [(dealt >= least, drawn >= least) for dealt, drawn in each]
                sums["kans", least] = (len(each), *(sum(of) for of in zip(*there, strict=True)))
        return sums

    def tables(self, sums: Sums) -> dict[str, pd.DataFrame]:
        worth, yaku = part(sums, "worth"), part(sums, "yaku")
        found = {
            "worth": frame(
                {"of": of, **_gained(of in SHARES, worth[i, of, "gain"], worth.get((i, of, "riichi"), NONE))}
                for i, of in enumerate(OF)
            ),
            "yaku": frame({"yaku": name, **_gained(True, moments)} for (_, name, _), moments in yaku.items()),
        }
        if not self.calls:
            found["kans"] = frame(
                {"kans": least, **share("dealt", n, dealt), **share("drawn", n, drawn)}
                for least, (n, dealt, drawn) in part(sums, "kans").items()
            )
        return found

    def _figures(self, hand: str) -> list[dict[tuple[str, int, str], int]]:
        """At best, as first shown, and with riichi if it is possible: table, number and name of a row -> figure."""
        scorer, words = self.scorer, self.scorer.first_shown(hand)
        n = len(words) - self.calls
        how = How([word.reading for word in words[n:]], win=self.win)
        ways = [how] if self.calls else [how, replace(how, riichi=True)]
        best, *riichi = next(scorer.scores("".join(word.reading for word in words[:n]), [""], ways))
        shown = scorer.reading([word._replace(called=i >= n) for i, word in enumerate(words)], how)
        return [self._rows(each) for each in (best.best, shown, *(score.best for score in riichi))]

    def _rows(self, choice: Reading) -> dict[tuple[str, int, str], int]:
        means = choice.points > 0, choice.total, choice.points, choice.is_yakuman
        found: dict[tuple[str, int, str], int] = {("worth", i, OF[i]): mean for i, mean in enumerate(means)}
        told = [yaku for yaku in self.scorer.rules.yaku if not (yaku.said or yaku.bonus)]
        names = [yaku.name for yaku in told if (yaku.open if self.calls else yaku.closed)]
        there = {yaku.name for yaku in choice.yaku}
        return found | {("yaku", i, name): name in there for i, name in enumerate(names)}


def _gained(is_share: bool, gain: Sequence[int], riichi: Sequence[int] | None = None) -> dict[str, Any]:
    """The columns of a figure: as first shown, at best, with riichi, and what each adds. is_share: see SHARES."""
    n, best, squares, shown, of_shown, _ = gain
    found = _figure(is_share, "shown", n, shown, of_shown) | _figure(is_share, "best", n, best, squares)
    found |= difference("gain", *gain)
    if riichi is not None:
        found |= _figure(is_share, "riichi", *riichi[:3]) | difference("riichi_gain", *riichi)
    return found


def _figure(is_share: bool, name: str, n: int, total: int, squares: int) -> dict[str, Any]:
    if is_share:
        return share(name, n, total)
    return mean(name, n, total, squares) | {f"{name}_low": None, f"{name}_high": None}
