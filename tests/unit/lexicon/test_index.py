"""The index beside words.tsv finds what the whole file says; it is not used after words.tsv was changed by hand."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kanamj.lexicon import Entry, Lexicon, load_lexicon, shipped_lexicons
from kanamj.lexicon.build import lexicon_files, verify_lexicon
from kanamj.lexicon.index import _check
from kanamj.lexicon.store import load_folder
from kanamj.lexicon.wordsfile import WordsFile
from tests.places import by_default

ODD = [
    Entry("いぬ", "犬", 30, ease=2),
    Entry("ぬい", "縫い\u2028", -1),  # a line end for Python, not for a file of words
    Entry("くさら", "クサラ"),
    Entry("さくら", "桜", 20, ease=1),
    Entry("くそ", "糞", 10, flag="lavatory"),
    Entry("いがじ", "死", 5, ease=3, flag="dark"),
    Entry("らいおん", "ライオン", 70, ease=4),
]


def written(lexicon: Lexicon, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in lexicon_files(lexicon).items():
        (folder / name).write_bytes(text.encode())
    return folder


def without_index(folder: Path, place: Path) -> Lexicon:
    shutil.copytree(folder, place / folder.name, ignore=shutil.ignore_patterns("index.tsv"))
    return load_folder(place / folder.name)


def assert_alike(found: Lexicon, plain: Lexicon) -> None:
    for sizes in ((2,), (3,), (2, 3), (5, 2), (2, 3, 4, 5)):
        for flagged in (False, True):
            assert found.easiest_keys(*sizes, flagged=flagged) == plain.easiest_keys(*sizes, flagged=flagged)
    assert found.entries == plain.entries
    for key in (*plain.entries, "ぬぬぬ"):
        assert (found.read_as(key), found.ease(key)) == (plain.read_as(key), plain.ease(key))


@pytest.fixture(params=by_default({"odd"}, ["odd", "core", "common"]))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "odd":
        return written(Lexicon.from_entries("odd", ODD), tmp_path / "odd")
    home = load_lexicon(request.param).folder
    assert home
    return Path(shutil.copytree(home, tmp_path / request.param))


def test_the_index_finds_what_the_whole_file_says(folder: Path, tmp_path: Path) -> None:
    found, plain = load_folder(folder), without_index(folder, tmp_path / "plain")
    assert WordsFile(folder / "words.tsv").index is not None
    more = [Entry("ぬぬぬ", "ヌヌヌ"), Entry("いぬ", "戌", 5)]
    assert_alike(found, plain)
    assert_alike(found.with_words(more), plain.with_words(more))
    assert_alike(replace(found, all_words=True), replace(plain, all_words=True))


def test_a_list_without_its_index_is_as_its_manifest_says(tmp_path: Path) -> None:
    folder = tmp_path / "core"
    shutil.copytree(shipped_lexicons()["core"], folder, ignore=shutil.ignore_patterns("index.tsv"))
    assert verify_lexicon(folder) == []  # as in the wheel


Change = Callable[[str], str]
CHANGED: dict[str, list[Change]] = {
    "words.tsv": [
        lambda text: text.replace("\t30\t", "\t31\t"),
        lambda text: text + "ねこ\t猫\tこね\t2\t1\t\t\t\t\t\t1000000\t\n",
        lambda text: text.replace("\n", "\r\n"),
    ],
    "index.tsv": [
        lambda text: text.replace("\t1\t", "\t9\t", 1),
        lambda _: "",
        lambda text: "\ufeff" + text,
    ],
    "3gram.txt": [lambda text: text + "ゑゑゑ\tヱヱヱ\n"],
    "2gram.txt": [lambda text: text[: text.rindex("\n", 0, -1) + 1]],
    "index.tsv with a right check sum": [
        lambda body: body.replace("\t", " "),
        lambda body: body.replace("\t1\t", "\tfirst\t"),
        lambda body: body.replace("\t1\t", "\t1\t9"),
        lambda body: body.replace("\t1\t", "\t1\t-"),
        lambda body: body[: body.rindex("\n", 0, -1) + 1],
        lambda body: "\x00\n\n" + body,
    ],
}


@pytest.mark.parametrize(
    ("name", "change"), [(name, change) for name, changes in CHANGED.items() for change in changes]
)
def test_after_a_change_by_hand_words_tsv_is_read_instead(name: str, change: Change, tmp_path: Path) -> None:
    folder = written(Lexicon.from_entries("odd", ODD), tmp_path / "odd")
    path = folder / name.split()[0]
    text = path.read_bytes().decode()
    if path.name == name:
        text = change(text)
    else:
        head, _, body = text.partition("\n")
        columns, body = head.rpartition("\t")[0], change(body)
        check = _check((folder / "words.tsv").read_bytes(), body.encode())
        text = f"{columns}\t{check}\n{body}"
    path.write_bytes(text.encode())
    assert_alike(load_folder(folder), without_index(folder, tmp_path / "plain"))
