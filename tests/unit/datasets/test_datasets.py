"""The data sets of a lexicon: they agree with their definition and with the published files, and a folder verifies."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

from kanamj.datasets.build import DATASETS, Source, data_sets, nobetan_pairs
from kanamj.datasets.folder import data_files, expected_bytes, verify_data, write_data
from kanamj.errors import ManifestError
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from kanamj.results import Manifest, seal
from kanamj.tiles import HIRAGANA_120
from tests.places import ROOT, needs, python

READINGS = "かさ さか もも ごご いぬ ばば かさな かもも さかも いぬも なかま ごごば ももも さばか なさば"
TOY = Lexicon.from_entries("toy", [Entry(reading, reading + "字") for reading in READINGS.split()])
FILES = "2gram 3gram 4gram 5gram 1_2chars 1_3chars 2_3chars nobetan shanpon stats"


def rows(name: str, lexicon: Lexicon) -> list[list[str]]:
    lines = [line.split("\t") for line in DATASETS[name].lines(Source(lexicon))]
    assert lines[0] == list(DATASETS[name].header)
    assert {len(line) for line in lines} == {len(lines[0])}
    return lines[1:]


# The definition in plain words, sharing nothing with the data sets but the keys: letters are held, a wait is
# a tile of which a copy is left, and the two together are a key.
COPIES = dict(zip(HIRAGANA_120.kinds, HIRAGANA_120.copies, strict=True))


def can_hold(letters: str) -> bool:
    return all(COPIES.get(letter, 0) >= number for letter, number in Counter(letters).items())


def waits_of(lexicon: Lexicon, held: str, beside: str = "") -> list[str]:
    return [
        letter
        for letter in HIRAGANA_120.kinds
        if lexicon.words("".join(sorted(held + letter))) and can_hold(held + beside + letter)
    ]


def some_of_core() -> Lexicon:
    """Every third key of two and three letters."""
    core = load_lexicon("core")
    return Lexicon("some", {size: {key: core.words(key) for key in core.keys(size)[::3]} for size in (2, 3)})


SOME = some_of_core()


@pytest.fixture(params=[TOY, SOME], ids=["toy", "some of core"])
def lexicon(request: pytest.FixtureRequest) -> Lexicon:
    return request.param


@pytest.mark.parametrize("size", [2, 3])
def test_which_letters_one_or_two_letters_wait_for_to_make_two_or_three(size: int, lexicon: Lexicon) -> None:
    found = rows(f"{size - 1}_{size}chars", lexicon)
    held = [pair for pair in lexicon.keys(2) if can_hold(pair)] if size == 3 else HIRAGANA_120.kinds
    expected = {letters: waits_of(lexicon, letters) for letters in held}
    places = (1, 2, 3, 4) if size == 2 else (2, 3, 4, 5)
    waited = {row[0]: row[places[1]].split(" ") for row in found}
    assert waited == {letters: waits for letters, waits in expected.items() if waits}
    for row in found:
        number, waits, keys, words = (row[place] for place in places)
        assert int(number) == len(waits.split(" "))
        assert keys.split(" ") == ["".join(sorted(row[0] + wait)) for wait in waits.split(" ")]
        assert words.split(" ") == [":".join(lexicon.words(key)) for key in keys.split(" ")]
        assert size == 2 or row[1] == ":".join(lexicon.words(row[0]))
    assert found == sorted(found, key=lambda row: (int(row[places[0]]), row[0]))


def test_which_letters_one_letter_waits_for_to_make_three(lexicon: Lexicon) -> None:
    found = rows("1_3chars", lexicon)
    for letter in HIRAGANA_120.kinds:
        keys = [key for key in lexicon.keys(3) if letter in key and can_hold(key)]
        words = " ".join(":".join(lexicon.words(key)) for key in keys)
        expected = [[letter, str(len(keys)), " ".join(keys), words]] if keys else []
        assert [row for row in found if row[0] == letter] == expected
    assert found == sorted(found, key=lambda row: (int(row[1]), row[0]))


def test_a_doubled_key_needs_both_letters_and_a_wait_needs_a_copy() -> None:
    """The two faults of the published files: もも waits for か (かもも), not for what one も waits for."""
    found = {row[0]: row[3] for row in rows("2_3chars", TOY)}
    assert found["もも"] == "か"  # a third も, and the さ and な of one も, are no waits
    assert "ごご" not in found  # two ご are never held
    assert "ばば" not in found
    singles = {row[0]: row[2] for row in rows("1_2chars", TOY)}
    assert singles["も"] == "も"
    assert "ご" not in singles


def test_nobetan_waits_of_the_toy_list_are_those_found_by_trying_all_trios() -> None:
    expected = []
    surprise = {row[0]: float(row[5]) for row in rows("stats", TOY)}
    trios = [key for key in TOY.keys(3) if can_hold(key)]
    for u, v in combinations_with_replacement(trios, 2):
        if u == v or (Counter(u) & Counter(v)).total() != 2:
            continue
        four = "".join(sorted((Counter(u) | Counter(v)).elements()))
        if not can_hold(four):
            continue
        total = sum(surprise[letter] for letter in four)
        for trio in (u, v):
            left = next(iter((Counter(four) - Counter(trio)).elements()))
            waits = waits_of(TOY, left, trio)
            keys = " ".join("".join(sorted(left + wait)) for wait in waits)
            expected.append((four, u, v, trio, left, str(len(waits)), " ".join(waits), keys, round(total, 9)))
    found = rows("nobetan", TOY)
    assert len(found) == len(expected) > 4
    assert {(r[0], r[1], r[3], r[4], r[5], r[6], round(float(r[8]), 9)) for r in found} == {
        (e[0], e[3], e[4], e[5], e[6], e[7], e[8]) for e in expected
    }
    assert any(row[4] == "0" and row[5] == row[6] == row[7] == "" for row in found)


def test_nobetan_rows_come_in_pairs_by_falling_surprise() -> None:
    found = rows("nobetan", SOME)
    order = []
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert first[0] == second[0]
        assert sorted(first[1] + first[3]) == sorted(second[1] + second[3]) == list(first[0])
        assert first[1] < second[1]
        assert first[8] == second[8]
        order.append((-float(first[8]), first[0], first[1], second[1]))
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_shanpon_waits_of_the_toy_list_are_those_found_by_trying_all_pairs() -> None:
    expected = []
    for p, q in combinations_with_replacement([key for key in TOY.keys(2) if can_hold(key)], 2):
        through_p, through_q = waits_of(TOY, p, q), waits_of(TOY, q, p)
        if can_hold(p + q) and through_p and through_q:
            union = sorted({*through_p, *through_q})
            expected.append(
                [p, q, " ".join(through_p), " ".join(through_q), " ".join(union), str(len(union))]
            )
    found = rows("shanpon", TOY)
    assert found == sorted(expected, key=lambda row: (int(row[5]), row[0], row[1]))
    assert found


def test_the_shanpon_wait_of_the_hand_in_the_paper() -> None:
    """Section 2.3.4: さろん おやつ ねむけ こく なに waits through こく and through なに."""
    readings = ["こく", "なに", "こくご", "こくど", "にほん", "なにわ", "なにか"]
    words = Lexicon.from_entries("grown", [Entry(reading, reading) for reading in readings])
    found = [row for row in rows("shanpon", words) if row[:2] == ["くこ", "なに"]]
    assert len(found) == 1
    assert found[0][2].split(" ") == ["ご", "ど"] == waits_of(words, "くこ", "なに")
    assert found[0][3].split(" ") == ["か", "わ"] == waits_of(words, "なに", "くこ")


def test_frames_hold_what_the_files_hold(lexicon: Lexicon) -> None:
    for name in ("1_2chars", "2_3chars", "stats"):
        table = DATASETS[name].frame(Source(lexicon))
        assert tuple(table.columns) == DATASETS[name].columns
        assert len(table) == len(rows(name, lexicon))
    pairs = DATASETS["2_3chars"].frame(Source(TOY)).set_index("pair")
    assert pairs.loc["もも", "wait_letters"] == ("か",)
    assert DATASETS["stats"].frame(Source(lexicon))["share_3"].sum() == pytest.approx(1)


def test_a_lexicon_without_long_words_has_no_file_of_them(common: Lexicon) -> None:
    assert [data.name for data in data_sets(common)] == FILES.split()
    assert [data.name for data in data_sets(TOY)] == FILES.replace("4gram 5gram ", "").split()


def test_the_manifest_names_the_list_the_mended_faults_and_files_that_are_not_kept(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    how: dict[str, Any] = {"formats": ["csv"], "without": ["nobetan", "shanpon"], "most_bytes": 400}
    manifest = write_data(folder, TOY, **how)
    assert manifest.inputs == {"lexicon toy": TOY.sha256}
    assert sum(note.startswith("Differs from the published files") for note in manifest.notes) == 2
    assert Manifest.read(folder) == manifest
    assert not any(name.startswith(("nobetan", "shanpon")) for name in manifest.outputs)
    kept = {name for name, output in manifest.outputs.items() if output.kept}
    assert kept < {*manifest.outputs}
    assert {path.name for path in folder.iterdir()} == {*kept, "MANIFEST.toml"}
    assert (folder / "1_2chars.csv").read_bytes().startswith("\ufeffletter,waits".encode())
    assert verify_data(folder, TOY) == []
    assert verify_data(folder) == []  # from the N-gram files in the folder


def test_a_folder_whose_word_files_were_changed_does_not_verify(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    write_data(folder, TOY)
    grams = folder / "2gram.txt"
    grams.write_text(grams.read_text(encoding="utf-8").replace("いぬ字", "犬"), encoding="utf-8")
    with pytest.raises(ManifestError, match="neither the lexicon 'toy' nor the N-gram files"):
        verify_data(folder)
    (wrong,) = verify_data(folder, TOY)
    assert wrong.startswith("2gram.txt: is not what the manifest says")


def test_a_manifest_of_something_else_is_refused(tmp_path: Path) -> None:
    write_data(tmp_path / "data", TOY)
    path = tmp_path / "data" / "MANIFEST.toml"
    whole = path.read_text(encoding="utf-8").partition("\n")[2]
    text = whole.replace("tiles =", "colour =")
    path.write_text(seal(text) + text, encoding="utf-8")
    with pytest.raises(ManifestError, match=r"does not name lexicon, tiles and formats"):
        verify_data(tmp_path / "data")
    text = whole.replace('kind = "data set"', 'kind = "game"')
    path.write_text(seal(text) + text, encoding="utf-8")
    with pytest.raises(ManifestError, match=r"holds 'game', not 'data set'"):
        verify_data(tmp_path / "data")
    path.write_text(seal(whole) + whole, encoding="utf-8")
    manifest = Manifest.read(path)
    for wrong in ({"formats": 5}, {"tiles": [5]}, {"lexicon": {}}, {"without": 5}, {"top": "x"}):
        replace(manifest, parameters={**manifest.parameters, **wrong}).write(path)
        ((name, value),) = wrong.items()
        with pytest.raises(
            ManifestError, match=re.escape(f"the parameter {name} is {value!r}, which kanamj")
        ):
            verify_data(tmp_path / "data")


@needs("pyarrow")
def test_csv_and_parquet_hold_the_rows_of_the_frame(tmp_path: Path) -> None:
    import pandas as pd

    write_data(tmp_path / "data", TOY, formats=["csv", "parquet"])
    table = DATASETS["2_3chars"].frame(Source(TOY))
    parquet = pd.read_parquet(tmp_path / "data" / "2_3chars.parquet")
    assert [tuple(waits) for waits in parquet["wait_letters"]] == list(table["wait_letters"])
    csv = pd.read_csv(tmp_path / "data" / "2_3chars.csv")
    assert [tuple(waits.split(" ")) for waits in csv["wait_letters"]] == list(table["wait_letters"])


@pytest.mark.parametrize("top", [1, 1000, None])
@pytest.mark.parametrize("suffix", ["txt", "csv", pytest.param("parquet", marks=needs("pyarrow"))])
def test_the_size_of_the_files_is_known_before_they_are_made(suffix: str, top: int | None) -> None:
    words = map("".join, product("あいうえおかきくけこ", "さしすせそたちつ", "なにぬねのは"))
    for lexicon in (TOY, Lexicon.from_words([*words, "あさ", "いす", "うそ"])):
        made = data_files(source := Source(lexicon), [suffix], top=top)
        size = sum(len(piece) for _, pieces in made for piece in pieces)
        most = 2.5 if suffix == "parquet" and top != 1 else 1.05
        assert 0.95 * size < expected_bytes(source, [suffix], top=top) < most * size, lexicon


@needs("pyarrow")
def test_the_longest_data_sets_may_have_their_first_rows_only(tmp_path: Path) -> None:
    whole = write_data(tmp_path / "whole", TOY, formats=["csv", "parquet"])
    manifest = write_data(tmp_path / "data", TOY, formats=["csv", "parquet"], top=2)
    rows = {name: output.rows for name, output in whole.outputs.items() if output != manifest.outputs[name]}
    assert {name.split(".")[0] for name in rows} == {"nobetan", "shanpon"}
    for name in ("nobetan.txt", "shanpon.csv"):
        lines = (tmp_path / "whole" / name).read_text(encoding="utf-8").split("\n")[:3]
        assert (tmp_path / "data" / name).read_text(encoding="utf-8").split("\n")[:-1] == lines
    assert verify_data(tmp_path / "data", TOY) == []


@pytest.mark.parametrize("left_out", [{}, {"top": 1000}, {"most_bytes": 100_000}, {"without": ["shanpon"]}])
def test_how_large_the_files_will_be_is_said_before_they_are_written(
    tmp_path: Path, left_out: dict[str, Any]
) -> None:
    told: list[Any] = []
    core = load_lexicon("core", own=False)
    grams = {3: {key: core.words(key) for key in core.keys(3)[::2]}, 2: dict(core.grams[2])}
    half = Lexicon("half", grams)
    write_data(
        tmp_path / "data",
        half,
        formats=["csv"],
        tell=lambda said: told.append((said, (tmp_path / "data").exists())),
        **left_out,
    )
    ((said, begun),) = told
    assert not begun
    size = sum(
        file.stat().st_size for file in (tmp_path / "data").iterdir() if file.suffix in (".txt", ".csv")
    )
    assert float(said.values[0]) == pytest.approx(size / 2**20, rel=0.05, abs=0.1)


RESULTS = ROOT / "results" / "core"


def test_the_committed_results_have_as_many_rows_as_the_list_gives() -> None:
    """Whole they are by tests/unit/cli/test_verify.py; computed again in the slow test below."""
    outputs = Manifest.read(RESULTS).outputs
    assert {name for name, output in outputs.items() if not output.kept} == {"nobetan.txt", "shanpon.txt"}
    pairs = sum(1 for _ in nobetan_pairs(Source(load_lexicon("core"))))
    assert outputs["nobetan.txt"].rows == 2 * pairs > 20_000


@pytest.mark.slow
def test_the_committed_results_are_what_the_shipped_list_gives() -> None:
    assert verify_data(RESULTS) == []


@needs("matplotlib")
@pytest.mark.filterwarnings("ignore:Glyph:UserWarning")
def test_pictures_are_drawn_with_kana_or_romaji(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kanamj.datasets import pictures

    for font, said in ((None, "none, romaji"), ("DejaVu Sans", "DejaVu Sans")):
        monkeypatch.setattr(pictures, "japanese_font", lambda font=font: font)
        folder = tmp_path / str(font)
        manifest = write_data(folder, TOY, plot=True)
        assert manifest.parameters["font"] == said
        drawn = [name for name in manifest.outputs if name.startswith("pictures/")]
        assert drawn == [f"pictures/{name}.png" for name in ("waits", "frequency", "pairs")]
        assert (manifest.verify(folder), verify_data(folder, TOY)) == ([], [])
        assert {(folder / name).read_bytes()[:4] for name in drawn} == {b"\x89PNG"}


@needs("matplotlib")
def test_pictures_are_in_the_one_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old pictures are not left beside new data, and a changed one is named."""
    from kanamj.datasets import pictures

    monkeypatch.setattr(pictures, "png", lambda _: b"a picture")
    write_data(tmp_path, TOY, plot=True)
    (tmp_path / "pictures" / "waits.png").write_bytes(b"another")
    for wrong in (Manifest.read(tmp_path).verify(tmp_path), verify_data(tmp_path, TOY)):
        assert [said.partition(" (")[0] for said in wrong] == [
            "pictures/waits.png: is not what the manifest says"
        ]
    with pytest.raises(ManifestError, match=r"waits\.png is in the way"):
        write_data(tmp_path, TOY, replace=True)
    (tmp_path / "pictures" / "waits.png").unlink()
    write_data(tmp_path, TOY, replace=True)
    assert not (tmp_path / "pictures").exists()
    assert verify_data(tmp_path, TOY) == []


@needs("matplotlib")
def test_bars_and_heat_map_show_the_numbers_of_the_data_sets(common: Lexicon) -> None:
    from matplotlib.figure import Figure

    from kanamj.datasets import pictures
    from kanamj.lexicon.kana import romaji

    axes = Figure().add_subplot()
    pictures.draw_waits(axes, Source(common), romaji)
    assert axes.get_title().endswith(f"common, n = {len(common.keys(2))} keys of 2 letters")
    table = DATASETS["1_2chars"].frame(Source(common))
    assert [patch.get_height() for patch in axes.patches] == list(table["waits"])
    assert [text.get_text() for text in axes.get_xticklabels()] == [
        romaji(letter) for letter in table["letter"]
    ]
    axes = Figure().add_subplot()
    pictures.draw_pairs(axes, Source(common), romaji)
    grid = axes.images[0].get_array()
    assert grid is not None
    i, j = HIRAGANA_120.index["し"], HIRAGANA_120.index["ん"]
    expected = len(Source(common).trios.after("しん"))
    assert (int(grid[i, j]), int(grid[j, i])) == (expected, expected)


@pytest.mark.slow
def test_a_list_of_200000_words_takes_little_memory(tmp_path: Path) -> None:
    """A minute: 1.9 million rows made and thrown away, in a process of its own. Its ru_maxrss would be at least that of
    the tests' process, so its peak is read from /proc."""
    code = f"""
import random
from kanamj.lexicon import Entry, Lexicon
from kanamj.datasets.folder import write_data
from kanamj.tiles import HIRAGANA_120, TileSet
from pathlib import Path
rng = random.Random(1)
faces = HIRAGANA_120.kinds
def words(size, number):
    return [Entry("".join(rng.choices(faces, k=size)), str(i)) for i in range(number)]
lexicon = Lexicon.from_entries("large", words(2, 3000) + words(3, 20000) + words(4, 80000) + words(5, 97000))
manifest = write_data(Path({str(tmp_path / "d")!r}), lexicon, most_bytes=1000)
print(sum(output.rows or 0 for output in manifest.outputs.values()))
peak = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(int(peak[0].split()[1]) // 1024)
"""
    done = python("-c", code, check=True)
    rows, megabytes = map(int, done.stdout.split())
    assert rows > 10**6
    assert megabytes < 500
