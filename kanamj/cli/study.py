"""kanamj study: measures which words are worth learning, how to arrange hands, and what they are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.commands import App
from kanamj.cli.dealing import DEALS, PRO_DEALS, DealOptions
from kanamj.cli.output import print_json, print_rows
from kanamj.cli.running import RUN, RunOptions, carry_out, parse_number, print_results
from kanamj.language import tr

if TYPE_CHECKING:
    from kanamj.studies.csvtext import Table
    from kanamj.studies.tables import TableResults

app = App(
    no_args_is_help=True,
    help="Measure which words matter, which to learn next, how to arrange hands, and what hands are worth.",
)

SHOWN = 12
"""How many letters and how many pairs `study arranging` prints; `--out` and `--json` have all of them."""


@app.command()
@opt.takes_options
def arranging(
    n: opt.NumberOption = "10_000",
    dealt: DealOptions = DEALS,
    passes: Annotated[
        int, opt.option("N", "Number of passes: how often a player tries from the beginning.")
    ] = 20,
    policies: Annotated[
        str,
        opt.option(
            "A,B,…",
            "Compare only these policies, such as fewest/hard or fewest/hard/list. [default: all]",
            complete.policies,
        ),
    ] = "",
    without: Annotated[
        str,
        opt.option(
            "letters|pairs", "Leave out these tables; both are separated by a comma.", show_default=False
        ),
    ] = "",
    run: RunOptions = RUN,
) -> None:
    """Deal N hands and arrange the complete ones by policies: which letter first, and which word with it.

    A policy lays one word after another and takes none back. Each time it chooses a letter (first): a letter in the
    fewest words, any letter, or a letter in the most words. Then it lays a word with this letter (then): any word, the
    easiest, or the word with the hardest letters. counted says which words of a letter are counted: those that can
    still be made from what is left of the hand (hand), or all words of the list (list).

    share is the share of complete deals that one pass arranges; within is the share that at least one of the passes
    arranges. The form must have at most 16 tiles, and the number of tiles that are left must tell how long the words
    are that are still to be laid. It does for 33332 and 332, but not for 33222 (6 tiles left: 33 or 222).

    Examples: kanamj study arranging · kanamj study arranging --policies fewest/hard,any/any --n 1e5 --out arranging
    """
    from kanamj.studies.arranging import Arranging
    from kanamj.studies.deals import Deals

    deals = Deals(n=parse_number(n), **dealt.chosen())
    chosen, left_out = (tuple(filter(None, map(str.strip, text.split(",")))) for text in (policies, without))
    found = carry_out(Arranging.of(deals, passes, chosen, left_out), deals.n, run)
    if run.for_programs:
        print_results(Arranging, found, run)
    else:
        _print_arranged(found)


def _print_arranged(arranged: TableResults) -> None:
    from kanamj.studies.stats import in_percent

    given, table = arranged.parameters, arranged.tables["policies"]
    hands = "hand" if arranged.complete == 1 else "hands"
    title = (
        f"{arranged.complete:,} complete {hands} of {given['n']:,} dealt, {given['lexicon']}, seed {given['seed']}; "
        f"one pass, and within {given['passes']}"
    )
    shares = in_percent(table, ["share", "within"], arranged.complete)
    print_rows(*shares, title=title, texts=["first", "then", "counted"])
    if "letters" in arranged.tables:
        letters = arranged.tables["letters"].objects()[:SHOWN]
        shown = " ".join(f"{row['letter']} {row['keys']}" for row in letters)
        typer.echo(tr("hard letters, and words that have them: {letters}", letters=shown))
    if "pairs" in arranged.tables:
        pairs = arranged.tables["pairs"].objects()[:SHOWN]
        shown = " ".join(f"{row['letter']}{row['other']} {row['keys']}" for row in pairs)
        typer.echo(tr("letters that belong together, and words that have both: {pairs}", pairs=shown))


@app.command()
@opt.takes_options
def values(
    n: opt.NumberOption = "200000",
    dealt: DealOptions = DEALS,
    limit: Annotated[int, opt.option("N", "Number of rows to print; 0 prints all.")] = 20,
    run: RunOptions = RUN,
) -> None:
    """Deal N hands, and count how often a complete hand needs each word.

    needed is the share of complete deals that are not complete without the word. used is the share of complete deals
    that have an arrangement with the word. One half of the deals ranks the words, the most needed first; the figures
    are those of the other half, with 95 % intervals. A deal with one tile less than the form counts as complete if one
    more tile completes it. The form must have up to four 3s and at most one 2, such as 33332 or 332. --out DIR keeps
    values.csv, which has all words.

    Examples: kanamj study values · kanamj study values --n 1e7 --hand 13 --lexicon my-list --out my-values
    """
    from kanamj.studies.values import Values, weighed

    asked = weighed(n=parse_number(n), **dealt.chosen())
    found = carry_out(asked, asked.deals.n, run)
    if run.as_json:
        words = found.tables["values"].objects()[: limit or None]
        print_json({"complete": found.complete, "parameters": dict(found.parameters), "words": words})
        return
    title = (
        f"shares of {found.complete:,} complete deals in one half of {asked.deals.n:,}, ranked by the other half, "
        f"{asked.deals.lexicon.name}, seed {dealt.seed}"
    )
    print_results(Values, found, run, title=title, limit=limit)


@app.command()
@opt.takes_options
def hardness(n: opt.NumberOption = "100_000", dealt: DealOptions = DEALS, run: RunOptions = RUN) -> None:
    """Deal N hands, and count how many of the easiest words those need that are complete.

    With --hand one tile less than the form has, hands that are tenpai are asked. --out DIR keeps summary.csv (quantiles
    with 95 % intervals) and shares.csv (the share of all deals that a player of n words has complete).

    Examples: kanamj study hardness · kanamj study hardness --n 1e6 --form 332 --out my-hardness
    """
    from kanamj.studies.deals import Deals
    from kanamj.studies.hardness import CHUNK, Hardness

    asked = Hardness(Deals(n=parse_number(n), sample=0, chunk_size=CHUNK, **dealt.chosen()))
    print_results(Hardness, carry_out(asked, asked.deals.n, run), run)


@app.command()
@opt.takes_options
def chances(
    n: opt.NumberOption = "100",
    dealt: DealOptions = DEALS,
    three: Annotated[int, opt.option("N", "Ask this many hands of each about three draws.")] = 0,
    run: RunOptions = RUN,
) -> None:
    """Deal N hands of shanten 0 and N of shanten 1, and compare their exact chances under three ways to play.

    best: the best discard now and after every draw. kept: the hand is never rearranged. gain is what rearranging adds,
    cost what is lost by the discard with most accepted tiles. --out DIR keeps summary.csv and hands.csv.

    Examples: kanamj study chances --n 20 · kanamj study chances --n 2000 --three 2000 --out my-chances
    """
    from kanamj.studies.chances import CHUNK, ChanceStudy
    from kanamj.studies.deals import Deals

    deals = Deals(n=parse_number(n), sample=0, chunk_size=CHUNK, **dealt.chosen())
    found = carry_out(ChanceStudy(deals, min(three, deals.n)), deals.n, run)
    print_results(ChanceStudy, found, run)


@app.command()
@opt.takes_options
def yaku(
    n: opt.NumberOption = "1000",
    rules: opt.ScoringOption = "pro",
    win: opt.WinOption = "tsumo",
    calls: Annotated[
        int, opt.option("K", "Number of words that were called in each hand.", min=0, max=4)
    ] = 0,
    dealt: DealOptions = PRO_DEALS,
    run: RunOptions = RUN,
) -> None:
    """Deal until N hands are complete, and count how often each yaku is there, and what the hands are worth.

    shown is the arrangement and reading that a player sees first, best is the best choice of `kanamj score`, and gain
    is the difference on the same hands; ± is the standard error. riichi is the best choice of the same hands with
    riichi, and riichi_gain what it adds. han has the bonus, and 13 for a yakuman of its own; points are sticks of
    1,000. With --calls, the K best known of the long words first shown were called by pon. The last table is about N
    dealt hands, complete or not: the share that can call so many kans, of the letters dealt, and also of the tiles that
    are drawn for kans. For tiles without voiced letters, the list is read in clear sounds (清音). --out DIR keeps
    worth.csv, yaku.csv and kans.csv.

    Examples: kanamj study yaku --n 200 · kanamj study yaku --n 1e4 --rules my.toml --tiles hiragana-pro-136
    --out my-yaku
    """
    from kanamj.studies.deals import Deals
    from kanamj.studies.yaku import CHUNK, YakuStudy

    deals = Deals(n=parse_number(n), sample=0, chunk_size=CHUNK, **dealt.chosen())
    found = carry_out(YakuStudy(deals, rules, win, calls), deals.n, run)
    print_results(YakuStudy, found, run)


@app.command()
@opt.takes_options
def ceiling(
    n: opt.NumberOption = "1000",
    draws: Annotated[
        int, opt.option("K", "Number of own draws, 1 to 6; the first is in the hand dealt.")
    ] = 4,
    dealt: DealOptions = DEALS,
    run: RunOptions = RUN,
) -> None:
    """Deal N hands, and count how many are complete within K own draws: by greedy play, and if all draws are known.

    Who knows the draws wins if, and only if, some of all these tiles are a complete hand. So nobody who plays alone
    gains more than the difference (gain). ± is the standard error. --out DIR keeps ceiling.csv.

    Examples: kanamj study ceiling · kanamj study ceiling --n 1e5 --draws 6 --out my-ceiling
    """
    from kanamj.studies.ceiling import CHUNK, Ceiling
    from kanamj.studies.deals import Deals

    deals = Deals(n=parse_number(n), sample=0, chunk_size=CHUNK, **dealt.chosen())
    print_results(Ceiling, carry_out(Ceiling(deals, draws), deals.n, run), run)


@app.command()
@opt.takes_options
def strength(
    agents: Annotated[
        str,
        opt.option(
            "A,B,…", "Two agents or more: greedy+call, greedy@0.5, 400w, my_bots:Careful.", complete.agents
        ),
    ],
    walls: Annotated[str, opt.option("N", "Number of walls that all pairs play.")] = "200",
    rules: opt.RulesOption = "standard",
    seating: Annotated[
        str,
        opt.option("XvY", "Seats of an agent and of the other: 1v3, 2v2. [default: one against all others]"),
    ] = "",
    until: Annotated[
        float | None,
        opt.option("ERROR", "Go on until the standard error of each agent's share is at most this: .002."),
    ] = None,
    lexicon: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    seed: opt.SeedOption = 1,
    path: opt.PathOption = None,
    run: RunOptions = RUN,
) -> None:
    """Play the same N walls with every pair of agents in every seat: who plays better, and by how much.

    share is the share of games that a seat wins (equal agents have .25), and gain is the share of an agent minus that
    which the other has against it in the same seats; ± is the standard error, over walls. 400 Elo are ten times the
    wins. points: a win by tsumo gets 1 from each other player, a win by ron 1 from the discarder. An agent of your own
    is module:Class, a class with a method choose(seen, legal). It is stopped if it raises, prints, takes 10 seconds, or
    breaks a rule.

    Examples: kanamj study strength --agents greedy,greedy+call --walls 100 --rules paper
    · kanamj study strength --agents my_bots:Careful,greedy@0.5,400w --path . --until .005 --out ladder
    """
    from kanamj.cli.engines import words_of
    from kanamj.game import preset
    from kanamj.game.outsiders import find_agent, look_in
    from kanamj.studies.strength import Strength

    look_in(path)
    chosen = preset(rules, words_of(lexicon, extra)).with_kernels()
    players = tuple(map(find_agent, agents.split(",")))
    asked = Strength(chosen, players, parse_number(walls), seating, until, seed, tuple(extra))
    print_results(Strength, carry_out(asked, asked.n, run), run)


@app.command()
@opt.takes_options
def solitaire(
    agents: Annotated[
        str,
        opt.option(
            "A,B,…",
            "Agents: greedy, chance, safe, solved, a level such as 400w, or greedy@0.5.",
            complete.agents,
        ),
    ] = "greedy,safe,400w",
    n: opt.NumberOption = "10_000",
    draws: Annotated[int, opt.option("T", "The most draws (1 to 30).")] = 6,
    judged: Annotated[str, opt.option("N", "Judge N throws of each agent. 2 ms each.")] = "0",
    rules: opt.RulesOption = "basic",
    lexicon: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    seed: opt.SeedOption = 1,
    run: RunOptions = RUN,
) -> None:
    """Play N games alone: how likely is an agent to win within 1 to T draws, and how good are its throws?

    Each thrown tile goes back, as in the game that kanamj exact --game solitaire solves. All agents are dealt the same
    hands. chance is the mean chance of a dealt hand, ahead its difference from the first agent; ± is the standard
    error. With --judged, throws are compared with the one that leaves the best chance to win within two more draws.

    Examples: kanamj study solitaire · kanamj study solitaire --agents greedy,chance --n 2000 --judged 500 --out alone
    """
    from kanamj.cli.engines import words_of
    from kanamj.game import preset
    from kanamj.game.outsiders import find_agent
    from kanamj.studies.alone import Alone

    players = tuple(map(find_agent, agents.split(",")))
    chosen = preset(rules, words_of(lexicon, extra)).with_kernels()
    asked = Alone(chosen, players, parse_number(n), draws, parse_number(judged), seed, tuple(extra))
    print_results(Alone, carry_out(asked, asked.n, run), run)


@app.command()
@opt.takes_options
def order(
    known: Annotated[
        str, opt.option("N|FILE", "What you know: the N easiest words, or a file with one reading per line.")
    ] = "700",
    learn: Annotated[int, opt.option("M", "Number of words to choose.")] = 100,
    candidates: Annotated[
        int, opt.option("C", "Number of words to choose from: the easiest that you do not know.")
    ] = 700,
    n: opt.NumberOption = "20000",
    dealt: DealOptions = DEALS,
    run: RunOptions = RUN,
) -> None:
    """Choose the words to learn next, the most useful first.

    Words are chosen one after another: each time the word that brings N dealt hands (at most 100,000) nearest to
    complete, if you also know the words chosen before it. All figures are measured on N other deals. --out DIR keeps
    order.csv, and compare.csv, which has the figures of as many words chosen by ease, by cost and at random. The form
    must have up to four 3s and at most one 2, such as 33332 or 332.

    Examples: kanamj study order --known 700 --learn 20 · kanamj study order --known my-words.txt --out my-order
    """
    from kanamj.studies.order import Order, next_words

    asked = next_words(n=parse_number(n), known=known, learn=learn, candidates=candidates, **dealt.chosen())
    found = carry_out(asked, asked.deals.n, run)
    if run.for_programs:
        print_results(Order, found, run)
    else:
        beside = f"beside {len(asked.known):,} words of {asked.deals.lexicon.name}"
        _print_order(found.tables["order"], found.tables["compare"], beside, asked.deals.n)


_WAYS = {"order": "by the order", "ease": "by ease", "cost": "by cost", "random": "by chance"}


def _print_order(order: Table, compare: Table, beside: str, n: int) -> None:
    """Print the words to learn, with what each brings; then the figures of as many words chosen in other ways.

    n: the number of deals that they are measured on.
    """
    from kanamj.studies.stats import in_percent

    rows: list[list[object]] = []
    for row in in_percent(order, ["tenpai"], n).objects():
        words = row["letter_words"] or tr("none")
        use = tr("{letter}, in {n} of your words", letter=row["letter"], n=words)
        numbers = [f"{row['shanten_gain']:.4f} ± {row['shanten_gain_stderr']:.4f}", row["tenpai"]]
        rows.append([row["place"], row["words"].split(" ")[0], *numbers, use])
    columns = ["place", "word", "gain of shanten", "tenpai or better then", "good for"]
    print_rows(columns, rows, title=f"what to learn {beside}, measured on {n:,} deals")
    last = compare.rows[-1][1]
    shown: list[list[object]] = []
    for row in in_percent(compare, ["tenpai"], n).objects():
        if row["words"] in (0, last):
            mean = f"{row['mean_shanten']:.3f} ± {row['mean_shanten_stderr']:.3f}"
            shown.append([tr(_WAYS.get(row["way"], row["way"])), row["words"], mean, row["tenpai"]])
    print_rows(["words by", "learnt", "mean shanten", "tenpai or better"], shown)
