"""Oregon's table drawn as plain text, from a view."""
from overland.engine.record import Record
def draw(box: Record, view: Record) -> str:
    return ""
