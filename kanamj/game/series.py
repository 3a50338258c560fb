"""The hands of a match on the page: where the match stands before a hand, and what the page shows of it.

By rules with scoring, the answer of `remote` has these fields as "match":

    {"tiles": name of the set, "rounds": 1 (東風), 2 (半荘), or 0 for one hand,
     "passed": how often the deal has passed on, "honba": sticks more for a win,
     "start", "began", "points": sticks of each seat before the match, before the hand, and now,
     "gains": those of each seat in the hand, "barred": `legal.barred` of the player now,
     "hands": [{"dealer", "honba", "how", "winners": [{"player", "yaku": [names], "points"}, …],
                "tenpai": [seats], "points": sticks of each seat after the hand}, …] the hands that have ended,
     "over": whether this was the last hand, "order": the seats then, the first one first,
     "settlement": what each seat has at the end of a match; [] before}

The sum of "points" and of the deposits is always the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kanamj.errors import KanamjError
from kanamj.game.legal import barred
from kanamj.game.match import Match
from kanamj.game.record import Record
from kanamj.game.rules import Rules
from kanamj.game.states import Phase, State


class Series(NamedTuple):
    """The hands before a hand of a match.

    rounds: those of the match; 0 for one hand.
    match: where it stands before the hand.
    ended: the states at the ends of the hands before it.
    """

    rounds: int
    match: Match
    ended: tuple[State, ...] = ()

    @classmethod
    def after(
        cls, rules: Rules, players: Sequence[str], rounds: int, hands: Sequence[tuple[Record, State]]
    ) -> Series:
        """Returns the series after these hands, each a record and the state at its end. Raises KanamjError for rules
        without points, and for hands that are not those of one match by these rules and players."""
        series = cls(rounds, Match.begin(rules, rounds or 1))
        for number, (record, state) in enumerate(hands, 1):
            if (record.rules.to_table(), record.players) != (rules.to_table(), tuple(players)):
                raise KanamjError(
                    "hand {} of the match had other rules or players; begin a new match", number
                )
            series.check(record, number)
            if state.phase != Phase.END:
                raise KanamjError("hand {} of the match is not over; play it to its end", number)
            series = series._replace(match=series.match.after(state), ended=(*series.ended, state))
        return series

    def check(self, record: Record, number: int) -> None:
        """Raise KanamjError if the record is not that of the next hand."""
        at = self.match
        if (self.rounds == 0 and self.ended) or at.over:
            raise KanamjError("the match was over before hand {}; begin a new match", number)
        if (record.dealer, record.deposits, record.honba, record.points) != (
            at.dealer,
            at.deposits,
            at.honba,
            at.points,
        ):
            raise KanamjError(
                "hand {} does not begin with the dealer and the sticks that the hands before it have left; begin a new "
                "match",
                number,
            )

    def to_json(self, state: State, seat: int) -> dict[str, Any]:
        """Returns plain values about the hand at this state, as at the head of this module."""
        ended = (*self.ended, *([state] if state.end else []))
        after = self.match.after(state) if state.end else self.match
        over = state.end is not None and (self.rounds == 0 or after.over)
        asked = state.end is None and seat in state.to_act()
        return {
            "tiles": state.rules.tiles.name,
            "rounds": self.rounds,
            "passed": self.match.passed,
            "honba": state.honba,
            "began": list(state.began),
            "points": state.points,
            "gains": [now - before for now, before in zip(state.points, state.began, strict=True)],
            "start": [state.rules.stake] * state.rules.players,
            "barred": barred(state, seat) if asked else "",
            "hands": [_hand_json(each) for each in ended],
            "over": over,
            "order": after.order if over else [],
            "settlement": after.settlement() if over and self.rounds else [],
        }


def _hand_json(state: State) -> dict[str, Any]:
    end = state.end
    assert end is not None
    winners = [
        {
            "player": win.player,
            "yaku": [yaku.name for yaku in win.score.yaku] if win.score else [],
            "points": win.score.points if win.score else 0,
        }
        for win in end.wins
    ]
    told = {"dealer": state.dealer, "honba": state.honba, "how": end.how, "winners": winners}
    return told | {"tenpai": list(end.tenpai), "points": state.points}
