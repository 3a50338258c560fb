"""The best choice of arrangement and readings, exactly: a search with a bound.

A node is a split of the hand with a slot for each word; a slot has one or several readings. Its bound says how good the
best choice of readings can be. Nodes are taken best bound first: a node whose slots have one reading each is valued; in
any other, the slot with the most readings is read in each way. The search ends when the best node left is worse than
the best choice valued.

Why that is exact. A choice is ranked by the tuple (-points, -yakuman, -han, highest cost, sum of costs, readings), the
smallest first; the bound of a node is such a tuple without readings. Suppose that each choice of a node has at most as
many han and yakuman as its bound, and at least its costs. More han are never fewer points (`points.parse_points`), so
the tuple of each choice is not smaller than the bound. So the choices of nodes that were not taken are worse than the
best one valued, which ends the proof. It remains to prove the bound of the han (`Bounds.han`). The han of a choice are
a sum over yaku; those left out for another one only lower the sum, so each yaku may be bounded by itself:

- What is fixed, and yaku from outside: by what they are worth at most.
- 同頭 needs two words that share a first letter, so two slots whose sets of first letters share one; 同尾 the same with
  last letters; 同頭同尾 needs both. If 同頭同尾 excludes the others, the greater of 同頭同尾 and 同頭 + 同尾 is enough.
- 回文: a slot in which no reading reads the same backwards gives none. 重回文: the text of the joined words has at most
  one letter an odd number of times, and that depends on the keys only. Its words give no 回文. The largest is counted,
  and the bound takes the best of all sets.
- Chains: a chain goes from word to word where the last letters of the one slot share one with the first letters of the
  next. Of the lengths up to the longest such path, the one worth most is enough, as only one length counts.
- 五音, 純行: the first letters of the slots have all vowels; all slots can begin in one row.
- 特文, 純特文, and the kans: by the letters, so exactly. 同言, 重言: the words have the same key.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import pairwise, permutations
from typing import NamedTuple, TypeAlias

from kanamj.yaku.how import How
from kanamj.yaku.points import YAKUMAN_HAN
from kanamj.yaku.rules import ScoringRules
from kanamj.yaku.slots import Letters, Slot, Split
from kanamj.yaku.table import TABLE, YAKUMAN, at_most
from kanamj.yaku.win import Win, Word

Rank: TypeAlias = tuple[int, int, int, int, int]
"""-points, -1 for a yakuman of its own (else 0), -han (those of the other yaku and the bonus), the highest cost, the
sum of the costs."""


class Choice(NamedTuple):
    """A split with a reading of each word, and what it is worth. worth: name -> han and words, yaku and bonuses; empty
    without a yaku. Choices are compared by rank and readings; the smallest is the best."""

    rank: Rank
    readings: list[str]
    win: Win
    worth: dict[str, tuple[int, int]]


class Bounds:
    """What the choices of a hand can be worth at most.

    rules: the rules. how: how the hand was won. Raises KanamjError for events that cannot be.
    """

    def __init__(self, rules: ScoringRules, how: How) -> None:
        self.rules, self.events, called = rules, how.events(rules), bool(how.called)
        self.bonuses = {yaku.name for yaku in rules.yaku if yaku.bonus}
        self._sticks = [
            sum(each.sticks for each in how.payments(rules, han)) for han in range(YAKUMAN_HAN + 1)
        ]
        most = {yaku.name: yaku.most for yaku in rules.yaku}
        # Of yaku that are made of all long words: in a hand with a called word, they are open.
        whole = {yaku.name: yaku.open or 0 if called else yaku.most for yaku in rules.yaku}
        excludes = {(yaku.name, name) for yaku in rules.yaku for name in yaku.excludes}
        alone = excludes >= {(yaku.name, name) for yaku in TABLE for name in yaku.excludes}

        def one_of(*han: int) -> int:
            return at_most(*han) if alone else sum(han)

        first, last = most.get("同頭", 0), most.get("同尾", 0)
        both = one_of(whole.get("同頭同尾", 0), first + last)
        self.letters = (0, last, first, both)
        chains = (0, 0, most.get("二連", 0), most.get("三連", 0), whole.get("四連", 0), whole.get("五連", 0))
        self.chains = [one_of(*chains[: longest + 1]) for longest in range(6)]
        self.alone, self.joined = most.get("回文", 0), most.get("重回文", 0)
        self.longer = rules.of("重回文").more if self.joined else 0
        self.vowels, self.row = whole.get("五音", 0), whole.get("純行", 0)
        special = whole.get("特文", 0)
        self.special = special, one_of(special, whole.get("純特文", 0))
        same = most.get("同言", 0)
        self.same = same, one_of(same, whole.get("重言", 0))
        self.others = sum(
            yaku.most for yaku in rules.yaku if not yaku.fixed and (yaku.own or yaku.name not in KNOWN)
        )

    def rank(self, yaku: int, bonus: int, costs: Sequence[int]) -> Rank:
        """The rank of a choice with these han of yaku (YAKUMAN for a yakuman), this bonus, and words of these costs."""
        if not yaku:
            return 0, 0, 0, max(costs), sum(costs)
        yakuman, han = divmod(yaku, YAKUMAN)
        own, han = yakuman > 0, han + bonus
        sticks = self._sticks[YAKUMAN_HAN if own else min(han, YAKUMAN_HAN)]
        return -sticks, -own, -han, max(costs), sum(costs)

    def han(self, split: Split) -> int:
        """The most han of those yaku that are not fixed."""
        seen = shared = seen_last = shared_last = alone = 0
        for slot in split:
            shared |= seen & slot.first
            seen |= slot.first
            shared_last |= seen_last & slot.last
            seen_last |= slot.last
            alone += slot.alone
        han = self.others + self.letters[2 * (shared > 0) + (shared_last > 0)]
        if len(split) == 7:
            return han + self.alone * alone
        p, a, b, c, d = split
        if self.joined and seen & (p.tail | a.tail | b.tail | c.tail | d.tail):
            han += self._joined(split, alone)
        else:
            han += self.alone * alone
        if (a.link | b.link | c.link | d.link) & (a.first | b.first | c.first | d.first):
            han += self.chains[longest_chain(split)]
        if p.vowel | a.vowel | b.vowel | c.vowel | d.vowel == 31:
            han += self.vowels
            if p.row & a.row & b.row & c.row & d.row:
                han += self.row
        if a.special and b.special and c.special and d.special:
            han += self.special[p.special]
        if len({a.key, b.key, c.key, d.key}) < 4:
            keys = sorted((a.key, b.key, c.key, d.key))
            han += self.same[keys[0] == keys[1] and keys[2] == keys[3]]
        return han

    def _joined(self, split: Split, alone: int) -> int:
        """The most han of 重回文 and 回文. alone: in how many slots a reading reads the same backwards."""
        best = self.alone * alone
        odd = [0]
        for slot in split:
            odd += [bits ^ slot.odd for bits in odd]
        for chosen in TWO_OR_MORE:
            if not odd[chosen] & odd[chosen] - 1:
                inside = [slot for i, slot in enumerate(split) if chosen >> i & 1]
                size, left = sum(slot.size for slot in inside), alone - sum(slot.alone for slot in inside)
                best = at_most(best, self.joined + self.longer * (size - 4) + self.alone * left)
        return best


def longest_chain(split: Split) -> int:
    """The number of words of the longest chain of long words that the slots allow; 5 if the pair-word begins it."""
    p, *long = split
    links = 0
    for i, (one, other) in enumerate(LONG_PAIRS):
        if long[one].link & long[other].first:
            links |= 1 << i
    longest, starts = _longest(links)
    if longest == 4 and any(p.link & long[i].first for i in starts):
        return 5
    return longest


@lru_cache(maxsize=4096)
def _longest(links: int) -> tuple[int, tuple[int, ...]]:
    """The number of words of the longest path, and with which long words a path of four begins. links: bit i is set if
    the pair i of LONG_PAIRS is linked."""
    linked = {pair for i, pair in enumerate(LONG_PAIRS) if links >> i & 1}
    paths = {
        path[:size]
        for path in permutations(range(4))
        for size in (2, 3, 4)
        if all(pair in linked for pair in pairwise(path[:size]))
    }
    longest = max(map(len, paths), default=1)
    return longest, tuple({path[0] for path in paths if len(path) == 4})


LONG_PAIRS = tuple(permutations(range(4), 2))
TWO_OR_MORE = tuple(chosen for chosen in range(32) if chosen.bit_count() > 1)
KNOWN = {"同頭", "同尾", "同頭同尾", "回文", "重回文", "二連", "三連", "四連", "五連", "五音", "純行"}
KNOWN |= {"特文", "純特文", "同言", "重言"}
"""The yaku that `Bounds.han` bounds by the slots."""


class Search:
    """Finds the best choices of a hand. keep: how many; their yaku differ.

    forms: the ways to split the hand, for each form that may be a win; a form is only split if it can still win.
    """

    def __init__(self, bounds: Bounds, keep: int = 1) -> None:
        self.bounds, self.keep = bounds, keep
        self.best: dict[frozenset[tuple[str, int]], Choice] = {}
        self.limit: Rank | None = None
        """The rank of the last choice that is kept, None while there are fewer than `keep`."""
        self.valued = 0

    def add(self, splits: Sequence[Split]) -> None:
        """Value the choices of these splits, as far as they may be among the best."""
        if not splits:
            return
        han, sample = self.bounds.han, self._win([slot.singles[0] for slot in splits[0]])
        fixed, bonus = self._sum(self.bounds.rules.worth(sample, fixed=True))
        rank_of = self.bounds.rank
        nodes = [
            (rank_of(fixed + han(split), bonus, [slot.cost for slot in split]), n, split)
            for n, split in enumerate(splits)
        ]
        heapify(nodes)
        n = len(nodes)
        while nodes:
            rank, _, split = heappop(nodes)
            if self.limit is not None and rank > self.limit:
                return
            widest = max(range(len(split)), key=lambda i: len(split[i].words))
            if len(split[widest].words) == 1:
                self._value(split)
                continue
            for single in split[widest].singles:
                node = (*split[:widest], single, *split[widest + 1 :])
                n += 1
                heappush(nodes, (rank_of(fixed + han(node), bonus, [slot.cost for slot in node]), n, node))

    def add_pairs(self, there: Letters) -> None:
        """Value the ways to read the letters as seven pairs, if they may be among the best."""
        slots, letters, bounds = there.slots(2), there.letters, self.bounds
        fake = Win([Word(letters[i : i + 2], "") for i in range(0, 14, 2)], bounds.events)
        fixed, bonus = self._sum(bounds.rules.worth(fake, fixed=True))
        most = bounds.others + bounds.letters[3] + bounds.alone * min(7, sum(slot.alone for slot in slots))
        if self.limit is None or bounds.rank(fixed + most, bonus, [0]) <= self.limit:
            self.add(there.pairs)

    def _win(self, split: Iterable[Slot]) -> Win:
        rules = self.bounds.rules
        return Win([slot.words[0] for slot in split], self.bounds.events, rules.ends == "large")

    def _sum(self, worth: dict[str, tuple[int, int]]) -> tuple[int, int]:
        """The han of the yaku, and the bonus."""
        bonus = sum(han for name, (han, _) in worth.items() if name in self.bounds.bonuses)
        return sum(han for han, _ in worth.values()) - bonus, bonus

    def _value(self, split: Split) -> None:
        win = self._win(split)
        readings = sorted(word.reading for word in win.words)
        if win.seven_pairs and len(set(readings)) < len(readings):
            return
        self.valued += 1
        worth = self.bounds.rules.worth(win)
        yaku, bonus = self._sum(worth)
        choice = Choice(
            self.bounds.rank(yaku, bonus, [word.cost for word in win.words]),
            readings,
            win,
            worth if yaku else {},
        )
        kind = frozenset((name, han) for name, (han, _) in choice.worth.items())
        if kind not in self.best or choice[:2] < self.best[kind][:2]:
            self.best[kind] = choice
            kept = sorted(self.best.items(), key=lambda item: item[1][:2])[: self.keep]
            self.best = dict(kept)
            if len(kept) == self.keep:
                self.limit = kept[-1][1].rank
