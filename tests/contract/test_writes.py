"""A command changes only the files that its own manifest lists, even if the command is killed.

Each command is in `READS`, `WRITES`, `SERVES` or `OWN_WORDS`. The first test fails if a command is in none of them.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from kanamj.datasets import pictures
from kanamj.datasets.folder import write_data
from kanamj.disk import write_file
from kanamj.lexicon import load_lexicon
from kanamj.results import Chunk, Chunks, Manifest, Output
from tests.commands import COMMANDS
from tests.conftest import CommandResult, Run
from tests.places import DATA, by_default

TOY = ("--lexicon", DATA / "toy")
WORDS = ("--lexicon", DATA / "games" / "words")
RECORD = DATA / "games" / "paper-tsumo.jsonl"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

READS: dict[str, tuple[object, ...]] = {
    "judge": ("さくらなみだたまごきつねいぬ",),
    "score": ("さくらなみだたまごきつねいぬ",),
    "shanten": ("さくらなみだたまごきつねいぬ",),
    "lexicon list": (),
    "lexicon find": ("さかな",),
    "verify": ("data", "--again"),
    "quiz": ("--n", 1),
    "review": (RECORD, "--lexicon", DATA / "games" / "words", "--draws", 1, "--seat", 0),
    "rules": (),
    "exact": (),
}
"""Commands that write nothing, and what to ask them."""
SERVES = {"web"}
"""It ends when it is stopped, and writes nothing either."""


@dataclass(frozen=True)
class Writes:
    """How to have a command write to a place.

    older, newer: what it is called with; the results differ. `OUT` is the place, which is `out` or one file.
    """

    older: tuple[object, ...]
    newer: tuple[object, ...]
    out: str = "out"


OUT = "OUT"
DEALS = (*TOY, "--form", "332", "--n", 40, "--sample", 5, "--workers", 1, "--out", OUT)
GAMES = (*TOY, "--agents", "random", "--rules", "basic", "--n", 1, "--workers", 1, "--out", OUT)
PLAYED = (
    *TOY,
    "--agents",
    "random,greedy",
    "--rules",
    "basic,players=2",
    "--walls",
    1,
    "--workers",
    1,
    "--out",
    OUT,
)
YAKU = ("--n", 2, "--workers", 1, "--out", OUT)
WRITES: dict[str, Writes] = {
    "web export": Writes(
        ("--out", OUT, "--pyodide", "pyodide", *TOY),
        ("--out", OUT, "--pyodide", "pyodide", "--lexicon", "core"),
    ),
    "lexicon build": Writes(
        (DATA / "toy", "--from", "hrgjncs", "--out", OUT),
        (DATA / "toy", "--from", "hrgjncs", "--length", 2, "--out", OUT),
    ),
    "data write": Writes(("--out", OUT, *TOY), ("--out", OUT, *TOY, "--format", "csv")),
    "data sheet": Writes(("--out", OUT, *TOY), ("--out", OUT, *TOY, "--tiles", "hiragana-pro-136")),
    "data anki": Writes((OUT, *TOY), (OUT, *TOY, "--tiles", "hiragana-pro-136"), "deck.txt"),
    "simulate deals": Writes((*DEALS, "--seed", 1), (*DEALS, "--seed", 2)),
    "simulate games": Writes((*GAMES, "--seed", 1), (*GAMES, "--seed", 2)),
    "study yaku": Writes((*YAKU, "--seed", 1), (*YAKU, "--seed", 2)),
    "study strength": Writes((*PLAYED, "--seed", 1), (*PLAYED, "--seed", 2)),
}
"""Commands that write a folder or a file, and take --replace."""
OWN_WORDS = {"lexicon add", "lexicon remove"}
"""Commands that change what the user keeps with kanamj; see the last tests."""
SOME = {
    "web export",
    "lexicon build",
    "data write",
    "data anki",
    "simulate games",
}
"""Those of the default run where the slow one has all. All write by one writer (kanamj/results.py)."""


def test_every_command_is_in_one_of_the_lists() -> None:
    known = [*READS, *SERVES, *WRITES, *OWN_WORDS]
    assert sorted(known) == sorted({*COMMANDS, "web"})
    for name, command in COMMANDS.items():
        assert ("replace" in {option.name for option in command.params}) == (name in WRITES), name


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands work on: a folder of data, a small list, the names of Pyodide's files."""
    home: Path = tmp_path_factory.mktemp("made")
    for name in ("pyodide", "small"):
        (home / name).mkdir()
    for name in PYODIDE:
        write_file(home / "pyodide" / name, name)
    shutil.copy(DATA / "toy" / "3gram.txt", home / "small")
    write_data(home / "data", load_lexicon(DATA / "toy"))
    return home


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip what takes long: pictures, and the archive of the page."""
    nothing = {name: (size, lambda *_: None) for name, (size, _) in pictures.PICTURES.items()}
    monkeypatch.setattr(pictures, "PICTURES", nothing)
    monkeypatch.setattr(pictures, "png", lambda _: b"a picture")
    monkeypatch.setattr("kanamj.web.export.archive", lambda _, chosen: chosen.encode())


@pytest.fixture
def home(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of `made`, in which the test runs."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tree(folder: Path) -> dict[str, str | bytes]:
    """Everything below a folder, the hidden too: files with their bytes, links with where they point, folders."""
    found: dict[str, str | bytes] = {}
    for path in sorted([folder, *folder.rglob("*")]) if os.path.lexists(folder) else []:
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        else:
            found[name] = path.read_bytes() if path.is_file() else "a folder"
    return found


STRANGE = (".git/config", ".nojekyll", "CNAME", "notes/README.md", "notes/MANIFEST.txt")


def strange(place: Path) -> dict[str, str | bytes]:
    """Put a user's files into a place. Returns what `tree` finds of them."""
    for name in STRANGE:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(f"mine: {name}", encoding="utf-8")
    (place / "link").symlink_to("CNAME")
    (place / "empty").mkdir()
    names = {*STRANGE, ".git", "notes", "link", "empty"}
    return {name: found for name, found in tree(place).items() if name in names}


class Command:
    """A command of `WRITES` at its place."""

    def __init__(self, name: str, kanamj: Run, home: Path) -> None:
        self.words, self.how, self.run = name.split(), WRITES[name], kanamj
        self.place = home / self.how.out

    def __call__(self, version: str, *options: str) -> CommandResult:
        given = self.how.older if version == "older" else self.how.newer
        words = [self.place if word == OUT else word for word in given]
        return self.run(*self.words, *words, *options)

    def clear(self) -> None:
        """An empty place."""
        shutil.rmtree(self.place) if self.place.is_dir() else self.place.unlink()


@pytest.fixture
def command(request: pytest.FixtureRequest, kanamj: Run, home: Path) -> Command:
    return Command(request.param, kanamj, home)


FOLDERS = [name for name, how in WRITES.items() if how.out == "out"]
FILES = [name for name, how in WRITES.items() if how.out != "out"]


@pytest.mark.parametrize("command", by_default(SOME, FOLDERS), indirect=True)
def test_results_are_replaced_only_if_asked_and_nothing_beside_them(command: Command) -> None:
    assert command("older").code == 0
    first, theirs = tree(command.place), strange(command.place)
    assert (command("newer").code, tree(command.place)) == (1, first | theirs)
    assert command("newer", "--replace").code == 0
    assert theirs.items() <= tree(command.place).items()
    assert tree(command.place) != first | theirs


KINDS = {
    "web export": "page",
    "lexicon build": "lexicon",
    "data write": "data set",
    "data sheet": "study sheet",
    "simulate deals": "deals",
    "simulate games": "games",
    "study yaku": "yaku",
    "study strength": "strength",
}
"""What the folders of each command hold."""
RUNS = {name for name in KINDS if "resume" in {option.name for option in COMMANDS[name].params}}


@pytest.mark.parametrize("there", ["results", "run"])
@pytest.mark.parametrize("command", by_default(SOME, FOLDERS), indirect=True)
def test_no_command_touches_the_run_or_the_results_of_another(command: Command, there: str) -> None:
    """With --replace and with --resume, the command is refused."""
    own = " ".join(command.words)
    kind = "deals" if KINDS[own] != "deals" else "games"
    command.place.mkdir(parents=True, exist_ok=True)
    if there == "run":
        Chunks(command.place, kind, "kanamj other", {"n": 1}).add(0, Chunk([]))
    else:
        write_file(command.place / "2gram.txt", "somebody's results")
        outputs = {"2gram.txt": Output.of("somebody's results")}
        Manifest(kind, "kanamj other", "0.4.0", outputs=outputs).write(command.place)
    before = tree(command.place)
    for options in ((), ("--replace",), ("--resume",))[: 2 + (own in RUNS)]:
        done = command("older", *options)
        assert (done.code, tree(command.place)) == (1, before), options
        assert ("of kanamj other" if there == "run" else repr(kind)) in done.err
        assert "--replace" not in done.err


@pytest.mark.parametrize("command", FILES, indirect=True)
def test_a_single_file_is_not_overwritten_unless_asked(command: Command) -> None:
    place = command.place
    for options in ((), ("--replace",)):
        place.mkdir()
        assert command("older", *options).code == 1
        place.rmdir()
        place.symlink_to("small/3gram.txt")
        assert command("older", *options).code == 1
        assert place.is_symlink()
        place.unlink()
    place.write_text("mine", encoding="utf-8")
    assert "Use --replace" in command("older").err
    assert place.read_text(encoding="utf-8") == "mine"
    assert command("older", "--replace").code == 0
    older = place.read_bytes()
    assert command("newer").code == 1
    assert place.read_bytes() == older
    assert command("newer", "--replace").code == 0
    assert [path.name for path in place.parent.iterdir() if path.name.startswith(".kanamj")] == []


@pytest.mark.parametrize("name", READS)
def test_a_command_that_reads_writes_nothing(name: str, kanamj: Run, home: Path) -> None:
    before = tree(home)
    done = kanamj(*name.split(), *READS[name])
    assert done.code == 0, done.err
    assert tree(home) == before


KEEP = ("lexicon", "build", "--from", "hrgjncs", DATA / "toy", "--name", "mine")
ADD, REMOVE = ("lexicon", "add", "いかんて", "さかんて=坂手"), ("lexicon", "remove", "いかんて")


@pytest.mark.parametrize("words", [ADD, REMOVE], ids=["add", "remove"])
def test_own_words_are_one_file_and_nothing_else_changes(
    words: tuple[str, ...], kanamj: Run, home: Path
) -> None:
    keeps = home / "kanamj-data"
    assert kanamj("lexicon", "add", "いかんて", "たこんて").code == 0
    strange(keeps / "words")
    older = tree(keeps)
    assert kanamj(*words).code == 0
    newer = tree(keeps)
    assert older.keys() == newer.keys()
    assert len([name for name in older if newer[name] != older[name]]) == 1


def test_remove_removes_the_whole_list_and_nothing_else(kanamj: Run, home: Path) -> None:
    place = home / "kanamj-data" / "wordlists" / "mine"
    assert kanamj(*KEEP).code == 0
    write_file(place / "CNAME", "mine")
    before = tree(place)
    assert "kanamj did not write CNAME" in kanamj("lexicon", "remove", "--list", "mine").err
    assert tree(place) == before
    (place / "CNAME").unlink()
    assert kanamj("lexicon", "remove", "--list", "mine").code == 0
    assert not place.exists()
