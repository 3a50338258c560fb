r"""Players who know 760 words but lack only one part of what words do: what do they lose by the other part?

    kanamj study strength --path scripts/research \
        --agents greedy@760w,limited_words:SeesWins,limited_words:ThrowsWell,greedy

`results.py` plays them for results/strength/limited. They are agents as docs/strength.md describes them.
"""

from __future__ import annotations

from kanamj.game import Action, Event, View, seated

WINS = (Event.TSUMO, Event.RON)


def asked(agent: str, seen: View, legal: tuple[Action, ...]) -> Action:
    """What the agent chooses."""
    players = seated(seen.rules, 0, [agent] * seen.rules.players)
    return players[seen.player].choose(seen, legal)


class SeesWins:
    """Throws by 760 words, and sees every win."""

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        return legal[0] if legal[0].event in WINS else asked("greedy@760w", seen, legal)


class ThrowsWell:
    """Throws by all words, and sees only the wins in 760 words."""

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        if legal[0].event not in WINS:
            return asked("greedy", seen, legal)
        known = asked("greedy@760w", seen, legal)
        return known if known.event in WINS else asked("greedy", seen, legal[1:])


if __name__ == "__main__":
    print(__doc__)
