"""The cache of compiled kernels: said once, kept, torn, out of date, or not writable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kanamj.engine.kernels.compiled import NOTICE

INNER = """
from kanamj.engine.kernels.compiled import jit

@jit
def doubled(x):
    return x * 2
"""
OUTER = """
from inner import doubled
from kanamj.engine.kernels.compiled import jit

@jit
def total(n):
    found = 0
    for i in range(n):
        found += doubled(i)
    return found

print(total(5))
"""


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    (tmp_path / "inner.py").write_text(INNER, encoding="utf-8")
    (tmp_path / "outer.py").write_text(OUTER, encoding="utf-8")
    return tmp_path


def run(folder: Path, **environment: str) -> tuple[str, int]:
    """What the kernel prints, and how often compiling is announced."""
    done = subprocess.run(
        [sys.executable, "-c", "import outer"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.replace(NOTICE, "").strip() == ""
    return done.stdout.strip(), done.stderr.count(NOTICE)


def cached(folder: Path, kind: str) -> list[Path]:
    return sorted((folder / "__pycache__").glob(f"*.{kind}"))


def test_compiling_is_said_once_and_the_next_start_loads(kernels: Path) -> None:
    assert run(kernels) == ("20", 1)
    assert cached(kernels, "nbc")
    assert run(kernels) == ("20", 0)


@pytest.mark.parametrize("kind", ["nbc", "nbi"])
def test_a_torn_cache_file_is_made_again(kernels: Path, kind: str) -> None:
    run(kernels)
    for path in cached(kernels, kind):
        path.write_bytes(path.read_bytes()[:40])
    assert run(kernels) == ("20", 1)
    assert run(kernels) == ("20", 0)


def test_a_change_in_a_kernel_that_is_inlined_counts(kernels: Path) -> None:
    run(kernels)
    (kernels / "inner.py").write_text(INNER.replace("x * 2", "x * 3"), encoding="utf-8")
    assert run(kernels) == ("30", 1)


def test_without_a_folder_to_write_kernels_are_compiled_in_memory(kernels: Path) -> None:
    # A file where the folder would be refuses root too, whom permissions do not stop.
    (kernels / "__pycache__").write_text("", encoding="utf-8")
    (kernels / "home").write_text("", encoding="utf-8")
    nowhere = str(kernels / "home")
    for _ in range(2):
        answer = run(kernels, HOME=nowhere, XDG_CACHE_HOME=nowhere, PYTHONDONTWRITEBYTECODE="1")
        assert answer == ("20", 1)


def test_kernels_run_uncompiled(kernels: Path) -> None:
    assert run(kernels, NUMBA_DISABLE_JIT="1") == ("20", 0)
