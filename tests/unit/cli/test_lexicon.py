"""kanamj lexicon: what the commands print, change and refuse."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
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


def test_list_names_shipped_and_own_lists(
    kanamj: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = kanamj(*KEEP, TOY, "--name", "toy")
    assert (kept.code, "use it with --lexicon toy" in kept.err) == (0, True)
    for name in ("2gram.txt", "3gram.txt"):  # a published list is kept unchanged
        there = tmp_path / "kanamj-data" / "wordlists" / "toy" / name
        assert there.read_bytes() == (DATA / "toy" / name).read_bytes()
    rows = {row["name"]: row for row in json.loads(kanamj("lexicon", "list", "--json").out)}
    assert [(name, row["home"]) for name, row in rows.items()] == [
        ("common", "shipped"),
        ("core", "shipped"),
        ("wide", "shipped"),
        ("toy", "yours"),
    ]
    assert [row["use"] for row in rows.values()] == [*map(shelf.USES.get, ("common", "core", "wide")), ""]
    assert rows["toy"]["keys_3"] == 4
    assert kanamj("lexicon", "list", "--tsv").out.startswith("name\thome\t")
    monkeypatch.setenv("COLUMNS", "80")  # the use is whole in a narrow terminal, too
    assert f"common: {shelf.USES['common']}\n  " in kanamj("lexicon", "list").out


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


def test_find_takes_words_spellings_and_letters(kanamj: Run) -> None:
    code, out, _ = kanamj("lexicon", "find", "さかな　麻雀", "か？な", "--tsv")
    header, first, *rest = out.splitlines()
    assert (code, header) == (0, "word\tkey\treading\tspelling\tcost\tease\tflag\tgloss")
    assert first.startswith("さかな\tかさな\tさかな\t魚\t")
    assert "麻雀\tじまゃんー\tまーじゃん\t麻雀\t" in out
    assert {line.split("\t")[0] for line in rest} == {"さかな", "麻雀", "か？な"}
    code, out, _ = kanamj("lexicon", "find", "--letters", "か？な", "--json")
    assert code == 0
    words = next(row["words"] for row in json.loads(out) if (row["key"], row["blanks"]) == ("かさな", "さ"))
    assert "魚" in words
    assert json.loads(out)[0]["readings"][0] == "かたな"  # the letters in their places first
    lacking = json.loads(kanamj("lexicon", "find", "--lacking", "かな", "--json")[1])
    assert {row["key"] for row in lacking} == {row["key"] for row in json.loads(out)}
    costs = [min(word.cost for word in load_lexicon().words_of(row["key"])) for row in lacking]
    assert costs == sorted(costs)  # the commonest first
    code, out, err = kanamj("lexicon", "find", "--letters", "ぢぢ", "--tsv")
    assert (code, out) == (1, "key\tblanks\twords\treadings\n")
    assert "no word of common has these letters: ぢぢ" in err


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


def test_own_words_are_listed(kanamj: Run) -> None:
    code, out, err = kanamj("lexicon", "list", TOY, "--own")
    assert (code, out) == (0, "")
    assert "you keep no words for toy; to add one: kanamj lexicon add ぬいかつ=ぬい活" in err
    kanamj("lexicon", "add", "ごろごろ", "すまほ=スマホ", "-l", TOY)
    assert kanamj("lexicon", "list", TOY, "--own", "--tsv")[1].splitlines() == [
        "reading\tspelling\tunspellable",
        "ごろごろ\tごろごろ\tneeds ご 2 times, hiragana-120 has 1",
        "すまほ\tスマホ\t",
    ]


def test_own_words_belong_to_a_folder_and_not_to_its_name(kanamj: Run, tmp_path: Path) -> None:
    for parent in ("a", "b"):
        shutil.copytree(TOY, tmp_path / parent / "list")
    assert kanamj("lexicon", "add", "すまほ=スマホ", "-l", tmp_path / "a" / "list")[0] == 0
    assert kanamj("lexicon", "find", "すまほ", "-l", tmp_path / "a" / "list")[0] == 0
    assert kanamj("lexicon", "find", "すまほ", "-l", tmp_path / "b" / "list")[0] == 1


def test_one_spelling_can_be_removed_alone_and_its_sign_may_be_full_width(kanamj: Run) -> None:
    """As a Japanese keyboard types it. A later ＝ belongs to the spelling."""
    done = kanamj("lexicon", "add", "おちゃ=お茶", "おちゃ＝おチャ", "さかま=サ＝マ", "-l", TOY)
    assert done.code == 0
    for said in ("おちゃ お茶 is kept", "おちゃ おチャ is kept", "さかま サ＝マ is kept"):
        assert said in done.err
    assert kanamj("lexicon", "remove", "おちゃ＝お茶", "-l", TOY).code == 0
    assert "おチャ" in kanamj("lexicon", "find", "おちゃ", "-l", TOY).out
    again = kanamj("lexicon", "remove", "おちゃ=お茶", "-l", TOY)
    assert (again.code, "おちゃ=お茶 is neither a word of toy nor one of your own" in again.err) == (1, True)


def test_a_list_in_a_folder_named_like_a_shipped_list_needs_a_path(kanamj: Run) -> None:
    _, _, err = kanamj("lexicon", "build", "--from", "wlsp", DATA / "wlsp.csv", "-o", "common")
    assert "use it with --lexicon ./common" in err
    assert kanamj("lexicon", "find", "むささび", "-l", "./common")[0] == 1


def test_own_words_are_found_until_removed_and_extra_ones_in_one_call(kanamj: Run, tmp_path: Path) -> None:
    """The list itself stays as it is: results do without."""

    def keys() -> int:
        return int(json.loads(kanamj("lexicon", "list", "common", "--json").out)["keys_3"])

    extra, before = tmp_path / "extra.tsv", keys()
    extra.write_text("さかま\tサカマ\n", encoding="utf-8")
    assert kanamj("lexicon", "find", "さかま", "--extra", extra).code == 0
    assert (keys(), kanamj("lexicon", "find", "さかま").code) == (before, 1)
    code, out, err = kanamj("lexicon", "add", "さかま=サカマ", "をか")
    assert (code, out) == (0, "")
    assert "をか をか is kept for common, but hiragana-120 has no tile を" in err
    assert ("サカマ" in kanamj("lexicon", "find", "さかま").out, keys()) == (True, before)
    assert [kanamj("lexicon", way, "さかま").code for way in ("remove", "find", "remove")] == [0, 1, 1]


def test_what_people_write_beside_their_own_words_stays(kanamj: Run, tmp_path: Path) -> None:
    """Comments, notes and words of other lengths. A list with its columns named otherwise gets a line for each word."""
    words = tmp_path / "kanamj-data" / "words"
    words.mkdir(parents=True)
    written = "# mine\nすまほ\tスマホ\tnew\nあいうえおか\n\nさかま、をかま\n"
    (words / "common.tsv").write_text(written, "utf-8")
    (words / "_out.tsv").write_text("# mine\nすまほ\tスマホ\tnew\n\n", "utf-8")
    (words / "core.tsv").write_text("note\treading\tspelling\nnew\tすまほ\tスマホ\n", "utf-8")
    assert (
        kanamj("lexicon", "add", "いかんて").code
        == kanamj("lexicon", "add", "いかんて", "-l", "core").code
        == 0
    )
    assert kanamj("lexicon", "remove", "をかま").code == kanamj("lexicon", "remove", "さくら").code == 0
    left = written.replace("さかま、をかま", "さかま\tさかま")
    assert (words / "common.tsv").read_text("utf-8") == f"{FIRST_LINE}\n{left}いかんて\tいかんて\n"
    assert (words / "core.tsv").read_text("utf-8") == f"{FIRST_LINE}\nすまほ\tスマホ\nいかんて\tいかんて\n"
    assert (words / "_out.tsv").read_text(
        "utf-8"
    ) == f"{FIRST_LINE}\n# mine\nすまほ\tスマホ\tnew\n\nさくら\t*\n"


def test_own_words_of_a_file_are_not_those_of_another_of_its_name(kanamj: Run, tmp_path: Path) -> None:
    places = [tmp_path / "a" / "core", tmp_path / "b" / "core"]
    for place in places:
        place.parent.mkdir()
        place.write_text("いぬ\n", "utf-8")
    assert kanamj("lexicon", "add", "さかま", "-l", places[0]).code == 0
    found = [kanamj("lexicon", "find", "さかま", "-l", each).code for each in (*places, "core")]
    assert found == [0, 1, 1]


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


def test_ten_words_added_at_the_same_time_are_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When reading and writing were not one locked step, words were lost. The lock is on the folder, and threads that
    open it exclude each other as processes do."""
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path))
    words, write, common = (
        [f"さかぬ{letter}" for letter in "あいうえおかきくけこ"],
        shelf.write_file,
        load_lexicon(),
    )

    def slowly(path: Path, text: str) -> None:
        time.sleep(0.01)  # so that all others have read
        write(path, text)

    monkeypatch.setattr(shelf, "write_file", slowly)
    with ThreadPoolExecutor(len(words)) as pool:
        list(pool.map(lambda word: shelf.add_own_words(common, [shelf.parse_own_word(word)]), words))
    kept = (tmp_path / "words" / "common.tsv").read_text(encoding="utf-8").splitlines()
    assert sorted(line.partition("\t")[0] for line in kept) == [FIRST_LINE, *words]


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
    out, table = from_here(tmp_path / "out.tsv"), shlex.quote(str(DATA / "table.csv"))
    assert (
        f"build {table} --from table --length 2-3 --fold seion --tiles hiragana-pro-136 --exclude {out} "
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


def test_the_manifest_of_a_built_list_says_what_to_type(kanamj: Run, empty_folder: Path) -> None:
    options = ("--from", "wlsp", "--special-once", "--length", "2-3", "--licence", "of our own")
    assert kanamj("lexicon", "build", DATA / "wlsp.csv", *options, "--out", "a").code == 0
    manifest = Manifest.read("a")
    rest = "--from wlsp --length 2-3 --special-once --licence 'of our own' --out DIR"
    command = f"kanamj lexicon build {shlex.quote(str(DATA / 'wlsp.csv'))} {rest}"
    assert manifest.command == command
    shutil.copy(DATA / "wlsp.csv", empty_folder)
    assert kanamj(*shlex.split(command.replace("DIR", "c"))[1:]).code == 0
    assert Manifest.read("c") == manifest


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
