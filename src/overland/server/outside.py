"""Requests that leave this server for an address somebody gave: never to this machine or the networks around it.

A name is resolved once for each request; every address it stands for is checked, and the connection goes to one of
those and to no other, so that a name which changes what it stands for gains nothing. Redirects are not followed, and
of an answer only its status is read.
"""

import asyncio
import functools
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

import httpcore

TOTAL_SECONDS = 10.0  # for a whole request
RESOLVE_SECONDS = 5.0
MAX_URL = 1000
#: Networks whose addresses hold an address of the older kind in their last 32 bits.
TRANSLATED = (IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"), IPv6Network("::/96"))

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class Forbidden(Exception):
    """An address to which nothing is sent from here."""


class Unreachable(Exception):
    """Nobody answered, or not in time; it may be tried again."""


def is_public(text: str) -> bool:
    """Whether an address belongs to the open network, whatever it is wrapped in.

    >>> is_public("192.0.2.1"), is_public("::ffff:127.0.0.1"), is_public("1.1.1.1")
    (False, False, True)
    """
    address = ip_address(text.partition("%")[0])
    return all(one.is_global and not one.is_multicast for one in (address, *inside(address)))


def inside(address: IPv4Address | IPv6Address) -> Iterable[IPv4Address]:
    """The addresses that an address carries in itself."""
    if isinstance(address, IPv4Address):
        return []
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    if any(address in network for network in TRANSLATED):
        found.append(IPv4Address(int(address) & 0xFFFF_FFFF))
    return [one for one in found if one is not None]


async def resolve(host: str, port: int) -> Sequence[str]:
    """All addresses that a name stands for."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError, TimeoutError) as error:
        raise Unreachable(type(error).__name__) from None
    return [str(address[0]) for *_, address in found]


@dataclass
class Checked(httpcore.AsyncNetworkBackend):
    """Connects to addresses that may be reached from here, and to no others."""

    allows_private: bool
    resolve: Resolve = resolve
    backend: httpcore.AsyncNetworkBackend = field(default_factory=httpcore.AnyIOBackend)

    async def check(self, host: str, port: int) -> Sequence[str]:
        """The addresses of a host; refused if one of them is not public."""
        found = await self.resolve(host, port)
        if not self.allows_private and not all(map(is_public, found)):
            raise Forbidden(host)
        return found

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first of a host's addresses that answers."""
        trouble: Exception = Unreachable(host)
        for address in await self.check(host, port):
            try:
                return await self.backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                trouble = error
        raise trouble

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise Forbidden(path)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Outside:
    """Sends to addresses outside."""

    def __init__(self, allows_private: bool, resolve: Resolve = resolve) -> None:
        """``allows_private``: also within the operator's own networks, and without TLS."""
        self.allows_private = allows_private
        self.checked = Checked(allows_private, resolve)

    @functools.cached_property
    def tls(self) -> ssl.SSLContext:
        """Whom the system trusts, read when something is sent for the first time."""
        return ssl.create_default_context()

    async def check(self, url: str) -> None:
        """Refuse an address that nothing would be sent to."""
        try:
            parts = urlsplit(url)
            port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError:
            raise Forbidden(url) from None
        schemes = ("https", "http") if self.allows_private else ("https",)
        is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= MAX_URL
        if not is_plain or parts.scheme not in schemes or not parts.hostname or "@" in parts.netloc:
            raise Forbidden(url)
        await self.checked.check(parts.hostname, port)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send something; the status of the answer."""
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), TOTAL_SECONDS)
        try:
            async with (
                asyncio.timeout(TOTAL_SECONDS),
                httpcore.AsyncConnectionPool(ssl_context=self.tls, network_backend=self.checked) as pool,
                pool.stream(
                    "POST", url, headers=list(headers.items()), content=body, extensions={"timeout": timeouts}
                ) as answer,
            ):
                return int(answer.status)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, TimeoutError) as error:
            raise Unreachable(type(error).__name__) from None
        except (httpcore.UnsupportedProtocol, ValueError):
            raise Forbidden(url) from None
