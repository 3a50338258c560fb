"""What the help shows of each command, and what a shell completes."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from kanamj.cli.commands import HELP
from kanamj.cli.complete import rules
from tests.commands import APP, COMMAND_LINE, COMMANDS
from tests.conftest import Run
from tests.places import ROOT


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme_and_its_help_is_printed_in_full(name: str) -> None:
    assert f"kanamj {name}" in (ROOT / "README.md").read_text()
    done = CliRunner().invoke(APP, [*name.split(), "--help"])
    assert done.exit_code == 0, done.output
    assert f"kanamj {name} [OPTIONS]" in done.output
    assert "[[" not in done.output.splitlines()[0]
    shown = "".join(done.output.split())
    command = COMMANDS[name]
    for written in (command.help, *(parameter.help for parameter in command.params)):
        assert written
        assert "".join(written.split()) in shown
    assert f"kanamj {name}" in command.help  # an example
    names = re.findall(r"^  \S.*?(?=  |$)", done.output.partition("\n\n  ")[2], flags=re.MULTILINE)
    assert not [each for each in [done.output.splitlines()[0], *names] if set(each) & set("<>{}")]


def test_the_options_of_all_commands_say_what_they_do() -> None:
    assert all(parameter.help for parameter in COMMAND_LINE.params if parameter.name != "help")


def test_help_shows_the_default_of_each_option() -> None:
    for name, command in COMMANDS.items():
        shown = "".join(CliRunner().invoke(APP, [*name.split(), "--help"]).output.split())
        for each in command.params:
            value = getattr(each, "show_default", None)
            if each.default and value and not getattr(each, "is_flag", False):
                listed = each.default if isinstance(each.default, list) else [each.default]
                text = value if isinstance(value, str) else ", ".join(map(str, listed))
                assert f"default:{text}".replace(" ", "") in shown.replace("(", ""), f"{name} {each.name}"


def test_help_says_which_commands_print_for_programs() -> None:
    json, tsv = (
        {name for name, command in COMMANDS.items() if any(option in each.opts for each in command.params)}
        for option in ("--json", "--tsv")
    )
    assert tsv < json
    assert json - tsv == {"quiz"}
    assert "quiz takes --json only" in HELP


OPEN = """
ADDRESS C COLUMN COLUMN=TEXT DIR ERROR FILE FOLDER K LETTERS M N N-N N|FILE NAME NAMES PORT S SECONDS
T TAG TAGS TEXT TILES URL W WORD X XvY
"""
"""What stands in help for a value that is not one of a few."""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_shell_completes_every_option_with_fixed_values(name: str) -> None:
    command = COMMANDS[name]
    for each in command.params:
        if each.param_type_name != "option" or getattr(each, "is_flag", False) or each.name == "help":
            continue
        with COMMAND_LINE.make_context("kanamj", [], resilient_parsing=True) as context:
            found = [item.value for item in each.shell_complete(context, "")]
        if each.metavar not in OPEN.split():
            assert found, f"{each.opts[0]} {each.metavar}"
        for value in (each.metavar or "").split("|"):
            assert value in found or value.isupper() or "," in value or each.metavar in OPEN.split(), (
                each.opts[0]
            )


def test_the_shell_completes_the_values_of_rules() -> None:
    assert rules("standard,k") == ["standard,kan="]
    assert rules("standard,kan=l") == ["standard,kan=left"]
    assert rules("basic,ron=") == ["basic,ron=yes", "basic,ron=no"]
    assert rules("basic,players=") == []


@pytest.mark.parametrize(
    "words", [[], *([name] for name in {name.split()[0] for name in COMMANDS if " " in name})]
)
def test_groups_show_the_first_sentence_of_each_command(words: list[str]) -> None:
    done = CliRunner().invoke(APP, [*words, "--help"])
    assert done.exit_code == 0, done.output
    listed = done.output.partition("Commands:")[2]
    assert listed
    assert "..." not in listed


def test_a_group_without_a_command_shows_its_help(kanamj: Run) -> None:
    done = kanamj("lexicon")
    assert (done.code, done.out, done.err) == (2, "", kanamj("lexicon", "--help").out)
