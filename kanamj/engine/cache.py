"""The user's cache folder, in which compiled kernels are kept for later starts, and the files that numba writes there.

The folder is $KANAMJ_CACHE, or else kanamj's folder among the user's caches (`platformdirs`). Everything in it may be
deleted at any time. A folder is used only if it is no link and only we can write to it: it contains machine code, and
to run damaged code crashes the process. So each folder of kernels has a list, SUMS, of the kernels that are kept, with
the SHA-256 of their files. A process that holds the lock of the folder compares the files with the list before numba
reads any (`checked`), and writes the list when it has compiled a kernel (`seal`). All files of a kernel that is not as
listed are deleted. So are files that are not listed: a process was killed before it could list them.

Nothing here raises or prints. What the user should know is logged once, in the log `kanamj`; the command line shows it.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import stat
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile

from kanamj.disk import sha256_of, sweep, write_file
from kanamj.errors import Message

CACHE_VARIABLE = "KANAMJ_CACHE"
SUMS = "kernels.json"
KEPT_DAYS = 30
"""For how many days after its last use a folder of other kernels is kept."""
_OF_NUMBA = re.compile(r"[\w.<>-]+\.(nbi|nbc)(\.tmp\.[0-9a-f]+)?")

log = logging.getLogger("kanamj")
log.addHandler(logging.NullHandler())


@lru_cache(maxsize=64)
def say_once(message: str) -> None:
    """Log this warning, at most once per process."""
    log.warning(message)


def cache_folder() -> Path:
    """The cache folder: $KANAMJ_CACHE, or else kanamj's folder among the user's caches."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen).absolute()
    from platformdirs import user_cache_dir

    try:
        return Path(user_cache_dir("kanamj"))
    except RuntimeError:  # there is no home folder
        return Path("~", "kanamj")


def folder(group: str, name: str) -> Path | None:
    """The folder `group`/`name` below the cache folder, created and marked as used; None if it cannot be used."""
    top = cache_folder()
    path = top / group / name
    try:
        if not path.is_absolute():
            raise FileNotFoundError(errno.ENOENT, "you have no home folder")
        for each in (top, top / group, path):
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
            about = each.stat() if each == top else each.lstat()
            if not stat.S_ISDIR(about.st_mode):
                raise NotADirectoryError(errno.ENOTDIR, f"{each.name} is a link or a file")
            # On Windows, which has no getuid, a user's folders are closed to other users.
            if hasattr(os, "getuid") and (about.st_mode & 0o022 or about.st_uid not in (os.getuid(), 0)):
                raise PermissionError(
                    errno.EACCES, f"other users can write to {each}: chmod go-w, or delete it"
                )
        with TemporaryFile(dir=path) as probe:
            probe.write(b"x")
        os.utime(path)
    except OSError as error:
        say_not_kept(path, error)
        return None
    return path


def say_not_kept(path: Path, error: OSError) -> None:
    """Log once that nothing can be kept in this folder, and why."""
    text = (
        "nothing can be kept in {} ({}), so the same work is done again at each start; choose another folder "
        "with ${}"
    )
    say_once(Message(text, path, error, CACHE_VARIABLE))


def checked(path: Path) -> set[str]:
    """The names of the kernels that are kept in a folder. Files that are not as SUMS says are deleted. Call it with
    the lock of the folder. Raises OSError if a file cannot be read or deleted, or if there is a link in the folder."""
    sweep(path, held=True)
    found, listed = _files(path), _listed(path)
    kept = {
        kernel: files
        for kernel, files in listed.items()
        if all(name in found and sha256_of(found[name]) == known for name, known in files.items())
    }
    for name in found.keys() - {name for files in kept.values() for name in files}:
        found[name].unlink()
    if kept != listed:
        _write(path, kept)
    return {*kept}


def seal(path: Path, kernel: str) -> None:
    """Write into SUMS that the files which no other kernel has are those of this kernel. Call it with the lock of the
    folder."""
    listed, found = _listed(path), _files(path)
    others = {name for other, files in listed.items() if other != kernel for name in files}
    mine = {name: sha256_of(file) for name, file in found.items() if name not in others}
    _write(path, {**listed, kernel: mine})


def sweep_old(group: str) -> None:
    """Delete the folders in `group` that were not used for KEPT_DAYS days, unless there are files of others in them."""
    for path in (cache_folder() / group).iterdir():
        with suppress(OSError):
            if not path.is_symlink() and path.stat().st_mtime < time.time() - KEPT_DAYS * 86_400:
                for file in (*_files(path).values(), path / SUMS):
                    file.unlink(missing_ok=True)
                for each in (*path.iterdir(), path):
                    each.rmdir()


def _listed(path: Path) -> dict[str, dict[str, str]]:
    """What SUMS says: kernel -> its files, each with its SHA-256. {} if it cannot be read."""
    try:
        read = json.loads((path / SUMS).read_bytes())
        return {kernel: {name: str(known) for name, known in files.items()} for kernel, files in read.items()}
    except (OSError, ValueError, AttributeError):
        return {}


def _write(path: Path, listed: dict[str, dict[str, str]]) -> None:
    write_file(path / SUMS, json.dumps(listed, indent=1))


def _files(path: Path) -> dict[str, Path]:
    """The files of numba in a folder, by their names below it. Raises OSError for a link on the way."""
    found = {}
    for inner in path.iterdir():
        for file in (inner, *(inner.iterdir() if inner.is_dir() else ())):
            if file.is_symlink():
                raise NotADirectoryError(errno.ENOTDIR, f"{file.name} is a link")
            if file != inner and file.is_file() and _OF_NUMBA.fullmatch(file.name):
                found[f"{inner.name}/{file.name}"] = file
    return found
