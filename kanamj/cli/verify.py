"""kanamj verify: whether a word list or a folder of data sets is what its manifest says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import misuse, print_differences, say, status_line
from kanamj.errors import ManifestError, Message, brief


def verify(
    place: Annotated[
        str,
        opt.argument(
            "NAME|DIR", "A word list, by its name or folder, or a folder of data sets.", complete.lists
        ),
    ],
    sources: Annotated[
        list[str],
        opt.argument("FILE", "With --again: the source of the list; the word list of the data sets."),
    ] = opt.NO_TEXTS,
    again: Annotated[bool, opt.option("--again", "Also make the files anew, and compare.")] = False,
) -> None:
    """Compare the files of a word list or of data sets with the hashes in their manifest; with --again make them anew.

    Differences go to stdout, and the exit code is 1 if there are any. A list that `kanamj lexicon build` made is built
    from FILE. The shipped lists are built by scripts/build_wordlists.py of the source code. Data sets are computed from
    the word list FILE; without FILE from the list that the manifest names, if this has the hash in the manifest, else
    from the N-gram files in the folder. The shipped lists take some 20 seconds.

    Examples: kanamj verify common · kanamj verify my-list --again words.csv · kanamj verify my-data --again
    """
    from kanamj.datasets.folder import KIND as DATA_SETS
    from kanamj.lexicon import shipped_lexicons
    from kanamj.lexicon.build import KIND as LIST
    from kanamj.lexicon.shelf import folder_of
    from kanamj.results import Manifest

    if sources and not again:
        raise misuse("FILE is what --again makes the files from; give both, or none")
    known = shipped_lexicons()
    folder = known[place] if place in known else Path(place)
    if not folder.is_dir():
        folder = folder_of(words_of(place))  # which says what is wrong
    manifest = Manifest.read(folder)
    if manifest.kind == DATA_SETS:
        _verify_data(folder, sources, again)
    elif manifest.kind != LIST:
        raise ManifestError(
            "{} holds {}; so far kanamj verify is for word lists and data sets only",
            folder,
            brief(manifest.kind),
        )
    elif again and not sources:
        raise misuse(
            "give the source of the list: kanamj verify {} --again FILE. It was made by: {}",
            place,
            manifest.command,
        )
    else:
        _verify_list(place, folder, sources)


def _verify_list(name: str, folder: Path, sources: list[str]) -> None:
    from kanamj.lexicon.build import verify_lexicon

    fine = (
        "{} is as its manifest says and as its source gives it" if sources else "{} is as its manifest says"
    )
    print_differences(verify_lexicon(folder, [*map(Path, sources)]), Message(fine, name))


def _verify_data(folder: Path, sources: list[str], again: bool) -> None:
    from kanamj.datasets.folder import read_manifest, verify_data

    if len(sources) > 1:
        raise misuse("data sets are made from one word list; give one")
    if not again:
        differences = read_manifest(folder).verify(folder)
        print_differences(differences, Message("{} is as its manifest says", folder))
        return
    lexicon = words_of(sources[0]) if sources else None
    with status_line() as show:
        differences = verify_data(
            folder, lexicon, tell=say, progress=lambda name: show(Message("making {}", name))
        )
    print_differences(differences, Message("{} is as its word list gives it", folder))
