"""What a study is: its parameters, what a chunk adds to its sums, and the tables that are read off the sums.

docs/own-study.md goes through an example that runs. `runner.py` does the chunks.
"""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from kanamj.disk import sha256
from kanamj.errors import KanamjError, ManifestError, Message, brief, check_path, check_whole, needing
from kanamj.lexicon import Lexicon
from kanamj.lexicon.files import read_bytes
from kanamj.lexicon.shelf import way_to
from kanamj.results import Manifest, NewFolder
from kanamj.studies.frames import DIGITS, csv_text, read_table, rows_of, settled
from kanamj.text import html_table
from kanamj.version import __version__

if TYPE_CHECKING:
    import pandas as pd

Key: TypeAlias = "str | tuple[str | int, ...]"
Sums: TypeAlias = "dict[Any, Any]"
"""Key -> a number, or a row of numbers. A key is a text, or a tuple of texts and whole numbers."""
MOST = 10**18
"""The largest number of deals or games, and the largest seed."""
SHOWN = 30
"""A notebook shows at most this many rows of a table."""


@dataclass(frozen=True)
class Results:
    """The results of a study.

    tables: name -> the table in the file NAME.csv.
    counted: name -> count of the whole run.
    files: name -> text of further files; they are not read back.
    """

    parameters: Mapping[str, Any]
    tables: Mapping[str, pd.DataFrame]
    counted: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict, repr=False)

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Returns the rows of a table as plain values; [] if there is no such table."""
        return rows_of(self.tables[table]) if table in self.tables else []

    def to_json(self) -> dict[str, Any]:
        """Returns the results as plain values: the counts of the run, the rows of each table, and the parameters."""
        tables = {name: rows_of(table) for name, table in self.tables.items()}
        return {**self.counted, **tables, "parameters": dict(self.parameters)}

    def to_parquet(self, folder: str | Path) -> None:
        """Write each table as `folder`/NAME.parquet. Raises MissingExtraError if pyarrow is not installed."""
        with needing("the Parquet format", "pyarrow", "parquet"):
            import_module("pyarrow")
        check_path("folder", folder).mkdir(parents=True, exist_ok=True)
        for name, table in self.tables.items():
            place = Path(folder, f"{name}.parquet")
            table.to_parquet(place, index=False, engine="pyarrow", write_page_checksum=True)

    def _repr_html_(self) -> str:
        found = []
        for name, table in self.tables.items():
            more = f" (the first {SHOWN} of {len(table):,} rows)" * (len(table) > SHOWN)
            rows = [list(row.values()) for row in rows_of(table.head(SHOWN))]
            found.append(html_table(name + more, list(map(str, table.columns)), rows))
        return "".join(found)


class Study:
    """The base class of studies; each is a dataclass, whose fields are its parameters and its options.

    n, chunk_size: how many deals or games it has, and how many a chunk has.
    most_n: the largest n.
    seed: that of its random numbers.
    kind: its name in a manifest; "" takes that of its class.
    command: what runs it, such as "kanamj study yaku".
    digits, fixed: the decimals of the numbers in its tables (see `settled`, `csv_text`).
    texts: the columns that have texts though they may look like numbers, such as a form.
    counted: the keys of sums that are whole numbers of the whole run; they go into the manifest.
    result: the type of its results.
    """

    n: int
    seed: int
    chunk_size: int = 1_000
    most_n: ClassVar[int] = MOST
    kind: ClassVar[str] = ""
    command: ClassVar[str] = ""
    texts: ClassVar[tuple[str, ...]] = ()
    digits: ClassVar[int | Mapping[str, int]] = DIGITS
    fixed: ClassVar[int | None] = None
    counted: ClassVar[tuple[str, ...]] = ()
    result: ClassVar[type[Results]] = Results

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__dict__.get("kind", "") or cls.__name__.lower()

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to workers: the fields, not what was computed of them."""
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]

    def chunk(self, number: int, size: int) -> Sums | tuple[Sums, Mapping[str, str]]:
        """Returns what a chunk adds to the sums, and further files of the results (name -> text) if there are any.

        It runs in the worker. The sums depend only on the parameters and the number.

        number: that of the chunk, from 0.
        size: how many deals or games it has.
        """
        raise NotImplementedError

    def tables(self, sums: Sums) -> Mapping[str, pd.DataFrame | Iterable[Mapping[str, Any]]]:
        """Returns the tables, by name. Each is a frame, or the rows of one (see `frame`)."""
        raise NotImplementedError

    def parameters(self) -> dict[str, Any]:
        """Returns everything that the results depend on, as plain values: the fields, and the version of kanamj."""
        found = self.plain(each.name for each in fields(self) if each.compare)  # type: ignore[arg-type]
        return {**found, "chunk_size": self.chunk_size, "version": __version__}

    def check(self, *more: tuple[str, int, int]) -> None:
        """Raise KanamjError if a field is not a whole number that a run can have: `n`, `chunk_size`, `seed`, or one of
        `more`, each with its least and greatest. A number of numpy becomes one of Python."""
        called = {each.name: str(each.metadata.get("option", each.name)) for each in fields(self)}  # type: ignore[arg-type]
        for name, least, most in (("n", 1, self.most_n), ("chunk_size", 1, MOST), ("seed", 0, MOST), *more):
            if hasattr(self, name):  # a count of all hands has no seed
                found = check_whole(called.get(name, name), getattr(self, name), least, most)
                if name in called:  # not where n follows from what is counted
                    object.__setattr__(self, name, found)

    def plain(self, names: Iterable[str]) -> dict[str, Any]:
        """Returns the values of these fields as plain values; of a word list, its name and its hash."""
        found: dict[str, Any] = {}
        for name in names:
            value = getattr(self, name)
            if isinstance(value, Lexicon):
                found |= {name: value.name, f"{name}_sha256": value.sha256}
            else:
                found[name] = value if isinstance(value, bool | int | float | str | None) else str(value)
        return found

    def inputs(self) -> dict[str, str]:
        """Returns name -> SHA-256 of the files that the results depend on."""
        return {}

    def options(self) -> dict[str, object]:
        """Returns name -> value of the options of the command that makes these results again. True is a flag; False,
        None and "" are left out; a list gives the option several times."""
        found = {each.name.replace("_", "-"): getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return {name: way_to(value) if isinstance(value, Lexicon) else value for name, value in found.items()}

    def rng(self, number: int) -> np.random.Generator:
        """Returns the random numbers of a chunk; those of each chunk differ."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(number,)))

    @property
    def chunk_count(self) -> int:
        return -(-self.n // self.chunk_size)

    def prepare(self) -> None:
        """Compile the kernels of the study, once, before workers start."""

    def notice(self) -> str:
        """Returns what a program says before a long run, such as that it takes hours; "" for nothing."""
        return ""

    def enough(self, done: int, sums: Sums) -> bool:  # noqa: ARG002
        """Returns True if a run ends early: after the first `done` chunks, whose sums these are."""
        return False

    def size(self, number: int) -> int:
        """Returns how many deals or games a chunk has."""
        return min(self.chunk_size, self.n - number * self.chunk_size)

    def again(self) -> str:
        """Returns the command that makes the results again."""
        words = self.command.split() or [
            "python",
            Path(sys.modules[type(self).__module__].__file__ or "").name,
        ]
        for name, value in self.options().items():
            for each in value if isinstance(value, list | tuple) else [value]:
                if each is not False and each is not None and each != "":
                    words += [f"--{name}"] if each is True else [f"--{name}", str(each)]
        return shlex.join([*words, "--out", "DIR"])

    def results(self, sums: Sums, files: Mapping[str, str] = {}) -> Results:
        """Returns the results, read off the sums."""
        tables = {name: settled(table, self.digits) for name, table in self.tables(sums).items()}
        counted = {name: sums.get(name, 0) for name in self.counted}
        return self.result(self.parameters(), tables, counted, files)

    def write(self, new: NewFolder, results: Results) -> None:
        """Write the tables, the further files, and the manifest."""
        for name, table in results.tables.items():
            new.write(f"{name}.csv", csv_text(table, self.fixed))
        for name, text in sorted(results.files.items()):
            new.write(name, text)
        parameters = {**results.parameters, **results.counted}
        parameters.pop("version", None)  # a field of the manifest
        inputs = dict(sorted(self.inputs().items()))
        new.finish(Manifest(self.kind, self.again(), inputs=inputs, parameters=parameters))

    @classmethod
    def read(cls, folder: str | Path) -> Results:
        """Returns the results in a folder, without further files.

        Raises ManifestError if there are none, if they are of another study, or if a file is not what the manifest
        says; FileFormatError if a table is not one.
        """
        manifest = Manifest.read(folder := check_path("folder", folder))
        if manifest.kind != cls.kind:
            made = Message("what {} writes", cls.command) if cls.command else repr(cls.kind)
            raise ManifestError(
                "{} holds {}, not {}; give another folder", folder, brief(manifest.kind), made
            )
        manifest.check(folder)
        parameters = {**manifest.parameters, "version": manifest.version}
        counted = {name: parameters.pop(name) for name in cls.counted if name in parameters}
        files = [name for name in manifest.outputs if name.endswith(".csv") and "/" not in name]
        tables = {name[:-4]: read_table(folder / name, cls.texts) for name in files}
        return cls.result(parameters, tables, counted)


def plain_sums(kind: str, sums: Any) -> list[list[Any]]:
    """Returns the sums of a chunk as plain JSON values: [[key, value], …].

    Raises KanamjError that names what is not a sum.

    kind: the name of the study, for this message.
    """
    if not isinstance(sums, Mapping):
        raise KanamjError(
            "the study {} gives {}; a chunk gives its sums, a dict of keys and numbers", kind, brief(sums)
        )
    found = []
    for key, value in sums.items():
        parts = [part.item() if isinstance(part, np.generic) else part for part in _row(key)]
        if not parts or any(type(part) not in (str, int) for part in parts):
            raise KanamjError(
                "the study {} gives a sum for {}; a key is a text, or a tuple of texts and whole numbers",
                kind,
                brief(key),
            )
        try:
            found.append([parts if isinstance(key, tuple) else parts[0], _numbers(value)])
        except TypeError:
            raise KanamjError(
                "the study {} gives {} for {}; a sum is a number, or a row of numbers",
                kind,
                brief(value),
                brief(key),
            ) from None
    return found


def _row(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _numbers(value: Any) -> Any:
    """A number, or lists of numbers, as plain values."""
    value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if isinstance(value, list | tuple):
        return [_numbers(each) for each in value]
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError
    return int(value) if isinstance(value, bool) else value


def add_sums(kind: str, sums: Sums, more: Iterable[Any]) -> None:
    """Add the sums of a chunk, as `plain_sums` gives them. Raises KanamjError if one has another length than before."""
    for key, value in more:
        name = tuple(key) if isinstance(key, list) else key
        try:
            sums[name] = _plus(sums[name], value) if name in sums else value
        except (TypeError, ValueError):
            raise KanamjError(
                "the study {} gives {} for {}, and another chunk gives another number of numbers: {}",
                kind,
                brief(value),
                brief(name),
                brief(sums[name]),
            ) from None


def _plus(a: Any, b: Any) -> Any:
    if isinstance(a, list) and isinstance(b, list):
        return [_plus(x, y) for x, y in zip(a, b, strict=True)]
    return a + b


def word_hashes(
    lexicon: Lexicon, sizes: Iterable[int], extra: Iterable[Path] = (), *, readings: bool = False
) -> dict[str, str]:
    """Returns file name -> SHA-256, for each file that the words of a study were read from.

    These files are the N-gram files of the word lengths `sizes`, `words.tsv` if `readings` is True, and `extra`: files
    of the user's own words. Files of the lexicon that do not exist are left out.
    """
    names = [f"{size}gram.txt" for size in sizes] + ["words.tsv"] * readings
    files = [lexicon.folder / name for name in names] if lexicon.folder else []
    return {path.name: sha256(read_bytes(path)) for path in [*filter(Path.is_file, files), *extra]}
