"""Agents are programs that play: random, greedy and its kin, and four levels of greedy that people can play against."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from kanamj.engine.blocks import Block
from kanamj.engine.hand import bits
from kanamj.errors import KanamjError, LexiconError, Message, brief, not_one_of
from kanamj.game.hands import Hands, after_call, less
from kanamj.game.pcg64 import PCG64
from kanamj.game.rules import Rules
from kanamj.game.states import Action, Event, Phase, Player, View
from kanamj.game.steps import Agent
from kanamj.game.wall import AGENTS, Seed
from kanamj.lexicon import Entry, Lexicon
from kanamj.lexicon.store import SIZES, easier_first
from kanamj.tiles import Kinds

OPTIONS = ("call", "riichi")


class BotLevel(NamedTuple):
    """The level of an agent that people play against. It is named by the words it knows.

    words: how many words the player knows. These are the words that people learn first, of the lengths that the game
        uses, so a longer word list does not make a better player.
    counts, calls: see `Greedy`; a level calls only by rules where that helps (`calls_help`).
    """

    words: int
    counts: bool
    calls: bool


BOT_LEVELS = {
    "290w": BotLevel(290, counts=False, calls=False),
    "400w": BotLevel(400, counts=True, calls=False),
    "760w": BotLevel(760, counts=True, calls=True),
    "1600w": BotLevel(1600, counts=True, calls=True),
}
RIICHI_SHARE = 0.2
"""From this share of winning tiles on, riichi pays (docs/strength.md)."""
NAMES = ("random", "greedy", *BOT_LEVELS)


@dataclass(frozen=True)
class AgentSpec:
    """Which agent plays, and its options. `text` is a short text of both, which `parse_agent` reads back.

    name: "random" takes any legal action, "greedy" is `Greedy`; the other names are those of BOT_LEVELS.
    calls, riichi: see `Greedy`.
    known: the share of the words that the player knows, more than 0 and at most 1; these are the words that people
        learn first.
    words: how many words it knows instead, of the lengths that the game uses; 0 goes by `known`.
    """

    name: str
    calls: bool = False
    riichi: bool = False
    known: float = 1.0
    words: int = 0

    @property
    def text(self) -> str:
        options = "+call" * self.calls + "+riichi" * self.riichi
        known = f"@{self.words}w" if self.words else f"@{self.known!r}" if self.known < 1 else ""
        return self.name + options + known

    @property
    def knows_all(self) -> bool:
        """True if the player knows all words. If False, the player needs a word list with costs or eases."""
        return self.known == 1 and not self.words and self.name not in BOT_LEVELS

    @property
    def sees_all(self) -> bool:
        """True for a class from outside whose `choose` gets the whole state; see outsiders.py."""
        return False

    @property
    def source(self) -> str:
        """The SHA-256 of the module of an agent from outside (outsiders.py); "" for others."""
        return ""

    def seated(self, rules: Rules, seed: Seed, seat: int) -> Agent:
        """Returns a new player for one game, as this spec describes it.

        seed: the seed of the game.
        """
        if self.name == "random":
            return Random(PCG64(seed, AGENTS + seat))
        if level := BOT_LEVELS.get(self.name):
            calls = level.calls and calls_help(rules)
            hands = _vocabulary_hands(rules, rules.solver, level.words)
            return Greedy(hands, calls, counts=level.counts)
        known = self.words or self.known
        hands = rules.hands if self.knows_all else _vocabulary_hands(rules, rules.solver, known)
        return Greedy(hands, self.calls, self.riichi)


def calls_help(rules: Rules) -> bool:
    """Returns True if a player who lacks words should call: every form has words to call, so a call closes no way to
    win.

    Measured by `kanamj study strength` (docs/strength.md): with 760 words, calls win more by the rules `paper`, and
    less by `standard`, where a hand that has called cannot become seven pairs.
    """
    return all(3 in form.lengths for form in rules.forms)


def parse_agent(text: str) -> AgentSpec:
    """Returns the agent that a short text names, such as random, greedy+call, greedy+call+riichi@0.5, greedy@760w or
    400w.

    >>> parse_agent("greedy+call@0.5").known, parse_agent("greedy@760w").words
    (0.5, 760)

    Raises KanamjError for an unknown name or option, and for a share that is 0, lower, or more than 1.
    """
    kind, at, share = text.strip().partition("@")
    name, *options = kind.split("+")
    if name not in NAMES:
        raise KanamjError(not_one_of(name, "an agent", (*NAMES, "module:Class")))
    for option in options:
        if option not in OPTIONS or name != "greedy":
            usable = [f"+{one}" for one in OPTIONS] if name == "greedy" else []
            raise KanamjError(not_one_of(f"+{option}", Message("an option of agent {}", name), usable))
    if at and name != "greedy":
        raise KanamjError(
            "agent {} takes no @; to choose how many words a player knows, write greedy@{}", name, share
        )
    words = int(share[:-1]) if re.fullmatch("[1-9][0-9]{0,5}w", share, re.ASCII) else 0
    try:
        known = float(share) if at and not words else 1.0
    except ValueError:
        known = 0.0
    if not 0 < known <= 1:
        raise KanamjError(
            "the share of words is {}; give one of more than 0 and at most 1, as in greedy@0.5, or a number of "
            "words, as in greedy@760w",
            brief(share),
        )
    return AgentSpec(name, "call" in options, "riichi" in options, known, words)


def parse_agents(
    text: str, players: int, read: Callable[[str], AgentSpec] = parse_agent
) -> tuple[AgentSpec, ...]:
    """Returns the agents that a text names, with commas between them: one agent per player, or one for all seats.

    read: reads one agent; `outsiders.find_agent` also imports agents from outside.

    Raises KanamjError for another number of agents, and for an agent that `read` does not know.
    """
    specs = tuple(map(read, text.split(",")))
    if len(specs) == 1:
        return specs * players
    if len(specs) != players:
        raise KanamjError(
            "there are {0} agents for {1} players; give {1} agents, or one for all seats", len(specs), players
        )
    return specs


def known_words(lexicon: Lexicon, share: float) -> Lexicon:
    """Returns a lexicon with this share of the words: those that people learn first.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬", 10), Entry("ねこ", "猫", 20)])
    >>> known_words(toy, 0.5).keys(2)
    ('いぬ',)

    Raises LexiconError if the lexicon does not know the cost or the ease of any word.
    """
    words = _easiest_first(lexicon)
    return Lexicon.from_entries(f"{lexicon.name}@{share:g}", words[: max(1, round(share * len(words)))])


def words_by_ease(rules: Rules) -> list[Entry]:
    """Returns the words of the lengths that the game uses, in the order in which people learn them. Raises the same
    error as `known_words`."""
    return _easiest_first(rules.lexicon, tuple(rules.word_sizes))


@lru_cache(maxsize=4)
def _easiest_first(lexicon: Lexicon, sizes: tuple[int, ...] = SIZES) -> list[Entry]:
    words = [entry for entries in lexicon.entries.values() for entry in entries if not entry.flag]
    if all(entry.cost < 0 and entry.ease < 0 for entry in words):
        raise LexiconError(
            "lexicon {} does not say how common its words are (no words.tsv with costs), so an agent cannot know a "
            "share of them; use --lexicon common, or agents that know all words (greedy, random)",
            lexicon.name,
        )
    return sorted((entry for entry in words if len(entry.reading) in sizes), key=easier_first)


@lru_cache(maxsize=16)
def _vocabulary_hands(rules: Rules, solver: str, known: float | int) -> Hands:
    """A judge of hands by the words that a player knows. known: a share (float) or a number (int) of words."""
    if isinstance(known, float):
        words = known_words(rules.lexicon, known)
    else:
        words = Lexicon.from_entries(f"{rules.lexicon.name} {known}", words_by_ease(rules)[:known])
    return Hands(words, rules.tiles, rules.forms, solver, rules.scoring)


class Random:
    """A player that takes any legal action; all are equally likely."""

    def __init__(self, chance: PCG64) -> None:
        self.chance = chance

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:  # noqa: ARG002
        return legal[self.chance.word() % len(legal)]


class Merit(NamedTuple):
    """How good a discard is. Merits are compared as tuples, and the smallest is the best."""

    distance: int
    unseen: int  # minus the number of unseen tiles that lower the distance
    uses: int  # the number of blocks that contain the discarded letter
    kind: int


class Greedy:
    """A player that wins when it can and otherwise makes the discard that leaves the least shanten.

    Among equal discards, it takes those with the most unseen accepts, then the letter that the fewest words use.

    hands: judges hands by the words that this player knows, so the player does not see a win in other words.
    calls: if True, the player calls a word (never a flagged word) when the call lowers the distance. See
        `calls_help`.
    riichi: if True, the player declares riichi when the hand is tenpai by these words. If False, by rules with scoring
        only where it pays (`riichi_pays`), otherwise never.
    counts: if False, unseen accepts are not counted: the player chooses among the discards of least shanten only by
        the words that use the letter.

    A player of one's own may derive from this class and change `thrown`, `order`, `called` or `riichi_share`.
    """

    riichi_share = RIICHI_SHARE
    """The least share of the unseen tiles that win with which riichi pays."""

    def __init__(
        self, hands: Hands, calls: bool = False, riichi: bool = False, *, counts: bool = True
    ) -> None:
        self.hands = hands
        self.calls = calls
        self.riichi = riichi
        self.counts = counts

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        if seen.phase == Phase.CALL_WINDOW:
            return self._answer(seen, legal)
        if seen.phase == Phase.DISCARD:
            return self._discard(seen, legal)
        return legal[0]

    def _discard(self, seen: View, legal: tuple[Action, ...]) -> Action:
        me = seen.me
        if legal[0].event == Event.TSUMO:
            assert seen.drawn is not None
            if self.hands.completes(less(me.hand, seen.drawn), me.blocks, seen.drawn):
                return legal[0]
        if me.riichi:
            return legal[-1]
        best = self.thrown(me, seen.unseen())
        fitting = [action for action in legal if action.tile == best]
        waits = len(fitting) > 1 and self.hands.waits(less(me.hand, best), me.blocks)
        event = Event.RIICHI if waits and (self.riichi or self.riichi_pays(seen, best)) else Event.DISCARD
        return next((action for action in fitting if action.event == event), fitting[0])

    def riichi_pays(self, seen: View, kind: int) -> bool:
        """Returns True if riichi with this discard pays: by rules with scoring, if at least `riichi_share` of the
        unseen tiles win. To declare it for its yaku as well loses (results/riichi)."""
        if not seen.rules.scored:
            return False
        waits, unseen = bits(self.hands.waits(less(seen.me.hand, kind), ())), seen.unseen()
        return sum(unseen[each] for each in waits) >= self.riichi_share * sum(unseen)

    def thrown(self, me: Player, unseen: list[int]) -> int:
        """Returns the kind to discard.

        unseen: by kind, how many tiles may still be drawn.
        """
        return self._best(me.hand, me.blocks, unseen).kind

    def order(self, merit: Merit) -> Any:
        """Returns what discards are sorted by: the one with the least is thrown."""
        return merit

    def _best(self, hand: Kinds, melds: tuple[Block, ...], unseen: list[int]) -> Merit:
        if not self.counts:
            distance, kinds = self.hands.nearest(hand, melds)
            return min(Merit(distance, 0, self.hands.uses[kind], kind) for kind in kinds)
        planes = _planes(unseen)
        merits = [
            Merit(
                distance, -sum((accepts & plane).bit_count() for plane in planes), self.hands.uses[kind], kind
            )
            for kind, (distance, accepts) in self.hands.discards(hand, melds).items()
        ]
        return min(merits, key=self.order)

    def _answer(self, seen: View, legal: tuple[Action, ...]) -> Action:
        me, last = seen.me, seen.last
        assert last is not None
        if legal[0].event == Event.RON and self.hands.completes(me.hand, me.blocks, last.tile):
            return legal[0]
        calls = [action for action in legal if self.calls and action.block and self._may_call(action.block)]
        return (self.called(seen, calls) if calls else None) or legal[-1]

    def _may_call(self, block: Block) -> bool:
        return block in self.hands.blocks.limit and self.hands.blocks.is_shown(block)

    def called(self, seen: View, calls: Sequence[Action]) -> Action | None:
        """Returns the call to take, here the one that lowers the distance most; None to pass.

        calls: those of words that the player knows.
        """
        me, last = seen.me, seen.last
        assert last is not None
        distance, accepts = self.hands.outlook(me.hand, me.blocks)
        best: tuple[Merit, Action] | None = None
        for action in calls:
            # A call of three letters can lower the distance only if drawing the tile would lower it too.
            useful = action.event == Event.KAN or (action.event == Event.CALL and accepts >> last.tile & 1)
            if useful:
                merit = self._after_call(me, last.tile, action.block, seen.unseen())
                if merit.distance < distance and (best is None or (merit, action) < best):
                    best = merit, action
        return best[1] if best else None

    def _after_call(self, me: Player, tile: int, block: Block, unseen: list[int]) -> Merit:
        hand, melds = after_call(me.hand, tile, block), (*me.blocks, block)
        if len(hand) == self.hands.tiles_left(melds):
            return self._best(hand, melds, unseen)
        distance, accepts = self.hands.outlook(hand, melds)
        return Merit(distance, -sum((accepts & plane).bit_count() for plane in _planes(unseen)), 0, 0)


def _planes(counts: list[int]) -> list[int]:
    """A bit set of the kinds with at least 1 tile, then one of those with at least 2 tiles, and so on.

    With them, the tiles of the kinds in any bit set are counted: intersect it with each of them, and add up the bits.
    """
    return [
        sum(1 << kind for kind, count in enumerate(counts) if count > least) for least in range(max(counts))
    ]
