"""kanamj review: what was best in recorded games, and what was played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import misuse, objects, print_json, print_rows, say
from kanamj.errors import Message
from kanamj.text import shown, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kanamj.game.record import Record, Replayed
    from kanamj.lexicon import Lexicon


def review(
    context: typer.Context,
    files: Annotated[
        list[Path], opt.argument("RECORD", "The file of a recorded game; several of one player.")
    ],
    moves: Annotated[
        bool, opt.option("--moves", "Show what was played, move by move, not what was best.")
    ] = False,
    seat: Annotated[int | None, opt.number("N", "Seat to review. [default: the human, or all]")] = None,
    draws: Annotated[int, opt.number("T", "Chances to win within T own draws; 0 to 3.")] = 2,
    lexicon: opt.RecordsLexiconOption = "",
    extra: opt.ExtraOption = opt.NO_FILES,
    as_json: opt.JsonOption = False,
    tsv: Annotated[bool, opt.option("--tsv", "Print tab-separated values; with --moves.")] = False,
    lang: opt.LangOption = "",
) -> None:
    """Review a recorded game: each discard and the best one, wins and calls that were not taken, the earliest win.

    Records are those of simulate games and of the page.

    The cost of a discard is how much lower its chance to win within two own draws is than that of the best. Below one
    percentage point it is good (◎). If no discard has a chance of one point, the tiles that help decide.

    Several records of one player give one line per hand, and the three worst choices of all.

    --moves checks each move of one game by the rules. A record that is refused or stops early is shown as far as it
    goes, with the reason; if it is refused, the exit code is 1.

    Examples: kanamj review my-game-*.jsonl · kanamj review my-game.jsonl --moves
    """
    if not moves:
        if tsv:
            raise misuse("--tsv can only be used with --moves")
        _review(files, seat, draws, lexicon, extra, as_json)
        return
    if given := opt.typed(context, {"seat", "draws"}):
        raise misuse("{} can only be used without --moves", given)
    if len(files) > 1:
        raise misuse("--moves shows one game, and there are {} records; give one", len(files))
    _moves(files[0], lexicon, extra, as_json, tsv)


def _read(file: Path, lexicon: str, extra: list[Path]) -> Record:
    """The record in a file. If its words are not those of today's list, a message says how."""
    from kanamj.game.record import list_named, read_record

    def words(name: str) -> Lexicon:
        return words_of(lexicon, extra, own=True) if lexicon else list_named(name, extra)

    record = read_record(file, words)
    if record.words_then:
        say("{}: {}", file, record.words_then)
    return record


def _moves(file: Path, lexicon: str, extra: list[Path], as_json: bool, tsv: bool) -> None:
    """Show a recorded game move by move."""
    from kanamj.cli.reviewtext import end_text, player_name
    from kanamj.game.record import show

    record = _read(file, lexicon, extra)
    found = show(record)
    rows = [_row(step) for step in found.steps]
    columns = ["line", "player", "event", "tile", "hand", "melds"]
    if as_json:
        stopped = {"line": found.line, "why": found.why} if found.why else None
        end = found.end.to_json() if found.end else None
        said = {"players": list(record.players), "moves": objects(columns, rows)}
        print_json({**said, "end": end, "stopped": stopped})
    else:
        players = [*map(player_name, record.players)]
        seed = " ".join(map(str, record.seed))
        title = Message("{}, seed {}; {}", record.rules.name, seed, ", ".join(players))
        print_rows(columns, rows, title=title, tsv=tsv, texts=["event"])
        if found.end and not tsv:
            names = [tr("player {} ({})", at, text) for at, text in enumerate(players)]
            _print(end_text(found.end, names))
    if found.refused is not None:
        raise found.refused
    if found.why:
        say("{}:{}: {}", file, found.line, found.why)


def _row(step: Replayed) -> list[object]:
    """The row of a move: line, player, event, tile, and the hand and the melds of the player after the move."""
    from kanamj.game.record import event_of

    event = event_of(step.before, step.action)
    me, tiles = step.after.players[step.action.player], step.after.rules.tiles
    melds = " ".join(tiles.format(meld.block) for meld in me.melds)
    tile = event.get("tile", event.get("letters", ""))
    return [step.line, step.action.player, event["event"], tile, tiles.format(me.hand), melds]


def _review(
    files: list[Path], seat: int | None, draws: int, lexicon: str, extra: list[Path], as_json: bool
) -> None:
    """Say what was best in recorded games."""
    from kanamj.cli.reviewtext import (
        player_name,
        review_lines,
        several_rows,
        turn_rows,
        why_text,
    )
    from kanamj.game.review import review as review_record
    from kanamj.game.review import together

    told = []
    for file in files:
        told.append(review_record(_read(file, lexicon, extra), None if seat is None else [seat], draws))
    if len(told) > 1:
        names, seats = [str(file) for file in files], together(told)
        if as_json:
            games = [{"file": name, **each.to_json()} for name, each in zip(names, told, strict=True)]
            print_json({"games": games})
        else:
            print_rows(*several_rows(names, seats))
            _print(why_text(seats, names))
    elif as_json:
        print_json(told[0].to_json())
    else:
        stopped = bool(told[0].shown.why)
        for one in told[0].seats:
            columns, rows = turn_rows(one, draws)
            who = tr("player {}: {}", one.seat, player_name(one.player))
            print_rows(columns, rows, title=who)
            _print([*review_lines(one, draws, stopped), ""])
    for file, each in zip(files, told, strict=True):
        if each.shown.refused is not None:
            raise each.shown.refused
        if each.shown.why:
            say("{}:{}: {}", file, each.shown.line, each.shown.why)


def _print(lines: Iterable[str]) -> None:
    print(shown("\n".join(lines)))
