"""How studies run: their figures, what is not a sum, workers that fail or die, damaged chunks, and a full disk."""

from __future__ import annotations

import errno
import json
import math
import os
import pickle
import re
import shutil
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, pstdev, stdev
from typing import Any

import numpy as np
import pandas as pd
import pytest

from kanamj import results
from kanamj.errors import FileFormatError, KanamjError, ManifestError, MissingExtraError, UnfinishedRunError
from kanamj.results import CHUNKS, MANIFEST, NEW, Manifest
from kanamj.studies import (
    Study,
    crossed,
    csv_text,
    difference,
    for_people,
    frame,
    interval,
    mean,
    moments,
    part,
    pools,
    ratio,
    read_table,
    rows_of,
    run,
    share,
)
from kanamj.studies.frames import settled
from kanamj.studies.stats import Proportion
from tests.kills import killed_at
from tests.places import files_in, needs


def throws(number: int, size: int) -> list[int]:
    random = Random(number)
    return [random.randint(1, 6) for _ in range(size)]


@dataclass(frozen=True)
class Dice(Study):
    """Throws of a die, in chunks of 100. wrong: what a chunk does or gives instead."""

    n: int = 300
    seed: int = 1
    wrong: str = ""

    chunk_size = 100
    counted = ("throws",)

    def chunk(self, number: int, size: int) -> Any:
        if self.wrong and number == 1:
            return WRONG[self.wrong]()
        eyes = np.array(throws(number, size))
        sums: dict[Any, Any] = {"throws": size, "eyes": moments(eyes), "tenths": moments(eyes / 10)}
        sums["eyes and tenths"] = moments(eyes, eyes / 10)
        return sums | {("times", n): k for n, k in Counter(eyes.tolist()).items()}, {
            f"throws/{number}.txt": f"{eyes}"
        }

    def tables(self, sums: dict[Any, Any]) -> dict[str, Any]:
        n, times = sums["throws"], part(sums, "times")
        return {
            "all": [mean("eyes", *sums["eyes"]) | mean("tenths", *sums["tenths"])],
            "times": pd.DataFrame(
                [{"eyes": at, "times": k, **share("share", n, k)} for at, k in times.items()]
            ),
            "holes": frame({"eyes": at, "more": k if at > 1 else None, "all": n} for at, k in times.items()),
        }


class OddError(Exception):
    """An error that cannot be unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def _raise(error: Exception) -> Any:
    raise error


WRONG: dict[str, Any] = {
    "text": lambda: {"throws": "many"},
    "nan": lambda: {"throws": math.nan},
    "no dict": lambda: [1, 2],
    "key": lambda: {3.5: 1},
    "none": lambda: None,
    "other length": lambda: {"eyes": (1, 2)},
    "a row for a number": lambda: {"throws": (1, 2)},
    "negative": lambda: {"throws": 1, ("times", 1): -1_000, "eyes": (0, 0, 0)},
    "own error": lambda: _raise(OddError(1, 2)),
    "file error": lambda: _raise(FileFormatError("cannot be unpickled", path=Path("a"))),
    "zero": lambda: 1 / 0,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
}
SAID = {
    "text": "the study dice gives 'many' for 'throws'; a sum is a number, or a row of numbers",
    "nan": "the study dice gives nan for 'throws'; a sum is a number",
    "no dict": "the study dice gives [1, 2]; a chunk gives its sums, a dict of keys and numbers",
    "key": "the study dice gives a sum for 3.5; a key is a text, or a tuple",
    "none": "the study dice gives None; a chunk gives its sums",
    "other length": "another chunk gives another number of numbers",
    "a row for a number": "another chunk gives another number of numbers",
    "negative": "share is -9",
    "file error": "a: cannot be unpickled",
}


def test_tables_are_those_of_all_throws(tmp_path: Path) -> None:
    found, eyes = run(Dice(), tmp_path / "out"), [eye for number in range(3) for eye in throws(number, 100)]
    (row,) = found.rows("all")
    assert row["eyes"] == pytest.approx(fmean(eyes))
    assert row["eyes_stderr"] == pytest.approx(stdev(eyes) / math.sqrt(300), abs=1e-8)
    assert row["tenths"] == pytest.approx(fmean(eyes) / 10, abs=1e-8)
    for each in found.rows("times"):
        of = Proportion(eyes.count(each["eyes"]), 300)
        assert (each["times"], each["share"]) == (of.count, round(of.value, 8))
        assert [each["low"], each["high"]] == [round(end, 8) for end in of.interval]
    assert found.tables["holes"].dtypes.astype(str).tolist() == ["int64", "Int64", "int64"]
    assert (tmp_path / "out" / "holes.csv").read_text().splitlines()[:2] == ["eyes,more,all", "1,,300"]
    assert found.counted == Dice.read(tmp_path / "out").counted == {"throws": 300}
    assert "<table" in found._repr_html_()
    json.dumps(found.to_json(), allow_nan=False)
    assert Manifest.read(tmp_path / "out").parameters["throws"] == 300
    assert (tmp_path / "out" / "throws" / "2.txt").read_text() == str(np.array(throws(2, 100)))


def test_a_missing_dask_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("distributed", "cloudpickle"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match="a Dask cluster needs distributed, which is not installed"):
        run(Dice(), tmp_path / "out", dask="localhost:1")
    assert not (tmp_path / "out").exists()


@needs("pyarrow")
def test_tables_are_written_as_parquet(tmp_path: Path) -> None:
    found = run(Dice(), tmp_path / "out")
    found.to_parquet(tmp_path / "new" / "folder")
    assert pd.read_parquet(tmp_path / "new" / "folder" / "times.parquet").equals(found.tables["times"])


def test_figures_are_those_of_the_numbers() -> None:
    x, y = [3.0, 1, 4, 1, 5], [2, 7, 1, 8, 2]
    gaps = [a - b for a, b in zip(x, y, strict=True)]
    found = difference("gap", *moments(x, y), per=2)
    assert found == pytest.approx({"gap": fmean(gaps) / 2, "gap_stderr": stdev(gaps) / math.sqrt(5) / 2})
    of = sum(x) / sum(y)
    off = math.sqrt(sum((a - of * b) ** 2 for a, b in zip(x, y, strict=True))) / sum(y)
    assert ratio("share", *moments(x, y)) == pytest.approx({"share": of, "stderr": off})
    assert mean("m", *moments([2.5])) == {"m": 2.5, "m_stderr": None}
    assert mean("m", 0, 0, 0) == {"m": None, "m_stderr": None}
    assert share("s", 0, 0) == dict.fromkeys(("s", "s_stderr", "s_low", "s_high"))
    assert ratio("r", 0, 0, 0, 0, 0, 0) == {"r": None, "r_stderr": None}
    assert crossed("c", moments(x), [moments(x)]) == mean("c", *moments(x))
    for wrong in ((10, 11), (10, -1), (10, 2.5), (-1, 0)):
        with pytest.raises(KanamjError, match="a share is a whole number of as many or more"):
            share("tenpai", *wrong)
    with pytest.raises(KanamjError, match="number and squares are not negative"):
        mean("m", -1, 0, 0)
    for bad in ("ab", [[1, 2]], ["a"]):
        with pytest.raises(KanamjError, match="cannot be summed; give a row of numbers"):
            moments(bad)


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


def test_an_interval_that_ends_at_0_or_1_ends_there_exactly() -> None:
    for n in range(1, 400):
        none, every = Proportion(0, n).interval, Proportion(n, n).interval
        assert none[0] == 0.0 < none[1]
        assert every[0] < 1.0 == every[1]
        assert 0.0 < Proportion(1, n + 1).interval[0] < 1 / (n + 1)


def test_cells_are_rounded_once_and_read_again(tmp_path: Path) -> None:
    rows = [
        {"key": "い,か", "n": 2**60, "x": 1 / 3, "hole": None, "none": None},
        {"key": '"', "n": 1, "x": 1e-9, "hole": 3, "none": None},
        {"key": "", "n": 2, "x": 1.0, "hole": 4, "none": None},
    ]
    table = settled(frame(rows))
    text = csv_text(table)
    assert text == 'key,n,x,hole,none\n"い,か",1152921504606846976,0.33333333,,\n"""",1,0.0,3,\n,2,1.0,4,\n'
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")
    read = read_table(tmp_path / "a.csv")
    assert (rows_of(read), csv_text(read)) == (rows_of(table), text)
    assert read.dtypes.astype(str).tolist()[1:] == ["int64", "float64", "Int64", "float64"]
    assert rows_of(read_table(tmp_path / "a.csv", texts=("n",)))[1]["n"] == "1"
    assert csv_text(table[["x"]], fixed=3) == "x\n0.333\n0.000\n1.000\n"
    assert rows_of(settled(pd.DataFrame({"x": [0.123456, None]}), 2)) == [{"x": 0.12}, {"x": None}]


def test_people_see_shares_with_intervals_and_means_with_errors() -> None:
    row = {"of": "a", **share("best", 8, 8), **mean("gain", *moments([0, 0])), **mean("m", *moments([1, 2]))}
    assert for_people(frame([row])) == (
        ["of", "best", "gain", "m"],
        [["a", "100 % (68–100)", "0", "1.5000 ± 0.5000"]],
    )


@pytest.mark.parametrize(("wrong", "workers"), [*((name, 1) for name in SAID), ("file error", 2)])
def test_what_is_not_a_sum_is_one_sentence(wrong: str, workers: int) -> None:
    with pytest.raises(KanamjError, match=re.escape(SAID[wrong])):
        run(Dice(wrong=wrong), workers=workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_chunk_names_it(workers: int) -> None:
    with pytest.raises(ZeroDivisionError) as told:
        run(Dice(wrong="zero"), workers=workers)
    assert told.value.__notes__ == ["in chunk 1 of the study dice"]
    with pytest.raises(OddError if workers == 1 else KanamjError, match="1 and 2"):
        run(Dice(wrong="own error"), workers=workers)


def test_a_worker_that_dies_is_said_and_resumed_from(tmp_path: Path) -> None:
    with pytest.raises(KanamjError, match=r"a worker process died.*--resume"):
        run(Dice(wrong="killed"), tmp_path / "out", workers=2)


def test_a_study_that_cannot_be_sent_is_told_so() -> None:
    class Local(Dice):
        pass

    with pytest.raises(KanamjError, match="cannot be sent to a worker process .*Local.* use one worker"):
        run(Local(), workers=2)
    assert run(Local()).counted == {"throws": 300}


@pytest.mark.parametrize("needed", ["_Processes", "TemporaryDirectory"])
def test_where_no_process_can_be_started_one_worker_is_advised(
    monkeypatch: pytest.MonkeyPatch, needed: str
) -> None:
    """In a container whose /dev/shm, or whose temporary folder, cannot be written to, Python raises this."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(pools, needed, refused)
    with pytest.raises(KanamjError, match="Permission denied.* Use --workers 1"):
        run(Dice(), workers=2)
    assert run(Dice(), workers=1).counted == {"throws": 300}
    with pytest.raises(KanamjError, match="workers is -1; give a whole number from 0"):
        run(Dice(), workers=-1)


def test_what_is_sent_to_workers_is_small_however_large_the_study_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python before 3.11.5 waits for ever if a worker ends while something is sent that fills a pipe (64 KiB)."""
    sent = list[int]()
    submit = pools._Processes.submit

    def weighed(pool: Any, *task: Any) -> Any:
        sent.append(len(pickle.dumps(task)))
        return submit(pool, *task)

    monkeypatch.setattr(pools._Processes, "submit", weighed)
    with pools.open_pool(partial(len_of_both, bytes(1 << 20)), 2) as work:
        assert sorted(work(range(3))) == [(n, (1 << 20) + n) for n in range(3)]
    assert len(sent) == 3
    assert max(sent) < 1000


def len_of_both(data: bytes, n: int) -> int:
    return len(data) + n


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"n": 0}, "n is 0; give a whole number from 1 to 10"),
        ({"n": 10.5}, "n is 10.5"),
        ({"chunk_size": 0}, "chunk_size is 0; give a whole number from 1"),
        ({"seed": -1}, "seed is -1; give a whole number from 0"),
        ({"seed": 10**5_000}, "seed is <int>; give a whole number from 0"),
    ],
    ids=lambda of: " ".join(of) if isinstance(of, dict) else "",
)
def test_a_study_of_no_deals_or_without_a_seed_is_refused(
    tmp_path: Path, wrong: dict[str, Any], said: str
) -> None:
    study = Dice()
    for name, value in wrong.items():
        object.__setattr__(study, name, value)
    with pytest.raises(KanamjError, match=said):
        run(study, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_study_that_writes_an_empty_text_can_be_resumed(tmp_path: Path) -> None:
    class Silent(Dice):
        def chunk(self, number: int, size: int) -> Any:
            return super().chunk(number, size)[0], {f"{number}.txt": ""}

    run(Silent(), tmp_path / "out")
    told: list[str] = []
    run(Silent(), tmp_path / "out", resume=True, tell=told.append)
    assert told == [f"{tmp_path / 'out'} is finished; nothing is left to do"]


def test_chunks_stay_until_every_table_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a table goes away, or is changed, while the tables are moved into place."""
    real = results.sync_folder

    def spoil(folder: Path) -> None:
        real(folder)
        if (folder / "times.csv").is_file() and not (folder / MANIFEST).is_file():
            (folder / "times.csv").unlink()

    with monkeypatch.context() as patched:
        patched.setattr(results, "sync_folder", spoil)
        with pytest.raises(ManifestError, match=r"times\.csv: is missing"):
            run(Dice(), tmp_path / "out")
    assert (tmp_path / "out" / CHUNKS / "000002.json").is_file()
    with pytest.raises(ManifestError, match=r"is damaged; move .*\.kanamj-new away"):
        run(Dice(), tmp_path / "out", resume=True)
    shutil.rmtree(tmp_path / "out" / NEW)
    for path in (tmp_path / "out").glob("*.csv"):
        path.unlink()
    shutil.rmtree(tmp_path / "out" / "throws")
    run(Dice(), tmp_path / "out", resume=True)
    run(Dice(), tmp_path / "whole")
    assert files_in(tmp_path / "out") == files_in(tmp_path / "whole")


def error_of(study: Study, out: Path) -> str:
    """The error of a resumed run; "" if there is none."""
    try:
        run(study, out, resume=True)
    except UnfinishedRunError as error:
        return str(error)
    return ""


def test_a_run_killed_before_any_change_of_the_file_system_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder holds older results and a file of the user. If nothing had been done, --resume refuses, and the older
    results are still there."""
    study = Dice(250)
    run(study, tmp_path / "whole")
    step, died = 0, True
    while died:
        out = tmp_path / f"out{step}"
        run(Dice(100), out)
        (out / ".env").write_text("KEY=1")
        before = files_in(out)
        died = killed_at(step, lambda out=out: run(study, out, replace=True), monkeypatch)
        assert (out / MANIFEST).is_file()
        if said := error_of(study, out):  # nothing was done: the older results are shown for what they are
            assert "n 100, but this call has 250" in said, step
            assert {name: data for name, data in files_in(out).items() if CHUNKS not in name} == before
            run(study, out, replace=True)
        assert files_in(out) == files_in(tmp_path / "whole") | {".env": b"KEY=1"}, step
        step += 1
    assert step > 30


@pytest.mark.parametrize("fits", [0, 3, 6])
def test_a_full_disk_is_said_and_resumed_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fits: int
) -> None:
    real, left, out = os.fsync, fits, tmp_path / "out"

    def full(handle: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left on device") as told:
            run(Dice(), out)
    assert str(told.value).endswith(f"{told.value.filename!r}")
    run(Dice(), out, resume=True)
    run(Dice(), tmp_path / "whole")
    assert files_in(out) == files_in(tmp_path / "whole")


def test_chunks_that_are_damaged_or_of_another_run_are_done_again(tmp_path: Path) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    for name, study in (("out", Dice()), ("other", Dice(301))):
        with pytest.raises(KeyboardInterrupt):
            run(study, tmp_path / name, progress=stop)
    chunks = tmp_path / "out" / CHUNKS
    (chunks / "000001.json").write_bytes((tmp_path / "other" / CHUNKS / "000000.json").read_bytes())
    (chunks / "000000.json").write_bytes((chunks / "000000.json").read_bytes()[:-9])
    told: list[str] = []
    again = run(Dice(), tmp_path / "out", resume=True, tell=told.append)
    assert [said.split(" in ")[0] for said in told] == ["chunk 0", "chunk 1"]
    assert again.to_json() == run(Dice()).to_json()
    with pytest.raises(UnfinishedRunError, match="was begun with n 301, but this call has 300"):
        run(Dice(), tmp_path / "other", resume=True)


def test_a_second_run_in_a_folder_is_refused(tmp_path: Path) -> None:
    def again(_: int) -> None:
        with pytest.raises(ManifestError, match="another run is writing"):
            run(Dice(), tmp_path / "out")

    run(Dice(), tmp_path / "out", progress=again)


@dataclass(frozen=True)
class Slow(Study):
    """Chunks that wait."""

    n: int = 4
    chunk_size = 1

    def chunk(self, number: int, size: int) -> dict[str, int]:
        time.sleep(0.05 if number else 600)
        return {"n": size}


def test_workers_end_when_the_run_ends() -> None:
    from multiprocessing import active_children

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    before = {*active_children()}
    with pytest.raises(KeyboardInterrupt):
        run(Slow(), workers=2, progress=stop)
    assert not {*active_children()} - before
