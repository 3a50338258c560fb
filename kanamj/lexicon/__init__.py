"""Lexicons: readings grouped by their letters. See `store` for the folder they live in."""

from __future__ import annotations

from kanamj.lexicon.store import Lexicon, load_lexicon, shipped_lexicons

__all__ = ["Lexicon", "load_lexicon", "shipped_lexicons"]
