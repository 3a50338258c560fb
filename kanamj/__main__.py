"""Where `python -m kanamj` and the command `kanamj` start. Both can be stopped at any moment (see kanamj.stopping)."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # of Python itself; `signal` takes 10 ms, as it imports other modules
import os
import sys


def main() -> None:
    # Until kanamj.stopping is ready, Ctrl-C ends the process without a traceback.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    from kanamj.stopping import run_until_stopped

    run_until_stopped(_command_line)


def _command_line() -> None:
    from kanamj.cli import main as run

    run()


if __name__ == "__main__":
    # `python -m` puts the current folder first on sys.path. It stays there only if kanamj itself is in it.
    if not sys.flags.safe_path and not __file__.startswith(sys.path[0] + os.sep):
        del sys.path[0]
    main()
