"""kanamj rules: the rules of the game."""

from __future__ import annotations

from kanamj.cli import options as opt
from kanamj.cli.output import print_json, print_rows
from kanamj.language import tr


def rules(as_json: opt.JsonOption = False, tsv: opt.TsvOption = False) -> None:
    """List the rules of the game, and the options that change them.

    Example: kanamj rules
    """
    from kanamj.game.rules import OPTION_HELP, PRESET_HELP, PRESETS, option_text, preset
    from kanamj.lexicon import Lexicon

    nothing = Lexicon.from_entries("none", [])
    tables = {name: preset(name, nothing).to_table(whole=True) for name in PRESETS}
    rows = [
        [option, meaning, *(option_text(tables[name][option]) for name in PRESETS)]
        for option, meaning in OPTION_HELP.items()
    ]
    columns = ["option", "means", *PRESETS]
    if as_json:
        presets = {name: {"means": PRESET_HELP[name], **tables[name]} for name in PRESETS}
        print_json({"presets": presets, "options": OPTION_HELP})
        return
    if not tsv:
        for name in PRESETS:
            print(f"{name}: {tr(PRESET_HELP[name])}")
        example = "--rules standard,players=3,kan=any,forms=33332+4442"
        print(tr("Write options after the name, separated by commas: {example}", example=example))
    print_rows(columns, rows, tsv=tsv, texts=["means"])
