"""kanamj simulate games: many games between agents."""

from __future__ import annotations

from typing import Annotated

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
from kanamj.cli.output import print_results
from kanamj.cli.running import RUN, RunOptions, carry_out, parse_number


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
    print_results(Games, played, as_json=as_json, tsv=tsv)
    if not (as_json or tsv) and played.median_turn is not None:
        typer.echo(f"median turn of the win: {played.median_turn:g}")
