"""From words to a lexicon folder: filters run, rows sorted, manifest written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kanamj.errors import LexiconError
from kanamj.lexicon.filters import Drops, Filter, run_filters
from kanamj.lexicon.sources import Word
from kanamj.lexicon.store import Entry, Lexicon, format_grams, format_words
from kanamj.provenance import Manifest, Output, new_folder, package_version, write_file


@dataclass(frozen=True)
class Built:
    """A lexicon fresh from its source: how many words came in, and what each filter dropped."""

    lexicon: Lexicon
    read: int
    drops: Sequence[Drops]


def build_lexicon(
    name: str, words: Iterable[Word], filters: Sequence[Filter] = (), additions: Iterable[Word] = ()
) -> Built:
    """The lexicon of the words that pass the filters, and of `additions`, which pass none.

    Of the same reading and spelling the least known cost counts. LexiconError if nothing is left.

    >>> from kanamj.lexicon.filters import length_filter
    >>> built = build_lexicon("toy", [Word("さかな", "魚"), Word("を", "尾")], [length_filter(2, 5)])
    >>> built.lexicon.words("かさな"), built.read, built.drops[0].count
    (('魚',), 2, 1)
    """
    counted = _Counted(words)
    kept, drops = run_filters(counted, filters)
    costs: dict[tuple[str, str], int] = {}
    for reading, spelling, cost, _ in (*kept, *additions):
        known = costs.get((reading, spelling), -1)
        costs[reading, spelling] = min((c for c in (known, cost) if c >= 0), default=-1)
    if not costs:
        worst = max(drops, key=lambda drop: drop.count, default=None)
        why = f"; the filter {worst.name} ({worst.rule}) dropped {worst.count}" if worst and worst.count else ""
        raise LexiconError(f"no word is left of {counted.seen}{why}. Loosen the filters or check the source")
    entries = [Entry(reading, spelling, cost) for (reading, spelling), cost in sorted(costs.items())]
    return Built(Lexicon.from_entries(name, entries), counted.seen, drops)


class _Counted:
    def __init__(self, words: Iterable[Word]) -> None:
        self.words = words
        self.seen = 0

    def __iter__(self) -> Any:
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


def write_lexicon(
    folder: Path,
    built: Built,
    *,
    command: str,
    licence: str,
    inputs: Mapping[str, str],
    parameters: Mapping[str, Any] | None = None,
    notes: Sequence[str] = (),
    notice: str = "",
    replace: bool = False,
) -> Manifest:
    """Write a lexicon folder, whole or not at all, and return its manifest.

    inputs: name -> SHA-256 of what was read. notice: text of a `NOTICE` file, where the licence asks for one.
    """
    files = lexicon_files(built.lexicon)
    outputs = {name: Output.of(text, rows) for name, (text, rows) in files.items()}
    if notice:
        files["NOTICE"] = (notice, 0)
        outputs["NOTICE"] = Output.of(notice)
    steps = [
        {"name": drop.name, "rule": drop.rule, "dropped": drop.count, "examples": drop.examples}
        for drop in built.drops
    ]
    manifest = Manifest(
        "lexicon",
        command,
        package_version(),
        licence,
        inputs,
        {**(parameters or {}), "words_read": built.read, "filters": steps},
        outputs,
        tuple(notes),
    )
    with new_folder(folder, replace=replace, owned=files) as place:
        for name, (text, _) in files.items():
            write_file(place / name, text)
        manifest.write(place)
    return manifest
