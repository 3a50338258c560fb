"""kanamj exact: the distribution of shanten over all riichi hands, counted."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kanamj.cli.options import JsonOption, TsvOption
from kanamj.cli.output import print_json, print_rows, say


def exact(
    players: Annotated[int, typer.Option("--players", "-p", metavar="4|3", help="136 tiles, or 108.")] = 4,
    hand: Annotated[int, typer.Option("--hand", "-n", metavar="14|13", help="Tiles of a hand.")] = 14,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Count the hands of ordinary mahjong by shanten: all of them, exactly, for each form and the least over them.

    For 13 tiles also the mean number of tiles that lower the shanten (accepts, copies not in the hand), exact too,
    which takes a few seconds. JSON holds the counts as integers: players, hand, total, forms; forms has general,
    seven_pairs, thirteen_orphans and least, each with counts by shanten and, for 13 tiles, accepts by shanten
    (total over the hands, and mean).

    Example: kanamj exact --players 4 --hand 14
    """
    from math import comb

    from kanamj.engine.counting.riichi import count_hands

    counted = count_hands(players, hand)
    total = comb(136 if players == 4 else 108, hand)
    if as_json:
        forms: dict[str, Any] = {}
        for form, known in counted.items():
            forms[form] = {"counts": {str(shanten): count for shanten, count in known.counts.items()}}
            if known.accepted:
                means = known.mean_accepts()
                forms[form]["accepts"] = {
                    str(shanten): {"total": accepted, "mean": means[shanten]}
                    for shanten, accepted in known.accepted.items()
                }
        print_json({"players": players, "hand": hand, "total": total, "forms": forms})
        return
    columns = ["form", "shanten", "hands", "share"]
    rows: list[list[object]] = []
    for form, known in counted.items():
        means = known.mean_accepts()
        for shanten, count in known.counts.items():
            row: list[object] = [form, shanten, count, f"{count / total:.12f}"]
            rows.append([*row, f"{means[shanten]:.4f}"] if means else row)
    print_rows([*columns, "mean accepts"] if hand == 13 else columns, rows, tsv=tsv)
    if not tsv:
        say(f"{players} players, {hand} tiles: {total} hands")
