"""The answers of the page: a route and its parameters in, plain values out.

Plain Python without numpy, so that the same code answers on this machine and, in the exported page, in the browser.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kanamj import __version__
from kanamj.engine.engine import WordEngine, engine_of
from kanamj.engine.hand import COPIES
from kanamj.errors import KanamjError
from kanamj.lexicon import Lexicon, load_lexicon, shipped_lexicons
from kanamj.lexicon.find import found_json, letters_json
from kanamj.lexicon.shelf import own_words_now
from kanamj.studies.practice import LEVELS, Dealer
from kanamj.tiles import TILE_SETS, tile_set
from kanamj.web.questions import QueryError, as_json, blaming, fields_of, query_error, read_fields
from kanamj.web.routes import (
    MOST_DRAWS,
    MOST_LETTERS,
    PREFIX,
    route_of,
)
from kanamj.web.tables import Waits, held_letters, keys_json

if TYPE_CHECKING:
    from kanamj.engine import RiichiEngine
    from kanamj.engine.report import HandReport

Backend: TypeAlias = Literal["server", "browser"]


class Answers:
    """Answers questions by one word list, or by another of those with a name.

    lexicon: a name or a folder. backend: `browser` where there is neither numpy nor numba. secret: what the walls of
    games follow from.

    >>> Answers().get("judge", {"hand": ["さくらなみだたまごきつねいぬ"]})["shanten"]
    -1
    """

    def __init__(self, lexicon: str = "common", backend: Backend = "server", secret: bytes = b"") -> None:
        self.backend = backend
        self.secret = secret or secrets.token_bytes(32)
        self._folder = lexicon
        self._own_words = own_words_now()
        self.default = self._load(lexicon)
        self._engine = lru_cache(maxsize=16)(self._make_engine)
        self._dealer = lru_cache(maxsize=16)(
            lambda lexicon, tiles, form: Dealer(self.words(lexicon, tiles, form))
        )
        self._waits = lru_cache(maxsize=16)(
            lambda lexicon, tiles, size: Waits(self.words(lexicon, tiles), size)
        )
        self._given: dict[str, Callable[[dict[str, Any]], Any]] = {
            "info": self._info,
            "judge": self._judge,
            "chances": self._chances,
            "deal": self._deal,
            "words": self._words,
            "find": self._find,
            "waits": self._wait_table,
            "openapi.json": self._openapi,
        }

    def reply(self, name: str, query: str = "", body: str | None = None) -> tuple[int, str]:
        """The status and the JSON text of an answer; what is wrong is an answer too, nothing is raised.

        >>> Answers().reply("judge", "hand=%E3%81%95")[0]
        400
        """
        return _told(lambda: self.post(name, body) if body is not None else self.get(name, fields_of(query)))

    def reply_fields(self, name: str, fields: Mapping[str, Sequence[str]]) -> tuple[int, str]:
        """As `reply`, for a query that is read already."""
        return _told(lambda: self.get(name, fields))

    def get(self, name: str, fields: Mapping[str, Sequence[str]]) -> Any:
        """The answer of a GET route. KanamjError for what cannot be asked."""
        self._renew()
        route = route_of(name)
        if route.method != "GET":
            if self.backend == "browser":
                raise QueryError("games need the program itself: kanamj web", None, "never")
            raise QueryError(f"{PREFIX}{name} takes POST", None, "method", status=405)
        return self._given[name](read_fields(route.parameters, fields))

    def post(self, name: str, body: str) -> Any:
        """The answer of a POST route to a JSON object."""
        self._renew()
        if route_of(name).method != "POST":
            raise QueryError(f"{PREFIX}{name} takes GET", None, "method", status=405)
        if self.backend == "browser":
            raise QueryError("games need the program itself: kanamj web", None, "never")
        from kanamj.game import remote, review

        asked = _object(body)
        if asked.get("lexicon") in (self.default.name, self._folder):
            del asked["lexicon"]  # the list this was begun with, which may have no name
        if name == "review":
            return review.answer(asked, self._lexicon)
        return remote.answer(asked, self._lexicon)

    def _renew(self) -> None:
        """Take in the own words that were added or removed since the last question."""
        now = own_words_now()
        if now != self._own_words:
            self.default = self._load(self._folder)
            for made in (self._engine, self._dealer, self._waits):
                made.cache_clear()
            self._own_words = now

    def words(self, lexicon: str = "", tiles: str = "hiragana-120", form: str = "") -> WordEngine:
        """The engine of a word list. QueryError for tiles that are no letters."""
        engine = self._engine(lexicon, tiles, form, "strict")
        if not isinstance(engine, WordEngine):
            raise QueryError(f"{tiles} has no letters; give a set of hiragana", "tiles")
        return engine

    def _make_engine(self, lexicon: str, tiles: str, form: str, copies: str) -> WordEngine | RiichiEngine:
        if tile_set(tiles).notation == "kana":
            return engine_of(tiles, self._lexicon(lexicon), form, copies)
        if self.backend == "browser":
            raise QueryError("riichi hands need the program itself: kanamj web", "tiles", "never")
        return engine_of(tiles, None, form, copies)

    def _lexicon(self, name: str) -> Lexicon:
        """The list of that name: one with a name, or the one this was begun with; no other folder may be asked for."""
        if name in ("", self.default.name, self._folder):
            return self.default
        if name not in shipped_lexicons():
            raise QueryError(
                f"no word list {name!r}; there are {', '.join(self._names())}", "lexicon", "lexicon"
            )
        return self._load(name)

    def _load(self, name: str) -> Lexicon:
        return load_lexicon(name, own=self.backend == "server")

    def _names(self) -> list[str]:
        return list(dict.fromkeys([self.default.name, *shipped_lexicons()]))

    def _info(self, _asked: dict[str, Any]) -> dict[str, Any]:
        server = self.backend == "server"
        return {
            "name": "kanamj",
            "version": __version__,
            "backend": self.backend,
            "lexicon": self.default.name,
            "lexicons": [_facts(self._lexicon(name)) for name in self._names()],
            "tiles": [
                {
                    "name": tiles.name,
                    "notation": tiles.notation,
                    "size": tiles.tiles,
                    "kinds": list(tiles.kinds),
                    "copies": list(tiles.copies),
                }
                for tiles in TILE_SETS.values()
                if server or tiles.notation == "kana"
            ],
            "forms": ["33332", "332", "33332,2222222", "4442"],
            "copies": list(COPIES),
            "levels": list(LEVELS),
            "letters": MOST_LETTERS,
            "draws": MOST_DRAWS if server else 1,
            "game": server,
        }

    def _judge(self, asked: dict[str, Any]) -> dict[str, Any]:
        return self._report(asked).to_json()

    def _chances(self, asked: dict[str, Any]) -> dict[str, Any]:
        if self.backend == "browser" and asked["draws"] > 1:
            raise QueryError("more than 1 draw needs the program itself: kanamj web", "draws", "never")
        return self._report(asked, asked["draws"]).to_json()

    def _report(self, asked: dict[str, Any], draws: int = 0) -> HandReport:
        engine = self._engine_of(asked)
        hand, meld, seen = asked["hand"], asked["meld"], asked["seen"]
        with blaming("seen"):
            engine.tiles.read(seen)
        with blaming("meld"):
            for word in meld:
                engine.tiles.parse(word)
        with blaming("hand"):
            report = engine.analyze(hand, meld, seen, asked["limit"])
            if not draws or report.distance == 0:
                return report
            return engine.chances(hand, draws, meld, seen).into(report)

    def _engine_of(self, asked: dict[str, Any]) -> WordEngine | RiichiEngine:
        with blaming("form"):
            return self._engine(asked["lexicon"], asked["tiles"], asked["form"], asked["copies"])

    def _deal(self, asked: dict[str, Any]) -> dict[str, Any]:
        with blaming("form"):
            dealer = self._dealer(asked["lexicon"], asked["tiles"], asked["form"])
            hand = dealer.deal(asked["level"], asked["seed"] or secrets.token_hex(4), asked["kind"])
        engine = dealer.engine
        return {
            "hand": hand.letters,
            "level": hand.level,
            "seed": hand.seed,
            "kind": hand.kind,
            "form": hand.form,
            "lexicon": engine.lexicon.name,
            "tiles": engine.tiles.name,
            "blocks": len(dealer.form.sizes),
            "arrangement_count": hand.count,
            "words": dealer.words_within(hand.letters),
            **(dealer.answers(hand) if asked["answer"] else {}),
        }

    def _words(self, asked: dict[str, Any]) -> dict[str, Any]:
        engine = self.words(asked["lexicon"], asked["tiles"])
        return keys_json(engine, asked["size"], bool(asked["words"]))

    def _find(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        lexicon = self._lexicon(asked["lexicon"])
        given = [name for name in ("q", "letters", "lacking") if asked[name].strip()]
        if len(given) != 1:
            raise QueryError("give one of q, letters and lacking", given[1] if given else "q")
        with blaming(given[0]):
            if given == ["q"]:
                return found_json(lexicon, asked["q"].split())
            return letters_json(lexicon, asked["letters"] or asked["lacking"] + "？")

    def _wait_table(self, asked: dict[str, Any]) -> dict[str, Any]:
        lexicon, tiles = asked["lexicon"], asked["tiles"]
        engine = self.words(lexicon, tiles)
        if not asked["letters"].strip():
            waits = self._waits(lexicon, tiles, asked["size"])
            return {"size": asked["size"], "of": len(waits.ranked), "rows": waits.rows(asked["limit"])}
        with blaming("letters"):
            letters = held_letters(engine, asked["letters"])
        waits = self._waits(lexicon, tiles, len(letters))
        row, rank = waits.row(letters)
        return {
            "letters": letters,
            "lexicon": engine.lexicon.name,
            "tiles": tiles,
            "row": row,
            "rank": rank,
            "of": len(waits.ranked),
        }

    def _openapi(self, _asked: dict[str, Any]) -> dict[str, Any]:
        from kanamj.web.openapi import document

        return document()


def _told(answer: Callable[[], Any]) -> tuple[int, str]:
    try:
        return 200, as_json(answer())
    except KanamjError as error:
        known = query_error(error)
        return known.status, as_json(known.to_json())
    except RecursionError:
        return 400, as_json(QueryError("the question is nested too deeply", None, "json").to_json())


def _facts(lexicon: Lexicon) -> dict[str, Any]:
    return {
        "name": lexicon.name,
        "words": sum(len(words) for rows in lexicon.grams.values() for words in rows.values()),
        "keys": {str(size): len(rows) for size, rows in lexicon.grams.items()},
    }


def _object(body: str) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError as error:
        raise QueryError(f"the body is no JSON: {error}", None, "json") from None
    if not isinstance(value, dict):
        raise QueryError('the body is no JSON object, such as {"moves": []}', None, "json")
    return value
