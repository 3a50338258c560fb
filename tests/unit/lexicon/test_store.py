"""The folder of a lexicon: reading, writing, own words, and errors for broken files."""

from __future__ import annotations

import itertools
import pickle
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from kanamj.disk import is_moving, write_file
from kanamj.errors import FileFormatError, LexiconError
from kanamj.game import preset
from kanamj.game.agents import known_words, parse_agent
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.lexicon.build import KIND, build_lexicon, lexicon_files
from kanamj.lexicon.options import BuildOptions, filters_of
from kanamj.lexicon.shelf import add_own_words, judge_of, own_words, own_words_now, parse_own_word
from kanamj.lexicon.sources import FIRST_LINE, Word
from kanamj.lexicon.store import format_grams, header, load_folder
from kanamj.lexicon.waits import hardly_spelled
from kanamj.lexicon.wordsfile import WORDS_HEADER, WordsFile, format_words
from kanamj.results import Manifest, write_folder
from kanamj.tiles import HIRAGANA_PRO_136, HIRAGANA_PRO_166, TileSet, kana_set
from tests.kills import killed_at
from tests.places import DATA

TOY = DATA / "toy"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KANAMJ_DATA", str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_words_of_a_folder_are_written_as_the_same_text() -> None:
    toy = load_folder(TOY)
    assert toy.keys(2) == ("いぬ", "かさ", "こね", "もも")
    assert toy.words("もも") == ("桃", "腿")
    assert "かさな" in toy
    assert "なかさ" in toy  # letters in any order
    assert "なか" not in toy
    for size in (2, 3):
        assert format_grams(size, toy.grams[size]) == (TOY / f"{size}gram.txt").read_text(encoding="utf-8")


DOG = Entry("いぬ", "犬", 5)


def test_every_column_of_a_word_is_read_as_it_was_written(tmp_path: Path) -> None:
    """The ease of a key counts flagged words only if asked. A line without its columns is refused where its word is
    asked for."""
    path = tmp_path / "words.tsv"
    words = [
        Entry("いぬ", "犬", 5, "juman hand", "core"),
        Entry("うんち", "うんち", 20, ease=2, flag="lavatory"),
        Entry("こーひー", "コーヒー", 10, ease=3, accent="3", origin="外 coffee", kind="人工物-食べ物"),
        Entry("ねこ", "猫", 20, ease=1, accent="1", origin="和"),
        Entry("もも", "桃"),
    ]
    path.write_text(format_words(words), encoding="utf-8")
    found = WordsFile(path)
    assert found.entries() == words
    assert [found.ease("こね", flagged=False), found.ease("うちん", flagged=False)] == [1, -1]
    assert found.ease("うちん", flagged=True) == 2
    path.write_text(f"{WORDS_HEADER}\nいぬ\n", encoding="utf-8")
    for ask in (WordsFile.entries_of, partial(WordsFile.ease, flagged=True)):
        with pytest.raises(FileFormatError, match=r"words\.tsv:2: expected reading, spelling"):
            ask(WordsFile(path), "いぬ")


MIXED = [
    Entry("しがい", "死骸", 10, ease=1, flag="dark"),
    Entry("しがい", "市街", 20, ease=9),
    Entry("したい", "死体", 10, flag="dark"),
    Entry("いぬ", "犬", 30, ease=2),
    Entry("かさ", "傘", 10, ease=5),
]


def test_a_flagged_word_comes_last_and_is_not_shown_unasked() -> None:
    toy = Lexicon.from_entries("toy", MIXED)
    assert [word.spelling for word in toy.words_of("いがし")] == ["市街", "死骸"]
    assert [word.spelling for word in toy.shown("いがし")] == ["市街"]
    assert (toy.flag("いがし"), toy.flag("いした"), toy.flag("ああ")) == ("", "dark", "")
    assert (toy.ease("いがし"), toy.ease("いした")) == (9, -1)
    assert toy.easiest_keys(2) == ["いぬ", "かさ"]
    assert toy.easiest_keys(3) == ["いがし"]
    assert "したい" in toy  # it is judged all the same
    assert toy.with_words([Entry("したい", "死体")]).flag("いした") == ""  # a word of one's own is shown
    whole = replace(toy, all_words=True)
    assert [word.spelling for word in whole.shown("いがし")] == ["死骸", "市街"]
    assert whole.easiest_keys(3) == ["いがし", "いした"]
    assert load_lexicon("core", all_words=True).with_words([Entry("ぬい", "縫い")]).all_words


def test_words_are_ordered_by_cost_and_a_word_given_twice_has_the_easier_ease() -> None:
    """Unknown costs come last. The cost of a key is that of the commonest word, which may be another one."""
    given = [
        Entry("かみ", "紙", 5, ease=900),
        Entry("かみ", "神", 1, ease=50),
        Entry("かみ", "紙", 9, ease=30),
    ]
    for words in (given, given[::-1]):
        toy = Lexicon.from_entries("toy", words)
        assert [(word.spelling, word.ease) for word in toy.words_of("かみ")] == [("紙", 30), ("神", 50)]
        assert (toy.ease("かみ"), toy.cost("かみ")) == (30, 1)
    words = [Entry("かみ", "髪", -1), Entry("かみ", "紙", 3), Entry("みか", "三日", 5)]
    more = Lexicon.from_entries("toy", words).with_words([Entry("かみ", "紙")])
    assert [(entry.spelling, entry.cost) for entry in more.entries["かみ"]] == [
        ("紙", 3),
        ("三日", 5),
        ("髪", -1),
    ]


def test_readings_are_found_after_a_change_of_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(TOY, tmp_path / "here" / "toy")
    (tmp_path / "here" / "toy" / "words.tsv").write_text(format_words([DOG]), encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    toy = load_lexicon("toy")
    monkeypatch.chdir(tmp_path)
    assert toy.entries["いぬ"][0].cost == 5


def test_a_list_without_readings_keeps_its_spellings_beside_added_ones() -> None:
    more = load_lexicon(TOY).with_words([Entry("いぬ", "戌", 7)])
    assert [(entry.reading, entry.spelling) for entry in more.entries["いぬ"]] == [
        ("いぬ", "戌"),
        ("いぬ", "犬"),
    ]
    assert [entry.spelling for entry in more.words_of("こね")] == ["猫"]
    assert more.commonest("いぬ") == Entry("いぬ", "戌", 7)
    assert (more.cost("いぬ"), more.cost("こね"), more.commonest("んん")) == (7, -1, None)


def test_a_folder_is_read_again_only_when_a_file_has_changed(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TOY, tmp_path / "toy"))
    toy = load_folder(folder)
    assert load_folder(folder) is toy
    write_file(folder / "2gram.txt", f"{header(2)}\nいぬ\t犬\n")
    assert load_folder(folder).keys(2) == ("いぬ",)
    write_file(folder / "words.tsv", format_words([DOG]))
    assert load_folder(folder).cost("いぬ") == 5
    (folder / "3gram.txt").unlink()
    assert load_folder(folder).keys(3) == ()


def test_lists_that_say_other_things_of_the_same_words_are_not_equal(tmp_path: Path) -> None:
    """What is remembered for one of them is not taken for the other."""
    entries = [Entry("いぬ", "犬", ease=1), Entry("ねこ", "猫", ease=2)]
    other = [Entry("いぬ", "犬", ease=2), Entry("ねこ", "猫", ease=1)]
    lists = []
    for number, words in enumerate((entries, other)):
        given = Lexicon.from_entries("pets", words)
        write_folder(tmp_path / str(number) / "pets", lexicon_files(given), Manifest(KIND, "make"))
        lists += [given, load_folder(tmp_path / str(number) / "pets")]
    assert [known_words(words, 0.5).keys(2)[0] for words in lists] == ["いぬ", "いぬ", "こね", "こね"]
    one = parse_agent("greedy@1w")
    hands = [one.seated(preset("standard", words), 1, 0).hands for words in lists]
    assert [each.engine.lexicon.keys(2)[0] for each in hands] == ["いぬ", "いぬ", "こね", "こね"]
    assert lists[0] == Lexicon.from_entries("pets", entries)
    assert lists[1] == replace(lists[1])


def test_a_list_that_is_being_replaced_is_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a killed command leaves no list that is half old and half new, and yet is read."""
    old, new = (
        lexicon_files(build_lexicon("list", [Word("いぬ", f"{n}犬"), Word("さかな", f"{n}魚")]).lexicon)
        for n in (1, 2)
    )
    manifest, step, died, refused = Manifest(KIND, "make"), 0, True, 0
    while died:
        folder = tmp_path / f"list{step}"
        write_folder(folder, old, manifest)
        died = killed_at(step, lambda at=folder: write_folder(at, new, manifest, replace=True), monkeypatch)
        if is_moving(folder):
            with pytest.raises(
                LexiconError, match="has files of two lists: a command that replaces the list"
            ):
                load_folder(folder)
            refused += 1
        else:
            found = load_folder(folder)
            said = (
                found.words("いぬ")[0][0] + found.words("かさな")[0][0] + found.read_as("いぬ")[0].spelling[0]
            )
            assert said in ("111", "222")
        write_folder(folder, new, manifest, replace=True)
        assert load_folder(folder).words("いぬ") == ("2犬",)
        step += 1
    assert refused > 3


@pytest.mark.parametrize("later", [lambda list_: list_.words("かさな"), lambda list_: list_.read_as("いぬ")])
def test_a_list_that_was_replaced_after_it_was_loaded_is_not_read_on(
    tmp_path: Path, later: Callable[[Lexicon], object]
) -> None:
    """Its files are read when they are first needed."""
    words = [Word("いぬ", "犬"), Word("さかな", "魚")]
    write_folder(
        tmp_path / "list", lexicon_files(build_lexicon("list", words).lexicon), Manifest(KIND, "make")
    )
    found = load_folder(tmp_path / "list")
    assert found.words("いぬ") == ("犬",)
    more = lexicon_files(build_lexicon("list", [*words, Word("ねこ", "猫")]).lexicon)
    write_folder(tmp_path / "list", more, Manifest(KIND, "make"), replace=True)
    with pytest.raises(LexiconError, match="has changed since it was loaded; load it again"):
        later(found)
    later(load_folder(tmp_path / "list"))


def test_only_the_needed_lengths_are_read_and_a_pickled_list_is_whole(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TOY, tmp_path / "toy"))
    (folder / "3gram.txt").write_text("no header\n", encoding="utf-8")
    broken = load_folder(folder)
    assert broken.words("いぬ") == ("犬",)
    with pytest.raises(FileFormatError, match="header line"):
        broken.keys(3)
    toy = pickle.loads(pickle.dumps(load_folder(TOY)))
    assert toy == load_folder(TOY)
    assert type(toy.grams) is dict


@pytest.mark.parametrize(
    "spelling", ["a\tb", "a\nb", "a\x85b", "a\u2028b", "a\x1bb", "a:b", "a\u202eb", "a\rb"]
)
def test_any_spelling_can_be_written_and_read_back(tmp_path: Path, spelling: str) -> None:
    built = build_lexicon("made", [Word("いぬ", spelling)])
    for name, text in lexicon_files(built.lexicon).items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    back = load_folder(tmp_path)
    assert back.words("いぬ") == built.lexicon.words("いぬ")
    assert [entry.reading for entry in back.entries["いぬ"]] == ["いぬ"]


def test_added_words_can_be_told_from_those_of_the_list_and_change_its_hash(
    tmp_path: Path, home: Path
) -> None:
    extra = tmp_path / "extra.tsv"
    extra.write_text("# mine\nネコ\tネコ\tnew\n", encoding="utf-8")
    add_own_words(load_lexicon(TOY), [parse_own_word("すまほ=スマホ")])
    toy, more = load_lexicon(TOY), load_lexicon(TOY, [extra], own=True)
    assert more.added == (Entry("ねこ", "ネコ"), Entry("すまほ", "スマホ"))
    assert [stage.added for stage in more.stages] == [(), more.added[:1], more.added]
    assert more.stages[0] == toy
    assert (more.words("こね"), more.keys(2)) == (("ネコ", "猫"), toy.keys(2))
    assert len({stage.sha256 for stage in more.stages}) == 3
    assert home.is_dir()


def test_own_words_are_used_only_when_asked_for(home: Path) -> None:
    toy = load_lexicon(TOY)
    path = add_own_words(toy, [parse_own_word("すまほ=スマホ")])
    assert path.parent == home / "words"
    assert own_words(toy) == [Entry("すまほ", "スマホ")]
    assert "すまほ" in load_lexicon(TOY, own=True)
    assert "すまほ" not in load_lexicon(TOY)
    assert path.read_text(encoding="utf-8") == f"{FIRST_LINE}\nすまほ\tスマホ\n"
    common = load_lexicon("common")
    assert add_own_words(common, []) == home / "words" / "common.tsv"


def test_a_list_in_clear_sounds_is_that_list_by_another_name(home: Path, tmp_path: Path) -> None:
    """The same words for a name, a folder and a file; own words are kept for the list as it is written."""
    file = tmp_path / "words.txt"
    file.write_text("たまご\t卵\nいぬ\t犬\n", encoding="utf-8")
    clear = load_lexicon(f"{file}+seion", [file])
    assert (clear.name, clear.written, clear.keys(3)) == ("words.txt+seion", "words.txt", ("こたま",))
    assert {entry.spelling for entry in clear.read_as("こたま")} == {"卵"}
    assert "たまご" not in clear
    assert "たまこ" in clear
    assert clear.fold("seion") is clear
    path = add_own_words(load_lexicon(Path(f"{TOY}+seion")), [parse_own_word("げた=下駄")])
    assert path == add_own_words(load_lexicon(TOY), [])
    assert path.is_relative_to(home)
    own = load_lexicon(f"{TOY}+seion", own=True)
    assert own.added == (Entry("けた", "下駄"),)
    assert [stage.folds for stage in own.stages] == [("seion",), ("seion",)]
    assert "はら" in own.with_words([Entry("ばら", "薔薇")]).keys(2)
    (tmp_path / "odd+seion").mkdir()
    shutil.copy(TOY / "3gram.txt", tmp_path / "odd+seion")
    assert not load_lexicon(tmp_path / "odd+seion").folds  # a folder of that whole name
    with pytest.raises(LexiconError, match="'foo' is not a lexicon"):
        load_lexicon("foo+seion")


def test_core_in_clear_sounds_is_the_list_that_a_build_folds() -> None:
    """What the deals of results/deals/core-seion-14-pro-136 read is the same to the byte."""
    words = [entry._asdict() for entry in load_lexicon("core").readings]
    read = (Word(word["reading"], word["spelling"], facts={}) for word in words)
    options = BuildOptions("table", length=(2, 3), fold="seion", tiles="hiragana-pro-136")
    built, clear = build_lexicon("x", read, filters_of(options)).lexicon, load_lexicon("core+seion")
    for size in (2, 3):
        assert format_grams(size, built.grams[size]) == format_grams(size, clear.grams[size])


def test_a_shipped_list_in_clear_sounds_is_judged_by_wide_in_clear_sounds() -> None:
    judges = [judge_of(load_lexicon(name), load_lexicon) for name in ("core", "core+seion")]
    assert [judge and judge.name for judge in judges] == ["wide", "wide+seion"]
    assert judge_of(load_lexicon("wide+seion"), load_lexicon) is None
    assert judge_of(load_lexicon(f"{TOY}+seion"), load_lexicon) is None
    assert judge_of(replace(load_lexicon(TOY), name="core"), load_lexicon) is None


@pytest.mark.parametrize(
    ("lexicon", "tiles", "said"),
    [
        (str(TOY), HIRAGANA_PRO_136, ""),
        ("common", HIRAGANA_PRO_166, ""),
        ("core+seion", HIRAGANA_PRO_136, ""),
        ("common", HIRAGANA_PRO_136, "hiragana-pro-136 can spell 2,460 of the 4,843 keys of common with two or three "
         "letters; to read it in clear sounds: --lexicon common+seion"),
        (str(TOY), kana_set("few", {"が": 2, "い": 2, "ぬ": 2}),
         "few can spell 1 of the 8 keys of toy with two or three letters"),
    ],
    ids=["toy", "all letters", "clear sounds", "plain letters", "few tiles"],
)  # fmt: skip
def test_a_list_that_the_tiles_hardly_spell_is_said(lexicon: str, tiles: TileSet, said: str) -> None:
    assert hardly_spelled(load_lexicon(lexicon), tiles, lexicon) == said


def test_a_change_of_own_words_is_seen(home: Path) -> None:
    """Also one by an editor, which writes the file in place."""
    seen = [own_words_now()]
    path = add_own_words(load_lexicon(TOY), [parse_own_word("すまほ=スマホ")])
    seen.append(own_words_now())
    path.write_text("すまほ\n", encoding="utf-8")
    seen.append(own_words_now())
    path.unlink()
    seen.append(own_words_now())
    assert path.is_relative_to(home)
    assert all(a != b for a, b in itertools.pairwise(seen))
    assert own_words_now() == own_words_now()


def test_only_words_are_in_a_lexicon(common: Lexicon) -> None:
    """A key is not a word where the readings of its words are known."""
    assert "さくら" in common
    assert "くさら" not in common
    assert "くら" in common
    assert "らく" in common
    assert "桜" not in common
    assert 5 not in common
    mixed = load_lexicon(TOY).with_words([Entry("さかな", "魚")])
    assert "さかな" in mixed
    assert "なかさ" not in mixed
    assert "ぬい" in mixed  # nobody knows
