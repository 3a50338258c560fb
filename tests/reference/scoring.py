"""What a win is worth, by brute force: all arrangements, all readings, all orders of words. It is written from the
rules alone and imports nothing of kanamj.

A list is key -> reading -> (cost, whether it has a flag); -1 is an unknown cost. A win is the letters of the hand, its
called words as pairs (word, kind) with the kinds "pon", "kan" and "closed-kan", and events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

Words = Mapping[str, Mapping[str, int]]
SPECIAL = set("がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゃゅょっー")
VOWEL_ROWS = {
    "あ": "あかさたなはまやらわがざだばぱゃ",
    "い": "いきしちにひみりぎじぢびぴ",
    "う": "うくすつぬふむゆるぐずづぶぷゅ",
    "え": "えけせてねへめれげぜでべぺ",
    "お": "おこそとのほもよろごぞどぼぽょ",
}
ROWS = "あいうえお かきくけこ さしすせそ たちつてと なにぬねの はひふへほ まみむめも らりるれろ "
ROWS += "がぎぐげご ざじずぜぞ だぢづでど ばびぶべぼ ぱぴぷぺぽ"
BIG = 10**12


def read_words(path: Path) -> dict[str, dict[str, int]]:
    """A `words.tsv`: key -> reading -> the least cost of its words."""
    found: dict[str, dict[str, int]] = {}
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    names = head.split("\t")
    for line in lines:
        row = dict(zip(names, line.split("\t"), strict=True))
        cost = int(row["cost"])
        cost = BIG if cost < 0 else cost
        key = "".join(sorted(row["reading"]))
        readings = found.setdefault(key, {})
        readings[row["reading"]] = min(cost, readings.get(row["reading"], cost))
    return found


def splits(hand: str, words: Words, sizes: Sequence[int]) -> set[tuple[str, ...]]:
    """All ways to split the hand into keys of these sizes, the shortest first, as sorted tuples."""

    @cache
    def of(letters: str, left: tuple[int, ...]) -> frozenset[tuple[str, ...]]:
        if not left:
            return frozenset({()} if not letters else ())
        found = set()
        for size in set(left):
            rest = list(left)
            rest.remove(size)
            for others in set(combinations(range(1, len(letters)), size - 1)):
                key = "".join(letters[i] for i in (0, *others))
                if key in words:
                    remaining = "".join(letters[i] for i in range(1, len(letters)) if i not in others)
                    for more in of(remaining, tuple(rest)):
                        found.add(tuple(sorted((key, *more), key=lambda each: (len(each), each))))
        return frozenset(found)

    return set(of("".join(sorted(hand)), tuple(sorted(sizes))))


def choices(
    hand: str, called: Sequence[tuple[str, str]], words: Words, pairs: bool
) -> Iterator[tuple[list[tuple[str, int, bool]], bool]]:
    """Every choice: its words as (reading, cost, called), the pair-word first; and whether it is seven pairs."""
    given = []
    for word, kind in called:
        known = words.get("".join(sorted(word)), {})
        if word in known:
            known = {word: known[word]}
        given.append([(each, cost, kind != "closed-kan") for each, cost in (known or {word: BIG}).items()])
    for split in splits(hand, words, [2, *[3] * (4 - len(called))]):
        own = [[(reading, cost, False) for reading, cost in words[key].items()] for key in split]
        for chosen in product(*own, *given):
            yield list(chosen), False
    if pairs and not called:
        for split in splits(hand, words, [2] * 7):
            for chosen in product(*[[(r, cost, False) for r, cost in words[key].items()] for key in split]):
                if len({reading for reading, _, _ in chosen}) == 7:
                    yield list(chosen), True


def end(word: str, online: bool) -> str:
    while len(word) > 1 and word.endswith("ー"):
        word = word[:-1]
    large = dict(zip("ゃゅょっ", "やゆよつ", strict=True)) if online else {}
    return large.get(word[-1], word[-1])


def yaku_of(
    win: Sequence[tuple[str, int, bool]],
    seven: bool,
    events: Mapping[str, Any],
    online: bool = False,
    plain: bool = False,
) -> tuple[dict[str, int], int]:
    """Yaku -> han (-1 for a yakuman), and the bonus. plain: the tiles have no voiced letters."""
    words = [reading for reading, _, _ in win]
    opened = [called for _, _, called in win]
    closed_hand = not any(opened)
    n = len(words)

    def worth(places: Sequence[int], open_: int, closed: int) -> int:
        return open_ if any(opened[i] for i in places) else closed

    found: dict[str, int] = {}

    def put(name: str, han: int) -> None:
        if han:
            found[name] = han if -1 not in (han, found.get(name)) else -1

    first = bool(events.get("first"))
    if closed_hand and events["win"] == "tsumo":
        put("門前清自摸和", 1)
    if events.get("open_riichi"):
        put("オープンリーチ", 3 if first else 2)
    elif events.get("riichi"):
        put("立直", 2 if first else 1)
    if events.get("ippatsu"):
        put("一発", 1)
    for name in ("天和", "地和"):
        if name in events.get("declare", ()):
            put(name, 4)
    letters = "".join(words)
    special = [letter for letter in letters if letter in SPECIAL]
    if not special and not (online and plain):
        put("清文", 2 if closed_hand else 1)
    heads = [(i, j) for i, j in combinations(range(n), 2) if words[i][0] == words[j][0]]
    tails = [(i, j) for i, j in combinations(range(n), 2) if end(words[i], online) == end(words[j], online)]
    if any(not {*head} & {*tail} for head in heads for tail in tails):
        put("同頭同尾", 4 if closed_hand else 3)
    else:
        put("同頭", max((worth(pair, 1, 2) for pair in heads), default=0))
        put("同尾", max((worth(pair, 1, 2) for pair in tails), default=0))
    joined: tuple[int, ...] = ()
    if not seven:
        best = (0, 0)
        for size in range(2, n + 1):
            for order in permutations(range(n), size):
                text = "".join(words[i] for i in order)
                if text == text[::-1]:
                    costs = sum(words[i] == words[i][::-1] for i in order)
                    if (len(text), -costs) > best:
                        best, joined = (len(text), -costs), order
        if joined:
            put("重回文", 3 + best[0] - 4)
    put("回文", sum(word == word[::-1] for i, word in enumerate(words) if i not in joined))
    bonus = sum((1 if online else len(word) - 3) for word in words if len(word) > 3)
    bonus += max(0, len(special) - 3)
    if seven:
        put("七対子", 2)
        return found, bonus
    long = range(1, n)

    def linked(order: Sequence[int]) -> bool:
        return all(
            end(words[a], online) == words[b][0] and end(words[a], online) != "ん" for a, b in pairwise(order)
        )

    fives = [order for order in permutations(long) if linked((0, *order))]
    if fives:
        put("五連", worth(range(n), 8, -1))
    else:
        for size, name, open_, closed in ((4, "四連", 6, 8), (3, "三連", 4, 5), (2, "二連", 2, 3)):
            chains = [order for order in permutations(long, size) if linked(order)]
            if chains:
                put(name, max(worth(order, open_, closed) for order in chains))
                break
    row = "".join(sorted(word[0] for word in words)) in ROWS.split()
    if row:
        put("純行", worth(range(n), 6 if online else 4, 8 if online else 5))
    vowels = [vowel for word in words for vowel in VOWEL_ROWS if word[0] in VOWEL_ROWS[vowel]]
    if sorted(vowels) == list("あいうえお") and not (row and online):
        put("五音", worth(range(n), 2, 4))
    has = [bool(SPECIAL & {*word}) for word in words]
    if all(has):
        put("純特文", worth(range(n), 3, 4))
    elif all(has[1:]) and not (online and plain):
        put("特文", worth(long, 2, 3))
    twice = [(i, j) for i, j in combinations(long, 2) if words[i] == words[j]]
    double = [a + b for a in twice for b in twice if words[a[0]] < words[b[0]]]
    if double:
        hans = [worth(four, 8, -1) for four in double]
        put("重言", -1 if -1 in hans else 8)
    else:
        put("同言", max((worth(pair, 3, 4) for pair in twice), default=0))
    kans = [i for i in long if len(words[i]) > 3]
    three = max((worth(some, 1, 3) for some in combinations(kans, 3)), default=0)
    four = max((worth(some, 2, 4) for some in combinations(kans, 4)), default=0)
    put(*(("三槓子", three) if three > four else ("四槓子", four)))
    declared = {"同種": (3, 4), "純同種": (4, 5), "作文": (0, 3 if online else 4)}
    for name, (open_, closed) in declared.items():
        if name in events.get("declare", ()):
            put(name, worth(range(n), open_, closed))
    return found, bonus


POINTS = [(13, 32, 48), (11, 24, 36), (8, 16, 24), (6, 12, 18), (4, 8, 12), (3, 4, 6), (2, 2, 3), (1, 1, 2)]
TSUMO = {13: (8, 16), 11: (6, 12), 8: (4, 8), 6: (3, 6), 4: (2, 4), 3: (1, 2), 2: (1, 1), 1: (1, 1)}


def points_of(han: int, win: str, dealer: bool, players: int = 4) -> int:
    """The sticks for a win; 13 han for a yakuman."""
    least, child, deal = next(row for row in POINTS if han >= row[0])
    if win == "ron":
        return deal if dealer else child
    each, dealer_pays = TSUMO[least]
    return dealer_pays * (players - 1) if dealer else dealer_pays + each * (players - 2)


def score(
    hand: str,
    called: Sequence[tuple[str, str]],
    words: Words,
    events: Mapping[str, Any],
    online: bool = False,
    plain: bool = False,
) -> dict[str, Any] | None:
    """The best choice: han, bonus, yakuman, yaku, points and the readings, sorted; None if the hand is not complete."""
    best: tuple[Any, ...] | None = None
    for win, seven in choices(hand, called, words, pairs=not online):
        found, bonus = yaku_of(win, seven, events, online, plain)
        own = -1 in found.values()
        han = sum(each for each in found.values() if each > 0)
        if not found:
            bonus = 0
        points = (
            points_of(13 if own else han + bonus, events["win"], bool(events.get("dealer"))) if found else 0
        )
        costs = [cost for _, cost, _ in win]
        readings = sorted(reading for reading, _, _ in win)
        rank = (-points, not own, -(han + bonus), max(costs), sum(costs), readings)
        if best is None or rank < best[0]:
            best = rank, han, bonus, own or han + bonus >= 13, found, points, readings
    if best is None:
        return None
    names = ("han", "bonus", "yakuman", "yaku", "points", "words")
    return dict(zip(names, best[1:], strict=True))
