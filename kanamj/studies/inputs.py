"""Folders of results, verified: their files, and what they were made from, if it is here."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kanamj.disk import sha256_of
from kanamj.errors import ManifestError, Message
from kanamj.lexicon import load_lexicon, shipped_lexicons
from kanamj.results import MANIFEST, Manifest, manifests_in, unfinished


def folders_with_manifests(folder: Path) -> dict[Path, Manifest]:
    """The folders of results that a folder holds, itself and those below it, each with its manifest.

    Raises ManifestError if there is none, or if a manifest is broken.
    """
    if places := manifests_in(folder):
        return {place.parent: Manifest.read(place) for place in places}
    if begun := unfinished(folder):
        raise ManifestError("{} has an unfinished run; finish it: {} --resume", folder, begun["command"])
    raise ManifestError("{} has no {}, so kanamj did not write it; give another folder", folder, MANIFEST)


def verify_folders(folder: Path, found: dict[Path, Manifest]) -> list[str]:
    """One sentence for each file that is missing, has changed, or that no manifest lists. found: what
    `folders_with_manifests` returns."""
    differences = [
        Message("{}: {}", part.relative_to(folder), said) if part != folder else said
        for part, manifest in found.items()
        for said in manifest.changed(part)
    ]
    return [*differences, *found.get(folder, Manifest("", "")).unlisted(folder)]


def changed_inputs(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield where each input of the results in a folder is, if it is here and has changed.

    An input is a word list that has a name here, a file of the list that the results were made with, or a file beside
    the folder or beside a folder that the command names.
    """
    used = str(manifest.parameters.get("lexicon", ""))
    beside = [folder, *map(Path, shlex.split(manifest.command))]
    for name, expected in manifest.inputs.items():
        listed = name.removeprefix("lexicon ")
        if listed != name:
            found, now = listed, _hash_of_list(listed)
        else:
            homes = [home for given, home in _lists().items() if given == used]
            there = [
                home / name for home in (*homes, *(path.parent for path in beside)) if (home / name).is_file()
            ]
            found, now = (str(there[0]), sha256_of(there[0])) if there else ("", "")
        if now and now != expected:
            yield found


@cache
def _lists() -> dict[str, Path]:
    return shipped_lexicons()


@cache
def _hash_of_list(name: str) -> str:
    """The hash of the word list of this name; "" if there is none here."""
    return load_lexicon(name).sha256 if name in _lists() else ""
