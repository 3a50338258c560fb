"""The user's cache folder keeps data that take long to make and are the same in every run and environment.

    load("riichi-tables-2", most=2**24)   -> the bytes kept under that name, or None
    store("riichi-tables-2", data)        keeps them for the next run, if it can write them

The folder is $KANAMJ_CACHE, or else kanamj's folder among the user's caches (`platformdirs`). Everything in it may be
deleted at any time. A file begins with the SHA-256 of the rest; if the two do not agree, the file is ignored. A folder
or file is not used if it belongs to another user, or if other users can write to it: it may contain machine code.
Nothing here raises or prints. Problems that the user should know of go once to the log `kanamj`, which the command line
shows.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

CACHE_VARIABLE = "KANAMJ_CACHE"
WAIT_FOR_OTHERS = 180.0
"""How many seconds a process waits while another process makes the same data, before it makes them too."""
KEPT_DAYS, KEPT_BYTES = 30, 1 << 27
"""`sweep` keeps folders that were used within KEPT_DAYS days, the newest ones, up to KEPT_BYTES bytes in all."""

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


def load(name: str, most: int) -> bytes | None:
    """The bytes that `store` has kept under this name (a path below the cache folder). None if there are no such bytes,
    if they are damaged or more than `most`, or if other users could have put them there."""
    path = cache_folder() / name
    if not _is_ours(path.parent):
        return None
    try:
        # O_NONBLOCK: opening a FIFO would block. O_NOFOLLOW: a link could lead anywhere.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with os.fdopen(file, "rb") as opened:
        try:
            about = os.fstat(file)
            if not stat.S_ISREG(about.st_mode) or about.st_size > most + 65:
                return None
            if _others_can_write(about):
                say_once(_not_used(path))
                return None
            stamp, _, data = opened.read(most + 65).partition(b"\n")
        except OSError:
            return None
    return data if stamp == sha256(data).hexdigest().encode() else None


def store(name: str, data: bytes) -> bool:
    """Keep the bytes under that name. Returns True, or False after one warning if they cannot be written."""
    path = cache_folder() / name
    if not _make(path.parent):
        return False
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=".new.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(sha256(data).hexdigest().encode() + b"\n" + data)
        Path(temporary).replace(path)
    except BaseException as error:
        with suppress(OSError):
            Path(temporary or path.parent / ".none").unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        _say_not_kept(path.parent, error)
        return False
    return True


@contextmanager
def only_one(name: str) -> Iterator[None]:
    """Hold the lock `name` during a `with` block, so that only one process makes the same data. If the lock cannot be
    had, the block runs without it."""
    path = cache_folder() / name
    handle = -1
    if _make(path.parent):
        with suppress(OSError):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if handle >= 0:
            _wait(handle)
        yield
    finally:
        if handle >= 0:
            os.close(handle)


def _wait(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: two processes may make the same thing, and one result is kept
        return
    until = time.monotonic() + WAIT_FOR_OTHERS
    while time.monotonic() < until:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.05)
        except OSError:  # a file system without locks
            return
        else:
            return


def folder(group: str, name: str) -> Path | None:
    """The folder `group`/`name` below the cache folder, created if needed and marked as used; None if we cannot write
    to it."""
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
        if _others_can_write(about):
            say_once(_not_used(each))
            return False
        if each == top:
            return True
    return False


def _others_can_write(about: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):  # Windows keeps a user's folders to the user
        return False
    return bool(about.st_mode & 0o022) or about.st_uid not in (os.getuid(), 0)


def _not_used(path: Path) -> str:
    return (
        f"the cache {path} is not used: other users can write to it. Take their right away (chmod go-w), "
        f"delete it, or choose another folder with ${CACHE_VARIABLE}"
    )


def _say_not_kept(folder: Path, error: OSError) -> None:
    say_once(
        f"nothing can be kept in {folder} ({error.strerror or error}), so the same work is done again at each start; "
        f"choose another folder with ${CACHE_VARIABLE}"
    )
