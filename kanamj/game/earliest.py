"""The earliest win that a player could have had with knowledge of all draws and discards in advance.

The player's own draws and the discards of the others are those of the record. The player chooses everything else: what
to discard, what to call, what to win on. The events are tried in order, so the first event that allows a win is the
earliest. An event allows a win if a complete hand can be made of the tiles that the player had by then and of discards
that the player could have called before. The rules for this are:

- The player can always keep the tiles that an arrangement needs, because after every draw or call before the win the
  hand has at least one other tile, which can be discarded.
- One tile of a called word is the discard; the other tiles were in the hand at that moment. Each call takes a discard
  of its own.
- The last tile, drawn or discarded, is in a word that is not called, because a call does not complete a hand.
- No tile is used twice. Wins are looked for only until the wall is reshuffled, so no tile comes twice.

By rules with scoring, a win needs a yaku too. By tsumo a closed hand has one. By ron it has 地和, or riichi: the player
held the other tiles in an own turn, if there was one. Behind a call, an event allows a win if some words have a yaku.

Kans are not tried, because their extra draws would take tiles that others draw in the record.

The search is exact, and of the wins on one event it returns one with the fewest calls. Without calls, the engine finds
the arrangement. With calls, only the words are tried that are in the hand or one discard away from it (`_words`): in
recorded games up to a hundred, of some thousand in the list. One event took at most 75 ms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from kanamj.engine.blocks import Block, BlockWords
from kanamj.game.hands import less
from kanamj.game.record import Replayed
from kanamj.game.rules import Rules
from kanamj.game.states import Event, Phase, State
from kanamj.game.wins import declared
from kanamj.yaku.how import How
from kanamj.yaku.scoring import Score


class Earliest(NamedTuple):
    """The earliest win.

    line: the line of the record with the last tile.
    turn: the player's turn at that line.
    tile: the last tile.
    source: the seat that discarded it, None if the player drew it.
    called: the called blocks.
    closed: the blocks of the hand.
    hand: the tiles of the hand, sorted.
    score: what the win is worth, by rules with scoring.
    """

    line: int
    turn: int
    tile: str
    source: int | None
    called: tuple[BlockWords, ...]
    closed: tuple[BlockWords, ...]
    hand: str
    score: Score | None = None

    @property
    def how(self) -> str:
        """ "tsumo" or "ron"."""
        return "tsumo" if self.source is None else "ron"

    def to_json(self) -> dict[str, Any]:
        """Returns plain values: line, turn, how, tile, from, calls, arrangement (called blocks first), hand, and by
        rules with scoring score."""
        return {
            "line": self.line,
            "turn": self.turn,
            "how": self.how,
            "tile": self.tile,
            "from": self.source,
            "calls": [block.letters for block in self.called],
            "arrangement": [block.to_json() for block in (*self.called, *self.closed)],
            "hand": self.hand,
            **({"score": self.score.to_json()} if self.score else {}),
        }


class _Coming(NamedTuple):
    """A tile that the player draws or another player discards.

    own: kind -> number of tiles, for the tiles that the player was dealt or drew before this tile.
    """

    line: int
    turn: int
    tile: int
    source: int | None
    own: Counter[int]


class _Word(NamedTuple):
    """A block that one slot may take. call: the discard that is called for it, None if all its tiles are in the hand.
    needs: its tiles from the hand, kind -> number."""

    block: Block
    call: _Coming | None
    needs: Counter[int]


def earliest_win(rules: Rules, steps: Sequence[Replayed], seat: int) -> Earliest | None:
    """Returns the earliest win of the player at that seat; None if no event before the first reshuffle allowed one."""
    callable_before: list[_Coming] = []
    start = steps[0].before if steps else None
    for coming in _comings(steps, seat):
        assert start is not None
        ron = coming.source is not None
        if not ron or rules.may_ron(seat, coming.turn, start.dealer):
            may_call = not ron or rules.called_ron
            found = _win_on(rules, coming, callable_before if may_call else [], _ways(start, coming, seat))
            if found is not None:
                return found
        if coming.source is not None and _may_call(rules, seat, coming.source):
            callable_before.append(coming)
    return None


def _comings(steps: Sequence[Replayed], seat: int) -> Iterator[_Coming]:
    """The player's draws and the others' discards until the wall is reshuffled, in order. For the dealer, the last tile
    of the deal comes first."""
    if not steps:
        return
    start = steps[0].before
    own = Counter(start.players[seat].hand)
    if start.drawn is not None and start.turn == seat:
        first = Counter([start.drawn])
        yield _Coming(1, start.players[seat].turns, start.drawn, None, own - first)
    for line, before, action, after in steps:
        if before.reshuffles:
            return
        if action.event == Event.DRAW and action.player == seat:
            yield _Coming(line, after.players[seat].turns, before.wall[0], None, own)
            own = own + Counter([before.wall[0]])
        elif (
            action.event in (Event.DISCARD, Event.RIICHI)
            and action.player != seat
            and after.phase == Phase.CALL_WINDOW
        ):
            assert action.tile is not None
            yield _Coming(line, before.players[seat].turns, action.tile, action.player, own)


def _may_call(rules: Rules, seat: int, source: int) -> bool:
    return rules.pon == "any" or (rules.pon == "left" and seat == (source + 1) % rules.players)


def _ways(start: State, coming: _Coming, seat: int) -> How:
    """How the player would win on this tile with a closed hand; see the head of this module."""
    rules, ron = start.rules, coming.source is not None
    riichi = ron and coming.turn > 0 and rules.riichi and (not start.began or start.began[seat] > 0)
    first = {1: "天和", 2: "地和"}.get(coming.line, "")  # the deal, and the first discard
    return How(
        win="ron" if ron else "tsumo",
        dealer=seat == start.dealer,
        riichi=riichi,
        declare=declared(rules, first) if first and rules.scored else (),
        players=rules.players,
        by_letters=True,
    )


def _has_yaku(
    rules: Rules, how: How, tile: int, closed: Iterable[Block], called: Iterable[Block] = ()
) -> bool:
    """True if these words are a win: by rules with scoring, if their letters have a yaku."""
    if not rules.scored:
        return True
    hand = tuple(sorted(kind for block in closed for kind in block))
    how = _behind(rules, how, called)
    return rules.hands.has_yaku(less(hand, tile), tile, how)


def _behind(rules: Rules, how: How, called: Iterable[Block]) -> How:
    return replace(how, melds=[rules.tiles.format(block) for block in called])


def _win_on(rules: Rules, coming: _Coming, callable_before: list[_Coming], how: How) -> Earliest | None:
    """A win on the tile that comes, with as few calls as possible; None if there is none."""
    held = coming.own + Counter([coming.tile])
    called: tuple[Block, ...] = ()
    closed = next(
        (each for each in _arrangements(rules, held) if _has_yaku(rules, how, coming.tile, each)), None
    )
    if closed is None:
        found = _with_calls(rules, coming, held, callable_before, how) if callable_before else None
        if found is None:
            return None
        called = tuple(word.block for _, word in _calls(found))
        closed = tuple(word.block for word in found if not word.call)
    tiles, spell = rules.tiles, rules.hands.blocks.spell
    hand, score = tiles.format(sorted(kind for block in closed for kind in block)), None
    if rules.scored:
        score = rules.hands.scorer.score(hand, _behind(rules, how, called)).as_shown(rules.lexicon)
    return Earliest(
        coming.line,
        coming.turn,
        tiles.kinds[coming.tile],
        coming.source,
        tuple(map(spell, called)),
        tuple(map(spell, closed)),
        hand,
        score,
    )


def _arrangements(rules: Rules, tiles: Counter[int]) -> Iterator[tuple[Block, ...]]:
    """The complete hands that can be made of these tiles, which may be more tiles than one hand has.

    All of them have the tile that came last: without it, the win would have been found at an earlier draw.
    """
    counts = rules.tiles.tally(tiles.elements())
    some = sorted(tiles.elements())[: rules.hand_size + 1]
    asked = rules.hands.engine.ask(tuple(some))
    for form in asked.forms:
        yield from form.judge(counts, asked.room).arrangements()


def _with_calls(
    rules: Rules, coming: _Coming, held: Counter[int], offered: list[_Coming], how: How
) -> tuple[_Word, ...] | None:
    """The words of a win on the tile that comes, with the fewest calls; None if no calls of `offered` lead to a win.

    held: the player's own tiles and the tile that comes.
    """
    words = _words(rules, held, offered)
    last = [word for word in words if not word.call and coming.tile in word.block]
    for calls in range(1, max(form.lengths.count(3) for form in rules.forms) + 1):
        for form in rules.forms:
            for word in last:
                for found in _filled(Counter(form.lengths), calls, held, [word], words):
                    closed_, called = (
                        [w.block for w in found if bool(w.call) == is_called] for is_called in (False, True)
                    )
                    if _possible(_calls(found)) and _has_yaku(rules, how, coming.tile, closed_, called):
                        return found
    return None


def _words(rules: Rules, held: Counter[int], offered: list[_Coming]) -> list[_Word]:
    """The words that tiles of the hand make, alone or with one of the discards. The longest are first."""
    found = []
    for size in reversed(rules.hands.engine.sizes):
        for block in rules.hands.blocks.by_size.get(size, ()):
            lacking = Counter(block) - held
            if not lacking:
                found.append(_Word(block, None, Counter(block)))
            if size == 3 and lacking.total() <= 1:
                for discard in offered:
                    needs = Counter(less(block, discard.tile)) if discard.tile in block else lacking
                    if discard.tile in block and not needs - discard.own:
                        found.append(_Word(block, discard, needs))
    return found


def _filled(
    slots: Counter[int], calls: int, left: Counter[int], first: Sequence[_Word], words: Sequence[_Word]
) -> Iterator[tuple[_Word, ...]]:
    """The ways to fill the slots (length -> number), `calls` of them by calls, from the tiles that are left: one slot
    with a word of `first`, the others with words of `words` in their order."""
    if not slots:
        if not calls:
            yield ()
        return
    for at, word in enumerate(first):
        size, called = len(word.block), word.call is not None
        if slots[size] and called <= calls <= slots[3] and _holds(left, word):
            after = left - word.needs
            rest = [each for each in (first[at:] if first is words else words) if _holds(after, each)]
            for others in _filled(slots - Counter([size]), calls - called, after, rest, rest):
                yield (word, *others)


def _holds(left: Counter[int], word: _Word) -> bool:
    return all(left[kind] >= number for kind, number in word.needs.items())


def _calls(words: Sequence[_Word]) -> list[tuple[_Coming, _Word]]:
    """The discards that are called, in the order of the game, and the words that they are called for."""
    return sorted(((word.call, word) for word in words if word.call), key=lambda call: call[0].line)


def _possible(calls: Sequence[tuple[_Coming, _Word]]) -> bool:
    """True if no tile is called twice, and the other tiles of each called word were in the hand at that time."""
    gone: Counter[int] = Counter()
    for discard, word in calls:
        gone += word.needs
        if gone - discard.own:
            return False
    return len({discard.line for discard, _ in calls}) == len(calls)
