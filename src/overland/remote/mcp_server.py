"""``overland mcp``: an assistant's seat as a server of the Model Context Protocol, over standard input and output."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from mcp.server.mcpserver import MCPServer

from overland import __version__
from overland.engine.errors import OverlandError
from overland.remote.assistant import INSTRUCTIONS, Assistant


def mcp_server(assistant: Assistant) -> MCPServer[Any]:
    """The server; it has nothing but the assistant's tools."""
    server: MCPServer[Any] = MCPServer("overland", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for tool in assistant.tools:
        server.tool(structured_output=False)(explained(tool))
    return server


def explained(tool: Callable[..., Any]) -> Callable[..., Any]:
    """A tool whose refusals are answers: an assistant reads the sentence and goes on."""

    @wraps(tool)
    async def answered(*args: Any, **named: Any) -> str:
        try:
            return str(await tool(*args, **named))
        except OverlandError as error:
            return f"Refused: {error}"

    return answered
