"""Which faults would the tests find? python scripts/mutants.py [--part 1/3] [--only NAME]… [--draw N --seed S]

Each row of mutants.tsv is a small fault in one line of kanamj/. The program plants one after the other in a copy of the
checkout and runs the tests until one fails: first the folder of tests nearest to the changed file, then all of them. It
prints for each fault whether it `dies` or `LIVES`, and the test that found it. A fault that changes no answer has its
reason in the column `equivalent`, and is not planted. --part 1/3 runs the first of three parts.

--draw writes new rows instead: N faults of random lines, in place of those drawn before; rows by hand stay.
"""

from __future__ import annotations

import argparse
import ast
import csv
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_name("mutants.tsv")
COMPARISONS = {
    **{ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="},
    **{ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"},
}
KINDS = ("comparison", "one more", "one condition", "no argument")


class Mutant(NamedTuple):
    """A fault.

    name: d01, d02, … if it was drawn, h01, h02, … if it was thought of.
    path: the file, from the checkout.
    before: a line of it, without its indentation; the `which`-th of those that are equal, counted from 1.
    after: what stands there instead.
    equivalent: why no answer changes; "" if one does.
    """

    name: str
    kind: str
    path: str
    which: int
    before: str
    after: str
    equivalent: str

    def plant(self, text: str) -> str:
        """Returns the file with the fault. Raises SystemExit if its line is not there."""
        lines = text.split("\n")
        at = [n for n, line in enumerate(lines) if line.strip() == self.before]
        if len(at) < self.which:
            raise SystemExit(f"{self.name}: {self.path} has no such line any more: {self.before}")
        n = at[self.which - 1]
        lines[n] = lines[n].replace(self.before, self.after)
        return "\n".join(lines)


def table() -> list[Mutant]:
    """The rows of mutants.tsv."""
    with TABLE.open(encoding="utf-8", newline="") as lines:
        rows = [*csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
    return [Mutant(name, kind, path, int(which), *rest) for name, kind, path, which, *rest in rows]


def write(mutants: list[Mutant]) -> None:
    lines = ["\t".join(Mutant._fields), *("\t".join(map(str, each)) for each in sorted(mutants))]
    TABLE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def possible(path: Path) -> Iterator[tuple[str, int, str, str]]:
    """Yields the faults that a file can have, each within one line: its kind, the number of the line, the line before
    and after."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        for kind, start, end, new in _changes(node):
            if start[0] != end[0]:
                continue
            raw = lines[start[0] - 1].encode()
            after = (raw[: start[1]] + new.encode() + raw[end[1] :]).decode()
            yield kind, start[0], raw.decode().strip(), after.strip()


def _changes(node: ast.AST) -> Iterator[tuple[str, tuple[int, int], tuple[int, int], str]]:
    """Yields the changes of a node: kind, begin and end (line, byte), new text."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = node.left, node.comparators[0]
        yield KINDS[0], _end(left), _begin(right), f" {COMPARISONS[type(node.ops[0])]} "
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield KINDS[1], _begin(node), _end(node), str(node.value + 1)
    elif isinstance(node, ast.BoolOp):
        yield KINDS[2], _begin(node), _begin(node.values[1]), ""
    elif isinstance(node, ast.Call):
        places: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        if len(places) > 1 and node.keywords:
            yield KINDS[3], _end(places[-2]), _end(places[-1]), ""


def _begin(node: ast.expr | ast.keyword) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.keyword) -> tuple[int, int]:
    return node.end_lineno or 0, node.end_col_offset or 0


def drawn(count: int, seed: int) -> list[Mutant]:
    """Draws faults from all lines of kanamj/, no two from one file."""
    files = sorted((ROOT / "kanamj").rglob("*.py"))
    found = [(path, *each) for path in files for each in possible(path)]
    random.Random(seed).shuffle(found)
    mutants: dict[Path, Mutant] = {}
    for path, kind, number, before, after in found:
        if path not in mutants and len(mutants) < count:
            lines = path.read_text(encoding="utf-8").split("\n")
            which = [n for n, line in enumerate(lines, 1) if line.strip() == before].index(number) + 1
            name, place = f"d{len(mutants) + 1:02}", str(path.relative_to(ROOT))
            mutants[path] = Mutant(name, kind, place, which, before, after, "")
    return list(mutants.values())


def nearest(path: str) -> str:
    """Returns the folder of tests for a file of kanamj/: the deepest of its name, else all unit tests."""
    folder = Path("tests", "unit", *Path(path).parent.parts[1:])
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return str(folder)


def failing(place: Path, *tests: str) -> str:
    """Runs tests of a checkout to the first that fails. Returns what pytest says of it in one line; "" if none does."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    said = [line for line in done.stdout.split("\n") if line.startswith(("FAILED ", "ERROR "))]
    return "" if done.returncode == 0 else said[0] if said else f"exit {done.returncode} of pytest"


def main(part: str, only: list[str]) -> None:
    """Plants the mutants of a part and prints what became of each."""
    number, parts = map(int, part.split("/"))
    chosen = [each for each in table() if not only or each.name in only]
    chosen = [each for at, each in enumerate(chosen) if at % parts == number - 1]
    lived = 0
    with tempfile.TemporaryDirectory() as home:
        place = Path(home) / "checkout"
        kept = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for name in filter(None, kept.split("\n")):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
        for each in chosen:
            if each.equivalent:
                print(f"{each.name} equivalent: {each.equivalent}", flush=True)
                continue
            file = place / each.path
            whole = file.read_text(encoding="utf-8")
            file.write_text(each.plant(whole), encoding="utf-8", newline="\n")
            near = nearest(each.path)
            said = failing(place, near) or failing(place)
            lived += not said
            print(f"{each.name} {'dies' if said else 'LIVES'}: {each.path}: {each.before} -> {each.after}")
            print(f"    {said}", flush=True)
            file.write_text(whole, encoding="utf-8", newline="\n")
    planted = sum(not each.equivalent for each in chosen)
    print(f"{planted - lived} of {planted} die")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", default="1/1", help="which part of how many, such as 1/3")
    parser.add_argument("--only", action="append", default=[], help="the name of a mutant")
    parser.add_argument("--draw", type=int, help="draw so many mutants anew, and run nothing")
    parser.add_argument("--seed", type=int, default=59)
    asked = parser.parse_args()
    if asked.draw is not None:
        by_hand = [each for each in table() if each.name[0] != "d"] if TABLE.is_file() else []
        write([*by_hand, *drawn(asked.draw, asked.seed)])
    else:
        main(asked.part, asked.only)
