"""Show the table as text, as wide as the terminal, and let a person play at the keyboard."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from string import ascii_lowercase

from rich.cells import cell_len

from kanamj.engine.blocks import BlockWords
from kanamj.engine.hand import UNREACHABLE, bits
from kanamj.engine.report import shanten_name
from kanamj.errors import TileError
from kanamj.game.agents import Greedy
from kanamj.game.hands import less
from kanamj.game.record import HUMAN
from kanamj.game.states import WINS, Action, End, Event, Phase, State, View
from kanamj.language import current, tr
from kanamj.lexicon.entry import word_text
from kanamj.safe_text import shown
from kanamj.tiles import Kinds

WIDTH = 80
"""The default width of the output, in columns."""
NARROWEST = 40
HINTS = 3
TILE_KEYS = "abcdefgijklmnuvwxyz"
"""The keys of the tiles in a hand. Every Latin letter alone is a key: it never means the tile that it is in romaji."""
KEYS = {Event.TSUMO: "t", Event.RON: "o", Event.PASS: "p"}


class Quit(Exception):  # noqa: N818  (not an error)
    """The player at the keyboard wants to stop."""


def folded(typed: str) -> str:
    """What was typed, with no blanks around it, in half width and lower case: keys are compared with this.

    >>> folded(" ＲＡ"), folded("？")
    ('ra', '?')
    """
    return unicodedata.normalize("NFKC", typed).strip().lower()


def wrapped(first: str, parts: Sequence[str], indent: int = 4, columns: int = WIDTH) -> list[str]:
    """Lines with `first` and then the parts, joined by spaces. A line is wider than `columns` only if a part is too
    wide and cannot be split at a blank.

    indent: the number of blanks at the beginning of the second and later lines.

    >>> wrapped("hand", ["さかな"] * 12)[1]
    '    さかな さかな'
    """
    lines, line = [], first
    for whole in parts:
        for part in [whole] if cell_len(whole) <= columns - indent else whole.split(" "):
            if cell_len(line) + 1 + cell_len(part) > columns:
                lines.append(line)
                line = " " * (indent - 1)
            line += part if line.endswith("、") else f" {part}"
    return [*lines, line]


def spelled(block: BlockWords) -> str:
    """A block as its easiest word: the reading, then the spelling. Its tiles if it has no word to show."""
    return shown(word_text(block.words[0], block.letters) if block.words else block.letters)


def shanten_text(distance: int) -> str:
    """The name of a distance; in English texts, with its number.

    >>> shanten_text(1), shanten_text(3), shanten_text(99)
    ('聴牌 tenpai', '二向聴 shanten 2', '和了形なし out of reach')
    """
    japanese, romaji = shanten_name(distance - 1)
    if current() == "ja":
        return japanese
    names = {0: "complete", 1: "tenpai", UNREACHABLE: romaji}
    return f"{japanese} {names.get(distance, f'shanten {distance - 1}')}"


def player_name(agent: str) -> str:
    """A player by the text of the agent; the human by the word for you, where people read it in Japanese."""
    return tr(agent) if agent == HUMAN else agent


def move_text(before: State, action: Action, names: Sequence[str]) -> str:
    """A move that everybody sees (not a draw), as a sentence."""
    event, player, tile, block = action
    who = names[player]
    if block:
        word = spelled(before.rules.hands.blocks.spell(block))
        return tr("{who} asks for {word} ({event})", who=who, word=word, event=tr(event.value))
    if tile is None:
        return tr("{who} says {event}", who=who, event=tr(event.value))
    return _discard_text(who, before.rules.tiles.kinds[tile], event)


def _discard_text(who: str, tile: str, event: Event = Event.DISCARD) -> str:
    if event == Event.RIICHI:
        return tr("{who} discards {tile} and declares riichi", who=who, tile=tile)
    return tr("{who} discards {tile}", who=who, tile=tile)


def end_text(
    end: End, tiles_text: Callable[[Sequence[int]], str], names: Sequence[str], columns: int = WIDTH
) -> list[str]:
    """The lines that say how a game ended."""
    if not end.wins:
        return [tr("The wall is empty; nobody wins.")]
    lines = []
    for win in end.wins:
        who, tile = names[win.player], tiles_text([win.tile])
        how = tr("{who} wins by tsumo on {tile}:", who=who, tile=tile)
        if win.source is not None:
            source = names[win.source]
            how = tr("{who} wins by ron from {source} on {tile}:", who=who, source=source, tile=tile)
        lines += wrapped(how, [f"[{spelled(block)}]" for block in win.arrangement], columns=columns)
    return lines


def seat_lines(seen: View, names: Sequence[str], columns: int = WIDTH) -> list[str]:
    """The lines of the other players: number of tiles, called words, discards."""
    lines = []
    for i in range(1, seen.rules.players):
        player = (seen.player + i) % seen.rules.players
        seat = seen.seats[player]
        held = "{who}: {tiles} tiles, riichi; discards" if seat.riichi else "{who}: {tiles} tiles; discards"
        held = tr(held, who=names[player], tiles=seat.hand)
        lines += wrapped(f"  {held}", _discards(seen, player), columns=columns)
        if seat.melds:
            lines += wrapped(f"    {tr('called:')}", _melds(seen, player), 8, columns)
    return lines


def _discards(seen: View, player: int) -> list[str]:
    return [seen.rules.tiles.kinds[tile] for tile in seen.seats[player].discards] or [tr("none")]


def _melds(seen: View, player: int) -> list[str]:
    spell = seen.rules.hands.blocks.spell
    return [f"[{spelled(spell(meld.block))}]" for meld in seen.seats[player].melds]


class Layout:
    """The player's hand as it is shown, with a key for each tile. The tile that was just drawn comes last.

    words: True for the groups of the arrangement that lacks the fewest tiles, and its complete words. If False, the
    tiles are in the player's own order (own: its kinds), and the others after them in the order あいうえお.
    """

    def __init__(
        self, seen: View, columns: int = WIDTH, words: bool = False, own: Sequence[int] = ()
    ) -> None:
        me, tiles = seen.me, seen.rules.tiles
        self.columns = columns
        report = seen.rules.hands.engine.analyze(me.hand, me.blocks, limit=1)
        self.distance = report.distance
        self.words: list[BlockWords] = []
        self.groups, self.spare = _without_drawn([], _in_order(me.hand, own), seen.drawn)
        if words:
            groups = [piece.tiles for piece in report.nearest if piece.tiles]
            self.words = [piece.spelled for piece in report.nearest if piece.spelled]
            if report.arrangements:
                self.words = list(report.arrangements[0])
                groups = [block.letters for block in self.words]
            spare = tiles.parse(report.spare) if groups else me.hand
            self.groups, self.spare = _without_drawn(list(map(tiles.parse, groups)), spare, seen.drawn)
        self.drawn = seen.drawn
        tiles_shown = [kind for group in (*self.groups, self.spare) for kind in group]
        tiles_shown += [] if seen.drawn is None else [seen.drawn]
        assert sorted(tiles_shown) == list(me.hand), "the layout holds the tiles of the hand"
        self.kind_of_key = dict(zip(TILE_KEYS, tiles_shown, strict=False))
        self._faces = tiles.kinds

    def lines(self) -> list[str]:
        """The lines of the hand with its keys, groups in brackets and the drawn tile last. Then come the lines of the
        complete words, which may contain the drawn tile."""
        keys = iter(self.kind_of_key.items())

        def named(group: Kinds) -> str:
            return " ".join(f"{key}{self._faces[kind]}" for key, kind in (next(keys) for _ in group))

        parts = [f"[{named(group)}]" for group in self.groups]
        parts += [named((kind,)) for kind in self.spare]
        if self.drawn is not None:
            parts += ["|", f"{tr('drew')} {named((self.drawn,))}"]
        words = [f"[{spelled(word)}]" for word in self.words]
        hand = wrapped(f"  {tr('hand:')}", parts, columns=self.columns)
        return hand + (wrapped(f"  {tr('words:')}", words, columns=self.columns) if words else [])


def _in_order(hand: Kinds, own: Sequence[int]) -> Kinds:
    """The tiles of a hand: first those of the player's own order, then the others in the order of the kinds."""
    left, first = list(hand), []
    for kind in own:
        if kind in left:
            left.remove(kind)
            first.append(kind)
    return (*first, *left)


def _without_drawn(groups: list[Kinds], spare: Kinds, drawn: int | None) -> tuple[tuple[Kinds, ...], Kinds]:
    """The groups and the spare tiles without the tile just drawn."""
    if drawn is None:
        return tuple(groups), spare
    if drawn in spare:
        return tuple(groups), less(spare, drawn)
    left = list(groups)
    for place in reversed(range(len(left))):
        if drawn in left[place]:
            left[place] = less(left[place], drawn)
            break
    return tuple(group for group in left if group), spare


class Human:
    """The player at the keyboard, who sees the table and types a key.

    ask: shows a prompt and returns the typed line; EOFError (Ctrl-D) means `q`. tell: prints a line. names: the names
    of the players, by seat. hints, words: whether hints, and the words in the hand, are shown at every choice. columns:
    the width of the terminal. regrets: after a choice, before the others move: True if the player takes it back.
    """

    def __init__(
        self,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        names: Sequence[str],
        hints: bool = False,
        columns: int = WIDTH,
        words: bool = False,
        regrets: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._ask = ask
        self._tell = tell
        self._regrets = regrets
        self.names = names
        self.hints = hints
        self.words = words
        self.columns = max(NARROWEST, columns)
        self.own: list[int] = []
        """The player's own order of the hand."""
        self.happened: list[str] = []
        """What the others did since the player's last turn."""

    def saw(self, before: State, action: Action, seat: int, told: bool = True) -> None:
        """Remember a move of another player. A discard of the player, who sits at `seat`, begins a new turn.

        told: False for a move of a game that is played again: nothing is printed.
        """
        if action.player != seat and action.event not in (Event.DRAW, Event.PASS):
            self.happened.append(move_text(before, action, self.names))
        elif action.player == seat and action.event in (Event.DISCARD, Event.RIICHI, *WINS):
            if told and action.event == Event.DISCARD and before.players[seat].riichi:  # nobody was asked
                self.tell_happened()
                assert action.tile is not None
                tile = before.rules.tiles.kinds[action.tile]
                self._tell("  " + tr("riichi: you draw and discard {tile}", tile=tile))
            self.happened.clear()

    def tell_happened(self) -> None:
        """Print what the others did since the player's last turn."""
        if self.happened:
            self._tell_all(self._wrapped(f"  {tr('since your turn:')}", _listed(self.happened)))

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        """The action that the player types. Raises Quit if the player types `q`, or if the input ends."""
        words = self.words
        layout = Layout(seen, self.columns, words, self.own)
        self._show(seen, layout)
        hint = self._hints(seen, legal)
        if self.hints:
            self._tell_all(hint)
        choices = dict(_choices(legal))
        self._tell_all(self._menu(seen, choices, legal))
        while True:
            typed = self._typed("> ")
            # An input method turns o into お; ron and discards are never legal together.
            action = choices.get("o" if typed == "お" else typed) or _discard_typed(
                seen, layout, legal, typed
            )
            if typed in ("q", "quit"):
                raise Quit
            if typed == "?":
                self._tell_all(hint)
            elif action is not None:
                if self._meant(seen, action, legal):
                    return action
            elif typed in ("h", "s") or len(order := _tiles_typed(seen, typed)) > 1:
                words = typed == "h" and not words
                if typed != "h":
                    self.own = [] if typed == "s" else [*order, *self.own]
                layout = Layout(seen, self.columns, words, self.own)
                self._tell_all(layout.lines())
            else:
                not_a_key = "{typed} is not one of the keys above; ? gives hints, q quits."
                self._tell(tr(not_a_key, typed=repr(typed)))

    def _typed(self, prompt: str) -> str:
        try:
            return folded(self._ask(prompt))
        except EOFError:
            raise Quit from None

    def _meant(self, seen: View, action: Action, legal: tuple[Action, ...]) -> bool:
        """True if the player means the action: it throws no win away, or the player says yes to that; and the player
        does not take it back."""
        if action.event in WINS:
            return True
        if legal[0].event in WINS:
            question = tr("You can win now. Throw the win away? y = yes, anything else = no: ")
            return self._typed(question) in ("y", "yes", "はい")
        tile = None if action.tile is None else seen.rules.tiles.kinds[action.tile]
        done = [] if tile is None else [tr("discard {tile}", tile=tile)]
        done += [] if action.event == Event.DISCARD else [tr(action.event.value)]
        return not self._regrets(tr("{done}: u = take it back, any other key = go on", done=" ".join(done)))

    def _tell_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._tell(line)

    def _wrapped(self, first: str, parts: Sequence[str], indent: int = 4) -> list[str]:
        return wrapped(first, parts, indent, self.columns)

    def _show(self, seen: View, layout: Layout) -> None:
        me = seen.seats[seen.player]
        title = f"-- {tr('turn {turn}, {wall} tiles in the wall', turn=max(me.turns, 1), wall=seen.wall)} "
        self._tell("")
        self._tell(title + "-" * max(0, min(self.columns, WIDTH) - 8 - cell_len(title)))
        self.tell_happened()
        self._tell_all(seat_lines(seen, self.names, self.columns))
        self._tell_all(self._wrapped(f"  {tr('you: discards')}", _discards(seen, seen.player)))
        if me.melds:
            self._tell_all(self._wrapped(f"  {tr('called:')}", _melds(seen, seen.player)))
        self._tell_all(layout.lines())
        notes = [shanten_text(layout.distance)]
        notes += [tr("riichi")] if me.riichi else []
        notes += [tr("ron is barred: you let a winning tile pass")] if seen.me.missed else []
        first, *more = _listed(notes)
        self._tell_all(self._wrapped(f"  {first}", more))
        if layout.distance == 1:
            self._tell_all(self._waits(seen))
        if seen.last is not None:
            tile = seen.rules.tiles.kinds[seen.last.tile]
            self._tell(f"  {_discard_text(self.names[seen.last.player], tile)}")

    def _waits(self, seen: View) -> list[str]:
        """The lines of the waits, with the number of unseen tiles of each. After a draw: the waits before the draw."""
        me, face, unseen = seen.me, seen.rules.tiles.kinds, seen.unseen()
        hand = me.hand if seen.drawn is None else less(me.hand, seen.drawn)
        if len(hand) != seen.rules.hands.tiles_left(me.blocks) - 1:
            return []  # after a call a tile must be discarded first
        held = Counter((*hand, *(kind for block in me.blocks for kind in block)))
        copies = seen.rules.tiles.copies  # a hand that has every copy of a letter does not wait for it
        kinds = [kind for kind in bits(seen.rules.hands.waits(hand, me.blocks)) if held[kind] < copies[kind]]
        if not kinds:
            return []
        there = [f"{face[kind]}×{unseen[kind]}" for kind in kinds if unseen[kind]]
        return self._wrapped(f"  {tr('waits:')}", there or [tr("none of them is left")])

    def _hints(self, seen: View, legal: tuple[Action, ...]) -> list[str]:
        if legal[0].event in WINS:
            return [f"  {tr('hint: you can win')}"]
        if seen.phase == Phase.CALL_WINDOW:
            advised = Greedy(seen.rules.hands, calls=True).choose(seen, legal)
            if advised.event not in (Event.CALL, Event.KAN):
                return [f"  {tr('hint: no call brings you nearer')}"]
            word = spelled(seen.rules.hands.blocks.spell(advised.block))
            return ["  " + tr("hint: calling {word} brings you nearer", word=word)]
        return [] if seen.me.riichi else self._discard_hints(seen)

    def _discard_hints(self, seen: View) -> list[str]:
        """The lines of the best discards: the shanten after each, the letters that lower it, and their unseen tiles."""
        me, face, unseen = seen.me, seen.rules.tiles.kinds, seen.unseen()
        rows = []
        for kind, (distance, accepts) in seen.rules.hands.discards(me.hand, me.blocks).items():
            letters = [k for k in bits(accepts) if unseen[k]]
            rows.append((distance, -sum(unseen[k] for k in letters), kind, letters))
        lines = []
        for distance, tiles, kind, letters in sorted(rows)[:HINTS]:
            of = {"tile": face[kind], "shanten": shanten_text(distance), "unseen": -tiles}
            first = tr("hint: without {tile} {shanten}, unseen {unseen}:", **of)
            listed = self._wrapped(f"  {first}", [face[k] for k in letters])
            lines += listed if len(listed) <= 2 else [listed[0], listed[1][: self.columns // 2 - 4] + " .."]
        return lines

    def _menu(self, seen: View, choices: dict[str, Action], legal: tuple[Action, ...]) -> list[str]:
        """The lines of the keys that can be typed now. A call is shown with the shanten before and after it."""
        parts = []
        for key, action in choices.items():
            does = tr(action.event.value)
            if action.block:
                word = spelled(seen.rules.hands.blocks.spell(action.block))
                does = f"{does} {word} {self._worth(seen, action)}"
            parts.append(f"{key} = {does}")
        discards = [action for action in legal if action.event == Event.DISCARD]
        if seen.me.riichi and seen.drawn is not None:
            parts.append(tr("{tile} = discard it", tile=seen.rules.tiles.kinds[seen.drawn]))
        elif discards:
            parts.append(tr("a letter or kana = discard it"))
        if any(action.event == Event.RIICHI for action in legal):
            parts.append(tr("r + letter = riichi"))
        parts += [tr("? = hints"), tr("h = words"), tr("some kana = put them first, s = sort")]
        return self._wrapped(f"  {tr('keys:')}", _listed([*parts, tr("q = quit")]))

    def _worth(self, seen: View, action: Action) -> str:
        """The names of the shanten before a call, and of the shanten after the call and the best discard."""
        me, hands, last = seen.me, seen.rules.hands, seen.last
        assert last is not None
        after = hands.distance_after_call(me.hand, me.blocks, last.tile, action.block)
        before = hands.outlook(me.hand, me.blocks).distance
        return f"({shanten_text(before)} → {shanten_text(after)})"


def _listed(parts: Sequence[str]) -> list[str]:
    """The parts, each but the last with a comma."""
    return [*(part + tr(", ").rstrip() for part in parts[:-1]), *parts[-1:]]


def _choices(legal: tuple[Action, ...]) -> list[tuple[str, Action]]:
    """(key, action) for each action that is not a discard."""
    choices = [(KEYS[action.event], action) for action in legal if action.event in KEYS]
    calls = [action for action in legal if action.event in (Event.CALL, Event.KAN)]
    return choices + [(str(number), action) for number, action in enumerate(calls, 1)]


def _discard_typed(seen: View, layout: Layout, legal: tuple[Action, ...], typed: str) -> Action | None:
    """The discard or riichi that the player typed (folded), as a key, in kana, or in romaji of two letters or more;
    None if it is not legal."""
    event = Event.DISCARD
    if typed.startswith("r") and len(typed) > 1:
        event, typed = Event.RIICHI, typed[1:].strip()
    if len(typed) == 1 and typed in ascii_lowercase:
        if typed not in layout.kind_of_key:
            return None
        kind = layout.kind_of_key[typed]
    else:
        kinds = _tiles_typed(seen, typed)
        if len(kinds) != 1:
            return None
        kind = kinds[0]
    action = Action(event, seen.player, kind)
    return action if action in legal else None


def _tiles_typed(seen: View, typed: str) -> Kinds:
    """The tiles of the hand that the player typed (folded), in kana or in romaji; () if they are not in the hand."""
    try:
        kinds = seen.rules.tiles.parse(typed) if len(typed) > 1 or typed not in ascii_lowercase else ()
    except TileError:
        return ()
    return kinds if not Counter(kinds) - Counter(seen.me.hand) else ()
