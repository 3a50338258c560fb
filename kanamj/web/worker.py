"""A process that answers questions: one a line on its standard input, one answer a line on its standard output.

The first line it reads sets it up (list, secret, lane); when it is ready it says so. `helpers` starts it.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import traceback
from typing import Any

from kanamj.errors import KanamjError
from kanamj.web.answers import Answers
from kanamj.web.questions import QueryError, as_json

READY = "ready"


def main() -> None:
    """Answer until the standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where there are no sessions
    answers_out = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    asked_in = os.fdopen(os.dup(0), encoding="utf-8", newline="\n")
    setup = json.loads(asked_in.readline())
    answers = Answers(setup["lexicon"], "server", bytes.fromhex(setup["secret"]))
    prepare(answers, setup["lane"])
    print(READY, file=answers_out, flush=True)
    for line in asked_in:
        status, text = answer(answers, json.loads(line))
        print(status, text, file=answers_out, flush=True)


def prepare(answers: Answers, lane: str) -> None:
    """Load and compile what the first question of a lane would wait for."""
    if lane == "game":
        from kanamj.game import remote

        remote.prepare(lambda _: answers.default)
    elif lane == "chances":
        with contextlib.suppress(KanamjError):
            answers.get("chances", {"hand": ["てがきねあげじもんろまんぬび"], "draws": ["2"]})
    else:
        answers.words().shanten("てがきねあげじもんろまんぬび")


def answer(answers: Answers, asked: dict[str, Any]) -> tuple[int, str]:
    """The answer to a question; a fault of ours goes to the standard error and is owned up to."""
    try:
        return answers.reply(asked["route"], asked["query"], asked["body"])
    except Exception:
        traceback.print_exc()
        fault = QueryError("kanamj failed here; its terminal shows why", None, "failed")
        return 500, as_json(fault.to_json())


if __name__ == "__main__":
    main()
