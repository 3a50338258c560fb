"""The names that the shell completes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kanamj.cli import complete


@pytest.mark.parametrize(
    ("ask", "begun", "wanted"),
    [
        (complete.tile_sets, "hiragana-p", ["hiragana-pro-136", "hiragana-pro-166"]),
        (complete.lists, "co", ["common", "core"]),
        (complete.forms, "332", ["332"]),
        (complete.forms, "s", ["seven_pairs"]),
        (complete.copies, "", ["strict", "ignore"]),
        (complete.solvers, "c", ["cpsat"]),
        (complete.agents, "greedy,40", ["greedy,400w"]),
        (complete.rules, "standard,pl", ["standard,players="]),
        (complete.rules, "pa", ["paper"]),
    ],
)
def test_the_names_with_a_given_beginning_are_listed(
    ask: Callable[[str], list[str]], begun: str, wanted: list[str]
) -> None:
    assert ask(begun) == wanted
