"""The script that measures README's commands: which lines it runs, and what it counts."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.studies import read_table, rows_of
from tests.places import PROJECT, script

install = script("results_install")


def test_the_lines_are_those_of_readme() -> None:
    assert install.lines() == {
        "judge": "pip install . && kanamj judge さくらなみだたまごきつねいぬ",
        "test": "pip install -e '.[test]' && poe test",
    }


def test_a_file_of_two_names_is_counted_once(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(os.urandom(3 << 20))
    (tmp_path / "two").hardlink_to(tmp_path / "one")
    assert install.megabytes(tmp_path) == 3


def test_the_versions_of_python_are_those_of_the_project() -> None:
    header, versions = install.package().splitlines()
    assert header == "python_first,python_last"
    first, last = versions.split(",")
    assert PROJECT["project"]["requires-python"] == f">={first}"
    assert last == "3.14"


@pytest.mark.skipif(os.name != "posix", reason="it runs bash, and has the folders of POSIX")
def test_a_line_runs_in_an_environment_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen"
    halves = f'pip --version >{seen} && echo "$VIRTUAL_ENV $KANAMJ_CACHE" >>{seen}'
    monkeypatch.setattr(install, "lines", lambda: {"judge": halves, "test": "false && false"})
    monkeypatch.setattr(install, "COMPILER", "pip")
    install.main(["judge"], tmp_path / "out")
    (row,) = rows_of(read_table(tmp_path / "out" / "judge.csv"))
    assert row["date"] == date.today().isoformat()
    assert 0 < row["compiler_megabytes"] <= row["megabytes"]
    kept = (tmp_path / "out" / "judge.csv").read_bytes()
    install.main(["package"], tmp_path / "out")
    assert (tmp_path / "out" / "judge.csv").read_bytes() == kept
    pip, places = seen.read_text().splitlines()
    place, cache = places.split()
    assert place in pip
    assert not Path(place).exists()
    assert Path(cache).parent == Path(place).parent
    with pytest.raises(KanamjError, match="'web' is not a table; choose from: judge, test, package"):
        install.main(["web"], tmp_path / "out")
