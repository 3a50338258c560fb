"""The yaku, as one table of records.

Marks say where a fact is from: O the official pages; M a photograph of the list in the manual; H a house rule of a
player's rule book, after common riichi rules; K fixed by kanamj where the sources are silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeAlias

from kanamj.errors import KanamjError, brief
from kanamj.yaku.win import Win

YAKUMAN = 10**6
"""The han of a yakuman of its own. In a sum of han, `divmod(sum, YAKUMAN)` gives the yakuman and the han of the
other yaku."""
MOST_HAN = 99


def at_most(*sums: int) -> int:
    """Returns the most yakuman and the most other han of any of these sums.

    >>> divmod(at_most(YAKUMAN + 1, 8), YAKUMAN)
    (1, 8)
    """
    return max(each // YAKUMAN for each in sums) * YAKUMAN + max(each % YAKUMAN for each in sums)


Made: TypeAlias = "bool | Iterable[tuple[int, int]]"
"""The sets of words that make a yaku, each with its number; or True for all words, False for none."""


@dataclass(frozen=True)
class Yaku:
    """A yaku: what it is worth, and when it is there.

    open, closed: its han if one of its words is called, and if all are closed; YAKUMAN for a yakuman, None if it is
        not there then.
    find: returns the sets of words that make it, each with a number, or True or False. Each set is worth `open` or
        `closed`, and `more` han for each above 4 in its number, unless it is a yakuman.
    each: True if all sets count, False if only the best does.
    of: which words it is made of.
    excludes: the yaku that do not count beside it; of two that exclude each other, the one with more han counts.
    takes: its words do not make these yaku.
    pairs: True if it goes with seven pairs.
    fixed: True if it is the same for all choices of a hand.
    bonus: True if it is not a yaku, and no yakuman.
    said: True if the caller says that it is there.
    mark: where it is from.
    english: a short name in English.
    own: True for a yaku from outside kanamj.
    """

    name: str
    open: int | None
    closed: int | None
    find: Callable[[Win], Made] = field(repr=False)
    reading: str = ""
    of: str = "all words"
    excludes: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    mark: str = ""
    more: int = 0
    each: bool = False
    pairs: bool = False
    fixed: bool = False
    bonus: bool = False
    said: bool = False
    english: str = ""
    own: bool = True

    def __post_init__(self) -> None:
        for field_ in ("excludes", "takes"):
            names = getattr(self, field_)
            if isinstance(names, str):
                raise KanamjError(
                    "{}: {} is a list of yaku, such as [{}], not one text", self.name, field_, brief(names)
                )
            object.__setattr__(self, field_, tuple(names))
        for han in (self.open, self.closed, self.more):
            if han is not None and han != YAKUMAN and not (isinstance(han, int) and 0 <= han <= MOST_HAN):
                raise KanamjError(
                    "{} has {} han; give 0 to {}, or a yakuman", self.name, brief(han), MOST_HAN
                )
        if self.bonus and YAKUMAN in (self.open, self.closed):
            raise KanamjError("{} is a bonus, which is no yakuman; give 0 to {} han", self.name, MOST_HAN)
        if self.own and (self.more or self.each or self.fixed):
            raise KanamjError(
                "{}: a yaku of your own has one number of han; leave out more, each and fixed", self.name
            )

    @property
    def most(self) -> int:
        """The most that one set of words with the number 4 can be worth, as `at_most` gives it."""
        return at_most(self.open or 0, self.closed or 0)

    def worth(self, win: Win, taken: int = 0) -> tuple[int, int]:
        """Returns its han in this win (0 if it is not there), and the set of words that make it.

        taken: words that do not.

        Raises KanamjError if the function of a yaku from outside fails.
        """
        best = total = words = 0
        try:
            made = self.find(win)
            sets = ((win.every, 4),) if made is True else made or ()
            for chosen, number in sets:
                han = self.open if chosen & win.called else self.closed
                if han and not chosen & taken:
                    han += self.more * (number - 4) if han < YAKUMAN else 0
                    total += han
                    if self.each or han > best:
                        words = words | chosen if self.each else chosen
                    best = max(best, han)
        except Exception as error:
            if not self.own:
                raise
            raise KanamjError(
                "the function of yaku {} failed: {}: {}; it is given a Win, and returns True or False, or pairs "
                "(set of words, 4)",
                self.name,
                type(error).__name__,
                error,
            ) from error
        return (total if self.each else best), words


def _event(name: str) -> Callable[[Win], Made]:
    return lambda win: [(win.every, 4 + ("first" in win.events))] if name in win.events else False


def _sets(sets: Callable[[Win], Iterable[int]]) -> Callable[[Win], Made]:
    return lambda win: [(words, 4) for words in sets(win)]


def _chain(length: int) -> Callable[[Win], Made]:
    return _sets(lambda win: [chain for chain in win.chains if chain.bit_count() == length and not chain & 1])


def _kans(number: int) -> Callable[[Win], Made]:
    return _sets(lambda win: [sum(1 << i for i in some) for some in combinations(win.kans, number)])


def _twice_two(win: Win) -> list[int]:
    """The sets of two different words, each of them twice."""
    pairs = [(words, win.words[words.bit_length() - 1].reading) for words in win.same_words]
    return [a | b for (a, one), (b, other) in combinations(pairs, 2) if one != other]


_KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもらりるれろ"
_KANA += "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ"
ROWS = [_KANA[i : i + 5] for i in range(0, len(_KANA), 5)]
_OTHERS = dict(zip("やゆよゃゅょぁぃぅぇぉわをゔ", "あうおあうおあいうえおあおう", strict=True))
VOWELS = {letter: ROWS[0][i % 5] for i, letter in enumerate(_KANA)} | _OTHERS
"""Letter -> its vowel. っ ん ー have none."""


def _yaku(
    name: str, names: str, open_: int | None, closed: int | None, find: Any, mark: str = "M", **more: Any
) -> Yaku:
    reading, _, english = names.partition(" ")
    return Yaku(name, open_, closed, find, reading, mark=mark, english=english, own=False, **more)


_EVENT: dict[str, Any] = {"pairs": True, "fixed": True, "of": "the hand"}
_SAID: dict[str, Any] = {"fixed": True, "said": True}
_TSUMO = "門前清自摸和"
TABLE = (
    _yaku(_TSUMO, "めんぜんちんつもほー closed tsumo", None, 1, _event("tsumo"), **_EVENT),
    _yaku("立直", "りーち riichi", None, 1, _event("立直"), **_EVENT, more=1, said=True),
    _yaku("一発", "いっぱつ one shot", None, 1, _event("一発"), **_EVENT, said=True, mark="M/H"),
    _yaku("オープンリーチ", "おーぷんりーち open riichi", None, 2, _event("オープンリーチ"), **_EVENT, more=1,
          said=True, excludes=("立直",), mark="H"),
    _yaku("天和", "てんほー heavenly win", None, 4, _event("天和"), **_EVENT, said=True),
    _yaku("地和", "ちーほー earthly win", None, 4, _event("地和"), **_EVENT, said=True),
    _yaku("清文", "せいぶん plain letters only", 1, 2, lambda win: not win.special_letters, **_EVENT),
    _yaku("同頭", "どうとう same first letter", 1, 2, _sets(lambda win: win.same_firsts), pairs=True, of="two words"),
    _yaku("同尾", "どうび same last letter", 1, 2, _sets(lambda win: win.same_lasts), pairs=True, of="two words"),
    _yaku("同頭同尾", "どうとうどうび same first and last letters", 3, 4,
          lambda win: any(not a & b for a in win.same_firsts for b in win.same_lasts),
          pairs=True, of="four words", excludes=("同頭", "同尾"), mark="M, four words K"),
    _yaku("回文", "かいぶん palindrome", 1, 1,
          _sets(lambda win: (1 << i for i, word in enumerate(win.words) if word.is_palindrome)),
          pairs=True, each=True, of="each word that reads the same backwards"),
    _yaku("重回文", "じゅうかいぶん joined palindrome", 3, 3,
          lambda win: [(win.joined, win.size(win.joined))] if win.joined else False, more=1,
          of="two or more words, joined", takes=("回文",), mark="M, whole words and once K"),
    _yaku("二連", "にれん chain of two", 2, 3, _chain(2), of="two long words"),
    _yaku("三連", "さんれん chain of three", 4, 5, _chain(3), of="three long words", excludes=("二連",)),
    _yaku("四連", "よんれん chain of four", 6, 8, _chain(4), of="the long words", excludes=("二連", "三連")),
    _yaku("五連", "ごれん chain of five", 8, YAKUMAN, lambda win: win.every in win.chains,
          excludes=("二連", "三連", "四連")),
    _yaku("五音", "ごおん five vowels", 2, 4, lambda win: {VOWELS.get(first) for first in win.firsts} == {*ROWS[0]}),
    _yaku("純行", "じゅんぎょう one row", 4, 5, lambda win: "".join(sorted(win.firsts)) in ROWS,
          mark="M, beside 五音 K"),
    _yaku("特文", "とくぶん special letters", 2, 3, lambda win: all(word.is_special for word in win.words[1:]),
          of="the long words"),
    _yaku("純特文", "じゅんとくぶん special letters in all words", 3, 4,
          lambda win: all(word.is_special for word in win.words), excludes=("特文",)),
    _yaku("同言", "どうげん same word twice", 3, 4, _sets(lambda win: win.same_words), of="two words",
          mark="M, beside 同頭 K"),
    _yaku("重言", "じゅうげん two words twice", 8, YAKUMAN, _sets(_twice_two), of="four words", excludes=("同言",)),
    _yaku("三槓子", "さんかんつ three kans", 1, 3, _kans(3), fixed=True, of="three kans", excludes=("四槓子",)),
    _yaku("四槓子", "すーかんつ four kans", 2, 4, _kans(4), fixed=True, of="four kans", excludes=("三槓子",)),
    _yaku("七対子", "ちーといつ seven pairs", None, 2, lambda win: win.seven_pairs, **_EVENT, mark="H"),
    _yaku("同種", "どうしゅ one theme", 3, 4, _event("同種"), of="the long words", **_SAID),
    _yaku("純同種", "じゅんどうしゅ one theme in all words", 4, 5, _event("純同種"), **_SAID),
    _yaku("作文", "さくぶん sentence", None, 4, _event("作文"), **_SAID),
    _yaku("カンドラ", "かんどら kan bonus", 1, 1, lambda win: [(1 << i, len(win.words[i].reading)) for i in win.kans],
          more=1, each=True, pairs=True, fixed=True, bonus=True, of="each kan"),
    _yaku("特殊文字", "とくしゅもじ special letter bonus", 1, 1,
          lambda win: [(win.every, win.special_letters)] if win.special_letters > 3 else False,
          more=1, pairs=True, fixed=True, bonus=True, mark="M, kans K"),
)  # fmt: skip
"""All yaku of `pro`."""
