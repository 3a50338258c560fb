"""The study sheet and the Anki cards: what is on them, and in which order."""

from __future__ import annotations

import csv
import re
from collections import Counter
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from kanamj.datasets.build import Source
from kanamj.disk import sha256
from kanamj.engine import WordEngine
from kanamj.errors import KanamjError
from kanamj.learn.cards import MOST_ANSWERS, Card, cut_by_row, row_of, write_anki
from kanamj.learn.cards import _words as words_cards
from kanamj.learn.dealer import LEVELS, Dealer
from kanamj.learn.order import LEARNT, worth_learning
from kanamj.learn.sheet import (
    best_pairs,
    format_hands,
    format_sheet,
    hardest_letters,
    two_letter_words,
    write_hands,
    write_sheet,
)
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.entry import CHILDREN, for_children, words_text
from kanamj.lexicon.shelf import own_glosses_file
from kanamj.text import choose
from kanamj.tiles import HIRAGANA_120

TOY = Lexicon.from_entries(
    "toy",
    [
        Entry("さかな", "魚", 100),
        Entry("かさな", "<傘名>", 900),
        Entry("かなた", "彼方", 300),
        Entry("もも", "桃", 50),
        Entry("いぬ", "犬", 10),
        Entry("かい", "貝", -1),
    ],
)


class Balanced(HTMLParser):
    """Holds a page to closing what it opens."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_pairs_are_ranked_by_the_tiles_that_finish_them() -> None:
    # かな waits for さ and た, two tiles each; さか, さな, かた, なた for two tiles.
    assert best_pairs(Source(TOY), 2) == [("かな", 4, "さかな(魚)"), ("かさ", 2, "さかな(魚)")]


def test_hard_letters_and_short_words() -> None:
    ranked = hardest_letters(Source(TOY), 100)
    assert [(letter, count) for letter, count, _ in ranked if count] == [
        ("さ", 1), ("た", 1), ("ぬ", 1), ("も", 1), ("い", 2), ("な", 2), ("か", 3)
    ]  # fmt: skip
    twice = Source(TOY.with_words([Entry("ごご", "午後")]))  # there is one ご
    assert [count for letter, count, _ in hardest_letters(twice, 100) if letter == "ご"] == [0]
    assert dict(two_letter_words(Source(TOY)))["い"] == ["かい(貝)", "いぬ(犬)"]


def test_a_sheet_names_only_words_for_children_where_the_list_has_some() -> None:
    """The words worth learning are such words as well, for a learner of the 700 easiest."""
    half = Source(
        Lexicon.from_entries("half", [Entry("いぬ", "犬", ease=1), Entry("いき", "域", ease=CHILDREN + 1)])
    )
    assert dict(two_letter_words(half)) == {"い": ["いぬ(犬)"], "ぬ": ["いぬ(犬)"]}
    for name in ("core", "common", "wide"):
        source = Source(load_lexicon(name, own=False))
        childrens = {words_text([word]) for word in source.lexicon.readings if for_children(word)}
        named = [word for _, _, word in best_pairs(source, 200)]
        named += [word for *_, words in hardest_letters(source, 20) for word in words]
        named += [word for _, words in two_letter_words(source) for word in words]
        taught = (source.lexicon.shown(key)[:1] for key in worth_learning(source.lexicon, HIRAGANA_120))
        assert childrens >= {*named, *map(words_text, taught)}
        assert len(named) > 500


def test_the_sheet_is_whole_and_shows_markup_as_text(tmp_path: Path) -> None:
    page = Balanced()
    page.feed(format_sheet(TOY.with_words([Entry("かき", "<b>\x1b")])))
    assert not page.open
    assert "かき(<b>\\x1b)" in page.text
    write_sheet(tmp_path / "a", TOY)
    write_sheet(tmp_path / "b", TOY)
    assert (tmp_path / "a" / "sheet.html").read_bytes() == (tmp_path / "b" / "sheet.html").read_bytes()


def test_a_sheet_of_hands_has_the_hands_of_its_number_and_their_words(tmp_path: Path) -> None:
    engine = WordEngine(TOY, forms="32")
    page = format_hands(engine, 7, 1, 2)
    assert "<title>Hiragana mahjong: Hands to arrange</title>" in page
    told = (hand.partition("<div")[0] for hand in page.split('class="hand"')[1:])
    hands = ["".join(re.findall("<i>(.)</i>", hand)) for hand in told]
    assert hands == [Dealer(engine).deal(1, f"7/{number}").letters for number in (1, 2)]
    answers = re.findall(r"<i>\d</i><span>(.*?)</span>", page)
    assert [len(words.split()) for words in answers] == [2, 2]
    write_hands(tmp_path / "hands", engine, 7)
    for asked, way in (((7, 6), "6 is not a level"), ((7, 1, 101), "101 hands do not fit")):
        with pytest.raises(KanamjError, match=way):
            write_hands(tmp_path / "no", engine, *asked)


@pytest.mark.parametrize(("language", "heading"), [("en", "Words of two letters"), ("ja", "2文字の単語")])
def test_the_headings_of_the_sheet_are_in_one_language(tmp_path: Path, language: str, heading: str) -> None:
    choose(language)
    page, made = format_sheet(TOY, learn=["いぬ"]), write_sheet(tmp_path / "sheet", TOY)
    choose("")
    texts = re.findall(r"<(?:title|h1|h2|p|footer)>(.*)</", page)
    assert len(texts) == 8
    assert heading in texts
    assert {bool(re.search("[ぁ-ん早非]", text)) for text in texts} == {language == "ja"}
    assert made.parameters["language"] == language


class Note(NamedTuple):
    """A note as Anki imports it."""

    number: str
    deck: str
    front: str
    back: str
    tags: list[str]


def imported(path: Path) -> list[Note]:
    """The notes that Anki finds in a text, by its manual (Importing, Text Files): `#key:value` lines, then cells.

    A cell in quotes may hold tabs and line ends, and two quotes in it are one.
    """
    text = path.read_bytes().decode()
    heads = re.match("(#.*\n)*", text)
    assert heads
    given = {key.lower(): value for key, value in re.findall("^#(.*?):(.*)$", heads[0], re.MULTILINE)}
    assert (given["separator"].lower(), given["html"]) == ("tab", "true")
    at = {name: int(given[f"{name} column"]) - 1 for name in ("guid", "deck", "tags")}
    notes = []
    for cells in csv.reader(StringIO(text[heads.end() :], newline=""), delimiter="\t"):
        assert not cells[0].startswith("#")  # or it were a remark
        front, back = (cell for place, cell in enumerate(cells) if place not in at.values())
        notes.append(Note(cells[at["guid"]], cells[at["deck"]], front, back, cells[at["tags"]].split()))
    return notes


def test_a_text_for_anki_holds_the_waits(tmp_path: Path) -> None:
    decks = write_anki(tmp_path / "a.txt", TOY)
    assert list(decks.values()) == [5, 4]
    write_anki(tmp_path / "b.txt", TOY)
    assert (tmp_path / "a.txt").read_bytes() == (tmp_path / "b.txt").read_bytes()
    choose("ja")
    assert "kanamj toy: 2 文字 → 待ち" in write_anki(tmp_path / "ja.txt", TOY)
    choose("")
    notes = imported(tmp_path / "a.txt")
    assert Counter(note.deck for note in notes) == decks
    numbers = [note.number for note in notes]
    assert len({*numbers}) == len(notes)
    assert [note.number for note in imported(tmp_path / "ja.txt")] == numbers  # Anki knows the cards again
    by_front = {note.front: note.back for note in notes}
    assert by_front["か・な"] == "4 tiles<br><b>さ</b> 魚・&lt;傘名&gt;<br><b>た</b> 彼方"
    assert by_front["い"] == "4 tiles<br><b>か</b> 貝<br><b>ぬ</b> 犬"


def test_tabs_quotes_line_ends_and_number_signs_reach_anki(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = ['#a\t"b"', "#html:false\n\n#tags column:1", '\'""\t\n']
    cards = [Card(f"い{place}", front, front[::-1], ["いぬ"]) for place, front in enumerate(odd)]
    monkeypatch.setattr("kanamj.learn.cards._pairs", lambda _: cards)
    write_anki(tmp_path / "odd.txt", TOY)
    notes = [note for note in imported(tmp_path / "odd.txt") if "waits" in note.deck]
    assert [(note.front, note.back) for note in notes] == [(front, front[::-1]) for front in odd]


@pytest.fixture
def dog(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Lexicon:
    """A list with two words that have a gloss of the user."""
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "kanamj-data"))
    path = own_glosses_file(TOY)
    path.parent.mkdir(parents=True)
    path.write_text("いぬ\t犬\tbarks & bites\nさかな\t魚\tswims\n", encoding="utf-8")
    return TOY


def test_words_worth_learning_have_their_gloss_on_the_sheet_and_in_cards(dog: Lexicon) -> None:
    page = format_sheet(dog, learn=["いぬ", "もも"])
    assert "いぬ(犬)<small>barks &amp; bites</small></span>" in page
    assert "もも(桃)</span>" in page
    assert 'class="pairs told"' in page
    assert "told" not in format_sheet(dog, learn=["もも"]).partition("</style>")[2]
    cards = list(words_cards(Source(dog), ["いぬ", "かさな", "もも"]))
    assert [card.answer for card in cards] == [
        "いぬ(犬)<br>barks &amp; bites",
        "さかな(魚) かさな(&lt;傘名&gt;)<br>魚: swims",
        "もも(桃)",
    ]


def test_the_sheet_begins_with_the_words_worth_learning(tmp_path: Path) -> None:
    lexicon = load_lexicon("core")
    learn = worth_learning(lexicon, HIRAGANA_120)
    write_sheet(tmp_path / "sheet", lexicon)
    page = (tmp_path / "sheet" / "sheet.html").read_text(encoding="utf-8")
    assert "100 words worth learning" in page
    first = lexicon.shown(learn[0])[0].reading
    assert page.index(f"<i>1</i><span>{first}") < page.index("pairs worth keeping")
    Balanced().feed(page)
    few = format_sheet(TOY)
    assert "worth learning" not in few
    said = [int(number) for number in re.findall(r"<h2>(\d+) ", few)]
    assert said == [part.count("<div><b>") for part in few.split("<h2>")[1:3]]


def test_the_manifest_of_a_sheet_says_which_words_are_known(tmp_path: Path) -> None:
    words = tmp_path / "known.txt"
    words.write_text("いぬ\n", encoding="utf-8")
    for number, (known, said) in enumerate({"": "700", "2": "2", str(words): "known.txt"}.items()):
        made = write_sheet(tmp_path / str(number), TOY, known=known)
        assert made.parameters["known"] == said
        assert made.inputs.get("known.txt") == (sha256(words.read_bytes()) if known == str(words) else None)


def test_cards_come_in_the_order_of_learning_with_tags_and_few_answers(tmp_path: Path) -> None:
    lexicon = load_lexicon("core")
    decks = write_anki(tmp_path / "a.txt", lexicon)
    assert next(iter(decks.items())) == ("kanamj core: words worth learning", LEARNT)
    notes = imported(tmp_path / "a.txt")
    assert [*dict.fromkeys(note.deck for note in notes)] == [*decks]
    for note in notes:
        assert note.back.count("<br>") <= MOST_ANSWERS
        row, level = note.tags
        assert row == row_of(note.front[0])
        assert level in {f"level-{number}" for number in LEVELS}
    learn = ["・".join(key) for key in worth_learning(lexicon, HIRAGANA_120)]
    assert [note.front for note in notes][: len(learn)] == learn


def test_long_cards_are_split_between_rows_and_lose_nothing() -> None:
    source = Source(load_lexicon("core"))
    assert max(map(len, source.pairs.waits.values())) > MOST_ANSWERS
    for waits in source.pairs.waits.values():
        parts = cut_by_row(waits)
        assert sorted(letter for part in parts for letter in part) == sorted(waits)
        assert all(len(part) <= MOST_ANSWERS for part in parts)
        rows = [{row_of(letter) for letter in part} for part in parts]
        assert sum(map(len, rows)) == len(set().union(*rows))


def test_every_tile_is_in_a_row_of_the_kana_table() -> None:
    assert {row_of(face) for face in HIRAGANA_120.kinds} == {
        f"{first}行" for first in "あかがさざただなはばぱまやらわ"
    }
    assert row_of("X") == "X行"
