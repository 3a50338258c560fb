"""Manifests: what they say, and which ones are refused."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kanamj.disk import sha256, write_file
from kanamj.errors import ManifestError
from kanamj.folders.manifest import MANIFEST, Manifest, Output
from kanamj.folders.writer import new_folder


def manifest_of(text: str = "1\n2\n", name: str = "a.txt") -> Manifest:
    return Manifest(
        "toy",
        "make a",
        "0.1.0",
        licence="none",
        inputs={"source.csv": sha256("x")},
        parameters={"seed": 7, "forms": ["33332"], "nested": {"a": 1.5}},
        outputs={name: Output.of(text, rows=2), "big.txt": Output("0" * 64, 9, kept=False)},
        notes=("one", "日本語"),
    )


def test_read_gives_back_what_was_written(tmp_path: Path) -> None:
    manifest = manifest_of()
    manifest.write(tmp_path)
    assert Manifest.read(tmp_path) == manifest
    assert Manifest.read(tmp_path / MANIFEST) == manifest
    manifest.write(tmp_path / "a.manifest.toml")
    assert (tmp_path / "a.manifest.toml").read_bytes() == (tmp_path / MANIFEST).read_bytes()


def test_verify_names_what_differs(tmp_path: Path) -> None:
    manifest = manifest_of()
    manifest.write(tmp_path)
    assert manifest.verify(tmp_path) == ["a.txt: is missing"]
    write_file(tmp_path / "a.txt", "1\n2\n")
    assert manifest.verify(tmp_path) == []
    write_file(tmp_path / "a.txt", "1\n3\n")
    write_file(tmp_path / "b.txt", "")
    first, second = manifest.verify(tmp_path)
    assert first.startswith("a.txt: is not what the manifest says (SHA-256 a6e2b7a0… expected")
    assert second == "b.txt: is not in the manifest"


def test_a_folder_inside_is_verified_by_its_own_manifest(tmp_path: Path) -> None:
    manifest_of().write(tmp_path)
    write_file(tmp_path / "a.txt", "1\n2\n")
    (tmp_path / "pictures").mkdir()
    assert manifest_of().verify(tmp_path) == ["pictures: is not in the manifest"]
    manifest_of(name="b.txt").write(tmp_path / "pictures")
    write_file(tmp_path / "pictures" / "c.txt", "")
    assert manifest_of().verify(tmp_path) == ["pictures/c.txt: is not in the manifest"]


def test_a_pipe_is_not_a_manifest_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MANIFEST)
    with pytest.raises(ManifestError, match="no manifest"):
        Manifest.read(tmp_path)


def test_files_in_subfolders_are_verified(tmp_path: Path) -> None:
    with new_folder(tmp_path / "out") as folder:
        (folder / "games").mkdir()
        write_file(folder / "games" / "a.txt", "1\n2\n")
        manifest_of(name="games/a.txt").write(folder)
    manifest = Manifest.read(tmp_path / "out")
    assert manifest.verify(tmp_path / "out") == []
    write_file(tmp_path / "out" / "games" / "b.txt", "")
    assert manifest.verify(tmp_path / "out") == ["games/b.txt: is not in the manifest"]
    (tmp_path / "out" / "games" / "b.txt").unlink()
    ends = replace(manifest, outputs={**manifest.outputs, "ends.csv": Output("", kept=False)})
    write_file(tmp_path / "out" / "games" / "ends.csv", "")
    assert ends.verify(tmp_path / "out") == ["games/ends.csv: is not in the manifest"]
