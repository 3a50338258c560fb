"""Files of users are read by one reader, and text of unknown origin is printed by one function, at every place."""

from __future__ import annotations

import ast
import re

from tests.house.test_writes import _calling

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
    "kanamj/lexicon/files.py": "this is the reader",
    "kanamj/lexicon/sources.py": "JSON and XML that the reader has read; whatever is wrong with them is refused",
    "kanamj/results.py": "manifests and chunks: regular files of limited size; others are refused",
    "kanamj/studies/frames.py": "tables of results; others are refused",
    "kanamj/studies/pools.py": "the task of this run, in a folder of its own",
    "kanamj/studies/runner.py": "what the package has made itself",
    "kanamj/studies/script.py": "/dev/null in place of a closed pipe",
    "kanamj/web/app.py": "an answer of ours",
    "kanamj/web/archive.py": "the package",
    "kanamj/web/export.py": "the package, and the files of Pyodide",
    "kanamj/web/helpers.py": "its own pipe",
    "kanamj/web/inpage.py": "what the page sends to itself",
    "kanamj/web/parameters.py": "the body of a request, of limited size; whatever is wrong with it is refused",
    "kanamj/web/serve.py": "nothing: it opens a browser",
}
"""Modules that open or parse files otherwise, and which."""
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
