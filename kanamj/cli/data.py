"""kanamj data: data sets of a lexicon and study aids, written, checked and drawn."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.commands import App
from kanamj.cli.engines import words_of
from kanamj.cli.output import print_differences, print_rows, say
from kanamj.cli.quiz import QUIZ, QuizOptions, questions
from kanamj.cli.running import status_line
from kanamj.language import current, tr
from kanamj.safe_text import shown, shown_json
from kanamj.studies.progress import progress_bar
from kanamj.tiles import tile_set

app = App(no_args_is_help=True, help="Data sets: which letters wait for what, and how often.")

FolderArgument = Annotated[Path, opt.argument("DIR", "The folder of the data sets.")]
KnownOption = Annotated[
    str,
    opt.option(
        "--known N|FILE",
        "The words that you know: the N easiest words, or a file with one reading per line. [default: 700]",
    ),
]
PICTURES = "pictures"


@app.command()
def write(
    context: typer.Context,
    folder: FolderArgument,
    lexicon_: opt.LexiconOption = "common",
    extra: opt.ExtraOption = opt.NO_FILES,
    tiles: opt.TilesOption = "hiragana-120",
    format_: Annotated[
        list[str],
        opt.option(
            "--format csv|parquet",
            "Also write csv (for spreadsheets) or parquet (pip install 'kanamj[parquet]'), beside the text files.",
        ),
    ] = opt.NO_TEXTS,
    without: Annotated[
        str,
        opt.option(
            "NAMES", "Leave out these data sets: nobetan,shanpon.", complete.any_of("nobetan", "shanpon")
        ),
    ] = "",
    order: Annotated[
        str,
        opt.option(
            "published|value",
            "published: fewest waits first. value: the most valuable letters first. Their value is the chance "
            "that 13 dealt tiles contain them, times the number of tiles they wait for.",
        ),
    ] = "published",
    most_bytes: Annotated[
        int | None,
        opt.option(
            "N", "Do not keep files of more than N bytes. The manifest still has their rows and hashes."
        ),
    ] = None,
    plot_: Annotated[
        bool, opt.option("--plot", "Also draw the pictures (pip install 'kanamj[plot]').")
    ] = False,
    verify_: Annotated[bool, opt.option("--verify", "Compute everything again and compare.")] = False,
    replace: opt.ReplaceOption = False,
    as_json: opt.JsonOption = False,
    tsv: opt.TsvOption = False,
) -> None:
    """Write all data sets of a word list, with a manifest. The same list gives the same bytes.

    Files: 2gram 3gram (4gram 5gram), 1_2chars, 1_3chars, 2_3chars, nobetan, shanpon, stats.

    Example: kanamj data write my-data --plot --verify
    """
    from kanamj.datasets.folder import write_data

    if plot_:
        _check_pictures()
    lexicon = words_of(lexicon_, extra)
    left_out = [name.strip() for name in without.split(",") if name.strip()]
    with status_line() as show:
        manifest = write_data(
            folder,
            lexicon,
            tile_set(tiles),
            formats=format_,
            without=left_out,
            order=order,  # type: ignore[arg-type]  # write_data refuses what is not an order
            most_bytes=most_bytes,
            replace=replace,
            command=opt.command_line(context),
            progress=lambda name: show(f"making {name}"),
        )
    rows = [[name, output.rows, output.sha256, output.kept] for name, output in manifest.outputs.items()]
    columns = ["file", "rows", "sha256", "kept"]
    print_rows(columns, rows, as_json=as_json, tsv=tsv, texts=["kept"])
    if plot_:
        _plot(folder, replace)
    if verify_:
        verify(folder)


@app.command()
def verify(
    folder: FolderArgument,
    lexicon_: Annotated[
        str,
        opt.option(
            "--lexicon -l NAME|DIR", "Compare with this word list: its name or its folder.", complete.lists
        ),
    ] = "",
    extra: opt.ExtraOption = opt.NO_FILES,
) -> None:
    """Compute the data sets again and compare. Files that differ are listed on stdout, and the exit code is then 1.

    If you give no word list, the data sets are computed from the list that the manifest names, if this has the hash in
    the manifest, else from the N-gram files in the folder. The shipped lists take some 20 seconds.

    Example: kanamj data verify my-data
    """
    from kanamj.datasets.folder import verify_data

    lexicon = words_of(lexicon_, extra) if lexicon_ else None
    with status_line() as show:
        differences = verify_data(folder, lexicon, tell=say, progress=lambda name: show(f"making {name}"))
    print_differences(differences, f"{folder} is as its word list gives it")


@app.command()
def plot(folder: FolderArgument, replace: opt.ReplaceOption = False) -> None:
    """Draw three pictures into DIR/pictures: waits per letter, letter frequency, and a heat map of pairs.

    Letters are in kana if the machine has a Japanese font, else in romaji. The command needs matplotlib: pip install
    'kanamj[plot]'.

    Example: kanamj data plot my-data
    """
    _check_pictures()
    _plot(folder, replace)


@app.command()
def sheet(
    context: typer.Context,
    folder: FolderArgument,
    lexicon_: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    tiles: opt.TilesOption = "hiragana-120",
    known: KnownOption = "",
    replace: opt.ReplaceOption = False,
) -> None:
    """Write a page to print on A4: words worth learning, pairs worth keeping, hard letters, all two-letter words.

    DIR/sheet.html opens in any browser and needs nothing else. Its headings are in English or, with --lang ja, in
    Japanese. The 100 words worth learning are those that, with the words that you know, bring dealt hands nearest to
    complete (see kanamj study order). The pairs are sorted by how many tiles make them a three-letter word; beside each
    pair is the easiest such word.

    Examples: kanamj data sheet my-sheet · kanamj data sheet my-sheet --known my-words.txt
    """
    from kanamj.practice.sheet import FILE, write_sheet

    command = f"{opt.command_line(context)} --lang {current()}"
    words = words_of(lexicon_, extra, all_words=all_words)
    write_sheet(folder, words, tile_set(tiles), known=known, replace=replace, command=command)
    typer.echo(folder / FILE)


@app.command()
def anki(
    file: Annotated[Path, opt.argument("FILE", "The .apkg file to write.")],
    lexicon_: opt.LexiconOption = "core",
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    tiles: opt.TilesOption = "hiragana-120",
    known: KnownOption = "",
    replace: opt.ReplaceFileOption = False,
) -> None:
    """Write flash cards for Anki: words worth learning, and which letters complete one or two given ones.

    The most useful new cards come first. A card asks for at most 12 answers. Its tags are the kana row of its first
    letter, and the level of its easiest answer. The same list gives the same bytes.

    Examples: kanamj data anki kanamj.apkg · kanamj data anki kanamj.apkg --known 1500
    """
    from kanamj.practice.cards import write_anki

    words = words_of(lexicon_, extra, all_words=all_words)
    decks = write_anki(file, words, tile_set(tiles), known=known, replace=replace)
    print_rows(["deck", "cards"], list(decks.items()))


@app.command()
@opt.takes_options
def quiz(
    asked: QuizOptions = QUIZ,
    seed: opt.SeedOption = 1,
    html: Annotated[
        bool, opt.option("--html", "Print a page of HTML; keep it with > FILE, and print it from a browser.")
    ] = False,
    as_json: Annotated[
        bool, opt.option("--json", "Print one line of JSON per question, for programs.")
    ] = False,
) -> None:
    """Print questions, and behind them the answers: on paper, or to test a language model.

    Every question can be solved, and a second solver has checked the answer. With --words, levels differ only in how
    many arrangements the hands have. Answers may contain all words of the list; where the only words of some letters
    have a flag, these letters have no words in the answer. kanamj quiz asks at the keyboard.

    Examples: kanamj data quiz --kind wait --level 2 · kanamj data quiz --html · kanamj data quiz --json
    """
    import json
    import sys

    from kanamj.practice.answers import answer_text, format_paper, question_text

    # On a terminal the questions themselves show how far the work is.
    bar = nullcontext(lambda _: None) if sys.stdout.isatty() else progress_bar(asked.n, "questions")
    items: list[dict[str, Any]] = []
    with bar as advance:
        for item in questions(asked, seed):
            if as_json:
                sys.stdout.write(shown_json(json.dumps(item, ensure_ascii=False)) + "\n")
            elif not html:
                asks = "" if items else f"{question_text(item)}\n\n"
                print(f"{asks}{len(items) + 1}. {item['hand']}")
            items += [] if as_json else [item]
            advance(1)
    if html:
        sys.stdout.write(format_paper(items))
    elif not as_json:
        print(f"\n\n{tr('Answers')}\n")
        for number, item in enumerate(items, 1):
            print(shown(f"{number}. {answer_text(item)}"))


def _check_pictures() -> None:
    """Before the work: raise MissingExtraError if matplotlib is not installed; say if letters will be in romaji."""
    from kanamj.datasets.pictures import NO_KANA, japanese_font

    if japanese_font() is None:
        say(NO_KANA)


def _plot(folder: Path, replace: bool) -> None:
    from kanamj.datasets.folder import lexicon_of, read_manifest
    from kanamj.datasets.pictures import write_plots

    manifest = read_manifest(folder)
    words, tiles = lexicon_of(manifest, folder), tile_set(manifest.parameters["tiles"])
    pictures = write_plots(folder / PICTURES, words, tiles, replace=replace)
    for name in pictures.outputs:
        typer.echo(folder / PICTURES / name)
