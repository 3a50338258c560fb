"""What a judged hand is worth: a complete hand, or each letter that completes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kanamj.engine.choices import Discard, accepts_of, by_tiles
from kanamj.plain import plain
from kanamj.yaku.how import How
from kanamj.yaku.scoring import Score, Scorer

if TYPE_CHECKING:
    from kanamj.engine.choices import Accept
    from kanamj.engine.judgement import Judgement
    from kanamj.engine.report import HandReport


MOST_ARRANGEMENTS = 300_000
"""After this many arrangements were compared, no further discard or accept is scored."""
Worths: TypeAlias = dict[str, list[Score]]
"""Letter that completes the hand -> the scores by tsumo and by ron; behind a called word, only by tsumo."""


class Tenpai(NamedTuple):
    """A hand that is tenpai after a draw and a discard.

    drawn: "" if it had all tiles.
    accepts: what completes it.
    """

    drawn: str
    thrown: str
    accepts: tuple[Accept, ...]
    worths: Worths

    @property
    def no_yaku(self) -> str:
        """The letters that complete the hand, but give no yaku by ron, or behind a called word by tsumo."""
        return "".join(letter for letter, (*_, last) in self.worths.items() if not last.yaku)

    @property
    def compared(self) -> int:
        """The number of arrangements that were compared to score the letters."""
        return sum(scores[0].compared for scores in self.worths.values())

    def mean(self, way: int) -> float | None:
        """Returns the mean points over the unseen copies, by tsumo (0) or by ron (1); None if no such copy can win."""
        points = [
            scores[way].points
            for accept in self.accepts
            for scores in [self.worths[accept.tile]] * accept.unseen
            if way < len(scores)
        ]
        return sum(points) / len(points) if points else None

    def to_json(self) -> dict[str, Any]:
        """Returns drawn, discard, tsumo and ron (the mean points; null if no such win is possible), waits (tile,
        unseen, and the points by tsumo and ron: 0 without a yaku, null for no ron)."""
        waits = []
        for accept in self.accepts:
            tsumo, ron = (*(score.points for score in self.worths[accept.tile]), None)[:2]
            waits.append(accept.to_json() | {"tsumo": tsumo, "ron": ron})
        return {
            "drawn": self.drawn,
            "discard": self.thrown,
            "tsumo": self.mean(0),
            "ron": self.mean(1),
            "waits": waits,
        }


def worths(
    scorer: Scorer,
    report: HandReport,
    melds: list[str],
    behind: Sequence[Tenpai] = (),
    how: How | None = None,
) -> Iterator[tuple[str, list[Score]]]:
    """Yields each letter that completes the hand, "" for a hand that is complete, with the scores by tsumo and by ron.

    Of a full-sized hand that is tenpai, the letters are those after the advised discard. A called word of more than
    three letters is an open kan.

    behind: what `tenpais` has yielded for the report; its scores are not made again.
    how: riichi and dealer as for `score`; the rest of it does not count.
    """
    hand, letters = report.sorted, [wait.tile for wait in report.waits]
    if report.distance == 0:
        hand, letters = report.hand, [""]
    elif report.distance == 1 and report.discards:
        hand = hand.replace(report.advice, "", 1)
        letters = [accept.tile for accept in report.discards[0].accepts]
    scored = behind and not behind[0].drawn
    found = behind[0].worths.items() if scored else _scored(scorer, hand, letters, melds, how)
    for letter, scores in found:
        yield letter, [score.as_shown(scorer.lexicon) for score in scores]


def _scored(
    scorer: Scorer, hand: str, letters: list[str], melds: list[str], how: How | None = None
) -> Iterator[tuple[str, list[Score]]]:
    size = {meld: len(scorer.tiles.parse(meld)) for meld in melds}
    how = replace(
        how or How(),
        melds=[meld for meld in melds if size[meld] == 3],
        kans=[meld for meld in melds if size[meld] > 3],
    )
    ways = [replace(how, win=win) for win in (("tsumo",) if how.called else ("tsumo", "ron"))]
    return zip(letters, scorer.scores(hand, letters, ways), strict=True)


def tenpais(scorer: Scorer, report: HandReport, melds: list[str], seen: str = "") -> Iterator[Tenpai]:
    """Yields what the hand is worth behind each discard that leads to tenpai, the advised one first. Of a hand one tile
    short that accepts tiles, but waits for none, this is behind each accept that leads to tenpai, with the discard
    that is advised then; the accept with the most unseen copies comes first. At least one is yielded; after
    MOST_ARRANGEMENTS, nothing more."""
    engine, compared = scorer.engine.behind(melds, known=False), 0
    accepts = report.accepts if report.distance == 2 and not report.discards else ()
    draws = ["", *(accept.tile for accept in sorted(accepts, key=lambda accept: -accept.unseen))]
    for drawn in draws:
        hand = report.sorted + drawn
        discards = [_advised(engine.ask(hand), seen)] if drawn else report.discards
        for discard in discards:
            if discard.distance != 1:
                continue
            rest, letters = hand.replace(discard.tile, "", 1), [accept.tile for accept in discard.accepts]
            found = Tenpai(drawn, discard.tile, discard.accepts, dict(_scored(scorer, rest, letters, melds)))
            yield found
            compared += found.compared
            if compared > MOST_ARRANGEMENTS:
                return


def _advised(asked: Judgement, seen: str) -> Discard:
    """Returns the discard that a report on the hand advises. A report takes longer: it also judges worse discards."""
    tiles, unseen, least = asked.tiles, asked.unseen(seen), min(asked.distances_after.values())
    found = list[Discard]()
    for kind, distance in asked.distances_after.items():
        if distance == least:
            accepts = accepts_of(tiles, asked.draws_after(kind).kinds, unseen)
            total = sum(accept.unseen for accept in accepts)
            found.append(Discard(kind, tiles.kinds[kind], distance, accepts, total))
    return min(found, key=by_tiles)


def worths_json(found: Worths) -> list[dict[str, Any]]:
    """Returns the scores as plain values: tile, and tsumo and ron as `Score.to_json`; ron is null behind a called
    word."""
    return [
        {"tile": letter, **dict(zip(("tsumo", "ron"), (*plain(scores), None), strict=False))}
        for letter, scores in found.items()
    ]
