"""Studies that are declared by tables: figures, standard errors, files, and errors of studies from outside."""

from __future__ import annotations

import json
import math
import re
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from kanamj.errors import FileFormatError, KanamjError, ManifestError, MissingExtraError
from kanamj.folders import MANIFEST, Manifest, Output
from kanamj.studies.measures import Column, Count, Difference, Mean, Ratio, Share, Value
from kanamj.studies.run import run, run_into
from kanamj.studies.stats import Proportion
from kanamj.studies.study import Chunk, Study, Tally
from kanamj.studies.sums import Row, Sum, Sums, Totals, pair
from kanamj.studies.tables import Declared
from kanamj.studies.workers import open_workers
from kanamj.version import __version__
from tests.places import ROOT, files_in, python


@dataclass(frozen=True)
class Dice(Study):
    """Throws of a die, in chunks of 100; given: what is yielded instead, for sums that are none."""

    n: int = 300
    given: Any = None

    chunk_size = 100
    kind = command = "dice"
    counted = ("throws",)
    tables = (
        Declared(
            "odd",
            "odd",
            Share("six", n="throws", count="sixes", low="low", high="high"),
            Mean("eyes", digits=12),
            Mean("eighths", digits=12),
            order=lambda row: -row["eyes"],
        ),
        Declared(
            "eyes",
            "eyes",
            Share("times", count="times", out_of="throws", stderr=""),
            Column("double", lambda _, r: 2 * r.keys[0]),
        ),
        Declared("spread", derived=True),
    )

    def parameters(self) -> dict[str, Any]:
        return {"n": self.n, "version": __version__}

    def throws(self, chunk: Chunk) -> list[int]:
        random = Random(chunk.number)
        return [random.randint(1, 6) for _ in range(chunk.size)]

    def sums(self, chunk: Chunk) -> Sums:
        if self.given is not None:
            yield self.given
        for eyes in self.throws(chunk):
            yield ("throws",), 1
            yield ("eyes", eyes, "times"), 1
            yield ("odd", eyes % 2, "six"), Sum.of([eyes == 6])
            yield ("odd", eyes % 2, "eyes"), Sum.of([eyes])
            yield ("odd", eyes % 2, "eighths"), Sum.of([eyes / 10])

    def derived(self, sums: Totals) -> Any:
        from kanamj.studies.csvtext import Table

        seen = [eyes for (eyes,) in sums.rows("eyes")]
        return {"spread": Table.of_row({"least": min(seen), "most": max(seen)})}


def all_throws(study: Dice) -> list[int]:
    return [eyes for number in range(study.chunk_count) for eyes in study.throws(study.chunk(number))]


def test_means_and_errors_are_those_of_the_numbers() -> None:
    study = Dice()
    found, throws = run(study, open_workers), all_throws(study)
    assert found.counted == {"throws": 300}
    rows = found.tables["odd"].objects()
    assert [row["odd"] for row in rows] == [0, 1]  # the even ones have more eyes
    for row in rows:
        eyes = [each for each in throws if each % 2 == row["odd"]]
        sixes = Proportion(eyes.count(6), len(eyes))
        assert (row["throws"], row["sixes"]) == (len(eyes), sixes.count)
        assert (row["share"], row["stderr"]) == (round(sixes.value, 8), round(sixes.stderr, 8))
        assert (row["low"], row["high"]) == tuple(round(end, 8) for end in sixes.interval)
        for name, scale in (("eyes", 1), ("eighths", 0.1)):
            assert row[name] == pytest.approx(fmean(eyes) * scale)
            assert row[f"{name}_stderr"] == pytest.approx(stdev(eyes) * scale / math.sqrt(len(eyes)))
    assert found.tables["eyes"].rows == [
        [eyes, throws.count(eyes), round(throws.count(eyes) / 300, 8), 2 * eyes] for eyes in range(1, 7)
    ]
    assert found.tables["spread"].rows == [[1, 6]]


def test_results_do_not_depend_on_workers_or_on_the_order_of_chunks(tmp_path: Path) -> None:
    study = Dice(1_000)
    whole = run(study, open_workers)
    assert run_into(tmp_path, study, partial(open_workers, workers=2)) == whole == Dice.read(tmp_path)
    assert [*files_in(tmp_path)] == ["MANIFEST.toml", "eyes.csv", "odd.csv", "spread.csv"]
    assert whole.to_json()["throws"] == 1_000
    tally = Tally(study)
    for number in reversed(range(study.chunk_count)):  # the last chunk first
        tally.add(json.loads(json.dumps(study.work(study.chunk(number)).record)), {})
    assert tally.result() == whole


def test_tables_become_parquet_where_pyarrow_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pandas as pd

    found = run(Dice(), partial(open_workers, workers=1))
    found.to_parquet(tmp_path)
    for name, table in found.tables.items():
        frame = pd.read_parquet(tmp_path / f"{name}.parquet")
        assert [tuple(row) for row in frame.itertuples(index=False)] == [tuple(row) for row in table.rows]
        assert tuple(frame.columns) == table.columns
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'kanamj\[parquet\]'"):
        found.to_parquet(tmp_path)


@pytest.mark.parametrize("seed", range(3))
def test_a_difference_and_a_ratio_with_their_errors(seed: int) -> None:
    random = Random(seed)
    sizes = [random.randint(1, 9) for _ in range(50)]
    wins = [sum(random.random() < 0.3 for _ in range(size)) for size in sizes]
    sums = Totals({("t", name): value for name, value in pair("wins", wins, "games", sizes)})
    row = Row("t", (), sums)
    apart = [win - size for win, size in zip(wins, sizes, strict=True)]
    assert Difference("wins", other="games").cells(None, row) == [
        round(fmean(apart), 8),
        round(stdev(apart) / math.sqrt(50), 8),
    ]
    ratio = sum(wins) / sum(sizes)
    off = [win - ratio * size for win, size in zip(wins, sizes, strict=True)]
    error = math.sqrt(sum(each**2 for each in off)) / sum(sizes)
    assert Ratio("wins", other="games").cells(None, row) == [round(ratio, 8), pytest.approx(error, abs=1e-8)]


def test_errors_of_clusters_cover_the_truth() -> None:
    """Games on the same wall are alike. 95 % of the intervals over walls contain the true share; of those over
    games, far fewer do.
    """
    random, covered, by_games = Random(5), 0, 0
    for _ in range(400):
        walls = [0.2 + 0.6 * (random.random() < 0.5) for _ in range(60)]
        wins = [sum(random.random() < p for _ in range(4)) for p in walls]
        sums = Totals({("t", name): value for name, value in pair("wins", wins, "games", [4] * 60)})
        share, error = Ratio("wins", other="games").cells(None, Row("t", (), sums))
        assert share is not None
        assert error is not None
        covered += abs(share - 0.5) < 1.96 * error
        by_games += abs(share - 0.5) < 1.96 * math.sqrt(0.25 / 240)
    assert 0.92 <= covered / 400 <= 0.98
    assert by_games / 400 < 0.9


def test_a_row_without_numbers_has_no_mean_and_no_error() -> None:
    row = Row("t", (), Totals({("t", "one"): Sum(1, 3, 9)}))
    assert Mean("one").cells(None, row) == [3.0, None]
    for measure in (Mean("none"), Difference("none", other="no"), Ratio("none", other="no")):
        assert measure.cells(None, row) == [None, None]
    assert Value("none").cells(None, row) == [None]
    assert Share("none", n="n", count="count").cells(None, row) == [0, 0, None, None]
    assert Count("none").cells(None, row) == [0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("eyes", 1), r"the study dice gives 'eyes': \(1, 1, 1\); the name of a sum is a tuple"),
        ((("nose", 1, "times"), 1), "'nose' is not a table of this study; choose from: odd, eyes"),
        ((("tails",), 1), "'tails' is not a count of this study; choose from: throws"),
        ((("spread", "least"), 1), "'spread' is not a table of this study"),
        (
            (("eyes", "times"), 1),
            r"the sums of the table eyes are \(eyes, eyes, MEASURE\) with one of the measures times",
        ),
        ((("eyes", 1, "minutes"), 1), "with one of the measures times"),
        ((("eyes", 9, "times"), "many"), "a sum is a whole number, or n, a sum, and a sum of squares"),
        ((("eyes", 9, "times"), (1, 2)), "a sum is a whole number, or n, a sum, and a sum of squares"),
        (
            (("eyes", 9, "times"), (1, math.nan, 1)),
            "a sum is a whole number, or n, a sum, and a sum of squares",
        ),
        ((("eyes", 9, "times"), -3), "n is a whole number from 0"),
        ((("eyes", 9, "times"), (2.5, 1, 1)), "n is a whole number from 0"),
        ((("eyes", 9, "times"), (2, 1, -1)), "a sum of squares is not negative"),
        ((("eyes", 9, "times"), (2, -1, 1)), "a count is a whole number from 0"),
        ((("eyes", 9, "times"), (2, 0.5, 1)), "a count is a whole number from 0"),
        ((("eyes", None, "times"), 1), "a key is a text or a whole number, not None"),
        ((("odd", 1, "six"), (0, 400, 400)), "the table odd has 1,200 six of .*, not a share"),
        (7, "the study dice gives 7; it must give pairs of a name"),
    ],
)
def test_a_study_that_gives_something_else_than_declared_sums_is_an_error(given: Any, said: str) -> None:
    with pytest.raises(KanamjError, match=said):
        run(Dice(given=given), open_workers)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (",sixes", "", "row 1 has 11 columns, but the header has 10"),
        ("odd,throws,sixes", "odd,throws,fives", "has the columns odd, throws, fives"),
        ("\n1,", "\n0,", "rows 1 and 2 are both of 0; make the results again"),
        ("\n1,", "\n1,a", "must be a whole number from 0; make the results again"),
        ("\n1,1", "\n1,-1", "must be a whole number from 0"),
        (r",0.0\d+,", ",x,", "in column (share|stderr|low), which must be a number"),
        (r",0.0\d+,", ",nan,", "has 'nan' in column (share|stderr|low), which must be a number"),
        (r",0.0\d+,", ",1e400,", "has '1e400' in column (share|stderr|low), which must be a number"),
    ],
)
def test_a_table_that_was_changed_by_hand_is_an_error(tmp_path: Path, old: str, new: str, said: str) -> None:
    """The hash in the manifest is made right again, so that the table itself is judged."""
    run_into(tmp_path / "out", Dice(), open_workers)
    path = tmp_path / "out" / "odd.csv"
    text, changes = re.subn(old, new, path.read_text(), count=1 if old != ",sixes" else 9)
    assert changes
    path.write_text(text)
    manifest = Manifest.read(tmp_path / "out")
    outputs = {**manifest.outputs, "odd.csv": Output.of(text, rows=2)}
    (tmp_path / "out" / MANIFEST).unlink()
    Manifest("dice", "x", __version__, parameters=manifest.parameters, outputs=outputs).write(
        tmp_path / "out"
    )
    with pytest.raises((FileFormatError, ManifestError), match=said):
        Dice.read(tmp_path / "out")


@pytest.mark.parametrize("given", [None, 7])
def test_a_study_that_gives_nothing_to_go_through_is_an_error(given: Any) -> None:
    class Broken(Dice):
        def sums(self, chunk: Chunk) -> Sums:  # noqa: ARG002
            return given  # type: ignore[no-any-return]

    with pytest.raises(KanamjError, match=f"the study dice gives {given}; it must give pairs of a name"):
        run(Broken(), open_workers)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    given = Dice().recorded([(("eyes", np.int64(6), "times"), np.int64(2)), (("eyes", 6, "times"), 1)])
    assert json.dumps(given.record) == '{"sums": [["eyes", 6, "times", 3, 3, 3]]}'
    assert Totals({("t", "a", "m"): Sum(1, 1, 1), ("t", 2, "m"): Sum(1, 1, 1)}).rows("t") == [(2,), ("a",)]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ([[1, 2], [3, 4]], r"shape \(2, 2\) and type int64 cannot be summed; give a row of numbers"),
        (3, r"shape \(\) and type int64"),
        (["a"], "type <U1 cannot be summed"),
    ],
)
def test_only_a_row_of_numbers_is_summed(numbers: Any, said: str) -> None:
    with pytest.raises(KanamjError, match=said):
        Sum.of(numbers)


def test_sums_of_other_deals_have_no_difference_and_no_ratio() -> None:
    with pytest.raises(KanamjError, match="2 numbers and 1 are not of the same deals"):
        dict(pair("a", [1, 2], "b", [3]))
    row = Row("t", (), Totals({("t", "a"): Sum(3, 3, 3), ("t", "b"): Sum(2, 2, 2)}))
    for measure in (Difference("a", other="b"), Ratio("a", other="b")):
        with pytest.raises(KanamjError, match=r"the table t has 3 a, 2 b, 0 a\*b, not as many of each"):
            measure.cells(None, row)


def test_a_study_that_raises_says_where() -> None:
    class Broken(Dice):
        def sums(self, chunk: Chunk) -> Sums:
            yield ("throws",), 1 // (2 - chunk.number)

    with pytest.raises(ZeroDivisionError) as raised:
        run(Broken(), open_workers)
    assert raised.value.__notes__ == ["in chunk 2 of the study dice"]


def page_study() -> str:
    page = (ROOT / "docs" / "own-study.md").read_text(encoding="utf-8")
    return page.partition("```python\n")[2].partition("```")[0]


def test_the_study_of_the_documents_runs_with_workers_and_resumes(tmp_path: Path) -> None:
    text = page_study()
    assert len([line for line in text.splitlines() if line]) <= 40
    (tmp_path / "twins.py").write_text(
        text.replace("100_000", "6_000").replace("20_000", "1_000"), encoding="utf-8"
    )
    said = []
    for _ in range(2):
        done = python("twins.py", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        said.append((done.stdout, files_in(tmp_path / "twins")))
    assert said[0] == said[1]
    assert [*said[0][1]] == ["MANIFEST.toml", "all.csv", "by_shanten.csv"]
    rows = [eval(line) for line in said[0][0].splitlines()]  # dictionaries, as Python prints them
    assert sum(row["hands"] for row in rows) == 6_000
    assert all(0 < row["twins"] < 1 or row["hands"] < 50 for row in rows if "twins" in row)
