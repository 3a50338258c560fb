"""The answers of the page: `Answers` takes a route and its parameters and returns plain values.

This module is plain Python without numpy. So the same code runs in the server and, in the exported page, in the
browser.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kanamj import __version__
from kanamj.engine.choices import WITHIN
from kanamj.engine.engine import Engine, WordEngine, engine_of
from kanamj.engine.hand import COPIES
from kanamj.errors import KanamjError, not_one_of
from kanamj.learn.dealer import LEVELS, Dealer
from kanamj.learn.hints import hint
from kanamj.lexicon import Lexicon, load_lexicon, shipped_lexicons
from kanamj.lexicon.entry import key_of
from kanamj.lexicon.find import find, letters_json
from kanamj.lexicon.shelf import (
    add_own_words,
    forget_own_words,
    judge_of,
    own_words,
    own_words_now,
    parse_own_word,
)
from kanamj.lexicon.spell import beyond_of, keys_within, read_text, words_beyond
from kanamj.pausing import Parts, to_end
from kanamj.tiles import HIRAGANA_120, TILE_SETS, tile_set
from kanamj.web.lists import Waits, held_letters, keys_json
from kanamj.web.parameters import QueryError, blaming, error_value, read_fields
from kanamj.web.routes import FORMS, MOST_DRAWS, MOST_LETTERS, ROUTES
from kanamj.yaku.scoring import TILES, Scorer, spellable
from kanamj.yaku.worth import tenpais, worths, worths_json

if TYPE_CHECKING:
    from kanamj.engine.report import HandReport

Answered: TypeAlias = tuple[int, Any]
"""The status of an answer and its value, which is made JSON where it is sent."""
Backend: TypeAlias = Literal["server", "browser"]

_HAND = "てがきねあげじもんろまんぬび"


class Answers:
    """Answers questions by a default word list, or by the list that a question names.

    lexicon: the name or the folder of the default list. backend: `browser` means that there is neither numpy nor numba.
    all_words: True shows flagged words (docs/words.md) like others. If False, a question can ask for this: `all_words`.

    >>> Answers().get("judge", {"hand": ["さくらなみだたまごきつねいぬ"]})["shanten"]
    -1
    """

    def __init__(self, lexicon: str = "common", backend: Backend = "server", all_words: bool = False) -> None:
        self.backend = backend
        self.all_words = all_words
        self._folder = lexicon
        self._own_words = own_words_now()
        self.default = self._load(lexicon)
        self._engine = lru_cache(maxsize=16)(self._make_engine)
        self._scorer = lru_cache(maxsize=4)(self._make_scorer)
        self._behind = lru_cache(maxsize=16)(_behind)
        self._analyzed = lru_cache(maxsize=16)(self._analyze)
        self._dealer = lru_cache(maxsize=16)(
            lambda lexicon, tiles, form: Dealer(self.words(lexicon, tiles, form))
        )
        self._wait_table = lru_cache(maxsize=16)(
            lambda lexicon, tiles, size: Waits(self.words(lexicon, tiles), size)
        )

    def reply(self, name: str, asked: Mapping[str, Any]) -> Answered:
        """The status and the value of an answer. It raises no error; an error is returned as an answer."""
        return to_end(self.reply_in_parts(name, asked))

    def reply_in_parts(self, name: str, asked: Mapping[str, Any]) -> Parts[Answered]:
        """Like `reply`, but pauses after each turn that a review judges. Another question may be answered meanwhile."""
        try:
            return 200, (yield from self._answer_in_parts(name, asked))
        except Exception as error:
            return error_value(error)

    def _answer_in_parts(self, name: str, asked: Mapping[str, Any]) -> Parts[Any]:
        if asked.get("all_words") and not self.all_words:
            return (yield from self._with_all_words._answer_in_parts(name, asked))
        self._renew()
        found = getattr(self, f"_{name}")(asked)  # the method named like the route
        return (yield from found) if name in ("review", "worth") else found

    @cached_property
    def _with_all_words(self) -> Answers:
        return Answers(self._folder, self.backend, all_words=True)

    def get(self, name: str, fields: Mapping[str, Sequence[str]]) -> Any:
        """The answer to a question whose parameters are texts. A parameter that is not given has its default. Raises
        KanamjError for a wrong value."""
        return to_end(self._answer_in_parts(name, read_fields(ROUTES[name].parameters, fields)))

    def _renew(self) -> None:
        """Load the list again if the user has added or removed own words since the last question."""
        now = own_words_now()
        if now != self._own_words:
            self.default = self._load(self._folder)
            for made in vars(self).values():
                if hasattr(made, "cache_clear"):
                    made.cache_clear()
            self._own_words = now

    def warmed(self, lane: str) -> Answers:
        """These answers, after a first question of the lane: what its later questions need is loaded and compiled."""
        if lane == "game":
            from kanamj.game import remote

            remote.prepare(self._lexicon)
        elif lane == "chances":
            with contextlib.suppress(KanamjError):
                self.get("chances", {"hand": [_HAND], "draws": ["2"]})
        else:
            self.words().shanten(_HAND)
        return self

    def _game(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        from kanamj.game import remote

        return remote.answer(words=self._lexicon, **self._played(asked))

    def _review(self, asked: Mapping[str, Any]) -> Parts[dict[str, Any]]:
        from kanamj.game import review

        with blaming("record"):
            return (yield from review.answer(words=self._lexicon, **self._played(asked)))

    def _played(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What is given to `remote` or `review`, which have their own defaults: `lexicon` only if it is another list
        than the default list."""
        usual = (self.default.name, self._folder)
        given = {
            name: value for name, value in asked.items() if name != "all_words" and value not in ("", None)
        }
        return {name: value for name, value in given.items() if name != "lexicon" or value not in usual}

    def words(self, lexicon: str = "", tiles: str = "hiragana-120", form: str = "") -> WordEngine:
        """The engine of a word list. Raises QueryError if the tiles are not letters."""
        engine = self._engine(lexicon, tiles, form, "strict")
        if not isinstance(engine, WordEngine):
            raise QueryError(
                f"the tiles of {tiles} have no letters; give a set of hiragana such as hiragana-120", "tiles"
            )
        return engine

    def _make_engine(self, lexicon: str, tiles: str, form: str, copies: str, judging: bool = False) -> Engine:
        if tile_set(tiles).notation == "kana":
            words = self._lexicon(lexicon)
            if judging and (judge := judge_of(words, self._lexicon)):
                words = judge.with_words(words.added)
            return engine_of(tiles, words, form, copies)
        if self.backend == "browser":
            raise QueryError("this page cannot judge riichi hands; run: kanamj web", "tiles", "never")
        return engine_of(tiles, None, form, copies)

    def _lexicon(self, name: str) -> Lexicon:
        """The list of that name; the default list for "" or for its folder. Raises QueryError for any other text."""
        if name in ("", self.default.name, self._folder):
            return self.default
        if name not in shipped_lexicons():
            raise QueryError(not_one_of(name, "a word list", self._names()), "lexicon", "lexicon")
        return self._load(name)

    def _load(self, name: str) -> Lexicon:
        return load_lexicon(name, own=True, all_words=self.all_words)

    def _names(self) -> list[str]:
        return list(dict.fromkeys([self.default.name, *shipped_lexicons()]))

    def _info(self, _asked: Mapping[str, Any]) -> dict[str, Any]:
        from kanamj.game.agents import LEVELS as AGENTS
        from kanamj.game.rules import PRESETS, preset
        from kanamj.yaku.rules import PRESETS as SCORING

        server = self.backend == "server"
        return {
            "name": "kanamj",
            "version": __version__,
            "backend": self.backend,
            "lexicon": self.default.name,
            "all_words": self.all_words,
            "lexicons": [_facts(self._lexicon(name)) for name in self._names()],
            "tiles": [
                {"name": of.name, "notation": of.notation, "size": of.tiles}
                | {"kinds": list(of.kinds), "copies": list(of.copies)}
                for of in TILE_SETS.values()
                if server or of.notation == "kana"
            ],
            "forms": list(FORMS),
            "copies": list(COPIES),
            "levels": list(LEVELS),
            "rules": {name: [form.name for form in preset(name, self.default).forms] for name in PRESETS},
            "agents": list(AGENTS),
            "scoring": list(SCORING),
            "letters": MOST_LETTERS,
            "draws": MOST_DRAWS if server else 2,
            "within": WITHIN,
        }

    def _judge(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        engine = self._engine_of(asked)
        report = self._report(engine, asked)
        of_wide = asked["wide"] and not asked["rules"]
        wide = {"wide": self._complete_by_wide(engine, report, asked)} if of_wide else {}
        return report.to_json() | wide

    def _complete_by_wide(
        self, engine: Engine, report: HandReport, asked: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """The blocks of a hand that is complete only by the list that judges declared words; [] for any other hand."""
        if not report.discards or not isinstance(engine, WordEngine):
            return []
        judge, blocks = self._engine_of(asked, judging=True), []
        assert isinstance(judge, WordEngine)
        for block in engine.arrangement_by(judge, asked["hand"]):
            key = key_of(engine.tiles.format(block))
            words = engine.blocks.words_json(key) or beyond_of(engine.lexicon, judge.lexicon, key)
            blocks.append({"letters": key, "words": words})
        return blocks

    def _chances(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        return self._with_chances(asked).to_json()

    def _with_chances(self, asked: Mapping[str, Any]) -> HandReport:
        if self.backend == "browser" and asked["draws"] > 2:
            raise QueryError("this page looks at most 2 draws ahead; run: kanamj web", "draws", "never")
        return self._report(self._engine_of(asked), asked, asked["draws"])

    def _worth(self, asked: Mapping[str, Any]) -> Parts[dict[str, Any]]:
        scorer, report = self._scorer_of(asked), self._with_chances(asked)
        behind, found = [], {}
        for choice in tenpais(scorer, report, asked["meld"], asked["seen"]):
            behind.append(choice)
            yield
        for letter, scores in worths(scorer, report, asked["meld"], behind):
            found[letter] = scores
            yield
        said = {"worth": worths_json(found), "tenpais": [choice.to_json() for choice in behind]}
        return report.to_json() | said

    def _report(self, engine: Engine, asked: Mapping[str, Any], draws: int = 0) -> HandReport:
        with blaming("hand"):
            report: HandReport = self._analyzed(engine, asked["hand"], asked["seen"], asked["limit"], draws)
        return report

    def _analyze(self, engine: Engine, hand: str, seen: str, limit: int, draws: int = 0) -> HandReport:
        if not draws:
            return engine.analyze(hand, (), seen, limit)
        report: HandReport = self._analyzed(engine, hand, seen, limit)
        return (
            engine.chances(report.judged or hand, draws, seen=seen).into(report)
            if report.distance
            else report
        )

    def _scorer_of(self, asked: Mapping[str, Any]) -> Scorer:
        """The scorer for these rules, list and tiles. Raises QueryError if a form or a copies rule is given, too."""
        for name, usual in (("form", ""), ("copies", "strict")):
            if asked[name] != usual:
                raise QueryError(f"rules say what a win is; leave out {name}", name)
        with blaming("rules"):
            return self._scorer(asked["rules"], asked["lexicon"], asked["tiles"] or TILES.name)

    def _make_scorer(self, rules: str, lexicon: str, tiles: str) -> Scorer:
        return Scorer(rules, spellable(self._lexicon(lexicon), tile_set(tiles)), tiles)

    def _engine_of(self, asked: Mapping[str, Any], judging: bool = False) -> Engine:
        """The engine for the hand without its called words. Raises QueryError for a wrong form, meld, or `seen`."""
        if asked["rules"]:
            engine: Engine = self._scorer_of(asked).engine
        else:
            with blaming("form"):
                tiles = asked["tiles"] or HIRAGANA_120.name
                engine = self._engine(asked["lexicon"], tiles, asked["form"], asked["copies"], judging)
        with blaming("seen"):
            engine.tiles.read(asked["seen"])
        with blaming("meld"):
            return self._behind(engine, tuple(asked["meld"]))

    def _deal(self, asked: Mapping[str, Any]) -> dict[str, Any]:
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
            "blocks": len(dealer.form.lengths),
            "arrangement_count": hand.count,
            "needs": hand.needs,
            "words": self._laid(dealer, hand.letters),
            **(dealer.answers(hand) if asked["answer"] else {}),
        }

    def _laid(self, dealer: Dealer, letters: str) -> dict[str, list[dict[str, str]]]:
        """The words that a player may lay: those of `Dealer.words_within`, and those that only the list `wide` has.

        The latter have a third value, "list". They are added to the shipped lists only.
        """
        words = {key: [*found] for key, found in dealer.words_within(letters).items() if found}
        engine, sizes = dealer.engine, sorted(set(dealer.form.lengths))
        if wide := judge_of(engine.lexicon, self._lexicon):
            for key, found in words_beyond(engine.lexicon, wide, letters, sizes, engine.tiles).items():
                words.setdefault(key, []).extend(found)
        return words

    def _hint(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        with blaming("form"):
            dealer = self._dealer(asked["lexicon"], asked["tiles"], asked["form"])
        tiles = dealer.engine.tiles
        with blaming("hand"):
            letters = tiles.format(tiles.parse(asked["hand"]))
            tiles.read(letters)
            found = hint(dealer, letters, asked["laid"])
        if found is None:
            return {"letter": "", "count": 0, "word": None, "back": []}
        word = dealer.engine.blocks.spell(tuple(tiles.parse(found.word))).to_json()
        return {"letter": found.letter, "count": found.words, "word": word, "back": list(found.back)}

    def _words(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        engine = self.words(asked["lexicon"], asked["tiles"])
        return keys_json(engine, asked["size"], bool(asked["words"]))

    def _find(self, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        lexicon = self._lexicon(asked["lexicon"])
        given = [name for name in ("q", "letters", "lacking") if asked[name].strip()]
        if len(given) != 1:
            are_given = " and ".join(given) or "none of them"
            raise QueryError(
                f"give exactly one of q, letters and lacking, not {are_given}", given[1] if given else "q"
            )
        with blaming(given[0]):
            if given == ["q"]:
                return [found.to_json() for found in find(lexicon, asked["q"].split())]
            return letters_json(lexicon, asked["letters"], asked["lacking"])

    def _spell(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        engine = self.words(asked["lexicon"], asked["tiles"])
        told = self._read({**asked, "text": asked["letters"]})
        within = keys_within(engine.lexicon, told["letters"], tiles=engine.tiles)
        found = [(key, words) for key in within if (words := engine.blocks.words_json(key))]
        shown = [{"letters": key, "words": words} for key, words in found[: asked["limit"] or None]]
        readings = sum(len({word["reading"] for word in words}) for _, words in found)
        return {**told, "count": len(found), "readings": readings, "words": shown}

    def _read(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        engine = self.words(asked["lexicon"], asked["tiles"])
        pieces = list(read_text(engine.lexicon, asked["text"], engine.tiles))
        return {
            "letters": "".join(piece.letters for piece in pieces),
            "pieces": [piece._asdict() for piece in pieces],
            "strange": [piece.text for piece in pieces if not piece.letters],
        }

    def _own(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        lexicon = self._lexicon(asked["lexicon"])
        with blaming("add"):
            added = [parse_own_word(text) for text in asked["add"]]
        with blaming("remove"):
            if asked["remove"]:
                forget_own_words(lexicon, asked["remove"])
        if added:
            add_own_words(lexicon, added)
        return {"lexicon": lexicon.name, "words": [entry.to_json() for entry in own_words(lexicon)]}

    def _waits(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        lexicon, tiles = asked["lexicon"], asked["tiles"]
        engine = self.words(lexicon, tiles)
        if not asked["letters"].strip():
            waits = self._wait_table(lexicon, tiles, asked["size"])
            return {"size": asked["size"], "of": len(waits.ranked), "rows": waits.rows(asked["limit"])}
        with blaming("letters"):
            letters = held_letters(engine, asked["letters"])
        waits = self._wait_table(lexicon, tiles, len(letters))
        row, rank = waits.row(letters)
        found = {"letters": letters, "lexicon": engine.lexicon.name, "tiles": tiles}
        return found | {"row": row, "rank": rank, "of": len(waits.ranked)}


def _behind(engine: Engine, melds: tuple[str, ...]) -> Engine:
    """The engine for the rest of a hand with these called words. They need not be in the list: the players may have
    accepted them at the table."""
    return engine.behind(melds, known=engine.tiles.notation != "kana")


def _facts(lexicon: Lexicon) -> dict[str, Any]:
    return {
        "name": lexicon.name,
        "words": sum(len(words) for rows in lexicon.grams.values() for words in rows.values()),
        "keys": {str(size): len(rows) for size, rows in lexicon.grams.items()},
    }
