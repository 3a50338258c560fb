"""python scripts/research/exact332 count|solve|alone: the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import move, rmtree
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from old.running import carry_out, print_results
from old.workers import cpu_count
from script import command_line, start

from exact332.count import SCRIPT, CountWords
from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import print_json, print_rows, say
from kanamj.cli.running import RUN, RunOptions
from kanamj.tiles import tile_set

PATIENT = RUN


def count(
    hand: Annotated[int, opt.option("TILES", "Number of tiles: 8 or 7.")] = 8,
    lexicon: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.TilesOption = "hiragana-120",
    run: RunOptions = PATIENT,
) -> None:
    """Count all hands of the beginners' game 332 (copies strict) by shanten, exactly. It takes some ten minutes.

    Either all hands of 8 tiles are counted; or all hands of 7 tiles, with how many kinds and tiles they accept. A run
    with --out can be stopped; --resume goes on with it.

    Example: python scripts/research/exact332 count --out my-332 --resume
    """
    threads = 1 if run.dask else (run.workers or cpu_count())
    study = CountWords(words_of(lexicon, extra), tile_set(tiles), tuple(extra), threads, hand)
    counted = carry_out(study, study.total, run, threads=True)
    if run.as_json:
        print_json(counted.to_json())
        return
    columns = ["shanten", "hands", "share"]
    rows: list[list[object]] = [[at, hands, counted.share(at)] for at, hands in counted.counts.items()]
    if counted.accepts:
        columns += ["mean kinds accepted", "mean tiles accepted"]
        for row, at in zip(rows, counted.counts, strict=True):
            means = (counted.mean_accepts(what, at) for what in counted.accepts)
            row += ["" if mean is None else f"{mean:.4f}" for mean in means]
    title = f"{counted.total:,} hands of {hand} tiles, form 332, {study.lexicon.name}, {study.tiles.name}"
    print_rows(columns, rows, title=title, tsv=run.tsv)


def solve(
    context: typer.Context,
    draws: Annotated[int, opt.option("T", "Solve the game for up to this many draws (1 to 12).")] = 6,
    agents: Annotated[
        str,
        opt.option(
            "A,B", "Players beside best play: greedy, chance, or both.", complete.any_of("greedy", "chance")
        ),
    ] = "",
    of: Annotated[str, opt.option("TILES", "Hands of 7 tiles, with commas: what is each worth?")] = "",
    keep_values: Annotated[
        bool, opt.option("--keep-values", "Keep the values of best play (6 GB) in DIR for the agent solved.")
    ] = False,
    lexicon: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.TilesOption = "hiragana-120",
    run: RunOptions = PATIENT,
) -> None:
    """Solve the beginners' game 332 of one player. Thrown tiles go back.

    The chance of each hand of 7 tiles to be complete within 1 to T draws is computed, if every throw is the best one,
    and for agents. It takes some minutes per draw and player, 12 GB of memory and 11 GB of disk; with agents 17 and 39
    GB. `alone` tells what other agents lose. A run with --out can be stopped; --resume goes on with it.

    Example: python scripts/research/exact332 solve --draws 8 --agents greedy --out my-game --resume
    """
    from exact332.solitaire import BEST, KEPT, file_name
    from exact332.solve import SolveWords

    if opt.typed(context, {"dask"}):
        raise typer.BadParameter("--dask can only be used with count")
    if keep_values and not run.out:
        raise typer.BadParameter("--keep-values needs --out DIR")
    asked = words_of(lexicon, extra), tile_set(tiles), tuple(extra)
    with TemporaryDirectory(prefix="kanamj-") as home:
        place = run.out / ".kanamj-values" if run.out else Path(home)
        study = SolveWords(*asked, (run.workers or cpu_count()), draws, place, agents, of)
        # A sweep has threads of its own; the next one needs its values.
        solved = carry_out(study, study.chunk_count, run._replace(workers=1), threads=True)
        if run.out and keep_values:
            kept, path = run.out / KEPT, place / file_name(study.question, BEST, draws)
            if path.is_file():
                kept.mkdir(exist_ok=True)
                move(path, kept / path.name)
            else:
                say("no values are kept: the run was finished before; try --replace")
        rmtree(place, ignore_errors=True)
    print_results(SolveWords, solved, run)


def alone(
    agents: Annotated[
        str,
        opt.option(
            "A,B,…",
            "Agents: greedy, chance, safe:Safe, a level such as 400w, or greedy@0.5.",
            complete.agents,
        ),
    ] = "greedy,safe:Safe,400w",
    n: opt.NumberOption = 10_000,
    draws: Annotated[int, opt.option("T", "The most draws (1 to 30).")] = 6,
    judged: Annotated[int, opt.number("N", "Judge N throws of each agent. 2 ms each.")] = 0,
    rules: opt.RulesOption = "basic",
    lexicon: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    seed: opt.SeedOption = 1,
    run: RunOptions = RUN,
) -> None:
    """Play N games alone: how likely is an agent to win within 1 to T draws, and how good are its throws?

    Each thrown tile goes back, as in the game that `solve` solves. All agents are dealt the same hands. chance is the
    mean chance of a dealt hand, ahead its difference from the first agent; ± is the standard error. With --judged,
    throws are compared with the one that leaves the best chance to win within two more draws.

    Example: python scripts/research/exact332 alone --agents greedy,chance --n 2000 --judged 500 --out alone
    """
    from exact332.alone import Alone
    from kanamj.game import preset
    from kanamj.game.outsiders import find_agent

    players = tuple(map(find_agent, agents.split(",")))
    chosen = preset(rules, words_of(lexicon, extra)).with_kernels()
    asked = Alone(chosen, players, n, draws, judged, seed, tuple(extra))
    print_results(Alone, carry_out(asked, asked.n, run), run)


COMMAND = command_line(SCRIPT, count, solve, alone, help="The beginners' game 332, counted and solved.")

if __name__ == "__main__":
    start(COMMAND)
