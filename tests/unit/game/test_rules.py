"""Rules: what the presets are, how options change them, and which rules are refused."""

from __future__ import annotations

import pytest

from kanamj.errors import KanamjError
from kanamj.game import PRESETS, Rules, preset
from kanamj.game.hands import bits
from kanamj.lexicon import Lexicon
from kanamj.tiles import RIICHI_136


def test_the_presets_have_the_agreed_rules(common: Lexicon) -> None:
    standard, basic, paper = (preset(name, common) for name in ("standard", "basic", "paper"))
    assert PRESETS == ("standard", "basic", "paper")
    assert [form.digits for form in standard.forms] == ["33332", "2222222"]
    assert (standard.hand_size, standard.pon, standard.kan, standard.ron) == (13, "any", "none", True)
    assert [form.digits for form in basic.forms] == ["332"]
    assert (basic.hand_size, basic.calls, basic.reshuffles > 0) == (7, False, True)
    assert [form.digits for form in paper.forms] == ["33332"]
    assert {rules.players for rules in (standard, basic, paper)} == {4}


@pytest.mark.parametrize(
    "text",
    [
        *PRESETS,
        "standard,players=2,kan=left,riichi=no",
        "basic,tiles=hiragana-pro-136",
        "paper,forms=4442",
        "paper,ron_from=2,equal_turns=yes",
    ],
)
def test_rules_read_what_they_write(text: str, common: Lexicon) -> None:
    rules = preset(text, common)
    assert Rules.from_table(rules.to_table(), common) == rules
    assert hash(rules) == hash(Rules.from_table(rules.to_table(), common))
    assert rules.with_kernels() == rules


def test_options_of_today_are_written_only_if_they_change_something(common: Lexicon) -> None:
    """So the records and manifests of rules that were there before keep their bytes."""
    old = {
        "name",
        "tiles",
        "forms",
        "players",
        "pon",
        "kan",
        "ron",
        "many_rons",
        "riichi",
        "missed_win",
        "reshuffles",
    }
    assert set(preset("paper,ron_from=0,equal_turns=no", common).to_table()) == old
    assert set(preset("paper,ron_from=2", common).to_table()) == {*old, "ron_from"}
    assert set(preset("paper", common).to_table(whole=True)) == {*old, "ron_from", "equal_turns"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "'chess' is not a preset of rules; choose from: standard, basic, paper"),
        ("standard,players", "'players' is not an option; write option=value"),
        ("standard,wings=2", "'wings' is not an option of the rules; choose from: tiles, forms, players"),
        ("standard,solver=kernels", "'solver' is not an option of the rules"),
        ("standard,players=5", "5 players cannot play; give 2 to 4 players"),
        ("standard,players=two", "players is 'two'; give a whole number"),
        ("standard,pon=right", "pon is 'right'; give one of any, left, none"),
        ("standard,ron=maybe", "ron is 'maybe'; write ron=yes or ron=no"),
        ("standard,ron_from=-1", "ron_from is '-1'; give a whole number"),
        ("standard,equal_turns=maybe", "equal_turns is 'maybe'; write equal_turns=yes or equal_turns=no"),
        ("standard,missed_win=2", "missed_win is '2'"),
        ("standard,tiles=riichi-136", "words need kana tiles"),
        ("standard,tiles=none", "'none' is not a tile set"),
        (
            "standard,forms=33332+332",
            "all forms of a game must have the same number of tiles; these have 33332 14, 332 8",
        ),
        ("standard,forms=9", "'9' is not a form"),
        ("standard,forms=3333333333333", "forms have at most 24"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(text: str, message: str, common: Lexicon) -> None:
    with pytest.raises(KanamjError) as error:
        preset(text, common)
    assert message in str(error.value)


def test_word_rules_need_kana_tiles(common: Lexicon) -> None:
    with pytest.raises(KanamjError, match="the tiles are riichi-136"):
        Rules(common, tiles=RIICHI_136)


def test_a_kan_leaves_the_same_number_of_tiles_in_all_forms(common: Lexicon) -> None:
    """In mixed forms, the tile that a kan takes is replaced, and a hand that is then complete has an arrangement."""
    few = Lexicon(
        "few", {size: {k: w for k, w in rows.items() if k != "こちづ"} for size, rows in common.grams.items()}
    )
    rules = preset("standard,forms=33332+4442,kan=any", few)
    melds = (tuple(sorted(rules.tiles.parse("あけしと"))),)
    assert rules.hands.tiles_left(melds) == 11
    assert preset("standard,forms=4442,kan=any", common).hands.tiles_left(melds) == 10
    hand = tuple(sorted(rules.tiles.parse("こちづてにねひふんん")))
    for hands in (rules.hands, rules.with_kernels().hands):
        assert rules.tiles.parse("い")[0] not in bits(hands.waits(hand, melds))
        for kind in bits(hands.waits(hand, melds)):
            assert hands.arrangement(tuple(sorted((*hand, kind))), melds)
    assert preset("standard,forms=33332+4433,kan=any", common).hands.discards(
        tuple(sorted(rules.tiles.parse("こちづてにねひふんんい"))), melds
    )
