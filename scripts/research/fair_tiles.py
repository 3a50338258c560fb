"""A study of sets of tiles: how many copies each letter should have, so that most deals can be arranged into words.

`--most 3` chooses 1 to 3 copies of each letter, as many tiles in all as the set has. A move adds a copy of the letter
whose copy serves the aim most, and takes away a copy of the letter whose copy serves it least, each judged alone. The
aim is to raise the share of complete deals, with all words or with the `known` easiest ones, or to lower the spread
(`even`). The figures of all sets are estimated from one sample of hands (`rare.Weighted`); a hand that is drawn k times
as often as by a set counts 1/k for this set. After MOVES moves there is a new sample. tiles.txt has the set. Without
--most nothing is chosen. Then every set is judged on plain deals, and games of four greedy players are played with it.

sets.csv     complete, known: shares of deals that are complete with all words, with the `known` easiest; tenpai: share
             of hands of a tile less; waits: unseen tiles of a tenpai hand; spread: standard deviation over the letters
             of the share of tenpai hands that wait for it, over its mean; won_first, won_last: games won by the dealer
             and by the last seat; discards: of a game, in all
letters.csv  for each letter of each set: copies, words, and the share of tenpai hands that wait for it

    python scripts/research/fair_tiles.py --most 3 --out my-tiles
    python scripts/research/fair_tiles.py --tiles my-tiles/tiles.txt --games 20
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import comb
from typing import Any, ClassVar, NamedTuple

import numpy as np
from pictures import Drawn
from rare import Floats, Rows, Weighted

from kanamj import KanamjError, Lexicon, TileSet, WordEngine
from kanamj.game import Event, Rules, play, preset, seated
from kanamj.studies import DealStudy, Results, command, mean, moments, share

SAMPLE, MOVES, ROUNDS = 100_000, 8, 8
ENOUGH = 1.001
"""A move is made if it makes this many times as many deals complete, or the letters this many times as even."""
CHOSEN, FILE = "chosen", "tiles.txt"
AIMS = ("all", "known", "even")


class Move(NamedTuple):
    """A tile of the kind `gives` becomes one of `takes`. gain: how many times as well the aim is served then."""

    gain: float
    gives: int
    takes: int


def even(rows: Rows, weights: Floats, copies: Floats, change: int) -> Floats:
    """The mean over the letters of the hands of a tile less that wait for it, over their standard deviation.

    rows: complete hands; without a tile of a letter they wait for it. weights: (hands, K), how often each hand is drawn
    if the copies of a kind change; a number for each of these kinds comes back.
    """
    waits = (rows / np.maximum(copies - rows + 1, 1)).T @ weights
    np.fill_diagonal(waits, (rows / np.maximum(copies + change - rows + 1, 1) * weights).sum(axis=0))
    return np.asarray(waits.mean(axis=0) / np.maximum(waits.std(axis=0), 1e-9), np.float64)


def best_move(rows: Rows, logs: Floats, copies: list[int], most: int, aim: str = "all") -> Move:
    """Returns the letter whose further copy serves most, and the one whose copy serves least, each judged alone.

    rows: complete hands.
    logs: of the probability with which each was drawn, without copies.
    """
    held = [np.array([[comb(c + more, n) for n in range(most + 1)] for c in copies]) for more in (-1, 0, 1)]
    kinds, now_held = np.arange(len(copies)), np.array(copies, float)
    less, now, more = (table[kinds, rows].astype(float) for table in held)
    none = (now == 0).sum(axis=1)
    others = np.exp(np.log(np.where(now == 0, 1, now)).sum(axis=1) - logs)
    alone = np.where(none == 0, others, 0)[:, None] / np.maximum(now, 1)
    alone += np.where((none == 1)[:, None] & (now == 0), others[:, None], 0)
    if aim == "even":
        gains, losses, before = (
            even(rows, alone * table, now_held, change) for table, change in ((more, 1), (less, -1), (now, 0))
        )
    else:
        gains, losses, before = ((alone * table).sum(axis=0) for table in (more, less, now))
    gains, losses = gains / before, losses / before
    gains[now_held >= most] = 0
    losses[now_held <= 1] = 0
    takes, gives = int(gains.argmax()), int(losses.argmax())
    return Move(float(gains[takes] * losses[gives]), gives, takes)


def draw_letters(axes: Any, results: Results) -> None:
    """How many tenpai hands wait for each letter, the letters sorted by this, for each set."""
    rows = results.rows("letters")
    for row in results.rows("sets"):
        waits = sorted((100 * each["waits"] for each in rows if each["set"] == row["set"]), reverse=True)
        label = f"{row['set']}: {row['complete']:.1%} of deals are complete, spread {row['spread']:.2f}"
        axes.step(range(1, len(waits) + 1), waits, where="mid", label=label)
    axes.set(
        xlabel="letters, those that most hands wait for first", ylabel="tenpai hands that wait for it, %"
    )
    axes.set(xlim=(0, None), ylim=(0, 100), title="A fairer set of tiles")
    axes.legend()


@dataclass(frozen=True)
class FairTiles(Drawn, DealStudy):
    """How often N deals of a set of tiles can be arranged into words, and how games with it go."""

    lexicon: Lexicon | str = "core"
    chunk_size: int = 10_000
    most: int = field(
        default=0, metadata={"help": "Choose up to so many copies of a letter; 0 chooses none."}
    )
    aim: str = field(
        default="all",
        metadata={"help": "all or known: whose deals shall be complete; even: letters shall be alike."},
    )
    known: int = field(default=760, metadata={"help": "How many of the easiest words beginners know."})
    games: int = field(default=0, metadata={"help": "Games that are played for each 10,000 deals."})

    readings = True
    command = "python scripts/research/fair_tiles.py"
    pictures: ClassVar = {"tiles.png": draw_letters}

    def __post_init__(self) -> None:
        super().__post_init__()
        if {form.tiles for form in self.forms} != {self.hand}:
            raise KanamjError("whole hands are dealt; leave out --hand, and give forms of one size")
        letters = {letter for key in self.words.easiest_keys(*self.sizes) for letter in key}
        for face, copies in zip(self.set.kinds, self.set.copies, strict=True):
            if not copies and face in letters:
                raise KanamjError(
                    f"{self.set.name} has 0 copies of {face}, and words need it; give it 1, or leave its line out "
                    "to play without these words"
                )
        if self.aim not in AIMS or self.known < 1 or self.games < 0:
            raise KanamjError(
                f"the aim {self.aim} with {self.known} words and {self.games} games cannot be judged; give all, known "
                "or even, 1 word or more, and no fewer than 0 games"
            )
        if self.games:
            self.rules(self.set)
        kinds = len(self.set.index)
        if self.most and not 1 < self.most <= 20:
            raise KanamjError(f"1 to {self.most} copies are no choice; give 2 to 20")
        if self.most and not kinds <= self.set.tiles <= self.most * kinds:
            raise KanamjError(
                f"{kinds} letters of 1 to {self.most} copies cannot have {self.set.tiles} tiles; give a larger --most"
            )

    @cached_property
    def beginners(self) -> Lexicon:
        """The easiest words."""
        words = [word for words in self.words.entries.values() for word in words]
        ranked = [word for word in words if word.ease >= 0 and len(word.reading) in self.sizes]
        easiest = sorted(ranked, key=lambda word: (word.ease, word.reading, word.spelling))
        return Lexicon.from_entries(f"{self.words.name} {self.known}", easiest[: self.known])

    @cached_property
    def sets(self) -> list[TileSet]:
        """The set that is given and, if one is chosen, that set."""
        return [self.set, *([self.choose()] if self.most else [])]

    def __getstate__(self) -> dict[str, Any]:
        """Workers need the set that was chosen already."""
        return super().__getstate__() | {"sets": self.sets}

    @cached_property
    def judged(self) -> list[tuple[FairTiles, WordEngine]]:
        """For each set its study, whose engine judges by all words, and an engine that judges by the easiest ones."""
        return [(replace(self, tiles=tiles, most=0), self.beginner(tiles)) for tiles in self.sets]

    def beginner(self, tiles: TileSet) -> WordEngine:
        return WordEngine(self.beginners, tiles, self.forms, self.copies)

    def choose(self) -> TileSet:
        """Returns the set of tiles to which the moves lead."""
        kinds = [kind for kind, copies in enumerate(self.set.copies) if copies]
        faces = tuple(self.set.kinds[kind] for kind in kinds)
        copies = [min(self.set.copies[kind], self.most) for kind in kinds]
        while sum(copies) < self.set.tiles:
            copies[next(at for at, held in enumerate(copies) if held < self.most)] += 1
        many = TileSet("many", faces, (self.most,) * len(faces))
        judge = self.beginner(many) if self.aim == "known" else replace(self, tiles=many, most=0).engine
        for number in range(ROUNDS):
            # Half a copy more for all, so that hands of the sets nearby are drawn, too.
            weights = (np.array(copies) + 0.5) / self.most
            way = Weighted.of(many.copies, weights, self.hand)
            rows = way.hands(SAMPLE, np.random.default_rng([self.seed, number]))
            rows = rows[judge.shanten_many(rows) == -1]
            often = np.log([comb(self.most, n) for n in range(self.most + 1)])
            logs = rows @ np.log(weights) + often[rows].sum(axis=1)
            for _ in range(MOVES):
                move = best_move(rows, logs, copies, self.most, self.aim)
                if move.gain < ENOUGH:
                    return TileSet(CHOSEN, faces, tuple(copies))
                copies[move.gives] -= 1
                copies[move.takes] += 1
        return TileSet(CHOSEN, faces, tuple(copies))

    def chunk(self, number: int, size: int) -> Any:
        sums: dict[Any, Any] = {}
        for at, (study, beginner) in enumerate(self.judged):
            tiles, judge = study.set, study.engine
            rows = study.dealt(number, size)
            ready = study.dealt(self.chunk_count + number, size, self.hand - 1)
            ready = ready[judge.shanten_many(ready) == 0]
            marks = judge.waits_many(ready)
            for name, engine in (("complete", judge), ("known", beginner)):
                sums[name, at] = (size, int((engine.shanten_many(rows) == -1).sum()))
            sums["tenpai", at] = (size, len(ready))
            sums["waits", at] = moments((marks * (np.array(tiles.copies) - ready)).sum(axis=1))
            sums["letters", at] = marks.sum(axis=0)
            sums["games", at] = self.played(tiles, number)
        chosen = self.sets[-1]
        lines = [f"{face} {n}\n" for face, n in zip(chosen.kinds, chosen.copies, strict=True)]
        return (sums, {FILE: "".join(lines)}) if self.most and not number else sums

    def rules(self, tiles: TileSet) -> Rules:
        """The rules of the games with a set. Raises KanamjError if it is too small."""
        return replace(preset("paper", self.words), tiles=tiles, forms=self.forms).with_kernels()

    def played(self, tiles: TileSet, number: int) -> list[int]:
        """Of the games of a chunk: how many, won by the first seat, by the last, their discards, and the squares."""
        found = Counter[str]()
        for game in range(self.games):
            rules, seed = self.rules(tiles), (self.seed, number, game)
            steps = [*play(rules, seed, seated(rules, seed, ["greedy"] * rules.players))]
            discards, end = sum(action.event == Event.DISCARD for _, action, _ in steps), steps[-1][2].end
            winners = {win.player for win in end.wins} if end else set()
            found.update({"first": 0 in winners, "last": rules.players - 1 in winners})
            found.update({"discards": discards, "squares": discards**2})
        return [self.games, *(found[name] for name in ("first", "last", "discards", "squares"))]

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        rows, letters = [], []
        for at, (study, _) in enumerate(self.judged):
            tiles, ready = study.set, sums["tenpai", at][1]
            waits = np.array(sums["letters", at]) / max(ready, 1)
            row = {"set": tiles.name, "tiles": tiles.tiles, "words": self.words.name}
            for name in ("complete", "known", "tenpai"):
                row |= share(name, *sums[name, at])
            row |= mean("waits", *sums["waits", at]) | {
                "spread": float(waits.std() / max(waits.mean(), 1e-9))
            }
            games, first, last, discards, squares = sums["games", at]
            if games:
                row |= share("won_first", games, first) | share("won_last", games, last)
                row |= mean("discards", games, discards, squares)
            rows.append(row)
            blocks = Counter(kind for block in study.engine.ranks for kind in {*block})
            letters += [
                {"set": tiles.name, "letter": face, "copies": tiles.copies[kind], "words": blocks[kind]}
                | share("waits", ready, int(sums["letters", at][kind]))
                for kind, face in enumerate(tiles.kinds)
            ]
        return {"sets": rows, "letters": letters}


if __name__ == "__main__":
    command(FairTiles)
