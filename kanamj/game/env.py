"""The game as a PettingZoo environment (AEC), made by `env()` or `raw_env()`. It needs the extra `env`.

    from kanamj.game.env import env
    table = env(rules="basic")
    table.reset(seed=1)
    for player in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        mask = observation["action_mask"]
        table.step(None if terminated or truncated else table.action_space(player).sample(mask))

The players are `player_0` (the dealer), `player_1` and so on. A player is asked only if it has a choice: draws, and
passes of players who cannot claim the discard, are taken automatically. After a discard, the players who can claim it
are asked one after another; nobody sees an answer before all have answered.

Actions: Discrete(n), where n depends on the rules and the word list. `action_mask`, (n,) int8, marks the legal actions:
    0 .. K-1        discard a tile of that kind (K = 75 for the 120 tiles, kinds in code point order)
    K .. 2K-1       discard a tile of that kind and declare riichi
    2K, 2K+1, 2K+2  tsumo, ron, pass
    2K+3+i          call a word of block `HiraganaMahjong.blocks[i]`: three-letter blocks, then four-letter blocks

`observation`, (f,) uint8, is the table as the player sees it. Seats count from the player, who is first:
    K       own hand, tiles of each kind
    K       1 for the tile just drawn
    K       1 for the discard that can be claimed
    P x K   discards of each seat that nobody called
    P x K   called words of each seat, tiles of each kind
    P       tiles in each hand
    P       1 if riichi is declared
    P       turns so far, at most 255
    P       1 for the seat on turn (in a call window: the discarder)
    3       tiles in the wall (at most 255), 1 if it is a call window, 1 if ron is barred by a win that was let pass

Rewards are paid at the end and sum to 0. A win is worth as many points as there are other players: by tsumo each of
them pays 1, by ron the discarder pays all. By rules with scoring (`pro`), rewards are the points of the hand. Riichi
sticks are shown by `render`, and change no reward.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from kanamj.engine.batch import MOST_SEED
from kanamj.errors import IllegalActionError, KanamjError, brief, check_one_of, check_whole, needing
from kanamj.game.legal import legal_actions
from kanamj.game.outsiders import find_agent
from kanamj.game.rules import Rules, preset
from kanamj.game.states import Action, Event, Phase, State, view
from kanamj.game.steps import Agent, chosen, initial, step
from kanamj.lexicon import DEFAULT, Lexicon, load_lexicon

with needing("The environment", "pettingzoo gymnasium", "env"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Observation = dict[str, npt.NDArray[Any]]
METADATA: dict[str, Any] = {
    "name": "hiragana_mahjong_v0",
    "render_modes": ["ansi", "human"],
    "is_parallelizable": False,
}


def env(
    rules: str | Rules = "standard",
    lexicon: Lexicon | str | None = None,
    render_mode: str | None = None,
    bots: Mapping[int, str] = {},
) -> AECEnv:
    """Returns the environment with PettingZoo's wrappers. An illegal action ends the game with reward -1; an action
    outside the action space, or methods used in the wrong order, raise an error.

    rules, lexicon, bots: see `raw_env`.
    """
    table: Any = raw_env(rules, lexicon, render_mode, bots)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


def raw_env(
    rules: str | Rules = "standard",
    lexicon: Lexicon | str | None = None,
    render_mode: str | None = None,
    bots: Mapping[int, str] = {},
) -> HiraganaMahjong:
    """Returns the environment itself; an illegal action raises IllegalActionError.

    rules: a text as for `kanamj simulate games`, or Rules.
    lexicon: a list, its name, folder or file; by default `common`. Rules have their own list, so `lexicon` is not
        used with them.
    bots: seat -> the agent that plays there, such as greedy@0.1, 400w or my_bots:Careful; these seats are never
        asked.
    """
    if isinstance(rules, str):
        words = lexicon if isinstance(lexicon, Lexicon) else load_lexicon(lexicon or DEFAULT)
        rules = preset(rules, words)
    return HiraganaMahjong(rules.with_kernels(), render_mode, bots)


class HiraganaMahjong(AECEnv):  # type: ignore[misc]
    """The environment that the first lines of this module describe. blocks: the blocks that can be called, in the order
    of their actions."""

    metadata = METADATA

    def __init__(self, rules: Rules, render_mode: str | None = None, bots: Mapping[int, str] = {}) -> None:
        super().__init__()
        if render_mode not in (None, *METADATA["render_modes"]):
            raise KanamjError(
                "{} is not a render_mode; give ansi (returns a text) or human (prints it)", brief(render_mode)
            )
        if bad := {*bots} - {*range(rules.players)}:
            raise KanamjError("no bot can have seat {}; the seats are 0 to {}", min(bad), rules.players - 1)
        self.rules = rules
        self.render_mode = render_mode
        self._specs = {seat: find_agent(bot) for seat, bot in bots.items()}
        for spec in self._specs.values():
            if spec.sees_all:
                raise KanamjError(
                    "agent {} sees the whole table; give bots that see what a player sees", spec.text
                )
        self._bots: dict[int, Agent] = {}
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        by_size = rules.hands.blocks.by_size
        self.blocks = (
            *(by_size.get(3, ()) if rules.pon != "none" else ()),
            *(by_size.get(4, ()) if rules.kan != "none" else ()),
        )
        self._place = {block: i for i, block in enumerate(self.blocks)}
        self._kinds = len(rules.tiles)
        self._actions = 2 * self._kinds + 3 + len(self.blocks)
        features = (3 + 2 * rules.players) * self._kinds + 4 * rules.players + 3
        observed = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (features,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self._seed = secrets.randbits(31)
        self._games = -1
        self._state: State | None = None
        self._legal: tuple[Action, ...] = ()

    def observation_space(self, agent: str) -> Any:
        """Returns the space of what the player sees. Every call returns the same object."""
        return self.observation_spaces[check_one_of(agent, "a player", self.possible_agents)]

    def action_space(self, agent: str) -> Any:
        """Returns the space of the player's actions. Every call returns the same object."""
        return self.action_spaces[check_one_of(agent, "a player", self.possible_agents)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin the next game. The last seed that was given determines this game and the following ones. If no seed
        was ever given, the games are random."""
        if seed is not None:
            self._seed, self._games = check_whole("seed", seed, 0, MOST_SEED), -1
        self._games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        game = (self._seed, self._games)
        self._bots = {seat: spec.seated(self.rules, game, seat) for seat, spec in self._specs.items()}
        self._state = initial(self.rules, game)
        self.agent_selection = self.agents[0]
        self._to_next_choice()

    def observe(self, agent: str) -> Observation:
        """Returns the table as the player sees it, and the mask of the legal actions (all 0 if another player must
        choose)."""
        seat = self.possible_agents.index(check_one_of(agent, "a player", self.possible_agents))
        mask = np.zeros(self._actions, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            for action in self._legal:
                mask[self.index_of(action)] = 1
        return {"observation": self._seen(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the player `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = next((each for each in self._legal if self.index_of(each) == action), None)
        if chosen is None:
            raise IllegalActionError(
                "{} cannot take action {}; see action_mask, which is 1 for each legal action",
                agent,
                action,
                action=action,
            )
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        assert self._state is not None
        self._state = step(self._state, chosen)
        self._to_next_choice()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def index_of(self, action: Action) -> int:
        """Returns the number of an action in the action space."""
        event, _, tile, block = action
        if tile is not None:
            return tile + (self._kinds if event == Event.RIICHI else 0)
        if block:
            return 2 * self._kinds + 3 + self._place[block]
        return 2 * self._kinds + (Event.TSUMO, Event.RON, Event.PASS).index(event)

    def render(self) -> str | None:
        """Returns the table as text with all hands open: returned in mode `ansi`, printed in mode `human`."""
        if self.render_mode is None or self._state is None:
            return None
        if self.render_mode == "human":
            print(self._table())
            return None
        return self._table()

    def _table(self) -> str:
        assert self._state is not None
        state, tiles = self._state, self.rules.tiles
        sticks = f", {state.deposits} riichi sticks on the table" if state.deposits else ""
        lines = [f"{state.phase.value}, {len(state.wall)} tiles in the wall{sticks}"]
        for seat, player in enumerate(state.players):
            melds = "".join(f" [{tiles.format(block)}]" for block in player.blocks)
            turn = ">" if seat == state.turn else " "
            lines.append(
                f"{turn} player_{seat} {tiles.format(player.hand)}{melds} / {tiles.format(player.discards)}"
            )
        if state.end is not None:
            winners = " and ".join(f"player_{win.player}" for win in state.end.wins)
            lines.append(f"{state.end.how}: {winners or 'nobody'} wins")
        return "\n".join(lines) + "\n"

    def _to_next_choice(self) -> None:
        """Take the forced moves, and those of bots, up to the next choice of a player or to the end."""
        state = self._state
        assert state is not None
        while state.phase != Phase.END:
            player = state.to_act()[0]
            self._legal = legal_actions(state, player)
            bot = self._bots.get(player)
            if len(self._legal) > 1 and not bot:
                self.agent_selection = self.possible_agents[player]
                break
            state = step(state, chosen(state, player, bot) if bot else self._legal[0])
        self._state = state
        if state.end is not None:
            self._legal = ()
            paid = state.end.payments(self.rules.players)
            self.rewards = dict(zip(self.possible_agents, paid, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)

    def _seen(self, seat: int) -> npt.NDArray[np.uint8]:
        assert self._state is not None
        seen, players, kinds = view(self._state, seat), self.rules.players, self._kinds
        open_tiles = np.zeros((3 + 2 * players, kinds), np.uint8)
        for kind in seen.me.hand:
            open_tiles[0, kind] += 1
        if seen.drawn is not None:
            open_tiles[1, seen.drawn] = 1
        if seen.last is not None:
            open_tiles[2, seen.last.tile] = 1
        counts = np.zeros((4, players), np.uint8)
        for i in range(players):
            other = seen.seats[(seat + i) % players]
            for kind in other.discards:
                open_tiles[3 + i, kind] += 1
            for meld in other.melds:
                for kind in meld.block:
                    open_tiles[3 + players + i, kind] += 1
            counts[:, i] = (
                other.hand,
                other.riichi > 0,
                min(255, other.turns),
                (seat + i) % players == seen.turn,
            )
        rest = (min(255, seen.wall), seen.phase == Phase.CALL_WINDOW, seen.me.missed)
        return np.concatenate([open_tiles.ravel(), counts.ravel(), np.array(rest, np.uint8)])
