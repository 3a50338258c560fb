"""The table as text, at most 80 columns wide, and the player at the keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from kanamj.engine.blocks import Spelled
from kanamj.engine.hand import UNREACHABLE
from kanamj.errors import TileError
from kanamj.game.agents import Greedy
from kanamj.game.hands import bits
from kanamj.game.table import Action, End, Event, Phase, State
from kanamj.game.view import View
from kanamj.tiles import Kinds

WIDTH = 80
HINTS = 3
TILE_KEYS = "abcdefghijklmn"
KEYS = {Event.TSUMO: "t", Event.RON: "o", Event.PASS: "p"}


class Quit(Exception):  # noqa: N818  (not an error)
    """The player at the keyboard wants to stop."""


def width(text: str) -> int:
    """The columns a text takes in a terminal: kana and other wide letters take two.

    >>> width("かな ab")
    7
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(first: str, parts: Sequence[str], indent: int = 4) -> list[str]:
    """Lines of parts joined by spaces behind `first`, none over WIDTH columns.

    >>> wrapped("hand", ["さかな"] * 12)[1]
    '    さかな さかな'
    """
    lines, line = [], first
    for part in parts:
        if width(line) + 1 + width(part) > WIDTH:
            lines.append(line)
            line = " " * (indent - 1)
        line += f" {part}"
    return [*lines, line]


def shanten_name(distance: int) -> str:
    """What a distance is called.

    >>> shanten_name(1), shanten_name(3)
    ('聴牌 tenpai', '2向聴 shanten 2')
    """
    if distance == UNREACHABLE:
        return "no words for it"
    names = {0: "和了 complete", 1: "聴牌 tenpai"}
    return names.get(distance, f"{distance - 1}向聴 shanten {distance - 1}")


def spelled(block: Spelled) -> str:
    """A block with its commonest word: how it is read, and how written."""
    if not block.words:
        return block.letters
    word = block.words[0]
    reading = word.reading or block.letters
    return reading if word.spelling == reading else f"{reading} {word.spelling}"


def move_text(before: State, action: Action, names: Sequence[str], viewer: int | None = None) -> str:
    """A move in words; what the viewer cannot see is left out, None sees all."""
    event, player, tile, block = action
    face = before.rules.tiles.kinds
    if event == Event.DRAW:
        hidden = viewer is not None and viewer != player
        return f"{names[player]} draws{'' if hidden else f' {face[before.wall[0]]}'}"
    if event in (Event.CALL, Event.KAN):
        return f"{names[player]} asks for {spelled(before.rules.hands.blocks.spell(block))} ({event})"
    if tile is not None:
        declared = " and declares riichi" if event == Event.RIICHI else ""
        return f"{names[player]} discards {face[tile]}{declared}"
    return f"{names[player]} passes" if event == Event.PASS else f"{names[player]} says {event}"


def end_text(end: End, tiles_text: Callable[[Sequence[int]], str], names: Sequence[str]) -> list[str]:
    """How a game ended, in lines."""
    if not end.wins:
        return ["The wall is empty; nobody wins."]
    lines = []
    for win in end.wins:
        how = "by tsumo" if win.source is None else f"by ron from {names[win.source]}"
        words = [f"[{spelled(block)}]" for block in win.arrangement]
        lines += wrapped(f"{names[win.player]} wins {how} on {tiles_text([win.tile])}:", words)
    return lines


def seat_lines(seen: View, names: Sequence[str]) -> list[str]:
    """The other players: tiles held, called words, discards."""
    face = seen.rules.tiles.kinds
    lines = []
    for i in range(1, seen.rules.players):
        player = (seen.player + i) % seen.rules.players
        seat = seen.seats[player]
        melds = [f"[{spelled(seen.rules.hands.blocks.spell(meld.block))}]" for meld in seat.melds]
        riichi = " riichi" if seat.riichi else ""
        discards = [face[tile] for tile in seat.discards] or ["none"]
        lines += wrapped(f"  {names[player]}: {seat.hand} tiles{riichi}; discards", discards)
        if melds:
            lines += wrapped("    called", melds, 8)
    return lines


class Layout:
    """The own hand in the order shown, grouped by the best arrangement found, with a key for each tile."""

    def __init__(self, seen: View) -> None:
        me, tiles = seen.me, seen.rules.tiles
        report = seen.rules.hands.engine.analyze(me.hand, me.blocks, limit=1)
        self.distance = report.distance
        groups = [piece.tiles for piece in report.nearest if piece.tiles]
        self.words = [piece.spelled for piece in report.nearest if piece.spelled]
        if report.arrangements:
            self.words = list(report.arrangements[0])
            groups = [block.letters for block in self.words]
        self.groups: list[Kinds] = [tiles.parse(group) for group in groups]
        spare = tiles.parse(report.spare) if groups else me.hand
        shown = [kind for group in (*self.groups, spare) for kind in group]
        assert sorted(shown) == list(me.hand), "the arrangement holds the tiles of the hand"
        self.kind_of_key = dict(zip(TILE_KEYS, shown, strict=False))
        self._faces = tiles.kinds

    def lines(self) -> list[str]:
        """The hand with its keys, in brackets what belongs together; then the words that are whole."""
        keys = iter(self.kind_of_key.items())

        def named(group: Kinds) -> str:
            return " ".join(f"{key}{self._faces[kind]}" for key, kind in (next(keys) for _ in group))

        parts = [f"[{named(group)}]" for group in self.groups]
        parts += [f"{key}{self._faces[kind]}" for key, kind in keys]
        words = [f"[{spelled(word)}]" for word in self.words]
        return wrapped("  hand", parts) + (wrapped("  words", words) if words else [])


class Human:
    """The player at the keyboard: shown the table, asked for a key.

    ask: a prompt -> a line typed; it may raise EOFError or KeyboardInterrupt. tell: prints a line. names: of the
    players, by seat. hints: whether to show the hints unasked.
    """

    def __init__(
        self,
        ask: Callable[[str], str],
        tell: Callable[[str], None],
        names: Sequence[str],
        hints: bool = False,
    ) -> None:
        self._ask = ask
        self._tell = tell
        self.names = names
        self.hints = hints

    def choose(self, seen: View, legal: tuple[Action, ...]) -> Action:
        """The action typed. Raises Quit when that is `q`."""
        layout = Layout(seen)
        self._show(seen, layout)
        hint = self._hints(seen, legal)
        if self.hints:
            self._tell_all(hint)
        choices = dict(_choices(legal))
        self._tell_all(_menu(seen, choices, legal))
        while True:
            typed = self._ask("> ").strip()
            if typed in ("q", "quit"):
                raise Quit
            if typed == "?":
                self._tell_all(hint)
                continue
            action = choices.get(typed) or _discard_typed(seen, layout, legal, typed)
            if action:
                return action
            self._tell(f"{typed!r} is none of the keys above; ? gives hints, q quits.")

    def _tell_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._tell(line)

    def _show(self, seen: View, layout: Layout) -> None:
        me = seen.seats[seen.player]
        title = f"-- turn {max(me.turns, 1)}, {seen.wall} tiles in the wall "
        self._tell("")
        self._tell(title.ljust(WIDTH - 8, "-"))
        self._tell_all(seat_lines(seen, self.names))
        face = seen.rules.tiles.kinds
        self._tell_all(wrapped("  you: discards", [face[tile] for tile in me.discards] or ["none"]))
        if me.melds:
            words = [f"[{spelled(seen.rules.hands.blocks.spell(meld.block))}]" for meld in me.melds]
            self._tell_all(wrapped("  called", words))
        self._tell_all(layout.lines())
        notes = [shanten_name(layout.distance)]
        notes += [f"drawn {face[seen.drawn]}"] if seen.drawn is not None else []
        notes += ["riichi"] if me.riichi else []
        notes += ["ron is barred: a winning tile was let pass"] if seen.me.missed else []
        self._tell("  " + ", ".join(notes))
        if seen.last is not None:
            self._tell(f"  {self.names[seen.last.player]} discards {face[seen.last.tile]}")

    def _hints(self, seen: View, legal: tuple[Action, ...]) -> list[str]:
        if legal[0].event in (Event.TSUMO, Event.RON):
            return ["  hint: you can win"]
        if seen.phase == Phase.CALL_WINDOW:
            advised = Greedy(seen.rules.hands, calls=True).choose(seen, legal)
            nearer = advised.event in (Event.CALL, Event.KAN)
            letters = seen.rules.tiles.format(advised.block)
            return [
                f"  hint: calling {letters} brings you nearer"
                if nearer
                else "  hint: no call brings you nearer"
            ]
        return [] if seen.me.riichi else _discard_hints(seen)


def _discard_hints(seen: View) -> list[str]:
    """The best discards: what they leave, and the letters that bring the hand nearer, with the tiles unseen."""
    me, face, unseen = seen.me, seen.rules.tiles.kinds, seen.unseen()
    rows = []
    for kind, (distance, accepts) in seen.rules.hands.discards(me.hand, me.blocks).items():
        letters = [k for k in bits(accepts) if unseen[k]]
        rows.append((distance, -sum(unseen[k] for k in letters), kind, letters))
    lines = []
    for distance, tiles, kind, letters in sorted(rows)[:HINTS]:
        first = f"  hint: without {face[kind]} {shanten_name(distance)}, unseen {-tiles}:"
        listed = wrapped(first, [face[k] for k in letters])
        lines += listed if len(listed) <= 2 else [listed[0], listed[1][: WIDTH // 2 - 4] + " .."]
    return lines


def _choices(legal: tuple[Action, ...]) -> list[tuple[str, Action]]:
    """Key -> action, for all but the discards."""
    choices = [(KEYS[action.event], action) for action in legal if action.event in KEYS]
    calls = [action for action in legal if action.event in (Event.CALL, Event.KAN)]
    return choices + [(str(number), action) for number, action in enumerate(calls, 1)]


def _menu(seen: View, choices: dict[str, Action], legal: tuple[Action, ...]) -> list[str]:
    """The keys that do something now."""
    spell = seen.rules.hands.blocks.spell
    parts = []
    for key, action in choices.items():
        words = f"call {spelled(spell(action.block))}" if action.block else action.event.value
        parts.append(f"{key} = {words}")
    discards = [action for action in legal if action.event == Event.DISCARD]
    if seen.me.riichi and seen.drawn is not None:
        parts.append(f"{seen.rules.tiles.kinds[seen.drawn]} = discard it")
    elif discards:
        parts.append("a letter or kana = discard it")
    if any(action.event == Event.RIICHI for action in legal):
        parts.append("r + letter = riichi")
    return wrapped("  keys:", [f"{part}," for part in (*parts, "? = hints")] + ["q = quit"])


def _discard_typed(seen: View, layout: Layout, legal: tuple[Action, ...], typed: str) -> Action | None:
    """The discard or riichi that a key or a kana says, if it is legal."""
    event = Event.DISCARD
    if typed.startswith("r") and len(typed) > 1:
        event, typed = Event.RIICHI, typed[1:].strip()
    if typed in layout.kind_of_key:
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
