"""The decorators of all kernels. Numba compiles a kernel at its first call, without the GIL, and caches the result.

Numba compiles a cached kernel again only if the file that defines it has changed. A change in another file, of a
constant or of a kernel that is called, goes unnoticed. So numba must put its cache into `kernels/STAMP/` in the user's
cache folder (`engine/cache.py`, $KANAMJ_CACHE): another stamp, another cache. The stamp is a hash of all sources in
this folder, of the versions of kanamj, numba, llvmlite, numpy and Python, and of numba's settings. Kernels use nothing
from other folders; tests/unit/engine/kernels/test_compiled.py checks that. If the cache cannot be written, kernels are
compiled in memory only.

Beside the files of a kept kernel, NAME.sum has their hash. A loss of power may leave zeros in a file, and to run zeros
crashes the process. So files with another hash are deleted, and the kernel is compiled again.

Before a kernel is compiled, the log `kanamj` says so, with about how long it takes. If two processes want the same
kernel, one compiles it and the other waits.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import event, sigutils
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types import unliteral

from kanamj.disk import sha256, sha256_of, write_file
from kanamj.engine import cache

try:
    from kanamj.engine.kernels.linking import KernelCompiler, LinkedCompiler
except ImportError:  # this version of numba cannot link: each step is compiled alone, in twice the time
    _WHOLE, _LINKED = dict[str, Any](), dict[str, Any]()
else:
    _WHOLE, _LINKED = {"pipeline_class": KernelCompiler}, {"pipeline_class": LinkedCompiler}

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PLAIN = bool(getattr(numba.config, "DISABLE_JIT", 0))
GROUP = "kernels"
SOURCES = Path(__file__).parent
PACKAGE = __name__.rpartition(".")[0]
OF_WORDS = {"deal_and_judge": 9, "distances": 9, "waits": 8, "accepts": 9, "best_discards": 11}
SECONDS = {**OF_WORDS, "deal_rows": 1, "draws_rows": 3, "distance_rows": 3}
"""About how many seconds it takes to compile a kernel; one that is not named here takes 1 or 2."""
OUTER: dict[str, Any] = {"no_cfunc_wrapper": True, **_WHOLE}
"""Numba's options for kernels that Python calls; C does not call them."""
INNER: dict[str, Any] = {"no_cfunc_wrapper": True, "no_cpython_wrapper": True, **_LINKED}
"""Numba's options for kernels that only kernels call."""


@lru_cache(maxsize=1)
def stamp() -> str:
    """A hash of everything that compiled kernels depend on, except the processor; "" if it cannot be computed."""
    from kanamj.version import __version__

    try:
        parts = [path.name.encode() + b"\0" + path.read_bytes() for path in sorted(SOURCES.glob("*.py"))]
    except OSError:
        parts = []
    if not parts:  # an installation without sources
        return ""
    settings = [getattr(numba.config, name, None) for name in ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")]
    versions = (__version__, numba.__version__, llvmlite.__version__, np.__version__, sys.version, settings)
    return sha256(b"\0\0".join([repr(versions).encode(), *parts]))[:24]


def jit(kernel: Kernel) -> Kernel:
    """Decorator: compiles the kernel at its first call, for the types of the arguments.

    A call with another dtype, array layout or scalar type compiles the kernel again, and so does a read-only array. So
    drivers pass the same types everywhere: C-contiguous, writable arrays, and scalars as plain `int` (or always as one
    numpy type). Division by zero does not raise.
    """
    return _compiled(kernel, OUTER)


def inner_jit(kernel: Kernel) -> Kernel:
    """Decorator like `jit`, for kernels that only kernels call: they are compiled into their callers."""
    return _compiled(kernel, INNER)


def inlined_jit(kernel: Kernel) -> Kernel:
    """Decorator like `inner_jit`, for small steps of a long loop that take arrays. They become part of their callers.
    They do not count references to arrays, so they cannot create an array.

    A read of a bit set takes 350 ns with a call, and 28 ns without (docs/kernels.md says why). Large steps should be
    called: if all kernels were inlined, compiling would take ten times as long.
    """
    return _compiled(kernel, {**INNER, "_nrt": False, "forceinline": True})


def _compiled(kernel: Kernel, options: dict[str, Any]) -> Kernel:
    jitted = numba.njit(nogil=True, error_model="numpy", **options)
    dispatcher: Any = jitted(kernel)
    if dispatcher is not kernel:  # they are the same if NUMBA_DISABLE_JIT is set
        outer = options is OUTER
        if outer and kernel.__module__.rpartition(".")[0] == PACKAGE and (folder := _folder()):
            settings: Any = numba.config
            before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
            try:
                dispatcher.enable_caching()
            finally:
                settings.CACHE_DIR = before
            if not dispatcher.stats.cache_path.startswith(str(folder)):  # numba could not write there
                dispatcher = jitted(kernel)
        dispatcher.compile = _compiled_once(dispatcher, kernel.__name__, outer)
        _dispatchers.append(dispatcher)
    return cast(Kernel, dispatcher)


@lru_cache(maxsize=1)
def _folder() -> Path | None:
    """The folder in which compiled kernels of these sources are kept; None if nothing can be kept."""
    return cache.folder(GROUP, stamp()) if stamp() else None


def _compiled_once(dispatcher: Any, name: str, outer: bool) -> Callable[[Any], Any]:
    """A new `compile` method for `dispatcher`, numba's object for one kernel. The method logs that the kernel is being
    compiled, and makes other processes that want it wait. outer: whether Python calls the kernel.

    A number written into a call (a literal) gets the type of other numbers, not numba's type of its own, so that an
    inner kernel is compiled once, not once per literal.
    """
    load_or_compile = type(dispatcher).compile.__get__(dispatcher)
    place = dispatcher.stats.cache_path

    def compile_now(signature: tuple[Any, ...]) -> Any:
        if not place:
            return load_or_compile(signature)
        kept = _Kept(Path(place), name)
        kept.forget_if_damaged()
        try:
            return load_or_compile(signature)
        except OSError as error:  # the disk is full
            cache.say_once(f"kernels cannot be kept ({error})")
            kept.forget()
            return load_or_compile(signature)
        finally:
            kept.seal()

    def compile_for(asked: Any) -> Any:
        types, _ = sigutils.normalize_signature(asked)
        signature = tuple(map(unliteral, types))
        if not outer or signature in dispatcher.overloads or global_compiler_lock.is_locked():
            return compile_now(signature)  # for example, a step of a kernel that is being compiled
        with (
            _compiling,
            cache.only_one(f"{GROUP}/{stamp()}/{name}.lock"),
            event.install_listener("numba:compile", _Announcer(name)),
            _garbage_left(),
        ):
            try:
                return compile_now(signature)
            except Exception as error:
                if "pipeline_class" not in OUTER:
                    raise
                cache.say_once(
                    f"this numba compiles kernels in twice the time ({type(error).__name__}: {error})"
                )
                _compile_plainly()
                return compile_now(signature)

    return compile_for


_dispatchers: list[Any] = []
"""Numba's objects for all kernels."""


def _compile_plainly() -> None:
    """From now on, compile every kernel as numba does by itself, because KernelCompiler or LinkedCompiler failed. They
    use private parts of numba, which another numba may not have."""
    OUTER.pop("pipeline_class")
    INNER.pop("pipeline_class")
    for dispatcher in _dispatchers:
        dispatcher._compiler.pipeline_class = Compiler
        dispatcher._compiler._failed_cache.clear()
        if (
            "no_cpython_wrapper" in dispatcher.targetoptions
        ):  # an inner kernel, which was not compiled to its end
            dispatcher._reset_overloads()


class _Kept:
    """The files of a kept kernel, and the file with their hash."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.sum = folder / f"{name}.sum"

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob(f"*.{self.name}-*.nb?"))

    def _hash(self) -> str:
        return sha256(repr([(file.name, sha256_of(file)) for file in self._files()]))

    def forget_if_damaged(self) -> None:
        """Delete the files if they are not as they were written."""
        try:
            self.found = self._hash()
            fine = not self._files() or self.sum.read_bytes() == self.found.encode()
        except OSError:
            fine = False
        if not fine:
            self.forget()

    def forget(self) -> None:
        """Delete the files."""
        self.found = ""
        for file in self._files():
            with suppress(OSError):
                file.unlink()

    def seal(self) -> None:
        """Write the hash of the files if they have changed."""
        with suppress(OSError):
            now = self._hash()
            if now != self.found:
                write_file(self.sum, now)


_compiling = threading.RLock()
_of_words: set[str] = set()
"""The kernels of OF_WORDS (they share most inner kernels) that this process has already compiled."""


class _Announcer(event.Listener):
    """Logs that a kernel is being compiled; says nothing if it is loaded from the cache, or about its inner kernels."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.depth = 0

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        if not self.depth:
            seconds = SECONDS.get(self.name, 2)
            if self.name in OF_WORDS and _of_words:
                seconds = -(-seconds // 3)  # the steps that these kernels share are compiled already
            if self.name in OF_WORDS:
                _of_words.add(self.name)
            cache.log.info(
                f"compiling kernels: {self.name}, about {seconds} second{'s' if seconds > 1 else ''}; "
                "kept for later starts"
            )
        self.depth += 1

    def on_end(self, event: Any) -> None:  # noqa: ARG002
        self.depth -= 1
        if not self.depth:
            cache.sweep(GROUP)


@contextmanager
def _garbage_left() -> Iterator[None]:
    """In a `with` block: the garbage collector is off. It would take a twelfth of the time, and free little."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def new_records(n: int, dtype: Any) -> Any:
    """n records of zeros, for kernels. Their fields are attributes, also under NUMBA_DISABLE_JIT."""
    zeros = np.zeros(n, dtype)
    return zeros.view(np.recarray) if PLAIN else zeros


def _records(n: int, dtype: Any) -> Any:
    return np.zeros(n, dtype)


records = new_records if PLAIN else inner_jit(_records)
"""`new_records` for calls within kernels."""
