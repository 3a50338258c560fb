"""A process that answers questions: each line of its standard input is a question, each line of its output an answer.

`helpers` starts it with three arguments: a lane, a list, and a text, which is not empty if flagged words are shown like
others. The process prints `ready` when it can answer.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from queue import SimpleQueue
from typing import TextIO

from kanamj.errors import KanamjError
from kanamj.web.answers import Answers
from kanamj.web.questions import error_reply

HAND = "てがきねあげじもんろまんぬび"


def main() -> None:
    """Answer questions until the standard input ends."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # for systems without sessions, where Ctrl-C reaches this process
    answers_out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # so that the output of a library is not read as an answer
    questions: SimpleQueue[str] = SimpleQueue()
    asked_in = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    threading.Thread(target=_read, args=(asked_in, questions), daemon=True).start()
    lane, lexicon, all_words = sys.argv[1:]
    if lane == "slow" and hasattr(os, "nice"):
        os.nice(5)
    answers: Answers | None = None
    with contextlib.suppress(
        KanamjError
    ):  # own words that cannot be read, or a list that has gone: the first question is answered with the error
        answers = begun(lexicon, lane, bool(all_words))
    print("ready", file=answers_out, flush=True)
    while True:
        question = json.loads(questions.get())
        try:
            answers = answers or begun(lexicon, lane, bool(all_words))
            reply = answers.reply(question["name"], question["asked"])
        except KanamjError as error:
            reply = error_reply(error)
        print(*reply, file=answers_out, flush=True)


def _read(asked_in: TextIO, questions: SimpleQueue[str]) -> None:
    """Put each line into `questions`. When the server has ended, end this process at once, even if it is at work."""
    for line in asked_in:
        questions.put(line)
    os._exit(0)


def begun(lexicon: str, lane: str, all_words: bool) -> Answers:
    """The `Answers` for a lane, ready: what the first question of the lane needs is loaded and compiled."""
    answers = Answers(lexicon, all_words=all_words)
    if lane == "game":
        from kanamj.game import remote

        remote.prepare(lambda _: answers.default)
    elif lane == "chances":
        with contextlib.suppress(KanamjError):
            answers.get("chances", {"hand": [HAND], "draws": ["2"]})
    else:
        answers.words().shanten(HAND)
    return answers
