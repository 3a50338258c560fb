"""Show the table as text, as wide as the terminal, and let a person play at the keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from string import ascii_lowercase

from rich.cells import cell_len

from kanamj.engine.blocks import BlockWords
from kanamj.engine.hand import bits
from kanamj.errors import TileError
from kanamj.game.agents import Greedy
from kanamj.game.hands import less
from kanamj.game.states import Action, End, Event, Phase, State, View
from kanamj.game.texts import Language
from kanamj.lexicon.entry import word_text
from kanamj.safe_text import shown
from kanamj.tiles import Kinds

WIDTH = 80
"""The default width of the output, in columns."""
NARROWEST = 40
HINTS = 3
TILE_KEYS = "abcdefghijklmnuvwxyz"
"""The keys of the tiles in a hand. Every Latin letter alone is a key: it never means the tile that it is in romaji."""
KEYS = {Event.TSUMO: "t", Event.RON: "o", Event.PASS: "p"}
_ENGLISH = Language("en")


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
            line += f" {part}"
    return [*lines, line]


def spelled(block: BlockWords) -> str:
    """A block as its easiest word: the reading, then the spelling. Its tiles if it has no word to show."""
    return shown(word_text(block.words[0], block.letters) if block.words else block.letters)


def move_text(
    before: State, action: Action, names: Sequence[str], viewer: int | None = None, say: Language = _ENGLISH
) -> str:
    """A move as a sentence, without tiles that the viewer cannot see. viewer: a seat, or None to see all tiles."""
    event, player, tile, block = action
    face, who = before.rules.tiles.kinds, names[player]
    if event == Event.DRAW:
        hidden = viewer is not None and viewer != player
        return say("draws", who=who, tile="" if hidden else f" {face[before.wall[0]]}")
    if event in (Event.CALL, Event.KAN):
        word = spelled(before.rules.hands.blocks.spell(block))
        return say("asks", who=who, word=word, event=say.event(event))
    if tile is not None:
        return say("riichi" if event == Event.RIICHI else "discards", who=who, tile=face[tile])
    return say("passes" if event == Event.PASS else "says", who=who, event=say.event(event))


def end_text(
    end: End,
    tiles_text: Callable[[Sequence[int]], str],
    names: Sequence[str],
    say: Language = _ENGLISH,
    columns: int = WIDTH,
) -> list[str]:
    """The lines that say how a game ended."""
    if not end.wins:
        return [say("nobody")]
    lines = []
    for win in end.wins:
        who, tile = names[win.player], tiles_text([win.tile])
        source = None if win.source is None else names[win.source]
        how = say("tsumo" if source is None else "ron", who=who, tile=tile, source=source)
        lines += wrapped(how, [f"[{spelled(block)}]" for block in win.arrangement], columns=columns)
    return lines


def seat_lines(seen: View, names: Sequence[str], say: Language = _ENGLISH, columns: int = WIDTH) -> list[str]:
    """The lines of the other players: number of tiles, called words, discards."""
    face = seen.rules.tiles.kinds
    lines = []
    for i in range(1, seen.rules.players):
        player = (seen.player + i) % seen.rules.players
        seat = seen.seats[player]
        melds = [f"[{spelled(seen.rules.hands.blocks.spell(meld.block))}]" for meld in seat.melds]
        riichi = say("is_riichi") if seat.riichi else ""
        discards = [face[tile] for tile in seat.discards] or [say("none")]
        held = say("seat", who=names[player], tiles=seat.hand, riichi=riichi)
        lines += wrapped(f"  {held}", discards, columns=columns)
        if melds:
            lines += wrapped(f"    {say('called')}", melds, 8, columns)
    return lines


class Layout:
    """The player's hand as it is shown: in the groups of the arrangement that lacks the fewest tiles. Each tile has a
    key to type. The tile that was just drawn comes last."""

    def __init__(self, seen: View, say: Language = _ENGLISH, columns: int = WIDTH) -> None:
        me, tiles = seen.me, seen.rules.tiles
        self.say, self.columns = say, columns
        report = seen.rules.hands.engine.analyze(me.hand, me.blocks, limit=1)
        self.distance = report.distance
        groups = [piece.tiles for piece in report.nearest if piece.tiles]
        self.words = [piece.spelled for piece in report.nearest if piece.spelled]
        if report.arrangements:
            self.words = list(report.arrangements[0])
            groups = [block.letters for block in self.words]
        spare = tiles.parse(report.spare) if groups else me.hand
        parsed = [tiles.parse(group) for group in groups]
        self.groups, self.spare = _without_drawn(parsed, spare, seen.drawn)
        self.drawn = seen.drawn
        tiles_shown = [kind for group in (*self.groups, self.spare) for kind in group]
        tiles_shown += [] if seen.drawn is None else [seen.drawn]
        assert sorted(tiles_shown) == list(me.hand), "the arrangement holds the tiles of the hand"
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
            parts += ["|", f"{self.say('drawn')} {named((self.drawn,))}"]
        words = [f"[{spelled(word)}]" for word in self.words]
        hand = wrapped(f"  {self.say('hand')}", parts, columns=self.columns)
        return hand + (wrapped(f"  {self.say('words')}", words, columns=self.columns) if words else [])


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
    of the players, by seat. hints: whether hints are shown at every choice. say: the language. columns: the width of
    the terminal.
    """

    def __init__(
        self,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        names: Sequence[str],
        hints: bool = False,
        say: Language = _ENGLISH,
        columns: int = WIDTH,
    ) -> None:
        self._ask = ask
        self._tell = tell
        self.names = names
        self.hints = hints
        self.say = say
        self.columns = max(NARROWEST, columns)

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        """The action that the player types. Raises Quit if the player types `q`, or if the input ends."""
        layout = Layout(seen, self.say, self.columns)
        self._show(seen, layout)
        hint = self._hints(seen, legal)
        if self.hints:
            self._tell_all(hint)
        choices = dict(_choices(legal))
        self._tell_all(self._menu(seen, choices, legal))
        while True:
            typed = self._typed("> ")
            if typed in ("q", "quit"):
                raise Quit
            if typed == "?":
                self._tell_all(hint)
                continue
            action = choices.get(typed) or _discard_typed(seen, layout, legal, typed)
            if action is None:
                self._tell(self.say("no_key", typed=repr(typed)))
            elif self._meant(action, legal):
                return action

    def _typed(self, prompt: str) -> str:
        try:
            return folded(self._ask(prompt))
        except EOFError:
            raise Quit from None

    def _meant(self, action: Action, legal: tuple[Action, ...]) -> bool:
        """True if the action throws no win away. If it does, the player is asked; then True if the player says yes."""
        wins = (Event.TSUMO, Event.RON)
        if legal[0].event not in wins or action.event in wins:
            return True
        return self._typed(self.say("throw_away")) in ("y", "yes", "はい")

    def _tell_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._tell(line)

    def _wrapped(self, first: str, parts: Sequence[str], indent: int = 4) -> list[str]:
        return wrapped(first, parts, indent, self.columns)

    def _show(self, seen: View, layout: Layout) -> None:
        me, say = seen.seats[seen.player], self.say
        title = f"-- {say('turn', turn=max(me.turns, 1), wall=seen.wall)} "
        self._tell("")
        self._tell(title + "-" * max(0, min(self.columns, WIDTH) - 8 - cell_len(title)))
        self._tell_all(seat_lines(seen, self.names, say, self.columns))
        face = seen.rules.tiles.kinds
        discards = [face[tile] for tile in me.discards] or [say("none")]
        self._tell_all(self._wrapped(f"  {say('own')}", discards))
        if me.melds:
            words = [f"[{spelled(seen.rules.hands.blocks.spell(meld.block))}]" for meld in me.melds]
            self._tell_all(self._wrapped(f"  {say('called')}", words))
        self._tell_all(layout.lines())
        notes = [say.shanten(layout.distance)]
        notes += [say("is_riichi").strip()] if me.riichi else []
        notes += [say("barred")] if seen.me.missed else []
        first, *more = ", ".join(notes).split(" ")
        self._tell_all(self._wrapped(f"  {first}", more))
        self._tell_all(self._waits(seen))
        if seen.last is not None:
            discarded = say("discards", who=self.names[seen.last.player], tile=face[seen.last.tile])
            self._tell(f"  {discarded}")

    def _waits(self, seen: View) -> list[str]:
        """The lines of the waits, with the number of unseen tiles of each. After a draw: the waits before the draw."""
        me, face, unseen = seen.me, seen.rules.tiles.kinds, seen.unseen()
        hand = me.hand if seen.drawn is None else less(me.hand, seen.drawn)
        if len(hand) != seen.rules.hands.tiles_left(me.blocks) - 1:
            return []  # after a call a tile must be discarded first
        kinds = bits(seen.rules.hands.waits(hand, me.blocks))
        if not kinds:
            return []
        there = [f"{face[kind]}×{unseen[kind]}" for kind in kinds if unseen[kind]]
        return self._wrapped(f"  {self.say('waits')}", there or [self.say("no_tile")])

    def _hints(self, seen: View, legal: tuple[Action, ...]) -> list[str]:
        say = self.say
        if legal[0].event in (Event.TSUMO, Event.RON):
            return [f"  {say('hint_win')}"]
        if seen.phase == Phase.CALL_WINDOW:
            advised = Greedy(seen.rules.hands, calls=True).choose(seen, legal)
            if advised.event not in (Event.CALL, Event.KAN):
                return [f"  {say('hint_no_call')}"]
            return [f"  {say('hint_call', word=seen.rules.tiles.format(advised.block))}"]
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
            shanten = self.say.shanten(distance)
            first = "  " + self.say("hint_discard", tile=face[kind], shanten=shanten, unseen=-tiles)
            listed = self._wrapped(first, [face[k] for k in letters])
            lines += listed if len(listed) <= 2 else [listed[0], listed[1][: self.columns // 2 - 4] + " .."]
        return lines

    def _menu(self, seen: View, choices: dict[str, Action], legal: tuple[Action, ...]) -> list[str]:
        """The lines of the keys that can be typed now. A call is shown with the shanten before and after it."""
        say = self.say
        parts = []
        for key, action in choices.items():
            does = say.event(action.event)
            if action.block:
                word = spelled(seen.rules.hands.blocks.spell(action.block))
                does = f"{say('key_call', event=does, word=word)} {self._worth(seen, action)}"
            parts.append(f"{key} = {does}")
        discards = [action for action in legal if action.event == Event.DISCARD]
        if seen.me.riichi and seen.drawn is not None:
            parts.append(say("key_drawn", tile=seen.rules.tiles.kinds[seen.drawn]))
        elif discards:
            parts.append(say("key_discard"))
        if any(action.event == Event.RIICHI for action in legal):
            parts.append(say("key_riichi"))
        keys = [f"{part}," for part in (*parts, say("key_hints"))]
        return self._wrapped(f"  {say('keys')}", [*keys, say("key_quit")])

    def _worth(self, seen: View, action: Action) -> str:
        """The names of the shanten before a call, and of the shanten after the call and the best discard."""
        me, hands, last = seen.me, seen.rules.hands, seen.last
        assert last is not None
        after = hands.distance_after_call(me.hand, me.blocks, last.tile, action.block)
        before = hands.outlook(me.hand, me.blocks).distance
        return self.say("worth", before=self.say.shanten(before), after=self.say.shanten(after))


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
        try:
            kinds = seen.rules.tiles.parse(typed)
        except TileError:
            return None
        if len(kinds) != 1:
            return None
        kind = kinds[0]
    action = Action(event, seen.player, kind)
    return action if action in legal else None
