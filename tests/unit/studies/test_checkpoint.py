"""Checkpoints: torn lines, other parameters, two runs at once; folders; and a process that is really killed."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from subprocess import Popen

import psutil
import pytest

from kanamj.errors import CheckpointError, FileFormatError, KanamjError, ManifestError
from kanamj.manifest import MANIFEST, Manifest
from kanamj.studies import deals as deals_module
from kanamj.studies.checkpoint import CHECKPOINT, open_checkpoint
from kanamj.studies.dealfolder import deal_into
from kanamj.studies.deals import Chunk, Deals, count_chunk, simulate
from kanamj.studies.dealt import ACCEPTS, COUNTS, WAITS, read_dealt
from tests.places import ROOT
from tests.reference import toy

DEALS = Deals(toy.LEXICON, 5_500, seed=7, tiles=toy.TILES, forms=("32",), sample=60)
PARAMETERS = {"n": 3, "seed": 1}


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of 1,000 deals, so that small runs have many."""
    monkeypatch.setattr(deals_module, "CHUNK", 1_000)


def _begun(path: Path, chunks: int = 2) -> Path:
    with open_checkpoint(path, PARAMETERS, resume=False) as checkpoint:
        for chunk in range(chunks):
            checkpoint.add(chunk, {"counts": {"0": chunk}})
    return path


def test_what_is_added_is_there_again(tmp_path: Path) -> None:
    path = _begun(tmp_path / "c")
    with open_checkpoint(path, PARAMETERS, resume=True) as checkpoint:
        assert checkpoint.done == {0: {"counts": {"0": 0}}, 1: {"counts": {"0": 1}}}
        assert not checkpoint.torn
        checkpoint.add(7, {"counts": {}})
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        PARAMETERS,
        {"chunk": 0, "counts": {"0": 0}},
        {"chunk": 1, "counts": {"0": 1}},
        {"chunk": 7, "counts": {}},
    ]


def test_a_chunk_is_on_disk_before_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "c"
    with open_checkpoint(path, PARAMETERS, resume=False) as checkpoint:
        checkpoint.add(0, {"counts": {}})
        assert path.read_text().count("\n") == 2


@pytest.mark.parametrize("torn_by", range(1, 30))
def test_torn_last_line_is_cut_off_wherever_it_is_torn(tmp_path: Path, torn_by: int) -> None:
    path = _begun(tmp_path / "c")
    whole = path.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    assert torn_by <= last
    path.write_bytes(whole[:-torn_by])
    with open_checkpoint(path, PARAMETERS, resume=True) as checkpoint:
        assert checkpoint.torn == (torn_by < last)
        assert list(checkpoint.done) == [0]
        checkpoint.add(1, {"counts": {"0": 1}})
    assert path.read_bytes() == whole


def test_torn_first_line_begins_anew(tmp_path: Path) -> None:
    path = _begun(tmp_path / "c", chunks=0)
    whole = path.read_bytes()
    path.write_bytes(whole[:5])
    with open_checkpoint(path, PARAMETERS, resume=True) as checkpoint:
        assert checkpoint.torn
        assert checkpoint.done == {}
    assert path.read_bytes() == whole


def test_damage_before_the_last_line_is_an_error(tmp_path: Path) -> None:
    path = _begun(tmp_path / "c", chunks=3)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:2], lines[2][:9] + "\n", *lines[3:]]))
    with (
        pytest.raises(FileFormatError, match=r"c:3: .*--replace"),
        open_checkpoint(path, PARAMETERS, resume=True),
    ):
        pytest.fail("opened")


@pytest.mark.parametrize(
    "other", [{"n": 4, "seed": 1}, {"n": 3, "seed": 2}, {"n": 3}, {"n": 3, "seed": 1, "x": 0}]
)
def test_other_parameters_are_refused_and_nothing_is_lost(tmp_path: Path, other: dict[str, int]) -> None:
    path = _begun(tmp_path / "c")
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="was begun with"), open_checkpoint(path, other, resume=True):
        pytest.fail("opened")
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="files are locked by fcntl")
@pytest.mark.parametrize("resume", [True, False])
def test_two_runs_in_one_folder_are_refused(tmp_path: Path, resume: bool) -> None:
    path = tmp_path / "c"
    with open_checkpoint(path, PARAMETERS, resume=False) as checkpoint:
        checkpoint.add(0, {"counts": {}})
        before = path.read_bytes()
        with (
            pytest.raises(CheckpointError, match="another run"),
            open_checkpoint(path, PARAMETERS, resume=resume),
        ):
            pytest.fail("opened")
        assert path.read_bytes() == before


def _stop_after(chunks: int):  # type: ignore[no-untyped-def]
    """A progress that raises, as Ctrl-C does, when so many chunks are done."""
    seen: list[int] = []

    def progress(done: int) -> None:
        seen.append(done)
        if len(seen) == chunks:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("chunks", [1, 3, 6])
def test_interrupted_and_resumed_is_byte_for_byte_the_same(tmp_path: Path, chunks: int) -> None:
    deal_into(tmp_path / "whole", DEALS)
    with pytest.raises(KeyboardInterrupt):
        deal_into(tmp_path / "cut", DEALS, progress=_stop_after(chunks))
    assert [path.name for path in (tmp_path / "cut").iterdir()] == [CHECKPOINT]
    done: list[int] = []
    told: list[str] = []
    dealt = deal_into(tmp_path / "cut", DEALS, resume=True, progress=done.append, tell=told.append)
    assert dealt == simulate(DEALS)
    assert sum(done) == DEALS.n
    assert done[0] == min(1_000 * chunks, DEALS.n)
    assert told == []
    for name in (COUNTS, WAITS, ACCEPTS, MANIFEST):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert not (tmp_path / "cut" / CHECKPOINT).exists()


def test_a_torn_line_is_noticed_and_dealt_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        deal_into(tmp_path / "cut", DEALS, progress=_stop_after(3))
    path = tmp_path / "cut" / CHECKPOINT
    path.write_bytes(path.read_bytes()[:-7])
    told: list[str] = []
    assert deal_into(tmp_path / "cut", DEALS, resume=True, tell=told.append) == simulate(DEALS)
    assert "torn" in told[0]


def test_a_checkpoint_whose_numbers_were_changed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        deal_into(tmp_path / "cut", DEALS, progress=_stop_after(3))
    path = tmp_path / "cut" / CHECKPOINT
    lines = path.read_text().splitlines()
    record = json.loads(lines[1])
    record["counts"]["0"] += 1
    path.write_text("\n".join([lines[0], json.dumps(record), *lines[2:], ""]))
    with pytest.raises(KanamjError, match="damaged"):
        deal_into(tmp_path / "cut", DEALS, resume=True)


def test_an_unfinished_run_is_not_overwritten_unasked(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        deal_into(tmp_path / "cut", DEALS, progress=_stop_after(2))
    before = (tmp_path / "cut" / CHECKPOINT).read_bytes()
    with pytest.raises(CheckpointError, match="--resume to go on, --replace"):
        deal_into(tmp_path / "cut", DEALS)
    assert (tmp_path / "cut" / CHECKPOINT).read_bytes() == before
    assert deal_into(tmp_path / "cut", DEALS, replace=True) == simulate(DEALS)


def test_old_results_stay_until_the_new_are_whole(tmp_path: Path) -> None:
    deal_into(tmp_path / "out", DEALS)
    before = (tmp_path / "out" / COUNTS).read_bytes()
    other = Deals(toy.LEXICON, 4_000, seed=8, tiles=toy.TILES, forms=("32",))
    with pytest.raises(ManifestError, match="--replace"):
        deal_into(tmp_path / "out", other)
    with pytest.raises(KeyboardInterrupt):
        deal_into(tmp_path / "out", other, replace=True, progress=_stop_after(2))
    assert (tmp_path / "out" / COUNTS).read_bytes() == before
    assert deal_into(tmp_path / "out", other, resume=True) == simulate(other)
    assert (tmp_path / "out" / COUNTS).read_bytes() != before


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    for replace in (False, True):
        with pytest.raises(ManifestError):
            deal_into(tmp_path, DEALS, replace=replace)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_finished_results_are_read_back(tmp_path: Path) -> None:
    dealt = deal_into(tmp_path / "out", DEALS, keep_checkpoint=True)
    assert (tmp_path / "out" / CHECKPOINT).read_text().count("\n") == 1 + 6
    (tmp_path / "out" / CHECKPOINT).unlink()
    told: list[str] = []
    assert (
        deal_into(tmp_path / "out", DEALS, resume=True, tell=told.append)
        == dealt
        == read_dealt(tmp_path / "out")
    )
    assert "finished" in told[0]
    other = Deals(toy.LEXICON, DEALS.n, seed=8, tiles=toy.TILES, forms=("32",), sample=60)
    with pytest.raises(CheckpointError, match="seed 7, this call has 8"):
        deal_into(tmp_path / "out", other, resume=True)


def test_changed_results_are_noticed(tmp_path: Path) -> None:
    deal_into(tmp_path / "out", DEALS)
    path = tmp_path / "out" / COUNTS
    path.write_text(path.read_text().replace("0", "1", 1))
    with pytest.raises(ManifestError, match=r"counts\.csv"):
        read_dealt(tmp_path / "out")


def test_the_manifest_says_what_made_it(tmp_path: Path, common: object) -> None:
    deals = Deals(common, 50, form := 4, hand=8, forms=("332",), sample=3)  # type: ignore[arg-type]
    deal_into(tmp_path / "out", deals)
    manifest = Manifest.read(tmp_path / "out")
    assert manifest.parameters["seed"] == form
    assert manifest.parameters["lexicon_sha256"] == deals.lexicon.sha256
    assert set(manifest.inputs) == {"2gram.txt", "3gram.txt"}
    assert manifest.command.startswith("kanamj simulate deals --n 50 --hand 8 --form 332 ")
    assert set(manifest.outputs) <= {COUNTS, WAITS, ACCEPTS}


# A whole run in a process of its own, killed with SIGKILL: the folder and the processes it leaves.

RUN = """
import sys
from functools import partial
from pathlib import Path
from subprocess import Popen
from tests.reference import toy
from kanamj.studies import deals
from kanamj.studies.dealfolder import deal_into
from kanamj.studies.executors import open_workers
if __name__ == "__main__":
    deals.CHUNK = 1_000
    asked = deals.Deals(toy.LEXICON, 100_000, seed=7, tiles=toy.TILES, forms=("32",), sample=60)
    deal_into(Path(sys.argv[1]), asked, partial(open_workers, int(sys.argv[2])), resume=True)
"""


def _run(script: Path, out: Path, workers: int) -> Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), str(out), str(workers)]
    with script.with_suffix(".err").open("w") as errors:
        return Popen(command, env=environment, stderr=errors)


def _wait_for(lines: int, path: Path, process: Popen[bytes]) -> None:
    """Until the checkpoint has so many lines."""
    for _ in range(6_000):
        if path.is_file() and path.read_bytes().count(b"\n") >= lines:
            return
        assert process.poll() is None, "the run ended by itself"
        time.sleep(0.01)
    pytest.fail(f"{path} did not grow to {lines} lines in a minute")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_runs_go_on_to_the_same_numbers(tmp_path: Path, workers: int) -> None:
    script = tmp_path / "run.py"
    script.write_text(RUN)
    out = tmp_path / "out"
    lines = 0
    for more in (3, 4):
        process = _run(script, out, workers)
        _wait_for(lines + more, out / CHECKPOINT, process)
        children = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        _, alive = psutil.wait_procs(children, timeout=20)
        assert not alive, "workers outlived the process that was killed"
        lines = (out / CHECKPOINT).read_bytes().count(b"\n")
        assert not (out / COUNTS).exists()
    assert lines < 100
    kept = (out / CHECKPOINT).read_bytes()
    with (out / CHECKPOINT).open("ab") as file:
        file.write(kept.splitlines(keepends=True)[1][:-5])
    process = _run(script, out, workers)
    assert process.wait(120) == 0
    whole = Deals(toy.LEXICON, 100_000, seed=7, tiles=toy.TILES, forms=("32",), sample=60)
    assert read_dealt(out) == simulate(whole)


def test_count_chunk_gives_the_same_record_twice() -> None:
    assert count_chunk(DEALS, Chunk(3, 400, 20)) == count_chunk(DEALS, Chunk(3, 400, 20))
