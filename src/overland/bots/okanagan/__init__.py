"""What bots know of Okanagan: a static heuristic, the inputs of networks, and the margin so far."""

from overland.bots.knowledge import ENDLESS, GameKnowledge, Rollout
from overland.bots.okanagan.heuristic import heuristic
from overland.bots.okanagan.inputs import FIRST_INPUTS, INPUTS, MAX_ACTIVE, SECOND_INPUTS, write_inputs
from overland.bots.okanagan.margin import known_margin, known_points

KNOWLEDGE = GameKnowledge(
    heuristic=heuristic,
    input_count=INPUTS,
    first_inputs=FIRST_INPUTS,
    earlier_inputs=(SECOND_INPUTS,),
    max_active=MAX_ACTIVE,
    write_inputs=write_inputs,
    known_points=known_points,
    known_margin=known_margin,
    rollout=Rollout(depth=ENDLESS, slip=0, net_depth=ENDLESS, turns=4),
    overlooked={"greenhorn": 0.85, "homesteader": 0.55, "drover": 0.6, "scout": 0.3, "guide": 0.2},
)
