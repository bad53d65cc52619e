"""The event loop that the server has too."""

from typing import Any


def fast_loop() -> dict[str, Any]:
    """What to give ``asyncio.Runner`` for the fastest loop there is here."""
    try:
        import uvloop
    except ImportError:  # Windows
        return {}
    return {"loop_factory": uvloop.new_event_loop}
