"""Damage files and kill commands: python scripts/damage.py --flips 600 --kills 500

Each flip changes one random bit of one file of a kind that kanamj keeps, and asks what reads it. The answer is then
refused with a sentence, or is that of the whole file (the bit does not matter, or the work is done again). A text of
the user has no hash: there the answer may also be that of another text, and is counted as such. Each kill ends a
command at a random moment; typed again, it must leave the same bytes as without the kill, and nothing among temporary
files. It prints each flip that is believed or ends with an error of Python, and each kill after which the bytes differ;
the exit code is then 1.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

from kanamj.__main__ import main as kanamj
from kanamj.disk import NEW
from kanamj.engine import cache
from kanamj.errors import KanamjError, ManifestError, needing
from kanamj.game import read_record, replay
from kanamj.lexicon import load_lexicon
from kanamj.lexicon.tile_file import tiles_of
from kanamj.results import MANIFEST, Manifest, folders_with_manifests, verify_folders
from kanamj.studies import Deals, run
from kanamj.studies import command as study_as_program

ROOT = Path(__file__).resolve().parents[1]
DATA, TABLES = ROOT / "tests" / "data", ROOT / "kanamj" / "engine" / "data"
TOY = load_lexicon(DATA / "toy")
STUDY = Deals(TOY, 40, forms="332", chunk_size=10, sample=8)  # type: ignore[arg-type]
DEALS = f"deals --lexicon {DATA}/toy --form 332 --n 40 --chunk-size 4 --sample 8 --seed 3 --out out"
GAMES = f"--lexicon {DATA}/toy --rules basic,players=2 --seed 3 --out out"
OWN = "lexicon add いかんて さかんて=坂手 --lexicon core"
COMMANDS = {
    f"lexicon build {DATA}/toy --from hrgjncs --out out": "--replace",
    f"data write --lexicon {DATA}/toy --out out": "--replace",
    f"data anki deck.txt --lexicon {DATA}/toy": "--replace",
    f"{DEALS} --workers 1": "--resume",
    f"{DEALS} --workers 2": "--resume",
    f"simulate games --agents random --n 3 --records 3 --workers 1 {GAMES}": "--resume",
    f"study strength --agents random,greedy --walls 1 --workers 1 {GAMES}": "--resume",
    OWN: "",
}
"""Command -> the option with which it is typed again where results are in the way. `deals` is the study as a program of
its own, which has small chunks."""


class Kind(NamedTuple):
    """A kind of file. make: puts the files into a folder. ask: the answer of what reads them, as a text. sealed: the
    files have hashes, so another answer must be refused."""

    make: Callable[[Path], object]
    ask: Callable[[Path], object]
    sealed: bool = True


def load_all() -> None:
    """Import what the commands need, so that a process that is forked from this one begins at once."""
    for package in ("cli", "datasets", "learn", "studies", "yaku"):
        for each in walk_packages([str(ROOT / "kanamj" / package)], f"kanamj.{package}."):
            import_module(each.name)
    import_module("pandas")


def typed(command: str, home: Path, kill: float = 0.0) -> int | None:
    """Type a command in a folder of its own. kill: seconds until it is killed. Returns its exit code, -9 if killed."""
    child = get_context("fork").Process(target=_type, args=(command, home))
    child.start()
    if kill:
        time.sleep(kill)
        child.kill()
    child.join()
    return child.exitcode


def _type(command: str, home: Path) -> None:
    os.chdir(home)
    os.environ |= {"KANAMJ_DATA": str(home / "data"), "TMPDIR": str(home / "tmp")}
    tempfile.tempdir = None
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    _, *options = sys.argv = ["kanamj", *command.split()]
    if options[0] == "deals":
        study_as_program(Deals, options[1:])
    kanamj()


def begun(folder: Path) -> None:
    """A run that was stopped after two chunks."""
    counted: list[int] = []

    def stop(n: int) -> None:
        counted.append(n)
        if len(counted) == 2:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        run(STUDY, folder, progress=stop)


def moving(folder: Path) -> None:
    """A run that was killed before its files were moved to their places."""
    run(STUDY, folder)
    (folder / NEW).mkdir()
    for number, name in enumerate(Manifest.read(folder).outputs):
        (folder / name).rename(folder / NEW / f"{number:06}")
    (folder / MANIFEST).rename(folder / NEW / MANIFEST)


def resumed(folder: Path) -> object:
    return run(STUDY, folder, resume=True).to_json(), sorted(each.name for each in folder.iterdir())


def kernels(folder: Path) -> None:
    os.environ[cache.CACHE_VARIABLE] = str(folder)
    place = cache.opened("0" * 24)
    assert place
    for name in ("a.nbi", "b.nbc"):
        (place / name).write_bytes(random.Random(name).randbytes(400))
    cache.seal(place)


def kernels_read(folder: Path) -> object:
    os.environ[cache.CACHE_VARIABLE] = str(folder)
    place = cache.opened("0" * 24)
    assert place
    kept = [each.read_bytes() for each in sorted(place.glob("*.nb?"))]
    if not kept:
        raise ManifestError("the kernels are compiled again")
    return kept


def verified(folder: Path) -> object:
    """The manifests of a folder. Raises ManifestError if a file is not as they say."""
    found = folders_with_manifests(folder)
    for said in verify_folders(folder, found):
        raise ManifestError(said)
    return found


def wrote(command: str) -> Callable[[Path], object]:
    return lambda folder: typed(command, folder)


def copied(*files: Path) -> Callable[[Path], object]:
    return lambda folder: [shutil.copy(path, folder) for path in files]


def own(folder: Path) -> object:
    os.environ["KANAMJ_DATA"] = str(folder / "data")
    return load_lexicon("core", own=True).added


def first(folder: Path) -> Path:
    return min(path for path in folder.rglob("*") if path.is_file())


KINDS = {
    "list": Kind(wrote(f"lexicon build {DATA}/toy --from hrgjncs --out out"), verified),
    "data set": Kind(wrote(f"data write --lexicon {DATA}/toy --out out"), verified),
    "deals": Kind(lambda folder: run(STUDY, folder), verified),
    "games": Kind(wrote(f"simulate games --agents random --n 3 --records 3 --workers 1 {GAMES}"), verified),
    "order": Kind(copied(*(ROOT / "wordlists" / "order" / "core").iterdir()), verified),
    "riichi tables": Kind(
        copied(*TABLES.glob("riichi_tables*")),
        lambda folder: Manifest.read(folder / "riichi_tables.manifest.toml").check(folder),
    ),
    "chunks": Kind(begun, resumed),
    "files being moved": Kind(moving, resumed),
    "kernels": Kind(kernels, kernels_read),
    "parquet": Kind(lambda folder: run(STUDY).to_parquet(folder), lambda folder: tables(folder)),
    "record": Kind(
        copied(DATA / "games" / "basic-tsumo.jsonl"), lambda folder: played(first(folder)), sealed=False
    ),
    "own words": Kind(wrote(OWN), own, sealed=False),
    "word file": Kind(copied(DATA / "everyday.tsv"), lambda f: load_lexicon(first(f)).grams, sealed=False),
    "tiles": Kind(
        lambda folder: (folder / "a.txt").write_text("か 2\nき 3\nく 4\n", encoding="utf-8"),
        lambda folder: tiles_of(str(first(folder))),
        sealed=False,
    ),
}


def tables(folder: Path) -> object:
    with needing("a table", "pandas"):
        import pandas as pd
    try:
        read = [pd.read_parquet(path, page_checksum_verification=True) for path in sorted(folder.iterdir())]
        return [table.to_dict() for table in read]
    except Exception as error:  # of pyarrow, which alone reads these files
        raise KanamjError("pyarrow: {}", str(error)) from None


def played(path: Path) -> object:
    record = read_record(path, lambda _: load_lexicon(DATA / "games" / "words"))
    return record, [step.after.phase for step in replay(record)]


def flipped(name: str, whole: Path, chance: random.Random) -> tuple[str, str]:
    """Flip a bit in a copy of these files. Returns what became of it, and where it was."""
    kind = KINDS[name]

    def asked(place: Path) -> str:
        return repr(kind.ask(place)).replace(str(place), "")

    with tempfile.TemporaryDirectory() as home:
        before = asked(Path(shutil.copytree(whole, Path(home, "whole"))))
        damaged = Path(shutil.copytree(whole, Path(home, "damaged")))
        path = chance.choice(sorted(each for each in damaged.rglob("*") if each.is_file()))
        data = bytearray(path.read_bytes())
        bit = chance.randrange(8 * len(data))
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        where = f"{name}: bit {bit} of {path.relative_to(damaged)}"
        try:
            after = asked(damaged)
        except KanamjError as error:
            return "refused", f"{where}: {error}"
        except Exception as error:
            return "an error of Python", f"{where}: {error!r}"
    if after == before:
        return "the same answer", where
    return ("believed" if kind.sealed else "another text"), where


def tree(folder: Path) -> dict[str, bytes]:
    """Each file below a folder, and each folder, which has no bytes."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def killed(command: str, chance: random.Random, known: dict[str, tuple[float, dict[str, bytes]]]) -> str:
    """Kill a command, and type it again. Returns what became of it. known: how long each takes, and what it writes."""
    with tempfile.TemporaryDirectory() as place:
        homes = [Path(place, name) for name in ("undisturbed", "killed")]
        for home in homes:
            Path(home, "tmp").mkdir(parents=True)
        if command not in known:
            start = time.monotonic()
            typed(command, homes[0])
            known[command] = time.monotonic() - start, tree(homes[0])
        seconds, right = known[command]
        end = typed(command, homes[1], chance.uniform(0.001, 1.1 * seconds))
        if typed(command, homes[1]):
            typed(f"{command} {COMMANDS[command]}", homes[1])
        if (found := tree(homes[1])) != right:
            odd = sorted(name for name in {*found, *right} if found.get(name) != right.get(name))
            return f"not as without the kill: {command}: {odd[:3]}"
    return (
        "killed, then the same bytes" if end == -signal.SIGKILL else "ended before the kill, the same bytes"
    )


def main(flips: int = 28, kills: int = 8, seed: int = 1, only: str = "") -> int:
    """Damage files, then kill commands, each kind and each command in turn."""
    load_all()
    chance, found = random.Random(seed), Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as place:
        for name, kind in KINDS.items():
            Path(place, name).mkdir()
            kind.make(Path(place, name))
        for _, name in zip(range(flips), cycle(KINDS)):
            what, where = flipped(name, Path(place, name), chance)
            found[name, what] += 1
            if what in ("believed", "an error of Python"):
                print(f"{what}: {where}")
    wrong = sum(n for (_, what), n in found.items() if what in ("believed", "an error of Python"))
    for (name, what), n in sorted(found.items()):
        print(f"{n:4} flips of {name}: {what}")
    known: dict[str, tuple[float, dict[str, bytes]]] = {}
    chosen = [command for command in COMMANDS if only in command]
    ends = Counter(killed(command, chance, known) for _, command in zip(range(kills), cycle(chosen)))
    for what, n in ends.items():
        print(f"{n:4} kills: {what}")
    return int(wrong > 0 or any(what.startswith("not") for what in ends))


if __name__ == "__main__":
    from start import start

    start(
        main,
        flips="how many bits",
        kills="how many kills",
        seed="that of the bits and moments",
        only="kill only commands with this text",
    )
