"""The routes below api/v1/: what each route returns, and which parameters it takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from kanamj.engine.choices import WITHIN
from kanamj.engine.hand import COPIES, UNREACHABLE
from kanamj.practice.dealer import KINDS, LEVELS
from kanamj.tiles import TILE_SETS
from kanamj.web.questions import Parameter

RouteCall: TypeAlias = tuple[str, dict[str, Any]]
"""The name of a route, and the values of its parameters."""
Lane: TypeAlias = Literal["quick", "slow", "chances", "game"]

MOST_LETTERS = 200
MOST_DRAWS = 3
MOST_BODY = 1_000_000
PREFIX = "api/v1/"
FORMS = ("33332", "332", "33332,2222222", "4442")
"""The forms that the page offers. A hand of these forms is judged within a second; other forms may take hours."""

HAND = Parameter("hand", "the tiles in the hand", None, MOST_LETTERS)
MELD = Parameter("meld", "a called word; it may be given several times", "", 40, many=8)
SEEN = Parameter("seen", "tiles visible elsewhere", "", 400)
FORM = Parameter("form", "block sizes as digits, several forms by comma", "", 60)
LEXICON = Parameter("lexicon", "the name of a word list, as info lists them", "", 200)
COPIES_RULE = Parameter("copies", "strict or ignore", "strict", choices=COPIES)
TILES = Parameter("tiles", "the tile set", "hiragana-120", choices=tuple(TILE_SETS))
LIMIT = Parameter("limit", "most arrangements and ways shown", "20", most=1000, least=1)
ALL_WORDS = Parameter("all_words", "1: flagged words are shown like others", "0", most=1, least=0)
"""A parameter of every route; POST routes have it in their body."""
JUDGE = (HAND, MELD, SEEN, FORM, LEXICON, COPIES_RULE, TILES, LIMIT)


@dataclass(frozen=True)
class Route:
    """One route below api/v1/.

    about: what it returns, as a sentence. lane: the helpers that answer it. method: GET, or POST, which takes a JSON
    object instead of a query.
    """

    name: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    lane: Lane = "quick"
    method: str = "GET"


ROUTES = {
    route.name: replace(route, parameters=(*route.parameters, ALL_WORDS))
    for route in (
        Route("info", "Version, word lists, tile sets, forms, levels and limits."),
        Route(
            "judge",
            "One hand, as `kanamj judge --json`. With draws, further lines have its chances.",
            (*JUDGE, Parameter("draws", "how many draws to look ahead", "0", most=MOST_DRAWS, least=0)),
        ),
        Route(
            "chances",
            "One hand with the chance to complete it within 1, 2 … draws, as `kanamj judge --draws T --json`.",
            (*JUDGE, Parameter("draws", "how many draws to look ahead", "3", most=MOST_DRAWS, least=1)),
            "chances",
        ),
        Route(
            "deal",
            "A practice hand that can be arranged, and the words its letters spell.",
            (
                Parameter("level", "1 easy to 5 hard", "1", most=max(LEVELS), least=min(LEVELS)),
                Parameter(
                    "seed", "the same seed gives the same hand; a date gives the hand of that day", "", 64
                ),
                Parameter("kind", "complete or tenpai", "complete", choices=KINDS),
                FORM,
                LEXICON,
                TILES,
                Parameter("answer", "1: add the arrangements", "0", most=1, least=0),
            ),
        ),
        Route(
            "hint",
            "For a practice hand: the hardest letter that is left, and a word with it that leads to an arrangement.",
            (
                HAND,
                Parameter("laid", "a word laid so far; may be given several times", "", 40, many=12),
                FORM,
                LEXICON,
                TILES,
            ),
        ),
        Route(
            "words",
            "All keys of one length, joined to one text.",
            (
                LEXICON,
                TILES,
                Parameter("size", "letters of the words", "3", most=5, least=2),
                Parameter("words", "1: add the best-known word of each key", "0", most=1, least=0),
            ),
        ),
        Route(
            "find",
            "Words of a reading or spelling, of letters, or of letters that lack one; as `kanamj lexicon find --json`.",
            (
                Parameter("q", "readings or spellings, separated by spaces", "", 200),
                Parameter("letters", "letters of the word; ？ is any letter", "", 20),
                Parameter("lacking", "letters that are a word with one more letter", "", 20),
                LEXICON,
            ),
        ),
        Route(
            "spell",
            "All words that the given letters spell, a row per set of letters: the longest first, then the best known.",
            (
                Parameter("letters", "the letters; kanji are read by the list", None, 40),
                Parameter("limit", "most rows, 0 for all", "200", most=100_000, least=0),
                LEXICON,
                TILES,
            ),
        ),
        Route(
            "read",
            "A text as letters: kanji are read by the list, and letters without a tile are named.",
            (Parameter("text", "what was typed", None, MOST_LETTERS), LEXICON, TILES),
        ),
        Route(
            "waits",
            "The letters that complete a word: for the given letters, or for all sets of letters, ranked by tiles.",
            (
                Parameter("letters", "one to four letters", "", 20),
                Parameter("size", "how many letters are held", "1", most=4, least=1),
                Parameter("limit", "most rows, 0 for all", "50", most=100_000, least=0),
                LEXICON,
                TILES,
            ),
        ),
        Route(
            "game",
            "Takes the player's moves in a game so far; answers with the table after them.",
            (),
            "game",
            "POST",
        ),
        Route(
            "own",
            "Adds and removes own words of a list; answers with all own words of the list.",
            (),
            "quick",
            "POST",
        ),
        Route(
            "review", "Takes the record of a game; answers what was best in each turn.", (), "game", "POST"
        ),
    )
}


def lane_of(name: str, asked: Mapping[str, Any]) -> Lane:
    """The lane of helpers that answers a question. Questions about forms that may take long have their own lane."""
    lane = ROUTES[name].lane
    return "slow" if lane == "quick" and asked.get("form") not in (None, "", *FORMS) else lane


def parts_after(name: str, asked: Mapping[str, Any], answer: str) -> list[RouteCall]:
    """The questions whose answers follow the first answer: the chances of a judged hand, fewer draws first; [] if no
    answer follows.

    >>> [later["draws"] for _, later in parts_after("judge", {"hand": "…", "draws": 3}, '{"distance": 1}')]
    [2, 3]
    """
    if name != "judge" or not asked["draws"] or json.loads(answer)["distance"] in (0, UNREACHABLE):
        return []
    return [
        ("chances", {**asked, "draws": draws})
        for draws in sorted({min(WITHIN, asked["draws"]), asked["draws"]})
    ]
