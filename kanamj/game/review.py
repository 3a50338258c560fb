"""The review of a played game: what was discarded, what would have been best, and which claims were possible.

`Review.to_json` returns

    {"rules": "standard", "lexicon": "common", "words_then": `Record.words_then` or null, "seed": […],
     "players": ["human", "400w", …], "draws": 2,
     "seats": [{"seat": 0, "player": "human",
        "turns": [{"line", "turn", "hand": "14 tiles", "drawn": tile or null, "melds": [letters, …],
                   "seen": "open tiles", "distance", "thrown": tile or null, "riichi", "tsumo": a win was possible,
                   "won": it was taken, "forced": there was no choice, "best": tile or null,
                   "best_by_chance": tile or null, "best_by_accepts": tile or null, "measured": "chance" or "tiles",
                   "cost": number or null, "is_best", "fine",
                   "discards": [{"tile", "distance", "shanten", "unseen", "accepts": letters,
                                 "chances": [1 draw, 2 draws, …] or null, "cost": number or null, "fine"}, …]
                                best first,
                   "score": by rules with scoring, `Score.to_json` of a win that was passed,
                   "why": null if the choice is fine, else {"accepts", "lost": [{"tile", "unseen"}, …],
                          "words": [{"tile": letter or "", "letters", "words"}, …]}}, …],
        "offers": [{"line", "turn", "event": "ron", "call" or "kan", "tile", "from", "letters": or null, "words",
                    "taken", "distance": before, "after", "score": as above, of a win that was passed}, …],
        "last": `HandReport.to_json` of the hand at the end, "missing": its distance,
        "worth": by rules with scoring, what the hand at the end is worth with each letter it waits for: [{"tile",
                 "tsumo", "ron"}, …], as `Score.to_json`; ron is null behind a called word,
        "earliest": {"line", "turn", "how", "tile", "from", "calls": [letters], "arrangement": [{"letters", "words"}],
                     "score": by rules with scoring} or null,
        "reshuffled": true, only if there was no win before the wall was reshuffled: then "earliest" says nothing of
                      later ones,
        "choices", "best_choices", "share": of best choices, or null, "fine_choices", "fine_share": or null,
        "cost": sum or null, "mean_cost": per choice, or null,
        "worst": "line" of the three choices that cost most}, …],
     "end": `End.to_json` or null, "stopped": {"line", "why"} or null}

The chances are those to win within 1, 2, … up to `draws` own draws. `engine.choices` says which discard is best, what
a discard costs and whether it is fine; the chance within two draws decides. If the player could have won in that turn,
no discard is fine, and the cost is 1 minus the chance of the discard. "line" is the number of a line of the record.
`Why` says what "why" is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from kanamj.engine.blocks import BlockWords
from kanamj.engine.choices import WITHIN, Accept, Discard, accepts_of, by_tiles, measured, weighed
from kanamj.engine.hand import bits
from kanamj.engine.report import HandReport
from kanamj.errors import KanamjError
from kanamj.game.earliest import Earliest, earliest_win
from kanamj.game.legal import legal_actions
from kanamj.game.record import HUMAN, Record, Replayed, Shown, Words, list_named, parse_record, show
from kanamj.game.rules import Rules
from kanamj.game.states import Action, Event, Phase, State, View, open_tiles, view
from kanamj.game.wins import how_won, win_of
from kanamj.lexicon.entry import key_of
from kanamj.pausing import LongWork, to_end
from kanamj.plain import plain
from kanamj.yaku.scoring import Score
from kanamj.yaku.worth import Worths, worths, worths_json

MOST_DRAWS = 3
WORST = 3
"""How many of the choices that cost most are told first."""
WORDS_TOLD = 3


class Why(NamedTuple):
    """Why a choice was not fine.

    accepts: the unseen tiles that the hand accepts after the best discard; its waits if it is tenpai.
    lost: those of them that it did not accept, as near as that, after the discard that was made.
    words: if the hand is tenpai after the best discard, the easiest words that waits complete, each with its letter;
        if it is farther away, the words that it has then; if a win was passed, the words of the win. The letter is
        "" where none is awaited.
    """

    accepts: tuple[Accept, ...]
    lost: tuple[Accept, ...]
    words: tuple[tuple[str, BlockWords], ...]

    def to_json(self) -> dict[str, Any]:
        """Returns plain values, as "why" at the head of this module."""
        words = [{"tile": tile, **block.to_json()} for tile, block in self.words]
        return {"accepts": plain(self.accepts), "lost": plain(self.lost), "words": words}


class Turn(NamedTuple):
    """A turn of the player: the hand, the open tiles, what the player did, and the possible discards, best first."""

    line: int
    turn: int
    hand: str
    drawn: str | None
    melds: tuple[str, ...]
    seen: str
    distance: int
    thrown: str | None
    riichi: bool
    tsumo: bool
    won: bool
    forced: bool
    discards: tuple[Discard, ...]
    why: Why | None = None
    score: Score | None = None

    @property
    def taken(self) -> Discard | None:
        """The discard that was made."""
        return next((discard for discard in self.discards if discard.tile == self.thrown), None)

    @property
    def best(self) -> Discard | None:
        """The best discard; None after a win."""
        return self.discards[0] if self.discards else None

    @property
    def by_chance(self) -> Discard | None:
        """The discard with the best chance; None if no discard has a chance over 0, or chances are not known."""
        best = min(self.discards, key=lambda each: (-each.chance, *by_tiles(each)), default=None)
        return best if best is not None and best.chance > 0 else None

    @property
    def by_accepts(self) -> Discard | None:
        """The discard that leaves the least distance; among equal ones, the one with the most unseen accepts."""
        return min(self.discards, key=by_tiles, default=None)

    @property
    def measured(self) -> str:
        """What decides between the discards: "chance" or "tiles"."""
        return measured(self.discards)

    @property
    def cost(self) -> float | None:
        """The chance that the player gave away (see the head of this file); None if chances are not known."""
        if self.won or self.forced:
            return 0.0
        taken = self.taken
        if taken is None or taken.cost is None:
            return None
        return 1.0 - taken.chance if self.tsumo else taken.cost

    @property
    def is_best(self) -> bool:
        """True if no choice was better."""
        return self._is_good(self.taken is not None and self.taken.best)

    @property
    def fine(self) -> bool:
        """True if the choice was fine: as good as the best one, or less than one percentage point below it."""
        return self._is_good(self.taken is not None and self.taken.fine)

    def _is_good(self, discard: bool) -> bool:
        return self.won or self.forced or (discard and not self.tsumo)

    def to_json(self) -> dict[str, Any]:
        """Returns plain values, as in "turns" at the head of this module."""
        discards = [
            {
                "tile": each.tile,
                "distance": each.distance,
                "shanten": each.shanten,
                "unseen": each.unseen,
                "accepts": "".join(accept.tile for accept in each.accepts),
                "chances": [*each.chances] or None,
                "cost": each.cost,
                "fine": each.fine,
            }
            for each in self.discards
        ]
        return {
            "line": self.line,
            "turn": self.turn,
            "hand": self.hand,
            "drawn": self.drawn,
            "melds": list(self.melds),
            "seen": self.seen,
            "distance": self.distance,
            "thrown": self.thrown,
            "riichi": self.riichi,
            "tsumo": self.tsumo,
            "won": self.won,
            "forced": self.forced,
            "best": _tile(self.best),
            "best_by_chance": _tile(self.by_chance),
            "best_by_accepts": _tile(self.by_accepts),
            "measured": self.measured,
            "cost": self.cost,
            "is_best": self.is_best,
            "fine": self.fine,
            "discards": discards,
            "why": plain(self.why),
            **_score_json(self.score),
        }


def _score_json(score: Score | None) -> dict[str, Any]:
    return {"score": score.to_json()} if score else {}


def _tile(discard: Discard | None) -> str | None:
    return discard.tile if discard else None


class Offer(NamedTuple):
    """A discard that the player could have claimed: to win, or to call the word that leaves the least distance.

    event: ron, call or kan.
    block: the word of a call or kan.
    distance, after: the distance before and after the claim.
    score: what a win that was passed is worth, by rules with scoring.
    """

    line: int
    turn: int
    event: Event
    tile: str
    source: int
    block: BlockWords | None
    taken: bool
    distance: int
    after: int
    score: Score | None = None

    def to_json(self) -> dict[str, Any]:
        """Returns plain values, as in "offers" at the head of this module."""
        return {
            "line": self.line,
            "turn": self.turn,
            "event": self.event.value,
            "tile": self.tile,
            "from": self.source,
            "letters": self.block.letters if self.block else None,
            "words": plain(self.block.words) if self.block else [],
            "taken": self.taken,
            "distance": self.distance,
            "after": self.after,
            **_score_json(self.score),
        }


@dataclass(frozen=True)
class SeatReview:
    """The review of one player's game.

    last: the report on the hand at the end; for a winner, on the complete hand.
    earliest: the earliest win; None if there was none, or `reshuffled`.
    reshuffled: True if no win was possible before the wall was reshuffled. Later wins are not looked for.
    worth: by rules with scoring, what each letter that completes `last` is worth; None by others.
    """

    seat: int
    player: str
    turns: tuple[Turn, ...]
    offers: tuple[Offer, ...]
    last: HandReport
    earliest: Earliest | None
    reshuffled: bool = False
    worth: Worths | None = None

    @property
    def choices(self) -> int:
        """The number of turns with a choice."""
        return sum(not turn.forced for turn in self.turns)

    @property
    def best_choices(self) -> int:
        """The number of turns in which the player had a choice and chose best."""
        return sum(not turn.forced and turn.is_best for turn in self.turns)

    @property
    def share(self) -> float | None:
        """The share of the choices that were best; None if there was no choice."""
        return self.best_choices / self.choices if self.choices else None

    @property
    def fine_choices(self) -> int:
        """The number of turns in which the player had a choice and made a fine one."""
        return sum(not turn.forced and turn.fine for turn in self.turns)

    @property
    def fine_share(self) -> float | None:
        """The share of the choices that were fine; None if there was no choice."""
        return self.fine_choices / self.choices if self.choices else None

    @property
    def cost(self) -> float | None:
        """The sum of the costs of all turns; None if chances are not known."""
        costs = [turn.cost for turn in self.turns]
        return None if None in costs else sum(cost for cost in costs if cost is not None)

    @property
    def mean_cost(self) -> float | None:
        """The mean cost per choice; None if there was no choice, or chances are not known."""
        return self.cost / self.choices if self.choices and self.cost is not None else None

    def to_json(self) -> dict[str, Any]:
        """Returns plain values, as in "seats" at the head of this module."""
        return {
            "seat": self.seat,
            "player": self.player,
            "turns": plain(self.turns),
            "offers": plain(self.offers),
            "last": self.last.to_json(),
            "missing": self.last.distance,
            "earliest": plain(self.earliest),
            "choices": self.choices,
            "best_choices": self.best_choices,
            "share": self.share,
            "fine_choices": self.fine_choices,
            "fine_share": self.fine_share,
            "cost": self.cost,
            "mean_cost": self.mean_cost,
            **({"reshuffled": True} if self.reshuffled else {}),
            **({} if self.worth is None else {"worth": worths_json(self.worth)}),
            "worst": [turn.line for _, turn in worst([self])],
        }


def worst(seats: Sequence[SeatReview]) -> list[tuple[int, Turn]]:
    """Returns the choices of these reviews that cost most, at most WORST of them, the worst first, each with the place
    of its review."""
    found = [(place, turn) for place, seat in enumerate(seats) for turn in seat.turns if turn.why]
    return sorted(found, key=lambda each: -(each[1].cost or 0))[:WORST]


def together(reviews: Sequence[Review]) -> list[SeatReview]:
    """Returns the reviews of one player in several games.

    Raises KanamjError if a review is not of one seat alone, and if the players differ.
    """
    for each in reviews:
        if len(each.seats) != 1:
            raise KanamjError(
                "{} has no human player; say whose play to review, for example --seat 0", each.record.path
            )
    seats = [each.seats[0] for each in reviews]
    if len(players := {seat.player for seat in seats}) > 1:
        raise KanamjError(
            "these are games of different players: {}; give games of one player", ", ".join(sorted(players))
        )
    return seats


@dataclass(frozen=True)
class Review:
    """The review of a game. The first lines of this module describe `to_json`."""

    record: Record
    draws: int
    shown: Shown
    seats: tuple[SeatReview, ...]

    @property
    def rules(self) -> Rules:
        """The rules with all words of the game, also those that were accepted when they were declared."""
        return _last(self.record, self.shown).rules

    def to_json(self) -> dict[str, Any]:
        """Returns the review as plain values."""
        return {
            "rules": self.rules.name,
            "lexicon": self.rules.lexicon.name,
            "words_then": self.record.words_then or None,
            "seed": list(self.record.seed),
            "players": list(self.record.players),
            "draws": self.draws,
            "seats": [each.to_json() for each in self.seats],
            "end": plain(self.shown.end),
            "stopped": {"line": self.shown.line, "why": self.shown.why} if self.shown.why else None,
        }


def review(record: Record, seats: Sequence[int] | None = None, draws: int = WITHIN) -> Review:
    """Returns the review of a record, up to the end of the game or the first wrong line.

    seats: the seats to review; by default the human's, or all if there is no human.
    draws: the number of own draws for the chances, 0 (no chances) to 3.

    Raises KanamjError for a seat that the game does not have, or another number of draws.

    >>> from kanamj.game.agents import parse_agents
    >>> from kanamj.game.record import record_game
    >>> from kanamj.game.rules import preset
    >>> from kanamj.lexicon import load_lexicon
    >>> rules = preset("basic,players=2", load_lexicon())
    >>> agents = [spec.seated(rules, (1,), seat) for seat, spec in enumerate(parse_agents("greedy@0.5", 2))]
    >>> told = review(record_game(rules, (1,), agents, ["human", "bot"]), draws=0)
    >>> [each.seat for each in told.seats], told.seats[0].choices == len(told.seats[0].turns)
    ([0], True)
    """
    return to_end(_review(record, seats, draws))


def _review(record: Record, seats: Sequence[int] | None, draws: int) -> LongWork[Review]:
    if not 0 <= draws <= MOST_DRAWS:
        raise KanamjError("draws is {}; give 0 (no chances) to {}", draws, MOST_DRAWS)
    players = range(record.rules.players)
    if seats is None:
        human = [seat for seat in players if record.players[seat] == HUMAN]
        seats = human or list(players)
    for seat in seats:
        if seat not in players:
            raise KanamjError("{} is not a seat; give a number from 0 to {}", seat, players[-1])
    shown = show(record)
    reviews = []
    for seat in seats:
        reviews.append((yield from _seat_review(record, shown, seat, draws)))
    return Review(record, draws, shown, tuple(reviews))


def answer(
    record: str, *, seat: int | None = None, draws: int = WITHIN, lexicon: str = "", words: Words = list_named
) -> LongWork[dict[str, Any]]:
    """Returns `Review.to_json` for the text of a record, as the page asks for it. The generator pauses after each
    turn.

    seat: None reviews as `review` does.
    words: see `Words`; it is called with `lexicon` or the name of the list in the record.

    Raises KanamjError for a text that is not a record, and for a seat that the game does not have.
    """
    played = parse_record(record, lambda name: words(lexicon or name))
    if not played.rules.hands.quick:
        raise KanamjError(
            "the page cannot review a game of {}, only of forms of 2s and 3s with at most 14 tiles; use kanamj review",
            ", ".join(form.name for form in played.rules.forms),
        )
    found = yield from _review(played, None if seat is None else [seat], draws)
    return found.to_json()


def _seat_review(record: Record, shown: Shown, seat: int, draws: int) -> LongWork[SeatReview]:
    turns, offers = [], []
    for step in shown.steps:
        rules = step.before.rules
        event, player = step.action.event, step.action.player
        if player == seat and event in (Event.DISCARD, Event.RIICHI, Event.TSUMO):
            turns.append(_turn(rules, step, draws))
            yield
        elif player == seat and step.before.phase == Phase.CALL_WINDOW:
            offers += _offers(rules, step)
    last = _last(record, shown)
    earliest = earliest_win(last.rules, shown.steps, seat)
    reshuffled = earliest is None and last.reshuffles > 0
    hand, worth = _last_hand(record, shown, seat), None
    if last.rules.scored and hand.distance == 1:
        how = how_won(last, seat, Event.TSUMO)
        melds = [last.rules.tiles.format(block) for block in last.players[seat].blocks]
        worth = dict(
            worths(last.rules.hands.scorer, hand, melds, how=replace(how, ippatsu=False, declare=()))
        )
    return SeatReview(
        seat, record.players[seat], tuple(turns), tuple(offers), hand, earliest, reshuffled, worth
    )


def _turn(rules: Rules, step: Replayed, draws: int) -> Turn:
    seen = view(step.before, step.action.player)
    me, event = seen.me, step.action.event
    legal = legal_actions(step.before, seen.player)
    won, tsumo = event == Event.TSUMO, legal[0].event == Event.TSUMO
    forced = not tsumo and len({action.tile for action in legal}) == 1
    discards: tuple[Discard, ...] = ()
    if not won:
        discards = _discards(rules, seen, 0 if forced else draws)
    distance = 0 if tsumo else min((discard.distance for discard in discards), default=0)
    tiles, thrown = rules.tiles, step.action.tile
    turn = Turn(
        step.line,
        me.turns,
        tiles.format(me.hand),
        None if seen.drawn is None else tiles.kinds[seen.drawn],
        tuple(tiles.format(block) for block in me.blocks),
        tiles.format(open_tiles(seen)),
        distance,
        None if thrown is None else tiles.kinds[thrown],
        event == Event.RIICHI,
        tsumo,
        won,
        forced,
        discards,
    )
    if turn.fine:
        return turn
    return turn._replace(why=_why(rules, turn), score=_passed(step.before, seen.player) if tsumo else None)


def _passed(state: State, player: int) -> Score | None:
    """What a win that the player passes is worth, as it is shown unasked; None by rules without scoring."""
    score = win_of(state, player).score
    return score.as_shown(state.rules.lexicon) if score else None


def _why(rules: Rules, turn: Turn) -> Why:
    best, taken, hands = turn.best, turn.taken, rules.hands
    assert best is not None
    assert taken is not None
    if turn.tsumo:
        win = hands.engine.analyze(turn.hand, turn.melds, limit=1).arrangements[0]
        return Why((), (), tuple(("", block) for block in win))
    accepts = tuple(accept for accept in best.accepts if accept.unseen)
    kept = {accept.kind for accept in taken.accepts} if taken.distance <= best.distance else set()
    report = hands.engine.analyze(turn.hand.replace(best.tile, "", 1), turn.melds, limit=1)
    words = [("", piece.spelled) for piece in report.nearest if piece.spelled]
    if report.waits:
        left = {accept.kind for accept in accepts}
        waits = [wait for wait in report.waits if wait.kind in left]
        made = {block: wait.tile for wait in waits for block in wait.completes if block.words}
        ease = {block: rules.lexicon.ease(key_of(block.letters)) for block in made}
        easiest = sorted(made, key=lambda block: (ease[block] < 0, ease[block], block.letters))
        words = [(made[block], block) for block in easiest[:WORDS_TOLD]]
    return Why(accepts, tuple(each for each in accepts if each.kind not in kept), tuple(words))


def _discards(rules: Rules, seen: View, draws: int) -> tuple[Discard, ...]:
    """The discards of the player on turn, best first."""
    me, unseen, kinds = seen.me, seen.unseen(), rules.tiles.kinds
    chances = _chances(rules, seen, draws) if draws else {}
    found = []
    for kind, (distance, accepted) in rules.hands.every_discard(me.hand, me.blocks).items():
        accepts = accepts_of(rules.tiles, (each for each in bits(accepted) if unseen[each]), unseen)
        tiles = sum(accept.unseen for accept in accepts)
        found.append(Discard(kind, kinds[kind], distance, accepts, tiles, chances.get(kind, ())))
    return weighed(found, sum(unseen))


def _chances(rules: Rules, seen: View, draws: int) -> dict[int, tuple[float, ...]]:
    """Kind discarded -> the chances to win within 1, 2, … draws; {} if the forms are not quick to judge."""
    me, tiles = seen.me, rules.tiles
    if not rules.hands.quick:
        return {}
    engine = rules.hands.engine
    melds = [tiles.format(block) for block in me.blocks]
    hand, seen_tiles = tiles.format(me.hand), tiles.format(open_tiles(seen, own=False))
    counted = engine.chances(hand, draws, melds, seen_tiles, throw=True)
    return {
        discard.kind: tuple(float(chance) for chance in counted.after(discard.kind))
        for discard in counted.discards
    }


def _offers(rules: Rules, step: Replayed) -> list[Offer]:
    """What the review tells about one discard that could be claimed: a possible win, the call that lowers the distance
    most, and the call that was made."""
    state, player, hands = step.before, step.action.player, rules.hands
    me, last = state.players[player], state.last
    assert last is not None
    distance, accepts = hands.outlook(me.hand, me.blocks)
    found = []
    calls: list[tuple[int, Action]] = []
    for action in legal_actions(state, player):
        if action.event == Event.RON:
            found.append((0, action))
        elif action.event == Event.KAN or (
            action.event == Event.CALL and (accepts >> last.tile & 1 or action == step.action)
        ):
            calls.append((hands.distance_after_call(me.hand, me.blocks, last.tile, action.block), action))
    best = min(calls, key=lambda call: (call[0], call[1] != step.action), default=None)
    if best is not None and (best[0] < distance or best[1] == step.action):
        found.append(best)
    found += [call for call in calls if call[1] == step.action and call != best]
    tile, spell = rules.tiles.kinds[last.tile], hands.blocks.spell
    offers = []
    for after, action in found:
        block = spell(action.block) if action.block else None
        taken = action == step.action
        passed = None if taken or action.event != Event.RON else _passed(state, player)
        offers.append(
            Offer(step.line, me.turns, action.event, tile, last.player, block, taken, distance, after, passed)
        )
    return offers


def _last(record: Record, shown: Shown) -> State:
    return shown.steps[-1].after if shown.steps else record.start


def _last_hand(record: Record, shown: Shown, seat: int) -> HandReport:
    """The report on the hand at the end; a winner's hand includes the winning tile."""
    state = _last(record, shown)
    rules = state.rules
    me = state.players[seat]
    hand = me.hand
    for win in state.end.wins if state.end else ():
        if win.player == seat and win.source is not None:
            hand = tuple(sorted((*hand, win.tile)))
    engine = rules.hands.engine
    melds = [rules.tiles.format(block) for block in me.blocks]
    return engine.analyze(rules.tiles.format(hand), melds, limit=1)
