"""Practice hands. Every hand can be arranged, and its level says how many of the easiest words are enough to do it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from kanamj.engine import WordEngine
from kanamj.engine.vocabulary import least_vocabulary
from kanamj.errors import LexiconError, Message
from kanamj.lexicon.entry import for_children, key_of
from kanamj.lexicon.spell import keys_within
from kanamj.lexicon.waits import spellable_keys
from kanamj.plain import plain

if TYPE_CHECKING:
    from kanamj.engine.hand import Arrangement

KINDS = ("complete", "tenpai")
CANDIDATES, LOOKED_AT = 8, 40
"""One hand is chosen from up to CANDIDATES hands of its level. To find them, at most LOOKED_AT hands are tried."""
SHOWN = 20
_TRIES = 400


@dataclass(frozen=True)
class Level:
    """How hard the hands of a level are.

    words: how many of the easiest words are enough to arrange a hand of this level, None for all words. The words of
        the level below are not enough.
    place: which candidate is dealt, from 0 (the one with most arrangements) to 1 (the one with fewest).
    """

    words: int | None
    place: float


LEVELS = {
    1: Level(400, 0.0),
    2: Level(900, 0.25),
    3: Level(1800, 0.5),
    4: Level(3000, 0.8),
    5: Level(None, 1.0),
}
FOR_CHILDREN = (1, 2)
"""At these levels a hand is made of words for children (`lexicon.entry.for_children`), and only these are shown."""


@dataclass(frozen=True)
class Practice:
    """A practice hand.

    letters: its tiles, shuffled.
    kind: one of KINDS.
    form: the name of the form.

    count: the number of arrangements or, for a tenpai hand, of the ways in which it is tenpai.
    needs: the least vocabulary of the complete hand (how many of the easiest words complete it); None if the list
        does not say which words are easy.
    """

    letters: str
    level: int
    seed: str
    kind: str
    form: str
    count: int
    needs: int | None


class Dealer:
    """Deals practice hands for the words, tiles and first form of an engine.

    A dealt hand has one form. All that is asked of the hand must be asked of `engine`, which judges by this form
    only.

    words: the keys that the hands are made of, such as those that a player studies; levels then differ only in the
        number of arrangements. If `words` is None, the hands are made of the easiest words of the engine, as many as
        the level says.

    >>> from kanamj import WordEngine, load_lexicon
    >>> hand = Dealer(WordEngine(load_lexicon())).deal(1, "2026-11-22")
    >>> len(hand.letters), hand.count > 0, hand == Dealer(WordEngine(load_lexicon())).deal(1, "2026-11-22")
    (14, True, True)
    """

    def __init__(self, engine: WordEngine, words: Collection[str] | None = None) -> None:
        self.form, self.words = engine.forms[0], words
        if len(engine.forms) > 1:
            engine = WordEngine(engine.lexicon, engine.tiles, self.form, engine.copies)
        self.engine = engine
        self.splits = lru_cache(maxsize=4)(self._splits)
        self.childrens = lru_cache(maxsize=10_000)(self._childrens)

    def deal(self, level: int, seed: str, kind: str = "complete") -> Practice:
        """Returns the practice hand of this seed: the same for everybody with the same word list, tiles and form.

        kind: `complete`, or `tenpai` for a complete hand without one tile.

        Raises LexiconError if the words cannot fill the form.
        """
        engine, name = self.engine, self.form.name
        dice = random.Random(f"{engine.tiles.name}/{name}/{kind}/{level}/{seed}")
        counted = sorted(
            (-len(engine.ask(kinds).arrangements), kinds) for kinds in self._candidates(level, dice)
        )
        count, kinds = counted[round(LEVELS[level].place * (len(counted) - 1))]
        needed = least_vocabulary(engine.ask(kinds))
        letters = [engine.tiles.kinds[kind] for kind in kinds]
        dice.shuffle(letters)
        if kind == "tenpai":
            letters.pop()
            count = -engine.analyze("".join(letters), limit=0).way_count
        return Practice("".join(letters), level, seed, kind, name, -count, needed and needed.size)

    def series(
        self, level: int, series: object, numbers: Iterable[int], kind: str = "complete"
    ) -> Iterator[Practice]:
        """Yields the hands of a series with these numbers. A number names the same hand in a quiz, on a printed sheet
        and in the projector of the page (web/static/js/arrange/projector.js).
        """
        for number in numbers:
            yield self.deal(level, f"{series}/{number}", kind)

    def _candidates(self, level: int, dice: random.Random) -> list[tuple[int, ...]]:
        """Up to CANDIDATES different complete hands of a level, each as its kinds, ascending.

        They need more words than the level below has. If no such hand is found, the only candidate is the hand that
        needs the most words. Raises LexiconError if the words cannot fill the form.
        """
        below = LEVELS[level - 1].words if level > 1 and self.words is None else 0
        found: list[tuple[int, ...]] = []
        hardest: dict[tuple[int, ...], int] = {}
        for kinds in islice(self._hands(level, dice), LOOKED_AT):
            needed = least_vocabulary(self.engine.ask(kinds))
            hardest[kinds] = needed.size if needed else 0
            if hardest[kinds] > (below or 0):
                found.append(kinds)
            if len(found) == CANDIDATES:
                break
        if not hardest:
            name = self.engine.lexicon.name
            words = Message("words of {}", name) if self.words is None else Message("chosen words")
            raise LexiconError("the {} make no hand of form {}; try other words", words, self.form.name)
        return found or [max(hardest, key=lambda kinds: (hardest[kinds], kinds))]

    def _hands(self, level: int, dice: random.Random) -> Iterator[tuple[int, ...]]:
        """Yields different complete hands, each made of random words of a level, as its kinds, ascending."""
        tiles, sizes = self.engine.tiles, self.form.lengths
        known = {size: self.known_keys(size, LEVELS[level].words) for size in set(sizes)}
        if level in FOR_CHILDREN and self.words is None:
            known = {size: tuple(filter(self.childrens, keys)) or keys for size, keys in known.items()}
        met = set()
        for _ in range(_TRIES if all(known.values()) else 0):
            keys = [dice.choice(known[size]) for size in sizes]
            kinds = tuple(sorted(tiles.parse("".join(keys))))
            held = Counter(kinds)
            there = all(held[kind] <= tiles.copies[kind] for kind in held)
            if there and len(set(keys)) == len(keys) and kinds not in met:
                met.add(kinds)
                yield kinds

    def known_keys(self, size: int, words: int | None = None) -> tuple[str, ...]:
        """Returns the keys of `size` letters among the `words` easiest keys, in the order in which people learn words.

        Keys are left out if the form has no word of their length, if the tiles cannot spell them, or if all their words
        have a flag. If the dealer was made with `words` of its own, it ignores the argument `words`, and takes
        all of its own that have `size` letters and that the tiles can spell, in their order.
        """
        chosen = self._ranked[:words] if self.words is None else self.words
        return tuple(key for key in chosen if len(key) == size and key in self._spellable)

    @cached_property
    def _ranked(self) -> list[str]:
        return self.engine.lexicon.easiest_keys(*sorted(set(self.form.lengths)))

    @cached_property
    def _spellable(self) -> set[str]:
        lexicon, tiles = self.engine.lexicon, self.engine.tiles
        return {key for size in set(self.form.lengths) for key in spellable_keys(lexicon, size, tiles)}

    def answers(self, hand: Practice) -> dict[str, Any]:
        """Returns the solution of a practice hand: its arrangements, best-known words first, and the waits of a tenpai
        hand.

        There are at most SHOWN arrangements. Those with a flagged word are left out unless there are no others. At a
        level FOR_CHILDREN, so are those with other words than children know, and so are these words beside a child's.
        """
        waits = () if hand.kind == "complete" else self.engine.analyze(hand.letters, limit=0).accepts
        shown, easy = self.splits(hand.letters), hand.level in FOR_CHILDREN
        if easy:
            shown = [split for split in shown if len(split[0]) == len(shown[0][0])]
            fewest = min(self.hard(blocks) for blocks, _ in shown)
            shown = [split for split in shown if self.hard(split[0]) == fewest]
        told = [self._arrangement(*split, easy=easy) for split in shown[:SHOWN]]
        return {"arrangements": told, "waits": plain(waits)}

    def _splits(self, letters: str) -> list[tuple[Arrangement, str]]:
        """All ways to arrange a hand, complete or tenpai, as pairs (words, letters left over).

        The ways with most words come first; among them, those with the best-known words (`Blocks.order`). Ways with a
        flagged word are left out unless there are no others.
        """
        engine = self.engine
        if len(letters) == self.form.tiles:
            ranked = [(blocks, "") for blocks in engine.ask(letters).arrangements]
        else:
            ways = engine.analyze(letters, limit=None).ways
            splits = {(way.complete, engine.tiles.format(way.rest)) for way in ways}
            ranked = sorted(
                splits, key=lambda split: (-len(split[0]), engine.blocks.order(split[0]), split[1])
            )
        return [split for split in ranked if all(map(engine.blocks.is_shown, split[0]))] or ranked

    def hard(self, blocks: Arrangement) -> int:
        """How many of the blocks have no word for children."""
        return sum(not self.childrens(self.engine.tiles.format(block)) for block in blocks)

    def _childrens(self, key: str) -> tuple[dict[str, str], ...]:
        words = self.engine.lexicon.shown(key_of(key))
        return tuple(
            {"reading": word.reading, "spelling": word.spelling} for word in words if for_children(word)
        )

    def _arrangement(self, blocks: Arrangement, rest: str, *, easy: bool = False) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [self.engine.blocks.spell(block).to_json() for block in blocks]
        for block in found:
            block["words"] = (easy and self.childrens(block["letters"])) or block["words"]
        return found + ([{"letters": rest, "words": [], "rest": True}] if rest else [])

    def words_within(self, letters: str) -> Mapping[str, list[dict[str, str]]]:
        """Returns key -> words, for every key that these letters can spell and that has the length of a word of the
        form.

        A player may lay words with a flag too. So a reading that only such words have is there, without a spelling.

        >>> from kanamj import Lexicon, WordEngine
        >>> from kanamj.lexicon import Entry
        >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("もも", "桃")])
        >>> Dealer(WordEngine(toy)).words_within("いぬも")
        {'いぬ': [{'reading': 'いぬ', 'spelling': '犬'}]}
        """
        lexicon, found = self.engine.lexicon, {}
        for key in keys_within(lexicon, letters, sorted(set(self.form.lengths)), self.engine.tiles):
            shown = self.engine.blocks.words_json(key)
            known = {word["reading"] for word in shown}
            others = dict.fromkeys(
                word.reading for word in lexicon.words_of(key) if word.reading not in known
            )
            found[key] = [*shown, *({"reading": reading, "spelling": ""} for reading in others)]
        return found
