"""Where `python -m kanamj` and the command `kanamj` start. Both can be stopped at any moment (see kanamj.stopping)."""

from __future__ import annotations

from kanamj.stopping import run_until_stopped


def main() -> None:
    run_until_stopped(_command_line)


def _command_line() -> None:
    from kanamj.cli import main as run

    run()


if __name__ == "__main__":
    main()
