"""What people read in two languages: ja.tsv is whole, and finished messages are found in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from kanamj import errors, language
from kanamj.cli import simulate, study
from kanamj.engine.ways import KINDS_OF_WAIT
from kanamj.errors import KanamjError
from kanamj.text import FILE, choose, current, tr
from tests.places import ROOT

LINES = FILE.read_text(encoding="utf-8").splitlines()
OF_OTHERS = """
Usage: {}\\nTry '{}' for help.\\n\\nError: {}\\n
Missing argument {}.
Missing option {}.
Missing command.
Option {} requires an argument.
Option {} does not take a value.
Got unexpected extra argument(s) ({})
Invalid value for {}: {}
Invalid value: {}
Error: {}\\n
No such file or directory
No space left on device
Permission denied
Is a directory
Read-only file system
File exists
True
False
"""
"""Texts that typer, the system and Python say."""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    choose("")


def test_each_text_stands_once_with_the_same_values_in_both_languages() -> None:
    pairs = [line.split("\t") for line in LINES]
    assert pairs == sorted(pairs)
    assert len({english for english, _ in pairs}) == len(pairs)
    for english, japanese in pairs:
        assert {*re.findall(r"\{(\w+)\}", english)} == {*re.findall(r"\{(\w+)\}", japanese)}, english


def test_a_language_is_chosen_or_that_of_the_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KANAMJ_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert current() == "en"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert (current(), tr("{n} tiles", n=3)) == ("ja", "3枚")
    monkeypatch.setenv("KANAMJ_LANG", "en")
    assert current() == "en"
    choose("ja")
    assert current() == "ja"
    with pytest.raises(KanamjError, match="'de' is not a language; choose from: en, ja"):
        choose("de")


def test_a_finished_message_is_translated_with_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "{what} is not {kind}; choose from: {all}": "{what}は{kind}ではありません。{all}",
        "a form": "型",
        "{n}": "{n}!",
    }
    monkeypatch.setattr(language, "_japanese", lambda: known)
    language._patterns.cache_clear()
    said = "'x' is not a form; choose from: 332"
    assert tr(said) == said
    choose("ja")
    assert tr(said) == "'x'は型ではありません。332"
    assert tr("no such text") == "no such text"
    language._patterns.cache_clear()


def test_a_short_text_is_no_part_of_a_sentence_behind_a_colon() -> None:
    choose("ja")
    said = "words.txt:3: expected 2 columns or more, got 1"
    assert tr(said) == "words.txt:3: 2列以上のはずですが、1列です"
    assert tr("10 or 11") == "10か11"


def without_names(text: str) -> str:
    """The text with {} for each value, without an {end_} that may be missing."""
    text = re.sub(r"\{\w+_\}$", "", text.replace("\n", "\\n"))
    return re.sub(r"\{[^{}]*\}", "{}", text)


def texts(node: ast.AST) -> list[str]:
    """The texts that an expression may be, with {} for values: of an f-string with `{"a" if x else "b"}`, both."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*texts(node.body), *texts(node.orelse)]
    if not isinstance(node, ast.JoinedStr):
        return ["{}"]
    found = [""]
    for part in node.values:
        values = texts(part.value if isinstance(part, ast.FormattedValue) else part)
        found = [before + value for before in found for value in values]
    return found


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "kanamj").rglob("*.py"))]


def called_tr(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "tr":
            yield node.args[0]


def test_every_text_that_is_given_to_tr_has_its_japanese() -> None:
    japanese = {line.split("\t")[0] for line in LINES}
    given = {text for tree in trees() for each in called_tr(tree) for text in texts(each)}
    lacking = sorted(text for text in given if "{}" not in text and text.replace("\n", "\\n") not in japanese)
    assert not lacking, "kanamj/ja.tsv lacks:\n" + "\n".join(lacking)


def test_every_line_is_said_somewhere() -> None:
    """As it is, or put together by a text of the source that has half of its letters or more."""
    said = {*OF_OTHERS.strip().split("\n")}
    for tree in trees():
        said |= {without_names(text) for node in ast.walk(tree) for text in texts(node)}
        functions = [ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)]
        said |= {
            re.split(r"(?<=\.)\s", text)[0].replace("\n", " ") for text in functions
        }  # in lists of commands
    rest = [text for line in LINES if (text := without_names(line.split("\t")[0])) not in said]
    parts = [[re.escape(part) for part in text.split("{}")] for text in said if "{}" in text]
    looks = [(len("".join(each)), re.compile(".*".join(each))) for each in parts if len("".join(each)) > 4]
    unsaid = [
        text
        for text in rest
        if not any(
            letters >= len(text.replace("{}", "")) / 2 and look.search(text) for letters, look in looks
        )
    ]
    assert not unsaid, "no source says:\n" + "\n".join(unsaid)


def said_by_errors(tree: ast.Module) -> Iterator[str]:
    """The texts of refusals and messages, and what functions return that say why."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name in REASONS or node.name.startswith("_check_")):
            yield from (
                t for each in ast.walk(node) if isinstance(each, ast.Return) for t in texts(each.value)
            )
        name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if name in SAYING:
            yield from (text for argument in node.args[: SAYING[name]] for text in texts(argument))


REASONS = ("refusal", "_no_pon", "_no_kan", "_no_call", "_wrong", "unspellable", "verdict")
SAYING = {"say": 1, "tell": 1, "not_one_of": 2, "BadParameter": 1}
SAYING |= {name: 1 for name in vars(errors) if name.endswith("Error") and name != "ArrayError"}
"""What says a text -> how many of its arguments are texts. No command raises an ArrayError: programs have arrays."""


def test_every_refusal_and_message_has_its_japanese() -> None:
    """It is a line, or one that goes on before or behind it."""
    lines = "\n".join(line.split("\t")[0] for line in LINES)
    said = {text for tree in trees() for text in said_by_errors(tree) if re.search("[a-z]{3}", text)}
    assert len(said) > 400
    looks = {
        text: ".*".join(re.escape(part.replace("\n", "\\n")) for part in text.split("{}")) for text in said
    }
    lacking = sorted(text for text in said if not re.search(looks[text], lines))
    assert not lacking, "kanamj/ja.tsv lacks:\n" + "\n".join(lacking)


def test_the_titles_of_the_tables_of_studies_have_their_japanese() -> None:
    japanese = {line.split("\t")[0] for line in LINES}
    titles = [title for titles in (simulate.GAMES, study.YAKU, study.STRENGTH) for title in titles.values()]
    assert len(titles) > 10
    assert {*titles} <= japanese


def test_the_progress_of_every_study_has_its_japanese() -> None:
    japanese = {line.split("\t")[0] for line in LINES}
    studies = (
        path.read_text(encoding="utf-8")
        for path in [*(ROOT / "kanamj/studies").glob("*.py"), ROOT / "kanamj/learn/order.py"]
    )
    kinds = [
        kind for text in studies for kind in re.findall(r'^    (?:\w+, )*kind\b.* = .*?"(.+?)"', text, re.M)
    ]
    assert len(kinds) > 4
    assert {*kinds} <= japanese


def of_page(language: str) -> dict[str, str]:
    """Name -> text of the page; texts that are lists are left out."""
    page = (ROOT / f"kanamj/web/static/js/texts/{language}.js").read_text(encoding="utf-8")
    return dict(re.findall(r'^  "?([\w.,-]+)"?:\s+"(.*)",$', page, re.MULTILINE))


def test_the_page_says_the_same_in_japanese() -> None:
    """Where the page and the terminal have the same English text."""
    english, japanese = of_page("en"), of_page("ja")
    assert len(english) > 400
    choose("ja")
    for name in [name for name, text in english.items() if tr(text) != text]:
        assert japanese[name] == tr(english[name]), name
    for kind in KINDS_OF_WAIT:
        assert japanese.get(f"wait.{kind}", tr(kind)) == tr(kind) != kind


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("the hand has 3 tiles; form 33332 takes 13 or 14", "手牌は3枚です。形 33332 は13か14枚です"),
        (
            "hiragana-120 has no tile を; the set leaves を out",
            "hiragana-120 に「を」の牌はありません。このセットに「を」はありません",
        ),
        ("x.txt: is a folder; give a file", "x.txt: フォルダです。ファイルを指定してください"),
        ("twice or more, as nobody foresaw", "twice or more, as nobody foresaw"),
    ],
)
def test_a_message_is_read_with_its_ends_and_its_parts(message: str, said: str) -> None:
    choose("ja")
    assert tr(message) == said
