"""The hands that others can compare their solvers with."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kanamj.engine import Engine
from kanamj.results import Manifest
from tests.places import files_in, script

N = 12


def test_the_answers_are_those_of_another_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = script("known_answers")
    engines: dict[str, Engine] = {
        f"{name}.csv": engine for name, engine in known.engines() if "common" not in name
    }
    monkeypatch.setattr(known, "engines", lambda: ((name[:-4], engine) for name, engine in engines.items()))
    known.main(tmp_path / "one", N)
    known.main(tmp_path / "two", N)
    assert files_in(tmp_path / "one") == files_in(tmp_path / "two")
    assert Manifest.read(tmp_path / "one").verify(tmp_path / "one") == []
    complete = 0
    for name, engine in engines.items():
        rows = [*csv.DictReader((tmp_path / "one" / name).read_text(encoding="utf-8").splitlines())]
        assert len(rows) == N
        for number, row in enumerate(rows):
            hand, least = row["hand"], int(row["distance"])
            assert least == engine.shanten_many([hand])[0] + 1
            kinds = engine.tiles.parse(row["accepts"])
            full = len(engine.tiles.parse(hand)) == engine.forms[0].tiles
            assert full == (number % 2 == 0)
            complete += least == 0
            assert (int(row["arrangements"]) > 0) == (least == 0)
            if not full:
                marks = engine.accepts_many([hand]).accepts[0]
                assert tuple(marks.nonzero()[0].tolist()) == kinds
    assert complete >= N // 2
    known.main(tmp_path / "two", N, seed=2)
    first, second = (files_in(tmp_path / name) for name in ("one", "two"))
    assert all(first[name] != second[name] for name in first)
