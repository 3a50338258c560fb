"""How hard a hand is: the fewest of the easiest words with which it is complete, or tenpai.

The blocks of the game have ranks: 1 is the word that people learn first (`Blocks.ranks`). An arrangement needs its
rarest word, and a hand needs the arrangement whose rarest word is least rare:

    さくら なみだ たまご きつね いぬ    ranks  61  411  38  502  12    needs 502 words
    さくら なみだ たまご いつき ねぬ    …            this way it would need more

For a hand one tile from complete, the hands with that tile are asked: with that many words it is tenpai. Hands farther
away have no answer. Called words count, as the player had to know them too, unless they have no rank because they are
not in the list or have another length.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kanamj.engine.blocks import BlockWords
from kanamj.engine.judgement import Judgement


class RankedWord(NamedTuple):
    """A block as people read it, and its rank among those of the game: 1 is the one that people learn first."""

    word: BlockWords
    rank: int


class Vocabulary(NamedTuple):
    """The least vocabulary of a hand.

    size: the number of the easiest words that do. of: the number of words there are. words: those of the arrangement
    that needs no more, the rarest first, called words among them; of several arrangements the one whose other words
    are easiest too.
    """

    size: int
    of: int
    words: tuple[RankedWord, ...]

    @property
    def rarest(self) -> BlockWords:
        """The word of rank `size`."""
        return self.words[0].word

    def to_json(self) -> dict[str, Any]:
        """Plain values: {"size", "of", "words": [{"letters", "words", "rank"}, …]}, the rarest first."""
        words = [{**word.to_json(), "rank": rank} for word, rank in self.words]
        return {"size": self.size, "of": self.of, "words": words}


def least_vocabulary(asked: Judgement) -> Vocabulary | None:
    """The least vocabulary of a hand that is complete or one tile from it, by any of its forms.

    None for hands farther away, for forms that are not made of blocks, and where the blocks have no ranks.
    """
    ranks = asked.blocks.ranks(asked.sizes)
    found = [each.easiest(ranks) for each in asked.judged if ranks and each.distance == asked.distance < 2]
    best = min(filter(None, found), default=None)
    if not best:
        return None
    called = ((ranks[meld], meld) for meld in asked.melds if meld in ranks)
    words = tuple(
        RankedWord(asked.blocks.spell(block, made=not asked.distance), rank)
        for rank, block in sorted((*best, *called), reverse=True)
    )
    return Vocabulary(words[0].rank, len(ranks), words)
