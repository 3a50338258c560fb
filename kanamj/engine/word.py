"""The engine of hiragana word mahjong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from kanamj.engine.blocks import Blocks
from kanamj.engine.question import Question
from kanamj.engine.search import distance
from kanamj.engine.setting import Copies, Setting
from kanamj.engine.single import SingleHandEngine
from kanamj.forms import Form, parse_forms
from kanamj.tiles import HIRAGANA_120, TileSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kanamj.engine.batch import Batch, BestDiscards
    from kanamj.lexicon import Lexicon
    from kanamj.tiles import CountsArray


class WordEngine(SingleHandEngine):
    """Judges hands of kana tiles by the words of a lexicon.

    forms: one or several, as digits (`33332`, `33332,2222222`); the nearest decides. copies: "strict" (a missing
    tile must exist) or "ignore" (the published judge of the paper). solver: answers the distance of single hands.

    >>> from kanamj.lexicon import load_lexicon
    >>> word = WordEngine(load_lexicon())
    >>> word.shanten("さくらなみだたまごきつねいぬ")
    -1
    >>> word.tiles.format(word.waits("さくらなみだたまごきつねい"))[:5]
    'あいうえお'
    """

    def __init__(
        self,
        lexicon: Lexicon,
        tiles: TileSet = HIRAGANA_120,
        forms: str | Form | Iterable[str | Form] = "33332",
        copies: Copies = "strict",
        solver: Callable[[Question], int] = distance,
    ) -> None:
        super().__init__(
            Setting(tiles, Blocks.from_lexicon(lexicon, tiles), parse_forms(forms), copies), solver
        )
        self.lexicon = lexicon

    def __repr__(self) -> str:
        forms = ",".join(form.digits for form in self.setting.forms)
        return f"WordEngine({self.lexicon.name!r}, {self.tiles!r}, {forms!r}, {self.setting.copies!r})"

    @cached_property
    def batch(self) -> Batch:
        """The driver of the kernels for this engine's blocks, forms and copies; see `batch.Batch`."""
        from kanamj.engine.batch import Batch

        setting = self.setting
        return Batch(setting.blocks, setting.forms, setting.tiles.copies, setting.copies == "strict")

    def shanten_many(self, counts: CountsArray) -> npt.NDArray[np.int8]:
        """Shanten of each hand, `(n,)` int8; -1 complete.

        counts: (n, K) uint8; each hand has as many tiles as a form or one less. Up to four 3s and at most one 2 take
        about half a microsecond a hand; `batch.Batch` says what other forms take. Raises ArrayError (dtype, shape,
        or a row; `.row`), whose message names the kind or the number of tiles.
        """
        distances = self.batch.distance(counts)
        distances -= 1
        return distances

    def waits_many(self, counts: CountsArray) -> npt.NDArray[np.bool_]:
        """The kinds that complete each hand one tile short, `(n, K)` bool; rows not tenpai are False."""
        return self.batch.waits(counts)

    def accepts_many(self, counts: CountsArray) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Distance `(n,)` int8 of each hand one tile short, and the kinds that lower it, `(n, K)` bool."""
        return self.batch.accepts(counts)

    def best_discards_many(self, counts: CountsArray) -> BestDiscards:
        """The discard of each full-sized hand, with the distance and the tiles accepted after it.

        The discard after which the distance is least, of these the one with most copies to draw to, of these the
        lowest kind; as the first of `analyze(hand).discards`.
        """
        return self.batch.best_discards(counts)
