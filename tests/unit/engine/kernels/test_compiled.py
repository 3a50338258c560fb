"""How kernels are compiled and kept: the message, the cache, damaged and foreign files, and public names of numba."""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kanamj.engine import kernels
from tests.places import ROOT, by_default

INNER = """
from kanamj.engine.kernels.compiled import inner_jit
from kanamj.engine.kernels.limits import UNREACHABLE

@inner_jit
def doubled(x):
    return x * 2
"""
OUTER = """
from kanamj.engine.kernels.compiled import jit
from kanamj.engine.kernels.inner import UNREACHABLE, doubled

@jit
def total(n):
    found = 0
    for i in range(n):
        found += doubled(i)
    return found + UNREACHABLE
"""
ASK = """
import logging, os, sys
logging.basicConfig(stream=sys.stderr, format="%(message)s")
logging.getLogger("kanamj").setLevel("INFO")
from kanamj.engine.kernels.outer import total
print(total(5))
"""


class Copy:
    """A copy of the package with two small kernels in it, and a cache folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        if not (folder / "kanamj").is_dir():
            # With the bytecode, if there is any: it is of these sources, and none is written here.
            shutil.copytree(ROOT / "kanamj", folder / "kanamj", ignore=shutil.ignore_patterns("static"))
            self.write("inner", INNER)
            self.write("outer", OUTER)

    def write(self, name: str, source: str) -> None:
        (self.folder / "kanamj" / "engine" / "kernels" / f"{name}.py").write_text(source, encoding="utf-8")

    def environment(self, **more: str) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "KANAMJ_CACHE": str(self.cache),
            **more,
        }

    def start(self, code: str = ASK, **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=self.folder,
            env=self.environment(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, **more: str) -> tuple[str, str]:
        """What the kernel answers, and what is logged."""
        process = self.start(**more)
        out, err = process.communicate()
        assert process.returncode == 0, err
        return out.strip(), err.strip()

    @property
    def files(self) -> list[Path]:
        return sorted(self.cache.glob("kernels/*/*/*.nb?"))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """With nothing kept yet."""
    return Copy(tmp_path)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a copy that has run once: its kernels are kept."""
    folder: Path = tmp_path_factory.mktemp("compiled")
    Copy(folder).run()
    shutil.copytree(folder, folder / "whole", ignore=shutil.ignore_patterns("whole"))
    return folder


@pytest.fixture
def kept(compiled: Path) -> Copy:
    """A copy that has run once, as it was then."""
    for name in ("kanamj", "cache"):
        shutil.rmtree(compiled / name)
        shutil.copytree(compiled / "whole" / name, compiled / name)
    return Copy(compiled)


SAID = "compiling kernels: 2 to 20 seconds, once for each kernel on this machine"


def test_compiling_is_reported_once_and_the_next_start_loads_the_kernels(copy: Copy) -> None:
    assert copy.run() == ("119", SAID)
    assert {path.name.partition("-")[0] for path in copy.files} == {"outer.total", "inner.doubled"}
    assert copy.run() == ("119", "")
    assert not [*(copy.folder / "kanamj").rglob("*.nb?")], "numba keeps something beside the sources"


def test_a_changed_kernel_or_constant_is_compiled_again(kept: Copy) -> None:
    kept.write("inner", INNER.replace("x * 2", "x * 3"))
    assert kept.run() == ("129", SAID)
    limits = (ROOT / "kanamj" / "engine" / "kernels" / "limits.py").read_text(encoding="utf-8")
    kept.write("limits", limits.replace("UNREACHABLE = 99", "UNREACHABLE = 98"))
    assert kept.run() == ("128", SAID)


def with_a_flipped_bit(data: bytes) -> bytes:
    chance = random.Random(44)
    at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
    return data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "a flipped bit": with_a_flipped_bit,
    "zeros, as a loss of power leaves them": lambda data: bytes(len(data)),
    "a torn file": lambda data: data[: len(data) // 2],
    "an empty file": lambda _: b"",
    "JSON that is nested too deep": lambda _: b"[" * 100_000,
}


@pytest.mark.parametrize("damage", by_default({"a flipped bit", "JSON that is nested too deep"}, DAMAGES))
def test_a_damaged_file_is_noticed_before_it_is_run_and_compiled_again(kept: Copy, damage: str) -> None:
    """Any of the files, or the list of them."""
    for path in [*(kept.files if "JSON" not in damage else ()), *kept.cache.glob("kernels/*/kernels.json")]:
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
        assert kept.run() == ("119", SAID), path.name
    assert kept.run() == ("119", "")


def test_a_folder_with_a_file_that_is_not_listed_or_a_link_is_made_again(kept: Copy, tmp_path: Path) -> None:
    """A process was killed before it could list its files; nothing is deleted through a link."""
    (folder,) = kept.cache.glob("kernels/*/kernels_*")
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "mine.txt").write_text("of the user", encoding="utf-8")
    for make in (
        lambda: (folder / "outer.total-9.py311.1.nbc").write_bytes(b"of a process that was killed"),
        lambda: (folder / "outer.victim-1.py311.nbi").symlink_to(victim / "mine.txt"),
        lambda: (folder.parent / "more").symlink_to(victim),
    ):
        make()
        assert kept.run() == ("119", SAID)
        suffixes = sorted(path.suffix for path in folder.parent.rglob("*") if path.is_file())
        assert suffixes == [".json", ".nbc", ".nbc", ".nbi", ".nbi"]
    assert [path.name for path in victim.iterdir()] == ["mine.txt"]
    folder.parent.rename(tmp_path / "moved")
    folder.parent.symlink_to(tmp_path / "moved")
    assert "is a link or a file" in kept.run()[1]


def test_a_cache_that_others_can_write_to_is_not_used(kept: Copy) -> None:
    for path in [kept.cache, *kept.cache.glob("kernels"), *kept.cache.glob("kernels/*")]:
        mode = path.stat().st_mode
        path.chmod(0o777)
        out, err = kept.run()
        assert out == "119"
        assert err.count(f"other users can write to {path}: chmod go-w") == 1
        path.chmod(mode)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_cache_of_another_user_is_not_used(kept: Copy) -> None:
    os.chown(kept.cache, 12345, -1)
    assert "other users can write to" in kept.run()[1]


def test_without_a_cache_folder_kernels_are_compiled_in_memory(copy: Copy) -> None:
    (copy.folder / "file").write_text("", encoding="utf-8")  # refuses root too, whom permissions do not stop
    out, err = copy.run(KANAMJ_CACHE=str(copy.folder / "file" / "cache"))
    assert out == "119"
    assert err.count("nothing can be kept in") == 1
    assert err.endswith("compiling kernels: 2 to 20 seconds")


def test_without_a_home_folder_nothing_is_written_below_the_current_one(copy: Copy) -> None:
    homeless = (
        "import os, pwd\n"
        "for name in ('HOME', 'XDG_CACHE_HOME', 'KANAMJ_CACHE'): os.environ.pop(name, None)\n"
        "def nobody(_): raise KeyError('no such user')\n"
        "pwd.getpwuid = nobody\n"
    )
    process = copy.start(homeless + ASK)
    out, err = process.communicate()
    assert (process.returncode, out.strip()) == (0, "119")
    assert "you have no home folder" in err
    assert not (copy.folder / "~").exists()


def test_a_full_disk_is_reported_once(copy: Copy) -> None:
    """A limit on the size of files stands for it."""
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
    for _ in range(2):
        process = copy.start(full + ASK)
        out, err = process.communicate()
        assert (process.returncode, out.strip()) == (0, "119")
        assert err.count("nothing can be kept in") == 1
    assert copy.run() == ("119", SAID)


def test_processes_that_start_together_all_answer_and_leave_kernels_that_are_listed(copy: Copy) -> None:
    """Each may find files of the others that are not listed yet, and delete them."""
    outs = [process.communicate() for process in [copy.start() for _ in range(3)]]
    assert [out.strip() for out, _ in outs] == ["119"] * 3
    assert {err.strip() for _, err in outs} <= {"", SAID}
    assert copy.run()[0] == "119"
    assert copy.run() == ("119", "")


def test_a_folder_that_is_deleted_while_its_kernels_are_used_is_made_again(copy: Copy) -> None:
    gone = ASK.replace("print", "import shutil; shutil.rmtree(os.environ['KANAMJ_CACHE'])\nprint")
    out, err = copy.start(gone).communicate()
    assert (out.strip(), err.strip()) == ("119", SAID)
    assert copy.run() == ("119", "")


def test_old_kernels_are_deleted_and_nothing_else(copy: Copy) -> None:
    for name, day in (("0" * 24, 31), ("1" * 24, 29), ("mine", 31)):
        folder = copy.cache / "kernels" / name
        folder.mkdir(parents=True, mode=0o700)
        (folder / "kernels.json").write_text("{}", encoding="utf-8")
        at = time.time() - 86_400 * day
        os.utime(folder, (at, at))
    for path in (copy.cache, copy.cache / "kernels"):
        path.chmod(0o700)
    copy.run()
    left = {path.name for path in (copy.cache / "kernels").iterdir()}
    assert left & {"0" * 24, "1" * 24, "mine"} == {"1" * 24, "mine"}


def test_the_users_own_setting_of_numba_stays_his(copy: Copy, tmp_path: Path) -> None:
    code = ASK + "import numba; print(numba.config.CACHE_DIR)\n"
    process = copy.start(code, NUMBA_CACHE_DIR=str(tmp_path / "his"))
    assert process.communicate()[0].split() == ["119", str(tmp_path / "his")]
    assert len(copy.files) == 4
    assert not (tmp_path / "his").exists()


def test_another_processor_gets_kernels_of_its_own(kept: Copy) -> None:
    assert kept.run(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="") == ("119", SAID)
    assert kept.run() == ("119", "")


def test_a_kernel_called_with_other_types_is_kept_for_all_of_them(copy: Copy) -> None:
    code = ASK + "print(total(5), float(total(5.0 > 4)))\n"
    for said in (SAID, ""):
        out, err = copy.start(code).communicate()
        assert (out.split(), err.strip()) == (["119", "119", "99.0"], said)
    assert len([path for path in copy.files if path.name.startswith("outer.")]) == 3


def test_a_setting_that_numba_refuses_is_named(copy: Copy) -> None:
    process = copy.start(NUMBA_NUM_THREADS="0")
    err = process.communicate()[1]
    assert err.splitlines()[-1].startswith("kanamj.errors.KanamjError: numba cannot start (")
    assert "NUMBA_NUM_THREADS" in err.splitlines()[-1]


def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def imported(path: Path) -> dict[str, list[str]]:
    """Each module that a file imports, and the names that it takes from it."""
    found: dict[str, list[str]] = {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            found.setdefault(node.module or "", []).extend(alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            found |= {alias.name: [] for alias in node.names}
    return found


def test_only_public_names_of_numba_are_used_and_none_of_llvmlite() -> None:
    public = {"numba", "numba.extending", "numba.types"}
    for path in sorted((ROOT / "kanamj").rglob("*.py")):
        for module, names in imported(path).items():
            if module.partition(".")[0] in ("numba", "llvmlite"):
                assert module in public, path
                assert not [name for name in names if name.startswith("_")], path
        if path.parent.name != "kernels":
            continue
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and not node.attr.startswith("__"):
                of_self = isinstance(node.value, ast.Name) and node.value.id == "self"
                assert of_self or not node.attr.startswith("_"), f"{path}: {node.attr}"
            if isinstance(node, ast.Call):
                assert not [option for option in node.keywords if (option.arg or "").startswith("_")], path


def test_the_stamp_covers_everything_that_kernels_import() -> None:
    """Only this folder's sources are hashed, so a constant from elsewhere would go stale unseen."""
    allowed = {"__future__", "collections.abc", "typing", "numpy", "numpy.typing"}
    for path in sorted(Path(kernels.__file__).parent.glob("*.py")):
        if path.name != "compiled.py":  # it makes the kernels; nothing of it is in one
            others = {name for name in imported(path) if not name.startswith("kanamj.engine.kernels")}
            assert others <= allowed, path
