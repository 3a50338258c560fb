"""Write a file whole or not at all, even if the process is killed or the power fails.

This module also computes hashes of files, and locks folders.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

MANIFEST, NEW = "MANIFEST.toml", ".kanamj-new"
"""The manifest of a folder of results, and the hidden folder inside with its new files (see kanamj/results.py)."""


def is_moving(folder: Path) -> bool:
    """Whether new files are being moved into a folder, or were when a run was killed."""
    return (folder / NEW / MANIFEST).is_file()


def sha256(data: str | bytes) -> str:
    """The SHA-256 of text (as UTF-8) or bytes, in hexadecimal."""
    import hashlib  # loaded here, as most commands need no hash

    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def open_whole(path: Path, *, replace: bool = True, sync: bool = True) -> Iterator[BinaryIO]:
    """Context that gives a file to write bytes into. At the end of the block, the file is at `path`.

    The file is written under a temporary name, then renamed; if the block raises, nothing has changed. With
    replace=False, FileExistsError is raised if `path` exists when the file is renamed. sync: False leaves it to the
    caller to sync the folder. Every OSError names `path`, even if the disk is full.
    """
    temporary = path.with_name(f".kanamj-{os.getpid()}-{os.urandom(8).hex()}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replace:
            temporary.replace(path)
        else:
            move_new(temporary, path)
        if sync:
            sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(temporary), temporary):
            error.filename = str(path)
            del error.filename2  # None would be printed
        raise


def write_file(path: Path, data: str | bytes, *, replace: bool = True) -> None:
    """Write a file whole or not at all (see `open_whole`). Text is written as UTF-8."""
    with open_whole(path, replace=replace) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def move_new(source: Path, target: Path) -> None:
    """Rename a file; raise FileExistsError if the new name is taken."""
    try:
        os.link(source, target)  # a rename could replace a file that another process has just made
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        source.rename(target)
    else:
        source.unlink()


TEMPORARY = re.compile(r"\.kanamj-([0-9]+)-[0-9a-f]{16}\.tmp")


def sweep(folder: Path, *, held: bool = False) -> None:
    """Delete the temporary files that killed processes left in a folder.

    held: True if no other process writes in the folder now; then all temporary files are deleted. If False, the
    temporary files of running processes stay.
    """
    for path in folder.iterdir():
        name = TEMPORARY.fullmatch(path.name)
        if name and path.is_file() and not path.is_symlink() and (held or _is_dead(int(name[1]))):
            path.unlink(missing_ok=True)


def sweep_folders(parent: Path, pattern: re.Pattern[str]) -> None:
    """Delete the temporary folders that killed processes of this user left in a folder. The name of each, which the
    pattern matches, begins with a group that is the number of its process; the process locks its folder."""
    for path in parent.iterdir():
        with suppress(OSError):
            if (name := pattern.fullmatch(path.name)) and _is_dead(int(name[1])):
                about = path.lstat()
                if stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid():
                    with locked(path) as ours:
                        if ours:
                            shutil.rmtree(path)


def _is_dead(process: int) -> bool:
    if process == 0 or os.name == "nt":  # on Windows even signal 0 would end the process
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False


def sync_folder(path: Path) -> None:
    """Make sure that new and changed file names in a folder are on the disk, on systems that can do this."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems that cannot sync folders
            error.filename = str(path)
            raise
    finally:
        os.close(handle)


@contextmanager
def locked(path: Path, wait: float = 0.0) -> Iterator[bool]:
    """Context that locks a folder or file. Its value is True if it has the lock, False if another process kept it.

    wait: how many seconds to try. The lock is on the folder itself and ends with its process, so a dead process blocks
    nobody. On file systems without such locks (some network folders), the value is always True. Windows opens no
    folder: there a file among the temporary ones stands for it, so that only processes of the same user see the lock.
    """
    handle = _opened(path)
    try:
        until = time.monotonic() + wait
        while not (mine := _lock(handle)) and time.monotonic() < until:
            time.sleep(0.02)
        yield mine
    finally:
        os.close(handle)


def _opened(path: Path) -> int:
    """A handle of what `_lock` locks for a path."""
    if sys.platform != "win32":
        return os.open(path, os.O_RDONLY)
    from tempfile import gettempdir

    name = sha256(os.path.normcase(os.path.realpath(path)))[:24]
    return os.open(Path(gettempdir()) / f"kanamj-{name}.lock", os.O_RDWR | os.O_CREAT)


def _lock(handle: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: as if locked
        pass
    return True
