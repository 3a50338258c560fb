"""Which words to learn next.

For each shipped list an order is shipped beside it, for a player of the KNOWN easiest words who draws tiles of the
game: `wordlists/order/NAME/order.csv`. `scripts/build_orders.py` writes it. For other lists, players and tiles, words
are ranked once, by how much each alone brings dealt hands nearer to complete.
"""

from __future__ import annotations

import csv

import numpy as np

from kanamj.engine import KnownBlocks
from kanamj.engine.blocks import block_of
from kanamj.errors import KanamjError, LexiconError
from kanamj.lexicon import Lexicon
from kanamj.lexicon.files import read_text
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.shelf import shipped_folder
from kanamj.studies import DealStudy
from kanamj.tiles import HIRAGANA_120, TileSet

KNOWN, LEARNT, CANDIDATES = "700", 100, 700
"""A learner knows the KNOWN easiest words, if nothing else is said, and learns LEARNT of the next CANDIDATES."""
DEALS, DEALS_PER_WORD = 20_000, 30
"""The most deals on which words are ranked, and the deals per known word. The fewer words are known, the longer a hand
takes, and the more a word gains. So it takes some seconds with 700 known words, and less than half a minute with 50."""


def worth_learning(lexicon: Lexicon, tiles: TileSet, known: str = "") -> tuple[str, ...]:
    """Returns the keys that a study sheet and flash cards teach, the most useful first.

    There are LEARNT keys, or all unknown keys if those are fewer. There are none if `known` is "" and the list is too
    short or does not rank its words.

    known: a number of easiest words, or a file of words, as `known_keys` takes it; "" means KNOWN.

    Raises KanamjError if `known` does not fit the list, and if there is nothing left to learn.
    """
    path = shipped_folder() / "order" / lexicon.name / "order.csv"
    shipped = lexicon.folder == (shipped_folder() / lexicon.name).resolve() and path.is_file()
    as_it_is = not (lexicon.given or lexicon.folds or lexicon.all_words or lexicon.out)
    if shipped and as_it_is and tiles == HIRAGANA_120 and known in ("", KNOWN):
        return tuple(row["key"] for row in csv.DictReader(read_text(path).splitlines()))
    try:
        return ranked_by_gain(lexicon, tiles, known or KNOWN)
    except KanamjError:
        if known:
            raise
        return ()


def ranked_by_gain(lexicon: Lexicon, tiles: TileSet, known: str) -> tuple[str, ...]:
    """Returns the keys by how much each alone lowers the mean shanten of dealt hands, most first; ties by ease."""
    dealt = DealStudy(lexicon, tiles=tiles)
    ranked = lexicon.easiest_keys(*dealt.sizes)
    if known.isdecimal() and not any(lexicon.ease(key) >= 0 or lexicon.cost(key) >= 0 for key in ranked):
        raise LexiconError(
            "{} does not say which words people learn first (no words.tsv with ease or cost); give the words "
            "that are known in a file: --known FILE",
            lexicon.name,
        )
    keys, letters = known_keys(lexicon, known, dealt.sizes), tiles.index.keys()
    unknown = {key for key in ranked if letters >= {*key}} - {*keys}
    if not unknown:
        raise KanamjError(
            "all {:,} words of {} are known, so there is nothing to learn; give fewer words with --known, or a "
            "larger list",
            len(ranked),
            lexicon.name,
        )
    judge = KnownBlocks(dealt.engine, [block_of(key, tiles) for key in keys if letters >= {*key}])
    rows = dealt.dealt(0, min(DEALS, DEALS_PER_WORD * len(keys)))
    by_kind, now = np.ascontiguousarray(rows.T), judge.distance(rows)

    def gain(key: str) -> int:
        block = block_of(key, tiles)
        where = judge.touched(by_kind, block)
        with judge.changed(block):
            return int((now[where] - judge.distance(rows[where])).sum(dtype=np.int64))

    candidates = [key for key in ranked if key in unknown][:CANDIDATES]
    return tuple(sorted(candidates, key=gain, reverse=True)[:LEARNT])
