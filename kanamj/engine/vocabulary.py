"""How hard a hand is: the smallest number of easiest words with which it is complete or tenpai.

The blocks of the game have ranks: 1 is the word that people learn first (`Blocks.ranks`). An arrangement needs as many
words as the rank of its rarest word. Of the arrangements of a hand, the one that needs the fewest words counts:

    さくら なみだ たまご きつね いぬ    ranks  61  411  38  502  12    needs 502 words
    さくら なみだ たまご いつき ねぬ    …            this way it would need more

A hand one tile from complete needs as many words as the complete hand that it can become with the fewest: with that
many words it is tenpai. Hands farther away have no vocabulary. Called words count, as the player had to know them too,
unless they have no rank because they are not in the list or no form has a block of their length.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kanamj.engine.blocks import BlockWords
from kanamj.engine.easiest import Ranked
from kanamj.engine.judgement import Judgement


class RankedWord(NamedTuple):
    """A block as people read it, and its rank among the blocks of the game; people learn the one of rank 1 first."""

    word: BlockWords
    rank: int


EASY = 1_000
"""The order of the first words by ease is no fine measure: a hand that needs only these is made of easy words."""


class Vocabulary(NamedTuple):
    """The least vocabulary of a hand.

    size: how many of the easiest words the hand needs. of: the number of all words. words: the words of an arrangement
    that needs no more than `size`, the rarest first, called words included. If there are several such arrangements, it
    is the one whose other words are easiest too.
    """

    size: int
    of: int
    words: tuple[RankedWord, ...]

    @property
    def rarest(self) -> BlockWords:
        """The rarest word that the hand needs; its rank is `size`."""
        return self.words[0].word

    @property
    def easy(self) -> bool:
        """Whether the hand needs easy words only, so that its size says nothing finer."""
        return self.size <= EASY

    def to_json(self) -> dict[str, Any]:
        """Plain values: size, of, easy, and words (letters, words, rank), the rarest first."""
        words = [each.word.to_json() | {"rank": each.rank} for each in self.words]
        return {"size": self.size, "of": self.of, "easy": self.easy, "words": words}


def easiest_blocks(asked: Judgement) -> Ranked:
    """The blocks of the easiest complete hand that this hand is, or becomes with one draw, without called words.

    Each with its rank, the highest rank first. () where `least_vocabulary` is None.
    """
    ranks = asked.blocks.ranks(asked.sizes)
    found = [each.easiest(ranks, asked.distance) for each in asked.judged if ranks and asked.distance < 2]
    return min(filter(None, found), default=())


def least_vocabulary(asked: Judgement) -> Vocabulary | None:
    """The least vocabulary of a hand that is complete or one tile from it, by any of its forms.

    None for hands farther away, for forms that are not made of blocks, and where the blocks have no ranks.
    """
    if not (best := easiest_blocks(asked)):
        return None
    ranks = asked.blocks.ranks(asked.sizes)
    called = ((ranks[meld], meld) for meld in asked.melds if meld in ranks)
    words = tuple(
        RankedWord(asked.blocks.spell(block), rank) for rank, block in sorted((*best, *called), reverse=True)
    )
    return Vocabulary(words[0].rank, len(ranks), words)
