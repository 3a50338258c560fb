"""The contracts of what others add: `check_form` for a form of your own, `check_agent` for a bot. Call them in a test.

Both return nothing if all rules are kept. Otherwise they raise AssertionError, whose one sentence names the rule that
is broken.
"""

from __future__ import annotations

import io
import pickle
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from itertools import islice
from typing import Any

from kanamj.engine import UNREACHABLE, Engine, Form, RiichiEngine, WordEngine
from kanamj.errors import KanamjError, check_whole
from kanamj.game import Action, Agent, Phase, Rules, State, View, initial, play_on, preset
from kanamj.game.outsiders import Guest, find_agent
from kanamj.lexicon import Lexicon
from kanamj.tiles import HIRAGANA_120, Kinds, TileSet, tile_set

__all__ = ["check_agent", "check_form"]

RULES = ("basic", "standard", "paper", "standard,players=2,kan=any", "paper,players=3,kan=left,riichi=no")
"""The rules that an agent must be able to play by, unless others are given."""
STEPS = 300
"""A game of `check_agent` ends after so many steps, as an agent that never wins plays for ever."""


def check_form(
    form: Form | str, tiles: TileSet | str = HIRAGANA_120, lexicon: Lexicon | str | None = None, n: int = 5
) -> None:
    """Raises AssertionError unless the form keeps its contract with n hands, each dealt and then played to a win.

    The distance is a whole number, and the same whenever it is asked, also after the form was pickled. One more tile
    lowers it by 0 or 1. A hand that is not complete has a tile that lowers it, and if it is full-sized, a tile that it
    can spare. Without a limit of copies it is not larger. Many hands, accepts and arrangements agree with it, and rows
    that are judged are not changed.

    form: a Form, or the name of one, such as "33332" or "general". tiles: what its hands are made of; for ordinary
    mahjong, riichi-136 or sanma-108. lexicon: as for `WordEngine`.

    >>> class AllDifferent(Form):
    ...     name, tiles = "all-different", 14
    ...     def distance(self, counts, room):
    ...         return sum(count > 0 for count in counts)
    >>> check_form(AllDifferent())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    AssertionError: form all-different: one more tile lowers the distance by 0 or 1, but ...
    """
    tiles = tile_set(tiles) if isinstance(tiles, str) else tiles
    with _as_assertion():
        engine, loose = _engine(form, tiles, lexicon, "strict"), _engine(form, tiles, lexicon, "ignore")
        (form,) = engine.forms
        asked: dict[Kinds, int] = {}
        pieces = [kind for kind, copies in enumerate(tiles.copies) for _ in range(copies)]
        _hold(form.tiles <= len(pieces), f"form {form} has {form.tiles} tiles, more than {tiles.name} has")
        for seed in range(check_whole("n", n, 1, 1_000)):
            dice = random.Random(seed)
            _walk(engine, dice, dice.sample(pieces, form.tiles - 1), asked)
        try:
            again: Engine = pickle.loads(pickle.dumps(engine))
        except Exception as error:
            raise AssertionError(
                f"form {form} cannot be pickled, as a study with workers does ({error}); define it in a module"
            ) from error
        for hand, distance in reversed(asked.items()):
            face = tiles.format(hand)
            same = again.distance(hand) == engine.distance(hand) == distance
            _hold(same, f"form {form} gives another distance when {face} is asked again, or after pickle")
            nearer = loose.distance(hand) <= distance
            _hold(nearer, f"form {form}: without a limit of copies, {face} cannot miss more than {distance}")
        rows = tiles.count_rows(list(asked))
        given = rows.copy()
        many = engine.batch.by_kernels.distance(rows)
        _hold((rows == given).all(), f"form {form} changes the rows that it judges; copy them")
        _hold(many.tolist() == [*asked.values()], f"form {form} judges many hands otherwise than one hand")


def _engine(form: Form | str, tiles: TileSet, lexicon: Lexicon | str | None, copies: Any) -> Engine:
    if tiles.notation == "mpsz":
        return RiichiEngine(tiles, [form])
    return WordEngine(lexicon, tiles, [form], copies)


def _walk(engine: Engine, dice: random.Random, hand: Sequence[int], asked: dict[Kinds, int]) -> None:
    """Draws and throws until the hand is complete, and asks for all distances on the way. asked: gets the distances of
    the hands."""
    (form,), tiles = engine.forms, engine.tiles
    while True:
        hand = tuple(sorted(hand))
        face, now = tiles.format(hand), engine.distance(hand)
        asked[hand] = now
        if now == UNREACHABLE:
            return
        there = [kind for kind, copies in enumerate(tiles.copies) if hand.count(kind) < copies]
        drawn = {kind: engine.distance((*hand, kind)) for kind in there}
        for kind, after in drawn.items():
            one = f"{face} misses {now}, and with {tiles.kinds[kind]} {after}"
            _hold(
                now - after in (0, 1), f"form {form}: one more tile lowers the distance by 0 or 1, but {one}"
            )
        nearer = [kind for kind, after in drawn.items() if after < now]
        _hold(bool(nearer), f"form {form}: {face} misses {now}, but no tile lowers that")
        same = [*engine.accepts(hand, kinds=True)] == nearer
        _hold(same, f"form {form}: the accepts of {face} are not the tiles that lower its distance")
        full = tuple(sorted((*hand, dice.choice(nearer))))
        face, asked[full] = tiles.format(full), now - 1
        listed = engine.arrangements(full, limit=9, kinds=True)
        whole = all(tuple(sorted(sum(blocks, ()))) == full for blocks in listed)
        _hold(whole and (now == 1 or not listed), f"form {form}: an arrangement of {face} is not complete")
        if now == 1:
            return
        less = {kind: full[: full.index(kind)] + full[full.index(kind) + 1 :] for kind in full}
        spare = [kind for kind in less if engine.distance(less[kind]) == now - 1]
        _hold(
            bool(spare), f"form {form}: {face} misses {now - 1}, so it can spare a tile, but each is needed"
        )
        hand = less[dice.choice(spare)]


def check_agent(
    agent: type[Any] | str,
    rules: Sequence[str | Rules] = RULES,
    lexicon: Lexicon | str | None = None,
    seed: int = 1,
) -> None:
    """Raises AssertionError unless the agent keeps its contract in games by all these rules, from the deal on and from
    a turn on at which a player has called a word.

    It returns one of the legal actions, raises nothing and prints nothing. It changes nothing that it is given. A new
    player plays the same game again: it takes chance from Python's `random` only, and nothing from earlier games.

    agent: a class with a method `choose`, made as for `module:Class`; or the text of an agent. rules: `Rules`, or texts
    for `preset`.

    >>> check_agent("greedy", ["basic"])
    """
    name = agent if isinstance(agent, str) else f"{agent.__module__}:{agent.__qualname__}"
    callable_ = isinstance(agent, str) or callable(getattr(agent, "choose", None))
    _hold(callable_, f"agent {name} has no method choose(self, seen, legal)")

    def player(of: Rules, seat: int) -> Agent:
        return (
            find_agent(agent).seated(of, (seed,), seat)
            if isinstance(agent, str)
            else Guest(name, of, (seed,), seat, agent)
        )

    def games() -> Iterator[list[Action]]:
        for text in rules:
            of = text if isinstance(text, Rules) else preset(text, lexicon)
            for state in filter(None, (initial(of, seed), _after_a_call(of, seed))):
                players = [_Watched(name, player(of, seat)) for seat in range(of.players)]
                yield [action for _, action, _ in islice(play_on(state, players), STEPS)]

    with _as_assertion():
        first, again = list(games()), list(games())
        same = f"agent {name} plays the same game otherwise the second time; it must not keep anything from other "
        _hold(first == again, f"{same}games, and take chance from Python's random only")


def _after_a_call(rules: Rules, seed: int) -> State | None:
    """A state in which a player who has called a word is to discard; None if nobody calls by these rules."""
    players = [find_agent("random").seated(rules, (seed,), seat) for seat in range(rules.players)]
    for _, _, state in play_on(initial(rules, seed), players) if rules.calls else ():
        if state.phase == Phase.DISCARD and state.players[state.turn].melds:
            return state
    return None


class _Watched:
    """A player that is asked, and watched."""

    def __init__(self, name: str, player: Agent) -> None:
        self.name, self.player, self.sees_all = name, player, getattr(player, "sees_all", False)

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        uses, said = [*seen.rules.hands.uses], io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            action = self.player.choose(seen, legal)
        _hold(
            not said.getvalue(), f"agent {self.name} prints {said.getvalue()[:40]!r}; it must print nothing"
        )
        _hold(seen.rules.hands.uses == uses, f"agent {self.name} changes what it is given (hands.uses)")
        return action


@contextmanager
def _as_assertion() -> Iterator[None]:
    try:
        yield
    except KanamjError as error:
        raise AssertionError(str(error)) from error


def _hold(kept: object, broken: str) -> None:
    if not kept:
        raise AssertionError(broken)
