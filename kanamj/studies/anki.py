"""Study aids to carry: an Anki package of two decks, pairs and what they wait for, letters and their words."""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from html import escape
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

from kanamj.errors import MissingExtraError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.store import key_of
from kanamj.results import check_single, write_single
from kanamj.safe_text import shown
from kanamj.studies.datasets import Source
from kanamj.tiles import HIRAGANA_120, TileSet

DAY = 1_577_836_800
"""The date all notes carry, 2020-01-01: the same list gives the same bytes."""
ZIP_DAY = (2020, 1, 1, 0, 0, 0)
STYLE = ".card { font-size: 28px; text-align: center } .answer { font-size: 20px; line-height: 1.6 }"


def write_anki(
    path: Path, lexicon: Lexicon, tiles: TileSet = HIRAGANA_120, *, replace: bool = False
) -> dict[str, int]:
    """Write an .apkg file; deck -> number of notes.

    Raises MissingExtraError without genanki, ManifestError if something is in the way (see `write_single`).
    """
    try:
        import genanki
    except ImportError:
        raise MissingExtraError("an Anki package", "genanki", "anki") from None
    check_single(path, replace=replace)
    source = Source(lexicon, tiles)
    model: Any = genanki.Model(
        _number("model"),
        "kanamj",
        fields=[{"name": "Letters"}, {"name": "Answer"}],
        templates=[
            {
                "name": "card",
                "qfmt": "{{Letters}}",
                "afmt": '{{FrontSide}}<hr id="answer"><div class="answer">{{Answer}}</div>',
            }
        ],
        css=STYLE,
    )
    decks = []
    for title, cards in (
        (f"kanamj {lexicon.name}: 2 文字 → 待ち", _pairs(source)),
        (f"kanamj {lexicon.name}: 1 文字 → 2 文字の単語", _letters(source)),
    ):
        deck: Any = genanki.Deck(_number(title), title)
        for letters, answer in cards:
            guid = genanki.guid_for("kanamj", title, letters)
            deck.add_note(genanki.Note(model=model, fields=["・".join(letters), answer], guid=guid))
        decks.append(deck)
    write_single(path, _packed(genanki.Package(decks)), replace=replace)
    return {deck.name: len(deck.notes) for deck in decks}


def _pairs(source: Source) -> Iterator[tuple[str, str]]:
    """Two letters and what makes them a three-letter word, most tiles first."""
    waits = source.trios.waits
    for pair in sorted(waits, key=lambda pair: (-_tiles(source, pair), pair)):
        lines = [_line(source, wait, key_of(pair + wait)) for wait in waits[pair]]
        own = "・".join(dict.fromkeys(word.spelling for word in source.lexicon.shown(pair)))
        head = f"{_tiles(source, pair)} 枚" + (f"({escape(shown(own))})" if own else "")
        yield pair, "<br>".join([head, *lines])


def _letters(source: Source) -> Iterator[tuple[str, str]]:
    """One letter and what makes it a two-letter word."""
    for letter, waits in sorted(source.pairs.waits.items()):
        yield letter, "<br>".join(_line(source, wait, key_of(letter + wait)) for wait in waits)


def _tiles(source: Source, pair: str) -> int:
    copies, index = source.tiles.copies, source.tiles.index
    return sum(copies[index[wait]] - pair.count(wait) for wait in source.trios.waits[pair])


def _line(source: Source, wait: str, key: str) -> str:
    spellings = dict.fromkeys(word.spelling for word in source.lexicon.shown(key))
    return f"<b>{wait}</b> {escape(shown('・'.join(spellings)))}"


def _number(name: str) -> int:
    """An id of Anki's, the same for the same name."""
    return int.from_bytes(sha256(f"kanamj {name}".encode()).digest()[:4]) >> 2 | 1 << 30


def _packed(package: Any) -> bytes:
    """The file as genanki writes it, but without a clock."""
    with closing(sqlite3.connect(":memory:")) as database:
        package.write_to_db(database.cursor(), DAY, count(DAY * 1000))
        database.commit()
        content = database.serialize()
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in (("collection.anki2", content), ("media", b"{}")):
            info = zipfile.ZipInfo(name, ZIP_DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, data)
    return packed.getvalue()
