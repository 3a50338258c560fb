"""kanamj lexicon: what the commands print, change and refuse."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest

from kanamj.cli.build import build
from kanamj.lexicon import load_lexicon, shelf
from kanamj.lexicon.options import BuildOptions
from kanamj.lexicon.shelf import from_here
from kanamj.lexicon.sources import FIRST_LINE
from kanamj.results import Manifest
from tests.conftest import Run
from tests.places import DATA

TOY = str(DATA / "toy")
KEEP = ("lexicon", "build", "--from", "hrgjncs")

pytestmark = pytest.mark.usefixtures("empty_folder")


def test_list_names_shipped_and_own_lists(kanamj: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kanamj(*KEEP, TOY, "--name", "toy")[0] == 0
    code, out, _ = kanamj("lexicon", "list", "--json")
    assert code == 0
    rows = {row["name"]: row for row in json.loads(out)}
    assert rows["common"]["home"] == "shipped"
    common = load_lexicon("common")
    assert [rows["common"][f"keys_{size}"] for size in (2, 3, 4, 5)] == [
        len(common.keys(n)) for n in (2, 3, 4, 5)
    ]
    assert rows["core"]["home"] == "shipped"
    assert list(rows) == ["common", "core", "wide", "toy"]
    assert [row["use"] for row in rows.values()] == [
        *(shelf.USES[name] for name in ("common", "core", "wide")),
        "",
    ]
    assert (rows["toy"]["home"], rows["toy"]["keys_3"]) == ("yours", 4)
    tsv = kanamj("lexicon", "list", "--tsv")[1].splitlines()
    assert tsv[0].split("\t")[:2] == ["name", "home"]
    monkeypatch.setenv("COLUMNS", "80")
    assert (
        f"common: {shelf.USES['common']}\n  " in kanamj("lexicon", "list")[1]
    )  # whole, in a narrow terminal too


def test_list_tells_keys_unused_letters_and_licence_of_one_list(kanamj: Run) -> None:
    code, out, _ = kanamj("lexicon", "list", "common", "--json")
    facts = json.loads(out)
    assert code == 0
    assert facts["keys_3"] == len(load_lexicon("common").keys(3))
    assert facts["letters_never_used"] == []
    assert "NOTICE" in facts["licence"]
    toy = json.loads(kanamj("lexicon", "list", TOY, "--json")[1])
    assert toy["share_of_keys_needing_both_copies"] == 0.25  # もも and かもも of eight
    assert toy["licence"] == "not stated"
    assert "keys_2\t4\n" in kanamj("lexicon", "list", TOY, "--tsv")[1]


def test_find_takes_words_spellings_and_letters_and_explains_missing_words(kanamj: Run) -> None:
    code, out, _ = kanamj("lexicon", "find", "さかな", "麻雀", "--tsv")
    assert code == 0
    assert out.splitlines()[0] == "word\tkey\treading\tspelling\tcost\tease\tflag\tgloss"
    assert out.splitlines()[1].startswith("さかな\tかさな\tさかな\t魚\t")
    assert "麻雀\tじまゃんー\tまーじゃん\t麻雀\t" in out
    code, out, _ = kanamj("lexicon", "find", "--letters", "か？な", "--json")
    assert code == 0
    words = next(row["words"] for row in json.loads(out) if (row["key"], row["blanks"]) == ("かさな", "さ"))
    assert "魚" in words
    assert json.loads(out)[0]["readings"][0] == "かたな"  # the letters in their places first
    lacking = json.loads(kanamj("lexicon", "find", "--lacking", "かな", "--json")[1])
    assert {row["key"] for row in lacking} == {row["key"] for row in json.loads(out)}
    found = (
        json.loads(kanamj("lexicon", "find", row["words"][0], "--json")[1])[0]["words"] for row in lacking[:5]
    )
    costs = [
        min(word["cost"] for word in words if word["key"] == row["key"])
        for words, row in zip(found, lacking, strict=False)
    ]
    assert costs == sorted(costs)  # the commonest first
    code, out, err = kanamj("lexicon", "find", "--letters", "ぢぢ", "--tsv")
    assert (code, out) == (1, "key\tblanks\twords\treadings\n")
    assert "no word of common has these letters: ぢぢ" in err


def test_a_missing_word_is_explained(kanamj: Run) -> None:
    code, out, err = kanamj("lexicon", "find", "さかま")
    assert (code, out) == (1, "")
    for said in (
        "its key is かさま",
        "hiragana-120 can spell it",
        "さかな 魚",
        "kanamj lexicon add さかま",
    ):
        assert said in err
    code, out, _ = kanamj("lexicon", "find", "らい", "いぬ", "--json")
    missing, there = json.loads(out)
    assert code == 1
    assert (missing["found"], missing["key"], missing["excluded"]) == (False, "いら", "block")
    assert there["found"]
    unspellable = kanamj("lexicon", "find", "をか")[2]
    assert "has no tile を" in unspellable
    assert "lexicon add" not in unspellable
    code, out, err = kanamj("lexicon", "find", "とうきょう")
    assert (code, out) == (1, "")
    assert "the same letters: きょうとう 教頭" in err
    assert (
        "no word of common is spelled 鼯鼠; give its reading in kana" in kanamj("lexicon", "find", "鼯鼠")[2]
    )


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("えごま", "the list wide has it: えごま エゴマ; --lexicon wide judges by that list"),
        ("はしる", "it is a verb; the shipped lists have usual nouns only"),
        ("しずか", "it is a na-adjective, or the name of a person;"),
        ("東京", "it is the name of a place;"),
        (
            "ぬへもつ",
            "the dictionaries of the shipped lists do not have it; a dictionary at the table decides",
        ),
        (
            "猫舌者",
            "it looks made of 猫舌 + 者; the shipped lists lack it, a dictionary at the table decides",
        ),
        ("すかいつりー", "it has 6 letters; the lists have words of 2 to 5"),
        ("愛顧", "(read あいこ)"),
        ("愛顧", "left out by hand: it is not said alone"),
        ("丈夫", "left out by hand: a na-adjective"),
        ("らい", "left out by hand: a coarse word or a slur"),
        ("か", "it has 1 letter; the lists have words of 2 to 5"),
        *(
            (typed, "tiles: hiragana-120 has no tile")
            for typed in ("fan", "shefu", "chesu", "jetto", "we-bu")
        ),
        ("konnya", "near: こんや 今夜, "),
        ("さｋ", "さｋ is half typed, or not romaji (k); write it in kana"),
        ("か？ゔ", "no word of common fits か？ゔ; --letters takes the letters in any order"),
        ("ふぁん", "ぁふん\n  tiles: hiragana-120 has no tile ぁ"),
        ("渋谷", "(read しぶや)"),
    ],
)
def test_a_refusal_says_why(kanamj: Run, word: str, reason: str) -> None:
    code, _, err = kanamj("lexicon", "find", word)
    assert code == 1
    assert reason in err
    added = ["えごま", "はしる", "しずか", "東京", "ぬへもつ", "愛顧", "丈夫", "渋谷", "konnya"]
    assert ("to add it" in err) == (word in added)


def test_a_word_that_the_list_has_is_not_added(kanamj: Run) -> None:
    _, _, err = kanamj("lexicon", "add", "さくら", "さくら=桜", "さくら=サクラ", "ぬいかつ=ぬい活")
    assert err.count("さくら is not kept: common has さくら 桜\n") == 3
    assert "ぬいかつ ぬい活 is kept for common\n" in err
    assert kanamj("lexicon", "list", "--own", "--tsv").out.count("\n") == 2


def test_what_is_advised_can_be_done(kanamj: Run) -> None:
    """The word goes into the list that was asked, in kana, and is found there from then on."""
    for word, added in (
        ("tanaka", "たなか"),
        ("えごｍａ", "えごま"),
        ("食べる", "たべる=食べる"),
        ("にくい", "にくい"),
    ):
        advice = kanamj("lexicon", "find", word, "-l", "core")[2].splitlines()[-1]
        assert advice == f"  to add it: kanamj lexicon add {added} --lexicon core"
        assert kanamj(*shlex.split(advice)[4:])[0] == 0
        assert kanamj("lexicon", "find", word, "-l", "core")[0] == 0
    assert "to add it" not in kanamj("lexicon", "find", "こーひーー")[2]
    said = kanamj("lexicon", "find", "こーひー")[2]
    assert said == "こーひー is a word of common, but needs ー 2 times, hiragana-120 has 1\n"


def test_what_is_typed_with_an_input_method_is_read(kanamj: Run) -> None:
    rows = kanamj("lexicon", "find", "さくら　いぬ", "か？な", "--tsv")[1].splitlines()
    assert {row.split("\t")[0] for row in rows[1:]} == {"さくら", "いぬ", "か？な"}


def test_own_words_are_listed(kanamj: Run) -> None:
    code, out, err = kanamj("lexicon", "list", TOY, "--own")
    assert (code, out) == (0, "")
    assert "you keep no words for toy; to add one: kanamj lexicon add ぬいかつ=ぬい活" in err
    assert kanamj("lexicon", "list", TOY, "--own", "--json")[1] == "[]\n"
    kanamj("lexicon", "add", "ごろごろ", "すまほ=スマホ", "-l", TOY)
    assert kanamj("lexicon", "list", TOY, "--own", "--tsv")[1].splitlines() == [
        "reading\tspelling\tunspellable",
        "ごろごろ\tごろごろ\tneeds ご 2 times, hiragana-120 has 1",
        "すまほ\tスマホ\t",
    ]


def test_a_look_up_speaks_japanese(kanamj: Run) -> None:
    code, _, err = kanamj(
        "lexicon", "find", "しずか", "食べる", "らい", "さｋ", "か？ゔ", "ぬへもつ", "--lang", "ja"
    )
    assert code == 1
    for said in (
        "形容動詞、または人名です",
        "食べる(たべる) は",
        "動詞です",
        "手作業で外してあります",
        "入力が途中か",
        "辞書に",
    ):
        assert said in err
    assert not re.search("[a-z]{3}", re.sub("common|hiragana|kanamj lexicon add|--letters", "", err))


def test_a_spelling_is_explained_by_its_reading(kanamj: Run) -> None:
    by_spelling, by_reading = (kanamj("lexicon", "find", word, "-l", TOY)[2] for word in ("お金", "おかね"))
    assert by_spelling.splitlines()[1:3] == by_reading.splitlines()[1:3]
    assert "お金 (read おかね) is not a word of toy; its key is おかね" in by_spelling
    assert kanamj("lexicon", "find", "お金", "スマホ", "図書館", "元気")[0] == 0


def test_own_words_belong_to_a_folder_and_not_to_its_name(kanamj: Run, tmp_path: Path) -> None:
    for parent in ("a", "b"):
        shutil.copytree(TOY, tmp_path / parent / "list")
    assert kanamj("lexicon", "add", "すまほ=スマホ", "-l", tmp_path / "a" / "list")[0] == 0
    assert kanamj("lexicon", "find", "すまほ", "-l", tmp_path / "a" / "list")[0] == 0
    assert kanamj("lexicon", "find", "すまほ", "-l", tmp_path / "b" / "list")[0] == 1


def test_one_spelling_can_be_removed_alone(kanamj: Run) -> None:
    assert kanamj("lexicon", "add", "おちゃ=お茶", "おちゃ=おチャ", "-l", TOY)[0] == 0
    assert kanamj("lexicon", "remove", "おちゃ=お茶", "-l", TOY)[0] == 0
    assert "おチャ" in kanamj("lexicon", "find", "おちゃ", "-l", TOY)[1]
    code, _, err = kanamj("lexicon", "remove", "おちゃ=お茶", "-l", TOY)
    assert code == 1
    assert "おちゃ=お茶 is neither a word of toy nor one of your own" in err


def test_the_sign_between_reading_and_spelling_may_be_full_width(kanamj: Run) -> None:
    """As a Japanese keyboard types it. A later ＝ belongs to the spelling."""
    code, _, err = kanamj("lexicon", "add", "おちゃ＝お茶", "さかま=サ＝マ", "-l", TOY)
    assert code == 0
    assert "おちゃ お茶 is kept" in err
    assert "さかま サ＝マ is kept" in err
    assert kanamj("lexicon", "remove", "おちゃ＝茶", "-l", TOY)[0] == 1
    assert kanamj("lexicon", "remove", "おちゃ＝お茶", "-l", TOY)[0] == 0


def test_a_list_in_a_folder_named_like_a_shipped_list_needs_a_path(kanamj: Run) -> None:
    _, _, err = kanamj("lexicon", "build", "--from", "wlsp", DATA / "wlsp.csv", "-o", "common")
    assert "use it with --lexicon ./common" in err
    assert kanamj("lexicon", "find", "むささび", "-l", "./common")[0] == 1


@pytest.mark.parametrize(
    "name", ["-x", " ", "CON", "a/b", "a\nb", "$(id)", ".hidden", "x" * 101, "a\x1b[31m"]
)
def test_names_of_lists_have_plain_letters(kanamj: Run, name: str) -> None:
    code, _, err = kanamj(*KEEP, TOY, f"--name={name}")
    assert code == 1
    assert "cannot be the name of a list; use letters, digits" in err
    assert "\x1b" not in err


def test_own_words_are_found_until_removed(kanamj: Run) -> None:
    before = json.loads(kanamj("lexicon", "list", "common", "--json")[1])["keys_3"]
    code, out, err = kanamj("lexicon", "add", "さかま=サカマ", "をか")
    assert (code, out) == (0, "")
    assert "をか をか is kept for common, but hiragana-120 has no tile を" in err
    assert "サカマ" in kanamj("lexicon", "find", "さかま")[1]
    assert (
        json.loads(kanamj("lexicon", "list", "common", "--json")[1])["keys_3"] == before
    )  # results do without
    assert kanamj("lexicon", "remove", "さかま")[0] == 0
    assert kanamj("lexicon", "find", "さかま")[0] == 1
    code, _, err = kanamj("lexicon", "remove", "さかま")
    assert code == 1
    assert "さかま is neither a word of common nor one of your own" in err


def test_own_words_may_be_a_link_to_a_file_elsewhere(kanamj: Run, tmp_path: Path) -> None:
    assert kanamj("lexicon", "add", "いかんて").code == 0
    kept = tmp_path / "kanamj-data" / "words" / "common.tsv"
    elsewhere = tmp_path / "mine.tsv"
    kept.rename(elsewhere)
    kept.symlink_to(elsewhere)
    assert kanamj("lexicon", "add", "たこんて").code == 0
    assert kept.is_symlink()
    assert elsewhere.read_text("utf-8") == f"{FIRST_LINE}\nいかんて\tいかんて\nたこんて\tたこんて\n"
    elsewhere.unlink()
    done = kanamj("lexicon", "add", "さばんて")
    assert (done.code, done.err.count("\n"), "Mend" in done.err) == (1, 1, True)
    assert kept.is_symlink()


def test_words_that_cannot_be_kept_are_an_error_that_names_the_way_out(
    kanamj: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a container HOME is often a folder that nobody may write to, or none."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "file" / "data"))
    done = kanamj("lexicon", "add", "すまほ")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "Set KANAMJ_DATA to a folder that can be written to" in done.err


def test_ten_words_added_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    """Ten processes at once. When reading and writing were not one locked step, five words were lost."""
    words = [f"さかぬ{letter}" for letter in "あいうえおかきくけこ"]
    surroundings = {**os.environ, "KANAMJ_DATA": str(tmp_path)}
    adding = [
        subprocess.Popen(
            [sys.executable, "-m", "kanamj", "lexicon", "add", word],
            env=surroundings,
            stderr=subprocess.PIPE,
            text=True,
        )
        for word in words
    ]
    assert all("is kept for common" in each.communicate()[1] for each in adding)
    kept = (tmp_path / "words" / "common.tsv").read_text(encoding="utf-8").splitlines()
    assert [line.partition("\t")[0] for line in kept] == [FIRST_LINE, *words]


def test_a_process_that_died_with_the_lock_on_own_words_blocks_nobody(kanamj: Run, tmp_path: Path) -> None:
    kanamj("lexicon", "add", "さかま")
    folder = tmp_path / "kanamj-data" / "words"
    holding = "import sys\nfrom kanamj.disk import locked\nfrom pathlib import Path\n"
    holding += "with locked(Path(sys.argv[1])) as mine: print(mine, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shelf, "LOCK_SECONDS", 0)
            code, _, err = kanamj("lexicon", "add", "さかみ")
        assert (code, err.count("\n")) == (1, 1)
        assert "another kanamj has been changing own words" in err
        other.kill()
        other.wait()
    assert kanamj("lexicon", "add", "さかみ")[0] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "is a folder"),
        ("さかま\n魚\n", "common.tsv:2"),
        ("あいうえおか\n", "has 6 letters"),
        (
            "# kanamj words, format 2\nさかま\n",
            "common.tsv:1: its format is 2, and this kanamj reads up to 1; install a newer kanamj",
        ),
    ],
)
def test_own_words_that_cannot_be_read_are_an_error_of_one_sentence(
    kanamj: Run, tmp_path: Path, content: str | None, said: str
) -> None:
    path = tmp_path / "kanamj-data" / "words" / "common.tsv"
    if content is None:
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True)
        path.write_text(content, encoding="utf-8")
    for command in (
        ["lexicon", "add", "さかみ"],
        ["lexicon", "remove", "さかみ"],
        ["lexicon", "find", "さかな"],
    ):
        code, out, err = kanamj(*command)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert said in err
        assert f"Mend {path}, or move it away" in err
    assert content is None or path.read_text(encoding="utf-8") == content


def test_extra_words_count_for_one_call_only(kanamj: Run, tmp_path: Path) -> None:
    extra = tmp_path / "extra.tsv"
    extra.write_text("さかま\tサカマ\n", encoding="utf-8")
    before = json.loads(kanamj("lexicon", "list", "common", "--json")[1])["keys_3"]
    assert kanamj("lexicon", "find", "さかま", "--extra", extra)[0] == 0
    assert json.loads(kanamj("lexicon", "list", "common", "--json")[1])["keys_3"] == before
    assert kanamj("lexicon", "find", "さかま")[0] == 1


def test_build_says_what_each_filter_dropped_and_keeps_the_list(kanamj: Run) -> None:
    build = ("lexicon", "build", "--from", "wlsp", DATA / "wlsp.csv", "--name", "made", "--special-once")
    code, out, err = kanamj(*build, "--json")
    assert code == 0
    told = json.loads(out)
    assert told["read"] == 13
    assert {"filter": "nouns", "dropped": 1, "examples": ["はしる 走る"]} in told["filters"]
    assert told["keys"] == {"2": 2, "3": 2}
    assert "use it with --lexicon made" in err
    assert kanamj("lexicon", "find", "うさぎ", "--lexicon", "made")[0] == 0
    assert kanamj("verify", "made", "--again", DATA / "wlsp.csv")[0] == 0
    code, out, err = kanamj(*build)
    assert (code, out) == (1, "")
    assert "already exists. Use --replace to overwrite" in err
    assert "はしる 走る" in kanamj(*build, "--replace")[1]


def test_build_writes_a_folder_and_every_option_reaches_the_manifest(kanamj: Run, tmp_path: Path) -> None:
    (tmp_path / "out.tsv").write_text("いぬ\n", encoding="utf-8")
    code, _, _ = kanamj(
        "lexicon", "build", "--from", "table", DATA / "table.csv", "--reading", "よみ", "--spelling", "表記", "-o", "t",
        "--length", "2-3", "--fold", "seion", "--tiles", "hiragana-pro-136", "--exclude", tmp_path / "out.tsv",
        "--exclude-keys", tmp_path / "out.tsv", "--add", tmp_path / "out.tsv", "--licence", "mine",
    )  # fmt: skip
    assert code == 0
    manifest = Path("t/MANIFEST.toml").read_text(encoding="utf-8")
    assert 'licence = "mine"' in manifest
    out = from_here(tmp_path / "out.tsv")
    assert (
        f"build {DATA / 'table.csv'} --from table --length 2-3 --fold seion --tiles hiragana-pro-136 --exclude {out} "
        f"--exclude-keys {out} --add {out} --reading 'よみ' --spelling '表記'"
    ) in manifest
    assert Path("t/2gram.txt").read_text(encoding="utf-8").splitlines()[1:] == [
        "いぬ\tいぬ",
        "かな\t仮名",
        "ここ\t午後",
    ]


def test_the_options_of_build_are_the_fields_of_its_choices_with_their_defaults() -> None:
    options = {name: option.default for name, option in signature(build).parameters.items()}
    shortest, longest = BuildOptions.length
    assert options["length"] == f"{shortest}-{longest}"
    for field in fields(BuildOptions):
        if field.name not in ("source", "length"):
            default = options[field.name]
            assert (tuple(default) if isinstance(default, list) else default) == field.default


def test_build_keeps_a_published_list_unchanged(kanamj: Run, tmp_path: Path) -> None:
    code, _, err = kanamj(*KEEP, TOY, "--name", "mine")
    assert code == 0
    assert "use it with --lexicon mine" in err
    kept = tmp_path / "kanamj-data" / "wordlists" / "mine"
    for size in (2, 3):
        assert (kept / f"{size}gram.txt").read_bytes() == (DATA / "toy" / f"{size}gram.txt").read_bytes()


def test_the_manifest_of_a_built_list_says_what_to_type(kanamj: Run, empty_folder: Path) -> None:
    options = ("--from", "wlsp", "--special-once", "--length", "2-3", "--licence", "of our own")
    for place in (("--out", "a"), ("--name", "b")):
        assert kanamj("lexicon", "build", DATA / "wlsp.csv", *options, *place)[0] == 0
    manifest = Manifest.read(empty_folder / "a")
    rest = "--from wlsp --length 2-3 --special-once --licence 'of our own' --out DIR"
    command = f"kanamj lexicon build {DATA / 'wlsp.csv'} {rest}"
    assert manifest.command == command
    shutil.copy(DATA / "wlsp.csv", empty_folder)
    assert kanamj(*shlex.split(command.replace("DIR", "c"))[1:])[0] == 0
    assert Manifest.read(empty_folder / "c") == manifest


def test_glosses_of_ones_own_are_a_file_beside_own_words(kanamj: Run, tmp_path: Path) -> None:
    """`list --own` names it; it is checked when it is read."""
    path = tmp_path / "kanamj-data" / "glosses" / "common.tsv"
    assert kanamj("lexicon", "list", "--own").err.splitlines()[1] == f"glosses of your own can be in {path}"
    path.parent.mkdir(parents=True)
    path.write_text("いぬ\t犬\tdog\nいぬ\t狗\thound\n", encoding="utf-8")
    assert "dog" in kanamj("lexicon", "find", "いぬ").out
    assert f"your own glosses are in {path}" in kanamj("lexicon", "list", "--own").err
    path.write_text("いぬ\t犬\t<b>dog</b>\n", encoding="utf-8")
    code, out, err = kanamj("lexicon", "find", "いぬ")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"{path}:1: the gloss of いぬ has markup" in err
    assert f"Mend {path}, or move it away" in err


def test_find_shows_a_gloss_where_there_is_one(kanamj: Run) -> None:
    assert kanamj("lexicon", "find", "とけい")[1].split()[7] == "gloss"
    assert "なんじか" in kanamj("lexicon", "find", "とけい")[1]
    assert "gloss" not in kanamj("lexicon", "find", "かさな", "-l", TOY)[1]  # no empty column
    for row in json.loads(kanamj("lexicon", "find", "さかな", "--json")[1])[0]["words"]:
        assert row.get("gloss", "みず").startswith("みず")
