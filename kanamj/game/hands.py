"""What the rules and the players ask about a hand: its distance, its accepts, and the words it can call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine import Blocks, WordEngine
from kanamj.engine.blocks import Block, BlockWords
from kanamj.engine.forms import Form, forms_left
from kanamj.engine.hand import bits
from kanamj.errors import FormError
from kanamj.lexicon import Lexicon
from kanamj.tiles import Kinds, TileSet
from kanamj.yaku.how import How
from kanamj.yaku.rules import of_game
from kanamj.yaku.scoring import Scorer

if TYPE_CHECKING:
    from kanamj.engine.batch import Batch
    from kanamj.tiles import CountsArray

KEPT = 10_000
"""How many hands are remembered: enough for ten games. Different games have almost no hands in common, so a larger
number would take memory and save no time."""
MELDS_KEPT = 24
"""How many engines for hands with called words are remembered, one engine per set of melds: enough for one game. With
kernels, an engine takes 0.3 MB and is made in half a millisecond."""


class Outlook(NamedTuple):
    """How near a hand is before it draws, when it has one tile less than a complete hand.

    distance: the distance of the hand.
    accepts: the kinds that lower the distance, as a bit set.
    """

    distance: int
    accepts: int


class Nearest(NamedTuple):
    """The discards that leave the least distance: that distance, and the kinds discarded, ascending."""

    distance: int
    kinds: Kinds


class Solver(ABC):
    """Answers about hands, and remembers the answers. A hand is a sorted tuple of kinds; melds are blocks.

    `outlook(hand, melds)` and `waits(hand, melds)` are about a hand with one tile less than a complete hand; `waits` is
    the kinds that complete it, as a bit set. `nearest(hand, melds)` is about a hand with all tiles.
    """

    def __init__(self, engine: WordEngine) -> None:
        self.tiles = engine.tiles
        # what lies called on the table need not be a word that this player knows
        self.behind = lru_cache(MELDS_KEPT)(partial(engine.behind, known=False))
        self.outlook = lru_cache(KEPT)(self._outlook)
        self.waits = lru_cache(KEPT)(self._waits)
        self.nearest = lru_cache(KEPT)(self._nearest)

    @abstractmethod
    def after(self, hand: Kinds, melds: tuple[Block, ...], kinds: Kinds) -> dict[int, Outlook]:
        """Returns kind discarded -> the outlook after it, for these kinds of a hand with all tiles."""

    @abstractmethod
    def _outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook: ...

    @abstractmethod
    def _waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int: ...

    @abstractmethod
    def _nearest(self, hand: Kinds, melds: tuple[Block, ...]) -> Nearest: ...


class SearchSolver(Solver):
    """Judges one hand after the other, in plain Python."""

    def __init__(self, engine: WordEngine) -> None:
        super().__init__(engine)
        self._asked = lru_cache(1)(lambda hand, melds: self.behind(melds).ask(hand))

    def after(self, hand: Kinds, melds: tuple[Block, ...], kinds: Kinds) -> dict[int, Outlook]:
        asked = self._asked(hand, melds)
        return {kind: _outlook(*asked.draws_after(kind)) for kind in kinds}

    def _outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook:
        return _outlook(*self.behind(melds).ask(hand).draws)

    def _waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int:
        distance, accepts = self.outlook(hand, melds)
        return accepts if distance == 1 else 0

    def _nearest(self, hand: Kinds, melds: tuple[Block, ...]) -> Nearest:
        after = self._asked(hand, melds).distances_after
        nearest = min(after.values())
        return Nearest(nearest, tuple(kind for kind, distance in after.items() if distance == nearest))


class KernelSolver(Solver):
    """Judges by the kernels, all discards of a hand at once."""

    def after(self, hand: Kinds, melds: tuple[Block, ...], kinds: Kinds) -> dict[int, Outlook]:
        return dict(zip(kinds, self._outlooks(melds, self._without(hand, kinds)), strict=True))

    def _outlook(self, hand: Kinds, melds: tuple[Block, ...]) -> Outlook:
        return self._outlooks(melds, self._row(hand))[0]

    def _waits(self, hand: Kinds, melds: tuple[Block, ...]) -> int:
        return _bit_sets(self._batch(melds).waits(self._row(hand)))[0]

    def _nearest(self, hand: Kinds, melds: tuple[Block, ...]) -> Nearest:
        kinds = sorted(set(hand))
        distances = self._batch(melds).distance(self._without(hand, kinds))
        least = distances.min()
        return Nearest(int(least), tuple(kinds[i] for i in (distances == least).nonzero()[0]))

    def _outlooks(self, melds: tuple[Block, ...], rows: CountsArray) -> list[Outlook]:
        distances, marks = self._batch(melds).accepts(rows)
        return [Outlook(*each) for each in zip(distances.tolist(), _bit_sets(marks), strict=True)]

    def _batch(self, melds: tuple[Block, ...]) -> Batch:
        return self.behind(melds).batch

    def _row(self, hand: Kinds) -> CountsArray:
        import numpy as np

        return np.array([self.tiles.tally(hand)], np.uint8)

    def _without(self, hand: Kinds, kinds: Sequence[int]) -> CountsArray:
        """Returns one row per kind: the counts of the hand without one tile of that kind."""
        rows = self._row(hand).repeat(len(kinds), axis=0)
        rows[range(len(kinds)), kinds] -= 1
        return rows


class Hands:
    """Judges the hands of a game. It remembers its answers, because the players and the rules ask about the same hands.

    `outlook`, `waits` and `nearest` are those of `Solver`. `has_yaku(hand, tile, how)` is `Scorer.has_yaku` of a hand
    that the tile completes. `discards(hand, melds)` of a hand with all tiles is kind
    discarded -> the outlook after it, for the discards that leave the least distance.

    >>> from kanamj.engine import BlockForm
    >>> from kanamj.lexicon import load_lexicon
    >>> from kanamj.tiles import HIRAGANA_120
    >>> hands = Hands(load_lexicon(), HIRAGANA_120, (BlockForm("332"),))
    >>> hand = tuple(sorted(HIRAGANA_120.parse("さくらなみだい")))
    >>> HIRAGANA_120.parse("ぬ")[0] in bits(hands.waits(hand, ()))
    True
    """

    def __init__(
        self,
        lexicon: Lexicon,
        tiles: TileSet,
        forms: tuple[Form, ...],
        solver: str = "search",
        scoring: str = "none",
    ) -> None:
        self.tiles = tiles
        self.scoring = scoring
        self.engine = WordEngine(lexicon, tiles, forms, readings=scoring != "none")
        self.blocks: Blocks = self.engine.blocks
        self.solver = solver
        chosen: Solver = (KernelSolver if solver == "kernels" else SearchSolver)(self.engine)
        self.outlook, self.waits, self.nearest = chosen.outlook, chosen.waits, chosen.nearest
        self._after = chosen.after
        self.discards = lru_cache(KEPT)(self._discards)
        self.has_yaku = lru_cache(KEPT)(self._has_yaku)

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle keeps: the answers that are remembered stay behind."""
        return Hands, (self.engine.lexicon, self.tiles, self.engine.forms, self.solver, self.scoring)

    @cached_property
    def scorer(self) -> Scorer:
        """What says, by rules with scoring, whether a win has a yaku, and what it is worth."""
        scoring = of_game(self.scoring, self.tiles, self.engine.forms)
        return Scorer(scoring, self.engine.lexicon, self.tiles)

    def _has_yaku(self, hand: Kinds, tile: int, how: How) -> bool:
        return self.scorer.has_yaku(self.tiles.format(hand), self.tiles.kinds[tile], how)

    def every_discard(self, hand: Kinds, melds: tuple[Block, ...]) -> dict[int, Outlook]:
        """Returns kind discarded -> the outlook of the hand after this discard, for every discard."""
        return self._after(hand, melds, tuple(sorted(set(hand))))

    def _discards(self, hand: Kinds, melds: tuple[Block, ...]) -> Mapping[int, Outlook]:
        return self._after(hand, melds, self.nearest(hand, melds).kinds)

    def completes(self, hand: Kinds, melds: tuple[Block, ...], tile: int) -> bool:
        """Returns True if the tile completes the hand."""
        return bool(self.waits(hand, melds) >> tile & 1)

    def trios_with(self, hand: Kinds, tile: int) -> list[Block]:
        """Returns the three-letter blocks that the tile makes with two tiles of the hand, ascending."""
        partners = self._trios[tile]
        held = sum({1 << kind for kind in hand})
        found = []
        for kind in partners.keys() & set(hand):
            others = partners[kind] & held
            if others >> kind & 1 and hand.count(kind) < 2:
                others ^= 1 << kind
            found += [tuple(sorted((tile, kind, other))) for other in bits(others)]
        return sorted(found)

    def fours_with(self, hand: Kinds, tile: int) -> list[Block]:
        """Returns the four-letter blocks that the tile makes with three tiles of the hand, ascending."""
        found = {tuple(sorted((tile, *three))) for three in combinations(hand, 3)}
        return sorted(found & self._fours)

    def distance_after_call(self, hand: Kinds, melds: tuple[Block, ...], tile: int, block: Block) -> int:
        """Returns the distance after a call of the tile for the block; if a discard must follow, after the best one."""
        left, all_melds = after_call(hand, tile, block), (*melds, block)
        if len(left) == self.tiles_left(all_melds):
            return self.nearest(left, all_melds).distance
        return self.outlook(left, all_melds).distance

    def tiles_left(self, melds: Sequence[Block]) -> int:
        """Returns the number of tiles that a complete hand has beside these melds; 0 if no form has slots for the
        melds."""
        return _tiles_behind(self.engine.forms, tuple(len(meld) for meld in melds))

    @property
    def quick(self) -> bool:
        """True if every form is small (`Form.small`). A hand of another form may take seconds."""
        return all(form.small for form in self.engine.forms)

    @cached_property
    def uses(self) -> list[int]:
        """uses[kind]: how many blocks contain the kind. Only blocks of the lengths that the forms have count."""
        uses = [0] * len(self.tiles)
        for length in self.engine.sizes:
            for block in self.blocks.by_size.get(length, ()):
                for kind in set(block):
                    uses[kind] += 1
        return uses

    @cached_property
    def _trios(self) -> list[dict[int, int]]:
        """See `_partners`. Only players who may call need it."""
        return _partners(self.blocks.by_size.get(3, ()), len(self.tiles))

    @cached_property
    def _fours(self) -> frozenset[Block]:
        return frozenset(self.blocks.by_size.get(4, ()))

    def arrangement(self, hand: Kinds, melds: tuple[Block, ...]) -> tuple[BlockWords, ...]:
        """Returns one arrangement of a complete hand: the melds first, and the words of each block."""
        closed = next(iter(self.engine.ask(hand, melds).arrangements), ())
        return tuple(self.blocks.spell(block) for block in (*melds, *closed))


@lru_cache(maxsize=1024)
def _tiles_behind(forms: tuple[Form, ...], lengths: tuple[int, ...]) -> int:
    """The number of tiles that a complete hand has beside called words of these lengths; 0 if no form has room."""
    try:
        return forms_left(forms, lengths)[0].tiles
    except FormError:
        return 0


def _outlook(distance: int, kinds: Sequence[int]) -> Outlook:
    return Outlook(distance, sum(1 << kind for kind in kinds))


def _bit_sets(marks: Any) -> list[int]:
    """Each row of marks as a bit set of kinds: bit k is marks[row, k]."""
    import numpy as np

    packed = np.packbits(marks, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def _partners(trios: Sequence[Block], kinds: int) -> list[dict[int, int]]:
    """partners[tile][second]: the kinds from `second` up that make a trio with `tile` and `second`, as a bit set."""
    partners: list[dict[int, int]] = [{} for _ in range(kinds)]
    for block in trios:
        for i, tile in enumerate(block):
            second, third = block[:i] + block[i + 1 :]
            partners[tile][second] = partners[tile].get(second, 0) | 1 << third
    return partners


def less(hand: Kinds, kind: int) -> Kinds:
    """Returns the hand without one tile of that kind."""
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def after_call(hand: Kinds, tile: int, block: Block) -> Kinds:
    """Returns the hand after the tile was called for the block: without the other letters of the block.

    >>> after_call((1, 2, 3, 9), 4, (2, 3, 4))
    (1, 9)
    """
    for kind in less(block, tile):
        hand = less(hand, kind)
    return hand
