"""A word that is taken out of the shipped lists is out in every room, and all else stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from kanamj.engine import WordEngine
from kanamj.errors import LexiconError
from kanamj.learn.order import worth_learning
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.find import find
from kanamj.lexicon.glosses import Glosses
from kanamj.lexicon.shelf import add_own_words, own_words, parse_own_word, put_back, remove_words, words_out
from kanamj.tiles import HIRAGANA_120
from kanamj.web.answers import Answers
from tests.conftest import Run
from tests.places import by_default
from tests.unit.web.asking import client

OUT = ("さくら", "おちゃ=お茶", "ぱんつ")
WIN = "さくらなみだたまごきつねいぬ"


@pytest.fixture
def common(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lexicon:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    return load_lexicon("common")


def is_out(word: Entry) -> bool:
    return word.reading in ("さくら", "ぱんつ") or word[:2] == ("おちゃ", "お茶")


@pytest.mark.parametrize(
    ("name", "all_words"),
    by_default(
        {("core", False), ("common", True)},
        [(name, all_words) for name in ("common", "core", "wide") for all_words in (False, True)],
    ),
)
def test_all_other_words_stay_as_they_are(common: Lexicon, name: str, all_words: bool) -> None:
    remove_words(common, OUT)
    whole = load_lexicon(name, all_words=all_words)
    left = load_lexicon(name, own=True, all_words=all_words)
    assert left.readings == tuple(word for word in whole.readings if not is_out(word))
    by_key = {key: tuple(word for word in words if not is_out(word)) for key, words in whole.entries.items()}
    assert left.entries == {key: words for key, words in by_key.items() if words}
    assert {key for size in left.grams for key in left.keys(size)} == {*left.entries}
    assert all({*left.words(key)} == {word.spelling for word in words} for key, words in left.entries.items())
    order = [key for key in whole.easiest_keys(2, 3, flagged=True) if key in left.entries and key != "くさら"]
    assert [key for key in left.easiest_keys(2, 3, flagged=True) if key != "くさら"] == order
    assert left.ease("くさら") == min(word.ease for word in left.read_as("くさら") if word.ease > 0)
    assert Glosses(left).of(Entry("とけい", "時計")) == Glosses(whole).of(Entry("とけい", "時計")) != ""
    assert (left.stages[0], whole in left.stages, load_lexicon(name)) == (left, True, load_lexicon(name))


def test_add_puts_it_back_and_leaves_no_own_word(common: Lexicon) -> None:
    remove_words(common, OUT)
    back = put_back(common, [parse_own_word(text) for text in ("おちゃ", "さくら=桜", "のへむ")])
    assert back[1].spelling == "桜"
    assert (words_out(), own_words(common)) == ({("ぱんつ", "*")}, [])
    assert put_back(common, [parse_own_word("ぱんつ=パンツ")])
    assert load_lexicon("common", own=True).readings == common.readings
    remove_words(common, ["おちゃ=お茶"])
    assert put_back(common, [Entry("おちゃ", "御茶々")]) == ()  # another word, which is no word of the list


def test_own_words_are_forgotten_first(common: Lexicon) -> None:
    add_own_words(common, [Entry("さくら", "左倉"), Entry("のへむ", "のへむ")])
    removed = remove_words(common, ["さくら", "のへむ"])
    assert ([word.spelling for word in removed.forgotten], removed.out) == (["左倉", "のへむ"], ())
    assert remove_words(common, ["さくら"]).out[0].spelling == "桜"
    add_own_words(common, [Entry("さくら", "左倉")])
    assert [word.spelling for word in load_lexicon("common", own=True).read_as("くさら")][-1] == "左倉"


def test_what_cannot_be_taken_out_changes_nothing(common: Lexicon) -> None:
    remove_words(common, ["さくら"])
    for text, said in (
        ("さくら", "is out of the lists already; to put it back: kanamj lexicon add さくら"),
        ("ほげらも", "is neither a word of common nor one of your own"),
        ("とけい=徒刑囚", "is neither"),
        ("時計", "is not a reading in kana"),
    ):
        with pytest.raises(LexiconError, match=said):
            remove_words(common, ["とけい", text])
        assert words_out() == {("さくら", "*")}


def test_the_commands_say_what_is_out(kanamj: Run) -> None:
    first = kanamj("judge", WIN).out.splitlines()[0]
    assert "kanamj lexicon add さくら" in kanamj("lexicon", "remove", "さくら").err
    assert kanamj("judge", WIN).out.splitlines()[0] == first + ", 1 word out"
    assert "さくら" not in kanamj("judge", WIN, "--limit", "0").out.partition("\n")[2]
    assert "out of the shipped lists for you: さくら" in kanamj("lexicon", "list", "--own").err
    for name in ("common", "wide"):
        assert "you keep it out" in kanamj("lexicon", "find", "さくら", "--lexicon", name).err
    assert "is back" in kanamj("lexicon", "add", "さくら").err
    assert kanamj("judge", WIN).out.splitlines()[0] == first


def test_results_use_the_whole_list(common: Lexicon) -> None:
    remove_words(common, ["いぬ"])
    assert load_lexicon("common") == common
    assert WordEngine().lexicon.words("いぬ")
    assert "いぬ" not in load_lexicon("common", own=True)
    assert worth_learning(common, HIRAGANA_120)


def test_on_the_page_it_counts_in_no_room(common: Lexicon) -> None:
    with client(Answers("common")) as page:

        def ask(route: str, **fields: str) -> object:
            return page.get(f"/api/v1/{route}", params=fields).json()

        def change(**words: list[str]) -> object:
            return page.post("/api/v1/own", json=words).json()["out"]

        assert change(remove=["ぱんつ"]) == [{"reading": "ぱんつ", "spelling": "*"}]
        (found,) = ask("find", q="ぱんつ")  # type: ignore[misc]
        assert (found["found"], found["wider"]) == (False, [])
        judged = ask("judge", hand="ぱんつ", form="3", wide="1")
        assert (judged["shanten"], judged["wide"]) == (0, [])  # type: ignore[index]
        game = {"rules": "basic", "agents": "greedy"}
        begun = page.post("/api/v1/game", json=game).json()
        again = page.post("/api/v1/game", json={**game, "id": begun["id"]}).json()
        assert again == begun
        assert change(add=["ぱんつ=パンツ"]) == []
        assert ask("find", q="ぱんつ")[0]["found"]  # type: ignore[index]
    assert find(common, ["ぱんつ"])[0].entries
