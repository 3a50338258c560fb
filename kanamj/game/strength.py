"""How strong was the play? The number of easiest words whose bot, `greedy@Nw`, plays most like the player.

Two kinds of choices tell it. A win that could be taken needs some number of easiest words (`engine.vocabulary`): who
takes it plays like one who knows them, who passes it like one who does not. A discard is compared with those of bots
that know 100 words, 5 % more, and so on to all of them.

For each number of words, some choices are as its bot's and some are not. The player is taken to choose like the bot
with an unknown chance, the same for all wins and another for all discards, and otherwise any other tile. Before the
games every chance is equally likely, but for wins only those from 1/2: who passes the wins that a bot takes is not like
it. This makes the likelihood of the number; `low` and `high` hold 95 % of it. If no win was passed, wins count for
nothing: a program may have told the player of every win, whatever words it knows.

Only discards with a choice count. Words that no list knows by ease, or that are not shown, count for nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import ceil, comb, exp, lgamma, log
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.errors import KanamjError, LexiconError
from kanamj.game.agents import LEVELS, AgentSpec, words_by_ease
from kanamj.game.legal import legal_actions
from kanamj.game.record import Replayed
from kanamj.game.rules import Rules, option_text, preset
from kanamj.game.states import WINS, Action, Event, Phase, View, view
from kanamj.plain import fields

FOLDER = Path(__file__).with_name("data")
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
    """How strong the play was. words: the best estimate; low, high: 95 % of the likelihood. of: all words.

    hands, throws, chances: how many hands, discards and chances to win it is read from; chances is 0 if none was
    passed. handicaps: against the levels next to it; () by other rules than `standard`.
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
        """Plain values."""
        return fields(self, "words low high of hands throws chances handicaps clear")


def choices(rules: Rules, steps: Iterable[Replayed], seat: int) -> Evidence | None:
    """The choices of the player at that seat; None if the list does not say how easy its words are or has too few of
    them, for forms whose hands take long to judge, and without numba, where it would take minutes."""
    throws: list[Throw] = []
    chances: list[WinChance] = []
    if rules.solver != "kernels" or not rules.hands.quick:
        return None
    try:
        rank = _ranks(rules)
    except LexiconError:
        return None
    if max(rank.values(), default=0) <= FEWEST:
        return None
    for step in steps:
        before, action = step.before, step.action
        if action.player != seat or before.phase == Phase.DRAW:
            continue
        legal, me = legal_actions(before, seat), before.players[seat]
        if legal[0].event in WINS:
            last = () if before.last is None or before.phase == Phase.DISCARD else (before.last.tile,)
            melds = [rules.tiles.format(block) for block in me.blocks]
            engine = rules.hands.engine.behind(melds, known=False)
            needed = engine.least_vocabulary(tuple(sorted((*me.hand, *last))))
            words = [rank.get(word.word.letters) for word in needed.words] if needed else [None]
            if None not in words:
                chances.append(WinChance(max(filter(None, words)), action.event in WINS))
        if action.event in (Event.DISCARD, Event.RIICHI) and not me.riichi:
            possible = tuple(each for each in legal if each.event == Event.DISCARD)
            if len(possible) > 1 and action.tile is not None:
                throws.append(Throw(view(before, seat), possible, action.tile))
    return Evidence(rules, tuple(throws), tuple(chances))


def _ranks(rules: Rules) -> dict[str, int]:
    """Sorted letters -> how many easiest words a player knows who knows a word of these letters."""
    ranked = [*enumerate(words_by_ease(rules), 1)]
    return {entry.key: rank for rank, entry in reversed(ranked)}


def strength(games: Sequence[Evidence]) -> PlayStrength | None:
    """How strong a player was in these games, one per hand; None if the choices are too few to tell it (see WIDEST).

    Raises KanamjError if the games have other rules, or a list of another name."""
    rules = games[0].rules
    named = {_kind(game.rules) for game in games}
    if len(named) > 1:
        raise KanamjError(
            "the games were played by other rules or lists: {}; give games of one kind",
            "; ".join(sorted(named)),
        )
    of = max(_ranks(rules).values())
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
    """Between which numbers of words 95 % of the likelihood lies, and the middle of it: low, words, high. found: the
    place of a number in `sizes` -> the logarithm of its likelihood."""
    most, places = max(found.values()), sorted(found)
    sums = [*accumulate(exp(found[i] - most) for i in places)]
    first, middle, last = (places[bisect_left(sums, part * sums[-1])] for part in (0.025, 0.5, 0.975))
    return sizes[max(0, first - 1)], sizes[middle], sizes[min(len(sizes) - 1, last + 1)]


def _kind(rules: Rules) -> str:
    """The list and the rules in a line."""
    table = rules.to_table()
    return ",".join(
        [rules.lexicon.name, table.pop("name"), *(f"{one}={option_text(table[one])}" for one in table)]
    )


def _by_throws(rules: Rules, words: int, throws: Sequence[Throw]) -> float:
    """The logarithm of the likelihood of these discards for a player of so many words."""
    bot = AgentSpec("greedy", words=words).seated(rules, (0,), 0)
    others = [
        len(throw.legal) - 1 for throw in throws if bot.choose(throw.seen, throw.legal).tile != throw.thrown
    ]
    return _likely(len(throws) - len(others), len(throws)) - sum(map(log, others))


def _likely(same: int, n: int) -> float:
    """The logarithm of the likelihood of `same` of `n` like choices in a given order, if every chance of a like choice
    is as probable before: that of the Beta integral."""
    return lgamma(same + 1) + lgamma(n - same + 1) - lgamma(n + 2)


def _from_half(same: int, n: int) -> float:
    """What is added to `_likely` if the chance is 1/2 or more: the logarithm of how much of the Beta lies there. That
    is the chance that of n + 1 coins at most `same` show heads."""
    return log(sum(comb(n + 1, k) for k in range(same + 1))) - (n + 1) * log(2)


class Handicap(NamedTuple):
    """What makes a game of two numbers of words fair: the player of more words wins only from a turn on.

    level: the level of the other player. its_own: True if that player is the one who waits. wins_from: as that of
    `AgentSpec`.
    """

    level: str
    its_own: bool
    wins_from: float


def handicaps(words: int) -> tuple[Handicap, ...]:
    """The fair handicaps by the rules `standard` between a player of so many words and the levels next to it.

    They were looked for and checked by games (scripts/build_handicaps.py), for some numbers of words. What lies between
    is interpolated by the logarithm and rounded up to quarters: rounded to the nearest one, it left the side of fewer
    words .44 of the wins in six checks of 600 games. A level farther away than the table reaches is left out, and so is
    one that knows nearly as many words.
    """
    found = []
    for name, level in LEVELS.items():
        rows = _known_handicaps(level.words).items()
        known = sorted(row for row in rows if (row[0] < level.words) == (words < level.words))
        if len(known) < 2 or not known[0][0] * 0.95 <= words <= known[-1][0] * 1.05:
            continue
        place = min(max(1, bisect_left([size for size, _ in known], words)), len(known) - 1)
        (less, early), (more, late) = known[place - 1 : place + 1]
        part = log(words / less) / log(more / less)
        wins_from = ceil(4 * (early + part * (late - early))) / 4
        if wins_from >= 1.5:
            found.append(Handicap(name, words < level.words, wins_from))
    above, below = ([each for each in found if each.its_own is one] for one in (True, False))
    return (*below[-1:], *above[:1])


@cache
def _known_handicaps(words: int) -> dict[int, float]:
    """Other number of words -> from which turn the player of more words may win."""
    table = FOLDER / "handicaps.tsv"
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    pairs = {(int(row[0]), int(row[1])): float(row[2]) for row in rows}
    return {one + other - words: turn for (one, other), turn in pairs.items() if words in (one, other)}
