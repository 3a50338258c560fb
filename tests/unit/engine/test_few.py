"""A few hands are judged in plain Python, more by kernels, and all with the same answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kanamj as library
from kanamj.engine import RiichiEngine, WordEngine, batch
from kanamj.engine.batch import Batch, deal_state
from kanamj.engine.engine import Engine
from kanamj.studies import Deals
from tests.conftest import Run

ENGINES: dict[str, Callable[[], Engine]] = {
    "33332": WordEngine,
    "332, copies ignored": lambda: WordEngine(forms="332", copies="ignore"),
    "seven pairs": lambda: WordEngine(forms="2222222"),
    "two forms": lambda: WordEngine(forms="33332,2222222"),
    "two sizes": lambda: WordEngine(forms="332,33332"),
    "behind a call": lambda: WordEngine().behind(["さくら"]),
    "riichi": RiichiEngine,
    "one form of riichi": lambda: RiichiEngine(forms="general"),
}


def hands_of(engine: Engine, less: int, n: int) -> Any:
    """Dealt hands that are `less` tiles short of the first form."""
    (form, *_), state = engine.forms, deal_state(5, less)
    rows, _ = engine.batch.deal_rows(form.tiles - less, n, state)
    return rows


def same(few: Any, many: Any) -> None:
    for one, other in zip(few, many, strict=True):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        assert (one == other).all()


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.usefixtures("few_hands")
def test_plain_python_answers_as_the_kernels_do(name: str, answered: list[str]) -> None:
    engine = ENGINES[name]()
    plain, kernels = engine.batch, engine.batch.by_kernels
    full, short = hands_of(engine, 0, 6), hands_of(engine, 1, 20)
    asked: list[Callable[[Batch], Any]] = [
        lambda judge: [judge.distance(short), judge.distance(full)],
        lambda judge: judge.accepts(short),
        lambda judge: [judge.waits(short)],
        lambda judge: judge.best_discards(full),
        lambda judge: judge.best_discards(full, np.full(full.shape, 2)),
    ]
    found = [ask(plain) for ask in asked]
    assert {*answered} == {"plain"}
    answered.clear()
    for few, ask in zip(found, asked, strict=True):
        same(few, ask(kernels))
    assert {*answered} == {"kernels"}


@pytest.mark.usefixtures("few_hands")
def test_plain_python_deals_as_the_kernels_do() -> None:
    judge = WordEngine().batch
    for tiles in (13, 14):
        for n in (0, 1, 30):
            dealt = (
                judge.deal_rows(tiles, n, deal_state(1, 0)),
                judge.deal_distances(tiles, n, deal_state(1, 0)),
            )
            kernels = judge.by_kernels
            again = (
                kernels.deal_rows(tiles, n, deal_state(1, 0)),
                kernels.deal_distances(tiles, n, deal_state(1, 0)),
            )
            for few, many in zip(dealt, again, strict=True):
                same(few, many)


@pytest.mark.parametrize(
    "rows", [[[0] * 75], [[3] + [0] * 74], [[-1] + [0] * 74], [[1] * 13 + [0] * 62, [1] * 15 + [0] * 60]]
)
@pytest.mark.usefixtures("few_hands")
def test_bad_rows_are_refused_alike(rows: list[list[int]]) -> None:
    judge = WordEngine().batch
    said = []
    for each in (judge, judge.by_kernels):
        with pytest.raises(library.KanamjError) as refused:
            each.distance(np.array(rows))
        said.append(str(refused.value))
    assert said[0] == said[1]


@pytest.mark.usefixtures("few_hands")
def test_a_loop_goes_over_to_kernels_and_stays_there(answered: list[str]) -> None:
    """400 rows a thousand times: plain Python answers the first, for about two seconds in all."""
    engine, before = WordEngine(), 0.0
    rows = hands_of(engine, 0, 400)
    answered.clear()
    found = []
    for _ in range(1000):
        found.append(engine.shanten_many(rows))
        assert before <= batch.Work.seconds <= batch.FEW_SECONDS
        before = batch.Work.seconds
    plain = answered.count("plain")
    assert answered == ["plain"] * plain + ["kernels"] * (1000 - plain)
    assert 1 < plain < 1000
    assert all((each == found[0]).all() for each in found)


@pytest.mark.usefixtures("few_hands")
def test_many_hands_are_judged_by_kernels_and_then_a_few_are_too(answered: list[str]) -> None:
    engine = WordEngine()
    rows = hands_of(engine, 0, 5000)
    answered.clear()
    engine.shanten_many(rows)
    engine.shanten_many(rows[:1])
    assert answered == ["kernels", "kernels", "kernels"]  # two slices and one
    engine.waits_many(hands_of(engine, 1, 2))
    assert answered[-1] == "plain", "this question has no kernel yet"


@pytest.mark.usefixtures("few_hands")
def test_another_solver_never_judges_many(answered: list[str]) -> None:
    engine = WordEngine(solver="bitmask")
    engine.shanten_many(hands_of(engine, 0, 2))
    assert {*answered} == {"kernels"}


@pytest.mark.usefixtures("few_hands")
def test_a_long_run_is_done_by_kernels_from_its_first_chunk(answered: list[str]) -> None:
    """In each worker, plain Python would work for two seconds first."""
    study = Deals("common", 20_000, sample=50, chunk_size=10)
    study.chunk(0, 10)
    assert {*answered} == {"kernels"}


DEALT = [library.HIRAGANA_120.format_counts(row) for row in library.deal(30, seed=9).tolist()]


@pytest.mark.parametrize(
    ("command", "typed", "first"),
    [
        ("simulate deals --n 60 --workers 1", "", {"plain"}),
        ("simulate games --n 2 --agents greedy,greedy+call --rules basic,players=2", "", set()),
        ("shanten -", "\n".join([*DEALT, "さくら", *DEALT]), {"plain"}),
    ],
)
@pytest.mark.usefixtures("few_hands")
def test_commands_print_the_same_bytes(
    kanamj: Run,
    monkeypatch: pytest.MonkeyPatch,
    answered: list[str],
    command: str,
    typed: str,
    first: set[str],
) -> None:
    few = kanamj(*command.split(), typed=typed.encode())
    assert few.code == bool(typed)  # one line of those that are typed is no hand
    assert {*answered} == first
    answered.clear()
    monkeypatch.setattr(batch, "FEW_SECONDS", 0.0)
    assert kanamj(*command.split(), typed=typed.encode()) == few
    assert {*answered} == {"kernels"}


UNKNOWN = """
import importlib, pkgutil
import kanamj
from kanamj.engine import kernels
from kanamj.engine.kernels.compiled import _Kernel

kanamj.compile_kernels()
for found in pkgutil.iter_modules(kernels.__path__):
    module = importlib.import_module(f"{kernels.__name__}.{found.name}")
    for name, kernel in vars(module).items():
        if isinstance(kernel, _Kernel) and not kernel.known:
            print(found.name, name)
"""


def test_all_kernels_are_compiled_beforehand() -> None:
    done = subprocess.run([sys.executable, "-c", UNKNOWN], capture_output=True, text=True, check=True)
    assert done.stdout == ""


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import kanamj
engine = kanamj.WordEngine()
print(engine.shanten_many(["さくらなみだたまごきつねいぬ"]).tolist(), len(kanamj.deal(10)))
try:
    engine.shanten_many(kanamj.deal(10_000))
except kanamj.KanamjError as error:
    print(error)
"""


def test_a_few_need_no_numba() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=True)
    few, many = done.stdout.splitlines()
    assert few == "[-1] 10"
    assert many.startswith("a question about many hands needs numba, which is not installed. Try: ")
