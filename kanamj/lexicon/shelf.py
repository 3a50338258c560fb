"""Where lexicons are kept, and how one is loaded: by its name or folder, with the user's own words added."""

from __future__ import annotations

import logging
import os
import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kanamj.defaults import LEXICON
from kanamj.disk import locked, sha256, sweep, write_file
from kanamj.errors import FileFormatError, KanamjError, LexiconError, Message, brief, check_path, not_one_of
from kanamj.lexicon.entry import BEYOND, shown_words, wrong_length
from kanamj.lexicon.files import is_file, named
from kanamj.lexicon.kana import FOLDS, is_reading, parse_reading, spoken
from kanamj.lexicon.sources import Word, edited, exclusions, read_exclusions
from kanamj.lexicon.sources import own_words as own_words_in
from kanamj.lexicon.store import Entry, Lexicon, load_folder, plain_spelling

USES = {
    "common": "play, judging, and all that is shown",
    "core": "fewer rare words; most results are of it",
    "wide": "judging what people declare; what only it has is not shown unasked",
}
"""What each shipped list is for."""
LOCK_SECONDS = 30
_log = logging.getLogger("kanamj")
_EQUALS = re.compile("[=＝]")


def load_lexicon(
    source: str | Path = LEXICON, extra: Iterable[str | Path] = (), own: bool = False, all_words: bool = False
) -> Lexicon:
    """The lexicon with that name (`common` is shipped), in that folder, or of the words of that file, with the words of
    the `extra` files. A file has one reading per line, its spelling after a tab; `-` is standard input. `+seion`,
    `+large` and `+long` behind any of these, joined as wished, fold the same words (`Lexicon.fold`), unless there is a
    folder or a file of that whole name.

    extra: files of words. own: True adds the words that the user keeps for this lexicon (`kanamj lexicon add`), and
    leaves out those that the user keeps out of the shipped lists (`kanamj lexicon remove`).
    Commands that judge and play add own words; commands that write results do not. all_words: True shows flagged words
    like others.

    >>> load_lexicon("hrgjncs")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    kanamj.errors.LexiconError: 'hrgjncs' is not a lexicon; choose from: common..., or give a folder or a file of words

    Raises LexiconError if there is no such lexicon, or if a word has not 2 to 5 letters, and FileFormatError for a file
    that has no words or another format.
    """
    if not isinstance(source, str | Path):
        raise LexiconError("a lexicon is a name, a folder or a file, not {}", type(source).__name__)
    try:
        Path(source).exists()
    except OSError as error:  # its name is too long
        raise LexiconError("{} cannot be read: {}", brief(str(source)), error.strerror) from None
    written, folds = _unfolded(str(source))
    lexicon = _load(type(source)(written))
    lexicon = replace(lexicon, all_words=True) if all_words else lexicon
    for words in (
        [entry for path in files_of(extra) for entry in entries_in(path)],
        own_words(lexicon) if own else [],
    ):
        lexicon = lexicon.with_words(words)
    if own and is_shipped(lexicon):
        lexicon = lexicon.without(words_out())
    return lexicon.fold(*folds)


def files_of(extra: Iterable[str | Path]) -> tuple[Path, ...]:
    """The files of a list of files. Raises LexiconError for what is not such a list."""
    if isinstance(extra, str | Path) or not isinstance(extra, Iterable):
        raise LexiconError("extra must be a list of files, such as [{}], not one file", repr(str(extra)))
    return tuple(check_path("extra", path) for path in extra)


def _unfolded(source: str) -> tuple[str, list[str]]:
    """What a list is called without its folds, and the folds. Raises LexiconError for one that is given twice, and for
    what is behind the name of a list and is not a fold."""
    folds: list[str] = []
    written, plus, fold = source.rpartition("+")
    while written and fold in FOLDS and not Path(source).exists():
        if fold in folds:
            raise LexiconError("the list is folded by {} twice; give each fold once", fold)
        folds.append(fold)
        source = written
        written, plus, fold = source.rpartition("+")
    if (
        written
        and plus
        and not Path(source).exists()
        and (written in shipped_lexicons() or Path(written).exists())
    ):
        raise LexiconError(not_one_of(fold, "a fold", FOLDS))
    return source, folds


def is_shipped(lexicon: Lexicon) -> bool:
    """Whether this is one of the shipped lists, perhaps with words of the user."""
    return lexicon.folder is not None and lexicon.folder.parent == shipped_folder().resolve()


def way_to(lexicon: Lexicon) -> str:
    """What `load_lexicon` reads the list from: its name if it has one, or else its folder or file, from the current
    folder on if it is below."""
    place, named = lexicon.folder or lexicon.file, shipped_lexicons().get(lexicon.written)
    if place is None or (named and named.resolve() == place.resolve()):
        return lexicon.name
    return "+".join((str(from_here(place)), *lexicon.folds))


def from_here(place: Path) -> Path:
    """The path from the current folder on; as it is for a place that is not below."""
    place, here = place.resolve(), Path.cwd().resolve()
    return place.relative_to(here) if place.is_relative_to(here) else place


def has_name(name: str) -> bool:
    """True if a list has this name, perhaps with folds behind it. Raises LexiconError for a wrong fold."""
    return _unfolded(name)[0] in shipped_lexicons()


def judge_of(lexicon: Lexicon, words: Callable[[str], Lexicon]) -> Lexicon | None:
    """The list that judges what a player declares, beside `lexicon`: for a shipped list, `wide` as `words` returns it,
    folded as `lexicon` is.

    None if `lexicon` is `wide` or the user's own list.
    """
    name = lexicon.written
    if name not in USES or name == BEYOND or not is_shipped(lexicon.unfolded or lexicon):
        return None
    return words(BEYOND).fold(*lexicon.folds)


def _load(source: str | Path) -> Lexicon:
    names = shipped_lexicons()
    if isinstance(source, str) and source in names:
        return load_folder(names[source])
    folder = Path(source)
    if folder.is_dir():
        return load_folder(folder)
    if is_file(folder):
        entries = entries_in(folder)
        if not entries:
            raise FileFormatError("holds no words; give one reading per line", path=folder)
        return replace(Lexicon.from_entries(named(folder).name, entries), file=folder)
    raise LexiconError("{}, or give a folder or a file of words", not_one_of(str(source), "a lexicon", names))


def folder_of(lexicon: Lexicon) -> Path:
    """The folder of a lexicon. Raises LexiconError if it has none, as a list of plain words."""
    if lexicon.folder is None:
        how = f"{_built_of(lexicon)} --name my-list"
        raise LexiconError("{} is not a folder; make a list of it: {}", lexicon.name, how)
    return lexicon.folder


def _built_of(lexicon: Lexicon) -> str:
    """The command that builds a list of the words of this one."""
    how = "list" if lexicon.folder else "table"
    place = shlex.quote(way_to(lexicon))
    return f"kanamj lexicon build --from {how} {place}" + " --reading 1" * (not lexicon.folder)


def entry_of(word: Word) -> Entry:
    """The word of a source as an entry of a lexicon. Raises LexiconError unless its reading has 2 to 5 letters."""
    if wrong := wrong_length(word.reading):
        raise LexiconError("{}", wrong)
    return Entry(word.reading, plain_spelling(word.spelling) or word.reading, word.cost)


def entries_in(path: Path) -> list[Entry]:
    """The words of a list that people edit (`sources.own_words`). Words of other lengths are left out, with a message.

    Raises FileFormatError, with the line, if it has words, but none of 2 to 5 letters.
    """
    kept, out = [], []
    for number, word in own_words_in(path):
        if wrong := wrong_length(word.reading):
            out.append((number, wrong))
            continue
        try:
            kept.append(entry_of(word))
        except KanamjError as error:
            raise FileFormatError("{}", error, path=path, line=number) from None
    if out:
        line, said = out[0]
        if not kept:
            raise FileFormatError("{}", said, path=path, line=line)
        _log.info(Message("{}:{}: {}. Words left out: {}", path, line, said, len(out)))
    return kept


def shipped_folder() -> Path:
    """The folder of the shipped lists: inside an installed package; in a checkout, beside the package."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_wordlists"
    return inside if inside.is_dir() else package.parent / "wordlists"


def data_folder() -> Path:
    """The folder of the user's lists, words and games: `KANAMJ_DATA` if it is set, else the platform's data folder."""
    import platformdirs

    return Path(os.environ.get("KANAMJ_DATA") or platformdirs.user_data_dir("kanamj"))


def user_folder() -> Path:
    """The folder of the user's own lists."""
    return data_folder() / "wordlists"


def shipped_lexicons() -> dict[str, Path]:
    """Name -> folder: first the shipped lists, then the user's lists. A shipped list hides a user's of its name."""
    shipped = _lists_in(shipped_folder())
    return shipped | {name: path for name, path in _lists_in(user_folder()).items() if name not in shipped}


def _lists_in(home: Path) -> dict[str, Path]:
    if not home.is_dir():
        return {}
    return {path.name: path for path in sorted(home.iterdir()) if any(path.glob("[2-5]gram.txt"))}


_NAME = re.compile(r"[^\W_][\w.-]{0,99}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)  # on Windows


def new_lexicon_folder(name: str) -> Path:
    """The folder in which a new list of the user with this name is to be written.

    Raises KanamjError for a name that is not allowed, or that a shipped list has.
    """
    if not _NAME.fullmatch(name) or name.endswith(".") or _RESERVED.fullmatch(name):
        raise KanamjError(
            "{} cannot be the name of a list; use letters, digits, -, _ and dots, begin with a letter or digit, and "
            "do not end with a dot",
            brief(name),
        )
    if name in _lists_in(shipped_folder()):
        raise KanamjError("{} is the name of a shipped list; give another with --name", name)
    return user_folder() / name


def delete_lexicon(name: str) -> Path:
    """Delete one of the user's own lists. Returns the folder in which the list was.

    Only files that its manifest lists are deleted. Raises LexiconError if the list is shipped or does not exist,
    ManifestError if the folder holds other files.
    """
    from kanamj.results import MANIFEST, delete_folder

    if name in _lists_in(shipped_folder()):
        raise LexiconError("{} is a shipped list; only your own can be deleted", name)
    own_lists, folder = _lists_in(user_folder()), user_folder() / name
    left_over = _NAME.fullmatch(name) and (folder / MANIFEST).is_file()  # a deletion was killed halfway
    if name not in own_lists and not left_over:
        raise LexiconError(not_one_of(name, "a list of your own", own_lists))
    delete_folder(folder)
    return folder


def own_words_file(lexicon: Lexicon) -> Path:
    """The file with the words that the user keeps for this lexicon; a folded list has those of the list as written."""
    return _words_folder() / _file_name(lexicon)


def own_glosses_file(lexicon: Lexicon) -> Path:
    """The file where glosses of the user for this lexicon can be (see `kanamj.lexicon.glosses`)."""
    return data_folder() / "glosses" / _file_name(lexicon)


def _file_name(lexicon: Lexicon) -> str:
    """The name of a file that the user keeps for this lexicon.

    If the lexicon is found by its name, the file has this name. For a folder or a file elsewhere, it also has a hash of
    the full path.
    """
    name, place = lexicon.written, lexicon.folder or lexicon.file
    if place is not None and shipped_lexicons().get(name, Path()).resolve() != place.resolve():
        name += "-" + sha256(str(place.resolve()))[:12]
    return f"{name}.tsv"


def _words_folder() -> Path:
    return data_folder() / "words"


def own_words(lexicon: Lexicon) -> list[Entry]:
    """The words the user keeps for this lexicon. Raises LexiconError if their file cannot be read."""
    path = own_words_file(lexicon)
    if not os.path.lexists(path):
        return []
    try:
        return entries_in(path)
    except KanamjError as error:
        raise LexiconError(
            "your own words for {} cannot be read: {}. Mend {}, or move it away", lexicon.name, error, path
        ) from None


def words_out() -> frozenset[tuple[str, str]]:
    """The words that the user keeps out of the shipped lists, as `read_exclusions` returns them.

    Raises LexiconError if their file cannot be read.
    """
    path = _out_file()
    if not os.path.lexists(path):
        return frozenset()
    try:
        return read_exclusions(path)
    except KanamjError as error:
        raise LexiconError(
            "the words that you keep out cannot be read: {}. Mend {}, or move it away", error, path
        ) from None


def _out_file() -> Path:
    return _words_folder() / "_out.tsv"  # no list has a name with _ in front


def own_words_now() -> object:
    """A value that changes when own words of any lexicon change, or words that are kept out. Comparing it is cheaper
    than reading the words."""
    try:
        with os.scandir(_words_folder()) as files:
            found = [(file.name, file.stat()) for file in files]
    except OSError:
        return None
    return sorted((name, stat.st_mtime_ns, stat.st_size, stat.st_ino) for name, stat in found)


def parse_own_word(text: str) -> Entry:
    """A word from the command line: a reading, or reading=spelling. The first = may be full-width. A reading with ヴ is
    taken as it is `spoken`.

    >>> parse_own_word("すまほ=スマホ")[:2]
    ('すまほ', 'スマホ')
    """
    written, equals, spelling = _EQUALS.sub("=", text, count=1).partition("=")
    reading = spoken(parse_reading(written))
    if not is_reading(reading):
        raise LexiconError(
            "{} is not a reading in kana; give a word as ぬいかつ or as ぬいかつ=ぬい活", brief(written)
        )
    if "=" in spelling or (equals and not spelling.strip()):
        raise LexiconError(
            "{} is not a reading and one spelling; give a word as ぬいかつ or as ぬいかつ=ぬい活", brief(text)
        )
    return entry_of(Word(reading, spelling.strip() or written.strip()))


def same_word(lexicon: Lexicon, entry: Entry) -> Entry | None:
    """The word of the list itself beside which an own word is needless; None if there is none. A word in kana is
    needless beside each word with its reading, unless all of these have a flag.

    >>> same_word(load_lexicon("common"), Entry("さくら", "さくら")).spelling
    '桜'
    """
    lexicon = lexicon.unfolded or lexicon
    known = shown_words(word for word in lexicon.read_as(entry.key) if word.reading == entry.reading)
    in_kana = parse_reading(entry.spelling) == entry.reading
    return next((word for word in known if in_kana or word.spelling == entry.spelling), None)


def add_own_words(lexicon: Lexicon, entries: Iterable[Entry]) -> Path:
    """Add these words to the user's own words for this lexicon. Returns the file of these words."""
    return _change_own_words(lexicon, new=entries)


class Removed(NamedTuple):
    """What `remove_words` did. forgotten: own words. out: words of the shipped lists that are kept out now."""

    forgotten: tuple[Entry, ...]
    out: tuple[Entry, ...]


def remove_words(lexicon: Lexicon, texts: Iterable[str]) -> Removed:
    """Forget own words; keep a word that is not an own one, but one of the shipped list, out of all shipped lists.

    The text おちゃ means all words with this reading; おちゃ=お茶 means one word.

    Raises LexiconError, and changes nothing, if one of `texts` is neither.
    """
    asked = [(text, parse_own_word(text), bool(_EQUALS.search(text))) for text in texts]
    lexicon, own, out = _as_it_came(lexicon), own_words(lexicon), words_out()
    forgotten, gone, rows = list[Entry](), list[Entry](), set[tuple[str, str]]()
    for text, word, spelled in asked:
        meant = partial(_is_meant, word, spelled)
        if found := [entry for entry in own if meant(entry)]:
            forgotten += found
        elif found := [entry for entry in lexicon.without(out).read_as(word.key) if meant(entry)]:
            if not is_shipped(lexicon):
                raise LexiconError(
                    "{} is a word of {}; only words of the shipped lists can be kept out. For a list without it, write "
                    "it into a file: {}",
                    text,
                    lexicon.written,
                    f"{_built_of(lexicon)} --exclude FILE --name my-list",
                )
            gone += found
            rows.add((word.reading, word.spelling if spelled else "*"))
        elif any(meant(entry) for entry in lexicon.read_as(word.key)):
            raise LexiconError(
                "{0} is out of the lists already; to put it back: kanamj lexicon add {0}", text
            )
        else:
            raise LexiconError(
                "{} is neither a word of {} nor one of your own; see {}",
                text,
                lexicon.written,
                own_words_file(lexicon),
            )
    if forgotten:
        _change_own_words(lexicon, gone=forgotten)
    if rows:
        _change_words_out(new=rows)
    return Removed(tuple(forgotten), tuple(dict.fromkeys(gone)))


def _is_meant(word: Entry, spelled: bool, entry: Entry) -> bool:
    return spoken(entry.reading) == word.reading and (not spelled or entry.spelling == word.spelling)


def _as_it_came(lexicon: Lexicon) -> Lexicon:
    """The list as it is written, without own words, and with the words that the user keeps out."""
    lexicon = lexicon.unfolded or lexicon
    return (lexicon.whole or lexicon).stages[0]


def put_back(lexicon: Lexicon, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """No longer keep these words of the shipped list out. A word in kana means all words with its reading.

    Returns those of `entries` that were out.
    """
    lexicon, out = _as_it_came(lexicon), words_out()
    back, gone = [], set[tuple[str, str]]()
    for entry in entries if is_shipped(lexicon) else ():
        spelled = parse_reading(entry.spelling) != entry.reading
        spellings = ("*", entry.spelling)
        rows = {row for row in out if row[0] == entry.reading and (row[1] in spellings or not spelled)}
        if rows and any(_is_meant(entry, spelled, known) for known in lexicon.read_as(entry.key)):
            back.append(entry)
            gone |= rows
    if gone:
        _change_words_out(gone=gone)
    return tuple(back)


def _change_own_words(lexicon: Lexicon, new: Iterable[Entry] = (), gone: Iterable[Entry] = ()) -> Path:
    """Read, change and write the own words under a lock, so that no other process changes them. Returns their file."""
    path = own_words_file(lexicon)

    def changed() -> str:
        kept = own_words(lexicon)
        words = ((number, _spelled(word)) for number, word in own_words_in(path)) if kept else ()
        return edited(path, words, {*map(_spelled, gone)}, {*map(_spelled, new)} - {*map(_spelled, kept)})

    return _write_under_lock(path, changed)


def _spelled(word: Entry | Word) -> tuple[str, str]:
    return word.reading, plain_spelling(word.spelling) or word.reading


def _change_words_out(new: Iterable[tuple[str, str]] = (), gone: Iterable[tuple[str, str]] = ()) -> Path:
    path = _out_file()

    def changed() -> str:
        kept = words_out()
        return edited(path, exclusions(path) if kept else (), {*gone}, {*new} - kept)

    return _write_under_lock(path, changed)


def _write_under_lock(path: Path, changed: Callable[[], str]) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path.parent, LOCK_SECONDS) as mine:
            if not mine:
                raise KanamjError(
                    "another kanamj has been changing own words for {} seconds; try again when it has ended",
                    LOCK_SECONDS,
                )
            sweep(path.parent, held=True)
            write_file(path.resolve(), changed())  # a link to a file elsewhere stays a link
    except OSError as error:
        raise KanamjError(
            "own words cannot be kept in {}: {}. Set KANAMJ_DATA to a folder that can be written to",
            path.parent,
            error,
        ) from None
    return path
