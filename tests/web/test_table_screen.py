"""The table screen, held against its checks: over every scene at five sizes, and over whole games: ``-m browser``."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from overland.words import LANGUAGES
from overland.words.message import Message
from overland.words.notation import read_notation
from overland.words.speech import Speech
from tests.conftest import amount, in_turn, rarely
from tests.server.processes import ServerProcess
from tests.web import checks
from tests.web.browsers import answer
from tests.web.checks import ALWAYS, PHONES, SIZES, UPRIGHT, Size, board_box, found_by, is_same_box
from tests.web.players import FOCUS, Player, answer_by_keys, answer_by_names, check_secrets, points_of
from tests.web.scenes import SCENES, STATIC, Stage, territory_of

pytestmark = pytest.mark.browser
DESKTOP, PHONE = SIZES[0], SIZES[3]
TIGHT = (SIZES[1], PHONE)
#: Sites on the map lie close together; the same buildings stand as large buttons in the dock.
AXE = {
    "rules": {"target-size": {"enabled": False}},
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]},
}


def name_of(size: object) -> str:
    return "x".join(map(str, size)) if isinstance(size, tuple) else str(size)


def named(start: str) -> list[dict[str, Any]]:
    """The scenes whose name, without game and players, begins so."""
    return [scene for scene in SCENES if scene["name"].split("-", 2)[2].startswith(start)]


class Findings:
    """What was found wrong, in which scenes: all of it is told at the end."""

    def __init__(self) -> None:
        self.found: defaultdict[str, list[str]] = defaultdict(list)

    def note(self, scene: str, found: dict[str, list[str]]) -> None:
        for name, problems in found.items():
            for problem in problems:
                self.found[f"{name}: {problem}"].append(scene)

    def check(self) -> None:
        told = [f"{problem} ({len(names)}: {', '.join(names[:3])})" for problem, names in self.found.items()]
        assert not told, "\n" + "\n".join(told)


# Every scene


def pairs(sizes: Sequence[Size], languages: Sequence[str]) -> list[Any]:
    """Every size in every language; each size in one of them, in turn, unless there is time."""
    found = [(size, language) for size in sizes for language in languages]
    often = [(size, languages[number % len(languages)]) for number, size in enumerate(sizes)]
    return [pair if pair in often else rarely(*pair) for pair in found]


@pytest.mark.parametrize(("size", "language"), pairs(SIZES, ["en", "de"]), ids=name_of)
def test_every_question_at_every_size(browser: Browser, size: Size, language: str) -> None:
    """1, 2, 3, 4, 5, 6, 7, 8, 13, 15, 16, 19, 21, 23, 24.

    Every scene at one or two of the sizes, unless there is time.
    """
    stage, findings = Stage(browser, size, language), Findings()
    boxes: dict[str, tuple[float, ...]] = {}
    for scene in in_turn(SCENES, SIZES.index(size), 3):
        stage.show(scene)
        findings.note(scene["name"], found_by(stage.page, ALWAYS, stage.facts(scene)))
        box = board_box(stage.page)
        if not is_same_box(boxes.setdefault(scene["game"], box), box):
            findings.note(scene["name"], {"board_box": [f"{box}, not {boxes[scene['game']]}"]})
    findings.note("all", {"errors": stage.problems})
    stage.close()
    findings.check()


@pytest.mark.parametrize(("size", "language"), pairs(TIGHT, ["nl", "fr"]), ids=name_of)
def test_no_language_is_cut(browser: Browser, size: Size, language: str) -> None:
    """23: the other two languages, where there is least room."""
    stage, findings = Stage(browser, size, language), Findings()
    for scene in in_turn(SCENES, TIGHT.index(size), 2):
        stage.show(scene)
        wanted = ("page_does_not_scroll", "every_choice_is_in_reach", "no_text_is_cut")
        findings.note(scene["name"], found_by(stage.page, wanted, stage.facts(scene)))
    stage.close()
    findings.check()


@pytest.mark.parametrize("size", [UPRIGHT[0], *map(rarely, UPRIGHT[1:])], ids=name_of)
def test_every_prompt_can_be_read_on_a_phone(browser: Browser, size: Size) -> None:
    """3, 23: the question and what to do are whole in all languages, also with a hint; the board stays where it is."""
    stage, findings = Stage(browser, size, "en"), Findings()
    boxes: dict[str, tuple[float, ...]] = {}

    def check(scene: dict[str, Any]) -> None:
        for language in reversed(LANGUAGES):  # the last is the first
            stage.speak(language)
            findings.note(f"{scene['name']} {language}", found_by(stage.page, ["prompt_is_whole"], {}))
            box = board_box(stage.page)
            if not is_same_box(boxes.setdefault(scene["game"], box), box):
                findings.note(scene["name"], {"board_box": [f"{box}, not {boxes[scene['game']]}"]})

    for scene in in_turn(SCENES, UPRIGHT.index(size), 6):
        stage.show(scene)
        check(scene)
        hint = stage.page.locator("[data-prompt]").get_by_role("button", name=stage.words["ui.hint"], exact=True)
        if hint.count():
            hint.click()
            check(scene)
    stage.close()
    findings.check()


def test_a_players_sheet_names_its_figures(browser: Browser) -> None:
    """A phone's strip shows marks and points; what opens from it has a word beside each number, in all languages."""
    stage, findings = Stage(browser, PHONE, "en"), Findings()
    for scene in [*named("placing-late"), *named("lay-late")]:
        stage.show(scene)
        for seat in range(scene["players"]):
            stage.page.locator(".chip").nth(seat).click()
            stage.page.locator(
                "dialog[open] .facts"
            ).first.wait_for()  # what a sheet shows is loaded when the first opens
            for language in LANGUAGES:
                stage.speak(language)
                wanted = ("figures_have_words", "page_does_not_scroll", "no_text_is_cut")
                findings.note(f"{scene['name']} {seat} {language}", found_by(stage.page, wanted, {"isLong": False}))
            stage.page.keyboard.press("Escape")
    stage.close()
    findings.check()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, *map(rarely, (SIZES[1], SIZES[2], SIZES[4]))], ids=name_of)
def test_the_menu_of_a_cell_stands_beside_it(browser: Browser, size: Size) -> None:
    """14: for cells all over the board; and on a phone a finger that lands beside a lone cell means it (21)."""
    stage, findings = Stage(browser, size, "en"), Findings()
    for scene in [*named("placing"), *named("last-round")]:
        stage.show(scene)
        page, facts = stage.page, stage.facts(scene)
        cells = page.locator("[data-place][aria-haspopup]").evaluate_all("all => all.map((one) => one.dataset.cell)")
        for cell in cells[:: max(1, len(cells) // 8)]:
            page.locator(f"[data-cell={cell}]").dispatch_event("click")
            page.locator("[data-menu]").wait_for()
            findings.note(f"{scene['name']} {cell}", found_by(page, ["menu_stands_beside_its_cell"], facts))
            page.keyboard.press("Escape")
            page.locator("[data-menu]").wait_for(state="detached")
    stage.close()
    findings.check()


def test_a_finger_beside_a_lone_cell_means_it(browser: Browser) -> None:
    """21: sixteen pixels beside a cell that may be chosen, with no other near, choose it."""
    stage, tried = Stage(browser, PHONE, "en"), 0
    for scene in [*named("placing"), *named("last-round")]:
        stage.show(scene)
        for cell, x, y in stage.page.evaluate(LONE_CELLS):
            stage.page.touchscreen.tap(x, y)
            chosen = stage.page.evaluate(CHOSEN_CELL)
            assert chosen == cell, (scene["name"], cell, chosen)
            stage.page.keyboard.press("Escape")
            tried += 1
    stage.close()
    assert tried


#: Legal cells, and a place sixteen pixels beside each that no other is near.
LONE_CELLS = """
() => {
    const places = [...document.querySelectorAll('[data-place]')];
    const lit = places.map((one) => [one.dataset.place, one.getBoundingClientRect()]);
    const grid = document.querySelector('[role=grid]').getBoundingClientRect();
    const found = [];
    for (const [cell, box] of lit) {
        const [x, y, half] = [box.left + box.width / 2, box.top + box.height / 2, box.width / 2 + 16];
        for (const [px, py] of [[x + half, y], [x - half, y], [x, y + half], [x, y - half]]) {
            if (px < grid.left || px > grid.right || py < grid.top || py > grid.bottom) continue;
            const others = lit.filter(([other]) => other !== cell)
                .map(([, b]) => Math.hypot(b.left + b.width / 2 - px, b.top + b.height / 2 - py) / box.width);
            if (Math.min(...others) > 1.3) { found.push([cell, px, py]); break; }
        }
    }
    return found.slice(0, 6);
}
"""
#: The cell that is chosen: its menu is open, or its only placement can be confirmed.
CHOSEN_CELL = """
() => document.querySelector('[data-menu]')?.dataset.menu
    ?? [...document.querySelectorAll('[data-place]')].find((one) => {
        const primary = document.querySelector('[data-primary]');
        return primary && one.dataset.choices === primary.dataset.choices;
    })?.dataset.place ?? null
"""


@pytest.mark.parametrize("size", [PHONE, rarely(UPRIGHT[1])], ids=name_of)
def test_the_handles_of_a_tile_cover_no_other(browser: Browser, size: Size) -> None:
    """On a phone they stand where nothing lies and nothing can be laid: at an early map there is such a place."""
    stage, tried = Stage(browser, size, "en"), 0
    for scene in (scene for scene in named("lay") if scene["name"].endswith("-lay")):
        stage.show(scene)
        places = stage.page.locator("[data-place]")
        for key in places.evaluate_all("all => all.map((one) => one.dataset.place)"):
            stage.page.locator(f"[data-place='{key}']").click()
            assert stage.page.evaluate(COVERED, key) == [], (scene["name"], key)
            stage.page.keyboard.press("Escape")
            tried += 1
    stage.close()
    assert tried > 10


#: The tiles and squares that the handles of the tile on a square lie over.
COVERED = """
(key) => {
    const mine = document.querySelector('[data-handles]').getBoundingClientRect();
    const others = [...document.querySelectorAll('[data-square]:is(.laid, [data-place])')];
    return others.filter((one) => one.dataset.square !== key).filter((one) => {
        const box = one.parentElement.getBoundingClientRect();
        return Math.min(mine.right, box.right) - Math.max(mine.left, box.left) > 1.5
            && Math.min(mine.bottom, box.bottom) - Math.max(mine.top, box.top) > 1.5;
    }).map((one) => one.dataset.square);
}
"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE, *map(rarely, (SIZES[1], SIZES[2], SIZES[4]))], ids=name_of)
def test_a_trade_takes_few_clicks(browser: Browser, size: Size) -> None:
    """16: partner, what one gets, what one gives; never more than 24 buttons, and all of them in reach."""
    stage = Stage(browser, size, "de")
    for scene in named("trade"):
        stage.show(scene)
        facts, clicks = stage.facts(scene), 0
        while not stage.page.evaluate("document.documentElement.dataset.chosen ?? null") and clicks < 5:
            assert not found_by(stage.page, ["few_buttons_at_a_time"], facts)
            buttons = stage.page.locator("[data-resolve] [data-control]:not([aria-pressed=true])")
            buttons.last.click(timeout=2000)
            clicks += 1
        chosen = stage.page.evaluate("Number(document.documentElement.dataset.chosen)")
        assert scene["message"]["now"]["choices"][chosen]["text"].startswith("trade"), scene["name"]
        assert clicks <= 4
    stage.close()


def test_the_panel_stays_whatever_is_pointed_at(browser: Browser) -> None:
    """13: while a territory is resolved the panel shows it, wherever the pointer is."""
    stage = Stage(browser, DESKTOP, "en")
    resolving = [
        scene for scene in SCENES if scene["game"] == "okanagan" and stage.facts(scene)["territory"] is not None
    ]
    for scene in resolving[:: amount(4, 4, 1)]:
        facts = stage.facts(scene)
        stage.show(scene)
        for x in range(60, 1060, 110):
            stage.page.mouse.move(x, 120 + x % 500)
            assert not found_by(stage.page, ["panel_shows_what_is_resolved"], facts), scene["name"]
    stage.close()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "dark"), (DESKTOP, "light"), rarely(PHONE, "light"), rarely(DESKTOP, "dark")],
    ids=name_of,
)
def test_axe_finds_nothing_serious(browser: Browser, size: Size, scheme: str) -> None:
    """20: nothing serious; text has enough contrast in both themes. Every scene in one theme at one size, in turn.

    A sixth of them, unless there is time.
    """
    stage, findings = Stage(browser, size, "en", color_scheme=scheme), Findings()
    turn = [(DESKTOP, "light"), (PHONE, "dark"), (DESKTOP, "dark"), (PHONE, "light")].index((size, scheme))
    for scene in SCENES[turn :: 4 * amount(6, 6, 1)]:
        stage.show(scene)
        found = Axe().run(stage.page, options=AXE).response
        serious = [fault for fault in found["violations"] if fault["impact"] in ("serious", "critical")]
        for fault in serious:
            where = [node["target"][0] for node in fault["nodes"]]
            findings.note(scene["name"], {fault["id"]: [str(target) for target in where[:3]]})
    stage.close()
    findings.check()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_marked_on_the_land_can_be_seen(browser: Browser, scheme: str) -> None:
    """20: seats, lit, last move and plates, each with its case, have three to one against every terrain."""
    stage = Stage(browser, DESKTOP, "en", color_scheme=scheme)
    problems = stage.page.evaluate(checks.CONTRASTS)
    stage.close()
    assert problems == []


# Whole games against the server


MARKS = """
() => [...document.querySelectorAll('[data-last-move]')].map((mark) => {
    const box = mark.getBoundingClientRect();
    const [right, bottom] = [innerWidth + 12, innerHeight + 12];
    const isInside = Math.min(box.left, box.top) >= -12 && box.right <= right && box.bottom <= bottom;
    return [mark.dataset.lastMove, Number(mark.dataset.seat), Number(mark.dataset.number), isInside];
})
"""
SINCE = """
() => [...document.querySelectorAll('[data-since] li')].map((line) =>
    [Number(line.dataset.seat), Number(line.querySelector('.gain')?.dataset.points ?? 0)])
"""
#: Waits until the map has come to rest.
SETTLED = """
async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const look = () => document.querySelector('.world')?.style.transform;
    for (let still = 0, before = look(); still < 4; before = look()) {
        await frame();
        still = look() === before ? still + 1 : 0;
    }
}
"""
AT_EVERY_QUESTION = (
    "page_does_not_scroll",
    "every_choice_is_in_reach",
    "what_one_has_is_in_sight",
    "map_is_fitted",
    "no_band_stays_lit",
    "panel_shows_what_is_resolved",
)


def facts_of(player: Player) -> dict[str, Any]:
    """What the checks may know of a question of a running game."""
    wire = player.wire
    texts = [choice["text"] for choice in wire.now.get("choices", [])]
    tiles = list(wire.now["view"]["tiles"].values()) if player.game == "okanagan" else []
    return {
        "game": player.game,
        "choices": list(range(len(texts))),
        "kinds": player.kinds,
        "isOver": False,
        "isPhone": player.size in PHONES,
        "tiles": len(tiles),
        "last": f"{tiles[-1]['x']},{tiles[-1]['y']}" if tiles else None,
        "near": checks.NEAR_KINDS,
        "territory": territory_of(wire.now["view"], texts),
    }


def expected_marks(player: Player) -> set[tuple[str, int, int]]:
    """9: the places that the others have changed since one's own last turn, whose and in which order."""
    found: dict[str, tuple[str, int, int]] = {}
    for number, (seat, turn) in enumerate(player.wire.since_mine(), 1):
        found |= {place: (place, seat, number) for place in player.wire.places(turn)}
    return set(found.values())


def check_last_moves(player: Player, findings: Findings) -> int:
    """9: exactly what the others have changed is ringed, in sight, with seat and number; gone after one's own move.

    While the map is near, for a building or above a phone's sheet, some may be out of sight.
    """
    marks = player.page.evaluate(MARKS)
    expected = expected_marks(player)
    if {tuple(mark[:3]) for mark in marks} != expected:
        findings.note(str(player.kinds), {"last_moves": [f"{marks}, not {expected}"]})
    is_near = set(player.kinds) & set(checks.NEAR_KINDS) or player.page.locator(".resolve.low").count()
    if not is_near and not all(mark[3] for mark in marks):
        findings.note(str(player.kinds), {"last_moves": [f"out of sight: {marks}"]})
    return len(marks)


def check_since(player: Player, findings: Findings) -> None:
    """10: a line for each turn of the others, and what it brought is what the log says."""
    expected = [[seat, points_of(turn, seat)] for seat, turn in player.wire.since_mine()]
    found = player.page.evaluate(SINCE)
    if found != expected:
        findings.note(str(player.kinds), {"since_your_turn": [f"{found}, not {expected}"]})


def check_gains(player: Player, findings: Findings) -> None:
    """What a seat gained was told beside its points: at the end everybody has some."""
    gained = player.page.evaluate("seen.gained")
    for seat, points in enumerate(player.wire.now["result"]["scores"]):
        if points and not gained.get(f"seat-{seat}"):
            findings.note(f"seat {seat}", {"gained": [f"nothing told of {points} points"]})


def check_clicks(player: Player, turns: list[tuple[list[str], int]], findings: Findings) -> None:
    """16: a turn without an extra action, useless cards or a closing takes at most five clicks."""
    beyond = {
        "extra",
        "discard",
        "resolve",
        "rank",
        "claim",
        "action",
        "take",
        "give",
        "trade",
        "swap",
        "drop",
        "keep",
        "return",
    }
    for kinds, clicks in turns:
        if not set(kinds) & beyond and clicks > 5:
            findings.note(" ".join(kinds), {"clicks": [str(clicks)]})


def check_motion(player: Player, findings: Findings, is_reduced: bool) -> None:
    """12: nothing moves longer than 400 ms; with reduced motion nothing longer than 150, and nothing is moved about."""
    for name, (duration, is_moved) in player.page.evaluate("[...seen.moved]"):
        if duration > 400 or (is_reduced and (duration >= 150 or (is_moved and duration > 0))):
            findings.note(name, {"motion": [f"{duration} ms"]})


def check_log(player: Player, findings: Findings) -> None:
    """22: a block for each turn, in the past tense; special actions are named."""
    speech = Speech("en", lambda seat: player.wire.now["seats"][seat]["name"])
    blocks = player.page.locator("[data-turn-block]")
    if blocks.count() != len(player.wire.turns()):
        findings.note("log", {"blocks": [f"{blocks.count()} for {len(player.wire.turns())} turns"]})
    told = " ".join(player.page.locator("[data-turn-block]").all_inner_texts()).casefold()
    for item in player.wire.entries:
        key = read_notation(player.game, item["text"]).key
        if item["kind"] == "move" and key not in SILENT and key.replace(".do.", ".did.") not in speech.texts:
            findings.note(key, {"tense": ["no past tense"]})
        if "note" in item:
            effect = speech.say({"key": "okanagan.did.action", "args": {"effect": item["note"]}})
            if effect.casefold() not in told:
                findings.note(item["text"], {"special_action": [effect]})
    if re.search(r"(oregon|okanagan)\.\w+\.", told):
        findings.note("log", {"words": ["a key without words"]})


SILENT = {
    "oregon.do.draw",
    "oregon.do.no_extra",
    "okanagan.do.claim_action",
    "okanagan.do.claim_rewards",
    "oregon.do.done",
}
TOGETHER = {"okanagan.do.take", "okanagan.do.action", "okanagan.do.rank", "okanagan.do.trade"}


def check_speech(player: Player, findings: Findings) -> None:
    """18: what happened is said exactly once, also what came just before one's own turn."""
    said = "\n".join(player.page.evaluate("seen.said")).casefold()
    wanted: Counter[str] = Counter()
    speech = Speech("en", lambda seat: player.wire.now["seats"][seat]["name"])
    for item in player.wire.entries:
        text = read_notation(player.game, item["text"])
        if item["kind"] != "move" or text.key in SILENT | TOGETHER or item["n"] < player.first:
            continue
        wanted[speech.say(Message(text.key.replace(".do.", ".did."), text.args)).casefold()] += 1
    assert wanted.total() > 20, "there was something to say"
    for phrase, count in wanted.items():
        found = len(re.findall(re.escape(phrase) + r"(?=[.:])", said))
        if found != count:
            findings.note(phrase, {"said": [f"{found} times instead of {count}"]})


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        ("okanagan", 4, SIZES[3]),
        rarely("oregon", 2, SIZES[0]),
        rarely("oregon", 4, SIZES[3]),
        rarely("oregon", 4, SIZES[1]),
        rarely("oregon", 2, SIZES[2]),
        rarely("oregon", 3, SIZES[4]),
        rarely("okanagan", 4, SIZES[0]),
        rarely("okanagan", 2, SIZES[1]),
        rarely("okanagan", 4, SIZES[2]),
        rarely("okanagan", 2, SIZES[4]),
    ],
    ids=name_of,
)
def test_a_whole_game(browser: Browser, server: ServerProcess, game: str, players: int, size: Size) -> None:
    """1, 3, 4, 5, 6, 9, 10, 12, 13, 16, 18, 22, and 24 of the review: at every question, by mouse."""
    player, findings = Player(browser, server.url, game, players, size, "instant"), Findings()
    boxes: set[tuple[float, ...]] = set()
    ringed = 0
    turns: list[tuple[list[str], int]] = []
    player.page.evaluate("document.querySelector('.screen').isFirst = true")
    for _ in player.questions():
        if player.wire.since_mine() or not turns:
            turns.append(([], 0))
        player.page.evaluate(SETTLED)
        findings.note(str(player.kinds), found_by(player.page, AT_EVERY_QUESTION, facts_of(player)))
        boxes.add(tuple(round(part) for part in board_box(player.page)))
        ringed += check_last_moves(player, findings)
        if size in SIZES[:2]:
            check_since(player, findings)
        kinds, clicks = turns[-1]
        turns[-1] = (kinds + player.kinds, clicks + answer(player.visitor, player.dice))
    assert ringed > 10, "others have moved"
    assert player.page.evaluate("document.querySelector('.screen').isFirst"), "the table was made anew"
    check_gains(player, findings)
    if len(boxes) > 1:
        findings.note("all", {"board_box": [str(boxes)]})
    check_clicks(player, turns, findings)
    check_motion(player, findings, is_reduced=False)
    if size in SIZES[:2]:
        check_log(player, findings)
    check_speech(player, findings)
    check_secrets(player.visitor)
    check_review(player, findings)
    player.close()
    findings.check()


def check_review(player: Player, findings: Findings) -> None:
    """24: the review shows the board, without scrolling and without anybody's turn."""
    player.page.get_by_role("link", name="Review").click()
    player.page.locator("input[type=range]").wait_for()
    player.page.locator("[data-board]").wait_for()
    player.page.wait_for_timeout(400)
    facts = {"game": player.game, "share": 30}
    findings.note("review", found_by(player.page, ["page_does_not_scroll", "board_has_its_share"], facts))
    if player.page.locator("[data-turn=mine], .badge").count():
        findings.note("review", {"turn": ["somebody is to move"]})


@pytest.mark.soak
@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_a_game_with_reduced_motion(browser: Browser, server: ServerProcess, game: str) -> None:
    """12: nothing flies, nothing lasts."""
    player, findings = Player(browser, server.url, game, 2, SIZES[1], "normal", reduced_motion="reduce"), Findings()
    for number, _ in enumerate(player.questions()):
        if number == 14:
            break
        answer(player.visitor, player.dice)
    check_motion(player, findings, is_reduced=True)
    player.close()
    findings.check()


@pytest.mark.parametrize(
    ("game", "speed", "wait", "whole"),
    [
        rarely("oregon", "normal", 1500, 5000),
        ("okanagan", "fast", 1500, 2000),
        rarely("okanagan", "normal", 1500, 5000),
        rarely("oregon", "fast", 1500, 2000),
        rarely("oregon", "instant", 300, 2000),
        rarely("okanagan", "instant", 300, 2000),
    ],
)
def test_others_do_not_keep_one_waiting(
    browser: Browser, server: ServerProcess, game: str, speed: str, wait: int, whole: int
) -> None:
    """11: from the last step of three bots to the question, and all of their steps together.

    What the machine did for others meanwhile, as late timers tell, is not counted; nor is the longest of five waits,
    which may still be somebody else's.
    """
    player = Player(browser, server.url, game, 4, SIZES[0], speed)
    waits: list[float] = []
    wholes: list[float] = []
    answered = 0.0
    for number, version in enumerate(player.questions()):
        frames, asked, lags = player.page.evaluate("[seen.frames, seen.asked, seen.lags]")
        came = [at for at, number in frames if number == version]
        shown = [at for at, number in asked if number == version]
        if came and shown and player.wire.since_mine() and number:
            first = next(at for at, _ in frames if at > answered)
            for begun, found in ((came[-1], waits), (first, wholes)):
                others = sum(
                    min(at, shown[-1]) - max(begun, at - late) for at, late in lags if begun < at < shown[-1] + late
                )
                found.append(shown[-1] - begun - others)
        if len(waits) == 5 or number > 24:
            break
        answered = player.page.evaluate("performance.now()")
        answer(player.visitor, player.dice)
    print(f"{game} {speed}: {max(waits):.0f} ms to the question, {max(wholes):.0f} ms in all")
    moved = player.page.evaluate("[...seen.moved.keys()]")
    assert speed == "instant" or any("flying" in name for name in moved), "what the others did was not seen to move"
    motion = Findings()
    check_motion(player, motion, is_reduced=False)
    player.close()
    motion.check()
    assert sorted(waits)[-2] <= wait and sorted(wholes)[-2] <= whole


def is_clear(ring: list[Any]) -> bool:
    """17: whether what has the focus is ringed, three to one against the page or the white ring within."""
    style, width, colour, shadow = ring
    dark = light_of([int(part) for part in re.findall(r"\d+", colour)[:3]])
    grounds = [(255, 255, 255)] if "255, 255, 255" in shadow else [(245, 236, 216), (228, 214, 184), (255, 250, 240)]
    return style != "none" and width >= 2 and all((light_of(ground) + 0.05) / (dark + 0.05) >= 3 for ground in grounds)


def light_of(colour: Sequence[int]) -> float:
    """How light a colour is, from 0 to 1."""
    parts = [part / 255 for part in colour]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.soak
@pytest.mark.parametrize("game", ["oregon", "okanagan"])
def test_a_whole_game_by_keys_only(browser: Browser, server: ServerProcess, game: str) -> None:
    """17: the keyboard is never nowhere 300 ms after an answer, a placement takes few keys, the focus can be seen."""
    player, findings = Player(browser, server.url, game, 2, SIZES[1], "instant"), Findings()
    for number, _ in enumerate(player.questions()):
        player.page.wait_for_timeout(120)
        at = player.page.evaluate(FOCUS)
        if at["isNowhere"]:
            findings.note(str(player.kinds), {"focus": ["nowhere"]})
        elif number and (at["isControl"] or at["isPlace"]):  # the game was begun by a click
            findings.note(at["what"], {"ring": [] if is_clear(at["ring"]) else [str(at["ring"])]})
        count = answer_by_keys(player)
        if set(player.kinds) & {"farmer", "build", "tile", "start"} and count > 6:
            findings.note(str(player.kinds), {"keys": [f"{count} for a placement"]})
    player.close()
    findings.check()


@pytest.mark.parametrize("game", ["oregon", rarely("okanagan")])
def test_a_whole_game_by_roles_and_names(browser: Browser, server: ServerProcess, game: str) -> None:
    """Whoever hears the page only can play: nothing is found by its looks."""
    player = Player(browser, server.url, game, 2, SIZES[1], "instant")
    answers = 0
    while not player.page.get_by_role("dialog").count():
        if not player.visitor.wait_for_turn():
            break
        answer_by_names(player)
        answers += 1
    assert answers > 20
    player.close()


# Measured, and told; nothing is asserted


@pytest.mark.soak
def test_what_it_costs(browser: Browser, server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes of fonts, frames while a large map is moved on a slow machine, and how soon a move is drawn."""
    fonts = sum(file.stat().st_size for file in STATIC.rglob("*.woff2"))
    stage = Stage(browser, DESKTOP, "en")
    largest = max(named("lay-late"), key=lambda scene: len(scene["message"]["now"]["view"]["tiles"]))
    stage.show(largest)
    stage.context.new_cdp_session(stage.page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    stage.page.evaluate(FRAMES)
    stage.page.mouse.move(500, 300)
    stage.page.mouse.down()
    for step in range(60):
        stage.page.mouse.move(500 + 4 * (step % 30), 300 + 3 * (step % 20))
    stage.page.mouse.up()
    frames = sorted(stage.page.evaluate("frames_.slice(1)"))
    stage.close()
    player = Player(browser, server.url, "okanagan", 4, DESKTOP, "instant")
    for number, _ in enumerate(player.questions()):
        if number == 12:
            break
        answer(player.visitor, player.dice)
    drawn = sorted(player.page.evaluate("performance.getEntriesByName('overland.draw').map((one) => one.duration)"))
    player.close()
    tiles = len(largest["message"]["now"]["view"]["tiles"])
    late = sum(frame > 50 for frame in frames)
    with capsys.disabled():
        print(f"\nfonts {fonts / 1000:.0f} kB; {tiles} tiles moved at a quarter of the speed:")
        print(
            f"  frames of {frames[len(frames) // 2]:.0f} ms, longest {frames[-1]:.0f}, {late} of {len(frames)} over 50"
        )
        print(f"  a move is drawn in {drawn[len(drawn) // 2]:.0f} ms, at most {drawn[-1]:.0f}")


FRAMES = """
() => {
    window.frames_ = [];
    let before = performance.now();
    const next = (now) => { window.frames_.push(now - before); before = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
}
"""
