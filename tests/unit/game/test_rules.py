"""Rules: what the presets are, how options change them, and which rules are refused."""

from __future__ import annotations

import pytest

from kanamj.cli.rules import OPTION_HELP, PRESET_HELP
from kanamj.game import PRESETS, Rules, preset
from kanamj.game.hands import bits
from kanamj.game.rules import IF_CHANGED, OPTIONS
from kanamj.lexicon import Lexicon


def test_the_presets_have_the_agreed_rules(common: Lexicon) -> None:
    standard, basic, paper, pro, online = (preset(name, common) for name in PRESETS)
    assert PRESETS == ("standard", "basic", "paper", "pro", "pro-online")
    assert [form.digits for form in standard.forms] == ["33332", "2222222"]
    assert (standard.hand_size, standard.pon, standard.kan, standard.ron) == (13, "any", "none", True)
    assert [form.digits for form in basic.forms] == ["332"]
    assert (basic.hand_size, basic.calls, basic.reshuffles > 0) == (7, False, True)
    assert [form.digits for form in paper.forms] == ["33332"]
    assert {rules.players for rules in (standard, basic, paper, pro, online)} == {4}
    assert (pro.tiles.name, pro.forms, pro.kan, pro.many_rons) == (
        "hiragana-pro-166",
        standard.forms,
        "any",
        "two",
    )
    assert (pro.scored, pro.called_ron, pro.dead_wall, pro.missed_win) == (True, False, 14, "furiten")
    assert (online.scored, online.forms, online.missed_win) == (True, paper.forms, "letter")
    assert (pro.stake, preset("pro,players=3", common).stake) == (22, 29)


@pytest.mark.parametrize(
    "text",
    [
        *PRESETS,
        "standard,players=2,kan=left,riichi=no",
        "basic,tiles=hiragana-pro-136",
        "paper,forms=4442",
        "paper,ron_from=2,equal_turns=yes",
        "pro-online,tiles=hiragana-pro-136,scoring=pro-online:純行=8",
    ],
)
def test_rules_read_what_they_write(text: str, common: Lexicon) -> None:
    rules = preset(text, common)
    left_out = {name for name, usual in IF_CHANGED.items() if rules.options[name] == usual}
    assert {*rules.to_table()} == {"name", *OPTIONS} - left_out
    assert Rules.from_table(rules.to_table(), common) == rules
    assert hash(rules) == hash(Rules.from_table(rules.to_table(), common))
    assert rules.with_kernels() == rules


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


def test_kanamj_rules_says_what_each_preset_and_option_means() -> None:
    assert (tuple(PRESET_HELP), set(OPTION_HELP)) == (PRESETS, set(OPTIONS))
