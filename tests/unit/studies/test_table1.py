"""Table 1, and the test of whether distributions differ."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from kanamj.datasets.pictures import japanese_font
from kanamj.engine.riichi.counts import count_hands
from kanamj.errors import KanamjError, MissingExtraError
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.results import MANIFEST, Manifest, Output
from kanamj.studies import Deals, moments, paper, ratio, read_table, rows_of, run, table1
from kanamj.studies.deals import COUNTS
from kanamj.studies.fit import compare
from kanamj.studies.stats import Proportion, interval
from kanamj.studies.table1 import format_csv, format_markdown
from kanamj.studies.table1_columns import deals_column, exact_columns, paper_column
from kanamj.studies.table1_picture import draw
from kanamj.text import choose
from tests.conftest import Run
from tests.places import DATA, ROOT, lacks
from tests.reference.results import deals_in

mpl = pytest.importorskip("matplotlib", reason=lacks("matplotlib"))


@pytest.fixture
def results(tmp_path: Path, common: Lexicon) -> Path:
    home = tmp_path / "deals"
    home.mkdir()
    deals_in(home / "a-14", {-1: 6_110, 0: 41_120, 1: 39_970, 2: 11_580, 3: 1_190, 4: 30}, common)
    deals_in(home / "b-332", {-1: 500, 0: 5_300, 1: 3_900, 2: 300}, common, forms=("332",))
    return home


def test_exact_columns_are_those_counted() -> None:
    least, general, three = exact_columns()
    counted = count_hands(4, 14)
    assert (general.counts, least.counts) == (counted["general"].counts, counted["least"].counts)
    assert general.n == least.n == math.comb(136, 14)
    assert three.n == math.comb(108, 14)
    assert all(column.exact for column in (least, general, three))


def test_differences_from_the_printed_table_are_listed() -> None:
    least, general, three = exact_columns()
    told = table1.differences([least, general, three])
    assert any("0.000602410" in one and "0.000602327" in one for one in told)
    assert any("0.000697837" in one and "0.000697889" in one for one in told)
    assert not any("0.195" in one for one in told)


def test_the_paper_dealt_30_000_hands() -> None:
    assert paper_column().n == 30_000
    printed = {-1: "0.05883", 0: "0.40837", 1: "0.40460", 2: "0.11550", 3: "0.01267", 4: "0.00003"}
    assert {at: f"{paper_column().share(at).value:.5f}" for at in paper_column().counts} == printed


def test_markdown_has_the_layout_of_the_paper(results: Path) -> None:
    columns = [deals_column(results / name) for name in ("a-14", "b-332")]
    text = format_markdown([*columns, paper_column(), *exact_columns()])
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[0].startswith(
        "| Shanten | count | proportion | 95 % interval | the paper's 30,000 deals | 四麻"
    )
    assert rows[2].startswith(
        "| -1 | 6,110 | 0.06110 ± 0.00076 | 0.0596323–0.0626014 | 0.0588 ± 0.0014 | 3.02545e-6 | "
    )
    assert rows[3].split(" | ")[1:3] == ["41,120", "0.4112 ± 0.0016"]
    assert "common, 8 tiles, form 332" in text
    assert "0.000602327" in text
    assert "chi square" in text


def test_csv_has_every_number(results: Path) -> None:
    columns = [deals_column(results / "a-14"), *exact_columns()]
    rows = list(csv.DictReader(format_csv(columns).splitlines()))
    for column in columns:
        own = [row for row in rows if row["column"] == column.name]
        assert {int(row["shanten"]): int(row["count"]) for row in own} == dict(column.counts)
        assert sum(float(row["share"]) for row in own) == pytest.approx(1)
        assert all((row["stderr"] == "") == column.exact for row in own)


def test_command_writes_table_and_figure(kanamj: Run, results: Path, tmp_path: Path) -> None:
    out = tmp_path / "table"
    done = kanamj("table1", results, "--out", out)
    assert done.code == 0, done.err
    assert done.out == (out / "table1.md").read_text(encoding="utf-8")
    assert (out / "table1-riichi.png").read_bytes().startswith(b"\x89PNG")
    assert (out / "table1-riichi.pdf").read_bytes().startswith(b"%PDF")
    manifest = Manifest.read(out)
    assert manifest.verify(out) == []
    assert set(manifest.inputs) == {f"a-14/{COUNTS}", f"b-332/{COUNTS}"}
    again = tmp_path / "again"
    assert kanamj("table1", results / "a-14", results / "b-332", "--out", again).code == 0
    for name in manifest.outputs:
        assert (out / name).read_bytes() == (again / name).read_bytes()
    done = kanamj("table1", results, "--out", out)
    assert (done.code, "--replace" in done.err) == (1, True)
    assert kanamj("table1", results, "--out", out, "--replace").code == 0


def test_the_command_as_documented_makes_the_committed_table(
    kanamj: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without arguments it reads results/, and the list of the first table is the paper's, not the first by name."""
    monkeypatch.chdir(ROOT)
    assert kanamj("table1").out == (ROOT / "results" / "table1" / "table1.md").read_text(encoding="utf-8")
    assert kanamj("table1", "--out", tmp_path / "t").code == 0
    for name in ("table1.csv", "table1.md", "table1.tex"):
        assert (tmp_path / "t" / name).read_bytes() == (ROOT / "results" / "table1" / name).read_bytes()
    commands = [Manifest.read(folder).command for folder in (tmp_path / "t", ROOT / "results" / "table1")]
    assert commands[0] == commands[1]


def test_the_option_first_chooses_the_folder_that_is_shown_first(
    kanamj: Run, results: Path, tmp_path: Path
) -> None:
    done = kanamj("table1", results, "--first", "b-332", "--out", tmp_path / "t")
    assert "Word mahjong (common, 8 tiles, form 332) was dealt" in done.out
    done = kanamj("table1", results, "--first", "c", "--out", tmp_path / "u")
    assert (done.code, "'c' is not a folder of deals" in done.err) == (1, True)
    assert "a-14, b-332" in done.err
    assert not (tmp_path / "u").exists()


def test_a_folder_without_deals_or_with_changed_ones_is_an_error(
    kanamj: Run, results: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    done = kanamj("table1", empty, tmp_path / "nowhere", "--out", tmp_path / "t")
    assert (done.code, "simulate deals" in done.err) == (1, True)
    path = results / "a-14" / COUNTS
    path.write_text(path.read_text().replace("6110", "6111"))
    done = kanamj("table1", results, "--out", tmp_path / "t")
    assert (done.code, "counts.csv" in done.err) == (1, True)
    assert not (tmp_path / "t").exists()


def test_chi_square_and_z_are_those_of_the_textbook() -> None:
    """Two by two: chi square is n (ad - bc)^2 / (row and column sums)."""
    a, b, c, d = 43, 9, 44, 4
    found = compare({0: a, 1: b}, {0: c, 1: d})
    expected = (a + b + c + d) * (a * d - b * c) ** 2 / ((a + b) * (c + d) * (a + c) * (b + d))
    assert found.chi_square == pytest.approx(expected)
    assert found.degrees == 1


def test_rare_classes_are_joined_with_a_neighbour() -> None:
    found = compare({-1: 2, 0: 500, 1: 400, 2: 91, 3: 6, 4: 1}, {-1: 3, 0: 490, 1: 410, 2: 95, 3: 2})
    assert found.groups == ((-1, 0), (1,), (2, 3, 4))
    assert found.degrees == 2


def test_distributions_that_differ_are_said_to_differ() -> None:
    assert compare({0: 600, 1: 400}, {0: 400, 1: 600}).verdict.startswith("They differ: ")
    between = compare({0: 540, 1: 460}, {0: 490, 1: 510})
    assert 0.01 < between.p < 0.05
    assert between.verdict.startswith("They differ at the 5% level, but not at the 1% level: ")


@pytest.mark.parametrize(("a", "b"), [({}, {0: 5}), ({0: 3, 1: 1}, {0: 2, 1: 1}), ({0: 50}, {0: 60})])
def test_too_few_hands_to_compare_are_an_error(a: dict[int, int], b: dict[int, int]) -> None:
    with pytest.raises(KanamjError):
        compare(a, b)


def _of_games(hands: list[int], hits: list[int]) -> tuple[float, float]:
    """The share of hits and its error; hands and hits of each game."""
    share, error = ratio("share", *moments(hits, hands)).values()
    return share, error


def test_a_share_of_hands_that_depend_on_each_other_has_one_error() -> None:
    """Games with two hands each: the error is that of the mean per game. Hands of 0 % or 100 % count their trials."""
    hits = [0] * 10 + [1] * 30 + [2] * 5
    assert _of_games([2] * 45, hits) == pytest.approx((fmean(hits) / 2, pstdev(hits) / math.sqrt(45) / 2))
    alone = _of_games([1] * 100, [1] * 30 + [0] * 70)  # one hand per game: the share of independent trials
    assert alone == pytest.approx((0.3, Proportion(30, 100).stderr))
    assert interval(*alone, 7) == pytest.approx(Proportion(30, 100).interval)
    assert interval(1.0, 0.0, 29) == Proportion(29, 29).interval
    assert interval(0.0, 0.0, None) == (0.0, 0.0)


def test_the_comparison_with_the_paper_is_made_with_and_without_the_farthest_hands() -> None:
    """The paper has one hand of shanten 4 or more, where 11 are expected; the other hands do not differ."""
    column = deals_column(ROOT / "results" / "deals" / "v1.1-14-ignore")
    (said,) = table1.verdicts([column], [paper_column()])
    assert "They differ at the 1% level, but not at the 0.1% level: " in said
    assert "Of shanten 4 or more the paper's 30,000 deals have 1, where 11.0 are expected." in said
    assert "Without these: No difference found: chi square 6.66 with 4 degrees of freedom, p = 0.16." in said


def test_v11_with_copies_ignored_has_the_expected_shares() -> None:
    """20 million deals of the v1.1 lists, standard error 0.0001 or less."""
    column = deals_column(ROOT / "results" / "deals" / "v1.1-14-ignore")
    assert column.n >= 10**8
    expected = {-1: 0.0611, 0: 0.4112, 1: 0.3997, 2: 0.1158, 3: 0.0119, 4: 0.0003}
    for at, share in expected.items():
        assert column.share(at).value == pytest.approx(share, abs=2e-4)
    assert not compare(column.counts, paper_column().counts).verdict.startswith("They differ: ")
    assert paper.WORD_COUNTS.keys() == expected.keys()


def _forged(folder: Path, counts: str, common: Lexicon, **parameters: object) -> Path:
    """A folder of deals with another counts file, or parameters, and the hash that goes with it."""
    deals_in(folder, {-1: 500, 0: 5_300, 1: 3_900, 2: 300}, common, forms=("332",))
    manifest = Manifest.read(folder)
    if counts:
        (folder / COUNTS).write_text(counts, encoding="utf-8")
    outputs = dict(manifest.outputs) | {COUNTS: Output.of((folder / COUNTS).read_bytes())}
    replace(manifest, outputs=outputs, parameters={**manifest.parameters, **parameters}).write(folder)
    return folder


@pytest.mark.parametrize(
    "counts",
    [
        "shanten,count\n0," + "9" * 200_000 + "\n",
        "shanten,count\n" + "x" * 200_000 + ",1\n",
        "shanten,count\n0,-5\n",
        "shanten,count\n0\n",
        "shanten,count\n1000000000,5\n",
        "shanten,hands\n0,5\n",
        "shanten,count\n",
        "shanten,count\n0,1.5\n",
    ],
)
def test_hostile_tables_are_refused_with_one_sentence(
    kanamj: Run, tmp_path: Path, common: Lexicon, counts: str
) -> None:
    done = kanamj("table1", _forged(tmp_path / "a", counts, common), "--out", tmp_path / "t")
    assert (done.code, COUNTS in done.err, len(done.err) < 600) == (1, True, True), done.err


@pytest.mark.parametrize("name", ["lexicon", "seed", "chunk", "forms"])
def test_parameters_of_a_wrong_type_are_refused(
    kanamj: Run, tmp_path: Path, common: Lexicon, name: str
) -> None:
    folder = _forged(tmp_path / "a", "", common, **{name: [1, {"x": "y"}]})
    done = kanamj("table1", folder, "--out", tmp_path / "t")
    assert (done.code, f"{name} is missing or wrong in the manifest" in done.err) == (1, True), done.err


def test_foreign_text_is_not_read_as_markup(kanamj: Run, tmp_path: Path, common: Lexicon) -> None:
    evil = "[x](javascript:alert) | \x1b[31m `y`"
    folder = _forged(tmp_path / "a", "", common, lexicon=evil)
    done = kanamj("table1", folder, "--out", tmp_path / "t")
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "\\[x\\](javascript:alert) \\|" in done.out


def test_the_numbers_need_no_matplotlib(
    kanamj: Run, results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise MissingExtraError("a picture", "matplotlib", "plot")

    monkeypatch.setattr("kanamj.studies.table1_picture.japanese_font", missing)
    done = kanamj("table1", results, "--out", tmp_path / "t")
    assert (done.code, str(MissingExtraError("a picture", "matplotlib", "plot")) in done.err) == (0, True)
    written = sorted(path.name for path in (tmp_path / "t").iterdir())
    assert written == [MANIFEST, "table1.csv", "table1.md", "table1.tex"]
    assert Manifest.read(tmp_path / "t").verify(tmp_path / "t") == []


@pytest.mark.usefixtures("empty_folder")
def test_without_results_it_deals_its_own(kanamj: Run) -> None:
    """As from a wheel. The paper is reproduced by the same command, with its list."""
    done = kanamj("table1", "--n", 2_000, "--lexicon", DATA / "toy", "--copies", "ignore", "--out", "t")
    assert done.code == 0, done.err
    assert "Word mahjong (toy, 14 tiles, copies ignored) was dealt 2,000 times" in done.out
    made = Manifest.read("t")
    assert made.command == "kanamj table1 --n 2000 --lexicon toy --copies ignore --seed 1 --out DIR"
    assert made.inputs == {"lexicon toy": load_lexicon(DATA / "toy").sha256}
    dealt = run(Deals(DATA / "toy", 1_000_000 // 500, copies="ignore", sample=0))  # type: ignore[arg-type]
    assert [row["count"] for row in rows_of(read_table("t/table1.csv")) if row["column"] == "toy-14"] == [
        *dealt.counts.values()  # type: ignore[attr-defined]
    ]


def test_it_is_printed_in_three_formats(kanamj: Run, results: Path) -> None:
    printed = {name: kanamj("table1", results, "--format", name) for name in ("md", "csv", "tex")}
    assert {done.code for done in printed.values()} == {0}
    assert printed["csv"].out.startswith("column,title,exact,shanten,count,share,stderr,low,high\na-14,")
    tex = printed["tex"].out.splitlines()
    assert tex[:2] == [r"\begin{tabular}{rrrrrrrr}", r"\toprule"]
    assert tex[2].startswith(
        r"Shanten & count & proportion & 95 \% interval & the paper's 30,000 deals & four players, n"
    )
    assert tex[4].startswith(
        r"-1 & 6,110 & 0.06110 $\pm$ 0.00076 & 0.0596323--0.0626014 & 0.0588 $\pm$ 0.0014 & 3.02545 $\times"
    )
    assert {line.count("&") for line in tex[4:-2]} == {7}
    refused = kanamj("table1", results, "--format", "xlsx")
    assert (refused.code, "'xlsx' is not a format; choose from: csv, md, tex" in refused.err) == (2, True)


def test_the_picture_is_in_one_language(kanamj: Run, results: Path, tmp_path: Path) -> None:
    kana = "[ぁ-んァ-ヶ一-龥]"
    for language in ("en", "ja"):
        assert kanamj("table1", results, "--out", tmp_path / language, "--lang", language).code == 0
        drawn = Manifest.read(tmp_path / language).parameters["language"]
        assert drawn == ("ja" if language == "ja" and japanese_font() else "en")
    with mpl.rc_context({"svg.fonttype": "none"}):
        for language, lacks in (("en", kana), ("ja", "tiles|form|player|share|shanten")):
            choose(language)
            columns = [deals_column(results / "b-332"), *exact_columns()]
            svg = draw(columns)[0]["table1-riichi.svg"].decode()
            if Manifest.read(tmp_path / language).parameters["language"] == language:
                assert not [text for text in re.findall("<text[^>]*>([^<]*)", svg) if re.search(lacks, text)]
    choose("")
