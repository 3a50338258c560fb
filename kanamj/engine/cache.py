"""The user's cache folder, where compiled kernels are kept for later starts: its folders, its locks, and its sweep.

The folder is $KANAMJ_CACHE, or else kanamj's folder among the user's caches (`platformdirs`). Everything in it may be
deleted at any time. A folder is not used if it belongs to another user, or if other users can write to it: it contains
machine code. Nothing here raises or prints. A problem that the user should know of is logged once, in the log `kanamj`;
the command line shows this log.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path

from kanamj.disk import locked

CACHE_VARIABLE = "KANAMJ_CACHE"
WAIT_FOR_OTHERS = 180.0
"""How many seconds a process waits while another process makes the same data, before it makes them too."""
KEPT_DAYS, KEPT_BYTES = 30, 1 << 27
"""For how many days after its last use `sweep` keeps a folder, and how many bytes it keeps in all."""

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

    return Path(user_cache_dir("kanamj"))


@contextmanager
def only_one(name: str) -> Iterator[None]:
    """Hold the lock `name` (if it can be had) in a `with` block, so that only one process makes the same data."""
    path = cache_folder() / name
    with ExitStack() as stack:
        if _make(path.parent):
            with suppress(OSError):
                path.touch(mode=0o600)
                stack.enter_context(locked(path, WAIT_FOR_OTHERS))
        yield


def is_compiling() -> bool:
    """True if a process compiles a kernel now: it holds the lock of a kernel that is not kept yet."""
    try:
        import fcntl
    except ImportError:  # Windows has no locks to look at
        return False
    for lock in cache_folder().glob("kernels/*/*.lock"):
        if not lock.is_file():
            continue
        with suppress(OSError), lock.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                if not any(lock.parent.rglob(f"*.{lock.stem}-*.nbc")):
                    return True
    return False


def folder(group: str, name: str) -> Path | None:
    """The folder `group`/`name` below the cache folder, created and marked as used; None if we cannot write to it."""
    path = cache_folder() / group / name
    if not _make(path):
        return None
    if not os.access(path, os.W_OK):
        _say_not_kept(path, PermissionError(errno.EACCES, "it cannot be written to"))
        return None
    with suppress(OSError):
        os.utime(path)
    return path


def sweep(group: str) -> None:
    """Delete the folders in `group` that were not used for KEPT_DAYS days. If the others have more than KEPT_BYTES
    bytes in all, delete the oldest of them too. The newest folder is always kept."""
    try:
        place = cache_folder() / group
        if not _is_ours(place):
            return
        found = sorted(
            ((each.stat().st_mtime, each) for each in place.iterdir() if each.is_dir()), reverse=True
        )
        oldest, left = time.time() - KEPT_DAYS * 86_400, KEPT_BYTES
        for used, path in found:
            left -= sum(file.stat().st_size for file in path.rglob("*"))
            if path != found[0][1] and (left < 0 or used < oldest):
                shutil.rmtree(path)
    except OSError:  # another process sweeps too, or a file of somebody else is in the way
        return


def _make(folder: Path) -> bool:
    """Create the folder if it does not exist. True if it then exists and only we can write to it."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        for each in reversed(missing):
            private = each == cache_folder() or cache_folder() in each.parents
            each.mkdir(mode=0o700 if private else 0o777, exist_ok=True)
    except OSError as error:
        _say_not_kept(folder, error)
        return False
    return _is_ours(folder)


def _is_ours(folder: Path) -> bool:
    """True if the folder exists and only we can write to it and to the folders above it, up to the cache folder."""
    top = cache_folder()
    for each in (folder, *folder.parents):
        try:
            about = each.stat()
        except OSError:
            return False
        if not stat.S_ISDIR(about.st_mode):
            return False
        # On Windows, which has no getuid, a user's folders are closed to other users.
        if hasattr(os, "getuid") and (about.st_mode & 0o022 or about.st_uid not in (os.getuid(), 0)):
            say_once(
                f"the cache {each} is not used: other users can write to it. Take their right away "
                f"(chmod go-w), delete it, or choose another folder with ${CACHE_VARIABLE}"
            )
            return False
        if each == top:
            return True
    return False


def _say_not_kept(folder: Path, error: OSError) -> None:
    say_once(
        f"nothing can be kept in {folder} ({error.strerror or error}), so the same work is done again at each start; "
        f"choose another folder with ${CACHE_VARIABLE}"
    )
