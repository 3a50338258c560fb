"""The report on one hand: its arrangements, its waits and their kinds, its discards and the accepts after each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine.blocks import Block, Blocks, BlockWords
from kanamj.engine.choices import Accept, Discard, accepts_of, measured, weighed
from kanamj.engine.hand import UNREACHABLE, UNREACHABLE_SHANTEN, Slot, Way, without
from kanamj.engine.judgement import Judgement
from kanamj.engine.vocabulary import Vocabulary, easiest_blocks, least_vocabulary
from kanamj.engine.ways import KINDS_OF_WAIT
from kanamj.errors import needing
from kanamj.text import html_table
from kanamj.tiles import Hand, TileSet

if TYPE_CHECKING:
    import pandas as pd

ARRANGEMENTS_SHOWN = 20
NUMBERS = "一二三四五六七八九"
ROMAJI = ("ii", "ryan", "san", "suu", "uu", "roku", "chii", "paa", "kyuu")


class Wait(NamedTuple):
    """A kind that completes the hand.

    unseen: the number of its unseen copies. kinds_of_wait: in which ways it does so (`ways.KINDS_OF_WAIT`). completes:
    the blocks that it completes, without those that spell only flagged words.
    """

    kind: int
    tile: str
    unseen: int
    kinds_of_wait: tuple[str, ...]
    completes: tuple[BlockWords, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values: tile, unseen, kinds, completes."""
        return {
            "tile": self.tile,
            "unseen": self.unseen,
            "kinds": [*self.kinds_of_wait],
            "completes": [block.to_json() for block in self.completes],
        }


class Piece(NamedTuple):
    """The tiles of the hand that one slot of the form takes. missing: how many tiles the slot still lacks. spelled: if
    none is missing, the block with its words, else None."""

    tiles: str
    missing: int
    spelled: BlockWords | None

    @property
    def text(self) -> str:
        """The block as `BlockWords.text`, or the tiles and how many are missing: `[さく +1]`."""
        return self.spelled.text if self.spelled else f"[{self.tiles or '-'} +{self.missing}]"

    def to_json(self) -> dict[str, Any]:
        """Plain values: tiles, missing, words."""
        words = self.spelled.words if self.spelled else ()
        return {"tiles": self.tiles, "missing": self.missing, "words": [word.to_json() for word in words]}


@dataclass(frozen=True, repr=False)
class HandReport:
    """The report that `analyze` returns. `to_json` gives it as plain values, `to_frame` gives its main table.

    tiles: the tile set. copies: the rule, "strict" or "ignore". hand: the hand as it was typed. sorted: its tiles,
    kinds ascending. melds: the called blocks. forms: the names of the forms that judge the hand. distance: how many
    tiles are missing.

    A complete hand has arrangements, those with the best known words first (`Blocks.order`). `arrangement_count` is
    the number of all; at most as many as were asked for are listed. A full-sized hand that is not complete has
    discards, the best first. A hand one tile short has accepts, the kinds that lower the distance, and if asked for,
    chances to complete it within 1, 2, … draws. If such a hand is tenpai, it also has: waits, which are its accepts;
    kinds_of_wait, in the paper's order; and ways of being tenpai. `way_count` is the number of all ways; at most as
    many as were asked for are listed. judged: the hand itself, from which `nearest` and `vocabulary` are computed.

    >>> from kanamj.engine import RiichiEngine
    >>> RiichiEngine().analyze("123m456p789s11z22z")
    HandReport('123m456p789s11z22z', form general, seven_pairs, thirteen_orphans: 聴牌 tenpai, 2 waits)
    """

    tiles: TileSet
    copies: str
    hand: str
    sorted: str
    melds: tuple[BlockWords, ...]
    forms: tuple[str, ...]
    distance: int
    arrangements: tuple[tuple[BlockWords, ...], ...] = ()
    arrangement_count: int = 0
    accepts: tuple[Accept, ...] = ()
    waits: tuple[Wait, ...] = ()
    kinds_of_wait: tuple[str, ...] = ()
    ways: tuple[Way, ...] = ()
    way_count: int = 0
    discards: tuple[Discard, ...] = ()
    chances: tuple[float, ...] = ()
    judged: Judgement | None = field(default=None, compare=False)

    @property
    def shanten(self) -> int:
        """distance - 1: -1 complete, 0 tenpai."""
        return self.distance - 1

    @property
    def lexicon(self) -> str:
        """The name of the word list; "" for riichi."""
        words = self.judged.blocks.lexicon if self.judged else None
        return words.name if words else ""

    @property
    def advice(self) -> str:
        """The tile to throw: the first of `discards`. It is "" if there are none, or if no discard leads to a win."""
        return self.discards[0].tile if self.discards and self.distance != UNREACHABLE else ""

    @property
    def measured(self) -> str:
        """What decides between the discards, "chance" or "tiles"; "" if exact chances were not asked for."""
        known = self.discards and self.discards[0].cost is not None
        return measured(self.discards) if known else ""

    @property
    def nearest(self) -> tuple[Piece, ...]:
        """What each slot takes in one arrangement of least distance, complete blocks first; () for a complete hand. For
        a full-sized hand, this is an arrangement after the advised discard. A tenpai hand of words has the easiest
        words, as `vocabulary` has, and the rarest word that can wait does so. Other hands have what is found first."""
        return self._nearest[0]

    @property
    def spare(self) -> str:
        """The tiles of the hand that no slot takes in `nearest`; the advised discard comes first."""
        return self._nearest[1]

    @cached_property
    def _nearest(self) -> tuple[tuple[Piece, ...], str]:
        if self.judged is None or self.distance == 0:
            return (), ""
        asked = self.judged.after(self.discards[0].kind) if self.discards else self.judged
        left = [kind for kind, count in enumerate(asked.counts) for _ in range(count)]
        pieces = []
        for kinds, missing, block in _slots(asked):
            left = without(left, kinds)
            spelled = None if block is None else asked.blocks.spell(block)
            pieces.append(Piece(asked.tiles.format(kinds), missing, spelled))
        thrown = self.discards[0].tile if self.discards else ""
        return tuple(pieces), thrown + asked.tiles.format(left) if pieces else ""

    @cached_property
    def vocabulary(self) -> Vocabulary | None:
        """The least vocabulary of a complete or tenpai hand of words, None for other hands; see module `vocabulary`."""
        return least_vocabulary(self.judged) if self.judged else None

    @property
    def name(self) -> tuple[str, str]:
        """The name of the shanten in Japanese and in romaji; see `shanten_name`."""
        return shanten_name(self.shanten)

    def __repr__(self) -> str:
        found = [
            f"{len(rows)} {one if len(rows) == 1 else one + 's'}"
            for one, rows in (("wait", self.waits), ("accept", self.accepts), ("discard", self.discards))
            if rows
        ]
        if self.arrangement_count:
            found = [f"{self.arrangement_count} arrangement{'s' * (self.arrangement_count > 1)}"]
        state = ", ".join([" ".join(self.name), *found[:1]])
        return f"HandReport({self.hand!r}, form {', '.join(self.forms)}: {state})"

    def to_json(self) -> dict[str, Any]:
        """The report as `kanamj judge --json` prints it: dicts, lists, texts and numbers.

        hand (as typed), sorted (its tiles), tiles (name of the set), lexicon (name of the list; "" for riichi), copies,
        melds, forms, shanten (-1 和了, 0 聴牌), distance, name (ja, romaji), vocabulary (as `Vocabulary.to_json`, or
        null), arrangement_count, arrangements, nearest (advice, pieces, spare), kinds_of_wait, waits, accepts,
        way_count, ways, discards. A block is {"letters", "words": [{"reading", "spelling"}]}; in arrangements, a word
        that has a gloss also has "gloss". Riichi blocks have no words; neither have called words that are not in the
        list, and blocks whose words all have a flag. If chances were asked for, each discard, or the hand one tile
        short, also has `chances`. If these are exact, each discard has its `cost` and whether it is `fine`, and
        `measured` says what decided, "chance" or "tiles" (`choices`).
        """
        face, vocabulary = self.tiles.format, self.vocabulary
        said: dict[str, Any] = {
            "hand": self.hand,
            "sorted": self.sorted,
            "tiles": self.tiles.name,
            "lexicon": self.lexicon,
            "copies": self.copies,
            "melds": _json_of(self.melds),
            "forms": [*self.forms],
            "shanten": self.shanten,
            "distance": self.distance,
            "name": dict(zip(("ja", "romaji"), self.name, strict=True)),
        }
        if self.chances:
            said["chances"] = [*self.chances]
        if self.measured:
            said["measured"] = self.measured
        return said | {
            "vocabulary": vocabulary.to_json() if vocabulary else None,
            "arrangement_count": self.arrangement_count,
            "arrangements": [*map(_json_of, self.arrangements)],
            "nearest": {"advice": self.advice, "pieces": _json_of(self.nearest), "spare": self.spare},
            "kinds_of_wait": [*self.kinds_of_wait],
            "waits": _json_of(self.waits),
            "accepts": _json_of(self.accepts),
            "way_count": self.way_count,
            "ways": [
                {
                    "kind": way.kind,
                    "complete": [face(block) for block in way.complete],
                    "rest": face(way.rest),
                    "draws": [{"tile": face([kind]), "completes": face(block)} for kind, block in way.draws],
                }
                for way in self.ways
            ],
            "discards": _json_of(self.discards),
        }

    def to_frame(self) -> pd.DataFrame:
        """`main_table` as a pandas DataFrame."""
        with needing("a table", "pandas"):
            import pandas as pd

        columns, rows = main_table(self)
        return pd.DataFrame(rows, columns=columns)

    def _repr_html_(self) -> str:
        return html_table(f"{self.hand}: {' '.join(self.name)}", *main_table(self))


def _json_of(values: Iterable[BlockWords | Piece | Wait | Accept | Discard]) -> list[dict[str, Any]]:
    return [value.to_json() for value in values]


def main_table(report: HandReport) -> tuple[list[str], list[list[object]]]:
    """The column names and rows of the main table: the arrangements of a complete hand, the discards of a full-sized
    hand, the waits of a tenpai hand, the accepts of any other. Columns are named as in `HandReport.to_json`, and every
    row has a value in each of them. `kanamj judge --tsv` prints this table."""
    if report.arrangements:
        longest = max(map(len, report.arrangements))
        return ["arrangement", *(f"block_{i + 1}" for i in range(longest))], [
            [number, *(block.text for block in blocks), *[""] * (longest - len(blocks))]
            for number, blocks in enumerate(report.arrangements, 1)
        ]
    if report.discards:
        names = [f"chance_{i + 1}" for i in range(len(report.discards[0].chances))]
        costs = ["cost", "fine"] if report.measured else []
        rows: list[list[object]] = []
        for each in report.discards:
            cost = [each.cost, int(each.fine)] if costs else []
            row = [each.tile, each.shanten, each.distance, each.unseen, *each.chances, *cost]
            rows.append([*row, accepted(each.accepts)])
        return ["tile", "shanten", "distance", "unseen", *names, *costs, "accepts"], rows
    if report.waits:
        return ["tile", "unseen", "kinds", "completes"], [
            [tile, unseen, " ".join(kinds), " ".join(block.text for block in completes)]
            for _, tile, unseen, kinds, completes in report.waits
        ]
    return ["tile", "unseen"], [[accept.tile, accept.unseen] for accept in report.accepts]


def shanten_name(shanten: int) -> tuple[str, str]:
    """The name of a shanten in Japanese and in romaji.

    >>> shanten_name(-1), shanten_name(1), shanten_name(12)
    (('和了', 'agari'), ('一向聴', 'iishanten'), ('12向聴', '12-shanten'))
    """
    if shanten == -1:
        return "和了", "agari"
    if shanten == 0:
        return "聴牌", "tenpai"
    if shanten == UNREACHABLE_SHANTEN:
        return "和了形なし", "out of reach"
    if shanten > len(NUMBERS):
        return f"{shanten}向聴", f"{shanten}-shanten"
    return f"{NUMBERS[shanten - 1]}向聴", f"{ROMAJI[shanten - 1]}shanten"


def accepted(accepts: Sequence[Accept]) -> str:
    """The tiles with the numbers of their unseen copies, the largest number first: `に2 の1 ん0`."""
    ordered = sorted(accepts, key=lambda accept: (-accept.unseen, accept.kind))
    return " ".join(f"{accept.tile}{accept.unseen}" for accept in ordered)


def analyze(asked: Judgement, seen: Hand = "", limit: int | None = ARRANGEMENTS_SHOWN) -> HandReport:
    """The report on a hand; see `Engine.analyze`. Raises TileError if more tiles are seen than exist."""
    unseen = asked.unseen(seen)
    blocks, tiles, distance = asked.blocks, asked.tiles, asked.distance
    report = HandReport(
        tiles,
        asked.copies,
        asked.hand,
        asked.sorted,
        tuple(blocks.spell(meld) for meld in asked.melds),
        tuple(form.name for form in asked.forms),
        distance,
        judged=asked,
    )
    if distance == 0:
        shown = blocks.explain(asked.arrangements[:limit])
        return replace(report, arrangements=shown, arrangement_count=len(asked.arrangements))
    if asked.full:
        report = replace(report, discards=_discards(tiles, asked, unseen))
    if not asked.short:
        return report
    accepts = accepts_of(tiles, asked.draws.kinds, unseen)
    if distance != 1:
        return replace(report, accepts=accepts)
    ways = [way for each in asked.judged if not each.full for way in each.ways()]
    return replace(
        report,
        accepts=accepts,
        waits=_waits(blocks, accepts, ways),
        kinds_of_wait=tuple(kind for kind in KINDS_OF_WAIT if any(way.kind == kind for way in ways)),
        ways=tuple(ways[:limit]),
        way_count=len(ways),
    )


def _slots(asked: Judgement) -> list[Slot]:
    blocks = [block for _, block in easiest_blocks(asked)]
    if not blocks:
        return next(each for each in asked.judged if each.distance == asked.distance).nearest()
    held = Counter(kind for kind, count in enumerate(asked.counts) for _ in range(count))
    (drawn,) = Counter(kind for block in blocks for kind in block) - held
    waiting = next(block for block in blocks if drawn in block)
    blocks.remove(waiting)
    _, whole = asked.blocks.order(blocks)
    return [*(Slot(block, 0, block) for block in whole), Slot(tuple(without(waiting, [drawn])), 1, None)]


def _discards(tiles: TileSet, asked: Judgement, unseen: Sequence[int]) -> tuple[Discard, ...]:
    found = []
    for kind, draws in asked.after_discards.items():
        accepts = accepts_of(tiles, draws.kinds, unseen)
        total = sum(accept.unseen for accept in accepts)
        found.append(Discard(kind, tiles.kinds[kind], draws.distance, accepts, total))
    return weighed(found, sum(unseen))


def _waits(blocks: Blocks, accepts: Sequence[Accept], ways: Sequence[Way]) -> tuple[Wait, ...]:
    kinds: dict[int, set[str]] = {accept.kind: set() for accept in accepts}
    completes: dict[int, set[Block]] = {accept.kind: set() for accept in accepts}
    # Thousands of ways may share one object of draws; comparing the draws takes ten times as long.
    for way in {(way.kind, id(way.draws)): way for way in ways}.values():
        for kind, block in way.draws:
            kinds[kind].add(way.kind)
            completes[kind].add(block)
    return tuple(
        Wait(
            *accept,
            tuple(kind for kind in KINDS_OF_WAIT if kind in kinds[accept.kind]),
            tuple(map(blocks.spell, sorted(filter(blocks.is_shown, completes[accept.kind])))),
        )
        for accept in accepts
    )
