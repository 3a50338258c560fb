"""The engines, one a game, and what both answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from kanamj.engine.blocks import Blocks, Lexicon, lexicon_of
from kanamj.engine.chances import DRAWS, Chances, chances
from kanamj.engine.hand import COPIES, Arrangement, Asked, Copies, Melds, Setting
from kanamj.engine.judges import BlockForm, Solve
from kanamj.engine.protocol import Hands, ManyHands
from kanamj.engine.report import ARRANGEMENTS_SHOWN, HandReport, analyze
from kanamj.engine.riichi.forms import FORMS, RiichiSetting, check_forms
from kanamj.engine.seven_pairs import SevenPairs
from kanamj.errors import ArrayError, HandSizeError, KanamjError
from kanamj.forms import Form, parse_forms
from kanamj.tiles import HIRAGANA_120, RIICHI_136, SANMA_108, Hand, TileSet, tile_set

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import Batch, BestDiscards, ManyDraws
    from kanamj.tiles import CountsArray


class Engine(ManyHands, Protocol):
    """What both games answer. K is the number of kinds.

    One hand is text, counts of shape (K,), or a sequence of kinds; melds are called blocks, or how many of three there
    are. Many hands are counts, (n, K) of any integer dtype and order, or a list of hands. Kinds are numbers;
    `engine.tiles.format(kinds)` gives their letters.
    """

    def shanten(self, hand: Hand, melds: Melds = ()) -> int: ...
    def distance(self, hand: Hand, melds: Melds = ()) -> int: ...
    def waits(self, hand: Hand, melds: Melds = ()) -> tuple[int, ...]: ...
    def accepts(self, hand: Hand, melds: Melds = ()) -> dict[int, int]: ...
    def arrangements(self, hand: Hand, melds: Melds = (), limit: int | None = None) -> list[Arrangement]: ...
    def analyze(
        self, hand: Hand, melds: Melds = (), seen: Hand = "", limit: int | None = ARRANGEMENTS_SHOWN
    ) -> HandReport: ...
    def chances(self, hand: Hand, draws: int = DRAWS, melds: Melds = (), seen: Hand = "") -> Chances: ...


class HandEngine:
    """What both engines answer of one hand, alike.

    Every method raises TileError (no such tile, too many of one), MeldError, FormError (no slot for the melds) and
    HandSizeError (a number of tiles that fits no form).
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @property
    def tiles(self) -> TileSet:
        """The tile set; its `format` turns kinds into letters."""
        return self.setting.tiles

    def distance(self, hand: Hand, melds: Melds = ()) -> int:
        """Tiles still missing: 0 complete, `UNREACHABLE` (99) if no blocks can fill the form."""
        return self.setting.ask(hand, melds).distance

    def shanten(self, hand: Hand, melds: Melds = ()) -> int:
        """distance - 1: -1 和了, 0 聴牌, 1 一向聴 …"""
        return self.distance(hand, melds) - 1

    def accepts(self, hand: Hand, melds: Melds = ()) -> dict[int, int]:
        """Kind -> copies unseen (neither in the hand nor called), of the kinds that lower the distance of a hand one
        tile short. HandSizeError for a full-sized hand: `analyze` gives its discards."""
        asked = self._one_short(hand, melds)
        called = self.tiles.tally(kind for meld in asked.melds for kind in meld)
        return {
            kind: self.tiles.copies[kind] - asked.counts[kind] - called[kind] for kind in asked.draws.kinds
        }

    def waits(self, hand: Hand, melds: Melds = ()) -> tuple[int, ...]:
        """The kinds that complete a hand one tile short, ascending; empty if it is not tenpai.

        `engine.tiles.format(engine.waits(hand))` gives their letters.
        """
        draws = self._one_short(hand, melds).draws
        return draws.kinds if draws.distance == 1 else ()

    def arrangements(self, hand: Hand, melds: Melds = (), limit: int | None = None) -> list[Arrangement]:
        """The ways to split a complete hand into blocks, tuples of kinds, at most `limit`, those of the best known
        words first; none if it is not complete."""
        return list(self.setting.ask(hand, melds).arrangements[:limit])

    def analyze(
        self, hand: Hand, melds: Melds = (), seen: Hand = "", limit: int | None = ARRANGEMENTS_SHOWN
    ) -> HandReport:
        """Everything about one hand. seen: tiles visible elsewhere. limit: most arrangements and ways listed, None for
        all."""
        return analyze(self.setting, self.setting.ask(hand, melds), seen, limit)

    def chances(
        self: ManyHands,
        hand: Hand,
        draws: int = DRAWS,
        melds: Melds = (),
        seen: Hand = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> Chances:
        """The exact chance to complete a hand within 1, 2, … up to `draws` draws (1 to 4), for each discard of a
        full-sized hand; see `chances.Chances`. progress: called with the hands looked at and those to look at."""
        return chances(self, hand, draws, melds, seen, progress)

    def _one_short(self, hand: Hand, melds: Melds) -> Asked:
        asked = self.setting.ask(hand, melds)
        if not asked.short:
            held = sum(asked.counts)
            raise HandSizeError(
                f"a hand of {held} tiles has no draw; give {held - 1} tiles, or ask analyze() for its discards",
                held,
                (held - 1,),
            )
        return asked

    def _rows(self, hands: Hands) -> CountsArray:
        """Many hands as counts (n, K): an array as it is, each hand of a list read."""
        import numpy as np

        if isinstance(hands, np.ndarray):
            return cast("CountsArray", hands)
        rows = np.zeros((len(hands), len(self.tiles)), np.uint8)
        for row, hand in enumerate(hands):
            try:
                rows[row] = self.tiles.read(hand)
            except KanamjError as error:
                raise ArrayError(f"row {row}: {error}", row) from None
        return rows


class WordEngine(HandEngine):
    """Judges hands of kana tiles by the words of a lexicon.

    lexicon: a Lexicon, the name of a list or its folder; the shipped list if left out. tiles: a set of kana, or its
    name. forms: one or several, as digits (`33332`, `33332,2222222`); the nearest decides. copies: "strict" (a missing
    tile must exist) or "ignore" (the published judge of the paper). solver: answers the distance of single hands in
    place of the search, a function or a name of `check.solvers.SOLVERS`.

    >>> word = WordEngine()
    >>> word.shanten("さくらなみだたまごきつねいぬ")
    -1
    >>> word.tiles.format(word.waits("さくらなみだたまごきつねい"))[:5]
    'あいうえお'
    """

    def __init__(
        self,
        lexicon: Lexicon | str | Path | None = None,
        tiles: TileSet | str = HIRAGANA_120,
        forms: str | Form | Iterable[str | Form] = "33332",
        copies: Copies = "strict",
        solver: str | Solve | None = None,
    ) -> None:
        chosen = tile_set(tiles) if isinstance(tiles, str) else tiles
        if not isinstance(chosen, TileSet):
            raise KanamjError(f"tiles are a TileSet or the name of one, not {chosen!r}")
        if chosen.notation != "kana":
            raise KanamjError(
                f"words are made of kana, {chosen.name} has none; RiichiEngine judges its hands"
            )
        self.lexicon = lexicon_of(lexicon)
        self.forms = parse_forms(forms)
        blocks, solve = Blocks.from_lexicon(self.lexicon, chosen), _solve(solver)
        judges = tuple(
            (SevenPairs if form.distinct else BlockForm)(blocks, form, solve=solve) for form in self.forms
        )
        super().__init__(Setting(chosen, blocks, judges, copies))

    def __repr__(self) -> str:
        forms = ",".join(form.digits for form in self.forms)
        return f"WordEngine({self.lexicon.name!r}, {self.tiles!r}, {forms!r}, {self.setting.copies!r})"

    @cached_property
    def batch(self) -> Batch:
        """The driver of the kernels for this engine's blocks, forms and copies; see `batch.Batch`."""
        from kanamj.engine.batch import Batch

        setting = self.setting
        return Batch(setting.blocks, self.forms, setting.tiles.copies, setting.copies == "strict")

    def shanten_many(self, hands: Hands) -> npt.NDArray[np.int8]:
        """Shanten of each hand, `(n,)` int8; -1 complete.

        hands: counts (n, K), or a list of hands; each has as many tiles as a form or one less. Up to four 3s and at
        most one 2 take about half a microsecond a hand; `batch.Batch` says what other forms take. Raises ArrayError
        (dtype, shape, or a row; `.row`), whose message names the tile or the number of tiles.

        >>> WordEngine().shanten_many(["さくらなみだたまごきつねいぬ"]).tolist()
        [-1]
        """
        distances = self.batch.distance(self._rows(hands))
        distances -= 1
        return distances

    def waits_many(self, hands: Hands) -> npt.NDArray[np.bool_]:
        """The kinds that complete each hand one tile short, `(n, K)` bool; rows not tenpai are False."""
        return self.batch.waits(self._rows(hands))

    def accepts_many(self, hands: Hands) -> ManyDraws:
        """Of each hand one tile short the distance, `(n,)` int8, and the kinds that lower it, `(n, K)` bool."""
        from kanamj.engine.batch import ManyDraws

        return ManyDraws(*self.batch.accepts(self._rows(hands)))

    def best_discards_many(self, hands: Hands) -> BestDiscards:
        """The discard of each full-sized hand, with the distance and the tiles accepted after it.

        The discard after which the distance is least, of these the one with most copies to draw to, of these the
        lowest kind; as the first of `analyze(hand).discards`.
        """
        return self.batch.best_discards(self._rows(hands))


class RiichiEngine(HandEngine):
    """Judges hands of four-player or three-player mahjong by the nearest of its forms.

    tiles: RIICHI_136, or SANMA_108 for three players, or their names (`players=3` says the same). forms: of "general"
    (four blocks and a head), "seven_pairs" and "thirteen_orphans". meld_tiles_count: whether the tiles of melds are
    used copies (no waiting for a fifth); melds given as a number, or not at all, have no tiles to count. solver: see
    WordEngine; many hands are answered by tables whatever it is.

    A hand of 11 or 10, 8 or 7, 5 or 4, 2 or 1 tiles has called one to four blocks; they may be given, as texts
    (`melds=["123m"]`) or as a number.

    Many hands are counts, `(n, 34)`, or a list of hands. uint8 arrays are read without a copy as rows and as columns
    (`numpy.asfortranarray`, or the transpose of a `(34, n)` array). The tables are built at the first such call, in
    half a second, and kept in the user's cache folder, or in $KANAMJ_CACHE.

    >>> riichi = RiichiEngine()
    >>> riichi.shanten("123m456p789s11z22z3z"), riichi.shanten("19m19p19s1234567z")
    (0, 0)
    >>> riichi.tiles.format(riichi.waits("1112345678999m"))
    '123456789m'
    >>> riichi.accepts("456p789s1122z", melds=["123m"])
    {27: 2, 28: 2}
    """

    setting: RiichiSetting

    def __init__(
        self,
        tiles: TileSet | str | None = None,
        forms: Sequence[str] = FORMS,
        players: int = 4,
        meld_tiles_count: bool = True,
        solver: str | Solve | None = None,
    ) -> None:
        sets = {4: RIICHI_136, 3: SANMA_108}
        if players not in sets:
            raise KanamjError(f"riichi has 4 or 3 players, not {players}")
        chosen = tile_set(tiles) if isinstance(tiles, str) else sets[players] if tiles is None else tiles
        if chosen not in sets.values():
            name = chosen.name if isinstance(chosen, TileSet) else repr(chosen)
            raise KanamjError(f"riichi is played with riichi-136 or sanma-108, not {name}")
        names = check_forms(forms.split(",") if isinstance(forms, str) else forms)
        super().__init__(RiichiSetting.of(chosen, names, meld_tiles_count, _solve(solver)))
        self.forms = names
        self.players = 3 if chosen == SANMA_108 else 4
        self.meld_tiles_count = meld_tiles_count

    def __repr__(self) -> str:
        return f"RiichiEngine({self.tiles!r}, {self.forms!r}, {self.players}, {self.meld_tiles_count})"

    def shanten_many(self, hands: Hands, check: bool = True) -> npt.NDArray[np.int8]:
        """Shanten of each hand, `(n,)` int8; -1 complete.

        hands: counts (n, 34), rows or columns, or a list of hands. Hands may have called blocks, each by its number of
        tiles. check=False: the caller answers for it that the hands all have one number of tiles, and no kind more
        often than there are copies; what is answered otherwise is not defined. Spares the general form a fourth of its
        time, and does nothing with other forms.

        Raises ArrayError (shape, dtype, or a row; `.row`), whose message names the tile or the number of tiles.
        """
        from kanamj.engine.riichi.batch import shanten_many

        return shanten_many(self.setting, self._rows(hands), check)

    def waits_many(self, hands: Hands) -> npt.NDArray[np.bool_]:
        """The kinds that complete each hand one tile short, `(n, 34)` bool; rows not tenpai are False."""
        from kanamj.engine.riichi.batch import waits_many

        return waits_many(self.setting, self._rows(hands))

    def accepts_many(self, hands: Hands) -> ManyDraws:
        """Of each hand one tile short the distance, `(n,)` int8, and the kinds that lower it, `(n, 34)` bool."""
        from kanamj.engine.riichi.batch import accepts_many

        return accepts_many(self.setting, self._rows(hands))

    def best_discards_many(self, hands: Hands) -> BestDiscards:
        """The discard of each full-sized hand, with the distance and the tiles accepted after it.

        The discard after which the distance is least, of these the one with most copies to draw to, of these the
        lowest kind; as the first of `analyze(hand).discards`.
        """
        from kanamj.engine.riichi.batch import best_discards_many

        return best_discards_many(self.setting, self._rows(hands))


def engine_of(
    tiles: TileSet | str = HIRAGANA_120,
    lexicon: Lexicon | str | Path | None = None,
    form: str = "",
    copies: str = "strict",
    solver: str = "search",
) -> WordEngine | RiichiEngine:
    """The engine that judges hands of a tile set: forms of words as digits, of riichi by name, several by comma; all
    that is left out as the engines have it.

    Raises KanamjError for a name nobody has: tile set, lexicon, form, copies rule, solver.

    >>> engine_of("sanma-108", form="general").forms
    ('general',)
    """
    chosen = tile_set(tiles) if isinstance(tiles, str) else tiles
    rule = next((rule for rule in COPIES if rule == copies), None)
    if rule is None:
        raise KanamjError(f"no copies rule {copies!r}; there are {', '.join(COPIES)}")
    if chosen.notation == "kana":
        return WordEngine(lexicon, chosen, form or "33332", rule, solver)
    if rule != "strict":
        raise KanamjError("copies are always counted in riichi, there is no fifth tile; the rule is strict")
    return RiichiEngine(chosen, form or FORMS, solver=solver)


def _solve(solver: str | Solve | None) -> Solve | None:
    """The function that answers in place of the search; KanamjError for a name no solver has."""
    if solver is None or callable(solver):
        return solver
    if solver == "search":
        return None
    from kanamj.engine.check.solvers import solver_of

    return solver_of(solver)
