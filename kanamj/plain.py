"""Values as JSON has them: dictionaries, lists, texts and numbers."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Any


def plain(value: Any) -> Any:
    """Returns the value as JSON has it. What has `to_json` says it itself; other named tuples and dataclasses become
    dictionaries of their fields, other tuples lists.

    >>> from typing import NamedTuple
    >>> class Wait(NamedTuple):
    ...     tile: str
    ...     copies: tuple[int, ...] = (1, 2)
    >>> plain([Wait("ぬ")])
    [{'tile': 'ぬ', 'copies': [1, 2]}]
    """
    if hasattr(value, "to_json"):
        return value.to_json()
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if dataclasses.is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value
