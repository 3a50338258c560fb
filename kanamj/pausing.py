"""Long work that pauses: a generator stops after each part of the work, and returns the result at its end.

A page that has only one worker answers other questions in the pauses.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

_Result = TypeVar("_Result")
LongWork: TypeAlias = Generator[None, None, _Result]


def to_end(work: LongWork[_Result]) -> _Result:
    """Work through all parts without a pause. Returns the result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: _Result = end.value
            return result
