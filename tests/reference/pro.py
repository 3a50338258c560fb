"""The game by the PRO rules, from the rules alone and by brute force: a recorded hand is played again, line by line.
What a win is worth is the reference of scoring.py; nothing of kanamj is imported.

A list is key -> reading -> cost. `Model` holds a hand after the deal; `legal` says what a seat may do, as texts such as
"discard あ", "call かさな", "ron"; `play` takes a line of a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from typing import Any

from tests.reference.scoring import TSUMO, Words, points_of, yaku_of

DEAD_WALL = 14


@dataclass
class Seat:
    """What lies before a player. melds: keys. thrown: all discards, called ones too."""

    hand: list[str]
    points: int
    melds: list[str] = field(default_factory=list)
    thrown: list[str] = field(default_factory=list)
    turns: int = 0
    riichi: str = ""
    ippatsu: bool = False
    missed: bool = False


@dataclass
class Model:
    """A hand of the game. online: by `pro-online`."""

    words: Words
    wall: list[str]
    seats: list[Seat]
    dealer: int
    deposits: int
    honba: int
    online: bool = False
    kinds: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.keys: dict[str, list[str]] = {}
        for key in self.words:
            for letter in set(key) if len(key) < 4 else ():
                self.keys.setdefault(letter, []).append(key)
        self.known: dict[tuple[str, int, int, int], bool] = {}
        self.rests: dict[tuple[str, int], list[tuple[str, str, int]]] = {}
        self.turn, self.drawn, self.last = self.dealer, "", ""
        self.phase, self.answers = "discard", dict[int, str]()
        players = len(self.seats)
        for i in range(players):
            seat = self.seats[(self.dealer + i) % players]
            seat.hand = [self.wall.pop(0) for _ in range(13)]
        self.how, self.winners, self.tenpai = "", list[int](), list[int]()
        self.yaku = Counter[str]()
        self.draw()

    # -- hands ---------------------------------------------------------------------------------------------------------

    def complete(self, hand: Sequence[str], melds: int, missing: int = 0) -> bool:
        """Whether the hand, with so many more letters as one likes, is a win by its form."""
        letters = "".join(sorted(hand))
        return self._splits(letters, 1, 4 - melds, missing) or (
            not melds and not self.online and self._pairs(letters, frozenset(), missing)
        )

    def _rests(self, letters: str, missing: int) -> list[tuple[str, str, int]]:
        """The words with the first of these letters that lack at most so many: key, letters left, how many it lacks."""
        if (letters, missing) not in self.rests:
            found = []
            for key in self.keys.get(letters[0], ()):
                rest, lacks = letters, 0
                for letter in key:
                    if letter in rest:
                        rest = rest.replace(letter, "", 1)
                    else:
                        lacks += 1
                if lacks <= missing:
                    found.append((key, rest, lacks))
            self.rests[letters, missing] = found
        return self.rests[letters, missing]

    def _splits(self, letters: str, pairs: int, longs: int, missing: int) -> bool:
        if not letters:
            return not pairs and not longs
        asked = letters, pairs, longs, missing
        if asked not in self.known:
            self.known[asked] = any(
                self._splits(rest, pairs - (len(key) == 2), longs - (len(key) == 3), missing - lacks)
                for key, rest, lacks in self._rests(letters, missing)
                if (pairs if len(key) == 2 else longs)
            )
        return self.known[asked]

    def _pairs(self, letters: str, used: frozenset[str], missing: int) -> bool:
        """Whether there are seven pairs of different readings; `used` are there already."""
        if not letters or not self._splits(letters, 7 - len(used), 0, missing):
            return not letters and len(used) == 7
        return any(
            self._pairs(rest, used | {reading}, missing - lacks)
            for key, rest, lacks in self._rests(letters, missing)
            if len(key) == 2
            for reading in self.words[key].keys() - used
        )

    def ways(self, letters: str, pairs: int, longs: int) -> Iterator[list[str]]:
        """All ways to split the letters into so many keys of two and three letters."""
        if not letters:
            yield []
        elif self._splits(letters, pairs, longs, 0):
            for key, rest, _ in self._rests(letters, 0):
                if pairs if len(key) == 2 else longs:
                    for more in self.ways(rest, pairs - (len(key) == 2), longs - (len(key) == 3)):
                        yield [key, *more]

    def choices(
        self, place: int, hand: Sequence[str], win: str
    ) -> Iterator[tuple[dict[str, int], int, bool]]:
        """Of each arrangement and reading of a win: the yaku and the bonus, and whether it has a yakuman."""
        seat, letters, events = self.seats[place], "".join(sorted(hand)), self.events(place, win)
        ordinary = ((sorted(way, key=len), False) for way in self.ways(letters, 1, 4 - len(seat.melds)))
        may_pair = not seat.melds and not self.online
        for way, seven in chain(ordinary, ((way, True) for way in self.ways(letters, 7, 0) if may_pair)):
            for read in product(*(self.words[key] for key in (*way, *seat.melds))):
                if not seven or len(set(read)) == 7:
                    words = [(word, 0, i >= len(way)) for i, word in enumerate(read)]
                    yaku, bonus = yaku_of(words, seven, events, self.online, "が" not in self.kinds)
                    if yaku:
                        yield yaku, bonus, -1 in yaku.values()

    def worth(self, place: int, hand: Sequence[str], win: str) -> tuple[int, dict[str, int]]:
        """The best choice of a win: its han, 13 for a yakuman, and its yaku."""
        best = (0, False, 0), 0, dict[str, int]()
        for yaku, bonus, own in self.choices(place, hand, win):
            han = sum(each for each in yaku.values() if each > 0) + bonus
            counted = 13 if own else min(han, 13)
            points = points_of(counted, win, place == self.dealer)
            if (points, own, han) > best[0]:
                best = (points, own, han), counted, yaku
        return best[1:]

    def events(self, place: int, win: str) -> dict[str, Any]:
        seat, first = self.seats[place], []
        nobody_called = not any(each.melds for each in self.seats)
        if win == "tsumo" and place == self.dealer and seat.turns == 1:
            first = ["天和"]
        if win == "ron" and self.turn == self.dealer and self.seats[self.dealer].turns == 1 and nobody_called:
            first = ["地和"] if not seat.turns else []
        return {
            "win": win,
            "dealer": place == self.dealer,
            "riichi": seat.riichi != "",
            "first": seat.riichi == "first",
            "ippatsu": seat.ippatsu,
            "declare": first,
        }

    def wins(self, place: int, win: str) -> bool:
        seat = self.seats[place]
        hand = seat.hand if win == "tsumo" else [*seat.hand, self.last]
        if not self.complete(hand, len(seat.melds)):
            return False
        if (not seat.melds and win == "tsumo") or seat.riichi:  # a yaku by itself
            return True
        return any(True for _ in self.choices(place, hand, win))

    # -- what a player may do ------------------------------------------------------------------------------------------

    def to_act(self) -> list[int]:
        if self.phase != "answers":
            return [self.turn] if self.phase != "end" else []
        around = [(self.turn + i) % len(self.seats) for i in range(1, len(self.seats))]
        return [place for place in around if place not in self.answers]

    def legal(self, place: int) -> set[str]:
        if place not in self.to_act():
            return set()
        if self.phase == "draw":
            return {"draw"}
        return self._turn(place) if self.phase == "discard" else self._answers(place)

    def _turn(self, place: int) -> set[str]:
        seat = self.seats[place]
        found = {"tsumo"} if self.drawn and self.wins(place, "tsumo") else set()
        if seat.riichi:
            return found | {f"discard {self.drawn}"}
        for letter in set(seat.hand):
            found.add(f"discard {letter}")
            rest = list((Counter(seat.hand) - Counter(letter)).elements())
            if not seat.melds and seat.points > 0 and self.tenpai_with(rest, 0):
                found.add(f"riichi {letter}")
        return found

    def tenpai_with(self, hand: Sequence[str], melds: int) -> bool:
        return self.complete(hand, melds, 1)

    def _answers(self, place: int) -> set[str]:
        seat, found = self.seats[place], {"pass"}
        if self.may_ron(place) and not seat.missed and not self.furiten(place) and self.wins(place, "ron"):
            found.add("ron")
        if seat.riichi:
            return found
        if len(seat.melds) < 4:
            for size, event in ((3, "call"), (4, "kan")):
                if size == 4 and len(self.wall) <= DEAD_WALL:
                    continue
                for held in combinations(sorted(seat.hand), size - 1):
                    key = "".join(sorted((*held, self.last)))
                    if key in self.words:
                        found.add(f"{event} {key}")
        return found

    def may_ron(self, place: int) -> bool:
        return not self.seats[place].melds

    def furiten(self, place: int) -> bool:
        seat = self.seats[place]
        if self.online:
            return self.last in seat.thrown
        return any(self.complete([*seat.hand, letter], len(seat.melds)) for letter in set(seat.thrown))

    # -- the hand goes on ----------------------------------------------------------------------------------------------

    def draw(self) -> None:
        seat = self.seats[self.turn]
        self.drawn = self.wall.pop(0)
        seat.hand.append(self.drawn)
        seat.turns += 1
        seat.missed = seat.missed and seat.riichi != ""
        self.phase = "discard"

    def play(self, line: Mapping[str, Any]) -> None:
        """Take a line of a record."""
        event, place = line["event"], line["player"]
        seat = self.seats[place]
        if event == "draw":
            self.draw()
        elif event == "tsumo":
            self.end([place], "tsumo")
        elif event in ("discard", "riichi"):
            if not self.online and self.drawn and self.wins(place, "tsumo"):
                seat.missed = True
            seat.hand.remove(line["tile"])
            seat.thrown.append(line["tile"])
            seat.ippatsu = event == "riichi"
            if event == "riichi":
                first = seat.turns == 1 and not any(each.melds for each in self.seats)
                seat.riichi = "first" if first else "later"
                seat.points -= 1
                self.deposits += 1
            self.last, self.drawn, self.phase, self.answers = line["tile"], "", "answers", {}
        else:
            self.answers[place] = f"{event} {line.get('letters', '')}".strip()
            if len(self.answers) == len(self.seats) - 1:
                self.settle()

    def settle(self) -> None:
        around = [(self.turn + i) % len(self.seats) for i in range(1, len(self.seats))]
        if rons := [place for place in around if self.answers[place] == "ron"]:
            self.end(rons if len(rons) < 3 else [], "ron" if len(rons) < 3 else "rons")
            return
        for place in around:
            if not self.online and self.may_ron(place) and self.wins(place, "ron"):
                self.seats[place].missed = True
        for event in ("kan", "call"):
            for place in around:
                if self.answers[place].startswith(event):
                    seat, key = self.seats[place], self.answers[place].split()[1]
                    for letter in (Counter(key) - Counter(self.last)).elements():
                        seat.hand.remove(letter)
                    seat.melds.append(key)
                    for each in self.seats:
                        each.ippatsu = False
                    self.turn, self.drawn = place, ""
                    self.phase = "draw" if event == "kan" else "discard"
                    seat.turns += event == "call"
                    return
        if len(self.wall) <= DEAD_WALL:
            self.end([], "wall")
            return
        self.turn, self.phase = (self.turn + 1) % len(self.seats), "draw"

    def end(self, winners: list[int], how: str) -> None:
        self.how, self.winners, self.phase, players = how, winners, "end", len(self.seats)
        if how == "wall":
            ready = [
                place for place, seat in enumerate(self.seats) if self.complete(seat.hand, len(seat.melds), 1)
            ]
            total, others = players - 1, [place for place in range(players) if place not in ready]
            if ready and others:
                for place in range(players):
                    of = ready if place in ready else others
                    self.seats[place].points += (1 if of is ready else -1) * (total // len(of) or 1)
        for place in winners:
            first, child = place == winners[0], place != self.dealer
            seat = self.seats[place]
            hand = [*seat.hand, self.last] if how == "ron" else seat.hand
            han, yaku = self.worth(place, hand, how)
            self.yaku.update(yaku.keys())
            honba = self.honba if first else 0
            others = [(place + i) % players for i in range(1, players)]
            if how == "ron":
                pays = {self.turn: points_of(han, "ron", not child) + honba}
            else:
                row = TSUMO[next(least for least in TSUMO if han >= least)]
                pays = {other: row[1] if not child or other == self.dealer else row[0] for other in others}
                pays[self.dealer if child else others[0]] += honba
            for other, sticks in pays.items():
                self.seats[other].points -= sticks
                seat.points += sticks
            if first:
                seat.points += self.deposits
