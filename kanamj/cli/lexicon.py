"""kanamj lexicon: list, look up, build, compare and check word lists."""

from __future__ import annotations

import re
import shlex
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.commands import App, Commands
from kanamj.cli.engines import words_of
from kanamj.cli.output import objects, print_differences, print_json, print_rows, print_table, print_tsv, say
from kanamj.language import current, tr, translated
from kanamj.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kanamj.lexicon import Entry, Lexicon
    from kanamj.lexicon.find import MissingWord


class _Lists(Commands):
    """The commands on word lists. `build` is in a module of its own, because it needs what reads sources."""

    later = ("build",)


app = App(cls=_Lists, no_args_is_help=True, help="Word lists: look up, build, compare, check.")

ListArgument = Annotated[
    str, opt.argument("NAME|DIR", "Word list: its name, its folder, or a file of words.", complete.lists)
]
NameOption = Annotated[str, opt.option("--name NAME", "Keep the list under this name among your own lists.")]


@app.command("list")
def list_(as_json: opt.JsonOption = False, tsv: opt.TsvOption = False) -> None:
    """List the word lists that have a name: the shipped ones and your own.

    Example: kanamj lexicon list
    """
    from kanamj.lexicon import shipped_lexicons
    from kanamj.lexicon.shelf import USES, own_words, shipped_folder

    rows: list[list[object]] = []
    for name, folder in shipped_lexicons().items():
        lexicon = words_of(folder)
        home = "shipped" if folder.parent == shipped_folder() else "yours"
        numbers = [*(len(lexicon.keys(size)) for size in (2, 3, 4, 5)), len(own_words(lexicon))]
        rows.append([name, home, *numbers, USES[name] if home == "shipped" else "", str(folder)])
    columns = ["name", "home", "keys_2", "keys_3", "keys_4", "keys_5", "own_words", "use", "folder"]
    if as_json or tsv:
        print_rows(columns, rows, as_json=as_json, tsv=tsv)
    else:
        print_rows(columns[:-2], [row[:-2] for row in rows], texts=["home"])
        for row in rows:
            typer.echo(shown(f"{row[0]}: {row[-2] and tr(str(row[-2]))}\n  {row[-1]}"))


@app.command()
def info(
    source: ListArgument = "common",
    extra: opt.ExtraOption = opt.NO_FILES,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Show what a list holds: keys per length, letters never used, keys with a doubled letter, licence.

    Example: kanamj lexicon info common
    """
    from kanamj.lexicon.describe import describe_lexicon

    facts = describe_lexicon(words_of(source, extra))
    if as_json:
        print_json(facts)
    else:
        print_rows(["fact", "value"], facts.items(), tsv=tsv, texts=["fact", "value"])


@app.command()
def find(
    words: Annotated[
        list[str], opt.argument("WORD", "A reading, a spelling, romaji, or a reading with ？ for any letter.")
    ] = opt.NO_TEXTS,
    letters: Annotated[
        str, opt.option("LETTERS", "Find all words of exactly these letters; ？ is any letter.")
    ] = "",
    lacking: Annotated[
        str, opt.option("LETTERS", "Find the words that consist of these letters and one more.")
    ] = "",
    lexicon_: opt.LexiconOption = "common",
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Look words up by reading or spelling, by their letters, or by all letters but one.

    A flagged word is shown if WORD is the reading or spelling of no other word. If the list lacks a word, stderr says
    why (a verb, a name, a rare word …), whether the tiles can spell it, and which words are near. The exit code is then
    1. The reason comes from the dictionaries that the shipped lists are made from (wordlists/why).

    Examples: kanamj lexicon find さかな 桜 katsudon · find か？な · find --letters か？な · find --lacking なみ
    """
    asked = " ".join(words).split()
    if sum((bool(asked), bool(letters), bool(lacking))) != 1:
        raise typer.BadParameter("give words, or --letters, or --lacking, and only one of them")
    lexicon = words_of(lexicon_, extra, own=True)
    if asked:
        _find_words(lexicon, lexicon_, asked, all_words, as_json, tsv)
    else:
        _find_letters(lexicon, letters, lacking, all_words, as_json, tsv)


def _find_words(
    lexicon: Lexicon, named: str, words: list[str], all_words: bool, as_json: bool, tsv: bool
) -> None:
    from kanamj.lexicon.find import entry_json, find
    from kanamj.lexicon.kana import unspellable
    from kanamj.tiles import HIRAGANA_120

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
            print_rows(columns[:known], [row[:known] for row in rows], texts=["flag"])
    for found in answers:
        if found.missing:
            _say_missing(lexicon, named, found.missing, found.others)
        elif found.lacking:
            why = translated(unspellable(found.entries[0].reading, HIRAGANA_120))
            say(tr("{word} is a word of {list}, but {why}", word=found.word, list=lexicon.name, why=why))
        elif found.only_sounds:
            sounds = "{list} has these words with that reading, none of them is spelled {word}"
            say(tr(sounds, list=lexicon.name, word=found.word))
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
        without = "no word of {list} has these letters: {letters}"
        without = without if letters else "no letter makes {letters} a word of {list}"
        said = tr(without, list=lexicon.name, letters=letters or lacking)
        say(said + tr("; words with a flag do, and --all-words shows them") if hidden else said)
        raise typer.Exit(1)


def _say_missing(lexicon: Lexicon, named: str, missing: MissingWord, others: Sequence[Entry]) -> None:
    from kanamj.lexicon.entry import word_text
    from kanamj.lexicon.find import is_pattern
    from kanamj.lexicon.kana import parse_reading
    from kanamj.lexicon.store import SIZES

    word, reading, lines = missing.word, missing.reading, _reasons(missing)
    of = {"word": word, "list": lexicon.name}
    if not reading:
        half = "".join(dict.fromkeys(re.findall("[a-z]", parse_reading(word).lower())))
        if is_pattern(lexicon, word):
            said = tr("no word of {list} fits {word}; --letters takes the letters in any order", **of)
        elif half:
            said = tr("{word} is half typed, or not romaji ({letters}); write it in kana", **of, letters=half)
        else:
            said = tr("no word of {list} is spelled {word}; give its reading in kana", **of)
        say("\n".join([said, *lines]))
        return
    of["word"] += tr(" (read {reading})", reading=reading) if word != reading else ""
    said = tr("{word} is not a word of {list}; its key is {key}", **of, key=missing.key)
    tiles = translated(missing.unspellable) or tr("hiragana-120 can spell it")
    lines = [said, *lines, tr("  tiles: {tiles}", tiles=tiles)]
    for label, entries in ((tr("the same letters"), others), (tr("near"), missing.near)):
        if entries:
            lines.append(f"  {label}: {tr(', ').join(map(word_text, entries))}")
    if len(reading) in SIZES and not missing.unspellable and missing.excluded != "block":
        plain = word == reading or re.search("[a-zA-Z]", parse_reading(word))  # romaji is not a spelling
        new = [reading if plain else f"{reading}={word}", *(["--lexicon", named] * (named != "common"))]
        texts = [text if re.fullmatch(r"[\w=./-]+", text) else shlex.quote(text) for text in new]
        lines.append(tr("  to add it: {command}", command=" ".join(["kanamj lexicon add", *texts])))
    say("\n".join(lines))


def _reasons(missing: MissingWord) -> list[str]:
    """Why the list does not have a word, as a line; [] if nobody knows."""
    from kanamj.lexicon.entry import word_text
    from kanamj.lexicon.store import SIZES
    from kanamj.lexicon.why import EXCLUDED, said

    if missing.wider:
        words = tr(", ").join(map(word_text, missing.wider))
        return [tr("  the list wide has it: {words}; --lexicon wide judges by that list", words=words)]
    if missing.excluded in EXCLUDED:
        return [tr("  left out by hand: {why}", why=tr(EXCLUDED[missing.excluded]))]
    if missing.reading and len(missing.reading) not in SIZES:
        numbers = {"n": len(missing.reading), "least": SIZES[0], "most": SIZES[-1]}
        return [tr("  it has {n} letters; the lists have words of {least} to {most}", **numbers)]
    if missing.what:
        return [f"  {said(missing.what)[current()]}"]
    if missing.parts:
        made = "  it looks made of {parts}; the shipped lists lack it, a dictionary at the table decides"
        return [tr(made, parts=" + ".join(missing.parts))]
    if not missing.reading or missing.unspellable:
        return []  # the tiles of a word that they cannot spell are reason enough
    return [tr("  the dictionaries of the shipped lists do not have it; a dictionary at the table decides")]


@app.command("import")
def import_(
    folder: Annotated[Path, opt.argument("DIR", "A folder with 2gram.txt, 3gram.txt …")],
    name: NameOption = "",
    replace: opt.ReplaceOption = False,
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
    a: Annotated[str, opt.argument("A", "The list to compare.", complete.lists)],
    b: Annotated[str, opt.argument("B", "The list it is compared with.", complete.lists)],
    extra: opt.ExtraOption = opt.NO_FILES,
    limit: Annotated[
        int, opt.option("N", "Number of changes to show in the table; 0 shows all.", min=0)
    ] = 20,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Compare two lists: keys and words gained and lost from A to B, precision and recall of A against B.

    With --extra, the words of that file count as words of A.

    Example: kanamj lexicon diff common hrgjncs/v1.0
    """
    from kanamj.lexicon.diff import changes, overlaps

    left, right = words_of(a, extra), words_of(b)
    overlap = [
        [o.size, o.keys_a, o.keys_b, o.shared, round(o.precision, 3), round(o.recall, 3)]
        for o in overlaps(left, right)
    ]
    changed = [[change.kind, change.key, list(change.words)] for change in changes(left, right)]
    overlap_columns = ["letters", "keys_a", "keys_b", "shared", "precision", "recall"]
    columns = ["change", "key", "words"]
    if as_json:
        print_json({"overlap": objects(overlap_columns, overlap), "changes": objects(columns, changed)})
    elif tsv:
        print_tsv(columns, changed)
    else:
        print_table(overlap_columns, overlap, title=f"{left.name} against {right.name}")
        shown = changed[:limit] if limit else changed
        print_rows(columns, shown, texts=["change"], title=f"from {left.name} to {right.name}")
        if len(shown) < len(changed):
            say(f"{len(changed) - len(shown)} more changes; --limit 0 shows all")


@app.command()
def verify(
    source: ListArgument = "common",
    rebuild: Annotated[
        list[Path], opt.option("FILE", "Build the list again from this source file, and compare.")
    ] = opt.NO_FILES,
) -> None:
    """Compare a list with its manifest; with --rebuild also with its source.

    Differences go to stdout, and the exit code is 1 if there are any. --rebuild is for lists that `kanamj lexicon
    build` made. The shipped lists are built again by scripts/build_wordlists.py of the source code.

    Examples: kanamj lexicon verify common · kanamj lexicon verify my-list --rebuild words.csv
    """
    from kanamj.lexicon.build import verify_lexicon
    from kanamj.lexicon.shelf import folder_of

    folder = folder_of(words_of(source))
    also = " and as its source gives it" if rebuild else ""
    print_differences(verify_lexicon(folder, rebuild), f"{source} is as its manifest says{also}")


@app.command()
def add(
    words: Annotated[list[str], opt.argument("WORD", "A reading, or reading=spelling.")],
    lexicon_: opt.LexiconOption = "common",
) -> None:
    """Add own words to a list; judge, shanten, game and find use them from then on.

    Commands that write results leave own words out, unless you give the file of these words with --extra.

    Example: kanamj lexicon add すまほ=スマホ
    """
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.shelf import add_own_words, parse_own_word
    from kanamj.tiles import HIRAGANA_120

    lexicon = words_of(lexicon_)
    new = [parse_own_word(word) for word in words]
    path = add_own_words(lexicon, new)
    for entry in new:
        why = unspellable(entry.reading, HIRAGANA_120)
        say(f"{entry.reading} {entry.spelling} is kept for {lexicon.name}{f', but {why}' if why else ''}")
    say(f"own words are in {path}")


@app.command()
def remove(
    words: Annotated[
        list[str], opt.argument("WORD", "A reading removes all its words, reading=spelling one word.")
    ],
    lexicon_: opt.LexiconOption = "common",
) -> None:
    """Remove own words that were added with `lexicon add`.

    Examples: kanamj lexicon remove すまほ · kanamj lexicon remove おちゃ=お茶
    """
    from kanamj.lexicon.shelf import forget_own_words

    path = forget_own_words(words_of(lexicon_), words)
    say(f"removed from {path}")


@app.command("words")
def words_(
    lexicon_: opt.LexiconOption = "common", as_json: opt.JsonOption = False, tsv: opt.TsvOption = False
) -> None:
    """List the own words that you keep for a list, and why the tiles cannot spell one, if they cannot.

    Example: kanamj lexicon words
    """
    from kanamj.lexicon.kana import unspellable
    from kanamj.lexicon.shelf import own_words
    from kanamj.tiles import HIRAGANA_120

    lexicon = words_of(lexicon_)
    words = own_words(lexicon)
    rows = [(word.reading, word.spelling, unspellable(word.reading, HIRAGANA_120)) for word in words]
    if not rows:
        say(f"you keep no words for {lexicon.name}; to add one: kanamj lexicon add すまほ=スマホ")
    if rows or as_json or tsv:
        columns = ["reading", "spelling", "unspellable"]
        print_rows(columns, rows, as_json=as_json, tsv=tsv, texts=["unspellable"])


@app.command()
def gloss(
    file: Annotated[
        Path | None, opt.argument("FILE", "Lines of a reading, a spelling and a gloss, with tabs between.")
    ] = None,
    lexicon_: opt.LexiconOption = "common",
    remove_: Annotated[
        bool, opt.option("--remove", "Remove the glosses that you keep for the list.")
    ] = False,
) -> None:
    """Keep glosses for the words of a list: what a word means, in one line, shown where the word is looked up.

    The shipped lists have glosses in easy Japanese for their easiest words. Those of FILE are shown before them, and
    take the place of an earlier FILE. scripts/jmdict_glosses.py makes such a file, in English, from JMdict.

    Examples: kanamj lexicon gloss jmdict.tsv · kanamj lexicon gloss --remove
    """
    from kanamj.lexicon.glosses import keep_glosses, remove_glosses

    if (file is None) != remove_:
        raise typer.BadParameter("give a file of glosses, or --remove, and only one of them")
    lexicon = words_of(lexicon_, own=True)
    if file is None:
        say(f"removed {remove_glosses(lexicon)}")
        return
    kept = keep_glosses(lexicon, file)
    if kept.others:
        say(f"left out, as {lexicon.name} does not have the word: {kept.others:,}, such as {kept.other}")
    say(f"{kept.glosses:,} glosses are kept for {lexicon.name} in {kept.path}")


@app.command()
def delete(name: Annotated[str, opt.argument("NAME", "One of your own lists.", complete.lists)]) -> None:
    """Delete one of your own lists. Files that kanamj did not write are never deleted.

    Words that were added with `lexicon add` stay, for a list of the same name.

    Example: kanamj lexicon delete my-list
    """
    from kanamj.lexicon.shelf import delete_lexicon

    say(f"deleted {delete_lexicon(name)}")
