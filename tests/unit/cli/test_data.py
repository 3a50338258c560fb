"""kanamj data: what the commands write, print and refuse."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from kanamj.errors import MissingExtraError
from tests.conftest import Run
from tests.places import DATA

TOY = str(DATA / "toy")
NAMES = ["2gram", "3gram", "1_2chars", "1_3chars", "2_3chars", "nobetan", "shanpon", "stats"]

pytestmark = pytest.mark.usefixtures("empty_folder")


def test_write_verify_and_plot(kanamj: Run) -> None:
    code, out, _ = kanamj("data", "write", "d", "--lexicon", TOY, "--json")
    assert code == 0
    told = json.loads(out)
    assert [row["file"] for row in told] == [f"{name}.txt" for name in NAMES]
    assert {path.name for path in Path("d").iterdir()} == {"MANIFEST.toml", *(row["file"] for row in told)}
    code, out, err = kanamj("data", "verify", "d")
    assert (code, out) == (0, "")
    assert "d is as its word list gives it" in err
    code, out, _ = kanamj("data", "plot", "d")
    assert code == 0
    assert [Path(line).name for line in out.splitlines()] == ["waits.png", "frequency.png", "pairs.png"]
    assert all(Path(line).is_file() for line in out.splitlines())
    assert kanamj("data", "verify", "d")[0] == 0


def test_one_command_writes_verifies_and_draws(kanamj: Run) -> None:
    code, out, err = kanamj("data", "write", "d", "--lexicon", TOY, "--plot", "--verify", "--tsv")
    assert code == 0
    assert out.splitlines()[0] == "file\trows\tsha256\tkept"
    assert Path("d/pictures/pairs.png").is_file()
    assert "d is as its word list gives it" in err


def test_verify_prints_what_differs(kanamj: Run, tmp_path: Path) -> None:
    kanamj("data", "write", "d", "--lexicon", TOY)
    Path("d/shanpon.txt").write_text("x", encoding="utf-8")
    Path("d/stats.txt").unlink()
    code, out, _ = kanamj("data", "verify", "d")
    assert code == 1
    assert out.splitlines() == ["shanpon.txt: is not what the lexicon gives", "stats.txt: is missing"]
    (tmp_path / "extra.tsv").write_text("うみ\t海\n", encoding="utf-8")
    code, out, _ = kanamj("data", "verify", "d", "--lexicon", TOY, "--extra", tmp_path / "extra.tsv")
    assert code == 1
    assert "2gram.txt: computed again it is not what the manifest says" in out


def test_the_manifest_names_the_command_but_no_folder_of_this_machine(kanamj: Run, tmp_path: Path) -> None:
    extra = tmp_path / "extra.tsv"
    extra.write_text("ねこ\t猫\n", encoding="utf-8")
    for place in ("a", tmp_path / "elsewhere" / "b"):
        kanamj("data", "write", place, "-l", TOY, "--extra", extra, "--format", "csv", "--most-bytes", "200")
    manifest = Path("a/MANIFEST.toml").read_bytes()
    assert manifest == (tmp_path / "elsewhere" / "b" / "MANIFEST.toml").read_bytes()
    command = "kanamj data write DIR --lexicon toy --extra extra.tsv --format csv --most-bytes 200"
    assert command in manifest.decode()
    assert str(tmp_path) not in manifest.decode()


def test_own_words_are_not_used_for_data_sets(kanamj: Run) -> None:
    kanamj("data", "write", "a", "--lexicon", TOY)
    kanamj("lexicon", "add", "うみ=海", "--lexicon", TOY)
    kanamj("data", "write", "b", "--lexicon", TOY)
    assert Path("a/2gram.txt").read_bytes() == Path("b/2gram.txt").read_bytes()


def test_pictures_and_parquet_name_the_extra_that_is_missing(
    kanamj: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    kanamj("data", "write", "d", "--lexicon", TOY)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = kanamj("data", "plot", "d")
    assert code == 1
    assert str(MissingExtraError("a picture", "matplotlib", "plot")) in err
    assert (
        "pip install 'kanamj[parquet]'" in kanamj("data", "write", "p", "-l", TOY, "--format", "parquet")[2]
    )
    assert not Path("p").exists()
