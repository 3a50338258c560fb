"""Arranges a complete hand word by word, without going back: chooses a letter, lays a word with this letter, and so on.

A policy says what a player does at each step: choose one of the letters that are left, then lay a word that contains
this letter and can be spelled with what is left. If a policy allows several choices, each is equally likely. So a
policy has a *chance* to arrange a hand in one pass. This chance is computed exactly, without random draws.

The tiles that are left are written as a number with a digit per letter: digit i counts the copies of letter i. Laying a
word always subtracts the same number. So one walk from the number of the whole hand down to 0 is enough: each number
passes its chance on to lower numbers.

Example: the words あい, いう and うえ, form 22, the hand あいうえ, policy any/any. One あ counts 1, い 2, う 4
and え 8, so the hand is 15, and あい subtracts 3. Each letter is chosen with chance 1/4; い passes half of its share to
15 - 3 and half to 15 - 6. The chances are 3/8 for 12 (うえ is left), 3/8 for 3 (あい is left) and 1/4 for 9 (あえ is
left and is not a word). 12 and 3 pass their whole chance on to 0: the answer is 3/4.

`tests/reference/arranging.py` is the readable twin of the kernel.

    laying = WordByWord(BlockForm("33332"), words)     words: all words of these lengths, the easiest first
    laying.chances_many(policies, hands)          the chances of one pass, by a kernel: (n, policies) float64
"""

# mypy: allow-untyped-defs

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from compiled import inner_jit, jit

from kanamj import Form, KanamjError

Block = tuple[int, ...]
FIRST = ("fewest", "any", "most")
THEN = ("any", "easiest", "hard")
COUNTED = ("hand", "list")
FEWEST, ANY, MOST, WAITS = 0, 1, 2, 3
EASIEST, HARD = 1, 2
"""Indices into FIRST and THEN, for the kernel."""
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
    (`list`); "" if nothing is counted. ADVICE is a policy of its own.
    """

    first: str
    then: str
    counted: str = ""

    @property
    def name(self) -> str:
        """The name, such as `fewest/hard/hand`. `parse_policy` makes it a policy again."""
        return "/".join(filter(None, self))


ADVICE = Policy("waits", "any", "list")
"""The advice of the paper: put together first what waits for the fewest letters. Of the words that can be laid, one
with the fewest waits is laid; a word has the waits of the part of it, one letter less, that has the fewest."""


def parse_policy(text: str) -> Policy:
    """The policy with this name. If the third part is missing, it is `hand`. Raises KanamjError for any other text.

    `waits/any/list` is ADVICE.

    >>> parse_policy("fewest/hard"), parse_policy("any/any/list").name
    (Policy(first='fewest', then='hard', counted='hand'), 'any/any')
    """
    if text == ADVICE.name:
        return ADVICE
    parts = text.split("/")
    choices = (FIRST, THEN, COUNTED)
    known = all(part in allowed for part, allowed in zip(parts, choices, strict=False))
    if len(parts) not in (2, 3) or not known:
        raise KanamjError(
            f"{text!r:.60} is not a policy; give the letter that is chosen ({', '.join(FIRST)}), the word "
            f"({', '.join(THEN)}) and the words that are counted ({', '.join(COUNTED)}), such as fewest/hard/list, or "
            f"{ADVICE.name}"
        )
    first, then = parts[:2]
    counts = first != "any" or then == "hard"
    return Policy(first, then, (parts[2] if len(parts) == 3 else "hand") if counts else "")


POLICIES = tuple(
    dict.fromkeys(
        [
            *(parse_policy(f"{one}/{then}/{of}") for of in COUNTED for one in FIRST for then in THEN),
            ADVICE,
        ]
    )
)
"""All policies, each once."""


def lengths_open(form: Form) -> dict[int, frozenset[int]]:
    """Number of tiles left -> the lengths of the words that are still to be laid.

    >>> from kanamj.engine import BlockForm
    >>> [sorted(lengths_open(BlockForm("33332"))[left]) for left in (14, 12, 11, 2)]
    [[2, 3], [3], [2, 3], [2]]

    Raises KanamjError if the number of tiles left does not determine these lengths (in 33222, six tiles left may be 33
    or 222), if the words of the form must be different, or if the form has more than MOST_LAID tiles.
    """
    refused = f"form {form.name} cannot be arranged word by word: "
    if not form.lengths or form.tiles > MOST_LAID:
        raise KanamjError(f"{refused}give block sizes of at most {MOST_LAID} tiles, such as 33332")
    if len(form.lengths) > 1:
        try:
            form.without(form.lengths[:1])
        except KanamjError:
            raise KanamjError(
                f"{refused}no single word can be taken out of it; give a form such as 33332"
            ) from None
    ways: dict[tuple[int, ...], int] = {(): 0}
    for length in form.lengths:
        ways |= {tuple(sorted((*way, length))): left + length for way, left in ways.items()}
    if len(set(ways.values())) < len(ways):
        raise KanamjError(
            f"{refused}the same number of tiles can be left for words of different lengths (such as six for 33 or "
            "222); give a form such as 33332 or 332"
        )
    return {left: frozenset(way) for way, left in ways.items()}


class WordByWord:
    """Lays the words of complete hands one after another.

    form: a form of block sizes. words: the words of the list as blocks, the easiest first; words of other lengths are
    ignored. Raises KanamjError as `lengths_open` does.

    >>> import numpy as np
    >>> from kanamj.engine import BlockForm
    >>> laying = WordByWord(BlockForm("32"), [(0, 1), (2, 3, 4), (0, 2, 3), (1, 4)])
    >>> laying.chances_many([parse_policy("any/any")], np.array([(1, 1, 1, 1, 1)])).tolist()
    [[1.0]]
    """

    def __init__(self, form: Form, words: Iterable[Block]) -> None:
        self.form, self.open = form, lengths_open(form)
        self.words = tuple(word for word in words if len(word) in form.lengths)
        self.listed = words_by_letter(self.words)
        self.waits = fewest_waits(self.words)

    def chances_many(
        self, policies: Sequence[Policy], hands: npt.NDArray[np.integer[Any]]
    ) -> npt.NDArray[np.float64]:
        """For each hand and each policy: the chance that one pass arranges the whole hand, (n, policies) float64.

        hands: (n, K) counts; each hand has as many tiles as the form. The chances are exact except for rounding. Takes
        about 0.2 ms per policy and hand of 14 tiles.
        """
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
            ((*FIRST, ADVICE.first).index(first), THEN.index(then), int(counted == "list"))
            for first, then, counted in policies
        ]
        into = np.zeros((len(rows), len(policies)), np.float64)
        policy, waits = np.array(codes, np.int64).reshape(-1, 3), np.array(self.waits, np.int64)
        arranging_chances(rows, words, waits, listed, sizes, policy, WORTH, into)
        return into


def words_by_letter(words: Iterable[Block]) -> Counter[int]:
    """Letter (kind) -> the number of words with this letter."""
    return Counter(kind for word in words for kind in set(word))


def fewest_waits(words: Sequence[Block]) -> list[int]:
    """For each word: of its parts that lack one letter, the least number of words that a part can become."""
    parts = [{word[:i] + word[i + 1 :] for i in range(len(word))} for word in words]
    waits = Counter(part for each in parts for part in each)
    return [min(waits[part] for part in each) for each in parts]


@jit
def arranging_chances(rows, words, waits, listed, sizes, policies, worth, into):
    """Write into into[n, policy] the chance that one pass with this policy arranges the n-th complete hand.

    rows: (n, K), the hands. words: (W, length), the kinds of each word, -1 after the last kind, the easiest word first.
    waits: (W,), as `fewest_waits` returns them. listed: (K,), the number of words with each letter. sizes[t, l]:
    whether a word of length l may be laid next if t tiles are left. policies: (policies, 3), indices into FIRST (then
    WAITS), THEN and COUNTED. worth: a letter that is in n words adds worth // n to the hardness of a word.
    """
    longest = words.shape[1]
    at = np.empty((len(words), longest), np.int64)
    copy = np.empty((len(words), longest), np.int64)
    takes, lengths = np.empty(len(words), np.int64), np.empty(len(words), np.int64)
    found = np.empty(len(words), np.int64)
    place = np.empty(rows.shape[1], np.int64)
    for n in range(len(rows)):
        letters = np.flatnonzero(rows[n])
        digit = np.empty(len(letters), np.int64)
        states = 1
        place[:] = -1
        for i in range(len(letters)):
            place[letters[i]] = i
            digit[i] = states
            states *= rows[n, letters[i]] + 1
        count = words_within(rows[n], words, place, digit, found, at, copy, takes, lengths)
        chances = np.zeros(states, np.float64)
        for policy in range(len(policies)):
            into[n, policy] = one_pass(
                digit,
                listed[letters],
                sizes,
                at[:count],
                copy[:count],
                takes[:count],
                lengths[:count],
                waits[found[:count]],
                policies[policy],
                worth,
                chances,
            )


@inner_jit
def words_within(row, words, place, digit, found, at, copy, takes, lengths):
    """Find the words that the hand `row` can spell. Returns their number.

    For each word, writes into `found` its index, into `at` the places of its letters, into `copy` 1 for the first copy
    of a letter, 2 for the second and so on, into `takes` the number that the word subtracts, and into `lengths` its
    length. place[kind]: the place of a kind among the letters of the hand, -1 if it is not held. digit[i]: what one
    copy of letter i counts.
    """
    count = 0
    for word in range(len(words)):
        length, number, fits = 0, 0, True
        for j in range(words.shape[1]):
            kind = words[word, j]
            if kind < 0:
                break
            i = place[kind]
            if i < 0:
                fits = False
                break
            at[count, j] = i
            copy[count, j] = copy[count, j - 1] + 1 if j and at[count, j - 1] == i else 1  # kinds ascend
            if copy[count, j] > row[kind]:
                fits = False
                break
            length, number = j + 1, number + digit[i]
        if fits:
            found[count], takes[count], lengths[count] = word, number, length
            count += 1
    return count


@inner_jit
def one_pass(digit, listed, sizes, at, copy, takes, lengths, waits, policy, worth, chances):
    """The chance that one pass of the policy lays all tiles. chances: scratch; chances[number] becomes the
    chance that the pass comes to this number. For the other arguments see `arranging_chances` and `words_within`."""
    first, then, by_list = policy[0], policy[1], policy[2] == 1
    left, here = np.empty(len(digit), np.int64), np.empty(len(digit), np.int64)
    fitting, values = np.empty(len(takes), np.int64), np.empty(len(takes), np.int64)
    chances[:] = 0.0
    chances[-1] = 1.0
    for number in range(len(chances) - 1, 0, -1):
        if chances[number] == 0.0:
            continue
        count = words_here(number, digit, sizes, at, copy, lengths, left, here, fitting)
        if count == 0:
            continue
        if first == WAITS:
            words = fitting[:count]
            hand_on(number, -1, chances[number], at, takes, lengths, words, waits[words], chances)
            continue
        counts = listed if by_list else here
        for f in range(count):
            word = fitting[f]
            values[f] = word if then == EASIEST else 0
            if then == HARD:
                for j in range(lengths[word]):
                    values[f] -= worth // counts[at[word, j]]
        letters, least = 0, np.int64(0)
        for i in range(len(digit)):
            if left[i]:
                value = letter_value(first, counts[i])
                if letters == 0 or value < least:
                    letters, least = 0, value
                letters += value == least
        for i in range(len(digit)):
            if left[i] and letter_value(first, counts[i]) == least:
                hand_on(
                    number, i, chances[number] / letters, at, takes, lengths, fitting[:count], values, chances
                )
    return chances[0]


@inner_jit
def letter_value(first, count):
    """A number by which letters are compared: the policy chooses among the letters with the least one. count: how many
    words have the letter. first: FEWEST, ANY or MOST."""
    return count if first == FEWEST else -count if first == MOST else 0


@inner_jit
def words_here(number, digit, sizes, at, copy, lengths, left, here, fitting):
    """Find the words that can be laid next. Returns their number; 0 if some letter that is left is in none of them.

    number: the tiles that are left. Writes into `fitting` these words, into `left` how many copies of each letter are
    left, and into `here` how many of these words contain each letter.
    """
    tiles, rest = 0, number
    for i in range(len(digit) - 1, -1, -1):
        left[i] = rest // digit[i]
        rest -= left[i] * digit[i]
        tiles += left[i]
        here[i] = 0
    count = 0
    for word in range(len(lengths)):
        fits = sizes[tiles, lengths[word]]
        for j in range(lengths[word]):
            fits = fits and left[at[word, j]] >= copy[word, j]
        if fits:
            fitting[count] = word
            count += 1
            for j in range(lengths[word]):
                here[at[word, j]] += copy[word, j] == 1
    for i in range(len(digit)):
        if left[i] and here[i] == 0:
            return 0
    return count


@inner_jit
def hand_on(number, letter, chance, at, takes, lengths, fitting, values, chances):
    """Of the words `fitting` that contain the letter (-1: of all), take those with the least of `values`, and divide
    `chance` equally among them: each adds its share to chances[number - takes[word]]."""
    words, least = 0, np.int64(0)
    for f in range(len(fitting)):
        if letter < 0 or has(at, lengths, fitting[f], letter):
            if words == 0 or values[f] < least:
                words, least = 0, values[f]
            words += values[f] == least
    for f in range(len(fitting)):
        if values[f] == least and (letter < 0 or has(at, lengths, fitting[f], letter)):
            chances[number - takes[fitting[f]]] += chance / words


@inner_jit
def has(at, lengths, word, letter):
    """True if the word contains the letter. letter: its place among the letters of the hand."""
    found = False
    for j in range(lengths[word]):
        found = found or at[word, j] == letter
    return found
