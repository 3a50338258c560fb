"""kanamj lexicon: list, look up, build, compare and check word lists."""

from __future__ import annotations

from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kanamj.cli.commands import App
from kanamj.cli.options import (
    NO_FILES,
    NO_TEXTS,
    AllWordsOption,
    ExtraOption,
    JsonOption,
    LexiconOption,
    ReplaceOption,
    TsvOption,
    command_line,
    takes_options,
)
from kanamj.cli.output import print_differences, print_json, print_rows, print_table, print_tsv, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kanamj.lexicon import Entry, Lexicon
    from kanamj.lexicon.build import BuildResult
    from kanamj.lexicon.choices import Choices
    from kanamj.lexicon.find import MissingWord

app = App(no_args_is_help=True, help="Word lists: look up, build, compare, check.")

ListArgument = Annotated[str, typer.Argument(metavar="NAME|DIR", help="Word list: its name or its folder.")]
NameOption = Annotated[
    str, typer.Option("--name", metavar="NAME", help="Keep the list under this name among your own lists.")
]


@app.command("list")
def list_(as_json: JsonOption = False, tsv: TsvOption = False) -> None:
    """List the word lists that have a name: the shipped ones and your own.

    Example: kanamj lexicon list
    """
    from kanamj.lexicon import load_lexicon, shipped_lexicons
    from kanamj.lexicon.shelf import USES, own_words, shipped_folder

    rows = []
    for name, folder in shipped_lexicons().items():
        lexicon = load_lexicon(folder)
        home = "shipped" if folder.parent == shipped_folder() else "yours"
        rows.append(
            [
                name,
                home,
                *(len(lexicon.keys(size)) for size in (2, 3, 4, 5)),
                len(own_words(lexicon)),
                USES[name] if home == "shipped" else "",
                str(folder),
            ]
        )
    columns = ["name", "home", "keys_2", "keys_3", "keys_4", "keys_5", "own_words", "use", "folder"]
    print_rows(columns, rows, as_json=as_json, tsv=tsv)


@app.command()
def info(
    source: ListArgument = "common",
    extra: ExtraOption = NO_FILES,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Show what a list holds: keys per length, letters never used, keys with a doubled letter, licence.

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
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="A reading or a spelling.")] = NO_TEXTS,
    letters: Annotated[
        str,
        typer.Option(
            "--letters", metavar="LETTERS", help="Find all words of exactly these letters; ？ is any letter."
        ),
    ] = "",
    lacking: Annotated[
        str,
        typer.Option(
            "--lacking", metavar="LETTERS", help="Find the words that consist of these letters and one more."
        ),
    ] = "",
    lexicon_: LexiconOption = "common",
    extra: ExtraOption = NO_FILES,
    all_words: AllWordsOption = False,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Look words up by reading or spelling, by their letters, or by all letters but one.

    A flagged word is shown if WORD is the reading or spelling of no other word. If the list lacks a word, stderr says
    its key, whether the tiles can spell it, and which words are near. The exit code is then 1.

    Examples: kanamj lexicon find さかな · find --letters か？な · find --lacking なみ
    """
    from kanamj.lexicon import load_lexicon

    if sum((bool(words), bool(letters), bool(lacking))) != 1:
        raise typer.BadParameter("give words, or --letters, or --lacking, and only one of them")
    lexicon = load_lexicon(lexicon_, extra, own=True)
    if words:
        _find_words(lexicon, words, all_words, as_json, tsv)
    else:
        _find_letters(lexicon, letters, lacking, all_words, as_json, tsv)


def _find_words(lexicon: Lexicon, words: list[str], all_words: bool, as_json: bool, tsv: bool) -> None:
    from kanamj.lexicon.find import entry_json, find

    answers = find(lexicon, words, flagged=all_words)
    if as_json:
        print_json([found.to_json() for found in answers])
    else:
        rows = [
            [found.word, *entry_json(word).values(), gloss]
            for found in answers
            for word, gloss in zip(found.entries, found.glosses, strict=True)
        ]
        columns = ["word", "key", "reading", "spelling", "cost", "ease", "flag", "gloss"]
        if tsv:
            print_tsv(columns, rows)
        elif rows:
            known = len(columns) if any(row[-1] for row in rows) else -1  # no empty column of glosses
            print_table(columns[:known], [row[:known] for row in rows])
    for found in answers:
        if found.missing:
            _say_missing(lexicon, found.missing, found.others)
    if any(found.missing for found in answers):
        raise typer.Exit(1)


def _find_letters(
    lexicon: Lexicon, letters: str, lacking: str, all_words: bool, as_json: bool, tsv: bool
) -> None:
    from kanamj.lexicon.find import letters_json

    found = letters_json(lexicon, letters, lacking, flagged=all_words)
    rows = [list(row.values()) for row in found]
    print_rows(["key", "blanks", "words", "readings"], rows, as_json=as_json, tsv=tsv)
    if not rows:
        hidden = not all_words and letters_json(lexicon, letters, lacking, flagged=True)
        name = f"{lexicon.name} that is shown unasked" if hidden else lexicon.name
        more = "; --all-words shows the others" if hidden else ""
        if letters:
            say(f"no word of {name} has these letters: {letters}{more}")
        else:
            say(f"no letter makes {lacking} a word of {name}{more}")
        raise typer.Exit(1)


def _say_missing(lexicon: Lexicon, missing: MissingWord, others: Sequence[Entry]) -> None:
    from kanamj.lexicon.entry import word_text

    if not missing.reading:
        said = f"; left out by hand: {missing.excluded}" if missing.excluded else ""
        say(
            f"no word of {lexicon.name} is spelled {missing.word}{said}; give its reading in kana to find near words"
        )
        return
    read = "" if missing.word == missing.reading else f" (read {missing.reading})"
    say(f"{missing.word}{read} is not a word of {lexicon.name}; its key is {missing.key}")
    say(f"  tiles: {missing.unspellable or 'hiragana-120 can spell it'}")
    if missing.excluded:
        say(f"  left out by hand: {missing.excluded}")
    for label, entries in (("the same letters", others), ("near", missing.near)):
        words = [word_text(entry) for entry in entries]
        if words or label == "near":
            say(f"  {label}: {', '.join(words) or 'nothing'}")
    if not missing.unspellable:
        spelled = missing.reading if missing.word == missing.reading else f"{missing.reading}={missing.word}"
        say(f"  to add it: kanamj lexicon add {spelled}")


# Default tags for JMdict, the same as in `Choices`.
KEPT = ["n"]
DROPPED = ["arch", "obs", "rare", "vulg", "derog", "X"]


class BuildOptions(NamedTuple):
    """The options of `kanamj lexicon build` that become fields of `Choices`; the names are the same."""

    length: Annotated[str, typer.Option(metavar="N-N", help="Shortest and longest reading, in letters.")] = (
        "2-5"
    )
    special_once: Annotated[
        bool,
        typer.Option(
            "--special-once", help="Keep words with at most one voiced, half-voiced or small letter or ー."
        ),
    ] = False
    fold: Annotated[
        str, typer.Option(metavar="RULE", help="seion: read all words in clear sounds, for the PRO tiles.")
    ] = ""
    tiles: Annotated[str, typer.Option(metavar="SET", help="Drop words that these tiles cannot spell.")] = ""
    exclude: Annotated[
        list[Path],
        typer.Option(metavar="FILE", help="Words to leave out, one per line: reading, tab, spelling or *."),
    ] = NO_FILES
    exclude_keys: Annotated[
        list[Path], typer.Option(metavar="FILE", help="Keys to leave out, one per line.")
    ] = NO_FILES
    add: Annotated[
        list[Path], typer.Option(metavar="FILE", help="Words to add, one per line: reading, tab, spelling.")
    ] = NO_FILES
    without: Annotated[
        list[str], typer.Option(metavar="FILTER", help="Switch off this filter of the source.")
    ] = NO_TEXTS
    least: Annotated[
        float,
        typer.Option(
            "--familiarity", metavar="X", help="wlsp: keep words with a 「書く」 value of X or more."
        ),
    ] = 0.0
    pos: Annotated[list[str], typer.Option(metavar="TAG", help="jmdict: keep this part of speech.")] = KEPT
    priority: Annotated[
        list[str],
        typer.Option(
            metavar="TAGS", help="jmdict: keep words with one of these priorities: ichi1,news1, or common."
        ),
    ] = NO_TEXTS
    refused: Annotated[
        list[str],
        typer.Option(
            "--misc-out",
            metavar="TAG",
            help="jmdict: drop senses with this tag.",
        ),
    ] = DROPPED
    reading: Annotated[
        str, typer.Option(metavar="COLUMN", help="table: column of the reading, by name or number.")
    ] = "reading"
    spelling: Annotated[
        str, typer.Option(metavar="COLUMN", help="table: column of the spelling, by name or number.")
    ] = "spelling"
    cost: Annotated[
        str,
        typer.Option(metavar="COLUMN", help="table: column of whole numbers, lower is commoner."),
    ] = ""
    encoding: Annotated[
        str, typer.Option(metavar="NAME", help="Encoding of the source files, such as cp932.")
    ] = "utf-8"

    def choices(self, source: str) -> Choices:
        """The options as `Choices` of a build. source: the value of --from."""
        from kanamj.lexicon.choices import Choices

        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in self._asdict().items()
        }
        tags = (tag.strip() for tags in self.priority for tag in tags.split(","))
        given |= {"length": _parse_length(self.length), "priority": tuple(filter(None, tags))}
        return Choices(source, **given)


BUILD = BuildOptions()


@app.command()
@takes_options
def build(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="File to read; a folder for hrgjncs.")],
    source: Annotated[
        str,
        typer.Option("--from", metavar="SOURCE", help="Format of the files: hrgjncs, wlsp, jmdict or table."),
    ],
    output: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="Write into this folder.")
    ] = None,
    name: NameOption = "",
    chosen: BuildOptions = BUILD,
    licence: Annotated[
        str, typer.Option(metavar="TEXT", help="Licence for the manifest, if it is not that of the source.")
    ] = "",
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Build a list from a source, show what each filter dropped, and write the manifest.

    Filters of wlsp: nouns, familiarity, heading, latin, long-vowel, refused-letters; of jmdict: info, pos, misc.
    Words are ordered by their costs. These come from the column --cost, or from the tags nf01 to nf48 in JMdict. A file
    may have at most 100 MB (JMdict 400 MB unpacked), a source at most 5,000,000 words.
    The list is written to --out, or kept among your own lists under --name (by default the name of the source).

    Examples: kanamj lexicon build --from wlsp bunruidb-fam.csv --length 2-3 --special-once
    · kanamj lexicon build --from table words.csv --reading yomi --spelling hyoki -o my-list
    """
    from kanamj.folders import check_place
    from kanamj.lexicon.build import KIND, build_from, write_built
    from kanamj.lexicon.shelf import new_lexicon_folder

    choices = chosen.choices(source)
    folder = output or new_lexicon_folder(name or source)
    check_place(folder, replace=replace, kind=KIND)  # before the work, not after it
    built = build_from(files, choices, folder.name)
    command = command_line(context)
    write_built(folder, built, files, choices, command=command, licence=licence, replace=replace)
    _print_built(built, as_json, tsv)
    _say_without_tiles(built)
    say(f"written to {folder}; use it with --lexicon {_as_argument(output) if output else folder.name}")


def _as_argument(folder: Path) -> str:
    """The folder as a value of --lexicon: with ./ before it if a list has this name, as --lexicon takes names first."""
    from kanamj.lexicon import shipped_lexicons

    return f"./{folder}" if str(folder) in shipped_lexicons() else str(folder)


def _say_without_tiles(built: BuildResult) -> None:
    words = built.without_tiles()
    if words:
        examples = ", ".join(dict.fromkeys(entry.reading for entry in words[:3]))
        say(
            f"{len(words)} words have a letter that no tile of hiragana-120 has, such as {examples}; no hand can hold "
            "them"
        )


def _parse_length(text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    if not shortest.isdecimal() or (dash and not longest.isdecimal()):
        raise typer.BadParameter(f"{text!r} is not a length; write 2-3, or 3")
    return int(shortest), int(longest or shortest)


def _print_built(built: BuildResult, as_json: bool, tsv: bool) -> None:
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
    """Add a published list, unchanged, to your own lists.

    Example: kanamj lexicon import hrgjncs/v1.1 --name v1.1
    """
    from kanamj.folders import check_place
    from kanamj.lexicon.build import KIND, build_from, write_built
    from kanamj.lexicon.choices import Choices
    from kanamj.lexicon.shelf import new_lexicon_folder

    choices = Choices("hrgjncs")
    target = new_lexicon_folder(name or Path(realpath(folder)).name)
    check_place(target, replace=replace, kind=KIND)
    built = build_from([folder], choices, target.name)
    write_built(
        target, built, [folder], choices, command=f"kanamj lexicon import {folder.name}", replace=replace
    )
    say(f"{len(built.lexicon)} keys kept in {target}; use it with --lexicon {target.name}")


@app.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="The list to compare.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The list it is compared with.")],
    extra: ExtraOption = NO_FILES,
    limit: Annotated[
        int, typer.Option(metavar="N", min=0, help="Number of changes to show in the table; 0 shows all.")
    ] = 20,
    as_json: JsonOption = False,
    tsv: TsvOption = False,
) -> None:
    """Compare two lists: keys and words gained and lost from A to B, precision and recall of A against B.

    With --extra, the words of that file count as words of A.

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
        typer.Option(
            "--rebuild", metavar="FILE", help="Build the list again from this source file, and compare."
        ),
    ] = NO_FILES,
) -> None:
    """Compare a list with its manifest; with --rebuild also with its source.

    Differences go to stdout, and the exit code is 1 if there are any. --rebuild is for lists that `kanamj lexicon
    build` made. The shipped lists are built again by scripts/build_wordlists.py of the source code.

    Examples: kanamj lexicon verify common · kanamj lexicon verify my-list --rebuild words.csv
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.build import verify_lexicon

    folder = load_lexicon(source).folder
    assert folder is not None
    also = " and as its source gives it" if rebuild else ""
    print_differences(verify_lexicon(folder, rebuild), f"{source} is as its manifest says{also}")


@app.command()
def add(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="A reading, or reading=spelling.")],
    lexicon_: LexiconOption = "common",
) -> None:
    """Add own words to a list; judge, shanten, game and find use them from then on.

    Commands that write results leave own words out, unless you give the file of these words with --extra.

    Example: kanamj lexicon add すまほ=スマホ
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.shelf import add_own_words, parse_own_word
    from kanamj.tiles import HIRAGANA_120

    lexicon = load_lexicon(lexicon_)
    new = [parse_own_word(word) for word in words]
    path = add_own_words(lexicon, new)
    for entry in new:
        why = unspellable(entry.reading, HIRAGANA_120)
        say(f"{entry.reading} {entry.spelling} is kept for {lexicon.name}{f', but {why}' if why else ''}")
    say(f"own words are in {path}")


@app.command()
def remove(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORD", help="A reading removes all its words, reading=spelling one word."),
    ],
    lexicon_: LexiconOption = "common",
) -> None:
    """Remove own words that were added with `lexicon add`.

    Examples: kanamj lexicon remove すまほ · kanamj lexicon remove おちゃ=お茶
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.shelf import forget_own_words

    path = forget_own_words(load_lexicon(lexicon_), words)
    say(f"removed from {path}")


@app.command()
def gloss(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Lines of a reading, a spelling and a gloss, with tabs between."),
    ] = None,
    lexicon_: LexiconOption = "common",
    remove_: Annotated[
        bool, typer.Option("--remove", help="Remove the glosses that you keep for the list.")
    ] = False,
) -> None:
    """Keep glosses for the words of a list: what a word means, in one line, shown where the word is looked up.

    The shipped lists have glosses in easy Japanese for their easiest words. Those of FILE are shown before them, and
    take the place of an earlier FILE. scripts/jmdict_glosses.py makes such a file, in English, from JMdict.

    Examples: kanamj lexicon gloss jmdict.tsv · kanamj lexicon gloss --remove
    """
    from kanamj.lexicon import load_lexicon
    from kanamj.lexicon.glosses import keep_glosses, remove_glosses

    if (file is None) != remove_:
        raise typer.BadParameter("give a file of glosses, or --remove, and only one of them")
    lexicon = load_lexicon(lexicon_, own=True)
    if file is None:
        say(f"removed {remove_glosses(lexicon)}")
        return
    kept = keep_glosses(lexicon, file)
    if kept.others:
        say(f"left out, as {lexicon.name} does not have the word: {kept.others:,}, such as {kept.other}")
    say(f"{kept.glosses:,} glosses are kept for {lexicon.name} in {kept.path}")


@app.command()
def delete(name: Annotated[str, typer.Argument(metavar="NAME", help="One of your own lists.")]) -> None:
    """Delete one of your own lists. Files that kanamj did not write are never deleted.

    Words that were added with `lexicon add` stay, for a list of the same name.

    Example: kanamj lexicon delete my-list
    """
    from kanamj.lexicon.shelf import delete_lexicon

    say(f"deleted {delete_lexicon(name)}")
