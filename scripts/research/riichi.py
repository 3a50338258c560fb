"""A study of when riichi pays, and the agent `FromShare`, who declares it from a share of winning tiles on.

Four greedy players who know the same words (or, with --others, one against three) play a wall, without riichi. Where a
player could declare it, the game is also played on from there with riichi declared; what the player gains by it, in
sticks of 1,000, is the difference of the two games. By `pro`, a hand with riichi is one han more, two if it was
declared in the first turn, and another (一発) if it wins within a round. It costs a stick, which the winner takes;
after it the player only throws what was drawn. Nobody plays more carefully against it, and there is no hidden dora.

worth.csv  by the share of the unseen tiles that win, at the first chance to declare: the gain
rules.csv  "declare it as soon as this share of the unseen tiles wins": declared, gain: per player and game; sticks: the
           part of the gain that is riichi sticks
rule.csv   the best of these rules on the first half of the walls, and its gain on the others; always, too

    python scripts/research/riichi.py --n 200 --known 760,1600,all --out my-riichi
    kanamj study strength --path scripts/research --agents riichi:FromShare,greedy+riichi --walls 100
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar

import numpy as np
from pictures import Drawn

from kanamj import KanamjError, Lexicon, load_lexicon, score
from kanamj.game import (
    Action,
    Event,
    Greedy,
    Rules,
    State,
    View,
    play,
    play_on,
    preset,
    seated,
    step,
    view,
)
from kanamj.studies import Results, command, mean, moments, part, ratio

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
POINTS = ("pro", "wins")
WITHOUT = 2.0
"""More than any share: never riichi."""


def without(hand: tuple[int, ...], tile: Any) -> tuple[int, ...]:
    """The hand after a discard."""
    place = hand.index(tile)
    return (*hand[:place], *hand[place + 1 :])


class FromShare(Greedy):
    """A `Greedy` player who declares riichi if at least a share of the unseen tiles wins, by the words it knows."""

    def __init__(self, hands: Any, share: float = 0.2) -> None:
        if not 0 <= share <= 1 and share != WITHOUT:
            raise KanamjError(f"{share} of the tiles cannot win; give a share from 0 to 1, such as 0.2")
        super().__init__(hands, riichi=True)
        self.share = share

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        action = super().choose(seen, legal)
        if action.event != Event.RIICHI or self.winning(seen, action) >= self.share:
            return action
        return next(each for each in legal if (each.event, each.tile) == (Event.DISCARD, action.tile))

    def winning(self, seen: View, riichi: Action) -> float:
        """The share of the unseen tiles that win after this riichi, by the words that the player knows."""
        unseen, waits = seen.unseen(), self.hands.waits(without(seen.me.hand, riichi.tile), seen.me.blocks)
        return sum(number for kind, number in enumerate(unseen) if waits >> kind & 1) / sum(unseen)


def draw_rules(axes: Any, results: Results) -> None:
    """For players who know so many words: what each rule gains."""
    rows = results.rows("rules")
    for at, known in enumerate(dict.fromkeys(str(row["known"]) for row in rows)):
        of = [row for row in rows if str(row["known"]) == known]
        errors = [1.96 * row["gain_stderr"] for row in of]
        shares, gains = ([row[name] for row in of] for name in ("from_share", "gain"))
        axes.errorbar([100 * x + at / 4 for x in shares], gains, errors, fmt="o-", capsize=3, label=known)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("riichi as soon as so many % of the unseen tiles win")
    axes.set_ylabel("gain per player and game, sticks of 1,000")
    axes.set_title("When riichi pays, by words known (bars: 95 % intervals)")
    axes.legend()


@dataclass(frozen=True)
class Riichi(Drawn):
    """What riichi is worth, by the share of the unseen tiles that win, on N walls."""

    n: int = 100
    seed: int = 1
    lexicon: Lexicon | str = "core"
    known: str = field(default="760,1600,all", metadata={"help": "How many words the players know."})
    others: str = field(
        default="", metadata={"help": "How many words the three others know, if not as many as who declares."}
    )
    rules: str = field(
        default="standard,tiles=hiragana-pro-166",
        metadata={"help": "Rules of the game, as for kanamj simulate games."},
    )
    points: str = field(
        default="pro", metadata={"help": "pro: the points of the rules `pro`; wins: 3 sticks for a win."}
    )
    shares: str = field(
        default=",".join(map(str, SHARES)), metadata={"help": "Shares from which riichi is declared."}
    )
    chunk_size: int = 5

    command = "python scripts/research/riichi.py"
    pictures: ClassVar = {"riichi.png": draw_rules}

    def __post_init__(self) -> None:
        if not self.game.riichi:
            raise KanamjError(f"the rules {self.rules} have no riichi; give others, such as standard")
        if self.points not in POINTS or self.n < 2:
            raise KanamjError(f"{self.points} on {self.n} walls: give pro or wins, and 2 walls or more")
        for share in self.limits:
            if not 0 <= share <= 1:
                raise KanamjError(f"{share} of the tiles cannot win; give shares from 0 to 1, such as 0,0.2")
        for known in [*self.players, self.others or "all"]:
            if not (known == "all" or (known.isdecimal() and known.strip("0"))):
                raise KanamjError(f"{known} is not a number of words; give numbers, and all, such as 760,all")

    @cached_property
    def game(self) -> Rules:
        lexicon = self.lexicon if isinstance(self.lexicon, Lexicon) else load_lexicon(self.lexicon)
        return preset(self.rules, lexicon).with_kernels()

    @cached_property
    def limits(self) -> list[float]:
        try:
            return sorted({float(share) for share in self.shares.split(",")})
        except ValueError:
            raise KanamjError(
                f"{self.shares} are not shares; give numbers from 0 to 1, such as 0,0.2"
            ) from None

    @property
    def players(self) -> list[str]:
        return self.known.split(",")

    def seats(self, known: str) -> list[FromShare]:
        """The players of a game, who never declare riichi."""
        named = "greedy" if known == "all" else f"greedy@{known}w"
        found: list[Any] = seated(self.game, self.seed, [named] * self.game.players)
        return [FromShare(agent.hands, WITHOUT) for agent in found]

    def seatings(self, known: str) -> list[tuple[list[FromShare], Sequence[int]]]:
        """The players of each game on a wall, and the seats that may declare."""
        mine = self.seats(known)
        if not self.others:
            return [(mine, range(len(mine)))]
        others = self.seats(self.others)
        return [([*others[:seat], mine[seat], *others[seat + 1 :]], [seat]) for seat in range(len(mine))]

    def inputs(self) -> dict[str, str]:
        return {f"lexicon {self.game.lexicon.name}": self.game.lexicon.sha256}

    def chunk(self, number: int, size: int) -> Any:
        rows: dict[Any, list[tuple[float, float]]] = {}
        for at, known in enumerate(self.players):
            seatings = self.seatings(known)
            for game in range(size):
                wall: dict[Any, list[float]]
                wall = {("worth", at, limit): [0.0, 0] for limit in range(len(self.limits))}
                wall |= {("rule", at, limit, number % 2): [0.0, 0] for limit in range(len(self.limits))}
                wall |= {("sticks", at, limit): [0.0, 0] for limit in range(len(self.limits))}
                seed = (self.seed, number, game)
                for first, limits, gain, sticks in chain(*(self.declared(*each, seed) for each in seatings)):
                    for limit in limits:
                        wall["rule", at, limit, number % 2][0] += gain
                        wall["rule", at, limit, number % 2][1] += 1
                        wall["sticks", at, limit][0] += sticks
                    if first:
                        wall["worth", at, limits[-1]][0] += gain
                        wall["worth", at, limits[-1]][1] += 1
                for key, (gain, times) in wall.items():
                    rows.setdefault(key, []).append((gain, times))
        return {key: moments(*np.array(found).T) for key, found in rows.items()}

    def declared(
        self, agents: list[FromShare], seats: Sequence[int], seed: Any
    ) -> Iterator[tuple[bool, list[int], float, int]]:
        """For each declaration of these seats that some rule makes first: whether it is the first chance of the
        player, the rules that make it, what the player gains by it, and how much of this is riichi sticks."""
        seen, forks = [0] * len(agents), list[tuple[bool, list[int], int, State]]()
        steps = [*play(self.game, seed, agents)]
        for before, action, _ in steps:
            seat = action.player
            if seat not in seats or action.event != Event.DISCARD:
                continue
            riichi, me = action._replace(event=Event.RIICHI), before.players[seat]
            if me.melds or not agents[seat].hands.waits(without(me.hand, action.tile), ()):
                continue
            share = agents[seat].winning(view(before, seat), riichi)
            upto = bisect_right(self.limits, share)
            if upto > seen[seat]:
                forks.append((not seen[seat], [*range(seen[seat], upto)], seat, step(before, riichi)))
                seen[seat] = upto
        usual = self.sticks(steps[-1][2])
        for first, limits, seat, fork in forks:
            *_, (_, _, end) = play_on(fork, agents)
            yield first, limits, self.sticks(end)[seat] - usual[seat], end.sticks[seat]

    def sticks(self, state: Any) -> list[float]:
        """What each seat gains in a game that has ended."""
        paid: list[float] = list(state.sticks)
        if self.points == "wins":
            return [a + b for a, b in zip(paid, state.end.payments(len(paid)), strict=True)]
        tiles, seats = self.game.tiles, {*range(len(paid))}
        for win in state.end.wins:
            me, drawn = state.players[win.player], win.source is None
            how: dict[str, Any] = {"win": "tsumo" if drawn else "ron", "tiles": tiles}
            how |= {
                "dealer": win.player == state.dealer,
                "riichi": "first" if me.riichi == 1 else me.riichi > 0,
            }
            how["ippatsu"] = me.riichi > 0 and me.turns - drawn <= me.riichi  # nobody calls
            melds = [tiles.format(block) for block in win.melds]
            try:
                found = score(tiles.format(win.hand), "pro", lexicon=self.game.lexicon, melds=melds, **how)
            except KanamjError:  # seven pairs, two of one reading: no win by `pro`
                continue
            payers = [win.source] if win.source is not None else sorted(seats - {win.player})
            payers.sort(key=lambda seat: seat != state.dealer)  # of a tsumo the dealer's payment comes first
            for payment, payer in zip(found.payments, payers, strict=False):
                paid[payer] -= payment.sticks
                paid[win.player] += payment.sticks
        return paid

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        worth, rules, rule, seats = [], [], [], self.game.players
        for at, known in enumerate(self.players):
            for limit, of in part(sums, "worth", at).items():
                row = {"known": known, "from_share": self.limits[limit], "chances": int(of[3])}
                worth.append(row | ratio("gain", *of))
            both: dict[int, list[Any]] = {}
            for limit, share in enumerate(self.limits):
                both[limit] = [sums.get(("rule", at, limit, half), (0,) * 6) for half in (0, 1)]
                n, x, xx, y, *_ = map(sum, zip(*both[limit], strict=True))
                row = {"known": known, "from_share": share, "declared": y / n / seats}
                row |= mean("gain", n, x, xx, per=seats)
                rules.append(row | mean("sticks", *sums["sticks", at, limit][:3], per=seats))
            best = max(both, key=lambda limit: both[limit][0][1])
            for name, limit in (("best", best), ("always", 0)):
                row = {"known": known, "rule": name, "from_share": self.limits[limit]}
                rule.append(row | mean("gain", *both[limit][1][:3], per=seats))
        return {"worth": worth, "rules": rules, "rule": rule}


if __name__ == "__main__":
    command(Riichi)
