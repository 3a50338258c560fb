"""The agent `Safe`: it throws the letter that the fewest words use, as few hands wait for it.

    kanamj study strength --path scripts/research --agents greedy,safe:Safe --rules paper --walls 400

docs/strength.md has what this costs.
"""

from __future__ import annotations

from typing import Any

from kanamj.game import Greedy


class Safe(Greedy):
    """As `Greedy`, but the letter that the fewest words use comes before the number of unseen accepts."""

    def order(self, merit: Any) -> tuple[int, Any]:
        return merit.uses, merit
