"""kanamj game play at a real terminal, and games that are left: what is kept, and how they go on."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from select import select

import pytest

from kanamj.game import Action, Event, initial, preset, view
from kanamj.game.kept import kept_games
from kanamj.game.record import read_record, replay
from kanamj.game.terminal import Human
from kanamj.lexicon import Lexicon
from tests.conftest import Run
from tests.places import ROOT

PLAY = ("game", "play", "--rules", "basic", "--agents", "random", "--seed", 1)


def at_keyboard(
    words: Sequence[str], typed: Sequence[tuple[str, str]], home: Path, columns: int = 80, **more: str
) -> tuple[int, str]:
    """Run kanamj in a terminal of its own. typed: what is printed before, and the keys typed then.

    Returns the exit code and all that the terminal got.
    """
    import fcntl
    import pty
    import struct
    import termios

    child, handle = pty.fork()
    if not child:
        more = {"TERM": "xterm", "KANAMJ_DATA": str(home), "PYTHONPATH": str(ROOT), **more}
        os.environ.update(more)
        os.execv(sys.executable, [sys.executable, "-m", "kanamj", *words])
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    out, at, until, keys = b"", 0, time.monotonic() + 60, list(typed)
    while time.monotonic() < until:
        if select([handle], [], [], 0.2)[0]:
            try:
                out += os.read(handle, 65536)
            except OSError:  # the process has ended
                break
        elif keys and keys[0][0].encode() in out[at:]:  # it waits for a key
            at = len(out)
            os.write(handle, keys.pop(0)[1].encode())
    assert not keys, (keys, out.decode())
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), out.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_a_player_at_a_terminal_takes_a_slip_back_leaves_and_goes_on(tmp_path: Path) -> None:
    keys = [("q = やめる", "a\r"), ("u = 取り消す", "う"), ("\x1b", "\x1b[A\r"), ("u = 取り消す", "x")]
    words = [*map(str, PLAY), "--lang", "ja"]
    code, out = at_keyboard(words, [*keys, ("q = やめる", "\x03")], tmp_path, 40, NO_COLOR="1")
    assert code == 130
    assert out.strip().endswith(
        "中断しました。対局は残してあります。続けるには: kanamj game play --continue --lang ja"
    )
    (left,) = (tmp_path / "games").iterdir()
    events = [json.loads(line) for line in left.read_text(encoding="utf-8").splitlines()[1:]]
    assert next(event["event"] for event in events if event["player"] == 0) == "discard"
    words = ["game", "play", "--continue", "--lang", "ja"]
    code, out = at_keyboard(words, [("q = やめる", "\x04")], tmp_path, TERM="dumb")
    assert (code, "\x1b" in out, "前の番から:" in out) == (0, False, True)


KEYS = "t\no\np\na\n" * 150


def test_a_game_that_was_left_is_the_one_that_was_not(kanamj: Run, tmp_path: Path) -> None:
    """Hands left in the middle, and between two, go on to the same bytes. Agents play on as if nothing had happened."""
    several = (*PLAY, "--rounds", 2)
    assert kanamj(*several, typed=KEYS).code == 0
    folder = tmp_path / "kanamj-data" / "games"
    names = sorted(path.name for path in folder.iterdir())
    first = [(folder / name).read_bytes() for name in names]
    assert kanamj("game", "play", "--continue").err.startswith("error: there is no game to go on with")
    for name in names:
        (folder / name).rename(tmp_path / name)
    left = kanamj(*several, typed="a\np\na\n")
    assert (left.code, left.err.splitlines()[-1]) == (
        0,
        "stopped; the game is kept. To go on: kanamj game play --continue",
    )
    for typed in ("a\n", "t\no\np\na\n" * 3, KEYS, KEYS):
        done = kanamj("game", "play", "--continue", typed=typed)
    assert done.err.startswith("error: there is no game to go on with")
    again = sorted(folder.iterdir())
    assert [path.read_bytes() for path in again] == first
    assert "is over" in kanamj("game", "play", again[0].stem).err
    shown = json.loads(kanamj("game", "list", "--json").out)
    assert [row["round"] for row in shown] == ["2/2", "1/2"]
    assert "unfinished" not in {row["result"] for row in shown}
    assert "human" in shown[0]["players"]
    assert "あなた" in kanamj("game", "list", "--lang", "ja").out


def test_replace_loses_no_game_that_was_left(kanamj: Run, tmp_path: Path) -> None:
    """The same file again: the game goes on into it without --replace; a new game replaces it, and both are kept."""
    file = tmp_path / "mine.jsonl"
    assert kanamj(*PLAY, "--record", file, typed="a\nq\n").code == 0
    left = file.read_bytes()
    for path in (tmp_path / "kanamj-data" / "games").iterdir():
        path.unlink()  # as a file of version 0.3, which kept nothing by itself
    assert "Use --replace" in kanamj(*PLAY, "--record", file, typed="q\n").err
    assert kanamj(*PLAY, "--record", file, "--replace", typed="q\n").code == 0
    assert left in [path.read_bytes() for path in (tmp_path / "kanamj-data" / "games").iterdir()]
    file.write_bytes(left)
    assert kanamj("game", "play", file, typed="a\np\na\nq\n").code == 0
    assert file.read_bytes().startswith(left)
    assert len(file.read_bytes()) > len(left)
    assert kanamj("game", "play", "--continue", "--record", file, typed="a\np\na\nq\n").code == 0


def test_a_game_of_a_newer_version_and_one_that_is_over_are_refused(kanamj: Run, tmp_path: Path) -> None:
    kanamj(*PLAY, typed="a\nq\n")
    (path,) = (tmp_path / "kanamj-data" / "games").iterdir()
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"format": 1', '"format": 9'), encoding="utf-8")
    refused = kanamj("game", "play", "--continue")
    assert (refused.code, "the format is 9; this kanamj reads formats 1 to 3" in refused.err) == (1, True)
    path.write_text("not a record", encoding="utf-8")
    assert kanamj("game", "list", "--json").out == "[]\n"
    assert kanamj(*PLAY, typed=KEYS).code == 0
    name = json.loads(kanamj("game", "list", "--json").out)[0]["name"]
    assert "is over; to review it" in kanamj("game", "play", name).err
    assert kanamj("game", "review", name, "--draws", 0).code == 0


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("raise ValueError('no idea')", "raised ValueError: no idea"),
        ("print('hello'); return legal[0]", "printed 'hello\\n'"),
        ("return 'a win'", "returned 'a win', which is not legal"),
    ],
)
def test_a_game_with_an_agent_at_fault_is_kept(does: str, says: str, kanamj: Run, tmp_path: Path) -> None:
    name = f"bad_{abs(hash(does))}"
    (tmp_path / f"{name}.py").write_text(
        f"class Bad:\n    def choose(self, seen, legal):\n        {does}\n", encoding="utf-8"
    )
    played = kanamj("game", "play", "--seed", 1, "--agents", f"{name}:Bad", "--path", tmp_path, typed=KEYS)
    assert played.code == 1
    assert says in played.err
    assert "the game is kept" in played.err
    assert len([*(tmp_path / "kanamj-data" / "games").iterdir()]) == 1


def test_a_hand_is_shown_without_words_in_the_order_that_the_player_likes(common: Lexicon) -> None:
    state = initial(preset("basic", common), 3)
    seen, told = view(state, 0), list[str]()
    hands: list[str] = []

    def typing(*keys: str) -> Callable[[str], str]:
        left = iter(keys)

        def ask(_: str) -> str:
            hands.append(" ".join(line for line in told if "hand:" in line or "words:" in line))
            told.clear()
            return next(left)

        return ask

    faces = [state.rules.tiles.kinds[kind] for kind in seen.me.hand]
    drawn = state.rules.tiles.kinds[state.drawn or 0]
    mine = faces[-1] + faces[-2]
    legal = tuple(Action(Event.DISCARD, 0, kind) for kind in seen.me.hand)
    undone = iter([True, False])
    human = Human(
        typing("Ｈ", mine, "ｓ", "ａ", "a"), told.append, ["you"] * 4, regrets=lambda _: next(undone)
    )
    assert human.choose(seen, legal) == legal[0]
    plain, words, own, plain_again, after_undo = hands
    faces.remove(drawn)
    assert "".join(letter for letter in plain if letter in faces).startswith("".join(faces))
    assert "words:" in words
    assert "words:" not in plain + own + plain_again
    assert f"hand: a{mine[0]} b{mine[1]} " in own
    assert plain_again.split("|")[0].strip() == plain.split("|")[0].strip()
    assert after_undo == ""


def test_games_that_cannot_be_kept_are_played(kanamj: Run, tmp_path: Path) -> None:
    (tmp_path / "kanamj-data").write_text("a file in the way", encoding="utf-8")
    played = kanamj(*PLAY, "--record", tmp_path / "a.jsonl", typed="a\nq\n")
    assert played.code == 0
    assert played.err.count("the game cannot be kept in") == 1
    assert [*replay(read_record(tmp_path / "a.jsonl"))]
    assert kept_games() == []
