"""``overland levels``: the bots to play against, from gentlest to strongest."""

from rich.console import Console
from rich.table import Table

from overland.bots.bot import Budget
from overland.bots.catalogue import BOTS, LEVELS


def levels_command() -> None:
    """List the levels to play against, and the bots for studies.

    How strong each is, and how that was measured, is in docs/ladder.md; overland ladder also shows it.
    """
    show_levels(numbered=False)
    table = Table(box=None, title="Bots for studies, named in the same way", title_justify="left", title_style="bold")
    table.add_column("name")
    table.add_column("what it does")
    for name, entry in BOTS.items():
        table.add_row(name, entry.description)
    Console(highlight=False).print(table)


def show_levels(numbered: bool) -> None:
    """The levels, with how they play and how long they think."""
    table = Table(box=None, title="Levels, from gentlest to strongest", title_justify="left", title_style="bold")
    for heading in ("", "level", "how it plays", "thinks"):
        table.add_column(heading)
    for number, (name, entry) in enumerate(LEVELS.items(), 1):
        budget = entry.budget
        thinks = "at once" if budget == Budget() else f"{budget.simulations} simulations, at most {budget.seconds:g} s"
        table.add_row(str(number) if numbered else "", name, entry.description, thinks)
    Console(highlight=False).print(table)
