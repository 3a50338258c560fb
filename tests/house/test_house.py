"""The rules of the house: style, types, imports between packages, the content of the wheel, the README."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
import tarfile
import zipfile
from importlib import import_module
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import settings

from tests import conftest
from tests.places import PROJECT, RESEARCH, ROOT, TASKS, ended, lacks, needs
from tests.unit.test_tiles import test_parse_inverts_format as inverts

TESTED = "pip install -e '.[test]' && poe test"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return ended(command, cwd=ROOT)


@pytest.mark.parametrize("command", [step["cmd"] for step in TASKS["lint"]["sequence"]])
def test_lint_finds_nothing(command: str) -> None:
    tool, *options = command.split()
    pytest.importorskip("importlinter" if tool == "lint-imports" else tool, reason=lacks(tool))
    done = run(str(Path(sys.executable).with_name(tool)), *options)
    assert done.returncode == 0, done.stdout + done.stderr


@needs("mypy")
def test_the_python_of_the_documents_is_typed(tmp_path: Path) -> None:
    """A user may copy it into a project with strict types. mypy has the cache of the
    test above. In another file, and so in another process, it might fill it at the same time."""
    for name in (
        "README.md",
        *(f"docs/{page}.md" for page in ("library", "game", "own-study", "solved")),
    ):
        page = (ROOT / name).read_text(encoding="utf-8")
        code = "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
        assert code
        (tmp_path / f"{Path(name).stem.replace('-', '_')}.py").write_text(code, encoding="utf-8")
    files = sorted(map(str, tmp_path.glob("*.py")))
    done = run(sys.executable, "-m", "mypy", "--strict", *files)
    assert done.returncode == 0, done.stdout


def test_the_head_of_each_package_names_all_its_modules() -> None:
    """The docstring of `__init__.py` is a map: `judge.py` for a module, `forms/` for a package inside."""
    wrong = []
    for head in sorted((ROOT / "kanamj").rglob("__init__.py")):
        folder = head.parent
        said = ast.get_docstring(ast.parse(head.read_text(encoding="utf-8"))) or ""
        there = {path.name for path in folder.glob("*.py") if not path.name.startswith("__")}
        there |= {f"{path.parent.name}/" for path in folder.glob("*/__init__.py")}
        named = set(re.findall(r"`([a-z0-9_]+(?:\.py|/))`", said))
        if folder.name != "web":  # whose head follows a click
            wrong += [f"{head.relative_to(ROOT)}: {name}" for name in there ^ named]
    assert not wrong


def test_what_docstrings_name_is_there() -> None:
    """`name.py` is a file, `module.name` is in a module of that name or in a class of it, and `a_name` is anywhere."""
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for home in ("kanamj", "scripts")
        for path in (ROOT / home).rglob("*.py")
    }
    names: dict[str, set[str]] = {}
    for path, tree in trees.items():
        module = path.parent.name if path.stem == "__init__" else path.stem
        there = names.setdefault(module, set())
        for node in ast.walk(tree):
            there |= {str(getattr(node, name, "")) for name in ("id", "name", "arg", "attr", "asname")}
    files = {path.name for home in ("kanamj", "scripts", "tests") for path in (ROOT / home).rglob("*.py")}
    known = {*names}.union(*names.values())
    known |= {  # keys of JSON, columns
        word
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and len(str(node.value)) < 60
        for word in re.findall(r"\w+", str(node.value))
    }
    gone = []
    for path, tree in trees.items():
        for node in ast.walk(tree):
            text = (
                node.value.value
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                else ""
            )
            for said in re.findall(r"`([\w/]+\.\w+)`", str(text)):
                module, name = said.rsplit("/", 1)[-1].split(".")
                there = name != "py" or f"{module}.py" in files
                if (
                    "/" not in said
                    and name not in ("py", "csv", "tsv", "txt", "png", "html")
                    and module in names
                ):
                    there = name in names[module] or name in names
                gone += [] if there else [f"{path.relative_to(ROOT)}: {said}"]
            for said in re.findall(r"`([a-z]\w*_\w*[a-z])`", str(text)):
                gone += [] if said in known else [f"{path.relative_to(ROOT)}: {said}"]
    assert not gone


def test_no_file_refers_to_a_page_outside_the_project() -> None:
    absent = re.compile(r"\b(DESIGN|FINDINGS|REVIEW|PEERS|FIELD|PAGE|PRO|STYLE)(\.md|\b [§s]|'s)|\bapi\.md")
    for path in (
        path for name in ("kanamj", "tests", "scripts", "docs") for path in (ROOT / name).rglob("*.*")
    ):
        ours = path != Path(__file__).resolve() and "node_modules" not in path.parts
        if ours and path.suffix in (".py", ".js", ".css", ".html", ".md"):
            assert not absent.search(path.read_text(encoding="utf-8")), path


def test_no_answer_depends_on_a_clock() -> None:
    """The same question has the same answer on a busy machine. A clock is read to end processes, to wait for a lock
    and to delete old kernels; the server refuses a question that takes too long."""
    reads = re.compile(
        r"^\s*(?:import|from) (?:time|datetime|timeit)\b|\b(?:timeout|wait_for|setitimer|alarm)\(", re.M
    )
    names = {
        path.relative_to(ROOT / "kanamj").as_posix()
        for path in (ROOT / "kanamj").rglob("*.py")
        if reads.search(path.read_text(encoding="utf-8"))
    }
    assert names == {"disk.py", "engine/cache.py", "stopping.py", "web/helpers.py"}


@needs("hatchling")
def test_the_wheel_holds_the_lists_and_their_notices(tmp_path: Path) -> None:
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size <= 4_500_000
    names = zipfile.ZipFile(wheel).namelist()
    assert {
        "kanamj/py.typed",
        "kanamj/engine/data/riichi_tables.npz",
        *(f"kanamj/_wordlists/common/{size}gram.txt" for size in (2, 3, 4, 5)),
        "kanamj/_wordlists/common/MANIFEST.toml",
        "kanamj/_wordlists/common/NOTICE",
        "kanamj/_wordlists/order/common/order.csv",
    } <= set(names)
    assert any(name.endswith("licenses/wordlists/common/NOTICE") for name in names)
    assert not any(name.startswith(("tests", "results", "scripts")) for name in names)


@needs("hatchling")
def test_the_source_archive_has_all_files_of_the_checkout(tmp_path: Path) -> None:
    """So its tests find what they read: results, documents, what is said about security."""
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard")
    if tracked.returncode:
        pytest.skip("this is not a checkout")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path))
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert names ^ {*tracked.stdout.splitlines()} == {".gitattributes", "PKG-INFO"}


def test_git_changes_no_line_end() -> None:
    """Git for Windows would write CRLF into word lists and results, and their hashes would be wrong."""
    listed = run("git", "ls-files", "--eol")
    if listed.returncode:
        pytest.skip("this is not a checkout")
    assert {line.split()[2] for line in listed.stdout.splitlines()} == {"attr/-text"}


def test_the_top_level_has_what_people_and_forges_look_for() -> None:
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard")
    if tracked.returncode:
        pytest.skip("this is not a checkout")
    names = {name.partition("/")[0] for name in tracked.stdout.splitlines()}
    texts = {f"{name}.md" for name in ("README", "README.ja", "CHANGELOG", "CONTRIBUTING", "SECURITY")}
    texts |= {"LICENSE", "CITATION.cff", "pyproject.toml"}
    folders = {"kanamj", "wordlists", "scripts", "tests", "results", "docs"}
    assert {name for name in names if not name.startswith(".")} == texts | folders


def test_people_hooks_and_ci_call_the_same_tasks() -> None:
    """README and CONTRIBUTING name one command, each system runs `.ci/run`, and every `poe TASK` named exists."""
    assert TESTED in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").endswith('\npoe "${1:-all}"\n')
    folders = {*PROJECT["tool"]["pytest"]["ini_options"]["testpaths"]}
    tested, *left_out = TASKS["test"]["cmd"].split(" --deselect=")
    paged, housed = (TASKS[name]["cmd"].split()[1:] for name in ("page", "house"))
    assert (tested, TASKS["all"]["cmd"]) == ("pytest", "pytest")
    assert sorted(left_out) == sorted(paged + housed)  # so each test is in one task
    assert {*left_out} < folders
    assert TASKS["test"]["cmd"] in (ROOT / "scripts/lowest.sh").read_text(encoding="utf-8")
    for name in ("ci.yml", "release.yml", "page.yml"):
        workflow = (ROOT / ".github/workflows" / name).read_text(encoding="utf-8")
        assert ("bash .ci/run" in workflow) == (name == "ci.yml")
        assert ("python scripts/release.py --tests" in workflow) == (name == "release.yml")
        used = re.findall(r"- uses: (.*)", workflow)
        assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[0-9.]+", each) for each in used), used
        assert workflow.count("runs-on:") == workflow.count("timeout-minutes:")
        assert "\nconcurrency:" in workflow
    assert '"bash .ci/run"' in (ROOT / "scripts/release.py").read_text(encoding="utf-8")
    named = (".ci/run", ".github/workflows/ci.yml", ".pre-commit-config.yaml", "CONTRIBUTING.md", "README.md")
    called = {task for name in named for task in re.findall(r"\bpoe (\w+)", (ROOT / name).read_text("utf-8"))}
    assert {"all", "test", "page", "house", "night", "lint", "fmt"} <= called <= {*TASKS}
    assert {*re.findall(r"\bpoe (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"))} == {"test"}


def test_ci_installs_every_extra() -> None:
    """So no test is skipped there because a package is missing."""
    extras = PROJECT["project"]["optional-dependencies"]
    (every,) = extras["all"]
    assert {*every.removeprefix("kanamj[").removesuffix("]").split(",")} == {*extras} - {"all"}
    for name in (".ci/run", "scripts/lowest.sh", ".github/workflows/ci.yml"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert {*re.findall(r"\.\[\w+\]", text)} == {".[all]"}, name


def test_typer_is_used_by_its_public_names() -> None:
    """No private name of it, no class of it changed, and of its classes only what its documentation overrides, or that
    of click, which it is made of."""
    for path in [*(ROOT / "kanamj").rglob("*.py"), *(ROOT / "scripts").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if not re.search(r"\b(typer|click)\b", text):
            continue
        nodes = [*ast.walk(ast.parse(text))]
        named = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        named += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
        assert not [name for name in named if re.match(r"click\b|typer\b.*\._", name)], path
        attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
        private = {node.attr for node in attributes if re.match("_[a-z]", node.attr)}
        assert "kanamj/cli" not in path.as_posix() or not private, path
        assert not [
            each for each in attributes if each.attr == "__class__" and isinstance(each.ctx, ast.Store)
        ]
        for node in nodes:
            if isinstance(node, ast.ClassDef) and any("Typer" in ast.unparse(base) for base in node.bases):
                methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                assert methods <= {"list_commands", "get_help"}, node.name


@pytest.mark.parametrize("script", sorted((ROOT / "scripts").glob("*.py")), ids=lambda path: path.name)
def test_every_script_prints_its_help_and_writes_nothing(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.syspath_prepend(script.parent)
    code: object = 0
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) in out


@needs("frictionless")
def test_results_and_word_lists_are_valid_data_packages() -> None:
    done = run(sys.executable, "scripts/datapackage.py", "--check")
    assert (done.returncode, done.stdout) == (0, "valid\n"), done.stdout + done.stderr


def test_property_tests_try_new_examples_at_night(pytestconfig: pytest.Config) -> None:
    night = pytestconfig.option.markexpr == "slow"
    assert settings().derandomize is not night
    for asked in ("slow", "not slow"):
        item = Mock(nodeid="tests/unit/test_tiles.py::", obj=inverts)
        item.config.option.markexpr = asked
        conftest.pytest_itemcollected(item)
        assert item.add_marker.called == (asked == "slow")


PUBLIC = ("kanamj", "kanamj.engine", "kanamj.studies", "kanamj.game", "kanamj.yaku")


def test_scripts_of_research_use_public_names_only() -> None:
    """So they show that these are enough."""
    for path in sorted(RESEARCH.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not [each.name for each in node.names if each.name.startswith("kanamj.")], path
            elif isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] == "kanamj":
                names = {each.name for each in node.names}
                if node.module == "kanamj.errors" and names == {"MissingExtraError", "needing"}:
                    continue  # of compiled.py: what to type if numba is missing
                assert node.module in PUBLIC, path
                assert names <= {*import_module(node.module).__all__}, path


MAY_BE_MISSING = {
    *("pandas", "networkx", "ortools", "matplotlib", "pyarrow", "dask", "distributed"),
    *("pettingzoo", "gymnasium", "numba", "cloudpickle"),
}


def test_packages_that_may_be_missing_are_imported_where_it_is_said() -> None:
    """Within `needing`, which names what to type; or only for types."""
    loose = []
    for path in (path for home in ("kanamj", "scripts") for path in sorted((ROOT / home).rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        fine = {
            inner
            for node in ast.walk(tree)
            if (isinstance(node, ast.If) and ast.unparse(node.test).startswith("TYPE_CHECKING"))
            or (isinstance(node, ast.With) and ast.unparse(node.items[0]).startswith("needing("))
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            if node not in fine and {name.partition(".")[0] for name in names} & MAY_BE_MISSING:
                if path.name in ("frames.py", "bench.py"):  # their callers say it; a developer has all
                    continue
                loose.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not loose
