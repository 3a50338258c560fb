"""kanamj data: what the commands write, print and refuse."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from kanamj.datasets import pictures
from kanamj.lexicon.shelf import from_here
from kanamj.results import Manifest
from tests.conftest import Run
from tests.places import DATA, needs

TOY = str(DATA / "toy")
NAMES = ["2gram", "3gram", "1_2chars", "1_3chars", "2_3chars", "nobetan", "shanpon", "stats"]

pytestmark = pytest.mark.usefixtures("empty_folder")


@needs("matplotlib")
def test_write_draws_too(kanamj: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "png", lambda _: b"a picture")
    code, out, err = kanamj("data", "write", "--out", "d", "--lexicon", TOY, "--plot", "--json")
    assert code == 0
    told = json.loads(out)
    assert [row["file"] for row in told] == [f"{name}.txt" for name in NAMES]
    files = {row["file"] for row in told}
    assert {path.name for path in Path("d").iterdir()} == {"MANIFEST.toml", "pictures", *files}
    drawn = [Path(line) for line in err.splitlines() if line.endswith(".png")]
    assert [path.name for path in drawn] == ["waits.png", "frequency.png", "pairs.png"]
    assert all(path.is_file() for path in drawn)
    assert Manifest.read("d").command == f"kanamj data write --lexicon {shlex.quote(TOY)} --plot --out DIR"


def test_the_folder_may_be_given_as_in_older_versions_and_own_words_are_not_used(kanamj: Run) -> None:
    told = kanamj("data", "write", "a", "--lexicon", TOY, "--tsv").out
    assert told.startswith("file\trows\tsha256\tkept\n")
    kanamj("lexicon", "add", "うみ=海", "--lexicon", TOY)
    assert kanamj("data", "write", "b", "--lexicon", TOY, "--tsv").out == told
    assert Path("a/2gram.txt").read_bytes() == Path("b/2gram.txt").read_bytes()


def test_the_manifest_names_the_command_with_the_way_to_what_it_read(kanamj: Run, tmp_path: Path) -> None:
    extra = tmp_path / "extra.tsv"
    extra.write_text("ねこ\t猫\n", encoding="utf-8")
    for place in ("a", tmp_path / "elsewhere" / "b"):
        kanamj("data", "write", place, "-l", TOY, "--extra", extra, "--format", "csv", "--most-bytes", "200")
    manifest = Path("a/MANIFEST.toml").read_bytes()
    assert manifest == (tmp_path / "elsewhere" / "b" / "MANIFEST.toml").read_bytes()
    rest = f"--lexicon {shlex.quote(TOY)} --extra {from_here(extra)} --format csv --most-bytes 200 --out DIR"
    assert f"kanamj data write {rest}" in manifest.decode()
    assert "elsewhere" not in manifest.decode()
