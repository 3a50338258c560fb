"""A game and its review in words, in the language of the process."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from kanamj.engine.blocks import BlockWords
from kanamj.engine.choices import WITHIN, Accept
from kanamj.engine.hand import UNREACHABLE
from kanamj.engine.report import shanten_name
from kanamj.errors import Message, several
from kanamj.game.record import HUMAN
from kanamj.game.review import SeatReview, Turn, worst
from kanamj.game.states import RONS, End
from kanamj.lexicon.entry import word_text
from kanamj.text import current, shown, tr

COLUMNS = 80
"""The default width of a line."""
FINE, NOT_FINE = "◎", "△"
"""The signs of a choice that was fine, and of one that was not, as on the page."""
WIDTH = 60
"""The lines that say why are at most so wide."""
TILES_TOLD = 8
"""So many letters that a hand waits for are told, those with most unseen copies."""


def wrapped(first: str, parts: Sequence[str], indent: int = 4, columns: int = COLUMNS) -> list[str]:
    """Returns lines with `first` and then the parts, joined by spaces. A line is wider than `columns` only if a part
    is too wide and cannot be split at a blank.

    indent: the number of blanks at the beginning of the second and later lines.

    >>> wrapped("hand", ["さかな"] * 12)[1]
    '    さかな さかな'
    """
    lines, line = [], first
    for whole in parts:
        for part in [whole] if cell_len(whole) <= columns - indent else whole.split(" "):
            if cell_len(line) + 1 + cell_len(part) > columns:
                lines.append(line)
                line = " " * (indent - 1)
            line += part if line.endswith("、") else f" {part}"
    return [*lines, line]


def spelled(block: BlockWords) -> str:
    """Returns a block as its easiest word: the reading, then the spelling. Its tiles if it has no word to show."""
    return shown(word_text(block.words[0], block.letters) if block.words else block.letters)


def shanten_text(distance: int) -> str:
    """Returns the name of a distance; in English texts, with its number.

    >>> shanten_text(1), shanten_text(3), shanten_text(99)
    ('聴牌 tenpai', '二向聴 shanten 2', '和了形なし out of reach')
    """
    japanese, romaji = shanten_name(distance - 1)
    if current() == "ja":
        return japanese
    names = {0: "complete", 1: "tenpai", UNREACHABLE: romaji}
    return f"{japanese} {names.get(distance, f'shanten {distance - 1}')}"


def player_name(agent: str) -> str:
    """Returns a player by the text of the agent; the human by the word for you, where people read it in Japanese."""
    return tr(agent) if agent == HUMAN else agent


def end_text(end: End, names: Sequence[str]) -> list[str]:
    """Returns the lines that say how a game ended.

    names: those of the players, by seat.
    """
    if not end.wins:
        left = [tr("{} riichi sticks stay on the table.", end.deposits)] if end.deposits else []
        rons = end.how == RONS
        why = tr("Three players say ron; nobody wins.") if rons else tr("The wall is empty; nobody wins.")
        return [why, *left]
    lines = []
    for win in end.wins:
        who, tile = names[win.player], win.rules.tiles.kinds[win.tile]
        how = tr("{} wins by tsumo on {}:", who, tile)
        if win.source is not None:
            source = names[win.source]
            how = tr("{} wins by ron from {} on {}:", who, source, tile)
        lines += wrapped(how, [f"[{spelled(block)}]" for block in win.arrangement])
    if end.deposits:
        lines.append(tr("{} takes the riichi sticks: {}.", names[end.wins[0].player], end.deposits))
    return lines


def turn_rows(seat: SeatReview, draws: int) -> tuple[list[str], list[list[object]]]:
    """Returns the turns as a table: column names and rows.

    draws: the number of draws for the chances, as in the review.
    """
    within = Message("in {}", min(draws, WITHIN)) if draws else "chance"
    deeper = [Message("in {}", draws)] if draws > WITHIN else []
    columns = ["turn", "hand", "shanten", "thrown", within, *deeper, "best", "chance lost", ""]
    return columns, [_row(turn, bool(deeper)) for turn in seat.turns]


def _row(turn: Turn, deeper: bool) -> list[object]:
    hand = turn.hand + "".join(f" [{letters}]" for letters in turn.melds)
    taken, best, tsumo = turn.taken, turn.best, tr("tsumo")
    if taken is None or best is None:
        return [turn.turn, hand, -1, tsumo, "", *[""] * deeper, "", "", FINE]
    thrown = taken.tile + (f" {tr('riichi')}" if turn.riichi else "")
    if turn.forced:
        drawn = tr("(drawn tile)")
        return [turn.turn, hand, turn.distance - 1, thrown, "", *[""] * deeper, drawn, "", ""]
    deep = [f"{taken.chances[-1]:.3f}" if taken.chances else ""] if deeper else []
    chance = f"{taken.chance:.3f}" if taken.chances else ""
    cost = "" if turn.cost is None or not (turn.tsumo or turn.measured == "chance") else f"{turn.cost:.3f}"
    mark = "=" if turn.is_best else tsumo if turn.tsumo else best.tile
    sign = FINE if turn.fine else NOT_FINE
    return [turn.turn, hand, turn.distance - 1, thrown, chance, *deep, mark, cost, sign]


def review_lines(seat: SeatReview, draws: int, stopped: bool = False) -> list[str]:
    """Returns all that is said of one game below the table of its turns.

    stopped: the record ends before the game.
    """
    said = [*why_text([seat]), *offer_texts(seat), *last_text(seat)]
    if seat.earliest or seat.reshuffled or not stopped:  # a game that goes on may still be won
        said += earliest_text(seat)
    return [*said, *sum_text(seat, draws)]


def several_rows(names: Sequence[str], seats: Sequence[SeatReview]) -> tuple[list[str], list[list[object]]]:
    """Returns several games as a table, a row each: column names and rows.

    names: those of the games.
    """
    rows: list[list[object]] = [
        [name, seat.choices, seat.fine_choices, "" if seat.cost is None else f"{seat.cost:.3f}"]
        for name, seat in zip(names, seats, strict=True)
    ]
    return ["game", "choices", "good", "chance lost"], rows


def why_text(seats: Sequence[SeatReview], names: Sequence[str] = ()) -> list[str]:
    """Returns the choices of these games that cost most, and why: what the better discard waits for, and what was
    lost. The lines are at most WIDTH wide.

    names: those of the games, to say in which a choice was made.
    """
    found = worst(seats)
    lines = [tr("The choices that cost most:")] if found else []
    for number, (place, turn) in enumerate(found, 1):
        where = [f"{names[place]}:"] if names else []
        lines += [
            *_line(f"{number}.", [*where, *_verdict(turn)]),
            *(line for each in _reasons(turn) for line in each),
        ]
    return lines


def _verdict(turn: Turn) -> list[str]:
    best, taken = turn.best, turn.taken
    assert best
    assert taken
    if turn.tsumo:
        return [tr("Turn {}: {} thrown. Tsumo was possible.", turn.turn, taken.tile)]
    said = [tr("Turn {}: {} thrown; {} was better.", turn.turn, taken.tile, best.tile)]
    if turn.measured == "chance":
        said.append(tr("Chance {:.0%}; {:.0%} was possible.", taken.chance, best.chance))
    return said


def _reasons(turn: Turn) -> list[list[str]]:
    why, best, taken = turn.why, turn.best, turn.taken
    assert why
    assert best
    assert taken
    words = [f"{f'{tile} → ' if tile else ''}{spelled(block)} ・" for tile, block in why.words]
    words[-1:] = [word.removesuffix(" ・") for word in words[-1:]]
    if turn.tsumo:
        return [_line("   " + tr("the win:"), words)]
    waits = tr("waits for" if best.distance == 1 else "nearer with")
    near = f"{shanten_text(best.distance)}{tr(', ')}{waits}"
    found = [_line(f"   {best.tile}: {near}", _letters(why.accepts))]
    if words:
        found.append(_line("   " + tr("easiest words:" if best.distance == 1 else "words so far:"), words))
    other = "" if taken.distance == best.distance else f"{shanten_text(taken.distance)}{tr(', ')}"
    lost = _letters(why.lost) or [tr("no letter")]
    return [*found, _line(f"   {taken.tile}: {other}{tr('lost:')}", lost)]


def _line(first: str, parts: Sequence[str]) -> list[str]:
    return wrapped(first, parts, indent=6, columns=WIDTH)


def _letters(accepts: Sequence[Accept]) -> list[str]:
    """The letters with their unseen copies, most copies first, and how many tiles they are; at most TILES_TOLD."""
    ordered = sorted(accepts, key=lambda accept: (-accept.unseen, accept.kind))
    told = [f"{accept.tile}{accept.unseen}" for accept in ordered[:TILES_TOLD]]
    tiles = sum(accept.unseen for accept in accepts)
    more = len(ordered) - len(told)
    if more:
        return [*told, tr("and {} more ({} tiles)", more, tiles)]
    return [*told, tr("({} tiles)", tiles)] if told else []


def offer_texts(seat: SeatReview) -> list[str]:
    """Returns the claims that were possible, one line per claim."""
    lines = []
    for offer in seat.offers:
        when = tr("turn {}", offer.turn) if offer.turn else tr("before turn 1")
        event, to = Message(offer.event.value), ""
        what = tr("{} on {} of player {}", event, offer.tile, offer.source)
        if offer.block:
            word = spelled(offer.block)
            what = tr("{} {} with {} of player {}", event, word, offer.tile, offer.source)
            to = tr(", shanten {} -> {}", offer.distance - 1, offer.after - 1)
        done = tr("{}: taken", what) if offer.taken else tr("{}: not taken", what)
        lines.append(f"{when}: {done}{to}")
    return lines


def last_text(seat: SeatReview) -> list[str]:
    """Says how near the hand was at the end (おしい, "so close"), and its words; for a win, how many of the easiest
    words it needs."""
    last = seat.last
    if not last.distance:
        words = " ・ ".join(spelled(block) for block in (*last.melds, *last.arrangements[0]))
        hard = last.vocabulary
        lines = [tr("complete at the end: {}", words)]
        if hard:
            rank = Message("this win needs {}, word {:,} of {:,}", spelled(hard.rarest), hard.size, hard.of)
            lines.append(tr("this win needs easy words only" if hard.easy else rank))
        return lines
    name = shanten_text(last.distance)
    if last.distance == UNREACHABLE:
        return [tr("at the end {}", name)]
    pieces = [
        spelled(piece.spelled) if piece.spelled else f"{piece.tiles}+{piece.missing}"
        for piece in last.nearest
        if piece.spelled or piece.tiles
    ]
    words = " ・ ".join([*map(spelled, last.melds), *pieces])
    spare = tr("; left over {}", last.spare) if last.spare else ""
    return [tr("おしい: at the end {}, missing {}: {}", name, last.distance, words) + spare]


def earliest_text(seat: SeatReview) -> list[str]:
    """Returns the earliest win that was possible with knowledge of all draws and discards."""
    win = seat.earliest
    if seat.reshuffled:
        return [tr("Until the wall was reshuffled, no win was possible; later ones are not looked for.")]
    if win is None:
        return [tr("Even knowing all that came, this game could not have been won.")]
    how = tr("by tsumo on {}", win.tile)
    if win.source is not None:
        how = tr("by ron from player {} on {}", win.source, win.tile)
    calls = "".join(tr(" call {},", spelled(block)) for block in win.called)
    words = " ・ ".join(map(spelled, win.closed))
    told = tr("Knowing all that came, a win was there in turn {} {}:", max(1, win.turn), how)
    return [f"{told}{calls} {words}"]


def sum_text(seat: SeatReview, draws: int) -> list[str]:
    """Returns the share of fine choices, and the sum of the costs.

    draws: the number of draws for the chances.
    """
    if not seat.choices:
        return [tr("No choice was to be made.")]
    good, all_of_them = seat.fine_choices, seat.choices
    share = Message("good choices: {} of {} ({:.0%})", good, all_of_them, good / all_of_them)
    if seat.cost is None:
        return [tr(share)]
    within = several(min(draws, WITHIN), "{} draw", "{} draws")
    given = Message("chance given away, in all: {:.3f} (within {})", seat.cost, within)
    return [tr("{}; {}", share, given)]
