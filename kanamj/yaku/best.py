"""The best choice of arrangement and readings, exactly: a search with a bound.

A node is a split of the hand with a slot for each word; a slot has one or several readings. Its bound says how good the
best choice of readings can be. Nodes are taken best bound first: a node whose slots have one reading each is valued; in
any other, one slot is read in each way. The search ends when the best node left is worse than the best choice valued.

Why that is exact. A choice is ranked by the tuple (-merit, highest cost, sum of costs, readings), the smallest first;
the bound of a node is such a tuple without readings. Suppose that each choice of a node has at most as much merit as
its bound, and at least its costs. Then the tuple of each choice is not smaller than the bound. So the choices of nodes
that were not taken are worse than the best one valued, which ends the proof. It remains to prove the bound of the han
(`Bounds.han`). The han of a choice are a sum over yaku; those left out for another one only lower the sum, so each yaku
may be bounded by itself:

- What is fixed, and yaku from outside: by what they are worth at most.
- 同頭 needs two words that share a first letter, so two slots whose sets of first letters share one; 同尾 the same with
  last letters; 同頭同尾 needs both. If 同頭同尾 excludes the others, the greater of 同頭同尾 and 同頭 + 同尾 is enough.
- 回文: a slot in which no reading reads the same backwards gives none. 重回文: the text of the joined words has at most
  one letter an odd number of times, and that depends on the keys only; so the text has at most one letter more than the
  letters of the win make pairs of equal ones, and only sets of words so small are looked at. Its words give no 回文.
  The largest is counted, and the bound takes the best of all sets.
- Chains: a chain goes from word to word where the last letters of the one slot share one with the first letters of the
  next. Of the lengths up to the longest such path, the one worth most is enough, as only one length counts.
- 五音, 純行: the first letters of the slots have all vowels; all slots can begin in one row.
- 特文, 純特文, and the kans: by the letters, so exactly. 同言, 重言: the words have the same key.

"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from heapq import heappop, heappush
from itertools import combinations, count
from operator import attrgetter, or_
from typing import NamedTuple, TypeAlias

from kanamj.errors import KanamjError
from kanamj.lexicon import key_of
from kanamj.yaku.how import How
from kanamj.yaku.rules import ScoringRules
from kanamj.yaku.slots import FIRSTS, Letters, Split, WordSlot, longest_chain
from kanamj.yaku.table import TABLE, YAKUMAN, at_most
from kanamj.yaku.win import Win, Word, reads_back

Rank: TypeAlias = tuple[int, int, int]
"""-merit, the highest cost, and the sum of the costs. The merit is YAKUMAN for a yakuman of its own, and the han of the
other yaku and the bonus; 0 without a yaku. More han are never fewer points, so more merit is never fewer points."""


class Choice(NamedTuple):
    """A split with a reading of each word, and what it is worth.

    worth: name -> han and words, yaku and bonuses; empty without a yaku. Choices are compared by rank and readings;
        the smallest is the best.
    """

    rank: Rank
    readings: list[str]
    win: Win
    worth: dict[str, tuple[int, int]]


class Bounds:
    """The most that the choices of a hand can be worth.

    rules: the rules.
    how: how the hand was won.

    Raises KanamjError for events that cannot be.
    """

    def __init__(self, rules: ScoringRules, how: How) -> None:
        self.rules, self.events, called = rules, how.events(rules), bool(how.called)
        self.order = {(key_of(word), i < len(how.called)): i for i, word in enumerate(how.words)}
        self.called, self.reads = how.words, 0
        self.bonuses = {yaku.name for yaku in rules.yaku if yaku.bonus}
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
        self.same = 0, same, one_of(same, whole.get("重言", 0))
        self.others = sum(
            yaku.most for yaku in rules.yaku if not yaku.fixed and (yaku.own or yaku.name not in KNOWN)
        )

    def win(self, words: Iterable[Word]) -> Win:
        return Win(tuple(words), self.events, self.rules.ends == "large")

    def sums(self, worth: dict[str, tuple[int, int]]) -> tuple[int, int]:
        """Returns the han of the yaku, YAKUMAN for a yakuman, and the bonus."""
        bonus = sum(han for name, (han, _) in worth.items() if name in self.bonuses)
        return sum(han for han, _ in worth.values()) - bonus, bonus

    def merit(self, yaku: int, bonus: int) -> int:
        """Returns the merit of a choice with these han of yaku and this bonus; see `Rank`."""
        own, han = divmod(yaku, YAKUMAN)
        return (own > 0) * YAKUMAN + han + bonus if yaku else 0

    def han(self, split: Split, joins: Iterable[int]) -> int:
        """Returns the most han of those yaku that are not fixed.

        joins: the sets of words that may make 重回文.
        """
        seen = shared = alone = vowel = special = 0
        row = -1
        for slot in split:
            ends = slot.ends
            shared |= seen & ends
            seen |= ends
            alone += slot.alone
            vowel |= slot.vowel
            row &= slot.row
            special += slot.special
        han = self.others + self.letters[2 * (shared & FIRSTS > 0) + (shared > FIRSTS)]
        if len(split) == 7:
            return han + self.alone * alone
        if vowel == 31:
            han += self.vowels + (self.row if row else 0)
        pair, a, b, c, d = split
        if special - pair.special == 4:
            han += self.special[pair.special]
        if len({a.key, b.key, c.key, d.key}) < 4:
            han += self.same[self._same((a, b, c, d))]
        if (a.link | b.link | c.link | d.link) & seen:
            han += self.chains[longest_chain(split)]
        return han + self._joined(split, alone, joins)

    def _same(self, long: Sequence[WordSlot]) -> int:
        """2 if two pairs of these words may be equal, 1 if one pair may, 0 if none may."""
        equal = [{i, j} for i, j in combinations(range(4), 2) if {*long[i].readings} & {*long[j].readings}]
        return 2 if any(a.isdisjoint(b) for a in equal for b in equal) else len(equal[:1])

    def _joined(self, split: Split, alone: int, joins: Iterable[int]) -> int:
        """The most han of 重回文 and 回文. alone: in how many slots a reading reads the same backwards."""
        best = self.alone * alone
        for inside in self._inside(split, joins):
            size, left = sum(slot.size for slot in inside), alone - sum(slot.alone for slot in inside)
            most = at_most(best, self.joined + self.longer * (size - 4) + self.alone * left)
            if most > best and reads_back(tuple([slot.readings for slot in inside])):
                best = most
        return best

    def _inside(self, split: Split, joins: Iterable[int]) -> list[list[WordSlot]]:
        """The words of those of the sets that have at most one letter an odd number of times."""
        if not joins:
            return []
        odd = [0]
        for slot in split:
            bits = slot.odd
            odd += [each ^ bits for each in odd]
        found = [chosen for chosen in joins if not odd[chosen] & odd[chosen] - 1]
        return [[slot for i, slot in enumerate(split) if chosen >> i & 1] for chosen in found]

    def read(self, split: Split, place: int, joins: Sequence[int]) -> list[Split]:
        """Returns the splits in which the slot at this place has one reading, a split per reading.

        A kan has up to 120 readings: of those that cannot differ in their yaku beside the other words, only the
        best-known is taken. (Each kan has a slot of its own.)
        """
        slot = split[place]
        read = [(*split[:place], single, *split[place + 1 :]) for single in slot.singles]
        if len(read) < MANY or self.others:
            return read
        self.reads += 1
        if self.reads > MOST_READS:
            raise KanamjError(
                "{} can be read in too many ways to compare them all; give each kan as the list reads it",
                "・".join(self.called),
            )
        others = [*split[:place], *split[place + 1 :]]
        ends, first, link = (reduce(or_, map(attrgetter(name), others)) for name in ("ends", "first", "link"))
        beside = [
            [other.readings for other in inside if other is not slot]
            for inside in self._inside(split, joins)
            if slot in inside
        ]
        own = {reading for other in others for reading in other.readings}
        own |= {text for text in slot.readings if any(reads_back(((text,), *rest)) for rest in beside)}
        kinds: dict[object, Split] = {}
        for each in read:
            one = each[place]
            shared = one.ends & ends, one.first & link, one.link & first, one.vowel, one.row, one.alone
            kinds.setdefault((shared, one.readings if one.readings[0] in own else ()), each)
        return [*kinds.values()]


LEAST = {chosen: 3 * chosen.bit_count() - chosen % 2 for chosen in range(32) if chosen.bit_count() > 1}
"""The sets of two or more of five words, each with the least number of letters that they have."""
MANY = 10
"""From this number of readings on, readings are compared before they are taken; a word of three letters has fewer."""
MOST_READS = 3000
"""So often a kan with MANY readings is read in each of them; only kans with the same letters need more (3 seconds)."""
TRIED = 5
"""How many splits are valued, by the best-known readings, before all are compared for a yaku."""
KNOWN = {"同頭", "同尾", "同頭同尾", "回文", "重回文", "二連", "三連", "四連", "五連", "五音", "純行"}
KNOWN |= {"特文", "純特文", "同言", "重言"}
"""The yaku that `Bounds.han` bounds by the slots."""


def place_to_read(split: Split) -> int:
    """Returns the place of the slot that is read next: of those with several readings, the one that shares most first
    and last letters with others."""
    seen = shared = 0
    for slot in split:
        shared |= seen & slot.ends
        seen |= slot.ends
    ranks = [(len(slot.words) > 1, (slot.ends & shared).bit_count(), len(slot.words)) for slot in split]
    return ranks.index(max(ranks))


class BestChoices:
    """Finds the best choices of a hand.

    keep: how many; their yaku differ.
    compared: the number of splits so far.
    """

    def __init__(self, bounds: Bounds, keep: int = 1) -> None:
        self.bounds, self.keep, self.compared = bounds, keep, 0
        self.best: dict[frozenset[tuple[str, int]], Choice] = {}
        self.limit: Rank | None = None
        """The rank of the last choice that is kept, None while there are fewer than `keep`."""

    def add(self, letters: Letters, drawn: str, pairs: int = 1) -> None:
        """Value the choices of these letters with the drawn one, as far as they may be among the best."""
        bounds, nodes, number = self.bounds, list[tuple[Rank, int, Split | list[Split]]](), count()
        splits = letters.splits(drawn, pairs)
        self.compared += len(splits)
        if not splits:
            return
        some = bounds.win(slot.words[0] for slot in splits[0])
        fixed, bonus = bounds.sums(bounds.rules.worth(some, fixed=True))
        letters_there = Counter("".join(slot.key for slot in splits[0]))
        longest = 2 * sum(number // 2 for number in letters_there.values()) + 1
        joins = [chosen for chosen, least in LEAST.items() if least <= longest] if bounds.joined else []
        # Most splits are never taken: those with one merit wait in one node, whose costs are at least 0.
        by_merit = defaultdict[int, list[Split]](list)
        for split in splits:
            by_merit[bounds.merit(fixed + bounds.han(split, joins), bonus)].append(split)
        for merit, alike in by_merit.items():
            heappush(nodes, ((-merit, 0, 0), next(number), alike))
        while nodes and (self.limit is None or nodes[0][0] <= self.limit):
            (least, *_), _, node = heappop(nodes)
            if isinstance(node, list):
                parts = [(least, split) for split in node]
            else:
                widest = place_to_read(node)
                if len(node[widest].words) == 1:
                    self.value([slot.words[0] for slot in node])
                    continue
                read = bounds.read(node, widest, joins)
                parts = [(-bounds.merit(fixed + bounds.han(split, joins), bonus), split) for split in read]
            for least, split in parts:
                costs = [slot.cost for slot in split]
                rank = least, max(costs), sum(costs)
                if self.limit is None or rank <= self.limit:
                    heappush(nodes, (rank, next(number), split))

    def have_yaku(self, letters: Letters, drawn: str, pairs: int = 1) -> bool:
        """Returns True if some choice of these letters has a yaku. Nearly always it is one of the first that are
        valued; only where none of them has one, all are compared."""
        splits = letters.splits(drawn, pairs)
        for split in splits[:TRIED]:
            self.value([slot.words[0] for slot in split])
            if any(choice.worth for choice in self.best.values()):
                return True
        if splits:
            self.add(letters, drawn, pairs)
        return any(choice.worth for choice in self.best.values())

    def value(self, words: Sequence[Word]) -> None:
        """Value a choice, in any order of its words."""
        order, readings = self.bounds.order, sorted(word.reading for word in words)

        def place(word: Word) -> tuple[int, int, str]:
            return order.get((key_of(word.reading), word.called), -1), len(word.reading), word.reading

        if len(words) == 7 and len(set(readings)) < 7:
            return
        bounds, win = self.bounds, self.bounds.win(sorted(words, key=place))
        worth = bounds.rules.worth(win)
        merit = bounds.merit(*bounds.sums(worth))
        costs = [word.cost for word in words]
        choice = Choice((-merit, max(costs), sum(costs)), readings, win, worth if merit else {})
        kind = frozenset((name, han) for name, (han, _) in choice.worth.items())
        if kind not in self.best or choice[:2] < self.best[kind][:2]:
            self.best[kind] = choice
            kept = sorted(self.best.items(), key=lambda item: item[1][:2])[: self.keep]
            self.best = dict(kept)
            if len(kept) == self.keep:
                self.limit = kept[-1][1].rank
