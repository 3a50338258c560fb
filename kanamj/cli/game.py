"""kanamj game: play against bots in the terminal, replay and review recorded games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.commands import App, typed
from kanamj.cli.engines import words_of
from kanamj.cli.output import objects, print_json, print_rows, say
from kanamj.language import tr, translated

if TYPE_CHECKING:
    from kanamj.game.record import Record, Replayed
    from kanamj.lexicon import Lexicon

app = App(no_args_is_help=True, help="Play in the terminal, replay and review recorded games.")


def _read(file: Path, lexicon: str, extra: list[Path]) -> Record:
    """The record in a file, or of a kept game. If its words are not those of today's list, a message says how."""
    from kanamj.game.kept import find_kept
    from kanamj.game.record import list_named, read_record

    def words(name: str) -> Lexicon:
        return words_of(lexicon, extra, own=True) if lexicon else list_named(name, extra)

    record = read_record(find_kept(file), words)
    if record.words_then:
        say(f"{file}: {record.words_then}")
    return record


@app.command()
def replay(
    file: Annotated[
        Path, opt.argument("FILE", "A recorded game: its file, or its name in kanamj game list.")
    ],
    lexicon: opt.LexiconOption = "",
    extra: opt.ExtraOption = opt.NO_FILES,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Show a recorded game move by move; the rules check each move.

    A game that was stopped before its end is shown as far as it goes, with the reason why it stops. So is a record that
    the rules refuse, but then the exit code is 1. The record names its word list, which is used unless you give
    another.

    Example: kanamj game replay my-game.jsonl
    """
    from kanamj.game.record import show
    from kanamj.game.terminal import end_text, player_name

    record = _read(file, lexicon, extra)
    shown = show(record)
    rows = [_row(step) for step in shown.steps]
    columns = ["line", "player", "event", "tile", "hand", "melds"]
    if as_json:
        stopped = {"line": shown.line, "why": shown.why} if shown.why else None
        end = shown.end.to_json() if shown.end else None
        said = {"players": list(record.players), "moves": objects(columns, rows)}
        print_json({**said, "end": end, "stopped": stopped})
    else:
        players = [*map(player_name, record.players)]
        title = f"{record.rules.name}, seed {' '.join(map(str, record.seed))}; {', '.join(players)}"
        print_rows(columns, rows, title=title, tsv=tsv, texts=["event"])
        if shown.end and not tsv:
            names = [tr("player {seat} ({agent})", seat=at, agent=text) for at, text in enumerate(players)]
            print("\n".join(end_text(shown.end, record.rules.tiles.format, names)))
    if shown.refused is not None:
        raise shown.refused
    if shown.why:
        say(f"{file}:{shown.line}: {shown.why}")


def _row(step: Replayed) -> list[object]:
    """The row of a move: line, player, event, tile, and the hand and the melds of the player after the move."""
    from kanamj.game.record import event_of

    event = event_of(step.before, step.action)
    me, tiles = step.after.players[step.action.player], step.after.rules.tiles
    melds = " ".join(tiles.format(meld.block) for meld in me.melds)
    tile = event.get("tile", event.get("letters", ""))
    return [step.line, step.action.player, event["event"], tile, tiles.format(me.hand), melds]


@app.command()
def review(
    files: Annotated[
        list[Path],
        opt.argument(
            "FILE", "A recorded game: its file, or its name in kanamj game list; several of one player."
        ),
    ],
    seat: Annotated[int | None, opt.option("N", "Seat to review. [default: the human, or all]")] = None,
    draws: Annotated[int, opt.option("T", "Chances to win within T own draws; 0 to 3.")] = 2,
    lexicon: opt.LexiconOption = "",
    extra: opt.ExtraOption = opt.NO_FILES,
    as_json: opt.JsonOption = False,
) -> None:
    """Review a recorded game: each discard and the best one, wins and calls that were not taken, the earliest win.

    The cost of a discard is how much lower its chance to win within two own draws is than that of the best discard. A
    choice that costs less than one percentage point is good (◎). If no discard has a chance of one point, the tiles
    that help decide. For the three choices that cost most, it says what the better discard waits for.

    The strength of the play is the number of words that a bot knows which plays like this. One hand says little; give
    the records of 20 hands. Then there is one line per hand, and the three worst choices of all.

    A record that stops before the end is reviewed as far as it goes, with the reason why it stops. The record names its
    word list, which is used unless you give another.

    Examples: kanamj game review my-game.jsonl --draws 3 · kanamj game review my-game-*.jsonl
    """
    from kanamj.game.review import review as review_record
    from kanamj.game.review import together
    from kanamj.game.reviewtext import review_lines, several_rows, strength_text, turn_rows, why_text
    from kanamj.game.terminal import player_name

    told = []
    for file in files:
        told.append(review_record(_read(file, lexicon, extra), None if seat is None else [seat], draws))
    if len(told) > 1:
        names, (seats, found) = [str(file) for file in files], together(told)
        if as_json:
            games = [
                {"file": name, **each.to_json(alone=False)} for name, each in zip(names, told, strict=True)
            ]
            print_json({"games": games, "strength": found.to_json() if found else None})
        else:
            print_rows(*several_rows(names, seats))
            print("\n".join([*why_text(seats, names), *strength_text(seats, found)]))
    elif as_json:
        print_json(told[0].to_json())
    else:
        stopped = bool(told[0].shown.why)
        for one in told[0].seats:
            columns, rows = turn_rows(told[0].rules, one, draws)
            who = tr("player {seat}: {agent}", seat=one.seat, agent=player_name(one.player))
            print_rows(columns, rows, title=who)
            print("\n".join([*review_lines(told[0].rules, one, draws, stopped), ""]))
    for file, each in zip(files, told, strict=True):
        if each.shown.refused is not None:
            raise each.shown.refused
        if each.shown.why:
            say(f"{file}:{each.shown.line}: {translated(each.shown.why)}")


@app.command()
def play(
    context: typer.Context,
    game: Annotated[
        str, opt.argument("GAME", "A game to go on with: its name in kanamj game list, or its file.")
    ] = "",
    last: Annotated[
        bool, opt.option("--continue", "Go on with the game that was left last, by its rules and players.")
    ] = False,
    rules: opt.RulesOption = "standard",
    agents: Annotated[
        str,
        opt.option(
            "--agents -a AGENTS",
            "The other players: one agent for all, or one for each, separated by commas.",
            complete.agents,
        ),
    ] = "400w",
    seat: Annotated[int, opt.option("N", "Your seat in the first hand; seat 0 deals.")] = 0,
    rounds: Annotated[int, opt.option("N", "Number of hands; the deal moves on after each.")] = 1,
    seed: Annotated[
        int | None, opt.option("S", "Seed of the wall, a number from 0. [default: a new one]")
    ] = None,
    hints: Annotated[bool, opt.option("--hints", "Show hints at every choice.")] = False,
    show_words: Annotated[
        bool, opt.option("--show-words", "Show the words in your hand, as the key h does.")
    ] = False,
    lexicon: opt.LexiconOption = "",
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    record: Annotated[
        Path | None, opt.option("FILE", "Also write the game to this file; several games to FILE-1, FILE-2 …")
    ] = None,
    replace: opt.ReplaceOption = False,
    path: opt.PathOption = None,
) -> None:
    """Play against bots. Type a key and Enter; ? gives hints; q, Ctrl-D or Ctrl-C leaves the game.

    The game is kept by itself: --continue goes on with it, kanamj game list shows all.

    Agents: 290w, 400w, 760w, 1600w are named by the number of words they know (the easiest). In games between four of a
    kind, the median winner needs 10, 7, 4, 2 turns. Their older names beginner, amateur, strong and perfect are still
    read. greedy knows all words, greedy@0.5 the easier half, greedy@900w 900 words. greedy+call calls when that brings
    it nearer, greedy+weigh when that raises its chance to win. chance discards by the exact chance, safe prefers to
    discard letters of few words, random does anything, and my_bots:Careful is a class of yours.

    Examples: kanamj game play · kanamj game play --agents 290w --rounds 4 --hints · kanamj game play --continue
    """
    import secrets

    from kanamj.cli.keyboard import getting_ready
    from kanamj.cli.match import Match
    from kanamj.errors import KanamjError
    from kanamj.game import preset
    from kanamj.game.agents import parse_agents
    from kanamj.game.kept import last_left, new_name
    from kanamj.game.outsiders import find_agent, look_in

    look_in(path)
    with getting_ready():
        if game or last:
            if given := typed(context, _OF_NEW):
                raise typer.BadParameter(
                    f"{given} can only be used for a new game; a game goes on by its own"
                )
            left = _read(last_left() if not game else Path(game), lexicon, extra)
            match = Match.again(left, hints, show_words)
        else:
            chosen = preset(rules, words_of(lexicon or "common", extra, own=True, all_words=all_words))
            if not 0 <= seat < chosen.players:
                raise KanamjError(f"{seat} is not a seat; give a number from 0 to {chosen.players - 1}")
            if not 1 <= rounds <= MOST_ROUNDS:
                raise KanamjError(f"{rounds} hands cannot be played; give 1 to {MOST_ROUNDS}")
            if seed is not None and seed < 0:
                raise KanamjError(f"seed {seed} is negative; give 0 or more, or leave it out for a new game")
            specs = parse_agents(agents, chosen.players - 1, find_agent)
            seed = secrets.randbelow(1_000_000) if seed is None else seed
            name = new_name(seed)
            match = Match(chosen, tuple(specs), seed, seat, rounds, hints, show_words, name)
        match.play(record, replace)


MOST_ROUNDS = 100
_OF_NEW = frozenset({"rules", "agents", "seat", "rounds", "seed", "all_words"})
"""Options that a game which goes on has already."""


@app.command(name="list")
def list_command(as_json: opt.JsonOption = False, tsv: opt.TsvOption = False) -> None:
    """List the games that are kept, the last one first. A game that was left can go on.

    Example: kanamj game list
    """
    from kanamj.game.kept import kept_games
    from kanamj.game.terminal import player_name

    columns = ["name", "rules", "players", "round", "moves", "result"]
    rows = [kept.row(str if as_json or tsv else player_name) for kept in kept_games()]
    print_rows(columns, rows, as_json=as_json, tsv=tsv, texts=["result"])


@app.command(name="rules")
def rules_command(as_json: opt.JsonOption = False, tsv: opt.TsvOption = False) -> None:
    """List the rules of the game, and the options that change them.

    Example: kanamj game rules
    """
    from kanamj.game.rules import OPTION_HELP, PRESET_HELP, PRESETS, option_text, preset
    from kanamj.lexicon import Lexicon

    nothing = Lexicon.from_entries("none", [])
    tables = {name: preset(name, nothing).to_table(whole=True) for name in PRESETS}
    rows = [
        [option, meaning, *(option_text(tables[name][option]) for name in PRESETS)]
        for option, meaning in OPTION_HELP.items()
    ]
    columns = ["option", "means", *PRESETS]
    if as_json:
        presets = {name: {"means": PRESET_HELP[name], **tables[name]} for name in PRESETS}
        print_json({"presets": presets, "options": OPTION_HELP})
        return
    if not tsv:
        for name in PRESETS:
            print(f"{name}: {tr(PRESET_HELP[name])}")
        example = "--rules standard,players=3,kan=any,forms=33332+4442"
        print(tr("Write options after the name, separated by commas: {example}", example=example))
    print_rows(columns, rows, tsv=tsv, texts=["means"])
