"""kanamj quiz: questions and their answers."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.text import shown, shown_json, tr
from kanamj.tiles import tile_set


def quiz(
    n: Annotated[int, opt.number("--n N", "Number of questions.")] = 10,
    kind: Annotated[str, opt.option("--kind arrange|wait|hidden|discard", "What to ask for.")] = "arrange",
    level: Annotated[
        int,
        opt.number(
            "--level 1|2|3|4|5",
            "How hard the hands are: levels 1 to 4 need at most the 400, 900, 1,800 or 3,000 easiest words.",
        ),
    ] = 3,
    words: Annotated[
        str,
        opt.option(
            "--words N|FILE",
            "Make the hands from the N easiest words, or from a file with one reading or key per line.",
        ),
    ] = "",
    lexicon: opt.LexiconOption = opt.LEXICON,
    extra: opt.ExtraOption = opt.NO_FILES,
    all_words: opt.AllWordsOption = False,
    tiles: opt.TilesOption = "hiragana-120",
    form: Annotated[
        str, opt.option("--form DIGITS", "Form of a complete hand; of several, the first.", complete.forms)
    ] = "33332",
    seed: opt.SeedOption = 1,
    html: Annotated[
        bool, opt.option("--html", "Print a page of HTML; keep it with > FILE, and print it from a browser.")
    ] = False,
    as_json: Annotated[
        bool, opt.option("--json", "Print one line of JSON per question, for programs.")
    ] = False,
    lang: opt.LangOption = "",
) -> None:
    """Print questions, and then their answers: on paper, or to test a language model.

    Every question can be solved. Answers may have all words of the list, at levels 1 and 2 those that a child of eight
    knows first. With --words, levels differ only in how many arrangements the hands have.

    Examples: kanamj quiz --kind wait --level 2 · kanamj quiz --json
    """
    import json
    import sys

    from kanamj.cli.answers import answer_text, format_paper, question_text
    from kanamj.engine import WordEngine
    from kanamj.learn.quiz import quiz as questions
    from kanamj.lexicon.known import known_keys
    from kanamj.studies.progress import progress_bar

    chosen = tile_set(tiles)
    listed = words_of(lexicon, extra, chosen, all_words=all_words)
    engine = WordEngine(listed, chosen, form)
    keys = known_keys(engine.lexicon, words, engine.sizes) if words else None
    # On a terminal the questions themselves show how far the work is.
    bar = nullcontext(lambda _: None) if sys.stdout.isatty() else progress_bar(n, "questions")
    items: list[dict[str, Any]] = []
    with bar as advance:
        for item in questions(engine, n, kind, level, seed, keys):
            if as_json:
                sys.stdout.write(shown_json(json.dumps(item, ensure_ascii=False)) + "\n")
            elif not html:
                asks = "" if items else f"{question_text(item)}\n\n"
                print(shown(f"{asks}{len(items) + 1}. {item['hand']}"))
            items += [] if as_json else [item]
            advance(1)
    if html:
        sys.stdout.write(shown(format_paper(items)))
    elif not as_json:
        print(shown(f"\n\n{tr('Answers')}\n"))
        for number, item in enumerate(items, 1):
            print(shown(f"{number}. {answer_text(item)}"))
