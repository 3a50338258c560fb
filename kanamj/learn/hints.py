"""A hint for a player who is arranging a hand: the hardest letter that is left, and a word with this letter.

A hint follows the policy that arranges most hands (docs/arranging.md): begin with the letter that is in the
fewest words, as the paper advises; then take the word with this letter that has the hardest letters. The policy alone
can fail, so a hint names only words of a true arrangement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from kanamj.engine.blocks import Block, block_of

if TYPE_CHECKING:
    from kanamj.learn.dealer import Dealer


class Hint(NamedTuple):
    """What to do next.

    letter: the letter to begin with.
    words: how many words with it can be made from what is left.

    word: the key of a word with this letter that leads to an arrangement.
    back: words that must be taken back first.
    """

    letter: str
    words: int
    word: str
    back: tuple[str, ...]


def hint(dealer: Dealer, letters: str, laid: Sequence[str] = ()) -> Hint | None:
    """Returns the hint for a practice hand, complete or tenpai.

    laid: the words that the player has laid so far.

    The hint keeps as many of these words as possible. It is None if no word is left to lay, or if none can be laid.

    >>> from kanamj import WordEngine, load_lexicon
    >>> from kanamj.learn.dealer import Dealer
    >>> hint(Dealer(WordEngine(load_lexicon())), "さくらなみだたまごきつねいぬ", ["さくら", "なみだ"])
    Hint(letter='ご', words=5, word='ごたま', back=())
    """
    tiles = dealer.engine.tiles
    texts = {text: tuple(sorted(tiles.parse(text))) for text in laid}
    placed = Counter(texts[text] for text in laid)
    ways = [Counter(words) for words, _ in dealer.splits(letters)]
    kept = max((way & placed for way in ways), key=Counter.total, default=Counter[Block]())
    left = [way - kept for way in ways if kept <= way]
    true = {word for way in left for word in way}
    if not true:
        return None
    spent = Counter(kind for word in kept.elements() for kind in word)
    rest = tiles.format(sorted((Counter(tiles.parse(letters)) - spent).elements()))
    open_lengths = Counter(dealer.form.lengths) - Counter(map(len, kept.elements()))
    words = [block_of(key, tiles) for key in dealer.words_within(rest)]
    fitting = [word for word in words if open_lengths[len(word)]]
    counts = Counter(kind for word in fitting for kind in set(word))
    kind = min({kind for word in true for kind in word}, key=lambda kind: (counts[kind], kind))
    rarity = dealer.engine.blocks.rarity
    word = min(
        (word for word in true if kind in word),
        key=lambda word: (-sum(Fraction(1, counts[kind]) for kind in word), rarity((word,)), word),
    )
    back = tuple(text for text in texts if texts[text] in placed - kept)
    return Hint(tiles.kinds[kind], counts[kind], tiles.format(word), back)
