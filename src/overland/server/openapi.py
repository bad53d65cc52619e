"""The interface as an OpenAPI document, from which the browser's types are made: run this as a module."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from overland.server.app import make_app
from overland.server.settings import ServerSettings


def document() -> dict[str, Any]:
    """The document; no version in it, so that a release does not change it."""
    with tempfile.TemporaryDirectory() as folder:
        found = make_app(ServerSettings.model_validate({"database": Path(folder) / "none.sqlite"})).openapi()
    found["info"]["version"] = ""
    return found


if __name__ == "__main__":
    json.dump(document(), sys.stdout, indent=1, sort_keys=True)
