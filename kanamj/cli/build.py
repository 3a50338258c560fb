"""kanamj lexicon build: builds a word list from a source."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.output import misuse, objects, print_json, print_rows, say
from kanamj.errors import KanamjError, Message, brief, joined, several, whole_number
from kanamj.lexicon.choices import Choices

if TYPE_CHECKING:
    from kanamj.lexicon.build import BuildResult

OPTIONS = {
    "length": opt.option("N-N", "Shortest and longest reading, in letters."),
    "special_once": opt.option(
        "--special-once", "Keep words with at most one voiced, half-voiced or small letter or ー."
    ),
    "fold": opt.option(
        "RULE", "seion: read all words in clear sounds, for the PRO tiles.", complete.any_of("seion")
    ),
    "tiles": opt.option("SET", "Drop words that these tiles cannot spell.", complete.tile_sets),
    "exclude": opt.option("FILE", "Words to leave out, one per line: reading, tab, spelling or *."),
    "exclude_keys": opt.option("FILE", "Keys to leave out, one per line."),
    "add": opt.option("FILE", "Words to add, one per line: reading, tab, spelling."),
    "without": opt.option("FILTER", "Switch off this filter of the source.", complete.filters),
    "least": opt.option(
        "--familiarity X", "wlsp: keep words with a 「書く」 value of X or more.", parser=opt.decimal_number
    ),
    "pos": opt.option("TAG", "jmdict: keep this part of speech."),
    "priority": opt.option(
        "TAGS", "jmdict: keep words with one of these priorities: ichi1,news1, or common."
    ),
    "refused": opt.option("--misc-out TAG", "jmdict: drop senses with this tag."),
    "reading": opt.option("COLUMN", "table: column of the reading, by name or number."),
    "spelling": opt.option("COLUMN", "table: column of the spelling, by name or number."),
    "cost": opt.option("COLUMN", "table: column of whole numbers, lower is commoner."),
    "cost_order": opt.option(
        "--cost-order lower|higher",
        "table: which costs are commoner; they may then be any numbers, and their ranks are kept.",
    ),
    "where": opt.option(
        "COLUMN=TEXT", "table: keep rows with this text in the column, such as 5=名詞; may be given again."
    ),
    "encoding": opt.option(
        "NAME", "Encoding of the source files, such as cp932. [default: found from the files]"
    ),
}
"""The fields of `Choices` that are options, in the order of the help. Types and defaults are those of the fields."""
_TYPES: dict[Any, Any] = {tuple[int, int]: str, tuple[str, ...]: list[str], tuple[Path, ...]: list[Path]}
"""Type of a field -> type of its option, where they differ."""


def _as_options() -> Any:
    """The fields of `Choices` as a group of options, with their defaults."""
    kinds, defaults = get_type_hints(Choices), {each.name: each.default for each in fields(Choices)}
    defaults["length"] = "-".join(map(str, Choices.length))
    group: Any = NamedTuple
    made = group(
        "BuildOptions",
        [(name, Annotated[_TYPES.get(kinds[name], kinds[name]), option]) for name, option in OPTIONS.items()],
    )
    return made(**{name: [*of] if isinstance(of := defaults[name], tuple) else of for name in OPTIONS})


CHOICES = _as_options()


def _choices(source: str, chosen: Any) -> Choices:
    """The options as `Choices` of a build. source: the value of --from."""
    given: dict[str, Any] = {
        name: tuple(of) if isinstance(of, list) else of for name, of in chosen._asdict().items()
    }
    tags = (tag.strip() for tags in chosen.priority for tag in tags.split(","))
    given |= {"length": _parse_length(chosen.length), "priority": tuple(filter(None, tags))}
    return Choices(source, **given)


def build(
    context: typer.Context,
    files: Annotated[
        list[Path], opt.argument("FILE", "File to read; a folder for hrgjncs, a name or folder for list.")
    ],
    source: Annotated[
        str,
        opt.option(
            "--from SOURCE",
            "Format of the files: hrgjncs, wlsp, jmdict, skk, table or list.",
            complete.sources,
        ),
    ],
    out: opt.OutOption = None,
    name: Annotated[
        str, opt.option("--name NAME", "Keep the list under this name among your own lists.")
    ] = "",
    chosen: Any = CHOICES,
    licence: Annotated[
        str, opt.option("TEXT", "Licence for the manifest, if it is not that of the source.")
    ] = "",
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Build a list from a source, show what each filter dropped, and write the manifest.

    Filters of wlsp: nouns, familiarity, heading, latin, long-vowel, refused-letters; of jmdict: info, pos, misc.
    A table is CSV (also with ; or |), TSV or a JSON list; skk is a dictionary of SKK; list is a list of kanamj, of
    which all that it says of its words is kept. A file may be in UTF-8, UTF-16, UTF-32, CP932, EUC-JP or ISO-2022-JP,
    and packed by gzip. It may have at most 100 MB (JMdict 400 MB unpacked), a source at most 5,000,000 words. Words are
    ordered by their costs. These come from the column --cost, or from the tags nf01 to nf48 in JMdict.
    The list is written to --out, or kept among your own lists under --name (by default the name of the source).

    Examples: kanamj lexicon build --from wlsp bunruidb-fam.csv --length 2-3 --special-once
    · kanamj lexicon build --from table words.csv --reading yomi --spelling hyoki -o my-list
    · kanamj lexicon build --from table Noun.csv --reading 12 --spelling 1 --cost 4 --where 5=名詞 --name ipadic
    """
    from kanamj.lexicon.build import KIND, build_from, write_built
    from kanamj.lexicon.shelf import new_lexicon_folder, shipped_lexicons
    from kanamj.results import check_place

    choices = _choices(source, chosen)
    folder = out or new_lexicon_folder(name or source)
    check_place(folder, replace=replace, kind=KIND)  # before the work, not after it
    built = build_from(files, choices, folder.name)
    command = opt.command_line(context)
    write_built(folder, built, files, choices, command=command, licence=licence, replace=replace)
    _print_built(built, as_json, tsv)
    if words := built.without_tiles():
        examples = ", ".join(dict.fromkeys(entry.reading for entry in words[:3]))
        many = "{} words have a letter that no tile of hiragana-120 has, such as {}; no hand can hold them"
        one = "{} word has a letter that no tile of hiragana-120 has: {}; no hand can hold it"
        say(one if len(words) == 1 else many, len(words), examples)
    here = "./" * (str(out) in shipped_lexicons())  # --lexicon takes names first
    say("written to {}; use it with --lexicon {}", folder, f"{here}{out}" if out else folder.name)


def _parse_length(text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    with suppress(KanamjError):
        return whole_number(shortest), whole_number(longest if dash else shortest)
    raise misuse("{} is not a length; write 2-3, or 3", brief(text))


def _print_built(built: BuildResult, as_json: bool, tsv: bool) -> None:
    columns = ["filter", "dropped", "examples"]
    if as_json:
        drops = objects(columns, [[drop.name, drop.count, drop.examples] for drop in built.drops])
        keys = {str(size): len(rows) for size, rows in built.lexicon.grams.items()}
        print_json({"read": built.read, "filters": drops, "keys": keys})
        return
    rows = [[drop.name, drop.count, ", ".join(drop.examples)] for drop in built.drops]
    print_rows(columns, rows, title=several(built.read, "{} word read", "{} words read"), tsv=tsv)
    counts = [Message("{} of {} letters", len(rows), size) for size, rows in built.lexicon.grams.items()]
    say("keys: {}", joined(counts))
