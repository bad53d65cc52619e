"""Friendly names for visitors who have not said how they want to be called."""

import secrets

FIRST = (
    "Amber", "Brisk", "Calm", "Clever", "Dusty", "Early", "Gentle", "Happy", "Honest", "Jolly", "Keen", "Lucky",
    "Merry", "Nimble", "Patient", "Quiet", "Sunny", "Steady", "Swift", "Wandering",
)  # fmt: skip
SECOND = (
    "Badger", "Beaver", "Bison", "Condor", "Coyote", "Crane", "Eagle", "Elk", "Falcon", "Fox", "Hare", "Heron", "Lynx",
    "Marten", "Moose", "Otter", "Owl", "Raven", "Salmon", "Wolf",
)  # fmt: skip


def friendly_name() -> str:
    """A name such as ``Lucky Otter``."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
