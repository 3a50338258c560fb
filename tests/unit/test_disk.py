"""Writes that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kanamj.disk import sha256, sha256_of, write_file


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as told:
        write_file(tmp_path / "a.txt", "1")
    assert told.value.filename == str(tmp_path / "a.txt")
    assert list(tmp_path.iterdir()) == []


def test_write_file_leaves_the_old_one_when_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_file(path, "old")
    with pytest.raises(TypeError):
        write_file(path, 3)  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]
    assert sha256_of(path) == sha256("old")
