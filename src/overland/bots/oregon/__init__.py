"""What bots know of Oregon: a static heuristic, the inputs of networks, and the margin so far."""

from overland.bots.knowledge import GameKnowledge, Rollout
from overland.bots.oregon.heuristic import heuristic
from overland.bots.oregon.inputs import FIRST_INPUTS, INPUTS, MAX_ACTIVE, write_inputs
from overland.bots.oregon.margin import known_margin, known_points

KNOWLEDGE = GameKnowledge(
    heuristic=heuristic,
    input_count=INPUTS,
    first_inputs=FIRST_INPUTS,
    max_active=MAX_ACTIVE,
    write_inputs=write_inputs,
    known_points=known_points,
    known_margin=known_margin,
    rollout=Rollout(depth=3, slip=20, net_depth=3),
)
