"""At the door: sizes, hosts, origins and security headers."""

import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from overland.server.errors import Refusal
from overland.server.limits import Limit
from overland.server.metrics import Metrics
from overland.server.refusals import answer_body, answer_headers
from overland.server.settings import ServerSettings

log = logging.getLogger("overland.server")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

IPV6_HOUSE = 64  # one household has so many bits of an IPv6 address in common
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; manifest-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
}


def address_of(connection: HTTPConnection, settings: ServerSettings) -> str:
    """Where a visitor comes from; behind proxies, what the outermost of ours says.

    Every proxy appends the address it was asked from, maybe as a header of its own: what stands further left was said
    by the visitor, and could be anything.
    """
    found = connection.client.host if connection.client else ""
    if settings.behind_proxy:
        said = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
        found = said[-settings.proxies :][0].strip()[:64] or found
    return network_of(found)


def network_of(address: str) -> str:
    """What counts of an address: one household has many of IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, IPV6_HOUSE), strict=False)) if found.version == 6 else address


def is_own_origin(headers: Headers, settings: ServerSettings) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    if settings.public_url is not None:
        return origin == settings.origin
    return origin == f"http://{headers.get('host', '')}" and is_known_host(headers, settings)


def is_known_host(headers: Headers, settings: ServerSettings) -> bool:
    """Whether a request is addressed to us by name."""
    try:
        host = urlsplit(f"//{headers.get('host', '')}").hostname
    except ValueError:  # brackets that do not close
        return False
    return host is not None and host in settings.hosts


class Guard:
    """The outermost layer of the server."""

    def __init__(
        self,
        app: Callable[[Scope, Receive, Send], Awaitable[None]],
        settings: ServerSettings,
        requests: Limit,
        metrics: Metrics,
        open_paths: Collection[str] = (),
    ) -> None:
        self.metrics = metrics
        self.open_paths = open_paths  # asked for by machines, by whatever name they know us
        self.app = app
        self.settings = settings
        self.requests = requests  # of an address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "lifespan" or (scope["type"] == "http" and scope["path"] in self.open_paths):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self.check(scope, headers)
        if scope["type"] == "websocket":
            if refusal is not None:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.app(scope, receive, send)
            return
        send = self.with_headers(self.measured(send))
        if refusal is not None:
            await self.answer(refusal, send)
            return
        await self.app(scope, self.bounded(receive), send)

    def measured(self, send: Send) -> Send:
        """Answers that are counted and timed."""
        began, status = time.perf_counter(), 0

        async def send_measured(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self.metrics.requests.labels(f"{status // 100}xx").observe(time.perf_counter() - began)

        return send_measured

    def check(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Why a request is not let in."""
        if scope["type"] == "http":  # a socket that is refused is told so by its route
            try:
                self.requests.spend(address_of(HTTPConnection(scope), self.settings))
            except Refusal as refusal:
                return refusal
        if not is_known_host(headers, self.settings):
            return Refusal("error.not_found", 404)
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not is_safe and not is_own_origin(headers, self.settings):
            return Refusal("error.forbidden_origin", 403)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > self.settings.body_bytes:
            return Refusal("error.too_large", 413, limit=self.settings.body_bytes)
        return None

    def bounded(self, receive: Receive) -> Receive:
        """A body that ends where the limit is, whatever its header said."""
        taken = 0

        async def bounded_receive() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > self.settings.body_bytes:
                    raise HTTPException(413)  # the framework lets this one through while it reads a body
            return message

        return bounded_receive

    def with_headers(self, send: Send) -> Send:
        """Answers with the headers that keep browsers from doing harm."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.settings.is_secure:
                    headers.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        return send_with_headers

    async def answer(self, refusal: Refusal, send: Send) -> None:
        """Refuse before anything was looked at, and take nothing more from this connection."""
        body = json.dumps(answer_body(refusal)).encode()
        headers = {**answer_headers(refusal), "content-type": "application/json", "content-length": str(len(body))}
        headers["connection"] = "close"
        await send(
            {
                "type": "http.response.start",
                "status": refusal.status,
                "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            }
        )
        await send({"type": "http.response.body", "body": body})
