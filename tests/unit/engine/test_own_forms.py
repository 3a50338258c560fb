"""A form from outside the package: after three lines, everything answers by it; and which forms are refused."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import kanamj
from kanamj.engine.batch import deal_state
from kanamj.engine.blocks import Blocks
from kanamj.engine.hand import Solve
from kanamj.errors import FormError, HandSizeError
from kanamj.game import Event, Rules
from kanamj.game.agents import parse_agent
from kanamj.game.steps import play
from kanamj.lexicon import Lexicon
from kanamj.studies import Deals, run
from kanamj.tiles import HIRAGANA_120
from tests.places import ROOT
from tests.reference import toy


class AllDifferent(kanamj.Form):
    name, tiles = "all-different", 14

    def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> int:  # noqa: ARG002
        return self.tiles - sum(count > 0 for count in counts)


class Few(kanamj.Form):
    """Six tiles of three kinds, two of each."""

    name, tiles = "few", 6

    def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> int:
        pairs = [k for k in range(len(counts)) if room is None or room[k] > 1]
        held = sorted((min(counts[k], 2) for k in pairs), reverse=True)
        return self.tiles - sum(held[:3])


class Wild(kanamj.Form):
    """33332 with any one tile; a form made of words."""

    name, tiles, lengths = "wild", 14, (3, 3, 3, 3, 2)

    def __init__(self, inner: kanamj.Form | None = None) -> None:
        self.inner = inner or kanamj.engine.BlockForm("33332")

    def over(self, blocks: Blocks, solve: Solve | None = None) -> Wild:
        return Wild(self.inner.over(blocks, solve))

    def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> int:
        return min(max(0, self.inner.distance(counts, room) - 1), self.tiles)


FAR, NEAR, WON = "ああいいううええおおかかきき", "あいうえおかきくけこさしし", "あいうえおかきくけこさしすせ"


@pytest.fixture(scope="module")
def alone(common: Lexicon) -> kanamj.WordEngine:
    return kanamj.WordEngine(common, forms=AllDifferent())


@pytest.fixture(scope="module")
def both(common: Lexicon) -> kanamj.WordEngine:
    return kanamj.WordEngine(common, forms=["33332", AllDifferent()])


def test_the_documents_show_this_form() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    example = page.split("class AllDifferent")[1].split("```")[0]
    scope: dict[str, Any] = {}
    exec("import kanamj\nclass AllDifferent" + example, scope)
    assert scope["engine"].shanten(WON) == -1


def test_one_hand_is_judged_by_the_form(alone: kanamj.WordEngine, both: kanamj.WordEngine) -> None:
    assert (alone.distance(FAR), alone.distance(NEAR), alone.distance(WON)) == (7, 2, 0)
    report = alone.analyze(NEAR)
    assert report.forms == ("all-different",)
    assert len(report.accepts) == len(HIRAGANA_120) - 12
    assert alone.waits(WON[1:], kinds=True) == tuple(
        sorted({0, *range(75)} - set(HIRAGANA_120.parse(WON[1:])))
    )
    assert alone.analyze(WON).to_json()["arrangements"] == []
    first = alone.analyze(FAR).discards[0]
    assert (first.distance, first.tile) == (7, "あ")
    assert both.distance(WON) == 0
    assert both.distance("さくらなみだたまごきつねいぬ") == 0
    assert both.arrangements("さくらなみだたまごきつねいぬ")
    assert both.shanten("なみだたまごきつねいぬ", ["さくら"]) == -1, (
        "the other form has no slot for a called word"
    )
    with pytest.raises(FormError, match="form all-different is for a hand without called words"):
        alone.shanten("なみだたまごきつねいぬ", ["さくら"])
    with pytest.raises(HandSizeError, match="form all-different takes 13 or 14"):
        alone.shanten("あ")


def test_many_hands_are_judged_by_the_form(alone: kanamj.WordEngine, both: kanamj.WordEngine) -> None:
    rows, _ = both.batch.deal_rows(13, 6, np.array([1, 2, 3, 4], np.uint64))
    rows[0] = HIRAGANA_120.counts(WON[1:])
    for engine in (alone, both):
        assert engine.shanten_many(rows).tolist() == [engine.shanten(row) for row in rows]
        distances, marks = engine.accepts_many(rows)
        assert distances.tolist() == [engine.distance(row) for row in rows]
        for row, accepted, waits in zip(rows, marks, engine.waits_many(rows), strict=True):
            assert np.flatnonzero(accepted).tolist() == list(engine.accepts(row, kinds=True))
            assert tuple(np.flatnonzero(waits)) == engine.waits(row, kinds=True)
    full = HIRAGANA_120.count_rows([FAR, NEAR + "ん"])
    for row, kind, distance, tiles in zip(full, *alone.best_discards_many(full), strict=True):
        first = alone.analyze(row).discards[0]
        assert (first.kind, first.distance, first.unseen) == (kind, distance, tiles)


def test_chances(alone: kanamj.WordEngine) -> None:
    """One tile short of a win: the chance of the first draw is the share of the letters that are not held."""
    hand = alone.ask(WON[1:])
    exact = alone.chances(hand, 2)
    counts = HIRAGANA_120.read(WON[1:])
    wanted = sum(copies for copies, held in zip(HIRAGANA_120.copies, counts, strict=True) if not held)
    assert exact.chances[0] == wanted / (120 - 13)


@pytest.mark.parametrize("copies", ["strict", "ignore"])
@pytest.mark.parametrize("forms", [["33", Few()], [Few()]])
def test_two_draws_of_an_own_form_are_those_of_the_kernels(forms: list[Any], copies: Any) -> None:
    engine = kanamj.WordEngine(toy.LEXICON, toy.TILES, forms, copies)
    for hand in ("ああいいうう", "あいうえおお", "ああいうえお", "ああいいう", "あいうえお"):
        two, three = engine.chances(hand, 2), engine.chances(hand, 3)
        assert two.ways == three.ways[:2]
        assert {each.kind: each.ways for each in two.discards} == {
            each.kind: each.ways[:2] for each in three.discards
        }


def test_the_riichi_engine_takes_the_form_too() -> None:
    engine = kanamj.RiichiEngine(forms=["general", AllDifferent()])
    hands = ["123456789m12345p", "123m456p789s11122z", "147m147p147s12345z", "111222333m11122z"]
    assert engine.shanten_many(hands).tolist() == [engine.shanten(hand) for hand in hands]
    assert engine.shanten_many(hands[:3]).tolist() == [-1, -1, -1]
    assert engine.shanten_many(["123m456p1122z", "55z"]).tolist() == [0, -1], "behind called blocks"


def test_a_study_and_a_game_take_the_form(common: Lexicon) -> None:
    deals = Deals(common, 60, hand=14, forms=("33332", AllDifferent()), sample=5)
    dealt = run(deals)
    assert deals.parameters()["forms"] == "33332,all-different"
    assert sum(dealt.counts.values()) == 60
    assert max(dealt.counts) <= 5, "most letters of a deal differ"
    for solver in ("search", "kernels"):
        rules = Rules(common, forms=(AllDifferent(),), players=2, solver=solver)
        seated = [parse_agent("greedy").seated(rules, (1,), seat) for seat in range(2)]
        *_, (_, last, _) = play(rules, 1, seated)
        assert last.event in (Event.TSUMO, Event.RON)


class Said(kanamj.Form):
    """Says what it is told to."""

    name, tiles = "said", 14

    def __init__(self, said: object) -> None:
        self.said = said

    def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> Any:  # noqa: ARG002
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            ZeroDivisionError("division by zero"),
            "form said raised ZeroDivisionError: division by zero; the distance",
        ),
        ("7", "form said returned '7'; the distance of a hand of 14 tiles is a whole number from 0 to 14"),
        (None, "form said returned 'None'; the distance"),
        (2.5, "form said returned '2.5'; the distance"),
        (-1, "form said returned '-1'; the distance"),
        (15, "form said returned '15'; the distance"),
        (10**100, "form said returned '1000"),
    ],
)
def test_a_form_that_contradicts_itself_is_an_error(common: Lexicon, said: object, message: str) -> None:
    engine = kanamj.WordEngine(common, forms=Said(said))
    for ask in (engine.shanten, engine.analyze, lambda hand: engine.shanten_many([hand])):
        with pytest.raises(FormError, match=message):
            ask(WON)
    assert kanamj.WordEngine(common, forms=Said(np.int64(3))).shanten(WON) == 2


def test_a_form_without_a_distance(common: Lexicon) -> None:
    form = type("Odd", (kanamj.Form,), {"name": "odd", "tiles": 14})()
    with pytest.raises(
        FormError, match=r"form odd raised NotImplementedError: form odd has no method distance\("
    ):
        kanamj.WordEngine(common, forms=form).shanten(WON)


def test_a_hand_one_short_is_not_complete(common: Lexicon) -> None:
    with pytest.raises(FormError, match="of a hand of 13 tiles is a whole number from 1 to 14"):
        kanamj.WordEngine(common, forms=Said(0)).shanten(WON[1:])


class SameName(AllDifferent):
    pass


def test_a_worker_knows_a_form_that_it_has_seen() -> None:
    sent = pickle.loads(pickle.dumps(AllDifferent()))
    assert (sent, hash(sent)) == (AllDifferent(), hash(AllDifferent()))
    assert AllDifferent() != SameName()


def named(name: Any, tiles: Any = 14) -> kanamj.Form:
    return type("Odd", (AllDifferent,), {"name": name, "tiles": tiles})()


@pytest.mark.parametrize(
    ("forms", "message"),
    [
        (
            type("Odd", (kanamj.Form,), {"tiles": 14})(),
            "the form of class Odd has the name ''; a name has 1 to 40",
        ),
        (named(7), "the form of class Odd has the name 7"),
        (named("a,b"), "the form of class Odd has the name 'a,b'"),
        (named("33332"), "form 33332: a form of kanamj has this name"),
        (named("general"), "form general: a form of kanamj has this name"),
        ([AllDifferent(), SameName()], "form all-different: two forms have this name"),
        (named("odd", 0), "form odd has 0 tiles; a form has 2 to 24"),
        (named("odd", 25), "form odd has 25 tiles"),
        (named("odd", "14"), "form odd has '14' tiles"),
        (
            type("Odd", (Wild,), {"lengths": ()})(),
            "form wild is made of words, as it has a method over; give",
        ),
        ([AllDifferent], "is not a form; give digits such as 33332, or an instance of a subclass of Form"),
        (AllDifferent, "is not a form; give digits such as 33332, or an instance of a subclass of Form"),
        ([33332], "33332 is not a form; give digits"),
        (None, "None is not a form; give digits"),
        ([], "no form is given"),
    ],
)
def test_forms_that_are_refused(common: Lexicon, forms: Any, message: str) -> None:
    with pytest.raises(FormError, match=message):
        kanamj.WordEngine(common, forms=forms)


def test_what_follows_from_the_distance_is_what_the_search_finds(common: Lexicon) -> None:
    """The form defines only the distances of the usual game; all else is derived."""

    class Told(kanamj.Form):
        name, tiles, lengths = "told", 8, (3, 3, 2)

        def distance(self, counts: tuple[int, ...], room: tuple[int, ...] | None) -> int:
            return self.by.judge(counts, room).distance

        by = kanamj.engine.BlockForm("332")

        def over(self, blocks: Any, solve: Any = None) -> kanamj.Form:
            self.by = self.by.over(blocks, solve)
            return self

    told, word = kanamj.WordEngine(common, forms=Told()), kanamj.WordEngine(common, forms="332")
    for hand in ("さくらなみだい", "あえおがぎぐげ"):
        assert told.accepts(hand) == word.accepts(hand)
        assert told.waits(hand) == word.waits(hand)
    full = told.ask("さくらなみげべぬ"), word.ask("さくらなみげべぬ")
    assert full[0].after_discards == full[1].after_discards


@pytest.mark.parametrize("forms", [(Wild(),), ("2222222", Wild())], ids=["alone", "beside pairs"])
def test_workers_judge_a_form_of_words_with_its_words(
    common: Lexicon, forms: tuple[str | kanamj.Form, ...]
) -> None:
    deals = Deals(common, 30, seed=3, forms=forms, sample=0)
    engine = deals.engine
    rows, _ = engine.batch.deal_rows(14, 30, deal_state(3, 0))
    shanten = engine.shanten_many(rows)
    assert {*shanten} <= {-1, 0, 1, 2}
    counts = run(deals).counts  # type: ignore[attr-defined]
    assert dict(counts) == {value: int((shanten == value).sum()) for value in {*shanten.tolist()}}
