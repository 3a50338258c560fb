"""Reads a tile set from a file of kana, each with its number of tiles."""

from __future__ import annotations

import re
from pathlib import Path

from kanamj.errors import FileFormatError, KanamjError, brief, whole_number
from kanamj.lexicon.files import is_file, named, read_lines
from kanamj.lexicon.kana import parse_reading
from kanamj.tiles import TILE_SETS, TileSet, kana_set, tile_set


def file_of_tiles(text: str) -> Path | None:
    """The file that this text names; None if it is the name of a set, or no file."""
    is_name = not isinstance(text, str | Path) or text in TILE_SETS
    return None if is_name or not is_file(Path(text)) else Path(text)


def tiles_of(text: str) -> TileSet:
    """The tile set of this name, or of the kana in this file: each line has a kana, a blank or tab, and how many tiles
    it has.

    Raises KanamjError for an unknown name, and for a file that cannot be read or has another line."""
    path = file_of_tiles(text)
    if path is None:
        return tile_set(text)
    copies: dict[str, int] = {}
    for number, line in enumerate(read_lines(path), 1):
        found = re.fullmatch(r"([ぁ-ゖー])\s+([0-9]+)", parse_reading(line))
        if not found or found[1] in copies:
            raise FileFormatError(
                "{} is not a line such as `か 2`, or repeats a kana",
                brief(line),
                path=path,
                line=number,
            )
        try:
            copies[found[1]] = whole_number(found[2])
        except KanamjError as error:
            raise FileFormatError("{}", error.message, path=path, line=number) from None
    if not copies:
        raise FileFormatError("holds no tiles; write lines such as: か 2", path=path)
    return kana_set(named(path).stem, copies)
