"""A match: several hands by rules with scoring, with the deal passing on and the points kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kanamj.errors import KanamjError, check_whole
from kanamj.game.rules import Rules
from kanamj.game.states import RONS, State
from kanamj.game.steps import deal, set_up
from kanamj.game.wall import Seed

RETURN = 5
"""How many sticks the return points (返し点) are above the stake."""
UMA = {2: (10, -10), 3: (15, 0, -15), 4: (15, 5, -5, -15)}


@dataclass(frozen=True)
class Match:
    """Where a match stands before a hand. The first hand is dealt by seat 0.

    rules: the rules of its hands.
    points: the sticks of each seat.
    rounds: how often each player deals: 1 (東風) or 2 (半荘).
    passed: how often the deal has passed on.
    dealer, deposits, honba: as for `set_up`.

    >>> from kanamj.game.rules import preset
    >>> Match.begin(preset("pro")).points
    (22, 22, 22, 22)
    """

    rules: Rules
    points: tuple[int, ...]
    rounds: int = 1
    passed: int = 0
    dealer: int = 0
    deposits: int = 0
    honba: int = 0

    @classmethod
    def begin(cls, rules: Rules, rounds: int = 1) -> Match:
        """Returns a match before its first hand. Raises KanamjError for rules without points."""
        if not rules.scored:
            raise KanamjError("a match has points, and the rules {} have none; give pro", rules.name)
        return cls(rules, (rules.stake,) * rules.players, check_whole("rounds", rounds, 1, 2))

    def deal(self, seed: int | Seed) -> State:
        """Returns the state after the deal of the next hand."""
        return deal(set_up(self.rules, seed, dealer=self.dealer, deposits=self.deposits, honba=self.honba,
                           points=self.points))  # fmt: skip

    def after(self, state: State) -> Match:
        """Returns where the match stands after a hand that is over: the dealer stays after a win of the dealer, after a
        draw if the dealer is tenpai, and after three rons."""
        end, seats = state.end, self.rules.players
        if end is None:
            raise KanamjError("the hand is not over (phase {}); play it to its end", state.phase)
        won = any(win.player == state.dealer for win in end.wins)
        stays = won or state.dealer in end.tenpai or end.how == RONS
        return replace(
            self,
            points=tuple(state.points),
            passed=self.passed + (not stays),
            dealer=state.dealer if stays else (state.dealer + 1) % seats,
            deposits=state.deposits,
            honba=0 if end.wins and not won else state.honba + 1,
        )

    @property
    def over(self) -> bool:
        """True if a player has less than 0 sticks, or after the last hand if a player has the return points; at most
        one more round is played for these."""
        last = self.rounds * self.rules.players
        there = max(self.points) >= self.rules.stake + RETURN or self.passed >= last + self.rules.players
        return min(self.points) < 0 or (self.passed >= last and there)

    @property
    def order(self) -> list[int]:
        """The seats, the most sticks first. Of equal players, the one who dealt earlier is before the other."""
        return sorted(range(len(self.points)), key=lambda seat: (-self.points[seat], seat))

    def settlement(self) -> list[int]:
        """Returns what each seat has at the end: the sticks above the return points, uma, and for the first of all what
        lies on the table and the oka. The sum is 0."""
        order = self.order
        settled = [points - self.rules.stake - RETURN for points in self.points]
        settled[order[0]] += self.deposits + RETURN * len(order)
        for seat, more in zip(order, UMA[len(order)], strict=True):
            settled[seat] += more
        return settled
