"""What bots know of Oregon: a static heuristic, the inputs of networks, and the margin so far."""

from overland.bots.knowledge import GameKnowledge
from overland.bots.oregon.heuristic import heuristic
from overland.bots.oregon.inputs import INPUTS, MAX_ACTIVE, write_inputs
from overland.bots.oregon.margin import known_margin

KNOWLEDGE = GameKnowledge(
    heuristic=heuristic,
    input_count=INPUTS,
    max_active=MAX_ACTIVE,
    write_inputs=write_inputs,
    known_margin=known_margin,
)
