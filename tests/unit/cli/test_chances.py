"""kanamj judge --draws: what it prints."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Run

WIN = "さくらなみだたまごきつねいぬ"
TENPAI = "てがきねあげひよこみみずぬぽ"


def test_discards_are_listed_by_their_chance(kanamj: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")  # as in a pipe, also where the machine says something else
    code, out, _ = kanamj("judge", TENPAI, "--draws", 2)
    assert code == 0
    assert "within 1, %" in out
    assert "within 2, %" in out
    assert "the 5 best of 13 discards; --limit 0 shows all\n" in out
    whole = kanamj("judge", TENPAI, "--draws", 2, "--limit", 0)[1]
    assert "shows all" not in whole
    report = json.loads(kanamj("judge", TENPAI, "--draws", 2, "--json")[1])
    assert "chances" not in report
    last = [discard["chances"][1] for discard in report["discards"]]
    assert last == sorted(last, reverse=True)
    for number, discard in enumerate(report["discards"]):
        assert discard["chances"][0] == (discard["unseen"] / 106 if discard["shanten"] == 0 else 0)
        assert (f"\n {discard['tile']} " in out) == (number < 5)
        line = next(line for line in whole.splitlines() if line.startswith(f" {discard['tile']} "))
        percent = [str(round(100 * chance, 1)) for chance in discard["chances"]]
        assert line.split()[1:5] == [str(discard["shanten"]), str(discard["unseen"]), *percent]
    header = kanamj("judge", TENPAI, "--draws", 1, "--tsv").out.splitlines()[0]
    assert header.split("\t") == "tile shanten distance unseen chance_1 cost fine accepts".split()  # noqa: SIM905


def test_chances_of_a_hand_one_tile_short_and_of_a_complete_hand(kanamj: Run) -> None:
    _, out, _ = kanamj("judge", TENPAI[:-1], "--draws", 2, "--json")
    report = json.loads(out)
    chance = sum(wait["unseen"] for wait in report["waits"]) / 107
    assert report["chances"][0] == chance
    _, out, _ = kanamj("judge", TENPAI[:-1], "--draws", 1)
    assert f"within 1: {100 * chance:.1f} %" in out
    _, out, _ = kanamj("judge", WIN, "--draws", 3, "--json")
    assert json.loads(out)["chances"] == [1.0, 1.0, 1.0]
    _, out, _ = kanamj("judge", WIN, "--draws", 3)
    assert "chance: complete" in out
