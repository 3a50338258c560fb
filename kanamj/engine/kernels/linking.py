"""How kernels that only kernels call are compiled: into their callers, never on their own.

Numba optimises each function with all that it calls, and makes machine code of it; then it does the same for each
caller. So a function five calls deep is compiled five times. `LinkedCode` is only translated to LLVM's language. The
kernel that Python calls links all of it, and there it is optimised and made machine code once.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager


class LinkedCode(JITCodeLibrary):
    """Translated code that callers link. It has no address to call."""

    def finalize(self) -> None:
        """Link the code that it calls."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):  # no kernel has anything to set up again
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Always 0: there is no pointer."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Accepts an environment and ignores it: linked code needs none of Python."""
        return SimpleNamespace(set_env=lambda *_: None)


NEEDLESS = {
    "WithLifting",
    "InlineClosureLikes",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "DumpParforDiagnostics",
}
"""Numba's passes for features that no kernel uses: `with`, nested functions, raised errors, literal types, sums of
arrays. They find nothing, and take a sixth of the time."""


class KernelCompiler(Compiler):
    """Numba's compiler without what kernels do not need."""

    def define_pipelines(self) -> Any:
        """Numba's passes without the needless ones."""
        (whole,) = super().define_pipelines()
        fewer = PassManager(whole.pipeline_name)
        for each, why in whole.passes:
            if each.__name__ not in NEEDLESS:
                fewer.add_pass(each, why)
        fewer.finalize()
        return [fewer]


class LinkedCompiler(KernelCompiler):
    """The same compiler, which writes into a `LinkedCode`."""

    def define_pipelines(self) -> Any:
        """The same passes; they write into the library that they find."""
        state = self.state
        state.library = LinkedCode(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()
