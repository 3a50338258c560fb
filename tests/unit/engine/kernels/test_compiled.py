"""How kernels are compiled and kept: the message, the cache, damaged and foreign files, and what the stamp covers."""

from __future__ import annotations

import ast
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kanamj.engine import kernels
from tests.places import ROOT, by_default

INNER = """
from kanamj.engine.kernels.compiled import jit
from kanamj.engine.kernels.limits import UNREACHABLE

@jit
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
CRASHED = (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGILL)


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


SAID = "compiling kernels: total, about 2 seconds; kept for later starts"


def test_compiling_is_reported_once_and_the_next_start_loads_the_kernels(copy: Copy) -> None:
    assert copy.run() == ("119", SAID)
    assert {path.name.partition("-")[0] for path in copy.files} == {"inner.doubled", "outer.total"}
    assert copy.run() == ("119", "")
    assert not [*(copy.folder / "kanamj").rglob("*.nb?")], "numba keeps something beside the sources"


def test_a_changed_kernel_or_constant_is_compiled_again(kept: Copy) -> None:
    kept.write("inner", INNER.replace("x * 2", "x * 3"))
    assert kept.run() == ("129", SAID)
    limits = (ROOT / "kanamj" / "engine" / "kernels" / "limits.py").read_text(encoding="utf-8")
    kept.write("limits", limits.replace("UNREACHABLE = 99", "UNREACHABLE = 98"))
    assert kept.run() == ("128", SAID)
    kept.write("bits", "# changed\n" + (ROOT / "kanamj/engine/kernels/bits.py").read_text(encoding="utf-8"))
    assert kept.run() == ("128", SAID)


DAMAGES: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "empty": ("nb?", lambda _: b""),
    "zero sum": ("sum", lambda data: bytes(len(data))),
    "a block of zeros": (
        "nbc",
        lambda data: data[: len(data) // 2] + bytes(4096) + data[len(data) // 2 + 4096 :],
    ),
    "torn index": ("nbi", lambda data: data[:100]),
    "torn code": ("nbc", lambda data: data[:100]),
    "zero index": ("nbi", lambda data: bytes(len(data))),
    "zero code": ("nbc", lambda data: bytes(len(data))),
}


@pytest.mark.parametrize("name", by_default([*DAMAGES][:2], DAMAGES))
def test_damaged_files_are_noticed_before_they_are_run_and_compiled_again(kept: Copy, name: str) -> None:
    """Zeros as a loss of power leaves them, in a block of the file or in all of it. The hash shows all damage, so the
    default run tries a part."""
    kind, damage = DAMAGES[name]
    for path in kept.cache.glob(f"kernels/*/*/*.{kind}"):
        path.write_bytes(damage(path.read_bytes()))
    out, err = kept.run()
    assert out == "119"
    assert err.endswith(SAID)
    assert kept.run() == ("119", "")


def test_a_cache_that_others_can_write_to_is_not_used(kept: Copy) -> None:
    for path in [kept.cache, *kept.cache.glob("kernels"), *kept.cache.glob("kernels/*")]:
        mode = path.stat().st_mode
        path.chmod(0o777)
        out, err = kept.run()
        assert out == "119"
        assert err.count("is not used: other users can write to it") == 1
        assert str(path) in err
        path.chmod(mode)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_cache_of_another_user_is_not_used(kept: Copy) -> None:
    os.chown(kept.cache, 12345, -1)
    assert "is not used: other users can write to it" in kept.run()[1]


def test_without_a_cache_folder_kernels_are_compiled_in_memory(copy: Copy) -> None:
    (copy.folder / "file").write_text("", encoding="utf-8")  # refuses root too, whom permissions do not stop
    for _ in range(2):
        out, err = copy.run(KANAMJ_CACHE=str(copy.folder / "file" / "cache"))
        assert out == "119"
        assert err.count("nothing can be kept in") == 1


def test_a_full_disk_is_reported_once(copy: Copy) -> None:
    code = (
        "import numba.core.caching as c\n"
        "def full(*_): raise OSError(28, 'No space left on device')\n"
        "c.IndexDataCacheFile._save_data = full" + ASK
    )
    process = copy.start(code)
    out, err = process.communicate()
    assert (process.returncode, out.strip()) == (0, "119")
    assert err.count("No space left on device") == 1


def test_a_numba_that_cannot_link_compiles_without_linking(copy: Copy) -> None:
    process = copy.start("import sys; sys.modules['kanamj.engine.kernels.linking'] = None" + ASK)
    out, err = process.communicate()
    assert (process.returncode, out.strip(), err.strip()) == (0, "119", SAID)


PRIVATE = (
    "LinkedCode._linking_libraries",
    "KernelCompiler.define_pipelines",
    "LinkedCode._raise_if_finalized",
    "LinkedCode._finalize_dynamic_globals",
)


@pytest.mark.parametrize("name", by_default(PRIVATE[:2], PRIVATE))
def test_a_numba_with_other_private_names_compiles_without_linking(copy: Copy, name: str) -> None:
    copy.write("inner", INNER.replace("jit", "inner_jit"))
    owner, _, part = name.partition(".")
    renamed = (
        f"from kanamj.engine.kernels.linking import {owner}\n"
        "def renamed(_): raise AttributeError('it has another name')\n"
        f"{owner}.{part} = property(renamed, lambda *_: None)\n"
    )
    process = copy.start(renamed + ASK)
    out, err = process.communicate()
    assert (process.returncode, out.strip()) == (0, "119"), err
    assert "this numba compiles kernels in twice the time" in err
    assert copy.run() == ("119", "")  # they were kept


def test_two_processes_that_start_together_compile_once(copy: Copy) -> None:
    slow = OUTER.replace("found = 0", "found = 0\n    " + "\n    ".join(["found += doubled(n) - 2 * n"] * 60))
    copy.write("outer", slow)
    code = ASK + "print(sum(total._cache_misses.values()))"
    processes = [copy.start(code) for _ in range(3)]
    answers = sorted(process.communicate()[0].split() for process in processes)
    assert answers == [["119", "0"], ["119", "0"], ["119", "1"]]


def test_old_kernels_and_those_that_take_too_much_room_are_deleted(copy: Copy) -> None:
    for day in range(40):
        folder = copy.cache / "kernels" / f"old{day:02}" / "kernels"
        folder.mkdir(parents=True, mode=0o700)
        with (folder / "words.nbc").open("wb") as file:
            file.truncate(10 << 20)
        at = time.time() - 86_400 * (day + 0.5)
        os.utime(folder.parent, (at, at))
    for path in (copy.cache, copy.cache / "kernels"):
        path.chmod(0o700)
    shutil.rmtree(copy.cache / "kernels" / "old05")
    copy.run()
    names = sorted(path.name for path in (copy.cache / "kernels").iterdir())
    assert names[1:] == [f"old{day:02}" for day in range(13) if day != 5]


def test_kernels_run_uncompiled(copy: Copy) -> None:
    assert copy.run(NUMBA_DISABLE_JIT="1") == ("119", "")


def test_the_stamp_covers_everything_that_kernels_import() -> None:
    """Only this folder's sources are hashed, so a constant from elsewhere would go stale unseen."""
    allowed = {
        "__future__",
        "collections.abc",
        "typing",
        "numpy",
        "numpy.typing",
        "numba",
        "llvmlite",
        "kanamj",
    }
    for path in sorted(Path(kernels.__file__).parent.glob("*.py")):
        if path.name in ("compiled.py", "linking.py"):  # they make the kernels; nothing of them is in one
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                inside = name.startswith("kanamj.engine.kernels")
                known = name in allowed or name.startswith("numba.")
                assert inside or known, f"{path.name} imports {name}"
