"""Kills a process between two changes of the file system."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHANGES = ("mkdir", "rename", "replace", "link", "unlink", "rmdir", "open", "fsync", "truncate")


class Killed(BaseException):
    """As a kill: no clean-up changes anything after it."""


@contextmanager
def _before_changes(before: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Inside the block `before` is called before each change of the file system."""
    real_open = os.open

    def noticed(real: Callable[..., Any]) -> Callable[..., Any]:
        def change(*args: Any, **kwargs: Any) -> Any:
            if real is not real_open or args[1] & os.O_CREAT:
                before()
            return real(*args, **kwargs)

        return change

    with monkeypatch.context() as patched:
        for name in CHANGES:
            patched.setattr(os, name, noticed(getattr(os, name)))
        yield


def killed_at(step: int, run: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Run until just before the step-th change of the file system; after it every change fails, as the process is
    dead. False if there are fewer changes."""
    left = step

    def die() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    with _before_changes(die, monkeypatch):
        try:
            run()
        except Killed:
            return True
    return False
