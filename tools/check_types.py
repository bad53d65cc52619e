"""Checks that the browser's types match the server's models; --write makes them again."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from overland.server.openapi import document

WEB = Path(__file__).parents[1] / "web"
KEPT = WEB / "src" / "lib" / "schema.d.ts"


def made() -> str:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        source.write_text(json.dumps(document(), sort_keys=True), encoding="utf-8")
        tool = WEB / "node_modules" / ".bin" / "openapi-typescript"
        subprocess.run([tool, source, "-o", target], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return target.read_text(encoding="utf-8")


if __name__ == "__main__":
    found = made()
    if "--write" in sys.argv:
        KEPT.write_text(found, encoding="utf-8")
    elif KEPT.read_text(encoding="utf-8") != found:
        sys.exit("web/src/lib/schema.d.ts is out of date: ./dev run python -m tools.check_types --write")
