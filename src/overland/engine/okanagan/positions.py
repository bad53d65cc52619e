from overland.engine.record import Record
def position_text(state: Record) -> str: return ""
def parse_position(box: Record, text: str) -> Record: return None
