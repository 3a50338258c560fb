"""What the folders of all studies have in common: hashes of the words, the command to make them again, parameters."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.lexicon import Lexicon
from kanamj.results import Manifest, fill
from kanamj.version import __version__


def word_hashes(
    lexicon: Lexicon, sizes: Iterable[int], extra: Iterable[Path] = (), *, readings: bool = False
) -> dict[str, str]:
    """File name -> SHA-256 of what the words of a study were read from.

    These are the N-gram files of the given word lengths, with readings also `words.tsv`, and the files of own words.
    """
    names = [f"{size}gram.txt" for size in sizes] + ["words.tsv"] * readings
    files = [lexicon.folder / name for name in names] if lexicon.folder else []
    return {path.name: sha256_of(path) for path in [*filter(Path.is_file, files), *extra]}


def command_again(command: str, options: Mapping[str, object], extra: Iterable[Path] = ()) -> str:
    """The command line that makes the results of a study again; files of own words are given by their names.

    >>> command_again("simulate deals", {"n": 5, "lexicon": "my list"}, [Path("/home/me/own.tsv")])
    "kanamj simulate deals --n 5 --lexicon 'my list' --extra own.tsv --out DIR"
    """
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    words += [word for path in extra for word in ("--extra", path.name)]
    return shlex.join(["kanamj", *command.split(), *words, "--out", "DIR"])


def write_results(
    place: Path,
    kind: str,
    command: str,
    parameters: Mapping[str, Any],
    files: Mapping[str, str | bytes | Path],
    inputs: Mapping[str, str],
) -> None:
    """Write the files of a study and their manifest.

    parameters: those of the study. The manifest has the version in a field of its own.
    """
    known = {name: value for name, value in parameters.items() if name != "version"}
    inputs = dict(sorted(inputs.items()))
    fill(place, files, Manifest(kind, command, __version__, inputs=inputs, parameters=known))


def parameters_of(manifest: Manifest) -> dict[str, Any]:
    """The parameters of a study as `write_results` was given them."""
    return {**manifest.parameters, "version": manifest.version}
