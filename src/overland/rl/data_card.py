"""The data card of a data set: what it is, how it was made, what its columns mean."""

from collections.abc import Mapping
from typing import Any

from overland.bots.catalogue import BOTS, LEVELS
from overland.engine.games import game_named

COLUMNS = {
    "game": "the number of the game",
    "decision": "the number of the decision in its game, from 0",
    "seat": "who decided",
    "bot": "the bot in that seat",
    "position": "the whole position as text (`overland.Position.parse`); **nothing is hidden in it**",
    "view": "what the seat knew: the bytes of the game's view record, and nothing more",
    "inputs": "the same as inputs of a network: those that are on",
    "strengths": "how strongly each is on",
    "legal": "the legal actions, ascending",
    "choice": "the one that was played",
    "move": "the same in notation",
    "points": "the final points of all seats",
    "won": "the share of the win that the seat had in the end: 1, 0, or a part if several won",
}


def card(plan: Mapping[str, Any], rows: int) -> str:
    """The data card, in the form that collections of data sets read."""
    game = game_named(plan["game"])
    described = {**LEVELS, **BOTS}
    bots = "\n".join(
        f"* `{name}`: {described[name].description if name in described else 'not one of ours'}"
        for name in dict.fromkeys(plan["bots"])
    )
    options = ", ".join(f"{name}={value}" for name, value in plan["options"].items()) or "the defaults"
    columns = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    flags = {
        "players": plan["players"],
        "games": plan["games"],
        "shard-games": plan["shard_games"],
        "seed": plan["seed"],
    }
    command = f"overland dataset {plan['game']} --bots {','.join(plan['bots'])}"
    command += "".join(f" --{name} {value}" for name, value in flags.items())
    command += "".join(f" --option {name}={value}" for name, value in plan["options"].items())
    size = "n<1K" if rows < 1000 else "1K<n<10K" if rows < 10_000 else "10K<n<100K" if rows < 100_000 else "n>100K"
    return f"""\
---
pretty_name: "Overland: {game.title}, {plan["players"]} players"
license: apache-2.0
task_categories: [reinforcement-learning]
tags: [board-games, imperfect-information, self-play]
size_categories: ["{size}"]
---
# {game.title}: {plan["games"]:,} games of bots, {rows:,} decisions

Made by Overland {plan["overland"]}, rules version {plan["rules"]} of {game.title}, by

    {command}

which makes the same files again, unless a bot thinks by the clock. Options: {options}.
Who sits where moves on by one seat from game to game.

## Who played

{bots}

## Columns, one row for every decision

| column | meaning |
|---|---|
{columns}

## Use and limits

For learning from what bots do, and for predicting how games end. A policy or value that is to play fairly may use
`view`, `inputs`, `strengths` and `legal`; `position` holds the secrets of all seats and is for study. Decisions with
one legal action are rows, too. The games are as strong as the bots, and no person played in them.
"""
