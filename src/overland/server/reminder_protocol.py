"""What goes over the wire about being told of one's turn."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from overland.server.outside import MAX_URL
from overland.server.protocol import Incoming, Outgoing

Url = Annotated[str, StringConstraints(min_length=8, max_length=MAX_URL)]
Language = Literal["en", "fr", "nl", "de"]
PushKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
PushSecret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}(==)?$")]


class AddressInfo(Outgoing):
    """Where the asker is told of their turns."""

    id: str
    kind: Literal["webhook", "ntfy", "push"]
    place: str  #: the address; of a browser only whose service it uses
    created: float
    told: float | None  #: when it last took a message
    failed: int  #: turns in a row that it could not be told of


class AddressList(Outgoing):
    """All such places, and what it takes to add a browser."""

    addresses: list[AddressInfo]
    limit: int
    push_key: str | None  #: this server's key towards browsers; none if it cannot tell them


class AddedAddress(Outgoing):
    """A place that was added; its secret, which signs what is sent, is told only now."""

    address: AddressInfo
    secret: str | None  #: none for a browser


class NewAddress(Incoming):
    """Tell me there."""

    kind: Literal["webhook", "ntfy"]
    url: Url
    language: Language = "en"


class PushKeys(Incoming):
    """What a browser's subscription is encrypted with."""

    p256dh: PushKey
    auth: PushSecret


class NewBrowser(Incoming):
    """Tell me in this browser: the subscription it has made."""

    kind: Literal["push"]
    endpoint: Url
    keys: PushKeys
    language: Language = "en"


AnyAddress = Annotated[NewAddress | NewBrowser, Field(discriminator="kind")]
