"""How tables are kept: visitors, tables, the append-only log, chat, results, deals, verdicts, and who serves them."""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

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
    Column("token_hash", String(64), nullable=False, unique=True),  # of the first device; devices say who is signed in
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

results = Table(  # of every seat of a finished game: what the log says, kept for lists and sums
    "results",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(12)),  # of a person who visits here
    Column("name", String(24)),
    Column("level", String(20)),  # of a bot, as the game began
    Column("game", String(20), nullable=False),
    Column("daily", String(10)),  # the day whose deal it was
    Column("finished", Float, nullable=False),
    Column("ended", String(10), nullable=False),
    Column("counts", Boolean, nullable=False),  # a whole game with a result
    Column("won", Boolean, nullable=False),
    Column("place", Integer),  # none if there is no result
    Column("score", Integer, nullable=False),
    Column("points", Text, nullable=False),  # JSON: by source
    Column("gave_up", String(10)),
    Index("ix_results_identity", "identity", "finished"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)

deals = Table(  # of days that are over: the strongest bot's game
    "deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("line", String(12), ForeignKey("tables.id"), nullable=False),
)

tries = Table(  # who plays the deal of a day: everybody once
    "tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("identity", String(12), primary_key=True),
    Column("table_id", String(12), ForeignKey("tables.id"), nullable=False),
    Column("outcome", String(10), nullable=False),  # playing, ranked, late, gave_up or broken
    Column("score", Integer),
    Column("lead", Integer),  # over the best of the others
    Index("ix_tries_table", "table_id"),
    Index("ix_tries_identity", "identity"),
    Index("ix_tries_rank", "day", "game", "outcome", "score"),
)

devices = Table(  # browsers that are signed in
    "devices",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("identity", String(12), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),  # the token itself is only in the browser's cookie
    Column("label", String(60), nullable=False),  # browser and system
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),  # to the hour
    Index("ix_devices_identity", "identity"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("identity", String(12), nullable=False),
    Column("credential", Text, nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("count", BigInteger, nullable=False),  # as the authenticator counts
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("ix_passkeys_identity", "identity"),
)

once = Table(  # secrets that count once: links to another device, challenges of passkeys
    "once",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("identity", String(12)),
    Column("expires", Float, nullable=False),
    Index("ix_once_expires", "expires"),
)

addresses = Table(  # where people want to be told that it is their turn
    "addresses",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("identity", String(12), nullable=False),
    Column("kind", String(10), nullable=False),  # webhook, ntfy or push
    Column("url", Text, nullable=False),
    Column("keys", Text, nullable=False),  # JSON: of a browser's subscription, which encrypt; empty for others
    Column("secret", String(64), nullable=False),  # that signs what is sent
    Column("language", String(2), nullable=False),
    Column("created", Float, nullable=False),
    Column("told", Float),  # when it last took a message
    Column("failed", Integer, nullable=False),  # turns in a row that it was not told of
    Index("ix_addresses_identity", "identity"),
)

reminded = Table(  # the last turn at a table that somebody was told of
    "reminded",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("identity", String(12), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # the version with which it came
)

deliveries = Table(  # what an address has yet to be told
    "deliveries",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("address", String(12), nullable=False),
    Column("table_id", String(12), ForeignKey("tables.id"), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Index("ix_deliveries_due", "due"),
    Index("ix_deliveries_table", "table_id"),
)

bots = Table(  # that somebody runs elsewhere: each is an identity of its own
    "bots",
    metadata,
    Column("id", String(12), primary_key=True),  # its identity
    Column("owner", String(12)),  # the identity of whoever registered it; none for the operator's
    Column("key", String(100), nullable=False, unique=True),  # its name as names are compared
    Column("is_open", Boolean, nullable=False),  # anybody may ask it to play, or only its owner
    Column("created", Float, nullable=False),
    Column("seen", Float),  # when it last listened for events
    Index("ix_bots_owner", "owner"),
)

tokens = Table(  # by which bots show who they are
    "tokens",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("bot", String(12), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),  # the token itself is only told once
    Column("label", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),  # last time, to the hour
    Index("ix_tokens_bot", "bot"),
)

invitations = Table(  # which bots are asked to play where: what the logs say, kept to be found
    "invitations",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("bot", String(12), primary_key=True),
    Index("ix_invitations_bot", "bot"),
)

processes = Table(  # those that share the database
    "processes",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("beat", Integer, nullable=False),  # goes up as long as it is there
)

leases = Table(  # which process drives the bots and the clock of a table that is being played
    "leases",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("process", String(12), nullable=False),
    Column("resumed", Float, nullable=False),  # when it last went on after nobody had driven it
    Index("ix_leases_process", "process"),
)

judging = Table(  # which process makes the verdict on a table, and how far it is
    "judging",
    metadata,
    Column("table_id", String(12), ForeignKey("tables.id"), primary_key=True),
    Column("process", String(12), nullable=False),
    Column("claim", String(12), nullable=False),  # tells one attempt of a process from the next
    Column("status", String(10), nullable=False),  # waiting or working
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
)

presence = Table(  # who is at a table, by the process they are connected to
    "presence",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("process", String(12), primary_key=True),
    Column("identity", String(12), primary_key=True),  # empty for those without a seat
    Column("connections", Integer, nullable=False),
    Index("ix_presence_process", "process"),
)
