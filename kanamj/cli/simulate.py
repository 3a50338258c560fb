"""kanamj simulate: many deals or games, counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.dealing import dealt
from kanamj.cli.engines import words_of
from kanamj.cli.output import print_json, print_rows
from kanamj.cli.running import RunOptions, print_results
from kanamj.errors import Message, several
from kanamj.text import shown, tr

if TYPE_CHECKING:
    from kanamj.studies.deals import DealResults

GAMES = {
    "ends": "how games end, n {:,}",
    "turns": "the turn of the win",
    "tenpai": "share of hands at tenpai after their n-th discard",
    "seats": "wins by seat; 0 deals",
    "agents": "wins by agent",
}
"""Table -> what is printed above it."""


def games(
    n: opt.NumberOption,
    agents: opt.AgentsOption = "greedy",
    rules: opt.RulesOption = "standard",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    seed: opt.SeedOption = 1,
    path: opt.PathOption = None,
    records: Annotated[str, opt.option("K", "Record the first K games, or `all`.")] = "10",
    workers: opt.WorkersOption = 0,
    dask: opt.DaskOption = "",
    out: opt.OutOption = None,
    resume: opt.ResumeOption = False,
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Play N games between agents: how the games end and when, and who wins. Intervals are 95 %.

    Agents: random; greedy (takes the shortest way, never calls), greedy+call (calls when that brings it nearer),
    +riichi (declares riichi), @0.5 (knows the easier half of the words), @900w (knows the 900 easiest). They move on by
    one seat after each game. --out DIR has the tables, and the first games in DIR/games. A run that was stopped or
    killed can go on with --resume.

    Examples: kanamj simulate games --n 1000 --agents greedy
    · kanamj simulate games --n 1e4 --agents greedy,greedy+call,greedy,greedy+call --out my-games
    """
    from kanamj.game import preset
    from kanamj.game.agents import parse_agents
    from kanamj.game.outsiders import find_agent, look_in
    from kanamj.studies import Games
    from kanamj.studies.runner import carry_out

    look_in(path)
    run = RunOptions(workers, dask, out, resume, replace, as_json, tsv)
    chosen = preset(rules, words_of(lexicon, extra))
    played_by = parse_agents(agents, chosen.players, find_agent)
    wanted = n if records == "all" else opt.whole_number(records)
    keep = min(n, wanted) if run.out or wanted < 0 else 0  # `Games` refuses ns below 0
    asked = Games(chosen.for_games(n), played_by, n, seed, keep, tuple(extra))
    played = carry_out(asked, **run.how())
    print_results(played, run, GAMES)
    if not run.for_programs and played.median_turn is not None:
        typer.echo(tr("median turn of the win: {}", f"{played.median_turn:g}"))


def deals(
    n: opt.NumberOption,
    hand: opt.HandSizeOption = 0,
    form: opt.FormOption = "33332",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.DealtTilesOption = "hiragana-120",
    copies: opt.CopiesOption = "strict",
    seed: opt.SeedOption = 1,
    sample: Annotated[
        int | None,
        opt.number(
            "N",
            "Also count waits and accepts of this many sampled hands. [default: a tenth of the deals, at most 10,000]",
        ),
    ] = None,
    workers: opt.WorkersOption = 0,
    dask: opt.DaskOption = "",
    out: opt.OutOption = None,
    resume: opt.ResumeOption = False,
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Deal N hands and count their shanten, with standard errors and 95 % intervals.

    The counts depend only on the seed and N. A run with --out that was stopped or killed can go on with --resume, and
    gives the same numbers.

    Examples: kanamj simulate deals --n 1e7 · kanamj simulate deals --n 1e8 --hand 13 --out my-deals --resume
    """
    from kanamj.studies import Deals
    from kanamj.studies.runner import carry_out

    run = RunOptions(workers, dask, out, resume, replace, as_json, tsv)
    asked = Deals(n=n, sample=sample, **dealt(hand, form, lexicon, extra, tiles, copies, seed))
    _print(carry_out(asked, **run.how()), run)


def _print(results: DealResults, run: RunOptions) -> None:
    from kanamj.studies.deals import shanten_text

    if run.as_json:
        print_json(results.to_json())
        return
    rows = [
        [
            shanten_text(shanten),
            share.count,
            round(share.value, 7),
            round(share.stderr, 7) if share.n > 1 else None,
            *(round(end, 7) for end in share.interval),
        ]
        for shanten, share in results.shares.items()
    ]
    deals = several(results.n, "{:,} deal", "{:,} deals")
    title = Message("{}, {}, seed {}", deals, results.setting, results.parameters["seed"])
    print_rows(["shanten", "count", "share", "stderr", "low", "high"], rows, title=title, tsv=run.tsv)
    if not run.tsv:
        for line in _sentences(results):
            typer.echo(shown(tr(line)))


def _sentences(results: DealResults) -> Iterator[Message]:
    """Sentences with the mean shanten, and with the number of kinds that the sampled hands accept."""
    from kanamj.studies.deals import mean_of

    mean = results.mean
    if mean["mean_shanten"] is not None:
        error = _error(", standard error {:.5f}", mean["mean_shanten_stderr"])
        yield Message("mean shanten {:.5f}{}", mean["mean_shanten"], error)
    for shanten, kinds in sorted(results.histograms().items()):
        found = mean_of("kinds", kinds)
        n = sum(kinds.values())
        waits, draws = (
            (
                "{:,} sampled hand of shanten {} waits for {:.2f} kinds{}",
                "{:,} sampled hand of shanten {} draws to {:.2f} kinds{}",
            )
            if n == 1
            else (
                "{:,} sampled hands of shanten {} wait for {:.2f} kinds{}",
                "{:,} sampled hands of shanten {} draw to {:.2f} kinds{}",
            )
        )
        error = _error(", standard error {:.2f}", found["kinds_stderr"])
        yield Message(draws if shanten else waits, n, shanten, found["kinds"], error)


def _error(text: str, stderr: float | None) -> str:
    """The end of a sentence with a standard error; "" for a single hand, which has none."""
    return "" if stderr is None else Message(text, stderr)


COMMANDS = (deals, games)
