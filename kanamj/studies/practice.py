"""Hands to practise on: each can be arranged for sure, easy ones of well-known words and with many arrangements."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kanamj.errors import LexiconError
from kanamj.lexicon.spell import keys_within
from kanamj.lexicon.waits import spellable_keys

if TYPE_CHECKING:
    from kanamj.engine import WordEngine
    from kanamj.engine.hand import Arrangement

KINDS = ("complete", "tenpai")
CANDIDATES = 8
SHOWN = 20
_TRIES = 400


@dataclass(frozen=True)
class Level:
    """How hard a hand is.

    easiest: hands are made of this many of the three-letter keys that people learn first, and of a third as many
    two-letter ones; None takes all. place: which of the hands that were drawn is taken, those with most arrangements
    first; 0 is the first, 1 the last.
    """

    easiest: int | None
    place: float


LEVELS = {
    1: Level(300, 0.0),
    2: Level(700, 0.25),
    3: Level(1500, 0.5),
    4: Level(3000, 0.8),
    5: Level(None, 1.0),
}


@dataclass(frozen=True)
class Practice:
    """A practice hand. letters: shuffled. count: its arrangements, or the ways a tenpai hand is tenpai."""

    letters: str
    level: int
    seed: str
    kind: str
    form: str
    count: int


class Dealer:
    """Deals practice hands for the words, tiles and (first) form of an engine.

    >>> from kanamj import WordEngine, load_lexicon
    >>> hand = Dealer(WordEngine(load_lexicon())).deal(1, "2026-11-22")
    >>> len(hand.letters), hand.count > 0, hand == Dealer(WordEngine(load_lexicon())).deal(1, "2026-11-22")
    (14, True, True)
    """

    def __init__(self, engine: WordEngine) -> None:
        self.engine = engine
        self.form = engine.forms[0]
        self._ranked = lru_cache(maxsize=None)(self._rank)
        self.splits = lru_cache(maxsize=4)(self._splits)

    def deal(self, level: int, seed: str, kind: str = "complete") -> Practice:
        """The practice hand of this seed: the same for everybody with the same word list, tiles and form.

        A complete hand, or one tile less (`tenpai`). Raises LexiconError where the words cannot fill the form.
        """
        engine, name = self.engine, self.form.name
        dice = random.Random(f"{engine.tiles.name}/{name}/{kind}/{level}/{seed}")
        counted = sorted((-len(engine.arrangements(kinds)), kinds) for kinds in self._candidates(level, dice))
        count, kinds = counted[round(LEVELS[level].place * (len(counted) - 1))]
        letters = [engine.tiles.kinds[kind] for kind in kinds]
        dice.shuffle(letters)
        if kind == "tenpai":
            letters.pop()
            count = -engine.analyze("".join(letters), limit=0).way_count
        return Practice("".join(letters), level, seed, kind, name, -count)

    def _candidates(self, level: int, dice: random.Random) -> list[tuple[int, ...]]:
        """Complete hands of the words of a level, kinds ascending, no two alike."""
        tiles, sizes = self.engine.tiles, self.form.lengths
        known = {size: self.known_keys(size, LEVELS[level].easiest) for size in set(sizes)}
        found: dict[tuple[int, ...], None] = {}
        for _ in range(_TRIES if all(known.values()) else 0):
            keys = [dice.choice(known[size]) for size in sizes]
            kinds = tuple(sorted(tiles.parse("".join(keys))))
            held = Counter(kinds)
            if len(set(keys)) == len(keys) and all(held[kind] <= tiles.copies[kind] for kind in held):
                found[kinds] = None
            if len(found) == CANDIDATES:
                break
        if not found:
            name = self.engine.lexicon.name
            raise LexiconError(f"the words of {name} make no hand of form {self.form.name}; try another")
        return list(found)

    def known_keys(self, size: int, easiest: int | None = None) -> tuple[str, ...]:
        """The keys of that many letters the tiles can spell that have a word to show, those that people learn first
        at the head, at most `easiest` of them."""
        ranked = self._ranked(size)
        if easiest is None:
            return ranked
        return ranked[: max(1, easiest // 3 if size == 2 else easiest)]

    def _rank(self, size: int) -> tuple[str, ...]:
        spellable = frozenset(spellable_keys(self.engine.lexicon, size, self.engine.tiles))
        return tuple(key for key in self.engine.lexicon.easiest_keys(size) if key in spellable)

    def answers(self, hand: Practice) -> dict[str, Any]:
        """The arrangements of a practice hand, best-known words first, and what a tenpai hand waits for; those with a
        flagged word only where there are no others."""
        waits: list[dict[str, Any]] = []
        if hand.kind != "complete":
            report = self.engine.analyze(hand.letters, limit=0)
            waits = [{"tile": wait.tile, "unseen": wait.unseen} for wait in report.waits]
        shown = self.splits(hand.letters)[:SHOWN]
        return {"arrangements": [self._arrangement(*split) for split in shown], "waits": waits}

    def _splits(self, letters: str) -> list[tuple[Arrangement, str]]:
        """All ways to arrange a hand, complete or tenpai: the words, and the letters left over. Best-known words come
        first, and ways with a flagged word are there only where there are no others."""
        engine = self.engine
        splits: Iterable[tuple[Arrangement, str]]
        if len(letters) == self.form.tiles:
            splits = [(blocks, "") for blocks in engine.arrangements(letters)]
        else:
            ways = engine.analyze(letters, limit=None).ways
            splits = {(way.complete, engine.tiles.format(way.rest)) for way in ways}
        ranked = sorted(splits, key=lambda split: (-len(split[0]), self._known(split[0]), split))
        return [split for split in ranked if all(map(engine.blocks.is_shown, split[0]))] or ranked

    def _known(self, blocks: Arrangement) -> tuple[int, int, int]:
        """How well known the words are: less is better."""
        twice, unknown, _, cost = self.engine.blocks.rarity(blocks)
        return twice, unknown, cost

    def _arrangement(self, blocks: Arrangement, rest: str) -> list[dict[str, Any]]:
        keys = [self.engine.tiles.format(block) for block in blocks]
        found: list[dict[str, Any]] = [
            {"letters": key, "words": words_json(self.engine, key)} for key in keys
        ]
        return found + ([{"letters": rest, "words": [], "rest": True}] if rest else [])

    def words_within(self, letters: str) -> Mapping[str, list[dict[str, str]]]:
        """Key -> words of every key the form has room for that the letters can spell on their own.

        >>> from kanamj import Lexicon, WordEngine
        >>> from kanamj.lexicon import Entry
        >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("もも", "桃")])
        >>> Dealer(WordEngine(toy)).words_within("いぬも")
        {'いぬ': [{'reading': 'いぬ', 'spelling': '犬'}]}
        """
        sizes = sorted(set(self.form.lengths))
        keys = keys_within(self.engine.lexicon, letters, sizes, self.engine.tiles)
        return {key: words_json(self.engine, key) for key in keys}


def words_json(engine: WordEngine, key: str, *, made: bool = True) -> list[dict[str, str]]:
    """The words of a key, commonest first, as in a report; made: see `Blocks.spell`."""
    return engine.blocks.spell(engine.tiles.parse(key), made=made).words_json()
