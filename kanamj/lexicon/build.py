"""From a source to a lexicon folder: reader, filters, sorted rows, manifest."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from kanamj.errors import KanamjError, LexiconError, ManifestError
from kanamj.lexicon import filters as f
from kanamj.lexicon.filters import Drops, Filter, run_filters
from kanamj.lexicon.sources import (
    Word,
    read_exclusions,
    read_hrgjncs,
    read_jmdict,
    read_own_words,
    read_table,
    read_wlsp,
)
from kanamj.lexicon.store import (
    SIZES,
    Entry,
    Lexicon,
    format_grams,
    format_words,
    load_folder,
    plain_spelling,
    read_text,
)
from kanamj.provenance import Manifest, Output, new_folder, package_version, sha256_of, write_file
from kanamj.tiles import tile_set

# Source -> the licence its published data comes with.
SOURCES: Mapping[str, str] = {
    "hrgjncs": "CC BY-NC-SA 3.0 (hrgjncs) unless the folder is of another making",
    "wlsp": "CC BY-NC-SA 3.0 (WLSP-familiarity)",
    "jmdict": "CC BY-SA 4.0 (JMdict, Electronic Dictionary Research and Development Group)",
    "table": "",
    "common": "BSD-style terms of JUMAN, IPADIC, UniDic and Mozc; see NOTICE",
}
# The filters a source brings along; `without` leaves one out.
OWN_FILTERS: Mapping[str, tuple[str, ...]] = {
    "wlsp": ("nouns", "familiarity", "heading", "latin", "long-vowel", "refused-letters"),
    "jmdict": ("pos", "misc"),
}


KIND = "lexicon"
LEXICON_FILES = (*(f"{size}gram.txt" for size in SIZES), "words.tsv", "NOTICE")


@dataclass(frozen=True)
class Choices:
    """What a build was asked for. Fields at their default are not written into the manifest.

    length: shortest and longest reading. special_once: at most one voiced, half-voiced or small letter or
    ー. fold: "seion" folds to clear sounds. tiles: a tile set, dropping what it cannot spell. without:
    filters of the source to leave out. least: WLSP, the least 「書く」. pos, priority, refused: JMdict tags.
    reading, spelling: columns of a table.
    """

    source: str
    length: tuple[int, int] = (SIZES[0], SIZES[-1])
    special_once: bool = False
    fold: str = ""
    tiles: str = ""
    exclude: tuple[Path, ...] = ()
    exclude_keys: tuple[Path, ...] = ()
    add: tuple[Path, ...] = ()
    without: tuple[str, ...] = ()
    least: float = 0.0
    pos: tuple[str, ...] = ("n",)
    priority: tuple[str, ...] = ()
    refused: tuple[str, ...] = ("arch", "obs", "rare", "vulg", "derog", "X")
    reading: str = "reading"
    spelling: str = "spelling"
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        if self.source not in SOURCES:
            raise KanamjError(f"no source {self.source!r}; there are {', '.join(SOURCES)}")
        if not SIZES[0] <= self.length[0] <= self.length[1] <= SIZES[-1]:
            raise KanamjError(
                f"length {self.length[0]}-{self.length[1]} is not within {SIZES[0]}-{SIZES[-1]}"
            )
        if self.fold not in ("", "seion"):
            raise KanamjError(f"no folding {self.fold!r}; there is seion")
        own = OWN_FILTERS.get(self.source, ())
        for name in self.without:
            if name not in own:
                raise KanamjError(
                    f"no filter {name!r} of source {self.source}; there are: {', '.join(own) or 'none'}"
                )

    def parameters(self) -> dict[str, Any]:
        """The choices that differ from the defaults, as plain values; files by name."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        default = {field.name: field.default for field in fields(self)}
        chosen = {name: value for name, value in plain.items() if value != default[name]}
        return {
            name: [part.name if isinstance(part, Path) else part for part in value]
            if isinstance(value, tuple)
            else value
            for name, value in chosen.items()
        }

    def command(self, files: Sequence[Path]) -> str:
        """What to type to build this again, wherever the files are."""
        named = ["ARCHIVES"] if self.source == "common" else [path.name for path in files]
        words = ["kanamj", "lexicon", "build", "--from", self.source, *named]
        for name, value in self.parameters().items():
            option = "--" + _OPTIONS.get(name, name.replace("_", "-"))
            if name == "length":
                words += [option, f"{value[0]}-{value[1]}"]
            elif value is True:
                words.append(option)
            elif isinstance(value, list):
                words += [part for each in value for part in (option, str(each))]
            elif name != "source":
                words += [option, str(value)]
        return shlex.join(words)


_FILE_LISTS = ("exclude", "exclude_keys", "add")
_OPTIONS = {"least": "familiarity", "refused": "misc-out"}


@dataclass(frozen=True)
class Built:
    """A lexicon fresh from its source: how many words came in, and what each filter dropped."""

    lexicon: Lexicon
    read: int
    drops: Sequence[Drops]


def build_from(files: Sequence[Path], choices: Choices, name: str) -> Built:
    """The lexicon that the files of a source give under these choices.

    Raises FileFormatError for a broken file, LexiconError if nothing is left.
    """
    additions = [word for path in _additions(choices) for word in read_own_words(path)]
    return build_lexicon(
        name,
        read_source(files, choices),
        filters_of(choices),
        additions,
        readings=choices.source != "hrgjncs",
    )


def read_source(files: Sequence[Path], choices: Choices) -> Iterator[Word]:
    """The words of all the files, with the reader of the source."""
    for path in files:
        if not path.exists():
            raise KanamjError(f"no file or folder {path}")
        if choices.source == "hrgjncs":
            yield from read_hrgjncs(path)
        elif choices.source == "wlsp":
            yield from read_wlsp(path, choices.encoding)
        elif choices.source == "jmdict":
            yield from read_jmdict(path)
        elif choices.source == "table":
            yield from read_table(path, choices.reading, choices.spelling, choices.encoding)
        else:
            from kanamj.lexicon.common import read_common

            yield from read_common(path)


def filters_of(choices: Choices) -> list[Filter]:
    """The filters of a build in the order they run: those of the source, then those asked for."""
    made = [own for own in _own_filters(choices) if own.name not in choices.without]
    made += [f.reading_filter(), f.length_filter(*choices.length)]
    if choices.special_once:
        made.append(f.special_once_filter())
    if choices.fold:
        made.append(f.seion_filter())
    if choices.tiles:
        made.append(f.tiles_filter(tile_set(choices.tiles)))
    if choices.exclude:
        made.append(f.exclude_filter(frozenset().union(*(read_exclusions(path) for path in choices.exclude))))
    if choices.exclude_keys:
        pairs = frozenset().union(*(read_exclusions(path) for path in choices.exclude_keys))
        made.append(f.exclude_keys_filter({"".join(sorted(letters)) for letters, _ in pairs}))
    return made


def _own_filters(choices: Choices) -> list[Filter]:
    if choices.source == "wlsp":
        return [
            f.class_filter(),
            f.familiarity_filter(choices.least),
            f.heading_filter(),
            f.latin_filter(),
            f.long_vowel_filter(),
            f.refused_letters_filter(),
        ]
    if choices.source == "jmdict":
        priority = [f.tags_filter("pri", choices.priority)] if choices.priority else []
        return [f.tags_filter("pos", choices.pos), f.misc_filter(choices.refused), *priority]
    if choices.source == "common":
        from kanamj.lexicon.common import common_filters

        return common_filters()
    return []


def _additions(choices: Choices) -> tuple[Path, ...]:
    if choices.source != "common":
        return choices.add
    from kanamj.lexicon.common import recipe_file

    return (recipe_file("additions.tsv"), *choices.add)


def build_lexicon(
    name: str,
    words: Iterable[Word],
    filters: Sequence[Filter] = (),
    additions: Iterable[Word] = (),
    readings: bool = True,
) -> Built:
    """The lexicon of the words that pass the filters, and of `additions`, which pass none.

    Of the same reading and spelling the least known cost counts. readings: False where the words' readings
    are only keys. LexiconError if nothing is left.

    >>> from kanamj.lexicon.filters import length_filter
    >>> built = build_lexicon("toy", [Word("さかな", "魚"), Word("を", "尾")], [length_filter(2, 5)])
    >>> built.lexicon.words("かさな"), built.read, built.drops[0].count
    (('魚',), 2, 1)
    """
    counted = _Counted(words)
    kept, drops = run_filters(counted, filters)
    costs: dict[tuple[str, str], int] = {}
    for reading, written, cost, _ in (*kept, *additions):
        spelling = plain_spelling(written) or reading
        known = costs.get((reading, spelling), -1)
        costs[reading, spelling] = min((c for c in (known, cost) if c >= 0), default=-1)
    if not costs:
        worst = max(drops, key=lambda drop: drop.count, default=None)
        why = (
            f"; the filter {worst.name} ({worst.rule}) dropped {worst.count}" if worst and worst.count else ""
        )
        raise LexiconError(f"no word is left of {counted.seen}{why}. Loosen the filters or check the source")
    lexicon = Lexicon.from_entries(name, (Entry(*pair, cost) for pair, cost in sorted(costs.items())))
    return Built(lexicon if readings else replace(lexicon, given=()), counted.seen, drops)


class _Counted:
    """An iterable that counts what it has handed out."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = words
        self.seen = 0

    def __iter__(self) -> Iterator[Word]:
        for word in self.words:
            self.seen += 1
            yield word


def lexicon_files(lexicon: Lexicon) -> dict[str, tuple[str, int]]:
    """File name -> (text, rows) of a lexicon: its N-gram files, and `words.tsv` where readings are known."""
    files = {f"{size}gram.txt": (format_grams(size, rows), len(rows)) for size, rows in lexicon.grams.items()}
    entries = sorted({entry for words in lexicon.entries.values() for entry in words})
    if entries:
        files["words.tsv"] = (format_words(entries), len(entries))
    return files


def write_built(
    folder: Path,
    built: Built,
    files: Sequence[Path],
    choices: Choices,
    *,
    command: str = "",
    licence: str = "",
    replace: bool = False,
) -> Manifest:
    """Write what was built from these files as a lexicon folder, whole or not at all; the manifest.

    command: what made it, if it was not `kanamj lexicon build`. licence: if it is not the source's.
    """
    texts = lexicon_files(built.lexicon)
    outputs = {name: Output.of(text, rows) for name, (text, rows) in texts.items()}
    notes: Sequence[str] = ()
    if choices.source == "common":
        from kanamj.lexicon.common import NOTES, common_notice

        notes, notice = NOTES, common_notice()
        texts["NOTICE"] = (notice, 0)
        outputs["NOTICE"] = Output.of(notice)
    manifest = Manifest(
        KIND,
        command or choices.command(files),
        package_version(),
        licence or SOURCES[choices.source] or "not stated",
        input_hashes(files, choices),
        {
            **choices.parameters(),
            "words_read": built.read,
            "filters": [_drop_table(drop) for drop in built.drops],
        },
        outputs,
        tuple(notes),
    )
    with new_folder(folder, replace=replace, owned=LEXICON_FILES) as place:
        for name, (text, _) in texts.items():
            write_file(place / name, text)
        manifest.write(place)
    return manifest


def _choices_of(manifest: Manifest, beside: Path) -> Choices:
    if manifest.kind != KIND or "source" not in manifest.parameters:
        raise ManifestError(
            "the manifest does not say from which source the list was built, so it cannot be built again"
        )
    names = {field.name for field in fields(Choices)}
    given = {name: value for name, value in manifest.parameters.items() if name in names}
    for name, value in given.items():
        if isinstance(value, list):
            given[name] = tuple(beside / part if name in _FILE_LISTS else part for part in value)
    return Choices(**given)


def _drop_table(drop: Drops) -> dict[str, Any]:
    return {"name": drop.name, "rule": drop.rule, "dropped": drop.count, "examples": drop.examples}


def input_hashes(files: Sequence[Path], choices: Choices) -> dict[str, str]:
    """File name -> SHA-256 of everything a build reads."""
    read: list[Path] = []
    for path in files:
        read += sorted(path.glob("[2-5]gram.txt")) if choices.source == "hrgjncs" else [path]
    hashes = {}
    if choices.source == "common":
        from kanamj.lexicon.common import ARCHIVES, recipe_file

        hashes = {archive.file: archive.sha256 for archive in ARCHIVES}
        read = [recipe_file("exclude.tsv")]
    read += [*choices.exclude, *choices.exclude_keys, *_additions(choices)]
    return hashes | {path.name: sha256_of(path) for path in read}


def verify_lexicon(folder: Path, files: Sequence[Path] = ()) -> list[str]:
    """What is wrong with a lexicon folder, one sentence each; empty if nothing.

    Files are held against the manifest, and `words.tsv` against the N-gram files. With the source `files`
    the lexicon is built again with the choices in the manifest, and compared; hand-kept lists are looked for
    beside the first of them.
    """
    manifest = Manifest.read(folder)
    differences = manifest.verify(folder)
    lexicon = load_folder(folder)
    if lexicon.entries:
        said = {key: {entry.spelling for entry in entries} for key, entries in lexicon.entries.items()}
        held = {key: set(words) for rows in lexicon.grams.values() for key, words in rows.items()}
        odd = sorted(key for key in said.keys() | held.keys() if said.get(key) != held.get(key))
        differences += [f"words.tsv: does not have the words of key {key} in the N-gram file" for key in odd]
    if files:
        choices = _choices_of(manifest, files[0].parent)
        for name, found in input_hashes(files, choices).items():
            if found != manifest.inputs.get(name):
                differences.append(f"{name}: is not the file the manifest names as source")
        for name, (text, _) in lexicon_files(build_from(files, choices, folder.name).lexicon).items():
            path = folder / name
            if not path.is_file() or read_text(path) != text:
                differences.append(f"{name}: is not what the source gives")
    return differences
