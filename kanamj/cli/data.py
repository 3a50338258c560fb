"""kanamj data: data sets of a lexicon, their pictures, and study aids."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import misuse, print_rows, say, status_line
from kanamj.errors import Message
from kanamj.text import current, shown
from kanamj.tiles import tile_set

KnownOption = Annotated[
    str,
    opt.option(
        "--known N|FILE",
        "The words that you know: the N easiest words, or a file with one reading per line. [default: 700]",
    ),
]


def write(
    context: typer.Context,
    folder: opt.FolderArgument = None,
    out: opt.OutOption = None,
    lexicon_: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.TilesOption = "hiragana-120",
    format_: Annotated[
        list[str],
        opt.option(
            "--format csv|parquet",
            "Also write csv (for spreadsheets) or parquet (needs pyarrow), beside the text files.",
        ),
    ] = opt.NO_TEXTS,
    without: Annotated[
        list[str],
        opt.option(
            "NAMES", "Leave out these data sets: nobetan,shanpon.", complete.any_of("nobetan", "shanpon")
        ),
    ] = opt.NO_TEXTS,
    most_bytes: Annotated[
        int | None,
        opt.number(
            "N", "Do not keep files of more than N bytes. The manifest still has their rows and hashes."
        ),
    ] = None,
    top: Annotated[
        int | None,
        opt.number("N", "Write only the first N rows of nobetan and shanpon, the longest.", least=1),
    ] = None,
    plot_: Annotated[
        bool, opt.option("--plot", "Also draw three pictures into DIR/pictures (needs matplotlib).")
    ] = False,
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Write all data sets of a word list, with a manifest. The same list gives the same bytes.

    docs/formats.md says what each file has. The pictures show waits per letter, letter frequency, and a heat map of
    pairs, in kana if the machine has a Japanese font.

    Example: kanamj data write --out my-data --plot
    """
    from kanamj.datasets.folder import PICTURE_FOLDER, write_data

    place = opt.folder_of(out, folder)
    if plot_:
        _check_pictures()
    chosen = tile_set(tiles)
    lexicon = words_of(lexicon_, extra, chosen)
    left_out = [name.strip() for names in without for name in names.split(",") if name.strip()]
    with status_line() as show:
        manifest = write_data(
            place,
            lexicon,
            chosen,
            formats=format_,
            without=left_out,
            most_bytes=most_bytes,
            top=top,
            plot=plot_,
            replace=replace,
            command=opt.command_line(context),
            tell=say,
            progress=lambda name: show(Message("making {}", name)),
        )
    pictures = [name for name in manifest.outputs if name.startswith(f"{PICTURE_FOLDER}/")]
    rows = [
        [name, output.rows, output.sha256, output.kept]
        for name, output in manifest.outputs.items()
        if name not in pictures
    ]
    columns = ["file", "rows", "sha256", "kept"]
    print_rows(columns, rows, as_json=as_json, tsv=tsv, texts=["kept"])
    for name in pictures:
        say(str(place / name))


def sheet(
    context: typer.Context,
    folder: opt.FolderArgument = None,
    out: opt.OutOption = None,
    lexicon_: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    tiles: opt.TilesOption = "hiragana-120",
    known: KnownOption = "",
    hands: Annotated[
        int | None,
        opt.number(
            "--hands S",
            "Print hands to arrange, not the study sheet. The page projects the same hands as number S.",
            least=0,
        ),
    ] = None,
    level: Annotated[int, opt.number("--level 1|2|3|4|5", "How hard the hands are.")] = 1,
    form: Annotated[
        str, opt.option("--form DIGITS", "Form of the hands; of several, the first.", complete.forms)
    ] = "33332",
    n: Annotated[int, opt.number("--n N", "Number of hands.")] = 10,
    replace: opt.ReplaceOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Write a page to print on A4: words worth learning, pairs worth keeping, hard letters, two-letter words.

    DIR/sheet.html opens in any browser and needs nothing else; it is in the language of --lang. The 100 words worth
    learning are those that, with the words that you know, bring dealt hands nearest to complete. If the list says which
    words a child of eight knows, the pairs and letters have no others.

    With --hands, it has hands to arrange, with their words on a page of their own.

    Examples: kanamj data sheet --out my-sheet --known my-words.txt · kanamj data sheet --out my-hands --hands 4711
    --level 2 --form 332
    """
    from kanamj.engine import WordEngine
    from kanamj.learn.sheet import FILE, write_hands, write_sheet

    place = opt.folder_of(out, folder)
    command = f"{opt.command_line(context)} --lang {current()}"
    chosen = tile_set(tiles)
    words = words_of(lexicon_, extra, chosen, all_words=all_words)
    if hands is None:
        if given := opt.typed(context, {"level", "form", "n"}):
            raise misuse("{} can only be used with --hands", given)
        write_sheet(place, words, chosen, known=known, replace=replace, command=command)
    else:
        if given := opt.typed(context, {"known"}):
            raise misuse("{} can only be used without --hands", given)
        engine = WordEngine(words, chosen, form)
        write_hands(place, engine, hands, level, n, replace=replace, command=command)
    typer.echo(shown(str(place / FILE)))


def anki(
    file: Annotated[Path, opt.argument("FILE", "The .txt file to write.")],
    lexicon_: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    tiles: opt.TilesOption = "hiragana-120",
    known: KnownOption = "",
    replace: opt.ReplaceFileOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Write flash cards for Anki: words worth learning, and which letters complete one or two given ones.

    In Anki 2.1.55 or later, choose File, Import, and this file; a later file updates the cards. The most useful new
    cards come first. A card asks for at most 12 answers. Its tags are the kana row of its first letter, and the level
    of its easiest answer. The decks are in the language of --lang.

    Examples: kanamj data anki cards.txt · kanamj data anki cards.txt --known 1500
    """
    from kanamj.learn.cards import write_anki

    chosen = tile_set(tiles)
    words = words_of(lexicon_, extra, chosen, all_words=all_words)
    decks = write_anki(file, words, chosen, known=known, replace=replace)
    print_rows(["deck", "cards"], list(decks.items()))


def _check_pictures() -> None:
    """Before the work: raise MissingExtraError if matplotlib is not installed; say if letters will be in romaji."""
    from kanamj.datasets.pictures import NO_KANA, japanese_font

    if japanese_font() is None:
        say(NO_KANA)


COMMANDS = (write, sheet, anki)
