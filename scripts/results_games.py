"""Play the studies in results/games: python scripts/results_games.py [WORKERS]

They use the list `core` and take some ten minutes on one core. Finished studies are played again and replaced:
- never, called, mixed: four greedy players who never call, four who call when that brings them nearer, and two of each;
  by the standard rules and by those of the paper;
- chance: two players who throw for the best chance within two draws, and two greedy ones, by the rules of the paper;
- levels: four players of each level (`agents.LEVELS`), and one of each at a table, by the standard rules;
- basic: four greedy players in the beginners' game.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.game import preset
from kanamj.game.agents import LEVELS, parse_agents
from kanamj.lexicon import load_lexicon
from kanamj.studies.games import Games
from kanamj.studies.run import run_into
from kanamj.studies.workers import open_workers

HOME = Path(__file__).resolve().parents[1] / "results" / "games"
STUDIES = {
    **{
        f"{rules}-{name}": (rules, agents, 10_000)
        for rules in ("standard", "paper")
        for name, agents in (
            ("never", "greedy"),
            ("called", "greedy+call"),
            ("mixed", "greedy,greedy+call,greedy,greedy+call"),
        )
    },
    "paper-chance": ("paper", "chance,greedy,chance,greedy", 10_000),
    **{f"level-{level}": ("standard", level, 2_000) for level in LEVELS},
    "levels": ("standard", ",".join(LEVELS), 4_000),
    "basic": ("basic", "greedy", 10_000),
}
"""Name of the folder -> rules, agents, number of games."""
LIST, SEED, RECORDS = "core", 1, 2


def main() -> None:
    """Play, and print how long games last and who wins them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "workers", nargs="?", type=int, default=1, metavar="WORKERS", help="processes that play"
    )
    workers = parser.parse_args().workers
    lexicon = load_lexicon(LIST)
    for name, (rules, agents, number) in STUDIES.items():
        chosen = preset(rules, lexicon).with_kernels()
        games = Games(chosen, parse_agents(agents, chosen.players), number, SEED, RECORDS)
        played = run_into(HOME / name, games, partial(open_workers, workers=workers), replace=True)
        print(f"{name}: median turn {played.median_turn}", flush=True)
        for row in played.tables["agents"].rows:
            print("  " + " ".join(str(value) for value in row), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KanamjError as error:
        sys.exit(f"error: {error}")
