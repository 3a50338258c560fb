"""The games that are kept by themselves: each hand of `kanamj game play` is a record in the user's folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from kanamj.disk import sha256, write_file
from kanamj.errors import KanamjError
from kanamj.game.record import END, HUMAN
from kanamj.lexicon.files import read_text
from kanamj.lexicon.shelf import data_folder


class Kept(NamedTuple):
    """A kept hand, as its file says it; nothing is checked yet. header, last: the first and the last line."""

    path: Path
    header: dict[str, Any]
    moves: int
    last: dict[str, Any]

    @property
    def goes_on(self) -> bool:
        """True if the hand was left before its end, or if more hands are to be played and the next one is not kept."""
        return goes_on(self.path, self.header.get("match", {}), self.last.get("event") == END)

    def row(self, named: Callable[[str], str] = str) -> list[Any]:
        """Name, rules, players, hand (such as 2/4), moves, and how it went: unfinished, drawn game, won or not won.

        named: how a player is called."""
        players, match = self.header["players"], self.header.get("match")
        result = "unfinished"
        if self.last.get("event") == END:
            winners = self.last["winners"]
            result = "drawn game" if not winners else "won" if players.index(HUMAN) in winners else "not won"
        hand = f"{match['hand']}/{match['hands']}" if match else "1/1"
        return [
            self.path.stem,
            self.header["rules"]["name"],
            ", ".join(map(named, players)),
            hand,
            self.moves,
            result,
        ]


def kept_folder() -> Path:
    """The folder of the kept games."""
    return data_folder() / "games"


def goes_on(path: Path, match: Mapping[str, Any], ended: bool) -> bool:
    """True if there is something to play on in a hand; match: as in `Record`."""
    hand, hands = (match.get(name, 1) for name in ("hand", "hands"))
    after = path.with_name(f"{path.stem.removesuffix(f'-{hand}')}-{hand + 1}{path.suffix}")
    return not ended or (hand < hands and not after.exists())


def new_name(seed: int) -> str:
    """A name for a new game that no kept game has: the date, the time, and the seed."""
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{seed}"
    return name if not any(kept_folder().glob(f"{name}*")) else new_name(seed + 1)


def kept_games() -> list[Kept]:
    """All kept hands, the one that was played last first. Files that are not records of games are left out."""
    paths = sorted(
        kept_folder().glob("*.jsonl"), key=lambda path: (path.stat().st_mtime_ns, path), reverse=True
    )
    return [kept for path in paths if (kept := _kept(path))]


def _kept(path: Path) -> Kept | None:
    """The game in a file; None if the file is not the record of a game in which a human plays."""
    try:
        header, *events = map(json.loads, read_text(path).splitlines())
        kept = Kept(path, header, len(events), events[-1] if events else {})
        return kept if kept.row() and HUMAN in header["players"] else None
    except (KanamjError, OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def last_left() -> Path:
    """The file of the game that was left last. Raises KanamjError if there is none."""
    for kept in kept_games():
        if kept.goes_on:
            return kept.path
    raise KanamjError("there is no game to go on with; kanamj game play begins one")


def find_kept(path: Path) -> Path:
    """The file of a game: the kept one of this name if there is no such file, else the path itself."""
    kept = kept_folder() / f"{path}.jsonl"
    return kept if path.name == str(path) and not path.exists() and kept.is_file() else path


def keep_left(path: Path) -> None:
    """Copy the record in a file that is to be replaced to the kept games, if it was left before its end and is not kept
    already."""
    if not path.is_file() or not (left := _kept(path)) or left.last.get("event") == END:
        return
    text = path.read_text(encoding="utf-8")
    if not any(kept.path.read_text(encoding="utf-8").startswith(text) for kept in kept_games()):
        keep(f"{path.stem}-{sha256(text)[:8]}", text)


def keep(name: str, text: str) -> None:
    """Write the record of a hand to the kept games, under a name. Raises OSError if that fails."""
    kept_folder().mkdir(parents=True, exist_ok=True)
    write_file(kept_folder() / f"{name}.jsonl", text)
