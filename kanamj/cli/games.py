"""kanamj simulate games: many games between agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli.options import NO_FILES, ExtraOption, JsonOption, LexiconOption, ReplaceOption
from kanamj.cli.output import print_json, print_table, say

if TYPE_CHECKING:
    from kanamj.studies.played import Played


def games(
    n: Annotated[str, typer.Option("--n", metavar="N", help="How many; 1e4 is read too.")],
    agents: Annotated[
        str,
        typer.Option(
            "--agents", metavar="A,B,…", help="One for all seats, or one a player: greedy+call, greedy@0.5."
        ),
    ] = "greedy",
    rules: Annotated[
        str, typer.Option("--rules", metavar="PRESET", help="standard, basic or paper; options after commas.")
    ] = "standard",
    lexicon: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Same seed, same games.")] = 1,
    workers: Annotated[
        int, typer.Option("--workers", metavar="W", help="Processes; 0: one a processor.")
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Folder for results and checkpoint.")
    ] = None,
    records: Annotated[
        str, typer.Option("--records", metavar="K", help="Record the first K games, or all.")
    ] = "10",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the checkpoint in DIR.")] = False,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play N games between agents: how they end, when, who wins, and what calling is worth.

    Agents: random; greedy (shortest way, never calls), greedy+call (calls when that brings it nearer), +riichi,
    @0.5 (knows the commoner half of the words). They move one seat on from game to game. The games depend on the
    seed only. With --out the tables are written there, and the first games in DIR/games.

    Examples: kanamj simulate games --n 1000 --agents greedy
    · kanamj simulate games --n 1e4 --agents greedy,greedy+call,greedy,greedy+call --out my-games
    """
    from functools import partial

    from kanamj.cli.simulate import parse_number, progress_bar, terminated
    from kanamj.game import preset
    from kanamj.game.agents import parse_agents
    from kanamj.lexicon import load_lexicon
    from kanamj.studies.executors import cpu_count, open_workers
    from kanamj.studies.games import CHUNK, PRELOAD, Games, play_games
    from kanamj.studies.gamesfolder import play_into
    from kanamj.studies.played import Played

    if out is None and (resume or replace):
        raise typer.BadParameter("--resume and --replace need --out DIR")
    if resume and replace:
        raise typer.BadParameter("--resume goes on, --replace starts over; give one of them")
    chosen = preset(rules, load_lexicon(lexicon, extra))
    asked = Games(chosen.with_kernels(), parse_agents(agents, chosen.players), parse_number(n), seed)
    keep = asked.n if records == "all" else parse_number(records)
    if keep < 0:
        raise typer.BadParameter(f"{records} games cannot be recorded; give a number from 0, or all")
    opened = partial(open_workers, min(workers or cpu_count(), -(-asked.n // CHUNK)), preload=PRELOAD)
    try:
        with terminated(), progress_bar(asked.n, "games") as advance:
            if out is None:
                played = Played(asked, play_games(asked, opened, progress=advance))
            else:
                played = play_into(
                    out,
                    asked,
                    opened,
                    keep=keep,
                    extra=extra,
                    resume=resume,
                    replace=replace,
                    progress=advance,
                )
    except KeyboardInterrupt:
        say(
            f"stopped. What is done is in {out}; go on with --resume"
            if out
            else "stopped; with --out it could go on"
        )
        raise typer.Exit(1) from None
    if as_json:
        print_json(played.to_json())
    else:
        _print(played)


def _print(played: Played) -> None:
    titles = {
        "ends": "how games end",
        "turns": "the turn of the win",
        "tenpai": "tenpai after so many discards, of hands that made them",
        "seats": "wins by seat; 0 deals",
        "agents": "wins by agent",
        "calls": "wins of hands that called, and of those that did not",
    }
    for name, (columns, rows) in played.tables().items():
        print_table(columns, rows, title=titles[name])
    if played.median_turn is not None:
        say(f"median turn of the win: {played.median_turn:g}")
