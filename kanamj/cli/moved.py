"""Where the commands and options of 0.4 are now. Whoever types one is told so in one line, and the exit code is 2.

`arguments.py` asks here when a command or an option is unknown; help does not show them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kanamj.text import tr

_RESEARCH = "python scripts/research"

MOVED: Mapping[str, str] = {
    "lexicon info": "kanamj lexicon list NAME",
    "lexicon words": "kanamj lexicon list --own",
    "lexicon import": "kanamj lexicon build --from hrgjncs DIR",
    "lexicon delete": "kanamj lexicon remove --list NAME",
    "lexicon verify": "kanamj verify NAME",
    "data plot": "kanamj data write --out DIR --plot",
    "data verify": "kanamj verify DIR --again",
    "data write --verify": "kanamj verify DIR --again",
    "data quiz": "kanamj quiz",
    "report table1": "kanamj table1",
    "game replay": "kanamj review RECORD --moves",
    "game review": "kanamj review RECORD",
    "game rules": "kanamj rules",
    "game play": "kanamj web",
    "study values": f"{_RESEARCH}/values.py",
    "study arranging": f"{_RESEARCH}/arranging.py",
    "study hardness": f"{_RESEARCH}/hardness.py",
    "study chances": f"{_RESEARCH}/chances.py",
    "study ceiling": f"{_RESEARCH}/ceiling.py",
    "study solitaire": f"{_RESEARCH}/exact332 alone",
    "exact --game words": f"{_RESEARCH}/exact332 count",
    "exact --game solitaire": f"{_RESEARCH}/exact332 solve",
    "exact --players 3": "kanamj exact --tiles sanma-108",
    "exact --players 4": "kanamj exact",
    "exact -p 3": "kanamj exact --tiles sanma-108",
    "exact -p 4": "kanamj exact",
}
"""A command of 0.4 without `kanamj`, perhaps with an option and its value -> what to type now."""
LEFT: Mapping[str, str] = {
    "lexicon diff": "to compare two lists, compare their files 2gram.txt, 3gram.txt … line by line",
    "lexicon gloss": "glosses of your own are a file, which kanamj lexicon list NAME --own names",
    "report compare": "tables of results are CSV files, which pandas compares",
    "report index": "python scripts/results.py writes the page of results/",
    "report": "what is left of it is kanamj table1",
    "game list": "games kept by 0.4 are files in games/ of your data; kanamj review FILE reads one",
    "game": "the game is played on the page (kanamj web); recorded games are read by kanamj review",
    "quiz --stats": "statistics are kept by the page (kanamj web), where questions are answered",
    "exact --players": "three players have the tiles sanma-108: kanamj exact --tiles sanma-108",
    **dict.fromkeys(
        (
            f"exact --{option}"
            for option in ("game", "form", "lexicon", "extra", "out", "resume", "workers", "draws", "agents")
        ),
        "exact counts ordinary mahjong; hands of words are counted by python scripts/research/exact332",
    ),
}
"""A command of 0.4 that no other replaces -> what to do instead."""


class MovedError(Exception):
    """A command or an option of 0.4 that is not there any more; the message says where it is now."""


def check_moved(path: Sequence[str], typed: Sequence[str]) -> None:
    """Raise MovedError if the words typed after the command `path` are a command or an option of 0.4 that has left.

    path: such as ["exact"]; [] for `kanamj`. typed: commands, options and their values; an option may stand anywhere.

    >>> check_moved(["lexicon"], ["info", "core"])
    Traceback (most recent call last):
    ...
    kanamj.cli.moved.MovedError: kanamj lexicon info is now: kanamj lexicon list NAME
    """
    words = [part for word in typed for part in (word.split("=", 1) if word.startswith("--") else [word])]
    begin = [" ".join([*path, *words[:n]]) for n in (2, 1)]
    options = [
        " ".join([*path, *words[place : place + n]])
        for n in (2, 1)
        for place, word in enumerate(words)
        if word.startswith("-")
    ]
    for old in (*begin, *options):
        if old in MOVED:
            raise MovedError(tr("kanamj {} is now: {}", old, MOVED[old]))
        if old in LEFT:
            raise MovedError(tr("kanamj {} has left: {}", old, tr(LEFT[old])))
