"""Screenshots of every screen, on a desktop and on a phone, light and dark: ./dev shots [--keep] [NAME ...]

They go to build/screenshots, which git ignores; with --keep, those that a page shows are replaced in docs/screenshots.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.server.processes import running_server
from tests.web.browsers import Visitor, chromium
from tests.web.states import STATES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "screenshots"
SHOWN = ROOT / "docs" / "screenshots"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "device_scale_factor": 2},
}
QUALITY = 72


def main(names: list[str]) -> None:
    """Take the screenshots of the named states, or of all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        for name in names or STATES:
            for size, settings in SIZES.items():
                for scheme in ("light", "dark"):
                    visitor = Visitor(browser, server.url, color_scheme=scheme, reduced_motion="reduce", **settings)
                    STATES[name](visitor)
                    if not visitor.page.locator(".menu, dialog").count():
                        visitor.page.evaluate("scrollTo(0, 0)")
                    for button in visitor.page.locator(".notice button").all():  # they would go away by themselves
                        button.click()
                    visitor.page.locator("[data-gained]").first.wait_for(state="detached")  # so do these
                    visitor.page.wait_for_timeout(250)
                    target = FOLDER / f"{name}-{size}-{scheme}.jpg"
                    visitor.page.screenshot(path=target, type="jpeg", quality=QUALITY, scale="device")
                    visitor.close()
                    print(target.name, flush=True)


def keep() -> None:
    """Replace the screenshots that pages show with those just taken."""
    for shown in SHOWN.glob("*.jpg"):
        if (FOLDER / shown.name).exists():
            shutil.copyfile(FOLDER / shown.name, shown)


if __name__ == "__main__":
    main([name for name in sys.argv[1:] if name != "--keep"])
    if "--keep" in sys.argv:
        keep()
