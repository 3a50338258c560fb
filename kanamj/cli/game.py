"""kanamj game: play against bots in the terminal, replay and review recorded games."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from kanamj.cli import options as opt
from kanamj.cli.commands import App
from kanamj.cli.engines import words_of
from kanamj.cli.output import objects, print_json, print_rows, say
from kanamj.language import current, tr
from kanamj.stopping import say_if_stopped

if TYPE_CHECKING:
    from kanamj.game import Rules
    from kanamj.game.agents import AgentSpec
    from kanamj.game.record import Record, Replayed
    from kanamj.game.states import End
    from kanamj.game.steps import Step
    from kanamj.game.texts import Language
    from kanamj.lexicon import Lexicon

app = App(no_args_is_help=True, help="Play in the terminal, replay and review recorded games.")


def _read(file: Path, lexicon: str, extra: list[Path]) -> Record:
    """The record in a file. If its words differ from those of today's word list, a message on stderr says how."""
    from kanamj.game.record import list_named, read_record

    def words(name: str) -> Lexicon:
        return words_of(lexicon, extra, own=True) if lexicon else list_named(name, extra)

    record = read_record(file, words)
    if record.words_then:
        say(f"{file}: {record.words_then}")
    return record


@app.command()
def replay(
    file: Annotated[Path, opt.argument("FILE", "A recorded game, *.jsonl.")],
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
    from kanamj.game.terminal import end_text

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
        title = f"{record.rules.name}, seed {' '.join(map(str, record.seed))}; {', '.join(record.players)}"
        print_rows(columns, rows, title=title, tsv=tsv)
        if shown.end and not tsv:
            names = [f"player {seat} ({text})" for seat, text in enumerate(record.players)]
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
        list[Path], opt.argument("FILE", "Recorded games, *.jsonl: one, or several of one player.")
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
            print("\n".join([*why_text(seats, names), *strength_text(found)]))
    elif as_json:
        print_json(told[0].to_json())
    else:
        for one in told[0].seats:
            columns, rows = turn_rows(told[0].rules, one, draws)
            print_rows(columns, rows, title=tr("player {seat}: {agent}", seat=one.seat, agent=one.player))
            print("\n".join([*review_lines(told[0].rules, one, draws), ""]))
    for file, each in zip(files, told, strict=True):
        if each.shown.refused is not None:
            raise each.shown.refused
        if each.shown.why:
            say(f"{file}:{each.shown.line}: {each.shown.why}")


@app.command()
def play(
    rules: opt.RulesOption = "standard",
    agents: Annotated[
        str,
        opt.option(
            "--agents -a AGENTS",
            "The other players: one agent for all, or one for each, separated by commas.",
        ),
    ] = "400w",
    seat: Annotated[int, opt.option("N", "Your seat in the first hand; seat 0 deals.")] = 0,
    rounds: Annotated[int, opt.option("N", "Number of hands; the deal moves on after each.")] = 1,
    seed: Annotated[
        int | None, opt.option("S", "Seed of the wall, a number from 0. [default: a new one]")
    ] = None,
    hints: Annotated[bool, opt.option("--hints", "Show hints at every choice.")] = False,
    lexicon: opt.LexiconOption = "common",
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    record: Annotated[
        Path | None, opt.option("FILE", "Write the game to this file; several games to FILE-1, FILE-2 …")
    ] = None,
    replace: opt.ReplaceOption = False,
    path: opt.PathOption = None,
) -> None:
    """Play against bots. Type a key and Enter; ? gives hints; q, Ctrl-D or Ctrl-C stops.

    Agents: 290w, 400w, 760w, 1600w are named by the number of words they know (the easiest). In games between four of a
    kind, the median winner needs 10, 7, 4, 2 turns. Their older names beginner, amateur, strong and perfect are still
    read. greedy knows all words, greedy@0.5 the easier half, greedy@900w 900 words. greedy+call calls when that brings
    it nearer, greedy+weigh when that raises its chance to win. chance discards by the exact chance, safe prefers to
    discard letters of few words, random does anything, and my_bots:Careful is a class of yours.

    Examples: kanamj game play · kanamj game play --agents 290w --rounds 4 --hints --record my-game.jsonl
    """
    import secrets

    from kanamj.errors import KanamjError
    from kanamj.folders import check_single
    from kanamj.game import preset
    from kanamj.game.agents import parse_agents
    from kanamj.game.outsiders import find_agent, look_in
    from kanamj.game.texts import Language

    say_in = Language(current())
    chosen = preset(rules, words_of(lexicon, extra, own=True, all_words=all_words))
    if not 0 <= seat < chosen.players:
        raise KanamjError(f"{seat} is not a seat; give a number from 0 to {chosen.players - 1}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise KanamjError(f"{rounds} hands cannot be played; give 1 to {MOST_ROUNDS}")
    if seed is not None and seed < 0:
        raise KanamjError(f"seed {seed} is negative; give 0 or more, or leave it out for a new game")
    files = [] if record is None else record_files(record, rounds)
    for file in files:
        check_single(file, replace=replace)
    look_in(path)
    specs = parse_agents(agents, chosen.players - 1, find_agent)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    names = [say_in("you"), *(say_in("bot", number=number + 1) for number in range(len(specs)))]
    others = ", ".join(f"{name}: {spec.text}" for name, spec in zip(names[1:], specs, strict=True))
    say(say_in("begins", seed=seed, others=others))
    match = Match(chosen.with_kernels(), tuple(specs), seed, seat, rounds, hints, say_in, names, files)
    match.play()


MOST_ROUNDS = 100


@dataclass
class Match:
    """Several hands at one table. Player 0 is the human.

    specs: the agents of players 1, 2, … seat: that of the human in the first hand. rounds: the number of hands. files:
    where to record each hand; empty records nothing. wins: how many hands each player has won.
    """

    rules: Rules
    specs: tuple[AgentSpec, ...]
    seed: int
    seat: int
    rounds: int
    hints: bool
    say: Language
    names: list[str]
    files: list[Path]
    wins: list[int] = field(default_factory=list)

    def play(self) -> None:
        """Play all hands, or until the human stops; then print the table of wins if there are several hands."""
        self.wins = [0] * self.rules.players
        played = 0
        for number in range(self.rounds):
            end = self.hand(number)
            if end is None:
                break
            played += 1
            for win in end.wins:
                self.wins[self.players(number)[win.player]] += 1
            if number + 1 < self.rounds and not self.goes_on():
                break
        if self.rounds > 1 and played:
            tell("")
            tell(self.say("table"))
            for player in sorted(range(self.rules.players), key=lambda player: -self.wins[player]):
                tell(f"  {self.names[player]}: {self.wins[player]} / {played}")

    def players(self, number: int) -> list[int]:
        """The player at each seat in the hand with this number. After each hand, seat 0 (the dealer) goes to the next
        player."""
        seats = self.rules.players
        return [(place - self.seat + number) % seats for place in range(seats)]

    def hand(self, number: int) -> End | None:
        """Play one hand. Returns how it ended, or None if the human stopped it."""
        from kanamj.game.record import recorded
        from kanamj.game.steps import play as play_game
        from kanamj.game.terminal import Human

        at = self.players(number)
        names = [self.names[player] for player in at]
        seed = (self.seed,) if self.rounds == 1 else (self.seed, number)
        columns = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80
        human = Human(ask, tell, names, self.hints, self.say, columns)
        seated = [
            human if player == 0 else self.specs[player - 1].seated(self.rules, seed, place)
            for place, player in enumerate(at)
        ]
        if self.rounds > 1:
            tell("")
            tell(self.say("round", round=number + 1, rounds=self.rounds, dealer=names[0]))
        steps: list[Step] = []
        try:
            return self._play_on(play_game(self.rules, seed, seated), steps, names, at.index(0), columns)
        finally:
            if self.files:
                texts = ["human" if player == 0 else self.specs[player - 1].text for player in at]
                recorded(self.rules, seed, texts, steps).write(self.files[number])
                say(self.say("recorded", file=self.files[number]))

    def _play_on(
        self, game: Iterator[Step], steps: list[Step], names: list[str], seat: int, columns: int
    ) -> End | None:
        """Play to the end, or until the human stops; print the moves of the others. Returns the end, None if stopped.

        seat: that of the human. The steps of the game are added to `steps`.
        """
        from kanamj.game import Event
        from kanamj.game.terminal import Quit, end_text, move_text

        say_if_stopped(lambda: "\n" + self.say("stopped"))
        try:
            for before, action, after in game:
                steps.append((before, action, after))
                if action.player != seat and action.event not in (Event.DRAW, Event.PASS):
                    tell(f"  {move_text(before, action, names, seat, self.say)}")
                elif action.event == Event.DISCARD and action.player == seat and before.players[seat].riichi:
                    assert action.tile is not None
                    tell(f"  {self.say('you_drew', tile=before.rules.tiles.kinds[action.tile])}")
                if after.end is not None:
                    tell("")
                    for line in end_text(after.end, before.rules.tiles.format, names, self.say, columns):
                        tell(line)
                    return after.end
        except Quit:
            say(self.say("stopped"))
        return None

    def goes_on(self) -> bool:
        """Ask the human; True if they want to play the next hand."""
        from kanamj.game.terminal import folded

        try:
            return folded(ask(self.say("next"))) not in ("q", "quit")
        except (EOFError, KeyboardInterrupt):
            return False


def record_files(record: Path, rounds: int) -> list[Path]:
    """The file to record each hand in: `record` for a single hand; for several, its name with -1, -2, … added."""
    if rounds == 1:
        return [record]
    return [record.with_name(f"{record.stem}-{number}{record.suffix}") for number in range(1, rounds + 1)]


def ask(prompt: str) -> str:
    """Print the prompt, and return the line that is typed. Keys that were typed before the prompt are dropped."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError, OSError):
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)
    return input(prompt)


def tell(line: str) -> None:
    """Print a line of the game at once, so that it comes before later lines on stderr."""
    print(line, flush=True)


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
            print(f"{name}: {PRESET_HELP[name]}")
        example = "--rules standard,players=3,kan=any,forms=33332+4442"
        print(f"Write options after the name, separated by commas: {example}")
    print_rows(columns, rows, tsv=tsv)
