"""Small arrays that a kernel needs only while it runs."""

from typing import Any

import numpy as np

from overland.engine import jit
from overland.engine.record import Array

WORD = 8  # bytes; no field of a record wants more alignment


def scratch(count: int, dtype: Any) -> Array:
    """An array of ``count`` (a constant) elements that hold anything, for this kernel and those it calls.

    Compiled, it is on the stack and costs nothing; NumPy's own arrays are asked of the system and counted, which takes
    longer than most of what the rules do. It must not outlive its kernel: no kernel may return it or keep it.
    """
    return np.empty(count, dtype)


def register() -> None:  # pragma: no cover  # coverage is measured where kernels are interpreted
    """Teach compiled code to call ``scratch``."""
    if jit.MODE == "interpreted":
        return
    from importlib import import_module

    # None of them has types.
    types, extending, cgutils, npydecl, ir = (
        import_module(name)
        for name in ("numba.types", "numba.extending", "numba.core.cgutils", "numba.core.typing.npydecl", "llvmlite.ir")
    )

    @extending.type_callable(scratch)  # type: ignore[untyped-decorator]  # Numba's extensions have no types
    def choose(context: Any) -> Any:
        def array_type(count: Any, dtype: Any) -> Any:
            if not isinstance(count, types.IntegerLiteral):
                return None
            return types.Array(npydecl.parse_dtype(dtype), 1, "C")

        return array_type

    @extending.lower_builtin(scratch, types.VarArg(types.Any))  # type: ignore[untyped-decorator]  # likewise
    def reserve(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        """Room on the stack, described as an array that nobody owns."""
        count = signature.args[0].literal_value
        element = context.get_data_type(signature.return_type.dtype)
        size = context.get_abi_sizeof(element)
        words = ir.ArrayType(ir.IntType(8 * WORD), -(-count * size // WORD))
        room = cgutils.alloca_once(builder, words)
        array = context.make_array(signature.return_type)(context, builder)
        context.populate_array(
            array,
            data=builder.bitcast(room, array.data.type),
            shape=[context.get_constant(types.intp, count)],
            strides=[context.get_constant(types.intp, size)],
            itemsize=context.get_constant(types.intp, size),
            meminfo=None,
        )
        return array._getvalue()


register()
