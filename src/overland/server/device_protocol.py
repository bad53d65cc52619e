"""What goes over the wire about devices, links and passkeys."""

from typing import Annotated, Any

from pydantic import StringConstraints

from overland.server.protocol import Incoming, Outgoing

LinkSecret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{43}$")]


class DeviceInfo(Outgoing):
    """A device on which the asker is signed in."""

    id: str
    label: str  #: browser and system, as far as it says so
    created: float
    seen: float  #: to the hour
    this: bool


class PasskeyInfo(Outgoing):
    """A passkey of the asker."""

    id: str
    label: str
    created: float
    used: float | None


class DeviceList(Outgoing):
    """Where the asker is signed in, and their passkeys."""

    devices: list[DeviceInfo]
    passkeys: list[PasskeyInfo]
    has_passkeys: bool  #: whether this server offers them


class MadeLink(Outgoing):
    """The secret part of a link that signs in another device, once."""

    secret: str
    seconds: int  #: so long it counts


class OpenLink(Incoming):
    """A link is opened on another device."""

    secret: LinkSecret


class PasskeyOptions(Outgoing):
    """What ``navigator.credentials`` is asked with."""

    options: dict[str, Any]


class PasskeyAnswer(Incoming):
    """What ``navigator.credentials`` answered, as JSON."""

    answer: dict[str, Any]
