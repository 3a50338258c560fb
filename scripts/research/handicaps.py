"""Writes handicaps.tsv: from which turn a player of more words may win, so that the game is fair.

    python scripts/research/handicaps.py [--walls 100] [--anew]

For each two numbers of words in PAIRS, players of both play the same walls in all seats, two against two, by the rules
standard. On some walls the fairest turn is looked for (`Late`); other walls say how fair it is: the share of games that
the side of fewer words wins. `play_strength.py` reads the table. It takes 20 minutes.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path

import numpy as np

from kanamj import load_lexicon
from kanamj.game import Action, Agent, Event, Phase, Rules, View, play, preset, seated
from kanamj.studies import mean, moments

TABLE = Path(__file__).with_name("handicaps.tsv")
PAIRS = (
    *((400, 470), (400, 550), (400, 760), (550, 760), (650, 760)),
    *((760, 890), (760, 1100), (760, 1600), (1100, 1600), (1370, 1600)),
    *((1600, 1870), (1600, 2100), (1600, 2400), (1600, 2800)),
)
"""Fewer words, more words. One of them is a level that counts accepts, which by the rules standard is `greedy` of so
many words; the other is a number on the way to the next level. Near a level the fair turn changes fast."""
LIST, LATEST = "core", 19.5
COLUMNS = ("weaker", "stronger", "wins_from", "walls", "share", "share_stderr")
SEARCH, CHECK = 2, 1
"""The seeds: the walls that choose never judge."""


class Late:
    """A player that wins only from a turn on.

    player: the player without the handicap.
    wins_from: the own turn from which it takes wins: 0 from the beginning, 4 from turn 4 on, 4.5 only after the
        discard of turn 4, and 4.25 like 4 in every second hand and like 4.5 in the others.
    hand: the number of the hand.
    """

    def __init__(self, player: Agent, wins_from: float, hand: int) -> None:
        between = (hand % 2 - 0.5) / 2 if wins_from * 2 % 1 else 0
        self.player, self.wins_from = player, wins_from + between

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        if seen.me.turns + (seen.phase == Phase.CALL_WINDOW) / 2 < self.wins_from:
            legal = tuple(action for action in legal if action.event not in (Event.TSUMO, Event.RON))
        return self.player.choose(seen, legal)


def share(
    rules: Rules, pair: tuple[int, int], wins_from: float, walls: int, seed: int
) -> tuple[float, float]:
    """Returns the share of games that the side of fewer words wins, and its standard error."""
    few, many = (seated(rules, seed, [f"greedy@{words}w"] * 4)[0] for words in pair)
    shares = []
    for wall in range(walls):
        late, of_wall = Late(many, wins_from, wall), []
        for seats in combinations(range(4), 2):
            *_, (_, _, last) = play(
                rules, (seed, wall), [few if seat in seats else late for seat in range(4)]
            )
            won = [float(win.player in seats) for win in last.wins]
            of_wall.append(sum(won) / len(won) if won else 0.5)
        shares.append(sum(of_wall) / len(of_wall))
    row = mean("share", *moments(shares))
    return row["share"], row["share_stderr"]


def fairest(rules: Rules, pair: tuple[int, int], walls: int) -> float:
    """Returns the turn, in quarters, at which the share is one half: of a line through the shares of the turns near it.

    First half turns are halved with few walls, then the turn that fits is measured on as many as the check has. Each
    turn is measured on walls of its own.
    """
    low, high, few = 0, int(2 * LATEST), walls // 5 * 2
    found = {}
    while high - low > 1:
        middle = (low + high) // 2 if high < 2 * LATEST else min(2 * low + 4, high - 1)
        found[middle / 2] = share(rules, pair, middle / 2, few, SEARCH + middle)[0], few
        low, high = (middle, high) if found[middle / 2][0] < 0.5 else (low, middle)
    near = _crossing(found)
    more = share(rules, pair, near, walls, SEARCH)[0]
    old, of = found.get(near, (0.0, 0))
    found[near] = (old * of + more * walls) / (of + walls), of + walls
    return _crossing(found)


def _crossing(found: dict[float, tuple[float, int]]) -> float:
    """Returns the quarter of a turn at which a line through these shares (turn -> share, walls) crosses one half."""
    near = sorted(found, key=lambda turn: (not 0.2 < found[turn][0] < 0.8, abs(found[turn][0] - 0.5)))
    near = near[:2] + [turn for turn in near[2:] if 0.2 < found[turn][0] < 0.8]
    shares, weights = zip(*(found[turn] for turn in near), strict=True)
    slope, first = np.polyfit(near, shares, 1, w=np.sqrt(weights))
    return round(4 * (0.5 - float(first)) / float(slope)) / 4


def main(walls: int, anew: bool, table: Path = TABLE) -> None:
    """Searches, checks and writes. Pairs that are in the table stay, so an interrupted run goes on."""
    rules = preset("standard", load_lexicon(LIST)).with_kernels()
    made = f"# python scripts/research/handicaps.py; list {LIST} {rules.lexicon.sha256}, rules {rules.name}"
    old = [] if anew or not table.is_file() else table.read_text(encoding="utf-8").splitlines()
    rows = {
        (int(weaker), int(stronger)): row for row in old[2:] for weaker, stronger, *_ in [row.split("\t")]
    }
    for pair in PAIRS[::-1]:
        if pair not in rows:
            wins_from = fairest(rules, pair, walls)
            found = share(rules, pair, wins_from, walls, CHECK)
            rows[pair] = "\t".join(
                [*map(str, (*pair, wins_from, walls)), *(f"{value:.4f}" for value in found)]
            )
        lines = [made, "\t".join(COLUMNS), *(rows[each] for each in sorted(rows))]
        table.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--walls", type=int, default=100, help="walls of the check; 2/5 of them try a turn")
    parser.add_argument("--anew", action="store_true", help="forget the table that is there")
    main(**vars(parser.parse_args()))
