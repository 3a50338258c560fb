"""docs/formats.md lists the fields of the JSON that commands print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run
from tests.places import DATA, ROOT

SECTION = (ROOT / "docs/formats.md").read_text(encoding="utf-8").split("## JSON of the commands")[1]
ROWS = re.findall(r"^\| (…?) ?(.*?) \| (.*) \|$", SECTION.split("\n## ")[0], re.MULTILINE)
WIN, ONE_LESS, NO_WIN = (
    "さくらなみだたまごきつねいぬ",
    "さくらなみだたまごきつねい",
    "てがきねあげひよこみみずぬぽ",
)


def listed() -> dict[str, set[str]]:
    """Command -> the words in its rows, those of the rows with … included."""
    found: dict[str, set[str]] = {}
    command = ""
    for more, what, fields in ROWS:
        command = command if more else what.strip("`")
        found.setdefault(command, set()).update(re.findall(r"\w+", f"{what} {fields}"))
    return found


def named(value: Any) -> set[str]:
    """All names of fields in a JSON value: those that are data (a shanten, a tile, a preset) are left out."""
    if isinstance(value, list):
        return set().union(*map(named, value))
    if not isinstance(value, dict):
        return set()
    own = {name for name in value if name.isascii() and not name.lstrip("-").isdigit()}
    return own.union(*(named(each) for each in value.values()))


@pytest.mark.parametrize(
    "typed",
    [
        f"judge {WIN} --scoring pro",
        f"judge {ONE_LESS}",
        f"judge {NO_WIN} --draws 2",
        f"score {WIN} --why",
        f"shanten {WIN}",
        "exact --hand 13",
        "lexicon list",
        "lexicon list core",
        "lexicon find さかな ねこみみ",
        "lexicon find --lacking なみ",
    ],
)
def test_every_field_is_in_the_table(kanamj: Run, typed: str) -> None:
    code, out, _ = kanamj(*typed.split(), "--json")
    assert code in (0, 1)  # 1: a word that the list lacks
    command = max((name for name in listed() if typed.startswith(name)), key=len)
    also = listed()["score"] if "--scoring" in typed else set()
    assert named(json.loads(out)) <= listed()[command] | also
    assert len(named(json.loads(out))) > 1


@pytest.mark.parametrize(
    "typed",
    [
        "simulate deals --n 100",
        "simulate games --n 2",
        "rules",
        "quiz --n 1",
        "study yaku --n 5 --workers 1",
        "review GAMES/basic-reshuffled.jsonl --lexicon GAMES/words --draws 1",
        "review --moves GAMES/basic-reshuffled.jsonl --lexicon GAMES/words",
        "lexicon build --from wlsp DATA/wlsp.csv --out FOLDER",
        "data write --lexicon DATA/toy --out FOLDER",
    ],
)
def test_every_field_of_the_first_level_is_in_the_table(kanamj: Run, typed: str, tmp_path: Path) -> None:
    places = {"GAMES": DATA / "games", "DATA": DATA, "FOLDER": tmp_path / "made"}
    words = [
        re.sub("^(GAMES|DATA|FOLDER)", lambda name: str(places[name[1]]), each) for each in typed.split()
    ]
    _, out, _ = kanamj(*words, "--json")
    command = max((name for name in listed() if typed.startswith(name)), key=len)
    said = json.loads(out)
    assert {*(said[0] if isinstance(said, list) else said)} <= listed()[command]
    for seat in said.get("seats", []) if command == "review" else ():
        assert {*seat} <= listed()[command]
