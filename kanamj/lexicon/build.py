"""Build a lexicon folder from a source: read the words, filter and sort them, write them with a manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from kanamj.disk import sha256
from kanamj.errors import KanamjError, LexiconError, ManifestError, Message, several
from kanamj.lexicon.describe import licence_of
from kanamj.lexicon.files import MOST_UNPACKED, MOST_WORDS, STDIN, read_bytes, read_text
from kanamj.lexicon.filters import Drops, Filter, run_filters
from kanamj.lexicon.glosses import NAME as GLOSSES
from kanamj.lexicon.glosses import format_glosses, read_glosses
from kanamj.lexicon.index import NAME as INDEX
from kanamj.lexicon.index import format_index
from kanamj.lexicon.options import SOURCES, BuildOptions, filters_of
from kanamj.lexicon.shelf import shipped_lexicons
from kanamj.lexicon.sources import (
    Word,
    ranked,
    read_hrgjncs,
    read_jmdict,
    read_list,
    read_own_words,
    read_skk,
    read_table,
    read_wlsp,
)
from kanamj.lexicon.store import (
    Entry,
    Lexicon,
    commoner_first,
    easier_first,
    format_grams,
    load_folder,
    plain_spelling,
)
from kanamj.lexicon.wordsfile import format_words
from kanamj.results import Manifest, below, write_folder
from kanamj.tiles import HIRAGANA_120, TileSet

KIND = "lexicon"
NOTICE = "NOTICE"
_FILE_LISTS = ("exclude", "exclude_keys", "add")


@dataclass(frozen=True)
class BuildResult:
    """A lexicon built from its source. read: how many words the source has. drops: what each filter dropped."""

    lexicon: Lexicon
    read: int
    drops: Sequence[Drops]

    def without_tiles(self, tiles: TileSet = HIRAGANA_120) -> list[Entry]:
        """The words with a letter for which the set has no tile: the lexicon has them, but no hand can spell them."""
        faces = tiles.index.keys()
        return [entry for entry in sorted(self.lexicon.readings) if not faces >= set(entry.reading)]

    def parameters(self) -> dict[str, Any]:
        """What the manifest says about the build: how many words were read, and what each filter dropped."""
        drops = [
            {"name": drop.name, "rule": drop.rule, "dropped": drop.count, "examples": drop.examples}
            for drop in self.drops
        ]
        return {"words_read": self.read, "filters": drops}


def build_from(files: Sequence[Path], options: BuildOptions, name: str) -> BuildResult:
    """The lexicon built from the files of a source with these options.

    Raises FileFormatError for a broken file, LexiconError if the filters leave no word or two files have one name.
    """
    _inputs(files, options)
    additions = [word for path in options.add for word in read_own_words(path)]
    words: Iterable[Word] = read_source(files, options)
    if options.cost_order:
        words = ranked(words, options.cost_order)
    return build_lexicon(name, words, filters_of(options), additions, readings=options.source != "hrgjncs")


def read_source(files: Sequence[Path], options: BuildOptions) -> Iterator[Word]:
    """The words of all `files`, read as files of `options.source`."""
    for path in _places(files, options):
        if path != STDIN and not path.exists():
            raise KanamjError("there is no file or folder {}; give the path of the source", path)
        if options.source == "list":
            yield from read_list(path)
        elif options.source == "hrgjncs":
            yield from read_hrgjncs(path)
        elif options.source == "wlsp":
            yield from read_wlsp(path, options.encoding)
        elif options.source == "jmdict":
            yield from read_jmdict(path)
        elif options.source == "skk":
            yield from read_skk(path, options.encoding)
        else:
            yield from read_table(
                path,
                options.reading,
                options.spelling,
                options.encoding,
                options.cost,
                options.wanted(),
                options.cost_order,
            )


def _places(files: Iterable[Path], options: BuildOptions) -> list[Path]:
    """Where the files of a source are: a list may be given by its name."""
    names = shipped_lexicons() if options.source == "list" else {}
    return [names.get(str(path), path) for path in files]


def _beside(files: Sequence[Path], built: BuildResult) -> dict[str, str]:
    """File name -> text of what lists have beside their words: the glosses of the words that are kept, and the notice
    of the licence."""
    kept = {(entry.reading, entry.spelling) for entry in built.lexicon.readings}
    rows = [row for path in files if (path / GLOSSES).is_file() for row in read_glosses(path / GLOSSES)]
    found = {
        (reading, spelling): gloss for _, reading, spelling, gloss in rows if (reading, spelling) in kept
    }
    notices = [read_text(path / NOTICE) for path in files if (path / NOTICE).is_file()]
    return ({GLOSSES: format_glosses(found)} if found else {}) | (
        {NOTICE: "\n".join(notices)} if notices else {}
    )


def build_lexicon(
    name: str,
    words: Iterable[Word],
    filters: Sequence[Filter] = (),
    additions: Iterable[Word] = (),
    readings: bool = True,
) -> BuildResult:
    """The lexicon of the words that pass the filters, and of `additions`, which are not filtered.

    If a pair of reading and spelling occurs more than once, its lowest known cost counts. If two words have the same
    ease, as those of two lists may, all eases are counted anew. readings: False if the source has keys in place of
    readings. Raises LexiconError if no word is left.

    >>> from kanamj.lexicon.filters import length_filter
    >>> built = build_lexicon("toy", [Word("さかな", "魚"), Word("を", "尾")], [length_filter(2, 5)])
    >>> built.lexicon.words("かさな"), built.read, built.drops[0].count
    (('魚',), 2, 1)
    """
    counted = _WordCounter(words)
    kept, drops = run_filters(counted, filters)
    found: dict[tuple[str, str], Entry] = {}
    for reading, written, cost, facts in (*kept, *additions):
        spelling = plain_spelling(written) or reading
        entry = Entry(
            reading,
            spelling,
            cost,
            facts.get("sources", ""),
            facts.get("cut", ""),
            int(facts.get("ease", -1)),
            *(facts.get(name, "") for name in ("flag", "accent", "origin", "kind")),
        )
        found[reading, spelling] = min(entry, found.get((reading, spelling), entry), key=commoner_first)
    if not found:
        worst = max(drops, key=lambda drop: drop.count, default=None)
        why: str = ""
        if worst and worst.count:
            why = Message("; the filter {} ({}) dropped {}", worst.name, worst.rule, worst.count)
        if not counted.seen:
            raise LexiconError(
                "the source has no words; is it the right file, and the right format after --from?"
            )
        count = several(counted.seen, "{} word", "{} words")
        raise LexiconError("of {}, none is left{}. Loosen the filters or check the source", count, why)
    learnt = sorted(
        (word for word in found.values() if word.ease >= 0), key=lambda w: (w.ease, easier_first(w))
    )
    if len({word.ease for word in learnt}) < len(learnt):
        found |= {(word.reading, word.spelling): word._replace(ease=i) for i, word in enumerate(learnt, 1)}
    lexicon = Lexicon.from_entries(name, (found[pair] for pair in sorted(found)))
    return BuildResult(lexicon if readings else replace(lexicon, given=()), counted.seen, drops)


class _WordCounter:
    """Iterates over words, and counts in `seen` how many it has given. Raises LexiconError for more than MOST_WORDS."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = words
        self.seen = 0

    def __iter__(self) -> Iterator[Word]:
        for word in self.words:
            self.seen += 1
            if self.seen > MOST_WORDS:
                raise LexiconError(
                    "the source has more than {:,} words, the most that is read; is it the right file?",
                    MOST_WORDS,
                )
            yield word


def lexicon_files(lexicon: Lexicon) -> dict[str, str]:
    """File name -> text of a lexicon: the N-gram files and, if readings are known, `words.tsv` and its index."""
    files = {f"{size}gram.txt": format_grams(size, rows) for size, rows in lexicon.grams.items()}
    if entries := sorted(set(lexicon.readings)):
        files["words.tsv"] = words = format_words(entries)
        easiest = lexicon.easiest_keys(*lexicon.grams, flagged=True)
        files[INDEX] = format_index(words, entries, easiest)
    return files


def write_built(
    folder: Path,
    built: BuildResult,
    files: Sequence[Path],
    options: BuildOptions,
    *,
    command: str = "",
    licence: str = "",
    replace: bool = False,
) -> Manifest:
    """Write a built lexicon as a folder, whole or not at all. Returns the manifest.

    files: the source files, of which the manifest keeps hashes. command: what to type to build the lexicon again.
    licence: if "", the licence of the source. A list that is made of lists has their glosses and notices, too.
    """
    texts = lexicon_files(built.lexicon)
    if options.source == "list":
        files = _places(files, options)
        texts |= _beside(files, built)
        licence = licence or "; ".join(dict.fromkeys(licence_of(load_folder(path)) for path in files))
    manifest = Manifest(
        KIND,
        command or f"kanamj lexicon build --from {options.source}",
        licence=licence or SOURCES[options.source] or "not stated",
        inputs=input_hashes(files, options),
        parameters=options.parameters() | built.parameters(),
    )
    return write_folder(folder, texts, manifest, replace=replace)


def _options_of(manifest: Manifest, beside: Path) -> BuildOptions:
    examples = {field.name: field.default for field in fields(BuildOptions)} | {"source": ""}
    given = manifest.parameters_like(examples) if manifest.kind == KIND else {}
    if given.get("source") not in SOURCES:
        raise ManifestError(
            "the list was not built by `kanamj lexicon build`, so it cannot be built again from its source. It was "
            "made by: {}",
            manifest.command,
        )
    named = {name: tuple(below(beside, part) for part in given.get(name, ())) for name in _FILE_LISTS}
    return BuildOptions(**given | named)


def _inputs(files: Sequence[Path], options: BuildOptions) -> dict[str, Path]:
    """Name in the manifest -> file, for every file that a build reads. The names of several folders are part of it.

    Raises LexiconError for two files of one name.
    """
    read: list[tuple[str, Path]] = []
    for path in _places(files, options):
        inner = [path / "words.tsv"] if options.source == "list" else [path]
        if options.source == "hrgjncs":
            inner = sorted(path.glob("[2-5]gram.txt"))
        start = f"{path.resolve().name}/" if inner != [path] and len(files) > 1 else ""
        read += [(start + each.name, each) for each in inner]
    read += [(path.name, path) for path in (*options.exclude, *options.exclude_keys, *options.add)]
    found: dict[str, Path] = {}
    for name, path in read:
        if found.setdefault(name, path) != path:
            raise LexiconError(
                "{} and {} have the same name, by which the list would name both; rename one",
                found[name],
                path,
            )
    return found


def input_hashes(files: Sequence[Path], options: BuildOptions) -> dict[str, str]:
    """Name in the manifest -> SHA-256, for every file that a build reads."""
    return {name: sha256(read_bytes(path, MOST_UNPACKED)) for name, path in _inputs(files, options).items()}


def verify_lexicon(folder: Path, files: Sequence[Path] = ()) -> list[str]:
    """What is wrong with a lexicon folder, one sentence per fault; [] if nothing is wrong.

    The files are compared with the manifest, and `words.tsv` with the N-gram files. If source `files` are given, the
    lexicon is also built again with the options in the manifest, and the two are compared. The files
    that these options name (`exclude`, `add`) are then read from the folder of the first source file.
    """
    manifest = Manifest.read(folder)
    if not (folder / INDEX).is_file():  # it only saves time, and the wheel has that of `common` only
        manifest = replace(manifest, outputs={k: v for k, v in manifest.outputs.items() if k != INDEX})
    differences = manifest.verify(folder)
    lexicon = load_folder(folder)
    if lexicon.readings:
        said: dict[str, set[str]] = {}
        for entry in lexicon.readings:
            said.setdefault(entry.key, set()).add(entry.spelling)
        held = {key: set(words) for rows in lexicon.grams.values() for key, words in rows.items()}
        odd = sorted(key for key in said.keys() | held.keys() if said.get(key) != held.get(key))
        lacking = "words.tsv: does not have the words of key {} in the N-gram file"
        differences += [Message(lacking, key) for key in odd]
    if files:
        options = _options_of(manifest, files[0].parent)
        for name, found in input_hashes(files, options).items():
            if found != manifest.inputs.get(name):
                differences.append(Message("{}: is not the file the manifest names as source", name))
        for name, text in lexicon_files(build_from(files, options, folder.name).lexicon).items():
            path = folder / name
            if not path.is_file() or read_text(path, None) != text:
                differences.append(Message("{}: is not what the source gives", name))
    return differences
