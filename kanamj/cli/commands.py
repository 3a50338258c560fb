"""The names of all commands, and what commands have in common. A command is loaded when it is called.

Each name is a module of this package. The module has a function of that name or, for a group of commands, an `app`. For
a new command, add its name here, and its module; a command of a group (`study order`) goes into the `app` of the
group. `options.option` declares an option. Options that several commands share are ready: single ones in `options`,
groups of them in `dealing` and `running`; with `@takes_options` a command takes a whole group, and `running.carry_out`
runs its study (`study.py` shows all of this). Every option needs a help text, and every help an example. Then add the
command to "Every command" in README.md and to READS or WRITES in tests/house/test_writes.py, and run `poe docs`.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Collection, Iterable
from functools import cache, partial, wraps
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.exceptions import TyperException

from kanamj.cli.moved import MovedError, check_moved
from kanamj.language import LANGUAGES, choose

NAMES = {
    "judge": "One hand: does it win, what does it wait for, what to throw.",
    "score": "What a complete hand is worth: yaku, han and points.",
    "shanten": "The shanten of many hands, one line per hand.",
    "exact": "All hands by shanten, counted exactly.",
    "lexicon": "Word lists: look up, build, keep your own.",
    "data": "Which letters wait for what; sheets and cards to learn from.",
    "quiz": "Questions about hands, with checked answers.",
    "verify": "Whether a list or a folder is what its manifest says.",
    "simulate": "Monte Carlo: many deals, many games.",
    "study": "What to learn next, who plays better, what wins are worth.",
    "table1": "The table of the paper beside ours, with intervals.",
    "review": "Go through a recorded game: what was played, what was best.",
    "rules": "The rules of the game, with your changes.",
    "web": "The page: judge, arrange, look words up, play.",
}
"""The commands in the order of `kanamj --help`, each with its line there."""


LangOption = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        help="Language of what people read; data stays as it is. [default: $KANAMJ_LANG, or that of the locale]",
        show_default=False,
        is_eager=True,
        callback=lambda name: choose(name),
        autocompletion=lambda: [*LANGUAGES],
    ),
]


class App(typer.Typer):
    """A group of commands; each of them takes --lang.

    Its help is plain text, because rich would take `[anki]` and `[default: 14]` for markup.
    """

    def __init__(self, **settings: Any) -> None:
        common = {"cls": Group, "add_completion": False, "pretty_exceptions_enable": False}
        super().__init__(rich_markup_mode=None, **{**common, **settings})

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        register = super().command(name, cls=Command, **settings)

        def registered(command: Callable[..., Any]) -> Callable[..., Any]:
            register(speaking(command))
            return command

        return registered


def speaking(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with an option for the language, which has chosen the language when the command is called."""
    taken = signature(command, eval_str=True)
    spoken = Parameter("lang", Parameter.KEYWORD_ONLY, default="", annotation=LangOption)

    @wraps(command)
    def speaking(*, lang: str, **given: Any) -> Any:  # noqa: ARG001  # the option has done its work
        return command(**given)

    parameters = [*taken.parameters.values(), spoken]
    speaking.__signature__ = taken.replace(parameters=parameters)  # type: ignore[attr-defined]
    speaking.__annotations__ = {each.name: each.annotation for each in parameters}
    return speaking


class _Ours:
    """What commands and groups have in common.

    `_Reader` reads their options instead of typer, which uses pydantic; loading pydantic takes longer than judging a
    hand. Typer still reads types that are not in `_READ`. The list of commands shows the first sentence of each help in
    full. Help shows arguments as `_Argument` says.
    """

    def get_params(self, ctx: Any) -> list[Any]:
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if isinstance(parameter, TyperArgument):
                parameter.__class__ = _Argument
            kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
            if read := _READ.get(getattr(kind, "__args__", (kind,))[0]):
                parameter.get_runtime_param = partial(_Reader, read, parameter)
        return parameters

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002  # as the parent has it
        return super().get_short_help_str(1000)  # type: ignore[misc,no-any-return]


class Command(_Ours, TyperCommand):
    """A command. An option of 0.4 that has left says where it is now."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        typed = [*args]
        try:
            return super().parse_args(ctx, args)
        except TyperException:
            check_moved(words_before(ctx), typed)
            raise


class Group(_Ours, TyperGroup):
    """A group of commands. A command of 0.4 that has left says where it is now."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except TyperException:
            check_moved(words_before(ctx), args)
            raise


def words_before(context: Any) -> list[str]:
    """The words of a command after `kanamj`, such as `data write`."""
    return [*words_before(context.parent), context.info_name] if context.parent else []


class Commands(Group):
    """A group some of whose commands, those in `later`, are modules of this package. Such a module is imported when its
    command is called, or when its help is shown."""

    later: Iterable[str] = NAMES

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands({**self.commands, **dict.fromkeys(self.later)})

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except MovedError:
            raise
        except TyperException as error:
            if ctx.parent is None and (meant := self._meant(args)):
                error.message = f"No such command {args[0]!r}. Did you mean {meant!r}?"
            raise

    def _meant(self, words: list[str]) -> str:
        """The command that may be meant by words that begin with none: one of a group, or one for a hand or a word in
        kana; "" if nobody knows."""
        groups = ((name, getattr(self.commands[name], "commands", ())) for name in self.commands)
        group = next((name for name, commands in groups if words[0] in commands), "")
        kana = "" if words[0].isascii() else "lexicon find" if len("".join(words)) < 7 else "judge"
        return " ".join(["kanamj", group or kana, *words]) if group or kana else ""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # as the parent has it
        return [*self.commands]


class _Commands(UserDict[str, Any]):
    """Name -> command. A command that is still None is loaded when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        return self.data[name] or _loaded(name)


@cache
def _loaded(name: str) -> Any:
    """The command or the group of that name. Typer needs 10 ms for a group, so a process that calls several commands
    makes it once."""
    module = import_module(f"kanamj.cli.{name}")
    app = getattr(module, "app", None) or App()
    if not hasattr(module, "app"):
        app.command(name)(getattr(module, name))
    command = typer.main.get_command(app)
    command.name = name
    command.short_help = NAMES.get(name)
    return command


class _Argument(TyperArgument):
    """An argument that help shows as `HAND`, where typer writes `{HAND}` and `HAND <str>`."""

    def get_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.strip("{}").replace("}...", "...") for piece in super().get_usage_pieces(ctx)]

    def display_type_rich(self, ctx: Any) -> str | None:  # noqa: ARG002  # as the parent has it
        return None


class _Reader:
    """Reads the values of one option or argument by the function `read`. Typer calls only `coerce`."""

    def __init__(self, read: Callable[[Any], Any], parameter: Any) -> None:
        self.read, self.least, self.most = read, parameter.min, parameter.max

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command takes it. Raises BadParameter for a value of the wrong type or out of range."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        try:
            return [self._one(each) for each in value] if several else self._one(value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None

    def _one(self, value: Any) -> Any:
        found = self.read(value)
        if self.least is not None and found < self.least:
            raise ValueError(f"{found} is less than {self.least}, the least that is allowed")
        if self.most is not None and found > self.most:
            raise ValueError(f"{found} is more than {self.most}, the most that is allowed")
        return found


def _number(value: Any) -> float:
    try:
        return float(value)
    except ValueError:
        raise ValueError(f"{value!r} is not a number") from None


def typed(context: typer.Context, names: Collection[str]) -> str:
    """The options of a command among `names` that the user has given, as "--seed, --rules"."""
    asked = [option for option in context.command.params if option.name in names]
    source = context.get_parameter_source
    given = [each for each in asked if getattr(source(str(each.name)), "name", "") == "COMMANDLINE"]
    return ", ".join(max(option.opts, key=len) for option in given)


_LONGEST = 40  # letters of a number
_LARGEST = 10**18


def whole_number(text: object) -> int:
    """The whole number in a text, which may be written as people write large numbers.

    >>> whole_number("1e8"), whole_number("30_000"), whole_number("2.5e6")
    (100000000, 30000, 2500000)
    """
    from decimal import Decimal, InvalidOperation

    written = str(text)
    try:
        number = Decimal(written.replace(",", "")) if len(written) <= _LONGEST else Decimal("nan")
        if number.is_finite() and abs(number) < _LARGEST and number == number.to_integral_value():
            return int(number)
    except (InvalidOperation, ArithmeticError):
        pass
    raise ValueError(
        f"{written[:_LONGEST]!r} is not a whole number below 1e18; write 100000000, 100_000_000 or 1e8"
    )


_READ: dict[object, Callable[[Any], Any]] = {str: str, bool: bool, Path: Path}
_READ |= {int: whole_number, float: _number}
