"""Ordinary mahjong behind the interface of the word engine.

How a million hands are answered in a few milliseconds, and how to make the tables anew, is told in `tables`; how
a row of counts becomes a place in them, in `kernels/riichi.py`; the exact distributions are in `counting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kanamj.engine.draws import Draws
from kanamj.engine.question import Question
from kanamj.engine.riichi import forms
from kanamj.engine.riichi.forms import FORMS, RiichiSetting, check_forms
from kanamj.engine.setting import Asked
from kanamj.engine.single import SingleHandEngine
from kanamj.errors import KanamjError
from kanamj.tiles import RIICHI_136, SANMA_108, TileSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import BestDiscards
    from kanamj.tiles import CountsArray


class ManyDraws(NamedTuple):
    """What many hands draw to. distances: `(n,)` int8. masks: `(n,)` uint64, bit k set where kind k lowers the
    distance. unseen: `(n,)` uint8, the copies of these kinds that are not in the hand."""

    distances: npt.NDArray[np.int8]
    masks: npt.NDArray[np.uint64]
    unseen: npt.NDArray[np.uint8]


class RiichiEngine(SingleHandEngine):
    """Judges hands of four-player or three-player mahjong by the nearest of its forms.

    tiles: RIICHI_136, or SANMA_108 for three players (`players=3` says the same). forms: of "general" (four blocks
    and a head), "seven_pairs" and "thirteen_orphans". meld_tiles_count: whether the tiles of melds are used copies
    (no waiting for a fifth); melds given as a number, or not at all, have no tiles to count.

    A hand of 11 or 10, 8 or 7, 5 or 4, 2 or 1 tiles has called one to four blocks; they may be given, as texts
    (`melds=["123m"]`) or as a number.

    Many hands are counts, `(n, 34)` uint8: rows, or columns (`numpy.asfortranarray`, or the transpose of a
    `(34, n)` array), which are read without a copy. The tables are built at the first such call, in half a second,
    and kept in the user's cache folder, or in $KANAMJ_CACHE.

    >>> riichi = RiichiEngine()
    >>> riichi.shanten("123m456p789s11z22z3z"), riichi.shanten("19m19p19s1234567z")
    (0, 0)
    >>> riichi.tiles.format(riichi.waits("1112345678999m"))
    '123456789m'
    >>> riichi.accepts("456p789s1122z", melds=["123m"])
    {27: 2, 28: 2}
    """

    def __init__(
        self,
        tiles: TileSet | None = None,
        forms: Sequence[str] = FORMS,
        players: int = 4,
        meld_tiles_count: bool = True,
    ) -> None:
        sets = {4: RIICHI_136, 3: SANMA_108}
        if players not in sets:
            raise KanamjError(f"riichi has 4 or 3 players, not {players}")
        chosen = sets[players] if tiles is None else tiles
        if chosen not in sets.values():
            raise KanamjError(f"riichi is played with riichi-136 or sanma-108, not {chosen.name}")
        names = check_forms([forms] if isinstance(forms, str) else forms)
        super().__init__(RiichiSetting.of(chosen, names, meld_tiles_count))
        self.forms = names
        self.players = 3 if chosen == SANMA_108 else 4
        self.meld_tiles_count = meld_tiles_count

    def __repr__(self) -> str:
        return f"RiichiEngine({self.tiles!r}, {self.forms!r}, {self.players}, {self.meld_tiles_count})"

    def forms_of(self, asked: Asked) -> tuple[str, ...]:
        """The names of the forms a hand is judged by."""
        return tuple(_name(question) for question in asked.questions)

    def _distance(self, question: Question) -> int:
        if _name(question) == forms.SEVEN:
            return forms.seven_pairs_distance(question.counts)
        if _name(question) == forms.THIRTEEN:
            return forms.thirteen_orphans_distance(question.counts)
        return super()._distance(question)

    def _accepts(self, question: Question) -> Draws:
        if _name(question) == forms.SEVEN:
            return forms.seven_pairs_draws(question.counts, self.tiles.copies)
        if _name(question) == forms.THIRTEEN:
            return forms.thirteen_orphans_draws(question.counts)
        return super()._accepts(question)

    def _after_discards(self, question: Question) -> dict[int, Draws]:
        if _name(question) == forms.GENERAL:
            return super()._after_discards(question)
        held = [kind for kind, count in enumerate(question.counts) if count]
        return {kind: self._accepts(question.discarding(kind)) for kind in held}

    def shanten_many(self, counts: CountsArray, check: bool = True) -> npt.NDArray[np.int8]:
        """Shanten of each hand, `(n,)` int8; -1 complete.

        counts: (n, 34) uint8, rows or columns. Hands may have called blocks, each by its number of tiles.
        check=False: the caller answers for it that the hands all have one number of tiles, and no kind more often
        than there are copies; what is answered otherwise is not defined. Spares the general form a fourth of its
        time, and does nothing with other forms.

        Raises ArrayError (shape, dtype, or a row; `.row`), whose message names the tile or the number of tiles.
        """
        from kanamj.engine.riichi.batch import shanten_many

        return shanten_many(self, counts, check)

    def waits_many(self, counts: CountsArray) -> npt.NDArray[np.bool_]:
        """The kinds that complete each hand one tile short, `(n, 34)` bool; rows not tenpai are False."""
        from kanamj.engine.riichi.batch import waits_many

        return waits_many(self, counts)

    def accepts_many(self, counts: CountsArray) -> ManyDraws:
        """Distance, bit mask of the kinds that lower it, and their copies unseen, of each hand one tile short."""
        from kanamj.engine.riichi.batch import accepts_many

        return accepts_many(self, counts)

    def best_discards_many(self, counts: CountsArray) -> BestDiscards:
        """The discard of each full-sized hand, with the distance and the tiles accepted after it.

        The discard after which the distance is least, of these the one with most copies to draw to, of these the
        lowest kind; as the first of `analyze(hand).discards`.
        """
        from kanamj.engine.riichi.batch import best_discards_many

        return best_discards_many(self, counts)


def _name(question: Question) -> str:
    if question.sizes == (14,):
        return forms.THIRTEEN
    return forms.SEVEN if question.distinct else forms.GENERAL
