"""The one decorator of all kernels: compiled by numba at the first call, without the GIL, and kept on disk.

What is kept stands in `kernels/STAMP/` of the user's cache folder (`engine/cache.py`, $KANAMJ_CACHE), one file a
kernel and types. The stamp is one for all kernels: a hash of every source in this folder (kernels take nothing in
from elsewhere; tests/unit/engine/kernels/test_compiled.py sees to it), of the versions of kanamj, numba, llvmlite,
numpy and Python, and of numba's settings; a file's name has the processor and the types in it. So a changed
constant compiles anew, and another environment with equal sources compiles nothing. Files that are torn, foreign or
of other bytes are not read; where none can be written, kernels are compiled in memory.

A kernel that must be compiled is announced to the log `kanamj` with about how long it takes, and made in a thread of
its own: Ctrl-C reaches the caller at once, though LLVM works on for seconds without looking up. A process that ends
meanwhile does not wait for it. Two processes that want the same kernel compile it once.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

import atexit
import gc
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.serialize import dumps
from numba.core.types import unliteral

from kanamj.engine import cache
from kanamj.engine.kernels.parts import KernelCompiler, PartCompiler, rebuild

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

PLAIN = bool(getattr(numba.config, "DISABLE_JIT", 0))
GROUP = "kernels"
SOURCES = Path(__file__).parent
PACKAGE = __name__.rpartition(".")[0]
MOST_BYTES = 1 << 26
"""A kernel's file is not read if it is longer; those of today have under a megabyte."""
STACK = 1 << 26
"""Bytes of stack for the thread that compiles; LLVM wants more than some systems give a thread."""
INTERRUPTED = 130
OF_WORDS = {"deal_and_judge": 9, "distances": 9, "waits": 8, "accepts": 9, "best_discards": 11}
SECONDS = {**OF_WORDS, "deal_rows": 1, "draws_rows": 3, "distance_rows": 3}
"""About how long compiling takes, with nothing kept before; what is not named takes a second or two."""
SHARED = "near.splits-*"
"""A step that all kernels of OF_WORDS have in common: they take about a third if it is kept."""
OUTER: dict[str, Any] = {"no_cfunc_wrapper": True, "pipeline_class": KernelCompiler}
"""Options of what Python calls: nothing calls it from C."""
INNER = {**OUTER, "no_cpython_wrapper": True, "pipeline_class": PartCompiler}
"""Options of what only kernels call."""


@lru_cache(maxsize=1)
def stamp() -> str:
    """A hash of all that makes compiled kernels what they are, but for the processor; empty if it cannot be told."""
    from kanamj import __version__

    sources = sorted(SOURCES.glob("*.py"))
    try:
        parts = [path.name.encode() + b"\0" + path.read_bytes() for path in sources]
    except OSError:
        parts = []
    if not parts:  # an installation without sources
        return ""
    settings = [getattr(numba.config, name, None) for name in ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")]
    versions = (__version__, numba.__version__, llvmlite.__version__, np.__version__, sys.version, settings)
    digest = sha256(repr(versions).encode())
    for part in parts:
        digest.update(b"\0\0" + part)
    return digest.hexdigest()[:24]


class _Kept:
    """What numba asks of a kernel's cache, on `engine/cache.py`."""

    cache_path = property(lambda _: str(cache.cache_folder() / GROUP / stamp()))

    def __init__(self, kernel: Callable[..., Any]) -> None:
        self.kernel = kernel
        self.found: dict[str, Any] = {}

    def name(self, signature: Any, codegen: Any) -> str:
        """The file of the kernel for these types and this processor."""
        key = sha256(repr((signature, codegen.magic_tuple())).encode()).hexdigest()[:16]
        module = self.kernel.__module__.rpartition(".")[2]
        return f"{GROUP}/{stamp()}/{module}.{self.kernel.__qualname__}-{key}"

    def look(self, signature: Any, target: Any) -> bool:
        """True if the kernel could be loaded; `load_overload` then hands it out."""
        with global_compiler_lock:
            target.refresh()
            name = self.name(signature, target.codegen())
            data = cache.load(name, MOST_BYTES) if stamp() else None
            if data is None:
                return False
            try:
                self.found[name] = rebuild(target, pickle.loads(data))
            except Exception:  # unpickling raises whatever it meets
                return False
        _note_use()
        return True

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled kernel, if it is kept."""
        name = self.name(signature, target.codegen())
        if name not in self.found:
            self.look(signature, target)
        return self.found.pop(name, None)

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a kernel that has been compiled."""
        if stamp() and not result.lifted and not result.library.has_dynamic_globals:
            cache.store(self.name(signature, result.codegen), dumps(result._reduce()))

    def enable(self) -> None: ...
    def disable(self) -> None: ...
    def flush(self) -> None: ...


@lru_cache(maxsize=1)
def _note_use() -> None:
    cache.touch(f"{GROUP}/{stamp()}")


def jit(kernel: Kernel) -> Kernel:
    """The kernel, compiled at its first call for the types it is called with.

    Another dtype, layout or scalar type is another compilation, and a read-only array too, so drivers pass the same
    types everywhere: arrays C-contiguous and writable, scalars as plain `int` (or one numpy type, always). Division
    by zero does not raise.
    """
    return _compiled(kernel, OUTER)


def inner_jit(kernel: Kernel) -> Kernel:
    """As `jit`, for what only kernels call: it is compiled within them, and has no way in from Python."""
    return _compiled(kernel, INNER)


def inlined_jit(kernel: Kernel) -> Kernel:
    """As `inner_jit`, for small steps of a long loop that take arrays: they become part of their callers, and count no
    references to arrays, so they cannot make one.

    A call hands an array over as seven words or more and counts its users, locked against other threads: a read of a
    bit set took 350 ns with calls, 28 without. What is large is better called; all kernels inlined compile ten times
    as long.
    """
    return _compiled(kernel, {**INNER, "_nrt": False, "forceinline": True})


def _compiled(kernel: Kernel, options: dict[str, Any]) -> Kernel:
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy", **options)(kernel)
    if dispatcher is not kernel:  # it is where NUMBA_DISABLE_JIT is set
        if kernel.__module__.rpartition(".")[0] == PACKAGE:  # the stamp knows no other sources
            dispatcher._cache = _Kept(kernel)
        dispatcher.compile = _announced(dispatcher, kernel.__name__)
    return cast(Kernel, dispatcher)


def _announced(dispatcher: Any, name: str) -> Callable[[Any], Any]:
    """The dispatcher's `compile`, saying what takes long, and so that Ctrl-C does not wait for it.

    A number written into a call is a type of its own to numba; here it is the type it has as a number, so that a step
    is compiled once and not for each.
    """
    compile_now = type(dispatcher).compile.__get__(dispatcher)

    def compile_for(asked: Any) -> Any:
        types, _ = sigutils.normalize_signature(asked)
        signature = tuple(map(unliteral, types))
        if global_compiler_lock.is_locked():  # another kernel is being compiled, and calls this one
            return compile_now(signature)
        kept = dispatcher._cache
        if signature in dispatcher.overloads or (
            isinstance(kept, _Kept) and kept.look(signature, dispatcher.targetctx)
        ):
            return compile_now(signature)

        def compile_once() -> Any:
            with _compiling, _garbage_left():  # one of threads that ask at once; the others find it
                if signature in dispatcher.overloads:
                    return compile_now(signature)
                return _compile_once(compile_now, signature, name)

        return _in_a_thread(compile_once)

    return compile_for


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Numba makes millions of objects and needs most of them to the end: collecting takes a twelfth of its time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _compile_once(compile_now: Callable[[Any], Any], signature: Any, name: str) -> Any:
    if not stamp():
        return compile_now(signature)
    seconds = SECONDS.get(name, 2)
    if name in OF_WORDS and any((cache.cache_folder() / GROUP / stamp()).glob(SHARED)):
        seconds = -(-seconds // 3)
    cache.log.info(
        f"compiling kernels: {name}, about {seconds} second{'s' if seconds > 1 else ''}; kept for later starts"
    )
    with cache.only_one(f"{GROUP}/{stamp()}/lock"):
        entry = compile_now(signature)
    cache.sweep(GROUP)
    return entry


_compiling = threading.RLock()
_left_behind: list[threading.Event] = []
"""What is set when a compilation ends that was interrupted."""


def _in_a_thread(work: Callable[[], Any]) -> Any:
    """What the work returns or raises; KeyboardInterrupt comes at once, and leaves the thread behind."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    outcome: dict[str, Any] = {}
    done = threading.Event()  # Python before 3.13 takes a thread for ended whose join was interrupted

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error
        finally:
            done.set()

    size = threading.stack_size(STACK)
    try:
        threading.Thread(target=run, name="kanamj-compile", daemon=True).start()
    finally:
        threading.stack_size(size)
    try:
        while not done.wait(0.2):  # without a limit Windows does not hear Ctrl-C
            pass
    except BaseException:
        _left_behind.append(done)
        raise
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]


@atexit.register
def _end_without_waiting() -> None:
    """End what was interrupted while it compiled: LLVM cannot be stopped, and crashes once its memory goes."""
    if not all(done.is_set() for done in _left_behind):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                continue
        os._exit(INTERRUPTED)


def new_records(n: int, dtype: Any) -> Any:
    """n records of zeros for kernels to read; their fields are attributes without numba (NUMBA_DISABLE_JIT) too."""
    zeros = np.zeros(n, dtype)
    return zeros.view(np.recarray) if PLAIN else zeros


def _records(n: int, dtype: Any) -> Any:
    return np.zeros(n, dtype)


records = new_records if PLAIN else inner_jit(_records)
"""The same within kernels."""
