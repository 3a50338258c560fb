"""The folder of a lexicon: N-gram files, which list the words of each key (the sorted letters of a word).

A folder holds `2gram.txt` and `3gram.txt`, and `4gram.txt`, `5gram.txt` if it has words of that length: UTF-8, LF,
tab-separated, a header line, then one row per key, rows sorted by key, words sorted and unique:

    ３文字集合	可能な３文字単語
    かさな	魚
    かたな	刀:方な

The key holds the letters of the words sorted by code point. This is the layout of the paper's data set
(hrgjncs), whose folders load unchanged. `words.tsv`, if there is one, also has the reading of
each word (see `Lexicon.entries`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TypeAlias, TypeVar

from kanamj.disk import is_moving, sha256
from kanamj.errors import FileFormatError, LexiconError, brief, not_one_of
from kanamj.lexicon.entry import SIZES as SIZES
from kanamj.lexicon.entry import Entry as Entry
from kanamj.lexicon.entry import Spelled, shown_words, wrong_length
from kanamj.lexicon.entry import commoner_first as commoner_first
from kanamj.lexicon.entry import easier_first as easier_first
from kanamj.lexicon.entry import key_of as key_of
from kanamj.lexicon.entry import plain_spelling as plain_spelling
from kanamj.lexicon.files import read_lines
from kanamj.lexicon.index import Index
from kanamj.lexicon.kana import FOLDS, fold_reading, is_reading, parse_reading
from kanamj.lexicon.wordsfile import WordsFile
from kanamj.tiles import LONG

Value = TypeVar("Value")
Files: TypeAlias = "tuple[tuple[str, int, int, int], ...]"
"""The files of a lexicon: name, inode, bytes, time of change (ns)."""
_WIDE = str.maketrans("2345", "２３４５")


def header(size: int) -> str:
    """The header line of an N-gram file, without its line end."""
    wide = str(size).translate(_WIDE)
    return f"{wide}文字集合\t可能な{wide}文字単語"


class BySize(Mapping[int, Value]):
    """Word length -> the value `make` returns for it, made at the first use: the game needs only lengths 2 and 3.

    check: called after each use of `make`, and by who reads more of what `make` reads; it raises an error if this has
    changed since the lexicon was loaded.
    """

    def __init__(
        self, sizes: Iterable[int], make: Callable[[int], Value], check: Callable[[], None] = lambda: None
    ) -> None:
        self._sizes, self._make, self.check = tuple(sizes), make, check
        self._made: dict[int, Value] = {}

    def __getitem__(self, size: int) -> Value:
        if size not in self._sizes:
            raise KeyError(size)
        if size not in self._made:
            made = self._make(size)
            self.check()
            self._made[size] = made
        return self._made[size]

    def __iter__(self) -> Iterator[int]:
        return iter(self._sizes)

    def __len__(self) -> int:
        return len(self._sizes)

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (dict(self),)  # where the lexicon is unpickled, its files may be missing


@dataclass(frozen=True, repr=False)
class Lexicon:
    """Words grouped by their letters.

    grams: size -> key -> the words (spellings) with these letters, sorted; keys ascending. given: words that were
    given with their readings, beside those of `words.tsv`. added: the words of all additions (`with_words`) so far.
    base: the lexicon before the last addition, None if there was none. all_words: True shows flagged words like others.
    out: the words of `words.tsv` that are kept out (`without`); whole: the lexicon with them, None if there are none.
    folds: how its words are read (`FOLDS`), () as they are written; unfolded: then the list as it is written. file: the
    file of words of a list that was read from one.

    >>> entries = [Entry("さかな", "魚"), Entry("なかさ", "中差"), Entry("いぬ", "犬")]
    >>> lexicon = Lexicon.from_entries("toy", entries)
    >>> lexicon.words("かさな")
    ('中差', '魚')
    >>> lexicon.keys(2)
    ('いぬ',)
    """

    name: str
    grams: Mapping[int, Mapping[str, tuple[str, ...]]]
    folder: Path | None = None
    given: tuple[Entry, ...] = ()
    added: tuple[Entry, ...] = ()
    base: Lexicon | None = None
    all_words: bool = False
    folds: tuple[str, ...] = ()
    unfolded: Lexicon | None = None
    out: frozenset[tuple[str, str]] = frozenset()
    whole: Lexicon | None = None
    file: Path | None = None

    @classmethod
    def from_entries(cls, name: str, entries: Iterable[Entry]) -> Lexicon:
        """A lexicon of these words. Raises LexiconError for a reading that is not 2 to 5 kana."""
        entries = tuple(entries) if isinstance(entries, Iterable) else (entries,)
        if plain := [entry for entry in entries if not isinstance(entry, Entry)]:
            raise LexiconError(
                "{} is not an Entry; for plain words use Lexicon.from_words([…])", brief(plain[0])
            )
        found: dict[int, dict[str, set[str]]] = {}
        for entry in entries:
            if not isinstance(entry.reading, str) or not isinstance(entry.spelling, str):
                raise LexiconError("{} has what is not a text; write Entry('さくら', '桜')", brief(entry))
            if not is_reading(entry.reading):
                raise LexiconError(
                    "the reading {} of {} is not kana; write Entry(reading, spelling)",
                    entry.reading,
                    entry.spelling,
                )
            if wrong := wrong_length(entry.reading):
                raise LexiconError("{}", wrong)
            found.setdefault(len(entry.reading), {}).setdefault(entry.key, set()).add(entry.spelling)
        grams = {
            size: {key: tuple(sorted(words)) for key, words in sorted(found[size].items())}
            for size in sorted(found)
        }
        return cls(name, grams, given=entries)

    @classmethod
    def from_words(cls, words: Iterable[str], name: str = "words") -> Lexicon:
        """A lexicon of plain words: readings in hiragana or katakana, each spelled as it is written.

        Raises LexiconError for a word that is not 2 to 5 kana.

        >>> Lexicon.from_words(["さくら", "カメラ", "いぬ"]).words("かめら")
        ('カメラ',)
        """
        if isinstance(words, str):
            raise LexiconError("words must be a list, such as [{}], not one text", brief(words))
        words = list(words) if isinstance(words, Iterable) else [words]
        if not all(isinstance(word, str) for word in words):
            raise LexiconError("words must be a list of texts, such as ['さくら'], not {}", brief(words))
        return cls.from_entries(name, [Entry(parse_reading(word), word.strip()) for word in words])

    def with_words(self, entries: Iterable[Entry]) -> Lexicon:
        """A lexicon with the words of this one and those of `entries`.

        >>> toy = Lexicon.from_entries("toy", [Entry("いぬ", "犬")])
        >>> toy.with_words([Entry("ねこ", "猫")]).keys(2)
        ('いぬ', 'こね')
        """
        entries = tuple(entries) if isinstance(entries, Iterable) else entries
        more = Lexicon.from_entries(self.name, entries)
        if not more.given:
            return self
        more = more.fold(*self.folds)
        grams = {
            size: dict(
                sorted(
                    (key, tuple(sorted({*self.words(key), *more.words(key)})))
                    for key in {*self.keys(size), *more.keys(size)}
                )
            )
            for size in sorted({*self.grams, *more.grams})
        }
        given, added = (*self.given, *more.given), (*self.added, *more.given)
        unfolded = self.unfolded and self.unfolded.with_words(entries)
        return replace(self, grams=grams, given=given, added=added, base=self, unfolded=unfolded)

    def without(self, out: Iterable[tuple[str, str]]) -> Lexicon:
        """A lexicon without these words of `words.tsv`; words that were added stay.

        out: pairs (reading, spelling). The spelling "*" means all words with that reading.
        """
        kept_out = frozenset(out)
        if not kept_out:
            return self
        keys = {key_of(reading) for reading, _ in kept_out}

        def left(size: int) -> Mapping[str, tuple[str, ...]]:
            rows = dict(self.grams[size])
            for key in keys & rows.keys():
                unread = {*rows[key]} - {word.spelling for word in self.known(key)}
                if words := unread | {word.spelling for word in lexicon.known(key)}:
                    rows[key] = tuple(sorted(words))
                else:
                    del rows[key]
            return rows

        grams = BySize(self.grams, left, getattr(self.grams, "check", lambda: None))
        base = self.base and self.base.without(kept_out)
        lexicon = replace(self, grams=grams, base=base, out=kept_out, whole=self)
        return lexicon

    def _is_out(self, word: Entry) -> bool:
        return not self.out.isdisjoint(((word.reading, "*"), (word.reading, word.spelling)))

    @cached_property
    def _keys_of_out(self) -> frozenset[str]:
        return frozenset(key_of(reading) for reading, _ in self.out)

    @property
    def written(self) -> str:
        """The name of the list; of a folded one, that of the list as it is written."""
        return self.unfolded.name if self.unfolded else self.name

    def fold(self, *folds: str) -> Lexicon:
        """The same words, read by these FOLDS, too. A list's name ends with its folds.

        >>> toy = Lexicon.from_entries("toy", [Entry("たまご", "卵"), Entry("いぬ", "犬")]).fold("seion")
        >>> toy.name, toy.keys(3), toy.read_as("こたま")[0].spelling
        ('toy+seion', ('こたま',), '卵')

        Raises LexiconError for a name that is none of FOLDS.
        """
        if wrong := [name for name in folds if name not in FOLDS]:
            raise LexiconError(not_one_of(wrong[0], "a fold", FOLDS))
        wanted = tuple(name for name in FOLDS if name in {*self.folds, *folds})
        if wanted == self.folds:
            return self
        written = self.unfolded or self
        if wanted not in written._folded:
            written._folded[wanted] = written._fold(wanted)
        return written._folded[wanted]

    @cached_property
    def _folded(self) -> dict[tuple[str, ...], Lexicon]:
        return {}

    def _fold(self, folds: tuple[str, ...]) -> Lexicon:
        def folded(entries: Iterable[Entry]) -> tuple[Entry, ...]:
            return tuple(entry._replace(reading=fold_reading(entry.reading, folds)) for entry in entries)

        def keys(size: int) -> Mapping[str, tuple[str, ...]]:
            found: dict[str, set[str]] = {}
            for key, words in self.grams[size].items():
                spelled = {*words}
                for entry in self.known(key) if "long" in folds and LONG in key else ():
                    found.setdefault(key_of(fold_reading(entry.reading, folds)), set()).add(entry.spelling)
                    spelled.discard(entry.spelling)
                if spelled:
                    found.setdefault(key_of(fold_reading(key, by_letter)), set()).update(spelled)
            return {key: tuple(sorted(found[key])) for key in sorted(found)}

        by_letter = [name for name in folds if name != "long"]  # a key does not say what is before ー
        return replace(
            self,
            name="+".join((self.name, *folds)),
            grams=BySize(self.grams, keys),
            given=folded(self.readings),
            added=folded(self.added),
            base=self.base and self.base.fold(*folds),
            whole=self.whole and self.whole.fold(*folds),
            folds=folds,
            unfolded=self,
        )

    def read(self, reading: str) -> str:
        """The reading that somebody typed, as the words of this list are read: folded like them.

        >>> Lexicon.from_entries("toy", [Entry("たまご", "卵")]).fold("seion").read("たまご")
        'たまこ'
        """
        return fold_reading(reading, self.folds)

    def written_as(self, word: Spelled) -> tuple[str, ...]:
        """The readings that a word of this list has as it is written, then the reading itself; glosses go by these."""
        known = self._written.get((word.reading, word.spelling), ()) if self.folds else ()
        return (*known, word.reading)

    @cached_property
    def _written(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for word in self.unfolded.readings if self.unfolded else ():
            pair = (self.read(word.reading), word.spelling)
            found[pair] = (*found.get(pair, ()), word.reading)
        return found

    def sent(self, sizes: Iterable[int], *, readings: bool = False) -> Lexicon:
        """The lexicon as workers get it: without its folder, and only with words of these lengths.

        readings: True also sends what the list says of its words, such as how easy they are.
        """
        grams = {size: self.grams[size] for size in sizes if size in self.grams}
        given = tuple(entry for words in self.entries.values() for entry in words) if readings else ()
        return Lexicon(self.name, grams, given=given, added=self.added)

    @property
    def stages(self) -> tuple[Lexicon, ...]:
        """The lexicon before any words were added, then the lexicon after each addition; then those of `whole`."""
        chain = [self]
        while chain[0].base:
            chain.insert(0, chain[0].base)
        return (*chain, *(self.whole.stages if self.whole else ()))

    def keys(self, size: int) -> tuple[str, ...]:
        """The keys with `size` letters, ascending."""
        return tuple(self.grams.get(size, {}))

    def words(self, key: str) -> tuple[str, ...]:
        """The spellings of a key, sorted; () if the lexicon does not have the key."""
        return self.grams.get(len(key), {}).get(key, ())

    def __contains__(self, word: object) -> bool:
        """True if a word has this reading. If the readings of a key are not known, any order of its letters counts.

        >>> toy = Lexicon.from_entries("toy", [Entry("さくら", "桜")])
        >>> "さくら" in toy, "くさら" in toy
        (True, False)
        """
        if not isinstance(word, str):
            return False
        known = self.read_as(key_of(word))
        return any(entry.reading == word for entry in known) if known else bool(self.words(key_of(word)))

    def __iter__(self) -> Iterator[str]:
        """Yields the words as they are read, each reading once: by length, then by key. A word whose reading is unknown
        has the key in place of a reading.

        >>> toy = Lexicon.from_entries("toy", [Entry("さくら", "桜"), Entry("いぬ", "犬"), Entry("いぬ", "狗")])
        >>> list(toy), len(toy)
        (['いぬ', 'さくら'], 2)
        """
        for size in sorted(self.grams):
            for key in self.keys(size):
                yield from dict.fromkeys(entry.reading for entry in self.words_of(key))

    def __len__(self) -> int:
        """The number of words that differ in their readings: of those that iteration yields."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(self.grams.values())  # without the readings, which take a second to read

    def __eq__(self, other: object) -> bool:
        """True for a list of the same name that has the same words and says the same of them, wherever it lies."""
        if not isinstance(other, Lexicon):
            return NotImplemented
        words, others = ((each.name, each.folds, each.all_words, each.grams) for each in (self, other))
        of, of_other = ((each.folder, each.given, each.out) for each in (self, other))
        if words != others or of == of_other:
            return words == others  # without the readings, which take a second to read
        return sorted(self.readings) == sorted(other.readings)

    def __hash__(self) -> int:
        return hash(self.name)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256, in hexadecimal, of the joined texts of all N-gram files, shortest words first."""
        return sha256("".join(format_grams(size, self.grams[size]) for size in sorted(self.grams)))

    @cached_property
    def _words(self) -> WordsFile | None:
        if self.folder is None or self.folds:
            return None
        path = self.folder / "words.tsv"
        words = WordsFile(path) if path.is_file() else None
        if isinstance(loaded := self.stages[0].grams, BySize):
            loaded.check()
        return words

    @property
    def _index(self) -> Index | None:
        """The index of the folder; None if there is none, or if the list differs from it: its ranks are wrong then."""
        differs = self.given or self.all_words or self.out
        return self._words.index if self._words and not differs else None

    @cached_property
    def readings(self) -> tuple[Entry, ...]:
        """The words with their readings: those of `given`, then those of `words.tsv`; () if no readings are known."""
        words = self._words.entries() if self._words else []
        if self.out:
            words = [word for word in words if not self._is_out(word)]
        return self._as_shown((*self.given, *words))

    def _as_shown(self, words: Iterable[Entry]) -> tuple[Entry, ...]:
        return tuple(word._replace(flag="") for word in words) if self.all_words else tuple(words)

    @cached_property
    def _given(self) -> Mapping[str, list[Entry]]:
        rows: dict[str, list[Entry]] = {}
        for entry in self.given:
            rows.setdefault(entry.key, []).append(entry)
        return rows

    @cached_property
    def entries(self) -> Mapping[str, tuple[Entry, ...]]:
        """Key -> its words with their readings, easiest first; {} if no readings are known."""
        keys = {**self._given, **(self._words.rows if self._words else {})}
        return {key: words for key in keys if (words := self.read_as(key))}

    def read_as(self, key: str) -> tuple[Entry, ...]:
        """The words of a key with their readings, easiest first; () if no reading of the key is known.

        A word that was given twice counts once, with its least ease. If the readings of only some of the words are
        known, the other words have the key in place of a reading.
        """
        known = self.known(key)
        if not known:
            return ()
        named = {entry.spelling for entry in known}
        others = [Entry(key, spelling) for spelling in self.words(key) if spelling not in named]
        found: dict[tuple[str, str], Entry] = {}
        for entry in sorted((*known, *others), key=easier_first):
            found.setdefault((entry.reading, entry.spelling), entry)
        return tuple(found.values())

    def known(self, key: str) -> tuple[Entry, ...]:
        """The words of a key whose readings are known, in no order."""
        words = self._words.entries_of(key) if self._words else []
        if key in self._keys_of_out:
            words = [word for word in words if not self._is_out(word)]
        return self._as_shown((*self._given.get(key, ()), *words))

    @cached_property
    def has_readings(self) -> bool:
        """True if the reading of at least one word is known."""
        return bool(self.given or (self._words and len(self._words.lines) > 1))

    @cached_property
    def by_reading(self) -> Mapping[str, tuple[Entry, ...]]:
        """Reading -> its words, easiest first; {} if no readings are known."""
        found: dict[str, list[Entry]] = {}
        for words in self.entries.values():
            for entry in words:
                found.setdefault(entry.reading, []).append(entry)
        return {reading: tuple(words) for reading, words in found.items()}

    @cached_property
    def by_spelling(self) -> Mapping[str, tuple[str, ...]]:
        """Spelling -> the keys of its words.

        >>> toy = Lexicon.from_entries("toy", [Entry("なまもの", "生物"), Entry("せいぶつ", "生物")])
        >>> toy.by_spelling
        {'生物': ('いせつぶ', 'なのまも')}
        """
        found: dict[str, tuple[str, ...]] = {}
        for rows in self.grams.values():
            for key, spellings in rows.items():
                for spelling in spellings:
                    found[spelling] = (*found.get(spelling, ()), key)
        return found

    def words_of(self, key: str) -> tuple[Entry, ...]:
        """The words of a key, easiest first. A word whose reading is unknown has the key in place of a reading.

        >>> toy = Lexicon.from_entries("toy", [Entry("かみ", "髪", 20, ease=9), Entry("かみ", "紙", 30, ease=1)])
        >>> [entry.spelling for entry in toy.words_of("かみ")]
        ['紙', '髪']
        """
        return self.read_as(key) or tuple(Entry(key, spelling) for spelling in self.words(key))

    def commonest(self, key: str) -> Entry | None:
        """The commonest word of a key; None if the lexicon does not have the key."""
        return min(self.words_of(key), key=commoner_first, default=None)

    def cost(self, key: str) -> int:
        """The cost of the commonest word of a key (lower is commoner); -1 if unknown, or if there is no such key."""
        word = self.commonest(key)
        return word.cost if word else -1

    def ease(self, key: str) -> int:
        """The least ease (see `Entry`) of the words of a key; -1 if no ease is known, or if there is no such key.

        Words with a flag do not count, unless `all_words` is True.

        >>> toy = Lexicon.from_entries("toy", [Entry("はし", "端", 10, ease=900), Entry("はし", "箸", 20, ease=30)])
        >>> toy.ease("しは"), toy.ease("あし")
        (30, -1)
        """
        if self._words and key not in self._given and key not in self._keys_of_out:
            return self._words.ease(key, flagged=self.all_words)
        return min((word.ease for word in self.shown(key) if word.ease >= 0), default=-1)

    def flag(self, key: str) -> str:
        """If all words of a key have a flag: the flag of the first word. Otherwise, or without such a key: ""."""
        words = self.words_of(key)
        return words[0].flag if words else ""

    def shown(self, key: str) -> tuple[Entry, ...]:
        """The words of a key that may be shown unasked, easiest first; see `shown_words`."""
        return shown_words(self.words_of(key))

    def easiest_keys(self, *sizes: int, flagged: bool = False) -> list[str]:
        """The keys of these lengths, in the order in which people learn words.

        Keys without a known ease follow, sorted by cost. flagged: True adds, at the end, the keys whose words all have
        a flag.
        """
        keys = [key for size in sizes for key in self.keys(size)]
        if flagged and (indexed := self._index):
            ranked = indexed.easiest(sizes)
            if {*ranked} == {*keys}:  # no N-gram file was changed by hand
                return ranked
        order: dict[str, tuple[object, ...]] = {}
        for key in keys:
            ease = self.ease(key)
            order[key] = (False, False, ease) if ease > 0 else min(map(easier_first, self.words_of(key)))
        shown = order if flagged else [key for key in order if not order[key][0]]
        return sorted(shown, key=lambda key: (order[key], key))

    def __repr__(self) -> str:
        """The name, the number of keys of each length, and the folder.

        >>> Lexicon.from_entries("toy", [Entry("いぬ", "犬")])
        Lexicon('toy', keys={2: 1})
        """
        keys = {size: len(rows) for size, rows in self.grams.items()}
        return f"Lexicon({self.name!r}, keys={keys}{f', folder={str(self.folder)!r}' if self.folder else ''})"


def format_grams(size: int, rows: Mapping[str, tuple[str, ...]]) -> str:
    """The text of an N-gram file."""
    return "".join([header(size) + "\n", *(f"{key}\t{':'.join(rows[key])}\n" for key in sorted(rows))])


def read_grams(path: Path, size: int) -> dict[str, tuple[str, ...]]:
    """Key -> words, for one N-gram file, keys ascending. Raises FileFormatError with the wrong line and the rule."""
    lines = read_lines(path, None)
    if not lines or lines[0] != header(size):
        got = brief(lines[0]) if lines else "an empty file"
        raise FileFormatError(
            "expected the header line {}, got {}", brief(header(size)), got, path=path, line=1
        )
    rows: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(lines[1:], 2):
        columns = line.split("\t")
        if len(columns) != 2:
            raise FileFormatError(
                "expected a key, a tab and words joined by ':', got {}", brief(line), path=path, line=number
            )
        key, words = columns
        if len(key) != size:
            raise FileFormatError(
                "expected a key of {} letters, got {}", size, brief(key), path=path, line=number
            )
        if key != key_of(key):
            raise FileFormatError(
                "key {} is not sorted by code point; expected {}", key, key_of(key), path=path, line=number
            )
        if key in rows:
            raise FileFormatError(
                "key {} appears twice; expected one row per key", key, path=path, line=number
            )
        spellings = words.split(":")
        if not all(spellings):
            raise FileFormatError(
                "expected words joined by ':' after {}, got {}", key, brief(words), path=path, line=number
            )
        rows[key] = tuple(sorted(set(spellings))) if len(spellings) > 1 else (words,)
    return dict(sorted(rows.items()))


def load_folder(folder: Path) -> Lexicon:
    """The lexicon in a folder. Raises LexiconError if it has no N-gram files, or if a command is replacing them now.

    The lexicon keeps the absolute path, so that its readings are found after a change of the working directory.
    """
    folder = folder.resolve()
    files = _files_in(folder)
    if is_moving(folder):
        raise LexiconError(
            "{} has files of two lists: a command that replaces the list runs, or was killed. Wait for it, or give "
            "it again",
            folder,
        )
    return _loaded(folder, files)


def _files_in(folder: Path) -> Files:
    paths = [folder / name for name in (*(f"{size}gram.txt" for size in SIZES), "words.tsv")]
    known = [(path.name, path.stat()) for path in paths if path.is_file()]
    return tuple((name, now.st_ino, now.st_size, now.st_mtime_ns) for name, now in known)


def _check_unchanged(folder: Path, files: Files) -> None:
    """Raise LexiconError if the files are others by now, so that no lexicon has files of two lists."""
    if _files_in(folder) != files:
        raise LexiconError("the list in {} has changed since it was loaded; load it again", folder)


@lru_cache(maxsize=8)
def _loaded(folder: Path, files: Files) -> Lexicon:
    """The lexicon in a folder: the same object until a file changes."""
    names = {name for name, *_ in files}
    sizes = [size for size in SIZES if f"{size}gram.txt" in names]
    if not sizes:
        raise LexiconError(
            "no word list in {}; expected 2gram.txt, 3gram.txt … (see kanamj lexicon build)", folder
        )
    grams = BySize(
        sizes,
        lambda size: read_grams(folder / f"{size}gram.txt", size),
        partial(_check_unchanged, folder, files),
    )
    return Lexicon(folder.name, grams, folder)
