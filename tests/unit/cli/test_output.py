"""Printed tables lose no character at any width, end no line in a blank, and let no control character through."""

from __future__ import annotations

import re

import pytest

from kanamj.cli.output import PIPED, print_json, print_table, print_tsv

ROWS = [
    ("も", 0, " ".join(f"{letter}2" for letter in "いうかくけこさしすせそたとにのはひふみむめよらり")),
    ("ぬ", 12, "さくら(桜・サクラ) とくちょう(特徴・特長) ー1"),
]


@pytest.mark.parametrize("width", range(201))
def test_every_character_is_shown(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(["discard", "shanten", "accepts"], ROWS)
    text = capsys.readouterr().out
    assert "…" not in text
    for letter in "".join(str(cell) for row in ROWS for cell in row).replace(" ", ""):
        assert letter in text
    assert len(re.findall(r"2", text)) == 25
    assert all(line == line.rstrip() for line in text.splitlines())
    assert len(text.splitlines()) < 40  # not one letter per line


@pytest.mark.parametrize("width", range(6))
def test_a_table_without_rows_has_its_heads(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(["turn", "tsumo"], [], "wins")
    assert capsys.readouterr().out.split()[:3] == ["wins", "turn", "tsumo"]


def test_columns_that_are_too_narrow_become_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    columns = ["word", "key", "reading", "spelling", "cost", "flag"]
    monkeypatch.setenv("COLUMNS", "40")
    print_table(columns, [["さくら", "くさら", "さくら", "桜", 3989, ""]])
    assert capsys.readouterr().out.split() == (
        ["word", "さくら", "key", "くさら", "reading", "さくら", "spelling", "桜", "cost", "3989"]
    )


def test_a_piped_table_has_a_limited_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    print_table(["a"], [["さくら " * 200]])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= PIPED
    assert sum(line.count("さくら") for line in lines) == 200


def test_control_characters_are_shown_as_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    cell = "\x1b]0;x\x07[red]\u202e"
    print_table(["a"], [[cell]])
    print_tsv(["a"], [[cell]])
    print_json([cell])
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert text.count("[red]") == 3


def test_a_spreadsheet_reads_a_formula_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_tsv(["a", "b", "c", "d"], [["=cmd", "@x", "+a1", "-1"], ["-a", -1, "", "=1"]])
    assert capsys.readouterr().out == "a\tb\tc\td\n'=cmd\t'@x\t'+a1\t-1\n'-a\t-1\t\t'=1\n"
