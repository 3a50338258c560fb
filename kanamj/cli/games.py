"""kanamj simulate games: many games between agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli.options import (
    NO_FILES,
    AgentsOption,
    ExtraOption,
    JsonOption,
    LexiconOption,
    NumberOption,
    SeedOption,
    TsvOption,
    takes_options,
)
from kanamj.cli.output import print_json, print_rows
from kanamj.cli.running import RUN, RunOptions, carry_out, parse_number

if TYPE_CHECKING:
    from kanamj.studies.game_results import GameResults

TITLES = {
    "ends": "how games end, n {n:,}",
    "turns": "the turn of the win",
    "tenpai": "share of hands at tenpai after their n-th discard",
    "seats": "wins by seat; 0 deals",
    "agents": "wins by agent",
    "calls": "wins of hands with calls and of other hands without; the difference is not what a call is worth",
}
TRIALS = {"tenpai": "hands", "seats": "games", "calls": "hands"}
"""Table -> the column with the number of trials; that of the others is the number of games."""


@takes_options
def games(
    n: NumberOption,
    agents: AgentsOption = "greedy",
    rules: Annotated[
        str,
        typer.Option(
            "--rules", metavar="PRESET", help="Rules: standard, basic or paper; changes follow after commas."
        ),
    ] = "standard",
    lexicon: LexiconOption = "core",
    extra: ExtraOption = NO_FILES,
    seed: SeedOption = 1,
    records: Annotated[
        str, typer.Option("--records", metavar="K", help="Record the first K games, or `all`.")
    ] = "10",
    run: RunOptions = RUN,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Play N games between agents: how the games end and when, and who wins. Intervals are 95 %.

    Agents: random; greedy (takes the shortest way, never calls), greedy+call (calls when that brings it nearer),
    +riichi (declares riichi), @0.5 (knows the easier half of the words). Agents move on by one seat after each game.
    The games depend only on the options, the seed and the words. With --out the tables are written to that folder, and
    the first games to its folder `games`. Every finished chunk is written to disk at once, so a run that was stopped or
    killed can go on with --resume.

    Examples: kanamj simulate games --n 1000 --agents greedy
    · kanamj simulate games --n 1e4 --agents greedy,greedy+call,greedy,greedy+call --out my-games
    """
    from kanamj.game import preset
    from kanamj.game.agents import parse_agents
    from kanamj.lexicon import load_lexicon
    from kanamj.studies.games import Games

    chosen = preset(rules, load_lexicon(lexicon, extra))
    played_by, number = parse_agents(agents, chosen.players), parse_number(n)
    wanted = number if records == "all" else parse_number(records)
    keep = min(number, wanted) if run.out or wanted < 0 else 0  # `Games` refuses numbers below 0
    asked = Games(chosen.with_kernels(), played_by, number, seed, keep, tuple(extra))
    played = carry_out(asked, asked.n, run)
    _print(played, as_json=as_json, tsv=tsv)


def _print(played: GameResults, *, as_json: bool, tsv: bool) -> None:
    if as_json:
        print_json(played.to_json())
        return
    from kanamj.studies.stats import in_percent

    for name, table in played.tables.items():
        if tsv:
            typer.echo(f"# {name}")
        elif "share" in table.columns:
            table = in_percent(table, ["share"], TRIALS.get(name, played.n))
        print_rows(table.columns, table.rows, title=TITLES[name].format(n=played.n), tsv=tsv)
    if not tsv and played.median_turn is not None:
        typer.echo(f"median turn of the win: {played.median_turn:g}")
