"""Lists of words as people have them, in every encoding, are read right, or refused with their line."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.build import build_from, verify_lexicon
from kanamj.lexicon.describe import licence_of
from kanamj.lexicon.files import lines_as_they_come, lines_of, read_text
from kanamj.lexicon.glosses import Glosses
from kanamj.lexicon.options import BuildOptions
from kanamj.lexicon.shelf import add_own_words, own_words, own_words_file
from kanamj.lexicon.sources import FIRST_LINE
from kanamj.lexicon.store import Entry, Lexicon
from tests.conftest import Run

WORDS = [("いぬ", "犬"), ("ねこ", "猫"), ("さかな", "魚"), ("らーめん", "ラーメン")]
XML = (
    '<?xml version="1.0" encoding="{}"?>\n<!DOCTYPE JMdict [<!ENTITY n "noun">]>\n<JMdict>'
    + "".join(
        f"<entry><k_ele><keb>{spelling}</keb></k_ele><r_ele><reb>{reading}</reb></r_ele><sense><pos>&n;</pos>"
        "</sense></entry>\n"
        for reading, spelling in WORDS
    )
    + "</JMdict>"
)


def rows(line: str) -> str:
    return "".join(
        line.format(r=reading, s=spelling, n=number) for number, (reading, spelling) in enumerate(WORDS, 1)
    )


NUMBERS = {"reading": "1", "spelling": "2"}
LISTS: dict[str, tuple[bytes, dict[str, object]]] = {
    "spreadsheet": (
        ("\ufeffよみ,表記,意味\r\n" + rows('{r},"{s}","dog, ""canine""\r\nwolf"\r\n')).encode(),
        {"reading": "よみ", "spelling": "表記"},
    ),
    "SKK": (
        (
            ";; okuri-ari entries.\nうごk /動/\n;; okuri-nasi entries.\n"
            + rows('{r} /{s};note/(concat "\\057")/\n')
        ).encode("euc_jp"),
        {"source": "skk"},
    ),
    "JSON of objects": (
        json.dumps([{"n": 1, "spelling": s, "reading": r} for r, s in WORDS], indent=1).encode(),
        {},
    ),
    "JSON of lists": (json.dumps(WORDS, ensure_ascii=False).encode("cp932"), NUMBERS),
    "mecab": (
        ("走る,1,1,500,動詞,自立,走る,ハシル\n" + rows("{s},1,1,{n},名詞,一般,{s},{r}\n")).encode("euc_jp"),
        {"reading": "8", "spelling": "1", "cost": "4", "where": ("5=名詞",)},
    ),
    "Mozc": (rows("{r}\t1851\t1851\t{n}\t{s}\n").encode(), {"reading": "1", "spelling": "5", "cost": "4"}),
    "JMdict in EUC-JP": (XML.format("EUC-JP").encode("euc_jp"), {"source": "jmdict"}),
    "JMdict in Shift_JIS": (XML.format("Shift_JIS").encode("cp932"), {"source": "jmdict"}),
    "UTF-16": (rows("{r}\t{s}\r\n").encode("utf-16"), NUMBERS),
    "gzip": (gzip.compress(rows("{r}\t{s}\n").encode()), NUMBERS),
    "UTF-32": (rows("{r}\t{s}\r\n").encode("utf-32-be"), NUMBERS),
    "ISO-2022-JP": (rows("{r}\t{s}\r\n").encode("iso2022_jp"), NUMBERS),
    "SudachiDict": (
        rows("{r},{s},\\u0028\n").replace("犬", "\\u72ac").replace("ね", "\\u{306d}").encode(),
        NUMBERS,
    ),
    "a peer's JSON": (json.dumps({"n": [{}], "v": 1} | {"n": 4, "words": WORDS}, indent=1).encode(), {}),
    "with bars": (("reading|spelling\n" + rows("{r}|{s}\n")).encode(), {}),
    "MS-IME": (
        ("!Microsoft IME Dictionary Tool\r\n!Version:\r\n\r\n" + rows("{r}\t{s}\t名詞\r\n")).encode("utf-16"),
        NUMBERS,
    ),
    "ATOK": (
        ("!!ATOK_TANGO_TEXT_HEADER_1\n!!対象辞書;\n" + rows("{r}\t{s}\t名詞\n")).encode("cp932"),
        NUMBERS,
    ),
    "CP932": (("reading,spelling\r\n" + rows("{r},{s}\r\n")).encode("cp932"), {}),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_as_they_lie_about_are_read_right(name: str, tmp_path: Path) -> None:
    data, asked = LISTS[name]
    path = tmp_path / "list"
    path.write_bytes(data)
    built = build_from([path], BuildOptions(**{"source": "table", **asked}), "made")  # type: ignore[arg-type]
    entries = [word for words in built.lexicon.entries.values() for word in words]
    assert sorted((word.reading, word.spelling) for word in entries) == sorted(WORDS)
    if "cost" in asked:
        assert {word.spelling: word.cost for word in entries} == {
            spelling: number for number, (_, spelling) in enumerate(WORDS, 1)
        }


EDICT2 = "？？？ /EDICT/\n桜(P);櫻(oK) [さくら] /(n) cherry tree/(P)/EntL1/\n"


@pytest.mark.parametrize(
    ("source", "text", "said"),
    [
        ("table", '{"いぬ": "犬"}', "is not JSON with one list of words; write"),
        ("table", '{"a": ["いぬ"], "b": ["ねこ"]}', "is not JSON with one list of words; write"),
        ("table", '{"words": ["いぬ"', "is not JSON with one list of words; write"),
        ("table", "いぬ\t犬\nねこ\t猫\n", "without a header, give numbers: --reading 1 --spelling 2"),
        ("table", f"reading\nいぬ,{'犬' * 201}\n".replace("g\n", "g,spelling\n"), "at most 200 are kept"),
        (
            "jmdict",
            f"<JMdict><entry>{'x' * 500_000}</entry></JMdict>",
            "has a line of more than 100,000 letters",
        ),
        ("table", EDICT2, "is EDICT; the same words"),
        ("skk", EDICT2, "is EDICT; the same words"),
        ("jmdict", EDICT2, "is not XML; give JMdict_e.gz"),
    ],
)
def test_other_lists_are_refused_with_the_way_out(source: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(text, encoding="utf-8")
    with pytest.raises(KanamjError, match=said):
        build_from([tmp_path / "list"], BuildOptions(source), "made")


def test_a_list_without_a_word_keeps_all_that_it_says_of_the_others(kanamj: Run, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("ねこ\n", encoding="utf-8")
    options = ("--from", "list", "common", "--exclude", tmp_path / "out.txt", "--name", "mine")
    assert kanamj("lexicon", "build", *options).code == 0
    done = kanamj("lexicon", "remove", "とけい", "--lexicon", "mine")
    assert (done.code, "とけい is a word of mine; only words of the shipped" in done.err) == (1, True)
    (tmp_path / "out.txt").write_text("とけい\n", encoding="utf-8")
    way_out = done.err.rpartition(": kanamj ")[2].replace("FILE", str(tmp_path / "out.txt")).split()
    assert kanamj(*way_out).code == 0
    old, new = load_lexicon("mine"), load_lexicon("my-list")
    assert {*old.readings} - {*new.readings} == {
        word for word in old.read_as("いけと") if word.reading == "とけい"
    }
    assert {*new.readings} <= {*old.readings}
    assert Glosses(new).of(Entry("さくら", "桜")) == Glosses(old).of(Entry("さくら", "桜")) != ""
    assert Glosses(new).of(Entry("とけい", "時計")) == ""
    assert (licence_of(new), (new.folder / "NOTICE").is_file()) == (licence_of(old), True)  # type: ignore[operator]
    assert verify_lexicon(new.folder, []) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["spreadsheet", "SKK", "mecab", "Mozc", "JMdict in EUC-JP", "CP932"])
def test_what_is_no_list_of_words_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(LISTS[name][0])
    with pytest.raises(FileFormatError, match=r"list:1: .*For a table: kanamj lexicon build --from table"):
        load_lexicon(path)


@pytest.mark.parametrize(
    "text",
    [
        "# mine\nいぬ ねこ、さかな,ラーメン\n",
        '["いぬ", "ねこ",\n"さかな", "ラ-メン"]',
        json.dumps([{"spelling": s, "reading": r} for r, s in WORDS]),
        "reading\tspelling\n" + rows("{r}\t{s}\n"),
        '{"name": "mine", "words": ["いぬ", "ねこ", "さかな", "ラーメン"]}',
        "!Microsoft IME Dictionary Tool\n!Format:WORDLIST\n\n" + rows("{r}\t{s}\t名詞\n"),
        rows('"{r}"\t"{s}"\tnote\n') + "さくらもち\nさくらもちや\nき\n",
    ],
)
def test_lists_that_people_edit(text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(text.encode("utf-8-sig"))
    with caplog.at_level("INFO", "kanamj"):
        readings = {word.reading for word in load_lexicon(path).given}
    assert readings - {"さくらもち"} == {reading for reading, _ in WORDS}
    left_out = [f"{path}:6: さくらもちや has 6 letters; words have 2 to 5. Words left out: 2"]
    assert caplog.messages == (left_out if "さくらもちや" in text else [])


ENCODINGS = """
utf-8 utf-8-sig utf-16 utf-16-be utf-16-le utf-32 utf-32-be utf-32-le cp932 euc_jp iso2022_jp
"""
LETTERS = [
    "あいうえおかきくけこさしすせそーがぱっゃ",
    "アイウエオカキクケコ",
    "犬猫魚桜花木林森亜腕",
    "abc,\t#;/",
]


@pytest.mark.parametrize("encoding", ENCODINGS.split())
def test_200_files_of_each_encoding_are_read_as_they_are(encoding: str, tmp_path: Path) -> None:
    chance, path = random.Random(encoding), tmp_path / "text"

    def line() -> str:
        return "さ" + "".join(chance.choices(chance.choice(LETTERS), k=chance.randint(0, 9))) + "\n"

    for packed in [False] * 190 + [True] * 10:
        text = "".join(line() for _ in range(chance.randint(1, 9)))
        data = text.encode(encoding)
        path.write_bytes(gzip.compress(data) if packed else data)
        assert read_text(path) == text
        assert [line.rstrip("\n") for line in lines_as_they_come(path)] == lines_of(text)


def test_decimal_negative_and_higher_costs_are_ranks(tmp_path: Path) -> None:
    path = tmp_path / "zipf.csv"
    path.write_text("reading,zipf\nいぬ,5.5\nねこ,-1\nさかな,\nかめ,5.50\n", encoding="utf-8")
    for order, costs in (("higher", [1, 2, -1, 1]), ("lower", [2, 1, -1, 2])):
        built = build_from([path], BuildOptions("table", cost="zipf", cost_order=order), "made").lexicon
        assert [built.by_reading[word][0].cost for word in ("いぬ", "ねこ", "さかな", "かめ")] == costs


def test_own_words_with_quotes_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    toy = Lexicon.from_words(["いか"], "toy")
    words = [Entry("すまほ", '"ス"マホ'), Entry("いぬ", '犬"')]
    add_own_words(toy, words)
    assert own_words(toy) == sorted(words)
    written = own_words_file(toy).read_text(encoding="utf-8")
    assert written == f'{FIRST_LINE}\nいぬ\t"犬"""\nすまほ\t"""ス""マホ"\n'


HAND = "さくらなみだたまごきつねいぬ"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp932", "euc_jp"])
def test_hands_are_read_from_a_file_and_from_stdin_alike(encoding: str, kanamj: Run, tmp_path: Path) -> None:
    data = f"# hands\n{HAND}\n\nかめ\n".encode(encoding)
    (tmp_path / "hands.txt").write_bytes(gzip.compress(data))
    for done in (
        kanamj("shanten", "-i", tmp_path / "hands.txt"),
        kanamj("shanten", "-i", "-", typed=data),
        kanamj("shanten", "-i", "-", typed=gzip.compress(data)),
    ):
        assert (done.code, done.out) == (1, f"{HAND}\t-1\n")
        assert "line 4: the hand has 2 tiles" in done.err


@pytest.mark.parametrize("read", [read_text, lambda path: list(lines_as_they_come(path))])
def test_what_never_ends_is_refused(read: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "line.txt"
    for packed, text in product([False, True], ["{}", '["{}"]', '{{"a": ["{}"]}}']):
        data = f"いぬ\n{text}\n".format("あ" * 500_000).removeprefix("いぬ\n" * (text != "{}")).encode()
        path.write_bytes(gzip.compress(data) if packed else data)
        with pytest.raises(FileFormatError, match=r"line.txt:[12]: has a line of more than 100,000 letters"):
            read(path)
    for place in (Path("/dev/zero"), tmp_path):
        with pytest.raises(FileFormatError, match=r"is a (device or a pipe|folder)"):
            read(place)
