"""A review in words, for the terminal."""

from __future__ import annotations

from kanamj.engine.choices import WITHIN, Discard
from kanamj.engine.hand import UNREACHABLE
from kanamj.engine.report import needed
from kanamj.game.review import SeatReview, Turn
from kanamj.game.rules import Rules
from kanamj.game.states import Event
from kanamj.game.terminal import shanten_text, spelled

FINE, NOT_FINE = "◎", "△"
"""The signs of a choice that was fine, and of one that was not, as on the page."""


def turn_rows(rules: Rules, seat: SeatReview, draws: int) -> tuple[list[str], list[list[object]]]:
    """The turns as a table: column names and rows. draws: the number of draws for the chances, as in the review."""
    within = f"in {min(draws, WITHIN)}" if draws else "chance"
    deeper = [f"in {draws}"] if draws > WITHIN else []
    columns = ["turn", "hand", "shanten", "thrown", within, *deeper, "best", f"best {within}", "cost", ""]
    return columns, [_row(rules, turn, bool(deeper)) for turn in seat.turns]


def _row(rules: Rules, turn: Turn, deeper: bool) -> list[object]:
    hand = rules.tiles.format(turn.hand) + "".join(f" [{letters}]" for letters in turn.melds)
    taken, best = turn.taken, turn.best
    if taken is None or best is None:
        return [turn.turn, hand, -1, "tsumo", "", *[""] * deeper, "", "", "", FINE]
    thrown = taken.tile + (" riichi" if turn.riichi else "")
    if turn.forced:
        return [turn.turn, hand, turn.distance - 1, thrown, "", *[""] * deeper, "(drawn tile)", "", "", ""]
    deep = [f"{taken.chances[-1]:.3f}" if taken.chances else ""] if deeper else []
    top = "1.000" if turn.tsumo else _chance(best)
    cost = "" if turn.cost is None or not (turn.tsumo or turn.measured == "chance") else f"{turn.cost:.3f}"
    mark = "=" if turn.is_best else "tsumo" if turn.tsumo else best.tile
    sign = FINE if turn.fine else NOT_FINE
    return [turn.turn, hand, turn.distance - 1, thrown, _chance(taken), *deep, mark, top, cost, sign]


def _chance(discard: Discard) -> str:
    return f"{discard.chance:.3f}" if discard.chances else ""


def offer_texts(rules: Rules, seat: SeatReview) -> list[str]:
    """The claims that were possible, one line per claim."""
    lines = []
    for offer in seat.offers:
        tile = f"{rules.tiles.kinds[offer.tile]} of player {offer.source}"
        taken = "taken" if offer.taken else "not taken"
        when = f"turn {offer.turn}" if offer.turn else "before turn 1"
        if offer.action.event == Event.RON:
            lines.append(f"{when}: ron on {tile}: {taken}")
        else:
            word = spelled(rules.hands.blocks.spell(offer.action.block))
            to = f"{offer.distance - 1} -> {offer.after - 1}"
            lines.append(f"{when}: {offer.action.event.value} {word} with {tile}: {taken}, shanten {to}")
    return lines


def last_text(seat: SeatReview) -> list[str]:
    """How near the hand was at the end (おしい, "so close"), and its words. For a win: how many of the
    easiest words it needs."""
    last = seat.last
    if not last.distance:
        words = " ・ ".join(spelled(block) for block in (*last.melds, *last.arrangements[0]))
        hard = [f"this win needs {needed(last.vocabulary)}"] if last.vocabulary else []
        return [f"complete at the end: {words}", *hard]
    pieces = [
        spelled(piece.spelled) if piece.spelled else f"{piece.tiles}+{piece.missing}"
        for piece in last.nearest
    ]
    words = " ・ ".join(
        [*map(spelled, last.melds), *(piece for piece in pieces if not piece.startswith("+"))]
    )
    spare = f"; left over {last.spare}" if last.spare else ""
    name = shanten_text(last.distance)
    if last.distance == UNREACHABLE:
        return [f"at the end {name}"]
    return [f"おしい: at the end {name}, missing {last.distance}: {words}{spare}"]


def earliest_text(rules: Rules, seat: SeatReview) -> list[str]:
    """The earliest win that was possible with knowledge of all draws and discards."""
    win = seat.earliest
    if win is None:
        return ["Even knowing all that came, this game could not have been won."]
    spell = rules.hands.blocks.spell
    how = "by tsumo on" if win.source is None else f"by ron from player {win.source} on"
    calls = "".join(f" call {spelled(spell(block))}," for block in win.calls)
    words = " ・ ".join(spelled(spell(block)) for block in win.closed)
    return [
        f"Knowing all that came, a win was there in turn {max(1, win.turn)} {how} {rules.tiles.kinds[win.tile]}:"
        f"{calls} {words}"
    ]


def sum_text(seat: SeatReview, draws: int) -> list[str]:
    """The share of fine choices, and the sum of the costs. draws: the number of draws for the chances."""
    if not seat.choices:
        return ["No choice was to be made."]
    share = f"good choices: {seat.fine_choices} of {seat.choices} ({seat.fine_choices / seat.choices:.0%})"
    if seat.cost is None:
        return [share]
    within = f"{draws} draw" if draws == 1 else f"{min(draws, WITHIN)} draws"
    return [f"{share}; chance given away, in all: {seat.cost:.3f} (within {within})"]
