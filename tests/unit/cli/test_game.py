"""kanamj game and kanamj simulate games: what the commands print, record and refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_letters

import pytest
from rich.cells import cell_len

from kanamj.game import Action, Event, Phase, State, initial, legal_actions, preset, step, view
from kanamj.game.agents import parse_agents
from kanamj.game.hands import bits, less
from kanamj.game.pcg64 import PCG64
from kanamj.game.record import read_record, replay
from kanamj.game.states import View
from kanamj.game.terminal import TILE_KEYS, WIDTH, Human, Layout, Quit
from kanamj.lexicon import Lexicon, load_lexicon
from tests.conftest import Run
from tests.places import DATA, python

GAMES = DATA / "games"
WORDS = ("--lexicon", GAMES / "words")
"""The list the recorded games were played with."""


def test_replay_shows_a_game_move_by_move(kanamj: Run) -> None:
    path = GAMES / "standard-ron-call.jsonl"
    shown = kanamj("game", "replay", path, "--json", *WORDS)
    assert shown.code == 0, shown.err
    table = json.loads(shown.out)
    record = read_record(path, lambda _: load_lexicon(GAMES / "words"))
    assert [move["line"] for move in table["moves"]] == [step.line for step in replay(record)]
    assert table["end"]["how"] == "ron"
    assert [word["letters"] for word in table["end"]["wins"][0]["arrangement"]]
    plain = kanamj("game", "replay", path, *WORDS)
    assert plain.code == 0
    assert "wins by ron from player" in plain.out


def test_a_game_of_a_study_with_extra_words_is_found_again(kanamj: Run, tmp_path: Path) -> None:
    """Its own words went through a worker; the list, which is not the usual one, is found by its name."""
    extra, out = tmp_path / "extra.tsv", tmp_path / "out"
    extra.write_text("さまさ\n", encoding="utf-8")
    rules = ("--rules", "basic", "--lexicon", "core", "--extra", extra)
    study = ("simulate", "games", "--n", 1, *rules, "--out", out)
    assert kanamj(*study).code == 0
    record = out / "games" / "000000.jsonl"
    shown = kanamj("game", "replay", record, "--tsv")
    assert shown.code == 0
    assert (
        shown.err
        == f"{record}: the game was played with さまさ; it is judged by the words it was played with\n"
    )
    assert kanamj("game", "review", record, "--draws", 0, "--extra", extra).err == ""


def test_replay_fails_at_the_first_event_the_rules_refuse(kanamj: Run, tmp_path: Path) -> None:
    lines = (GAMES / "paper-tsumo.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("".join(lines[:6] + lines[7:]), encoding="utf-8")
    refused = kanamj("game", "replay", bad, "--json", *WORDS)
    assert refused.code == 1
    assert f"{bad}:7: the rules refuse this: player" in refused.err
    shown = json.loads(refused.out)
    assert [move["line"] for move in shown["moves"]] == [2, 3, 4, 5, 6]
    assert shown["stopped"]["line"] == 7
    assert shown["end"] is None


def test_a_record_left_by_q_is_shown_as_far_as_it_goes(kanamj: Run, tmp_path: Path) -> None:
    record = tmp_path / "left.jsonl"
    left = kanamj("game", "play", "--seed", 1, "--rules", "basic", "--record", record, typed="a\nq\n")
    assert left.code == 0, left.err
    shown = kanamj("game", "replay", record, "--tsv")
    assert shown.code == 0
    lines = len(record.read_text(encoding="utf-8").splitlines())
    assert len(shown.out.splitlines()) == lines
    assert f"{record}:{lines + 1}: the record stops before the game ends" in shown.err
    assert "could not have been won" not in kanamj("game", "review", record).out  # nobody knows yet


def test_a_game_is_reviewed(kanamj: Run, tmp_path: Path) -> None:
    path = GAMES / "standard-ron-call.jsonl"
    told = kanamj("game", "review", path, "--seat", 2, "--draws", 1, "--json", *WORDS)
    assert told.code == 0, told.err
    table = json.loads(told.out)
    assert [seat["seat"] for seat in table["seats"]] == [2]
    plain = kanamj("game", "review", path, "--draws", 0, *WORDS)
    assert plain.code == 0, plain.err
    for words in ("player 3", "Knowing all that came", "good choices:", "complete at the end:", "おしい"):
        assert words in plain.out
    left = tmp_path / "left.jsonl"
    left.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:9]), encoding="utf-8")
    stopped = kanamj("game", "review", left, "--draws", 0, *WORDS)
    assert stopped.code == 0
    assert f"{left}:10: the record stops before the game ends" in stopped.err
    assert "good choices:" in stopped.out


def test_several_records_are_reviewed_together(kanamj: Run) -> None:
    """Their list does not say how easy its words are, so nothing is said about how strong the play was."""
    paths = [GAMES / "standard-ron-call.jsonl"] * 2
    told = kanamj("game", "review", *paths, "--seat", 0, *WORDS)
    assert told.code == 0, told.err
    assert "strong" not in told.out
    table = json.loads(kanamj("game", "review", *paths, "--seat", 0, "--json", *WORDS).out)
    assert [game["file"] for game in table["games"]] == list(map(str, paths))
    assert table["strength"] is None
    whose = kanamj("game", "review", *paths, *WORDS)
    assert whose.code == 1
    assert "say whose play to review, for example --seat 0" in whose.err
    mixed = kanamj("game", "review", paths[0], GAMES / "paper-tsumo.jsonl", "--seat", 1, *WORDS)
    assert mixed.code == 1
    assert "these are games of different players: " in mixed.err


def test_control_characters_in_a_record_do_not_reach_the_terminal(kanamj: Run, tmp_path: Path) -> None:
    lines = (GAMES / "paper-tsumo.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    header = json.loads(lines[0])
    header["players"][0] = "\x1b]52;c;Y2FsYw==\x07\u202e"
    header["rules"]["name"] = "\x1b[2Jpaper"
    bad = tmp_path / "bad.jsonl"
    bad.write_text("".join([json.dumps(header) + "\n", *lines[1:]]), encoding="utf-8")
    for option in ([], ["--json"], ["--tsv"]):
        shown = kanamj("game", "replay", bad, *option, *WORDS)
        assert shown.code == 0, shown.err
        assert not set("\x1b\x07\u202e") & set(shown.out + shown.err)


def test_a_game_is_played_from_piped_keys_and_recorded(kanamj: Run, tmp_path: Path, common: Lexicon) -> None:
    record = tmp_path / "mine.jsonl"
    keys = "?\n" + "t\no\np\na\n" * 60  # win if possible, else pass, else discard the first tile
    played = kanamj("game", "play", "--seed", 5, "--rules", "paper", "--record", record, typed=keys)
    assert played.code == 0, played.err
    assert "seed 5" in played.err
    assert all(cell_len(line) <= WIDTH for line in played.out.splitlines())
    steps = list(replay(read_record(record, lambda _: common)))
    assert steps[-1].after.phase == Phase.END
    assert kanamj("game", "replay", record).code == 0


@pytest.mark.parametrize(("seeds", "lines"), [(1, 200), pytest.param(5, 5000, marks=pytest.mark.slow)])
def test_the_table_fits_the_terminal_in_every_state(common: Lexicon, seeds: int, lines: int) -> None:
    """Random games of callers, seen from every seat at every choice; keys and kana do what they say."""
    told: list[str] = []
    rules = preset("standard,kan=any", common)
    chance = PCG64((1,), 77)
    for seed in range(seeds):
        state = initial(rules, seed)
        while state.phase != Phase.END:
            player = state.to_act()[0]
            legal = legal_actions(state, player)
            action = legal[chance.word() % len(legal)]
            if len(legal) > 1 and len(told) < lines:
                keys = iter(["?", "nonsense", typed_for(state, action, legal), "y"])
                names = ["you", "bot 1", "bot 2", "bot 3"]
                human = Human(lambda _, keys=keys: next(keys), told.append, names, hints=True)
                assert human.choose(view(state, player), legal) == action
            state = step(state, action)
    assert told
    assert all(cell_len(line) <= WIDTH for line in told), max(told, key=cell_len)
    assert any("'nonsense' is not one of the keys" in line for line in told)


def test_the_end_of_the_input_stops_the_game(tmp_path: Path) -> None:
    """Ctrl-D does what q does: the game stops and is recorded. It runs in a process of its own, whose input ends."""
    record = tmp_path / "a.jsonl"
    words = ["game", "play", "--seed", "1", "--rules", "basic", "--record", str(record)]
    done = python("-m", "kanamj", *words, input="?\n")
    assert done.returncode == 0
    assert "stopped" in done.stderr
    assert record.is_file()


def test_some_hands_are_played_and_counted(kanamj: Run, tmp_path: Path) -> None:
    """Each hand has another dealer and its own record; the table of wins comes last."""
    record = tmp_path / "mine.jsonl"
    keys = "t\no\np\na\n" * 150  # an empty line or any other key goes on to the next hand
    rules = "basic,players=3"
    done = kanamj(
        "game", "play", "--seed", 3, "--rules", rules, "--rounds", 3, "--record", record, typed=keys
    )
    assert done.code == 0, done.err
    assert done.out.count("; ") >= 3
    for number, dealer in ((1, "you"), (2, "bot 1"), (3, "bot 2")):
        assert f"hand {number} of 3; {dealer} deals" in done.out
        header = json.loads((tmp_path / f"mine-{number}.jsonl").read_text(encoding="utf-8").splitlines()[0])
        assert header["players"].index("human") == (1 - number) % 3
    table = done.out[done.out.index("hands won:") :].splitlines()[1:]
    assert sum(int(line.split(": ")[1].split(" / ")[0]) for line in table) <= 3
    assert len(table) == 3


def test_the_table_speaks_japanese(kanamj: Run) -> None:
    done = kanamj("game", "play", "--seed", 3, "--rules", "basic", "--lang", "ja", typed="?\nq\n")
    assert done.code == 0, done.err
    for words in ("巡目", "手牌", "ツモ", "ヒント", "キー:"):
        assert words in done.out
    assert not re.search("discard|shanten|tenpai|wall", done.out)


def test_a_win_is_thrown_away_only_after_a_question(common: Lexicon) -> None:
    rules = preset("basic", common)
    state = next(
        state
        for seed in range(500)
        if legal_actions(state := initial(rules, seed), 0)[0].event == Event.TSUMO
    )
    for answers, event in ((["a", "n", "t"], Event.TSUMO), (["a", "y"], Event.DISCARD)):
        keys, prompts = iter(answers), []

        def typed(prompt: str, keys: Iterator[str] = keys, prompts: list[str] = prompts) -> str:
            prompts.append(prompt)
            return next(keys)

        human = Human(typed, lambda _: None, ["you"] * 4)
        assert human.choose(view(state, 0), legal_actions(state, 0)).event == event
        assert sum("Throw the win away?" in prompt for prompt in prompts) == 1
    human.happened = ["what was shown before the win"]
    human.saw(state, legal_actions(state, 0)[0], 0)
    assert human.happened == []


@pytest.mark.parametrize("seeds", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_waits_and_the_drawn_tile_are_shown(common: Lexicon, seeds: int) -> None:
    """In every state of some games: of a tenpai hand all waits with the copies unseen; the drawn tile stands last."""
    rules = preset("standard", common).with_kernels()
    shown = 0
    for seed in range(seeds):
        state = initial(rules, seed)
        seated = [spec.seated(rules, (seed,), seat) for seat, spec in enumerate(parse_agents("760w", 4))]
        while state.phase != Phase.END:
            player = state.to_act()[0]
            legal = legal_actions(state, player)
            seen = view(state, player)
            if len(legal) > 1:
                told: list[str] = []
                complete = legal[0].event == Event.TSUMO
                with pytest.raises(Quit):
                    Human(lambda _: "q", told.append, ["you"] * 4, columns=60).choose(seen, legal)
                assert max(map(cell_len, told)) <= 60, max(told, key=cell_len)
                text = " ".join(" ".join(told).split())
                hand = seen.me.hand if seen.drawn is None else less(seen.me.hand, seen.drawn)
                if seen.drawn is not None:
                    assert re.search(rf"\| drew .{rules.tiles.kinds[seen.drawn]} ", text)
                waits = bits(rules.hands.waits(hand, seen.me.blocks)) if len(hand) % 3 == 1 else []
                assert not (complete and "waits:" in text)
                for kind in waits if not complete else ():
                    if copies := seen.unseen()[kind]:
                        assert f"{rules.tiles.kinds[kind]}×{copies}" in text
                        shown += 1
            action = legal[0] if len(legal) == 1 else seated[player].choose(seen, legal)
            state = step(state, action)
    assert shown > 5


def test_the_rules_are_listed(kanamj: Run) -> None:
    done = kanamj("game", "rules", "--json")
    table = json.loads(done.out)
    assert set(table["presets"]) == {"standard", "basic", "paper"}
    assert set(table["options"]) == set(table["presets"]["basic"]) - {"name", "means"}
    plain = kanamj("game", "rules")
    assert "four words of three letters" in plain.out


def typed_for(state: State, action: Action, legal: Iterable[Action]) -> str:
    """What a player types for an action."""
    if action.tile is not None:
        face = state.rules.tiles.kinds[action.tile]
        return f"r {face}" if action.event == Event.RIICHI else face
    calls = [each for each in legal if each.event in (Event.CALL, Event.KAN)]
    if action in calls:
        return str(calls.index(action) + 1)
    return {Event.TSUMO: "t", Event.RON: "o", Event.PASS: "p"}[action.event]


def forms_of(key: str) -> list[str]:
    """A key as it can be typed: in half and full width, in lower and upper case, with blanks around it."""
    wide = str.maketrans({code: code + 0xFEE0 for code in range(0x21, 0x7F)})
    return [form for each in (key, key.upper()) for form in (each, each.translate(wide), f" {each}\u3000")]


class Blind(Human):
    """A human who is shown nothing but "hints": showing the table takes fifty times as long as reading a key."""

    def _show(self, seen: View, layout: Layout) -> None: ...
    def _menu(self, *_: object) -> list[str]:
        return []

    def _hints(self, *_: object) -> list[str]:
        return ["hints"]


def chosen_by(state: State, player: int, typed: str) -> Action | str:
    """The action that a player chooses by typing this; "refused", "hints" or "quit" if nothing is chosen."""
    answers, told = iter([typed]), list[str]()
    human = Blind(lambda prompt: next(answers, "q") if prompt == "> " else "y", told.append, ["you"] * 4)
    try:
        return human.choose(view(state, player), legal_actions(state, player))
    except Quit:
        return "quit" if not told else "hints" if told == ["hints"] else "refused"


def test_a_key_means_the_same_in_any_width_and_case(common: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """All letters, signs and digits, alone and after r for riichi, where a tile must be discarded and where a word may
    be called. A Latin letter that is not a key is refused: it is never the tile that it is in romaji."""
    rules = preset("standard,pon=any,kan=any", common)
    wanted = frozenset([Event.RIICHI, Event.TSUMO, Event.RON, Event.CALL])
    asked = {}
    for seed in range(8):
        state = initial(rules, seed)
        seated = [spec.seated(rules, (seed,), seat) for seat, spec in enumerate(parse_agents("greedy", 4))]
        while state.phase != Phase.END:
            player = state.to_act()[0]
            legal = legal_actions(state, player)
            events = wanted.intersection(action.event for action in legal)
            if len(legal) > 1 and events not in asked:
                asked[events] = (state, player)
            state = step(
                state, legal[0] if len(legal) == 1 else seated[player].choose(view(state, player), legal)
            )
    assert frozenset().union(*asked) == wanted
    for events, (state, player) in asked.items():
        layout = Layout(view(state, player))
        monkeypatch.setattr("kanamj.game.terminal.Layout", lambda *_, layout=layout: layout)
        legal, tiles = legal_actions(state, player), layout.kind_of_key
        for key in (*ascii_letters[:26], *"?123", "quit", *(f"r{letter}" for letter in TILE_KEYS)):
            found = {chosen_by(state, player, form) for form in forms_of(key)}
            assert len(found) == 1, (events, key, found)
            (meant,) = found
            event = Event.RIICHI if len(key) == 2 else Event.DISCARD
            if key in ("q", "quit", "?"):
                assert meant == {"?": "hints"}.get(key, "quit")
            elif (
                key[-1] in tiles
                and key not in "top"
                and (action := Action(event, player, tiles[key[-1]])) in legal
            ):
                assert meant == action
            elif key.isdigit() or key in "top":
                assert meant == "refused" or typed_for(state, meant, legal) == key
            else:
                assert meant == "refused", (events, key)


@pytest.mark.parametrize("typed", ["か", "カ", "ｶ", "ka", "KA", "ｋａ", " か\u3000"])
def test_a_tile_is_typed_in_kana_or_romaji(common: Lexicon, typed: str) -> None:
    rules = preset("basic", common)
    ka = rules.tiles.index["か"]
    state = next(state for seed in range(500) if ka in (state := initial(rules, seed)).players[0].hand)
    assert chosen_by(state, 0, typed) == Action(Event.DISCARD, 0, ka)
