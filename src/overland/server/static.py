"""The browser client, if it was built into the package; every path that is not below /api shows it."""

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from overland.server.errors import Refusal

STATIC = Path(__file__).parent.parent / "static"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # their names change with their content
SQUEEZED = (".js", ".css", ".svg", ".html")
FRESH = {"cache-control": "no-cache"}
PLAIN = """<!doctype html><html lang="en"><title>Overland</title><p>The server runs; the browser client is not built
into this installation. See docs/protocol.md for what can be done without it."""


@lru_cache(maxsize=256)
def compressed(file: Path, changed: int) -> bytes:
    """A file of the client, squeezed once."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def file_at(root: Path, path: str) -> Path | None:
    """The file a path names, if there is one inside the folder."""
    try:
        file = (root / path).resolve()
        return file if path and file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # too long, or with characters no file has
        return None


pages = APIRouter(include_in_schema=False)


@pages.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """A file of the client, or the page that draws everything."""
    root = STATIC.resolve()
    if (file := file_at(root, path)) is not None:
        headers = FOREVER if path.startswith("assets/") else FRESH
        if file.suffix in SQUEEZED and "gzip" in request.headers.get("accept-encoding", ""):
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            squeezed = compressed(file, file.stat().st_mtime_ns)
            return Response(
                squeezed, media_type=kind, headers={**headers, "content-encoding": "gzip", "vary": "accept-encoding"}
            )
        return FileResponse(file, headers=headers)
    if path.startswith("assets/"):
        raise Refusal("error.not_found", 404)
    index = root / "index.html"
    return FileResponse(index, headers=FRESH) if index.exists() else HTMLResponse(PLAIN, headers=FRESH)
