"""Pieces of HTML that a report's page is made of: cards, tables, cells, and texts that break in the right places."""

from collections.abc import Collection, Iterator, Sequence
from html import escape


def card(title: str, explanation: str, content: str, kind: str = "") -> str:
    class_name = f' class="{kind}"' if kind else ""
    heading = f"<h2>{escape(title)}</h2>\n<p>{unbroken(escape(explanation))}</p>"
    return f"<section{class_name}>\n{heading}\n{content}\n</section>\n"


def command(words: str) -> str:
    """A command that breaks between its options, or else between the bots."""
    options = words.split(" --")
    shown = " ".join(f"<span>{escape(option)}</span>" for option in [options[0], *("--" + one for one in options[1:])])
    return f"<pre>{shown.replace(',', ',<wbr/>')}</pre>"


def table(
    name: str,
    columns: Sequence[str],
    rows: Iterator[list[str]],
    texts: Collection[int] = (),
    long: Collection[int] = (),
) -> str:
    """A table that scrolls sideways if it is too wide.

    Columns and cells are HTML; the first cell of a row is its header, and rows with the same header belong together.
    """
    texts = {0, *texts, *long}
    kinds = [
        f' class="text{" long" if place in long else ""}"' if place in texts else "" for place in range(len(columns))
    ]
    head = "".join(f'<th scope="col"{kind}>{column}</th>' for kind, column in zip(kinds, columns, strict=True))
    body, before = "", ""
    for header, *cells in rows:
        shown = "".join(f"<td{kind}>{cell}</td>" for kind, cell in zip(kinds[1:], cells, strict=True))
        again = ' class="again"' if header == before else ""
        body += f'<tr{again}><th scope="row" class="text">{header}</th>{shown}</tr>\n'
        before = header
    return (
        f'<div class="scroll" role="region" aria-label="{escape(name)}" tabindex="0"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>"
    )


def value_and_range(value: str, ends: str) -> str:
    """A cell with a number and its interval."""
    return f'{value} <span class="range">{ends}</span>'


def unbroken(words: str) -> str:
    """Words whose numbers stay on one line with their units and the ends of their intervals."""
    return words.replace(" %", "\u00a0%").replace(" … ", "\u00a0…\u00a0")


def breakable(name: str) -> str:
    """A bot or a line-up, which may break after the dots and the colon of a module's name."""
    return escape(name).replace(".", ".<wbr/>").replace(":", ":<wbr/>")
