"""kanamj exact: counts all hands of ordinary mahjong by shanten."""

from __future__ import annotations

from math import comb
from typing import Annotated, Any

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.output import misuse, print_json, print_rows
from kanamj.errors import Message, not_one_of

PLAYERS = {"riichi-136": 4, "sanma-108": 3}
"""Tile set -> how many players it is for."""


def exact(
    tiles: Annotated[
        str,
        opt.option(
            "--tiles -t SET",
            "Tile set: riichi-136 (four players) or sanma-108 (three players).",
            complete.any_of(*PLAYERS),
        ),
    ] = "riichi-136",
    hand: Annotated[int, opt.number("TILES", "Number of tiles: 14 or 13.")] = 14,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Count all hands of ordinary mahjong by shanten, exactly. It takes a second.

    Hands are counted by each form and by the nearest one (least). The column distinct takes hands as one if they differ
    only in the copies of a tile that they hold. For 13 tiles, accepts is the mean number of tiles that lower the
    shanten and are not in the hand.

    Examples: kanamj exact --hand 13 · kanamj exact --tiles sanma-108 --json
    """
    from kanamj.engine.riichi.counts import LEAST, count_hands

    if tiles not in PLAYERS:
        raise misuse(not_one_of(tiles, "a tile set", PLAYERS))
    players = PLAYERS[tiles]
    counted = count_hands(players, hand)
    total = comb(136 if players == 4 else 108, hand)
    if as_json:
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
            named = form if tsv or form != LEAST else "nearest form"
            row: list[object] = [named, shanten, count, f"{count / total:.12f}", known.distinct[shanten]]
            rows.append([*row, f"{means[shanten]:.4f}"] if means else row)
    title = Message("{} players, {} tiles: {:,} hands", players, hand, total)
    columns += ["mean accepts"] if hand == 13 else []
    print_rows(columns, rows, title=title, tsv=tsv, texts=["form"])
