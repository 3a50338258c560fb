"""Arranges a complete hand word by word, without going back: chooses a letter, lays a word with this letter, and so on.

A policy says what a player does at each step: choose one of the letters that are left, then lay a word that contains
this letter and can be spelled with what is left. If a policy allows several choices, each is equally likely. So a
policy has a *chance* to arrange a hand in one pass. This chance is computed exactly, without random draws.

    laying = WordByWord(Form("33332"), words)     words: all words of these lengths, the easiest first
    laying.chances_many(policies, hands)          the chances of one pass, by a kernel: (n, policies) float64
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from kanamj.engine.blocks import Block
from kanamj.engine.forms import Form
from kanamj.errors import FormError, KanamjError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FIRST = ("fewest", "any", "most")
THEN = ("any", "easiest", "hard")
COUNTED = ("hand", "list")
WORTH = lcm(*range(1, 37))
"""What a letter adds to the `hardness` of a word: WORTH // n if n words have the letter. This is exact up to n = 36."""
MOST_LAID = 16
"""The most tiles that a form to be arranged may have: with t tiles, up to 2^t sets of letters may be left."""


class Policy(NamedTuple):
    """A rule by which words are laid, such as `fewest/hard/hand`.

    first: which letter is chosen: one that is in the fewest words (`fewest`), any letter (`any`), or one that is in the
    most words (`most`). then: which word with this letter is laid: any, the easiest, or the one with the hardest
    letters (`hard`): the sum over its letters of 1 / (number of words with the letter) is the largest. counted: which
    words with a letter are counted: only those that the letters left can spell (`hand`), or all words of the list
    (`list`); "" if nothing is counted.
    """

    first: str
    then: str
    counted: str = ""

    @property
    def name(self) -> str:
        """The name, such as `fewest/hard/hand`. `parse_policy` makes it a policy again."""
        return "/".join(filter(None, self))


def parse_policy(text: str) -> Policy:
    """The policy with this name. If the third part is missing, it is `hand`. Raises KanamjError for any other text.

    >>> parse_policy("fewest/hard"), parse_policy("any/any/list").name
    (Policy(first='fewest', then='hard', counted='hand'), 'any/any')
    """
    parts = text.split("/")
    choices = (FIRST, THEN, COUNTED)
    known = all(part in allowed for part, allowed in zip(parts, choices, strict=False))
    if len(parts) not in (2, 3) or not known:
        raise KanamjError(
            f"{text!r:.60} is not a policy; give the letter that is chosen ({', '.join(FIRST)}), the word "
            f"({', '.join(THEN)}) and the words that are counted ({', '.join(COUNTED)}), such as fewest/hard/list"
        )
    first, then = parts[:2]
    counts = first != "any" or then == "hard"
    return Policy(first, then, (parts[2] if len(parts) == 3 else "hand") if counts else "")


POLICIES = tuple(
    dict.fromkeys(
        parse_policy(f"{first}/{then}/{counted}") for counted in COUNTED for first in FIRST for then in THEN
    )
)
"""All policies, each once."""


def lengths_open(form: Form) -> dict[int, frozenset[int]]:
    """Number of tiles left -> the lengths of the words that are still to be laid.

    >>> [sorted(lengths_open(Form("33332"))[left]) for left in (14, 12, 11, 2)]
    [[2, 3], [3], [2, 3], [2]]

    Raises FormError if the number of tiles left does not determine these lengths (in 33222, six tiles left may be 33 or
    222), if the words of the form must be different, or if the form has more than MOST_LAID tiles.
    """
    refused = f"form {form.name} cannot be arranged word by word: "
    if not form.lengths or form.tiles > MOST_LAID:
        raise FormError(f"{refused}give block sizes of at most {MOST_LAID} tiles, such as 33332")
    if len(form.lengths) > 1:
        try:
            form.without(form.lengths[:1])
        except FormError:
            raise FormError(
                f"{refused}no single word can be taken out of it; give a form such as 33332"
            ) from None
    ways: dict[tuple[int, ...], int] = {(): 0}
    for length in form.lengths:
        ways |= {tuple(sorted((*way, length))): left + length for way, left in ways.items()}
    if len(set(ways.values())) < len(ways):
        raise FormError(
            f"{refused}the same number of tiles can be left for words of different lengths (such as six for 33 or "
            "222); give a form such as 33332 or 332"
        )
    return {left: frozenset(way) for way, left in ways.items()}


class WordByWord:
    """Lays the words of complete hands one after another.

    form: a form of block sizes. words: the words of the list as blocks, the easiest first; words of other lengths are
    ignored. Raises FormError as `lengths_open` does.

    >>> import numpy as np
    >>> laying = WordByWord(Form("32"), [(0, 1), (2, 3, 4), (0, 2, 3), (1, 4)])
    >>> laying.chances_many([parse_policy("any/any")], np.array([(1, 1, 1, 1, 1)])).tolist()
    [[1.0]]
    """

    def __init__(self, form: Form, words: Iterable[Block]) -> None:
        self.form, self.open = form, lengths_open(form)
        self.words = tuple(word for word in words if len(word) in form.lengths)
        self.listed = words_by_letter(self.words)

    def chances_many(
        self, policies: Sequence[Policy], hands: npt.NDArray[np.integer[Any]]
    ) -> npt.NDArray[np.float64]:
        """For each hand and each policy: the chance that one pass arranges the whole hand, (n, policies) float64.

        hands: (n, K) counts; each hand has as many tiles as the form. The chances are exact except for rounding. Takes
        about 0.2 ms per policy and hand of 14 tiles.
        """
        import numpy as np

        from kanamj.engine.kernels.arranging import arranging_chances

        rows = np.ascontiguousarray(hands, np.int64)
        longest = max(self.form.lengths)
        words = np.full((len(self.words), longest), -1, np.int64)
        for place, word in enumerate(self.words):
            words[place, : len(word)] = word
        listed = np.array([self.listed.get(kind, 0) for kind in range(rows.shape[1])], np.int64)
        sizes = np.zeros((self.form.tiles + 1, longest + 1), np.bool_)
        for left, lengths in self.open.items():
            sizes[left, list(lengths)] = True
        codes = [
            (FIRST.index(first), THEN.index(then), int(counted == "list"))
            for first, then, counted in policies
        ]
        into = np.zeros((len(rows), len(policies)), np.float64)
        arranging_chances(rows, words, listed, sizes, np.array(codes, np.int64).reshape(-1, 3), WORTH, into)
        return into


def words_by_letter(words: Iterable[Block]) -> Counter[int]:
    """Letter (kind) -> the number of words with this letter."""
    return Counter(kind for word in words for kind in set(word))


def hardness(word: Block, counts: Mapping[int, int]) -> int:
    """How hard a word is: the sum of WORTH // counts[letter] over its letters. counts: as of `words_by_letter`."""
    return sum(WORTH // counts[kind] for kind in word)
