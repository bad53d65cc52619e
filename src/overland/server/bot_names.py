"""What bots are called: persons' names, so that two bots of one level can be told apart."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace

from overland.server.log_lines import HouseBot, Sitter

GIVEN_NAMES = (
    "Abel", "Aiko", "Alma", "Amara", "Anouk", "Anton", "Bela", "Bruno", "Carla", "Chidi", "Dalia", "Dario", "Edda",
    "Elif", "Emil", "Enzo", "Femi", "Fleur", "Freya", "Goran", "Greta", "Hana", "Hugo", "Ida", "Imani", "Ines", "Ivan",
    "Jamal", "Jonas", "Juno", "Kaya", "Kenji", "Kofi", "Lars", "Leila", "Luca", "Malik", "Mei", "Mila", "Nadia",
    "Nils", "Noor", "Olga", "Omar", "Otto", "Paula", "Pedro", "Ravi", "Rosa", "Salma", "Samir", "Sven", "Tara", "Theo",
    "Uma", "Vera", "Wanda", "Yara", "Yuki", "Zora",
)  # fmt: skip


def bot_name(table: str, seat: int, taken: Collection[str]) -> str:
    """A name for the bot in a seat of a table: always the same, and not even alike in its first letter to others."""
    initials = {name[:1].casefold() for name in taken}
    free = [name for name in GIVEN_NAMES if name[0].casefold() not in initials]
    digest = hashlib.sha256(f"{table} {seat}".encode()).digest()
    return free[int.from_bytes(digest[:8]) % len(free)]


def with_names(table: str, sitters: Sequence[Sitter]) -> list[Sitter]:
    """Who sits where, every bot with a name; bots that had one before keep it, unless somebody else is called so."""
    named = list(sitters)
    taken = [who.name for who in sitters if not isinstance(who, HouseBot)]
    nameless: list[tuple[int, HouseBot]] = []
    for seat, who in enumerate(sitters):
        if isinstance(who, HouseBot):
            if who.name is None or who.name.casefold() in {name.casefold() for name in taken}:
                nameless.append((seat, who))
            else:
                taken.append(who.name)
    for seat, who in nameless:
        name = bot_name(table, seat, taken)
        named[seat] = replace(who, name=name)
        taken.append(name)
    return named
