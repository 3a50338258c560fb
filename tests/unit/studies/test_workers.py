"""Workers: threads and processes do each item once, report errors, and end."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from multiprocessing import active_children
from threading import Thread
from typing import Any

import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.studies.workers import open_threads, open_workers

ALL = [
    partial(open_workers, workers=1),
    partial(open_workers, workers=2),
    partial(open_threads, workers=2),
]


def _square(x: int) -> int:
    return x * x


def _die(_: int) -> None:
    os._exit(3)


def _hang(_: int) -> None:
    while True:
        time.sleep(1)


def _try(work: Any) -> None:
    with suppress(KanamjError, CancelledError):
        list(work(range(4)))


def _fail(x: int) -> int:
    if x == 3:
        raise KanamjError("three is bad")
    if x == 4:
        raise FileFormatError("cannot be unpickled", path=None)  # type: ignore[arg-type]
    return x


@pytest.mark.parametrize("opened", ALL)
def test_each_item_is_done_once(opened: Any) -> None:
    with opened(_square) as work:
        assert sorted(work(range(30))) == [(x, x * x) for x in range(30)]


@pytest.mark.parametrize("opened", ALL)
def test_items_are_taken_only_when_they_are_needed(opened: Any) -> None:
    """However many items there are, only a few are taken at a time."""
    handed = 0

    def items() -> Iterator[int]:
        nonlocal handed
        while True:
            handed += 1
            yield handed

    with opened(_square) as work:
        for taken, _ in enumerate(work(items()), 1):
            assert handed - taken <= 2
            if taken == 20:
                break


@pytest.mark.parametrize("opened", ALL)
@pytest.mark.parametrize(("items", "said"), [((1, 3), "three is bad"), ((4,), "cannot be unpickled")])
def test_an_error_in_a_worker_is_raised_in_the_parent(opened: Any, items: tuple[int, ...], said: str) -> None:
    with opened(_fail) as work, pytest.raises(KanamjError, match=said):
        list(work(items))


def test_a_worker_that_dies_is_an_error() -> None:
    with (
        open_workers(_die, workers=2) as work,
        pytest.raises(KanamjError, match=r"worker process died.*--resume"),
    ):
        list(work(range(4)))


@pytest.mark.parametrize("module", [__name__, "__main__"])
def test_a_task_that_cannot_be_sent_to_workers_is_an_error(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a form that is defined in a function or in a notebook, where no worker can find it."""

    class Local:
        def __call__(self, x: int) -> int:
            return x

    if module == "__main__":
        Local.__module__, Local.__qualname__ = module, "Local"
        monkeypatch.setattr(sys.modules[module], "Local", Local, raising=False)
    with (
        pytest.raises(KanamjError, match="cannot be sent to a worker process .*Local.* use one worker"),
        open_workers(Local(), workers=2) as work,
    ):
        list(work(range(4)))


def test_workers_end_at_once_even_in_a_long_task() -> None:
    """A task that takes very long must not delay Ctrl-C."""
    with open_workers(_hang, workers=2) as work:
        Thread(target=_try, args=(work,), daemon=True).start()
        while len(there := active_children()) < 2:
            time.sleep(0.01)
    for one in there:
        one.join(10)
    assert not any(one.is_alive() for one in there)


@pytest.mark.parametrize(
    ("given", "said"), [({"workers": 0}, "0 workers"), ({"patience": -1.0}, "patience of -1")]
)
def test_a_wrong_number_of_workers_is_an_error(given: dict[str, Any], said: str) -> None:
    with pytest.raises(KanamjError, match=said), open_workers(_square, **given):
        pytest.fail("opened")


def test_missing_shared_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where there is no /dev/shm; the error of the system names no file."""

    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("kanamj.studies.workers.ProcessPoolExecutor", read_only)
    with (
        pytest.raises(KanamjError, match=r"Read-only file system.*/dev/shm.*--workers 1"),
        open_workers(_square, workers=2),
    ):
        pytest.fail("opened")
