"""What the page answers from before Python has come: words of two and three letters, and hands (js/early.js).

    1 common                        the format, and the name of the list; then an empty line

    4171 いぬ:!犬                    the cost of the commonest word, then the words, the easiest first
    6208 かみ:!紙:神:髪 みか:         several words: reading:spelling:spelling reading:spelling
    …
                                    an empty line
    あま                            keys with flagged words only: their readings

    かぬう:カヌウ うかぬ              words that only the list `wide` has; without ":", all spellings have a flag



    332 1                           the first hands of this form and level (scripts/build_early_hands.py)
    っれいとてねきつ
    …

The words of the next two parts are in the order in which people learn them (`Blocks.ranks`). `!` marks a word that
children know. A spelling that equals the reading is left out. There are no hands if they were dealt for another list.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence

from kanamj.engine.blocks import Blocks
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.lexicon.entry import commoner_first, for_children
from kanamj.lexicon.shelf import judge_of
from kanamj.lexicon.spell import words_beyond
from kanamj.tiles import HIRAGANA_120
from kanamj.web.pagefiles import OFFLINE

WORDS = "words.bin"
"""The file of the page, packed by gzip."""
HANDS = OFFLINE / "early.txt"
"""The SHA-256 of a list, and hands that are dealt from it."""
_FORMAT = 1
"""The page reads no other (js/wordfile.js)."""
_SIZES = (2, 3)


def words_file(lexicon: Lexicon) -> bytes:
    """The file WORDS for a list; empty for a list that `wide` does not judge, such as your own: Python answers then."""
    wide = judge_of(lexicon, load_lexicon)
    text = (
        ""
        if wide is None or lexicon.folds
        else "\n\n".join([f"{_FORMAT} {lexicon.name}", *map("\n".join, _parts(lexicon, wide))])
    )
    version, hands = HANDS.read_text(encoding="utf-8").split("\n\n", 1)
    if text and version == lexicon.sha256:
        text += f"\n\n{hands}"
    return gzip.compress(text.encode(), mtime=0)


def _parts(lexicon: Lexicon, wide: Lexicon) -> tuple[list[str], ...]:
    tiles, shown, hidden = HIRAGANA_120, list[str](), list[str]()
    for block in Blocks.from_lexicon(lexicon, tiles).ranks(_SIZES):
        key = tiles.format(block)
        words = lexicon.shown(key)
        known = [
            (word.reading, "!" * for_children(word) + _unless(word.reading, word.spelling)) for word in words
        ]
        line = _line(known, (word.reading for word in lexicon.words_of(key)))
        if words:
            shown.append(f"{min(words, key=commoner_first).cost} {line}")
        else:
            hidden.append(line)
    beyond = words_beyond(lexicon, wide, "".join(tiles.kinds) * max(_SIZES), _SIZES, tiles)
    return (
        shown,
        hidden,
        [_beyond(words) for _, words in sorted(beyond.items())],
    )


def _beyond(words: Sequence[Mapping[str, str]]) -> str:
    spelled = [
        (word["reading"], _unless(word["reading"], word["spelling"])) for word in words if word["spelling"]
    ]
    return _line(spelled, (word["reading"] for word in words))


def _unless(reading: str, spelling: str) -> str:
    return "" if spelling == reading else spelling


def _line(words: Iterable[tuple[str, str]], readings: Iterable[str]) -> str:
    """The words, those of one reading that follow each other together; then the readings that have none of them."""
    found: list[list[str]] = []
    for reading, spelling in words:
        if not found or found[-1][0] != reading:
            found.append([reading])
        found[-1].append(spelling)
    others = [reading for reading in dict.fromkeys(readings) if reading not in {group[0] for group in found}]
    return " ".join([*map(":".join, found), *others])
