"""How tables are kept: identities, tables with their settings, the append-only log, chat, verdicts."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

identities = Table(
    "identities",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),  # the token itself is only in the visitor's cookie
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it is played by
    Column("settings", Text, nullable=False),  # JSON
    Column("data", Text, nullable=False),  # JSON: the map or tile set itself
    Column("start", Text),  # a position, if it is played on from one
    Column("seed", String(64), nullable=False),
    Column("invite", String(22), nullable=False),
    Column("owner", String(12), nullable=False),
    Column("reserved", Text, nullable=False),  # identities that may sit down, separated by blanks
    Column("status", String(10), nullable=False),  # as the log tells it; kept for lists
    Column("listed", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_tables_listed", "listed", "status", "changed"),
    Index("ix_tables_status", "status"),
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),  # JSON
)

sittings = Table(
    "sittings",
    metadata,
    Column("identity", String(12), primary_key=True),
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Index("ix_sittings_table", "table_id"),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),  # JSON
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("identity", String(12), nullable=False),
    Column("client_id", String(40), nullable=False),  # a line that is sent twice is said once
    Column("seat", Integer),
    Column("name", String(24), nullable=False),
    Column("text", Text, nullable=False),
)
