"""kanamj verify: word lists, data sets and results against their manifests; the first two made anew."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from kanamj.results import Chunk, Chunks, Manifest
from kanamj.version import __version__
from tests.conftest import Run
from tests.places import DATA, ROOT

TOY = str(DATA / "toy")

pytestmark = pytest.mark.usefixtures("empty_folder")


@pytest.fixture
def data(kanamj: Run) -> Path:
    assert kanamj("data", "write", "--out", "d", "--lexicon", TOY).code == 0
    return Path("d")


def test_the_examples_are_fine(kanamj: Run, empty_folder: Path) -> None:
    (empty_folder / "words.csv").write_text("reading,spelling\nさかな,魚\nいぬ,犬\n", encoding="utf-8")
    assert kanamj("lexicon", "build", "--from", "table", "words.csv", "-o", "my-list").code == 0
    assert kanamj("data", "write", "--out", "my-data", "--lexicon", TOY).code == 0
    examples = kanamj("verify", "--help").out.partition("Examples: kanamj ")[2].partition("Arguments:")[0]
    asked = " ".join(examples.split()).split(" · kanamj ")
    assert len(asked) == 2
    for example in asked:
        assert kanamj(*example.split()).code == 0, example


def test_a_changed_list_differs_from_its_manifest_and_its_source(kanamj: Run, tmp_path: Path) -> None:
    """What can differ is in tests/unit/lexicon/test_build.py."""
    kanamj("lexicon", "build", "--from", "hrgjncs", TOY, "--name", "mine")
    kept = tmp_path / "kanamj-data" / "wordlists" / "mine"
    for place in ("mine", kept):
        made = f"{place}: made by kanamj {__version__}: {Manifest.read(kept).command}\n"
        assert kanamj("verify", place).err == f"{made}{place} is as its manifest says\n"
    done = kanamj("verify", "mine", "--again", TOY)
    assert (done.code, done.err) == (0, "mine is as its manifest says and as its source gives it\n")
    (kept / "3gram.txt").write_bytes((DATA / "toy" / "3gram.txt").read_bytes().replace("魚".encode(), b"x"))
    done = kanamj("verify", "mine")
    assert (done.code, done.out[:46]) == (1, "3gram.txt: is not what the manifest says (SHA-")
    assert "3gram.txt: is not what the source gives" in kanamj("verify", "mine", "--again", TOY).out


def test_changed_data_differ_from_their_manifest_and_their_list(kanamj: Run, data: Path) -> None:
    made = f"d: made by kanamj {__version__}: {Manifest.read(data).command}\n"
    assert kanamj("verify", data).err == f"{made}d is as its manifest says\n"
    assert kanamj("verify", data, "--again").err.endswith("d is as its word list gives it\n")
    assert "give one" in kanamj("verify", data, "--again", TOY, "common").err
    shutil.copytree(TOY, "other")
    with Path("other", "2gram.txt").open("a", encoding="utf-8") as file:
        file.write("みん\tミン\n")
    done = kanamj("verify", data, "--again", "other")
    assert (done.code, "2gram.txt: computed again it is not what" in done.out) == (1, True)
    (data / "shanpon.txt").write_text("x", encoding="utf-8")
    (data / "stats.txt").unlink()
    (data / "notes.txt").write_text("mine", encoding="utf-8")
    for again in ((), ("--again",)):
        done = kanamj("verify", data, *again)
        assert done.code == 1
        assert [line.partition(" (")[0] for line in done.out.splitlines()[: 3 - len(again)]] == [
            "shanpon.txt: is not what the manifest says",
            "stats.txt: is missing",
            "notes.txt: is not in the manifest",
        ][: 3 - len(again)]


@pytest.mark.parametrize("place", ["", *sorted(path.name for path in (ROOT / "results").glob("*/"))])
def test_every_folder_of_results_is_verified(kanamj: Run, place: str) -> None:
    done = kanamj("verify", ROOT / "results" / place)
    assert (done.code, done.out) == (0, "")
    assert done.err.endswith("is as its manifest says\n")
    assert "made by kanamj" in done.err


def test_results_say_what_makes_them_again(kanamj: Run) -> None:
    shutil.copytree(TOY, "words")
    for place in ("all/deals/a", "all/deals/b"):
        assert kanamj("simulate", "deals", "--n", 100, "--sample", 0, "-l", "words", "--out", place).code == 0
    command = Manifest.read("all/deals/a").command
    assert (
        kanamj("verify", "all/deals/a").err
        == f"all/deals/a: made by kanamj {__version__}: {command}\nall/deals/a is as its manifest says\n"
    )
    Path("all/deals/a/counts.csv").write_text("shanten,count\n0,100\n", encoding="utf-8")
    Path("all/deals/b/waits.csv").unlink(missing_ok=True)
    Path("all/mine.txt").write_text("mine", encoding="utf-8")
    done = kanamj("verify", "all")
    assert done.code == 1
    said = [line.partition(" (")[0] for line in done.out.splitlines()]
    assert said[0] == "deals/a: counts.csv: is not what the manifest says"
    assert said[-1] == "mine.txt: is not in the manifest"
    assert f"make these by: {command}" in kanamj("verify", "all/deals/a", "--again").err


def test_a_folder_that_is_not_ours_gets_a_sentence(kanamj: Run) -> None:
    Path("mine/.hidden").mkdir(parents=True)
    Path("mine/.hidden/MANIFEST.toml").write_text("x", encoding="utf-8")
    done = kanamj("verify", "mine")
    said = "error: mine has no MANIFEST.toml, so kanamj did not write it; give another folder\n"
    assert (done.code, done.out, done.err) == (1, "", said)
    Chunks(Path("mine"), "games", "kanamj simulate games --out DIR", {}).add(0, Chunk({}))
    said = "error: mine has an unfinished run; finish it: kanamj simulate games --out DIR --resume\n"
    assert kanamj("verify", "mine").err == said


def test_a_folder_that_goes_away_meanwhile_is_left_out(
    kanamj: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As below /proc, or while another program tidies up."""
    Path("other/gone").mkdir(parents=True)
    data.rename("other/data")
    look = os.scandir

    def scandir(place: str = ".") -> object:
        if Path(place).name == "gone":
            raise FileNotFoundError(place)
        return look(place)

    monkeypatch.setattr(os, "scandir", scandir)
    done = kanamj("verify", "other")
    assert (done.code, done.out) == (1, "gone: is not in the manifest\n")
