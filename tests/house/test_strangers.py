"""Files of users are read by one reader, and deleted and written by one writer; text of unknown origin is
printed by one function. tests/contract/test_writes.py tries the commands."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.places import ROOT


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _calling(homes: tuple[str, ...], wanted: Callable[[ast.Call], bool]) -> set[str]:
    """The functions with such a call, each as "file:name"."""
    found = set[str]()

    def walk(node: ast.AST, file: str, within: tuple[str, ...] = ()) -> None:
        for child in ast.iter_child_nodes(node):
            inner = (*within, child.name) if isinstance(child, ast.FunctionDef | ast.ClassDef) else within
            if isinstance(child, ast.Call) and wanted(child):
                found.add(f"{file}:{'.'.join(inner)}")
            walk(child, file, inner)

    for path in (path for home in homes for path in (ROOT / home).rglob("*.py")):
        walk(_parsed(path), path.relative_to(ROOT).as_posix())
    return found


DELETES = {
    "kanamj/results.py:discard": "the checked function: files with the hash of a manifest, and no link before them",
    "kanamj/results.py:Work.clear": "a hidden folder of kanamj, if nothing else is in it",
    "kanamj/results.py:_held": "an empty folder that it has made itself",
    "kanamj/results.py:delete_folder": "a manifest and its folder, when the files that it lists are deleted",
    "kanamj/disk.py:open_whole": "the temporary file that it writes",
    "kanamj/disk.py:move_new": "the old name of a file that has its new name, too",
    "kanamj/disk.py:sweep": "temporary files of processes that are dead, by their names",
    "kanamj/engine/cache.py:_empty": "kernels in a folder of the cache, if one of its files is damaged",
    "kanamj/engine/cache.py:_sweep_old": "folders of kernels that nobody has used for long, by their names",
    "kanamj/disk.py:sweep_folders": "temporary folders of killed processes of this user",
    "kanamj/stopping.py:delete_folders": "the temporary folder of this process",
    "kanamj/game/remote.py:_keep": "the oldest of 1,000 games that the page keeps, by their names",
    "scripts/research/exact332/values.py:ValueFiles.write": "the file that it writes",
    "scripts/research/exact332/values.py:ValueFiles.keep": "values of its game that have the hash in their name",
    "scripts/results_yaku.py:made": "the results that it makes again",
}
"""Who deletes, and what. All others delete through the first of them."""


def test_only_the_listed_functions_delete() -> None:
    assert _calling(("kanamj", "scripts"), _deletes) == DELETES.keys()


def test_every_module_writes_through_disk() -> None:
    pipe = "kanamj/web/helpers.py:answer_lines"
    put = "kanamj/results.py:_put_in_place"  # over files that are as a manifest says
    found = _calling(("kanamj",), _writes)
    assert found == {"kanamj/disk.py:move_new", "kanamj/disk.py:open_whole", put, pipe}


def _deletes(call: ast.Call) -> bool:
    called = ast.unparse(call.func)
    return called == "os.remove" or called.split(".")[-1] in ("unlink", "rmdir", "rmtree", "removedirs")


def _writes(call: ast.Call) -> bool:
    called = ast.unparse(call.func)
    modes = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if called.split(".")[-1] in ("open", "fdopen"):
        return any(re.fullmatch(r"[wax]b?|[rwax]b?\+b?", mode) for mode in modes) and "devnull" not in called
    if called.endswith(".replace") and len(call.args) == 1 and not call.keywords:  # of a text it has two
        return True
    return called.split(".")[-1] in ("write_text", "write_bytes", "rename", "copytree", "symlink_to")


OURS = {
    "kanamj/errors.py": "pyvenv.cfg of the environment in which Python runs",
    "kanamj/cli/__init__.py": "/dev/null in place of a closed stream",
    "kanamj/disk.py": "what it writes, locks, and files of a manifest, in pieces",
    "kanamj/datasets/folder.py": "what it has written, and the notice of the package",
    "kanamj/engine/cache.py": "the sums in the cache folder; others are made again",
    "kanamj/engine/kernels/compiled.py": "the package",
    "kanamj/engine/riichi/tables.py": "the package",
    "kanamj/game/record.py": "a line of a record; whatever is wrong with it is refused",
    "kanamj/testing.py": "what it has pickled itself",
    "kanamj/text.py": "the package",
    "kanamj/learn/order.py": "the package, by the reader",
    "kanamj/lexicon/files.py": "this is the reader",
    "kanamj/lexicon/sources.py": "JSON and XML that the reader has read; whatever is wrong with them is refused",
    "kanamj/results.py": "manifests and chunks: regular files of limited size; others are refused",
    "kanamj/studies/frames.py": "tables of results; others are refused",
    "kanamj/studies/pools.py": "the task of this run, in a folder of its own",
    "kanamj/studies/runner.py": "what the package has made itself",
    "kanamj/studies/script.py": "/dev/null in place of a closed pipe",
    "kanamj/web/app.py": "an answer of ours",
    "kanamj/web/archive.py": "the package",
    "kanamj/web/early.py": "the package",
    "kanamj/web/export.py": "the package, and the files of Pyodide",
    "kanamj/web/helpers.py": "its own pipe",
    "kanamj/web/inpage.py": "what the page sends to itself",
    "kanamj/web/parameters.py": "the body of a request, of limited size; whatever is wrong with it is refused",
    "kanamj/web/serve.py": "nothing: it opens a browser",
}
"""Modules that open or parse files otherwise, and which."""
NUMBERS = {
    "kanamj/disk.py:sweep_folders": "the process in the name of a temporary folder, of digits",
    "kanamj/errors.py:whole_number": "this is the reader",
    "kanamj/datasets/build.py:data_sets": "names of ours",
    "kanamj/disk.py:sweep": "a part of a file name",
    "kanamj/game/agents.py:parse_agent": "at most 6 digits",
    "kanamj/game/hands.py:KernelSolver._nearest": "an array",
    "kanamj/game/rules.py:_value": "at most 3 digits",
    "kanamj/lexicon/build.py:build_lexicon": "the recipe of the shipped lists",
    "kanamj/lexicon/index.py:Index.starts": "an index with its check sum; ValueError is caught",
    "kanamj/lexicon/index.py:Index._of": "an index with its check sum; ValueError is caught",
    "kanamj/lexicon/sources.py:_column": "at most 4 digits",
    "kanamj/lexicon/sources.py:_jmdict_entry": "two digits",
    "kanamj/lexicon/sources.py:_rows": "at most 9 digits",
    "kanamj/lexicon/sources.py:_unescaped": "at most 5 digits",
    "kanamj/lexicon/sources.py:read_table": "at most 9 digits",
    "kanamj/lexicon/wordsfile.py:WordsFile._entry": "at most 9 digits",
    "kanamj/lexicon/wordsfile.py:WordsFile.ease": "at most 9 digits",
    "kanamj/results.py:Chunks.resume": "a part of a file name",
    "kanamj/studies/base.py:_numbers": "a boolean",
    "kanamj/studies/deals.py:DealStudy.dealt_at": "an array",
    "kanamj/studies/deals.py:shanten_of": "a table that is as its manifest says",
    "kanamj/studies/figures.py:share": "numbers",
    "kanamj/studies/strength.py:Strength.sides": "one digit",
    "kanamj/tiles.py:TileSet._from_array": "an array",
    "kanamj/web/app.py:parse_origin": "at most 5 digits",
    "kanamj/web/helpers.py:Helper": "its own pipe",
    "kanamj/web/parameters.py:_value": "at most 9 digits",
    "kanamj/yaku/rules.py:_han": "at most 4 digits",
    "kanamj/yaku/rules.py:_with": "at most 4 digits",
}
"""Functions that make a whole number of what may be a text, and why it is none of any length."""
PRINTS = {
    "kanamj/cli/output.py": "this has the functions that print",
    "kanamj/cli/rules.py": "names and texts of ours",
    "kanamj/cli/commands.py": "the version",
}
"""Modules of the command line that print a text without `shown`, and which."""
_OPENS = {
    "open",
    "fdopen",
    "read_text",
    "read_bytes",
    "memmap",
    "fromfile",
    "genfromtxt",
    "loadtxt",
    "read_csv",
}
_PARSES = re.compile(
    r"(tomllib|json|csv|gzip|zlib|lzma|bz2|pickle|yaml|np|numpy|ElementTree|expat)\."
    r"(load|loads|reader|DictReader|open|GzipFile|decompress|parse|iterparse|ParserCreate|raw_decode)|.*raw_decode"
)


def _reads(call: ast.Call) -> bool:
    called = ast.unparse(call.func)
    if called in ("read_text", "read_bytes", "text_of"):  # of lexicon/files.py
        return False
    return called.split(".")[-1] in _OPENS or bool(_PARSES.fullmatch(called))


def test_only_the_listed_modules_read_files_otherwise() -> None:
    assert {name.partition(":")[0] for name in _calling(("kanamj",), _reads)} == OURS.keys()


def _reads_a_number(call: ast.Call) -> bool:
    """Whether it may be a text. A sum, a comparison or what a method returns is none."""
    given = call.args[0] if call.args and ast.unparse(call.func) == "int" else None
    looked_up = isinstance(given, ast.Call) and ast.unparse(given.func).endswith((".get", ".group", "text"))
    return looked_up or isinstance(given, ast.Name | ast.Subscript | ast.Attribute | ast.BoolOp)


def test_whole_numbers_of_users_are_read_by_one_function() -> None:
    """The engine has arrays only."""
    found = _calling(("kanamj",), _reads_a_number)
    assert {name for name in found if not name.startswith("kanamj/engine/")} == NUMBERS.keys()


def _prints_as_it_is(call: ast.Call) -> bool:
    """Whether it prints a text that has values, and is not made harmless."""
    if ast.unparse(call.func) not in ("print", "typer.echo", "sys.stdout.write", "sys.stderr.write"):
        return False
    said = call.args[0]
    if isinstance(said, ast.Call) and ast.unparse(said.func) == "tr":  # of numbers
        return False
    names = {ast.unparse(node.func) for node in ast.walk(said) if isinstance(node, ast.Call)}
    values = any(isinstance(node, ast.Name | ast.Attribute) for node in ast.walk(said))
    return values and not names & {"shown", "shown_json"} and "map(shown" not in ast.unparse(said)


def test_text_of_unknown_origin_is_printed_by_one_function() -> None:
    found = {name.partition(":")[0] for name in _calling(("kanamj/cli",), _prints_as_it_is)}
    assert found == PRINTS.keys()
