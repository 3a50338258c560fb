"""The user's cache folder, in which compiled kernels are kept for later starts.

The folder is $KANAMJ_CACHE, or else kanamj's folder among the user's caches (`platformdirs`). Everything in it may be
deleted at any time. It is used only if it is no link and only we can write to it: it contains machine code, and
damaged code crashes the process that runs it. So each folder of kernels has a list, SUMS, with the SHA-256 of the
files that numba reads. A process compares them with the list before numba reads any (`opened`), and writes the list
when it has compiled a kernel (`seal`). If a file differs, is missing or is not listed, all of them are deleted.

Processes that compile at the same time may delete each other's files in this way. They are then compiled again.

Nothing here prints. What the user should know is logged once, in the log `kanamj`; the command line shows it.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import shutil
import stat
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile

from kanamj.disk import sha256_of, write_file
from kanamj.errors import Message

CACHE_VARIABLE = "KANAMJ_CACHE"
KERNELS, SUMS = "kernels", "kernels.json"
KEPT_DAYS = 30
"""For how many days after its last use a folder of other kernels is kept."""

log = logging.getLogger("kanamj")
log.addHandler(logging.NullHandler())


def cache_folder() -> Path:
    """The cache folder: $KANAMJ_CACHE, or else kanamj's folder among the user's caches."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen).absolute()
    from platformdirs import user_cache_dir

    try:
        return Path(user_cache_dir("kanamj"))
    except RuntimeError:  # there is no home folder
        return Path("~", "kanamj")


def opened(name: str) -> Path | None:
    """The folder of kernels of that name; None if nothing can be kept. It is made if need be, and emptied if its files
    are not those in SUMS."""
    path = cache_folder() / KERNELS / name
    try:
        _make(path)
        if _listed(path) != _sums(path):
            _empty(path)
    except OSError as error:
        say_not_kept(path, error.strerror or str(error))
        return None
    return path


def _make(path: Path) -> None:
    """Make a folder of kernels, and mark it as used. Raises OSError if it cannot be trusted or written to."""
    if not path.is_absolute():
        raise FileNotFoundError(errno.ENOENT, "you have no home folder")
    for each in (path.parent.parent, path.parent, path):
        each.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = each.stat() if each == path.parent.parent else each.lstat()
        if not stat.S_ISDIR(about.st_mode):
            raise NotADirectoryError(errno.ENOTDIR, f"{each.name} is a link or a file")
        # On Windows, which has no getuid, a user's folders are closed to other users.
        if hasattr(os, "getuid") and (about.st_mode & 0o022 or about.st_uid not in (os.getuid(), 0)):
            raise PermissionError(errno.EACCES, f"other users can write to {each}: chmod go-w, or delete it")
    with TemporaryFile(dir=path) as probe:
        probe.write(b"x")
    os.utime(path)


@lru_cache(maxsize=16)
def say_not_kept(path: Path, why: str) -> None:
    """Log once that nothing can be kept in this folder, and why."""
    text = (
        "nothing can be kept in {} ({}), so the same work is done again at each start; choose another folder "
        "with ${}"
    )
    log.warning(Message(text, path, why, CACHE_VARIABLE))


def seal(path: Path) -> None:
    """Write into SUMS which files are in a folder of kernels."""
    write_file(path / SUMS, json.dumps(_sums(path), indent=1))
    _sweep_old(path.parent)


def _sweep_old(kernels: Path) -> None:
    """Delete the folders of kernels that were not used for KEPT_DAYS days."""
    for each in kernels.iterdir():
        with suppress(OSError):
            old = each.lstat().st_mtime < time.time() - KEPT_DAYS * 86_400
            if old and re.fullmatch("[0-9a-f]{24}", each.name) and (each / SUMS).is_file():
                shutil.rmtree(each)


def _listed(path: Path) -> object:
    """What SUMS says; None if it cannot be read."""
    with suppress(FileNotFoundError, ValueError, RecursionError):
        return json.loads((path / SUMS).read_bytes())
    return None


def _files(path: Path) -> list[Path]:
    """The files in a folder that numba reads, and all links."""
    return [each for each in path.rglob("*") if each.is_symlink() or each.suffix in (".nbi", ".nbc")]


def _sums(path: Path) -> dict[str, str]:
    """The files in a folder, each with its SHA-256; a link has none, so that no link is as listed."""
    sums = {}
    for each in _files(path):
        with suppress(FileNotFoundError):  # another process has just renamed or deleted it
            sums[each.relative_to(path).as_posix()] = "" if each.is_symlink() else sha256_of(each)
    return sums


def _empty(path: Path) -> None:
    """Delete the files in a folder. Its folders stay: another process may be writing there."""
    for each in _files(path):
        each.unlink(missing_ok=True)
