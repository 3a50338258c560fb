"""Facts about a lexicon: its size, its licence, and what the tiles can spell of it."""

from __future__ import annotations

from kanamj.errors import ManifestError
from kanamj.lexicon.store import Lexicon
from kanamj.lexicon.waits import spellable_keys
from kanamj.results import Manifest
from kanamj.tiles import HIRAGANA_120, TileSet


def describe_lexicon(lexicon: Lexicon, tiles: TileSet = HIRAGANA_120) -> dict[str, object]:
    """Name, folder, licence and hash, the numbers of keys and words per length, and what the tiles can spell.

    `letters_never_used`: letters that have a tile, but are in no key. `share_of_keys_needing_both_copies`: the share of
    the keys with a letter more than once.

    >>> from kanamj.lexicon import Entry
    >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬"), Entry("もも", "桃"), Entry("もも", "腿")])
    >>> facts = describe_lexicon(toy)
    >>> facts["keys_2"], facts["words_2"], facts["share_of_keys_needing_both_copies"]
    (2, 3, 0.5)
    """
    keys = [key for size in lexicon.grams for key in lexicon.keys(size)]
    used = set("".join(keys))
    doubled = sum(len(set(key)) < len(key) for key in keys)
    spelled = sum(len(spellable_keys(lexicon, size, tiles)) for size in lexicon.grams)
    return {
        "name": lexicon.name,
        "folder": str(lexicon.folder or ""),
        "licence": licence_of(lexicon) or "not stated",
        "sha256": lexicon.sha256,
        **{f"keys_{size}": len(rows) for size, rows in lexicon.grams.items()},
        **{f"words_{size}": sum(map(len, rows.values())) for size, rows in lexicon.grams.items()},
        "letters_never_used": [face for face in tiles.index if face not in used],
        "share_of_keys_needing_both_copies": round(doubled / len(keys), 6),
        "keys_the_tiles_cannot_spell": len(keys) - spelled,
    }


def licence_of(lexicon: Lexicon) -> str:
    """The licence in the manifest of the lexicon's folder; "" if it has no folder or no manifest that can be read."""
    try:
        return Manifest.read(lexicon.folder).licence if lexicon.folder else ""
    except ManifestError:
        return ""
