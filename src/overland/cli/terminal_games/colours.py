"""The colours of the seats at the terminal, the same in every game."""

SEAT_COLOURS = {
    "seat-0": "bold red",
    "seat-1": "bold cyan",
    "seat-2": "bold magenta",
    "seat-3": "bold bright_yellow",
}
