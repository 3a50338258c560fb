"""The files of the page: small, without inline code or foreign addresses, and with every text in both languages."""

import csv
import json
import re
from pathlib import Path

import pytest

from kanamj import WordEngine, load_lexicon
from kanamj.learn.dealer import Dealer
from kanamj.lexicon.glosses import read_glosses
from kanamj.web.early import words_file
from tests.places import ROOT

STATIC = ROOT / "kanamj" / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))


def texts(language: str) -> set[str]:
    """The names of the texts that this language has."""
    with (STATIC / "texts.tsv").open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["name"] for row in rows if row[language]}


IMPORTS = re.compile(r'(?:from|^import) "(\.[^"]+)"', re.MULTILINE)


def modules(*names: str) -> set[Path]:
    """These modules, and all that they import."""
    found: set[Path] = set()
    wanted = [(STATIC / "js" / name).resolve() for name in names]
    while wanted:
        script = wanted.pop()
        if script not in found:
            found.add(script)
            wanted += [
                (script.parent / name).resolve()
                for name in IMPORTS.findall(script.read_text(encoding="utf-8"))
            ]
    return found


@pytest.mark.parametrize(("room", "data"), [("start", ["today.txt"]), ("look", []), ("arrange", [])])
def test_little_loads_before_the_first_answer(room: str, data: list[str]) -> None:
    """At most 450 kB in 50 files: modules, style, and what the room answers from before Python has come. The other
    rooms come later. tests/browser/test_early.py counts what a browser asks for."""
    files = modules("main.js", "here.js", f"{room}/{room}.js")
    files |= {*(STATIC / "css").iterdir(), *(STATIC / name for name in ["index.html", *data])}
    words = 0 if room == "start" else len(words_file(load_lexicon(own=False)))
    assert sum(file.stat().st_size for file in files) + words < 450_000
    assert len(files) + bool(words) <= 50


def test_every_text_is_there_in_both_languages() -> None:
    japanese, english = texts("ja"), texts("english")
    # The engine's own sentences are English; only Japanese needs a sentence for each code.
    assert {name for name in japanese - english if not name.startswith("error.")} == set()
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    asked = set(re.findall(r'data-t(?:-label)?="([^"]+)"', page))
    for script in SCRIPTS:
        asked |= set(re.findall(r'\bt\(\s*"([^"]+)"[,)]', script.read_text(encoding="utf-8")))
    assert asked - japanese - {"name"} == set()  # "name" stands in a comment


def test_every_word_with_a_gloss_has_one_in_english() -> None:
    """A short line in Latin letters, by which the page knows it from the Japanese one."""
    japanese = {
        (reading, spelling): gloss
        for _, reading, spelling, gloss in read_glosses(ROOT / "wordlists" / "recipe" / "glosses.tsv")
    }
    header, *rows = (STATIC / "glosses-en.tsv").read_bytes().decode().removesuffix("\n").split("\n")
    assert header == "reading\tspelling\tenglish"
    english = [tuple(row.split("\t")) for row in rows]
    assert [pair for *pair, _ in english] == [list(pair) for pair in sorted(japanese)]
    kana = re.compile("[ぁ-ヿ]")
    plain = re.compile(r"[A-Za-z][ -~]{0,38}[a-z)]")  # 2 to 40 letters
    assert [gloss for *_, gloss in english if not plain.fullmatch(gloss)] == []
    assert [gloss for gloss in japanese.values() if not kana.search(gloss)] == []
    assert kana.pattern in (STATIC / "js" / "parts" / "glosses.js").read_text(encoding="utf-8")


WAYS = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function")


def test_no_script_reads_data_as_code() -> None:
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        assert not [way for way in WAYS if way in text], script
        assert not re.search(r"https?://", text), script


def test_nothing_is_inline() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:|https?://|data:", page)
    assert re.findall(r"<script\b[^>]*>([^<]*)</script>", page) == ["", ""]


def test_the_web_manifest_works_in_any_folder() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert not manifest["start_url"].startswith("/")
    assert not manifest["scope"].startswith("/")
    assert all((STATIC / icon["src"]).is_file() for icon in manifest["icons"])


def test_the_hand_of_the_first_page_is_of_the_word_list() -> None:
    """It is played before anything is asked, with these words and no others."""
    text = (STATIC / "js" / "start" / "first.js").read_text(encoding="utf-8")
    hand = re.search(r'HAND = "(\w+)"', text)
    assert hand
    dealer = Dealer(WordEngine(load_lexicon(own=False), forms="332"))
    there: dict[str, str] = {}
    for words in dealer.words_within(hand[1]).values():
        for word in words:
            there.setdefault(word["reading"], word["spelling"])
    assert dict(re.findall(r"(\w+)=(\w+)", text)) == there
