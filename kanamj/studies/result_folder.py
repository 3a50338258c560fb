"""The folders that studies write: their manifests, and the type of results that are tables."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kanamj.disk import sha256_of
from kanamj.folders import Manifest, fill
from kanamj.lexicon import Lexicon


def word_hashes(
    lexicon: Lexicon, sizes: Iterable[int], extra: Iterable[Path] = (), *, readings: bool = False
) -> dict[str, str]:
    """File name -> SHA-256, for each file that the words of a study were read from.

    These files are the N-gram files of the word lengths `sizes`, `words.tsv` if `readings` is True, and `extra`: files
    of the user's own words. Files of the lexicon that do not exist are left out.
    """
    names = [f"{size}gram.txt" for size in sizes] + ["words.tsv"] * readings
    files = [lexicon.folder / name for name in names] if lexicon.folder else []
    return {path.name: sha256_of(path) for path in [*filter(Path.is_file, files), *extra]}


def command_again(command: str, options: Mapping[str, object], extra: Iterable[Path] = ()) -> str:
    """The command line that makes the results of a study again.

    command: as `Study.command`. options: name -> value; True is a flag, False is left out. extra: files of the
    user's own words; they are written without their folders.

    >>> command_again("kanamj simulate deals", {"n": 5, "lexicon": "my list"}, [Path("/home/me/own.tsv")])
    "kanamj simulate deals --n 5 --lexicon 'my list' --extra own.tsv --out DIR"
    """
    words = []
    for name, value in options.items():
        if value is not False:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    words += [word for path in extra for word in ("--extra", path.name)]
    return shlex.join([*command.split(), *words, "--out", "DIR"])


def write_results(
    place: Path,
    kind: str,
    command: str,
    parameters: Mapping[str, Any],
    files: Mapping[str, str | bytes | Path],
    inputs: Mapping[str, str],
) -> None:
    """Write the files of a study and their manifest into `place`, the folder that `new_folder` or `staged` yields.

    files: name -> content, as `fill` takes it. inputs: file name -> SHA-256. parameters: those of the study. Their
    `version` becomes a field of the manifest.
    """
    known = {name: value for name, value in parameters.items() if name != "version"}
    inputs = dict(sorted(inputs.items()))
    fill(place, files, Manifest(kind, command, inputs=inputs, parameters=known))


def parameters_of(manifest: Manifest) -> dict[str, Any]:
    """The parameters of a study, read from its manifest, as they were given to `write_results`."""
    return {**manifest.parameters, "version": manifest.version}
