"""The study that solves the game for one player: its tables, resuming, and bad input."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, product
from pathlib import Path
from types import SimpleNamespace

import pytest

from kanamj.disk import open_whole
from kanamj.engine.counting.solitaire import ONE, Solitaire, Solved
from kanamj.errors import KanamjError
from kanamj.studies.run import run, run_into
from kanamj.studies.solitaire import SolveWords
from kanamj.studies.workers import open_workers
from tests.reference import oracles
from tests.reference.solitaire import Play, by_chance, greedy
from tests.unit.studies.test_exact_words import HANDS, TILES, WORDS

USES = [sum(kind in key for size in (2, 3) for key in WORDS.keys(size)) for kind in TILES.kinds]
FILES = {f"{name}.csv" for name in ("solitaire", "distribution", "hands", "letters")}


def study(place: Path, draws: int = 3, agents: str = "chance", of: str = "") -> SolveWords:
    return SolveWords(WORDS, TILES, draws=draws, place=place, agents=agents, of=of)


def test_the_tables(tmp_path: Path) -> None:
    found = run(study(tmp_path, agents="greedy,chance"), open_workers)
    rows = {(row["player"], row["draws"]): row for row in found.tables["solitaire"].objects()}
    best, greedily, ahead = Play(HANDS), greedy(HANDS, USES), by_chance(HANDS, USES)
    players = {"best": best, "greedy": Play(HANDS, greedily), "chance": Play(HANDS, ahead)}
    ways = {hand: oracles.ways(TILES.copies, hand) for hand in oracles.hands(TILES.copies, 7)}
    assert {*rows} == {("best", 1), *product(players, (2, 3))}
    for (player, draws), row in rows.items():
        mean = sum(n * players[player].chance(hand, draws) for hand, n in ways.items()) / sum(ways.values())
        assert abs(row["chance"] - mean) <= row["rounding"]
        assert row["lowest"] <= row["chance"] <= row["highest"]
        shares = [
            each
            for each in found.tables["distribution"].objects()
            if (each["player"], each["draws"]) == (player, draws)
        ]
        assert sum(each["hands"] for each in shares) == sum(ways.values())


def test_the_values_of_hands_that_are_asked_for(tmp_path: Path) -> None:
    """Each is that of plain Python; the letters of a hand may be in any order."""
    hands, best = [*oracles.hands(TILES.copies, 7)][::5], Play(HANDS)
    texts = [TILES.format_counts(hand)[::-1] for hand in hands]
    found = run(study(tmp_path, agents="", of=",".join(texts)), open_workers)
    chances = {(row["draws"], row["hand"]): row["chance"] for row in found.tables["values"].objects()}
    assert chances.keys() == {*product((1, 2, 3), texts)}
    for (draws, text), chance in chances.items():
        assert abs(chance - best.chance(TILES.read(text), draws)) <= (draws + 1) / 2 / ONE
    assert "values" not in run(study(tmp_path), open_workers).tables


def test_a_stopped_run_is_resumed_to_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the files of values are cut short."""
    run_into(tmp_path / "whole", study(tmp_path / "values"), open_workers)
    wanted = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    assert wanted.keys() >= FILES
    sweep = Solitaire.sweep

    def stop(solver: Solitaire, player: str, draws: int) -> Solved:
        if (player, draws) == stopped:
            raise KeyboardInterrupt
        return sweep(solver, player, draws)

    for stopped, cut in product([("best", 3), ("chance", 3)], [False, True]):
        folder, place = tmp_path / f"{stopped[0]}-{cut}", tmp_path / f"values-{stopped[0]}-{cut}"
        with monkeypatch.context() as patch:
            patch.setattr(Solitaire, "sweep", stop)
            with pytest.raises(KeyboardInterrupt):
                run_into(folder, study(place), open_workers)
        for path in place.iterdir() if cut else ():
            path.write_bytes(path.read_bytes()[:10])
        run_into(folder, study(place), open_workers, resume=True)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == wanted


def test_only_what_the_next_sweeps_need_is_kept(tmp_path: Path) -> None:
    run(study(tmp_path / "alone", agents=""), open_workers)
    run(study(tmp_path / "all", agents="greedy,chance"), open_workers)
    kept = [
        sorted(path.name.rpartition("-")[0] for path in (tmp_path / name).iterdir())
        for name in ("alone", "all")
    ]
    of_agents = ["chance-0", "chance-2", "chance-3", "greedy-0"]
    assert kept == [["best-2", "best-3"], ["best-1", "best-2", "best-3", *of_agents]]


def test_what_cannot_be_solved_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KanamjError, match="0 draws cannot be solved; give a number from 1 to 12"):
        study(tmp_path, draws=0)
    for of, said in {
        "あいう": "あいう has 3 tiles; give hands of 7",
        "いいいいいいい": "tile い appears 7 times",
    }.items():
        with pytest.raises(KanamjError, match=said):
            study(tmp_path, of=of)
    with pytest.raises(KanamjError, match="'safe' is not a player of solitaire; choose from: greedy, chance"):
        study(tmp_path, agents="greedy,safe")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--form", "33332"], 2, "only for the form 332, not for 33332"),
        (["--draws", 0], 1, "0 draws cannot be solved"),
        (["--tiles", "riichi-136"], 1, "kana tiles"),
        (["--dask", "tcp://x:1"], 2, "--dask can only be used with --game words"),
        (["--hand", 7], 2, "--hand can only be used with --game words"),
        (["--resume"], 2, "they need --out DIR"),
    ],
)
def test_bad_input_is_refused(
    kanamj: Callable[..., tuple[int, str, str]], options: list[object], code: int, message: str
) -> None:
    found, out, err = kanamj("exact", "--game", "solitaire", *options)
    assert (found, out) == (code, "")
    assert message in " ".join(err.replace("│", " ").split())


def test_draws_and_agents_are_of_solitaire(kanamj: Callable[..., tuple[int, str, str]]) -> None:
    for game in ("words", "riichi"):
        for option, value in (("--draws", 3), ("--agents", "greedy")):
            found, out, err = kanamj("exact", "--game", game, option, value)
            assert (found, out) == (2, "")
            assert f"{option} can only be used with --game" in " ".join(err.replace("│", " ").split())


def test_a_disk_that_fills_in_a_sweep_leaves_nothing_half_done(
    kanamj: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence says so; --resume goes on when there is room again."""
    monkeypatch.setattr("kanamj.cli.exact.tile_set", lambda _: TILES)
    monkeypatch.setattr("kanamj.cli.exact.words_of", lambda *_: WORDS)

    @contextmanager
    def open_full(path: Path) -> Iterator[object]:
        """As `open_whole`, but from the second sweep on the third write fails."""
        done = count(1)

        def write(data: bytes) -> None:
            if "best-1-" not in path.name and next(done) > 2:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            file.write(data)

        with open_whole(path) as file:
            yield SimpleNamespace(truncate=file.truncate, seek=file.seek, write=write)

    out = tmp_path / "out"
    asked = ("exact", "--game", "solitaire", "--draws", 2, "--out", out, "--tsv")
    with monkeypatch.context() as patch:
        patch.setattr("kanamj.engine.counting.solitaire.open_whole", open_full)
        code, shown, err = kanamj(*asked)
    assert (code, shown) == (1, "")
    assert err.count("No space left on device") == 1
    assert "Traceback" not in err
    assert [path.name[:7] for path in (out / ".kanamj-values").iterdir()] == ["best-1-"]
    code, shown, _ = kanamj(*asked, "--resume")
    assert code == 0
    assert "best\t2\t" in shown


def test_the_command_leaves_only_results(
    kanamj: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And with --resume, a finished run is only read."""
    monkeypatch.setattr("kanamj.cli.exact.tile_set", lambda _: TILES)
    monkeypatch.setattr("kanamj.cli.exact.words_of", lambda *_: WORDS)
    asked = (
        "exact",
        "--game",
        "solitaire",
        "--draws",
        2,
        "--out",
        tmp_path / "out",
        "--tsv",
    )
    first, again = kanamj(*asked), kanamj(*asked, "--resume")
    assert (first[0], again[0]) == (0, 0)
    assert first[1] == again[1]
    code, _, err = kanamj(*asked, "--resume", "--keep-values")
    assert code == 0
    assert "no values are kept: the run was finished before" in " ".join(err.split())
    assert "best\t2\t" in first[1]
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*FILES, "MANIFEST.toml"}
