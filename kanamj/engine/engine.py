"""The engines. Word mahjong and riichi have the same code for all questions; only tiles, blocks and forms differ."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, Self, TypeAlias, cast, overload

from kanamj.engine.blocks import Block, Blocks, Lexicon, lexicon_of
from kanamj.engine.chances import DRAWS, Chances, chances
from kanamj.engine.choices import Accept, Discard
from kanamj.engine.forms import Form, forms_left, parse_forms
from kanamj.engine.hand import COPIES, Arrangement, Copies, Melds, Solve
from kanamj.engine.judgement import Judgement
from kanamj.engine.report import ARRANGEMENTS_SHOWN, HandReport, Wait, analyze
from kanamj.engine.riichi import FORMS
from kanamj.engine.vocabulary import Vocabulary, least_vocabulary
from kanamj.errors import (
    HandSizeError,
    KanamjError,
    LexiconError,
    MeldError,
    Message,
    brief,
    check_one_of,
    check_whole,
    either,
    several,
)
from kanamj.tiles import HIRAGANA_120, RIICHI_136, SANMA_108, Counts, Hand, TileSet, tile_set

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import Batch, BestDiscards, ManyDraws
    from kanamj.tiles import CountsArray

MOST_MELDS = 12
"""The most melds that may be given as a number; no form has slots for more."""
_Asked: TypeAlias = "Hand | Judgement"
_Forms: TypeAlias = "str | Form | Iterable[str | Form]"
Hands: TypeAlias = "npt.NDArray[np.integer[Any]] | Sequence[Hand]"
"""Many hands: counts (n, K) of any integer dtype and memory order, or a list of hands."""


class Engine:
    """Answers the questions about hands, for both games. K is the number of kinds of the tile set.

    One hand is a text, counts of shape (K,), a sequence of kinds, or what `ask` returned. Melds are a list of called
    blocks, or the number of called blocks of three. Many hands are counts (n, K) of any integer dtype and memory
    order, or a list of hands. Answers about one hand are in letters, as people write them (か, 1m); with `kinds=True`,
    they are in kinds, the numbers that arrays count in. `engine.letters(kinds)` returns the letters of kinds.

    Every method for one hand raises TileError (there is no such tile, or fewer copies of it), MeldError, FormError (no
    slot for the melds) and HandSizeError (no form takes this number of tiles). Every method for many hands raises
    ArrayError for a wrong dtype or shape, or for a bad row; `.row` is that row, and the message names the tile or the
    number of tiles.

    tiles, blocks: what hands are made of. forms: the nearest one decides. sizes: the lengths of the blocks of the
    forms, before any block was called. copies: the copies rule, "strict" or "ignore". meld_tiles_count: whether the
    tiles of melds count as used copies. called: the called blocks, as far as they are known.
    """

    meld_rule: ClassVar[str] = "its letters {} spell no word"

    def __init__(
        self,
        tiles: TileSet,
        blocks: Blocks,
        forms: Sequence[Form],
        copies: Copies = "strict",
        meld_tiles_count: bool = True,
    ) -> None:
        check_one_of(copies, "a copies rule", COPIES)
        self.tiles = tiles
        self.blocks = blocks
        self.forms = tuple(forms)
        self.sizes = tuple(sorted({length for form in self.forms for length in form.lengths}))
        self.copies = copies
        self.meld_tiles_count = meld_tiles_count
        self.called: tuple[Block, ...] = ()
        self.before: tuple[Engine, ...] = ()
        """The engines that this one was made from by `behind`."""

    def behind(self, melds: Melds, known: bool = True) -> Self:
        """The engine for hands with these called blocks. Its forms are those that have slots for the blocks, without
        these slots. The tiles of the blocks are taken off the copies.

        known: True if called words must be in the lexicon.

        >>> engine = WordEngine().behind(["さくら", "なみだ"])
        >>> engine.shanten("たまごきつねいぬ"), engine.forms
        (-1, (BlockForm('332'),))
        """
        if (
            not isinstance(melds, Sequence)
            and hasattr(melds, "__index__")
            and not getattr(melds, "shape", ())
        ):
            try:
                called, lengths = [], [3] * check_whole("melds", melds, 0, MOST_MELDS)
            except KanamjError as error:
                raise MeldError("{}, or the called blocks", error, meld=brief(melds)) from None
        elif isinstance(melds, str):
            raise MeldError(
                "melds are a list of called blocks, such as [{}], not one text", brief(melds), meld=melds
            )
        elif not isinstance(melds, Iterable):
            raise MeldError(
                "melds are {}; give a list of called blocks, or leave them out",
                brief(melds),
                meld=str(melds),
            )
        else:
            called = [self._meld(meld, known) for meld in melds]
            lengths = [len(meld) for meld in called]
        if not lengths:
            return self
        engine = copy(self)
        for remembered in ("batch", "_of_size"):
            engine.__dict__.pop(remembered, None)
        engine.forms = forms_left(self.forms, lengths)
        engine.called = (*self.called, *called)
        engine.before = (*self.before, self)
        return engine

    def ask(self, hand: Hand | Judgement, melds: Melds = ()) -> Judgement:
        """The hand, read and ready to be judged. Give it to other methods of this engine in place of `hand`, without
        its melds: it is searched only once. Raises KanamjError for a hand that another engine has read."""
        if isinstance(hand, Judgement):
            if not any(engine is self for engine in hand.engines):
                raise KanamjError(
                    "another engine has read this hand, and {} may judge it differently; give its tiles",
                    brief(self),
                )
            if melds:
                raise MeldError(
                    "melds {} come too late, as this hand was read before; give ask() its tiles and its melds",
                    melds,
                    meld=str(melds),
                )
            return hand
        engine, counts = self.behind(melds), self.tiles.read(hand)
        if engine.called:
            self.tiles.check_copies(counts, engine._taken)
        (forms, shorter), left = engine._forms_of(sum(counts)), engine.left
        room = left if self.copies == "strict" else None
        return Judgement(
            self.tiles,
            self.blocks,
            counts,
            judged=tuple([form.judge(counts, room) for form in forms]),
            shorter=shorter,
            typed=hand if isinstance(hand, str) else "",
            melds=engine.called,
            left=left,
            copies=self.copies,
            sizes=self.sizes,
            engines=(engine, *engine.before),
        )

    def distance(self, hand: Hand | Judgement, melds: Melds = ()) -> int:
        """The number of tiles still missing: 0 complete, `UNREACHABLE` (99) if no blocks can fill the form."""
        return self.ask(hand, melds).distance

    def shanten(self, hand: Hand | Judgement, melds: Melds = ()) -> int:
        """distance - 1: -1 和了, 0 聴牌, 1 一向聴 …"""
        return self.distance(hand, melds) - 1

    def is_win(self, hand: Hand | Judgement, melds: Melds = ()) -> bool:
        """True if the hand is complete.

        >>> WordEngine().is_win("さくらなみだたまごきつねいぬ")
        True
        """
        return self.distance(hand, melds) == 0

    @overload
    def accepts(
        self, hand: _Asked, melds: Melds = (), *, kinds: Literal[False] = False
    ) -> dict[str, int]: ...
    @overload
    def accepts(self, hand: _Asked, melds: Melds = (), *, kinds: Literal[True]) -> dict[int, int]: ...
    def accepts(self, hand: _Asked, melds: Melds = (), *, kinds: bool = False) -> Any:
        """The letters that lower the distance of a hand one tile short: letter -> how many copies are neither in the
        hand nor called. Raises HandSizeError for a full-sized hand; `best_discards` and `analyze` are for it.

        kinds: True for kind -> copies.
        """
        asked = self._one_short(hand, melds)
        unseen, faces = asked.unseen(), self.tiles.kinds
        return {kind if kinds else faces[kind]: unseen[kind] for kind in asked.draws.kinds}

    @overload
    def waits(self, hand: _Asked, melds: Melds = (), *, kinds: Literal[False] = False) -> tuple[str, ...]: ...
    @overload
    def waits(self, hand: _Asked, melds: Melds = (), *, kinds: Literal[True]) -> tuple[int, ...]: ...
    def waits(self, hand: _Asked, melds: Melds = (), *, kinds: bool = False) -> Any:
        """The letters that complete a hand one tile short, in the order of the tile set; () if it is not tenpai.

        kinds: True for their kinds.
        """
        draws = self._one_short(hand, melds).draws
        found = draws.kinds if draws.distance == 1 else ()
        return found if kinds else tuple(self.tiles.kinds[kind] for kind in found)

    @overload
    def best_discards(
        self, hand: _Asked, melds: Melds = (), seen: Hand = "", *, kinds: Literal[False] = False
    ) -> tuple[str, ...]: ...
    @overload
    def best_discards(
        self, hand: _Asked, melds: Melds = (), seen: Hand = "", *, kinds: Literal[True]
    ) -> tuple[int, ...]: ...
    def best_discards(self, hand: _Asked, melds: Melds = (), seen: Hand = "", *, kinds: bool = False) -> Any:
        """The letters that a full-sized hand can throw, the best first, as `analyze(hand).discards` has them; () if it
        is complete. Raises HandSizeError for a hand one tile short.

        seen: tiles that are visible elsewhere. kinds: True for their kinds.

        >>> WordEngine().best_discards("てがきねあげひよこみみずぬぽ")[:3]
        ('ぽ', 'ぬ', 'げ')
        """
        asked = self.ask(hand, melds)
        if not asked.full:
            held = sum(asked.counts)
            raise HandSizeError(
                "a hand of {} tiles cannot throw one; give {} tiles, or ask waits() and accepts() for what it draws",
                held,
                held + 1,
                tiles=held,
                fits=(held + 1,),
            )
        return tuple(each.kind if kinds else each.tile for each in self.analyze(asked, (), seen, 0).discards)

    def letters(self, kinds: Iterable[int | Accept | Wait | Discard]) -> str:
        """The letters of kinds as one text. The kinds are a list of numbers; the waits, accepts or discards of a
        report; or a row of `waits_many` and `accepts_many`, (K,) bool.

        >>> word, hand = WordEngine(), "さくらなみだたまごきつねい"
        >>> word.letters(word.waits(hand, kinds=True))[:5], word.letters(word.analyze(hand).waits)[:5]
        ('あいうえお', 'あいうえお')
        """
        found: Any = kinds
        chosen = found.nonzero()[0] if str(getattr(found, "dtype", "")) == "bool" else found
        chosen = [getattr(each, "kind", each) for each in chosen] if isinstance(chosen, Iterable) else chosen
        return self.tiles.format(chosen)

    @overload
    def arrangements(
        self, hand: _Asked, melds: Melds = (), limit: int | None = None, *, kinds: Literal[False] = False
    ) -> list[tuple[str, ...]]: ...
    @overload
    def arrangements(
        self, hand: _Asked, melds: Melds = (), limit: int | None = None, *, kinds: Literal[True]
    ) -> list[Arrangement]: ...
    def arrangements(
        self, hand: _Asked, melds: Melds = (), limit: int | None = None, *, kinds: bool = False
    ) -> Any:
        """The ways to split a complete hand into blocks, those of the best known words first. The list is empty if the
        hand is not complete. A block is a text of its letters in the order of the tile set: the key of a word.

        limit: how many ways are listed at most, None for all. kinds: True for blocks as tuples of kinds.

        >>> RiichiEngine().arrangements("123m456p789s11122z")
        [('123m', '456p', '789s', '111z', '22z')]
        """
        found, face = self.ask(hand, melds).arrangements[: _checked(limit)], self.tiles.format
        return list(found) if kinds else [tuple(map(face, blocks)) for blocks in found]

    def analyze(
        self,
        hand: Hand | Judgement,
        melds: Melds = (),
        seen: Hand = "",
        limit: int | None = ARRANGEMENTS_SHOWN,
    ) -> HandReport:
        """Everything about one hand. seen: tiles that are visible elsewhere. limit: how many arrangements, and how many
        ways of being tenpai, are listed at most; None for all."""
        return analyze(self.ask(hand, melds), seen, _checked(limit))

    def chances(
        self,
        hand: Hand | Judgement,
        draws: int = DRAWS,
        melds: Melds = (),
        seen: Hand = "",
        progress: Callable[[int, int], None] | None = None,
        *,
        throw: bool = False,
    ) -> Chances:
        """The exact chances to complete a hand within 1, 2, … up to `draws` draws (1 to 3); for a full-sized hand, the
        chances after each discard. See `chances.Chances`. seen: tiles that are visible elsewhere. progress: called with
        the number of hands judged so far and the number of all hands. throw: True to throw a tile from a complete hand
        too, as if it had not won."""
        return chances(self.ask(hand, melds), draws, seen, progress, throw=throw)

    @cached_property
    def batch(self) -> Batch:
        """The judge of many hands by this engine's blocks, forms and copies; see `batch.Batch`."""
        from kanamj.engine.batch import Batch

        plain = not any(form.solve for form in self.forms)  # another solver is for one hand
        return Batch(self.blocks, self.forms, self.left, self.copies == "strict", plain)

    def shanten_many(self, hands: Hands) -> npt.NDArray[np.int8]:
        """The shanten of each hand, `(n,)` int8; -1 is complete.

        hands: counts (n, K), or a list of hands; each has as many tiles as a form or one less. Forms of up to four 3s
        and at most one 2 take about half a microsecond per hand, riichi takes five nanoseconds. A few hands, as many as
        take two seconds in a process, are judged in plain Python, so that they do not wait for a compiler.

        >>> WordEngine().shanten_many(["さくらなみだたまごきつねいぬ"]).tolist()
        [-1]
        """
        distances = self.batch.distance(self._rows(hands))
        distances -= 1
        return distances

    def waits_many(self, hands: Hands) -> npt.NDArray[np.bool_]:
        """The kinds that complete each hand one tile short, `(n, K)` bool; all False if the hand is not tenpai."""
        return self.batch.waits(self._rows(hands))

    def accepts_many(self, hands: Hands) -> ManyDraws:
        """The distance of each hand one tile short, `(n,)` int8, and the kinds that lower it, `(n, K)` bool."""
        return self.batch.accepts(self._rows(hands))

    def best_discards_many(
        self, hands: Hands, unseen: npt.NDArray[np.integer[Any]] | None = None
    ) -> BestDiscards:
        """The best discard of each full-sized hand, the distance after it, and how many unseen tiles are then accepted.

        The best discard leaves the least distance. Of several, it is the one after which the most unseen copies are
        accepted; of these, the lowest kind. `analyze(hand).discards` has the same order. unseen: (n, K), the copies
        that may still be drawn; by default those that are not in the hand.
        """
        return self.batch.best_discards(self._rows(hands), unseen)

    def _forms_of(self, held: int) -> tuple[list[Form], tuple[Form, ...]]:
        """The forms that judge a hand of `held` tiles, and the forms with one tile less. Raises HandSizeError if no
        form judges it."""
        if held not in self._of_size:
            forms = [fitting for form in self.forms if (fitting := form.fitting(held))]
            if not forms:
                self._wrong_size(held)
            self._of_size[held] = forms, tuple(form for form in self.forms if form.tiles == held - 1)
        return self._of_size[held]

    @cached_property
    def _of_size(self) -> dict[int, tuple[list[Form], tuple[Form, ...]]]:
        """What `_forms_of` has found: making the forms of ordinary mahjong takes longer than judging a hand."""
        return {}

    @property
    def _taken(self) -> Counts:
        return self.tiles.tally(kind for meld in self.called for kind in meld)

    @property
    def left(self) -> Counts:
        """The most tiles of each kind that a hand may hold beside its called blocks."""
        if not self.called or not self.meld_tiles_count:
            return self.tiles.copies
        return tuple(map(int.__sub__, self.tiles.copies, self._taken))

    def _one_short(self, hand: Hand | Judgement, melds: Melds) -> Judgement:
        asked = self.ask(hand, melds)
        if not asked.short:
            held = sum(asked.counts)
            raise HandSizeError(
                "a hand of {} tiles cannot draw; give {} tiles, or ask analyze() for its discards",
                held,
                held - 1,
                tiles=held,
                fits=(held - 1,),
            )
        return asked

    def _rows(self, hands: Hands) -> CountsArray:
        """Many hands as counts (n, K). An array is returned as it is."""
        import numpy as np

        if isinstance(hands, np.ndarray) and hands.dtype.kind in "UO":  # U: texts; O: hands of any kind
            hands = hands.tolist()
        if isinstance(hands, np.ndarray):
            return cast("CountsArray", hands)
        return self.tiles.count_rows(hands)

    def _wrong_size(self, held: int) -> NoReturn:
        fits = tuple(sorted({take - less for form in self.forms for take in form.takes for less in (0, 1)}))
        raise HandSizeError(
            "the hand has {}; form {} takes {}",
            several(held, "{} tile", "{} tiles"),
            ", ".join(form.name for form in self.forms),
            either(fits),
            tiles=held,
            fits=fits,
        )

    def _meld(self, meld: Hand, known: bool) -> Block:
        kinds = self.tiles.parse(meld) if isinstance(meld, str) else self._kinds(meld)
        block = tuple(sorted(kinds))
        text = meld if isinstance(meld, str) else self.tiles.format(block)
        if len(block) < 3:
            raise MeldError(
                "meld {} has {}; called blocks have three tiles, a kan four or more",
                text or repr(text),
                several(len(block), "{} tile", "{} tiles"),
                meld=text,
            )
        if known and block not in self.blocks.limit:
            rule = Message(self.meld_rule, self.tiles.format(block))
            raise MeldError("meld {} is not a block: {}", text, rule, meld=text)
        return block

    def _kinds(self, meld: Hand) -> list[int]:
        return [kind for kind, count in enumerate(self.tiles.read(meld)) for _ in range(count)]


class WordEngine(Engine):
    """Judges hands of kana tiles by the words of a lexicon.

    lexicon: a Lexicon, the name of a list or its folder; by default the shipped list. tiles: a tile set of kana, or its
    name. forms: one or several, as digits (`33332`, `33332,2222222`) or as instances of your own subclasses of
    `kanamj.Form`; the nearest form decides. copies: "strict" (a missing tile must exist) or "ignore" (it need not, as
    for the published judge of the paper). solver: a function that returns the distance of a single hand and replaces
    the search, or a name in `check.solvers.SOLVERS`. readings: True counts words by their readings: keys without a
    known reading are no words, and seven pairs are seven different readings. form: `forms` as a text, by the name that
    the command line and the API have for it.

    >>> word = WordEngine()
    >>> word.shanten("さくらなみだたまごきつねいぬ")
    -1
    >>> word.waits("さくらなみだたまごきつねい")[:5]
    ('あ', 'い', 'う', 'え', 'お')
    """

    def __init__(
        self,
        lexicon: Lexicon | str | Path | None = None,
        tiles: TileSet | str = HIRAGANA_120,
        forms: _Forms = "33332",
        copies: Copies = "strict",
        solver: str | Solve | None = None,
        readings: bool = False,
        *,
        form: str | None = None,
    ) -> None:
        chosen = _tile_set(tiles)
        if chosen.notation != "kana":
            raise KanamjError(
                "words are made of kana, and {} has none; RiichiEngine judges its hands", chosen.name
            )
        self.lexicon = lexicon_of(lexicon)
        blocks, solve = Blocks.from_lexicon(self.lexicon, chosen, readings), _solve(solver)
        super().__init__(
            chosen,
            blocks,
            [each.over(blocks, solve) for each in parse_forms(_named(forms, form, "33332"))],
            copies,
        )

    @cached_property
    def ranks(self) -> Mapping[Block, int]:
        """Block -> its rank among the words of the game that the tiles can spell. People learn the word of rank 1
        first. If the list does not know how early people learn a word, its cost decides. Blocks without a word to show
        come last.

        Raises LexiconError if the list knows neither ease nor cost of any word.
        """
        ranks = self.blocks.ranks(self.sizes)
        if not ranks:
            raise LexiconError(
                "list {} does not say how early or how common any word is, so none is easier than another; use a "
                "list with ease or cost in its words.tsv, such as common",
                self.lexicon.name,
            )
        return ranks

    def arrangement_by(self, judge: WordEngine, hand: _Asked, melds: Melds = ()) -> tuple[str, ...]:
        """The arrangement by the words of `judge` with the fewest blocks that this engine does not have, as keys; () if
        the hand is not complete by them."""
        ways = judge.ask(hand, melds).arrangements
        best = min(ways, key=lambda way: sum(block not in self.blocks.limit for block in way), default=())
        return tuple(map(self.tiles.format, best))

    def least_vocabulary(self, hand: Hand | Judgement, melds: Melds = ()) -> Vocabulary | None:
        """How many of the easiest words one must know so that a hand is complete or tenpai, and the words that the hand
        then uses, called words included. None for hands that are farther away, and for forms that are not made of
        blocks.

        Raises LexiconError as `ranks` does.

        >>> needed = WordEngine().least_vocabulary("さくらなみだたまごきつねいぬ")
        >>> needed.size == needed.words[0].rank, needed.rarest.letters
        (True, 'きつね')
        """
        return least_vocabulary(self.ask(hand, melds)) if self.ranks else None

    def __repr__(self) -> str:
        forms = ",".join(form.name for form in self.forms)
        return f"WordEngine({self.lexicon.name!r}, {self.tiles!r}, {forms!r}, {self.copies!r})"


class RiichiEngine(Engine):
    """Judges hands of four-player or three-player mahjong by the nearest of its forms.

    tiles: RIICHI_136, or SANMA_108 for three players, or their names; `players=3` also chooses SANMA_108. forms:
    "general" (four blocks and a head), "seven_pairs", "thirteen_orphans", and forms of your own. meld_tiles_count:
    whether the tiles of melds count as used copies, so that no hand waits for a fifth tile; melds given as a number
    have no tiles to count. solver: as for WordEngine, for single hands only; it replaces the tables, and "search" is a
    solver like the others. Many hands are judged by kernels. form: as for WordEngine.

    A hand of 11 or 10 tiles must have called one block; 8 or 7 tiles: two; 5 or 4: three; 2 or 1: four. The called
    blocks may be given as texts (`melds=["123m"]`) or as a number.

    Many hands in uint8 rows are read without a copy.

    >>> riichi = RiichiEngine()
    >>> riichi.shanten("123m456p789s11z22z3z"), riichi.shanten("19m19p19s1234567z")
    (0, 0)
    >>> riichi.waits("456p789s1122z", melds=["123m"])
    ('1z', '2z')
    >>> riichi.accepts("456p789s1122z", melds=["123m"])
    {'1z': 2, '2z': 2}
    """

    meld_rule = "a meld is a sequence (123m), three of a kind (555p) or a kan (5555p)"

    def __init__(
        self,
        tiles: TileSet | str | None = None,
        forms: _Forms = FORMS,
        players: int = 4,
        meld_tiles_count: bool = True,
        solver: str | Solve | None = None,
        *,
        form: str | None = None,
    ) -> None:
        from kanamj.engine.forms.riichi import riichi_forms

        sets = {4: RIICHI_136, 3: SANMA_108}
        check_whole("players", players, 3, 4)
        chosen = tile_set(tiles) if isinstance(tiles, str) else sets[players] if tiles is None else tiles
        if chosen not in sets.values():
            name = chosen.name if isinstance(chosen, TileSet) else repr(chosen)
            raise KanamjError("riichi is played with riichi-136 or sanma-108, not {}", name)
        blocks, solve = Blocks.riichi(chosen), _solve(solver)
        named = parse_forms(_named(forms, form, FORMS), riichi_forms())
        super().__init__(
            chosen,
            blocks,
            [each.over(blocks, solve) for each in named],
            meld_tiles_count=meld_tiles_count,
        )
        self.players = 3 if chosen == SANMA_108 else 4

    def __repr__(self) -> str:
        names = tuple(form.name for form in self.forms)
        return f"RiichiEngine({self.tiles!r}, {names!r}, {self.players}, {self.meld_tiles_count})"


def engine_of(
    tiles: TileSet | str = HIRAGANA_120,
    lexicon: Lexicon | str | Path | None = None,
    form: str = "",
    copies: str = "strict",
    solver: str = "",
) -> Engine:
    """The engine that judges hands of a tile set. form: one or several, separated by commas: digits for words, names
    for riichi; "" for the default forms of the engine. solver: "" for the quickest way, which is the search for words.

    Raises KanamjError for an unknown tile set, lexicon, form, copies rule or solver.

    >>> engine_of("sanma-108", form="general").forms
    (<form general>,)
    """
    chosen = _tile_set(tiles)
    if chosen.notation == "kana":
        return WordEngine(lexicon, chosen, form or "33332", cast("Copies", copies), solver or None)
    if copies != "strict":
        raise KanamjError(
            "copies is {}; riichi knows only strict, as there is no fifth tile of a kind", brief(copies)
        )
    return RiichiEngine(chosen, form or FORMS, solver=solver or None)


def judge(
    hand: Hand, melds: Melds = (), seen: Hand = "", tiles: TileSet | str = HIRAGANA_120, form: str = ""
) -> HandReport:
    """The report on one hand by the list `common`: the shortest way to an answer. The engine is remembered.

    hand, melds, seen: as for `Engine.analyze`. tiles, form: as for `engine_of`.

    >>> judge("さくらなみだたまごきつねい").shanten, judge("123m456p789s11122z", tiles="riichi-136").shanten
    (0, -1)
    """
    if not isinstance(form, str):
        raise KanamjError("form is {}; give a text such as 33332, or make a WordEngine(forms=…)", brief(form))
    return _remembered(_tile_set(tiles), form).analyze(hand, melds, seen)


@lru_cache(maxsize=8)
def _remembered(tiles: TileSet, form: str) -> Engine:
    return engine_of(tiles, form=form)


def _tile_set(tiles: TileSet | str) -> TileSet:
    """The tiles, or the set of this name. Raises KanamjError for anything else."""
    chosen = tile_set(tiles) if isinstance(tiles, str) else tiles
    if not isinstance(chosen, TileSet):
        raise KanamjError("tiles are a TileSet or the name of one, not {}", brief(chosen))
    return chosen


def _named(forms: _Forms, form: str | None, usual: _Forms) -> _Forms:
    """What was given as `forms`, or by its other name."""
    if form is None:
        return forms
    if forms != usual:
        raise KanamjError("forms and form are one option; give {} or {}", brief(forms), brief(form))
    return form


def _solve(solver: str | Solve | None) -> Solve | None:
    """The function that judges one hand, None for the quickest way. Raises KanamjError for an unknown name."""
    if solver is None or callable(solver):
        return solver
    from kanamj.engine.check.solvers import solver_of

    return solver_of(solver)


def _checked(limit: int | None) -> int | None:
    try:
        return None if limit is None else check_whole("limit", limit, 0, sys.maxsize)
    except KanamjError:
        raise KanamjError("limit is {}; give a whole number from 0, or None for all", brief(limit)) from None
