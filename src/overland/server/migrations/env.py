"""Alembic's entry: the connection comes from the server, or a URL from the command line."""

from alembic import context
from sqlalchemy import Connection, create_engine

from overland.server.schema import metadata


def migrate(connection: Connection) -> None:
    """Run the migrations on a connection."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    with create_engine(context.config.get_main_option("sqlalchemy.url") or "").connect() as connection:
        migrate(connection)
