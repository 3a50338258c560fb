"""A study of when riichi pays, and the agent `FromShare`, who declares it from a share of winning tiles on.

Four greedy players who know the same words play a wall by the rules `pro`, without riichi. Where a player could declare
it, the game is also played on from there with riichi declared; what the player gains by it, in sticks of 1,000, is the
difference of the two games. Only words that the players know count, for wins, yaku and points; with --others, one plays
against three, and the words are those of the side that knows more. A ron without a yaku is not taken, and riichi is a
yaku. Nobody plays more carefully against it.

rules.csv  "declare it as soon as this share of the unseen tiles wins" (or_yaku: or if a letter that wins has no yaku
           without it): declared, gain: per player and game; step: how much more it gains on the same walls than the
           share before (the first one, than never), or, with or_yaku, than the share alone
yaku.csv   if the first complete hand of a game is by ron: the share of these that have no yaku

    python scripts/research/riichi.py --n 200 --known 760,1600,all --out my-riichi
    kanamj study strength --path scripts/research --agents riichi:FromShare,greedy+riichi --rules pro --walls 100
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

import numpy as np
from pictures import Drawn, error_bars

from kanamj import KanamjError, Lexicon, load_lexicon
from kanamj.game import (
    Event,
    Greedy,
    Rules,
    State,
    View,
    legal_actions,
    play,
    play_on,
    preset,
    seated,
    step,
    view,
)
from kanamj.studies import Results, command, difference, mean, moments, share
from kanamj.yaku import How

SHARES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
WITHOUT = 2.0
"""More than any share: never riichi."""


def without(hand: tuple[int, ...], tile: Any) -> tuple[int, ...]:
    """The hand after a discard."""
    place = hand.index(tile)
    return (*hand[:place], *hand[place + 1 :])


class FromShare(Greedy):
    """A `Greedy` player who declares riichi if at least a share of the unseen tiles wins, by the words it knows, or,
    with `or_yaku`, if a letter that wins has no yaku by ron without it."""

    def __init__(self, hands: Any, share: float = Greedy.riichi_share, or_yaku: bool = False) -> None:
        if not 0 <= share <= 1 and share != WITHOUT:
            raise KanamjError(f"{share} of the tiles cannot win; give a share from 0 to 1, such as 0.2")
        super().__init__(hands)
        self.riichi_share, self.or_yaku = share, or_yaku

    def riichi_pays(self, seen: View, kind: int) -> bool:
        """Returns True if riichi with this discard is declared."""
        return self.winning(seen, kind) >= self.riichi_share or (self.or_yaku and self.gives_yaku(seen, kind))

    def gives_yaku(self, seen: View, kind: int) -> bool:
        """Returns True if, without riichi, a letter that wins after this discard has no yaku by ron."""
        if not seen.rules.scored:
            return False
        hand = without(seen.me.hand, kind)
        how = How(win="ron", dealer=seen.player == seen.dealer, players=seen.rules.players)
        return not all(self.hands.has_yaku(hand, tile, how) for tile in self.unseen_wins(seen, kind))

    def winning(self, seen: View, kind: int) -> float:
        """The share of the unseen tiles that win after this discard, by the words that the player knows."""
        return sum(self.unseen_wins(seen, kind).values()) / sum(seen.unseen())

    def unseen_wins(self, seen: View, kind: int) -> dict[int, int]:
        """Each kind that wins after this discard and is unseen -> how many of its tiles are unseen."""
        waits = self.hands.waits(without(seen.me.hand, kind), seen.me.blocks)
        return {tile: number for tile, number in enumerate(seen.unseen()) if number and waits >> tile & 1}


def draw_rules(axes: Any, results: Results) -> None:
    """For players who know so many words: what each rule gains."""
    rows = [row for row in results.rows("rules") if row["or_yaku"] == "no"]
    for at, known in enumerate(dict.fromkeys(str(row["known"]) for row in rows)):
        of = [row for row in rows if str(row["known"]) == known]
        shares, gains, errors = ([row[name] for row in of] for name in ("from_share", "gain", "gain_stderr"))
        error_bars(axes, [100 * x + at / 4 for x in shares], gains, errors, label=known)
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
    rules: str = field(default="pro", metadata={"help": "Rules of the game, as for kanamj simulate games."})
    shares: str = field(
        default=",".join(map(str, SHARES)), metadata={"help": "Shares from which riichi is declared."}
    )
    chunk_size: int = 5

    command = "python scripts/research/riichi.py"
    pictures: ClassVar = {"riichi.png": draw_rules}

    def __post_init__(self) -> None:
        if not self.game.riichi:
            raise KanamjError(f"the rules {self.rules} have no riichi; give others, such as standard")
        if self.n < 2:
            raise KanamjError(f"{self.n} wall has no error; give 2 walls or more")
        for least in self.limits:
            if not 0 <= least <= 1:
                raise KanamjError(f"{least} of the tiles cannot win; give shares from 0 to 1, such as 0,0.2")
        check_known(",".join([self.known, self.others or "all"]))

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

    @cached_property
    def ways(self) -> list[tuple[str, float]]:
        """The rules that are compared: whether riichi is also declared for its yaku, and the share."""
        return [*product(("no", "yes") if self.game.scored else ("no",), self.limits)]

    def seatings(self, known: str) -> Iterator[tuple[Rules, list[FromShare], Sequence[int]]]:
        """The game, its players, who never declare riichi, and the seats that may, for each game on a wall."""
        mine = knowing(self.game, known)
        seats = range(mine.players)
        if not self.others:
            yield mine, [FromShare(mine.hands, WITHOUT)] * len(seats), seats
            return
        theirs = knowing(self.game, self.others)
        more = max(mine, theirs, key=lambda rules: len(rules.lexicon.entries))
        for seat in seats:
            yield more, [FromShare((mine if at == seat else theirs).hands, WITHOUT) for at in seats], [seat]

    def inputs(self) -> dict[str, str]:
        return {f"lexicon {self.game.lexicon.name}": self.game.lexicon.sha256}

    def chunk(self, number: int, size: int) -> Any:
        sums = defaultdict[Any, int](int)
        rows = defaultdict[Any, list[tuple[float, ...]]](list)
        for at, known in enumerate(self.players):
            seatings = [*self.seatings(known)]
            for game in range(size):
                wall = np.zeros((2, len(self.ways)))  # of each rule: the gain, and how often it is declared
                for rules, agents, seats in seatings:
                    steps = [*play(rules, (self.seed, number, game), agents)]
                    sums["games", at] += 1
                    if (lacks := lacks_yaku(steps)) is not None:
                        sums["rons", at] += 1
                        sums["no yaku", at] += lacks
                    for ways, gain in self.declared(agents, seats, steps):
                        wall[:, ways] += np.array([[gain], [1]])
                for way, (gain, times) in enumerate(wall.T):
                    other = way - 1 if self.ways[way][0] == "no" else way - len(self.limits)
                    rows["gain", at, way].append((gain, wall[0, other] if way else 0.0))
                    sums["declared", at, way] += int(times)
        return {**sums, **{key: moments(*np.array(found).T) for key, found in rows.items()}}

    def declared(
        self, agents: list[FromShare], seats: Sequence[int], steps: list[Any]
    ) -> Iterator[tuple[list[int], float]]:
        """For each declaration of these seats that some rule makes first: the rules that make it, and what the player
        gains by it."""
        made, forks = defaultdict[int, set[int]](set), list[tuple[list[int], int, State]]()
        for before, action, _ in steps:
            seat, me = action.player, before.players[action.player]
            if seat not in seats or action.event != Event.DISCARD or me.melds:
                continue
            if not agents[seat].hands.waits(without(me.hand, action.tile), ()):
                continue
            seen = view(before, seat)
            share, yaku = agents[seat].winning(seen, action.tile), agents[seat].gives_yaku(seen, action.tile)
            new = [
                way
                for way, (or_yaku, least) in enumerate(self.ways)
                if way not in made[seat] and (share >= least or (yaku and or_yaku == "yes"))
            ]
            if new:
                forks.append((new, seat, step(before, action._replace(event=Event.RIICHI))))
                made[seat] |= {*new}
        usual = gains(steps[-1][2])
        for ways, seat, fork in forks:
            *_, (_, _, end) = play_on(fork, agents)
            yield ways, gains(end)[seat] - usual[seat]

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        rules, yaku, seats = [], [], self.game.players
        for at, known in enumerate(self.players):
            for way, (or_yaku, least) in enumerate(self.ways):
                found = sums["gain", at, way]
                row = {"known": known, "from_share": least, "or_yaku": or_yaku}
                row |= {"declared": sums["declared", at, way] / found[0] / seats}
                rules.append(
                    row | mean("gain", *found[:3], per=seats) | difference("step", *found, per=seats)
                )
            games, rons, lacking = (sums.get((name, at), 0) for name in ("games", "rons", "no yaku"))
            row = {"known": known, "games": games, **share("of_games", games, lacking)}
            yaku.append(row | {"rons": rons, **share("of_rons", rons, lacking)})
        return {"rules": rules} | ({"yaku": yaku} if self.game.scored else {})


def check_known(known: str) -> None:
    """Raises KanamjError for what is neither a number of words nor "all"."""
    for each in known.split(","):
        if not (each == "all" or (each.isdecimal() and each.strip("0"))):
            raise KanamjError(f"{each} is not a number of words; give numbers, and all, such as 760,all")


def knowing(game: Rules, known: str) -> Rules:
    """The game with only the words that players know: so many, or "all"."""
    if known == "all":
        return game
    player: Any = seated(game, 0, [f"greedy@{known}w"] * game.players)[0]
    return replace(game, lexicon=player.hands.engine.lexicon)


def gains(end: State) -> list[float]:
    """What each seat gains in a game that has ended, with riichi sticks."""
    assert end.end
    return [a + b for a, b in zip(end.sticks, end.end.payments(len(end.sticks)), strict=True)]


def lacks_yaku(steps: list[Any]) -> bool | None:
    """Whether the first complete hand of a game, if it is by ron, has no yaku; None if it is by tsumo, or there is
    none."""
    for before, action, after in steps:
        if action.event == Event.TSUMO:
            return None
        for seat in after.to_act() if action.event == Event.DISCARD else ():
            me = after.players[seat]
            if seat != action.player and before.rules.hands.completes(me.hand, me.blocks, action.tile):
                free = after._replace(rules=replace(before.rules, missed_win="free"))
                return all(each.event != Event.RON for each in legal_actions(free, seat))
    return None


if __name__ == "__main__":
    command(Riichi)
