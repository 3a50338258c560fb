"""The agent `Seer`, a ceiling and not a player: it sees the whole state, the wall too.

    kanamj study strength --path scripts/research --agents greedy,seer:Seer,seer:CallingSeer --rules paper --walls 100

docs/strength.md has what it reaches.
"""

from __future__ import annotations

from kanamj.game import Action, Event, Greedy, State, legal_actions, play_on, step, view


class Seer(Greedy):
    """It sees the whole state, and takes all others for `Greedy` players.

    It looks for a way to win by up to UNUSUAL actions (calls only if CALLS) that such a player would not take in its
    place, the fewest first, and tries at most TRIED games for a choice. If it finds none, it plays as such a player.
    """

    sees_all = True
    UNUSUAL, TRIED = 4, 1000
    CALLS = False

    def choose(self, seen: State, legal: tuple[Action, ...]) -> Action:  # type: ignore[override]
        me, self.left = legal[0].player, self.TRIED
        self.usual = Greedy(self.hands)
        usual = self.usual.choose(view(seen, me), legal)
        ways = (
            action
            for more in range(self.UNUSUAL)
            for action in (usual, *self._others(legal, usual))
            if self._wins(step(seen, action), me, more + (action == usual))
        )
        return next(ways, usual)

    def _others(self, legal: tuple[Action, ...], usual: Action) -> list[Action]:
        left_out = (Event.RIICHI,) if self.CALLS else (Event.RIICHI, Event.CALL, Event.KAN)
        return [action for action in legal if action != usual and action.event not in left_out]

    def _wins(self, state: State, me: int, more: int) -> bool:
        """Whether the player can win from here by up to so many unusual actions, as far as that is tried."""
        if not self.left:
            return False
        self.left -= 1
        choices = []
        for before, action, after in play_on(state, [self.usual] * len(state.players)):
            state = after
            choices += [(before, action)] if action.player == me else []
        if state.end and any(win.player == me for win in state.end.wins):
            return True
        return more > 0 and any(
            self._wins(step(before, action), me, more - 1)
            for before, usual in choices
            for action in self._others(legal_actions(before, me), usual)
        )


class CallingSeer(Seer):
    """A `Seer` that calls words, too."""

    CALLS = True
