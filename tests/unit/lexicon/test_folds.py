"""Lists that are folded: their words are those of the list as it is written, with all that it says of them."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from pathlib import Path

import pytest

from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.find import find, letters_json
from kanamj.lexicon.glosses import Glosses
from kanamj.lexicon.kana import FOLDS, fold_reading
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.shelf import add_own_words, has_name, parse_own_word, remove_words, words_out
from kanamj.web.answers import Answers
from tests.places import by_default

FOLDED = by_default(
    {"seion", "large+long"},
    map("+".join, chain.from_iterable(combinations(FOLDS, size) for size in (1, 2, 3))),
)


@pytest.mark.parametrize("folds", FOLDED)
def test_a_folded_list_is_that_of_the_folded_words(folds: str) -> None:
    written, names = load_lexicon("core"), folds.split("+")
    folded = load_lexicon("+".join(("core", *reversed(names))))
    assert (folded.name, folded.written) == (f"core+{folds}", "core")
    words = [word._replace(reading=fold_reading(word.reading, names)) for word in written.readings]
    twin = Lexicon.from_entries(folded.name, words)
    assert folded.grams == twin.grams
    assert Counter(folded.readings) == Counter(words)
    assert folded.entries == twin.entries
    assert folded.easiest_keys(2, 3, flagged=True) == twin.easiest_keys(2, 3, flagged=True)


@pytest.mark.parametrize("folds", FOLDED)
def test_no_gloss_is_lost_and_no_word_looked_up_in_vain(folds: str) -> None:
    written = load_lexicon("core")
    folded = written.fold(*folds.split("+"))
    told, glosses = Glosses(written), Glosses(folded)
    for word in written.readings[::7]:
        here = word._replace(reading=folded.read(word.reading))
        assert word.reading in folded.written_as(here)
        assert glosses.of(here) or not told.of(word)
    for reading in ("がっこう", "らーめん", "きゃく", "こーひー"):
        (found,) = find(folded, [reading])
        (before,) = find(written, [reading])
        assert {word.spelling for word in before.entries} <= {word.spelling for word in found.entries}
        assert found.glosses[0] or not before.glosses[0]


def test_what_is_typed_is_folded_and_the_reasons_are_those_of_the_word() -> None:
    core = load_lexicon("core+seion")
    missing = find(core, ["たべる"])[0].missing
    assert missing
    assert (missing.reading, missing.key, missing.what) == ("たべる", "たへる", ("verb",))
    assert find(core, ["たまご"])[0].glosses[0] == find(load_lexicon("core"), ["たまご"])[0].glosses[0] != ""
    assert find(core, ["タマゴ"])[0].entries[0].spelling == "卵"
    assert not find(core, ["カメラ"])[0].only_sounds
    assert [row["key"] for row in letters_json(core, "たまご")] == ["こたま"]
    assert find(core, ["た？ご"])[0].entries == find(core, ["た？こ"])[0].entries != ()
    long = load_lexicon("common+long")
    assert letters_json(long, "らーめ？")[0]["readings"] == ["らあめん"]
    wide = find(load_lexicon("core+large"), ["あいきゃっち"])[0].missing
    assert wide is None or all(word.reading == "あいきやつち" for word in wide.wider)


def test_words_of_a_list_without_readings_are_folded_by_their_keys() -> None:
    toy = Lexicon("toy", {3: {"かきゃ": ("脚家",)}, 4: {"めらんー": ("ラーメン",)}})
    assert toy.fold("large").words("かきや") == ("脚家",)
    assert toy.fold("long").words("めらんー") == ("ラーメン",)  # nobody knows which vowel is before ー


def test_own_words_words_out_and_known_words_are_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    add_own_words(load_lexicon("core+seion"), [parse_own_word("のべむ=野辺夢")])
    remove_words(load_lexicon("core+seion"), ["がっこう=学校"])
    assert words_out() == {("がっこう", "学校")}
    left = load_lexicon("core+seion", own=True)
    assert "学校" not in left.words("うかこつ")
    assert (left.words("のへむ"), left.written_as(Entry("のへむ", "野辺夢"))[0]) == (("野辺夢",), "のべむ")
    (tmp_path / "known.txt").write_text("たまご\nいぬ\n", encoding="utf-8")
    assert known_keys(left, str(tmp_path / "known.txt")) == ["いぬ", "こたま"]


def test_the_page_takes_folded_lists() -> None:
    assert has_name("core+long+large")
    asked = {"hand": "らあめん", "form": "4", "lexicon": "core+long", "copies": "ignore"}
    status, answer = Answers().reply("judge", asked)
    assert (status, answer["shanten"], answer["lexicon"]) == (200, -1, "core+long")
    (block,) = answer["arrangements"][0]
    assert block["words"][0]["gloss"]
