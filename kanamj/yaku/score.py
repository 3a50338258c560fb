"""The score of a complete hand: `score`, `score_many`, and what they return."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypedDict, Unpack

from kanamj.engine import WordEngine
from kanamj.engine.blocks import lexicon_of
from kanamj.errors import HandSizeError, IncompleteError, KanamjError, LexiconError
from kanamj.lexicon import DEFAULT, Lexicon, key_of, load_lexicon
from kanamj.lexicon.kana import fold_seion
from kanamj.tiles import HIRAGANA_PRO_166, VOICED, Hand, TileSet, tile_set
from kanamj.yaku.best import Bounds, Choice, Search
from kanamj.yaku.calls import Calls, read_calls, read_events
from kanamj.yaku.points import YAKUMAN_HAN, Payment, payments
from kanamj.yaku.rules import ScoringRules, parse_rules
from kanamj.yaku.slots import Letters, Slot, words_of
from kanamj.yaku.table import YAKUMAN
from kanamj.yaku.win import Word

WORDS = 5
"""The number of words of the form 33332."""


class Counted(NamedTuple):
    """A yaku of a win. han: what it adds; 0 for a yakuman of its own. words: the places of the words that make it."""

    name: str
    han: int
    words: tuple[int, ...]
    yakuman: bool = False


class ScoredWord(NamedTuple):
    """A word of the best choice. kind: "pair", "long", "pon", "kan" or "closed-kan"."""

    reading: str
    spelling: str
    kind: str


class Other(NamedTuple):
    """Another choice, worth less or made of less known words. lacks: the yaku of the best choice that it has not, or
    with fewer han."""

    han: int
    bonus: int
    points: int
    yaku: tuple[Counted, ...]
    words: tuple[ScoredWord, ...]
    lacks: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Score:
    """What a complete hand is worth by its best choice of arrangement and readings.

    hand: its letters that were not called. rules, lexicon: the names of the rules and of the word list. win: "tsumo" or
    "ron". dealer: whether the winner deals. yaku: the yaku that count; () is 役なし, and then there are no han, bonus
    and points. han: the sum of the yaku; yakuman of their own have none. bonus: a number of its own. yakuman: True if
    the win counts as a yakuman. points: what the hand is worth, in sticks of 1,000, without honba and deposits.
    payments: what each player pays, honba included. total: all that the winner gets. words: the pair-word, the long
    words and the called words, or seven pair-words. others: the next best choices with other yaku, if they were asked
    for.

    >>> from kanamj.lexicon import Entry, Lexicon
    >>> readings = ["いた", "たんす", "すいか", "かんさ", "さんぽ"]
    >>> toy = Lexicon.from_entries("toy", [Entry(reading, reading) for reading in readings])
    >>> score("".join(readings), lexicon=toy)
    Score('いかかささすすたたぽいんんん': 五連 門前清自摸和 1 han, yakuman, 32 points)
    """

    hand: str
    rules: str
    lexicon: str
    win: str
    dealer: bool
    yaku: tuple[Counted, ...]
    han: int
    bonus: int
    yakuman: bool
    points: int
    payments: tuple[Payment, ...]
    deposits: int
    words: tuple[ScoredWord, ...]
    others: tuple[Other, ...] = ()

    @property
    def total(self) -> int:
        """All sticks that the winner gets: payments and deposits."""
        return sum(payment.sticks for payment in self.payments) + self.deposits

    def __repr__(self) -> str:
        return f"Score({self.hand!r}: {self._line()})"

    def _line(self) -> str:
        if not self.yaku:
            return "役なし"
        bonus = f" + {self.bonus} bonus" if self.bonus else ""
        return (
            f"{' '.join(yaku.name for yaku in self.yaku)} {self.han}{bonus} han"
            f"{', yakuman' if self.yakuman else ''}, {self.points} points"
        )

    def to_json(self) -> dict[str, Any]:
        """The score as plain values, as `kanamj score --json` prints it.

        hand, rules, lexicon, win, dealer, han, bonus, yakuman, yaku ([{name, han}]; the han of a yakuman of its own is
        0), made_of (for each yaku, the readings that make it), points, payments ([{payer, sticks}]), deposits, total,
        words (readings), arrangement ([{reading, spelling, kind}]), others.
        """
        return {
            "hand": self.hand,
            "rules": self.rules,
            "lexicon": self.lexicon,
            "win": self.win,
            "dealer": self.dealer,
            **_choice_json(self),
            "yakuman": self.yakuman,
            "payments": [payment._asdict() for payment in self.payments],
            "deposits": self.deposits,
            "total": self.total,
            "others": [{**_choice_json(other), "lacks": list(other.lacks)} for other in self.others],
        }

    def _repr_html_(self) -> str:
        """What a notebook shows: the words, and a table of the yaku."""
        words = "・".join(word.reading + ("" if word.spelling == word.reading else f"({word.spelling})") for word in self.words)
        rows = "".join(
            f"<tr><td>{escape(yaku.name)}</td><td>{'役満' if yaku.yakuman else yaku.han}</td>"
            f"<td>{escape('・'.join(self.words[i].reading for i in yaku.words))}</td></tr>"
            for yaku in self.yaku
        )
        return f"<p>{escape(words)}: {escape(self._line())}</p><table>{rows}</table>"


def _choice_json(choice: Score | Other) -> dict[str, Any]:
    return {
        "han": choice.han,
        "bonus": choice.bonus,
        "points": choice.points,
        "yaku": [{"name": yaku.name, "han": yaku.han} for yaku in choice.yaku],
        "made_of": [[choice.words[i].reading for i in yaku.words] for yaku in choice.yaku],
        "words": [word.reading for word in choice.words],
        "arrangement": [word._asdict() for word in choice.words],
    }


class How(TypedDict, total=False):
    """How a hand was won: the options of `score`."""

    melds: Iterable[str]
    kans: Iterable[str]
    closed_kans: Iterable[str]
    win: str
    dealer: bool
    riichi: bool | str
    ippatsu: bool
    declare: Iterable[str]
    players: int
    honba: int
    deposits: int
    others: int


class Scorer:
    """Scores many hands by the same rules, words and tiles. See `score` for the parameters.

    >>> Scorer().score("さくらなみだたまごきつねいぬ").han
    3
    """

    def __init__(
        self,
        rules: str | Path | ScoringRules = "pro",
        lexicon: Lexicon | str | Path | None = None,
        tiles: TileSet | str = HIRAGANA_PRO_166,
    ) -> None:
        self.tiles = tile_set(tiles) if isinstance(tiles, str) else tiles
        if not isinstance(self.tiles, TileSet) or self.tiles.notation != "kana":
            name = getattr(self.tiles, "name", repr(self.tiles))
            raise KanamjError(f"words are made of kana tiles, not of {name:.40}; give hiragana-pro-166, for example")
        self.rules = parse_rules(rules).over(self.tiles)
        self.lexicon = list_for(self.tiles) if lexicon is None else lexicon_of(lexicon)
        if not self.lexicon.has_readings:
            raise LexiconError(
                f"list {self.lexicon.name} has spellings only, and yaku depend on readings; use a list whose words.tsv "
                "has readings, such as common"
            )
        self._slots: dict[str, Slot | None] = {}

    @cached_property
    def engine(self) -> WordEngine:
        """The engine whose distances, waits and arrangements agree with what can be scored."""
        forms = "33332,2222222" if self.rules.seven_pairs else "33332"
        return WordEngine(self.lexicon, self.tiles, forms, readings=True)

    def score(
        self,
        hand: Hand,
        *,
        melds: Iterable[str] = (),
        kans: Iterable[str] = (),
        closed_kans: Iterable[str] = (),
        win: str = "tsumo",
        dealer: bool = False,
        riichi: bool | str = False,
        ippatsu: bool = False,
        declare: Iterable[str] = (),
        players: int = 4,
        honba: int = 0,
        deposits: int = 0,
        others: int = 0,
    ) -> Score:
        """The score of a complete hand; see `score`."""
        for name, value, least in (("honba", honba, 0), ("deposits", deposits, 0), ("others", others, 0)):
            if type(value) is not int or value < least:
                raise KanamjError(f"{name} is {value!r:.40}; give a whole number from {least}")
        if players not in (2, 3, 4):
            raise KanamjError(f"players is {players!r:.40}; give 2 to 4")
        calls = read_calls(self.tiles, melds, kans, closed_kans)
        events = read_events(self.rules, calls, win, dealer, riichi, ippatsu, declare)
        letters = self._read(hand, calls)
        table = self.rules.points

        def sticks(han: int) -> int:
            return sum(payment.sticks for payment in payments(han, win, dealer, players, 0, table))

        bounds = Bounds(self.rules, sticks, events, bool(calls.open))
        search = Search(bounds, 1 + others)
        there = Letters(letters, self._slot)
        called = [self._called(word, word in calls.open) for word in calls.words]
        search.add([(*split, *called) for split in there.splits()])
        if self.rules.seven_pairs and not calls.words:
            search.add_pairs(there)
        if not search.best:
            self._incomplete(letters, calls)
        best, *rest = sorted(search.best.values(), key=lambda choice: choice[:2])
        kinds = _kinds(calls)
        yaku, han, bonus, points, words = self._told(best, kinds)
        own = any(each.yakuman for each in yaku)
        paid = payments(YAKUMAN_HAN if own else min(han + bonus, YAKUMAN_HAN), win, dealer, players, honba, table)
        return Score(
            letters,
            self.rules.name,
            self.lexicon.name,
            win,
            dealer,
            yaku,
            han,
            bonus,
            own or han + bonus >= YAKUMAN_HAN,
            points,
            paid,
            deposits,
            words,
            tuple(_other(self._told(choice, kinds), yaku) for choice in rest),
        )

    def _told(self, choice: Choice, kinds: Mapping[int, Sequence[str]]) -> _Told:
        """A choice as it is shown: yaku, han, bonus, points, words."""
        named = {yaku.name: yaku for yaku in self.rules.yaku}
        counted, bonus = [], 0
        for name, (han, words) in choice.worth.items():
            if named[name].bonus:
                bonus += han
            else:
                places = tuple(i for i in range(len(choice.win.words)) if words >> i & 1)
                counted.append(Counted(name, han % YAKUMAN, places, han >= YAKUMAN))
        order = list(named)
        yaku = tuple(sorted(counted, key=lambda each: order.index(each.name)))
        shown = tuple(
            ScoredWord(word.reading, word.spelling, kind)
            for word, kind in zip(choice.win.words, kinds[len(choice.win.words)], strict=True)
        )
        return _Told(yaku, sum(each.han for each in yaku), bonus, -choice.rank[0], shown)

    def _slot(self, key: str) -> Slot | None:
        """The slot of a key; None if the list has no word with a reading for it."""
        if key not in self._slots:
            words = words_of(self.lexicon.known(key)) if self.lexicon.words(key) else []
            self._slots[key] = Slot(words, self.rules.ends == "large") if words else None
        return self._slots[key]

    def _called(self, word: str, called: bool) -> Slot:
        """The slot of a called word: as it is read; if the list has its letters but not this reading, each reading of
        the key; if the list does not have its letters, as it is written."""
        known = words_of(self.lexicon.known(key_of(word)), called) if self.lexicon.words(key_of(word)) else []
        as_read = [each for each in known if each.reading == word]
        return Slot(as_read or known or [Word(word, word, called=called)], self.rules.ends == "large")

    def _read(self, hand: Hand, calls: Calls) -> str:
        """The letters of the hand. Raises TileError for more copies than exist, HandSizeError for a wrong number."""
        counts = self.tiles.read(hand)
        self.tiles.check_copies(counts, self.tiles.tally(self.tiles.parse("".join(calls.words))))
        held, needed = sum(counts), 14 - 3 * len(calls.words)
        if held not in (needed, needed - 1):
            beside = f" beside {len(calls.words)} called words and kans" if calls.words else ""
            pairs = ". Seven pairs are won without calls" if calls.words and held == 14 else ""
            raise HandSizeError(
                f"the hand has {held} tiles{beside}; a complete one has {needed} there, the winning tile among "
                f"them{pairs}",
                held,
                (needed,),
            )
        return self.tiles.format_counts(counts)

    def _incomplete(self, letters: str, calls: Calls) -> NoReturn:
        engine = self.engine.behind(calls.words, known=False)
        asked = engine.ask(letters)
        if asked.short and asked.distance == 1:
            waits = engine.tiles.format(engine.waits(asked))
            said = f"one tile is missing: it waits for {'・'.join(waits)}"
        else:
            said = f"{asked.distance} {'tile is' if asked.distance == 1 else 'tiles are'} missing"
        raise IncompleteError(f"{letters} is not complete by the rules {self.rules.name}: {said}", asked.distance)


class _Told(NamedTuple):
    yaku: tuple[Counted, ...]
    han: int
    bonus: int
    points: int
    words: tuple[ScoredWord, ...]


def _kinds(calls: Calls) -> dict[int, list[str]]:
    """Number of words -> the kind of each: of a hand with a pair-word, and of seven pairs."""
    called = ["pon"] * len(calls.melds) + ["kan"] * len(calls.kans) + ["closed-kan"] * len(calls.closed_kans)
    return {WORDS: ["pair", *["long"] * (WORDS - 1 - len(called)), *called], 7: ["pair"] * 7}


def _other(told: _Told, best: Sequence[Counted]) -> Other:
    has = {yaku.name: yaku for yaku in told.yaku}
    lacks = [
        yaku.name
        for yaku in best
        if yaku.name not in has or (has[yaku.name].yakuman, has[yaku.name].han) < (yaku.yakuman, yaku.han)
    ]
    return Other(told.han, told.bonus, told.points, told.yaku, told.words, tuple(lacks))


@lru_cache(maxsize=4)
def list_for(tiles: TileSet) -> Lexicon:
    """The list that scores hands if none is named: the shipped one; in clear sounds (清音) for a tile set that has no
    voiced letters."""
    shipped = load_lexicon()
    if not tiles.index.keys().isdisjoint(VOICED):
        return shipped
    return Lexicon.from_entries(
        f"{DEFAULT}-seion", (entry._replace(reading=fold_seion(entry.reading)) for entry in shipped.readings)
    )


_SCORERS: OrderedDict[tuple[object, ...], tuple[Scorer, object]] = OrderedDict()
_MOST_SCORERS = 4


def scorer_of(
    rules: str | Path | ScoringRules, lexicon: Lexicon | str | Path | None, tiles: TileSet | str
) -> Scorer:
    """The scorer for these, the same one when it is asked for again: it keeps the readings of the words it has met."""
    if lexicon is not None:
        lexicon = lexicon_of(lexicon)  # the same object until its files change
    chosen = parse_rules(rules)
    key = (id(lexicon), chosen, tiles)
    if key not in _SCORERS:
        _SCORERS[key] = Scorer(chosen, lexicon, tiles), lexicon
        if len(_SCORERS) > _MOST_SCORERS:
            _SCORERS.popitem(last=False)
    return _SCORERS[key][0]


def score(
    hand: Hand,
    rules: str | Path | ScoringRules = "pro",
    *,
    lexicon: Lexicon | str | Path | None = None,
    tiles: TileSet | str = HIRAGANA_PRO_166,
    **how: Unpack[How],
) -> Score:
    """What a complete hand is worth: the best choice over all its arrangements and readings.

    hand: the letters that were not called, the winning tile among them. rules: a preset (`pro`, `pro-online`) with
    changes (`pro,純行=6/8`), a TOML file (see `rules.load_rules`), or ScoringRules. lexicon: the word list; by default
    the shipped one, in clear sounds for tiles without voiced letters. tiles: the tile set; the default has all letters.

    how: melds: called words of three letters (pon). kans: open and added kans. closed_kans: concealed kans. A called
    word is given as it is read. win: "tsumo" or "ron". dealer: whether the winner deals. riichi: True, or "first" if it
    was declared in the first turn. ippatsu: whether 一発 is there. declare: yaku that people judge or that just happen,
    by name: 同種, 純同種, 作文, 天和, 地和, オープンリーチ. players: 2 to 4. honba, deposits: sticks on the table. others: how
    many of the next best choices, with other yaku, are listed too.

    Raises IncompleteError for a hand that is not complete, HandSizeError, TileError, MeldError, LexiconError for a list
    without readings, and KanamjError for events that cannot be together, and for unknown rules.

    >>> score("ももたけやわらかきつねさくら", closed_kans=[], win="ron").to_json()["yaku"]
    [{'name': '清文', 'han': 2}, {'name': '回文', 'han': 1}]
    """
    return scorer_of(rules, lexicon, tiles).score(hand, **how)


def score_many(
    hands: Iterable[Hand],
    rules: str | Path | ScoringRules = "pro",
    *,
    lexicon: Lexicon | str | Path | None = None,
    tiles: TileSet | str = HIRAGANA_PRO_166,
    **how: Unpack[How],
) -> list[Score]:
    """The scores of complete hands that were all won in the same way; see `score`. An error names the row."""
    scorer, found = scorer_of(rules, lexicon, tiles), []
    for row, hand in enumerate(hands):
        try:
            found.append(scorer.score(hand, **how))
        except KanamjError as error:
            error.args = (f"row {row}: {error}", *error.args[1:])
            raise
    return found
