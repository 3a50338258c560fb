"""What the rules and the players see in a hand: how far it is, what it draws to, which words it can call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, islice
from typing import TypeAlias, TypeVar

from kanamj.engine import Blocks, WordEngine
from kanamj.engine.blocks import Block, Spelled
from kanamj.forms import Form
from kanamj.game.solvers import Outlook, SearchSolver, Solver, tiles_behind
from kanamj.lexicon import Lexicon
from kanamj.tiles import Kinds, TileSet

KEPT = 4_000
"""Hands remembered of each kind of answer: those of ten games and more. Games have no hands in common, so that more
would only take memory."""


_Asked: TypeAlias = tuple[Kinds, tuple[Block, ...]]
_Answer = TypeVar("_Answer")


class Hands:
    """Looks at the hands of a game, and remembers what it saw: the players of a game and its rules ask alike.

    A hand is a sorted tuple of kinds, melds are blocks.

    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.tiles import HIRAGANA_120
    >>> hands = Hands(load_lexicon(), HIRAGANA_120, (Form("332"),))
    >>> hand = tuple(sorted(HIRAGANA_120.parse("さくらなみだい")))
    >>> HIRAGANA_120.parse("ぬ")[0] in bits(hands.waits(hand, ()))
    True
    """

    def __init__(
        self, lexicon: Lexicon, tiles: TileSet, forms: tuple[Form, ...], solver: str = "search"
    ) -> None:
        self.tiles = tiles
        self.engine = WordEngine(lexicon, tiles, forms)
        self.blocks: Blocks = self.engine.setting.blocks
        self.solver: Solver = SearchSolver(self.engine)
        self.for_kernels = all(
            size < 4 for form in forms for size in form.sizes
        )  # no kernel has longer words
        if solver == "kernels" and self.for_kernels:
            from kanamj.game.kernels import KernelSolver

            self.solver = KernelSolver(self.engine)
        self._outlooks: dict[_Asked, Outlook] = {}
        self._waits: dict[_Asked, int] = {}
        self._discards: dict[_Asked, Mapping[int, Outlook]] = {}
        self._trios = _partners(self.blocks.by_size.get(3, ()), len(tiles))
        self._fours = frozenset(self.blocks.by_size.get(4, ()))

    def outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook:
        """The outlook of a hand one tile short."""
        found = self._outlooks.get((hand, melds))
        if found is None:
            found = self.solver.outlook(hand, melds)
            _remember(self._outlooks, (hand, melds), found)
        return found

    def discards(self, hand: Kinds, melds: tuple[Block, ...]) -> Mapping[int, Outlook]:
        """Kind discarded -> the outlook of what is left, for a hand with as many tiles as its form; only of the
        discards that leave the least distance."""
        found = self._discards.get((hand, melds))
        if found is None:
            found = self.solver.discards(hand, melds)
            _remember(self._discards, (hand, melds), found)
            for kind, outlook in found.items():
                _remember(self._outlooks, (less(hand, kind), melds), outlook)
        return found

    def waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int:
        """The kinds that complete a hand one tile short, as a bit set."""
        known = self._outlooks.get((hand, melds))
        if known is not None:
            return known.accepts if known.distance == 1 else 0
        found = self._waits.get((hand, melds))
        if found is None:
            found = self.solver.waits(hand, melds)
            _remember(self._waits, (hand, melds), found)
        return found

    def completes(self, hand: Kinds, melds: tuple[Block, ...], tile: int) -> bool:
        """True if the tile completes the hand."""
        return bool(self.waits(hand, melds) >> tile & 1)

    def trios_with(self, hand: Kinds, tile: int) -> list[Block]:
        """The three-letter blocks made of the tile and two of the hand, ascending."""
        partners = self._trios[tile]
        held = 0
        for kind in hand:
            held |= 1 << kind
        found = []
        for kind in bits(held):
            others = partners.get(kind, 0) & held
            if others >> kind & 1 and hand.count(kind) < 2:
                others ^= 1 << kind
            found += [tuple(sorted((tile, kind, other))) for other in bits(others)]
        return sorted(found)

    def fours_with(self, hand: Kinds, tile: int) -> list[Block]:
        """The four-letter blocks made of the tile and three of the hand, ascending."""
        found = {tuple(sorted((tile, *three))) for three in combinations(hand, 3)}
        return sorted(found & self._fours)

    def distance_after_call(self, hand: Kinds, melds: tuple[Block, ...], tile: int, block: Block) -> int:
        """The distance once the tile is called for the block, thrown best where a tile must go."""
        left, all_melds = after_call(hand, tile, block), (*melds, block)
        if len(left) == self.tiles_left(all_melds):
            return min(outlook.distance for outlook in self.discards(left, all_melds).values())
        return self.outlook(left, all_melds).distance

    def tiles_left(self, melds: Sequence[Block]) -> int:
        """The tiles of a complete hand behind these melds; 0 if no form has a slot for them."""
        return tiles_behind(self.engine.forms, tuple(len(meld) for meld in melds))

    @cached_property
    def uses(self) -> list[int]:
        """Kind -> how many blocks of the forms hold it."""
        uses = [0] * len(self.tiles)
        for size in {size for form in self.engine.forms for size in form.sizes}:
            for block in self.blocks.by_size.get(size, ()):
                for kind in set(block):
                    uses[kind] += 1
        return uses

    def arrangement(self, hand: Kinds, melds: tuple[Block, ...]) -> tuple[Spelled, ...]:
        """One arrangement of a complete hand, melds first, with the words of each block."""
        closed = self.engine.arrangements(hand, melds, limit=1)[0]
        return tuple(self.blocks.spell(block) for block in (*melds, *closed))


def _remember(answers: dict[_Asked, _Answer], asked: _Asked, answer: _Answer) -> None:
    """Keep an answer; when there are too many the older half goes."""
    if len(answers) >= KEPT:
        for old in list(islice(answers, KEPT // 2)):
            del answers[old]
    answers[asked] = answer


def _partners(trios: Sequence[Block], kinds: int) -> list[dict[int, int]]:
    """Tile -> a second letter -> bit set of the third letters, not below the second, that make a block of three."""
    partners: list[dict[int, int]] = [{} for _ in range(kinds)]
    for block in trios:
        for i, tile in enumerate(block):
            second, third = block[:i] + block[i + 1 :]
            partners[tile][second] = partners[tile].get(second, 0) | 1 << third
    return partners


def bits(bit_set: int) -> list[int]:
    """The members of a bit set, ascending.

    >>> bits(0b1001)
    [0, 3]
    """
    found = []
    while bit_set:
        low = bit_set & -bit_set
        found.append(low.bit_length() - 1)
        bit_set ^= low
    return found


def less(hand: Kinds, kind: int) -> Kinds:
    """The hand without one tile of that kind."""
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def after_call(hand: Kinds, tile: int, block: Block) -> Kinds:
    """What is left of the hand when that tile is called for the block.

    >>> after_call((1, 2, 3, 9), 4, (2, 3, 4))
    (1, 9)
    """
    for kind in less(block, tile):
        hand = less(hand, kind)
    return hand
