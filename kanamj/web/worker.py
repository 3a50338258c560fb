"""A process that answers questions: each line of its standard input is a question, each line of its output an answer.

`helpers` starts it with three arguments: a lane, a list, and a text, which is not empty if flagged words are shown like
others. Its first line says that it can answer, or why it cannot yet; it then tries again at each question.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from queue import SimpleQueue
from typing import Any, TextIO

from kanamj.errors import KanamjError
from kanamj.web.answers import Answers
from kanamj.web.parameters import as_json, error_value


def main() -> None:
    """Answer questions until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where there are no sessions, Ctrl-C reaches this process
    answers_out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # so that the output of a library is not read as an answer
    questions: SimpleQueue[str] = SimpleQueue()
    asked_in = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    threading.Thread(target=_read, args=(asked_in, questions), daemon=True).start()
    lane, lexicon, all_words = sys.argv[1:]
    if lane == "slow" and hasattr(os, "nice"):
        os.nice(5)
    answers: Answers | None = None
    question: dict[str, Any] | None = None
    while True:
        try:
            answers = answers or Answers(lexicon, all_words=bool(all_words)).warmed(lane)
            status, value = answers.reply(**question) if question else (200, "ready")
        except KanamjError as error:  # own words that cannot be read, or a list that has gone
            status, value = error_value(error)
        print(status, as_json(value), file=answers_out, flush=True)
        question = json.loads(questions.get())


def _read(asked_in: TextIO, questions: SimpleQueue[str]) -> None:
    """Put each line into `questions`. When the server has ended, end this process at once, even if it is at work."""
    for line in asked_in:
        questions.put(line)
    os._exit(0)
