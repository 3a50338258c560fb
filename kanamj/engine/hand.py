"""A hand as it is asked about: from text and called words to one question a form. What is missing is for the judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, NoReturn, Protocol, TypeAlias

from kanamj.engine.blocks import Block, Blocks
from kanamj.engine.kernels.limits import UNREACHABLE as UNREACHABLE
from kanamj.errors import FormError, HandSizeError, KanamjError, MeldError
from kanamj.forms import forms_left
from kanamj.tiles import Counts, Hand, TileSet

Copies: TypeAlias = Literal["strict", "ignore"]
Melds: TypeAlias = "Sequence[Hand] | int"
"""Called words, or only how many blocks of three were called."""
Arrangement: TypeAlias = tuple[Block, ...]

COPIES: tuple[Copies, ...] = ("strict", "ignore")


class Question(NamedTuple):
    """A hand put to the solvers, which answer its distance: the least sum over the kinds of max(w - h, 0), h being
    what is held and w any sum of blocks, one a slot, with w <= room.

    counts: tiles held of each kind, length K. sizes: slots to fill, melds taken off, largest first.
    room: most tiles of each kind a complete hand may hold (copies less melds); None ignores copies.
    distinct: each block is used at most as often as it has words.
    """

    blocks: Blocks
    counts: tuple[int, ...]
    sizes: tuple[int, ...]
    room: tuple[int, ...] | None = None
    distinct: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds held, ascending, a kind once for each tile."""
        return tuple(kind for kind, count in enumerate(self.counts) for _ in range(count))

    def drawing(self, kind: int) -> Question:
        """The question with one more tile of `kind` in the hand."""
        return self._replace(counts=_changed(self.counts, kind, +1))

    def discarding(self, kind: int) -> Question:
        """The question with one tile of `kind` less in the hand."""
        return self._replace(counts=_changed(self.counts, kind, -1))


def _changed(counts: Counts, kind: int, by: int) -> Counts:
    return counts[:kind] + (counts[kind] + by,) + counts[kind + 1 :]


class Draws(NamedTuple):
    """The distance of a hand one tile short, and the kinds that lower it, ascending."""

    distance: int
    kinds: tuple[int, ...]


class Way(NamedTuple):
    """One way of being tenpai.

    kind: one of `ways.KINDS_OF_WAIT`. complete: the blocks that stand. rest: the kinds the wait is made of. draws: the
    waits through it, each with the block it completes, ascending.
    """

    kind: str
    complete: tuple[Block, ...]
    rest: Block
    draws: tuple[tuple[int, Block], ...]


class Slot(NamedTuple):
    """What one slot of a form takes from a hand: the kinds, how many are missing, and the block if none is."""

    kinds: Block
    missing: int
    block: Block | None


class Judged(Protocol):
    """One hand judged by one form. full: it has as many tiles as the form, else one less."""

    @property
    def name(self) -> str: ...
    @property
    def question(self) -> Question: ...
    @property
    def full(self) -> bool: ...
    @property
    def distance(self) -> int: ...
    @property
    def draws(self) -> Draws: ...
    @property
    def after_discards(self) -> Mapping[int, Draws]: ...
    def arrangements(self) -> Iterator[Arrangement]: ...
    def ways(self) -> list[Way]: ...
    def nearest(self) -> list[Slot]: ...


class Judge(Protocol):
    """A form that answers for hands. tiles: of a complete hand. without: the form left behind melds of these sizes,
    FormError if it has no slots for them. judge: a hand with as many tiles as the form or one less."""

    @property
    def name(self) -> str: ...
    @property
    def tiles(self) -> int: ...
    def without(self, melds: Sequence[int]) -> Judge: ...
    def judge(self, counts: Counts, room: Counts | None) -> Judged: ...


@dataclass(frozen=True)
class Asked:
    """A hand as asked: its counts, the blocks called, and the hand judged by each form that it fits, with as many
    tiles or one less. What several forms fit, the nearest one decides.

    shorter: forms that fit the hand behind a discard only.
    """

    counts: Counts
    melds: tuple[Block, ...]
    judged: tuple[Judged, ...]
    room: Counts | None = None
    shorter: tuple[Judge, ...] = ()

    @property
    def questions(self) -> tuple[Question, ...]:
        return tuple(each.question for each in self.judged)

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
        return min(each.distance for each in self.judged)

    @cached_property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """The ways to split a complete hand into blocks, those of the best known words first (`Blocks.rarity`)."""
        found = [(each, blocks) for each in self.judged for blocks in each.arrangements()]
        found.sort(key=lambda pair: pair[0].question.blocks.rarity(pair[1]))
        return tuple(blocks for _, blocks in found)

    @cached_property
    def draws(self) -> Draws:
        """The distance, and the kinds whose draw lowers it."""
        nearest = [each for each in self.judged if not each.full and each.distance == self.distance]
        return Draws(self.distance, tuple(sorted({kind for each in nearest for kind in each.draws.kinds})))

    @cached_property
    def after_discards(self) -> dict[int, Draws]:
        """Kind discarded -> what the hand left draws to."""
        per_form = [each.after_discards for each in self.judged if each.full]
        found = {}
        for kind in per_form[0]:
            of_forms = [form[kind] for form in per_form]
            for shorter in self.shorter:
                left = shorter.judge(_changed(self.counts, kind, -1), self.room)
                of_forms.append(Draws(left.distance, ()))
            least = min(draws.distance for draws in of_forms)
            kinds = {drawn for draws in of_forms if draws.distance == least for drawn in draws.kinds}
            found[kind] = Draws(least, tuple(sorted(kinds)))
        return found


@dataclass(frozen=True)
class Setting:
    """What a hand is judged by: tiles, blocks, forms and the copies rule.

    infer_melds: a hand three (six, …) tiles short has called one (two, …) blocks, as is the custom in riichi.
    meld_tiles_count: whether the tiles of melds are used copies.
    """

    tiles: TileSet
    blocks: Blocks
    judges: tuple[Judge, ...]
    copies: Copies = "strict"
    infer_melds: bool = False
    meld_tiles_count: bool = True

    def __post_init__(self) -> None:
        if self.copies not in COPIES:
            raise KanamjError(f"no copies rule {self.copies!r}; there are {' and '.join(COPIES)}")

    def ask(self, hand: Hand, melds: Melds = ()) -> Asked:
        """The hand behind these melds, judged by each form it fits.

        Raises TileError (no such tile, too many of one), MeldError, FormError (no slot for the melds) and
        HandSizeError (a number of tiles that fits no form).
        """
        counts = self.tiles.read(hand)
        held = sum(counts)
        called, sizes = self._called(melds)
        inferred = 0
        if not sizes and self.infer_melds:
            inferred = max(0, (max(judge.tiles for judge in self.judges) - held) // 3)
        taken = self.tiles.tally(kind for meld in called for kind in meld)
        self.tiles.check_copies(counts, taken)
        room: Counts | None = None
        if self.copies == "strict":
            counted = taken if self.meld_tiles_count else (0,) * len(taken)
            room = tuple(copies - count for copies, count in zip(self.tiles.copies, counted, strict=True))
        try:
            judges = forms_left(self.judges, sizes or [3] * inferred)
        except FormError:
            if not inferred:
                raise
            judges = self.judges
        fitting = tuple(judge for judge in judges if judge.tiles - held in (0, 1))
        if not fitting:
            self._wrong_size(held, judges, len(sizes) or inferred)
        shorter = tuple(judge for judge in judges if judge.tiles == held - 1)
        return Asked(counts, called, tuple(judge.judge(counts, room) for judge in fitting), room, shorter)

    def _called(self, melds: Melds) -> tuple[tuple[Block, ...], list[int]]:
        """The called blocks, as far as they are known, and their sizes."""
        if isinstance(melds, int):
            if melds < 0:
                raise MeldError(f"{melds} melds; give called blocks, or how many there are", str(melds))
            return (), [3] * melds
        if isinstance(melds, str):
            raise MeldError(f"melds are a list of called blocks, such as [{melds!r}], not one text", melds)
        called = tuple(self._meld(meld) for meld in melds)
        return called, [len(meld) for meld in called]

    def _wrong_size(self, held: int, judges: Sequence[Judge], melds: int) -> NoReturn:
        fits = tuple(sorted({judge.tiles - less for judge in judges for less in (0, 1)}))
        numbers = " or ".join(str(fit) for fit in fits)
        behind = f" with {melds} meld{'s' * (melds > 1)}" if melds else ""
        names = ", ".join(judge.name for judge in self.judges)
        raise HandSizeError(
            f"the hand has {held} {'tile' if held == 1 else 'tiles'}; form {names}{behind} takes {numbers}",
            held,
            fits,
        )

    def _meld(self, meld: Hand) -> Block:
        block = tuple(sorted(self.tiles.parse(meld) if isinstance(meld, str) else self._kinds(meld)))
        text = meld if isinstance(meld, str) else self.tiles.format(block)
        if len(block) < 3:
            raise MeldError(
                f"meld {text} has {len(block)} {'tile' if len(block) == 1 else 'tiles'}; called words have three "
                "letters, a kan four",
                text,
            )
        if block not in self.blocks.limit:
            raise MeldError(
                f"meld {text} is no block: its letters {self.tiles.format(block)} spell no word", text
            )
        return block

    def _kinds(self, meld: Hand) -> list[int]:
        return [kind for kind, count in enumerate(self.tiles.read(meld)) for _ in range(count)]
