"""The engine of hiragana word mahjong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kanamj.engine.blocks import Blocks
from kanamj.engine.question import Question
from kanamj.engine.search import distance
from kanamj.engine.setting import Copies, Setting
from kanamj.engine.single import SingleHandEngine
from kanamj.forms import Form, parse_forms
from kanamj.tiles import HIRAGANA_120, TileSet

if TYPE_CHECKING:
    from kanamj.lexicon import Lexicon


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
