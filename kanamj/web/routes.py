"""The routes below api/v1/: what each route returns, and which parameters it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from kanamj.engine.choices import WITHIN
from kanamj.engine.hand import COPIES, UNREACHABLE
from kanamj.learn.dealer import KINDS, LEVELS
from kanamj.tiles import TILE_SETS
from kanamj.web.parameters import Parameter
from kanamj.yaku.rules import PRESETS

RouteCall: TypeAlias = tuple[str, dict[str, Any]]
"""The name of a route, and the values of its parameters."""
Lane: TypeAlias = Literal["quick", "slow", "chances", "game"]

MOST_LETTERS = 200
MOST_DRAWS = 3
MOST_BODY = 1_000_000
MOST_MOVES = 2_000
PREFIX = "api/v1/"
FORMS = ("33332", "332", "33332,2222222", "4442")
"""The forms that the page offers. A hand of these forms is judged within a second; other forms may take hours."""

HAND = Parameter("hand", "the tiles in the hand", None, MOST_LETTERS)
MELD = Parameter("meld", "a called word; it may be given several times", many=8)
SEEN = Parameter("seen", "tiles visible elsewhere", most=400)
FORM = Parameter("form", "block sizes as digits, several forms by comma", most=60)
LEXICON = Parameter("lexicon", "the name of a word list, as info lists them", most=200)
COPIES_RULE = Parameter("copies", "strict or ignore", "strict", choices=COPIES)
TILES = Parameter("tiles", "the tile set", "hiragana-120", choices=tuple(TILE_SETS))
LIMIT = Parameter("limit", "most arrangements and ways shown", 20, most=1000, least=1)
ROWS = Parameter("limit", "most rows, 0 for all", 200, most=100_000, least=0)
DRAWS = Parameter("draws", "how many draws to look ahead", 0, most=MOST_DRAWS, least=0)
WIDE = Parameter("wide", "1: add the words of a hand that only the list wide completes", 0, most=1, least=0)
LEVEL = Parameter("level", "1 easy to 5 hard", 1, most=max(LEVELS), least=min(LEVELS))
SEED = Parameter("seed", "the same seed gives the same hand; a date gives the hand of that day", most=64)
LAID = Parameter("laid", "a word laid so far; may be given several times", many=12)
RULES = Parameter("rules", "as for `kanamj simulate games`", most=200)
SEAT = Parameter("seat", "the number of a seat, 0 for the first", "", most=3, least=0)
MOVES = Parameter("moves", "the player's own moves, the first one first", many=MOST_MOVES, anything=True)
CHANGE = Parameter("add", 'such as ["すまほ=スマホ"]', most=MOST_BODY, many=MOST_BODY)
ALL_WORDS = Parameter("all_words", "1: flagged words are shown like others", 0, most=1, least=0)
"""A parameter of every route."""
SCORING = Parameter(
    "rules", "scoring rules, which say what a win is; without form and copies", choices=("", *PRESETS)
)
TILES_OF_RULES = replace(
    TILES, about="the tile set, by default that of the rules", default="", choices=("", *TILE_SETS)
)
JUDGE = (HAND, MELD, SEEN, FORM, LEXICON, COPIES_RULE, TILES_OF_RULES, LIMIT, SCORING)


@dataclass(frozen=True)
class Route:
    """One route below api/v1/.

    about: what it returns, as a sentence. lane: the helpers that answer it. method: GET, or POST, which takes its
    parameters as a JSON object instead of a query.
    """

    name: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    lane: Lane = "quick"
    method: str = "GET"


ROUTES = {
    route.name: replace(route, parameters=(*route.parameters, ALL_WORDS))
    for route in (
        Route("info", "Version, word lists, tile sets, forms, levels, rules, agents and limits."),
        Route(
            "judge",
            "One hand, as `kanamj judge --json`. Further lines have its chances (draws) and what it is worth (rules).",
            (*JUDGE, DRAWS, WIDE),
        ),
        Route(
            "chances",
            "One hand with the chance to complete it within 1, 2 … draws, as `kanamj judge --draws T --json`.",
            (*JUDGE, replace(DRAWS, default=3, least=1)),
            "chances",
        ),
        Route(
            "worth",
            "What a complete hand, or each letter that completes it, is worth, as `kanamj judge --rules R --json`.",
            (*JUDGE[:-1], replace(SCORING, default="pro", choices=tuple(PRESETS)), DRAWS),
            "slow",
        ),
        Route(
            "deal",
            "A practice hand that can be arranged, and the words its letters spell.",
            (
                *(LEVEL, SEED, Parameter("kind", "complete or tenpai", "complete", choices=KINDS)),
                *(FORM, LEXICON, TILES, Parameter("answer", "1: add the arrangements", 0, most=1, least=0)),
            ),
        ),
        Route(
            "hint",
            "For a practice hand: the hardest letter that is left, and a word with it that leads to an arrangement.",
            (HAND, LAID, FORM, LEXICON, TILES),
        ),
        Route(
            "words",
            "All keys of one length, joined to one text.",
            (
                *(LEXICON, TILES, Parameter("size", "letters of the words", 3, most=5, least=2)),
                Parameter("words", "1: add the best-known word of each key", 0, most=1, least=0),
            ),
        ),
        Route(
            "find",
            "Words of a reading or spelling, of letters, or of letters that lack one; as `kanamj lexicon find --json`.",
            (
                Parameter("q", "readings or spellings, separated by spaces", most=200),
                Parameter("letters", "letters of the word; ？ is any letter", most=20),
                Parameter("lacking", "letters that are a word with one more letter", most=20),
                LEXICON,
            ),
        ),
        Route(
            "spell",
            "All words that the given letters spell, a row per set of letters: the longest first, then the best known.",
            (Parameter("letters", "the letters; kanji are read by the list", None), ROWS, LEXICON, TILES),
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
                Parameter("letters", "one to four letters", most=20),
                Parameter("size", "how many letters are held", 1, most=4, least=1),
                *(replace(ROWS, default=50), LEXICON, TILES),
            ),
        ),
        Route(
            "game",
            "Takes the player's moves in a game so far; answers with the table after them.",
            (
                Parameter("id", "the id of a game that has begun", most=200),
                *(RULES, replace(RULES, name="agents"), SEAT, LEXICON, MOVES),
            ),
            "game",
            "POST",
        ),
        Route(
            "own",
            "Adds and removes own words of a list; answers with all own words of the list.",
            (LEXICON, CHANGE, replace(CHANGE, name="remove")),
            method="POST",
        ),
        Route(
            "review",
            "Takes the record of a game; answers what was best in each turn.",
            (
                Parameter("record", "the text of a recorded game", None, MOST_BODY),
                *(SEAT, replace(DRAWS, default=""), LEXICON),
            ),
            "game",
            "POST",
        ),
    )
}


def lane_of(name: str, asked: Mapping[str, Any]) -> Lane:
    """The lane of helpers that answers a question. Questions about forms that may take long have their own lane, and
    the worth of a hand whose discards are weighed by chances is asked where chances are."""
    lane = ROUTES[name].lane
    if name == "worth" and asked["draws"]:
        return "chances"
    return "slow" if lane == "quick" and asked.get("form") not in (None, "", *FORMS) else lane


def parts_after(name: str, asked: Mapping[str, Any], report: Mapping[str, Any]) -> list[RouteCall]:
    """The questions whose answers follow this answer; [] if it is whole.

    A judged hand is followed by its chances, fewer draws first, unless it is complete or out of reach; and by its worth
    if rules were asked for and it is complete, tenpai, or one tile short and tenpai after a draw. The worth of a
    full-sized hand needs the best discard, so it is asked together with the first chances.

    >>> full = {"distance": 1, "discards": ["…"]}
    >>> [(route, later["draws"]) for route, later in parts_after("judge", {"draws": 3, "rules": "pro"}, full)]
    [('worth', 2), ('chances', 3)]
    """
    if name != "judge":
        return []
    draws = sorted({min(WITHIN, asked["draws"]), asked["draws"]} - {0})
    calls = [("chances", most) for most in draws if report["distance"] not in (0, UNREACHABLE)]
    weighed = 1 if report["discards"] else 0
    if asked["rules"] and report["distance"] <= 2 - weighed:
        calls[:weighed] = [("worth", sum(draws[:weighed]))]
    return [(route, {**asked, "draws": most}) for route, most in calls]
