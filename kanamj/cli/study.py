"""kanamj study: measures who plays better, and what hands are worth."""

from __future__ import annotations

from typing import Annotated

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.dealing import dealt
from kanamj.cli.running import RunOptions, print_results

YAKU = {
    "worth": "what complete hands are worth",
    "yaku": "the share of complete hands with each yaku",
    "kans": "the share of dealt hands that can call so many kans",
}
STRENGTH = {
    "agents": "each agent against all others",
    "pairs": "one against the other",
    "matrix": "the share of the row against the column",
}
"""Table -> what is printed above it."""


def yaku(
    n: opt.NumberOption = 1000,
    scoring: opt.ScoringOption = "pro",
    win: opt.WinOption = "tsumo",
    calls: Annotated[int, opt.number("K", "Number of words that were called in each hand.", 0, 4)] = 0,
    hand: opt.HandSizeOption = 0,
    form: opt.FormOption = "33332",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.DealtTilesOption = "hiragana-pro-166",
    copies: opt.CopiesOption = "strict",
    seed: opt.SeedOption = 1,
    workers: opt.WorkersOption = 0,
    dask: opt.DaskOption = "",
    out: opt.OutOption = None,
    resume: opt.ResumeOption = False,
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Deal until N hands are complete, and count how often each yaku is there, and what the hands are worth.

    shown is the reading that a player sees first, best is the best choice of `kanamj score`, and gain is the difference
    on the same hands; riichi is best with riichi, and riichi gain what it adds; ± is the standard error. han has the
    bonus, and 13 for a yakuman of its own; points are sticks of 1,000. With --calls, the K best known of the long words
    first shown were called by pon. The last table is about N dealt hands, complete or not: the share that can call so
    many kans, of the letters dealt, and with the tiles that are drawn for kans.

    Examples: kanamj study yaku --n 200 · kanamj study yaku --n 1e4 --scoring pro,純行=8 --tiles hiragana-pro-136
    --out my-yaku
    """
    from kanamj.studies import YakuStudy
    from kanamj.studies.runner import carry_out

    run = RunOptions(workers, dask, out, resume, replace, as_json, tsv)
    chosen = dealt(hand, form, lexicon, extra, tiles, copies, seed)
    asked = YakuStudy(n=n, rules=scoring, win=win, calls=calls, **chosen)
    print_results(carry_out(asked, **run.how()), run, YAKU, {"drawn": "drawn for kans"})


def strength(
    agents: Annotated[
        str,
        opt.option(
            "A,B,…", "Two agents or more: greedy+call, greedy@0.5, 400w, my_bots:Careful.", complete.agents
        ),
    ],
    walls: Annotated[int, opt.number("N", "Number of walls that all pairs play.")] = 200,
    rules: opt.RulesOption = "standard",
    seating: Annotated[
        str,
        opt.option("XvY", "Seats of an agent and of the other: 1v3, 2v2. [default: one against all others]"),
    ] = "",
    until: Annotated[
        float | None,
        opt.option(
            "ERROR",
            "Go on until the standard error of each agent's share is at most this: .002.",
            parser=opt.decimal_number,
        ),
    ] = None,
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    seed: opt.SeedOption = 1,
    path: opt.PathOption = None,
    workers: opt.WorkersOption = 0,
    dask: opt.DaskOption = "",
    out: opt.OutOption = None,
    resume: opt.ResumeOption = False,
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Play the same N walls with every pair of agents in every seat: who plays better, and by how much.

    share is the share of games that a seat wins (equal agents have .25); gain is this share minus that of the other
    agent in the same seats; ± is the standard error over walls, unless no wall differed. 400 Elo are ten times the
    wins. points: a win is worth as many as there are other players; by tsumo each of them pays 1, by ron the discarder
    pays all. By rules with scoring, points are sticks of 1,000, those for riichi too. An agent of your own is
    module:Class, with a method choose(seen, legal); if it raises an error or breaks a rule, the run ends.

    Examples: kanamj study strength --agents greedy,greedy+call --walls 100 --rules paper
    · kanamj study strength --agents my_bots:Careful,greedy@0.5,400w --path . --until .005 --out ladder
    """
    from kanamj.cli.engines import words_of
    from kanamj.game import preset
    from kanamj.game.outsiders import find_agent, look_in
    from kanamj.studies import Strength
    from kanamj.studies.runner import carry_out

    look_in(path)
    run = RunOptions(workers, dask, out, resume, replace, as_json, tsv)
    chosen = preset(rules, words_of(lexicon, extra)).with_kernels()
    players = tuple(map(find_agent, agents.split(",")))
    asked = Strength(chosen, players, walls, seating, until, seed, tuple(extra))
    print_results(carry_out(asked, **run.how()), run, STRENGTH)


COMMANDS = (strength, yaku)
