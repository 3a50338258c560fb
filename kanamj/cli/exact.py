"""kanamj exact: counts all hands by shanten."""

from __future__ import annotations

from pathlib import Path
from shutil import move, rmtree
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.commands import typed
from kanamj.cli.engines import words_of
from kanamj.cli.output import print_json, print_rows, say
from kanamj.cli.running import RUN, RunOptions, carry_out, print_results
from kanamj.errors import not_one_of
from kanamj.tiles import tile_set

PATIENT = RUN._replace(patience=1200)
_OF_WORDS = {"form", "lexicon", "extra", "tiles", *RunOptions._fields} - {"as_json", "tsv"}
_ALL_FORMS = "words. Riichi is counted in all its forms; three players: --players 3"
_OF_RIICHI, _OF_SOLITAIRE = ({"players"}, "riichi"), ({"draws", "agents", "of", "keep_values"}, "solitaire")
_REFUSED = {
    "riichi": ((_OF_WORDS, _ALL_FORMS), _OF_SOLITAIRE),
    "words": (_OF_RIICHI, _OF_SOLITAIRE),
    "solitaire": (_OF_RIICHI, ({"hand", "dask"}, "words")),
}
"""Game -> the names of options that it does not have, and which game has them."""


@opt.takes_options
def exact(
    context: typer.Context,
    game: Annotated[
        str,
        opt.option("riichi|words|solitaire", "Ordinary mahjong, the word game 332, or 332 for one player."),
    ] = "riichi",
    hand: Annotated[
        int, opt.option("TILES", "Number of tiles: 14 or 13, for words 8 or 7. [default: 14, for words 8]")
    ] = 0,
    players: Annotated[
        int, opt.option("--players -p 4|3", "Players of riichi: 4 (136 tiles) or 3 (108 tiles).")
    ] = 4,
    form: opt.FormOption = "332",
    lexicon: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.TilesOption = "hiragana-120",
    draws: Annotated[int, opt.option("T", "Solve solitaire for up to this many draws (1 to 12).")] = 6,
    agents: Annotated[
        str,
        opt.option(
            "A,B",
            "Players of solitaire beside best play: greedy, chance, or both.",
            complete.any_of("greedy", "chance"),
        ),
    ] = "",
    of: Annotated[
        str, opt.option("TILES", "Hands of 7 tiles, with commas: what is each worth in solitaire?")
    ] = "",
    keep_values: Annotated[
        bool, opt.option("--keep-values", "Keep the values of best play (6 GB) for the agent solved.")
    ] = False,
    run: RunOptions = PATIENT,
) -> None:
    """Count all hands by shanten, exactly.

    Ordinary mahjong takes a second. Its hands are counted by each form, and by the nearest form (least). The column
    distinct counts two hands as one if they differ only in which copies of a tile they hold. For 13 tiles there is also
    the mean number of tiles that lower the shanten (accepts: copies that are not in the hand).

    JSON fields of ordinary mahjong: players, hand, total, forms. forms has general, seven_pairs, thirteen_orphans and
    least. Each of them has counts and distinct by shanten, as integers, and for 13 tiles also accepts by shanten (the
    total over the hands, and the mean).

    The word game 332 (copies strict) takes some ten minutes. Either all hands of 8 tiles are counted; or all hands of 7
    tiles, with how many kinds and tiles they accept. A run with --out can be stopped; --resume goes on with it.

    Solitaire is the game 332 of one player. Thrown tiles go back. The chance of each hand of 7 tiles to be complete
    within 1 to T draws is computed, if every throw is the best one, and for agents. It takes some minutes per draw and
    player, 12 GB of memory and 11 GB of disk; with agents 17 and 39 GB. kanamj study solitaire tells what other agents
    lose.

    Examples: kanamj exact --players 4 --hand 14 · kanamj exact --game words --out my-332 --resume
    """
    if game not in _REFUSED:
        raise typer.BadParameter(not_one_of(game, "a game", _REFUSED))
    for names, other in _REFUSED[game]:
        if given := typed(context, names):
            raise typer.BadParameter(f"{given} can only be used with --game {other}")
    if game == "riichi":
        _riichi(players, hand or 14, run)
        return
    from kanamj.engine.counting.multisets import HAND_TILES
    from kanamj.studies.exact_words import FORM

    if "".join(sorted(form, reverse=True)) != FORM:
        raise typer.BadParameter(
            f"hands are counted only for the form {FORM}, not for {form}; deal some instead: kanamj simulate deals"
        )
    if game == "words":
        _words(hand or HAND_TILES, lexicon, extra, tiles, run)
    else:
        _solitaire((draws, agents, of), keep_values, lexicon, extra, tiles, run)


def _solitaire(
    asked: tuple[int, str, str], keep: bool, lexicon: str, extra: list[Path], tiles: str, run: RunOptions
) -> None:
    from kanamj.engine.cache import folder
    from kanamj.engine.counting.solitaire import BEST, file_name
    from kanamj.studies.solitaire import SolveWords

    given = words_of(lexicon, extra), tile_set(tiles), tuple(extra)
    with TemporaryDirectory(prefix="kanamj-") as home:
        place = run.out / ".kanamj-values" if run.out else Path(home)
        draws, agents, of = asked
        study = SolveWords(*given, run.worker_count, draws, place, agents, of)
        # A sweep has threads of its own; the next one needs its values.
        solved = carry_out(study, study.chunk_count, run._replace(workers=1), threads=True)
        if keep:
            kept, path = folder("values", ""), place / file_name(study.question, BEST, draws)
            if kept and path.is_file():
                move(path, kept / path.name)
            else:
                say(
                    "no values are kept: the run was finished before, or the cache folder is closed; try --replace"
                )
        rmtree(place, ignore_errors=True)
    print_results(SolveWords, solved, run)


def _words(hand: int, lexicon: str, extra: list[Path], tiles: str, run: RunOptions) -> None:
    from kanamj.studies.exact_words import CountWords

    threads = 1 if run.dask else run.worker_count
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


def _riichi(players: int, hand: int, run: RunOptions) -> None:
    from math import comb

    from kanamj.engine.counting.riichi import LEAST, count_hands

    counted = count_hands(players, hand)
    total = comb(136 if players == 4 else 108, hand)
    if run.as_json:
        forms: dict[str, Any] = {}
        for form, known in counted.items():
            forms[form] = {
                name: {str(shanten): count for shanten, count in counts.items()}
                for name, counts in (("counts", known.counts), ("distinct", known.distinct))
            }
            if known.accepted:
                means = known.mean_accepts()
                forms[form]["accepts"] = {
                    str(shanten): {"total": accepted, "mean": means[shanten]}
                    for shanten, accepted in known.accepted.items()
                }
        print_json({"game": "riichi", "players": players, "hand": hand, "total": total, "forms": forms})
        return
    columns = ["form", "shanten", "hands", "share", "distinct"]
    rows: list[list[object]] = []
    for form, known in counted.items():
        means = known.mean_accepts()
        for shanten, count in known.counts.items():
            named = form if run.tsv or form != LEAST else "nearest form"
            row: list[object] = [named, shanten, count, f"{count / total:.12f}", known.distinct[shanten]]
            rows.append([*row, f"{means[shanten]:.4f}"] if means else row)
    title = f"{players} players, {hand} tiles: {total:,} hands"
    columns += ["mean accepts"] if hand == 13 else []
    print_rows(columns, rows, title=title, tsv=run.tsv, texts=["form"])
