"""Lexicons: words grouped by their letters. `store.py` describes the folder of a lexicon, `shelf.py` finds it."""

from __future__ import annotations

from kanamj.lexicon.shelf import DEFAULT, load_lexicon, shipped_lexicons
from kanamj.lexicon.store import BySize, Entry, Lexicon, key_of

__all__ = ["DEFAULT", "BySize", "Entry", "Lexicon", "key_of", "load_lexicon", "shipped_lexicons"]
