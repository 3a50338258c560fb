"""What people read in two languages: every text of the source that people read is a line of ja.tsv."""

from __future__ import annotations

import ast
import copy
import errno
import os
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from kanamj import errors
from kanamj.cli import simulate, study
from kanamj.cli.commands import app_of
from kanamj.engine.ways import KINDS_OF_WAIT
from kanamj.errors import FileFormatError, KanamjError, Message, TileError, either, joined, not_one_of
from kanamj.text import FILE, choose, current, in_each, tr
from tests.places import ROOT

JAPANESE = dict(
    line.replace("\\n", "\n").split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()
)
"""English -> Japanese."""
PAGE = ROOT / "kanamj" / "web" / "static" / "texts.tsv"
"""The texts of the page: a name, English and Japanese in each row."""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    choose("")


def fields(text: str) -> set[str]:
    """The places of the values in a text; a text without values may have any braces."""
    found = re.findall(r"\{(\d*)(?::[^{}]*)?\}", text)
    return {number or str(place) for place, number in enumerate(found)}


def test_each_text_stands_once_with_the_same_values_in_both_languages() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines)
    assert len(JAPANESE) == len(lines)
    for english, japanese in JAPANESE.items():
        assert fields(english) == fields(japanese), english


def test_a_language_is_chosen_or_that_of_the_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KANAMJ_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert current() == "en"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert (current(), tr("{} tiles", 3)) == ("ja", "3枚")
    monkeypatch.setenv("KANAMJ_LANG", "en")
    assert current() == "en"
    choose("ja")
    assert current() == "ja"


def test_values_that_are_messages_or_errors_are_said_too() -> None:
    inner = TileError(
        "{} has no tile {}{}", "hiragana-120", "を", Message("; the set leaves it out"), tile="を"
    )
    outer = FileFormatError("the header is not that of a record: {}", inner, path=FILE, line=3)
    assert str(outer) == f"{FILE}:3: the header is not that of a record: {inner}"
    assert in_each(outer.message)["en"] == str(outer)
    assert (
        in_each(outer.message)["ja"]
        == f"{FILE}:3: 1行目が記録のものではありません: hiragana-120 に「を」の牌はありません。このセットでは使いません"
    )
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert in_each("{}: {}", "x", full) == {"en": f"x: {full.strerror}", "ja": "x: 空き容量がありません"}
    wrong = not_one_of("foo", "a solver", ["search"])
    assert in_each(wrong)["ja"] == "'foo'は解法ではありません。次から選んでください: search"
    assert in_each(either([1, 2, 3]))["ja"] == "1, 2か3"
    parts = joined([Message("a form"), "a form"], Message(", "))
    assert in_each(parts) == {"en": "a form, a form", "ja": f"{JAPANESE['a form']}、a form"}
    text = 'expected a header such as {"kanamj": "game", "format": 5, …}'  # braces without values are letters
    assert str(KanamjError(text)) == text
    assert in_each(text)["ja"].count("{") == 1
    choose("ja")  # values that only look like texts stay
    assert tr("{}: {}", "a form", "deals") == "a form: deals"
    assert tr("no file {}", "{} {0} {x}") == "ファイル {} {0} {x} はありません"


@pytest.mark.parametrize("again", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_an_error_is_the_same_after_pickling(again: object) -> None:
    error = TileError("{} has no tile {}", "x", Message("a form"), tile="を", held=1)
    error.add_note("seen")
    found = again(error)  # type: ignore[operator]
    assert (str(found), vars(found)) == (str(error), vars(error))
    assert in_each(found.message) == in_each(error.message)
    assert (error.__notes__, error.args) == (found.__notes__, found.args)
    with pytest.raises(KanamjError) as caught:
        raise KanamjError("agent {}: {}", "me", error) from error
    assert str(caught.value.message.values[1]) == str(error)


TEXTS = {name: 0 for name in vars(errors) if name.endswith("Error")} | {"QueryError": 0}
del TEXTS["MissingExtraError"]
TEXTS |= {"Message": 0, "tr": 0, "in_each": 0, "say": 0, "misuse": 0}
"""Function -> the place of the text among its arguments; the values follow it."""
WHOLE = {
    "MissingExtraError": 0,
    "needing": 0,
    "not_one_of": 1,
    "tell": 0,
    "read": 2,
    "print_differences": 1,
    "progress_bar": 1,
}
"""Function -> the place of an argument that is a text without values, or a message."""


@cache
def trees() -> list[tuple[str, ast.Module]]:
    paths = sorted((ROOT / "kanamj").rglob("*.py"))
    return [
        (str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8")))
        for path in paths
        if path.name != "errors.py"
    ]


def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """Name -> what is assigned to it in a function, or in a module outside its functions."""
    found: dict[str, list[ast.expr]] = {}
    nodes = scope.body if isinstance(scope, ast.Module) else ast.walk(scope)
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for each, value in pairs:
                found.setdefault(ast.unparse(each), []).append(value)
    return found


def texts(node: ast.expr, names: dict[str, list[ast.expr]]) -> Iterator[str]:
    """The literal texts that an expression may be; none if it is a message, or a parameter."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr | ast.BinOp):
        yield f"not a literal: {ast.unparse(node)}"
    elif isinstance(node, ast.Name):
        rest = {name: value for name, value in names.items() if name != node.id}
        for each in names.get(node.id, []):
            yield from texts(each, rest)
    elif isinstance(node, ast.Subscript):
        yield from texts(node.value, names)
    elif isinstance(node, ast.IfExp | ast.Dict | ast.Tuple):
        parts = {ast.IfExp: ("body", "orelse"), ast.Dict: ("values",), ast.Tuple: ("elts",)}[type(node)]
        for part in parts:
            inner = getattr(node, part)
            for each in inner if isinstance(inner, list) else [inner]:
                yield from texts(each, names)


def is_message(node: ast.expr, names: dict[str, list[ast.expr]]) -> bool:
    """True if an expression is a message for certain: made by a function of errors.py, or that of an error."""
    if isinstance(node, ast.Name):
        return node.id in LOOPED or (
            bool(names.get(node.id)) and all(is_message(each, {}) for each in names[node.id])
        )
    return getattr(node, "attr", "") in ("message", "torn") or name_of(node) in MADE


MADE = {"Message", "not_one_of", "several", "joined"}
LOOPED = {"why"}
"""Names that go through messages in a `for`."""


def name_of(node: ast.AST) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""


def wrong_texts() -> Iterator[str]:
    for path, tree in trees():
        top = assigned(tree)
        functions = [
            node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        for scope in [tree, *functions]:
            names = top if scope is tree else top | assigned(scope)
            within = {id(call) for each in functions for call in ast.walk(each)} if scope is tree else set()
            for call in ast.walk(scope):
                if isinstance(call, ast.Call) and id(call) not in within:
                    yield from (f"{path}:{call.lineno}: {wrong}" for wrong in wrong_in(call, names))


def wrong_in(call: ast.Call, names: dict[str, list[ast.expr]]) -> Iterator[str]:
    """What is wrong with the texts of a call."""
    name = name_of(call)
    place = TEXTS.get(name, WHOLE.get(name))
    if name == "several":
        yield from (
            f"{t!r} is not in ja.tsv" for each in call.args[1:] for t in texts(each, names) if not known(t)
        )
    if place is None or len(call.args) <= place:
        return
    given, values = call.args[place], call.args[place + 1 :]
    counted = name in TEXTS and not any(isinstance(each, ast.Starred) for each in values)
    found = [*texts(given, names)]
    if name.endswith("Error") and not found and not is_message(given, names):
        yield f"{ast.unparse(given)} is neither a literal nor a message"
    for text in found:
        if not known(text) and name != "ArrayError":
            yield f"{text!r} is not in ja.tsv"
        elif counted and not isinstance(given, ast.Subscript) and len(fields(text)) != len(values):
            yield f"{text!r} has {len(fields(text))} values, given are {len(values)}"


def known(text: str) -> bool:
    """True if a text is in ja.tsv, or has no words."""
    return text in JAPANESE or not re.search("[a-z]{2}", re.sub(r"\{[^{}]*\}", "", text))


def test_every_text_that_is_said_is_in_japanese_with_its_values() -> None:
    """Programs meet an ArrayError, no command: its texts are in English."""
    wrong = [*wrong_texts()]
    assert not wrong, "\n".join(wrong)


def test_every_line_is_said_somewhere() -> None:
    said = {*OF_OTHERS.strip().split("\n")}
    for _, tree in [*trees(), ("", ast.parse((ROOT / "kanamj/errors.py").read_text(encoding="utf-8")))]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said |= {node.value, *paragraphs(node.value)}
            if isinstance(node, ast.FunctionDef):  # its help, and the first sentence in lists of commands
                help = ast.get_docstring(node) or ""
                said |= {re.split(r"(?<=\.)\s", help)[0].replace("\n", " "), *paragraphs(help)}
    unsaid = sorted(text for text in JAPANESE.keys() - said if not re.fullmatch("words_[2-5]", text))
    assert not unsaid, "no source says:\n" + "\n".join(unsaid)


def paragraphs(help: str) -> list[str]:
    return [" ".join(each.split()) for each in re.split(r"\n\s*\n", help)]


def texts_of_help(command: Any) -> Iterator[str]:
    """What the help of a command says, and that of its commands."""
    yield from paragraphs(command.help or "")
    yield from (each.help or "" for each in command.params)
    for inner in getattr(command, "commands", {}).values():
        yield inner.short_help
        yield from texts_of_help(inner)


def test_every_help_is_in_japanese() -> None:
    said = [*texts_of_help(typer.main.get_command(app_of()))]
    assert len(said) > 300
    wrong = {text for text in said if text not in JAPANESE and not re.match("Examples?: |$", text)}
    assert not wrong, "\n".join(wrong)


OF_OTHERS = """
Usage
Options
Arguments
Commands
Example:
Examples:
required
Show this message and exit.
Install completion for the current shell.
Show completion for the current shell, to copy it or customize the installation.
Missing command.
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


def test_titles_and_names_of_studies_have_their_japanese() -> None:
    titles = [title for titles in (simulate.GAMES, study.YAKU, study.STRENGTH) for title in titles.values()]
    assert len(titles) > 10
    assert {*titles} <= JAPANESE.keys()
    paths = (ROOT / "kanamj/studies").glob("*.py")
    kinds = [
        kind
        for path in paths
        for kind in re.findall(
            r'^    (?:\w+, )*kind\b.* = .*?"(.+?)"', path.read_text(encoding="utf-8"), re.M
        )
    ]
    assert {"deals", "games", "strength", "yaku"} <= {*kinds} <= JAPANESE.keys()


def of_page() -> Iterator[list[str]]:
    """Name, English and Japanese of each text of the page."""
    for line in PAGE.read_text(encoding="utf-8").splitlines()[1:]:
        yield line.split("\t")


FOR_CHILDREN = {"捨て": "すて", "和了": "あがり", "聴牌": "テンパイ", "手牌": "てはい"}
"""The terminal -> the page, which a child reads."""


def for_children(text: str) -> str:
    return re.sub("|".join(FOR_CHILDREN), lambda found: FOR_CHILDREN[found[0]], text)


def test_the_page_says_the_same_in_japanese() -> None:
    """Where the page and the terminal have the same English text."""
    japanese = {name: text for name, _, text in of_page()}
    assert len(japanese) > 400
    for name, text, _ in of_page():
        if text in JAPANESE and not name.startswith("why."):  # the page says that in easier words
            assert japanese[name] == for_children(JAPANESE[text]), name
    choose("ja")
    for kind in KINDS_OF_WAIT:
        assert japanese.get(f"wait.{kind}", tr(kind)) == tr(kind) != kind


NOT_SAID = {
    "プレーヤー|プレイヤー": "ボット",
    "語釈|(ことば|単語|やさしい|中心)の?説明|せつめい": "意味",
    "キー(?!ボード|で|と)": "文字の組",
    "[0-9}]組目|できている組|鳴いた組|ぜんぶの組|なった組": "ことば、面子、…つ目",
    "リスト": "単語表",
    "受け入れ": "有効牌",
    "打ちかた": "打ち方",
    "[回番手]め(?=[はがのをにで、。|])": "回目、番目、手目",
    "値うち|値打ち": "価値",
    "袋": "山",
    r"席\{\d\}(の「|が捨て)": "相手",
    "言葉": "ことば",
    "部屋": "画面",
    "夜": "日",
    "宣言された": "卓で出た",
    "[上下]の限り": "上限、下限",
    "まれな|ふるい(?!つ)": "あまり使われない、フィルター",
    "端末": "ターミナル、システムの言語",
    "使いにくい文字": "難しい文字",
    "文字集合": "文字の組",
    "ブラウザー|フォルダー|コンピュータ(?!ー)": "ブラウザ、フォルダ、コンピューター",
    "採点ルール|得点のルール": "点数のルール",
    "槓(?!子)": "カン",
    "広い単語表": "広いほうの単語表",
}
"""What Japanese texts do not say -> what they say: one word for one thing."""
WRITTEN = {
    "くらべ": "比べ",
    "(?<!ま)ちが[いうえっ]": "違い、違う",
    "(?<!という)わけ(?!で)": "理由",
    "珍し": "めずらし",
    "のかわりに": "の代わりに",
    "見えない牌": "見えていない牌",
    "並べかえ": "並べ替え",
}
"""What texts for grown-up people do not say -> what they say."""
IN_DOCS = WRITTEN | {
    "[ぁ-んァ-ヶ一-龠`]\\([^)]*[ぁ-んァ-ヶ一-龠]|[ぁ-んァ-ヶ一-龠]\\)": "（ ）",
    "テンパイ(?!、|）)": "聴牌",
    "立直(?!・)": "リーチ",
    "むずかし": "難し",
    "初め": "はじめ",
    "かならず": "必ず",
    r"\d とおり": "通り",
    "ぜんぶ(?!見せる)": "全部",
    "もど[さしすっらりるれ]": "戻",
    "いちど": "一度",
    "検討": "振り返り",
    "人が決める役": "人が判定する役",
    "(?<!気)[がはと]つ(?:き|かず|いた割合)": "付く",
}
IN_TERMINAL = WRITTEN | {
    "[（）]": "( )",
    "どうぞ": "してください",
    "テンパイ": "聴牌",
    "問い(?!合わせ|ません)": "問い合わせ",
}
ON_PAGE = {
    "[()]": "（ ）",
    "(?<!テンパイ（)聴牌": "テンパイ",
    "(?<!あがり（)和了": "あがり",
    "枚まち": "待ち",
    "差が1%": "1ポイント",
    "とても多い単語表": "広いほうの単語表",
}
NOT_PROSE = re.compile(
    r"^```.*?^```|^\|.*?$|^\*[^*\n]*\*$|<!--.*?-->|`[^`\n]*`|\]\([^)]*\)|\([\d.–]*\)", re.S | re.M
)


@pytest.mark.parametrize(
    ("path", "also"),
    [(path, IN_DOCS) for path in (ROOT / "README.ja.md", *sorted((ROOT / "docs/ja").glob("*.md")))]
    + [(FILE, IN_TERMINAL), (PAGE, ON_PAGE)],
    ids=lambda value: value.stem if isinstance(value, Path) else "",
)
def test_one_thing_has_one_word(path: Path, also: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        text = NOT_PROSE.sub("", text)
    if path in (FILE, PAGE):
        text = re.sub("^.*\t", "", text, flags=re.MULTILINE)
    found = [
        f"{line}: {right}"
        for wrong, right in {**NOT_SAID, **also}.items()
        for line in text.splitlines()
        if re.search(wrong, line)
    ]
    assert not found, "\n".join(found)
