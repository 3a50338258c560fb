"""scripts/seal.py writes the seal into manifests that have none, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.errors import ManifestError
from kanamj.results import MANIFEST, Manifest, manifests_in, write_folder
from tests.places import ROOT, script

SEAL = script("seal")


def without_seal(folder: Path) -> Path:
    """A folder of results as kanamj 0.5 wrote it."""
    write_folder(folder, {"a.txt": "1\n"}, Manifest("toy", "make", "0.5.0"))
    place = folder / MANIFEST
    place.write_text(place.read_text(encoding="utf-8").partition("\n")[2], encoding="utf-8")
    return place


def test_it_adds_one_line_to_each_manifest_that_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = [without_seal(tmp_path / name) for name in ("a", "b/c")]
    before = [place.read_text(encoding="utf-8") for place in places]
    for sealed in (2, 0):
        SEAL.main([tmp_path])
        assert capsys.readouterr().out == f"2 manifests, {sealed} of them sealed now\n"
        assert [place.read_text(encoding="utf-8").partition("\n")[2] for place in places] == before
        assert [Manifest.read(place).verify(place.parent) for place in places] == [[], []]


def test_a_file_that_has_changed_stops_it(tmp_path: Path) -> None:
    places = [without_seal(tmp_path / name) for name in ("a", "b")]
    (tmp_path / "b" / "a.txt").write_text("2\n", encoding="utf-8")
    with pytest.raises(ManifestError, match="a.txt: is not what the manifest says"):
        SEAL.main([tmp_path])
    assert [Manifest.read(place).sealed for place in places] == [False, False]


def test_all_shipped_manifests_are_sealed() -> None:
    places = [
        SEAL.TABLES,
        *(place for name in ("results", "wordlists") for place in manifests_in(ROOT / name)),
    ]
    assert len(places) > 50
    assert not [place for place in places if not Manifest.read(place).sealed]
