"""Hands to ask solvers about, of all three games: dealt ones, and difficult ones. The seeds are fixed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from kanamj.engine import Blocks, Question
from kanamj.engine.forms import BlockForm, Form
from kanamj.engine.hand import changed
from kanamj.tiles import TileSet

FULL = BlockForm("33332")


@dataclass(frozen=True)
class Game:
    """Tiles and the blocks they make."""

    tiles: TileSet
    blocks: Blocks

    @property
    def room(self) -> tuple[int, ...]:
        return self.tiles.copies


def drawing(question: Question, kind: int) -> Question:
    return question._replace(counts=changed(question.counts, kind, +1))


def discarding(question: Question, kind: int) -> Question:
    return question._replace(counts=changed(question.counts, kind, -1))


def wall(copies: tuple[int, ...]) -> list[int]:
    return [kind for kind, count in enumerate(copies) for _ in range(count)]


def dealt(game: Game, chance: random.Random, form: Form = FULL) -> Question:
    """A hand as it is dealt, complete in number or one tile short."""
    tiles = chance.sample(wall(game.room), form.tiles - chance.randint(0, 1))
    return Question(
        game.blocks, game.tiles.tally(tiles), form.lengths, _rule(game.room, chance), form.distinct
    )


def crowded(game: Game, chance: random.Random) -> Question:
    """A hand of few kinds, so that letters are doubled and many are held in every copy."""
    kinds = [kind for kind, count in enumerate(game.room) if count]
    chance.shuffle(kinds)
    few: list[int] = []
    while len(few) < 15:
        kind = kinds.pop()
        few += [kind] * game.room[kind]
    tiles = chance.sample(few, FULL.tiles - chance.randint(0, 1))
    return Question(game.blocks, game.tiles.tally(tiles), FULL.lengths, game.room)


def near(game: Game, chance: random.Random, form: Form = FULL) -> Question:
    """A complete hand with up to three tiles changed for others: short distances, which riichi deals rarely."""
    tiles = _complete(game, form, game.room, chance)
    chance.shuffle(tiles)
    del tiles[: chance.randint(0, 3)]
    left = wall(game.room)
    for kind in tiles:
        left.remove(kind)
    tiles += (
        chance.sample(left, form.tiles - chance.randint(0, 1) - len(tiles))
        if len(tiles) < form.tiles - 1
        else []
    )
    return Question(
        game.blocks, game.tiles.tally(tiles), form.lengths, _rule(game.room, chance), form.distinct
    )


def called(game: Game, chance: random.Random) -> Question:
    """A hand with one to three blocks called, their tiles gone."""
    melds = chance.randint(1, 3)
    form = FULL.without([3] * melds)
    room = list(game.room)
    for kind in _complete(game, BlockForm("3" * melds), game.room, chance):
        room[kind] -= 1
    tiles = chance.sample(wall(tuple(room)), form.tiles - chance.randint(0, 1))
    return Question(game.blocks, game.tiles.tally(tiles), form.lengths, tuple(room))


def exhausted(game: Game, chance: random.Random) -> Question:
    """A hand that wants a tile it holds, or melds hold, in every copy: room is taken from half of the kinds. Of kana,
    which make many words, it is taken from almost all."""
    question = near(game, chance)
    room = list(game.room)
    many = len(room) - 4 if len(room) > 40 else len(room) // 2
    for kind in chance.sample(range(len(room)), many):
        room[kind] = max(question.counts[kind], room[kind] - chance.randint(1, 4))
    return question._replace(room=tuple(room))


def seven_pairs(game: Game, chance: random.Random) -> Question:
    return chance.choice((dealt, near))(game, chance, BlockForm("2222222"))


def short_form(game: Game, chance: random.Random) -> Question:
    form = BlockForm(chance.choice(("332", "32", "33", "3332", "22", "222")))
    return chance.choice((dealt, near))(game, chance, form)


def house_rule(game: Game, chance: random.Random) -> Question:
    """Forms with blocks of four, and where the game has them of five."""
    form = BlockForm(
        chance.choice(("4442", "432", "54", "532") if game.blocks.by_size.get(5) else ("4442", "432", "44"))
    )
    return dealt(game, chance, form)


STYLES = (dealt, near, crowded, called, exhausted, short_form, house_rule, seven_pairs)


def questions(game: Game, seed: int, n: int) -> Iterator[Question]:
    """n questions, the styles in turn."""
    chance = random.Random(seed)
    for i in range(n):
        yield STYLES[i % len(STYLES)](game, chance)


def _rule(room: tuple[int, ...], chance: random.Random) -> tuple[int, ...] | None:
    return room if chance.random() < 0.75 else None


def _complete(game: Game, form: Form, room: tuple[int, ...], chance: random.Random) -> list[int]:
    """The tiles of random blocks of that form, no more of a kind than there is room for."""
    while True:
        tiles = [kind for size in form.lengths for kind in chance.choice(game.blocks.by_size[size])]
        if all(tiles.count(kind) <= room[kind] for kind in tiles):
            return tiles
