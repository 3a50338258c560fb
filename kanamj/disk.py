"""Files that are whole or not there, also after a kill or a power cut, and their hashes."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def sha256(data: str | bytes) -> str:
    """The SHA-256 of text (as UTF-8) or bytes, in hexadecimal."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_file(path: Path, data: str | bytes) -> None:
    """Write a file, text as UTF-8, under a temporary name and rename it, so it is whole or the old one.

    It is on disk when this returns. An OSError names the file, a full disk too.
    """
    content = data.encode() if isinstance(data, str) else data
    temporary = path.with_name(f".kanamj-{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise


TEMPORARY = re.compile(r"\.kanamj-[0-9a-f]{16}\.tmp")


def sync_folder(path: Path) -> None:
    """Put on disk which names are in a folder, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # file systems that have no such thing
            raise
    finally:
        os.close(handle)


@contextmanager
def locked(folder: Path, wait: float = 0.0) -> Iterator[bool]:
    """Hold a folder for the block; False if another process still holds it after `wait` seconds.

    The lock is on the folder itself and ends with its process, so a dead process blocks nobody. Where the system has
    no such locks (Windows, some network folders) this is always True.
    """
    if os.name == "nt":
        yield True
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        until = time.monotonic() + wait
        while not (mine := _lock(handle)) and time.monotonic() < until:
            time.sleep(0.02)
        yield mine
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True
