"""The questions of the API: one class for each route below api/v1/, whose fields are the parameters of the route.

The docstring of a class says what the answer is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, TypeAlias

from kanamj.engine.choices import WITHIN
from kanamj.engine.hand import COPIES, UNREACHABLE
from kanamj.learn.dealer import KINDS, LEVELS
from kanamj.tiles import TILE_SETS
from kanamj.web.parameters import Parameter
from kanamj.yaku.rules import PRESETS as SCORING

MOST_LETTERS = 200
MOST_DRAWS = 3
MOST_BODY = 1_000_000
PREFIX = "api/v1/"
COMPILE_SECONDS = 180.0
"""How long an answer may take that may have to compile kernels first."""
FORMS = ("33332", "332", "33332,2222222", "4442")
"""The forms that the page offers. A hand of these forms is judged within a second; other forms may take hours."""

_OWN = 'such as ["すまほ=スマホ"]'
_MOVES = "the player's own moves, the first one first"
_RULES = "scoring rules, which say what a win is; without form and copies"

Draws: TypeAlias = Annotated[int, Parameter("how many draws to look ahead", least=0, most=MOST_DRAWS)]
Form: TypeAlias = Annotated[str, Parameter("block sizes as digits, several forms by comma", 60)]
HandText: TypeAlias = Annotated[str, Parameter("the tiles in the hand", MOST_LETTERS)]
OfGames: TypeAlias = Annotated[str, Parameter("as for `kanamj simulate games`", 200)]
OwnWords: TypeAlias = Annotated[Sequence[str], Parameter(_OWN, MOST_BODY, many=MOST_BODY)]
Rows: TypeAlias = Annotated[int, Parameter("most rows, 0 for all", least=0, most=100_000)]
"""How many rows are answered at most; 0 for all."""
Scoring: TypeAlias = Annotated[str, Parameter(_RULES, one_of=tuple(SCORING))]
Switch: TypeAlias = Annotated[int, Parameter("1 for yes", least=0, most=1)]
Tiles: TypeAlias = Annotated[str, Parameter("the tile set", one_of=tuple(TILE_SETS))]


@dataclass(frozen=True, kw_only=True)
class Query:
    """A question to any route. all_words: 1 shows flagged words like others."""

    method: ClassVar[str] = "GET"
    """GET, with the parameters in the query; or POST, with the parameters in a JSON object."""
    seconds: ClassVar[float] = 10.0
    """How long the answer may take."""
    all_words: Switch = 0

    @property
    def slow(self) -> bool:
        """True if the answer may take longer than a second or two. Quick questions never wait for slow ones."""
        return getattr(self, "form", "") not in ("", *FORMS)

    def parts_after(self, answer: Any) -> list[Query]:  # noqa: ARG002
        """The questions whose answers follow this answer; [] if it is whole."""
        return []


class Info(Query):
    """Version, word lists, tile sets, forms, levels, rules, agents and limits."""


@dataclass(frozen=True, kw_only=True)
class OfList(Query):
    """A question about a word list. lexicon: its name, as `Info` lists it."""

    lexicon: Annotated[str, Parameter("the name of a word list, as info lists them", 200)] = ""


@dataclass(frozen=True, kw_only=True)
class OfTiles(OfList):
    """A question about the words that a set of tiles can spell."""

    tiles: Tiles = "hiragana-120"


@dataclass(frozen=True, kw_only=True)
class OfHand(OfList):
    """A question about one hand. meld: called words. seen: tiles visible elsewhere. limit: most arrangements shown."""

    hand: HandText
    meld: Annotated[Sequence[str], Parameter("a called word; it may be given several times", many=8)] = ()
    seen: Annotated[str, Parameter("tiles visible elsewhere", 400)] = ""
    form: Form = ""
    copies: Annotated[str, Parameter("strict or ignore", one_of=COPIES)] = "strict"
    tiles: Tiles = ""
    limit: Annotated[int, Parameter("most arrangements shown", least=1, most=1000)] = 20
    rules: Scoring = ""
    draws: Draws = 0


@dataclass(frozen=True, kw_only=True)
class Chances(OfHand):
    """One hand with the chance to complete it within 1, 2 … draws, as `kanamj judge --draws T --json`."""

    slow, seconds = True, 60.0
    draws: Annotated[int, Parameter("how many draws to look ahead", least=1, most=MOST_DRAWS)] = 3


@dataclass(frozen=True, kw_only=True)
class Worth(OfHand):
    """What a complete hand, or each letter that completes it, is worth, as `kanamj judge --scoring R --json`."""

    slow, seconds = True, 60.0
    rules: Scoring = "pro"


@dataclass(frozen=True, kw_only=True)
class Judge(OfHand):
    """One hand, as `kanamj judge --json`. Further lines have its chances (draws) and what it is worth (rules).

    wide: 1 adds the words of a hand that only the list `wide` completes.
    """

    wide: Switch = 0

    def parts_after(self, answer: Any) -> list[Query]:
        """A judged hand is followed by its chances, fewer draws first, unless it is complete or out of reach; and by
        its worth if rules were asked for and it is complete, tenpai, or one tile short and tenpai after a draw. The
        worth of a full-sized hand needs the best discard, so it is asked together with the first chances.

        >>> full = {"distance": 1, "discards": ["…"]}
        >>> [(type(part).__name__, part.draws) for part in Judge(hand="…", draws=3, rules="pro").parts_after(full)]
        [('Worth', 2), ('Chances', 3)]
        """
        asked = {each.name: getattr(self, each.name) for each in fields(OfHand)}
        draws = sorted({min(WITHIN, self.draws), self.draws} - {0})
        reachable = answer["distance"] not in (0, UNREACHABLE)
        parts: list[Query] = [Chances(**asked | {"draws": most}) for most in draws if reachable]
        weighed = 1 if answer["discards"] else 0
        if self.rules and answer["distance"] <= 2 - weighed:
            parts[:weighed] = [Worth(**asked | {"draws": sum(draws[:weighed])})]
        return parts


@dataclass(frozen=True, kw_only=True)
class Deal(OfTiles):
    """A practice hand that can be arranged, and the words its letters spell; `answer` adds its arrangements.

    level: 1 easy to 5 hard. seed: the same seed gives the same hand; a date gives the hand of that day.
    """

    level: Annotated[int, Parameter("1 easy to 5 hard", least=min(LEVELS), most=max(LEVELS))] = 1
    seed: Annotated[str, Parameter("any text, such as a date", 64)] = ""
    kind: Annotated[str, Parameter("complete or tenpai", one_of=KINDS)] = "complete"
    form: Form = ""
    answer: Switch = 0


@dataclass(frozen=True, kw_only=True)
class Hint(OfTiles):
    """For a practice hand: the hardest letter that is left, and a word with it that leads to an arrangement."""

    hand: HandText
    laid: Annotated[Sequence[str], Parameter("a word laid so far; may be given several times", many=12)] = ()
    form: Form = ""


@dataclass(frozen=True, kw_only=True)
class Words(OfTiles):
    """All keys of one length, joined to one text; `words` adds the best-known word of each key."""

    size: Annotated[int, Parameter("letters of the words", least=2, most=5)] = 3
    words: Switch = 0


@dataclass(frozen=True, kw_only=True)
class Find(OfList):
    """Words of a reading or spelling, of letters, or of letters that lack one; as `kanamj lexicon find --json`."""

    q: Annotated[str, Parameter("readings or spellings, separated by spaces", 200)] = ""
    letters: Annotated[str, Parameter("letters of the word; ？ is any letter", 20)] = ""
    lacking: Annotated[str, Parameter("letters that are a word with one more letter", 20)] = ""


@dataclass(frozen=True, kw_only=True)
class Spell(OfTiles):
    """All words that the given letters spell, a row per set of letters: the longest first, then the best known."""

    letters: Annotated[str, Parameter("the letters; kanji are read by the list")]
    limit: Rows = 200


@dataclass(frozen=True, kw_only=True)
class Read(OfTiles):
    """A text as letters: kanji are read by the list, and letters without a tile are named."""

    text: Annotated[str, Parameter("what was typed", MOST_LETTERS)]


@dataclass(frozen=True, kw_only=True)
class Waits(OfTiles):
    """The letters that complete a word: for the given letters, or for all sets of `size` letters, ranked by tiles."""

    letters: Annotated[str, Parameter("one to four letters", 20)] = ""
    size: Annotated[int, Parameter("letters held", least=1, most=4)] = 1
    limit: Rows = 50


@dataclass(frozen=True, kw_only=True)
class Game(OfList):
    """The table of a game after the moves of its player so far."""

    method, slow, seconds = "POST", True, COMPILE_SECONDS
    id: Annotated[str, Parameter("the id of a game that has begun", 200)] = ""
    rules: OfGames = "standard"
    agents: OfGames = "400w"
    seat: Annotated[int, Parameter("the number of a seat", least=0, most=3)] = 0
    moves: Annotated[Sequence[object], Parameter(_MOVES, most=None, many=2_000)] = ()
    rounds: Annotated[
        int, Parameter("rounds of a match by rules with points; 0 for one hand", least=0, most=2)
    ] = 0
    match: Annotated[Sequence[str], Parameter("the id of an earlier hand of the match", 200, many=200)] = ()


@dataclass(frozen=True, kw_only=True)
class Own(OfList):
    """All own words of a list, after some were added and removed; and the words that are kept out of shipped lists."""

    method = "POST"
    add: OwnWords = ()
    remove: OwnWords = ()


@dataclass(frozen=True, kw_only=True)
class Review(OfList):
    """What was best in each turn of a recorded game."""

    method, slow, seconds = "POST", True, COMPILE_SECONDS
    record: Annotated[str, Parameter("the text of a recorded game", MOST_BODY)]
    seat: Annotated[int | None, Parameter("the number of a seat", least=0, most=3)] = None
    draws: Draws = WITHIN


ROUTES: dict[str, type[Query]] = {
    kind.__name__.lower(): kind
    for kind in (Info, Judge, Chances, Worth, Deal, Hint, Words, Find, Spell, Read, Waits, Game, Own, Review)
}
"""Name -> question, for all routes."""
