"""What works without the packages that only some answers need, and the sentence of what does not."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from kanamj.errors import MissingExtraError
from tests.places import ROOT, ended

RARE = (
    "pandas",
    "networkx",
    "ortools",
    "matplotlib",
    "pyarrow",
    "dask",
    "distributed",
    "pettingzoo",
    "gymnasium",
    "numba",
    "cloudpickle",
)
WITHOUT = f"""
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {RARE}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
COMMAND = WITHOUT + "from kanamj.cli import main\nmain()"
TENPAI, WIN = "てがきねあげひよこみみずぬぽ", "さくらなみだたまごきつねいぬ"
GAMES = ROOT / "tests" / "data" / "games"
TOY = str(ROOT / "tests" / "data" / "toy")


@pytest.mark.parametrize(
    "arguments",
    [
        ["judge", TENPAI, "--draws", "2", "--scoring", "pro"],
        ["score", WIN, "--scoring", "pro"],
        ["shanten", TENPAI, WIN],
        ["data", "write", "--out", "set", "--lexicon", TOY, "--format", "csv"],
        ["data", "sheet", "--out", "sheet", "--lexicon", TOY],
        ["data", "anki", "cards.txt", "--lexicon", TOY],
        ["quiz", "--n", "2"],
        ["verify", "common"],
        ["lexicon", "find", "いぬ"],
        ["exact"],
        ["review", str(GAMES / "standard-two-rons.jsonl"), "--moves", "--lexicon", str(GAMES / "words")],
    ],
    ids=lambda words: words[0],
)
def test_everyday_commands_need_none_of_them(arguments: list[str], tmp_path: Path) -> None:
    done = ended([sys.executable, "-c", COMMAND, *arguments], cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_the_page_and_the_library_need_none_of_them(tmp_path: Path) -> None:
    code = (
        f"{WITHOUT}\nimport kanamj\nfrom kanamj.web.answers import Answers\n"
        f"said = Answers('common').reply('judge', {{'hand': '{TENPAI}', 'draws': '2'}})\n"
        f"report = kanamj.WordEngine().analyze('{TENPAI}')\n"
        "assert report.shanten == 0 and report._repr_html_()\n"
        "try:\n    report.to_frame()\nexcept kanamj.errors.MissingExtraError as error:\n    print(error.extra, error)"
    )
    done = ended([sys.executable, "-c", code], cwd=tmp_path)
    assert done.stdout == f" {MissingExtraError('a table', 'pandas')}\n", done.stderr


@pytest.mark.parametrize(
    ("arguments", "lacks"),
    [
        (["simulate", "deals", "--n", "1e9"], ("a study", "pandas")),
        (["study", "yaku", "--n", "1e9"], ("a study", "pandas")),
        (["judge", TENPAI, "--draws", "3"], ("a question about many hands", "numba llvmlite")),
        (
            ["data", "write", "--out", "d", "--format", "parquet"],
            ("the Parquet format", "pandas pyarrow"),
        ),
        (["data", "write", "--out", "d", "--plot"], ("a picture", "matplotlib")),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_others_say_in_one_sentence_what_to_install(
    arguments: list[str], lacks: tuple[str, str], tmp_path: Path
) -> None:
    done = ended([sys.executable, "-c", COMMAND, *arguments], cwd=tmp_path)
    said = f"error: {MissingExtraError(*lacks)}\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
    assert not [*tmp_path.iterdir()]


def test_a_package_that_is_broken_is_named() -> None:
    code = (
        "import sys, types\nfrom kanamj.errors import needing\n"
        "with needing('a picture', 'matplotlib'):\n    raise ImportError('it needs numpy 1')"
    )
    said = ended([sys.executable, "-c", code]).stderr
    assert "a picture needs matplotlib, which cannot be imported (it needs numpy 1). Try: " in said


def test_packages_that_may_be_missing_are_imported_where_it_is_said() -> None:
    """Within `needing`, which names what to type; or only for types."""
    loose = []
    for path in (path for home in ("kanamj", "scripts") for path in sorted((ROOT / home).rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        fine = {
            inner
            for node in ast.walk(tree)
            if ast.unparse(getattr(node, "test", tree))[:13] == "TYPE_CHECKING"
            or (isinstance(node, ast.With) and ast.unparse(node.items[0]).startswith("needing("))
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            if node not in fine and {name.partition(".")[0] for name in names} & {*RARE}:
                loose.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not loose


@pytest.mark.parametrize(
    ("file", "text", "way"),
    [
        ("kanamj/pipx_metadata.json", "{}", "pipx inject kanamj pyarrow pandas"),
        ("kanamj/pyvenv.cfg", "uv = 0.9.1\n", "uv pip install --python {place} pyarrow pandas"),
        ("archive-v0/pyvenv.cfg", "uv = 0.9.1\n", "uv pip install --python {place} pyarrow pandas"),
        ("archive-v0/x/pyvenv.cfg", "uv = 0.9.1\n", "uvx --with pyarrow,pandas kanamj …"),
        ("kanamj/pyvenv.cfg", "home = /usr/bin\n", "pip install pyarrow pandas"),
    ],
)
def test_the_way_out_is_that_of_the_place_kanamj_is_in(
    file: str, text: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    home = str((tmp_path / file).parent)
    monkeypatch.setattr(sys, "prefix", home)
    said = str(MissingExtraError("the Parquet format", "pyarrow pandas", "parquet"))
    assert said.endswith(f"Try: {way.format(place=home)}")
