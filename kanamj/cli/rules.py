"""kanamj rules: the rules of the game."""

from __future__ import annotations

from kanamj.cli import options as opt
from kanamj.cli.output import print_json, print_rows
from kanamj.text import tr

PRESET_HELP = {
    "standard": "13 tiles; four words of three letters and one of two, or seven pairs; pon and ron from anyone",
    "basic": "the beginners' game: 7 tiles; two words of three letters and one of two; no calls, no ron",
    "paper": "the game of the paper: 13 tiles; four words of three letters and one of two; pon and ron",
    "pro": "the PRO edition: a win needs a yaku and is paid in points; riichi, several rons, kans from discards",
    "pro-online": "the same with the changes for play online: no seven pairs, furiten by letter only",
}
OPTION_HELP = {
    "tiles": "the tile set: hiragana-120, hiragana-pro-136, hiragana-pro-166",
    "forms": "the lengths of the words of a complete hand; + between several forms",
    "players": "2 to 4",
    "pon": "whose discard may be called for a three-letter word: any, left (the player before you), none",
    "kan": "the same for a four-letter word",
    "ron": "whether a discard can be won on: yes, no",
    "called_ron": "whether a hand with called words can win on a discard: yes, no",
    "many_rons": "yes: all who say ron win; no: only the nearest wins; two: two win, three end the game",
    "riichi": "whether a closed hand can be declared tenpai: yes, no",
    "missed_win": "bars: after letting a winning tile pass, no ron until the next own draw; free: no penalty; "
    "furiten: bars, and no ron while an own discard completes the hand; letter: no ron on a letter of an own discard",
    "reshuffles": "how many times the discards become a new wall when it is empty",
    "ron_from": "the own turn from which a discard can be won on, for the dealer one later; 0: at once",
    "dead_wall": "how many tiles at the end of the wall nobody draws",
    "scoring": "none: every complete hand wins; pro, pro-online: a win needs a yaku and is paid in points; changes "
    "follow after colons, pro:純行=6/8",
    "equal_turns": "yes: after a win, who has had fewer turns draws once more, and wins too if the hand is complete",
}


def rules(
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """List the rules of the game, and the options that change them.

    Example: kanamj rules
    """
    from kanamj.game.rules import PRESETS, option_text, preset
    from kanamj.lexicon import Lexicon

    nothing = Lexicon.from_entries("none", [])
    tables = {name: preset(name, nothing).options for name in PRESETS}
    rows = [
        [option, meaning, *(option_text(tables[name][option]) for name in PRESETS)]
        for option, meaning in OPTION_HELP.items()
    ]
    columns = ["option", "means", *PRESETS]
    if as_json:
        presets = {name: {"means": PRESET_HELP[name], "name": name, **tables[name]} for name in PRESETS}
        print_json({"presets": presets, "options": OPTION_HELP})
        return
    if not tsv:
        for name in PRESETS:
            print(f"{name}: {tr(PRESET_HELP[name])}")
        example = "--rules standard,players=3,kan=any,forms=33332+4442"
        print(tr("Write options after the name, separated by commas: {}", example))
    print_rows(columns, rows, tsv=tsv, texts=["means"])
