"""Readers of sources, filters and the build, on small made-up files."""

from __future__ import annotations

import csv
import gzip
import os
import re
import shutil
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from kanamj.errors import FileFormatError, ManifestError
from kanamj.lexicon import Entry, Lexicon, files
from kanamj.lexicon.build import (
    BuildResult,
    build_from,
    build_lexicon,
    lexicon_files,
    verify_lexicon,
    write_built,
)
from kanamj.lexicon.find import find_word
from kanamj.lexicon.options import BuildOptions
from kanamj.lexicon.sources import Word, read_jmdict, read_own_words, read_table, read_wlsp
from kanamj.lexicon.store import load_folder
from kanamj.results import Manifest, seal, write_folder
from kanamj.tiles import HIRAGANA_120
from tests.places import DATA


def build(source: str, file: str, **options: object) -> BuildResult:
    return build_from([DATA / file], BuildOptions(source, **options), "made")  # type: ignore[arg-type]


def dropped(built: BuildResult) -> dict[str, tuple[int, list[str]]]:
    return {drop.name: (drop.count, drop.examples) for drop in built.drops if drop.count}


def words(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    return {key: lexicon.words(key) for size in lexicon.grams for key in lexicon.keys(size)}


def test_wlsp_with_the_rules_of_the_paper() -> None:
    """Each rule can be switched off."""
    built = build("wlsp", "wlsp.csv")
    assert built.read == 13
    assert words(built.lexicon) == {
        "かさ": ("傘",),
        "かめ": ("亀",),
        "うぎさ": ("兎（うさぎ）",),
        "かれー": ("カレー",),
        "ごごど": ("ごご鳥",),
    }
    rules = {
        "nouns": (1, ["はしる 走る"]),
        "familiarity": (2, ["むささび 鼯鼠", "かさ 傘"]),
        "heading": (1, ["がわ −側"]),
        "latin": (1, ["えぬじい ＮＧ"]),
        "long-vowel": (1, ["びいだま ビー玉"]),
        "refused-letters": (1, ["ふぉーく フォーク"]),
        "length": (1, ["がらがらへび がらがら蛇"]),
    }
    assert dropped(built) == rules
    for rule in rules.keys() - {"length"}:
        off: dict[str, object] = {"least": -1.0} if rule == "familiarity" else {"without": (rule,)}
        key = "".join(sorted(rules[rule][1][0].split()[0]))
        assert build("wlsp", "wlsp.csv", **off).lexicon.words(key), rule


def test_general_filters_and_hand_kept_lists(tmp_path: Path) -> None:
    (tmp_path / "exclude.tsv").write_text("かめ\t*\nかさ\t傘\nうさぎ\t別\n", encoding="utf-8")
    (tmp_path / "keys.txt").write_text("カレー\n", encoding="utf-8")
    (tmp_path / "add.tsv").write_text("すまほ\tスマホ\n", encoding="utf-8")
    built = build(
        "wlsp",
        "wlsp.csv",
        exclude=(tmp_path / "exclude.tsv",),
        exclude_keys=(tmp_path / "keys.txt",),
        add=(tmp_path / "add.tsv",),
        special_once=True,
        length=(2, 3),
    )
    assert words(built.lexicon) == {"うぎさ": ("兎（うさぎ）",), "すほま": ("スマホ",)}
    assert dropped(built)["special-once"] == (1, ["ごごど ごご鳥"])
    assert dropped(built)["exclude"] == (2, ["かめ 亀", "かさ 傘"])
    assert dropped(built)["exclude-keys"] == (1, ["かれー カレー"])


def test_seion_folding_and_tiles() -> None:
    folded = build("wlsp", "wlsp.csv", fold="seion", tiles="hiragana-pro-136").lexicon
    assert words(folded)["うきさ"] == ("兎（うさぎ）",)
    plain = build("wlsp", "wlsp.csv", tiles="hiragana-120")
    assert dropped(plain)["tiles"] == (1, ["ごごど ごご鳥"])  # one ご in the set
    pro = build("wlsp", "wlsp.csv", tiles="hiragana-pro-136")
    assert dropped(pro)["tiles"] == (2, ["うさぎ 兎（うさぎ）", "ごごど ごご鳥"])


def test_wlsp_in_cp932_is_read_and_another_encoding_refused(tmp_path: Path) -> None:
    path = tmp_path / "wlsp.csv"
    path.write_bytes(
        (DATA / "wlsp.csv").read_text(encoding="utf-8").replace("−", "－").encode("cp932", "replace")
    )
    with pytest.raises(
        FileFormatError, match=r"wlsp.csv:1: not utf-8; it reads as cp932. Use --encoding cp932"
    ):
        list(read_wlsp(path, "utf-8"))
    assert len(list(read_wlsp(path, "cp932"))) == 13
    assert list(read_wlsp(path)) == list(read_wlsp(path, "cp932"))


def test_jmdict_follows_restrictions_and_tags() -> None:
    read = list(read_jmdict(DATA / "jmdict.xml"))
    assert {word.facts["gloss"] for word in read if word.spelling == "紅葉"} == {"d"}
    read = [
        word._replace(facts={name: fact for name, fact in word.facts.items() if name != "gloss"})
        for word in read
    ]
    assert Word("うさぎ", "兎", facts={"pos": "n", "misc": "uk", "pri": "ichi1", "info": ""}) in read
    assert Word("うさぎ", "菟", facts={"pos": "n", "misc": "uk", "pri": "", "info": ""}) in read
    assert Word("うさぎ", "ウサギ", facts={"pos": "n", "misc": "arch", "pri": "", "info": ""}) in read
    assert {word.facts["info"] for word in read if word.spelling == "ウ鷺"} == {"sK"}
    assert {word.facts["info"] for word in read if word.reading == "はしる"} == {"ok"}
    assert {word.spelling for word in read if word.reading == "もみじ"} == {"紅葉"}
    assert {word.spelling for word in read if word.reading == "こうよう"} == {"黄葉"}


def test_jmdict_build() -> None:
    built = build("jmdict", "jmdict.xml")
    assert words(built.lexicon) == {
        "うぎさ": ("ウサギ", "兎", "菟"),
        "かめら": ("カメラ",),
        "じみも": ("紅葉",),
        "ううこよ": ("黄葉",),
    }
    assert dropped(built)["info"] == (2, ["うさぎ ウ鷺"])
    assert dropped(built)["pos"] == (1, ["はしる 走る"])
    assert dropped(built)["misc"][0] == 4
    assert words(build("jmdict", "jmdict.xml", priority=("ichi1", "gai1")).lexicon) == {
        "うぎさ": ("兎",),
        "かめら": ("カメラ",),
    }
    assert "ウ鷺" in build("jmdict", "jmdict.xml", without=("info",)).lexicon.words("うぎさ")
    assert build("jmdict", "jmdict.xml", refused=("arch",)).lexicon.words("ぎくぬ")
    assert build("jmdict", "jmdict.xml", pos=("n", "v5r")).lexicon.words("しはる")


def test_table_by_name_by_number_and_as_tsv(tmp_path: Path) -> None:
    by_name = list(read_table(DATA / "table.csv", "よみ", "表記"))
    assert by_name[:2] == [Word("さかな", "魚"), Word("かな", "仮名")]
    assert by_name[3] == Word("いぬ", "いぬ")
    assert list(read_table(DATA / "table.csv", "2", "3"))[1:] == by_name
    tsv = tmp_path / "table.tsv"
    tsv.write_text((DATA / "table.csv").read_text(encoding="utf-8").replace(",", "\t"), encoding="utf-8")
    assert list(read_table(tsv, "よみ", "表記")) == by_name


@pytest.fixture
def wlsp(tmp_path: Path) -> tuple[Path, Path]:
    """A source, and the folder that is built of it."""
    source, folder, options = (
        tmp_path / "wlsp.csv",
        tmp_path / "list",
        BuildOptions("wlsp", special_once=True),
    )
    shutil.copy(DATA / "wlsp.csv", source)
    write_built(folder, build_from([source], options, "list"), [source], options)
    return source, folder


def test_a_built_folder_verifies_rebuilds_and_shows_tampering(wlsp: tuple[Path, Path]) -> None:
    source, folder = wlsp
    assert Manifest.read(folder).outputs["2gram.txt"].rows == 2
    files = ["2gram.txt", "3gram.txt", "MANIFEST.toml", "index.tsv", "words.tsv"]
    assert sorted(path.name for path in folder.iterdir()) == files
    assert verify_lexicon(folder, [source]) == []  # so the same source gives the same bytes
    source.write_text(source.read_text(encoding="utf-8").replace("亀", "龜"), encoding="utf-8")
    assert verify_lexicon(folder, [source]) == [
        "wlsp.csv: is not the file the manifest names as source",
        "2gram.txt: is not what the source gives",
        "words.tsv: is not what the source gives",
        "index.tsv: is not what the source gives",
    ]
    grams = folder / "2gram.txt"
    grams.write_text(grams.read_text(encoding="utf-8").replace("亀", "龜"), encoding="utf-8")
    said = verify_lexicon(folder)
    assert said[0].startswith("2gram.txt: is not what the manifest says")
    assert said[1:] == ["words.tsv: does not have the words of key かめ in the N-gram file"]


def test_lists_of_several_lists_have_the_hash_of_each_and_each_rank_once(tmp_path: Path) -> None:
    """Both lists rank words of their own, and agree on one."""
    both = Entry("ねこ", "猫", ease=2)
    for name, words in {
        "a": [Entry("いぬ", "犬", ease=1), both],
        "b": [Entry("かめ", "亀", ease=1), both],
    }.items():
        write_folder(
            tmp_path / name, lexicon_files(Lexicon.from_entries(name, words)), Manifest("lexicon", "make")
        )
    sources, options, folder = [tmp_path / "a", tmp_path / "b"], BuildOptions("list"), tmp_path / "two"
    manifest = write_built(folder, build_from(sources, options, "two"), sources, options)
    assert [*manifest.inputs] == ["a/words.tsv", "b/words.tsv"]
    assert verify_lexicon(folder, sources) == []
    ranks = {word.spelling: word.ease for word in load_folder(folder).readings}
    assert ranks == {"犬": 1, "亀": 2, "猫": 3}
    (tmp_path / "a" / "words.tsv").write_bytes((tmp_path / "b" / "words.tsv").read_bytes())
    assert verify_lexicon(folder, sources)[0] == "a/words.tsv: is not the file the manifest names as source"


def test_a_blank_reading_with_a_kana_spelling_is_its_reading(tmp_path: Path) -> None:
    """Two words that differ in kana script only are both kept."""
    path = tmp_path / "table.csv"
    path.write_text("reading,spelling,cost\n,カメラ,12\nいぬ,犬,\n,魚,3\n", encoding="utf-8")
    words = list(read_table(path, cost="cost"))
    assert words == [Word("かめら", "カメラ", 12), Word("いぬ", "犬"), Word("", "魚", 3)]
    built = build_from([path], BuildOptions("table", cost="cost"), "made")
    assert [entry.cost for entry in built.lexicon.entries["かめら"]] == [12]
    assert dropped(built)["reading"] == (1, [" 魚"])
    twice = build_lexicon("made", [Word("ねこ", "ネコ", 5), Word("ねこ", "ねこ", 3), Word("ねこ", "ネコ", 4)])
    spelled = [(entry.spelling, entry.cost) for entry in twice.lexicon.entries["こね"]]
    assert spelled == [("ねこ", 3), ("ネコ", 4)]


def test_jmdict_frequencies_are_costs_and_common_is_a_priority(tmp_path: Path) -> None:
    """Zipped, it gives the same words."""
    path, text = tmp_path / "jmdict.xml", (DATA / "jmdict.xml").read_text(encoding="utf-8")
    for kind in ("ke", "re"):
        first = f"<{kind}_pri>ichi1</{kind}_pri>"
        text = text.replace(first, f"{first}<{kind}_pri>nf07</{kind}_pri>")
    path.write_text(text, encoding="utf-8")
    costs = {word.spelling: word.cost for word in read_jmdict(path) if word.reading == "うさぎ"}
    assert (costs["兎"], costs["菟"]) == (7, -1)
    common = BuildOptions("jmdict", priority=("common",)).priority
    assert common == ("news1", "ichi1", "spec1", "spec2", "gai1")
    zipped = tmp_path / "JMdict.gz"
    zipped.write_bytes(gzip.compress(text.encode()))
    assert list(read_jmdict(zipped)) == list(read_jmdict(path))


@pytest.mark.parametrize("kinds", [12, pytest.param(21, marks=pytest.mark.slow)])
def test_a_list_of_20_000_and_of_200_000_words(tmp_path: Path, kinds: int) -> None:
    letters = HIRAGANA_120.kinds[:kinds]
    words = ["".join(letter) for letter in product(letters, repeat=4)]
    path = tmp_path / "table.csv"
    path.write_text("reading\n" + "\n".join([*words, "ふぁいる"]) + "\n", encoding="utf-8")
    built = build_from([path], BuildOptions("table"), "large")
    assert built.read == kinds**4 + 1
    assert [entry.reading for entry in built.without_tiles()] == ["ふぁいる"]
    assert next(entry.reading for entry in find_word(built.lexicon, words[7])) == words[7]


def test_files_of_unknown_origin_have_limits(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        for read in (read_jmdict, read_table, read_own_words):
            with pytest.raises(FileFormatError, match=r"is a device or a pipe, not a regular file"):
                list(read(path))
    with pytest.raises(FileFormatError, match=r"is a folder; give a file"):
        list(read_table(tmp_path))
    # They look like regular files; reading kmsg waits for ever, unless the kernel has just said something.
    for kernel in (Path("/proc/kmsg"), Path("/proc/self/status")):
        if os.access(kernel, os.R_OK):
            with pytest.raises(FileFormatError, match=r"is a device or a pipe"):
                list(read_table(kernel))
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(b" " * 2_000_000))
    with pytest.raises(FileFormatError, match=r"unpacks to more than 1,000,000 bytes"):
        files.unpacked(bomb.read_bytes(), bomb, 1_000_000)
    with pytest.raises(FileFormatError, match=r"larger than 1,000 bytes, the most that is read"):
        files.read_bytes(bomb, 1_000)


@pytest.mark.parametrize(
    ("entities", "line"),
    [
        ('<!ENTITY a "{}">'.format("x" * 50_000), 2),
        ('<!ENTITY a "xxx">\n<!ENTITY b "&a;&a;">', 3),
        ('<!ENTITY a SYSTEM "/etc/passwd">', 2),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_that_unpack_to_gigabytes_are_refused(
    tmp_path: Path, entities: str, line: int, encoding: str
) -> None:
    path = tmp_path / "bomb.xml"
    words = "<JMdict><entry><r_ele><reb>うさぎ</reb></r_ele></entry></JMdict>"
    path.write_text(f"<!DOCTYPE JMdict [\n{entities}\n]>\n{words}\n", encoding)
    with pytest.raises(FileFormatError, match=rf"bomb.xml:{line}: the entity '[ab]' is not a short text"):
        list(read_jmdict(path))


@pytest.mark.parametrize("column", ["ease", "flag", "sources", "cut", "kind", "cost", "note"])
def test_a_column_of_the_user_is_never_what_a_shipped_list_says_of_its_words(
    tmp_path: Path, column: str
) -> None:
    (tmp_path / "words.csv").write_text(
        f"reading,spelling,{column}\nさかな,魚,x\nいぬ,犬,y\n", encoding="utf-8"
    )
    built = build_from([tmp_path / "words.csv"], BuildOptions("table", where=(f"{column}=x",)), "list")
    assert built.lexicon.given == (Entry("さかな", "魚"),)


def test_reading_a_table_changes_nothing_for_the_process() -> None:
    before = csv.field_size_limit(123_456)
    try:
        assert list(read_table(DATA / "table.csv", "1", "2"))
    finally:
        assert csv.field_size_limit(before) == 123_456


def test_a_manifest_names_hand_kept_lists_below_its_folder_only(wlsp: tuple[Path, Path]) -> None:
    source, folder = wlsp
    with pytest.raises(FileFormatError, match=r"is a device or a pipe"):
        verify_lexicon(folder, [Path("/dev/zero")])
    manifest = folder / "MANIFEST.toml"
    text = manifest.read_text(encoding="utf-8").partition("\n")[2]
    text = text.replace("special_once = true", 'exclude = ["/etc/passwd"]')
    manifest.write_text(seal(text) + text, encoding="utf-8")
    with pytest.raises(ManifestError, match=r"'/etc/passwd'; it may only name files below its folder"):
        verify_lexicon(folder, [source])


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": ["wlsp"]}, {"length": 3}, {"length": [3]}, {"length": [2, "x"]}, {"exclude": 3}, {"exclude": [3]},
        {"encoding": 1}, {"without": 5}, {"special_once": "no"}, {"least": "x"},
    ],
)  # fmt: skip
def test_a_parameter_that_kanamj_did_not_write_is_refused(
    wlsp: tuple[Path, Path], wrong: dict[str, object]
) -> None:
    source, folder = wlsp
    manifest = Manifest.read(folder)
    replace(manifest, parameters={**manifest.parameters, **wrong}).write(folder)
    ((name, value),) = wrong.items()
    with pytest.raises(ManifestError, match=re.escape(f"the parameter {name} is {value!r}, which kanamj")):
        verify_lexicon(folder, [source])
