"""A run of deals in a folder: it begins, is stopped or killed, goes on, and ends with its results there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from kanamj.errors import CheckpointError
from kanamj.manifest import MANIFEST, check_place, sha256_of
from kanamj.studies.checkpoint import CHECKPOINT, open_checkpoint
from kanamj.studies.deals import Deals, simulate
from kanamj.studies.dealt import KIND, Dealt, read_dealt, write_dealt
from kanamj.studies.executors import Workers, open_workers


def deal_into(
    folder: Path,
    deals: Deals,
    workers: Callable[[], AbstractContextManager[Workers]] = open_workers,
    *,
    extra: Iterable[Path] = (),
    resume: bool = False,
    replace: bool = False,
    keep_checkpoint: bool = False,
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> Dealt:
    """What the deals came to; the folder then holds the results (`dealt` says which files).

    Until then it holds the checkpoint. resume: go on with it, or begin if there is none; finished results are
    read back. replace: begin anew; older results stay until the new ones are whole. extra: files of own words
    that the lexicon was given, for the manifest. tell: called with what a user should know.

    Raises CheckpointError for a run with other parameters, ManifestError for a folder that is in the way.
    """
    path = folder / CHECKPOINT
    there = path.is_file()
    if resume and not there:
        if (folder / MANIFEST).is_file():
            tell(f"{folder} is finished; nothing is left to deal")
            return _finished(folder, deals)
        tell(f"no checkpoint in {folder}; starting from the first deal")
    if there and not resume and not replace:
        raise CheckpointError(
            f"{folder} holds an unfinished run. Use --resume to go on, --replace to start over"
        )
    check_place(folder, replace=replace or there, kind=KIND)
    folder.mkdir(parents=True, exist_ok=True)
    with open_checkpoint(path, deals.parameters(), resume=resume and there) as checkpoint:
        if checkpoint.torn:
            tell(f"the last line of {path} was torn; its chunk is dealt again")
        dealt = simulate(deals, workers, checkpoint, progress)
    write_dealt(folder, dealt, _inputs(deals, extra), keep_checkpoint=keep_checkpoint)
    return dealt


def _finished(folder: Path, deals: Deals) -> Dealt:
    dealt = read_dealt(folder)
    for name, value in deals.parameters().items():
        if dealt.parameters.get(name) != value:
            raise CheckpointError(
                f"{folder} was dealt with {name} {dealt.parameters.get(name)!r}, this call has {value!r}. "
                "Give the same, another folder, or --replace"
            )
    return dealt


def _inputs(deals: Deals, extra: Iterable[Path]) -> Mapping[str, str]:
    """File -> SHA-256 of what the words were read from: N-gram files of the lengths used, own words."""
    folder = deals.lexicon.folder
    sizes = {size for form in deals.forms for size in form.sizes}
    grams = [folder / f"{size}gram.txt" for size in sorted(sizes)] if folder else []
    return {path.name: sha256_of(path) for path in [*grams, *extra]}
