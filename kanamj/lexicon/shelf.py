"""Where lexicons are kept and how one is asked for: by name or folder, with own words added."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from kanamj.errors import KanamjError, LexiconError
from kanamj.lexicon.kana import is_reading, parse_reading
from kanamj.lexicon.sources import Word, read_own_words
from kanamj.lexicon.store import SIZES, Entry, Lexicon, load_folder, plain_spelling
from kanamj.manifest import write_file

DEFAULT = "common"


def load_lexicon(
    source: str | Path = DEFAULT, extra: Iterable[str | Path] = (), own: bool = False
) -> Lexicon:
    """The lexicon of that name (`common` is shipped) or in that folder, with the words of the `extra` files.

    extra: hand-kept lists, a reading a line, after a tab its spelling. own: True adds the words the user
    keeps for this lexicon (`kanamj lexicon add`); commands that judge and play do, commands that write
    results do not.

    >>> load_lexicon("hrgjncs")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    kanamj.errors.LexiconError: no lexicon 'hrgjncs'; there are: common... A folder with 2gram.txt … works too
    """
    lexicon = _load(source)
    words = [entry_of(word) for path in extra for word in read_own_words(_there(Path(path)))]
    if own:
        words += own_words(lexicon.name)
    return lexicon.with_words(words) if words else lexicon


def _load(source: str | Path) -> Lexicon:
    names = shipped_lexicons()
    if isinstance(source, str) and source in names:
        return load_folder(names[source])
    folder = Path(source)
    if folder.is_dir():
        return load_folder(folder)
    listed = ", ".join(names) or "none"
    raise LexiconError(
        f"no lexicon {str(source)!r}; there are: {listed}. A folder with 2gram.txt … works too"
    )


def _there(path: Path) -> Path:
    if not path.is_file():
        raise LexiconError(
            f"no file {path}; a list of own words has a reading a line, after a tab its spelling"
        )
    return path


def entry_of(word: Word) -> Entry:
    """The word as a lexicon holds it. LexiconError if no file holds readings of its length."""
    if len(word.reading) not in SIZES:
        raise LexiconError(
            f"{word.reading} has {len(word.reading)} letters; words have {SIZES[0]} to {SIZES[-1]}"
        )
    return Entry(word.reading, plain_spelling(word.spelling) or word.reading, word.cost)


def shipped_folder() -> Path:
    """Where the shipped lists are: inside the installed package, else beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_wordlists"
    return inside if inside.is_dir() else package.parent / "wordlists"


def user_folder() -> Path:
    """Where the user's own lists are kept; `KANAMJ_DATA` overrides the platform's folder."""
    import platformdirs

    chosen = os.environ.get("KANAMJ_DATA")
    return Path(chosen or platformdirs.user_data_dir("kanamj")) / "wordlists"


def shipped_lexicons() -> dict[str, Path]:
    """Name -> folder of every list with a name; the user's own hide shipped ones of the same name."""
    found: dict[str, Path] = {}
    for home in (shipped_folder(), user_folder()):
        if home.is_dir():
            found |= {path.name: path for path in sorted(home.iterdir()) if any(path.glob("[2-5]gram.txt"))}
    return found


def new_lexicon_folder(name: str) -> Path:
    """The folder a list of that name gets among the user's own; KanamjError if it is no file name."""
    if not name or name.startswith(".") or any(letter in '/\\:*?"<>|' for letter in name):
        raise KanamjError(f"{name!r} cannot be the name of a list; use letters, digits, - and _")
    return user_folder() / name


def own_words_file(name: str) -> Path:
    """The file with the words the user keeps for the lexicon of that name."""
    return user_folder().parent / "words" / f"{name}.tsv"


def own_words(name: str) -> list[Entry]:
    """The words the user keeps for the lexicon of that name."""
    path = own_words_file(name)
    return [entry_of(word) for word in read_own_words(path)] if path.is_file() else []


def parse_own_word(text: str) -> Entry:
    """A word from the command line: a reading, or reading=spelling.

    >>> parse_own_word("すまほ=スマホ")
    Entry(reading='すまほ', spelling='スマホ', cost=-1, sources='', cut='')
    """
    written, _, spelling = text.partition("=")
    reading = parse_reading(written)
    if not is_reading(reading):
        raise LexiconError(f"{written!r} is no reading in kana; give a word as すまほ or as すまほ=スマホ")
    return entry_of(Word(reading, spelling.strip() or written.strip()))


def write_own_words(name: str, entries: Sequence[Entry]) -> Path:
    """Keep exactly these words for the lexicon of that name; the file they are in."""
    path = own_words_file(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, "".join(f"{entry.reading}\t{entry.spelling}\n" for entry in sorted(set(entries))))
    return path
