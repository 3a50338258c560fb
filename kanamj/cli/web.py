"""kanamj web: the page in the browser, and the same page as a folder for any static host."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kanamj.cli import options as opt
from kanamj.cli.output import misuse, say


def web(
    context: typer.Context,
    port: Annotated[
        int | None,
        opt.number(
            "--port -p PORT",
            "Port; 0 takes any free one. [default: 8765, or the next that is free]",
            0,
            65535,
        ),
    ] = None,
    open_: Annotated[bool, opt.option("--open/--no-open", "Open the page in the browser.")] = True,
    lexicon: opt.LexiconOption = opt.LEXICON,
    all_words: opt.AllWordsOption = False,
    allow: Annotated[
        list[str],
        opt.option("--allow ORIGIN", "Let pages of this origin ask the API, such as http://localhost:5173."),
    ] = opt.NO_TEXTS,
    lang: opt.LangOption = "",
) -> None:
    """Serve the page on this machine, and open it in the browser. Ctrl-C stops it.

    Only this machine can reach it (127.0.0.1). Programs can ask it questions at api/v1/, and so can pages of the
    origins that --allow names.

    Examples: kanamj web --port 8080 --no-open · kanamj web --allow http://localhost:5173
    """
    if lexicon.startswith("-"):
        raise misuse("the page reads its word list more than once; give a file in place of -")
    if context.invoked_subcommand is None:
        from kanamj.web.serve import serve

        serve(port, lexicon, open_, say, all_words, allow)


def export(
    context: typer.Context,
    folder: opt.FolderArgument = None,
    out: opt.OutOption = None,
    pyodide: Annotated[
        Path | None, opt.option("FOLDER", "The unpacked npm package `pyodide`; it is copied into DIR.")
    ] = None,
    lexicon: opt.LexiconOption = opt.LEXICON,
    address: Annotated[str, opt.option("URL", "Address of the page on the web; links begin with it.")] = "",
    replace: opt.ReplaceOption = False,
    lang: opt.LangOption = "",
) -> None:
    """Write the page as a folder for any static host: it needs no server of ours, and works offline.

    Python then runs in the browser, by Pyodide, which you get from npm. Everything on the page works except riichi
    hands and the chances within three draws.

    Example: npm pack pyodide && tar xf pyodide-*.tgz && kanamj web export --out site --pyodide package --address
    https://example.org/kanamj/
    """
    from kanamj.web.export import export_page

    place = opt.folder_of(out, folder)
    written = export_page(place, pyodide, lexicon, replace, opt.command_line(context), address)
    say(
        "{0} holds the page; put it on any static host, or try: python -m http.server --directory {0}",
        written,
    )


COMMANDS = (export,)
