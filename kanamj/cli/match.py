"""Several hands at one table, with a person at the keyboard. Each hand is kept while it is played."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from kanamj.cli.keyboard import ask, regrets, typed_next
from kanamj.cli.output import say
from kanamj.errors import KanamjError
from kanamj.game.agents import AgentSpec
from kanamj.game.kept import goes_on, keep, keep_left, kept_folder, new_name
from kanamj.game.outsiders import find_agent
from kanamj.game.record import END, HUMAN, Record, recorded, resumed
from kanamj.game.rules import Rules
from kanamj.game.states import End
from kanamj.game.steps import Step
from kanamj.game.steps import play as play_game
from kanamj.game.terminal import Human, Quit, end_text, folded
from kanamj.language import tr
from kanamj.results import check_single, write_single
from kanamj.stopping import say_if_stopped


@dataclass
class Match:
    """Several hands at one table. Player 0 is the human.

    specs: the agents of players 1, 2, … seat: that of the human in the first hand. rounds: the number of hands. hints,
    words: whether they are shown at every choice. name: that of the kept game. first: the hand to begin with, from 0.
    left: the record of this hand, if it was left before its end. wins: how many hands each player has won.
    """

    rules: Rules
    specs: tuple[AgentSpec, ...]
    seed: int
    seat: int
    rounds: int
    hints: bool
    words: bool
    name: str
    first: int = 0
    left: Record | None = None
    wins: list[int] = field(default_factory=list)
    files: dict[int, Path] = field(default_factory=dict)
    """Hand -> where it is recorded too."""
    kept: bool = False
    """Whether there is something to go on with."""
    unkept: bool = False

    @classmethod
    def again(cls, record: Record, hints: bool, words: bool) -> Match:
        """The match that goes on with a record. Raises KanamjError if it is over, or if no human plays in it."""
        path, texts = record.path, record.players
        number, rounds = record.match.get("hand", 1) - 1, record.match.get("hands", 1)
        ended = bool(record.events) and record.events[-1].get("event") == END
        is_kept = path.parent == kept_folder()
        if not goes_on(path, record.match, ended):
            named = path.stem if is_kept else path
            raise KanamjError(f"{named} is over; to review it: kanamj game review {named}")
        if HUMAN not in texts:
            raise KanamjError(f"nobody plays at the keyboard in {path}; to see it: kanamj game replay {path}")
        at = texts.index(HUMAN)
        specs = [find_agent(texts[(at + i) % len(texts)]) for i in range(1, len(texts))]
        name = path.stem.removesuffix(f"-{number + 1}") if rounds > 1 else path.stem
        name, seat = name if is_kept else new_name(record.seed[0]), (at + number) % len(texts)
        match = cls(record.rules, tuple(specs), record.seed[0], seat, rounds, hints, words, name)
        match.first, match.left, match.wins = number, record, list(record.match.get("wins", ()))
        match.files = {} if is_kept else {number: path}
        if ended:
            match.count(number, record.events[-1]["winners"])
            match.first, match.left, match.files = number + 1, None, {}
        return match

    def play(self, record: Path | None, replace_it: bool) -> None:
        """Play all hands, or until the human leaves; then print the table of wins if there are several hands.

        record: the file to write the game to; for several hands, its name with -1, -2, … added. Raises ManifestError if
        there is such a file, unless `replace_it`, or unless it has an earlier moment of the same hand.
        """
        self.wins = self.wins or [0] * self.rules.players
        if record is not None:
            more = "" if self.rounds == 1 else "-{}"
            self.files = {
                number: record.with_name(f"{record.stem}{more.format(number + 1)}{record.suffix}")
                for number in range(self.first, self.rounds)
            }
        going = self.left.format() if self.left else ""
        for file in self.files.values():
            check_single(
                file, replace=replace_it or (file.is_file() and going.encode().startswith(file.read_bytes()))
            )
            keep_left(file)
        self.rules = self.rules.with_kernels()
        say_if_stopped(lambda: "\n" + self._stopped())
        names = [tr("you"), *(tr("bot {number}", number=i + 1) for i in range(len(self.specs)))]
        others = tr(", ").join(
            f"{name}: {spec.text}" for name, spec in zip(names[1:], self.specs, strict=True)
        )
        say(tr("seed {seed}; you: human, {others}", seed=self.seed, others=others))
        played = self.first
        try:
            for number in range(self.first, self.rounds):
                if number > self.first and not wants_more():
                    raise Quit
                self.count(number, [win.player for win in self.hand(number, names).wins])
                played = number + 1
        except Quit:
            say(self._stopped())
        except KanamjError:
            say(self._stopped())
            raise
        if self.rounds > 1 and played:
            tell("")
            tell(tr("hands won:"))
            for player in sorted(range(self.rules.players), key=lambda player: -self.wins[player]):
                tell(f"  {names[player]}: {self.wins[player]} / {played}")

    def _stopped(self) -> str:
        if self.unkept or not (self.kept or self.left):
            return tr("stopped")
        command = typed_next("kanamj game play --continue")
        return tr("stopped; the game is kept. To go on: {command}", command=command)

    def count(self, number: int, winners: Iterable[int]) -> None:
        """Count the wins of the hand with this number. winners: their seats."""
        for seat in winners:
            self.wins[self.players(number)[seat]] += 1

    def players(self, number: int) -> list[int]:
        """The player at each seat in the hand with this number. After each hand, seat 0 (the dealer) goes to the next
        player."""
        seats = self.rules.players
        return [(place - self.seat + number) % seats for place in range(seats)]

    def hand(self, number: int, names: list[str]) -> End:
        """Play one hand. Returns how it ended. Raises Quit if the human leaves it. names: those of the players."""
        at = self.players(number)
        names = [names[player] for player in at]
        left = self.left if number == self.first else None
        seed = left.seed if left else (self.seed,) if self.rounds == 1 else (self.seed, number)
        columns = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80
        human = Human(ask, tell, names, self.hints, columns, self.words, regrets)
        seated = [
            human if player == 0 else self.specs[player - 1].seated(self.rules, seed, place)
            for place, player in enumerate(at)
        ]
        if self.rounds > 1:
            tell("")
            numbers = {"round": number + 1, "rounds": self.rounds}
            tell(tr("hand {round} of {rounds}; {dealer} deals", **numbers, dealer=names[0]))
        texts = [HUMAN if player == 0 else self.specs[player - 1].text for player in at]
        match = {"hand": number + 1, "hands": self.rounds, "wins": list(self.wins)}
        steps: list[Step] = []
        game, known = play_game(self.rules, seed, seated), 0
        if left:
            game, known = resumed(replace(left, rules=self.rules), seated), len(left.events)

        def text() -> str:
            return recorded(self.rules, seed, texts, steps, match if self.rounds > 1 else None).format()

        try:
            for before, action, after in game:
                steps.append((before, action, after))
                human.saw(before, action, at.index(0), told=len(steps) > known)
                if len(steps) > known and at[action.player] == 0:
                    self._keep(number, text())
            assert after.end is not None
            human.tell_happened()
            tell("")
            for line in end_text(after.end, self.rules.tiles.format, names, columns):
                tell(line)
        finally:
            if len(steps) >= known:  # else it was stopped before it went on
                self._keep(number, text())
                if file := self.files.get(number):
                    write_single(file, text(), replace=True)
                    say(f"recorded in {file}; to review it: kanamj game review {file}")
        if number not in self.files:
            command = typed_next(f"kanamj game review {self._name(number)}")
            say(tr("kept; to review it: {command}", command=command))
        return after.end

    def _name(self, number: int) -> str:
        return self.name if self.rounds == 1 else f"{self.name}-{number + 1}"

    def _keep(self, number: int, text: str) -> None:
        """Write the record of a hand into the user's folder. If this fails, say so once, and play on."""
        try:
            keep(self._name(number), text)
            self.kept = True
        except OSError as error:
            if not self.unkept:
                say(f"the game cannot be kept in {kept_folder()}: {error.strerror}")
            self.unkept = True


def wants_more() -> bool:
    """Ask the human; True if they want to play the next hand."""
    try:
        return folded(ask(tr("Enter = next hand, q = stop: "))) not in ("q", "quit")
    except EOFError:
        return False


def tell(line: str) -> None:
    """Print a line of the game at once, so that it comes before later lines on stderr."""
    print(line, flush=True)
