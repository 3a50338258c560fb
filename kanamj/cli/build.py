"""kanamj lexicon build: builds a word list from a source."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.output import misuse, objects, print_json, print_rows, say
from kanamj.errors import KanamjError, Message, brief, joined, several, whole_number
from kanamj.lexicon.options import BuildOptions

if TYPE_CHECKING:
    from kanamj.lexicon.build import BuildResult

LENGTH = "-".join(map(str, BuildOptions.length))
POS, REFUSED = [*BuildOptions.pos], [*BuildOptions.refused]


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
    length: Annotated[str, opt.option("N-N", "Shortest and longest reading, in letters.")] = LENGTH,
    special_once: Annotated[
        bool,
        opt.option(
            "--special-once", "Keep words with at most one voiced, half-voiced or small letter or ー."
        ),
    ] = False,
    fold: Annotated[
        str,
        opt.option(
            "RULE", "seion: read all words in clear sounds, for the PRO tiles.", complete.any_of("seion")
        ),
    ] = "",
    tiles: Annotated[
        str, opt.option("SET", "Drop words that these tiles cannot spell.", complete.tile_sets)
    ] = "",
    exclude: Annotated[
        list[Path], opt.option("FILE", "Words to leave out, one per line: reading, tab, spelling or *.")
    ] = opt.NO_FILES,
    exclude_keys: Annotated[
        list[Path], opt.option("FILE", "Keys to leave out, one per line.")
    ] = opt.NO_FILES,
    add: Annotated[
        list[Path], opt.option("FILE", "Words to add, one per line: reading, tab, spelling.")
    ] = opt.NO_FILES,
    without: Annotated[
        list[str],
        opt.option(
            "FILTER",
            "Switch off this filter of wlsp (nouns, familiarity, heading, latin, long-vowel, refused-letters) or "
            "jmdict (info, pos, misc).",
            complete.filters,
        ),
    ] = opt.NO_TEXTS,
    least: Annotated[
        float,
        opt.option(
            "--familiarity X",
            "wlsp: keep words with a 「書く」 value of X or more.",
            parser=opt.decimal_number,
        ),
    ] = BuildOptions.least,
    pos: Annotated[list[str], opt.option("TAG", "jmdict: keep this part of speech.")] = POS,
    priority: Annotated[
        list[str],
        opt.option("TAGS", "jmdict: keep words with one of these: ichi1,news1, or common."),
    ] = opt.NO_TEXTS,
    refused: Annotated[
        list[str], opt.option("--misc-out TAG", "jmdict: drop senses with this tag.")
    ] = REFUSED,
    reading: Annotated[
        str, opt.option("COLUMN", "table: column of the reading, by name or number.")
    ] = BuildOptions.reading,
    spelling: Annotated[
        str, opt.option("COLUMN", "table: column of the spelling, by name or number.")
    ] = BuildOptions.spelling,
    cost: Annotated[str, opt.option("COLUMN", "table: column of whole numbers, lower is commoner.")] = "",
    cost_order: Annotated[
        str,
        opt.option(
            "--cost-order lower|higher",
            "table: which costs are commoner; they may then be any numbers, and their ranks are kept.",
        ),
    ] = "",
    where: Annotated[
        list[str],
        opt.option(
            "COLUMN=TEXT",
            "table: keep rows with this text there: 5=名詞; may be repeated.",
        ),
    ] = opt.NO_TEXTS,
    encoding: Annotated[
        str,
        opt.option("NAME", "Encoding of the files, such as cp932. [default: found from them]"),
    ] = "",
    licence: Annotated[
        str, opt.option("TEXT", "Licence for the manifest, if it is not that of the source.")
    ] = "",
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Build a list from a source, show what each filter dropped, and write the manifest.

    docs/words.md says what each source and each file may be. Words are ordered by cost: the column --cost, or the tags
    nf01 to nf48 in JMdict. The list is written to --out, or kept among your own lists under --name (by default the name
    of the source).

    Examples: kanamj lexicon build --from table words.csv --reading yomi --spelling hyoki -o my-list · kanamj lexicon
    build --from skk SKK-JISYO.L --name skk
    """
    from kanamj.lexicon.build import KIND, build_from, write_built
    from kanamj.lexicon.shelf import new_lexicon_folder, shipped_lexicons
    from kanamj.results import check_place

    tags = (tag.strip() for some in priority for tag in some.split(","))
    options = BuildOptions(
        source,
        length=_parse_length(length),
        special_once=special_once,
        fold=fold,
        tiles=tiles,
        exclude=tuple(exclude),
        exclude_keys=tuple(exclude_keys),
        add=tuple(add),
        without=tuple(without),
        least=least,
        pos=tuple(pos),
        priority=tuple(filter(None, tags)),
        refused=tuple(refused),
        reading=reading,
        spelling=spelling,
        encoding=encoding,
        cost=cost,
        cost_order=cost_order,
        where=tuple(where),
    )
    folder = out or new_lexicon_folder(name or source)
    check_place(folder, replace=replace, kind=KIND)  # before the work, not after it
    built = build_from(files, options, folder.name)
    command = opt.command_line(context)
    write_built(folder, built, files, options, command=command, licence=licence, replace=replace)
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
    counts = [Message("{} with {} letters", len(rows), size) for size, rows in built.lexicon.grams.items()]
    say("keys: {}", joined(counts, Message(", ")))
