"""Play the studies under results/games: scripts/results_games.py [WORKERS]

Four greedy players who never call, four who call when that brings them nearer, and two of each, by the standard
rules and by those of the paper; 10,000 games each. Finished studies are played again and replaced.
"""

import sys
from functools import partial
from pathlib import Path

from kanamj.errors import KanamjError
from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.lexicon import load_lexicon
from kanamj.studies.games import Games
from kanamj.studies.run import run_into
from kanamj.studies.workers import open_workers

HOME = Path(__file__).resolve().parents[1] / "results" / "games"
TABLES = {"never": "greedy", "called": "greedy+call", "mixed": "greedy,greedy+call,greedy,greedy+call"}
GAMES, SEED, RECORDS = 10_000, 1, 2


def main() -> None:
    """Play, and say how often hands won that called a word and hands that did not."""
    workers = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for rules in ("standard", "paper"):
        for name, agents in TABLES.items():
            chosen = preset(rules, load_lexicon()).with_kernels()
            games = Games(chosen, parse_agents(agents, chosen.players), GAMES, SEED, RECORDS)
            opened = partial(open_workers, workers=workers)
            played = run_into(HOME / f"{rules}-{name}", games, opened, replace=True)
            print(f"{rules}-{name}: median turn {played.median_turn}", flush=True)
            for row in played.tables["calls"].rows:
                print("  " + " ".join(str(value) for value in row), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KanamjError as error:
        sys.exit(f"error: {error}")
