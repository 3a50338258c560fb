"""How a command declares its options, and the options that several commands share."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from kanamj import errors
from kanamj.cli import complete
from kanamj.cli.output import misuse
from kanamj.defaults import LEXICON as LEXICON
from kanamj.errors import brief
from kanamj.text import LANGUAGES


def option(written: str, help: str, completion: Any = None, **more: Any) -> Any:
    """Returns an option of a command, such as `option("--tiles -t SET", "Tile set.", complete.tile_sets)`.

    written: its names and a text for its value; without names, it is called like its parameter.
    completion: names that the shell completes; those of a value such as `tsumo|ron` are completed without it.
    more: further arguments of `typer.Option`. A default that `help` says is not shown again.
    """
    words = written.split()
    names = [word for word in words if word.startswith("-")]
    metavar = None if words[-1:] == names[-1:] else words[-1]
    more.setdefault("show_default", "[default:" not in help)
    if completion is None and metavar and "|" in metavar and not metavar.isupper():
        completion = complete.any_of(*metavar.split("|"))
    return typer.Option(*names, metavar=metavar, help=help, autocompletion=completion, **more)


def number(written: str, help: str, least: int | None = None, most: int | None = None, **more: Any) -> Any:
    """Returns an option whose value is a whole number from `least` to `most`, which may be written 1e8 or 30_000."""
    read = partial(whole_number, least=least, most=most)
    return option(written, help, parser=read, min=least, max=most, **more)


def argument(metavar: str, help: str, completion: Any = None) -> Any:
    """Returns an argument of a command.

    metavar: a text for its value.
    completion: names that the shell completes.
    """
    return typer.Argument(metavar=metavar, help=help, autocompletion=completion)


def whole_number(text: object, least: int | None = None, most: int | None = None) -> int:
    """Returns the whole number in a text (`errors.whole_number`), which is refused as an option."""
    try:
        return errors.whole_number(str(text), least, most)
    except errors.KanamjError as error:
        raise misuse("{}", error.message) from None


def decimal_number(text: object) -> float:
    """Returns the number in a text. Raises BadParameter for another text."""
    try:
        return float(str(text))
    except ValueError:
        raise misuse("{} is not a number", brief(text)) from None


RecordsLexiconOption: TypeAlias = Annotated[
    str, option("--lexicon -l NAME|DIR", "Another word list than that of the record.", complete.lists)
]
LexiconOption: TypeAlias = Annotated[
    str,
    option(
        "--lexicon -l NAME|DIR",
        "Word list: a name, a folder or a file of words; +seion behind it is for tiles without voiced letters "
        "(docs/words.md).",
        complete.lists,
    ),
]
ExtraOption: TypeAlias = Annotated[
    list[Path],
    option(
        "--extra FILE",
        "A file of your own words for this call; each line has a reading, a tab and the spelling.",
    ),
]
AllWordsOption: TypeAlias = Annotated[
    bool, option("--all-words", "Also show the flagged words, which are left out for families.")
]
JsonOption: TypeAlias = Annotated[bool, option("--json", "Print JSON.")]
TsvOption: TypeAlias = Annotated[bool, option("--tsv", "Print tab-separated values.")]
NumberOption: TypeAlias = Annotated[
    int, number("--n N", "How many deals or games, such as 100_000_000 or 1e8.")
]
SeedOption: TypeAlias = Annotated[
    int, number("--seed S", "Seed of the random numbers: same seed, same result.")
]
AgentsOption: TypeAlias = Annotated[
    str,
    option(
        "--agents A,B,…",
        "One agent for all seats, or one per player: greedy+call, greedy@0.5, 400w, my_bots:Careful.",
        complete.agents,
    ),
]
PathOption: TypeAlias = Annotated[
    Path | None,
    option(
        "--path DIR",
        "Also look here for the modules of agents such as my_bots:Careful; . is the current folder.",
        show_default=False,
    ),
]
RulesOption: TypeAlias = Annotated[
    str,
    option(
        "--rules -r PRESET",
        "Rules: standard, basic, paper, pro or pro-online; changes follow after commas: standard,players=3,kan=any.",
        complete.rules,
    ),
]
OutOption: TypeAlias = Annotated[
    Path | None, option("--out -o DIR", "Write into this folder.", show_default=False)
]
WorkersOption: TypeAlias = Annotated[
    int, number("--workers -w W", "Number of processes. [default: one per processor]", 0)
]
DaskOption: TypeAlias = Annotated[
    str,
    option(
        "ADDRESS",
        "Use the cluster of this Dask scheduler, such as tcp://host:8786 (needs distributed).",
        show_default=False,
    ),
]
ResumeOption: TypeAlias = Annotated[bool, option("--resume", "Go on with the unfinished run in DIR.")]
FolderArgument: TypeAlias = Annotated[Path | None, argument("DIR", "The same as --out DIR.")]
ReplaceOption: TypeAlias = Annotated[
    bool, option("--replace", "Replace what this command wrote there before; other files stay.")
]
ReplaceFileOption: TypeAlias = Annotated[bool, option("--replace", "Overwrite FILE if it exists.")]
ScoringOption: TypeAlias = Annotated[
    str,
    option(
        "--scoring RULES",
        "pro or pro-online, with changes of han after commas: pro,純行=6/8,七対子=off.",
        complete.scoring,
    ),
]
WinOption: TypeAlias = Annotated[str, option("--win tsumo|ron", "How it was won.")]
TilesOption: TypeAlias = Annotated[
    str,
    option(
        "--tiles -t SET",
        "Tile set: hiragana-120, hiragana-pro-136, hiragana-pro-166, riichi-136 or sanma-108.",
        complete.tile_sets,
    ),
]
_TILES = (
    "--tiles -t SET|FILE",
    "Tile set: hiragana-120, hiragana-pro-136, hiragana-pro-166, riichi-136, sanma-108, or a file with lines such "
    "as `か 2`.",
    complete.tile_sets,
)
DealtTilesOption: TypeAlias = Annotated[str, option(*_TILES)]
ScoredTilesOption: TypeAlias = Annotated[
    str, option(*_TILES, show_default="hiragana-120, or hiragana-pro-166 for scoring rules")
]
_FORM = (
    "--form -f DIGITS",
    "Form of a win, by its block sizes, or several forms: 33332, 332, 33332,2222222. Riichi: general, "
    "seven_pairs, thirteen_orphans.",
    complete.forms,
)
HandSizeOption: TypeAlias = Annotated[
    int, number("TILES", "Number of tiles dealt. [default: as many as the form has]")
]
FormOption: TypeAlias = Annotated[str, option(*_FORM)]
HandFormOption: TypeAlias = Annotated[str, option(*_FORM, show_default="33332, or all three of riichi")]
CopiesOption: TypeAlias = Annotated[
    str,
    option(
        "--copies RULE",
        "strict: a missing tile must still exist. ignore: it need not, as in the paper.",
        complete.copies,
    ),
]
LangOption: TypeAlias = Annotated[
    str,
    option(
        f"--lang {'|'.join(LANGUAGES)}",
        "Language of what people read. [default: $KANAMJ_LANG, or the locale]",
    ),
]
"""Every command has it, and none uses it: `kanamj.cli.main` reads it before anything is said."""
# Defaults of options that may be given several times.
NO_FILES: list[Path] = []
NO_TEXTS: list[str] = []


def folder_of(out: Path | None, folder: Path | None) -> Path:
    """Returns the folder to write into, which is given as --out DIR or as DIR. Raises BadParameter unless it is given
    once."""
    if (given := out or folder) is None or (out and folder):
        raise misuse("give one folder to write into: --out DIR")
    return given


def words_before(context: Any) -> list[str]:
    """Returns the words of a command after `kanamj`, such as `data write`."""
    return [*words_before(context.parent), context.info_name] if context.parent else []


def typed(context: typer.Context, names: Collection[str]) -> str:
    """Returns the options of a command among `names` that the user has given, as "--seed, --rules"."""
    asked = [option for option in context.command.params if option.name in names]
    source = context.get_parameter_source
    given = [each for each in asked if getattr(source(str(each.name)), "name", "") == "COMMANDLINE"]
    return ", ".join(max(option.opts, key=len) for option in given)


_NOT_THE_RESULT = ("replace", "as_json", "tsv", "out", "folder", "name", "lang")


def command_line(context: typer.Context) -> str:
    """Returns the command line that makes the results of this command again, for the manifest of the results.

    The folder of the results is `--out DIR`; other files and folders are given as they were typed.
    Options that are at their defaults, or do not change the results, are left out.
    """
    words = ["kanamj", *words_before(context)]
    for parameter in context.command.params:
        name, value = str(parameter.name), context.params.get(str(parameter.name))
        if name not in _NOT_THE_RESULT and value and value != parameter.default:
            option = [] if parameter.param_type_name == "argument" else [parameter.opts[0]]
            for each in value if isinstance(value, list | tuple) else [value]:
                words += option if each is True else [*option, str(each)]
    return shlex.join([*words, "--out", "DIR"])
