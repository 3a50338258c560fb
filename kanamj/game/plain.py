"""What happens in a game as plain values, for JSON: one shape for `--json`, the page and the review."""

from __future__ import annotations

from typing import Any

from kanamj.engine.blocks import Spelled
from kanamj.game.rules import Rules
from kanamj.game.table import End, Meld


def words_json(block: Spelled) -> list[dict[str, str]]:
    """The words of a block, commonest first: {"reading", "spelling"}."""
    return [{"reading": word.reading, "spelling": word.spelling} for word in block.words]


def spelled_json(block: Spelled) -> dict[str, Any]:
    """A block with its words: {"letters", "words"}."""
    return {"letters": block.letters, "words": words_json(block)}


def meld_json(rules: Rules, meld: Meld) -> dict[str, Any]:
    """A called word: {"letters", "words", "tile", "from"}."""
    return {
        **spelled_json(rules.hands.blocks.spell(meld.block)),
        "tile": rules.tiles.kinds[meld.tile],
        "from": meld.source,
    }


def end_json(rules: Rules, end: End) -> dict[str, Any]:
    """How a game ended: {"how", "wins": [{"player", "tile", "from", "arrangement": [{"letters", "words"}]}]}."""
    wins = [
        {
            "player": win.player,
            "tile": rules.tiles.kinds[win.tile],
            "from": win.source,
            "arrangement": [spelled_json(block) for block in win.arrangement],
        }
        for win in end.wins
    ]
    return {"how": end.how, "wins": wins}
