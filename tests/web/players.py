"""Somebody who plays whole games in a browser, and what the wire said meanwhile: what a screen is held against."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

from overland.load.merge_patch import merge
from overland.words.speech import catalogue
from tests.web.browsers import Visitor
from tests.web.checks import TOUCHED, Size

TURN_BEGINS = {"okanagan": ("tile", "return", "keep"), "oregon": ("start", "farmer", "build", "pass")}
PLACES = {"okanagan": ("tile",), "oregon": ("start", "farmer", "build")}
#: Notes when frames come and questions are asked, what is said, and what moves; before the page's own scripts.
WATCH = """
(() => {
    const seen = (window.seen = { frames: [], asked: [], said: [], moved: new Map(), lags: [], gained: {} });
    const TICK = 20;
    const tick = (before) => setTimeout(() => {
        const now = performance.now();
        if (now - before > TICK + 15) seen.lags.push([now, now - before - TICK]); // the machine did something else
        tick(now);
    }, TICK);
    tick(performance.now());
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...rest) {
            super(...rest);
            this.addEventListener('message', (event) => {
                const message = JSON.parse(event.data);
                if (message.type === 'update') seen.frames.push([performance.now(), message.now.version ?? null]);
            });
        }
    };
    const look = () => {
        const screen = document.querySelector('.screen');
        const now = `${screen?.dataset.turn} ${screen?.dataset.version}`;
        if (screen && seen.last !== now) {
            seen.last = now;
            if (screen.dataset.turn === 'mine') seen.asked.push([performance.now(), Number(screen.dataset.version)]);
        }
        for (const gain of document.querySelectorAll('[data-gained]')) {
            const [seat, amount] = [gain.closest('[data-spot]').dataset.spot, Number(gain.dataset.gained)];
            seen.gained[seat] = Math.max(seen.gained[seat] ?? 0, amount);
        }
        for (const line of document.querySelectorAll('[role=log][aria-live] p')) {
            if (!line.isKnown) { line.isKnown = true; seen.said.push(line.textContent); }
        }
    };
    const attributeFilter = ['data-turn', 'data-version', 'data-gained'];
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter });
    const MOVING = ['transform', 'translate', 'scale', 'rotate'];
    const sample = () => {
        for (const motion of document.getAnimations()) {
            const { duration } = motion.effect.getComputedTiming();
            const isMoved = motion.effect.getKeyframes().some((frame) => MOVING.some((name) => name in frame));
            const target = motion.effect.target;
            const name = motion.animationName ?? motion.transitionProperty ?? 'flight';
            seen.moved.set(`${name} of ${target?.getAttribute('class')}`, [duration, isMoved]);
        }
        requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
})();
"""


@dataclass
class Wire:
    """What came over the wire, taken together."""

    game: str
    seat: int = 0
    log: list[dict[str, Any]] = field(default_factory=list)
    now: dict[str, Any] = field(default_factory=dict)
    read: int = 0

    def take(self, frames: list[str]) -> None:
        """Read what is new."""
        for text in frames[self.read :]:
            message = json.loads(text)
            if message["type"] == "table":
                self.seat, self.now, self.log = message["seat"], message["now"], list(message["log"])
            elif message["type"] == "update":
                merge(self.now, message["now"])
                self.log += message["log"]
        self.read = len(frames)

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [item for item in self.log if item["kind"] in ("move", "chance")]

    def turns(self) -> list[tuple[int, list[dict[str, Any]]]]:
        """The turns so far: whose each was, and its entries; what was dealt before the first is none."""
        found: list[tuple[int, list[dict[str, Any]]]] = []
        for item in self.entries:
            if item["kind"] == "move" and self.begins(item, found[-1][1] if found else []):
                found.append((item["seat"], []))
            if found:
                found[-1][1].append(item)
        return found

    def begins(self, item: dict[str, Any], turn: list[dict[str, Any]]) -> bool:
        """Whether a move begins a turn."""
        kind = item["text"].split()[0]
        before = next((other for other in reversed(turn) if other["kind"] == "move"), None)
        if self.game == "okanagan":
            return kind in TURN_BEGINS["okanagan"] and not (
                kind == "tile" and before and before["text"].startswith("return")
            )
        return (
            before is None
            or before["seat"] != item["seat"]
            or (kind in TURN_BEGINS["oregon"] and before["text"] != "extra")
        )

    def since_mine(self) -> list[tuple[int, list[dict[str, Any]]]]:
        """The turns of the others since one's own last; none while that goes on."""
        turns = self.turns()
        mine = [number for number, (seat, _) in enumerate(turns) if seat == self.seat]
        return turns[(mine[-1] + 1 if mine else 0) :]

    def places(self, turn: list[dict[str, Any]]) -> set[str]:
        """The cells or squares that a turn has changed."""
        found = set()
        for item in turn:
            words = item["text"].split()
            if words[0] in PLACES[self.game]:
                found.add(words[1] if words[0] != "build" else words[2])
        return found


def points_of(turn: list[dict[str, Any]], seat: int) -> int:
    """What a turn brought its seat at once."""
    gains = [gain for item in turn for gain in item.get("gains", []) if gain["seat"] == seat]
    return sum(gain.get("points", 0) for gain in gains if not is_at_end(gain["data"]))


def is_at_end(data: dict[str, Any]) -> bool:
    late = ("explorer", "singles", "pairs", "triples", "nuggets", "goal")
    return bool(data.get("at_end")) or data.get("source") in late


def check_secrets(visitor: Visitor) -> None:
    """Nothing hidden came over the wire while the game ran."""
    me, told = None, 0
    for message in (json.loads(frame) for frame in visitor.frames):
        if message["type"] not in ("table", "update"):
            continue
        if message["now"].get("status") == "over":
            break
        me, told = message.get("seat", me), told + 1
        for number, seat in message["now"].get("view", {}).get("seats", {}).items():
            if int(number) != me:
                assert "hand" not in seat and "tiles" not in seat and "goals" not in seat
        for item in message["log"]:
            if item["kind"] == "chance" and item.get("seat") not in (None, me):
                hidden = re.fullmatch(r"=\? \w+|=(coal|gold|goal|tile) \?|=start \w+", item["text"])
                assert hidden, item["text"]
        assert '"seed"' not in json.dumps(message)
    assert me is not None and told > 20


class Player:
    """A visitor at a table against bots, at a size and a speed."""

    def __init__(
        self, browser: Browser, url: str, game: str, players: int, size: Size, speed: str, **settings: Any
    ) -> None:
        wanted: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]},
            "has_touch": size in TOUCHED,
            **settings,
        }
        self.visitor = Visitor(browser, url, speed, **wanted)
        self.page = self.visitor.page
        self.game, self.size = game, size
        self.wire = Wire(game)
        self.dice = random.Random(f"{game} {players} {size}")
        self.page.add_init_script(WATCH)
        self.visitor.play_now(game, "greenhorn", players)
        self.visitor.wait_for_turn()
        self.page.mouse.move(1, 1)
        first = next(json.loads(text) for text in self.visitor.frames if '"type":"table"' in text)
        self.first = first["now"]["version"]  # what came before is not said

    def questions(self) -> Iterator[int]:
        """Each question as it comes, by its version; the caller answers it."""
        while self.visitor.wait_for_turn():
            self.wire.take(self.visitor.frames)
            yield int(self.visitor.version)
        self.wire.take(self.visitor.frames)

    @property
    def kinds(self) -> list[str]:
        return sorted({choice["text"].split()[0] for choice in self.wire.now.get("choices", [])})

    def close(self) -> None:
        self.visitor.close()
        assert self.visitor.problems == []


# Answers


#: Where the keyboard is, and what there is to be done.
FOCUS = """
() => {
    const one = document.activeElement;
    const ring = getComputedStyle(one);
    return {
        isNowhere: one === document.body || one === null,
        isReady: one.matches('[data-primary], [role=menuitem]'),
        isPlace: one.matches('[data-place]'),
        isControl: one.matches('[data-control]') && one.getAttribute('aria-pressed') !== 'true',
        hasGhost: document.querySelector('.handles') !== null,
        hasPrimary: document.querySelector('[data-primary]') !== null,
        ring: [ring.outlineStyle, parseFloat(ring.outlineWidth), ring.outlineColor, ring.boxShadow],
        what: one.outerHTML.slice(0, 120),
    };
}
"""


def answer_by_keys(player: Player) -> int:
    """Answer the question by keys only, from where the keyboard is; how many it took."""
    keys, version = player.page.keyboard, player.visitor.version
    for count in range(1, 40):
        at = player.page.evaluate(FOCUS)
        if at["hasGhost"]:
            keys.press("p")
        elif at["isReady"] or at["isPlace"] or (at["isControl"] and not at["hasPrimary"]):
            keys.press("Enter")
        elif at["hasPrimary"]:
            keys.press("Shift+Tab")
        else:
            keys.press("Tab")
        player.page.wait_for_timeout(25)
        if player.visitor.version != version or not player.page.locator("[data-turn=mine]").count():
            player.visitor.wait_for_news(version)
            return count
    raise AssertionError(f"the keyboard does not answer {player.visitor.question}: {player.page.evaluate(FOCUS)}")


def answer_by_names(player: Player) -> None:
    """Answer the question as a screen reader offers it: by roles and names only."""
    page, version, dice = player.page, player.visitor.version, player.dice
    for _ in range(14):
        listed = page.get_by_role("menuitem")
        grid = page.get_by_role("grid").get_by_role("button", disabled=False)
        asked = page.get_by_role("region", name=TEXTS["ui.okanagan.resolve"]).get_by_role("button", disabled=False)
        goals = page.get_by_role("list", name=TEXTS["ui.goals_held"]).get_by_role("button", pressed=False)
        hand = page.get_by_role("group", name=TEXTS["ui.hand"]).get_by_role("button", disabled=False)
        groups = page.get_by_role("group", name=GROUPS).get_by_role("button", disabled=False)
        ready = page.get_by_role("button", name=READY_NAMES)
        terrains = page.get_by_role("button", name=TERRAIN_NAMES, exact=True)
        for found in (listed, ready, asked, goals, grid, groups, hand, terrains):
            count = found.count()
            if count:
                found.nth(dice.randrange(count)).press("Enter")
                break
        page.wait_for_timeout(30)
        if player.visitor.version != version or player.visitor.page.get_by_role("dialog").count():
            return
    raise AssertionError(f"no answer to {player.visitor.question}")


TEXTS = catalogue("en")
GROUPS = re.compile("|".join(re.escape(TEXTS[key]) for key in ("ui.decks", "ui.stacks", "okanagan.ask.build")))
TERRAIN_NAMES = re.compile(r"^(forest|lake|meadow|mountain)$", re.IGNORECASE)
#: What the button beside the question is called.
READY_NAMES = re.compile(
    r"^(Place|Build|Lay tile|Keep \d|Discard \d|Done|Extra action|Draw cards|No trade|Enough|Pass)\b"
)
