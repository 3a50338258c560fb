"""The study of docs/own-study.md as a program: two workers, a kill and a resume give the same bytes."""

from __future__ import annotations

import os
import re
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from kanamj.results import CHUNKS, Manifest
from kanamj.studies.script import _main
from tests.places import ROOT, by_default, ended, files_in

TEXT = (ROOT / "docs" / "own-study.md").read_text(encoding="utf-8")
SCRIPT = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[0]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
SMALL = ("--n", "4_000", "--chunk-size", "2e3", "--lexicon", "core")


@pytest.fixture
def script(tmp_path: Path) -> list[str]:
    (tmp_path / "tenpai.py").write_text(SCRIPT, encoding="utf-8")
    return [sys.executable, str(tmp_path / "tenpai.py")]


def run(command: list[str], *options: str, **how: object) -> str:
    done = ended([*command, *options], PYTHONPATH=str(ROOT), **how)  # type: ignore[arg-type]
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def test_the_script_prints_and_writes_its_tables(script: list[str], tmp_path: Path) -> None:
    said = run(script, *SMALL, "--workers", "1", "--out", str(tmp_path / "out"))
    assert re.search(r"^hands\ntenpai +waits\n\S+ % \(.*\) +\S+ ± ", said), said
    made = Manifest.read(tmp_path / "out")
    assert made.verify(tmp_path / "out") == []
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "MANIFEST.toml",
        "hands.csv",
        "pairs.csv",
    ]
    again = "python tenpai.py --n 4000 --hand 13 --lexicon core --seed 1 --chunk-size 2000 --out DIR"
    assert (made.kind, made.command, made.parameters["chunk"]) == ("tenpai", again, 2_000)


def test_a_reader_that_ends_early_is_answered_by_nothing(script: list[str]) -> None:
    command = [*script, "--n", "2000", "--lexicon", "core", "--workers", "1"]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        said = process.stderr.read()
    assert (process.returncode, said) == (1, "")


@pytest.mark.parametrize("stop", by_default({signal.SIGKILL}, [signal.SIGINT, signal.SIGKILL]))
def test_a_run_of_two_workers_that_is_stopped_is_resumed_to_the_same_bytes(
    script: list[str], tmp_path: Path, stop: signal.Signals
) -> None:
    """The workers end, too, if their parent is killed."""
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    options = ("--n", "3e4", "--chunk-size", "2e3", "--lexicon", "core")
    command = [*script, *options, "--workers", "2", "--out", str(cut)]
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) as process:
        while not [*cut.glob(f"{CHUNKS}/*.json")]:
            assert process.poll() is None
            time.sleep(0.01)
        crew = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(stop)
        _, said = process.communicate(timeout=600)
    if stop == signal.SIGINT:
        assert said == f"stopped. What is done is in {cut}; go on with --resume\n"
    assert process.returncode == (130 if stop == signal.SIGINT else -stop)
    assert not psutil.wait_procs(crew, timeout=600)[1]
    run(command, "--resume")
    run(script, *options, "--workers", "1", "--out", str(whole))
    assert files_in(cut) == files_in(whole)


def test_json_and_wrong_options(
    script: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process, with one worker, and without Dask."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    study = runpy.run_path(script[1])["Tenpai"]
    for options, code, said in (
        (("--n", "2000", "--lexicon", "core", "--workers", "1", "--json"), 0, '"tenpai_low": 0.'),
        (("--n", "many"), 2, "'many' is not a whole number below 1e18"),
        (("--resume",), 2, "--resume and --replace only work on a folder; they need --out DIR"),
        (("--workers", "9" * 5_000), 2, "is not a whole number below 1e18"),
        (("--n", "0"), 1, "error: n is 0; give a whole number from 1"),
        (("--lexicon", "nosuch"), 1, "error: "),
        (("--dask", "localhost:1"), 1, "error: a Dask cluster needs distributed, which is not installed"),
    ):
        try:
            stopped: object = _main(study, options)
        except SystemExit as stop:  # of argparse
            stopped = stop.code
        out, err = capsys.readouterr()
        assert (stopped, said in " ".join((out if code == 0 else err).split())) == (code, True), err


def test_a_script_without_a_guard_or_on_stdin_is_told_so(tmp_path: Path) -> None:
    unguarded = tmp_path / "unguarded.py"
    unguarded.write_text(SCRIPT.replace('if __name__ == "__main__":\n    ', ""), encoding="utf-8")
    small = (*SMALL, "--workers", "2")
    done = ended([sys.executable, str(unguarded), *small], PYTHONPATH=str(ROOT))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "error: each worker process imports unguarded.py, so its run would begin again there; put the call that runs "
        'it under `if __name__ == "__main__":`\n'
    )
    done = ended([sys.executable, "-", *small], input=SCRIPT, PYTHONPATH=str(ROOT))
    assert done.returncode == 1
    assert 'it under `if __name__ == "__main__":`; or use one worker' in done.stderr
