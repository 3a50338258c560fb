"""Records: they are written, read and replayed exactly; a bad one is refused at the line with the first fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kanamj.errors import FileFormatError, LexiconError
from kanamj.game import PRESETS, Event, Phase, preset
from kanamj.game.agents import parse_agents
from kanamj.game.record import Record, parse_record, read_record, record_game, recorded, replay, show
from kanamj.lexicon import Entry, Lexicon, load_lexicon
from scripts.record_test_games import with_readings
from tests.places import DATA

RECORDED = sorted((DATA / "games").glob("*.jsonl"))


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return load_lexicon(DATA / "games" / "words")


@pytest.fixture(scope="module")
def by_name(words: Lexicon) -> Callable[[str], Lexicon]:
    """The list that a recorded game names: the words, or for rules that score the same words with their readings."""
    return {each.name: each for each in (words, with_readings(words))}.__getitem__


_played: dict[tuple[str, str, str, int], Record] = {}


def game(rules: str, words: Lexicon, agents: str, seed: int) -> Record:
    """The record of a game, which is played once for all tests that change it in their own way."""
    asked = (rules, words.sha256, agents, seed)
    if asked not in _played:
        wanted = preset(rules, words)
        texts = [spec.text for spec in parse_agents(agents, wanted.players)]
        _played[asked] = record_game(wanted, (seed,), texts)
    return _played[asked]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_end(path: Path, by_name: Callable[[str], Lexicon]) -> None:
    """Recorded by scripts/record_test_games.py, with a list of their own that stands beside them."""
    record = read_record(path, by_name)
    steps = list(replay(record))
    assert steps[-1].after.phase == Phase.END
    assert record.format() == path.read_text(encoding="utf-8")
    # Word for word: played again from its own actions, it is written the same.
    again = recorded(record.rules, record.seed, record.players, [step[1:] for step in steps])
    assert again.events == record.events


def test_every_preset_and_every_event_is_recorded(by_name: Callable[[str], Lexicon]) -> None:
    records = [read_record(path, by_name) for path in RECORDED]
    assert {record.rules.name for record in records} == set(PRESETS)
    events = {event["event"] for record in records for event in record.events}
    assert events == {*Event, "end"}
    ends = {(event["how"], len(event["winners"])) for record in records for event in record.events[-1:]}
    assert {("tsumo", 1), ("ron", 1), ("ron", 2), ("wall", 0), ("rons", 0)} <= ends


def test_a_record_says_who_deals_and_how_many_sticks_were_on_the_table(
    tmp_path: Path, words: Lexicon
) -> None:
    path = DATA / "games" / "standard-sticks.jsonl"
    record = read_record(path, lambda _: words)
    *_, last = replay(record)
    header = json.loads(record.format().splitlines()[0])
    assert (header["format"], header["dealer"], header["deposits"]) == (5, 2, 3)
    assert record.start.to_act() == (2,)
    assert last.after.end is not None
    assert last.after.end.deposits == record.events[-1]["deposits"] == 6

    def other_end(lines: list[dict[str, Any]]) -> None:
        lines[-1]["deposits"] = 4

    with pytest.raises(FileFormatError, match="the end is wrong"):
        [*replay(read_record(changed(record, other_end, tmp_path), lambda _: words))]
    for name, value in (("dealer", 4), ("deposits", "1")):
        wrong = changed(record, lambda lines: lines[0].update({name: value}), tmp_path)  # noqa: B023
        with pytest.raises(FileFormatError, match=f"the header is not that of a record: {name} "):
            read_record(wrong, lambda _: words)


@pytest.mark.parametrize("form", [1, 2, 3, 4])
def test_records_of_earlier_formats_are_read(form: int, tmp_path: Path, words: Lexicon) -> None:
    """They leave out what says nothing: 1 to 3 the dealer and the sticks, 1 and 2 the judge, 1 own words, too."""
    judged = replace(preset("standard", words), judge=load_lexicon("wide") if form == 3 else None)
    own = replace(judged, lexicon=words.with_words(MORE)) if form > 1 else judged
    start = {"dealer": 2, "deposits": 3} if form == 4 else {}
    record = record_game(own, (3,), ["greedy"] * 4, **start)

    def older(lines: list[dict[str, Any]]) -> None:
        lines[0] |= {"format": form, "version": "0.5.0"}
        if form < 4:
            del lines[0]["dealer"], lines[0]["deposits"]
        if not lines[-1]["deposits"]:
            del lines[-1]["deposits"]
        for name, first in (("judge", 3), ("own", 2)):
            if form < first or not lines[0]["lexicon"][name]:
                del lines[0]["lexicon"][name]
        for name in ("ron_from", "equal_turns"):
            del lines[0]["rules"][name]

    def known(name: str) -> Lexicon:
        return load_lexicon("wide") if name == "wide" else words

    back = read_record(changed(record, older, tmp_path), known)
    assert back.format() == record.format()
    assert show(back).end


def test_a_record_reads_back(tmp_path: Path, common: Lexicon) -> None:
    rules = preset("standard,players=3,kan=any", common)
    record = game("standard,players=3,kan=any", common, "greedy+call,random,greedy@0.5", 11)
    path = tmp_path / "a.jsonl"
    record.write(path)
    path.write_bytes(
        b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    )  # as editors of Windows save it
    back = read_record(path)
    assert (back.rules, back.seed, back.players, back.events) == (rules, (11,), record.players, record.events)
    header = json.loads(record.format().splitlines()[0])
    said = {"name": "common", "sha256": common.sha256, "own": [], "judge": None}
    assert (header["format"], header["lexicon"]) == (5, said)


def changed(record: Record, change: Callable[[list[dict[str, Any]]], object], tmp_path: Path) -> Path:
    lines = [json.loads(line) for line in record.format().splitlines()]
    change(lines)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path


def line_of(lines: list[dict[str, Any]], event: str) -> int:
    return next(i for i, line in enumerate(lines) if line.get("event") == event)


def another_draw(lines: list[dict[str, Any]]) -> None:
    i = line_of(lines, "draw")
    lines[i]["tile"] = "ー" if lines[i]["tile"] != "ー" else "あ"


Change = Callable[[list[dict[str, Any]]], object]
CHANGES: list[tuple[Change, str]] = [
    (
        lambda lines: lines[3].update(player=lines[1]["player"]),  # line 4: an answer by who has discarded
        r":4: the rules refuse this: player \d cannot pass: player 2 and 3 must act first",
    ),
    (another_draw, r":\d+: the next tile of the wall is .; the record draws ."),
    (
        lambda lines: lines.pop(line_of(lines, "draw")),
        r":\d+: the rules refuse this: player \d cannot \w+( .)?: \w+ belongs to the phase",
    ),
    (
        lambda lines: lines[-1].update(winners=[3 - lines[-1]["winners"][0]]),
        r":\d+: the end is wrong; it must be",
    ),
    (
        lambda lines: lines.append({"event": "draw", "player": 0, "tile": "あ"}),
        r":\d+: the rules refuse this: .*the phase is End",
    ),
    (
        lambda lines: lines.insert(2, dict(lines[-1])),
        r":3: the record ends the game here, but the game is not over .phase CallWindow.; if",
    ),
    (lambda lines: lines[1].update(event="fly"), r":2: 'fly' is not an event; choose from: draw"),
    (lambda lines: lines[1].update(tile="漢"), r":2: hiragana-120 has no tile 漢"),
    (lambda lines: lines[1].update(tile="あい"), r":2: tile is 'あい'; it must be one letter"),
    (lambda lines: lines[1].update(player="0"), r":2: player is '0'"),
    (lambda lines: lines[1].update(speed=3), r":2: 'speed' is not a field of an event"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES, ids=[message[:40] for _, message in CHANGES])
def test_the_first_event_the_rules_refuse_is_named(
    change: Change, message: str, tmp_path: Path, words: Lexicon
) -> None:
    """What stands before its line replays."""
    record = read_record(changed(game("standard", words, "greedy", 2), change, tmp_path), lambda _: words)
    with pytest.raises(FileFormatError, match=message) as error:
        list(replay(record))
    found = [step.line for step in show(record).steps]
    of_the_end = "the record ends" in message or "the end is wrong" in message or "phase is End" in message
    assert found == list(range(2, (error.value.line or 0))) or (of_the_end and max(found) < error.value.line)  # type: ignore[operator]


NOT_OWN: list[Any] = [
    "さかま",
    ["さかま"],
    [["魚", "x"]],
    [["", ""]],
    [["あいうえおか", "x"]],
    [[1, 2]],
    None,
]
NOT_RULES: dict[str, Any] = {
    "name": 5,
    "forms": [["332"]],
    "tiles": {},
    "players": 4.0,
    "reshuffles": 10**30,
    "ron": [],
    "pon": ["any"],
    "lexicon": "common",
}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seed", None, "it has no 'seed'"),
        *(("seed", value, "not that of a record") for value in ("x", [float("inf")], [-1], [], [True], 7)),
        *(("players", value, "") for value in ("greedy", ["greedy"], [1, 2, 3, 4])),
        ("dealer", None, "dealer is None"),
        ("rules", 3, "not that of a record"),
        ("rules", {"name": "odd", "wings": 2}, "'wings' is not an option of the rules"),
        ("rules", {"name": "odd", "players": 9}, "players is 9; give a whole number from 2 to 4"),
        *(("rules", {name: value}, "") for name, value in NOT_RULES.items()),
        *(("lexicon", value, "") for value in ([], {"sha256": 5})),
        ("lexicon", {"name": "common", "sha256": ""}, "it has no 'own'"),
        ("lexicon", {"name": "", "sha256": "", "own": [], "judge": 3}, "judge must be an object or null"),
        *(
            ("lexicon", {"name": "common", "sha256": "", "own": own}, "own must be a list of words")
            for own in NOT_OWN
        ),
    ],
)
def test_a_damaged_header_is_refused(
    field: str, value: Any, message: str, tmp_path: Path, common: Lexicon
) -> None:
    def damage(lines: list[dict[str, Any]]) -> None:
        lines[0][field] = value
        if value is None:
            del lines[0][field]

    path = changed(game("basic", common, "greedy", 1), damage, tmp_path)
    with pytest.raises(FileFormatError, match=f":1: the header.*{message}"):
        read_record(path, lambda _: common)


def test_a_torn_line_is_named_after_the_events_before_it_were_shown(tmp_path: Path, common: Lexicon) -> None:
    text = game("basic", common, "greedy", 1).format()
    lines = text.count("\n")
    path = tmp_path / "torn.jsonl"
    path.write_text(text[:-20], encoding="utf-8")
    shown = show(read_record(path, lambda _: common))
    assert [step.line for step in shown.steps] == list(range(2, lines))
    assert shown.line == lines
    assert f":{lines}: expected a JSON object" in shown.why


# Files that are none of ours, or were meant to do harm: always a sentence with file and line.


WRONG: list[Any] = [None, True, -1, 99, 1e400, "", "あ\x1b[31m", "漢", [], ["あ"], {}, "あ" * 9_000]


@pytest.mark.parametrize("name", ["event", "player", "tile", "letters", "\x1b[2J"])
def test_an_event_of_the_wrong_types_is_refused(name: str, tmp_path: Path, common: Lexicon) -> None:
    record = game("basic", common, "greedy", 2)
    for value in WRONG:
        for at in (1, len(record.events) - 1):
            events = [dict(event) for event in record.events]
            if name in events[at] and events[at][name] == value and type(events[at][name]) is type(value):
                continue
            events[at][name] = value
            path = tmp_path / "changed.jsonl"
            path.write_text(replace(record, events=tuple(events)).format(), encoding="utf-8")
            shown = show(read_record(path, lambda _: common))
            harmless = name in ("tile", "letters") and value == ""
            assert shown.refused is not None or harmless, (name, value, at)
            assert shown.why.isprintable()
            assert len(shown.steps) >= min(at, len(record.events) - 1) or harmless


MORE = (Entry("さかま", "サカマ"), Entry("をか", "をか"))


def test_a_record_carries_own_words(common: Lexicon) -> None:
    """It is judged by the words with which it was played, whatever own words its reader has."""
    record = game("basic", common.with_words(MORE), "greedy", 1)
    header = json.loads(record.format().splitlines()[0])
    assert header["lexicon"]["own"] == [["さかま", "サカマ"], ["をか", "をか"]]
    for kept, told in (
        ([], "the game was played with さかま, をか; it is judged by the words it was played with"),
        (MORE, ""),
        (
            [*MORE, Entry("ぬかぬ", "糠ぬ")],
            "the game was played without your own words ぬかぬ; it is judged by the words it was played with",
        ),
    ):
        back = parse_record(record.format(), lambda _, kept=kept: common.with_words(kept) if kept else common)
        assert back.rules.lexicon == record.rules.lexicon
        assert back.format() == record.format()
        assert back.same_words
        assert back.words_then == told
        assert show(back).end == show(record).end


def test_a_changed_list_stops_a_replay_only_where_it_judges_differently(common: Lexicon) -> None:
    record = game("standard", common, "greedy+call", 15)
    calls = {event["letters"] for event in record.events if event["event"] == "call"}
    called = next(event["letters"] for event in record.events if event["event"] == "call")
    move = next(number for number, event in enumerate(record.events, 1) if event.get("letters") == called)
    won = {block.letters for win in show(record).end.wins for block in win.arrangement}  # type: ignore[union-attr]
    needless = next(key for key in common.keys(3) if key not in calls | won)

    def without(key: str) -> Lexicon:
        grams = {
            size: {k: words for k, words in rows.items() if k != key} for size, rows in common.grams.items()
        }
        return Lexicon("common", grams)

    alike = parse_record(record.format(), lambda _: without(needless))
    assert "the game was played with lexicon common" in alike.words_then
    assert not alike.same_words
    assert show(alike).refused is None
    other = show(parse_record(record.format(), lambda _: without(called)))
    assert other.refused is not None
    assert other.refused.line == move + 1
    assert f"with the list that is here, the rules refuse move {move}: player" in other.why
    assert len(other.steps) == move - 1


def test_the_list_is_found_by_its_name(tmp_path: Path) -> None:
    record = game("basic", load_lexicon("core"), "greedy", 1)
    record.write(tmp_path / "a.jsonl")
    assert read_record(tmp_path / "a.jsonl").rules.lexicon.name == "core"
    gone = record.format().replace('"name": "core"', '"name": "../core\\u001b"')
    with pytest.raises(
        LexiconError,
        match=r"was played with lexicon \.\./core\\x1b .*, which is not here: .* is not a shipped .*--lexicon",
    ):
        parse_record(gone)
