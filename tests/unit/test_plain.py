"""Values as JSON has them: what is written as a dictionary, a list or a text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kanamj.plain import plain


class Colour(StrEnum):
    RED = "red"


class Tile(NamedTuple):
    face: str
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Hand:
    tiles: tuple[Tile, ...]
    last: Tile | None = None


class Own(NamedTuple):
    secret: int

    def to_json(self) -> dict[str, int]:
        return {"shown": self.secret + 1}


def test_named_tuples_and_dataclasses_are_dictionaries_at_any_depth() -> None:
    said = plain({"hands": [Hand((Tile("あ"),))], "own": (Own(1), None)})
    tile = {"face": "あ", "colour": "red"}
    assert said == {"hands": [{"tiles": [tile], "last": None}], "own": [{"shown": 2}, None]}
    assert type(said["hands"][0]["tiles"][0]["colour"]) is str
    assert json.loads(json.dumps(said)) == said
