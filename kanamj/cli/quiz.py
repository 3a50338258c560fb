"""kanamj quiz: answer questions at the keyboard."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

from kanamj.cli import complete
from kanamj.cli import options as opt
from kanamj.cli.engines import words_of
from kanamj.cli.output import print_rows, say
from kanamj.errors import KanamjError
from kanamj.language import tr, translated
from kanamj.tiles import TileSet, tile_set


class QuizOptions(NamedTuple):
    """What is asked; see practice/quiz.py."""

    n: Annotated[int, opt.option("--n N", "Number of questions.")] = 10
    kind: Annotated[str, opt.option("--kind arrange|wait|discard", "What to ask for.")] = "arrange"
    level: Annotated[
        int,
        opt.option(
            "--level 1|2|3|4|5",
            "How hard the hands are: levels 1 to 4 need at most the 400, 900, 1,800 or 3,000 easiest words.",
        ),
    ] = 3
    words: Annotated[
        str,
        opt.option(
            "--words N|FILE",
            "Make the hands from the N easiest words, or from a file with one reading or key per line.",
        ),
    ] = ""
    lexicon: opt.LexiconOption = "core"
    extra: opt.ExtraOption = opt.NO_FILES
    all_words: opt.AllWordsOption = False
    tiles: opt.TilesOption = "hiragana-120"
    form: Annotated[
        str, opt.option("--form DIGITS", "Form of a complete hand; of several, the first.", complete.forms)
    ] = "33332"


QUIZ = QuizOptions()


def questions(asked: QuizOptions, seed: int) -> Iterator[dict[str, Any]]:
    """The questions that the options describe."""
    from kanamj.engine import WordEngine
    from kanamj.lexicon.known import known_keys
    from kanamj.practice.quiz import quiz as ask_for

    words = words_of(asked.lexicon, asked.extra, all_words=asked.all_words)
    engine = WordEngine(words, tile_set(asked.tiles), asked.form)
    chosen = known_keys(engine.lexicon, asked.words, engine.sizes) if asked.words else None
    return ask_for(engine, asked.n, asked.kind, asked.level, seed, chosen)


@opt.takes_options
def quiz(
    asked: QuizOptions = QUIZ,
    seed: Annotated[
        int | None, opt.option("--seed S", "Seed: same seed, same questions. [default: new ones]")
    ] = None,
    stats: Annotated[bool, opt.option("--stats", "Print the statistics of all sessions, and stop.")] = False,
) -> None:
    """Answer questions at the keyboard: arrange a hand into words, name its waits, or the best discard.

    Type the answer and Enter; Enter alone shows the answer, q or Ctrl-D stops. Of waits you may also type ! and the
    letters that do not complete the hand. Time and right answers are counted over all sessions, by kind and level.
    kanamj data quiz prints questions on paper.

    Examples: kanamj quiz · kanamj quiz --kind wait --level 1 · kanamj quiz --stats
    """
    import secrets

    from kanamj.cli.keyboard import getting_ready
    from kanamj.practice.answers import question_text, read_statistics
    from kanamj.stopping import say_if_stopped

    kept = read_statistics()
    if not stats:
        say_if_stopped(lambda: "\n" + tr("stopped; your answers are counted"))
        right = done = 0
        with getting_ready():
            for item in questions(asked, secrets.randbelow(1_000_000) if seed is None else seed):
                if not done:
                    print(question_text(item))
                    if asked.kind == "wait":
                        print(tr("If most letters complete the hand, type ! and the other letters."))
                    print(tr("Enter alone shows the answer, q stops."))
                print(f"\n{done + 1}/{asked.n}  {item['hand']}", flush=True)
                if (good := _asked(item, tile_set(asked.tiles))) is None:
                    break
                right, done = right + good, done + 1
        print("\n" + tr("{right} of {done} right", right=right, done=done))
        kept = read_statistics()
    rows = [
        [*name.split(), of["asked"], of["right"], round(of["seconds"] / of["asked"], 1)]
        for name, of in sorted(kept.items())
    ]
    print_rows(["kind", "level", "asked", "right", "seconds each"], rows, texts=["kind"])


def _asked(item: dict[str, Any], tiles: TileSet) -> bool | None:
    """Ask a question, say if the answer is right, and count it. None if the player wants to stop."""
    from kanamj.cli.keyboard import ask
    from kanamj.game.terminal import folded
    from kanamj.practice.answers import answer_text, count_answer, is_right

    begun = time.monotonic()
    while True:
        try:
            typed = folded(ask("> "))
        except EOFError:
            return None
        if typed in ("q", "quit"):
            return None
        try:
            right = bool(typed) and is_right(item, typed, tiles)
            break
        except KanamjError as error:
            say(translated(str(error)))
    seconds = time.monotonic() - begun
    count_answer(item, right, seconds)
    said = "right, {seconds} seconds: {answer}" if right else "not right, {seconds} seconds: {answer}"
    print(tr(said, seconds=f"{seconds:.0f}", answer=answer_text(item)), flush=True)
    return right
