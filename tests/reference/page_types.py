"""What the JavaScript of the page knows of Python's side, derived from it.

`tests/js/answers.d.ts`: the types of the API's answers, made from real answers; `tsc` holds the page to them.
`static/js/offers.js`: forms, rules and levels; the page shows them before the engine has answered anything.
`python -m tests.reference.page_types` writes both files; tests/js/test_javascript.py compares them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from kanamj.web.answers import Answers
from tests.places import GAMES, ROOT, WORDS_OF_GAMES

TYPES = ROOT / "tests" / "js" / "answers.d.ts"
OFFERS = ROOT / "kanamj" / "web" / "static" / "js" / "offers.js"
MADE = "python -m tests.reference.page_types"
PLAIN = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null"}
FAR, FULL, BY_WIDE, WIN = (
    "さくらなみだたまごきつねぺづ",
    "てがきねあげひよこみみずぬぽ",
    "てがきねあげひよこみみずぬへ",
    "さくらなみだたまごきつねいぬ",
)
MELD = {"hand": ["なみだいぬ"], "meld": ["さくら"], "form": ["332"]}
SEEDS = (24, 26)
"""Of games that have every kind of move and of end. Thirty games give no other type."""
PRO = ((3, "pro", -1),)
"""A hand of a match whose player passes wins."""
REVIEWED = ("basic-tsumo", "paper-wall", "standard-ron-call")
"""Recorded games whose reviews have every field. All ten give no other type."""
QUESTIONS: list[tuple[str, dict[str, list[str]]]] = [
    ("info", {}),
    *(("judge", {"hand": [hand]}) for hand in (WIN, FULL, FULL[:13], FAR, "ぺづぢべぴぷぽゃゅょっーぶぼ")),
    *(("judge", {**MELD, "meld": [word]}) for word in ("さくら", "ぺづぢ")),
    ("judge", {"hand": [FULL], "form": ["33332,2222222"]}),
    ("judge", {"hand": [BY_WIDE], "wide": ["1"]}),
    *(("chances", {"hand": [hand], "draws": ["1"]}) for hand in (FULL, FULL[:13])),
    *(("deal", {"kind": [kind], "seed": ["a"], "answer": ["1"]}) for kind in ("complete", "tenpai")),
    *(("worth", {"hand": [hand], "draws": ["1"]}) for hand in (WIN, FULL, FULL[:13])),
    ("worth", {"hand": ["なみだいぬ"], "meld": ["さくら", "たまご", "きつね"]}),
    ("deal", {"seed": ["a"]}),
    ("hint", {"hand": [WIN]}),
    ("hint", {"hand": [FAR]}),
    ("words", {"size": ["2"], "words": ["1"]}),
    ("words", {"size": ["2"]}),
    ("find", {"q": ["いぬ 猫 くらさ ほげほげ とうきょう ぬぺ 省察 犬空"]}),
    ("spell", {"letters": ["さかなく"]}),
    ("read", {"text": ["桜☃"]}),
    ("waits", {"size": ["2"], "limit": ["3"]}),
    ("waits", {"letters": ["き"]}),
]


def told(asked: Answers, route: str, body: dict[str, Any]) -> Any:
    """The answer to the body of a POST request."""
    status, value = asked.reply(route, body)
    assert status == 200, value
    return value


def answers() -> Iterator[tuple[str, Any]]:
    """Routes and answers to sample questions."""
    asked = Answers()
    for route, fields in QUESTIONS:
        answer = asked.get(route, fields)
        yield route, answer
        if route in ("chances", "worth"):  # the later parts of a judged hand
            yield "judge", answer
    yield "own", told(asked, "own", {})
    words_of_games = Answers(str(WORDS_OF_GAMES))
    for game in (game for game in GAMES if game.stem in REVIEWED):
        yield "review", told(words_of_games, "review", {"record": game.read_text("utf-8"), "seat": None})
    with TemporaryDirectory() as place, patch.dict(os.environ, {"KANAMJ_DATA": place}):
        for seed, rules, at in (*((seed, "standard", 0) for seed in SEEDS), *PRO):
            with patch("secrets.randbits", Random(seed).getrandbits):
                played = list(tables(asked, rules, at))
            yield from (("game", table) for table in played)
            yield "review", told(asked, "review", {"record": played[-1]["record"], "seat": None})


def tables(asked: Answers, rules: str = "standard", at: int = 0) -> Iterator[Any]:
    """A game from its first table to its end; the player always makes the first legal move, or that at `at`."""
    opened = {"rules": rules, "agents": "290w", "seat": 0, "moves": [], "rounds": int(rules == "pro")}
    table = told(asked, "game", opened)
    yield table
    while not table["end"]:
        table = told(
            asked, "game", {**opened, "id": table["id"], "moves": [*table["moves"], table["legal"][at]]}
        )
        yield table


def shape(values: list[Any], indent: str = "") -> str:
    """The TypeScript type that all these values have."""
    kinds = {PLAIN[type(value)] for value in values if type(value) in PLAIN}
    lists = [value for value in values if isinstance(value, (list, tuple))]
    objects = [value for value in values if isinstance(value, dict)]
    if lists:
        inner = shape([one for value in lists for one in value], indent)
        kinds.add(f"({inner})[]" if " | " in inner else f"{inner}[]")
    if objects:
        names = dict.fromkeys(name for value in objects for name in value)
        if all(re.fullmatch(r"[a-z]\w*", name, re.ASCII) for name in names):
            more = indent + "  "
            rows = [
                f"{more}{name}{'' if all(name in value for value in objects) else '?'}: "
                f"{shape([value[name] for value in objects if name in value], more)};\n"
                for name in names
            ]
            kinds.add("{\n" + "".join(rows) + indent + "}")
        else:
            kinds.add(
                f"Record<string, {shape([one for value in objects for one in value.values()], indent)}>"
            )
    return " | ".join(sorted(kinds)) or "any"


def types() -> str:
    """The text of `TYPES`."""
    values: dict[str, list[Any]] = {}
    for route, answer in answers():
        values.setdefault(route, []).append(answer)
    rows = [f"  {route}: {shape(found, '  ')};\n" for route, found in values.items()]
    head = f"// What the API answers on each route. Derived from real answers: {MADE}"
    return f"{head}\n\ninterface Answers {{\n{''.join(rows)}}}\n"


def offers() -> str:
    """The text of `OFFERS`. The smallest game comes first: it is the one for beginners. Games with points come last."""
    info = Answers().get("info", {})
    rules, scoring = info["rules"], info["scoring"]
    smallest = sorted(
        rules,
        key=lambda name: (name in scoring, sum(map(int, rules[name][0])), "-" in name, len(rules[name])),
    )
    lists = {
        "FORMS": info["forms"],
        "LEVELS": [str(level) for level in info["levels"]],
        "AGENTS": info["agents"],
        "SCORING": ["", *info["scoring"]],
    }
    games = "".join(
        f"  {json.dumps(name) if '-' in name else name}: {json.dumps(rules[name])},\n" for name in smallest
    )
    return (
        f"// What the page offers: forms, rules and levels. Derived from Python: {MADE}\n\n"
        + "".join(f"export const {name} = {json.dumps(values)};\n" for name, values in lists.items())
        + f"/** The forms of each game, the usual one first. */\nexport const RULES = {{\n{games}}};\n"
    )


if __name__ == "__main__":
    TYPES.write_text(types(), encoding="utf-8")
    OFFERS.write_text(offers(), encoding="utf-8")
