"""Blocks: the multisets of kinds that fill a form, such as the letters of a word. Only here do words become numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kanamj.errors import KanamjError
from kanamj.lexicon import BySize, key_of, load_lexicon
from kanamj.lexicon import Lexicon as Lexicon
from kanamj.lexicon.entry import commoner_first, shown_words, words_text
from kanamj.lexicon.glosses import Glosses
from kanamj.tiles import TileSet

if TYPE_CHECKING:
    from kanamj.engine.kernels.records import WordTables

Block: TypeAlias = tuple[int, ...]


def block_of(key: str, tiles: TileSet) -> Block:
    """The block of a key: its kinds of tile, ascending.

    >>> from kanamj.tiles import HIRAGANA_120
    >>> HIRAGANA_120.format(block_of("いぬ", HIRAGANA_120))
    'いぬ'
    """
    return tuple(sorted(map(tiles.index.__getitem__, key)))


def lexicon_of(source: Lexicon | str | Path | None) -> Lexicon:
    """The lexicon that `source` means: a Lexicon itself, the list with this name or in this folder, None for the
    shipped list. Raises LexiconError if there is no such lexicon, and KanamjError for a source of another type."""
    if source is None:
        return load_lexicon()
    if isinstance(source, str | Path):
        return load_lexicon(source)
    if isinstance(source, Lexicon):
        return source
    raise KanamjError(
        "a lexicon is a Lexicon, the name of a list or its folder, not {}", type(source).__name__
    )


class BlockWord(NamedTuple):
    """A word that a block spells. The reading is "" if the word list does not say how the word is read.

    gloss: what it means, in one line; "" if the list has no gloss, or if none was asked for.
    """

    reading: str
    spelling: str
    gloss: str = ""

    def to_json(self) -> dict[str, str]:
        """Plain values: reading, spelling, and gloss where there is one."""
        said = {"reading": self.reading, "spelling": self.spelling}
        return said | {"gloss": self.gloss} if self.gloss else said


class BlockWords(NamedTuple):
    """A block as people read it: its tiles, and the words that they spell and that may be shown, the easiest first."""

    letters: str
    words: tuple[BlockWord, ...]

    @property
    def text(self) -> str:
        """The words, such as `さくら(桜)/らくさ(落差)`; the tiles if there are no words."""
        return words_text(self.words, self.letters)

    def to_json(self) -> dict[str, Any]:
        """Plain values: letters, and words as `BlockWord.to_json`."""
        return {"letters": self.letters, "words": [word.to_json() for word in self.words]}


class _Limit(Mapping[Block, int]):
    """`Blocks.limit`. The words of a size are counted when one of its blocks is asked for: words of 4 and 5 letters are
    many, and the game has none."""

    def __init__(self, blocks: Blocks) -> None:
        def counted(size: int) -> dict[Block, int]:
            return dict(zip(blocks.by_size[size], blocks.words[size], strict=True))

        self._counts = BySize(blocks.by_size, counted)

    def __getitem__(self, block: Block) -> int:
        return self._counts[len(block)][block]

    def __iter__(self) -> Iterator[Block]:
        return chain.from_iterable(self._counts.values())

    def __len__(self) -> int:
        return sum(map(len, self._counts.values()))


@dataclass(frozen=True)
class Blocks:
    """The blocks that may fill the slots of a form, by size. Kinds are numbered from 0 to `kinds` - 1.

    by_size: size -> the blocks, each a tuple of ascending kinds; sorted, without doubles. words: size -> for each of
    these blocks, the number of different words that it spells. A form of different words uses a block at most that many
    times. of_key: size -> key of the lexicon (the sorted letters of a word) -> its block, in the order of `by_size`.

    >>> from kanamj.tiles import RIICHI_136
    >>> riichi = Blocks.riichi(RIICHI_136)
    >>> len(riichi.by_size[3]), len(riichi.by_size[2])
    (55, 34)
    """

    kinds: int
    by_size: Mapping[int, tuple[Block, ...]]
    words: Mapping[int, tuple[int, ...]]
    tiles: TileSet | None = field(default=None, compare=False, repr=False)
    lexicon: Lexicon | None = field(default=None, compare=False, repr=False)
    of_key: Mapping[int, Mapping[str, Block]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_lexicon(cls, lexicon: Lexicon, tiles: TileSet, readings: bool = False) -> Blocks:
        """The keys of a lexicon (sorted letters of words) as blocks. Keys with a letter that is on no tile are left
        out. readings: True counts readings as words, not spellings (晴れ and 腫れ are one word), and leaves out keys of
        which no word has a known reading."""
        letters = set(tiles.index)

        def words_of(key: str) -> int:
            return len({entry.reading for entry in lexicon.known(key)} if readings else lexicon.words(key))

        def spelled(size: int) -> dict[str, Block]:
            found = (
                (block_of(key, tiles), key)
                for key in lexicon.grams[size]
                if letters.issuperset(key) and (not readings or words_of(key))
            )
            return {key: block for block, key in sorted(found)}

        of_key = BySize(lexicon.grams, spelled)
        by_size = BySize(of_key, lambda size: tuple(of_key[size].values()))
        words = BySize(of_key, lambda size: tuple(map(words_of, of_key[size])))
        return cls(len(tiles), by_size, words, tiles, lexicon, of_key)

    @classmethod
    def riichi(cls, tiles: TileSet) -> Blocks:
        """The blocks of riichi: sequences and triplets (three tiles), pairs, kans (four), of kinds with tiles."""
        there = [copies > 0 for copies in tiles.copies]
        runs = [
            (kind, kind + 1, kind + 2)
            for kind in range(27)
            if kind % 9 < 7 and there[kind] and there[kind + 1] and there[kind + 2]
        ]
        trios = tuple(sorted(runs + [(kind,) * 3 for kind in range(34) if there[kind]]))
        pairs = tuple((kind,) * 2 for kind in range(34) if there[kind])
        kans = tuple((kind,) * 4 for kind in range(34) if there[kind])
        by_size = {2: pairs, 3: trios, 4: kans}
        return cls(34, by_size, {size: (1,) * len(blocks) for size, blocks in by_size.items()}, tiles)

    def spell(self, block: Block) -> BlockWords:
        """The tiles of a block, and the words that may be shown of those that it spells; riichi blocks spell none.

        A block whose words all have a flag (shown only on request) has no words here, and is shown as its tiles.
        """
        spelled = self._spelled.get(block)
        if spelled is None:
            spelled = self._spelled[block] = self._read(block)
        return spelled

    @cached_property
    def _spelled(self) -> dict[Block, BlockWords]:
        """What `spell` has read: reading the words of a block takes 25 µs."""
        return {}

    def _read(self, block: Block) -> BlockWords:
        letters = self.tiles.format(block) if self.tiles else str(block)
        if self.lexicon is None:
            return BlockWords(letters, ())
        key = key_of(letters)
        if not (entries := self.lexicon.read_as(key)):
            return BlockWords(letters, tuple(BlockWord("", spelling) for spelling in self.lexicon.words(key)))
        return BlockWords(
            letters, tuple(BlockWord(word.reading, word.spelling) for word in shown_words(entries))
        )

    def words_json(self, key: str) -> list[dict[str, str]]:
        """The words of a key of the lexicon that may be shown, the easiest first, as `BlockWord.to_json`."""
        assert self.tiles
        return [word.to_json() for word in self.spell(block_of(key, self.tiles)).words]

    def explain(self, arrangements: Iterable[Iterable[Block]]) -> tuple[tuple[BlockWords, ...], ...]:
        """The blocks of some arrangements as `spell` returns them, and the glosses of their words."""
        spelled = tuple(tuple(map(self.spell, arrangement)) for arrangement in arrangements)
        if self.lexicon is None or not spelled:
            return spelled
        glosses = Glosses(self.lexicon)
        return tuple(
            tuple(
                block._replace(words=tuple(word._replace(gloss=glosses.of(word)) for word in block.words))
                for block in blocks
            )
            for blocks in spelled
        )

    def is_shown(self, block: Block) -> bool:
        """True if the block spells a word that is not flagged, and for riichi blocks."""
        if self.lexicon is None or self.tiles is None or self.spell(block).words:
            return True
        return not self.lexicon.flag(key_of(self.tiles.format(block)))

    def rarity(self, blocks: Sequence[Block]) -> tuple[int, int, int, int]:
        """Four numbers by which arrangements are sorted, those of the best known words first: how many blocks are
        repeated; how many blocks have no cost (`_cost` is -1); the highest cost, that of the rarest word; the sum of
        the costs. The cost of a block is that of its commonest word."""
        costs = [self._cost(block) for block in blocks]
        known = [cost for cost in costs if cost >= 0]
        twice = len(costs) - len(set(blocks))
        return twice, len(costs) - len(known), max(known, default=0), sum(known)

    def order(self, blocks: Iterable[Block]) -> tuple[tuple[int, int, int, int], tuple[Block, ...]]:
        """Where an arrangement comes among others of its hand: by its `rarity`, then by the letters of its blocks. The
        second value is the arrangement as it is shown: longer blocks first, then by their letters."""
        shown = tuple(sorted(blocks, key=lambda block: (-len(block), block)))
        return self.rarity(shown), shown

    def _cost(self, block: Block) -> int:
        """The cost of the commonest shown word of a block (lower is commoner); -1 if unknown, 0 for riichi blocks."""
        if self.lexicon is None or self.tiles is None:
            return 0
        cost = self._costs.get(block)
        if cost is None:
            shown = self.lexicon.shown(key_of(self.tiles.format(block)))
            commonest = min(shown, key=commoner_first, default=None)
            cost = self._costs[block] = commonest.cost if commonest else -1
        return cost

    @cached_property
    def _costs(self) -> dict[Block, int]:
        return {}

    def ranks(self, sizes: Sequence[int]) -> Mapping[Block, int]:
        """Block -> its rank among the blocks of these sizes. People learn the block of rank 1 first; blocks without a
        word to show come last. Empty for riichi blocks, and if the lexicon knows neither ease nor cost of any word.
        """
        asked = tuple(sorted(set(sizes)))
        if asked not in self._ranks:
            self._ranks[asked] = self._ranked(asked)
        return self._ranks[asked]

    def _ranked(self, sizes: tuple[int, ...]) -> dict[Block, int]:
        lexicon = self.lexicon
        if lexicon is None:
            return {}
        keys = lexicon.easiest_keys(*sizes, flagged=True)
        if all(lexicon.ease(key) < 0 and lexicon.cost(key) < 0 for key in keys[:1]):
            return {}
        blocks = {key: block for size in sizes for key, block in self.of_key.get(size, {}).items()}
        return {blocks[key]: rank for rank, key in enumerate((key for key in keys if key in blocks), 1)}

    @cached_property
    def _ranks(self) -> dict[tuple[int, ...], Mapping[Block, int]]:
        return {}

    @cached_property
    def limit(self) -> Mapping[Block, int]:
        """Block -> the number of different words that it spells."""
        return _Limit(self)

    @cached_property
    def arrays(self) -> WordTables:
        """The blocks of two and three as the arrays that the kernels read (see module `wordtables`)."""
        from kanamj.engine.wordtables import build_arrays

        return build_arrays(self.kinds, self.by_size)

    @cached_property
    def place(self) -> Mapping[Block, int]:
        """Block -> its index among the blocks of its size."""
        return {block: i for blocks in self.by_size.values() for i, block in enumerate(blocks)}

    @cached_property
    def holding(self) -> Mapping[int, tuple[tuple[int, ...], ...]]:
        """holding[size][kind][j] is a bit set: bit i is set if block i of that size holds the kind j or more times.

        This is an inverted index. The blocks that hold given letters are the intersection of a few big integers, which
        takes about 0.1 us each for 2,000 blocks. j goes from 0 (every block) to size + 1 (none).
        """

        def indexed(size: int) -> tuple[tuple[int, ...], ...]:
            blocks = self.by_size[size]
            held = [[0] * (size + 2) for _ in range(self.kinds)]
            for i, block in enumerate(blocks):
                for kind in set(block):
                    for j in range(1, block.count(kind) + 1):
                        held[kind][j] |= 1 << i
            every = (1 << len(blocks)) - 1
            return tuple((every, *bits[1:]) for bits in held)

        return BySize(self.by_size, indexed)

    @cached_property
    def tables(self) -> dict[tuple[tuple[int, ...], bool, Block], int]:
        """What `two_draws` has computed: (sizes of the slots, whether words must differ, tiles) -> table."""
        return {}

    @cached_property
    def lacking(self) -> Mapping[int, Mapping[Block, int]]:
        """lacking[size][tiles]: what must be added to these tiles to make a block of that size. If one tile is missing,
        this is a bit set of kinds. If two are missing, this is a table of bits: if the kinds x and w make a block, the
        bits x * K + w and w * K + x are set."""

        def indexed(size: int) -> Mapping[Block, int]:
            found: dict[Block, int] = {}
            for block in self.by_size[size]:
                for i, x in enumerate(block):
                    rest = block[:i] + block[i + 1 :]
                    found[rest] = found.get(rest, 0) | 1 << x
                    for j, w in enumerate(rest[i:], i):
                        less = rest[:j] + rest[j + 1 :]
                        pair = 1 << x * self.kinds + w | 1 << w * self.kinds + x
                        found[less] = found.get(less, 0) | pair
            return found

        return BySize(self.by_size, indexed)
