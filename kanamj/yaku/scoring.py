"""The score of a complete hand: `score`, `score_many`, and what they return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Unpack

from kanamj.engine import UNREACHABLE, WordEngine
from kanamj.engine.blocks import lexicon_of
from kanamj.errors import (
    HandSizeError,
    IncompleteError,
    KanamjError,
    LexiconError,
    Message,
    brief,
    joined,
    not_one_of,
    several,
)
from kanamj.lexicon import Lexicon, key_of
from kanamj.lexicon.entry import shown_words
from kanamj.plain import plain
from kanamj.text import html_table
from kanamj.tiles import HIRAGANA_PRO_166, Hand, TileSet, tile_set
from kanamj.yaku.best import BestChoices, Bounds, Choice
from kanamj.yaku.how import How, HowFields
from kanamj.yaku.points import YAKUMAN_HAN, Payment
from kanamj.yaku.rules import ScoringRules, parse_rules
from kanamj.yaku.slots import Letters, WordSlot, words_of
from kanamj.yaku.table import YAKUMAN
from kanamj.yaku.win import Word

TILES = HIRAGANA_PRO_166
"""The tiles of hands that are scored, if no others are given: those of the rules `pro`."""


class ScoredYaku(NamedTuple):
    """A yaku of a win.

    han: what it adds; 0 for a yakuman of its own.
    words: the readings that make it.
    reading, english: as in `Yaku`.
    """

    name: str
    han: int
    words: tuple[str, ...]
    yakuman: bool = False
    reading: str = ""
    english: str = ""


class ScoredWord(NamedTuple):
    """A word of a win.

    kind: "pair", "long", "pon", "kan" or "closed-kan".
    """

    reading: str
    spelling: str
    kind: str


class Reading(NamedTuple):
    """A choice of arrangement and readings: its yaku and what they are worth.

    lacks: the yaku of the best choice that it does not have, or has with fewer han.
    """

    yaku: tuple[ScoredYaku, ...]
    han: int
    bonus: int
    points: int
    words: tuple[ScoredWord, ...]
    lacks: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The han with the bonus, by which points are given; at least 13 for a yakuman of its own."""
        own = any(yaku.yakuman for yaku in self.yaku)
        return max(self.han + self.bonus, YAKUMAN_HAN * own)

    @property
    def is_yakuman(self) -> bool:
        return self.total >= YAKUMAN_HAN

    def to_json(self) -> dict[str, Any]:
        """Returns han, bonus, points, yaku ([{name, han, reading, english}]), made_of (for each yaku, the readings
        that make it), words (readings), arrangement ([{reading, spelling, kind}])."""
        return {
            "han": self.han,
            "bonus": self.bonus,
            "points": self.points,
            "yaku": [
                {"name": yaku.name, "han": yaku.han, "reading": yaku.reading, "english": yaku.english}
                for yaku in self.yaku
            ],
            "made_of": [list(yaku.words) for yaku in self.yaku],
            "words": [word.reading for word in self.words],
            "arrangement": plain(self.words),
        }


@dataclass(frozen=True, repr=False)
class Score:
    """What a complete hand is worth by its best choice of arrangement and readings.

    hand: the letters that were not called, as typed.
    sorted: the same in order.
    rules, lexicon: the names of the rules and of the word list.
    how: how the hand was won.
    best: the best choice.
    yakuman: True if the win counts as a yakuman.
    payments: what each player pays, honba included.
    others: the next best choices with other yaku, if they were asked for.
    compared: how many arrangements were compared, one with the drawn letter in two words twice; the work, not the
        worth, so equal scores may differ in it.

    yaku, han, bonus, points and words are those of the best choice; 役なし has none of the first four. `han` is the sum
    of the yaku; a yakuman of its own adds 0. `points` is what the hand is worth, in sticks of 1,000, without honba and
    deposits. `words` has the pair-word, the long words and the called words, or seven pair-words. `total` is what the
    winner gets, honba and deposits included; 0 for 役なし.

    >>> from kanamj.lexicon import Entry, Lexicon
    >>> readings = ["いた", "たんす", "すいか", "かんさ", "さんぽ"]
    >>> toy = Lexicon.from_entries("toy", [Entry(reading, reading) for reading in readings])
    >>> score("".join(readings), lexicon=toy)
    Score('いたたんすすいかかんささんぽ': 門前清自摸和 五連, 1 han, yakuman, 32 points)
    """

    hand: str
    sorted: str
    rules: str
    lexicon: str
    how: How
    best: Reading
    yakuman: bool
    payments: tuple[Payment, ...]
    others: tuple[Reading, ...] = ()
    compared: int = field(default=0, compare=False)

    yaku = property(lambda self: self.best.yaku)
    han = property(lambda self: self.best.han)
    bonus = property(lambda self: self.best.bonus)
    points = property(lambda self: self.best.points)
    words = property(lambda self: self.best.words)

    @property
    def total(self) -> int:
        deposits = self.how.deposits if self.payments else 0
        return sum(payment.sticks for payment in self.payments) + deposits

    def __repr__(self) -> str:
        return f"Score({self.hand!r}: {self._line})"

    def as_shown(self, lexicon: Lexicon) -> Score:
        """Returns the score as it is shown unasked: each word in its easiest spelling without a flag, else as its
        reading."""

        def spelled(word: ScoredWord) -> ScoredWord:
            words = shown_words(
                each for each in lexicon.known(key_of(word.reading)) if each.reading == word.reading
            )
            return word._replace(spelling=words[0].spelling if words else word.reading)

        best, *others = (
            each._replace(words=tuple(map(spelled, each.words))) for each in (self.best, *self.others)
        )
        return replace(self, best=best, others=tuple(others))

    @property
    def _line(self) -> str:
        yaku, _, bonus, points, *_ = self.best
        if not yaku:
            return "役なし"
        more = f" + {bonus}" * (bonus > 0)
        yakuman = ", yakuman" * self.yakuman
        return f"{' '.join(each.name for each in yaku)}, {self.best.han}{more} han{yakuman}, {points} points"

    def to_json(self) -> dict[str, Any]:
        """Returns the score as plain values, as `kanamj score --json` prints it: hand, sorted, rules, lexicon, win,
        dealer, yakuman, payments ([{payer, sticks}]), deposits, total, others, and the values of `Reading.to_json`.
        """
        return {
            "hand": self.hand,
            "sorted": self.sorted,
            "rules": self.rules,
            "lexicon": self.lexicon,
            "win": self.how.win,
            "dealer": self.how.dealer,
            **self.best.to_json(),
            "yakuman": self.yakuman,
            "payments": plain(self.payments),
            "deposits": self.how.deposits,
            "total": self.total,
            "others": [{**other.to_json(), "lacks": list(other.lacks)} for other in self.others],
        }

    def _repr_html_(self) -> str:
        """What a notebook shows: the words, and a table of the yaku."""
        shown = [word.reading + f"({word.spelling})" * (word.spelling != word.reading) for word in self.words]
        rows = [
            (each.name, "役満" if each.yakuman else str(each.han), "・".join(each.words))
            for each in self.best.yaku
        ]
        title = f"{'・'.join(shown)}: {self._line}"
        return html_table(title, ["yaku", "han", "words"], rows)


class Scorer:
    """Scores many hands by the same rules, words and tiles; keeps the readings of the words it has met. For the
    parameters, see `score`."""

    def __init__(
        self,
        rules: str | ScoringRules = "pro",
        lexicon: Lexicon | str | Path | None = None,
        tiles: TileSet | str = TILES,
    ) -> None:
        self.tiles = tiles if isinstance(tiles, TileSet) else tile_set(tiles)
        if self.tiles.notation != "kana":
            raise KanamjError("words are made of kana, and {} has none; give {}", self.tiles.name, TILES.name)
        self.rules = parse_rules(rules).over(self.tiles)
        self.lexicon = lexicon_of(lexicon)
        if not self.lexicon.has_readings:
            raise LexiconError(
                "list {} has spellings only, and yaku depend on readings; use a list whose words.tsv has readings, "
                "such as common",
                self.lexicon.name,
            )
        self._slots: dict[str, WordSlot | None] = {}
        # The players of a game are asked about the same hand after several discards.
        self._letters = lru_cache(8)(lambda hand, how: Letters(hand, self._slot, self._melds(how)))

    @cached_property
    def engine(self) -> WordEngine:
        """The engine whose distances, waits and arrangements agree with what can be scored."""
        forms = "33332,2222222" if self.rules.seven_pairs else "33332"
        return WordEngine(self.lexicon, self.tiles, forms, readings=True)

    def score(self, hand: Hand, how: How | None = None, others: int = 0) -> Score:
        """Returns the score of a complete hand; see `score`."""
        if type(others) is not int or others < 0:
            raise KanamjError("others is {}; give a whole number from 0", brief(others))
        return next(self.scores(hand, [""], [how or How()], others))[0]

    def scores(
        self, hand: Hand, drawn: Iterable[str], ways: Sequence[How], others: int = 0
    ) -> Iterator[list[Score]]:
        """Yields, for each of these letters drawn to a hand, its scores by these ways to win; "" is for a hand that is
        complete. The ways have the same called words. What the letters have in common is computed once."""
        ways = [how.read(self.tiles) for how in ways]
        bounds = [Bounds(self.rules, how) for how in ways]  # refuses what cannot be
        there, called = None, self._melds(ways[0])
        # Events add the same han to all choices, so the best choice is the same in all ways. But a yaku from outside
        # may ask for events, and a yakuman that all choices have hides the yakuman of some.
        alike = not any(yaku.own or (yaku.fixed and yaku.most >= YAKUMAN) for yaku in self.rules.yaku)
        for letter in drawn:
            given = f"{hand}{letter}" if letter else hand
            whole = self._read(given, ways[0])
            typed = given if isinstance(given, str) else whole
            if not letter:
                letter = min(whole, key=whole.count)
                there = None
            if there is None:
                there = Letters(whole.replace(letter, "", 1), self._slot, called)
            search: BestChoices | None = None
            found = list[Score]()
            for how, of in zip(ways, bounds, strict=True):
                before, search = search, BestChoices(of, 1 + others)
                if before and alike:
                    search.compared = before.compared
                    for choice in before.best.values():
                        search.value(choice.win.words)
                else:
                    search.add(there, letter)
                    if self.rules.seven_pairs and not called:
                        search.add(there, letter, pairs=7)
                if not search.best:
                    self._incomplete(whole, how, given if isinstance(given, str) else whole)
                found.append(self._score(typed, whole, how, search))
            yield found

    def has_yaku(self, hand: str, drawn: str, how: How) -> bool:
        """Returns True if a hand that the drawn letter completes is a win: it has at least one han that is no bonus.
        What asks whether a hand may be declared asks here."""
        search, letters = BestChoices(Bounds(self.rules, how)), hand + drawn
        called = [Word(word, word, called=i < len(how.called)) for i, word in enumerate(how.words)]
        # What is the same for all choices needs no arrangement: any words of these letters do.
        words = [Word(letters[i : i + 3], "") for i in range(0, len(letters), 3)]
        fixed = self.rules.worth(search.bounds.win([*words, *called]), fixed=True)
        if search.bounds.sums(fixed)[0]:
            return True
        there = self._letters(hand, how)
        return search.have_yaku(there, drawn) or (
            self.rules.seven_pairs and not called and search.have_yaku(there, drawn, pairs=7)
        )

    def _score(self, typed: str, letters: str, how: How, search: BestChoices) -> Score:
        best, *rest = [
            self._told(choice, how) for choice in sorted(search.best.values(), key=lambda choice: choice[:2])
        ]
        payments = list(how.payments(min(best.total, YAKUMAN_HAN)))
        if payments:
            payments[0] = payments[0]._replace(sticks=payments[0].sticks + how.honba)
        return Score(
            typed,
            letters,
            self.rules.name,
            self.lexicon.name,
            how,
            best,
            best.is_yakuman,
            tuple(payments),
            tuple(other._replace(lacks=_lacks(other, best)) for other in rest),
            search.compared,
        )

    def first_shown(self, hand: Hand) -> list[Word]:
        """Returns the words of a complete hand without calls as a player sees them first: the first arrangement, that
        of the best known words (seven pairs only if there is no other), and of each block the first reading. The best
        known words are the last; the pair-word is the first."""
        letters = self.tiles.format_counts(self.tiles.read(hand))
        there, blocks, words = Letters(letters[1:], self._slot), self.engine.blocks, list[Word]()

        splits = there.splits(letters[0]) or there.splits(letters[0], pairs=7)
        first = min(
            splits, key=lambda split: blocks.order(blocks.of_key[slot.size][slot.key] for slot in split)
        )
        for slot in sorted(first, key=lambda slot: slot.size):
            easiest = [word.reading for word in blocks.spell(blocks.of_key[slot.size][slot.key]).words]
            left = [word for word in slot.words if len(first) < 7 or word not in words]
            left.sort(key=lambda word: [*easiest, word.reading].index(word.reading))
            words.append(left[0])
        return sorted(words, key=lambda word: (len(word.reading), -word.cost))

    def reading(self, words: Sequence[Word], how: How) -> Reading:
        """Returns what these words are worth, the called ones among them."""
        search = BestChoices(Bounds(self.rules, how))
        search.value(words)
        (choice,) = search.best.values()
        return self._told(choice, how)

    def _told(self, choice: Choice, how: How) -> Reading:
        words, counted, bonus = choice.win.words, [], 0
        for yaku in self.rules.yaku:
            han, chosen = choice.worth.get(yaku.name, (0, 0))
            if yaku.bonus:
                bonus += han
            elif han:
                made_of = tuple(word.reading for i, word in enumerate(words) if chosen >> i & 1)
                counted.append(
                    ScoredYaku(yaku.name, han % YAKUMAN, made_of, han >= YAKUMAN, yaku.reading, yaku.english)
                )
        kinds = ["pair", *["long"] * (4 - len(how.words)), *how.kinds] if len(words) == 5 else ["pair"] * 7
        shown = [
            ScoredWord(word.reading, word.spelling, kind) for word, kind in zip(words, kinds, strict=True)
        ]
        total = sum(each.han for each in counted)
        found = Reading(tuple(counted), total, bonus, 0, tuple(shown))
        paid = how.payments(min(found.total, YAKUMAN_HAN))
        return found._replace(points=sum(payment.sticks for payment in paid))

    def _known(self, key: str, called: bool = False) -> list[Word]:
        """The words of a key, one for each reading; [] if the list does not have the key, or no reading of it."""
        return words_of(self.lexicon.known(key), called) if self.lexicon.words(key) else []

    def _slot(self, key: str) -> WordSlot | None:
        if key not in self._slots:
            words = self._known(key)
            self._slots[key] = WordSlot(words, self.rules.ends == "large") if words else None
        return self._slots[key]

    def _melds(self, how: How) -> tuple[WordSlot, ...]:
        return tuple(
            self._called(word, i < len(how.called), how.by_letters) for i, word in enumerate(how.words)
        )

    def _called(self, word: str, called: bool, by_letters: bool) -> WordSlot:
        """The slot of a called word: as it is read; if it is given by its letters, or if the list has its letters but
        not this reading, each reading of the key; if the list does not have its letters, as it is written."""
        known = self._known(key_of(word), called)
        as_read = [each for each in known if each.reading == word and not by_letters]
        return WordSlot(as_read or known or [Word(word, word, called=called)], self.rules.ends == "large")

    def _read(self, hand: Hand, how: How) -> str:
        """The letters of the hand. Raises TileError for more copies than exist, HandSizeError for a wrong number."""
        counts = self.tiles.read(hand)
        self.tiles.check_copies(counts, self.tiles.tally(self.tiles.parse("".join(how.words))))
        held, needed = sum(counts), 14 - 3 * len(how.words)
        if held not in (needed, needed - 1):
            beside = Message(" beside {}", "・".join(how.words)) if how.words else ""
            pairs = Message(". Seven pairs are won without calls") if how.words and held == 14 else ""
            raise HandSizeError(
                "the hand has {} tiles{}; it needs {}, with the winning tile{}",
                held,
                beside,
                needed,
                pairs,
                tiles=held,
                fits=(needed,),
            )
        return self.tiles.format_counts(counts)

    def _incomplete(self, letters: str, how: How, typed: str) -> NoReturn:
        engine = self.engine.behind(how.words, known=False)
        report = engine.analyze(engine.ask(letters), limit=1)
        said = [several(report.distance, "{} tile is missing", "{} tiles are missing")]
        if report.distance == UNREACHABLE:
            said = [Message("no words of list {} can complete such a hand", self.lexicon.name)]
        elif report.distance == 1:
            thrown = report.discards[0] if report.discards else None
            kinds = (accept.tile for accept in (thrown.accepts if thrown else report.accepts))
            said.append(Message(", one of {}", "".join(kinds)))
            said += [Message(" in place of {}", thrown.tile)] if thrown else []
        if report.distance != UNREACHABLE:
            said.append(Message("; nearest: {}", "  ".join(piece.text for piece in report.nearest)))
            said += [Message("  spare {}", report.spare)] if report.spare else []
        raise IncompleteError(
            "{} is not complete by the rules {}: {}",
            typed,
            self.rules.name,
            joined(said, ""),
            distance=report.distance,
        )


def _lacks(other: Reading, best: Reading) -> tuple[str, ...]:
    has = {yaku.name: (yaku.yakuman, yaku.han) for yaku in other.yaku}
    return tuple(yaku.name for yaku in best.yaku if has.get(yaku.name, (False, 0)) < (yaku.yakuman, yaku.han))


_SCORERS: dict[tuple[object, ...], Scorer] = {}


def _scorer(rules: ScoringRules, lexicon: Lexicon | None, tiles: TileSet | str) -> Scorer:
    """The scorer for these; one that was used before, as it knows words. Lists are told apart by identity, which a
    scorer keeps: two lists of one name may have different readings."""
    key = rules, id(lexicon), tiles
    if key not in _SCORERS:
        if len(_SCORERS) == 4:
            _SCORERS.clear()
        _SCORERS[key] = Scorer(rules, lexicon, tiles)
    return _SCORERS[key]


def score(
    hand: Hand,
    rules: str | ScoringRules = "pro",
    *,
    lexicon: Lexicon | str | Path | None = None,
    tiles: TileSet | str = TILES,
    others: int = 0,
    **how: Unpack[HowFields],
) -> Score:
    """Returns what a complete hand is worth: the best choice over all its arrangements and readings.

    hand: the letters that were not called, the winning tile among them.
    rules: a preset (`pro`, `pro-online`) with changes (`pro,純行=6/8`), or ScoringRules; see `rules.parse_rules`.
    lexicon: the word list, by default the shipped one; for tiles without voiced letters, "common+seion".
    tiles: the tile set; by default all letters.
    others: how many of the next best choices, with other yaku, are listed too.
    how: how the hand was won, such as melds=["さくら"], kans, closed_kans, win="ron", dealer=True, riichi="first"; see
        `How`.

    Raises IncompleteError for a hand that is not complete, HandSizeError, TileError, MeldError, LexiconError for a list
    without readings, and KanamjError for events that cannot be together and for unknown rules.

    >>> score("さくらもも", melds=["たけや", "わかめ", "きつね"]).best.to_json()["yaku"][1]
    {'name': '回文', 'han': 1, 'reading': 'かいぶん', 'english': 'palindrome'}
    """
    if unknown := how.keys() - How.__dataclass_fields__.keys():
        raise KanamjError(not_one_of(min(unknown), "an option of score", How.__dataclass_fields__))
    scorer = _scorer(parse_rules(rules), None if lexicon is None else lexicon_of(lexicon), tiles)
    return scorer.score(hand, How(**how), others)


class ScoreFields(HowFields, total=False):
    """What `score` takes by name."""

    lexicon: Lexicon | str | Path | None
    tiles: TileSet | str
    others: int


def score_many(
    hands: Iterable[Hand], rules: str | ScoringRules = "pro", **options: Unpack[ScoreFields]
) -> list[Score]:
    """Returns the scores of complete hands that were all won in the same way.

    options: as for `score`.
    """
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise KanamjError("hands are a list of hands, such as [{}]", brief(hands))
    rules = parse_rules(rules)
    return [score(hand, rules, **options) for hand in hands]
