"""kanamj review and kanamj rules: what they print and refuse."""

from __future__ import annotations

import json
from pathlib import Path

from kanamj.cli.reviewtext import end_text
from kanamj.game.record import read_record, replay
from kanamj.game.states import RONS, End
from kanamj.lexicon import load_lexicon
from tests.conftest import Run
from tests.places import DATA

GAMES = DATA / "games"
WORDS = ("--lexicon", GAMES / "words")
"""The list the recorded games were played with."""


def test_replay_shows_a_game_move_by_move(kanamj: Run) -> None:
    path = GAMES / "standard-ron-call.jsonl"
    shown = kanamj("review", "--moves", path, "--json", *WORDS)
    assert shown.code == 0, shown.err
    table = json.loads(shown.out)
    record = read_record(path, lambda _: load_lexicon(GAMES / "words"))
    assert [move["line"] for move in table["moves"]] == [step.line for step in replay(record)]
    assert table["end"]["how"] == "ron"
    assert [word["letters"] for word in table["end"]["wins"][0]["arrangement"]]
    plain = kanamj("review", "--moves", path, *WORDS)
    assert plain.code == 0
    assert "wins by ron from player" in plain.out


def test_a_game_of_a_study_with_extra_words_is_found_again(kanamj: Run, tmp_path: Path) -> None:
    """Its own words went through a worker; the list, which is not the usual one, is found by its name."""
    extra, out = tmp_path / "extra.tsv", tmp_path / "out"
    extra.write_text("さまさ\n", encoding="utf-8")
    rules = ("--rules", "basic", "--lexicon", "core", "--extra", extra)
    assert kanamj("simulate", "games", "--n", 1, *rules, "--out", out).code == 0
    record = out / "games" / "000000.jsonl"
    shown = kanamj("review", "--moves", record, "--tsv")
    said = f"{record}: the game was played with さまさ; it is judged by the words it was played with\n"
    assert (shown.code, shown.err) == (0, said)
    assert kanamj("review", record, "--draws", 0, "--extra", extra).err == ""


def test_replay_fails_at_the_first_event_the_rules_refuse(kanamj: Run, tmp_path: Path) -> None:
    lines = (GAMES / "paper-tsumo.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("".join(lines[:6] + lines[7:]), encoding="utf-8")
    refused = kanamj("review", "--moves", bad, "--json", *WORDS)
    assert refused.code == 1
    assert f"{bad}:7: the rules refuse this: player" in refused.err
    shown = json.loads(refused.out)
    assert [move["line"] for move in shown["moves"]] == [2, 3, 4, 5, 6]
    assert shown["stopped"]["line"] == 7
    assert shown["end"] is None


def test_a_game_is_reviewed(kanamj: Run, tmp_path: Path) -> None:
    path = GAMES / "standard-ron-call.jsonl"
    told = kanamj("review", path, "--seat", 2, "--draws", 1, "--json", *WORDS)
    assert told.code == 0, told.err
    table = json.loads(told.out)
    assert [seat["seat"] for seat in table["seats"]] == [2]
    plain = kanamj("review", path, "--draws", 0, *WORDS)
    assert plain.code == 0, plain.err
    for words in ("player 3", "Knowing all that came", "good choices:", "complete at the end:", "おしい"):
        assert words in plain.out
    left = tmp_path / "left.jsonl"
    left.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:9]), encoding="utf-8")
    stopped = kanamj("review", left, "--draws", 0, *WORDS)
    assert stopped.code == 0
    assert f"{left}:10: the record stops before the game ends" in stopped.err
    assert "good choices:" in stopped.out


def test_several_records_are_reviewed_together(kanamj: Run) -> None:
    paths = [GAMES / "standard-ron-call.jsonl"] * 2
    assert kanamj("review", *paths, "--seat", 0, *WORDS).code == 0
    table = json.loads(kanamj("review", *paths, "--seat", 0, "--json", *WORDS).out)
    assert [*table] == ["games"]
    assert [game["file"] for game in table["games"]] == list(map(str, paths))
    whose = kanamj("review", *paths, *WORDS)
    assert (whose.code, "say whose play to review, for example --seat 0" in whose.err) == (1, True)
    mixed = kanamj("review", paths[0], GAMES / "paper-tsumo.jsonl", "--seat", 1, *WORDS)
    assert (mixed.code, "these are games of different players: " in mixed.err) == (1, True)


def test_control_characters_in_a_record_do_not_reach_the_terminal(kanamj: Run, tmp_path: Path) -> None:
    lines = (GAMES / "paper-tsumo.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["players"][0] = "\x1b]52;c;Y2FsYw==\x07\u202e"
    header["rules"]["name"] = "\x1b[2Jpaper"
    bad = tmp_path / "bad.jsonl"
    bad.write_text("".join([json.dumps(header) + "\n", *lines[1:]]), encoding="utf-8")
    for option in ([], ["--json"], ["--tsv"]):
        shown = kanamj("review", "--moves", bad, *option, *WORDS)
        assert shown.code == 0, shown.err
        assert not set("\x1b\x07\u202e") & set(shown.out + shown.err)


def test_the_rules_are_listed(kanamj: Run) -> None:
    done = kanamj("rules", "--json")
    table = json.loads(done.out)
    assert set(table["presets"]) == {"standard", "basic", "paper", "pro", "pro-online"}
    assert set(table["options"]) == set(table["presets"]["basic"]) - {"name", "means"}
    plain = kanamj("rules")
    assert "four words of three letters" in plain.out


def test_a_game_that_three_rons_end_is_not_said_to_have_used_up_the_wall() -> None:
    assert end_text(End(RONS, (), 2), ["random"] * 4) == [
        "Three players say ron; nobody wins.",
        "2 riichi sticks stay on the table.",
    ]
