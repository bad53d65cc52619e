"""Registered bots, their tokens, and where they are asked to play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout."""
    op.create_table(
        "bots",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("owner", sa.String(length=12), nullable=True),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bots")),
        sa.UniqueConstraint("key", name=op.f("uq_bots_key")),
    )
    op.create_index("ix_bots_owner", "bots", ["owner"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("bot", sa.String(length=12), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("hash", name=op.f("uq_tokens_hash")),
    )
    op.create_index("ix_tokens_bot", "tokens", ["bot"])
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("bot", sa.String(length=12), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_invitations_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "bot", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_bot", "invitations", ["bot"])


def downgrade() -> None:
    """Back to the one before."""
    for table in ("invitations", "tokens", "bots"):
        op.drop_table(table)
