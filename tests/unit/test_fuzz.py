"""Any text at all, given to what reads text of users: an answer or a sentence, never an error of Python.

tests/data/fuzz has for each reader the texts that once failed, and some that are right, each as a line of JSON. They
are read in every run. `poe night` changes them at random places. A text that fails then is added to them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kanamj.errors import KanamjError
from kanamj.game import preset
from kanamj.game.agents import parse_agents
from kanamj.game.record import parse_record, replay
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.glosses import read_own
from kanamj.lexicon.known import known_keys
from kanamj.lexicon.sources import read_list, read_table
from kanamj.lexicon.store import read_grams
from kanamj.lexicon.wordsfile import WordsFile
from kanamj.results import MANIFEST, Manifest
from kanamj.studies import read_table as read_results
from kanamj.text import shown
from kanamj.tiles import HIRAGANA_120, HIRAGANA_PRO_136, RIICHI_136, SANMA_108, TileSet, kana_of, tile_set
from kanamj.yaku import parse_rules
from tests.places import DATA

TOY, GAMES = load_lexicon(DATA / "toy"), load_lexicon(DATA / "games" / "words")
LONGEST = 600
"""No sentence is longer, whatever it quotes."""


def of_file(name: str, read: Callable[[Path], object]) -> Callable[[str], object]:
    """Reads a text as a file of this name."""

    def reads(text: str) -> object:
        with TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            return read(path)

    return reads


def hand_of(tiles: TileSet) -> Callable[[str], object]:
    """Reads a hand. What is written for it is read as the same hand."""

    def reads(text: str) -> None:
        kinds = tiles.parse(text)
        assert tiles.parse(tiles.format(kinds)) == kinds

    return reads


def romaji(text: str) -> None:
    """Nothing is refused. What was read twice stays; a wave becomes ー when a kana stands before it (n~)."""
    kana = kana_of(kana_of(text))
    assert kana_of(kana) == kana


READERS: dict[str, list[Callable[[str], object]]] = {
    "hands": [hand_of(HIRAGANA_120), hand_of(HIRAGANA_PRO_136), TOY.__contains__],
    "mpsz": [hand_of(RIICHI_136), hand_of(SANMA_108)],
    "romaji": [romaji],
    "records": [lambda text: [*replay(parse_record(text, lambda _: GAMES))]],
    "lists": [
        of_file("own.tsv", lambda path: load_lexicon(DATA / "toy", [path])),
        of_file("list.txt", lambda path: [*read_list(path)]),
        of_file("table.csv", lambda path: [*read_table(path)]),
        of_file("known.txt", lambda path: known_keys(TOY, str(path))),
        of_file("given.tsv", read_own),
        of_file("2gram.txt", lambda path: read_grams(path, 2)),
        of_file("words.tsv", lambda path: WordsFile(path).entries()),
        of_file("tiles.txt", lambda path: tile_set(str(path))),
        of_file("table.csv", read_results),
        of_file(MANIFEST, lambda path: Manifest.read(path.parent)),
    ],
    "rules": [parse_rules, lambda text: preset(text, TOY), lambda text: parse_agents(text, 4)],
}
"""What reads the texts of each corpus."""
CORPUS = {
    name: [json.loads(line) for line in (DATA / "fuzz" / f"{name}.jsonl").read_text("utf-8").splitlines()]
    for name in READERS
}


def read_by_all(name: str, text: str) -> None:
    for read in READERS[name]:
        try:
            read(text)
        except KanamjError as error:
            said = shown(str(error))
            assert len(said) < LONGEST, said
            assert len(said.splitlines()) == 1, said


@st.composite
def changed(draw: st.DrawFn, name: str) -> str:
    """A text of the corpus, changed at up to four places: something is put in place of what stands there."""
    text: str = draw(st.sampled_from(["", *CORPUS[name]]))
    pieces = st.one_of(
        st.text(max_size=6), st.sampled_from(CORPUS[name]), st.sampled_from([*"".join(CORPUS[name])])
    )
    for _ in range(draw(st.integers(0, 4))):
        begin = draw(st.integers(0, len(text)))
        end = draw(st.integers(begin, min(len(text), begin + 9)))
        text = text[:begin] + draw(pieces) + text[end:]
    return text


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in CORPUS.items() for text in texts])
def test_what_once_failed_is_answered_or_refused(name: str, text: str) -> None:
    read_by_all(name, text)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_any_text_is_answered_or_refused(name: str, data: st.DataObject) -> None:
    read_by_all(name, data.draw(changed(name)))
