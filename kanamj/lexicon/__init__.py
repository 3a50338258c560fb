"""Lexicons: words grouped by their letters.

What a lexicon is
- `store.py` reads and writes the folder of a lexicon, and describes its files.
- `entry.py` says what a word is: reading, spelling, cost, ease, flag; and in which order words are shown.
- `kana.py` says which letters a reading has, and whether tiles can spell it.
- `wordsfile.py` reads `words.tsv`, the readings and spellings; `index.py` finds a word there without reading it all.

Which lexicon is meant
- `shelf.py` finds a lexicon by its name or folder, and keeps the user's own words.
- `known.py` says which words a player knows: the n easiest, or those of a file.

What is asked of a lexicon
- `find.py` looks a word up, and explains why one is missing; `why.py` knows what the dictionaries say of it.
- `spell.py` finds the words that some letters spell.
- `glosses.py` says what a word means.
- `waits.py` finds the letters that complete a word.
- `tile_file.py` reads a set of tiles from a file.
- `describe.py` counts the words, and says which licence they have.

How a lexicon is built
- `build.py` makes a folder from a source: `sources.py` reads the words, `options.py` has its options,
  `filters.py` keeps, changes or drops each word.
- `files.py` reads files of unknown origin with care.
"""

from __future__ import annotations

from kanamj.defaults import LEXICON as DEFAULT
from kanamj.lexicon.shelf import load_lexicon, shipped_lexicons
from kanamj.lexicon.store import BySize, Entry, Lexicon, key_of

__all__ = ["DEFAULT", "BySize", "Entry", "Lexicon", "key_of", "load_lexicon", "shipped_lexicons"]
