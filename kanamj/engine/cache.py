"""The user's cache folder, in which compiled kernels are kept for later starts.

The folder is $KANAMJ_CACHE, or else kanamj's folder among the user's caches (`platformdirs`). Everything in it may be
deleted at any time. It is used only if it is no link and only we can write to it: it contains machine code, and
damaged code crashes the process that runs it. So each folder of kernels has a list, SUMS, with the SHA-256 of its
files. A process that holds the lock of the folder compares the files with the list before numba reads any (`checked`),
and writes the list when it has compiled a kernel (`seal`). If a file differs, is missing or is not listed, all of them
are deleted.

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
from contextlib import ExitStack, suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from kanamj.disk import locked, sha256_of, write_file
from kanamj.errors import Message

CACHE_VARIABLE = "KANAMJ_CACHE"
KERNELS, SUMS = "kernels", "kernels.json"
KEPT_DAYS = 30
"""For how many days after its last use a folder of other kernels is kept."""
WAIT = 180.0
"""For how many seconds a process waits while another process compiles, before it compiles in memory."""

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


def opened(name: str, until: ExitStack, check: bool = True) -> tuple[Path | None, set[str]]:
    """The folder of kernels of that name, and the kernels that it keeps. It is made if need be, and locked until the
    end of `until`. (None, set()) if nothing can be kept. check: False if this process has just written files in it."""
    path = cache_folder() / KERNELS / name
    try:
        _make(path)
        if until.enter_context(locked(path, WAIT)):
            return path, checked(path) if check else {*_listed(path)["kernels"]}
    except OSError as error:
        say_not_kept(path, error.strerror or str(error))
    return None, set()


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


def checked(path: Path) -> set[str]:
    """The names of the kernels in a locked folder. If its files are not those in SUMS, it is emptied."""
    listed = _listed(path)
    if listed["files"] == _sums(path):
        return {*listed["kernels"]}
    for each in path.iterdir():
        shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
    return set()


def seal(path: Path, kernels: set[str]) -> None:
    """Write into SUMS which kernels and files are in a locked folder."""
    write_file(path / SUMS, json.dumps({"kernels": sorted(kernels), "files": _sums(path)}, indent=1))


def _listed(path: Path) -> dict[str, Any]:
    """What SUMS says; no kernels and no files if it cannot be read."""
    with suppress(OSError, ValueError):
        listed = json.loads((path / SUMS).read_bytes())
        if isinstance(listed, dict) and listed.keys() == {"kernels", "files"}:
            return listed
    return {"kernels": [], "files": {}}


def _sums(path: Path) -> dict[str, str]:
    """The files in a folder, each with its SHA-256; a link has none, so that no link is as listed."""
    found = (
        each for each in path.rglob("*") if each != path / SUMS and (each.is_symlink() or each.is_file())
    )
    return {each.relative_to(path).as_posix(): "" if each.is_symlink() else sha256_of(each) for each in found}


def sweep_old() -> None:
    """Delete the folders of kernels that were not used for KEPT_DAYS days."""
    for path in (cache_folder() / KERNELS).iterdir():
        with suppress(OSError):
            old = path.lstat().st_mtime < time.time() - KEPT_DAYS * 86_400
            if old and re.fullmatch("[0-9a-f]{24}", path.name) and (path / SUMS).is_file():
                shutil.rmtree(path)
