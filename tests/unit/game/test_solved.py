"""The agent `solved` throws by the values that are kept, and says so where there are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kanamj.errors import KanamjError
from kanamj.game import solved
from kanamj.game.outsiders import find_agent
from kanamj.game.rules import Rules, preset
from kanamj.game.states import Event, view
from kanamj.game.steps import initial, play_on
from kanamj.lexicon import Lexicon
from kanamj.tiles import TileSet
from tests.reference.hands332 import Hands
from tests.reference.solitaire import Play
from tests.unit.studies.test_exact_words import TILES as FEW
from tests.unit.studies.test_exact_words import WORDS

TILES = TileSet("more", FEW.kinds, tuple(copies + 2 for copies in FEW.copies), "kana")
RULES = Rules(WORDS, "small", TILES, "332", 2, ron=False, pon="none", riichi=False, reshuffles=9)  # type: ignore[arg-type]


def test_it_throws_what_leaves_the_best_chance(
    kanamj: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the values that the command keeps; each state of some games is asked for."""
    (tmp_path / solved.FOLDER).mkdir()
    monkeypatch.setattr(solved, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr("kanamj.engine.cache.folder", lambda group, _: tmp_path / group)
    monkeypatch.setattr("kanamj.cli.exact.tile_set", lambda _: TILES)
    monkeypatch.setattr("kanamj.cli.exact.words_of", lambda *_: WORDS)
    code, _, err = kanamj("exact", "--game", "solitaire", "--draws", 2, "--keep-values", "--tsv")
    assert code == 0, err
    assert [path.name[:7] for path in (tmp_path / solved.FOLDER).iterdir()] == ["best-2-"]
    trios, pairs = (
        [tuple(sorted(map(TILES.kinds.index, key))) for key in WORDS.keys(size)]  # type: ignore[arg-type]
        for size in (3, 2)
    )
    play, thrown = Play(Hands((TILES.copies, trios, pairs))), 0
    for seed in range(5):
        agents = [find_agent("solved").seated(RULES, (seed,), seat) for seat in range(2)]
        for state, action, _ in play_on(initial(RULES, seed), agents):
            if action.event == Event.DISCARD:
                hand = view(state, action.player).me.hand
                counts = [hand.count(kind) for kind in range(len(TILES.kinds))]
                chances = {
                    kind: play.chance(tuple(n - (kind == at) for at, n in enumerate(counts)), 2)
                    for kind in {*hand}
                }
                assert max(chances.values()) - chances[action.tile] <= 2 / 65535
                thrown += 1
    assert thrown > 5


def test_it_says_what_it_lacks(common: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved._kept.cache_clear()
    monkeypatch.setattr(solved, "cache_folder", lambda: tmp_path)
    with pytest.raises(
        KanamjError, match="has no values of the list vowels in .*; make them with kanamj exact"
    ):
        find_agent("solved").seated(RULES, (1,), 0)
    with pytest.raises(KanamjError, match="plays only the form 332"):
        find_agent("solved").seated(preset("paper", common), (1,), 0)
