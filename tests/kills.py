"""A process that dies between two changes of the file system, without ending any."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

CHANGES = ("mkdir", "rename", "replace", "link", "unlink", "rmdir", "open", "fsync", "truncate")


class Killed(BaseException):
    """As a kill: no clean-up changes anything after it."""


def killed_at(step: int, run: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Run until just before the step-th change of the file system; after it every change fails, as the process is
    dead. False if there are not so many."""
    left = step

    def dying(real: Callable[..., Any]) -> Callable[..., Any]:
        def change(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            if real is real_open and not args[1] & os.O_CREAT:
                return real(*args, **kwargs)
            left -= 1
            if left < 0:
                raise Killed
            return real(*args, **kwargs)

        return change

    real_open = os.open
    with monkeypatch.context() as patched:
        for name in CHANGES:
            patched.setattr(os, name, dying(getattr(os, name)))
        try:
            run()
        except Killed:
            return True
    return False
