"""``overland serve``: tables for people and bots, in the browser."""

from typing import Annotated, Any

import typer


def serve(
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on; by default 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option("--port", "-p", help="The port; by default 8000.")] = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="FILE|URL",
            help="Where tables are kept: a file, by default in your data folder, or postgresql://user@host/name.",
        ),
    ] = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", help="How others reach this server, e.g. https://play.example.org.")
    ] = None,
    behind_proxy: Annotated[
        bool | None, typer.Option("--behind-proxy", help="Trust a proxy in front to say where visitors come from.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve both games: people and bots at tables, in the browser. Ctrl-C stops it.

    Everything else can be set in the environment as OVERLAND_SERVER_<NAME>; docs/protocol.md lists the limits.
    """
    given: dict[str, Any] = {
        "host": host,
        "port": port,
        "database": database,
        "public_url": public_url,
        "behind_proxy": behind_proxy,
    }
    from overland.cli.serving import serve_public

    serve_public({name: value for name, value in given.items() if value is not None}, open_browser)
