"""What bots know of Okanagan: a static heuristic, the inputs of networks, and the margin so far."""

from overland.bots.knowledge import GameKnowledge
from overland.bots.okanagan.heuristic import heuristic
from overland.bots.okanagan.inputs import INPUTS, MAX_ACTIVE, write_inputs
from overland.bots.okanagan.margin import known_margin

KNOWLEDGE = GameKnowledge(
    heuristic=heuristic,
    input_count=INPUTS,
    max_active=MAX_ACTIVE,
    write_inputs=write_inputs,
    known_margin=known_margin,
)
