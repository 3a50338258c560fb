"""kanamj verify: whether a word list or a folder that kanamj wrote is what its manifest says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import misuse, print_differences, say, status_line
from kanamj.errors import Message

if TYPE_CHECKING:
    from kanamj.results import Manifest


def verify(
    place: Annotated[
        str,
        opt.argument("NAME|DIR", "A word list, by its name, or a folder that kanamj wrote.", complete.lists),
    ],
    sources: Annotated[
        list[str],
        opt.argument("FILE", "With --again: the source of the list; the word list of the data sets."),
    ] = opt.NO_TEXTS,
    again: Annotated[bool, opt.option("--again", "Also make the files anew, and compare.")] = False,
    lang: opt.LangOption = "",
) -> None:
    """Compare the files of a word list, or of a folder that kanamj wrote, with the hashes in the manifest.

    Folders in a folder, as in results, are verified too. Differences go to stdout, and the exit code is then 1. On
    stderr you read the command that makes the files again.

    --again makes word lists and data sets anew, and compares: a list of `kanamj lexicon build` from FILE; data sets
    from the word list FILE, else from the list that the manifest names, or if that has changed from the N-gram files.
    The shipped lists need scripts/build_wordlists.py of the source code, and 20 seconds.

    Examples: kanamj verify my-list --again words.csv · kanamj verify my-data --again
    """
    from kanamj.datasets.folder import KIND as DATA_SETS
    from kanamj.lexicon import shipped_lexicons
    from kanamj.lexicon.build import KIND as LIST
    from kanamj.lexicon.shelf import folder_of
    from kanamj.results import MANIFEST, Manifest

    if sources and not again:
        raise misuse("FILE is what --again makes the files from; give both, or none")
    known = shipped_lexicons()
    folder = known[place] if place in known else Path(place)
    if not folder.is_dir():
        folder = folder_of(words_of(place))  # which says what is wrong
    manifest = Manifest.read(folder) if (folder / MANIFEST).is_file() else None
    kind = manifest.kind if manifest else ""
    if manifest and kind == LIST and again and not sources:
        raise misuse(
            "give the source of the list: kanamj verify {} --again FILE. It was made by: {}",
            place,
            manifest.command,
        )
    if manifest and kind == LIST:
        if not again:
            _say_made(place, manifest)
        _verify_list(place, folder, sources)
    elif kind == DATA_SETS and again:
        _verify_data(folder, sources)
    else:
        _verify_results(folder, again)


def _say_made(place: str | Path, manifest: Manifest) -> None:
    say("{}: made by kanamj {}: {}", place, manifest.version or "?", manifest.command)


def _verify_results(folder: Path, again: bool) -> None:
    from kanamj.results import folders_with_manifests, verify_folders

    found = folders_with_manifests(folder)
    if again:
        command = next(iter(found.values())).command
        raise misuse("only word lists and data sets are made anew by verify; make these by: {}", command)
    for part, manifest in found.items():
        _say_made(part, manifest)
    print_differences(verify_folders(folder, found), Message("{} is as its manifest says", folder))


def _verify_list(name: str, folder: Path, sources: list[str]) -> None:
    from kanamj.lexicon.build import verify_lexicon

    fine = (
        "{} is as its manifest says and as its source gives it" if sources else "{} is as its manifest says"
    )
    print_differences(verify_lexicon(folder, [*map(Path, sources)]), Message(fine, name))


def _verify_data(folder: Path, sources: list[str]) -> None:
    from kanamj.datasets.folder import verify_data

    if len(sources) > 1:
        raise misuse("data sets are made from one word list; give one")
    lexicon = words_of(sources[0]) if sources else None
    with status_line() as show:
        differences = verify_data(
            folder, lexicon, tell=say, progress=lambda name: show(Message("making {}", name))
        )
    print_differences(differences, Message("{} is as its word list gives it", folder))
