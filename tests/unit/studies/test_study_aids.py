"""What people print or carry: the sheet and the Anki package."""

from __future__ import annotations

import sqlite3
import zipfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.lexicon import Entry, Lexicon
from kanamj.studies.anki import write_anki
from kanamj.studies.datasets import Source
from kanamj.studies.sheet import best_pairs, format_sheet, hardest_letters, two_letter_words, write_sheet

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
    assert dict(two_letter_words(Source(TOY)))["い"] == ["かい(貝)", "いぬ(犬)"]


def test_the_sheet_is_whole_and_shows_markup_as_text(tmp_path: Path) -> None:
    page = Balanced()
    page.feed(format_sheet(TOY.with_words([Entry("かき", "<b>\x1b")])))
    assert not page.open
    assert "かき(<b>\\x1b)" in page.text
    write_sheet(tmp_path / "a", TOY)
    write_sheet(tmp_path / "b", TOY)
    assert (tmp_path / "a" / "sheet.html").read_bytes() == (tmp_path / "b" / "sheet.html").read_bytes()


def test_an_anki_package_holds_the_waits(tmp_path: Path) -> None:
    pytest.importorskip("genanki", reason="pip install 'kanamj[anki]'")
    decks = write_anki(tmp_path / "a.apkg", TOY)
    assert list(decks.values()) == [5, 4]
    with pytest.raises(KanamjError, match="already exists"):
        write_anki(tmp_path / "a.apkg", TOY)
    write_anki(tmp_path / "b.apkg", TOY)
    assert (tmp_path / "a.apkg").read_bytes() == (tmp_path / "b.apkg").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.apkg") as package:
        assert package.testzip() is None
        package.extract("collection.anki2", tmp_path)
    database = sqlite3.connect(tmp_path / "collection.anki2")
    assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    notes = dict(row[0].split("\x1f") for row in database.execute("select flds from notes"))
    assert notes["か・な"] == "4 枚<br><b>さ</b> 魚・&lt;傘名&gt;<br><b>た</b> 彼方"
    assert database.execute("select count(*) from cards").fetchone() == (9,)
    database.close()
