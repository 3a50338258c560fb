"""A file is written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import pytest

from kanamj import disk
from kanamj.disk import locked, sha256, sha256_of, sweep, sweep_folders, write_file
from kanamj.errors import ManifestError
from kanamj.results import write_single
from kanamj.studies.pools import FOLDER
from tests.kills import killed_at


def test_write_file_keeps_the_old_file_if_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_file(path, "old")
    with pytest.raises(TypeError):
        write_file(path, 3)  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]
    assert sha256_of(path) == sha256("old")


def test_a_new_file_does_not_replace_another(tmp_path: Path) -> None:
    """Nor a link or a folder: tests/contract/test_writes.py."""
    path = tmp_path / "a.txt"
    write_single(path, "1")
    with pytest.raises(FileExistsError) as told:
        write_file(path, "2", replace=False)
    assert (told.value.filename, path.read_text(encoding="utf-8")) == (str(path), "1")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(path)
    refused = {
        "a.txt": "already exists",
        "link": "is not a regular",
        "folder": "is a folder",
        "no/a": "no folder",
    }
    for taken, said in refused.items():
        with pytest.raises(ManifestError, match=said):
            write_single(tmp_path / taken, "3")


def test_only_files_that_a_dead_process_left_are_swept(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    token = "0123456789abcdef"
    kept = {f".kanamj-{os.getpid()}-{token}.tmp", f".kanamj-0-{token}.tmp", ".kanamj-1-2.tmp", "x.tmp"}
    for name in (*kept, f".kanamj-{dead.pid}-{token}.tmp"):
        (tmp_path / name).write_text("half", encoding="utf-8")
    link = f".kanamj-{dead.pid}-fedcba9876543210.tmp"  # a process of ours leaves no links
    (tmp_path / link).symlink_to(tmp_path / "x.tmp")
    kept.add(link)
    write_single(tmp_path / "a.txt", "1")
    assert {entry.name for entry in tmp_path.iterdir()} == {*kept, "a.txt"}
    sweep(tmp_path, held=True)
    assert {entry.name for entry in tmp_path.iterdir()} == {".kanamj-1-2.tmp", "x.tmp", "a.txt", link}


def test_only_folders_that_a_dead_process_left_are_swept(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    kept = {
        f"kanamj-{os.getpid()}-abcdefgh",
        f"kanamj-{dead.pid}-mine",
        f"kanamj-{dead.pid}-of_alink",
        "pymp-1",
    }
    for name in (*kept, f"kanamj-{dead.pid}-abcd_123"):
        (tmp_path / "elsewhere" / name).mkdir(parents=True)
        (tmp_path / "elsewhere" / name / "task").write_text("x", encoding="utf-8")
        (tmp_path / "elsewhere" / name).rename(tmp_path / name)
    (tmp_path / f"kanamj-{dead.pid}-of_alink").rename(tmp_path / "elsewhere" / "mine")
    (tmp_path / f"kanamj-{dead.pid}-of_alink").symlink_to(tmp_path / "elsewhere" / "mine")
    sweep_folders(tmp_path, FOLDER)
    assert {entry.name for entry in tmp_path.iterdir()} == {*kept, "elsewhere"}
    assert (tmp_path / "elsewhere" / "mine" / "task").is_file()


def test_a_file_that_is_written_when_the_process_is_killed_is_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, step, died = tmp_path / "a.txt", 0, True
    while died:
        write_file(path, "old")
        died = killed_at(step, lambda: write_single(path, "new", replace=True), monkeypatch)
        assert path.read_text(encoding="utf-8") in ("old", "new")
        sweep(tmp_path, held=True)  # as the next command of another process does
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]
        step += 1
    assert path.read_text(encoding="utf-8") == "new"
    assert step > 3


class WindowsLocks(ModuleType):
    """The module msvcrt as documented: the lock of a byte is refused while another handle has it."""

    LK_NBLCK = 2

    def locking(self, handle: int, mode: int, length: int) -> None:
        import fcntl

        assert (mode, length) == (self.LK_NBLCK, 1)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied") from None


@pytest.mark.parametrize("system", sorted({"win32", sys.platform}))
def test_a_folder_is_locked_for_one_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    folder, temporary = tmp_path / "folder", tmp_path / "temporary"
    folder.mkdir()
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    if sys.platform != "win32":
        monkeypatch.setitem(sys.modules, "msvcrt", WindowsLocks("msvcrt"))
    monkeypatch.setattr(disk.sys, "platform", system)
    with locked(folder) as first, locked(folder / ".." / "folder") as second, locked(temporary) as another:
        assert (first, second, another) == (True, False, True)
    with locked(folder) as again:
        assert again
    assert list(folder.iterdir()) == []
    assert len(list(temporary.iterdir())) == (2 if system == "win32" else 0)
