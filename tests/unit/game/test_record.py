"""Records: written, read, replayed word for word, and refused at the line where they go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import FileFormatError, LexiconError
from kanamj.game import PRESETS, Event, Phase, Rules, preset
from kanamj.game.agents import parse_agents
from kanamj.game.play import play
from kanamj.game.record import Record, read_record, record_game, recorded, replay
from kanamj.lexicon import Entry, Lexicon
from tests.places import DATA

RECORDED = sorted((DATA / "games").glob("*.jsonl"))


def game(rules: Rules, agents: str, seed: int) -> Record:
    specs = parse_agents(agents, rules.players)
    seated = [spec.seated(rules, (seed,), seat) for seat, spec in enumerate(specs)]
    return record_game(rules, (seed,), seated, [spec.text for spec in specs])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_end(path: Path, common: Lexicon) -> None:
    record = read_record(path, [common])
    steps = list(replay(record))
    assert steps[-1].after.phase == Phase.END
    assert record.format() == path.read_text(encoding="utf-8")
    # Word for word: played again from its own actions, it is written the same.
    again = recorded(record.rules, record.seed, record.players, [step[1:] for step in steps])
    assert again.events == record.events


def test_every_preset_and_every_event_is_recorded(common: Lexicon) -> None:
    records = [read_record(path, [common]) for path in RECORDED]
    assert {record.rules.name for record in records} == set(PRESETS)
    events = {event["event"] for record in records for event in record.events}
    assert events == {*Event, "end"}
    ends = {(event["how"], len(event["winners"])) for record in records for event in record.events[-1:]}
    assert {("tsumo", 1), ("ron", 1), ("ron", 2), ("wall", 0)} <= ends


def test_a_record_reads_back(tmp_path: Path, common: Lexicon) -> None:
    rules = preset("standard,players=3,kan=any", common)
    record = game(rules, "greedy+call,random,greedy@0.5", 11)
    path = tmp_path / "a.jsonl"
    record.write(path)
    back = read_record(path, [Lexicon.from_entries("toy", [Entry("いぬ", "犬")]), common])
    assert (back.rules, back.seed, back.players, back.events) == (rules, (11,), record.players, record.events)
    assert path.read_text(encoding="utf-8") == record.format()
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert header["lexicon"] == {"name": "common", "sha256": common.sha256}


def changed(record: Record, change: Callable[[list[dict[str, Any]]], None], tmp_path: Path) -> Path:
    lines = [json.loads(line) for line in record.format().splitlines()]
    change(lines)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def line_of(lines: list[dict[str, Any]], event: str) -> int:
    return next(i for i, line in enumerate(lines) if line.get("event") == event)


def to_the_wrong_player(lines: list[dict[str, Any]]) -> None:
    lines[3]["player"] = lines[1]["player"]  # line 4: an answer by who has discarded


def another_draw(lines: list[dict[str, Any]]) -> None:
    i = line_of(lines, "draw")
    lines[i]["tile"] = "ー" if lines[i]["tile"] != "ー" else "あ"


def no_draw(lines: list[dict[str, Any]]) -> None:
    del lines[line_of(lines, "draw")]


def another_winner(lines: list[dict[str, Any]]) -> None:
    lines[-1]["winners"] = [3 - lines[-1]["winners"][0]]


def after_the_end(lines: list[dict[str, Any]]) -> None:
    lines.append({"event": "draw", "player": 0, "tile": "あ"})


def early_end(lines: list[dict[str, Any]]) -> None:
    lines.insert(2, dict(lines[-1]))


def odd_event(lines: list[dict[str, Any]]) -> None:
    lines[1] = {"event": "fly", "player": 0}


def odd_tile(lines: list[dict[str, Any]]) -> None:
    lines[1]["tile"] = "漢"


def two_tiles(lines: list[dict[str, Any]]) -> None:
    lines[1]["tile"] = "あい"


def odd_player(lines: list[dict[str, Any]]) -> None:
    lines[1]["player"] = "0"


def odd_field(lines: list[dict[str, Any]]) -> None:
    lines[1]["speed"] = 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (to_the_wrong_player, r":4: the rules refuse this: player \d cannot pass: it is for player"),
        (another_draw, r":\d+: the wall gives ., the record draws ."),
        (no_draw, r":\d+: the rules refuse this: player \d cannot \w+( .)?: \w+ belongs to the phase"),
        (another_winner, r":\d+: the game ends otherwise"),
        (after_the_end, r":\d+: the rules refuse this: .*the phase is End"),
        (early_end, r":3: the game has not ended; the phase is CallWindow"),
        (odd_event, r":2: no event 'fly'; there are draw"),
        (odd_tile, r":2: no tile 漢"),
        (two_tiles, r":2: tile is 'あい'; it is one letter"),
        (odd_player, r":2: player is '0'"),
        (odd_field, r":2: an event has no 'speed'"),
    ],
)
def test_the_first_event_the_rules_refuse_is_named(
    change: Callable[[list[dict[str, Any]]], None], message: str, tmp_path: Path, common: Lexicon
) -> None:
    path = changed(game(preset("standard", common), "greedy", 2), change, tmp_path)
    record = read_record(path, [common])
    with pytest.raises(FileFormatError, match=message) as error:
        list(replay(record))
    assert error.value.line is not None
    # What stands before the line replays.
    replayed = []
    with pytest.raises(FileFormatError):
        replayed.extend(replay(record))
    good = 0
    for step in _until_refused(record):
        assert step < error.value.line
        good += 1
    assert good == error.value.line - 2 or change in (early_end, another_winner, after_the_end)


def _until_refused(record: Record) -> list[int]:
    lines = []
    try:
        for step in replay(record):
            lines.append(step.line)
    except FileFormatError:
        pass
    return lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: expected a header"),
        ("[1]\n", ":1: expected a JSON object"),
        ('{"kanamj": "game", "format": 2}\n', ":1: format 2; this kanamj reads 1"),
        ('{"kanamj": "game", "format": 1}\n', ":1: the header does not say the lexicon"),
        ('{"event": "draw"}\n', ":1: expected a header"),
    ],
)
def test_a_file_that_is_no_record_says_so(text: str, message: str, tmp_path: Path, common: Lexicon) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFormatError, match=message):
        read_record(path, [common])


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seed", None, "the header has no 'seed'"),
        ("seed", "x", "not one of kanamj"),
        ("rules", {"name": "odd", "wings": 2}, "no option 'wings' of the rules"),
        ("rules", {"name": "odd", "players": 9}, "9 players cannot play"),
        ("rules", 3, "not one of kanamj"),
    ],
)
def test_a_damaged_header_says_what_is_wrong(
    field: str, value: Any, message: str, tmp_path: Path, common: Lexicon
) -> None:
    def damage(lines: list[dict[str, Any]]) -> None:
        lines[0][field] = value
        if value is None:
            del lines[0][field]

    path = changed(game(preset("basic", common), "greedy", 1), damage, tmp_path)
    with pytest.raises(FileFormatError, match=message):
        read_record(path, [common])


def test_a_torn_line_is_named(tmp_path: Path, common: Lexicon) -> None:
    text = game(preset("basic", common), "greedy", 1).format()
    path = tmp_path / "torn.jsonl"
    path.write_text(text[:-20], encoding="utf-8")
    with pytest.raises(FileFormatError, match=rf":{text.count(chr(10))}: expected a JSON object"):
        read_record(path, [common])


def test_other_words_are_refused(tmp_path: Path, common: Lexicon) -> None:
    path = tmp_path / "a.jsonl"
    game(preset("basic", common), "greedy", 1).write(path)
    with pytest.raises(LexiconError, match="was played with lexicon common .*--lexicon"):
        read_record(path, [Lexicon.from_entries("toy", [Entry("いぬ", "犬")])])


def test_a_game_broken_off_replays_as_far_as_it_goes(common: Lexicon) -> None:
    rules = preset("standard", common)
    seated = [spec.seated(rules, (3,), seat) for seat, spec in enumerate(parse_agents("random", 4))]
    steps = [step for step, _ in zip(play(rules, 3, seated), range(10), strict=False)]
    record = recorded(rules, (3,), ("random",) * 4, steps)
    assert [step.after for step in replay(record)] == [after for _, _, after in steps]
    assert "end" not in record.format()
