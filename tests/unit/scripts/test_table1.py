"""The script of Table 1: its table, its test of whether distributions differ, and the folders that it refuses."""

from __future__ import annotations

import csv
import doctest
import math
from pathlib import Path
from typing import Any

import pytest

from kanamj.engine.riichi.counts import count_hands
from kanamj.errors import KanamjError, MissingExtraError
from kanamj.lexicon import Lexicon
from kanamj.results import Chunk, Chunks, Manifest
from kanamj.studies import Deals, read_table, rows_of, run
from scripts import table1
from scripts.table1 import PAPER, Column, chi_square_tail, columns_of, compare
from tests.places import DATA, ROOT, files_in, python
from tests.reference.results import deals_in

COUNTS = {-1: 6_110, 0: 41_120, 1: 39_970, 2: 11_580, 3: 1_190, 4: 30}
DEALT = ROOT / "results" / "deals"


@pytest.fixture
def folder(tmp_path: Path, common: Lexicon) -> Path:
    return deals_in(tmp_path / "d", COUNTS, common)


def written(*folders: Path, out: Path, **how: Any) -> dict[str, str]:
    """What `main` writes as text; the picture is left out."""
    table1.main([*folders], out, **how)
    return {name: data.decode() for name, data in files_in(out).items() if name[-3:] in ("csv", ".md", "tex")}


@pytest.fixture
def _no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise MissingExtraError("a picture", "matplotlib", "plot")

    monkeypatch.setattr(table1, "japanese_font", missing)


@pytest.mark.usefixtures("_no_picture")
def test_a_table_is_written_printed_and_verified(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = written(folder, out=tmp_path / "t")
    out, err = capsys.readouterr()
    assert out == files["table1.md"]
    assert err == (
        f"written to {tmp_path / 't'}, without a picture: {MissingExtraError('a picture', 'matplotlib', 'plot')}\n"
    )
    lines = out.splitlines()
    assert lines[4] == (
        "| Shanten | common, 14 tiles | the paper's 30,000 deals | four players, nearest form | four players, general "
        "form | three players, nearest form |"
    )
    assert lines[7:9] == [
        "| -1 | 0.06110 ± 0.00076 | 0.0588 ± 0.0014 | 3.02545e-6 | 2.67113e-6 | 9.45976e-6 |",
        "| 0 | 0.4112 ± 0.0016 | 0.4084 ± 0.0028 | 0.000697889 | 0.000602327 | 0.00164024 |",
    ]
    assert lines[-1] == (
        "- common, 14 tiles, against the paper: χ²(5) = 11.81, p = 0.037. Of shanten 4 or more the paper has 1, where "
        "9.0 are expected; without these χ²(4) = 4.93, p = 0.29."
    )
    tex = files["table1.tex"].splitlines()
    assert tex[:2] == [r"\begin{tabular}{rrrrrr}", r"\toprule"]
    assert tex[5] == (
        r"-1 & 0.06110 $\pm$ 0.00076 & 0.0588 $\pm$ 0.0014 & 3.02545 $\times 10^{-6}$ & 2.67113 $\times 10^{-6}$ & "
        r"9.45976 $\times 10^{-6}$ \\"
    )
    rows = list(csv.DictReader(files["table1.csv"].splitlines()))
    for column in columns_of([folder]):
        own = [row for row in rows if row["column"] == column.name]
        assert {int(row["shanten"]): int(row["count"]) for row in own} == dict(column.counts)
        assert sum(float(row["share"]) for row in own) == pytest.approx(1)
        assert all((row["stderr"] == "") == column.exact == (row["exact"] == "true") for row in own)
    manifest = Manifest.read(tmp_path / "t")
    assert manifest.verify(tmp_path / "t") == []
    assert manifest.inputs == {"common-14/counts.csv": Manifest.read(folder).outputs["counts.csv"].sha256}


@pytest.mark.slow
def test_a_picture_is_the_same_in_every_run(folder: Path, tmp_path: Path) -> None:
    for out in ("t", "u"):
        table1.main([folder], tmp_path / out)
    made = files_in(tmp_path / "t")
    assert made == files_in(tmp_path / "u")
    assert made["table1.png"].startswith(b"\x89PNG")
    assert made["table1.pdf"].startswith(b"%PDF")
    assert Manifest.read(tmp_path / "t").verify(tmp_path / "t") == []
    with pytest.raises(KanamjError, match="Use --replace"):
        table1.main([folder], tmp_path / "t")
    table1.main([folder], tmp_path / "t", replace=True)
    assert made == files_in(tmp_path / "t")


@pytest.mark.slow
def test_the_three_commands_of_the_paper(tmp_path: Path) -> None:
    toy = ("--n", 2_000, "--lexicon", DATA / "toy", "--copies", "ignore", "--seed", 1)
    kanamj = ("-m", "kanamj")
    for command in (
        (*kanamj, "simulate", "deals", *toy, "--out", "d"),
        (ROOT / "scripts" / "table1.py", "d", "--out", "paper"),
        (*kanamj, "verify", "paper"),
    ):
        done = python(*map(str, command), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert Manifest.read(tmp_path / "paper").command == "python scripts/table1.py d --out DIR"
    found: Any = run(Deals(DATA / "toy", 2_000, copies="ignore", sample=0))  # type: ignore[arg-type]
    rows = rows_of(read_table(tmp_path / "paper" / "table1.csv"))
    assert [row["count"] for row in rows if row["column"] == "toy-14-ignore"] == [*found.counts.values()]


def refusal(*folders: Path, out: Path | None = None, replace: bool = False) -> str:
    with pytest.raises(KanamjError) as refused:
        table1.main([*folders], out, replace)
    return str(refused.value)


@pytest.mark.slow
def test_folders_that_the_table_cannot_have_are_refused(
    folder: Path, tmp_path: Path, common: Lexicon
) -> None:
    way = "is not a folder of kanamj simulate deals; make one: kanamj simulate deals --out DIR"
    for place in (tmp_path, tmp_path / "nowhere", Path(__file__)):
        assert refusal(place) == f"{place} {way}"
    assert "give a folder of deals; make one: " in refusal()
    assert "it needs --out DIR" in refusal(folder, replace=True)
    other = deals_in(tmp_path / "332", {-1: 500, 0: 5_300}, common, forms=("332",))
    assert refusal(folder, other).startswith(
        f"{other} holds deals of form 332, 8 tiles of hiragana-120, and Table 1 has deals of form 33332, 14 tiles of "
        "hiragana-120. Make some: "
    )
    again = deals_in(tmp_path / "again", COUNTS, common, seed=2)
    assert refusal(folder, again).startswith(
        f"{folder} and {again} both hold common, 14 tiles; the table has one"
    )
    assert [
        each.name for each in columns_of([folder, deals_in(tmp_path / "i", COUNTS, common, copies="ignore")])
    ][:3] == ["common-14", "common-14-ignore", "paper"]
    none = deals_in(tmp_path / "none", {98: 5}, common)
    assert (
        refusal(none) == f"{none} holds deals of a list that completes no hand; deal with a larger --lexicon"
    )
    (tmp_path / "begun").mkdir()
    Chunks(tmp_path / "begun", "deals", "kanamj simulate deals --out DIR", {}).add(0, Chunk({}))
    assert refusal(tmp_path / "begun").endswith("finish it: kanamj simulate deals --out DIR --resume")
    assert "it holds 'deals', not 'table 1'" in refusal(folder, out=folder)
    (folder / "counts.csv").write_text("shanten,count\n0,5\n", encoding="utf-8")
    assert "counts.csv: is not what the manifest says" in refusal(folder, out=tmp_path / "t")
    assert not (tmp_path / "t").exists()


@pytest.mark.slow
def test_an_error_is_one_sentence(tmp_path: Path) -> None:
    for words in ((str(tmp_path),), (str(DEALT / "core-14"), "--out", "/proc/nowhere")):
        done = python("scripts/table1.py", *words, cwd=ROOT)
        assert (done.returncode, done.stderr.count("\n"), done.stderr[:7]) == (1, 1, "error: ")


@pytest.mark.slow
def test_foreign_text_is_not_read_as_markup(
    tmp_path: Path, common: Lexicon, capsys: pytest.CaptureFixture[str]
) -> None:
    common = Lexicon.from_entries("[x](javascript:alert) | \x1b[31m `y` $\\a$ &", common.readings)
    table1.main([deals_in(tmp_path / "a", COUNTS, common)], tmp_path / "t")
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert "\\[x\\](javascript:alert) \\|" in said
    assert (tmp_path / "t" / "table1.png").is_file()


@pytest.mark.slow
def test_exact_columns_are_those_counted() -> None:
    *_, least, general, three = columns_of([])
    counted = count_hands(4, 14)
    assert (general.counts, least.counts) == (counted["general"].counts, counted["least"].counts)
    assert general.n == least.n == math.comb(136, 14)
    assert three.n == math.comb(108, 14)
    assert all(column.exact for column in (least, general, three))


@pytest.mark.slow
def test_differences_from_the_printed_table_are_listed() -> None:
    told = [*table1.differences(columns_of([])[1:])]
    assert any("0.000602410" in one and "0.000602327" in one for one in told)
    assert any("0.000697837" in one and "0.000697889" in one for one in told)
    assert not any("0.195" in one for one in told)


@pytest.mark.slow
def test_the_paper_dealt_30_000_hands() -> None:
    paper = columns_of([])[0]
    assert paper.n == 30_000
    printed = {-1: "0.05883", 0: "0.40837", 1: "0.40460", 2: "0.11550", 3: "0.01267", 4: "0.00003"}
    assert {at: f"{paper.share(at)['share']:.5f}" for at in paper.counts} == printed


@pytest.mark.slow
def test_the_comparison_with_the_paper_is_made_with_and_without_the_farthest_hands() -> None:
    """The paper has one hand of shanten 4 or more, where 11 are expected; the other hands do not differ."""
    assert table1.against_the_paper(columns_of([DEALT / "v1.1-14-ignore"])[0]) == (
        "v1.1, 14 tiles, copies ignored, against the paper: χ²(5) = 15.77, p = 0.0075. Of shanten 4 or more the paper "
        "has 1, where 11.0 are expected; without these χ²(4) = 6.66, p = 0.16."
    )
    assert "too few hands to compare" in table1.against_the_paper(Column("a", "a", {0: 3}))
    assert "without these χ²(0) = 0.00, p = 1." in table1.against_the_paper(Column("a", "a", {4: 300}))


@pytest.mark.slow
def test_v11_with_copies_ignored_has_the_expected_shares() -> None:
    """20 million deals of the v1.1 lists, standard error 0.0001 or less."""
    column = columns_of([DEALT / "v1.1-14-ignore"])[0]
    assert column.n >= 10**8
    expected = {-1: 0.0611, 0: 0.4112, 1: 0.3997, 2: 0.1158, 3: 0.0119, 4: 0.0003}
    for at, share in expected.items():
        assert column.share(at)["share"] == pytest.approx(share, abs=2e-4)
    assert compare(column.counts, PAPER).p > 0.001
    assert PAPER.keys() == expected.keys()


def test_the_examples_of_the_script_are_true() -> None:
    failed, tried = doctest.testmod(table1)
    assert (failed, tried > 0) == (0, True)


def test_the_tail_of_chi_square_is_that_of_the_tables() -> None:
    """Abramowitz and Stegun, table 26.8."""
    for digits, value, degrees, tail in (
        (6, 2.705543, 1, 0.1),
        (7, 6.634897, 1, 0.01),
        (6, 5.991465, 2, 0.05),
        (6, 7.814728, 3, 0.05),
        (8, 20.515006, 5, 0.001),
        (6, 124.342113, 100, 0.05),
    ):
        assert round(chi_square_tail(value, degrees), digits) == tail
    assert chi_square_tail(0.0, 4) == 1


@pytest.mark.slow
def test_chi_square_is_that_of_the_textbook() -> None:
    """Two by two: chi square is n (ad - bc)^2 / (row and column sums)."""
    a, b, c, d = 43, 9, 44, 4
    found = compare({0: a, 1: b}, {0: c, 1: d})
    expected = (a + b + c + d) * (a * d - b * c) ** 2 / ((a + b) * (c + d) * (a + c) * (b + d))
    assert (found.chi_square, found.degrees) == (pytest.approx(expected), 1)


@pytest.mark.slow
def test_rare_classes_are_joined_with_a_neighbour() -> None:
    found = compare({-1: 2, 0: 500, 1: 400, 2: 91, 3: 6, 4: 1}, {-1: 3, 0: 490, 1: 410, 2: 95, 3: 2})
    assert found.groups == [[-1, 0], [1], [2, 3, 4]]
    assert found.degrees == 2
    for a, b in (({}, {0: 5}), ({0: 3, 1: 1}, {0: 2, 1: 1}), ({0: 50}, {0: 60})):
        assert (compare(a, b).degrees, compare(a, b).p) == (0, 1)  # type: ignore[arg-type]
