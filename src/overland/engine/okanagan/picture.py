from overland.engine.record import Record
def draw(box: Record, view: Record) -> str:
    return ""
