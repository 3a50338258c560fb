"""The answers of the page: `Answers` takes a question and returns plain values.

This module is plain Python without numpy. So the same code runs in the server and, in the exported page, in the
browser.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kanamj import __version__
from kanamj.engine.choices import WITHIN
from kanamj.engine.engine import Engine, WordEngine, engine_of
from kanamj.engine.hand import COPIES
from kanamj.errors import KanamjError, Message, blaming, not_one_of
from kanamj.learn.dealer import LEVELS, Dealer
from kanamj.learn.hints import hint
from kanamj.lexicon import DEFAULT, Lexicon, load_lexicon, shipped_lexicons
from kanamj.lexicon.find import find, letters_json
from kanamj.lexicon.shelf import (
    add_own_words,
    has_name,
    judge_of,
    own_words,
    own_words_now,
    parse_own_word,
    put_back,
    remove_words,
    words_out,
)
from kanamj.lexicon.spell import beyond_of, keys_within, read_text, words_beyond
from kanamj.pausing import LongWork, to_end
from kanamj.tiles import HIRAGANA_120, TILE_SETS, tile_set
from kanamj.web import routes
from kanamj.web.lists import RankedWaits, held_letters, keys_of_size
from kanamj.web.parameters import QueryError, error_value, read, read_texts
from kanamj.yaku.scoring import TILES, Scorer
from kanamj.yaku.worth import tenpais, worths, worths_json

if TYPE_CHECKING:
    from kanamj.engine.report import HandReport

Answered: TypeAlias = tuple[int, Any]
"""The status of an answer and its value, which is made JSON where it is sent."""
Backend: TypeAlias = Literal["server", "browser"]

_HAND = "てがきねあげひよこみみずぬぽ"


class Answers:
    """Answers questions by a default word list, or by the list that a question names.

    lexicon: the name or the folder of the default list. backend: `browser` means that there is neither numpy nor numba.
    all_words: True shows flagged words (docs/words.md) like others. If False, a question can ask for this: `all_words`.

    >>> Answers().get("judge", {"hand": ["さくらなみだたまごきつねいぬ"]})["shanten"]
    -1
    """

    def __init__(self, lexicon: str = DEFAULT, backend: Backend = "server", all_words: bool = False) -> None:
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
            lambda lexicon, tiles, size: RankedWaits(self.words(lexicon, tiles), size)
        )

    def reply(self, name: str, given: Mapping[str, object]) -> Answered:
        """The status and the value of the answer to a question of this route. given: its parameters, as in the body of
        a request. It raises no error; an error is returned as an answer."""
        try:
            asked = read(routes.ROUTES[name], given)
        except KanamjError as error:
            return error_value(error)
        return to_end(self.reply_in_parts(asked))

    def reply_in_parts(self, asked: routes.Query) -> LongWork[Answered]:
        """Like `reply`, but pauses after each turn that a review judges. Another question may be answered meanwhile."""
        try:
            return 200, (yield from self._answer_in_parts(asked))
        except Exception as error:
            return error_value(error)

    def get(self, name: str, texts: Mapping[str, Sequence[str]]) -> Any:
        """The answer to a question whose parameters are texts, as in a query. Raises KanamjError for a wrong value."""
        return to_end(self._answer_in_parts(read_texts(routes.ROUTES[name], texts)))

    def _answer_in_parts(self, asked: routes.Query) -> LongWork[Any]:
        if asked.all_words and not self.all_words:
            return (yield from self._with_all_words._answer_in_parts(asked))
        self._renew()
        found = getattr(self, f"_{type(asked).__name__.lower()}")(asked)  # the method named like the route
        return (yield from found) if isinstance(found, Generator) else found

    @cached_property
    def _with_all_words(self) -> Answers:
        return Answers(self._folder, self.backend, all_words=True)

    def _renew(self) -> None:
        """Load the list again if the user has added or removed own words since the last question."""
        now = own_words_now()
        if now != self._own_words:
            self.default = self._load(self._folder)
            for made in vars(self).values():
                if hasattr(made, "cache_clear"):
                    made.cache_clear()
            self._own_words = now

    def warmed(self, slow: bool) -> Answers:
        """These answers, after a first question, a slow or a quick one: what later ones need is loaded."""
        if slow:
            with contextlib.suppress(KanamjError):
                self.get("chances", {"hand": [_HAND], "draws": ["2"]})
        else:
            self.words().shanten(_HAND)
        return self

    def _game(self, asked: routes.Game) -> dict[str, Any]:
        from kanamj.game import remote

        return remote.answer(words=self._lexicon, **self._played(asked))

    def _review(self, asked: routes.Review) -> LongWork[dict[str, Any]]:
        from kanamj.game import review

        with blaming("record"):
            return (yield from review.answer(words=self._lexicon, **self._played(asked)))

    def _played(self, asked: routes.Game | routes.Review) -> dict[str, Any]:
        """The parameters for `remote` or `review`. If the list is the default list, it is not named."""
        usual = (self.default.name, self._folder)
        given = {name: value for name, value in vars(asked).items() if name != "all_words"}
        return given | {"lexicon": "" if asked.lexicon in usual else asked.lexicon}

    def words(self, lexicon: str = "", tiles: str = "hiragana-120", form: str = "") -> WordEngine:
        """The engine of a word list. Raises QueryError if the tiles are not letters."""
        engine = self._engine(lexicon, tiles, form, "strict")
        if not isinstance(engine, WordEngine):
            raise QueryError(
                "the tiles of {} have no letters; give a set of hiragana such as hiragana-120",
                tiles,
                field="tiles",
            )
        return engine

    def _make_engine(self, lexicon: str, tiles: str, form: str, copies: str, judging: bool = False) -> Engine:
        if tile_set(tiles).notation == "kana":
            words = self._lexicon(lexicon)
            if judging and (judge := judge_of(words, self._lexicon)):
                words = judge.with_words(words.added)
            return engine_of(tiles, words, form, copies)
        if self.backend == "browser":
            raise QueryError(
                "this page cannot judge riichi hands; run: kanamj web", field="tiles", code="never"
            )
        return engine_of(tiles, None, form, copies)

    def _lexicon(self, name: str) -> Lexicon:
        """The list of that name; the default list for "" or for its folder. Raises QueryError for any other text."""
        if name in ("", self.default.name, self._folder):
            return self.default
        if not has_name(name):
            raise QueryError(not_one_of(name, "a word list", self._names()), field="lexicon", code="lexicon")
        return self._load(name)

    def _load(self, name: str) -> Lexicon:
        return load_lexicon(name, own=True, all_words=self.all_words)

    def _names(self) -> list[str]:
        return list(dict.fromkeys([self.default.name, *shipped_lexicons()]))

    def _info(self, _asked: routes.Info) -> dict[str, Any]:
        from kanamj.game.agents import BOT_LEVELS
        from kanamj.game.rules import PRESETS, preset
        from kanamj.yaku.rules import PRESETS as SCORING

        server = self.backend == "server"
        sets = [of for of in TILE_SETS.values() if server or of.notation == "kana"]
        games = {name: preset(name, self.default) for name in PRESETS}
        return {
            "name": "kanamj",
            "version": __version__,
            "backend": self.backend,
            "lexicon": self.default.name,
            "all_words": self.all_words,
            "lexicons": [_facts(self._lexicon(name)) for name in self._names()],
            "tiles": [asdict(of) | {"size": of.tiles} for of in sets],
            "forms": routes.FORMS,
            "copies": COPIES,
            "levels": list(LEVELS),
            "rules": {name: [form.name for form in it.forms] for name, it in games.items()},
            "agents": list(BOT_LEVELS),
            "scoring": list(SCORING),
            "letters": routes.MOST_LETTERS,
            "draws": routes.MOST_DRAWS if server else 2,
            "within": WITHIN,
        }

    def _judge(self, asked: routes.Judge) -> dict[str, Any]:
        engine = self._engine_of(asked)
        report = self._report(engine, asked)
        of_wide = asked.wide and not asked.rules
        wide = {"wide": self._complete_by_wide(engine, report, asked)} if of_wide else {}
        return report.to_json() | wide

    def _complete_by_wide(
        self, engine: Engine, report: HandReport, asked: routes.Judge
    ) -> list[dict[str, Any]]:
        """The blocks of a hand that is complete only by the list that judges declared words; [] for any other hand."""
        if not report.discards or not isinstance(engine, WordEngine):
            return []
        judge, blocks = self._engine_of(asked, judging=True), []
        assert isinstance(judge, WordEngine)
        for key in engine.arrangement_by(judge, asked.hand):
            words = engine.blocks.words_json(key) or beyond_of(engine.lexicon, judge.lexicon, key)
            blocks.append({"letters": key, "words": words})
        return blocks

    def _chances(self, asked: routes.OfHand) -> dict[str, Any]:
        return self._with_chances(asked).to_json()

    def _with_chances(self, asked: routes.OfHand) -> HandReport:
        if self.backend == "browser" and asked.draws > 2:
            raise QueryError(
                "this page looks at most 2 draws ahead; run: kanamj web", field="draws", code="never"
            )
        return self._report(self._engine_of(asked), asked, asked.draws)

    def _worth(self, asked: routes.Worth) -> LongWork[dict[str, Any]]:
        scorer, report = self._scorer_of(asked), self._with_chances(asked)
        behind, found, melds = [], {}, list(asked.meld)
        for choice in tenpais(scorer, report, melds, asked.seen):
            behind.append(choice)
            yield
        for letter, scores in worths(scorer, report, melds, behind):
            found[letter] = scores
            yield
        said = {"worth": worths_json(found), "tenpais": [choice.to_json() for choice in behind]}
        return report.to_json() | said

    def _report(self, engine: Engine, asked: routes.OfHand, draws: int = 0) -> HandReport:
        with blaming("hand"):
            report: HandReport = self._analyzed(engine, asked.hand, asked.seen, asked.limit, draws)
        return report

    def _analyze(self, engine: Engine, hand: str, seen: str, limit: int, draws: int = 0) -> HandReport:
        if not draws:
            return engine.analyze(hand, (), seen, limit)
        report: HandReport = self._analyzed(engine, hand, seen, limit)
        if not report.distance:
            return report
        return engine.chances(report.judged or hand, draws, seen=seen).into(report)

    def _scorer_of(self, asked: routes.OfHand) -> Scorer:
        """The scorer for these rules, list and tiles. Raises QueryError if a form or a copies rule is given, too."""
        for name, value, usual in (("form", asked.form, ""), ("copies", asked.copies, "strict")):
            if value != usual:
                raise QueryError("rules say what a win is; leave out {}", name, field=name)
        with blaming("rules"):
            return self._scorer(asked.rules, asked.lexicon, asked.tiles or TILES.name)

    def _make_scorer(self, rules: str, lexicon: str, tiles: str) -> Scorer:
        return Scorer(rules, self._lexicon(lexicon), tiles)

    def _engine_of(self, asked: routes.OfHand, judging: bool = False) -> Engine:
        """The engine for the hand without its called words. Raises KanamjError for a wrong form, meld, or `seen`."""
        if asked.rules:
            engine: Engine = self._scorer_of(asked).engine
        else:
            with blaming("form"):
                tiles = asked.tiles or HIRAGANA_120.name
                engine = self._engine(asked.lexicon, tiles, asked.form, asked.copies, judging)
        with blaming("seen"):
            engine.tiles.read(asked.seen)
        with blaming("meld"):
            return self._behind(engine, tuple(asked.meld))

    def _dealer_of(self, asked: routes.Deal | routes.Hint) -> Dealer:
        with blaming("form"):
            dealer: Dealer = self._dealer(asked.lexicon, asked.tiles, asked.form)
        return dealer

    def _deal(self, asked: routes.Deal) -> dict[str, Any]:
        dealer = self._dealer_of(asked)
        with blaming("form"):
            hand = dealer.deal(asked.level, asked.seed or secrets.token_hex(4), asked.kind)
        return _renamed(asdict(hand), letters="hand", count="arrangement_count") | {
            "lexicon": dealer.engine.lexicon.name,
            "tiles": dealer.engine.tiles.name,
            "blocks": len(dealer.form.lengths),
            "words": self._laid(dealer, hand.letters),
            **(dealer.answers(hand) if asked.answer else {}),
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

    def _hint(self, asked: routes.Hint) -> dict[str, Any]:
        dealer = self._dealer_of(asked)
        tiles = dealer.engine.tiles
        with blaming("hand"):
            letters = tiles.format(tiles.parse(asked.hand))
            tiles.read(letters)
            found = hint(dealer, letters, asked.laid)
        if found is None:
            return {"letter": "", "count": 0, "word": None, "back": []}
        word = dealer.engine.blocks.spell(tuple(tiles.parse(found.word))).to_json()
        return _renamed(found._asdict(), words="count") | {"word": word}

    def _words(self, asked: routes.Words) -> dict[str, Any]:
        return keys_of_size(self.words(asked.lexicon, asked.tiles), asked.size, bool(asked.words))

    def _find(self, asked: routes.Find) -> list[dict[str, Any]]:
        lexicon = self._lexicon(asked.lexicon)
        given = [name for name in ("q", "letters", "lacking") if getattr(asked, name).strip()]
        if len(given) != 1:
            text = "give exactly one of q, letters and lacking, not {}"
            are_given = ", ".join(given) or Message("none of them")
            raise QueryError(text, are_given, field=given[1] if given else "q")
        with blaming(given[0]):
            if given == ["q"]:
                return [found.to_json() for found in find(lexicon, asked.q.split())]
            return letters_json(lexicon, asked.letters, asked.lacking)

    def _spell(self, asked: routes.Spell) -> dict[str, Any]:
        engine = self.words(asked.lexicon, asked.tiles)
        told = self._pieces(engine, asked.letters)
        within = keys_within(engine.lexicon, told["letters"], tiles=engine.tiles)
        found = [(key, words) for key in within if (words := engine.blocks.words_json(key))]
        shown = [{"letters": key, "words": words} for key, words in found[: asked.limit or None]]
        readings = sum(len({word["reading"] for word in words}) for _, words in found)
        return {**told, "count": len(found), "readings": readings, "words": shown}

    def _read(self, asked: routes.Read) -> dict[str, Any]:
        return self._pieces(self.words(asked.lexicon, asked.tiles), asked.text)

    def _pieces(self, engine: WordEngine, text: str) -> dict[str, Any]:
        pieces = list(read_text(engine.lexicon, text, engine.tiles))
        return {
            "letters": "".join(piece.letters for piece in pieces),
            "pieces": [piece._asdict() for piece in pieces],
            "strange": [piece.text for piece in pieces if not piece.letters],
        }

    def _own(self, asked: routes.Own) -> dict[str, Any]:
        lexicon = self._lexicon(asked.lexicon)
        with blaming("add"):
            added = [parse_own_word(text) for text in asked.add]
        with blaming("remove"):
            if asked.remove:
                remove_words(lexicon, asked.remove)
        back = put_back(lexicon, added)
        if added := [entry for entry in added if entry not in back]:
            add_own_words(lexicon, added)
        out = [{"reading": reading, "spelling": spelling} for reading, spelling in sorted(words_out())]
        return {
            "lexicon": lexicon.name,
            "words": [entry.to_json() for entry in own_words(lexicon)],
            "out": out,
        }

    def _waits(self, asked: routes.Waits) -> dict[str, Any]:
        engine = self.words(asked.lexicon, asked.tiles)
        if not asked.letters.strip():
            waits = self._wait_table(asked.lexicon, asked.tiles, asked.size)
            return {"size": asked.size, "of": len(waits.ranked), "rows": waits.rows(asked.limit)}
        with blaming("letters"):
            letters = held_letters(engine, asked.letters)
        waits = self._wait_table(asked.lexicon, asked.tiles, len(letters))
        row, rank = waits.row(letters)
        found = {"letters": letters, "lexicon": engine.lexicon.name, "tiles": asked.tiles}
        return found | {"row": row, "rank": rank, "of": len(waits.ranked)}


def _renamed(values: dict[str, Any], **names: str) -> dict[str, Any]:
    """The values, some of them under other names (old name -> new name)."""
    return {names.get(name, name): value for name, value in values.items()}


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
