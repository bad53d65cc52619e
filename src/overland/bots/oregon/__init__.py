"""What bots know of Oregon: a static heuristic, the inputs of networks, and the margin so far."""

from overland.bots.knowledge import ENDLESS, GameKnowledge, Rollout
from overland.bots.oregon.heuristic import heuristic
from overland.bots.oregon.inputs import FIRST_INPUTS, INPUTS, MAX_ACTIVE, SECOND_INPUTS, write_inputs
from overland.bots.oregon.margin import known_margin, known_points

KNOWLEDGE = GameKnowledge(
    heuristic=heuristic,
    input_count=INPUTS,
    first_inputs=FIRST_INPUTS,
    earlier_inputs=(SECOND_INPUTS,),
    max_active=MAX_ACTIVE,
    write_inputs=write_inputs,
    known_points=known_points,
    known_margin=known_margin,
    rollout=Rollout(depth=ENDLESS, slip=0, net_depth=ENDLESS, turns=3, shortlist=12),
    overlooked={"greenhorn": 0.65, "homesteader": 0.45, "drover": 0.45},
)
