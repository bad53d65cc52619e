"""A verdict as one HTML page that needs nothing else: no scripts, no files, no network."""

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

from overland.arena.html import card, table
from overland.arena.page import stylesheet
from overland.arena.plots import plot, text
from overland.pictures import Mark, board_svg
from overland.pictures.svg import SEAT_COLOURS
from overland.review.naming import BEST, NAMES
from overland.review.reasons import Moment
from overland.review.telling import Teller, signed

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 240, 6.0, 88.0, 14, 26  # of a graph: pixels, and percent across
PICTURES = "section svg:not(.plot) { display: block; max-width: 100%; height: auto; }"
PLAYED, BETTER = "#9c2219", "#2a6233"


def write_page(path: Path, teller: Teller) -> None:
    """Write the page, whole or not at all."""
    part = path.with_name(path.name + ".part")
    part.write_text(page(teller), encoding="utf-8")
    part.replace(path)


def page(teller: Teller) -> str:
    say = teller.speech.say
    verdict = teller.verdict
    notes = say({"key": "verdict.page.how", "args": {"budget": verdict.budget}})
    content = (
        card(say({"key": "verdict.page.wins"}), say({"key": "verdict.page.wins_note"}), graph(teller), "wide")
        + card(say({"key": "verdict.page.players"}), say({"key": "verdict.page.players_note"}), players(teller), "wide")
        + "".join(moment_card(teller, number, moment) for number, moment in enumerate(teller.costliest(), 1))
        + card(say({"key": "verdict.page.all"}), notes, decisions(teller), "wide")
    )
    title = escape(teller.title)
    luck = "<br/>".join(escape(teller.luck_line(seat)) for seat in range(verdict.players))
    made = escape(f"Overland {verdict.version}; {verdict.record}")
    return (
        f'<!doctype html>\n<html lang="{teller.speech.language}"><head><meta charset="utf-8"/><title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<style>{stylesheet()}\n{PICTURES}</style>"
        f'</head>\n<body><main><header><p class="kicker">Overland</p><h1>{title}</h1>\n'
        f'<p class="lead">{luck}</p></header>'
        f"\n{content}<footer><p>{made}</p></footer></main></body></html>\n"
    )


def graph(teller: Teller) -> str:
    """The shares of the win over the game, a line for each player."""
    verdict = teller.verdict
    last = max(1, verdict.course[-1].entry)
    elements = list(frame(last))
    words = []
    for seat, name in enumerate(teller.names):
        colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
        points = [(across(course.entry / last), down(course.wins[seat])) for course in verdict.course]
        elements += [
            f'<line x1="{x1:.2f}%" y1="{y1:.1f}" x2="{x2:.2f}%" y2="{y2:.1f}" stroke="{colour}" stroke-width="2"/>'
            for (x1, y1), (x2, y2) in pairwise(points)
        ]
        elements.append(text(RIGHT + 1, down(0.95 - 0.12 * seat), name[:12], "tick"))
        elements.append(f'<circle cx="{RIGHT + 0.3}%" cy="{down(0.95 - 0.12 * seat) - 4:.1f}" r="4" fill="{colour}"/>')
        words.append(
            f"{name}: {100 * verdict.course[0].wins[seat]:.0f} % … {100 * verdict.course[-1].wins[seat]:.0f} %"
        )
    for moment in teller.costliest():
        judged = teller.judged(moment.entry)
        share = next(course.wins[moment.seat] for course in verdict.course if course.entry == moment.entry)
        elements.append(
            f'<circle cx="{across(moment.entry / last):.2f}%" cy="{down(share):.1f}" r="5" fill="none"'
            f' stroke="{PLAYED}" stroke-width="2"><title>{escape(teller.heading(judged))}</title></circle>'
        )
    return plot("wins", teller.title, "; ".join(words), HEIGHT, elements)


def frame(last: int) -> Iterator[str]:
    for share in (0.0, 0.5, 1.0):
        yield f'<line x1="{LEFT}%" y1="{down(share):.1f}" x2="{RIGHT}%" y2="{down(share):.1f}" class="grid"/>'
        yield text(LEFT - 0.8, down(share) + 4, f"{share:.0%}", "tick", "end")
    for part in (0.0, 0.5, 1.0):
        yield text(across(part), HEIGHT - 8, f"{last * part:.0f}", "tick", "middle")


def across(part: float) -> float:
    return LEFT + (RIGHT - LEFT) * part


def down(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def players(teller: Teller) -> str:
    """How each result came about, and how often each name was given."""
    word = teller.speech.word
    names = [BEST, *(name for _, _, name in NAMES)]
    headings = [word("verdict.column", name) for name in ("player", "points", "start", "luck", "play", "loss")]
    rows = (
        [
            escape(teller.names[seat]),
            str(teller.match.scores[seat]),
            f"{share.start_points:.0f}",
            signed(share.luck_points),
            signed(share.play_points),
            f"{100 * share.loss:.2f} %",
            *(str(share.counts.get(name, 0)) for name in names),
        ]
        for seat, share in enumerate(teller.verdict.shares)
    )
    return table(teller.title, [*headings, *(word("mark", name) for name in names)], rows)


def moment_card(teller: Teller, number: int, moment: Moment) -> str:
    """What was played, what was better and why, both on the board."""
    judged = teller.judged(moment.entry)
    position = teller.match.at(moment.entry)
    parse = position.game.parse_action
    marks = [Mark(parse(moment.played.choice), PLAYED, "–"), Mark(parse(moment.better.choice), BETTER, "+")]
    say = teller.speech.say
    lines = [
        say({"key": "verdict.played", "args": {"choice": teller.told(moment.played)}}),
        say({"key": "verdict.better", "args": {"choice": teller.told(moment.better)}}),
        *(say(reason) for reason in moment.reasons),
    ]
    picture = board_svg(position, marks, teller.heading(judged), judged.seat)
    return card(
        f"{number}. {teller.heading(judged)}",
        lines[0],
        "".join(f"<p>{escape(words)}</p>" for words in lines[1:]) + picture,
        "wide",
    )


def decisions(teller: Teller) -> str:
    """Every decision."""
    word = teller.speech.word
    headings = [word("verdict.column", name) for name in ("entry", "player", "played", "verdict", "loss", "better")]
    rows = (
        [
            str(judged.entry),
            escape(teller.names[judged.seat]),
            escape(teller.choice(judged.played)),
            escape(word("mark", judged.name)),
            "" if judged.is_best else f"{100 * judged.loss:.1f} ± {100 * judged.loss_error:.1f} %",
            "" if judged.is_best else escape(teller.choice(judged.best)),
        ]
        for judged in teller.verdict.decisions
    )
    return table(word("verdict.page", "all"), headings, rows, texts=(1, 2, 3, 5), long=(2, 5))
