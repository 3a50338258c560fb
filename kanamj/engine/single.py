"""The half of an engine that answers for one hand, on blocks. What several forms fit, the nearest one decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from kanamj.engine.chances import MOST_DRAWS, Chances, chances
from kanamj.engine.draws import Draws, accepts, accepts_after_discards
from kanamj.engine.question import Question
from kanamj.engine.report import ARRANGEMENTS_SHOWN, HandReport, analyze
from kanamj.engine.search import Arrangement, arrangements, distance
from kanamj.engine.setting import Asked, Melds, Setting
from kanamj.errors import HandSizeError
from kanamj.tiles import Hand, TileSet


class SingleHandEngine:
    """Distance, waits, arrangements and reports of single hands.

    Hands are text, a counts array of shape (K,), or a sequence of kinds; melds are called blocks, or how many. An
    engine that knows a shorter way for a form overrides the methods that take a question.
    """

    def __init__(self, setting: Setting, solve: Callable[[Question], int] = distance) -> None:
        self.setting = setting
        self._solve = solve

    @property
    def tiles(self) -> TileSet:
        return self.setting.tiles

    def distance(self, hand: Hand, melds: Melds = ()) -> int:
        """Tiles still missing: 0 complete, `question.UNREACHABLE` if no blocks can fill the form."""
        return self.distance_of(self.setting.ask(hand, melds))

    def shanten(self, hand: Hand, melds: Melds = ()) -> int:
        """distance - 1: -1 和了, 0 聴牌, 1 一向聴 …"""
        return self.distance(hand, melds) - 1

    def accepts(self, hand: Hand, melds: Melds = ()) -> dict[int, int]:
        """Kind -> copies unseen (neither in the hand nor called), of the kinds that lower the distance of a hand one
        tile short. HandSizeError for a full-sized hand: `analyze` gives its discards."""
        asked = self._one_short(hand, melds)
        called = self.tiles.tally(kind for meld in asked.melds for kind in meld)
        return {
            kind: self.tiles.copies[kind] - asked.counts[kind] - called[kind]
            for kind in self.accepts_of(asked).kinds
        }

    def waits(self, hand: Hand, melds: Melds = ()) -> tuple[int, ...]:
        """The kinds that complete a hand one tile short, ascending; empty if it is not tenpai."""
        asked = self._one_short(hand, melds)
        draws = self.accepts_of(asked)
        return draws.kinds if draws.distance == 1 else ()

    def arrangements(self, hand: Hand, melds: Melds = (), limit: int | None = None) -> list[Arrangement]:
        """The ways to split a complete hand into blocks, at most `limit`; none if it is not complete."""
        return list(islice(self.arrangements_of(self.setting.ask(hand, melds)), limit))

    def analyze(
        self, hand: Hand, melds: Melds = (), seen: Hand = "", limit: int | None = ARRANGEMENTS_SHOWN
    ) -> HandReport:
        """Everything about one hand; `seen` are tiles visible elsewhere."""
        return analyze(self, self.setting.ask(hand, melds), seen, limit)

    def chances(
        self,
        hand: Hand,
        draws: int = MOST_DRAWS,
        melds: Melds = (),
        seen: Hand = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> Chances:
        """The exact chance to complete a hand within 1, 2, … up to `draws` draws (1 to 3), for each discard of a
        full-sized hand; see `chances.Chances`. progress: called with the hands looked at and those to look at."""
        return chances(self, hand, draws, melds, seen, progress)

    def _one_short(self, hand: Hand, melds: Melds) -> Asked:
        asked = self.setting.ask(hand, melds)
        if asked.complete_size:
            held = sum(asked.counts)
            raise HandSizeError(
                f"a hand of {held} tiles has no draw; give {held - 1} tiles, or ask analyze() for its discards",
                held,
                (held - 1,),
            )
        return asked

    def forms_of(self, asked: Asked) -> tuple[str, ...]:
        """The forms a hand is judged by, melds taken off, as digits or names."""
        return tuple("".join(str(size) for size in question.sizes) for question in asked.questions)

    def distance_of(self, asked: Asked) -> int:
        return min(self._distance(question) for question in asked.questions)

    def accepts_of(self, asked: Asked) -> Draws:
        return _nearest_form([self._accepts(question) for question in asked.questions])

    def after_discards_of(self, asked: Asked) -> dict[int, Draws]:
        per_form = [self._after_discards(question) for question in asked.questions]
        return {kind: _nearest_form([form[kind] for form in per_form]) for kind in per_form[0]}

    def arrangements_of(self, asked: Asked) -> Iterator[Arrangement]:
        for question in asked.questions:
            yield from arrangements(question)

    def _distance(self, question: Question) -> int:
        return self._solve(question)

    def _accepts(self, question: Question) -> Draws:
        return accepts(question)

    def _after_discards(self, question: Question) -> dict[int, Draws]:
        return accepts_after_discards(question)


def _nearest_form(draws: list[Draws]) -> Draws:
    """What a hand draws to by the forms of least distance."""
    least = min(each.distance for each in draws)
    return Draws(
        least, tuple(sorted({kind for each in draws if each.distance == least for kind in each.kinds}))
    )
