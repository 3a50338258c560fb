"""A study of games in a folder: it begins, is stopped or killed, goes on, and ends with its results there."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from kanamj.errors import CheckpointError
from kanamj.manifest import check_place
from kanamj.studies.checkpoint import CHECKPOINT, open_checkpoint
from kanamj.studies.executors import Workers, open_workers
from kanamj.studies.games import Games, play_games
from kanamj.studies.played import KIND, UNDER_WAY, Played, write_played


def play_into(
    folder: Path,
    games: Games,
    workers: Callable[[], AbstractContextManager[Workers]] = open_workers,
    *,
    keep: int = 0,
    extra: Iterable[Path] = (),
    resume: bool = False,
    replace: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Played:
    """What the games came to; the folder then holds the results (`played` says which files).

    Until then it holds the checkpoint and the records so far. keep: the first so many games are recorded. resume: go
    on with the checkpoint, or begin if there is none. replace: begin anew; older results stay until the new ones
    are whole.

    Raises CheckpointError for a study with other parameters, ManifestError for a folder that is in the way.
    """
    path, records = folder / CHECKPOINT, folder / UNDER_WAY
    there = path.is_file()
    if there and not resume and not replace:
        raise CheckpointError(
            f"{folder} holds an unfinished study. Use --resume to go on, --replace to start over"
        )
    resume = resume and there
    check_place(folder, replace=replace or there, kind=KIND)
    folder.mkdir(parents=True, exist_ok=True)
    parameters = games.parameters() | {"records": keep}
    with open_checkpoint(path, parameters, resume=resume) as checkpoint:
        if not resume:
            shutil.rmtree(records, ignore_errors=True)
        if keep:
            records.mkdir(exist_ok=True)
        played = Played(games, play_games(games, workers, checkpoint, progress, records, keep))
    write_played(folder, played, keep, extra)
    return played
