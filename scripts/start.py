"""How the scripts of this folder start: `start(main)` reads the command line, and prints an error as one line."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, get_args, get_type_hints

from kanamj.errors import KanamjError


def start(main: Callable[..., int | None], **helps: str) -> None:
    """Call `main` with what the command line says, and exit with what it returns.

    A parameter without a default is an argument, another is an option: a flag if it is False, given again and again if
    it is a list. helps: parameter -> its help. The help of the script is its head.
    """
    parser = argparse.ArgumentParser(
        description=main.__globals__["__doc__"], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = get_type_hints(main)
    for name, parameter in signature(main).parameters.items():
        of = (get_args(kinds[name]) or (kinds[name],))[0]
        more: dict[str, Any] = {"help": helps.get(name), "type": of, "metavar": name.upper()}
        if parameter.default is Parameter.empty:
            parser.add_argument(name, nargs="*" if kinds[name] is not of else None, **more)
        elif parameter.default is False:
            parser.add_argument(f"--{name}", action="store_true", help=helps.get(name))
        else:
            action = "append" if parameter.default == [] else "store"
            parser.add_argument(f"--{name}", default=parameter.default, action=action, **more)
    try:
        sys.exit(main(**vars(parser.parse_args())))
    except (KanamjError, OSError) as error:
        sys.exit(f"error: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)


if __name__ == "__main__":
    print(__doc__)
