"""Exact solver and data set toolkit for hiragana word mahjong (ひらがじゃん). It solves ordinary mahjong too.

>>> import kanamj
>>> kanamj.judge("てがきねあげひよこみみずぬぽ").advice  # the tile to throw, by the shipped list
'ぽ'
>>> word = kanamj.WordEngine()  # uses the shipped list; give a Lexicon, a name, a folder or a file for another
>>> word.shanten("さくらなみだたまごきつねいぬ")  # -1 和了, 0 聴牌, 1 一向聴 …
-1
>>> report = word.analyze("てがきねあげひよこみみずぬぽ")  # has to_json() and to_frame(); notebooks show it
>>> report.name, len(report.discards)
(('聴牌', 'tenpai'), 13)
>>> word.waits("さくらなみだたまごきつねい")[:3]  # kinds=True for numbers, indices into the tile set
('あ', 'い', 'う')
>>> word.shanten_many(["さくらなみだたまごきつねいぬ", "てがきねあげひよこみみずぬぽ"]).tolist()
[-1, 0]
>>> riichi = kanamj.RiichiEngine()
>>> riichi.shanten("123m456p789s11z22z3z")
0

The packages, each of which imports only what is below it. The first lines of each say where to find what.

- `cli/` is the command line, `web/` the page in the browser.
- `learn/` deals hands to practise with, and says what to learn next.
- `studies/` measures something on many deals or games; `testing.py` checks forms and bots of others.
- `game/` plays: rules, players, records, reviews.
- `yaku/` scores a complete hand.
- `engine/` judges hands: distance, waits, discards, chances.
- `datasets/` lists which letters wait for what.
- `lexicon/` reads, builds and searches word lists.
- `results.py` writes folders of results whole or not at all; `tiles.py` defines tile sets, and reads hands.
- `text.py` says things in English or Japanese, and makes text harmless; `plain.py` makes values JSON.
- `disk.py` writes a file, `stopping.py` ends a stopped command, `pausing.py` lets long work pause.
- `errors.py` has the errors that users may catch, `version.py` the version, `defaults.py` the default list and a limit.
"""

from __future__ import annotations

from kanamj.version import __version__ as __version__

TYPE_CHECKING = False  # that of `typing` takes 15 ms, in which Ctrl-C would print a traceback
if TYPE_CHECKING:
    from typing import Any

    from kanamj.engine import (
        UNREACHABLE,
        UNREACHABLE_SHANTEN,
        Engine,
        Form,
        HandReport,
        RiichiEngine,
        WordEngine,
        judge,
    )
    from kanamj.engine.batch import deal
    from kanamj.engine.chances import Chances
    from kanamj.engine.compiling import compile_kernels
    from kanamj.errors import KanamjError
    from kanamj.lexicon import Entry, Lexicon, load_lexicon
    from kanamj.tiles import (
        HIRAGANA_120,
        HIRAGANA_PRO_136,
        HIRAGANA_PRO_166,
        RIICHI_136,
        SANMA_108,
        TileSet,
        tile_set,
    )
    from kanamj.yaku import Score, score, score_many

__all__ = [
    "HIRAGANA_120",
    "HIRAGANA_PRO_136",
    "HIRAGANA_PRO_166",
    "RIICHI_136",
    "SANMA_108",
    "UNREACHABLE",
    "UNREACHABLE_SHANTEN",
    "Chances",
    "Engine",
    "Entry",
    "Form",
    "HandReport",
    "KanamjError",
    "Lexicon",
    "RiichiEngine",
    "Score",
    "TileSet",
    "WordEngine",
    "compile_kernels",
    "deal",
    "judge",
    "load_lexicon",
    "score",
    "score_many",
    "tile_set",
]

_HOMES = {
    "Chances": "engine.chances",
    "compile_kernels": "engine.compiling",
    "deal": "engine.batch",
    "Engine": "engine",
    "HandReport": "engine",
    "judge": "engine",
    "UNREACHABLE": "engine",
    "UNREACHABLE_SHANTEN": "engine",
    "RiichiEngine": "engine",
    "WordEngine": "engine",
    "KanamjError": "errors",
    "Form": "engine",
    "Entry": "lexicon",
    "Lexicon": "lexicon",
    "load_lexicon": "lexicon",
    "Score": "yaku",
    "score": "yaku",
    "score_many": "yaku",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import kanamj` alone loads nothing heavy."""
    if name not in __all__:
        raise AttributeError(f"module 'kanamj' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"kanamj.{_HOMES.get(name, 'tiles')}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
