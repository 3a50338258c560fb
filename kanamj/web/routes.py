"""The routes below api/v1/: what each is about, and the parameters it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from kanamj.engine.hand import COPIES
from kanamj.studies.practice import KINDS, LEVELS
from kanamj.tiles import TILE_SETS
from kanamj.web.questions import Parameter, QueryError

Lane: TypeAlias = Literal["quick", "chances", "game"]

MOST_LETTERS = 200
MOST_DRAWS = 3
MOST_BODY = 1_000_000
PREFIX = "api/v1/"

HAND = Parameter("hand", "the tiles in the hand", None, MOST_LETTERS, example="さくらなみだたまごきつねいぬ")
MELD = Parameter("meld", "a called word; may be given several times", "", 40, many=8)
SEEN = Parameter("seen", "tiles visible elsewhere", "", 400)
FORM = Parameter("form", "block sizes as digits, several forms by comma", "", 60, example="33332")
LEXICON = Parameter("lexicon", "the name of a word list that info tells", "", 200)
COPIES_RULE = Parameter("copies", "strict or ignore", "strict", choices=COPIES)
TILES = Parameter("tiles", "the tile set", "hiragana-120", choices=tuple(TILE_SETS))
LIMIT = Parameter("limit", "most arrangements and ways shown", "20", most=1000, least=1)
JUDGE = (HAND, MELD, SEEN, FORM, LEXICON, COPIES_RULE, TILES, LIMIT)


@dataclass(frozen=True)
class Route:
    """One route below api/v1/. lane: which worker answers it; method POST takes a JSON object instead of a query."""

    name: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    lane: Lane = "quick"
    method: str = "GET"


ROUTES = {
    route.name: route
    for route in (
        Route("info", "Version, word lists, tile sets, forms, levels and limits."),
        Route("judge", "One hand, as `kanamj judge --json`.", JUDGE),
        Route(
            "chances",
            "One hand with the chance to complete it within 1, 2 … draws, as `kanamj judge --draws T --json`.",
            (*JUDGE, Parameter("draws", "draws looked ahead", "3", most=MOST_DRAWS, least=1)),
            "chances",
        ),
        Route(
            "deal",
            "A practice hand that can be arranged, and the words its letters spell.",
            (
                Parameter("level", "1 easy to 5 hard", "1", most=max(LEVELS), least=min(LEVELS)),
                Parameter("seed", "the same seed, the same hand; a date for that day's", "", 64),
                Parameter("kind", "complete or tenpai", "complete", choices=KINDS),
                FORM,
                LEXICON,
                TILES,
                Parameter("answer", "1: with the arrangements", "0", most=1, least=0),
            ),
        ),
        Route(
            "words",
            "The keys of one length, as one text of fixed width.",
            (
                LEXICON,
                TILES,
                Parameter("size", "letters of the words", "3", most=5, least=2),
                Parameter("words", "1: with the best-known word of each", "0", most=1, least=0),
            ),
        ),
        Route(
            "find",
            "Words by reading or spelling, by their letters, or by what letters lack; as `kanamj lexicon find --json`.",
            (
                Parameter("q", "readings or spellings, apart by blanks", "", 200, example="さかな"),
                Parameter("letters", "letters of the word, ？ any letter", "", 20),
                Parameter("lacking", "letters that lack one to be a word", "", 20),
                LEXICON,
            ),
        ),
        Route(
            "waits",
            "What letters wait for to be a word: of the letters given, or all so many letters ranked by tiles.",
            (
                Parameter("letters", "one to four letters", "", 20),
                Parameter("size", "how many letters are held", "1", most=4, least=1),
                Parameter("limit", "most rows, 0 all", "50", most=100_000, least=0),
                LEXICON,
                TILES,
            ),
        ),
        Route("openapi.json", "This interface, as OpenAPI 3.1."),
        Route(
            "game", "One's own moves of a game so far; the table as it stands after them.", (), "game", "POST"
        ),
        Route("review", "The record of a game; what each turn could have been.", (), "game", "POST"),
    )
}


def route_of(name: str) -> Route:
    """The route of that name. QueryError, status 404, if there is none."""
    if name not in ROUTES:
        raise QueryError(f"no {PREFIX}{name[:60]}; there are {', '.join(ROUTES)}", None, "route", status=404)
    return ROUTES[name]
