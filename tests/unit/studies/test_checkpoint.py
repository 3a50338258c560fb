"""Checkpoints: torn lines, flipped bits and other parameters are noticed; a resumed run gives the same files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from kanamj.errors import CheckpointError, FileFormatError, KanamjError, ManifestError
from kanamj.folders.checkpoint import FILES, Checkpoint, Line, _format
from kanamj.folders.manifest import CHECKPOINT, MANIFEST
from kanamj.folders.writer import hold_folder
from kanamj.studies.deal_results import COUNTS, DealResults
from kanamj.studies.deals import Deals
from kanamj.studies.run import run, run_into
from kanamj.studies.workers import open_workers
from tests.reference import toy

DEALS = Deals(toy.LEXICON, 5_500, seed=7, tiles=toy.TILES, forms=("32",), sample=60, chunk_size=1_000)
PARAMETERS = {"n": 3, "seed": 1}


def _begun(folder: Path, chunks: int = 2) -> Path:
    folder.mkdir(exist_ok=True)
    with closing(Checkpoint(folder, "toys", "make toys", PARAMETERS)) as checkpoint:
        for chunk in range(chunks):
            checkpoint.add(chunk, {"counts": {"0": chunk}}, {f"{chunk}.bin": b"12"} if chunk else {})
    return folder / CHECKPOINT


def _read(folder: Path, parameters: dict[str, int] = PARAMETERS) -> tuple[list[Line], bool]:
    with closing(Checkpoint(folder, "toys", "make toys", parameters)) as checkpoint:
        return list(checkpoint.resume()), checkpoint.torn


def test_chunks_that_were_added_are_read_back(tmp_path: Path) -> None:
    path = _begun(tmp_path)
    file = tmp_path / FILES / "1.bin"
    expected = [Line(2, 0, {"counts": {"0": 0}}, {}), Line(3, 1, {"counts": {"0": 1}}, {"1.bin": file})]
    assert _read(tmp_path) == (expected, False)
    assert file.read_bytes() == b"12"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert rows[0]["line"] == {
        "kanamj": "checkpoint",
        "format": 3,
        "kind": "toys",
        "command": "make toys",
        "parameters": PARAMETERS,
    }
    assert rows[1]["line"] == {"chunk": 0, "record": {"counts": {"0": 0}}, "files": {}}


def test_a_chunk_is_synced_before_it_counts_as_done(tmp_path: Path) -> None:
    with closing(Checkpoint(tmp_path, "toys", "make toys", PARAMETERS)) as checkpoint:
        assert list(tmp_path.iterdir()) == []  # nothing before the first
        checkpoint.add(0, {"counts": {}}, {})
        assert (tmp_path / CHECKPOINT).read_text().count("\n") == 2


def test_a_torn_last_line_is_cut_off_wherever_it_is_torn(tmp_path: Path) -> None:
    path = _begun(tmp_path)
    whole = path.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for torn_by in range(1, last + 1):
        path.write_bytes(whole[:-torn_by])
        with closing(Checkpoint(tmp_path, "toys", "make toys", PARAMETERS)) as checkpoint:
            assert [line.chunk for line in checkpoint.resume()] == [0]
            assert checkpoint.torn == (torn_by < last)
            checkpoint.add(1, {"counts": {"0": 1}}, {"1.bin": b"12"})
        assert path.read_bytes() == whole


def test_damage_before_the_last_line_is_an_error(tmp_path: Path) -> None:
    path = _begun(tmp_path, chunks=3)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:2], lines[2][:9] + "\n", *lines[3:]]))
    with pytest.raises(FileFormatError, match=r"checkpoint.jsonl:3: .*--replace"):
        _read(tmp_path)


def test_a_chunk_whose_files_are_lost_is_done_again(tmp_path: Path) -> None:
    _begun(tmp_path)
    (tmp_path / FILES / "1.bin").write_bytes(b"13")
    assert [line.chunk for line in _read(tmp_path)[0]] == [0, -1]


@pytest.mark.parametrize(
    "line",
    [
        {"kanamj": "checkpoint", "format": 3, "kind": "deals", "command": "", "parameters": {}},
        {"chunk": 0, "record": {"sums": []}},
        {"chunk": "0", "record": {"sums": []}, "files": {}},
        {"chunk": 999, "record": {"sums": []}, "files": {}},
        {"chunk": 0, "record": [], "files": {}},
        {"chunk": 0, "record": {}, "files": {}},
        {"chunk": 0, "record": {"sums": [1]}, "files": {}},
        {"chunk": 0, "record": {"sums": [["counts", 1, "hands", "many", 1, 1]]}, "files": {}},
        {"chunk": 0, "record": {"sums": [["counts", 1, "heads", 1, 1, 1]]}, "files": {}},
        {"chunk": 0, "record": {"sums": []}, "files": {"../counts.csv": "12"}},
    ],
    ids=str,
)
def test_a_line_with_a_right_hash_and_a_wrong_content_is_damage(
    tmp_path: Path, line: dict[str, object]
) -> None:
    path = _cut(tmp_path / "cut", 1)
    head, _ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(head + _format(line))
    before = path.read_bytes()
    with pytest.raises(FileFormatError, match=r"checkpoint.jsonl:2: this line is damaged.*--replace"):
        _into(tmp_path / "cut", resume=True)
    assert path.read_bytes() == before
    assert [each.name for each in (tmp_path / "cut").iterdir()] == [CHECKPOINT]


@pytest.mark.parametrize("text", ["", "{}\n", '{"n": 3}\n', '{"epoch": 1, "loss": 0.2}\n', "x" * 100])
def test_a_checkpoint_of_another_program_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / CHECKPOINT).write_text(text)
    for replaces in (True, False):
        with pytest.raises(CheckpointError, match="is not a checkpoint that this kanamj reads"):
            run_into(tmp_path, DEALS, open_workers, replace=replaces, resume=not replaces)
    assert (tmp_path / CHECKPOINT).read_text() == text


@pytest.mark.parametrize(
    "other", [{"n": 4, "seed": 1}, {"n": 3, "seed": 2}, {"n": 3}, {"n": 3, "seed": 1, "x": 0}]
)
def test_other_parameters_are_refused_and_nothing_is_lost(tmp_path: Path, other: dict[str, int]) -> None:
    before = _begun(tmp_path).read_bytes()
    with pytest.raises(CheckpointError, match="was begun with"):
        _read(tmp_path, other)
    assert (tmp_path / CHECKPOINT).read_bytes() == before


def stop_after(chunks: int) -> Callable[[int], None]:
    """A progress that raises, as Ctrl-C does, when this many chunks are done."""
    seen: list[int] = []

    def progress(done: int) -> None:
        seen.append(done)
        if len(seen) == chunks:
            raise KeyboardInterrupt

    return progress


def _into(folder: Path, deals: Deals = DEALS, **given: object) -> DealResults:
    return run_into(folder, deals, open_workers, **given)  # type: ignore[arg-type]


def _cut(folder: Path, chunks: int = 3, deals: Deals = DEALS, **given: object) -> Path:
    """The checkpoint of a run that is stopped after this many chunks."""
    with suppress(KeyboardInterrupt):
        _into(folder, deals, progress=stop_after(chunks), **given)
    return folder / CHECKPOINT


def test_a_torn_line_is_noticed_and_dealt_again(tmp_path: Path) -> None:
    path = _cut(tmp_path / "cut")
    path.write_bytes(path.read_bytes()[:-7])
    told: list[str] = []
    assert _into(tmp_path / "cut", resume=True, tell=told.append) == run(DEALS, open_workers)
    assert "torn" in told[0]


def test_a_line_of_deeply_nested_brackets_is_damage(tmp_path: Path) -> None:
    path = _cut(tmp_path / "cut")
    head, first, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([head, first.replace(b'"files": {}', b"[" * 100_000), *rest]))
    with pytest.raises(FileFormatError, match=r":2: this line is damaged"):
        _into(tmp_path / "cut", resume=True)


def _flips(path: Path, tried: int) -> Iterator[None]:
    """The file with one bit flipped, in `tried` places one after the other."""
    whole = path.read_bytes()
    chance = random.Random(20)
    for _ in range(tried):
        place = chance.randrange(8 * len(whole))
        flipped = bytearray(whole)
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(bytes(flipped))
        yield


@pytest.mark.parametrize(
    "tried",
    [100, pytest.param(1_500, marks=pytest.mark.slow)],
)
def test_a_flipped_bit_is_noticed_or_does_no_harm(tmp_path: Path, tried: int) -> None:
    """It is refused, or its chunk, the last, is dealt again; never are other counts the result."""
    folder = tmp_path / "cut"
    path = _cut(folder, 5)
    expected = run(DEALS, open_workers)
    refused = 0
    for _ in _flips(path, tried):
        try:
            assert _into(folder, resume=True, keep_checkpoint=True) == expected
        except (CheckpointError, FileFormatError):
            refused += 1
        for name in (COUNTS, "waits.csv", "accepts.csv", MANIFEST):
            (folder / name).unlink(missing_ok=True)
    assert refused > tried / 2


def test_old_results_are_kept_until_the_new_ones_are_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    _into(out)
    before = (out / COUNTS).read_bytes()
    other = replace(DEALS, n=4_000, seed=8)
    with pytest.raises(ManifestError, match="--replace"):
        _into(out, other)
    _cut(out, 2, other, replace=True)
    assert (out / COUNTS).read_bytes() == before
    (out / "notes.txt").write_text("made meanwhile")
    assert _into(out, other, resume=True) == run(other, open_workers)
    assert (out / COUNTS).read_bytes() != before
    assert (out / "notes.txt").read_text() == "made meanwhile"


def test_the_folder_is_locked_until_the_results_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 0.1 a --resume while the results were written replaced them by others."""
    real = Deals.write
    told: list[str] = []

    def write(self: Deals, place: Path, result: DealResults) -> None:
        with pytest.raises(ManifestError, match="another run is writing") as error:
            _into(tmp_path, resume=True)
        told.append(str(error.value))
        real(self, place, result)

    monkeypatch.setattr(Deals, "write", write)
    _into(tmp_path)
    assert len(told) == 1
    with hold_folder(tmp_path), pytest.raises(ManifestError, match="another run"):
        _into(tmp_path, replace=True)


def test_workers_that_do_not_start_leave_nothing(tmp_path: Path) -> None:
    """In 0.1 a wrong address left a checkpoint that blocked the next try."""
    for given in ({}, {"resume": True}, {"replace": True}):
        with pytest.raises(KanamjError, match="0 workers"):
            run_into(tmp_path / "out", DEALS, partial(open_workers, workers=0), **given)
        assert not (tmp_path / "out").exists()
    before = _cut(tmp_path / "cut").read_bytes()
    with pytest.raises(KanamjError, match="0 workers"):
        run_into(tmp_path / "cut", DEALS, partial(open_workers, workers=0), replace=True)
    assert (tmp_path / "cut" / CHECKPOINT).read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux that is always full")
def test_a_full_disk_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    def full() -> None:
        with closing(Checkpoint(tmp_path, "toys", "make toys", PARAMETERS)) as checkpoint:
            checkpoint._file = Path("/dev/full").open("ab")  # noqa: SIM115  # closed with the checkpoint
            checkpoint.add(0, {"counts": {}}, {})

    with pytest.raises(OSError, match="No space left on device") as told:
        full()
    assert told.value.filename == str(tmp_path / CHECKPOINT)
