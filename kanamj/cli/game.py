"""kanamj game: play against bots in the terminal, replay recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli.options import NO_FILES, ExtraOption, JsonOption, LexiconOption, ReplaceOption, TsvOption
from kanamj.cli.output import print_json, print_rows, say

if TYPE_CHECKING:
    from kanamj.game import State
    from kanamj.game.record import Record, Replayed
    from kanamj.game.table import Action, End

app = typer.Typer(no_args_is_help=True, help="Play in the terminal, replay recorded games.")

RULES_HELP = "standard, basic or paper; options after commas: standard,players=3,kan=any."
RulesOption = Annotated[str, typer.Option("--rules", "-r", metavar="PRESET", help=RULES_HELP)]


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game, *.jsonl.")],
    lexicon: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Show a recorded game move by move, each checked by the rules.

    A game that was left before its end is shown as far as it goes, then why it stops. The same for a record that the
    rules refuse, with exit code 1.

    Example: kanamj game replay my-game.jsonl
    """
    from kanamj.game.plain import end_json
    from kanamj.game.record import read_record, show
    from kanamj.lexicon import load_lexicon

    record = read_record(file, [load_lexicon(lexicon, extra), load_lexicon(lexicon, extra, own=True)])
    shown = show(record)
    rows = [_row(step) for step in shown.steps]
    columns = ["line", "player", "event", "tile", "hand", "melds"]
    if as_json:
        moves = [dict(zip(columns, row, strict=True)) for row in rows]
        stopped = {"line": shown.line, "why": shown.why} if shown.why else None
        end = end_json(record.rules, shown.end) if shown.end else None
        print_json({"players": list(record.players), "moves": moves, "end": end, "stopped": stopped})
    else:
        title = f"{record.rules.name}, seed {' '.join(map(str, record.seed))}; {', '.join(record.players)}"
        print_rows(columns, rows, title=title, tsv=tsv)
        if shown.end and not tsv:
            _print_end(record, shown.end)
    if shown.refused is not None:
        raise shown.refused
    if shown.why:
        say(f"{file}:{shown.line}: {shown.why}")


def _row(step: Replayed) -> list[object]:
    """A move, and what its player then holds."""
    from kanamj.game.record import event_of

    event = event_of(step.before, step.action)
    me, tiles = step.after.players[step.action.player], step.after.rules.tiles
    melds = " ".join(tiles.format(meld.block) for meld in me.melds)
    tile = event.get("tile", event.get("letters", ""))
    return [step.line, step.action.player, event["event"], tile, tiles.format(me.hand), melds]


def _print_end(record: Record, end: End) -> None:
    from kanamj.game.terminal import end_text

    names = [f"player {seat} ({text})" for seat, text in enumerate(record.players)]
    for line in end_text(end, record.rules.tiles.format, names):
        print(line)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game, *.jsonl.")],
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="Whose game. [default: the human's, or everybody's]"),
    ] = None,
    draws: Annotated[
        int, typer.Option("--draws", metavar="T", help="Chances to win within T own draws; 0 to 3.")
    ] = 2,
    lexicon: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    as_json: JsonOption = False,
) -> None:
    """Go through a recorded game: what was thrown, what was best, wins and calls not taken, the earliest win.

    The cost of a discard is the chance to win by oneself within T draws that the best discard had more. A record that
    stops before the end is reviewed as far as it goes, then it is said why it stops.

    Example: kanamj game review my-game.jsonl --draws 3
    """
    from kanamj.game.record import read_record
    from kanamj.game.review import review as review_record
    from kanamj.game.reviewtext import earliest_text, last_text, offer_texts, sum_text, turn_rows
    from kanamj.lexicon import load_lexicon

    record = read_record(file, [load_lexicon(lexicon, extra), load_lexicon(lexicon, extra, own=True)])
    told = review_record(record, None if seat is None else [seat], draws)
    if as_json:
        print_json(told.to_json())
    else:
        for each in told.seats:
            columns, rows = turn_rows(record.rules, each, draws)
            print_rows(columns, rows, title=f"player {each.seat}: {each.player}")
            for line in (
                *offer_texts(record.rules, each),
                *last_text(each),
                *earliest_text(record.rules, each),
                *sum_text(each, draws),
                "",
            ):
                print(line)
    if told.shown.refused is not None:
        raise told.shown.refused
    if told.shown.why:
        say(f"{file}:{told.shown.line}: {told.shown.why}")


@app.command()
def play(
    rules: RulesOption = "standard",
    agents: Annotated[
        str,
        typer.Option(
            "--agents", "-a", metavar="AGENTS", help="The others: one for all, or one each by comma."
        ),
    ] = "greedy",
    seat: Annotated[int, typer.Option("--seat", help="Yours; 0 deals.")] = 0,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="Of the wall, a number from 0. [default: a new one]"),
    ] = None,
    hints: Annotated[bool, typer.Option("--hints", help="Show hints unasked.")] = False,
    lexicon: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the game there.")
    ] = None,
    replace: ReplaceOption = False,
) -> None:
    """Play a game against bots. Type a key and Enter; ? gives hints, q or Ctrl-C stops.

    Bots: greedy, greedy+call (calls words), greedy@0.5 (knows the commoner half of the words), random.

    Examples: kanamj game play · kanamj game play --agents greedy@0.3 --hints --record my-game.jsonl
    """
    import secrets

    from kanamj.errors import KanamjError
    from kanamj.game import preset
    from kanamj.game.agents import parse_agents
    from kanamj.game.play import play as play_game
    from kanamj.game.record import recorded
    from kanamj.game.terminal import Human
    from kanamj.lexicon import load_lexicon

    chosen = preset(rules, load_lexicon(lexicon, extra, own=True))
    if not 0 <= seat < chosen.players:
        raise KanamjError(f"no seat {seat}; there are 0 to {chosen.players - 1}")
    if seed is not None and seed < 0:
        raise KanamjError(f"seed {seed} is negative; give 0 or more, or leave it out for a new game")
    if record is not None:
        check_writable(record, replace)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    specs = list(parse_agents(agents, chosen.players - 1))
    specs.insert(seat, specs[0])  # the player's own place; nobody sits there
    texts = ["human" if place == seat else spec.text for place, spec in enumerate(specs)]
    names = ["you" if place == seat else f"bot {place}" for place in range(chosen.players)]
    human = Human(input, tell, names, hints)
    seated = [
        human if place == seat else spec.seated(chosen, (seed,), place) for place, spec in enumerate(specs)
    ]
    say(f"seed {seed}; {', '.join(f'{name}: {text}' for name, text in zip(names, texts, strict=True))}")
    steps: list[tuple[State, Action, State]] = []
    try:
        _play_on(play_game(chosen, seed, seated), steps, names, seat)
    finally:
        if record is not None:
            recorded(chosen, (seed,), texts, steps).write(record)
            say(f"recorded in {record}")


def check_writable(path: Path, replace: bool) -> None:
    """Raise KanamjError where a record could not be written when the game is over."""
    from tempfile import TemporaryFile

    from kanamj.errors import KanamjError

    if path.is_dir():
        raise KanamjError(f"{path} is a folder; --record names a file, such as {path / 'game.jsonl'}")
    if path.exists() and not replace:
        raise KanamjError(f"{path} already exists. Use --replace to overwrite")
    if not path.parent.is_dir():
        raise KanamjError(f"no folder {path.parent} to write the game into")
    try:
        with TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise KanamjError(
            f"nothing can be written in {path.parent}: {error.strerror}. Give --record another folder"
        ) from None


def tell(line: str) -> None:
    """A line of the game, shown at once: it must not come after what is said on stderr later."""
    print(line, flush=True)


def _play_on(
    game: Iterator[tuple[State, Action, State]],
    steps: list[tuple[State, Action, State]],
    names: list[str],
    seat: int,
) -> None:
    """Play to the end or until the player stops, telling what the others do; the steps are added to `steps`."""
    from kanamj.errors import KanamjError
    from kanamj.game import Event
    from kanamj.game.terminal import Quit, end_text, move_text

    try:
        for before, action, after in game:
            steps.append((before, action, after))
            if action.player != seat and action.event not in (Event.DRAW, Event.PASS):
                tell(f"  {move_text(before, action, names, seat)}")
            elif action.event == Event.DISCARD and action.player == seat and before.players[seat].riichi:
                assert action.tile is not None
                tell(f"  riichi: you draw and discard {before.rules.tiles.kinds[action.tile]}")
            if after.end is not None:
                tell("")
                for line in end_text(after.end, before.rules.tiles.format, names):
                    tell(line)
    except Quit:
        say("stopped")
    except KeyboardInterrupt:
        say("\nstopped")
        raise typer.Exit(130) from None
    except EOFError:
        raise KanamjError(
            "the input ended before the game did; play in a terminal, or give more keys"
        ) from None
