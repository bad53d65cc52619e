"""What must hold of the table screen at every question: each check has a number, as in the brief for the screen.

A check is a script that the page runs, and says in words what is wrong; nothing wrong is an empty list. Several are
asked for at once, so that a page that shows one scene after another is not held up.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from playwright.sync_api import Page

Size = tuple[int, int]
#: What is looked at: two desktops, a tablet, a phone upright and one lying.
SIZES: tuple[Size, ...] = ((1440, 900), (1280, 720), (820, 1180), (360, 740), (740, 360))
TOUCHED: tuple[Size, ...] = SIZES[2:]
PHONES: tuple[Size, ...] = SIZES[3:]
UPRIGHT: tuple[Size, ...] = (SIZES[3], (390, 844))  # phones as most people hold them

#: 2: the share of the screen that the board has at least, in percent, by game and size.
SHARES: Mapping[str, Mapping[Size, float]] = {
    "oregon": dict(zip(SIZES, (52, 47, 44, 66, 60), strict=True)),
    "okanagan": dict(zip(SIZES, (55, 54, 68, 68, 62), strict=True)),
}
#: What the brief wishes and the screen does not reach: the bound that holds, and why.
SMALL_CONTROLS: Mapping[Size, tuple[str, ...]] = {}  # 21: by size, what is smaller than 44 pixels
LONG_QUESTIONS: Mapping[Size, tuple[str, ...]] = {  # 23: by size, kinds of choices whose question has a third line
    (1280, 720): ("return", "start"),  # the question stands beside the hand, in 250 pixels
}
NEAR_KINDS = ("farm", "warehouse", "silo")  # 6: while these are asked for the map comes nearer, as section 4 wishes
Script = Callable[[], str]
RULES: dict[str, Script] = {}


def rule(script: Script) -> Script:
    """A check by a script."""
    RULES[script.__name__] = script
    return script


#: What the scripts share.
TOOLS = """
const px = (value) => Math.round(value * 10) / 10;
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const boxOf = (element) => element.getBoundingClientRect();
const isDrawn = (element) => {
    const box = boxOf(element);
    return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true });
};
const inside = (box, around, slack = 1) =>
    box.left >= around.left - slack && box.top >= around.top - slack &&
    box.right <= around.right + slack && box.bottom <= around.bottom + slack;
const screenBox = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
const overlap = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const isHit = (element) => {
    const box = boxOf(element);
    const found = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return found !== null && (element === found || element.contains(found));
};
const nameOf = (element) =>
    element.tagName.toLowerCase() + '.' + [...element.classList].filter((name) => !name.startsWith('svelte')).join('.')
    + ' "' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40)
    + '"';
const board = () => document.querySelector('[data-board]');
"""


def found_by(page: Page, names: Iterable[str], facts: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is wrong, by check; ``facts`` is what the scripts may know of the scene."""
    parts = ",\n".join(f"{name}: await ({RULES[name]()})()" for name in names)
    found: dict[str, list[str]] = page.evaluate(f"async (facts) => {{ {TOOLS}\nreturn {{ {parts} }}; }}", dict(facts))
    return {name: problems for name, problems in found.items() if problems}


@rule
def page_does_not_scroll() -> str:
    """1: neither down nor sideways."""
    return """() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        const down = scrollHeight > innerHeight ? [`scrolls down: ${scrollHeight} > ${innerHeight}`] : [];
        return [...down, ...(scrollWidth > innerWidth ? [`scrolls sideways: ${scrollWidth} > ${innerWidth}`] : [])];
    }"""


@rule
def board_has_its_share() -> str:
    """2: the drawn board, or the map's window, has its share of the screen."""
    return """() => {
        const { width, height } = boxOf(board());
        const share = (100 * width * height) / (innerWidth * innerHeight);
        return share < facts.share ? [`${px(share)} % of the screen, not ${facts.share} %`] : [];
    }"""


def board_box(page: Page) -> tuple[float, float, float, float]:
    """3: where the board is; the same at every question of a game."""
    box = page.locator("[data-board]").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def is_same_box(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """3: within a pixel."""
    return all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


@rule
def every_choice_is_in_reach() -> str:
    """4: for each choice a control that leads to it is in sight, and a click in its middle hits it."""
    return """() => {
        const reached = new Set();
        for (const control of all('[data-choices]')) {
            const numbers = control.dataset.choices.split(' ').map(Number);
            if (numbers.every((n) => reached.has(n)) || !isDrawn(control)) continue;
            if (inside(boxOf(control), screenBox) && isHit(control)) numbers.forEach((n) => reached.add(n));
        }
        const missing = facts.choices.filter((n) => !reached.has(n));
        if (!missing.length) return [];
        const lost = all('[data-choices]').find((one) => one.dataset.choices.split(' ').includes(String(missing[0])));
        const { left, top, width, height } = lost ? boxOf(lost) : { left: 0, top: 0, width: 0, height: 0 };
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        const where = `at ${px(left)}, ${px(top)} below ${above && nameOf(above)}`;
        const why = `${lost ? nameOf(lost) : 'nothing leads there'} ${where}`;
        return [`${missing.length} of ${facts.choices.length} out of reach, first ${missing[0]}: ${why}`];
    }"""


@rule
def what_one_has_is_in_sight() -> str:
    """5: hand, decks or stacks, goals (on a phone their tab) and the question are in sight, and nothing is cut off."""
    return """() => {
        const dock = document.querySelector('.dock');
        const around = { ...screenBox };
        const tabs = all('[data-tab]', dock);
        const wanted = facts.game === 'oregon'
            ? ['[data-prompt]', '[data-spot=hand]', '[data-spot^=deck-]', '[data-spot=hand] button']
            : tabs.length ? ['[data-prompt]', '[data-tab]', '[data-shown] :is(button, li)']
            : ['[data-prompt]', '[data-spot=tile], [role=group] button', '[data-spot^=stack-]', 'ul li'];
        const problems = [];
        for (const selector of wanted) {
            const found = all(selector, dock).filter((element) => element.checkVisibility());
            const isNeeded = !selector.includes(' ') && !(facts.isOver && selector.includes('hand'));
            if (!found.length && isNeeded) problems.push(`no ${selector}`);
            for (const element of found) {
                if (!inside(boxOf(element), around, 2)) problems.push(`out of sight: ${nameOf(element)}`);
                else if (selector.includes(' ') && !facts.isOver && !isHit(element))
                    problems.push(`cut off or covered: ${nameOf(element)}`);
            }
        }
        return problems;
    }"""


@rule
def map_is_fitted() -> str:
    """6: all tiles and lit squares are in the window, what there is fills it, and no tile is too large.

    While a building is chosen the map comes nearer, as the brief wishes: then it is the last tile that is in sight.
    While a sheet covers half of a phone's map, it is the territory that is resolved, above the sheet: fitting
    everything into what is left would make tiles of 20 pixels.
    """
    return """() => {
        if (facts.game !== 'okanagan') return [];
        const sheet = document.querySelector('.resolve.low');
        const laid = document.querySelector(`[data-square="${facts.last}"]`); // a promo tile
        const territory = document.querySelector('.outline') ?? laid;
        if (sheet && territory) {
            const [edge, map] = [boxOf(sheet).top + 4, boxOf(document.querySelector("[data-board]")).top - 4];
            const isSeen = boxOf(territory).bottom <= edge && boxOf(territory).top >= map;
            return isSeen ? [] : ['the sheet covers the territory'];
        }
        const room = boxOf(board());
        const squares = all('[data-square]').filter((one) => one.matches('.laid, [data-place]'));
        const boxes = squares.map((one) => boxOf(one.parentElement));
        const tile = boxes[0].width;
        const problems = tile > 160.5 ? [`a tile of ${px(tile)} px`] : [];
        const isNear = facts.kinds.some((kind) => facts.near.includes(kind));
        if (isNear) {
            const last = boxOf(document.querySelector(`[data-square="${facts.last}"]`));
            return inside(last, room) ? problems : [...problems, 'the last tile is out of sight'];
        }
        const out = boxes.filter((box) => !inside(box, room));
        if (out.length) problems.push(`${out.length} of ${boxes.length} squares out of sight`);
        const [left, right] = [Math.min(...boxes.map((b) => b.left)), Math.max(...boxes.map((b) => b.right))];
        const [top, bottom] = [Math.min(...boxes.map((b) => b.top)), Math.max(...boxes.map((b) => b.bottom))];
        const fill = Math.max((right - left) / room.width, (bottom - top) / room.height);
        if (facts.tiles >= 6 && fill < 0.85 && tile < 150) problems.push(`fills ${px(fill * 100)} %, tile ${px(tile)}`);
        return problems;
    }"""


@rule
def letters_stand_at_their_columns() -> str:
    """7: letters and numbers stand in the middle of their columns and rows; the ten symbols are in sight."""
    return """() => {
        if (facts.game !== 'oregon') return [];
        const problems = [];
        const middle = (box, axis) => axis === 'x' ? box.left + box.width / 2 : box.top + box.height / 2;
        const rows = all('[role=row]').map((row) => all('[data-cell]', row));
        for (const [name, axis] of [['across', 'x'], ['down', 'y']]) {
            for (const text of all(`[data-${name}]`)) {
                const index = Number(text.dataset[name]);
                const cell = name === 'across' ? rows[0][index] : rows[index][0];
                const apart = Math.abs(middle(boxOf(text), axis) - middle(boxOf(cell), axis));
                if (apart > 1) problems.push(`${text.textContent} stands ${px(apart)} px beside`);
                if (!inside(boxOf(text), screenBox)) problems.push(`${text.textContent} is out of sight`);
            }
        }
        const symbols = all('[data-symbol]').filter((one) => inside(boxOf(one), screenBox));
        return symbols.length === 10 ? problems : [...problems, `${symbols.length} symbols in sight`];
    }"""


@rule
def buildings_cover_no_icons() -> str:
    """8: no building's box overlaps a reward icon's by more than a tenth; shadows are not counted."""
    return """() => {
        if (facts.game !== 'okanagan') return [];
        const union = (boxes) => ({
            left: Math.min(...boxes.map((b) => b.left)), right: Math.max(...boxes.map((b) => b.right)),
            top: Math.min(...boxes.map((b) => b.top)), bottom: Math.max(...boxes.map((b) => b.bottom)),
        });
        const plates = all('[data-board] .tile-land > g').filter((icon) => boxOf(icon).width);
        const icons = plates.map((icon) => boxOf(all('path, circle, rect', icon)[1])); // the first is its shadow
        const problems = [];
        for (const piece of all('[data-board] [data-piece]')) {
            const mine = union(all('.piece > :not(ellipse)', piece).map(boxOf)); // the ellipse is its shadow
            const worst = Math.max(0, ...icons.map((icon) => overlap(mine, icon) / (icon.width * icon.height)));
            if (worst > 0.1) problems.push(`${piece.dataset.piece}: ${px(worst * 100)} %`);
        }
        return problems;
    }"""


@rule
def panel_shows_what_is_resolved() -> str:
    """13: while a territory is resolved, the panel shows that one."""
    return """() => {
        if (facts.territory === null) return [];
        const panel = document.querySelector('[data-resolve]');
        if (!panel) return ['no panel'];
        return panel.dataset.resolve === String(facts.territory) ? [] : [`shows ${panel.dataset.resolve}`];
    }"""


@rule
def no_band_stays_lit() -> str:
    """13: no band is lit unless a card is picked or pointed at."""
    return """() => {
        const held = all('[data-spot=hand] button').some((card) => card.matches('[aria-pressed=true], :hover'));
        const lit = all('[data-symbol].on').length;
        return lit && !held ? [`${lit} bands are lit`] : [];
    }"""


@rule
def menu_stands_beside_its_cell() -> str:
    """14: the open menu of a cell does not cover it, and is small; on a phone it is a sheet of less than half."""
    return """() => {
        const menu = document.querySelector('[data-menu]');
        if (!menu) return ['no menu'];
        const [mine, around] = [boxOf(menu), boxOf(board())];
        const cell = boxOf(document.querySelector(`[data-cell="${menu.dataset.menu}"]`));
        const problems = overlap(mine, cell) > 0.5 ? [`covers ${menu.dataset.menu}`] : [];
        if (!inside(mine, screenBox)) problems.push('reaches out of the screen');
        const [share, part] = [(mine.width * mine.height) / (around.width * around.height),
            (mine.width * mine.height) / (innerWidth * innerHeight)];
        if (facts.isPhone ? part > 0.45 : share > 0.25)
            problems.push(`covers ${px(share * 100)} % of the board, ${px(part * 100)} % of the screen`);
        return problems;
    }"""


@rule
def names_differ() -> str:
    """15: no two players have the same name, and no two controls that do different things sound the same."""
    return """() => {
        const problems = [];
        if (new Set(facts.names).size < facts.names.length) problems.push(`names: ${facts.names}`);
        const words = (one) => one.nodeType === 3 ? one.data
            : one.getAttribute?.('aria-hidden') === 'true' ? ''
            : one.getAttribute?.('aria-label') ?? [...one.childNodes].map(words).join(' ');
        const sound = (one) => words(one).trim().replace(/\\s+/g, ' ');
        const groups = new Map();
        for (const control of all('[data-choices]').filter(isDrawn)) {
            const group = control.parentElement.closest('[role=group], [role=grid], [role=menu], section, ul');
            const key = sound(control);
            const known = groups.get(group) ?? new Map();
            groups.set(group, known);
            const before = known.get(key);
            if (before !== undefined && before !== control.dataset.choices) problems.push(`twice: ${key}`);
            known.set(key, control.dataset.choices);
        }
        return problems;
    }"""


@rule
def few_buttons_at_a_time() -> str:
    """16: a trade is asked in a few buttons at a time."""
    return """() => {
        const panel = document.querySelector('[data-resolve]');
        const count = panel ? all('button', panel).filter(isDrawn).length : 0;
        return count > 24 ? [`${count} buttons`] : [];
    }"""


@rule
def tiles_are_described() -> str:
    """19: the tile in hand, those of the stacks and those of the map name four terrains and their rewards."""
    return """() => {
        if (facts.game !== 'okanagan') return [];
        const problems = [];
        const check = (element, face) => {
            const text = element.getAttribute('aria-label').toLowerCase();
            for (const word of new Set(face)) {
                const wanted = face.filter((other) => other === word).length;
                if (text.split(word).length - 1 < wanted) problems.push(`${nameOf(element)}: no ${word}`);
            }
        };
        for (const [selector, face] of facts.faces) {
            const element = document.querySelector(selector);
            if (element) check(element, face);
            else if (!selector.includes('stack') && !selector.includes('tile')) problems.push(`no ${selector}`);
        }
        return problems;
    }"""


@rule
def fingers_hit_controls() -> str:
    """21: on a touched screen controls are 44 pixels wide and high, Oregon's cells on a phone 32."""
    return """() => {
        if (!facts.isTouched) return [];
        const problems = new Set();
        for (const one of all('button, a, select, input, summary, [role=tab]').filter(isDrawn)) {
            if (!inside(boxOf(one), screenBox, 60) || (facts.isOver && !one.closest('dialog'))) continue;
            if (facts.small.some((selector) => one.matches(selector))) continue;
            const { width, height } = boxOf(one);
            const least = one.matches('[data-cell]') ? (facts.isPhone && innerWidth < 600 ? 32 : 20)
                : one.matches('[data-square]') ? 20 : 44;
            if (Math.min(width, height) < least - 0.5) problems.add(`${nameOf(one)}: ${px(width)}x${px(height)}`);
        }
        return [...problems];
    }"""


@rule
def no_text_is_cut() -> str:
    """23: nothing is wider than its place, unless an ellipsis has a title; the question takes at most two lines."""
    return """() => {
        const problems = new Set();
        const isApart = (one) => one.closest('.world, svg, .hidden-text, [popover]:not(:popover-open)');
        const isWide = (one) => one.scrollWidth > one.clientWidth + 1;
        for (const one of all('.screen *, dialog *')) {
            if (!one.clientWidth || !isWide(one) || isApart(one) || one.matches('.window')) continue;
            const style = getComputedStyle(one);
            if (style.overflowX === 'visible' && one.scrollWidth <= one.clientWidth + 4) continue; // a tilted card
            if (style.display.startsWith('inline') && style.display === 'inline') continue;
            if (style.overflowX === 'visible' && !/\\S/.test(one.textContent)) continue;
            if (style.textOverflow === 'ellipsis' && one.closest('[title]')) continue;
            const edge = boxOf(one).right;
            const badges = all('*', one).filter((part) => getComputedStyle(part).position === 'absolute');
            if (style.overflowX === 'visible' && badges.some((badge) => boxOf(badge).right > edge)) continue;
            if (style.overflowX === 'visible' && [...one.children].some(isWide)) continue; // told of the inner one
            problems.add(`${nameOf(one)}: ${one.scrollWidth} > ${one.clientWidth}`);
        }
        const question = document.querySelector('[data-prompt] .question');
        const line = parseFloat(getComputedStyle(question).lineHeight);
        const lines = Math.round(question.scrollHeight / line);
        const shown = Math.round(question.clientHeight / line);
        if (lines > shown || lines > (facts.isLong ? 3 : 2))
            problems.add(`the question takes ${lines} lines, ${shown} are shown`);
        return [...problems];
    }"""


@rule
def prompt_is_whole() -> str:
    """23: nothing of the question, of what is said below it and of its buttons is cut off."""
    return """() => {
        const room = boxOf(document.querySelector('[data-prompt]'));
        const texts = all('[data-prompt] :is(.question, p, p *, button)').filter((one) => one.textContent.trim());
        const isCut = (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
        const isOut = (one) => !inside(boxOf(one), room) || !inside(boxOf(one), screenBox);
        return texts.filter((one) => isCut(one) || isOut(one)).map(nameOf);
    }"""


@rule
def figures_have_words() -> str:
    """Each number of a player's sheet stands beside a word."""
    return """() => {
        const sheet = document.querySelector('dialog[open]');
        const figures = all('span', sheet).filter((one) => /^[0-9]+$/.test(one.textContent.trim()));
        const bare = figures.map((one) => one.parentElement).filter((one) => !/\\p{L}{2}/u.test(one.textContent));
        return [...(figures.length < 5 ? [`${figures.length} figures`] : []), ...bare.map(nameOf)];
    }"""


@rule
def end_shows_all() -> str:
    """24: at the end the board is in sight, the cause is named, names are whole and rivals' goals are shown."""
    return """() => {
        if (!facts.isOver) return [];
        const end = document.querySelector('[data-end]');
        if (!end) return ['no end'];
        const problems = [];
        const [box, around] = [boxOf(end.closest('dialog')), boxOf(board())];
        const seen = around.width * around.height - overlap(box, around);
        const share = (100 * seen) / (innerWidth * innerHeight);
        if (share < 30) problems.push(`${px(share)} % of the screen shows the board`);
        const cause = end.querySelector('.cause').textContent.trim();
        if (!cause || cause === facts.noCause) problems.push('no cause');
        const names = all('.name', end);
        if (names.length !== facts.names.length) problems.push(`${names.length} names`);
        for (const name of names) {
            if (name.scrollWidth > name.clientWidth + 1) problems.push(`cut: ${name.textContent}`);
        }
        const goals = all('[data-goals-of]', end).map((one) => one.children.length);
        if (facts.game === 'okanagan' && (goals.length !== facts.names.length || goals.some((count) => count < 3)))
            problems.push(`goals: ${goals}`);
        return problems;
    }"""


#: What is asked of every scene.
ALWAYS = (
    "page_does_not_scroll",
    "board_has_its_share",
    "every_choice_is_in_reach",
    "what_one_has_is_in_sight",
    "map_is_fitted",
    "letters_stand_at_their_columns",
    "buildings_cover_no_icons",
    "panel_shows_what_is_resolved",
    "no_band_stays_lit",
    "names_differ",
    "few_buttons_at_a_time",
    "tiles_are_described",
    "fingers_hit_controls",
    "no_text_is_cut",
    "end_shows_all",
)

#: 20: the terrains of both games, and what is drawn upon them. A mark has a case: one of both stands out from the
#: ground, or the mark from the case around it (the brief's plates have 2.6:1 on other terrains, and a cream case).
CONTRASTS = """
() => {
    const parse = (text) => {
        const canvas = document.createElement('canvas').getContext('2d');
        canvas.fillStyle = text.trim();
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (colour) => {
        const [r, g, b] = parse(colour).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [one, other] = [light(a), light(b)].toSorted((x, y) => y - x);
        return (one + 0.05) / (other + 0.05);
    };
    const probe = document.body.appendChild(document.createElement('i'));
    const css = (name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
    };
    const terrains = {
        forest: '#8fb07c', lake: '#9cc6d8', meadow: '#e6d491', mountain: '#c3b2ad',
        plains: '#d8d9a4', water: '#86bad0', range: '#c6ae86',
    };
    const marks = {
        lit: [css('--lit'), css('--lit-case')], last: [css('--last'), '#1b130a'],
        'plate forest': ['#28523a', '#fff8ea'], 'plate lake': ['#245580', '#fff8ea'],
        'plate meadow': ['#7d5a0c', '#fff8ea'], 'plate mountain': ['#564f62', '#fff8ea'],
        'seat 0': ['#b3261e', '#fffaf0'], 'seat 1': ['#1d5fa8', '#fffaf0'], 'seat 2': ['#7a4b00', '#fffaf0'],
        'seat 3': ['#1f6b45', '#fffaf0'],
    };
    return Object.entries(marks).flatMap(([mark, colours]) => Object.entries(terrains)
        .filter(([, ground]) => Math.max(...colours.map((colour) => contrast(colour, ground))) < 3
            && (colours.length < 2 || contrast(...colours) < 3))
        .map(([terrain]) => `${mark} on ${terrain}`));
}
"""
