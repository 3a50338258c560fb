"""Manifests, and writes that are whole or not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.errors import ManifestError
from kanamj.manifest import MANIFEST, Manifest, Output, new_folder, sha256, sha256_of, write_file


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


def test_a_folder_inside_answers_for_itself(tmp_path: Path) -> None:
    manifest_of().write(tmp_path)
    write_file(tmp_path / "a.txt", "1\n2\n")
    (tmp_path / "pictures").mkdir()
    assert manifest_of().verify(tmp_path) == ["pictures: is not in the manifest"]
    manifest_of(name="b.txt").write(tmp_path / "pictures")
    write_file(tmp_path / "pictures" / "c.txt", "")
    assert manifest_of().verify(tmp_path) == ["pictures/c.txt: is not in the manifest"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no manifest"),
        ("kind = ", "not readable as TOML"),
        ('kind = "x"\n', "is not a manifest of kanamj"),
        ('kind = "x"\ncommand = ""\nversion = ""\ncolour = 1\n', "is not a manifest of kanamj"),
    ],
)
def test_a_bad_manifest_is_named(tmp_path: Path, text: str | None, said: str) -> None:
    if text is not None:
        (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(ManifestError, match=said):
        Manifest.read(tmp_path)


def test_write_file_leaves_the_old_one_when_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_file(path, "old")
    with pytest.raises(TypeError):
        write_file(path, 3)  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]
    assert sha256_of(path) == sha256("old")


def half_written(target: Path) -> None:
    with new_folder(target, replace=True) as folder:
        write_file(folder / "a.txt", "half")
        raise KeyboardInterrupt


def test_an_interrupted_folder_leaves_the_old_one_whole(tmp_path: Path) -> None:
    target = tmp_path / "list"
    with new_folder(target) as folder:
        write_file(folder / "a.txt", "1\n2\n")
        manifest_of().write(folder)
    with pytest.raises(KeyboardInterrupt):
        half_written(target)
    assert (target / "a.txt").read_text(encoding="utf-8") == "1\n2\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["list"]


def test_replace_swaps_and_an_empty_folder_is_free(tmp_path: Path) -> None:
    target = tmp_path / "list"
    target.mkdir()
    for text in ("1\n2\n", "3\n4\n"):
        with new_folder(target, replace=True) as folder:
            write_file(folder / "a.txt", text)
            manifest_of(text).write(folder)
    assert (target / "a.txt").read_text(encoding="utf-8") == "3\n4\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["list"]


def test_places_that_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ManifestError, match=r"is a file; give a folder"), new_folder(tmp_path / "file"):
        pass
    with pytest.raises(ManifestError, match=r"already exists. Use --replace"), new_folder(tmp_path):
        pass
    with pytest.raises(ManifestError, match=r"kanamj did not write file"), new_folder(tmp_path, replace=True):
        pass
    with new_folder(tmp_path, replace=True, owned=["file"]) as folder:
        write_file(folder / "file", "y")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "y"
