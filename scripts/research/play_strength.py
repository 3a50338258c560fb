"""How strong was the play? Reads the records of about 20 hands of one player.

    python scripts/research/play_strength.py my-game-*.jsonl

It estimates the number of words N whose bot, `greedy@Nw`, plays most like the player, from two kinds of choices. A win
that could be taken needs some number of easiest words: who takes it plays like one who knows them, who passes it like
one who does not. A discard is compared with those of bots that know 100 words, 5 % more, and so on to all of them.

For each number of words, some choices are as its bot's and some are not. The player is taken to choose like the bot
with an unknown chance, the same for all wins and another for all discards, and otherwise any other tile. Before the
games every chance is equally likely, but for wins only those from 1/2: who passes the wins that a bot takes is not like
it. This makes the likelihood of the number; `low` and `high` hold 95 % of it. If no win was passed, wins count for
nothing: a program may have told the player of every win, whatever words it knows.

Only discards with a choice count. Words that no list knows by ease, or that are not shown, count for nothing.
docs/strength.md has an example.
"""

from __future__ import annotations

import argparse
import json
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import accumulate
from math import ceil, comb, exp, lgamma, log
from pathlib import Path
from typing import Any, NamedTuple

from kanamj import Entry, KanamjError
from kanamj.game import (
    Action,
    Event,
    Phase,
    Record,
    Rules,
    View,
    legal_actions,
    preset,
    read_record,
    replay,
    seated,
    view,
)

HANDICAPS = Path(__file__).with_name("handicaps.tsv")
WORDS_OF_LEVELS = (290, 400, 760, 1600)
"""The words of the bots that people play against."""
WINS = (Event.TSUMO, Event.RON)
FEWEST, STEP = 100, 1.05
COARSE = 4
"""Every so many numbers of words are tried first; then those around the likely ones."""
FAR, NEAR = 12.0, 7.0
"""Numbers of words are left out if their likelihood is lower by this factor, as a logarithm: by wins alone, by all."""
WIDEST = 8.0
"""If `high` is more than so many times `low`, no number is told. If it is twice as many times for every COARSE number
of words alone, those between are not tried."""
CLEAR = 4.0
"""If `high` is more than so many times `low`, no fair opponent is named."""
MOST_THROWS = 50
"""About so many discards are compared with the bots' at least, evenly chosen if there are twice as many or more."""


class Throw(NamedTuple):
    """A discard that was a choice: what the player saw, the legal discards, and the kind discarded."""

    seen: View
    legal: tuple[Action, ...]
    thrown: int


class WinChance(NamedTuple):
    """A win that could be taken. words: how many easiest words it needs."""

    words: int
    taken: bool


class Evidence(NamedTuple):
    """The choices of a player in one game that tell how many words it knows."""

    rules: Rules
    throws: tuple[Throw, ...]
    chances: tuple[WinChance, ...]


@dataclass(frozen=True)
class PlayStrength:
    """How strong the play was.

    words: the best estimate.
    low, high: 95 % of the likelihood.
    of: all words.
    hands, throws, chances: how many hands, discards and chances to win it is read from; chances is 0 if none was
        passed.
    handicaps: against the levels next to it; () by other rules than `standard`.
    """

    words: int
    low: int
    high: int
    of: int
    hands: int
    throws: int
    chances: int
    handicaps: tuple[Handicap, ...]

    @property
    def clear(self) -> bool:
        """Whether a fair opponent can be named."""
        return self.high <= CLEAR * self.low

    def to_json(self) -> dict[str, Any]:
        """Returns plain values."""
        return asdict(self) | {"handicaps": [each._asdict() for each in self.handicaps], "clear": self.clear}


def choices(rules: Rules, steps: Iterable[Any], seat: int) -> Evidence:
    """Returns the choices of the player at that seat.

    rules: with kernels; without them it would take minutes.
    steps: those of `replay`.

    Raises KanamjError if the list does not say how easy its words are or has too few of them, and for forms of words
    that are longer than three letters, whose hands take long to judge.
    """
    throws, chances, rank = list[Throw](), list[WinChance](), ranks(rules)
    if max(rank.values(), default=0) <= FEWEST:
        raise KanamjError("list {} knows too few words by ease; give a larger one", rules.lexicon.name)
    if not rules.hands.quick:
        raise KanamjError("the forms of the game have words that are longer than three letters")
    for step in steps:
        before, action = step.before, step.action
        if action.player != seat or before.phase == Phase.DRAW:
            continue
        legal, me = legal_actions(before, seat), before.players[seat]
        if legal[0].event in WINS:
            last = () if before.last is None or before.phase == Phase.DISCARD else (before.last.tile,)
            engine = rules.hands.engine.behind(me.blocks, known=False)
            needed = engine.least_vocabulary(tuple(sorted((*me.hand, *last))))
            words = [rank.get(word.word.letters) for word in needed.words] if needed else [None]
            if None not in words:
                chances.append(WinChance(max(filter(None, words)), action.event in WINS))
        if action.event in (Event.DISCARD, Event.RIICHI) and not me.riichi:
            possible = tuple(each for each in legal if each.event == Event.DISCARD)
            if len(possible) > 1 and action.tile is not None:
                throws.append(Throw(view(before, seat), possible, action.tile))
    return Evidence(rules, tuple(throws), tuple(chances))


def ranks(rules: Rules) -> dict[str, int]:
    """Returns sorted letters -> how many easiest words a player knows who knows a word of these letters.

    Raises KanamjError if the list knows neither ease nor cost of any word.
    """
    words = [word for each in rules.lexicon.entries.values() for word in each if not word.flag]
    if all(word.ease < 0 and word.cost < 0 for word in words):
        raise KanamjError("list {} does not say how easy its words are", rules.lexicon.name)
    words = sorted((word for word in words if len(word.reading) in rules.word_sizes), key=_easier_first)
    return {word.key: rank for rank, word in reversed([*enumerate(words, 1)])}


def _easier_first(word: Entry) -> tuple[Any, ...]:
    return word.ease < 0, word.ease, word.cost < 0, word.cost, word.reading, word.spelling


def strength(games: Sequence[Evidence]) -> PlayStrength | None:
    """Returns how strong a player was in these games, one per hand; None if the choices are too few to tell it.

    Raises KanamjError if the games have other rules, or a list of another name.
    """
    rules = games[0].rules
    named = {f"{game.rules.lexicon.name} {game.rules.to_table()}" for game in games}
    if len(named) > 1:
        raise KanamjError(
            "the games were played by other rules or lists: {}; give games of one kind",
            "; ".join(sorted(named)),
        )
    of = max(ranks(rules).values())
    throws = [throw for game in games for throw in game.throws]
    throws = throws[:: ceil(len(throws) / MOST_THROWS) or 1]
    chances = [chance for game in games for chance in game.chances]
    if all(chance.taken for chance in chances):
        chances = []
    if not (throws or chances):
        return None
    sizes = [round(FEWEST * STEP**i) for i in range(ceil(log(of / FEWEST, STEP)))] + [of]
    by_wins = [
        _likely(same := sum((chance.words <= size) == chance.taken for chance in chances), len(chances))
        + _from_half(same, len(chances))
        for size in sizes
    ]
    open_ones = [i for i, value in enumerate(by_wins) if value > max(by_wins) - FAR]
    found = {i: by_wins[i] + _by_throws(rules, sizes[i], throws) for i in open_ones[::COARSE]}
    low, words, high = _told(found, sizes)
    if high <= 2 * WIDEST * low:
        likely = [i for i, value in found.items() if value > max(found.values()) - NEAR]
        for i in open_ones:
            if i not in found and any(abs(i - each) < COARSE for each in likely):
                found[i] = by_wins[i] + _by_throws(rules, sizes[i], throws)
        low, words, high = _told(found, sizes)
    if high > WIDEST * low:
        return None
    standard = rules.to_table() == preset("standard", rules.lexicon).to_table()
    read = (of, len(games), len(throws), len(chances))
    return PlayStrength(words, low, high, *read, handicaps(words) if standard else ())


def _told(found: dict[int, float], sizes: Sequence[int]) -> tuple[int, int, int]:
    """Returns between which numbers of words 95 % of the likelihood lies, and the middle of it: low, words, high.

    found: the place of a number in `sizes` -> the logarithm of its likelihood.
    """
    most, places = max(found.values()), sorted(found)
    sums = [*accumulate(exp(found[i] - most) for i in places)]
    first, middle, last = (places[bisect_left(sums, part * sums[-1])] for part in (0.025, 0.5, 0.975))
    return sizes[max(0, first - 1)], sizes[middle], sizes[min(len(sizes) - 1, last + 1)]


def _by_throws(rules: Rules, words: int, throws: Sequence[Throw]) -> float:
    """Returns the logarithm of the likelihood of these discards for a player of so many words."""
    bot = seated(rules, 0, [f"greedy@{words}w"] * rules.players)[0]
    others = [
        len(throw.legal) - 1 for throw in throws if bot.choose(throw.seen, throw.legal).tile != throw.thrown
    ]
    return _likely(len(throws) - len(others), len(throws)) - sum(map(log, others))


def _likely(same: int, n: int) -> float:
    """Returns the logarithm of the likelihood of `same` of `n` like choices in a given order.

    Every chance of a like choice is as probable before, so this is the Beta integral.
    """
    return lgamma(same + 1) + lgamma(n - same + 1) - lgamma(n + 2)


def _from_half(same: int, n: int) -> float:
    """Returns what is added to `_likely` if the chance is 1/2 or more.

    It is the logarithm of the part of the Beta from 1/2: the chance that of n + 1 coins at most `same` show heads.
    """
    return log(sum(comb(n + 1, k) for k in range(same + 1))) - (n + 1) * log(2)


class Handicap(NamedTuple):
    """A handicap: the player who knows more words may win only from this turn on.

    level: the level of the other player.
    its_own: True if that player is the one who waits.
    wins_from: as that of `handicaps.Late`.
    """

    level: str
    its_own: bool
    wins_from: float


def handicaps(words: int) -> tuple[Handicap, ...]:
    """Returns the fair handicaps by the rules `standard` between a player of so many words and the levels next to it.

    They were looked for and checked by games (handicaps.py), for some numbers of words. What lies between is
    interpolated by the logarithm and rounded up to quarters: rounded to the nearest one, it left the side of fewer
    words .44 of the wins in six checks of 600 games. A level farther away than the table reaches is left out, and so is
    one that knows nearly as many words.
    """
    found = []
    for level in WORDS_OF_LEVELS:
        rows = _known_handicaps(level).items()
        known = sorted(row for row in rows if (row[0] < level) == (words < level))
        if len(known) < 2 or not known[0][0] * 0.95 <= words <= known[-1][0] * 1.05:
            continue
        place = min(max(1, bisect_left([size for size, _ in known], words)), len(known) - 1)
        (less, early), (more, late) = known[place - 1 : place + 1]
        part = log(words / less) / log(more / less)
        wins_from = ceil(4 * (early + part * (late - early))) / 4
        if wins_from >= 1.5:
            found.append(Handicap(f"{level}w", words < level, wins_from))
    above, below = ([each for each in found if each.its_own is one] for one in (True, False))
    return (*below[-1:], *above[:1])


@cache
def _known_handicaps(words: int) -> dict[int, float]:
    """Returns other number of words -> from which turn the player of more words may win."""
    rows = [line.split("\t") for line in HANDICAPS.read_text(encoding="utf-8").splitlines()[2:]]
    pairs = {(int(row[0]), int(row[1])): float(row[2]) for row in rows}
    return {one + other - words: turn for (one, other), turn in pairs.items() if words in (one, other)}


def text(found: PlayStrength | None) -> list[str]:
    """Returns how strong the play was in several games, in one sentence, and what makes a fair game."""
    if found is None:
        return ["These are too few choices to tell how strong the play was; give more games."]
    read = f"{found.throws} discards"
    read += f" and {found.chances} chances to win" if found.chances else ""
    line = (
        f"The play is that of a bot that knows {found.low:,} to {found.high:,} words, most likely "
        f"{found.words:,}; read from {read} in {found.hands} hands."
    )
    if not found.clear:
        return [line, "More hands tell it more closely."]
    return [line, f"A fair opponent: greedy@{found.words}w", *map(_fair, found.handicaps)]


def _fair(handicap: Handicap) -> str:
    when, rest = divmod(handicap.wins_from, 1)
    turn = _FROM[rest].format(int(when), int(when) + 1)
    return f"Fair against {handicap.level}: {'it wins' if handicap.its_own else 'you win'} only {turn}."


_FROM = {
    0: "from turn {} on",
    0.25: "from turn {} on, every second hand after that turn's discard",
    0.5: "after the discard of turn {}",
    0.75: "after the discard of turn {}, every second hand from turn {} on",
}


def main(given: Sequence[str] | None = None) -> None:
    """Reads the records, and prints how strong the play was."""
    assert __doc__
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", nargs="+", metavar="RECORD", help="the file of a recorded game")
    parser.add_argument("--seat", type=int, help="whose play it is [default: the human's]")
    parser.add_argument("--json", action="store_true", help="print JSON")
    asked = parser.parse_args(given)
    try:
        games = [_choices_in(path, asked.seat) for path in asked.records]
        found = strength(games)
    except KanamjError as error:
        sys.exit(f"error: {error}")
    if asked.json:
        print(json.dumps(found.to_json() if found else None))
    else:
        print("\n".join(text(found)))


def _choices_in(path: str, seat: int | None) -> Evidence:
    record = read_record(path)
    if seat is None and "human" not in record.players:
        raise KanamjError("{} has no human player; say whose play it is, for example --seat 0", path)
    if seat is not None and seat not in range(record.rules.players):
        raise KanamjError("{} is not a seat; give a number from 0 to {}", seat, record.rules.players - 1)
    whose = record.players.index("human") if seat is None else seat
    return choices(record.rules.with_kernels(), _steps(record), whose)


def _steps(record: Record) -> Iterator[Any]:
    """Yields the steps up to the end of the game, or to the first wrong line, which is told."""
    try:
        yield from replay(record)
    except KanamjError as error:
        print(error, file=sys.stderr)


if __name__ == "__main__":
    main()
