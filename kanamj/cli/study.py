"""kanamj study: what is worth learning, measured."""

from __future__ import annotations

from kanamj.cli import arranging
from kanamj.cli.commands import App

app = App(no_args_is_help=True, help="Lessons measured: which words matter, which to learn next.")


@app.callback()
def _is_a_group() -> None:
    """A group with a single command would be taken for that command."""


app.command("arranging")(arranging.arranging)
