"""What is said about Okanagan: questions, choices, entries and gains as messages."""

from collections.abc import Mapping
from typing import Any

from overland.engine.okanagan.actions import CLAIM_ACTION, Kind, decode
from overland.engine.okanagan.components import BACK_NAMES, GOAL_NAMES, REWARD_NAMES
from overland.engine.okanagan.notation import TERRAIN_NAMES
from overland.engine.okanagan.state import Doing, Phase, back_of
from overland.engine.record import Record
from overland.words.message import Message, message

RANK_QUESTIONS = {Doing.ORDERING: "rank", Doing.NAMING: "name", Doing.BEGINNING: "begin"}
#: The paragraph of the rules that a question is about.
PARAGRAPHS = {
    Phase.KEEP: "2.1",
    Phase.LAY: "4.1",
    Phase.RETURN: "4.1",
    Phase.BUILD: "4.2",
    Phase.RESOLVE: "5.1",
    Phase.RANK: "5.4",
    Phase.CLAIM: "5.3",
    Phase.ACTION: "7",
    Phase.TAKE: "5.6",
    Phase.BONUS: "7",
    Phase.GIVE: "7",
    Phase.TRADE: "7",
    Phase.SWAP: "7",
    Phase.DROP: "7",
    Phase.CHOOSE: "4.4",
}
#: What brings points at the end, if it brings any.
END_SOURCES = ("explorer", "singles", "pairs", "triples", "nuggets")
#: Choices that deserve thought even when there is only one, or that are secret.
THOUGHTFUL = (Kind.KEEP, Kind.LAY, Kind.FARM, Kind.WAREHOUSE, Kind.SILO, Kind.DROP, Kind.CLAIM)


def question(box: Record, view: Record) -> Message:
    """What the seat to act is asked."""
    phase = Phase(view.phase)
    match phase:
        case Phase.RANK:
            return message(f"okanagan.ask.{RANK_QUESTIONS[Doing(view.doing)]}")
        case Phase.TAKE:
            return message("okanagan.ask.take", count=int(view.share[view.actor]))
        case Phase.CLAIM:
            territory = view.territories[view.territory]
            return message(
                "okanagan.ask.claim",
                terrain=TERRAIN_NAMES[territory.terrain],
                influence=int(territory.influence[view.actor]),
            )
        case _:
            return message(f"okanagan.ask.{phase.name.lower()}")


def paragraph(view: Record) -> str:
    """The paragraph of the rules about what is asked now."""
    return PARAGRAPHS.get(Phase(view.phase), "4")


def stage(view: Record) -> Message | None:
    """Which of the two rounds it is, and what is new when the second begins (6.1)."""
    if view.round_number == 2 and view.phase <= Phase.KEEP:
        return message("okanagan.stage.second")
    return message("okanagan.stage.round", round=int(view.round_number))


def choice_parts(box: Record, view: Record, action: int) -> dict[str, Any]:
    """The parts of a choice: its kind and what it names."""
    kind, first, second, third = decode(action)
    name = Kind(kind).name.lower()
    match kind:
        case Kind.KEEP:
            return {"kind": name, "goals": [GOAL_NAMES[goal] for goal in (first, second, third)]}
        case Kind.DROP:
            return {"kind": name, "goals": [GOAL_NAMES[first], GOAL_NAMES[second]]}
        case Kind.LAY:
            return {"kind": name, "x": first, "y": second, "rotation": third}
        case Kind.FARM:
            return {"kind": "build", "building": name, "terrains": [TERRAIN_NAMES[first]]}
        case Kind.WAREHOUSE:
            return {"kind": "build", "building": name, "terrains": [TERRAIN_NAMES[first], TERRAIN_NAMES[second]]}
        case Kind.SILO:
            return {"kind": "build", "building": name, "terrains": terrains_of_last(box, view)}
        case Kind.RESOLVE:
            return {"kind": name, "terrains": [TERRAIN_NAMES[first]]}
        case Kind.RANK:
            return {"kind": name, "seat": first}
        case Kind.CLAIM:
            return {"kind": "claim_action" if first == CLAIM_ACTION else "claim_rewards"}
        case Kind.ACTION:
            return {"kind": name, "stack": first, "back": BACK_NAMES[back_of(box, int(view.stacks[first].top))]}
        case Kind.CHOOSE:
            return {"kind": name, "stack": first, "tile": int(view.stacks[first].face_up)}
        case Kind.RETURN | Kind.BLIND:
            return {"kind": name, "stack": first}
        case Kind.TAKE | Kind.GIVE:
            return {"kind": name, "reward": REWARD_NAMES[first]}
        case Kind.TRADE:
            return {"kind": name, "seat": first, "reward": REWARD_NAMES[third], "given": REWARD_NAMES[second]}
        case Kind.SWAP:
            return {"kind": name, "reward": REWARD_NAMES[second], "given": REWARD_NAMES[first]}
        case _:
            return {"kind": name}


def terrains_of_last(box: Record, view: Record) -> list[str]:
    """The terrains of the tile that was laid last."""
    return [TERRAIN_NAMES[terrain] for terrain, part in enumerate(view.territory_of) if part]


def note(box: Record, view: Record, action: int) -> Message | None:
    """What a choice means, if its own text does not say."""
    move = decode(action)
    if move.kind == Kind.ACTION:
        return effect(BACK_NAMES[back_of(box, int(view.stacks[move.first].top))])
    return None


def effect(back: str) -> Message:
    """A special action in words."""
    kind, _, what = back.partition(":")
    return message(f"okanagan.effect.{kind}", what=what or None)


def action_message(text: str) -> Message:
    """A choice or an entry in notation, possibly with question marks, as a message."""
    kind, *rest = text.split()
    match kind, rest:
        case (("keep" | "drop"), goals):
            return message(f"okanagan.do.{kind}{'_hidden' if '?' in goals else ''}", goals=list(goals))
        case "tile", [place, rotation]:
            x, y = place.split(",")
            return message("okanagan.do.lay", x=int(x), y=int(y), rotation=int(rotation[1:]))
        case "choose", [stack, "blind"]:
            return message("okanagan.do.blind", stack=int(stack))
        case (("return" | "action" | "choose"), [stack]):
            return message(f"okanagan.do.{kind}", stack=int(stack))
        case "farm", [terrain]:
            return message("okanagan.do.farm", terrain=terrain)
        case "warehouse", [terrains]:
            one, other = terrains.split("+")
            return message("okanagan.do.warehouse", one=one, other=other)
        case "resolve", [terrain]:
            return message("okanagan.do.resolve", terrain=terrain)
        case "rank", [seat]:
            return message("okanagan.do.rank", seat=int(seat))
        case "claim", [what]:
            return message(f"okanagan.do.claim_{what}")
        case (("take" | "give"), [reward]):
            return message(f"okanagan.do.{kind}", reward=reward)
        case "trade", [seat, given, taken]:
            given, taken = given.partition("=")[2], taken.partition("=")[2]
            return message("okanagan.do.trade", seat=int(seat), given=given, reward=taken)
        case "swap", [given, taken]:
            return message("okanagan.do.swap", given=given, reward=taken)
        case "=tile", ["?"]:
            return message("okanagan.do.tile_hidden")
        case "=tile", [tile]:
            return message("okanagan.do.tile", tile=int(tile))
        case "=back", [back]:
            return message("okanagan.do.back", effect=effect(back))
        case "=goal", ["?"]:
            return message("okanagan.do.goal_hidden")
        case "=goal", [goal]:
            return message("okanagan.do.goal", goal=goal)
        case _:
            return message(f"okanagan.do.{kind.replace('-', '_')}")  # silo, no_trade, stop


def dealt_to(state: Record, text: str) -> int | None:
    """The seat that an outcome of chance, about to come up in ``state``, goes to; None if it is laid open for all."""
    if text.startswith("=goal"):
        return int(state.actor)
    if text.startswith("=tile"):
        if state.doing == Doing.SETUP:
            return int(state.actor) if state.seats[state.actor].tile == 0 else None
        if state.doing in (Doing.RETURNING, Doing.BLIND):
            return int(state.to_move)
    return None


def is_click_through(view: Record, action: int) -> bool:
    """Whether all players can see that this is the only choice, so that asking would be a mere formality."""
    return decode(action).kind not in THOUGHTFUL


def is_worth_telling(gain: Mapping[str, Any]) -> bool:
    """At the end, goals and sources that bring nothing are not worth mentioning."""
    return bool(gain["points"] != 0 or gain["source"] not in END_SOURCES)


def gain_message(gain: Mapping[str, Any], text: str) -> Message:
    """A gain of an entry, given as data, as a message."""
    source, what, amount, other, points = (gain[key] for key in ("source", "what", "amount", "other", "points"))
    match source:
        case "closed":
            return message("okanagan.gain.closed", terrain=what, count=amount)
        case "influence":
            return message("okanagan.gain.influence", terrain=what, amount=amount)
        case "reward" | "tribute" | "trade":
            return message(f"okanagan.gain.{source}", reward=what, seat=other)
        case "shape" | "kind":
            return message("okanagan.gain.bonus", reward=what, amount=amount)
        case "gold":
            return message("okanagan.gain.gold")
        case "swap":
            return message("okanagan.gain.swap_out" if amount < 0 else "okanagan.gain.swap_in", reward=what)
        case _:
            if what is None:
                return message("okanagan.gain.end", source=source, points=points)
            return message("okanagan.gain.goal", goal=what, points=points)
