"""A hint for a hand that is being arranged: the hardest letter left, and a word with it.

It is the policy that arranges most hands (`kanamj study arranging`): begin with the letter of the fewest words, and
take the word with it that spends hard letters. What the policy does not see is looked up: only words are named that
are in a true arrangement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kanamj.engine.arranging import hardness, words_by_letter
from kanamj.engine.blocks import Block

if TYPE_CHECKING:
    from kanamj.studies.practice import Dealer


class Hint(NamedTuple):
    """What to do next. letter: the one to begin with. words: how many words the letters left spell with it. word: one
    with it that leads to an arrangement, as a key. back: the words laid that are to be taken back first."""

    letter: str
    words: int
    word: str
    back: tuple[str, ...]


def hint(dealer: Dealer, letters: str, laid: Sequence[str] = ()) -> Hint | None:
    """The hint for the letters of a practice hand, complete or tenpai, on which these words have been laid; None where
    nothing is left to be laid, or nothing can be.

    As many of the words laid as can be are kept.

    >>> from kanamj import WordEngine, load_lexicon
    >>> from kanamj.studies.practice import Dealer
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
    words = [tuple(sorted(tiles.parse(key))) for key in dealer.words_within(rest)]
    fitting = [word for word in words if open_lengths[len(word)]]
    counts = words_by_letter(fitting)
    kind = min({kind for word in true for kind in word}, key=lambda kind: (counts[kind], kind))
    rarity = dealer.engine.blocks.rarity
    word = min(
        (word for word in true if kind in word),
        key=lambda word: (-hardness(word, counts), rarity((word,)), word),
    )
    back = placed - kept
    return Hint(
        tiles.kinds[kind],
        counts[kind],
        tiles.format(word),
        tuple(text for text in texts if texts[text] in back),
    )
