"""The folder of a lexicon's data sets: it is written with a manifest, and verified by computing the data sets again."""

from __future__ import annotations

import hashlib
import io
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as changed
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path

from kanamj.datasets.build import DATASETS, DataSet, Row, Source, data_sets
from kanamj.errors import (
    KanamjError,
    ManifestError,
    Message,
    brief,
    needing,
    not_one_of,
)
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.lexicon.describe import licence_of
from kanamj.lexicon.store import load_folder
from kanamj.results import Manifest, Output, check_place, new_folder
from kanamj.tiles import HIRAGANA_120, TileSet, tile_set

KIND = "data set"
FORMATS = ("txt", "csv", "parquet")
NOTICE, PICTURE_FOLDER = "NOTICE", "pictures"
LONG = ("nobetan", "shanpon")
"""Data sets of a hundred thousand rows and more."""
STEP = 97
"""Of so many rows of these, one is made to know beforehand how large the file will be."""
FEW_ROWS = 10_000
"""If no more rows are asked for, all of them are made for that."""
NOTES = (
    "Differs from the published files: in 2_3chars a doubled key (もも, きき) needs both letters.",
    "Differs from the published files: a wait has a copy left outside the letters held, so keys that the "
    "tiles cannot spell take no part in the wait files; the N-gram files and stats.txt hold all keys.",
    "nobetan: two rows for each pair of trios that share two letters and fit into a hand together; a letter "
    "left that is in no 2-letter key has 0 waits. Last column: the sum of 3gram -logP in stats.txt.",
    "shanpon: each two 2-letter keys, also one twice, that a hand can hold together and that can both grow.",
)


def write_data(
    folder: Path,
    lexicon: Lexicon,
    tiles: TileSet = HIRAGANA_120,
    *,
    formats: Sequence[str] = (),
    without: Sequence[str] = (),
    most_bytes: int | None = None,
    top: int | None = None,
    plot: bool = False,
    replace: bool = False,
    command: str = "",
    tell: Callable[[str], None] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Manifest:
    """Write the data sets of a lexicon into a folder, with a manifest. Returns the manifest.

    formats: other formats to write besides text: `csv` (with a byte order mark, for spreadsheets), `parquet`. without:
    names of data sets to leave out, or `NOTICE` to leave out the file NOTICE. most_bytes: files that are larger are
    made and hashed for the manifest, but not kept. top: only so many rows of the data sets in LONG. plot: True also
    draws pictures, into PICTURE_FOLDER inside. tell: called before the work with a sentence on how large the files will
    be. progress: called with the name of each file before it is made.

    Raises KanamjError for an unknown format or name, MissingExtraError if a package is needed and not installed.
    """
    suffixes = [suffix for suffix in FORMATS if suffix == "txt" or suffix in formats]
    for suffix in formats:
        if suffix not in FORMATS:
            raise KanamjError(not_one_of(suffix, "a format", FORMATS))
    for name in without:
        if name not in (*DATASETS, NOTICE):
            raise KanamjError(not_one_of(name, "a data set that can be left out", [*DATASETS, NOTICE]))
    source = Source(lexicon, tiles)
    parameters: dict[str, object] = {"lexicon": lexicon.name, "tiles": tiles.name, "formats": suffixes}
    if without:
        parameters["without"] = sorted({*without})
    if "parquet" in suffixes:
        parameters["pyarrow"] = _pyarrow_version()
    parameters |= {name: n for name, n in (("most_bytes", most_bytes), ("top", top)) if n is not None}
    check_place(folder, replace=replace, kind=KIND)  # before the pictures are drawn
    if tell:
        size = expected_bytes(source, suffixes, without, top, most_bytes) / 2**20
        tell(Message("writing about {} MiB into {}", f"{size:.0f}" if size > 10 else f"{size:.1f}", folder))
    pictures: Mapping[str, bytes] = {}
    if plot:
        from kanamj.datasets.pictures import plots

        pictures, drawn_with = plots(source)
        parameters |= drawn_with
    manifest = Manifest(
        KIND,
        command or shlex.join(["kanamj", "data", "write", "DIR", "--lexicon", lexicon.name]),
        licence=f"that of the lexicon: {licence_of(lexicon) or 'not stated'}",
        inputs={f"lexicon {lexicon.name}": lexicon.sha256},
        parameters=parameters,
        notes=NOTES,
    )
    with new_folder(folder, replace=replace, kind=KIND) as new:
        for name, pieces in data_files(source, suffixes, without, top):
            progress(name)
            with new.open(name) as file:
                size = sum(map(file.write, pieces))
            if most_bytes is not None and size > most_bytes:
                new.drop(name)
        for name, picture in pictures.items():
            new.write(f"{PICTURE_FOLDER}/{name}", picture)
        return new.finish(manifest)


def data_files(
    source: Source, suffixes: Iterable[str], without: Iterable[str] = (), top: int | None = None
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield a pair (file name, its content in pieces) for each data set and format, in a fixed order.

    A text or CSV file has one piece per row, the header first; a Parquet file is one piece. If the lexicon has a
    NOTICE, it comes last, because the data sets hold its words. top: see `write_data`.
    """
    suffixes, left_out = list(suffixes), {*without}
    if top is not None and (not isinstance(top, int) or top < 1):
        raise KanamjError("top is {}; give a number of rows from 1", brief(top))
    for data in data_sets(source.lexicon):
        if top is not None and data.name in LONG:
            data = changed(data, rows=partial(_first, data.rows, top))
        for suffix in suffixes:
            if data.name not in left_out:
                yield f"{data.name}.{suffix}", _encode(data, source, suffix)
    notice = source.lexicon.folder / NOTICE if source.lexicon.folder else None
    if notice is not None and notice.is_file() and NOTICE not in left_out:
        yield NOTICE, iter([notice.read_bytes()])


def expected_bytes(
    source: Source,
    suffixes: Sequence[str],
    without: Iterable[str] = (),
    top: int | None = None,
    most_bytes: int | None = None,
) -> int:
    """How many bytes the files of `write_data` will have, without the pictures: measured, within some percent. Many
    rows are packed better in a Parquet file than the few that are measured: such a file may have half the size.

    Of the data sets in LONG one row in STEP is made, or all if they are few; all others are made whole, which takes a
    tenth of a second.
    """
    sizes = []
    for data in data_sets(source.lexicon):
        if data.name in {*without}:
            continue
        most = top if data.name in LONG else None
        step = STEP if data.name in LONG and (most is None or most > FEW_ROWS) else 1
        rows = [*data.rows(source, step=step)] if step > 1 else []
        if len(rows) < STEP:
            rows, step = [*islice(data.rows(source), most)], 1
        there = step * len(rows)
        if most is not None and step > 1:
            rows, there = rows[: -(-most // step)], min(most, there)
        for suffix in suffixes:
            one, made = (
                sum(map(len, _encode(changed(data, rows=lambda _, some=some: iter(some)), source, suffix)))
                for some in (rows[:1], rows)
            )
            sizes.append(made + (made - one) * (there - len(rows)) // max(1, len(rows) - 1))
    return sum(size for size in sizes if most_bytes is None or size <= most_bytes)


def _first(rows: Callable[[Source], Iterator[Row]], top: int, source: Source) -> Iterator[Row]:
    return islice(rows(source), top)


def _encode(data: DataSet, source: Source, suffix: str) -> Iterator[bytes]:
    if suffix == "txt":
        yield from ((line + "\n").encode() for line in data.lines(source))
    elif suffix == "csv":
        for i, line in enumerate(data.csv_lines(source)):
            yield ("\ufeff" * (not i) + line + "\n").encode()
    else:
        buffer = io.BytesIO()
        data.frame(source).to_parquet(buffer, index=False, engine="pyarrow")
        yield buffer.getvalue()


def _output(pieces: Iterator[bytes]) -> Output:
    """What a manifest says about a file in pieces."""
    digest, rows = hashlib.sha256(), -1
    for rows, piece in enumerate(pieces):  # noqa: B007
        digest.update(piece)
    return Output(digest.hexdigest(), rows)


def _pyarrow_version() -> str:
    """The version of pyarrow, which the bytes of a Parquet file depend on."""
    with needing("the Parquet format", "pyarrow pandas", "parquet"):
        import_module("pandas")
        import pyarrow
    return str(pyarrow.__version__)


def verify_data(
    folder: Path,
    lexicon: Lexicon | None = None,
    *,
    tell: Callable[[str], None] = lambda _: None,
    progress: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Compute the data sets of a folder again. Returns a sentence for each file that differs from them or from the
    manifest, is missing, or is not listed. Pictures are compared with the manifest only, as they depend on the machine.

    lexicon: the list to compute from. If it is None, `lexicon_of` finds the list. tell: called with a sentence before
    the work, which may take half a minute. progress: called with the name of each file before it is made. Raises
    ManifestError as `read_manifest` and `lexicon_of` do.
    """
    manifest = read_manifest(folder)
    chosen = manifest.parameters
    source = Source(lexicon or lexicon_of(manifest, folder), tile_set(chosen["tiles"]))
    tell(Message("computing the data sets of {} again, to compare them with {}", source.lexicon.name, folder))
    differences, made = manifest.verify(folder), {}
    for name, pieces in data_files(source, chosen["formats"], chosen.get("without", ()), chosen.get("top")):
        progress(name)
        made[name] = _output(pieces)
    listed = {
        name: output for name, output in manifest.outputs.items() if not name.startswith(f"{PICTURE_FOLDER}/")
    }
    for name in sorted({*made, *listed}):
        stated, now = listed.get(name), made.get(name)
        if stated is None or now is None:
            wrong = "{}: is not in the manifest" if now else "{}: is not a data set of this lexicon"
            differences.append(Message(wrong, name))
        elif stated.sha256 != now.sha256 or stated.rows not in (None, now.rows):
            differences.append(Message("{}: computed again it is not what the manifest says", name))
    return list(dict.fromkeys(differences))


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a data folder. Raises ManifestError if the folder holds something else, and for a parameter that
    `write_data` does not write."""
    manifest = Manifest.read(folder)
    if manifest.kind != KIND:
        raise ManifestError(
            "{} holds {}, not {}; give a folder made by: kanamj data write",
            folder,
            brief(manifest.kind),
            brief(KIND),
        )
    if not {"lexicon", "tiles", "formats"} <= manifest.parameters.keys():
        raise ManifestError(
            "the manifest in {} does not name lexicon, tiles and formats; write the data again", folder
        )
    manifest.parameters_like({"lexicon": "", "tiles": "", "formats": (), "without": (), "top": 1})
    return manifest


def lexicon_of(manifest: Manifest, folder: Path) -> Lexicon:
    """The lexicon that the data was made from: the one that the manifest names, or else the N-gram files in `folder`.

    Raises ManifestError if neither has the hash in the manifest.
    """
    name = manifest.parameters["lexicon"]
    expected = manifest.inputs.get(f"lexicon {name}")
    for load in (partial(load_lexicon, name), partial(load_folder, folder)):
        try:
            lexicon = load()
        except KanamjError:
            continue
        if lexicon.sha256 == expected:
            return lexicon
    raise ManifestError(
        "neither the lexicon {} nor the N-gram files in {} are what the data was made from (SHA-256 {}…). Give the "
        "right one with --lexicon to see what differs",
        brief(name),
        folder,
        str(expected)[:8],
    )
