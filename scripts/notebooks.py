"""Run the notebooks of docs/notebooks and write what their cells show: python scripts/notebooks.py [--check]

The outputs depend on nothing but the cells: no clock, no machine. A line that begins with % is for Jupyter only. The
index of the notebooks gets links that open them with one click, as soon as pyproject.toml has the address of the
repository on GitHub (`Repository` in [project.urls]). `--check` writes nothing, names what differs, and exits with 1
if anything does.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
import tempfile
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
INDEX = ROOT / "docs" / "notebooks" / "index.md"
NO_ADDRESS = "No link opens them with one click yet, because the address of the repository is not settled."
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def redone(text: str) -> str:
    """The text of a notebook with the outputs of its cells. They are run as one program, in an empty folder."""
    notebook, before = json.loads(text), sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        with tempfile.TemporaryDirectory() as home, contextlib.chdir(home):
            cells = [shown(cell, number) for number, cell in enumerate(notebook["cells"], 1)]
    finally:
        sys.modules["__main__"] = before
    whole = {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def shown(cell: dict[str, Any], number: int) -> dict[str, Any]:
    """A cell with its outputs: what it prints, and the value of its last line."""
    source = "".join(cell["source"])
    lines = {"cell_type": cell["cell_type"], "metadata": {}, "source": source.splitlines(keepends=True)}
    if cell["cell_type"] != "code":
        return lines
    body = ast.parse(re.sub("^%.*", "", source, flags=re.MULTILINE)).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None  # type: ignore[attr-defined]
    names, outputs = vars(sys.modules["__main__"]), list[dict[str, Any]]()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)
        value = eval(compile(last, f"cell {number}", "eval"), names) if last else None
    if said := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": said.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = [value._repr_html_()]
        outputs.append(
            {"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"}
        )
    return {**lines, "execution_count": None, "outputs": outputs}


def links(index: str) -> str:
    """The index with the links, or with the sentence that there are none."""
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
    place = urls.get("Repository", "").removeprefix("https://github.com/").rstrip("/")
    at = f"https://colab.research.google.com/github/{place}/blob/main/docs/notebooks/"
    opened = [f"- [open {path.stem} in Colab]({at}{path.name})" for path in NOTEBOOKS]
    said = "\n".join(opened) if place else NO_ADDRESS
    return re.sub(r"(?<=<!-- links -->\n).*?(?=\n<!-- end -->)", lambda _: said, index, flags=re.DOTALL)


def main(check: bool = False) -> int:
    differing = []
    for path in [*NOTEBOOKS, INDEX]:
        text = path.read_text(encoding="utf-8")
        fresh = links(text) if path == INDEX else redone(text)
        if fresh != text:
            differing.append(path.name)
            if not check:
                path.write_text(fresh, encoding="utf-8", newline="\n")
    if differing:
        print("differs from what the cells show:" if check else "redone:", *differing)
    return 1 if differing and check else 0


if __name__ == "__main__":
    from start import start

    start(main, check="write nothing, name the notebooks that differ")
