"""The page of scenes in a browser, without a server: one scene after the other at one size, in one language."""

import json
import mimetypes
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route
from tools.scenes import TARGET, kept

from overland.bots.catalogue import LEVELS
from tests.web import checks
from tests.web.checks import PHONES, SHARES, TOUCHED, Size

STATIC = Path(__file__).parents[2] / "src" / "overland" / "static"
CATALOGUE = Path(__file__).parents[2] / "src" / "overland" / "words" / "catalogue"
SITE = "http://overland.test"
SCENES: list[dict[str, Any]] = kept()
SHAPES = ("circle", "hexagon", "square")
TERRAINS = ("forest", "lake", "meadow", "mountain")
REWARDS = (
    "lumberjack", "hide", "wood", "fisher", "whitefish", "salmon",
    "farmer", "wheat", "apple", "miner", "ore", "crystal",
)  # fmt: skip
#: Goes to a scene within the page, and waits until it stands.
SHOW = """
async (path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    const name = path.split('/').at(-1);
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (document.documentElement.dataset.scene !== name || !document.querySelector('[data-board]')) await frame();
    await frame();
    await frame();
}
"""

#: Chooses a language in the menu, and waits until it is spoken.
SPEAK = """
async (language) => {
    const menu = document.querySelector('select:has(option[lang])');
    menu.value = language;
    menu.dispatchEvent(new Event('change', { bubbles: true }));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (document.documentElement.lang !== language) await frame();
    await frame();
}
"""


class Stage:
    """A page that shows scenes."""

    def __init__(self, browser: Browser, size: Size, language: str, **settings: Any) -> None:
        self.size = size
        self.language = language
        self.words: dict[str, str] = json.loads((CATALOGUE / f"{language}.json").read_text(encoding="utf-8"))
        wanted: dict[str, Any] = {"reduced_motion": "reduce", "locale": language, **settings}
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size in TOUCHED,
            service_workers="block",
            bypass_csp=True,
            **wanted,
        )
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.route("**/*", answer)
        self.page.goto(f"{SITE}/scenes/{SCENES[0]['name']}")
        self.page.locator("[data-board]").wait_for()
        self.page.evaluate("document.fonts.ready")

    def show(self, scene: dict[str, Any]) -> None:
        """Go to a scene."""
        self.page.evaluate(SHOW, f"/scenes/{scene['name']}")

    def speak(self, language: str) -> None:
        """Change the language where one is."""
        self.page.evaluate(SPEAK, language)

    def close(self) -> None:
        self.context.close()

    def facts(self, scene: dict[str, Any]) -> dict[str, Any]:
        """What the checks may know of a scene."""
        message = scene["message"]
        now = message["now"]
        texts = [choice["text"] for choice in now.get("choices", [])]
        view = now["view"]
        tiles = list(view["tiles"].values()) if scene["game"] == "okanagan" else []
        last = tiles[-1] if tiles else None
        return {
            "game": scene["game"],
            "share": SHARES[scene["game"]][self.size],
            "choices": list(range(len(texts))),
            "kinds": sorted({text.split()[0] for text in texts}),
            "isOver": now["status"] == "over",
            "isPhone": self.size in PHONES,
            "isTouched": self.size in TOUCHED,
            "names": [seat["name"] for seat in now["seats"]],
            "tiles": len(tiles),
            "last": f"{last['x']},{last['y']}" if last else None,
            "territory": territory_of(view, texts),
            "small": checks.SMALL_CONTROLS.get(self.size, ()),
            "isLong": bool(texts) and texts[0].split()[0] in checks.LONG_QUESTIONS.get(self.size, ()),
            "noCause": self.words["end.finished"],
            "near": checks.NEAR_KINDS,
            "faces": list(self.faces(scene)) if tiles else [],
        }

    def faces(self, scene: dict[str, Any]) -> Iterable[tuple[str, list[str]]]:
        """Where tiles lie, and the words that name what each shows."""
        message = scene["message"]
        view, box = message["now"]["view"], message["box"]
        for tile in view["tiles"].values():
            yield f'[data-square="{tile["x"]},{tile["y"]}"]', self.named(box["tiles"][tile["tile"]])
        for number, stack in enumerate(view["stacks"]):
            if stack.get("face_up") is not None:
                yield f'[data-spot="stack-{number}"]', self.named(box["tiles"][stack["face_up"]])
        mine = view["seats"][str(message["seat"])]
        if mine.get("tile") is not None:
            yield "button[data-spot=tile]", self.named(box["tiles"][mine["tile"]])

    def named(self, face: dict[str, Any]) -> list[str]:
        """The terrains and rewards of a tile, in words."""
        if "promo" in face:
            return [self.words[f"okanagan.promo.{face['promo']}"].lower()]
        found = []
        for part, terrain, icons in zip(face.get("parts", face["sides"]), face["sides"], face["icons"], strict=True):
            shapes = [SHAPES.index(shape) for shape in icons.split("+") if shape]
            rewards = [REWARDS[TERRAINS.index(terrain) * len(SHAPES) + shape] for shape in shapes]
            found += [
                self.words[f"terrain.{part}"].lower(),
                *(self.words[f"reward.{name}"].lower() for name in rewards),
            ]
        return found


def territory_of(view: dict[str, Any], texts: list[str]) -> int | None:
    """The territory that is resolved, if the question is about one."""
    if not texts or not view.get("resolution") or texts[0].startswith("drop"):  # goals are asked for in a fan
        return None
    found: int = view["resolution"]["territory"]
    return found


def answer(route: Route) -> None:
    """The client as it was built, and the scenes; nothing else is there."""
    path = route.request.url.removeprefix(SITE).split("?")[0].lstrip("/")
    if path == "scenes.json":
        route.fulfill(body=TARGET.read_bytes(), content_type="application/json")
    elif path == "api/games":
        levels = [{"name": name, "pause": 0} for name in LEVELS]
        route.fulfill(json={"games": [], "levels": levels, "default_level": "homesteader"})
    elif path.startswith("api/"):
        route.fulfill(status=404, json={"key": "error.not_found"})
    else:
        file = STATIC / path if path and (STATIC / path).is_file() else STATIC / "index.html"
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain")
