"""The contract's kernels for any game: ``legal_actions(box, state, out)`` finds the game by the record's type.

Search, playouts and perft are written once on top of these names. Interpreted, the game is looked up by the
record's dtype; compiled, Numba picks the game's own kernel at compile time, so a call costs nothing and is
cached. Every record has a field whose name no other game's has, because records of equal
layout would be one type to Numba.
"""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from overland.engine import jit
from overland.engine.game import Game
from overland.engine.games import GAMES
from overland.engine.record import Array, Record

BY_TYPE: dict[np.dtype[Any], Game] = {}  # filled when a game's record is first seen


def game_of(holder: Record) -> Game:
    """The game that a box, position or view, or an array of them, belongs to."""
    if holder.dtype not in BY_TYPE:
        BY_TYPE.update({dtype: game for game in GAMES.values() for dtype in record_types(game)})
    return BY_TYPE[holder.dtype]


def record_types(game: Game) -> tuple[np.dtype[Any], ...]:
    """The record types that identify a game."""
    return game.state_type, game.view_type, game.box_type


def to_act(state: Record) -> int:
    """The seat that must decide, or CHANCE, or OVER."""
    return game_of(state).to_act(state)


def legal_actions(box: Record, state: Record, out: Array) -> int:
    """Write every legal action, ascending; returns how many."""
    return game_of(state).legal_actions(box, state, out)


def chance_weights(box: Record, state: Record, out: Array) -> int:
    """Write the weight of each chance outcome, in the order of ``legal_actions``."""
    return game_of(state).chance_weights(box, state, out)


def apply_action(box: Record, state: Record, action: int) -> None:
    """Play a legal action in place."""
    game_of(state).apply_action(box, state, action)


def play_action(box: Record, state: Record, action: int, gains: Array) -> int:
    """Play a legal action in place and write its gains; returns how many."""
    return game_of(state).play_action(box, state, action, gains)


def scores(box: Record, state: Record, out: Array) -> None:
    """Write the points of each seat."""
    game_of(state).scores(box, state, out)


def winners(box: Record, state: Record, out: Array) -> None:
    """Write 1 for each winning seat, 0 for the others."""
    game_of(state).winners(box, state, out)


def view_for(box: Record, state: Record, seat: int, view: Record) -> None:
    """Write what a seat knows into ``view``, which holds zeros."""
    game_of(state).view_for(box, state, seat, view)


def sample_world(box: Record, view: Record, rng: Record, state: Record) -> bool:
    """Write a position consistent with ``view`` into ``state``."""
    return game_of(view).sample_world(box, view, rng, state)


def register(function: Callable[..., Any], choose_by: int, kernel_of: Callable[[Game], Any]) -> None:
    """Let compiled code call ``function``: the game is chosen by the type of its argument ``choose_by``."""
    if jit.MODE == "interpreted":
        return
    import numba
    import numba.extending

    types: Any = numba.types
    extending: Any = numba.extending

    def kernel_for(found: Any) -> Any:
        """The kernel of the game that a Numba type belongs to; not kept, because games may be added later."""
        for game in GAMES.values():
            if any(numba_type(dtype) == found for dtype in record_types(game)):
                return types.Dispatcher(kernel_of(game))
        return None

    @extending.type_callable(function)  # type: ignore[untyped-decorator]  # Numba's extensions have no types
    def choose(context: Any) -> Any:
        """The signature of a call: that of the game's kernel, which is compiled now if it was not yet."""

        def signature_for(*arguments: Any) -> Any:
            kernel = kernel_for(arguments[choose_by])
            return None if kernel is None else kernel.get_call_type(context, arguments, {})

        signature_for.pysig = inspect.signature(function)  # type: ignore[attr-defined]  # Numba asks for it by name
        return signature_for

    @extending.lower_builtin(function, types.VarArg(types.Any))  # type: ignore[untyped-decorator]  # likewise
    def call(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        """Call the game's kernel itself: a function in between would be compiled with all that the kernel calls."""
        kernel = context.get_function(kernel_for(signature.args[choose_by]), signature)
        return kernel(builder, values)


@cache
def numba_type(dtype: np.dtype[Any]) -> Any:
    """The type Numba gives a record of this dtype."""
    from numba import from_dtype

    return from_dtype(dtype)


register(to_act, 0, lambda game: game.to_act)
register(legal_actions, 1, lambda game: game.legal_actions)
register(chance_weights, 1, lambda game: game.chance_weights)
register(apply_action, 1, lambda game: game.apply_action)
register(play_action, 1, lambda game: game.play_action)
register(scores, 1, lambda game: game.scores)
register(winners, 1, lambda game: game.winners)
register(view_for, 1, lambda game: game.view_for)
register(sample_world, 1, lambda game: game.sample_world)
