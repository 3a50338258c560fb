"""kanamj lexicon: list, look up, build, compare and check word lists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli.options import (
    NO_FILES,
    NO_TEXTS,
    ExtraOption,
    JsonOption,
    LexiconOption,
    ReplaceOption,
    TsvOption,
)
from kanamj.cli.output import print_differences, print_json, print_rows, print_table, print_tsv, say

if TYPE_CHECKING:
    from kanamj.lexicon import Entry, Lexicon
    from kanamj.lexicon.build import Built
    from kanamj.lexicon.find import Missing

app = typer.Typer(no_args_is_help=True, help="Word lists: look up, build, compare, check.")

ListArgument = Annotated[str, typer.Argument(metavar="NAME|DIR", help="A word list.")]
NameOption = Annotated[str, typer.Option("--name", help="Name among your own lists.")]


@app.command("list")
def list_(as_json: JsonOption = False, tsv: TsvOption = False) -> None:
    """All word lists that have a name: the shipped ones and your own.

    Example: kanamj lexicon list
    """
    from kanamj.lexicon import load_lexicon, shipped_lexicons
    from kanamj.lexicon.shelf import own_words, shipped_folder

    rows = []
    for name, folder in shipped_lexicons().items():
        lexicon = load_lexicon(folder)
        home = "shipped" if folder.parent == shipped_folder() else "yours"
        rows.append(
            [
                name,
                home,
                *(len(lexicon.keys(size)) for size in (2, 3, 4, 5)),
                len(own_words(name)),
                str(folder),
            ]
        )
    columns = ["name", "home", "keys_2", "keys_3", "keys_4", "keys_5", "own_words", "folder"]
    print_rows(columns, rows, as_json=as_json, tsv=tsv)


@app.command()
def info(
    source: ListArgument = "common",
    extra: ExtraOption = NO_FILES,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """What a list holds: keys per length, letters never used, keys that need both copies, licence.

    Example: kanamj lexicon info common
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.describe import describe_lexicon

    facts = describe_lexicon(load_lexicon(source, extra))
    if as_json:
        print_json(facts)
    else:
        print_rows(["fact", "value"], facts.items(), tsv=tsv)


@app.command()
def find(
    words: Annotated[
        list[str], typer.Argument(metavar="[WORD]...", help="Readings or spellings.")
    ] = NO_TEXTS,
    letters: Annotated[
        str, typer.Option("--letters", help="All words of these letters; ？ is any letter.")
    ] = "",
    lacking: Annotated[
        str, typer.Option("--lacking", help="What these letters still lack to be a word.")
    ] = "",
    lexicon_: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Look words up: by reading or spelling, by their letters, or by the letters they still lack.

    A word that is not there is explained: its key, whether the tiles can spell it, what is near. Then the
    exit code is 1.

    Examples: kanamj lexicon find さかな · find --letters か？な · find --lacking なに
    """
    from kanamj.lexicon import load_lexicon

    if sum((bool(words), bool(letters), bool(lacking))) != 1:
        raise typer.BadParameter("give words, or --letters, or --lacking")
    lexicon = load_lexicon(lexicon_, extra, own=True)
    if words:
        _find_words(lexicon, words, as_json, tsv)
    else:
        _find_letters(lexicon, letters or lacking + "？", as_json, tsv)


def _find_words(lexicon: Lexicon, words: list[str], as_json: bool, tsv: bool) -> None:
    from kanamj.lexicon.find import explain_missing, find_word

    found = {word: find_word(lexicon, word) for word in words}
    missing = {word: explain_missing(lexicon, word) for word, entries in found.items() if not entries}
    if as_json:
        print_json(
            [
                {"word": word, "found": False, **_missing_table(lexicon, missing[word])}
                if word in missing
                else {"word": word, "found": True, "words": [_entry_table(entry) for entry in entries]}
                for word, entries in found.items()
            ]
        )
    else:
        rows = [[word, *_entry_table(entry).values()] for word, entries in found.items() for entry in entries]
        columns = ["word", "key", "reading", "spelling", "cost"]
        if tsv:
            print_tsv(columns, rows)
        elif rows:
            print_table(columns, rows)
        for word in missing.values():
            _say_missing(lexicon, word)
    if missing:
        raise typer.Exit(1)


def _find_letters(lexicon: Lexicon, letters: str, as_json: bool, tsv: bool) -> None:
    from kanamj.lexicon.find import find_letters

    rows = [[key, blanks, list(lexicon.words(key))] for key, blanks in find_letters(lexicon, letters)]
    print_rows(["key", "blanks", "words"], rows, as_json=as_json, tsv=tsv)
    if not rows:
        say(f"no word of {lexicon.name} has these letters: {letters}")
        raise typer.Exit(1)


def _entry_table(entry: Entry) -> dict[str, object]:
    cost = None if entry.cost < 0 else entry.cost
    return {"key": entry.key, "reading": entry.reading, "spelling": entry.spelling, "cost": cost}


def _missing_table(lexicon: Lexicon, missing: Missing) -> dict[str, object]:
    near = [{"key": key, "words": list(lexicon.words(key))} for key in missing.near]
    return {
        "key": missing.key,
        "spellable": not missing.unspellable,
        "unspellable": missing.unspellable,
        "excluded": missing.excluded,
        "near": near,
    }


def _say_missing(lexicon: Lexicon, missing: Missing, most: int = 12) -> None:
    say(f"{missing.word} is no word of {lexicon.name}; its key is {missing.key}")
    say(f"  tiles: {missing.unspellable or 'hiragana-120 can spell it'}")
    if missing.excluded:
        say(f"  left out by hand: {missing.excluded}")
    shown = [f"{key} {':'.join(lexicon.words(key))}" for key in missing.near[:most]]
    more = len(missing.near) - len(shown)
    say(f"  near: {', '.join(shown) or 'nothing'}{f' and {more} more (--json shows all)' if more else ''}")
    say(f"  to have it: kanamj lexicon add {missing.word}")


@app.command()
def build(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="What the source is read from.")],
    source: Annotated[str, typer.Option("--from", help="hrgjncs, wlsp, jmdict, table or common.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder to write; else --name.")
    ] = None,
    name: NameOption = "",
    length: Annotated[str, typer.Option(help="Shortest-longest reading.")] = "2-5",
    special_once: Annotated[
        bool, typer.Option("--special-once", help="At most one voiced, half-voiced, small letter or ー.")
    ] = False,
    fold: Annotated[str, typer.Option(help="seion: clear sounds only, for the PRO tiles.")] = "",
    tiles: Annotated[str, typer.Option(metavar="SET", help="Drop what these tiles cannot spell.")] = "",
    exclude: Annotated[
        list[Path], typer.Option(help="Words to leave out: reading, tab, spelling or *.")
    ] = NO_FILES,
    exclude_keys: Annotated[list[Path], typer.Option(help="Keys to leave out, one a line.")] = NO_FILES,
    add: Annotated[list[Path], typer.Option(help="Words to add: reading, tab, spelling.")] = NO_FILES,
    without: Annotated[
        list[str], typer.Option(metavar="FILTER", help="Switch off a filter of the source.")
    ] = NO_TEXTS,
    familiarity: Annotated[float, typer.Option(help="wlsp: least 「書く」.")] = 0.0,
    pos: Annotated[
        list[str], typer.Option(metavar="TAG", help="jmdict: parts of speech to keep [n].")
    ] = NO_TEXTS,
    priority: Annotated[
        list[str], typer.Option(metavar="TAG", help="jmdict: keep words with one of these.")
    ] = NO_TEXTS,
    misc_out: Annotated[
        list[str], typer.Option(metavar="TAG", help="jmdict: drop senses with one of these.")
    ] = NO_TEXTS,
    reading: Annotated[
        str, typer.Option(help="table: column of the reading, by name or number.")
    ] = "reading",
    spelling: Annotated[
        str, typer.Option(help="table: column of the spelling, by name or number.")
    ] = "spelling",
    encoding: Annotated[str, typer.Option(help="Of the source files, such as cp932.")] = "utf-8",
    licence: Annotated[str, typer.Option(help="Licence to note, if not the source's.")] = "",
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Build a list from a source, say what each filter dropped, and write its manifest.

    Filters of wlsp: nouns, familiarity, heading, latin, long-vowel, refused-letters; of jmdict: info, pos, misc.
    The list is written to --output, or kept among your own under --name (the source's name if not given).

    Examples: kanamj lexicon build --from wlsp bunruidb-fam.csv --length 2-3 --special-once
    · kanamj lexicon build --from table words.csv --reading yomi --spelling hyoki -o my-list
    · kanamj lexicon build --from common ARCHIVES -o common
    """
    from kanamj.lexicon.build import KIND, build_from, write_built
    from kanamj.lexicon.choices import Choices
    from kanamj.lexicon.shelf import new_lexicon_folder
    from kanamj.manifest import check_place

    default = Choices(source)
    choices = Choices(
        source,
        length=_parse_length(length),
        special_once=special_once,
        fold=fold,
        tiles=tiles,
        exclude=tuple(exclude),
        exclude_keys=tuple(exclude_keys),
        add=tuple(add),
        without=tuple(without),
        least=familiarity,
        pos=tuple(pos) or default.pos,
        priority=tuple(priority),
        refused=tuple(misc_out) or default.refused,
        reading=reading,
        spelling=spelling,
        encoding=encoding,
    )
    folder = output or new_lexicon_folder(name or source)
    check_place(folder, replace=replace, kind=KIND)  # before the work rather than after it
    built = build_from(files, choices, folder.name)
    write_built(folder, built, files, choices, licence=licence, replace=replace)
    _print_built(built, as_json, tsv)
    say(f"written to {folder}; use it with --lexicon {output or folder.name}")


def _parse_length(text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    if not shortest.isdigit() or (dash and not longest.isdigit()):
        raise typer.BadParameter(f"{text!r} is no length; write 2-3, or 3")
    return int(shortest), int(longest or shortest)


def _print_built(built: Built, as_json: bool, tsv: bool) -> None:
    if as_json:
        drops = [
            {"filter": drop.name, "dropped": drop.count, "examples": drop.examples} for drop in built.drops
        ]
        keys = {str(size): len(rows) for size, rows in built.lexicon.grams.items()}
        print_json({"read": built.read, "filters": drops, "keys": keys})
        return
    rows = [[drop.name, drop.count, ", ".join(drop.examples)] for drop in built.drops]
    print_rows(["filter", "dropped", "examples"], rows, title=f"{built.read} words read", tsv=tsv)
    counts = ", ".join(f"{len(rows)} of {size} letters" for size, rows in built.lexicon.grams.items())
    say(f"keys: {counts}")


@app.command("import")
def import_(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder with 2gram.txt, 3gram.txt …")],
    name: NameOption = "",
    replace: ReplaceOption = False,
) -> None:
    """Take a published list, unchanged, among your own.

    Example: kanamj lexicon import hrgjncs/v1.1 --name v1.1
    """
    from kanamj.lexicon.build import build_from, write_built
    from kanamj.lexicon.choices import Choices
    from kanamj.lexicon.shelf import new_lexicon_folder

    choices = Choices("hrgjncs")
    target = new_lexicon_folder(name or folder.resolve().name)
    built = build_from([folder], choices, target.name)
    write_built(
        target, built, [folder], choices, command=f"kanamj lexicon import {folder.name}", replace=replace
    )
    say(f"{len(built.lexicon)} keys kept in {target}; use it with --lexicon {target.name}")


@app.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str, typer.Argument(metavar="B")],
    extra: ExtraOption = NO_FILES,
    limit: Annotated[int, typer.Option(help="Most changes to show in the table; 0 for all.")] = 20,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Keys and words gained and lost from list A to list B; precision and recall of A against B.

    With --extra, A has these words too.

    Example: kanamj lexicon diff common hrgjncs/v1.0
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.diff import changes, overlaps

    left, right = load_lexicon(a, extra), load_lexicon(b)
    overlap = [
        [o.size, o.keys_a, o.keys_b, o.shared, round(o.precision, 3), round(o.recall, 3)]
        for o in overlaps(left, right)
    ]
    changed = [[change.kind, change.key, list(change.words)] for change in changes(left, right)]
    overlap_columns = ["letters", "keys_a", "keys_b", "shared", "precision", "recall"]
    columns = ["change", "key", "words"]
    if as_json:
        print_json(
            {
                "overlap": [dict(zip(overlap_columns, row, strict=True)) for row in overlap],
                "changes": [dict(zip(columns, row, strict=True)) for row in changed],
            }
        )
    elif tsv:
        print_tsv(columns, changed)
    else:
        print_table(overlap_columns, overlap, title=f"{left.name} against {right.name}")
        shown = changed[:limit] if limit else changed
        print_table(columns, shown, title=f"from {left.name} to {right.name}")
        if len(shown) < len(changed):
            say(f"{len(changed) - len(shown)} more changes; --limit 0 shows all")


@app.command()
def verify(
    source: ListArgument = "common",
    rebuild: Annotated[
        list[Path],
        typer.Option("--rebuild", metavar="FILE", help="Build again from this source file and compare."),
    ] = NO_FILES,
) -> None:
    """Check a list against its manifest; with --rebuild also against its source.

    What differs goes to stdout, and the exit code is 1.

    Examples: kanamj lexicon verify common · kanamj lexicon verify common --rebuild ARCHIVES
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.build import verify_lexicon

    folder = load_lexicon(source).folder
    assert folder is not None
    also = " and as its source gives" if rebuild else ""
    print_differences(verify_lexicon(folder, rebuild), f"{source} is as its manifest says{also}")


@app.command()
def add(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="A reading, or reading=spelling.")],
    lexicon_: LexiconOption = "common",
) -> None:
    """Keep own words for a list; judge, shanten, game and find use them from then on.

    Commands that write results leave them out unless you give the file with --extra.

    Example: kanamj lexicon add すまほ=スマホ
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.shelf import own_words, parse_own_word, write_own_words
    from kanamj.tiles import HIRAGANA_120

    name = load_lexicon(lexicon_).name
    new = [parse_own_word(word) for word in words]
    path = write_own_words(name, [*own_words(name), *new])
    for entry in new:
        why = unspellable(entry.reading, HIRAGANA_120)
        say(f"{entry.reading} {entry.spelling} is kept for {name}{f', but {why}' if why else ''}")
    say(f"own words are in {path}")


@app.command()
def remove(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Readings.")],
    lexicon_: LexiconOption = "common",
) -> None:
    """Forget own words that were kept with `lexicon add`.

    Example: kanamj lexicon remove すまほ
    """
    from kanamj.errors import LexiconError
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.shelf import own_words, parse_own_word, write_own_words

    name = load_lexicon(lexicon_).name
    kept = own_words(name)
    gone = {parse_own_word(word).reading for word in words}
    unknown = gone - {entry.reading for entry in kept}
    if unknown:
        raise LexiconError(f"{', '.join(sorted(unknown))} is none of your own words for {name}")
    path = write_own_words(name, [entry for entry in kept if entry.reading not in gone])
    say(f"removed from {path}")
