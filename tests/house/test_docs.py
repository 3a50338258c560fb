"""The documents build without a warning, name everything public, and give the version of the package."""

from __future__ import annotations

import ast
import builtins
import contextlib
import inspect
import json
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kanamj
import kanamj.game
import kanamj.testing
import kanamj.yaku
from kanamj.cli.commands import app_of
from kanamj.results import Manifest
from kanamj.studies import Results, Study, read_table, run
from kanamj.web.parameters import parameters_of
from kanamj.web.routes import ROUTES
from tests.commands import COMMAND_LINE, COMMANDS
from tests.places import ROOT, by_default, lacks, python, script


def test_the_documents_build_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason=lacks("sphinx"))
    quiet = ("-W", "--keep-going", "-q", "-d", str(tmp_path / "d"))
    done = python("-m", "sphinx", *quiet, "docs", str(tmp_path), cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "WordEngine" in (tmp_path / "library.html").read_text(encoding="utf-8")
    assert "kanamj simulate deals" in (tmp_path / "command-line.html").read_text(encoding="utf-8")


LIBRARY = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
GAME = (ROOT / "docs" / "game.md").read_text(encoding="utf-8")


def test_the_page_of_the_library_has_every_public_name_and_no_other() -> None:
    classes = [name for name in kanamj.__all__ if isinstance(getattr(kanamj, name), type)]
    for name in dir(kanamj):
        assert re.search(rf"`(kanamj\.)?{name}\b", LIBRARY), name
    members = {
        each
        for name in {*classes} - {"KanamjError", "Entry"}
        for each in (*dir(getattr(kanamj, name)), *getattr(getattr(kanamj, name), "__dataclass_fields__", ()))
        if not each.startswith("_")
    }
    said = {*re.findall(r"`\.(\w+)", LIBRARY)}
    assert members <= said, "say what it is in a table of docs/library.md"
    elsewhere = {"key", "held", "fits", "meld", "row", "path", "line", "action", "extra", "tile", "kind"}
    elsewhere |= {"distances", "size", "blocks", "forms"}
    assert said <= members | elsewhere
    assert [name for name in kanamj.testing.__all__ if name not in LIBRARY + GAME] == []
    assert [name for name in kanamj.game.__all__ if not re.search(rf"`{name}\b", GAME)] == []


def signatures() -> dict[str, str]:
    """A signature as the page has it -> what it is of, such as Engine.shanten."""
    found, of = {}, ""
    for line in LIBRARY.splitlines():
        if heading := re.match(r"### `(\w+)(.*)`$", line):
            of = heading[1]
            found[f"{of}{heading[2]}"] = of
        for method in re.findall(r"`\.(\w+\(.*?\))`", line.split("|")[1] if line.startswith("|") else ""):
            found[method] = f"{of}.{method.partition('(')[0]}"
    return {text: name for text, name in found.items() if "(" in text}


@pytest.mark.parametrize(("text", "name"), signatures().items())
def test_the_signatures_of_the_library_are_true(text: str, name: str) -> None:
    of, _, method = name.partition(".")
    owner = kanamj.WordEngine if of == "Engine" else getattr(kanamj, of)
    true = inspect.signature(getattr(owner, method) if method else getattr(kanamj, of)).parameters
    call = ast.parse(re.sub(r", \*\*\w+", "", text), mode="eval").body
    assert isinstance(call, ast.Call)
    said = {ast.unparse(each).lstrip("*"): None for each in call.args}
    said |= {str(each.arg): each.value for each in call.keywords}
    assert [*said] == [
        name
        for name, each in true.items()
        if name != "self" and each.kind != each.VAR_KEYWORD and name != "_args"
    ]
    for each, default in said.items():
        with contextlib.suppress(ValueError):  # a name, such as HIRAGANA_120
            assert default is None or ast.literal_eval(default) == true[each].default


def test_what_takes_a_path_takes_a_text() -> None:
    """There is one way, and nobody needs to import pathlib."""
    public = [getattr(room, name) for room in (kanamj, kanamj.game, kanamj.yaku) for name in room.__all__]
    public += [run, Study.read, Results.to_parquet, Manifest.read, read_table]
    for each in public:
        found = inspect.getmembers(each, inspect.isroutine) if inspect.isclass(each) else [("", each)]
        for name, function in found:
            taken = getattr(function, "__annotations__", {}) if not name.startswith("_") else {}
            paths = {
                what: str(kind) for what, kind in taken.items() if "Path" in str(kind) and what != "return"
            }
            assert all("str" in kind for kind in paths.values()), (each, name, paths)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_the_command_line_has_every_command_and_option(name: str) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    several = page.partition("## Options of several commands\n")[2].partition("\n## ")[0]
    section = page.partition(f"## `kanamj {name}`\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    own, _, above = section.partition("* As above: ")
    for parameter in COMMANDS[name].params:
        options = [option for option in parameter.opts if option.startswith("-")]
        elsewhere = {f"`{option}`" for option in options} & {*re.findall("`--[a-z-]+`", above), "`--lang`"}
        said = " ".join((parameter.help or "").split())
        lines = [line for line in (several if elsewhere else own).splitlines() if said in line]
        redo = f"{said}: redo the page with python scripts/readme.py"
        assert any(re.match(rf"\* `{', '.join(sorted(options, key=len))}", line) for line in lines), redo


@pytest.mark.parametrize("name", COMMANDS)
def test_the_japanese_page_of_commands_has_an_example_of_each(name: str) -> None:
    page = (ROOT / "docs" / "ja" / "command-line.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| `kanamj {name}` \| (.*) \| `kanamj {name}(.*?)` \|$", page, re.MULTILINE)
    assert re.search("[ぁ-ん]", row[0])
    COMMANDS[name].make_context(name, shlex.split(row[1]))  # it is read, and not run


def test_every_route_and_parameter_of_the_web_api_is_documented() -> None:
    page = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    for_all = {"all_words", "lexicon", "tiles", "form"}
    for name, kind in ROUTES.items():
        rows = "".join(line for line in page.splitlines() if re.search(rf"/api/v1/{name}\b", line))
        assert rows, name
        if name != "chances":  # which takes what judge takes
            assert {*parameters_of(kind)} - for_all <= {*re.findall(r"\w+", rows)}, name


def test_all_files_name_the_same_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {kanamj.__version__}\n" in citation
    assert f"version = {{{kanamj.__version__}}}" in (ROOT / "docs" / "the-paper.md").read_text(
        encoding="utf-8"
    )
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == kanamj.__version__.partition(".dev")[0]  # type: ignore[index]


@pytest.mark.parametrize("page", ["README.md", "README.ja.md", "docs/index.md", "CONTRIBUTING.md"])
def test_the_first_commands_of_a_page_make_a_virtual_environment(page: str) -> None:
    """Without one, pip of Debian and of Homebrew refuses ("externally-managed-environment")."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = text.partition("```\n")[2].splitlines()
    assert lines[0] == "python3 -m venv .venv && . .venv/bin/activate"
    assert lines[1].startswith("pip install ")
    if page == "README.md":
        assert lines[1:3] == ["pip install . && kanamj judge さくらなみだたまごきつねいぬ", "```"]
        assert "\n```\npip install -e '.[test]' && poe test\n```\n" in text


@pytest.mark.parametrize("option", by_default({"--brief"}, ["--brief", "--check"]))
def test_the_documents_and_notebooks_show_what_is_printed(option: str) -> None:
    """Slow with the blocks that take seconds."""
    done = python("scripts/readme.py", "--check", option, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_index_of_the_notebooks_names_them_all() -> None:
    notebooks = {path.name for path in (ROOT / "docs" / "notebooks").glob("*.ipynb")}
    index = (ROOT / "docs" / "notebooks" / "index.md").read_text(encoding="utf-8")
    assert {*re.findall(r"\((\w+\.ipynb)\)", index)} == notebooks


PAGES = {*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {
    ROOT / "CHANGELOG.md",
    ROOT / "docs/command-line.md",
}
"""Pages that say what is true today, and are written by hand."""
each_page = pytest.mark.parametrize("page", sorted(PAGES), ids=lambda path: str(path.relative_to(ROOT)))


def anchors(page: Path) -> set[str]:
    """The places of a page that a link can lead to: its headings, and names such as `(chance)=`."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    named = re.findall(r"^\((.*)\)=$", text, re.MULTILINE)
    return {
        *named,
        *(re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings),
    }


@each_page
def test_every_link_in_the_documents_has_a_target(page: Path) -> None:
    for target, place in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            file = page.parent / target if target else page
            assert file.exists(), target
            assert not place or place in anchors(file), f"{target}#{place}"


@each_page
def test_every_file_named_in_the_documents_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?<![\w/.-])(?:scripts|tests|wordlists|docs|kanamj)/[\w/.-]*\w", text):
        assert (ROOT / name).exists(), name


@each_page
def test_every_command_and_option_named_in_the_documents_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"^```(?:console)?\n(.*?)^```", text, re.DOTALL | re.MULTILINE))
    spans = [
        *re.findall(r"`(kanamj [^`]*)`", text),
        *re.findall(r"(?:^|\$ |&& )(kanamj .*)$", blocks, re.MULTILINE),
    ]
    for span in spans:
        words = re.split(r"[\s\[\]]+", re.split(r" # | \| |\$\(", span)[0])[1:]
        command, parameters = COMMAND_LINE, []
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
            parameters += command.params
        assert parameters or words[0].startswith("-"), f"{span}: there is no such command"
        known = {
            "--help",
            "--version",
            *(option for each in parameters for option in each.opts + each.secondary_opts),
        }
        assert {word for word in words if re.match("--?[a-z]", word)} <= known, (
            f"{span}: there is no such option"
        )


OF_OTHERS = {"vX", "Y", "Z", "hrgjnsc", "--hostfile", "--prefix", *dir(builtins)}
"""Names in the documents that are not ours: a version, a misprint of the paper, options of Dask and npm, Python's."""
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def code(*folders: str) -> list[str]:
    """The Python below these folders, without docstrings and comments."""
    paths = [
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts
    ]
    only_text = re.compile(r'^ *(?:r?"""[\s\S]*?"""|#.*)$', re.MULTILINE)
    return [only_text.sub("", path.read_text(encoding="utf-8")) for path in paths]


@cache
def names_there() -> set[str]:
    """The words of the code, of the page and of names of files."""
    texts = code("kanamj", "scripts", "tests")
    texts += [path.read_text(encoding="utf-8") for path in (ROOT / "kanamj/web/static").rglob("*.js")]
    for folder in ("kanamj", "scripts", "tests", "docs", "results", "wordlists"):
        texts += [path.name for path in (ROOT / folder).rglob("*")]
    return {word for text in texts for word in re.findall(r"\w+", text)} | OF_OTHERS


@cache
def helps_and_options() -> tuple[list[str], set[str]]:
    """The texts of all helps; the options of kanamj and of scripts, which are parameters or fields of studies."""
    commands = [COMMAND_LINE]
    for each in commands:
        commands += getattr(each, "commands", {}).values()
    parameters = [each for command in commands for each in command.params]
    options = {option for each in parameters for option in (*each.opts, *each.secondary_opts)}
    names = re.findall(r"\b(\w+): ", "".join(code("scripts", "kanamj/studies")))
    options |= {f"--{name.replace('_', '-')}" for name in names} | {"--help"} | OF_OTHERS
    return [str(each.help) for each in (*commands, *parameters)], options


@each_page
def test_every_name_and_option_in_the_documents_exists(page: Path) -> None:
    text = re.sub(
        r"^```.*?^```|<!--.*?-->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    spans = re.findall(r"`([^`\n]+)`", text)
    names = [re.fullmatch(r"([A-Za-z_][\w./]*)(?:\(.*\))?", span, re.ASCII) for span in spans]
    words = {word for name in names if name for word in re.findall(r"[A-Za-z_]\w*", name[1])}
    assert {re.sub("_(stderr|low|high)$", "", word) for word in words} - names_there() == set()
    assert {*OPTION.findall(" ".join(spans))} - helps_and_options()[1] == set()


def test_every_option_in_a_help_exists() -> None:
    helps, options = helps_and_options()
    assert {*OPTION.findall(" ".join(helps))} - options == set()


OTHERS = {"command-line", "environment", "formats", "index", "library", "own-study", "releasing", "tutorial"}
RESULTS = [
    *(ROOT / "README.md", ROOT / "README.ja.md"),
    *(page for page in (ROOT / "docs").glob("**/*.md") if page.stem not in OTHERS),
]
"""Pages that state measured numbers."""
OF_THE_GAME = {"13", "14", "16", "120", "136", "166", "332", "4442", "33332"}
"""How many tiles a hand or a set has, and forms."""
NOT_PROSE = re.compile(
    r"^```[\s\S]*?^```|^ {4}.*$|^#.*$|`[^`]*`|\]\([^)]*\)|\$\$[\s\S]*?\$\$|\$[^$\n]*\$|<!-- timed: .*-->\n(?:\|.*\n)*"
    r"|<!-- table\n[\s\S]*?-->\n(?:\n(?=[*|]))?(?:\*.*\*\n\n)?(?:\|.*\n)*",
    re.MULTILINE,
)
NUMBER = re.compile(r"(?<![\w^.,·_/–-])(?:\d[\d,]*\.?\d*|\.\d+)(?:·10\^\d+|\^\d+)?(?: ?%)?(?![\w^])(?<![,.])")


def loose_numbers(text: str) -> set[str]:
    """The numbers in sentences that are not tied to results: decimals, percentages, and whole numbers above 12."""
    text = script("readme").TIED.sub(" ", NOT_PROSE.sub(" ", text))
    found = {*NUMBER.findall(re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL))}
    return {each for each in found if not each.isdigit() or int(each) > 12}


def test_loose_numbers_are_found() -> None:
    text = 'Of 4,322 keys 3 are, 17.9 are, .5 % are; 14<!--= t("a") --> are not, nor `15`, v1.1, -->\n| 16 %, 10^8 |'
    assert loose_numbers(text) == {"4,322", "17.9", ".5 %", "16 %", "10^8"}


@pytest.mark.parametrize("page", RESULTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_number_on_a_page_about_results_is_tied_or_said_to_be_fixed(page: Path) -> None:
    """scripts/readme.py says how; a reason is why the number does not move when results are made again."""
    text = page.read_text(encoding="utf-8")
    block = re.search(r"<!-- fixed\n(.*?)-->", text, re.DOTALL)
    reasons = tomllib.loads(block[1]) if block else {}
    listed = {number.replace("_", " ") for numbers in reasons.values() for number in numbers.split()}
    found = loose_numbers(text)
    if "*" not in listed:
        assert found - OF_THE_GAME - listed == set(), (
            "tie them to results, or say in <!-- fixed why they do not move"
        )
        assert listed - found == set(), "these are not on the page"


SOURCES = [
    [re.findall(r"`([^`]+)`", cell) for cell in row.split("|")[2:5]]
    for row in (ROOT / "docs" / "sources.md").read_text(encoding="utf-8").splitlines()
    if row.startswith("| ") and "| not " not in row and not row.startswith("| what")
]
"""What docs/sources.md has of each algorithm, definition and figure: modules, tests, commands."""


@pytest.mark.parametrize(("modules", "tests", "commands"), SOURCES)
def test_what_comes_from_a_source_is_there_is_tested_and_can_be_run(
    modules: list[str], tests: list[str], commands: list[str]
) -> None:
    assert modules
    assert tests
    assert commands
    for place in modules:
        path, _, name = place.partition(":")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {each for node in tree.body for each in defined(node)}, place
    for place in tests:
        path, _, name = place.partition("::")
        assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8"), place
    for command in commands:
        program, *words = shlex.split(command)
        if program == "kanamj":
            asked = COMMAND_LINE
            while words and words[0] in getattr(asked, "commands", {}):
                asked = asked.commands[words.pop(0)]
            asked.make_context(command, words)  # it is read, and not run
        else:
            assert program in ("python", "pytest"), command
            text = (ROOT / words[0]).read_text(encoding="utf-8")
            assert all(each[2:] in text for each in words if each.startswith("--")), command


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def test_the_image_of_the_documents_compiles_ahead_and_runs_as_a_user() -> None:
    page = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
    (image,) = re.findall(r"```dockerfile\n(.*?)```", page, re.DOTALL)
    lines = [line.split(None, 1) for line in image.splitlines()]
    assert len(lines) <= 10
    assert [word for word, _ in lines] == [
        "FROM",
        "COPY",
        "RUN",
        "ENV",
        "RUN",
        "USER",
        "RUN",
        "ENTRYPOINT",
        "CMD",
    ]
    kinds = {word: json.loads(rest) for word, rest in lines if word in ("ENTRYPOINT", "CMD")}
    ran = [shlex.split(rest) for word, rest in lines if word == "RUN"]
    assert ran[-1] == ["python", "-c", "import kanamj; kanamj.compile_kernels()"]
    command = kinds["ENTRYPOINT"] + kinds["CMD"]
    assert command[0] == "kanamj"
    assert CliRunner().invoke(app_of(), [*command[1:2], "--help"]).exit_code == 0
    assert dict(lines)["ENV"].startswith("KANAMJ_CACHE=/")
    assert re.search(r"^FROM python:3\.\d+-slim$", image, re.MULTILINE)
