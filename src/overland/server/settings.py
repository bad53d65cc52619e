"""Everything that can be set about a server, in one class: by flags of ``overland serve`` or by the environment."""

from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from overland.server.databases import Database, database_at, is_postgres

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


class ServerSettings(BaseSettings):
    """Settings; each can be given in the environment as ``OVERLAND_SERVER_<NAME>``."""

    model_config = SettingsConfigDict(env_prefix="OVERLAND_SERVER_", extra="forbid")

    host: str = "127.0.0.1"  #: the address to listen on
    port: int = Field(8000, ge=0, le=65535)  #: 0 takes any free one
    public_url: str | None = None  #: how others reach the server, if not by host and port
    behind_proxy: bool = False  #: trust X-Forwarded-For: only behind a proxy that sets it
    proxies: int = Field(1, ge=1, le=8)  #: how many proxies stand in front, one behind the other
    database: str | None = None  #: a SQLite file, or postgresql://...; none: a file in the user's data folder

    metrics_port: int | None = Field(None, ge=0, le=65535)  #: for Prometheus, on this machine only; none: no such port
    private_addresses: bool = False  #: let people be told of their turns within your own networks, without TLS, too
    log_format: Literal["text", "json"] = "text"  #: lines for people, or an object a line for programs
    keep_waiting_days: float | None = Field(30.0, gt=0)  #: tables that never began; none: for ever
    keep_over_days: float | None = Field(None, gt=0)  #: finished games, deals of the day excluded; none: for ever

    bot_threads: int = Field(2, ge=1, le=64)  #: how many bots think at the same time
    bot_deadline: float = Field(8.0, gt=0)  #: seconds a bot may take for a decision before a weaker one plays
    bot_pause: float = Field(0.0, ge=0)  #: seconds before each decision of a bot; clients show moves at their own pace
    away_seconds: float = Field(60.0, ge=0)  #: a player gone so long can be replaced by a bot
    presence_pause: float = Field(0.05, ge=0)  #: seconds in which those who come and go are told of together
    idle_seconds: float = Field(60.0, gt=0)  #: tables that nobody is at for so long are put away until asked for
    live_tables: int = Field(2000, ge=1)  #: tables kept in memory; beyond that, idle ones are put away much sooner

    request_seconds: float = Field(10.0, ge=1)  #: in which a request has to come in whole
    unread_seconds: float = Field(20.0, ge=1)  #: a client that takes nothing of what it is sent for so long is cut off
    address_connections: int = Field(240, ge=1)  #: of an address at the same time, sockets included
    frame_bytes: int = Field(8192, ge=1024)  #: the largest message of a socket
    body_bytes: int = Field(256 * 1024, ge=8192)  #: the largest body of a request
    outbox_messages: int = Field(256, ge=4)  #: a client that has more waiting is dropped
    messages_per_second: float = Field(10.0, gt=0)  #: of a connection, after a burst
    message_burst: int = Field(40, ge=1)
    requests_per_second: float = Field(10.0, gt=0)  #: of an identity; an address may ask five times as much
    request_burst: int = Field(100, ge=1)
    tables_per_minute: float = Field(6.0, gt=0)  #: made by an identity; an address may make five times as many
    table_burst: int = Field(12, ge=1)
    visitors_per_minute: float = Field(12.0, gt=0)  #: new identities of an address
    visitor_burst: int = Field(60, ge=1)
    open_tables: int = Field(24, ge=1)  #: at which an identity can sit at the same time
    connections: int = Field(24, ge=1)  #: open sockets of an identity; an address may have five times as many
    bots_each: int = Field(5, ge=0)  #: that a visitor may register; 0: only the operator does
    chat_length: int = Field(400, ge=1)
    chat_per_minute: float = Field(30.0, gt=0)
    chat_burst: int = Field(6, ge=1)
    verdict_simulations: int = Field(256, ge=8, le=100_000)  #: for every decision of a game that is judged
    verdicts_per_minute: float = Field(2.0, gt=0)  #: that an identity may ask for
    verdict_burst: int = Field(8, ge=1)
    hints_per_minute: float = Field(20.0, gt=0)
    hint_burst: int = Field(5, ge=1)
    checks_per_minute: float = Field(40.0, gt=0)  #: of choices, by the coach
    check_burst: int = Field(20, ge=1)

    set_checks_per_minute: float = Field(90.0, gt=0)  #: of maps and tile sets, asked for by an address
    set_check_burst: int = Field(30, ge=1)

    @field_validator("database", mode="before")
    @classmethod
    def as_text(cls, place: Any) -> Any:
        """A file is given as a path or as a text."""
        return str(place) if isinstance(place, Path) else place

    @field_validator("database")
    @classmethod
    def refuse_unknown(cls, place: str | None) -> str | None:
        """Refuse an address that cannot be read, or that nothing here can speak to."""
        if place is not None and "://" in place:
            if not is_postgres(place):
                raise ValueError("A database is a file, or written like postgresql://user@host/name.")
            database_at(place)
        return place

    @model_validator(mode="after")
    def refuse_unsafe(self) -> Self:
        """Refuse what would expose a visitor, with a sentence that says what to do instead."""
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            has_more = parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc
            if parts.scheme not in ("http", "https") or not parts.hostname or has_more:
                raise ValueError("The public address is written like https://play.example.org, without a path.")
            usual = {"http": 80, "https": 443}[parts.scheme]
            host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            port = "" if parts.port in (None, usual) else f":{parts.port}"
            self.public_url = f"{parts.scheme}://{host}{port}"  # as browsers write it
        if not is_loopback(self.host) and self.public_url is None:
            raise ValueError(
                f"Listening on {self.host} lets others in: say by --public-url under which address they reach it,"
                " because only pages of that address may send moves."
            )
        if self.behind_proxy and self.public_url is None:
            raise ValueError("Behind a proxy the public address must be said: --public-url.")
        if self.behind_proxy and not is_loopback(self.host):
            raise ValueError(
                "Behind a proxy the server listens on loopback only; otherwise anybody could forge the address they"
                " come from."
            )
        if self.is_secure and not self.behind_proxy and not self.is_local:
            raise ValueError(
                "The server itself speaks no TLS: with an https address it stands behind a proxy: --behind-proxy."
            )
        return self

    @property
    def origin(self) -> str:
        """Where pages that may send moves come from."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach the server by TLS, so that cookies must not travel without."""
        return self.origin.startswith("https:")

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.public_url is None or is_loopback(urlsplit(self.public_url).hostname or "")

    @property
    def hosts(self) -> frozenset[str]:
        """The names a request may be addressed to."""
        known = {urlsplit(self.origin).hostname or ""}
        if is_loopback(self.host):
            known.update(LOOPBACK_NAMES)
        return frozenset(known)

    @property
    def place(self) -> str | Path:
        """Where tables are kept: a file, or an address."""
        if self.database is None:
            return user_data_path("overland", ensure_exists=False) / "tables.sqlite"
        return self.database if is_postgres(self.database) else Path(self.database)

    def open_database(self) -> Database:
        """The database that tables are kept in."""
        return database_at(self.place)


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
