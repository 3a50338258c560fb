"""A hand judged by all forms that fit its number of tiles; the nearest form decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.forms.form import Form, OneHand
from kanamj.engine.hand import Arrangement, Copies, Draws, Question, changed
from kanamj.tiles import Counts, Hand, TileSet


@dataclass(frozen=True)
class Judgement:
    """A hand that was read once, and is judged by each form that has as many tiles as the hand or one more.

    tiles, blocks: what the hand and its forms are made of. counts: the tiles of each kind. judged: the hand as each of
    the forms judges it, without the slots of the melds. shorter: the forms with one tile less than the hand, which can
    judge it only after a discard. typed: the text of the hand as it was given; "" if it was not given as a text. melds:
    the called blocks, as far as they are known. left: how many tiles of each kind a hand may hold beside the melds.
    copies: the copies rule. sizes: the lengths of the words of the game, called or not. engines: the engine that read
    the hand, and those that it was made from by `Engine.behind`; no other engine judges the hand.
    """

    tiles: TileSet
    blocks: Blocks
    counts: Counts
    judged: tuple[OneHand, ...]
    shorter: tuple[Form, ...]
    typed: str
    melds: tuple[Block, ...]
    left: Counts
    copies: Copies
    sizes: tuple[int, ...]
    engines: tuple[object, ...]

    @property
    def hand(self) -> str:
        """The hand as it was typed; if it was not given as a text, `sorted`."""
        return self.typed or self.sorted

    @property
    def sorted(self) -> str:
        """The text of the tiles, kinds ascending."""
        return self.tiles.format_counts(self.counts)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms that judge the hand."""
        return tuple(each.form for each in self.judged)

    @property
    def room(self) -> Counts | None:
        """The most tiles of each kind that the complete hand may hold; None ignores copies."""
        return self.left if self.copies == "strict" else None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions for the solvers of `check`, one per form that is made of blocks."""
        return tuple(each.question for each in self.judged if each.question)

    @property
    def full(self) -> bool:
        """True if the hand has as many tiles as one of its forms: a tile can be thrown away."""
        return any(each.full for each in self.judged)

    @property
    def short(self) -> bool:
        """True if the hand has one tile less than one of its forms: a tile can be drawn."""
        return not all(each.full for each in self.judged)

    @cached_property
    def distance(self) -> int:
        """The number of tiles that the hand misses, by its nearest form."""
        return min([each.distance for each in self.judged])

    @cached_property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """The ways to split a complete hand into blocks, those of the best known words first (`Blocks.order`)."""
        found = sorted(self.blocks.order(blocks) for each in self.judged for blocks in each.arrangements())
        return tuple(blocks for _, blocks in found)

    @cached_property
    def draws(self) -> Draws:
        """The distance of the hand, and the kinds that lower it if they are drawn."""
        nearest = [each for each in self.judged if not each.full and each.distance == self.distance]
        return Draws(self.distance, tuple(sorted({kind for each in nearest for kind in each.draws.kinds})))

    @cached_property
    def distances_after(self) -> dict[int, int]:
        """Kind discarded -> the distance of the rest of the hand."""
        found = {}
        for kind, count in enumerate(self.counts):
            if count:
                of_forms = [each.distance_after(kind) for each in self._throwing]
                if self.shorter:
                    left = changed(self.counts, kind, -1)
                    of_forms += [form.judge(left, self.room).distance for form in self.shorter]
                found[kind] = min(of_forms)
        return found

    @cached_property
    def _throwing(self) -> list[OneHand]:
        return [each for each in self.judged if each.full]

    def draws_after(self, kind: int) -> Draws:
        """The distance after throwing a tile of this kind, and the kinds that lower it."""
        least = self.distances_after[kind]
        nearest = [each for each in self._throwing if each.distance_after(kind) == least]
        return Draws(least, tuple(sorted({k for each in nearest for k in each.draws_after(kind).kinds})))

    @cached_property
    def after_discards(self) -> dict[int, Draws]:
        """Kind discarded -> the distance of the rest of the hand, and the kinds that lower it."""
        return {kind: self.draws_after(kind) for kind in self.distances_after}

    def after(self, kind: int) -> Judgement:
        """The hand without one tile of that kind, judged anew."""
        counts = changed(self.counts, kind, -1)
        held = sum(counts)
        fitting = (form.fitting(held) for form in (*self.forms, *self.shorter))
        judged = tuple(form.judge(counts, self.room) for form in fitting if form)
        return replace(self, counts=counts, judged=judged, shorter=(), typed="")

    def of_one_size(self) -> Judgement:
        """The hand judged only by forms of one size: those with as many tiles as the hand, or if there are none, those
        with one more. So a hand that fills one form throws a tile before it draws, even if there are longer forms."""
        judged = tuple(each for each in self.judged if each.full) or self.judged
        return replace(self, judged=judged, shorter=())

    def unseen(self, seen: Hand = "") -> Counts:
        """Copies of each kind that are neither in the hand, nor called, nor seen elsewhere.

        Raises TileError if more tiles are seen than there are.
        """
        called = self.tiles.tally(kind for meld in self.melds for kind in meld)
        taken = [mine + theirs for mine, theirs in zip(called, self.tiles.read(seen), strict=True)]
        self.tiles.check_copies(self.counts, taken)
        return tuple(
            copies - held - gone
            for copies, held, gone in zip(self.tiles.copies, self.counts, taken, strict=True)
        )
