"""datapackage.json: what the manifests say, and every column described."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kanamj.disk import sha256_of
from kanamj.errors import ManifestError
from kanamj.lexicon import Entry, Lexicon
from kanamj.studies.datafolder import write_data
from kanamj.studies.datapackage import COLUMNS, columns_of, write_package
from tests.places import ROOT

TOY = Lexicon.from_entries("toy", [Entry("さかな", "魚"), Entry("かさ", "傘"), Entry("もも", "桃")])


def test_every_file_is_described(tmp_path: Path) -> None:
    write_data(tmp_path / "a", TOY)
    write_data(tmp_path / "b", TOY, formats=["csv"])
    package = write_package(tmp_path, "kanamj-test")
    assert json.loads((tmp_path / "datapackage.json").read_text(encoding="utf-8")) == package
    assert package["$schema"].startswith("https://datapackage.org/profiles/2")
    names = [resource["name"] for resource in package["resources"]]
    assert len(names) == len({*names})
    for resource in package["resources"]:
        path = tmp_path / resource["path"]
        assert resource["hash"] == f"sha256:{sha256_of(path)}"
        assert resource["bytes"] == path.stat().st_size
        header = path.read_text(encoding="utf-8-sig").split("\n", 1)[0]
        fields = resource["schema"]["fields"]
        assert [field["name"] for field in fields] == header.split(resource["dialect"]["delimiter"])
        assert all(field["type"] != "any" and "/" in field["description"] for field in fields)


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    write_data(tmp_path / "a", TOY)
    (tmp_path / "a" / "stats.txt").write_text("x", encoding="utf-8")
    with pytest.raises(ManifestError, match=r"stats\.txt: is not what the manifest says"):
        write_package(tmp_path)
    with pytest.raises(ManifestError, match="no manifest below"):
        write_package(tmp_path / "a" / "nothing")


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for name in COLUMNS
        for path in [*(ROOT / "results").rglob(name), *(ROOT / "wordlists").rglob(name)]
    ),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_the_columns_of_shipped_tables_are_known(path: Path) -> None:
    assert all(column.type != "any" for column in columns_of(path))
