"""Write kanamj/game/data/handicaps.tsv: from which turn a player of more words may win, so that the game is fair.

    python scripts/build_handicaps.py [--walls 100] [--anew]

For each two numbers of words in PAIRS, players of both play the same walls in all seats, two against two, by
the rules standard. On some walls the fairest turn is looked for (`LateAgent.wins_from`); other walls say how fair it
is: the share of games that the side of fewer words wins. `kanamj review` reads the table. It takes 20 minutes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kanamj.disk import write_file
from kanamj.game import Action, Agent, Event, Phase, Rules, View, preset
from kanamj.game.agents import AgentSpec
from kanamj.game.wall import Seed
from kanamj.lexicon import load_lexicon
from kanamj.results import Manifest, Output
from kanamj.studies import Strength, run

FOLDER = Path(__file__).resolve().parents[1] / "kanamj" / "game" / "data"
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


@dataclass(frozen=True)
class LateAgent(AgentSpec):
    """An agent with a handicap.

    wins_from: the own turn from which the player takes wins: 0 from the beginning, 4 from turn 4 on, 4.5 only after the
    discard of turn 4, and 4.25 like 4 in every second hand and like 4.5 in the others.
    """

    wins_from: float = 0

    @property
    def text(self) -> str:
        return f"{super().text}, wins from {self.wins_from:g}"

    def seated(self, rules: Rules, seed: Seed, seat: int) -> Agent:
        between = (seed[-1] % 2 - 0.5) / 2 if self.wins_from * 2 % 1 else 0
        return Late(super().seated(rules, seed, seat), self.wins_from + between)


class Late:
    """A player that wins only from a turn on, in half turns; see `LateAgent`."""

    def __init__(self, player: Agent, wins_from: float) -> None:
        self.player, self.wins_from = player, wins_from

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        if seen.me.turns + (seen.phase == Phase.CALL_WINDOW) / 2 < self.wins_from:
            legal = tuple(action for action in legal if action.event not in (Event.TSUMO, Event.RON))
        return self.player.choose(seen, legal)


def share(
    rules: Rules, pair: tuple[int, int], wins_from: float, walls: int, seed: int
) -> tuple[float, float]:
    """The share of games that the side of fewer words wins, and its standard error."""
    few = AgentSpec("greedy", words=pair[0])
    late = LateAgent("greedy", words=pair[1], wins_from=wins_from)
    found = run(Strength(rules, (few, late), walls, "2v2", seed=seed))
    row = next(row for row in found.rows("agents") if row["agent"] == few.text)
    return 2 * row["share"], 2 * row["share_stderr"]


def fairest(rules: Rules, pair: tuple[int, int], walls: int) -> float:
    """The turn, in quarters, at which the share is one half: of a line through the shares of the turns near it.

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
    """The quarter of a turn at which a line through these shares (turn -> share, walls) crosses one half."""
    near = sorted(found, key=lambda turn: (not 0.2 < found[turn][0] < 0.8, abs(found[turn][0] - 0.5)))
    near = near[:2] + [turn for turn in near[2:] if 0.2 < found[turn][0] < 0.8]
    shares, weights = zip(*(found[turn] for turn in near), strict=True)
    slope, first = np.polyfit(near, shares, 1, w=np.sqrt(weights))
    return round(4 * (0.5 - float(first)) / float(slope)) / 4


def main(walls: int = 100, anew: bool = False) -> None:
    """Search, check and write. Pairs that are in the table stay, so an interrupted run goes on."""
    rules, file = preset("standard", load_lexicon(LIST)).with_kernels(), FOLDER / "handicaps.tsv"
    FOLDER.mkdir(exist_ok=True)
    old = (
        [] if anew or not file.is_file() else [line.split("\t") for line in file.read_text().splitlines()[1:]]
    )
    done = {(int(row[0]), int(row[1])): row for row in old}
    for pair in PAIRS[::-1]:
        if pair not in done:
            wins_from = fairest(rules, pair, walls)
            found = share(rules, pair, wins_from, walls, CHECK)
            done[pair] = [*map(str, (*pair, wins_from, walls)), *(f"{value:.4f}" for value in found)]
        text = "\n".join(["\t".join(row) for row in (COLUMNS, *(done[each] for each in sorted(done)))]) + "\n"
        write_file(file, text)
    Manifest(
        "handicaps",
        f"python scripts/build_handicaps.py --walls {walls}",
        inputs={f"lexicon {LIST}": rules.lexicon.sha256},
        parameters={"walls": walls, "search_seed": SEARCH, "check_seed": CHECK, "rules": rules.to_table()},
        outputs={"handicaps.tsv": Output.of(text, len(done))},
    ).write(FOLDER / "handicaps.manifest.toml")


if __name__ == "__main__":
    from start import start

    start(main, walls="walls of the check; 2/5 of them try a turn", anew="forget the table that is there")
